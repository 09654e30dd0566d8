//! Small plays that do not let the other out, the best first, by a value that says what is kept and
//! what both players can lay next.

use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};

use super::duel::{Duel, Move, Safe};
use super::effort::PlanEffort;
use super::search::{MOST, OWN, Search};
use super::stopper::filtered;
use super::turn::Plan;
use crate::standoff::{NoAnswer, PartitionQueries, larger_plays, one_by_one};

/// With a tile in the pool, for how many of the tiles that it can be plays are valued, and over how
/// many turns at most.
const WORLDS: usize = 2;
const TURNS: usize = 3;

/// Over how many turns the best plays are then valued once more, and how far behind the best they
/// may be, in the mean of these positions: by one tile that can be laid safely.
const DEEPER: usize = 5;
const NEAR: i64 = OWN;

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

    /// Sorts the first plays by their values. With a tile in the pool these are sums over a few of
    /// the positions that may be, and a deeper search sorts the best plays once more.
    fn by_value(
        &self,
        duel: &Duel,
        queries: &mut PartitionQueries<'_>,
        stream: &mut Stream,
        safe: &mut [Safe],
    ) -> Result<(), NoAnswer> {
        let PlanEffort {
            width,
            turns,
            deeper,
            ..
        } = self.effort;
        let width = width.min(safe.len());
        if width < 2 {
            return Ok(());
        }
        let turns = if queries.hides_a_tile() {
            turns.min(TURNS)
        } else {
            turns
        };
        let mut worlds = match turns {
            0 => vec![World::from(duel.clone())],
            _ => worlds(duel, queries, stream),
        };
        let goes_deeper = queries.hides_a_tile() && deeper > 1;
        let behind = if goes_deeper {
            NEAR * worlds.len() as i64
        } else {
            0
        };
        let values = sort_by_value(&mut safe[..width], &mut worlds, queries, (turns, behind))?;
        let close = values.partition_point(|value| *value >= values[0] - behind);
        if goes_deeper && close > 1 {
            let close = &mut safe[..close.min(deeper)];
            sort_by_value(close, &mut worlds, queries, (DEEPER, 0))?;
        }
        Ok(())
    }
}

/// A position that may be, and the search in it.
struct World {
    duel: Duel,
    search: Search,
}

impl World {
    /// The value of a play after so many turns, exact from `least` on.
    fn value(
        &mut self,
        play: &Safe,
        queries: &mut PartitionQueries<'_>,
        turns: usize,
        least: i64,
    ) -> Result<i64, NoAnswer> {
        let kept = kept(play);
        let Some(turns) = turns.checked_sub(1) else {
            return Ok(kept + room(&self.duel, queries, play)?);
        };
        let next = self.duel.after(Move::Lay(play.laid));
        let most = (kept - least).saturating_add(1).min(MOST);
        Ok(kept - self.search.value(&next, queries, turns, (-MOST, most))?)
    }
}

impl From<Duel> for World {
    fn from(duel: Duel) -> World {
        World {
            duel,
            search: Search::default(),
        }
    }
}

/// The position; with a tile in the pool, some of those that it may be.
fn worlds(duel: &Duel, queries: &PartitionQueries<'_>, stream: &mut Stream) -> Vec<World> {
    let mut pool: Vec<Tile> = queries.hidden().tiles().collect();
    if pool.is_empty() {
        return vec![World::from(duel.clone())];
    }
    stream.shuffle(&mut pool);
    let drawn = pool.into_iter().take(WORLDS).map(|tile| {
        let mut world = duel.clone();
        let _ = world.racks[1 - duel.to_move].remove(tile);
        World::from(world)
    });
    drawn.collect()
}

/// Sorts plays by their values after so many turns, summed over these positions, and returns these.
/// Those at most `behind` the best are exact, others may be smaller still.
fn sort_by_value(
    safe: &mut [Safe],
    worlds: &mut [World],
    queries: &mut PartitionQueries<'_>,
    (turns, behind): (usize, i64),
) -> Result<Vec<i64>, NoAnswer> {
    let Some((last, others)) = worlds.split_last_mut() else {
        return Ok(vec![0; safe.len()]);
    };
    let mut best = -MOST;
    let mut values = Vec::new();
    for play in &*safe {
        let mut value = 0;
        for world in &mut *others {
            value += world.value(play, queries, turns, -MOST)?;
        }
        value += last.value(play, queries, turns, best - behind - value)?;
        best = best.max(value);
        values.push(value);
    }
    let mut valued: Vec<(i64, Safe)> = values.into_iter().zip(safe.iter().copied()).collect();
    valued.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    for (place, (_, play)) in safe.iter_mut().zip(&valued) {
        *place = *play;
    }
    Ok(valued.into_iter().map(|(value, _)| value).collect())
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
        assert_eq!(worlds(&duel, &known, &mut stream)[0].duel.racks, duel.racks);
        let hidden = tiles("R2 B7");
        let queries = known.without_one_of(hidden);
        let mut drawn = TileCounts::EMPTY;
        for World { duel: world, .. } in worlds(&duel, &queries, &mut stream) {
            let tile = duel.racks[0].checked_sub(&world.racks[0]).unwrap();
            drawn = drawn.checked_add(&tile).unwrap();
            assert_eq!(world.racks[1], duel.racks[1]);
        }
        assert_eq!(drawn, hidden);
    }

    #[test]
    fn bounds_change_neither_the_best_plays_nor_their_values() {
        let rules = RuleSet::preset("tournament").unwrap();
        let tiles = |text| parse_counts(text, &rules).unwrap();
        let racks = [
            "R2 R6 R7 B6 B2 K1 K1 O1 O1 K13 O7",
            "R1 R8 B1 B7 R2 K9 K9 O9 O11 B8",
        ];
        let duel = Duel {
            to_move: 0,
            racks: racks.map(tiles),
            table: tiles("R3 R4 R5 B3 B4 B5 O4 O5 O6"),
            passes: 0,
        };
        let mut solver = SearchSolver::new();
        let queries = PartitionQueries::new(&rules, &mut solver, u64::MAX);
        let mut queries = queries.without_one_of(tiles("R8 B7 O9"));
        let plays: Vec<Safe> = ["O7", "R6", "R2", "B6", "B2"]
            .map(|laid| Safe {
                laid: tiles(laid),
                stopper: TileCounts::EMPTY,
                spare: 6,
                risk: 0,
            })
            .into();
        let mut sorted = |behind| {
            let mut plays = plays.clone();
            let mut stream = Stream::new(Key::sample(1, "bounds", 0));
            let mut worlds = worlds(&duel, &queries, &mut stream);
            let values = sort_by_value(&mut plays, &mut worlds, &mut queries, (3, behind));
            let laid: Vec<TileCounts> = plays.iter().map(|play| play.laid).collect();
            (laid, values.unwrap())
        };
        let (plays, values) = sorted(MOST);
        assert!(values[0] > *values.last().unwrap(), "{values:?}");
        for behind in [0, 30, 100] {
            let (found, bounded) = sorted(behind);
            let exact = values.partition_point(|value| *value >= values[0] - behind);
            assert_eq!(found[..exact], plays[..exact], "{behind}");
            assert_eq!(bounded[..exact], values[..exact], "{behind}");
            assert!(
                bounded[exact..]
                    .iter()
                    .all(|value| *value < values[0] - behind)
            );
        }
    }
}
