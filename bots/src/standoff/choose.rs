//! The standoff turn after which the player can lay on the most later turns.

use rummilab_chance::Stream;
use rummilab_core::{RuleSet, Tile, TileCounts};
use rummilab_solver::Solver;

use super::partition_queries::{KeptAutomaton, NoAnswer, PartitionQueries};
use super::small::{own_sets, pairs, singles};
use crate::endgame::State;

/// The budget of a standoff turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Questions to the solver each turn.
    pub work: u64,
    /// Stoppers searched for before plays are compared.
    pub stoppers: usize,
    /// How many plays are compared by the single tiles they let both players lay.
    pub compared: usize,
}

/// A play that does not let the opponent out.
#[derive(Debug, Clone, Copy)]
struct Safe {
    laid: TileCounts,
    /// Tiles that can be laid afterwards while a stopper is kept.
    spare: usize,
    stopper: TileCounts,
}

/// One turn between two known racks.
pub struct Standoff<'a> {
    queries: PartitionQueries<'a>,
    rack: TileCounts,
    other: TileCounts,
    table: TileCounts,
    stoppers: Vec<TileCounts>,
    searched: bool,
}

impl<'a> Standoff<'a> {
    /// Sets up the turn of the seat to move, who cannot go out.
    pub fn new(
        rules: &'a RuleSet,
        solver: &'a mut dyn Solver,
        state: &State,
        work: u64,
    ) -> Standoff<'a> {
        Standoff {
            queries: PartitionQueries::new(rules, solver, work),
            rack: state.racks[state.to_move.index()],
            other: state.racks[state.to_move.next(2).index()],
            table: state.position(rules).table,
            stoppers: Vec::new(),
            searched: false,
        }
    }

    /// The same, but asking this automaton before the solver.
    pub fn with(mut self, automaton: &KeptAutomaton) -> Standoff<'a> {
        self.queries = self.queries.with(automaton).remembering();
        self
    }

    /// The tiles to lay; `None` if every small play lets the opponent out, or the work ran out
    /// before one was found.
    pub fn best(
        &mut self,
        effort: &Effort,
        stream: &mut Stream,
    ) -> Result<Option<TileCounts>, NoAnswer> {
        let mut safe = Vec::new();
        match self.compare(effort, stream, &mut safe) {
            Ok(()) | Err(NoAnswer::BudgetExhausted) => {}
            Err(halt) => return Err(halt),
        }
        Ok(safe.first().map(|play| play.laid))
    }

    /// The stoppers found so far.
    pub fn stoppers(&self) -> &[TileCounts] {
        &self.stoppers
    }

    /// Orders the safe plays, the best first. If the work runs out, the plays found so far stay.
    fn compare(
        &mut self,
        effort: &Effort,
        stream: &mut Stream,
        safe: &mut Vec<Safe>,
    ) -> Result<(), NoAnswer> {
        let alone = singles(&mut self.queries, &self.table, &self.rack)?;
        self.searched = effort.stoppers > 0;
        let rack = self.rack;
        for _ in 0..effort.stoppers {
            self.find_stopper(&rack, stream)?;
        }
        for (tile, _) in alone.kinds() {
            self.judge(TileCounts::from_iter([tile]), stream, safe)?;
        }
        let best = self.rack.len() - self.smallest_stopper();
        if safe.first().is_none_or(|play| play.spare + 1 < best) {
            for laid in pairs(&mut self.queries, &self.table, &self.rack, &alone)? {
                self.judge(laid, stream, safe)?;
            }
            for laid in own_sets(self.queries.rules(), &self.rack) {
                self.judge(laid, stream, safe)?;
            }
        }
        self.compare_room(effort, safe)
    }

    /// The size of the smallest known stopper; 0 if none is known.
    fn smallest_stopper(&self) -> usize {
        let sizes = self.stoppers.iter().map(TileCounts::len);
        sizes.min().unwrap_or(0)
    }

    /// Adds a play to the safe ones if it is safe.
    fn judge(
        &mut self,
        laid: TileCounts,
        stream: &mut Stream,
        safe: &mut Vec<Safe>,
    ) -> Result<(), NoAnswer> {
        let Some(kept) = self.rack.checked_sub(&laid).filter(|kept| !kept.is_empty()) else {
            return Ok(());
        };
        if !self.queries.stops(&kept)? {
            return Ok(());
        }
        let within = |stoppers: &[TileCounts]| {
            let within = stoppers.iter().filter(|stopper| kept.contains(stopper));
            within.min_by_key(|stopper| stopper.len()).copied()
        };
        let stopper = match within(&self.stoppers) {
            Some(stopper) => stopper,
            // Without a search, all that is known is that the whole rest stops the opponent.
            None if !self.searched => TileCounts::EMPTY,
            None => {
                self.find_stopper(&kept, stream)?;
                within(&self.stoppers).unwrap_or(kept)
            }
        };
        let spare = kept.len() - stopper.len();
        let at = safe.partition_point(|play| play.spare >= spare);
        let play = Safe {
            laid,
            spare,
            stopper,
        };
        safe.insert(at, play);
        Ok(())
    }

    /// Finds a part of a rack that keeps the opponent from going out. One look at every tile found
    /// none that can be left out of it. If the rack is no stopper, nothing is added. Jokers are
    /// left out last, because they stop best.
    pub fn find_stopper(&mut self, rack: &TileCounts, stream: &mut Stream) -> Result<(), NoAnswer> {
        if !self.queries.stops(rack)? {
            return Ok(());
        }
        let mut order: Vec<Tile> = rack.without_jokers().tiles().collect();
        stream.shuffle(&mut order);
        order.extend(rack.tiles().filter(|tile| tile.is_joker()));
        let mut kept = *rack;
        for tile in order {
            let mut less = kept;
            if less.remove(tile) && !less.is_empty() && self.queries.stops(&less)? {
                kept = less;
            }
        }
        self.stoppers.push(kept);
        Ok(())
    }

    /// Among the plays that keep most tiles, prefers those after which many single tiles of the own
    /// rack fit and few of the other's.
    fn compare_room(&mut self, effort: &Effort, safe: &mut [Safe]) -> Result<(), NoAnswer> {
        let Some(most) = safe.first().map(|play| play.spare) else {
            return Ok(());
        };
        let equal = safe.partition_point(|play| play.spare == most);
        let equal = equal.min(effort.compared);
        if equal < 2 {
            return Ok(());
        }
        let mut rooms = Vec::new();
        for play in &safe[..equal] {
            let Some(table) = self.table.checked_add(&play.laid) else {
                continue;
            };
            let kept = self.rack.saturating_sub(&play.laid);
            let spare = kept.saturating_sub(&play.stopper);
            let own = singles(&mut self.queries, &table, &spare)?.len() as i64;
            let others = singles(&mut self.queries, &table, &self.other)?.len() as i64;
            rooms.push((others - own, *play));
        }
        rooms.sort_by_key(|(room, _)| *room);
        for (place, (_, play)) in safe.iter_mut().zip(rooms) {
            *place = play;
        }
        Ok(())
    }
}
