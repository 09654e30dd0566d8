//! The steps of turns in every rule system: openings that use the table, sets with special jokers,
//! groups in stacks.

use rummilab_chance::{Key, Stream};
use rummilab_core::RuleSet;
use rummilab_ilp::IlpSolver;
use rummilab_solver::{Goal, Solver, explain};
use rummilab_solver_suite::{long_tier, random_position, small_rule_sets};

fn explained(rules: &RuleSet, rack: usize, turns: usize, seed: u64) {
    let mut below = Stream::new(Key::sample(3, "steps", seed)).into_below();
    let mut solver = IlpSolver::new();
    for _ in 0..turns {
        let (before, position) = random_position(rules, rack, &mut below);
        let answer = solver.solve(rules, &position, &Goal::Tiles);
        let best = answer.expect("supported").into_verified();
        let best = best.expect("the table is one");
        let after = best.table(&before);
        let steps = explain(&before, &after, &best.played);
        let steps = steps.unwrap_or_else(|fault| panic!("{before} -> {after}: {fault}"));
        assert_eq!(steps.is_empty(), best.played.is_empty());
    }
}

#[test]
fn turns_of_every_rule_system_are_explained() {
    let turns = if long_tier() { 300 } else { 10 };
    for (seed, rules) in small_rule_sets().iter().enumerate() {
        explained(rules, 6, turns, seed as u64);
    }
    for (seed, name) in ["tournament", "twist", "house"].iter().enumerate() {
        let rules = RuleSet::preset(name).expect("a preset");
        explained(&rules, 14, 3 * turns, 100 + seed as u64);
    }
}
