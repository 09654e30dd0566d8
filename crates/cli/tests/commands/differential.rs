//! The command against an independent reading of the rules, on rule systems drawn at random
//! (`rummilab-differential`). `cargo xtask differential` is the long form.

use std::path::PathBuf;
use std::time::Duration;

use rummilab_differential::games::campaign::{Plan, play};
use rummilab_differential::run::{Config, Scope, run};

fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_rummilab"))
}

/// A slow answer is no wrong one, so the limits decide nothing here.
fn check_positions(scope: Scope, seed: u64, positions: u64) {
    let report = run(&Config {
        binary: binary(),
        scope,
        seed,
        former: false,
        from: 0,
        positions: Some(positions),
        time: None,
        threads: 2,
        limit: Duration::from_secs(2),
        examples: 1,
        progress: None,
    });
    assert_eq!(report.wrong(), 0, "{report}");
    assert!(report.questions.values().sum::<u64>() >= positions);
}

#[test]
fn answers_agree_with_an_independent_reading_of_the_rules() {
    check_positions(Scope::Positions, 43, 120);
}

#[test]
fn verdicts_on_sets_agree_with_an_independent_reading_of_the_rules() {
    check_positions(Scope::Sets, 43, 24);
}

#[test]
fn games_agree_with_an_independent_referee() {
    let plan = Plan {
        binary: binary(),
        seed: 43,
        former: false,
        games: Some(60),
        time: None,
        match_limit: Duration::from_secs(5),
        threads: 2,
    };
    let report = play(&plan, &|_| {}).expect("the command runs");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.games > 0);
}
