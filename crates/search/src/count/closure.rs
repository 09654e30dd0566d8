//! Playable multisets as all sums of legal sets, kept in memory.

use rummilab_core::{RuleSet, TileCounts};
use rummilab_solver::catalogue::Catalogue;
use rustc_hash::FxHashSet;

use super::{CountError, CountProgress, MOST_MULTISETS, Playable};

/// Multisets looked at between two calls of `watch`.
const WATCH_EVERY: usize = 1 << 16;

/// Begins with no tiles and adds one set of the catalogue after the other to all multisets so far.
/// These include the sums, so each set is added as often as it fits.
pub(super) fn count(
    rules: &RuleSet,
    jokers: u8,
    most: usize,
    watch: &mut dyn FnMut(CountProgress) -> bool,
) -> Result<Playable, CountError> {
    let catalogue = Catalogue::new(rules);
    let sets = catalogue.sets();
    let mut found = vec![TileCounts::EMPTY];
    let mut known: FxHashSet<TileCounts> = found.iter().copied().collect();
    for (done, set) in sets.iter().enumerate() {
        let mut next = 0;
        while let Some(before) = found.get(next) {
            if next % WATCH_EVERY == 0 {
                let progress = CountProgress {
                    done,
                    known: sets.len(),
                };
                if !watch(progress) {
                    return Err(CountError::Stopped);
                }
            }
            next += 1;
            let Some(sum) = before.checked_add(&set.tiles) else {
                continue;
            };
            let fits = sum.len() <= most && sum.jokers() <= jokers;
            if !fits || rules.excess(&sum).is_some() || !known.insert(sum) {
                continue;
            }
            if found.len() == MOST_MULTISETS {
                return Err(CountError::TooMany);
            }
            found.push(sum);
        }
    }
    let numbers = rules.deck().without_jokers().len();
    let most = most.min(numbers + usize::from(jokers));
    let mut by_tiles = vec![0; most + 1];
    for multiset in found.iter().filter(|found| found.jokers() == jokers) {
        by_tiles[multiset.len()] += 1;
    }
    Ok(Playable {
        by_tiles,
        states: None,
    })
}
