//! What can be laid from a rack, every different multiset of tiles once. Refuses to say how, and which is best.

use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Tile, TileCounts};
use rummilab_solver::{Goal, SolveError, Solver, Weights};

/// Lists plays. Work is counted in calls of a solver, or whatever costs as much.
pub trait Plays {
    /// Every non-empty multiset of rack tiles that can be laid legally in one turn, ascending; `None` if `work` ran out. What
    /// was used is taken off `work`.
    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        work: &mut u64,
    ) -> Result<Option<Vec<TileCounts>>, SolveError>;
}

/// Lists plays by asking a solver about one kind of tile after the other: how many copies may be laid, given how many of
/// the kinds before. Every question that is answered with yes leads to a play, so the work is at most the plays times the
/// kinds times the copies.
pub struct BySolver<'s>(pub &'s mut dyn Solver);

/// More than the weights of all tiles whose number is still open.
const DECIDED: i32 = 1000;

struct Listing<'a> {
    solver: &'a mut dyn Solver,
    rules: &'a RuleSet,
    position: &'a Position,
    kinds: Vec<(Tile, u8)>,
    weights: Weights,
    found: Vec<TileCounts>,
    work: &'a mut u64,
}

impl Plays for BySolver<'_> {
    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        work: &mut u64,
    ) -> Result<Option<Vec<TileCounts>>, SolveError> {
        let mut listing = Listing {
            solver: self.0,
            rules,
            position,
            kinds: position.rack.kinds().collect(),
            weights: Weights::all(0),
            found: Vec::new(),
            work,
        };
        let whole = listing.list(0, TileCounts::EMPTY, None)?;
        let mut found = listing.found;
        found.sort_unstable();
        Ok(whole.then_some(found))
    }
}

impl Listing<'_> {
    /// Lists the plays that lay `chosen` of the kinds before `at`. `example` is one of them, where one is known. `false` when
    /// out of work.
    fn list(
        &mut self,
        at: usize,
        chosen: TileCounts,
        example: Option<TileCounts>,
    ) -> Result<bool, SolveError> {
        let Some(&(tile, count)) = self.kinds.get(at) else {
            if !chosen.is_empty() {
                self.found.push(chosen);
            }
            return Ok(true);
        };
        self.weights.set(tile, DECIDED);
        let mut with = chosen;
        for copies in 0..=count {
            if copies > 0 {
                let _ = with.insert(tile);
            }
            let fits = match example {
                Some(known) if known.count(tile) == copies => example,
                _ => {
                    if *self.work == 0 {
                        return Ok(false);
                    }
                    *self.work -= 1;
                    let example = self.example(at + 1, &with)?;
                    if example.is_none() {
                        continue;
                    }
                    example
                }
            };
            if !self.list(at + 1, with, fits)? {
                return Ok(false);
            }
        }
        self.weights.set(tile, 0);
        Ok(true)
    }

    /// A play that lays all of `chosen`, and of the kinds from `open` on whatever it likes.
    fn example(
        &mut self,
        open: usize,
        chosen: &TileCounts,
    ) -> Result<Option<TileCounts>, SolveError> {
        let mut position = self.position.clone();
        position.rack = *chosen;
        for (tile, count) in &self.kinds[open..] {
            for _ in 0..*count {
                let _ = position.rack.insert(*tile);
            }
        }
        let goal = Goal::Weighted(Arc::new(self.weights.clone()));
        let answer = self.solver.solve(self.rules, &position, &goal)?;
        let wanted = i64::from(DECIDED) * chosen.len() as i64;
        Ok(answer
            .into_verified()
            .filter(|best| best.score.main() == wanted)
            .map(|best| best.played))
    }
}
