//! How hard a position is, measured with fresh solvers, so that it never depends on what was asked
//! before.

use rummilab_engine::{Difficulty, Question, best_play};
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Solver, unless_given_up};

use crate::{Result, SolverSpec};

/// How hard it is to find the best play, for people and for solvers.
///
/// ```
/// use rummilab::engine::Question;
///
/// let rules = rummilab::rules("original")?;
/// let question = Question::new(&rules, "R4 R5 R6 R7 R8", "R6")?;
/// assert_eq!(rummilab::difficulty(&question)?.steps, Some(2)); // split the run, lay the tile
/// # Ok::<(), rummilab::Error>(())
/// ```
///
/// # Errors
/// Those of the solvers, but for giving up.
pub fn difficulty(question: &Question) -> Result<Difficulty> {
    let mut auto = SolverSpec::default().make();
    auto.limit_work(Some(Difficulty::MOST_WORK));
    let mut answer = best_play(question, auto.as_mut())?;
    answer.add_steps(question);
    // Without a limit of the caller, which would bound its tables too.
    let search = SearchSolver::new().give_up_after(Difficulty::MOST_STATES);
    let mut search = search.give_up_going_out_after(Difficulty::MOST_STATES);
    let states = work_of(
        &mut search,
        question,
        SearchSolver::nodes,
        Difficulty::MOST_STATES,
    )?;
    #[cfg(feature = "ilp")]
    let ilp_work = {
        let mut ilp = rummilab_ilp::IlpSolver::new();
        ilp.limit_work(Some(Difficulty::MOST_WORK));
        Some(work_of(
            &mut ilp,
            question,
            rummilab_ilp::IlpSolver::work,
            Difficulty::MOST_WORK,
        )?)
    };
    #[cfg(not(feature = "ilp"))]
    let ilp_work = None;
    Ok(Difficulty::new(&answer, states, ilp_work))
}

/// The work of this solver until it proves the best play; `most` if it is more or gives up.
fn work_of<S: Solver>(
    solver: &mut S,
    question: &Question,
    work: fn(&S) -> u64,
    most: u64,
) -> Result<u64> {
    let Question {
        rules,
        position,
        goal,
        ..
    } = question;
    let answer = unless_given_up(solver.solve(rules, position, goal))?;
    let proven = answer.as_ref().is_some_and(Answer::is_proven);
    let work = if proven { work(solver) } else { u64::MAX };
    Ok(work.min(most))
}
