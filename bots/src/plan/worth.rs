//! The value of a position in which the pool has just run empty: how many short playouts the player
//! to move wins, and how many more tiles of that player fit.

use std::collections::hash_map::Entry;

use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};
use rustc_hash::FxHashMap;

use super::duel::{Duel, Move};
use super::stopper::{remember, smallest};
use crate::standoff::{NoAnswer, PartitionQueries, larger_plays, one_by_one};

/// The value of a position that is won at once; all others are nearer to 0.
pub const OUT: f64 = 100.0;
/// What a tile that fits is worth, in games won. With it the values of openings agreed best with
/// what quick champions win after them (experiments/champion).
const ROOM: f64 = 0.2;
/// How many tiles a player looks at on a turn of a playout. With one the playouts say less, with
/// all of them no more.
const LOOKS: usize = 3;
/// How much more a tile counts that the other player could lay.
const OTHER: i64 = 3;

/// The work to evaluate one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorthEffort {
    /// Questions to search each rack for stoppers.
    pub search: u64,
    pub playouts: usize,
}

/// A rack is not searched if it holds so many of the stoppers that were found on others.
const KNOWN: usize = 4;

/// The small stoppers of racks, under the rules of one game. On which racks they were searched, and
/// so what a position is worth, depends a little on the positions before it.
#[derive(Debug, Default)]
pub struct Stoppers {
    /// By the rack and the tiles that may be in the pool.
    on_racks: FxHashMap<[TileCounts; 2], Vec<TileCounts>>,
    /// All that were found, the smallest first.
    found: Vec<TileCounts>,
}

impl Stoppers {
    /// One of the small stoppers of a rack.
    fn one_of(
        &mut self,
        rack: &TileCounts,
        queries: &mut PartitionQueries<'_>,
        search: u64,
        stream: &mut Stream,
    ) -> Result<TileCounts, NoAnswer> {
        let stoppers = match self.on_racks.entry([*rack, *queries.hidden()]) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let mut stoppers = known_on(rack, &self.found, queries)?;
                if stoppers.len() < KNOWN {
                    for stopper in smallest(queries, rack, search, stream)? {
                        remember(&mut self.found, stopper);
                        remember(&mut stoppers, stopper);
                    }
                }
                let least = stoppers.first().map_or(0, TileCounts::len);
                stoppers.truncate(stoppers.partition_point(|other| other.len() <= least + 1));
                unknown.insert(stoppers)
            }
        };
        Ok(stream.pick(stoppers).copied().unwrap_or_default())
    }
}

/// The first [`KNOWN`] of these stoppers that stop the other from this rack too. They do whatever
/// lies on the table, but not whatever is in the pool.
fn known_on(
    rack: &TileCounts,
    found: &[TileCounts],
    queries: &mut PartitionQueries<'_>,
) -> Result<Vec<TileCounts>, NoAnswer> {
    let mut known = Vec::new();
    for stopper in found.iter().filter(|stopper| rack.contains(stopper)) {
        if known.len() == KNOWN {
            break;
        }
        if queries.stops(stopper)? {
            known.push(*stopper);
        }
    }
    Ok(known)
}

/// The value for the player to move, from -[`OUT`] to [`OUT`]. Both have opened.
///
/// # Errors
/// [`NoAnswer::BudgetExhausted`] if the questions run out.
pub fn worth(
    duel: &Duel,
    queries: &mut PartitionQueries<'_>,
    stoppers: &mut Stoppers,
    effort: WorthEffort,
    stream: &mut Stream,
) -> Result<f64, NoAnswer> {
    let (own, other) = (&duel.racks[duel.to_move], &duel.racks[1 - duel.to_move]);
    // A player who is not stopped goes out: the player to move at once, the other on the next turn,
    // unless a spoiler stops that. After it both are stopped, and the other is to move.
    if !queries.stops(other)? {
        return Ok(OUT);
    }
    if queries.stops(own)? {
        return stopped(duel, queries, stoppers, effort, stream);
    }
    match spoiler(duel, queries)? {
        Some(laid) => Ok(-stopped(
            &duel.after(Move::Lay(laid)),
            queries,
            stoppers,
            effort,
            stream,
        )?),
        None => Ok(-OUT),
    }
}

/// A small play after which the other cannot go out, for a rack without a stopper: the cheapest
/// such tile, or else a larger play. `None` if none is found.
fn spoiler(
    duel: &Duel,
    queries: &mut PartitionQueries<'_>,
) -> Result<Option<TileCounts>, NoAnswer> {
    let rack = duel.racks[duel.to_move];
    let alone = queries.one_more(&duel.table, &rack)?;
    for laid in one_by_one(&alone) {
        if duel.stops(queries, &laid)? {
            return Ok(Some(laid));
        }
    }
    for laid in larger_plays(queries, &duel.table, &rack, &alone)? {
        if duel.stops(queries, &laid)? {
            return Ok(Some(laid));
        }
    }
    Ok(None)
}

/// The value between players who both hold a stopper.
fn stopped(
    duel: &Duel,
    queries: &mut PartitionQueries<'_>,
    stoppers: &mut Stoppers,
    effort: WorthEffort,
    stream: &mut Stream,
) -> Result<f64, NoAnswer> {
    let mut spare = duel.racks;
    for (rack, spare) in duel.racks.iter().zip(&mut spare) {
        let stopper = stoppers.one_of(rack, queries, effort.search, stream)?;
        *spare = rack.saturating_sub(&stopper);
    }
    let fits = queries.one_more(&duel.table, &duel.unlaid())?;
    let room = |player: usize| tiles_in(&duel.racks[player], &fits);
    let more = room(duel.to_move) - room(1 - duel.to_move);
    let mut won = 0;
    for _ in 0..effort.playouts {
        let start = ShortPlayout {
            to_move: duel.to_move,
            table: duel.table,
            spare,
            fits,
        };
        won += if start.loser(queries, stream)? == duel.to_move {
            -1
        } else {
            1
        };
    }
    let mean = f64::from(won) / effort.playouts.max(1) as f64;
    Ok((mean + ROOM * more as f64).clamp(-OUT, OUT))
}

/// The tiles of these that are of the kinds that fit.
fn tiles_in(tiles: &TileCounts, fits: &TileCounts) -> i64 {
    let kinds = tiles.kinds().filter(|(tile, _)| fits.count(*tile) > 0);
    kinds.map(|(_, count)| i64::from(count)).sum()
}

/// A playout in which each player lays spare tiles one by one. Larger plays and passes are left
/// out.
struct ShortPlayout {
    to_move: usize,
    table: TileCounts,
    spare: [TileCounts; 2],
    /// The spare kinds that fit.
    fits: TileCounts,
}

impl ShortPlayout {
    /// The player who first has no spare tile that fits.
    fn loser(
        mut self,
        queries: &mut PartitionQueries<'_>,
        stream: &mut Stream,
    ) -> Result<usize, NoAnswer> {
        while let Some((tile, fits)) = self.best(queries, stream)? {
            let _ = self.table.insert(tile);
            let _ = self.spare[self.to_move].remove(tile);
            self.fits = fits;
            self.to_move = 1 - self.to_move;
        }
        Ok(self.to_move)
    }

    /// Of a few random spare tiles that fit, the one after which the other has few that fit, and
    /// the kinds that fit then.
    fn best(
        &self,
        queries: &mut PartitionQueries<'_>,
        stream: &mut Stream,
    ) -> Result<Option<(Tile, TileCounts)>, NoAnswer> {
        let [own, other] = [self.to_move, 1 - self.to_move].map(|player| self.spare[player]);
        let kinds = own.kinds().map(|(tile, _)| tile);
        let mut kinds: Vec<Tile> = kinds.filter(|tile| self.fits.count(*tile) > 0).collect();
        stream.shuffle(&mut kinds);
        let unlaid = own.checked_add(&other).unwrap_or(own);
        let mut best: Option<(i64, Tile, TileCounts)> = None;
        for tile in kinds.into_iter().take(LOOKS) {
            let one = TileCounts::from_iter([tile]);
            let table = self.table.checked_add(&one).unwrap_or(self.table);
            let fits = queries.one_more(&table, &unlaid)?;
            let left = own.saturating_sub(&one);
            let theirs = OTHER * tiles_in(&other, &fits) - tiles_in(&left, &fits);
            if best.as_ref().is_none_or(|(least, ..)| theirs < *least) {
                best = Some((theirs, tile, fits));
            }
        }
        Ok(best.map(|(_, tile, fits)| (tile, fits)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_chance::Key;
    use rummilab_core::RuleSet;

    use super::*;
    use crate::solvers::SearchSolver;
    use crate::standoff::KeptAutomaton;

    #[test]
    fn stoppers_of_other_racks_serve_where_they_stop_with_this_tile_in_the_pool() {
        let rules = RuleSet::preset("tournament").unwrap();
        let (mut solver, automaton) = (SearchSolver::new(), KeptAutomaton::default());
        let (mut used, mut refused) = (0, 0);
        for number in 0..6 {
            let mut stream = Stream::new(Key::sample(1, "known stoppers", number));
            let mut tiles = rules.all_tiles();
            stream.shuffle(&mut tiles);
            let pool: Vec<Tile> = tiles.split_off(tiles.len() - 12);
            let rack: TileCounts = tiles[..48].iter().copied().collect();
            let mut found = Vec::new();
            for tile in pool {
                let queries = PartitionQueries::new(&rules, &mut solver, 100_000).with(&automaton);
                let mut queries = queries.without_one_of(TileCounts::from_iter([tile]));
                // Of another rack, without the last tile.
                let fewer: TileCounts = tiles[..47].iter().copied().collect();
                let known = known_on(&fewer, &found, &mut queries).unwrap();
                let on_it = found.iter().filter(|stopper| fewer.contains(stopper));
                for stopper in on_it.take(known.len() + 1) {
                    let stops = queries.stops(stopper).unwrap();
                    assert!(stops || !known.contains(stopper), "{stopper}");
                    used += u32::from(known.contains(stopper));
                    refused += u32::from(!stops);
                }
                for stopper in smallest(&mut queries, &rack, 100, &mut stream).unwrap() {
                    remember(&mut found, stopper);
                }
                assert!(found.is_sorted_by_key(TileCounts::len));
            }
        }
        assert!(used > 20 && refused > 2, "{used}, {refused}");
    }
}
