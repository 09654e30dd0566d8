//! The play with the fewest changes to the table, as an additional measure of the integer program
//! (den Hertog and Hulshof).

use std::collections::BTreeMap;

use rummilab_core::{Position, RuleSet, Set, Table, TileCounts};
use rummilab_solver::{Answer, FewestChanges, Goal, SolveError, Solver, fewest_changes};

use crate::measure::Measure;
use crate::model::TurnProblem;
use crate::run::RunOutcome;
use crate::solver::IlpSolver;

/// Most questions of the method that works with any solver.
const MAX_SOLVES: usize = 10_000;

impl IlpSolver {
    /// The best play, and among the best ones that which leaves most sets of `before` as they were.
    /// `None` if the table tiles cannot be split into sets, or limits prevented an answer.
    /// `position.table` must hold the tiles of `before`.
    ///
    /// Den Hertog and Hulshof count z_j <= x_j copies of set j that were on the table already. Here
    /// z_j are variables with their own tiles, bounded by the old copies, in addition to x_j; their
    /// x_j is the sum of both. This saves the rows. Old sets of any length have such a variable, in
    /// the catalogue or not.
    ///
    /// [`rummilab_solver::fewest_changes`] gives the same answer with any solver, by asking it many
    /// times. It is used here if groups have owners, and for openings.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn fewest_changes(
        &mut self,
        rules: &RuleSet,
        before: &Table,
        position: &Position,
        goal: &Goal,
    ) -> Result<Option<FewestChanges>, SolveError> {
        let opening = !position.opened || *goal == Goal::OpeningValue;
        if opening || rules.has_group_owners() {
            let answer = self.solve(rules, position, goal)?;
            let proven = matches!(answer, Answer::Optimal(_));
            if let Answer::Optimal(best) = answer {
                // In these cases the rows of old sets and those of stacks or own sets would have to
                // refer to each other.
                let found = fewest_changes(self, rules, before, position, goal, best, MAX_SOLVES);
                return found.map(Some);
            }
            return Ok(answer.into_verified().map(|play| FewestChanges {
                untouched: before.untouched_in(&play.table(before)),
                table: play.table(before),
                play,
                proven,
            }));
        }
        self.ready(rules, position, goal)?;
        let question = TurnProblem {
            must: position.table,
            rack: position.rack,
            old: old_sets(rules, before),
            ..TurnProblem::default()
        };
        let mut measures = Measure::of(goal);
        measures.push(Measure::Kept);
        let (arrangement, proven) = match self.best_sets(rules, &question, &measures)? {
            RunOutcome::Best { sets, .. } => (sets, true),
            RunOutcome::Stopped { sets, .. } => (sets, false),
            RunOutcome::Infeasible | RunOutcome::Nothing { .. } => return Ok(None),
        };
        let after = Table::new(arrangement.sets);
        let changed = before.sets_not_in(&after);
        let kept = before.sets().iter().filter(|set| {
            // Compares by identity, because equal sets may be kept.
            !changed.iter().any(|changed| std::ptr::eq(*changed, *set))
        });
        let new = after.sets_not_in(before).into_iter();
        let sets: Vec<Set> = kept.chain(new).cloned().collect();
        let play = self.checked(rules, position, goal, sets.into())?;
        let table = play.table(before);
        Ok(Some(FewestChanges {
            untouched: before.untouched_in(&table),
            table,
            play,
            proven,
        }))
    }
}

/// The distinct legal sets of a table, with their numbers of copies.
fn old_sets(rules: &RuleSet, before: &Table) -> Vec<(TileCounts, u8)> {
    let legal = before
        .sets()
        .iter()
        .filter(|set| rules.judge(set.tiles()).is_legal());
    let mut old: BTreeMap<TileCounts, u8> = BTreeMap::new();
    for set in legal {
        if let Ok(tiles) = TileCounts::try_from_tiles(set.tiles().iter().copied()) {
            *old.entry(tiles).or_default() += 1;
        }
    }
    old.into_iter().collect()
}
