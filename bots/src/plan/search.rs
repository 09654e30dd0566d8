//! A search of a few turns in which both players lay safe single tiles, judged by how many of these
//! each has then.

use rummilab_core::TileCounts;
use rustc_hash::FxHashMap;

use super::duel::{Duel, Move};
use super::singles::Singles;
use crate::standoff::{NoAnswer, PartitionQueries};

/// What a safe single tile of the player to move is worth, and one of the other. The weights were
/// found by trials, as those of `safe`.
pub(super) const OWN: i64 = 30;
const OTHER: i64 = 12;
/// What it is worth to have none although a tile must be laid.
const LOST: i64 = -1000;

/// More than any value.
pub const MOST: i64 = 1_000_000;

/// Alpha-beta over safe single tiles (Knuth and Moore 1975). Larger plays and points are left out.
#[derive(Debug, Default)]
pub struct Search {
    singles: Singles,
    /// By table: the unlaid kinds of which one more can be laid.
    fits: FxHashMap<TileCounts, TileCounts>,
}

impl Search {
    /// The value for the player to move after the best `turns` turns, exact between `low` and
    /// `high`.
    pub fn value(
        &mut self,
        duel: &Duel,
        queries: &mut PartitionQueries<'_>,
        turns: usize,
        (mut low, high): (i64, i64),
    ) -> Result<i64, NoAnswer> {
        let me = duel.to_move;
        let fits = self.fits(duel, queries)?;
        let safe = self.singles.safe(duel, me, &fits, queries)?;
        if safe.is_empty() && duel.racks[me].kinds().any(|(tile, _)| fits.count(tile) > 0) {
            return Ok(LOST);
        }
        if turns == 0 || safe.is_empty() {
            let theirs = self.singles.safe(duel, 1 - me, &fits, queries)?;
            return Ok(OWN * safe.len() as i64 - OTHER * theirs.len() as i64);
        }
        let mut best = -MOST;
        for tile in safe {
            let next = duel.after(Move::Lay(TileCounts::from_iter([tile])));
            best = best.max(-self.value(&next, queries, turns - 1, (-high, -low))?);
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        Ok(best)
    }

    fn fits(
        &mut self,
        duel: &Duel,
        queries: &mut PartitionQueries<'_>,
    ) -> Result<TileCounts, NoAnswer> {
        if let Some(known) = self.fits.get(&duel.table) {
            return Ok(*known);
        }
        let fits = queries.one_more(&duel.table, &duel.unlaid())?;
        self.fits.insert(duel.table, fits);
        Ok(fits)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_core::RuleSet;
    use rummilab_core::notation::parse_counts;

    use super::*;
    use crate::solvers::SearchSolver;

    /// The value by looking at every turn, without bounds and memory.
    fn plain(duel: &Duel, queries: &mut PartitionQueries<'_>, turns: usize) -> i64 {
        let mut safe = [0, 1].map(|player| {
            let from = Duel {
                to_move: player,
                ..duel.clone()
            };
            let rack = duel.racks[player];
            let fits = queries.one_more(&duel.table, &rack).unwrap();
            let one = |tile| TileCounts::from_iter([tile]);
            let plays: Vec<TileCounts> = fits.kinds().map(|(tile, _)| one(tile)).collect();
            let stops = |laid: &TileCounts| rack.len() > 1 && from.stops(queries, laid).unwrap();
            (fits, plays.into_iter().filter(stops).collect())
        });
        let (other, own): (Vec<TileCounts>, Vec<TileCounts>) = {
            let me = duel.to_move;
            (
                std::mem::take(&mut safe[1 - me].1),
                std::mem::take(&mut safe[me].1),
            )
        };
        if own.is_empty() && !safe[duel.to_move].0.is_empty() {
            return LOST;
        }
        if turns == 0 || own.is_empty() {
            return OWN * own.len() as i64 - OTHER * other.len() as i64;
        }
        let next = own.iter().map(|laid| duel.after(Move::Lay(*laid)));
        next.map(|next| -plain(&next, queries, turns - 1))
            .max()
            .unwrap()
    }

    #[test]
    fn bounds_and_memory_change_no_value() {
        let rules = RuleSet::preset("original").unwrap();
        let tiles = |text| parse_counts(text, &rules).unwrap();
        let racks = [
            "R2 R6 R7 B6 B2 K1 K1 O1 O1 K13",
            "R1 R8 B1 B7 R2 K9 K9 O9 O11",
        ];
        let duel = Duel {
            to_move: 0,
            racks: racks.map(tiles),
            table: tiles("R3 R4 R5 B3 B4 B5"),
            passes: 0,
        };
        let mut solver = SearchSolver::new();
        let mut queries = PartitionQueries::new(&rules, &mut solver, u64::MAX);
        let mut values = std::collections::BTreeSet::new();
        let mut search = Search::default();
        for turns in 0..5 {
            let expected = plain(&duel, &mut queries, turns);
            let found = search.value(&duel, &mut queries, turns, (-MOST, MOST));
            assert_eq!(found.unwrap(), expected, "{turns} turns");
            let narrow = (expected - 1, expected + 1);
            let found = search.value(&duel, &mut queries, turns, narrow);
            assert_eq!(found.unwrap(), expected, "{turns} turns, narrow");
            values.insert(expected);
        }
        assert!(values.len() > 1, "{values:?}");
    }
}
