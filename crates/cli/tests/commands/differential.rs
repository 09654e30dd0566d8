//! The command against an independent reading of the rules, on rule systems drawn at random
//! (`rummilab-differential`). `cargo xtask differential` is the long form.

use std::path::PathBuf;
use std::time::Duration;

use rummilab_differential::games::campaign::{Plan, play};
use rummilab_differential::jokers::{agree, campaign as turns};
use rummilab_differential::run::{Config, Scope, run};

fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_rummilab"))
}

/// A slow answer is no wrong one, so the limits decide nothing here.
fn check_positions(scope: Scope, joker_rule: Option<&str>, positions: u64) {
    let report = run(&Config {
        binary: binary(),
        scope,
        seed: 43,
        former: false,
        many_values: cfg!(feature = "many-values"),
        joker_rule: joker_rule.map(str::to_owned),
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
    check_positions(Scope::Positions, None, 120);
}

#[test]
fn verdicts_on_sets_agree_with_an_independent_reading_of_the_rules() {
    check_positions(Scope::Sets, None, 24);
}

#[test]
fn answers_agree_where_jokers_are_bound() {
    check_positions(Scope::Positions, Some("mixed"), 60);
}

#[test]
fn solvers_agree_on_larger_tables_where_jokers_are_bound() {
    let report = agree::play(&agree::Plan {
        binary: binary(),
        seed: 43,
        rules: agree::RULES.map(str::to_owned).to_vec(),
        from: 0,
        positions: 4,
        time: None,
        limit: Duration::from_secs(20),
    });
    assert!(report.wrong.is_empty(), "{report}");
    assert_eq!(report.rules.len(), agree::RULES.len());
}

#[test]
fn verdicts_on_turns_agree_where_jokers_are_bound() {
    let report = turns::play(&turns::Plan {
        binary: binary(),
        seed: 43,
        from: 0,
        turns: Some(1500),
        time: None,
        limit: Duration::from_secs(10),
        threads: 2,
    });
    assert!(report.wrong.is_empty(), "{report}");
    let judged: u64 = report.judged.values().flatten().sum();
    assert!(judged >= 1400, "{report}");
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
