//! Solves a turn for the most points and prints the steps that lead there.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab::engine::best_play;
use rummilab::prelude::*;

fn main() -> rummilab::Result<()> {
    let rules = rummilab::rules("original")?;
    let mut question = Question::new(&rules, "R4 R5 R6 R7 R8 ; K7 B7 O7", "R6 J")?;
    question.goal = Goal::Value;
    let best = best_play(&question, &mut SearchSolver::new())?;
    println!(
        "{:?}: {} for {} points",
        best.status,
        best.played(),
        best.value()
    );
    let before = question.before.unwrap_or_default();
    for step in
        rummilab::solver::explain(&before, &best.table(), &best.played()).unwrap_or_default()
    {
        println!("- {step}");
    }
    Ok(())
}
