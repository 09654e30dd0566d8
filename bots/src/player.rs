//! The work shared by all strategies that use a solver: asking it about a view and turning answers
//! into actions.

use std::sync::Arc;

use rummilab_bot_api::{BotFault, View};
use rummilab_core::{Action, CouldPlay, Position, RuleSet, Tile, TileCounts};
use rummilab_solver::{
    Answer, Goal, SolveError, Solver, Verified, Weights, best_known, unless_given_up,
};

use crate::endgame::{Endgame, State};
use crate::entry::Settings;
use crate::opening::reaches;

/// A solver that answers questions about views.
pub struct Player {
    solver: Box<dyn Solver>,
    memory: Memory,
}

/// Whether a player remembers its last question if nothing could be laid. A bot with a budget of
/// work must not: what that saves would change how long it thinks.
enum Memory {
    Off,
    On(Option<Stuck>),
}

/// A question to which the proven answer was that nothing can be laid.
struct Stuck {
    /// Turns of the game before it.
    turns: usize,
    position: Position,
    /// Whether it was about own sets alone ([`Goal::OpeningValue`]).
    own_sets: bool,
}

impl Settings<'_> {
    /// A player that asks the solver of the bot.
    pub(crate) fn player(&self) -> Player {
        Player {
            memory: Memory::On(None),
            ..Player::new(self.solver.boxed())
        }
    }
}

impl Stuck {
    /// The tile drawn since, if this is the next own turn and nothing else has changed. Counting
    /// turns keeps games apart, so that every game takes the same work.
    fn drawn_since(&self, view: &View<'_>, now: &Position, goal: &Goal) -> Option<Tile> {
        let then = &self.position;
        let own_sets = *goal == Goal::OpeningValue;
        let table = own_sets || (now.table == then.table && now.laid == then.laid);
        let same = self.own_sets == own_sets
            && table
            && now.opened == then.opened
            && now.stacks == then.stacks;
        if !same || self.turns + view.players() != view.history.len() {
            return None;
        }
        let drawn = now.rack.checked_sub(&then.rack)?;
        drawn.tiles().next().filter(|_| drawn.len() == 1)
    }
}

/// Whether this best play is no turn: it lays nothing, or own sets that are worth too little.
fn lays_nothing(view: &View<'_>, goal: &Goal, best: Option<&Verified>) -> bool {
    best.is_none_or(|play| {
        play.played.is_empty() || (*goal == Goal::OpeningValue && !reaches(view, play))
    })
}

/// Whether by this goal every play of the rack is better than none.
fn any_is_better(goal: &Goal, rack: &TileCounts) -> bool {
    match goal {
        Goal::Tiles | Goal::Value | Goal::OpeningValue => true,
        Goal::Weighted(weights) => rack.kinds().all(|(tile, _)| weights.of(tile) >= 0),
    }
}

impl Player {
    /// A player that asks this solver.
    pub fn new(solver: Box<dyn Solver>) -> Player {
        Player {
            solver,
            memory: Memory::Off,
        }
    }

    /// The best play for a goal; `None` if nothing can be laid.
    pub fn best(&mut self, view: &View<'_>, goal: &Goal) -> Result<Option<Verified>, BotFault> {
        let position = view.position();
        let drawn = match &self.memory {
            Memory::On(Some(stuck)) => stuck.drawn_since(view, &position, goal),
            _ => None,
        };
        let answer = self.solver.solve_laying(view.rules, &position, goal, drawn);
        let answer = unless_given_up(answer).map_err(|e| fault(&e))?;
        let proven = answer.as_ref().is_some_and(Answer::is_main_goal_proven);
        if let Memory::On(stuck) = &mut self.memory {
            let stands = answer.as_ref().filter(|answer| answer.is_proven());
            let nothing = stands.is_some_and(|answer| lays_nothing(view, goal, answer.verified()));
            *stuck = (nothing && any_is_better(goal, &position.rack)).then(|| Stuck {
                turns: view.history.len(),
                position: position.clone(),
                own_sets: *goal == Goal::OpeningValue,
            });
        }
        let best = answer.and_then(Answer::into_verified);
        let best = best.filter(|play| !play.played.is_empty());
        // For these goals no play is better than one of the whole rack; for the others it is better
        // than none.
        let all = best.is_none() || matches!(goal, Goal::Tiles | Goal::Value);
        let whole_is_best = position.opened && all;
        let whole = if proven || !whole_is_best {
            None
        } else {
            self.second_goes_out(view.rules, &position)
        };
        Ok(whole.or(best))
    }

    /// The best play of another position under the rules of the view.
    pub fn best_in(
        &mut self,
        view: &View<'_>,
        position: &Position,
        goal: &Goal,
    ) -> Result<Option<Verified>, BotFault> {
        let found = self.table_with(view, position, goal)?;
        Ok(found.filter(|play| !play.played.is_empty()))
    }

    /// A table on which all tiles of the position's table lie, rack tiles laid or not; `None` if
    /// there is none.
    pub fn table_with(
        &mut self,
        view: &View<'_>,
        position: &Position,
        goal: &Goal,
    ) -> Result<Option<Verified>, BotFault> {
        let solver = self.solver.as_mut();
        best_known(solver, view.rules, position, goal).map_err(|e| fault(&e))
    }

    /// A play of the whole rack, if the solver or the second one finds one.
    pub fn go_out(&mut self, view: &View<'_>) -> Result<Option<Verified>, BotFault> {
        let position = view.position();
        match self.solver.go_out(view.rules, &position) {
            Err(SolveError::GaveUp { .. }) => Ok(self.second_goes_out(view.rules, &position)),
            found => found.map_err(|e| fault(&e)),
        }
    }

    /// A play of the whole rack by the second solver, for where the first gave up.
    pub fn second_goes_out(&mut self, rules: &RuleSet, position: &Position) -> Option<Verified> {
        let mut found = None;
        self.solver.of_pair(1, &mut |second| {
            // What it cannot answer, and a fault of it, is no worse than not to have asked.
            found = second.go_out(rules, position).ok().flatten();
        });
        found
    }

    /// The same in another position under the rules of the view.
    fn go_out_in(
        &mut self,
        view: &View<'_>,
        position: &Position,
    ) -> Result<Option<Verified>, BotFault> {
        let found = unless_given_up(self.solver.go_out(view.rules, position));
        Ok(found.map_err(|e| fault(&e))?.flatten())
    }

    /// The opening of largest value, if it reaches the threshold. Most strategies open this way.
    pub fn open(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        let best = self.best(view, &Goal::OpeningValue)?;
        Ok(best
            .filter(|play| reaches(view, play))
            .map_or_else(|| view.idle(), |play| lay(view, &play)))
    }

    /// The best play for a goal, or nothing.
    pub fn lay_best(&mut self, view: &View<'_>, goal: &Goal) -> Result<Action, BotFault> {
        Ok(self
            .best(view, goal)?
            .map_or_else(|| view.idle(), |play| lay(view, &play)))
    }

    /// The best turn of an endgame in which everything is known. `None` if this is no such endgame
    /// or is not solved with this much work: see [`Endgame`].
    pub fn solve_endgame(
        &mut self,
        view: &View<'_>,
        work: u64,
    ) -> Result<Option<Action>, BotFault> {
        let Some(state) = State::of(view) else {
            return Ok(None);
        };
        let starter = view.history.first().map_or(view.seat, |turn| turn.seat);
        let mut endgame = Endgame::new(view.rules, starter, &mut self.solver, work);
        let Some(choice) = endgame.best(&state).map_err(|e| fault(&e))? else {
            return Ok(None);
        };
        if choice.laid.is_empty() {
            return Ok(Some(view.idle()));
        }
        self.lay_tiles(view, &choice.laid)
    }

    /// Lays exactly these tiles of the rack; `None` if they cannot be laid.
    pub fn lay_tiles(
        &mut self,
        view: &View<'_>,
        tiles: &TileCounts,
    ) -> Result<Option<Action>, BotFault> {
        let position = Position {
            rack: *tiles,
            ..view.position()
        };
        let play = self.go_out_in(view, &position)?;
        Ok(play.map(|play| lay(view, &play)))
    }

    /// The solver, as the judge of how a game ends.
    pub fn judge(&mut self) -> &mut dyn CouldPlay {
        &mut self.solver
    }

    /// The solver, for questions that are not about a view.
    pub fn solver(&mut self) -> &mut dyn Solver {
        self.solver.as_mut()
    }

    /// The turn of `greedy`: the largest opening, then most tiles.
    pub fn greedy(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        if view.has_opened() {
            self.lay_best(view, &Goal::Tiles)
        } else {
            self.open(view)
        }
    }
}

/// Lays a play found for this view.
pub fn lay(view: &View<'_>, play: &Verified) -> Action {
    Action::Play(play.table(view.table))
}

/// The tiles of the rack that an action lays.
pub fn laid(view: &View<'_>, action: &Action) -> TileCounts {
    let Action::Play(table) = action else {
        return TileCounts::EMPTY;
    };
    match (table.counts(), view.table.counts()) {
        (Ok(after), Ok(before)) => after.saturating_sub(&before),
        _ => TileCounts::EMPTY,
    }
}

/// Whether laying nothing is legal whatever the rack holds.
pub fn may_idle(view: &View<'_>) -> bool {
    !view.rules.must_lay(view.pool_len, view.has_opened())
}

/// How many tiles a laid joker counts as where few tiles are to be laid.
const JOKER: i32 = 4;

/// The goal of changing this rack least: the fewest tiles, and no joker where other tiles will do.
pub fn fewest_tiles(rack: &TileCounts) -> Goal {
    let mut weights = Weights::all(-1);
    for (tile, _) in rack.kinds().filter(|(tile, _)| tile.is_joker()) {
        weights.set(tile, -JOKER);
    }
    Goal::Weighted(Arc::new(weights))
}

/// The goal of keeping as few points on this rack as can be, where each tile counts so many points
/// more.
pub fn most_points(rules: &RuleSet, rack: &TileCounts, more: i32) -> Goal {
    let mut weights = Weights::all(0);
    for (tile, _) in rack.kinds() {
        let points = rules.rack_points(&TileCounts::from_iter([tile]));
        weights.set(tile, points as i32 + more);
    }
    Goal::Weighted(Arc::new(weights))
}

/// A solver's refusal, as the fault of the bot that asked.
pub fn fault(error: &SolveError) -> BotFault {
    BotFault::Crash(error.to_string())
}
