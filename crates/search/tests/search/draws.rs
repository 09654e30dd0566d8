//! Questions about draws: the search for better plays alone against plain repetition by the same
//! solver.

use std::sync::Arc;

use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, Tile};
use rummilab_search::SearchSolver;
use rummilab_solver::{
    AfterDraw, Goal, Score, SolveError, Solver, Verified, Weights, draws_by_repetition, with_tile,
};
use rummilab_solver_suite::{long_tier, position, random_position_with, rules, tiles};

/// The scores and whether the rack goes out, which are the same whatever play was found.
fn said(answer: &AfterDraw) -> Vec<(Tile, u8, Option<[i64; 3]>, bool)> {
    let draws = answer.draws.iter();
    draws
        .map(|draw| {
            let score = draw.best.as_ref().map(|best| best.score.0);
            (draw.tile, draw.unseen, score, draw.goes_out)
        })
        .collect()
}

/// The score of a play that lays something.
fn score_of_play(play: Option<&Verified>) -> Option<Score> {
    let play = play.filter(|play| !play.played.is_empty());
    play.map(|play| play.score)
}

fn check(preset: &str, options: &str, sets: usize, rack: usize, count: usize) {
    let count = if long_tier() { 30 * count } else { count };
    let rules = rules(preset, options);
    let mut below = Stream::new(Key::sample(4, "draws", rack as u64)).into_below();
    let mut weights = Weights::all(0);
    for (i, tile) in rules.kinds().enumerate() {
        weights.set(tile, i as i32 * 5 % 7 - 2);
    }
    let goals = [
        Goal::Tiles,
        Goal::Value,
        Goal::Weighted(Arc::new(weights)),
        Goal::OpeningValue,
    ];
    let (mut solver, mut other) = (SearchSolver::new(), SearchSolver::new());
    let mut asked = Vec::new();
    let mut better = 0;
    for i in 0..count {
        let (_, position) = random_position_with(&rules, sets, rack, &mut below);
        let goal = &goals[i % goals.len()];
        let place = format!("{preset} {options:?}, {goal}: {position:?}");
        let unseen = position.unseen(&rules);
        let shared = solver
            .after_draw(&rules, &position, goal, &unseen)
            .unwrap_or_else(|error| panic!("{place}: {error}"));
        let plain = draws_by_repetition(&mut other, &rules, &position, goal, &unseen);
        let plain = plain.expect("supported");
        assert_eq!(said(&shared), said(&plain), "{place}");
        assert_eq!(shared.now, plain.now, "{place}");
        let mut laying = |position: &Position, drawn| {
            let answer = other.solve_laying(&rules, position, goal, drawn);
            score_of_play(answer.expect("supported").verified())
        };
        let now = score_of_play(shared.now.as_ref());
        assert_eq!(laying(&position, None), now, "{place}");
        if now.is_none() && !matches!(goal, Goal::Weighted(_)) {
            for draw in &shared.draws {
                let with = with_tile(&position, draw.tile).expect("within the game");
                let expected = score_of_play(draw.best.as_ref());
                let found = laying(&with, Some(draw.tile));
                assert_eq!(found, expected, "{place}, {}", draw.tile);
            }
        }
        let now = shared.now.as_ref().map(|now| now.score);
        for draw in &shared.draws {
            better += usize::from(draw.best.as_ref().map(|best| best.score) > now);
        }
        asked.push((position, goal, unseen, shared));
    }
    assert!(better > 0, "no draw changed anything");
    let mut backwards = SearchSolver::new();
    for (position, goal, unseen, shared) in asked.iter().rev() {
        let again = backwards.after_draw(&rules, position, goal, unseen);
        assert_eq!(again.as_ref(), Ok(shared), "{position:?}");
    }
}

#[test]
fn original_draws_are_those_of_repetition() {
    check("original", "", 6, 14, 16);
    check("original", "", 12, 5, 16);
    check("original", "jokers=0", 14, 25, 4);
}

#[test]
fn draws_of_other_rules_are_those_of_repetition() {
    let options = "opening_table_access=after_threshold opening_min=9";
    check("original", options, 4, 8, 8);
    check("original", "opening_jokers=false opening_min=9", 4, 8, 8);
    check("original", "step2=true jokers=1", 3, 8, 5);
    check("original", "wrap=true jokers=1", 3, 8, 4);
}

#[test]
fn twist_draws_are_those_of_repetition() {
    check("twist", "", 3, 5, 4);
}

#[test]
fn house_draws_are_those_of_repetition() {
    check("house", "", 3, 5, 3);
}

/// Of an opening that may use the table, the own sets must lie and often nothing else can: that was
/// taken for laying nothing.
#[test]
fn an_opening_of_own_sets_alone_lays_something() {
    let options = "opening_table_access=after_threshold opening_min=9";
    let rules = rules("original", options);
    let mut below = Stream::new(Key::sample(4, "laying", 0)).into_below();
    let mut solver = SearchSolver::new();
    let mut opened = 0;
    for _ in 0..2000 {
        let (_, mut position) = random_position_with(&rules, 4, 9, &mut below);
        position.opened = false;
        let whole = solver.solve(&rules, &position, &Goal::Tiles);
        let whole = score_of_play(whole.expect("supported").verified());
        let laying = solver.solve_laying(&rules, &position, &Goal::Tiles, None);
        let laying = score_of_play(laying.expect("supported").verified());
        assert_eq!(laying, whole, "{position:?}");
        opened += usize::from(whole.is_some());
    }
    assert!(opened > 100, "{opened} openings");
}

#[test]
fn draws_by_hand() {
    let rules = rules("original", "");
    let position = position(&rules, "R3 R4 R5 ; K7 B7 O7", "R7 R8 B1", true);
    let unseen = tiles(&rules, "R6 R6 R9 B13 B3 J K1 O1");
    let mut solver = SearchSolver::new();
    let answer = solver.after_draw(&rules, &position, &Goal::Tiles, &unseen);
    let answer = answer.expect("supported");
    let lines: Vec<String> = answer
        .draws
        .iter()
        .map(|draw| {
            let played = draw.best.as_ref().map(|best| best.played.to_string());
            let played = played.unwrap_or_default();
            format!("{} {}: {played} {}", draw.unseen, draw.tile, draw.goes_out)
        })
        .collect();
    let expected = [
        "2 R6: R6 R7 R8 false",
        "1 R9: R7 R8 R9 false",
        "1 B3: R7 false",
        "1 B13: R7 false",
        "1 K1: R7 false",
        "1 O1: R7 false",
        "1 J: R7 R8 J false",
    ];
    assert_eq!(lines, expected);
    assert_eq!(answer.going_out(), (0, 8));
    let now = answer.now.expect("the table is one");
    assert_eq!(now.played.to_string(), "R7");
}

#[test]
fn a_tile_that_cannot_be_drawn_is_refused() {
    let rules = rules("original", "");
    let position = position(&rules, "", "R1 R1", true);
    let unseen = tiles(&rules, "R1");
    let mut solver = SearchSolver::new();
    let answer = solver.after_draw(&rules, &position, &Goal::Tiles, &unseen);
    assert!(matches!(answer, Err(SolveError::TooManyCopies(_))));
    let plain = draws_by_repetition(&mut solver, &rules, &position, &Goal::Tiles, &unseen);
    assert!(matches!(plain, Err(SolveError::TooManyCopies(_))));
}
