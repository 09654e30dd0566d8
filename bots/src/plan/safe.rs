//! Small plays that do not let the other out, the best first. Looks no further ahead than the tiles
//! that fit next.

use rummilab_chance::Stream;
use rummilab_core::TileCounts;

use super::duel::{Duel, Safe};
use super::stopper::filtered;
use super::turn::Plan;
use crate::standoff::{NoAnswer, PartitionQueries, larger_plays, one_by_one};

impl Plan {
    /// The safe plays among the small plays that are tried, the best first. A play ranks higher the
    /// more tiles can be laid after it while a stopper is kept. Ties go to plays that leave the
    /// player's own spare tiles much room and the other's little. Larger plays are tried only where
    /// no single tile keeps as much. `fits` are the kinds of which one tile can be laid.
    pub(super) fn candidates(
        &mut self,
        duel: &Duel,
        fits: &TileCounts,
        queries: &mut PartitionQueries<'_>,
        stream: &mut Stream,
    ) -> Result<Vec<Safe>, NoAnswer> {
        let rack = duel.racks[duel.to_move];
        let alone: TileCounts = rack
            .kinds()
            .map(|(tile, _)| tile)
            .filter(|tile| fits.count(*tile) > 0)
            .collect();
        let end = queries.left().saturating_sub(self.effort.again);
        let mut safe = Vec::new();
        for laid in one_by_one(&alone) {
            self.judge(duel, laid, (&mut *queries, end), stream, &mut safe)?;
        }
        let smallest = self.found.first().map_or(0, TileCounts::len);
        let most = rack.len().saturating_sub(smallest);
        let single = safe.iter().map(|play| play.spare + 1).max();
        let breaks = single.is_none_or(|spare| spare < most);
        if breaks && !rack.saturating_sub(fits).is_empty() {
            for laid in larger_plays(queries, &duel.table, &rack, &alone)? {
                self.judge(duel, laid, (&mut *queries, end), stream, &mut safe)?;
            }
        }
        let least = safe.iter().map(|play| play.risk).min();
        safe.retain(|play| Some(play.risk) == least);
        safe.sort_by_key(|play| (std::cmp::Reverse(play.spare), play.laid.jokers()));
        match self.by_room(duel, queries, &mut safe) {
            Ok(()) | Err(NoAnswer::BudgetExhausted) => {}
            Err(halt) => return Err(halt),
        }
        safe.truncate(self.effort.plays);
        Ok(safe)
    }

    /// Adds a play to the safe ones if it is safe.
    fn judge(
        &mut self,
        duel: &Duel,
        laid: TileCounts,
        (queries, end): (&mut PartitionQueries<'_>, u64),
        stream: &mut Stream,
        safe: &mut Vec<Safe>,
    ) -> Result<(), NoAnswer> {
        let rack = duel.racks[duel.to_move];
        let Some(kept) = rack.checked_sub(&laid).filter(|kept| !kept.is_empty()) else {
            return Ok(());
        };
        let risk = queries.lets_out(&kept)?;
        if risk > 0 && !queries.hides_a_tile() {
            return Ok(());
        }
        let within =
            |found: &[TileCounts]| found.iter().find(|found| kept.contains(found)).copied();
        let stopper = match within(&self.found) {
            Some(stopper) => stopper,
            // If no stopper is known, all tiles that stay count as spare.
            None if self.found.is_empty() => TileCounts::EMPTY,
            None if queries.left() > end && queries.stops(&kept)? => {
                let stopper = filtered(queries, &kept, stream)?;
                self.remember(stopper);
                stopper
            }
            None => kept,
        };
        let spare = kept.len() - stopper.len();
        safe.push(Safe {
            laid,
            stopper,
            spare,
            risk,
        });
        Ok(())
    }

    /// Sorts the plays with as many spare tiles and jokers as the first by the room they leave.
    fn by_room(
        &self,
        duel: &Duel,
        queries: &mut PartitionQueries<'_>,
        safe: &mut [Safe],
    ) -> Result<(), NoAnswer> {
        let Some(best) = safe.first().copied() else {
            return Ok(());
        };
        let equal = safe.partition_point(|play| {
            play.spare == best.spare && play.laid.jokers() == best.laid.jokers()
        });
        let equal = equal.min(self.effort.width);
        if equal < 2 {
            return Ok(());
        }
        let mut rooms = Vec::new();
        for play in &safe[..equal] {
            rooms.push((-room(duel, queries, play)?, *play));
        }
        rooms.sort_by_key(|(room, _)| *room);
        for (place, (_, play)) in safe.iter_mut().zip(rooms) {
            *place = play;
        }
        Ok(())
    }
}

/// How many of the player's own spare kinds fit after a play, less those of the other's rack.
fn room(duel: &Duel, queries: &mut PartitionQueries<'_>, play: &Safe) -> Result<i64, NoAnswer> {
    let (me, other) = (duel.to_move, 1 - duel.to_move);
    let Some(table) = duel.table.checked_add(&play.laid) else {
        return Ok(0);
    };
    let kept = duel.racks[me].saturating_sub(&play.laid);
    let own = kept.saturating_sub(&play.stopper);
    let others = duel.racks[other];
    let fits = queries.one_more(&table, &duel.unlaid())?;
    let count = |tiles: &TileCounts| {
        let kinds = tiles.kinds().filter(|(tile, _)| fits.count(*tile) > 0);
        kinds.count() as i64
    };
    Ok(count(&own) - count(&others))
}
