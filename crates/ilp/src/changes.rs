//! The play with the fewest changes to the table, as one more integer program (den Hertog and
//! Hulshof).

use std::collections::BTreeMap;

use rummilab_core::{Position, RuleSet, Stacks, Table, TileCounts};
use rummilab_solver::{Goal, KeptMost, SolveError, Verified};

use crate::measure::Measure;
use crate::model::OldSet;
use crate::run::RunOutcome;
use crate::solver::IlpSolver;

/// The most work for the fewest changes: simplex iterations, each times the variables and rows of
/// its program. On the machines of `benches/README.md` these take one to two seconds.
pub(crate) const MOST_WORK: u64 = 14_000_000;

impl IlpSolver {
    /// A play of the same score as `best` that leaves most sets of `before` as they were, within
    /// [`MOST_WORK`].
    ///
    /// Den Hertog and Hulshof count z_j <= x_j copies of set j that were on the table already. Here
    /// z_j are variables with their own tiles, bounded by the old copies, in addition to x_j; their
    /// x_j is the sum of both. This saves the rows. Old sets of any length have such a variable, in
    /// the catalogue or not.
    pub(crate) fn most_kept(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<KeptMost, SolveError> {
        self.ready(rules, position, goal)?;
        let mut question = self.question(rules, position, goal, &TileCounts::EMPTY);
        question.old = old_sets(rules, before, &question.stacks);
        let measures = Measure::of(goal).into_iter();
        question.reached = measures.zip(best.score.0).collect();
        question.most_work = Some(MOST_WORK);
        let (sets, proven) = match self.best_sets(rules, &question, &[Measure::Kept])? {
            RunOutcome::Best { sets, .. } => (sets, true),
            RunOutcome::Stopped { sets, .. } => (sets, false),
            RunOutcome::Infeasible => {
                return Err(self.wrong("the best score cannot be reached again".to_owned()));
            }
            RunOutcome::Nothing { .. } => {
                return Ok(KeptMost {
                    play: best.clone(),
                    proven: false,
                });
            }
        };
        let play = self.checked(rules, position, goal, sets)?;
        Ok(KeptMost { play, proven })
    }
}

/// The distinct legal sets of a table, with their numbers of copies. Groups with owners are kept
/// apart: each stays in its stack.
fn old_sets(rules: &RuleSet, before: &Table, stacks: &Stacks) -> Vec<OldSet> {
    let mut old: BTreeMap<(TileCounts, Option<usize>), u8> = BTreeMap::new();
    for (i, set) in before.sets().iter().enumerate() {
        let tiles = TileCounts::try_from_tiles(set.tiles().iter().copied());
        if let Ok(tiles) = tiles
            && rules.judge(set.tiles()).is_legal()
        {
            let group = stacks.groups.iter().position(|group| group.set == i);
            *old.entry((tiles, group)).or_default() += 1;
        }
    }
    let of = |((tiles, group), copies)| OldSet {
        tiles,
        copies,
        group,
    };
    old.into_iter().map(of).collect()
}
