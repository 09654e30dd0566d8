//! Whether a multiset of tiles can be partitioned into sets, with a question budget and a cache.

use std::sync::{Arc, Mutex};

use rummilab_core::{PerRules, RuleSet, TileCounts};
use rummilab_solver::{SolveError, Solver, can_partition};
use rustc_hash::FxHashMap;

use crate::solvers::PartitionAutomaton;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The question budget is used up, or the solver gave up.
    #[error("the work has run out")]
    BudgetExhausted,
    #[error(transparent)]
    Solver(SolveError),
}

impl From<SolveError> for NoAnswer {
    fn from(error: SolveError) -> NoAnswer {
        match error {
            SolveError::GaveUp { .. } => NoAnswer::BudgetExhausted,
            error => NoAnswer::Solver(error),
        }
    }
}

/// The cost of asking the automaton which kinds fit one more time, in questions to the solver.
const ONE_MORE: u64 = 4;

/// The automaton of the rules of the last question, kept from turn to turn and from game to game.
/// Clones ask the same automaton, one after the other, so all parts of a bot build it together.
#[derive(Debug, Clone, Default)]
pub struct KeptAutomaton(Arc<Mutex<PerRules<Option<PartitionAutomaton>>>>);

impl KeptAutomaton {
    /// Whether it handles these rules. It does not where more than the multiset counts: group
    /// owners, or jokers that cannot be taken freely.
    pub fn handles(&self, rules: &RuleSet) -> bool {
        self.ask(rules, |_| Some(())).is_some()
    }

    /// Its answer to a question; `None` under rules that it does not handle.
    fn ask<T>(
        &self,
        rules: &RuleSet,
        question: impl FnOnce(&mut PartitionAutomaton) -> Option<T>,
    ) -> Option<T> {
        let mut kept = self.0.lock().unwrap_or_else(|poisoned| {
            // A question that panicked may have left the automaton half built.
            let mut kept = poisoned.into_inner();
            *kept = PerRules::default();
            self.0.clear_poison();
            kept
        });
        let automaton = kept.of(rules, |rules| {
            let plain = rules.sets_are_free() && !rules.has_group_owners();
            plain.then(|| PartitionAutomaton::new(rules)).flatten()
        });
        automaton.as_mut().and_then(question)
    }
}

/// A solver with a question budget, and the answers so far.
pub struct PartitionQueries<'a> {
    rules: &'a RuleSet,
    solver: &'a mut dyn Solver,
    /// All tiles of the game.
    deck: TileCounts,
    left: u64,
    cache: FxHashMap<TileCounts, bool>,
    /// The automaton, asked before the solver under rules that it handles.
    automaton: Option<KeptAutomaton>,
    /// Whether its answers are remembered, and cost nothing when asked for again.
    remembers: bool,
    /// The kinds that the one tile in the pool can be of; empty if the pool is empty.
    hidden: TileCounts,
}

impl<'a> PartitionQueries<'a> {
    /// Starts with a budget of `work` questions to the solver.
    pub fn new(rules: &'a RuleSet, solver: &'a mut dyn Solver, work: u64) -> PartitionQueries<'a> {
        PartitionQueries {
            rules,
            solver,
            deck: rules.deck(),
            left: work,
            cache: FxHashMap::default(),
            automaton: None,
            remembers: false,
            hidden: TileCounts::EMPTY,
        }
    }

    /// The same with one tile in the pool, of one of these kinds, that nobody can lay.
    pub fn without_one_of(mut self, hidden: TileCounts) -> PartitionQueries<'a> {
        self.hidden = hidden;
        self
    }

    /// The kinds that the one tile in the pool can be of, with their unseen copies; empty if the
    /// pool is empty.
    pub fn hidden(&self) -> &TileCounts {
        &self.hidden
    }

    /// Whether a tile is in the pool.
    pub fn hides_a_tile(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// The number of tiles that the one in the pool can be, counted by copies.
    pub fn pool_tiles(&self) -> usize {
        self.hidden.len()
    }

    /// The same, but asking this automaton first. Each of its answers costs a question.
    pub fn with(mut self, automaton: &KeptAutomaton) -> PartitionQueries<'a> {
        self.automaton = Some(automaton.clone());
        self
    }

    /// The same, but remembering the answers of the automaton as those of the solver.
    pub fn remembering(mut self) -> PartitionQueries<'a> {
        self.remembers = true;
        self
    }

    /// Whether the automaton answers every question of this game. It does not where tiles have more
    /// than two jokers or special ones among them.
    pub fn is_quick(&self) -> bool {
        self.automaton_lays(&self.deck).is_some()
    }

    /// Whether these tiles can be partitioned, by the automaton alone.
    fn automaton_lays(&self, multiset: &TileCounts) -> Option<bool> {
        let automaton = self.automaton.as_ref()?;
        automaton.ask(self.rules, |automaton| automaton.can_partition(multiset))
    }

    pub fn rules(&self) -> &'a RuleSet {
        self.rules
    }

    /// Questions that may still be asked.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Whether these tiles can be partitioned into sets.
    pub fn can_partition(&mut self, multiset: &TileCounts) -> Result<bool, NoAnswer> {
        if multiset.is_empty() {
            return Ok(true);
        }
        if let Some(known) = self.cache.get(multiset) {
            return Ok(*known);
        }
        self.left = self.left.checked_sub(1).ok_or(NoAnswer::BudgetExhausted)?;
        let decided = self.automaton_lays(multiset);
        let answer = match decided {
            Some(answer) => answer,
            None => can_partition(self.solver, self.rules, multiset)?,
        };
        if self.remembers || decided.is_none() {
            self.cache.insert(*multiset, answer);
        }
        Ok(answer)
    }

    /// The kinds, among these, of which one tile can be laid on a table.
    pub fn one_more(
        &mut self,
        table: &TileCounts,
        kinds: &TileCounts,
    ) -> Result<TileCounts, NoAnswer> {
        let known = self.automaton.as_ref().and_then(|automaton| {
            automaton.ask(self.rules, |automaton| automaton.one_more(table, kinds))
        });
        if known.is_some() {
            self.left = self
                .left
                .checked_sub(ONE_MORE)
                .ok_or(NoAnswer::BudgetExhausted)?;
        }
        let mut found = TileCounts::EMPTY;
        for (tile, _) in kinds.kinds() {
            let mut multiset = *table;
            let fits = match known {
                Some(known) if !tile.is_joker() => known.count(tile) > 0,
                _ if table.count(tile) >= self.rules.copies_of(tile) => false,
                _ => multiset.insert(tile) && self.can_partition(&multiset)?,
            };
            if fits {
                let _ = found.insert(tile);
            }
        }
        Ok(found)
    }

    /// Whether an opponent with all tiles outside `kept`, on the rack or on the table, cannot go
    /// out, whichever tile is in the pool.
    pub fn stops(&mut self, kept: &TileCounts) -> Result<bool, NoAnswer> {
        let rest = self.deck.checked_sub(kept).unwrap_or(TileCounts::EMPTY);
        if self.hidden.is_empty() {
            return Ok(!self.can_partition(&rest)?);
        }
        for (tile, _) in self.hidden.kinds() {
            let mut rest = rest;
            if rest.remove(tile) && self.can_partition(&rest)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of possible pool tiles, counted by copies, with which an opponent with all other
    /// tiles outside `kept` can go out. With an empty pool it is 0 or 1.
    pub fn lets_out(&mut self, kept: &TileCounts) -> Result<u32, NoAnswer> {
        let rest = self.deck.checked_sub(kept).unwrap_or(TileCounts::EMPTY);
        if self.hidden.is_empty() {
            return Ok(u32::from(self.can_partition(&rest)?));
        }
        let hidden = self.hidden;
        let mut ways = 0;
        for (tile, count) in hidden.kinds() {
            let mut rest = rest;
            if rest.remove(tile) && self.can_partition(&rest)? {
                ways += u32::from(count);
            }
        }
        Ok(ways)
    }
}
