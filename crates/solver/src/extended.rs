//! The turn problem with blocks, one choice of their sets after the other: for solvers that know no
//! blocks, and where theirs is no answer.

use rummilab_core::{GroupAccess, OldGroup, Position, RuleSet, Set, TileCounts};

use crate::answer::{Answer, Arrangement, StopReason, Verified};
use crate::blocks::extensions;
use crate::goal::{Goal, Score};
use crate::part::Part;
use crate::verify::verify;
use crate::{SolveError, Solver, unless_given_up};

/// Most sets in which one block is tried.
const MOST_EXTENSIONS: usize = 20_000;

/// Most questions without blocks that one with blocks may become.
const MOST_QUESTIONS: u64 = 20_000;

/// The best play of a player who may use the table, with every block in each set in which it can
/// lie. If `whole`, the play of the whole rack; [`Answer::Infeasible`] if there is none.
///
/// # Errors
/// Those of [`Solver::solve`].
pub fn solve_extended(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    whole: bool,
) -> Result<Answer, SolveError> {
    let mut search = Extending {
        solver,
        rules,
        position,
        goal,
        whole,
        best: None,
        open: None,
        most: goal.most(rules, position),
        questions: 0,
    };
    search.extend(&Part::whole(position))?;
    search.finish()
}

struct Extending<'a> {
    solver: &'a mut dyn Solver,
    rules: &'a RuleSet,
    position: &'a Position,
    goal: &'a Goal,
    whole: bool,
    best: Option<Verified>,
    open: Option<i64>,
    most: Score,
    questions: u64,
}

impl Extending<'_> {
    fn finish(self) -> Result<Answer, SolveError> {
        let stop = StopReason::Nodes;
        let gave_up = || SolveError::GaveUp {
            solver: self.solver.name().to_owned(),
            stop,
        };
        match (self.best, self.open) {
            (None, None) => Ok(Answer::Infeasible),
            (None, Some(_)) => Err(gave_up()),
            (Some(best), None) => Ok(Answer::Optimal(best)),
            (Some(best), Some(bound)) => {
                let bound = bound.max(best.score.main());
                Ok(Answer::stopped(best, bound, self.most, stop))
            }
        }
    }

    fn is_settled(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|best| self.whole || best.score >= self.most)
    }

    fn leave_open(&mut self, bound: i64) {
        let bound = bound.min(self.most.main());
        self.open = Some(self.open.map_or(bound, |open| open.max(bound)));
    }

    /// Puts the first block into each of its sets, then the others.
    fn extend(&mut self, part: &Part) -> Result<(), SolveError> {
        let Some(block) = part.position.blocks.first() else {
            return self.ask(part);
        };
        let loose = part.loose();
        let Some(sets) = extensions(self.rules, &block.set, &loose, MOST_EXTENSIONS) else {
            self.leave_open(self.most.main());
            return Ok(());
        };
        let groups = part.position.stacks.groups.iter();
        let of_others = groups
            .copied()
            .find(|group| group.set == block.old && !group.own);
        for set in sets {
            let closed = |group: OldGroup| {
                self.rules.group_access == GroupAccess::OwnerOnly
                    && TileCounts::try_from_tiles(set.tiles().iter().copied()) != Ok(group.tiles)
            };
            if self.is_settled() || of_others.is_some_and(closed) {
                continue;
            }
            if let Some(rest) = part.with_block_in(set) {
                self.extend(&rest)?;
            }
        }
        Ok(())
    }

    /// Asks the question without blocks.
    fn ask(&mut self, part: &Part) -> Result<(), SolveError> {
        if self.questions == MOST_QUESTIONS || self.solver.stopped() {
            self.leave_open(self.most.main());
            return Ok(());
        }
        self.questions += 1;
        let position = &part.position;
        let answer = if self.whole && !position.rack.is_empty() {
            let whole = self.solver.go_out(self.rules, position);
            whole.map(|whole| whole.map_or(Answer::Infeasible, Answer::Optimal))
        } else {
            match self
                .best
                .as_ref()
                .and_then(|best| part.rest_of(&best.played))
            {
                Some(than) => self
                    .solver
                    .solve_as_good_as(self.rules, position, self.goal, &than),
                None => self.solver.solve(self.rules, position, self.goal),
            }
        };
        let best = match unless_given_up(answer)? {
            None => return Ok(self.leave_open(self.most.main())),
            Some(Answer::Infeasible) => return Ok(()),
            Some(Answer::Optimal(best)) => best,
            Some(Answer::Feasible { best, bound, .. }) => {
                let gained = self.goal.score(&part.laid, 0).main();
                self.leave_open(bound.saturating_add(gained));
                best
            }
        };
        let sets: Vec<Set> = part.with_placed(best);
        let arrangement = Arrangement::from(sets);
        let play = verify(self.rules, self.position, self.goal, arrangement);
        let play = play.map_err(|fault| SolveError::Wrong {
            solver: self.solver.name().to_owned(),
            fault,
        })?;
        let better = |best: &Verified| play.score > best.score;
        if self.best.as_ref().is_none_or(better) {
            self.best = Some(play);
        }
        Ok(())
    }
}
