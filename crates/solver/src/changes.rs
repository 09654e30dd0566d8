//! The last tie-break: among all best plays, the one that leaves most old sets as they were
//! (docs/solver.md#fewest-changes). A solver with a direct method is asked for it
//! ([`Solver::keeping_most`]). Any other solver is asked repeatedly, with some old sets taken out
//! of the problem. The goal is never given up for fewer changes.
//!
//! A set of old sets can be *kept* if the rest of the table and the rack still reach the best
//! score. Keeping is monotone: if some old sets can be kept together, so can any part of them. So
//! the largest kept set is found by the hitting-set method of minimal unsatisfiable cores (Reiter
//! 1987; as in core-guided MaxSAT). If keeping all but `changed` fails, the kept sets are shrunk to
//! a minimal failing *core*. At least one set of the core must be changed. The search branches on
//! that set, fewest changes first.

use rummilab_core::{JokerPaidBy, JokerTake, Position, Rearrange, RuleSet, Table};

use crate::answer::{Answer, Verified};
use crate::goal::Goal;
use crate::{SolveError, Solver, unless_given_up};

/// The outcome of the tie-break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewestChanges {
    /// The whole table after the play.
    pub table: Table,
    /// The rack tiles laid; among equal plays they may differ from those of the first answer.
    pub play: Verified,
    /// Number of old sets left as they were.
    pub untouched: usize,
    /// Whether no best play leaves more old sets.
    pub proven: bool,
}

/// What a direct method found: see [`Solver::keeping_most`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptMost {
    /// A play as good as the best one.
    pub play: Verified,
    /// Whether no such play keeps more old sets.
    pub proven: bool,
}

/// Largest work of a direct method ([`Solver::limit_work`]), and most [`Solver::nodes`] of all
/// questions about changes together. The search takes up to a second for as many.
pub const MOST_NODES: u64 = 250_000;

/// Finds the best play with the fewest changes to `before`. It asks the solver at most `max_solves`
/// times more, and stops after [`MOST_NODES`] of work.
///
/// `best` must be the solver's answer for this position, with a proven main goal. The tiles of the
/// table must be those of `before`.
pub fn fewest_changes(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    before: &Table,
    position: &Position,
    goal: &Goal,
    best: Verified,
    max_solves: usize,
) -> Result<FewestChanges, SolveError> {
    let old = before.sets().len();
    if best.beside || best.played.is_empty() || old == 0 {
        let table = best.table(before);
        return Ok(FewestChanges {
            table,
            play: best,
            untouched: old,
            proven: true,
        });
    }
    solver.limit_work(Some(MOST_NODES));
    let found = within_limits(solver, rules, before, position, goal, best, max_solves);
    solver.limit_work(None);
    found
}

/// The same for a play that changes the table, with a solver whose work is limited.
fn within_limits(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    before: &Table,
    position: &Position,
    goal: &Goal,
    best: Verified,
    max_solves: usize,
) -> Result<FewestChanges, SolveError> {
    let old = before.sets().len();
    if max_solves > 0 {
        let kept = solver.keeping_most(rules, position, goal, before, &best)?;
        if let Some(KeptMost { play, proven }) = kept.filter(|kept| kept.play.score >= best.score) {
            let tables = [&play, &best].map(|play| play.table(before));
            let [found, known] = tables.each_ref().map(|table| before.untouched_in(table));
            let [table, known_table] = tables;
            return if proven || found >= known {
                finish(table, play, goal, before, proven)
            } else {
                finish(known_table, best, goal, before, false)
            };
        }
    }
    let mut search = ChangesSearch {
        solver,
        rules,
        before,
        position,
        goal,
        best: &best,
        left: max_solves,
        nodes: 0,
        cores: Vec::new(),
    };
    // A tile of a set that stays as it was may have replaced a joker on the way.
    let from_table = rules.joker_take == JokerTake::Replaced
        && rules.joker_paid_by == JokerPaidBy::Any
        && rules.rearrange == Rearrange::Free;
    let paid_by_kept = from_table && position.has_bound_sets(rules);
    let mut proven = !paid_by_kept;
    for allowed in 0..=old {
        match search.change(&mut Vec::new(), allowed)? {
            Attempt::Found(changed, rest) => {
                let kept = (0..old)
                    .filter(|i| !changed.contains(i))
                    .map(|i| before.sets()[i].clone());
                let table = Table::new(kept.chain(rest.sets.iter().cloned()).collect());
                return finish(table, rest, goal, before, proven);
            }
            Attempt::Impossible => {}
            Attempt::OutOfWork => {
                proven = false;
                break;
            }
        }
    }
    let table = best.table(before);
    finish(table, best, goal, before, proven)
}

fn finish(
    table: Table,
    mut play: Verified,
    goal: &Goal,
    before: &Table,
    proven: bool,
) -> Result<FewestChanges, SolveError> {
    let untouched = before.untouched_in(&table);
    play.sets = table.sets().to_vec();
    play.sets.sort_unstable();
    play.score = goal.score(&play.played, 0);
    Ok(FewestChanges {
        table,
        play,
        untouched,
        // No play leaves more than all.
        proven: proven || untouched == before.sets().len(),
    })
}

enum Attempt {
    Found(Vec<usize>, Verified),
    Impossible,
    OutOfWork,
}

struct ChangesSearch<'a> {
    solver: &'a mut dyn Solver,
    rules: &'a RuleSet,
    before: &'a Table,
    position: &'a Position,
    goal: &'a Goal,
    best: &'a Verified,
    /// Number of solves still allowed.
    left: usize,
    /// Work of the solves so far, in units of [`Solver::nodes`].
    nodes: u64,
    /// Cores: sets of old sets that cannot all be kept.
    cores: Vec<Vec<usize>>,
}

impl ChangesSearch<'_> {
    /// Tries to reach the best score while changing the sets in `changed` and at most `allowed`
    /// more.
    fn change(&mut self, changed: &mut Vec<usize>, allowed: usize) -> Result<Attempt, SolveError> {
        let known = self
            .cores
            .iter()
            .find(|core| core.iter().all(|i| !changed.contains(i)))
            .cloned();
        let core = match known {
            Some(core) => core,
            None => {
                let kept: Vec<usize> = (0..self.before.sets().len())
                    .filter(|i| !changed.contains(i))
                    .collect();
                match self.keep(&kept)? {
                    Kept::Yes(rest) => return Ok(Attempt::Found(changed.clone(), rest)),
                    Kept::OutOfWork => return Ok(Attempt::OutOfWork),
                    Kept::No => {}
                }
                let Some(core) = self.minimal_core(kept)? else {
                    return Ok(Attempt::OutOfWork);
                };
                self.cores.push(core.clone());
                core
            }
        };
        if allowed == 0 {
            return Ok(Attempt::Impossible);
        }
        for i in core {
            changed.push(i);
            let outcome = self.change(changed, allowed - 1)?;
            changed.pop();
            if !matches!(outcome, Attempt::Impossible) {
                return Ok(outcome);
            }
        }
        Ok(Attempt::Impossible)
    }

    /// Shrinks a core until each of its sets is needed; `None` when the work limit is reached.
    fn minimal_core(&mut self, mut core: Vec<usize>) -> Result<Option<Vec<usize>>, SolveError> {
        let mut i = 0;
        while i < core.len() {
            let mut without = core.clone();
            without.remove(i);
            match self.keep(&without)? {
                Kept::Yes(_) => i += 1,
                Kept::No => core = without,
                Kept::OutOfWork => return Ok(None),
            }
        }
        Ok(Some(core))
    }

    /// Whether the best score can be reached with these old sets unchanged.
    fn keep(&mut self, kept: &[usize]) -> Result<Kept, SolveError> {
        if self.left == 0 || self.nodes >= MOST_NODES {
            return Ok(Kept::OutOfWork);
        }
        self.left -= 1;
        self.solver.limit_work(Some(MOST_NODES - self.nodes));
        let Some(rest) = self.position.without_sets(self.before.sets(), kept) else {
            return Ok(Kept::No);
        };
        let (solver, best) = (&mut *self.solver, self.best);
        let answer = solver.solve_as_good_as(self.rules, &rest, self.goal, &best.played);
        let answer = unless_given_up(answer)?;
        self.nodes = self.nodes.saturating_add(self.solver.nodes());
        Ok(match answer {
            Some(Answer::Optimal(found) | Answer::Feasible { best: found, .. })
                if found.score >= self.best.score =>
            {
                Kept::Yes(found)
            }
            Some(Answer::Optimal(_) | Answer::Infeasible) => Kept::No,
            Some(Answer::Feasible { .. }) | None => Kept::OutOfWork,
        })
    }
}

enum Kept {
    Yes(Verified),
    No,
    OutOfWork,
}

#[cfg(test)]
mod tests {
    use rummilab_core::notation::parse_table;

    use rummilab_solver_suite as suite;

    use super::*;
    use crate::{Arrangement, Unsupported, verify};

    /// A solver that never finds the best play with an old set kept, and reports much work a
    /// question.
    struct Slow {
        nodes: u64,
        asked: u64,
    }

    impl Solver for Slow {
        fn name(&self) -> &str {
            "slow"
        }

        fn supports(&self, _: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
            Ok(())
        }

        fn solve(&mut self, _: &RuleSet, _: &Position, _: &Goal) -> Result<Answer, SolveError> {
            self.asked += 1;
            Ok(Answer::Infeasible)
        }

        fn nodes(&self) -> u64 {
            self.nodes
        }

        fn clear(&mut self) {}
    }

    /// The questions about changes have a common limit of work, not only one limit each.
    #[test]
    fn questions_about_changes_have_a_limit_together() {
        let rules = suite::rules("original", "");
        let table = |text: &str| parse_table(text, &rules).expect("a table");
        let text = "R1 R2 R3 ; B1 B2 B3 ; K1 K2 K3 ; O1 O2 O3";
        let (before, goal) = (table(text), &Goal::Tiles);
        let position = suite::position(&rules, text, "R4", true);
        let sets = table("R1 R2 R3 R4 ; B1 B2 B3 ; K1 K2 K3 ; O1 O2 O3").into_sets();
        let best = verify(&rules, &position, goal, Arrangement::from(sets));
        let best = best.expect("a legal play");
        let asked = |nodes: u64| {
            let mut slow = Slow { nodes, asked: 0 };
            let best = best.clone();
            let found = fewest_changes(&mut slow, &rules, &before, &position, goal, best, 100);
            assert!(!found.expect("answered").proven || nodes == 0);
            slow.asked
        };
        assert_eq!(asked(MOST_NODES), 1);
        assert!(asked(0) > 2);
    }
}
