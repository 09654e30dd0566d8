//! Answers do not depend on earlier questions.
//!
//! Otherwise a match would differ by the number of threads: the sets must be the same.

use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet};
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Goal, Solver, unless_given_up};
use rummilab_solver_suite::{long_tier, position, random_position_with, rules};

fn positions(rules: &RuleSet, sets: usize, rack: usize, count: usize) -> Vec<Position> {
    let mut below = Stream::new(Key::sample(1, "history", rack as u64)).into_below();
    (0..count)
        .map(|_| random_position_with(rules, sets, rack, &mut below).1)
        .collect()
}

fn answers<'a>(
    rules: &RuleSet,
    positions: impl Iterator<Item = &'a Position>,
    goal: &Goal,
    limit: Option<u64>,
) -> Vec<Option<Answer>> {
    let mut solver = SearchSolver::new();
    solver.limit_work(limit);
    let mut answer = |position| unless_given_up(solver.solve(rules, position, goal));
    positions
        .map(|position| answer(position).expect("supported"))
        .collect()
}

/// Asks the same questions forwards and backwards.
fn check(preset: &str, options: &str, sets: usize, rack: usize, count: usize) {
    let count = if long_tier() { 20 * count } else { count };
    let rules = rules(preset, options);
    check_within(&rules, &positions(&rules, sets, rack, count), None);
}

/// Returns how many answers are proven, and how many are not.
fn check_within(rules: &RuleSet, positions: &[Position], limit: Option<u64>) -> [usize; 2] {
    let mut seen = [0; 2];
    for goal in [Goal::Tiles, Goal::Value] {
        let forwards = answers(rules, positions.iter(), &goal, limit);
        let mut backwards = answers(rules, positions.iter().rev(), &goal, limit);
        backwards.reverse();
        for (position, (a, b)) in positions.iter().zip(forwards.iter().zip(&backwards)) {
            assert_eq!(a, b, "{limit:?}, {goal:?}: {position:?}");
            let proven = a.as_ref().is_some_and(Answer::is_proven);
            seen[usize::from(!proven)] += 1;
        }
    }
    seen
}

/// Tables of runs count as work whether they are there already or not.
#[test]
fn where_a_limit_ends_a_question_does_not_depend_on_the_past() {
    let systems = [
        ("twist", "", 6, 10),
        ("twist", "step2=true", 4, 8),
        ("house", "step2=true jokers=4", 6, 12),
        ("original", "step2=true copies=3 jokers=4", 5, 12),
        ("house", "joker_rule=any wrap=true", 8, 10),
    ];
    let mut seen = [0; 2];
    for (preset, options, sets, rack) in systems {
        let rules = rules(preset, options);
        let positions = positions(&rules, sets, rack, 6);
        for limit in [500, 4000, 30_000] {
            let more = check_within(&rules, &positions, Some(limit));
            seen.iter_mut().zip(more).for_each(|(n, more)| *n += more);
        }
    }
    assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
}

#[test]
fn original_answers_do_not_depend_on_the_past() {
    check("original", "", 8, 14, 150);
    check("original", "", 14, 35, 40);
}

#[test]
fn twist_answers_do_not_depend_on_the_past() {
    check("twist", "", 5, 8, 30);
    check("twist", "", 12, 15, 4);
}

#[test]
fn house_answers_do_not_depend_on_the_past() {
    check("house", "", 6, 12, 30);
    check("house", "", 16, 20, 5);
}

#[test]
fn wrapping_answers_do_not_depend_on_the_past() {
    check("original", "wrap=true step2=true", 3, 10, 12);
}

/// Jokers once went to a colour that the game does not have, and the table was said to be illegal.
#[test]
fn a_colour_that_is_not_there_takes_no_joker() {
    let options = "colours=3 values=6 copies=1 hand=1 opening_min=9";
    let rules = rules("original", options);
    let position = position(&rules, "R2 B2 J ; B3 K3 J", "K2", true);
    let answer = SearchSolver::new().solve(&rules, &position, &Goal::Tiles);
    let best = answer.expect("supported").into_verified();
    assert_eq!(best.expect("the table is one").tiles, 0);
}
