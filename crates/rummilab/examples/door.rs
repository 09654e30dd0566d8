//! The first program: solve a turn, play a match in memory, and play it again in a folder.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab::prelude::*;

fn main() -> rummilab::Result<()> {
    let rules = rummilab::rules("original")?; // a preset's name, or the path of a TOML file
    let best = rummilab::solve(
        &rules,
        "R3 R4 R5 ; K7 B7 O7",
        "R6 \
        J",
    )?; // most tiles, fewest changes
    println!("{} {}", best.tiles(), best.table());
    let outcome = Match::new(["hold:h=1", "greedy"])
        .deals(200)
        .seed(1)
        .play()?; // in memory
    let hold = outcome.summary()?.bot("hold");
    println!("{:?}", hold.and_then(|hold| hold.results.win_rate)); // Some(0.9925)
    let run = Match::new(["hold:h=1", "greedy"])
        .deals(200)
        .seed(1)
        .folder("runs/door")
        .play()?; // resumes
    assert_eq!(run.summary()?.bot("hold"), hold);
    Ok(())
}
