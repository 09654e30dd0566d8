//! "Can all these tiles lie in sets?", with a question budget and a cache.

use crate::roster::{HeapSweeps, Lies};
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::{SolveError, Solver};
use rustc_hash::FxHashMap;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The question budget is used up, or the solver gave up.
    #[error("the work has run out")]
    Work,
    /// The solver refused.
    #[error(transparent)]
    Solver(SolveError),
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Halt {
        match error {
            SolveError::GaveUp { .. } => Halt::Work,
            error => Halt::Solver(error),
        }
    }
}

/// The cost of an answer of the automaton for all kinds together, in questions to the solver.
const ONE_MORE: u64 = 4;

/// Sweeps over heaps under the rules of the last turn, kept from turn to turn.
#[derive(Debug, Default)]
pub struct KeptSweeps(Option<(RuleSet, Option<HeapSweeps>)>);

impl KeptSweeps {
    /// Those for these rules, if they answer what a solver would: under rules in which the sets of
    /// a heap are all that counts.
    pub fn of(&mut self, rules: &RuleSet) -> Option<&mut HeapSweeps> {
        if self.0.as_ref().is_none_or(|(known, _)| known != rules) {
            let plain = rules.reclaim_is_free() && !rules.has_group_owners();
            let sweeps = plain.then(|| HeapSweeps::new(rules)).flatten();
            self.0 = Some((rules.clone(), sweeps));
        }
        self.0.as_mut().and_then(|(_, sweeps)| sweeps.as_mut())
    }
}

/// A solver with a question budget, and the answers so far.
pub struct Heaps<'a> {
    rules: &'a RuleSet,
    solver: &'a mut dyn Solver,
    all: TileCounts,
    left: u64,
    known: FxHashMap<TileCounts, bool>,
    /// The automaton, asked first under rules that it handles.
    lies: Option<&'a mut Lies>,
    /// Sweeps that are asked before the solver.
    sweeps: Option<&'a mut HeapSweeps>,
    /// The kinds of which one may be in the pool; empty if the pool is.
    hidden: TileCounts,
}

impl<'a> Heaps<'a> {
    /// Starts with a budget of `work` questions to the solver.
    pub fn new(rules: &'a RuleSet, solver: &'a mut dyn Solver, work: u64) -> Heaps<'a> {
        Heaps {
            rules,
            solver,
            all: rules.all_tiles().into_iter().collect(),
            left: work,
            known: FxHashMap::default(),
            lies: None,
            sweeps: None,
            hidden: TileCounts::EMPTY,
        }
    }

    /// The same with one tile in the pool, of one of these kinds, that nobody can lay.
    pub fn without_one_of(mut self, hidden: TileCounts) -> Heaps<'a> {
        self.hidden = hidden;
        self
    }

    /// Whether a tile is in the pool.
    pub fn hides_a_tile(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// The same, but asking this automaton first.
    pub fn with(mut self, lies: Option<&'a mut Lies>) -> Heaps<'a> {
        self.lies = lies;
        self
    }

    /// The same, but asking these sweeps before the solver. The answers are the same.
    pub fn swept_by(mut self, sweeps: Option<&'a mut HeapSweeps>) -> Heaps<'a> {
        self.sweeps = sweeps;
        self
    }

    /// The rules.
    pub fn rules(&self) -> &'a RuleSet {
        self.rules
    }

    /// Questions that may still be asked.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Whether all these tiles can lie in sets at the same time.
    pub fn lie(&mut self, heap: &TileCounts) -> Result<bool, Halt> {
        if heap.is_empty() {
            return Ok(true);
        }
        if let Some(lie) = self.lies.as_mut().and_then(|lies| lies.lies(heap)) {
            self.left = self.left.checked_sub(1).ok_or(Halt::Work)?;
            return Ok(lie);
        }
        if let Some(known) = self.known.get(heap) {
            return Ok(*known);
        }
        self.left = self.left.checked_sub(1).ok_or(Halt::Work)?;
        let swept = self.sweeps.as_mut().and_then(|sweeps| sweeps.lies(heap));
        let lie = match swept {
            Some(lie) => lie,
            None => self.solved(heap)?,
        };
        self.known.insert(*heap, lie);
        Ok(lie)
    }

    fn solved(&mut self, heap: &TileCounts) -> Result<bool, Halt> {
        let position = Position {
            rack: *heap,
            opened: true,
            ..Position::default()
        };
        Ok(self.solver.go_out(self.rules, &position)?.is_some())
    }

    /// The number tiles of which one more can be laid on a table, if that can be found quickly.
    /// With a joker on the table every kind takes some hundred times as long.
    ///
    /// # Errors
    /// [`Halt::Work`], also where it cannot be found quickly.
    pub fn fits(&mut self, table: &TileCounts) -> Result<TileCounts, Halt> {
        self.left = self.left.checked_sub(ONE_MORE).ok_or(Halt::Work)?;
        let lies = self.lies.as_mut().filter(|_| table.jokers() == 0);
        let lies = lies.ok_or(Halt::Work)?;
        lies.one_more(table).ok_or(Halt::Work)
    }

    /// The kinds, among these, of which one tile can be laid on a table.
    pub fn one_more(&mut self, table: &TileCounts, kinds: &TileCounts) -> Result<TileCounts, Halt> {
        let known = self.lies.as_mut().and_then(|lies| lies.one_more(table));
        if known.is_some() {
            self.left = self.left.checked_sub(ONE_MORE).ok_or(Halt::Work)?;
        }
        let mut found = TileCounts::EMPTY;
        for (tile, _) in kinds.kinds() {
            let mut heap = *table;
            let fits = match known {
                Some(known) if !tile.is_joker() => known.count(tile) > 0,
                _ if table.count(tile) >= self.rules.copies_of(tile) => false,
                _ => heap.insert(tile) && self.lie(&heap)?,
            };
            if fits {
                let _ = found.insert(tile);
            }
        }
        Ok(found)
    }

    /// Whether an opponent with all tiles outside `kept`, on the rack or on the table, cannot go
    /// out, whichever tile is in the pool.
    pub fn stops(&mut self, kept: &TileCounts) -> Result<bool, Halt> {
        let rest = self.all.checked_sub(kept).unwrap_or(TileCounts::EMPTY);
        if self.hidden.is_empty() {
            return Ok(!self.lie(&rest)?);
        }
        for (tile, _) in self.hidden.kinds() {
            let mut rest = rest;
            if rest.remove(tile) && self.lie(&rest)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of possible pool tiles, counted by copies, with which an opponent with all other
    /// tiles outside `kept` can go out. With an empty pool it is 0 or 1.
    pub fn lets_out(&mut self, kept: &TileCounts) -> Result<u32, Halt> {
        let rest = self.all.checked_sub(kept).unwrap_or(TileCounts::EMPTY);
        if self.hidden.is_empty() {
            return Ok(u32::from(self.lie(&rest)?));
        }
        let hidden = self.hidden;
        let mut ways = 0;
        for (tile, count) in hidden.kinds() {
            let mut rest = rest;
            if rest.remove(tile) && self.lie(&rest)? {
                ways += u32::from(count);
            }
        }
        Ok(ways)
    }
}
