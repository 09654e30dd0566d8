//! Plays a match of two bots on the same deals and prints who is better.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab_runs::{Match, RunsError};

fn main() -> Result<(), RunsError> {
    let outcome = Match::new(["hold", "greedy"]).deals(20).play()?;
    for bot in &outcome.summary().bots {
        println!(
            "{}: wins {:.3?}, points {:.1?}",
            bot.bot, bot.results.win_rate, bot.results.mean_score
        );
    }
    Ok(())
}
