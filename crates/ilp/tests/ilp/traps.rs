//! The traps of docs/solver.md#known-traps, each by name, and the effects of limits.

use std::sync::Arc;
use std::time::Duration;

use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_tiles;
use rummilab_core::{CouldPlay, Position, RuleSet};
use rummilab_ilp::{IlpSolver, Limits};
use rummilab_solver::{
    Answer, Goal, SolveError, Solver, StopReason, Verified, Weights, go_out_on, solve_on,
};
use rummilab_solver_suite::{self as suite, position};

/// The answer, which must be proven.
fn best(rules: &RuleSet, position: &Position, goal: &Goal) -> Verified {
    match IlpSolver::new().solve(rules, position, goal) {
        Ok(Answer::Optimal(best)) => best,
        other => panic!("{position:?}: {other:?}"),
    }
}

fn tiles(table: &str, rack: &str) -> usize {
    let rules = suite::rules("original", "");
    best(&rules, &position(&rules, table, rack, true), &Goal::Tiles).tiles
}

#[test]
fn two_identical_sets_are_not_one() {
    assert_eq!(tiles("R7 B7 K7 ; R7 B7 K7", "R1"), 0);
    assert_eq!(tiles("R1 R2 R3", "R1 R2 R3"), 3);
    assert_eq!(tiles("R1 R2 J ; R1 R2 J", "R3 R3"), 2);
}

#[test]
fn a_joker_laid_on_a_finished_set_can_be_the_winning_tile() {
    let rules = suite::rules("original", "");
    let last = position(&rules, "R3 R4 R5", "J", true);
    let out = IlpSolver::new().go_out(&rules, &last);
    assert!(out.expect("supported").is_some());
    assert_eq!(tiles("R1 R2 R3 ; R4 B4 K4 O4", "J J"), 2);
}

#[test]
fn sets_of_one_number_tile_and_two_jokers_count() {
    assert_eq!(tiles("", "R7 J J"), 3);
    assert_eq!(tiles("R7 J J", "R8 R9 B9 K9"), 4);
    assert_eq!(tiles("B1 J J", "B13"), 0);
}

#[test]
fn jokers_alone_are_no_set() {
    assert_eq!(tiles("", "J J"), 0);
    let rules = suite::rules("original", "jokers=4 max_jokers_per_set=4");
    let four = position(&rules, "", "J J J J", true);
    assert_eq!(best(&rules, &four, &Goal::Tiles).tiles, 0);
    // Three number tiles and three jokers are one run, or two sets that each have number tiles.
    let six = position(&rules, "", "R1 R2 R3 J J J", true);
    assert_eq!(best(&rules, &six, &Goal::Tiles).tiles, 6);
    assert_eq!(
        best(&rules, &six, &Goal::OpeningValue).opening_value,
        Some(21)
    );
}

#[test]
fn a_set_never_takes_more_jokers_than_allowed() {
    let rules = suite::rules("original", "max_jokers_per_set=1");
    let two = position(&rules, "", "R7 J J", true);
    assert_eq!(best(&rules, &two, &Goal::Tiles).tiles, 0);
    let two = position(&rules, "R7 R8 R9", "J J", true);
    assert_eq!(best(&rules, &two, &Goal::Tiles).tiles, 1);
}

#[test]
fn value_is_not_the_number_of_tiles() {
    let rules = suite::rules("original", "");
    let choice = position(&rules, "", "R1 R2 R3 R4 B4 K4 J", true);
    let most = best(&rules, &choice, &Goal::Tiles);
    assert_eq!((most.tiles, most.value), (7, 18));
    let choice = position(&rules, "R3 R4 R5 ; R11 B11 K11", "R1 R2 O11", true);
    assert_eq!(best(&rules, &choice, &Goal::Value).value, 14);
    // R13 with B13 K13, or R13 as the end of a longer run.
    let choice = position(&rules, "", "R10 R11 R12 R13 B13 K13", true);
    assert_eq!(best(&rules, &choice, &Goal::Value).value, 72);
}

#[test]
fn weights_too_large_for_one_objective_are_solved_in_steps() {
    let rules = suite::rules("original", "");
    let mut weights = Weights::all(Weights::MAX);
    for tile in parse_tiles("R1 J", &rules).expect("written right") {
        weights.set(tile, -Weights::MAX);
    }
    let goal = Goal::Weighted(Arc::new(weights));
    let rack = position(&rules, "", "R1 R2 R3 R4 R5 B5 K5 J", true);
    let best = best(&rules, &rack, &goal);
    // Neither R1 nor the joker is laid: R2 R3 R4 and the three fives.
    let six = 6 * i64::from(Weights::MAX);
    assert_eq!(best.score.0, [six, 6, 24]);
}

#[test]
fn bound_jokers_in_tiles_that_lie_nobody_knows_how_are_refused_by_name() {
    let rules = suite::rules("original", "joker_rule=any");
    // Only the tiles of its table are given.
    let with_joker = position(&rules, "R3 R4 J", "K9", true);
    let error = IlpSolver::new().solve(&rules, &with_joker, &Goal::Tiles);
    match error {
        Err(SolveError::Unsupported(refused)) => {
            assert_eq!(&*refused.solver, "ilp");
            assert!(
                refused.option.starts_with("joker_take = replaced"),
                "{refused}"
            );
        }
        other => panic!("{other:?}"),
    }
    let mut judge: Box<dyn Solver> = Box::new(IlpSolver::new());
    let unanswered = judge.can_lay(&rules, &with_joker).unwrap_err();
    assert!(unanswered.0.contains("joker_take"), "{unanswered}");
}

/// A position that takes some branching.
fn hard(rules: &RuleSet) -> Position {
    let table =
        "R1 R2 R3 R4 ; B3 B4 J ; K5 K6 K7 K8 ; O7 B7 R7 ; R9 R10 R11 R12 R13 ; B9 K9 O9 ; O1 O2 O3";
    let rack = "R3 R5 R6 R8 B2 B5 B6 B8 B10 B10 K3 K4 K9 K10 K12 O4 O5 O9 O10 O12 O13 J";
    position(rules, table, rack, true)
}

#[test]
fn limits_never_make_a_wrong_optimum() {
    let rules = suite::rules("original", "");
    let hard = hard(&rules);
    let weights = Arc::new(Weights::all(999_983));
    for goal in [
        Goal::Tiles,
        Goal::Value,
        Goal::Weighted(weights),
        Goal::OpeningValue,
    ] {
        let exact = best(&rules, &hard, &goal).score;
        for nodes in 0..12 {
            let limits = Limits {
                nodes: Some(nodes),
                time: None,
            };
            let mut solver = IlpSolver::new().with_limits(limits);
            match solver.solve(&rules, &hard, &goal) {
                Ok(Answer::Optimal(best)) => assert_eq!(best.score, exact, "{goal}"),
                Ok(Answer::Feasible { best, bound, stop }) => {
                    assert!(best.score <= exact && exact.main() <= bound, "{goal}");
                    assert_eq!(stop, StopReason::Nodes);
                }
                Err(SolveError::GaveUp { stop, .. }) => assert_eq!(stop, StopReason::Nodes),
                other => panic!("{goal}: {other:?}"),
            }
        }
    }
}

#[test]
fn no_time_is_no_proof() {
    let rules = suite::rules("original", "");
    let limits = Limits {
        nodes: None,
        time: Some(Duration::ZERO),
    };
    let mut solver = IlpSolver::new().with_limits(limits);
    let answer = solver.solve(&rules, &hard(&rules), &Goal::Tiles);
    let gave_up = SolveError::GaveUp {
        solver: "ilp".to_owned(),
        stop: StopReason::Time,
    };
    assert_eq!(answer, Err(gave_up.clone()));
    // An opening always has a play: laying nothing.
    let rack = position(&rules, "", "R10 B10 K10 O10 R1", false);
    match solver.solve(&rules, &rack, &Goal::OpeningValue) {
        Ok(Answer::Feasible { best, bound, stop }) => {
            assert!(best.played.is_empty() && bound >= 40 && stop == StopReason::Time);
        }
        other => panic!("{other:?}"),
    }
    let out = solver.go_out(&rules, &hard(&rules));
    assert_eq!(out, Err(gave_up));
}

/// If the table is given as sets, there is a play under any node limit, and "goes out" is never no
/// because of the limit.
#[test]
fn a_play_by_hand_stands_in_where_limits_stop_the_programs() {
    let rules = RuleSet::preset("twist").expect("a preset");
    let mut below = Stream::new(Key::sample(5, "by-hand", 0)).into_below();
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    let mut stopped = IlpSolver::new().with_limits(limits);
    let mut patient = IlpSolver::new();
    for _ in 0..20 {
        let (table, position) = suite::random_position_with(&rules, 3, 5, &mut below);
        let answer = solve_on(&mut stopped, &rules, &table, &position, &Goal::Tiles);
        let answer = answer.expect("supported");
        assert!(answer.verified().is_some(), "{position:?}");
        let goes = patient.go_out(&rules, &position).expect("supported");
        match go_out_on(&mut stopped, &rules, &table, &position) {
            Ok(found) => assert_eq!(found.is_some(), goes.is_some(), "{position:?}"),
            Err(error) => assert!(matches!(error, SolveError::GaveUp { .. }), "{error}"),
        }
    }
}
