//! A search that gives up says so.
//!
//! What it has is a legal play, its bound holds, and it never takes "not found" for "not there".

use std::num::NonZeroU64;

use rummilab_chance::{Key, Stream};
use rummilab_core::{RuleSet, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::suite::random_position_with;
use rummilab_solver::{AfterDraw, Answer, Goal, ListLimits, SolveError, Solver};

/// Compares a solver that gives up after few states with one that does not.
fn check(preset: &str, sets: usize, rack: usize, count: usize, ways: u64) {
    let rules = RuleSet::preset(preset).expect("a preset");
    let mut stream = Stream::new(Key::sample(2, "limit", rack as u64));
    let mut below = move |bound| NonZeroU64::new(bound).map_or(0, |bound| stream.below(bound));
    let mut patient = SearchSolver::new();
    let mut hasty = SearchSolver::new().give_up_after(ways);
    let (mut proven, mut given_up, mut unproven_draws) = (0, 0, 0);
    for _ in 0..count {
        let position = random_position_with(&rules, sets, rack, &mut below).1;
        for goal in [Goal::Tiles, Goal::Value] {
            let known = patient.solve(&rules, &position, &goal).expect("supported");
            let best = known.verified().map(|best| best.score.main());
            let said = hasty.solve(&rules, &position, &goal).expect("supported");
            match &said {
                Answer::Optimal(found) => {
                    assert_eq!(Some(found.score.main()), best, "{position:?}");
                    proven += 1;
                }
                Answer::Feasible {
                    best: found, bound, ..
                } => {
                    assert!(Some(found.score.main()) <= best, "{position:?}");
                    assert!(Some(*bound) >= best, "{position:?}");
                    given_up += 1;
                }
                Answer::Infeasible => assert_eq!(known, Answer::Infeasible, "{position:?}"),
                Answer::Unknown(_) => given_up += 1,
            }
        }
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let left = all
            .saturating_sub(&position.table)
            .saturating_sub(&position.rack);
        let unseen: TileCounts = left.kinds().map(|(tile, _)| tile).take(6).collect();
        let drawn = |solver: &mut SearchSolver| {
            let draws = solver.after_draw(&rules, &position, &Goal::Tiles, &unseen);
            draws.expect("supported")
        };
        let (known, said) = (drawn(&mut patient), drawn(&mut hasty));
        assert!(known.proven, "{position:?}");
        if said.proven {
            let each = |answer: &AfterDraw| {
                let draws = answer.draws.iter();
                draws
                    .map(|draw| (draw.best.as_ref().map(|best| best.tiles), draw.goes_out))
                    .collect::<Vec<_>>()
            };
            assert_eq!(each(&said), each(&known), "{position:?}");
        } else {
            unproven_draws += 1;
        }
        let goes = |solver: &mut SearchSolver| solver.go_out(&rules, &position).expect("supported");
        assert_eq!(
            goes(&mut hasty).is_some(),
            goes(&mut patient).is_some(),
            "{position:?}"
        );
    }
    assert!(
        proven > 0 && given_up > 0 && unproven_draws > 0,
        "{preset}: {proven} proven, {given_up} given up, {unproven_draws} draws not proven"
    );
}

#[test]
fn a_search_that_gives_up_says_so() {
    check("original", 10, 20, 40, 100);
    check("tournament", 10, 25, 20, 300);
    check("twist", 4, 8, 20, 200);
    check("house", 4, 8, 20, 300);
}

/// Whether the whole rack goes: found out as it is, or said to be given up, and then by name.
#[test]
fn a_search_for_the_way_out_that_gives_up_says_so() {
    let rules = RuleSet::preset("twist").expect("a preset");
    let mut stream = Stream::new(Key::sample(2, "way-out", 0));
    let mut below = move |bound| NonZeroU64::new(bound).map_or(0, |bound| stream.below(bound));
    let mut patient = SearchSolver::new();
    let mut hasty = SearchSolver::new().give_up_going_out_after(20);
    let (mut known, mut given_up) = (0, 0);
    for _ in 0..60 {
        let position = random_position_with(&rules, 5, 4, &mut below).1;
        let goes = patient.go_out(&rules, &position).expect("found out");
        let goes = goes.is_some();
        match hasty.go_out(&rules, &position) {
            Ok(found) => {
                assert_eq!(found.is_some(), goes, "{position:?}");
                known += 1;
            }
            Err(SolveError::GaveUp { solver }) => {
                assert_eq!(solver, "search");
                given_up += 1;
            }
            Err(fault) => panic!("{fault}: {position:?}"),
        }
        // Questions that ask it on the way say that they do not know, and are no errors.
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let unseen: TileCounts = all.kinds().map(|(tile, _)| tile).take(1).collect();
        let unseen = unseen.saturating_sub(&position.table);
        let unseen = unseen.saturating_sub(&position.rack);
        let draws = hasty.after_draw(&rules, &position, &Goal::OpeningValue, &unseen);
        assert!(draws.is_ok(), "{draws:?}: {position:?}");
        let limits = ListLimits {
            most: 3,
            work: 10_000,
        };
        let plays = hasty.plays(&rules, &position, &Goal::Tiles, limits);
        assert!(plays.is_ok(), "{plays:?}: {position:?}");
    }
    assert!(
        known > 0 && given_up > 0,
        "{known} found out, {given_up} given up"
    );
}
