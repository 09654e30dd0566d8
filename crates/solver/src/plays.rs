//! The question "what can be laid?": every choice of rack tiles that makes a legal turn, or the
//! best of them. The answer here is by plain repetition, for any solver. [`Solver::go_out`] with
//! the chosen tiles as the rack finds the new table.
//!
//! Laying nothing is a turn too, but is never listed. A list cannot have [`Goal::OpeningValue`],
//! because that goal does not ask for turns.

use std::cmp::{Ordering, Reverse};

use rummilab_core::{JokerKind, OpeningTableAccess, Position, RuleSet, Tile, TileCounts};

use crate::catalogue::Catalogue;
use crate::goal::{Goal, Score};
use crate::{SolveError, Solver, Unsupported, best_known, unless_given_up};

/// Rack tiles that can be laid together: at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The tiles.
    pub tiles: TileCounts,
    /// Its score for the goal.
    pub score: Score,
}

/// The plays that a list leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omitted {
    /// None: the list is complete.
    Nothing,
    /// Plays that come later in the order of the list.
    Later,
    /// The work limit was reached. Plays are missing; the first play, if any, is still the best.
    Unknown,
}

/// The plays of a position, in the order of [`in_order`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plays {
    /// The first plays, up to the number asked for.
    pub plays: Vec<Play>,
    /// The plays that are missing.
    pub rest: Omitted,
}

impl Plays {
    /// A list; a question that was given up is one without any play of it.
    ///
    /// # Errors
    /// Every error but [`SolveError::GaveUp`].
    pub fn or_unknown(found: Result<Plays, SolveError>) -> Result<Plays, SolveError> {
        Ok(unless_given_up(found)?.unwrap_or_else(Plays::unknown))
    }

    /// The list of a question that was given up.
    pub fn unknown() -> Plays {
        Plays {
            plays: Vec::new(),
            rest: Omitted::Unknown,
        }
    }
}

/// Limits on the length of a list and on the work for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListLimits {
    /// The most plays listed.
    pub most: usize,
    /// Most work, in units of the solver: choices asked about by repetition, states of a search.
    pub work: u64,
}

impl ListLimits {
    /// The best `most` plays, with enough work for racks of a common size.
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

/// The order of a list: larger scores first. Of two plays with equal scores, take the lowest tile
/// in which they differ: the play with more copies of it comes first. Tiles are ordered by value,
/// then by colour in the order of the rules, then jokers in the order of [`JokerKind::ALL`].
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

/// Refuses the goal that a list of plays does not support.
pub fn refuse_own_sets(solver: &str, goal: &Goal) -> Result<(), Unsupported> {
    match goal {
        Goal::OpeningValue => Err(Unsupported {
            solver: solver.to_owned(),
            option: "a list of plays by opening value".to_owned(),
        }),
        _ => Ok(()),
    }
}

/// The rack tiles that occur in some set of the available tiles. The others stay on the rack in any
/// turn.
pub fn useful(rules: &RuleSet, position: &Position) -> TileCounts {
    let mut rack = position.rack;
    if !position.opened && !rules.opening_jokers {
        rack = rack.without_jokers();
    }
    let uses_table =
        position.opened || rules.opening_table_access == OpeningTableAccess::AfterThreshold;
    let all = if uses_table {
        position.table.checked_add(&rack).unwrap_or(rack)
    } else {
        rack
    };
    let catalogue = Catalogue::of_tiles(rules, &all);
    let in_a_set = |tile: &Tile| {
        catalogue
            .sets()
            .iter()
            .any(|set| set.tiles.count(*tile) > 0)
    };
    // A joker may be spare in any set of a catalogue.
    rack.tiles()
        .filter(|tile| tile.is_joker() || in_a_set(tile))
        .collect()
}

/// Every non-empty choice of these tiles; `None` if there are more than `most`.
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

/// The plays of a position, found by asking about one choice of tiles after the other in the order
/// of the list.
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
        can_lay(solver, rules, position, &play.tiles)
    })
}

/// Whether a turn can lay exactly these rack tiles.
pub fn can_lay<S: Solver + ?Sized>(
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

/// The first `most` of these candidates that pass. The candidates must be in order.
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

/// The answer if a list takes too much work: one best play, if it lays something.
pub fn best_alone<S: Solver + ?Sized>(
    solver: &mut S,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    limits: ListLimits,
) -> Result<Plays, SolveError> {
    let best = best_known(solver, rules, position, goal)?;
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
