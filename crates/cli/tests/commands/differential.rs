//! The command against an independent reading of the rules, on rule systems drawn at random
//! (`rummilab-differential`). `cargo xtask differential` is the long form.

use std::time::Duration;

use rummilab_differential::games::campaign::play;
use rummilab_differential::jokers::{agree, campaign as turns};
use rummilab_differential::plan::Plan;
use rummilab_differential::run::{Scope, run};

fn plan(number: u64, seconds: u64) -> Plan {
    let binary = env!("CARGO_BIN_EXE_rummilab").into();
    Plan::new(binary, 43, number, Duration::from_secs(seconds))
}

/// A slow answer is no wrong one, so the limits decide nothing here.
fn check_positions(scope: Scope, joker_rule: Option<&str>, positions: u64) {
    let plan = Plan {
        joker_rule: joker_rule.map(str::to_owned),
        many_values: cfg!(feature = "many-values"),
        ..plan(positions, 2)
    };
    let report = run(&plan, scope);
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
    let report = agree::play(&plan(4, 20));
    assert!(report.wrong.is_empty(), "{report}");
    assert_eq!(report.rules.len(), agree::RULES.len());
}

#[test]
fn verdicts_on_turns_agree_where_jokers_are_bound() {
    let report = turns::play(&plan(1500, 10));
    assert!(report.wrong.is_empty(), "{report}");
    let judged: u64 = report.judged.values().flatten().sum();
    assert!(judged >= 1400, "{report}");
}

#[test]
fn games_agree_with_an_independent_referee() {
    let report = play(&plan(60, 5), &|_| {}).expect("the command runs");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.games > 0);
}
