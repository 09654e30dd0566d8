//! Judges turns by their final table, as the referee does.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab_core::RuleSet;
use rummilab_core::notation::{parse_table, parse_tiles};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = RuleSet::preset("tournament").ok_or("no such rule system")?;
    let before = parse_table("B4 B5 B6", &rules)?;
    let rack = parse_tiles("B7 R10 B10 K10", &rules)?.into_iter().collect();
    for after in [
        "B4 B5 B6 ; R10 B10 K10",
        "B4 B5 B6 B7 ; R10 B10 K10",
        "B4 B5 ; R10 B10 K10",
    ] {
        let opened = false;
        match rules.judge_turn(&before, &rack, &parse_table(after, &rules)?, opened) {
            Ok(turn) => println!(
                "{after}: legal, lays {}, opens with {} points",
                turn.played,
                turn.opening_value.unwrap_or(0)
            ),
            Err(why) => println!("{after}: {why}"),
        }
    }
    Ok(())
}
