//! Lists of plays from diagrams against plain repetition, which asks about every choice of tiles.

use std::sync::Arc;

use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet};
use rummilab_search::SearchSolver;
use rummilab_solver::{
    Goal, ListLimits, Omitted, Plays, SolveError, Solver, Weights, plays_by_repetition,
};
use rummilab_solver_suite::{long_tier, position, random_position_with, rules};

fn positions(rules: &RuleSet, sets: usize, rack: usize, count: usize) -> Vec<Position> {
    let mut below = Stream::new(Key::sample(3, "plays", rack as u64)).into_below();
    (0..count)
        .map(|_| random_position_with(rules, sets, rack, &mut below).1)
        .collect()
}

fn goals(rules: &RuleSet) -> [Goal; 3] {
    let mut weights = Weights::all(0);
    for (i, tile) in rules.kinds().enumerate() {
        weights.set(tile, i as i32 * 7 % 5 - 1);
    }
    [Goal::Tiles, Goal::Value, Goal::Weighted(Arc::new(weights))]
}

fn ask(
    solver: &mut SearchSolver,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    most: usize,
) -> Plays {
    solver
        .plays(rules, position, goal, ListLimits::best(most))
        .expect("supported")
}

/// Compares whole lists and their beginnings with repetition. The questions are asked forwards and
/// backwards, so that earlier questions can have no part in the answer.
fn check(preset: &str, options: &str, sets: usize, rack: usize, count: usize) {
    let count = if long_tier() { 20 * count } else { count };
    let rules = rules(preset, options);
    let positions = positions(&rules, sets, rack, count);
    let (mut solver, mut other) = (SearchSolver::new(), SearchSolver::new());
    let (mut some, mut many) = (0, 0);
    let goals = goals(&rules);
    for (i, position) in positions.iter().enumerate() {
        let goal = &goals[i % goals.len()];
        let place = format!("{preset} {options:?}, {goal}: {position:?}");
        let all = ask(&mut solver, &rules, position, goal, usize::MAX);
        let expected =
            plays_by_repetition(&mut other, &rules, position, goal, ListLimits::default());
        assert_eq!(Ok(&all), expected.as_ref(), "{place}");
        assert_eq!(all.rest, Omitted::Nothing, "{place}");
        some += usize::from(!all.plays.is_empty());
        many += all.plays.len();
        for most in [0, 1, 2, 5, all.plays.len()] {
            let few = ask(&mut solver, &rules, position, goal, most);
            let len = most.min(all.plays.len());
            assert_eq!(few.plays, all.plays[..len], "{most} of {place}");
            let rest = if len < all.plays.len() {
                Omitted::Later
            } else {
                Omitted::Nothing
            };
            assert_eq!(few.rest, rest, "{most} of {place}");
        }
        let best = solver.solve(&rules, position, goal).expect("supported");
        let best = best.into_verified().map(|best| (best.score, best.played));
        let first = all.plays.first().map(|play| play.score);
        assert!(first <= best.map(|(score, _)| score), "{place}");
        if best.is_some_and(|(_, played)| !played.is_empty()) {
            assert_eq!(first, best.map(|(score, _)| score), "{place}");
        }
    }
    assert!(
        some > 0 && many > some,
        "{some} of {count} have {many} plays"
    );
    let mut backwards = SearchSolver::new();
    for (i, position) in positions.iter().enumerate().rev() {
        let goal = &goals[i % goals.len()];
        let limits = ListLimits {
            most: 7,
            work: 2000,
        };
        let a = solver.plays(&rules, position, goal, limits);
        let b = backwards.plays(&rules, position, goal, limits);
        assert_eq!(a, b, "{position:?}");
    }
}

#[test]
fn original_lists_are_those_of_repetition() {
    check("original", "", 6, 10, 40);
    check("original", "", 14, 8, 30);
    check("original", "jokers=0", 12, 11, 15);
}

/// Jokers that nothing needs go into runs where there is one, and nowhere else.
#[test]
fn jokers_to_spare_lie_where_there_is_room() {
    let small = "values=7 hand=1 opening_min=12";
    let with = |options: &str| format!("{small} {options}");
    check("original", &with("colours=2"), 3, 8, 80);
    check("original", &with("copies=1"), 3, 8, 80);
    check("original", &with("max_run_len=6"), 2, 7, 40);
    check("original", &with("max_jokers_per_set=1"), 3, 7, 40);
}

#[test]
fn openings_that_use_the_table_are_listed() {
    let options = "opening_table_access=after_threshold opening_min=12";
    check("original", options, 4, 8, 30);
}

#[test]
fn twist_lists_are_those_of_repetition() {
    check("twist", "", 3, 8, 6);
    // Several kinds of joker, of which none changes the colour of a run.
    check("twist", "jokers.C=0 jokers.D=3 jokers.M=3", 2, 9, 12);
}

#[test]
fn house_lists_are_those_of_repetition() {
    check("house", "", 3, 8, 4);
    let options = "group_cap_per_player=1 opening_min=9";
    check("original", options, 5, 8, 20);
}

#[test]
fn lists_with_runs_that_go_round_or_take_two_steps_are_those_of_repetition() {
    check("original", "wrap=true jokers=0", 4, 10, 10);
    check("original", "wrap=true jokers=1", 3, 8, 6);
    check("original", "step2=true jokers=1", 3, 8, 6);
}

/// The beginnings of long lists come from bounded diagrams and equal those of the whole list.
/// Returns the number of lists compared, and of the beginnings for which fewer states were tried.
fn check_beginnings(preset: &str, sets: usize, rack: usize, count: usize) -> (usize, usize) {
    let count = if long_tier() { 20 * count } else { count };
    let rules = rules(preset, "");
    let mut solver = SearchSolver::new();
    let goals = goals(&rules);
    let (mut compared, mut bounded) = (0, 0);
    for (i, position) in positions(&rules, sets, rack, count).iter().enumerate() {
        let goal = &goals[i % goals.len()];
        let all = ask(&mut solver, &rules, position, goal, usize::MAX);
        if all.rest != Omitted::Nothing || !position.opened {
            continue;
        }
        compared += 1;
        let whole = solver.nodes();
        for most in [1, 4, 30] {
            let few = ask(&mut solver, &rules, position, goal, most);
            let len = most.min(all.plays.len());
            let place = format!("{most} of {preset}, {goal}: {position:?}");
            assert_eq!(few.plays, all.plays[..len], "{place}");
            assert_eq!(few.rest == Omitted::Later, len < all.plays.len(), "{place}");
            bounded += usize::from(solver.nodes() < whole);
        }
    }
    (compared, bounded)
}

#[test]
fn the_beginning_of_a_long_list_is_bounded() {
    let (compared, bounded) = check_beginnings("original", 12, 22, 12);
    assert!(compared > 3, "{compared} of 12");
    assert!(bounded > compared / 4, "{bounded} of {compared}");
}

#[test]
fn so_it_is_with_special_jokers() {
    let (compared, _) = check_beginnings("twist", 7, 10, 3);
    assert!(compared > 0);
}

#[test]
fn a_list_by_hand() {
    let rules = rules("original", "");
    let mut solver = SearchSolver::new();
    let position = position(&rules, "R3 R4 R5 ; K7 B7 O7", "R6 R2 R7 J O12", true);
    let list = ask(&mut solver, &rules, &position, &Goal::Value, usize::MAX);
    let tiles: Vec<String> = list.plays.iter().map(|p| p.tiles.to_string()).collect();
    // R7 goes beside R6 or into the sevens; a joker goes with everything.
    let expected = [
        "R2 R6 R7 J",
        "R2 R6 R7",
        "R6 R7 J",
        "R6 R7",
        "R2 R7 J",
        "R2 R7",
        "R2 R6 J",
        "R2 R6",
        "R7 J",
        "R7",
        "R6 J",
        "R6",
        "R2 J",
        "R2",
        "J",
    ];
    assert_eq!(tiles, expected);
    assert_eq!(list.plays[0].score.0, [15, 4, 0]);
}

/// Twenty tiles, two of a kind, each of which can be laid by itself: 3^10 choices, of which only
/// the first are wanted.
#[test]
fn a_long_list_is_cut_where_it_should_be() {
    let rules = rules("original", "jokers=0");
    let mut solver = SearchSolver::new();
    let mut table = Vec::new();
    for value in 1..=10 {
        table.push(format!("R{value} B{value} K{value}"));
        table.push(format!("R{value} B{value} K{value}"));
    }
    let rack: Vec<String> = (1..=10).map(|value| format!("O{value} O{value}")).collect();
    let position = position(&rules, &table.join(" ; "), &rack.join(" "), true);
    let list = ask(&mut solver, &rules, &position, &Goal::Tiles, 3);
    let tiles: Vec<usize> = list.plays.iter().map(|play| play.tiles.len()).collect();
    assert_eq!((tiles, list.rest), (vec![20, 19, 19], Omitted::Later));
    assert_eq!(list.plays[1].tiles.len(), 19);
    // Without O1, then without O2.
    assert_eq!(list.plays[1].score.0[1], 2 * 55 - 1);
    assert_eq!(list.plays[2].score.0[1], 2 * 55 - 2);
    let all = ask(&mut solver, &rules, &position, &Goal::Tiles, usize::MAX);
    assert_eq!((all.plays.len(), all.rest), (59_048, Omitted::Nothing));
}

#[test]
fn a_work_limit_gives_the_best_play_alone() {
    let rules = rules("original", "");
    let position = position(&rules, "R3 R4 R5", "R6 R7 R8 J", true);
    let limits = ListLimits { most: 10, work: 1 };
    let list = SearchSolver::new().plays(&rules, &position, &Goal::Tiles, limits);
    let list = list.expect("supported");
    assert_eq!((list.plays.len(), list.rest), (1, Omitted::Unknown));
    assert_eq!(list.plays[0].tiles, position.rack);
}

#[test]
fn what_no_turn_can_be_is_refused_or_empty() {
    let rules = rules("original", "");
    let mut solver = SearchSolver::new();
    let nothing = position(&rules, "R3 R4 R5", "", true);
    let list = ask(&mut solver, &rules, &nothing, &Goal::Tiles, 5);
    assert_eq!((list.plays.len(), list.rest), (0, Omitted::Nothing));
    let refused = solver.plays(&rules, &nothing, &Goal::OpeningValue, ListLimits::default());
    assert!(matches!(refused, Err(SolveError::Unsupported(_))));
    // A multiset that is no table, and stays none whatever is laid.
    let multiset = position(&rules, "R3 R4 B9", "", true);
    let list = ask(&mut solver, &rules, &multiset, &Goal::Tiles, 5);
    assert_eq!((list.plays.len(), list.rest), (0, Omitted::Nothing));
}
