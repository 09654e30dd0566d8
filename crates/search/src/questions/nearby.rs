//! Plays near the best one, which leave out a few of its tiles.
//!
//! They cost no search. If there are as many as a list asks for, they bound the list from below.

use rummilab_core::{RuleSet, Tile, TileCounts};
use rummilab_solver::Verified;

use crate::questions::Worth;

/// The most adjacent tiles that are taken out of a set which stays. Larger removals are nearly
/// always worth more than tiles of other sets.
const MOST_OUT: usize = 3;

/// Tiles that can be left out of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Removal {
    worth: i64,
    tiles: TileCounts,
    /// The index of the set that they are taken out of.
    set: usize,
}

/// A worth that at least this number of plays reach: the best one, and those that lack tiles of one
/// or two of its sets. `None` if there are fewer.
pub fn worth_of_several(
    rules: &RuleSet,
    best: &Verified,
    worth: &Worth<'_>,
    plays: usize,
) -> Option<i64> {
    let mut removals: Vec<Removal> = Vec::new();
    for (set, of) in best.sets().iter().enumerate() {
        add_removals(rules, of.tiles(), &best.played, |tiles| {
            let worth = worth.total(&tiles);
            removals.push(Removal { worth, tiles, set });
        });
    }
    removals.sort_unstable();
    removals.dedup();
    removals.truncate(2 * plays);
    let mut left_out: Vec<(i64, TileCounts)> = vec![(0, TileCounts::EMPTY)];
    for (i, one) in removals.iter().enumerate() {
        left_out.push((one.worth, one.tiles));
        for other in removals[..i].iter().filter(|other| other.set != one.set) {
            if let Some(both) = one.tiles.checked_add(&other.tiles) {
                left_out.push((one.worth + other.worth, both));
            }
        }
    }
    left_out.retain(|(_, tiles)| {
        let laid = best.played.checked_sub(tiles);
        laid.is_some_and(|laid| !laid.is_empty())
    });
    left_out.sort_unstable();
    left_out.dedup();
    let (loss, _) = left_out.get(plays.checked_sub(1)?)?;
    Some(worth.total(&best.played) - loss)
}

/// Adds every row of adjacent tiles of a set that are among these and that the others can do
/// without.
fn add_removals(
    rules: &RuleSet,
    set: &[Tile],
    played: &TileCounts,
    mut add: impl FnMut(TileCounts),
) {
    let lies = |tiles: &[Tile]| tiles.is_empty() || rules.lay_out(tiles).is_some();
    for start in 0..set.len() {
        let ends = start + 1..=set.len().min(start + MOST_OUT);
        let whole = (start == 0 && set.len() > MOST_OUT).then_some(set.len());
        for end in ends.chain(whole) {
            let removed: TileCounts = set[start..end].iter().copied().collect();
            if played.checked_sub(&removed).is_none() {
                break;
            }
            let rest = [&set[..start], &set[end..]];
            if rest.iter().all(|part| lies(part)) || lies(&rest.concat()) {
                add(removed);
            }
        }
    }
}
