//! Judges turns as the referee does: by the table that they leave.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab::prelude::*;

fn main() -> rummilab::Result<()> {
    let rules = rummilab::rules("tournament")?;
    let before = parse_table("B4 B5 B6", &rules)?;
    let rack = parse_counts("B7 R10 B10 K10", &rules)?;
    for after in [
        "B4 B5 B6 ; R10 B10 K10",
        "B4 B5 B6 B7 ; R10 B10 K10",
        "B4 B5 ; R10 B10 K10",
    ] {
        match rules.judge_turn(&before, &rack, &parse_table(after, &rules)?, false) {
            Ok(turn) => println!("{after}: legal, lays {}", turn.played),
            Err(why) => println!("{after}: {}", why.explain(&rules)),
        }
    }
    Ok(())
}
