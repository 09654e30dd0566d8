//! A search of a few turns in which both players lay safe single tiles, judged by how many of these
//! each has then.

use rummilab_core::TileCounts;
use rustc_hash::FxHashMap;

use super::duel::{Duel, Move};
use super::singles::Singles;
use crate::standoff::{NoAnswer, PartitionQueries};

/// What a safe single tile of the player to move is worth, and one of the other. The weights were
/// found by trials, as those of `safe`.
const OWN: i64 = 30;
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
        let racks = [duel.to_move, 1 - duel.to_move].map(|player| duel.racks[player]);
        let fits = self.fits(duel, queries)?;
        let safe = self.singles.safe(&racks[0], &fits, queries)?;
        if safe.is_empty() && racks[0].kinds().any(|(tile, _)| fits.count(tile) > 0) {
            return Ok(LOST);
        }
        if turns == 0 || safe.is_empty() {
            let theirs = self.singles.safe(&racks[1], &fits, queries)?;
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
