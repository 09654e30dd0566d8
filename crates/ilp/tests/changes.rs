//! The play with the fewest changes as one program against the road that works with any solver, under every rule system.

use rummilab_chance::{Key, Stream};
use rummilab_core::RuleSet;
use rummilab_ilp::IlpSolver;
use rummilab_solver::suite::{long_tier, random_position, small_rule_sets};
use rummilab_solver::{Answer, Goal, Solver, fewest_changes};

fn agree(rules: &RuleSet, rack: usize, turns: usize, seed: u64) {
    let mut below = Stream::new(Key::sample(4, "changes", seed)).into_below();
    let mut solver = IlpSolver::new();
    for _ in 0..turns {
        let (before, position) = random_position(rules, rack, &mut below);
        let goal = Goal::Tiles;
        let answer = solver.solve(rules, &position, &goal).expect("supported");
        let Answer::Optimal(best) = answer else {
            panic!("{before} + {position:?}: {answer:?}");
        };
        let expected = fewest_changes(&mut solver, rules, &before, &position, &goal, best, 10_000);
        let expected = expected.expect("supported");
        let found = solver.fewest_changes(rules, &before, &position, &goal);
        let found = found.expect("supported").expect("a legal table");
        assert!(expected.proven && found.proven);
        assert_eq!(found.play.score, expected.play.score, "{position:?}");
        if !found.play.played.is_empty() {
            assert_eq!(
                found.untouched, expected.untouched,
                "{before} + {} gives {} and {}",
                position.rack, found.table, expected.table
            );
        }
    }
}

#[test]
fn both_ways_agree_under_every_rule_system() {
    let turns = if long_tier() { 200 } else { 12 };
    for (seed, rules) in small_rule_sets().iter().enumerate() {
        agree(rules, 6, turns, seed as u64);
    }
    for (seed, name) in ["twist", "house"].iter().enumerate() {
        let rules = RuleSet::preset(name).expect("a preset");
        agree(&rules, 10, turns, 100 + seed as u64);
    }
}
