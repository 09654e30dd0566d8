//! The question "what can be laid?": every choice of rack tiles that makes a legal turn, or the
//! best of them, answered by plain repetition for every solver. How a choice is laid is answered by
//! [`Solver::go_out`] with these tiles as the rack.
//!
//! Laying nothing is a turn too, and never listed. [`Goal::OpeningValue`] is no goal for a list: it
//! does not ask for turns.

use std::cmp::{Ordering, Reverse};

use rummilab_core::{JokerKind, OpeningTableAccess, Position, RuleSet, Tile, TileCounts};

use crate::catalogue::Catalogue;
use crate::goal::{Goal, Score};
use crate::{SolveError, Solver, Unsupported};

/// Rack tiles that can be laid together: at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The tiles.
    pub tiles: TileCounts,
    /// How good laying them is for the goal.
    pub score: Score,
}

/// What a list of plays leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omitted {
    /// Nothing: these are all plays.
    Nothing,
    /// Plays that come later in the order of the list.
    Later,
    /// The work limit was reached: others are missing, and unless the list is empty its first play
    /// is the best.
    Unknown,
}

/// The plays of a position, in the order of [`in_order`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plays {
    /// The first ones, as many as were asked for or as there are.
    pub plays: Vec<Play>,
    /// What else there is.
    pub rest: Omitted,
}

/// How long a list may become, and how much work it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLimits {
    /// The most plays listed.
    pub most: usize,
    /// The most work, in units of the solver: choices of tiles asked about by repetition, states by
    /// a search.
    pub work: u64,
}

impl ListLimits {
    /// The best so many, with enough work for racks of a common size.
    pub const fn best(most: usize) -> ListLimits {
        ListLimits {
            most,
            work: 1 << 20,
        }
    }
}

impl Default for ListLimits {
    /// Lists of up to 2^20 plays.
    fn default() -> ListLimits {
        ListLimits::best(1 << 20)
    }
}

/// The order of a list: the larger score first. Of equal ones the play comes first that holds more
/// of the lowest tile in which they differ. Tiles are ordered by value, then by colour in the order
/// of the rules, then jokers in the order of [`JokerKind::ALL`].
pub fn in_order(rules: &RuleSet, a: &Play, b: &Play) -> Ordering {
    Reverse(a.score).cmp(&Reverse(b.score)).then_with(|| {
        let numbers = (1..=rules.values).flat_map(|value| {
            let colours = rules.colours().iter();
            colours.filter_map(move |colour| Tile::number(*colour, value))
        });
        let mut tiles = numbers.chain(JokerKind::ALL.map(Tile::joker));
        let differ = |tile: Tile| match b.tiles.count(tile).cmp(&a.tiles.count(tile)) {
            Ordering::Equal => None,
            order => Some(order),
        };
        tiles.find_map(differ).unwrap_or(Ordering::Equal)
    })
}

/// Refuses the goal that a list of plays cannot have.
pub fn refuse_own_sets(solver: &str, goal: &Goal) -> Result<(), Unsupported> {
    match goal {
        Goal::OpeningValue => Err(Unsupported {
            solver: solver.to_owned(),
            option: "a list of plays by opening value".to_owned(),
        }),
        _ => Ok(()),
    }
}

/// The rack tiles that a turn could lay as far as single sets tell: those that some set of the
/// tiles at hand holds. The other ones stay on the rack whatever else happens.
pub fn useful(rules: &RuleSet, position: &Position) -> TileCounts {
    let mut rack = position.rack;
    if !position.opened && !rules.opening_jokers {
        rack = rack.without_jokers();
    }
    let uses_table =
        position.opened || rules.opening_table_access == OpeningTableAccess::AfterThreshold;
    let all = match uses_table {
        true => position.table.checked_add(&rack).unwrap_or(rack),
        false => rack,
    };
    let catalogue = Catalogue::of_tiles(rules, &all);
    let in_a_set = |tile: &Tile| {
        catalogue
            .sets()
            .iter()
            .any(|set| set.tiles.count(*tile) > 0)
    };
    // A joker may be spare in every set that a catalogue knows.
    rack.tiles()
        .filter(|tile| tile.is_joker() || in_a_set(tile))
        .collect()
}

/// Every choice of these tiles but the empty one; `None` if there are more than `most`.
pub fn choices(tiles: &TileCounts, most: u64) -> Option<Vec<TileCounts>> {
    let each = tiles.kinds().map(|(_, count)| u64::from(count) + 1);
    let all = each.fold(1_u64, u64::saturating_mul);
    if all - 1 > most {
        return None;
    }
    let mut choices = vec![TileCounts::EMPTY];
    for (tile, count) in tiles.kinds() {
        let mut with: Vec<TileCounts> = choices.clone();
        for _ in 0..count {
            with.retain_mut(|choice| choice.insert(tile));
            choices.extend(&with);
        }
    }
    choices.swap_remove(0);
    Some(choices)
}

/// The plays of a position, by asking about one choice of tiles after the other, the first in the
/// order of the list first.
pub fn plays_by_repetition<S: Solver + ?Sized>(
    solver: &mut S,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    limits: ListLimits,
) -> Result<Plays, SolveError> {
    refuse_own_sets(solver.name(), goal)?;
    solver.supports(rules, goal)?;
    position.check(rules).map_err(SolveError::TooManyCopies)?;
    let useful = useful(rules, position);
    let Some(choices) = choices(&useful, limits.work) else {
        return best_alone(solver, rules, position, goal, limits);
    };
    let mut candidates: Vec<Play> = choices
        .into_iter()
        .map(|tiles| Play {
            tiles,
            score: goal.score(&tiles, 0),
        })
        .collect();
    candidates.sort_unstable_by(|a, b| in_order(rules, a, b));
    confirmed(candidates, limits.most, |play| {
        lies(solver, rules, position, &play.tiles)
    })
}

/// Whether a turn can lay exactly these rack tiles.
pub fn lies<S: Solver + ?Sized>(
    solver: &mut S,
    rules: &RuleSet,
    position: &Position,
    tiles: &TileCounts,
) -> Result<bool, SolveError> {
    let position = Position {
        rack: *tiles,
        ..position.clone()
    };
    Ok(solver.go_out(rules, &position)?.is_some())
}

/// The first so many of these candidates, all of them in order, that pass.
pub fn confirmed(
    candidates: Vec<Play>,
    most: usize,
    mut passes: impl FnMut(&Play) -> Result<bool, SolveError>,
) -> Result<Plays, SolveError> {
    let mut plays = Vec::new();
    for play in candidates {
        if passes(&play)? {
            if plays.len() == most {
                return Ok(Plays {
                    plays,
                    rest: Omitted::Later,
                });
            }
            plays.push(play);
        }
    }
    Ok(Plays {
        plays,
        rest: Omitted::Nothing,
    })
}

/// Where a list takes too much work: one best play, if it is one that lays something.
pub fn best_alone<S: Solver + ?Sized>(
    solver: &mut S,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    limits: ListLimits,
) -> Result<Plays, SolveError> {
    let best = solver.solve(rules, position, goal)?.into_verified();
    let best = best.filter(|best| !best.played.is_empty() && limits.most > 0);
    Ok(Plays {
        plays: best
            .map(|best| Play {
                tiles: best.played,
                score: best.score,
            })
            .into_iter()
            .collect(),
        rest: Omitted::Unknown,
    })
}
