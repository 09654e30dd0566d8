//! Whether anything can be laid, kind by kind of the rack: is there a play that lays this kind?
//!
//! A play that lays anything lays some kind. So the answers for all kinds are the whole answer, and
//! each is easier than the best play: one tile more must lie, and a kind that no play lays is left
//! out of the questions that follow.

use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Tile, TileCounts};

use super::{of_first, of_second};
use crate::answer::{Answer, Verified};
use crate::goal::{Goal, Weights};
use crate::{Solver, unless_given_up};

/// Work for the question whether one tile can be laid alone.
const ALONE: u64 = 5000;

/// Work for the question whether it can be laid with others.
const WITH_OTHERS: u64 = 20_000;

/// A solver that has given up on so many kinds is asked about no more of them.
const MOST_GIVEN_UP: u32 = 3;

/// A play of a player who has opened, or the proof that there is none (`Some(None)`); `None`
/// without either. The second solver is asked first, since the first has just given up.
pub(super) fn any_kind(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
) -> Option<Option<Verified>> {
    let mut open = Open {
        rules,
        position,
        kinds: position.rack.kinds().map(|(tile, _)| tile).collect(),
        helpers: position.rack,
    };
    let alone = |question: &Question<'_>, solver: &mut dyn Solver| question.alone(solver);
    let with_others = |question: &Question<'_>, solver: &mut dyn Solver| question.of(solver);
    let mut second = |open: &mut Open<'_>, work, ask: Ask| {
        open.ask_all(&mut |question| of_second(solver, work, |second| ask(question, second)))
    };
    let play = second(&mut open, ALONE, alone);
    let play = play.or_else(|| second(&mut open, WITH_OTHERS, with_others));
    let mut first = |open: &mut Open<'_>, work, ask: Ask| {
        open.ask_all(&mut |question| Some(of_first(solver, work, |first| ask(question, first))))
    };
    let play = play.or_else(|| first(&mut open, ALONE, alone));
    let play = play.or_else(|| first(&mut open, WITH_OTHERS, with_others));
    match play {
        Some(play) => Some(Some(play)),
        None => open.kinds.is_empty().then_some(None),
    }
}

/// Asks a solver about a kind.
type Ask = fn(&Question<'_>, &mut dyn Solver) -> Kind;

/// The kinds of which it is not known whether a play lays them.
struct Open<'a> {
    rules: &'a RuleSet,
    position: &'a Position,
    kinds: Vec<Tile>,
    /// The tiles of the rack that some play may lay.
    helpers: TileCounts,
}

/// What is known of a kind.
enum Kind {
    /// A play that lays it.
    Laid(Verified),
    /// No play lays it.
    Never,
    /// No play lays it alone.
    NotAlone,
    GivenUp,
}

/// Whether some play of the rack `helpers` lays this tile.
struct Question<'a> {
    rules: &'a RuleSet,
    position: &'a Position,
    helpers: TileCounts,
    tile: Tile,
}

impl Open<'_> {
    /// Asks about every kind, until a play is found or there is nobody to ask.
    fn ask_all(&mut self, ask: &mut dyn FnMut(&Question<'_>) -> Option<Kind>) -> Option<Verified> {
        let mut given_up = 0;
        for tile in self.kinds.clone() {
            let question = Question {
                rules: self.rules,
                position: self.position,
                helpers: self.helpers,
                tile,
            };
            match ask(&question)? {
                Kind::Laid(play) => return Some(play),
                Kind::Never => {
                    self.kinds.retain(|kind| *kind != tile);
                    let never = self.helpers.tiles().filter(|kind| *kind == tile);
                    self.helpers = self.helpers.saturating_sub(&never.collect());
                }
                Kind::NotAlone => {}
                Kind::GivenUp => given_up += 1,
            }
            if given_up == MOST_GIVEN_UP {
                break;
            }
        }
        None
    }
}

impl Question<'_> {
    /// Whether the tile can be laid alone.
    fn alone(&self, solver: &mut dyn Solver) -> Kind {
        let alone = Position {
            rack: TileCounts::from_iter([self.tile]),
            ..self.position.clone()
        };
        match solver.go_out(self.rules, &alone) {
            Ok(Some(play)) => Kind::Laid(play),
            Ok(None) if self.helpers == alone.rack => Kind::Never,
            Ok(None) => Kind::NotAlone,
            Err(_) => Kind::GivenUp,
        }
    }

    /// Whether it can be laid with the fewest others, because most of them stay on the rack.
    fn of(&self, solver: &mut dyn Solver) -> Kind {
        let mut down = Position {
            rack: self.helpers,
            ..self.position.clone()
        };
        if !(down.rack.remove(self.tile) && down.table.insert(self.tile)) {
            return Kind::GivenUp;
        }
        let fewest = Goal::Weighted(Arc::new(Weights::all(-1)));
        let answer = solver.solve(self.rules, &down, &fewest);
        match unless_given_up(answer) {
            Ok(Some(Answer::Infeasible)) => Kind::Never,
            Ok(Some(answer)) => answer.into_verified().map_or(Kind::GivenUp, |play| {
                Kind::Laid(play.having_played(self.tile))
            }),
            Ok(None) | Err(_) => Kind::GivenUp,
        }
    }
}
