//! Small plays that do not let the other out, the best first, by a value that says what is kept and
//! what both players can lay next.

use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};

use super::duel::{Duel, Move, Safe};
use super::search::{MOST, Search};
use super::stopper::filtered;
use super::turn::Plan;
use crate::standoff::{NoAnswer, PartitionQueries, larger_plays, one_by_one};

/// With a tile in the pool, for how many of the tiles that it can be plays are valued, and over how
/// many turns at most.
const WORLDS: usize = 2;
const TURNS: usize = 3;

impl Plan {
    /// The safe plays among the small plays that are tried, the best first. Larger plays are tried
    /// only where no single tile keeps as many tiles beside a stopper. One tile of each kind of
    /// `fits` can be laid.
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
        match self.by_value(duel, queries, stream, &mut safe) {
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

    /// Sorts the first plays by their values; with a tile in the pool, in a few of the positions
    /// that may be.
    fn by_value(
        &self,
        duel: &Duel,
        queries: &mut PartitionQueries<'_>,
        stream: &mut Stream,
        safe: &mut [Safe],
    ) -> Result<(), NoAnswer> {
        let width = self.effort.width.min(safe.len());
        if width < 2 {
            return Ok(());
        }
        let turns = if queries.hides_a_tile() {
            self.effort.turns.min(TURNS)
        } else {
            self.effort.turns
        };
        let worlds = match turns {
            0 => vec![duel.clone()],
            _ => worlds(duel, queries, stream),
        };
        let mut values = vec![0; width];
        for world in &worlds {
            let mut search = Search::default();
            let mut best = -MOST;
            for (play, sum) in safe[..width].iter().zip(&mut values) {
                let kept = kept(play);
                let value = if turns == 0 {
                    kept + room(world, queries, play)?
                } else {
                    let next = world.after(Move::Lay(play.laid));
                    // In one of several positions a play may be worse than others and yet best.
                    let most = match worlds.len() {
                        1 => (kept - best).saturating_add(1).min(MOST),
                        _ => MOST,
                    };
                    kept - search.value(&next, queries, turns - 1, (-MOST, most))?
                };
                best = best.max(value);
                *sum += value;
            }
        }
        let mut valued: Vec<(i64, Safe)> = values.into_iter().zip(safe.iter().copied()).collect();
        valued.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        for (place, (_, play)) in safe.iter_mut().zip(valued) {
            *place = play;
        }
        Ok(())
    }
}

/// The position; with a tile in the pool, some of those that it may be.
fn worlds(duel: &Duel, queries: &PartitionQueries<'_>, stream: &mut Stream) -> Vec<Duel> {
    let mut pool: Vec<Tile> = queries.hidden().tiles().collect();
    if pool.is_empty() {
        return vec![duel.clone()];
    }
    stream.shuffle(&mut pool);
    let drawn = pool.into_iter().take(WORLDS).map(|tile| {
        let mut world = duel.clone();
        let _ = world.racks[1 - duel.to_move].remove(tile);
        world
    });
    drawn.collect()
}

/// What a play keeps: tiles that can still be laid beside a stopper count most. The weights were
/// found by trials around others (experiments/champion/README.md); small changes gain nothing that
/// shows.
fn kept(play: &Safe) -> i64 {
    let more = i64::from(play.laid.jokers()) + play.laid.len() as i64 - 1;
    65 * play.spare as i64 - 200 * more
}

/// How few kinds of the other fit after a play, and a little how many own ones do beside a stopper.
fn room(duel: &Duel, queries: &mut PartitionQueries<'_>, play: &Safe) -> Result<i64, NoAnswer> {
    let (me, other) = (duel.to_move, 1 - duel.to_move);
    let Some(table) = duel.table.checked_add(&play.laid) else {
        return Ok(-MOST);
    };
    let kept = duel.racks[me].saturating_sub(&play.laid);
    let spare = kept.saturating_sub(&play.stopper);
    let fits = queries.one_more(&table, &duel.unlaid())?;
    let count = |tiles: &TileCounts| {
        let kinds = tiles.kinds().filter(|(tile, _)| fits.count(*tile) > 0);
        kinds.count() as i64
    };
    Ok(3 * count(&spare) - 30 * count(&duel.racks[other]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_chance::Key;
    use rummilab_core::RuleSet;
    use rummilab_core::notation::parse_counts;

    use super::*;
    use crate::solvers::SearchSolver;

    #[test]
    fn a_tile_that_may_be_in_the_pool_is_not_on_the_rack_of_the_other() {
        let rules = RuleSet::preset("tournament").unwrap();
        let tiles = |text| parse_counts(text, &rules).unwrap();
        let duel = Duel {
            to_move: 1,
            racks: [tiles("R1 R2 R2 B7"), tiles("K1 K9")],
            table: tiles("O1 O2 O3"),
            passes: 0,
        };
        let mut solver = SearchSolver::new();
        let mut stream = Stream::new(Key::sample(1, "worlds", 0));
        let known = PartitionQueries::new(&rules, &mut solver, 0);
        assert_eq!(worlds(&duel, &known, &mut stream)[0].racks, duel.racks);
        let hidden = tiles("R2 B7");
        let queries = known.without_one_of(hidden);
        let mut drawn = TileCounts::EMPTY;
        for world in worlds(&duel, &queries, &mut stream) {
            let tile = duel.racks[0].checked_sub(&world.racks[0]).unwrap();
            drawn = drawn.checked_add(&tile).unwrap();
            assert_eq!(world.racks[1], duel.racks[1]);
        }
        assert_eq!(drawn, hidden);
    }
}
