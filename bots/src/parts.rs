//! A play that changes the table part by part, where the question about the whole table is too
//! hard: large neighbourhood search (Shaw 1998). Each step asks the solver about a few sets and the
//! tiles that are left, so each question is small, and the play never gets worse.
//!
//! On racks of fifty tiles under twist rules it found in some ten milliseconds what the whole
//! question found in seconds. It proves nothing: what it does not find may exist.

use std::num::NonZeroU64;
use std::sync::Arc;

use rummilab_bot_api::{BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Position, RuleSet, Set, Table, Tile, TileCounts};
use rummilab_solver::{Goal, Solver, Weights, best_known};

use crate::player::fault;

const STEPS: usize = 100;
const PART: usize = 8;
/// How many of them at most are chosen because they may take the tile that is to be laid.
const NEAR: usize = 5;
/// What a point counts, before a random share that makes equally good plays differ.
const POINT: i32 = 1_000;
/// The random shares of a rack are together less than what one tile counts.
const SHARE: NonZeroU64 = NonZeroU64::new(POINT as u64 / 100).unwrap();

/// The table after a play of the whole rack, for a player who has opened. `None` if the search does
/// not meet such a play, or if a table is more than its tiles.
///
/// # Errors
/// Any refusal of the solver.
pub(crate) fn by_parts(
    view: &View<'_>,
    solver: &mut dyn Solver,
    stream: &mut Stream,
) -> Result<Option<Table>, BotFault> {
    let free = view.rules.sets_are_free() && !view.rules.has_group_owners();
    let (Ok(_), true) = (view.table.counts(), free) else {
        return Ok(None);
    };
    let mut growing = Growing {
        rules: view.rules,
        rack: view.rack,
        sets: view.table.sets().to_vec(),
        rest: view.rack,
    };
    growing.step(&[], solver, stream)?;
    for _ in 0..STEPS {
        let rest: Vec<Tile> = growing.rest.tiles().collect();
        let Some(tile) = stream.pick(&rest) else {
            break;
        };
        let part = growing.part(*tile, stream);
        growing.step(&part, solver, stream)?;
    }
    Ok(growing.rest.is_empty().then(|| Table::new(growing.sets)))
}

/// A table that grows, by a play that is not finished.
struct Growing<'a> {
    rules: &'a RuleSet,
    /// The rack at the beginning of the turn.
    rack: TileCounts,
    sets: Vec<Set>,
    /// The tiles of the rack that do not lie yet.
    rest: TileCounts,
}

impl Growing<'_> {
    /// A few sets, by their places. Most of them are near this tile.
    fn part(&self, tile: Tile, stream: &mut Stream) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        stream.shuffle(&mut order);
        let (mut part, mut other): (Vec<usize>, Vec<usize>) = order
            .iter()
            .partition(|set| is_near(&self.sets[**set], tile));
        other.extend(part.drain(NEAR.min(part.len())..));
        part.extend(other);
        part.truncate(PART);
        part
    }

    /// Takes these sets apart and the own tiles out of them, and lays what is best.
    fn step(
        &mut self,
        part: &[usize],
        solver: &mut dyn Solver,
        stream: &mut Stream,
    ) -> Result<(), BotFault> {
        let tiles = part.iter().flat_map(|set| self.sets[*set].tiles()).copied();
        let tiles: TileCounts = tiles.collect();
        let laid = self.rack.saturating_sub(&self.rest);
        let own = tiles.saturating_sub(&tiles.saturating_sub(&laid));
        let Some(rack) = self.rest.checked_add(&own) else {
            return Ok(());
        };
        let position = Position {
            table: tiles.saturating_sub(&own),
            rack,
            opened: true,
            ..Position::default()
        };
        let goal = Goal::Weighted(Arc::new(self.weights(stream)));
        let best = best_known(solver, self.rules, &position, &goal);
        let Some(best) = best.map_err(|e| fault(&e))? else {
            return Ok(());
        };
        let rest = rack.saturating_sub(&best.played);
        if best.played.is_empty() || self.points(&rest) > self.points(&self.rest) {
            return Ok(());
        }
        let kept = (0..self.sets.len()).filter(|set| !part.contains(set));
        let mut sets: Vec<Set> = kept.map(|set| self.sets[set].clone()).collect();
        sets.extend(best.sets().iter().cloned());
        (self.sets, self.rest) = (sets, rest);
        Ok(())
    }

    /// Points of the tiles on the rack, with a random share for each kind.
    fn weights(&self, stream: &mut Stream) -> Weights {
        let mut weights = Weights::all(0);
        for (tile, _) in self.rack.kinds() {
            let points = self.points(&[tile].into_iter().collect()) as i32;
            weights.set(tile, points * POINT + stream.below(SHARE) as i32);
        }
        weights
    }

    fn points(&self, rack: &TileCounts) -> u32 {
        self.rules.rack_points(rack)
    }
}

/// Whether a set holds a joker or a tile that may lie beside this one.
fn is_near(set: &Set, tile: Tile) -> bool {
    set.tiles().iter().any(|other| {
        let joker = tile.is_joker() || other.is_joker();
        let beside = other.colour() == tile.colour() && other.face().abs_diff(tile.face()) <= 2;
        joker || beside || other.face() == tile.face()
    })
}
