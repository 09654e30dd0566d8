//! Plays a match on all cores and prints who is better, with 95 % intervals over deals.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab::prelude::*;

fn main() -> rummilab::Result<()> {
    let outcome = Match::new(["hold", "greedy", "hold-joker"])
        .deals(20)
        .play()?;
    for bot in &outcome.summary()?.bots {
        let results = &bot.results;
        println!(
            "{}: wins {:?} in {:?}",
            bot.bot, results.win_rate, results.win_rate_ci
        );
    }
    Ok(())
}
