//! The play with the fewest changes to the table, as one more measure of the integer program (den Hertog and Hulshof).
//! Refuses to trade the goal for fewer changes.

use std::collections::BTreeMap;

use rummilab_core::{Position, RuleSet, Table, TileCounts};
use rummilab_solver::{Answer, FewestChanges, Goal, SolveError, Solver};

use crate::measure::Measure;
use crate::model::Question;
use crate::run::Found;
use crate::solver::IlpSolver;

impl IlpSolver {
    /// The best play, and among the best one that leaves most sets of `before` as they were; `None` if the table tiles
    /// cannot be split into sets, or if limits left no time to find out. `position.table` must be the tiles of `before`.
    ///
    /// Den Hertog and Hulshof count z_j <= x_j copies of set j that were on the table already. Here z_j are variables
    /// with tiles of their own, bounded by the old copies, beside x_j, which saves the rows: what they call x_j is the
    /// sum of both. Old sets of any length have such a variable, whether the catalogue has them or not.
    ///
    /// [`rummilab_solver::fewest_changes`] answers the same with any solver, by asking it many times.
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
        if !position.opened || *goal == Goal::OpeningValue {
            let answer = self.solve(rules, position, goal)?;
            let proven = matches!(answer, Answer::Optimal(_));
            return Ok(answer.into_verified().map(|play| FewestChanges {
                table: play.table(before),
                play,
                untouched: before.sets().len(),
                proven,
            }));
        }
        self.ready(rules, position, goal)?;
        let question = Question {
            must: position.table,
            rack: position.rack,
            points: None,
            old: old_sets(rules, before),
        };
        let mut measures = Measure::of(goal);
        measures.push(Measure::Kept);
        let (sets, proven) = match self.best_sets(rules, &question, &measures)? {
            Found::Best { sets, .. } => (sets, true),
            Found::Stopped { sets, .. } => (sets, false),
            Found::Infeasible | Found::Nothing { .. } => return Ok(None),
        };
        let after = Table::new(sets);
        let changed = before.sets_not_in(&after);
        let kept = before.sets().iter().filter(|set| {
            // The very sets, not equal ones.
            !changed.iter().any(|changed| std::ptr::eq(*changed, *set))
        });
        let new = after.sets_not_in(before).into_iter();
        let sets: Vec<_> = kept.chain(new).cloned().collect();
        let play = self.checked(rules, position, goal, sets)?;
        let table = play.table(before);
        Ok(Some(FewestChanges {
            untouched: before.untouched_in(&table),
            table,
            play,
            proven,
        }))
    }
}

/// The distinct legal sets of a table, and how many there are of each.
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
