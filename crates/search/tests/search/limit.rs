//! A search that gives up says so.
//!
//! The search returns a legal play, its bound holds, and it never takes "not found" for "not
//! there".

use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet, Set, Table, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::catalogue::Catalogue;
use rummilab_solver::{
    AfterDraw, Answer, Goal, ListLimits, SolveError, Solver, go_out_on, solve_on, unless_given_up,
};
use rummilab_solver_suite::{random_position_with, rules};

/// One tile each of the first kinds that are neither on the table nor all on the rack.
fn unseen(rules: &RuleSet, position: &Position, kinds: usize) -> TileCounts {
    let unseen = position.unseen(rules);
    unseen.kinds().map(|(tile, _)| tile).take(kinds).collect()
}

/// Compares a solver that gives up after few states with one that does not.
fn check(preset: &str, sets: usize, rack: usize, count: usize, ways: u64) {
    let rules = RuleSet::preset(preset).expect("a preset");
    let mut below = Stream::new(Key::sample(2, "limit", rack as u64)).into_below();
    let mut patient = SearchSolver::new();
    let mut hasty = SearchSolver::new().give_up_after(ways);
    let (mut proven, mut given_up, mut unproven_draws) = (0, 0, 0);
    for _ in 0..count {
        let position = random_position_with(&rules, sets, rack, &mut below).1;
        for goal in [Goal::Tiles, Goal::Value] {
            let known = patient.solve(&rules, &position, &goal).expect("supported");
            let best = known.verified().map(|best| best.score.main());
            match hasty.solve(&rules, &position, &goal) {
                Ok(Answer::Optimal(found)) => {
                    assert_eq!(Some(found.score.main()), best, "{position:?}");
                    proven += 1;
                }
                Ok(Answer::Feasible {
                    best: found, bound, ..
                }) => {
                    assert!(Some(found.score.main()) <= best, "{position:?}");
                    assert!(Some(bound) >= best, "{position:?}");
                    assert_ne!(
                        found.played, position.rack,
                        "nothing is better: {position:?}"
                    );
                    given_up += 1;
                }
                Ok(Answer::Infeasible) => assert_eq!(known, Answer::Infeasible, "{position:?}"),
                Err(SolveError::GaveUp { .. }) => given_up += 1,
                Err(fault) => panic!("{fault}: {position:?}"),
            }
        }
        let unseen = unseen(&rules, &position, 6);
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
        let goes = patient.go_out(&rules, &position).expect("found out");
        match hasty.go_out(&rules, &position) {
            Ok(found) => assert_eq!(found.is_some(), goes.is_some(), "{position:?}"),
            Err(SolveError::GaveUp { .. }) => assert!(!position.opened, "{position:?}"),
            Err(fault) => panic!("{fault}: {position:?}"),
        }
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

/// Whether the whole rack goes out: the search finds the truth, or a named error says it gave up.
#[test]
fn a_search_for_the_way_out_that_gives_up_says_so() {
    let rules = RuleSet::preset("twist").expect("a preset");
    let mut below = Stream::new(Key::sample(2, "way-out", 0)).into_below();
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
            Err(SolveError::GaveUp { solver, .. }) => {
                assert_eq!(solver, "search");
                given_up += 1;
            }
            Err(fault) => panic!("{fault}: {position:?}"),
        }
        // Questions that need this on the way say that they do not know, and are no errors.
        let unseen = unseen(&rules, &position, 1);
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

/// If a rack has one tile, laying it is the best play, whether or not the search was complete.
#[test]
fn a_play_of_the_whole_rack_is_proven_whatever_is_given_up() {
    let rules = RuleSet::preset("house").expect("a preset");
    let mut below = Stream::new(Key::sample(2, "whole-rack", 0)).into_below();
    let mut hasty = SearchSolver::new().give_up_after(200);
    let mut proven = 0;
    for _ in 0..40 {
        let (table, position) = random_position_with(&rules, 20, 1, &mut below);
        if !position.opened {
            continue;
        }
        let answer = solve_on(&mut hasty, &rules, &table, &position, &Goal::Tiles);
        let answer = answer.expect("supported");
        let best = answer.verified().expect("the table is one");
        if best.played == position.rack {
            assert!(answer.is_proven() && answer.is_main_goal_proven());
            // More than the limit, so that it was given up.
            proven += u32::from(hasty.nodes() > 200);
        }
    }
    assert!(proven > 0);
}

/// Whether one rack tile can be attached to an old set, or an own set of value enough be laid.
fn has_simple_play(rules: &RuleSet, table: &Table, position: &Position) -> bool {
    let attaches = |tile: Tile| {
        table.sets().iter().any(|set| {
            let longer: Set = set.tiles().iter().copied().chain([tile]).collect();
            rules.judge(longer.tiles()).is_legal()
        })
    };
    let own = Catalogue::of_tiles(rules, &position.rack);
    let needed = if position.opened {
        0
    } else {
        u32::from(rules.opening_min)
    };
    let attaches = position.opened && position.rack.tiles().any(attaches);
    attaches || own.sets().iter().any(|set| set.value >= needed)
}

/// If the table is given as sets, there is always a play. The play lays something if a single tile
/// can be attached or an own set can be laid.
#[test]
fn a_play_by_hand_stands_in_where_the_search_gives_up() {
    for preset in ["original", "twist"] {
        let rules = RuleSet::preset(preset).expect("a preset");
        let mut below = Stream::new(Key::sample(2, "by-hand", 0)).into_below();
        let mut patient = SearchSolver::new();
        let idle = SearchSolver::new().give_up_after(0);
        let mut idle = idle.give_up_going_out_after(0);
        let (mut unproven, mut laid, mut out) = (0, 0, 0);
        for _ in 0..60 {
            let (table, position) = random_position_with(&rules, 4, 7, &mut below);
            for goal in [Goal::Tiles, Goal::Value] {
                let answer = solve_on(&mut idle, &rules, &table, &position, &goal);
                let answer = answer.expect("supported");
                let best = answer.verified().expect("never unknown");
                let known = patient.solve(&rules, &position, &goal).expect("supported");
                let most = known.verified().map(|known| known.score);
                assert!(Some(best.score) <= most, "{position:?}");
                assert!(
                    !answer.is_proven() || Some(best.score) == most,
                    "{position:?}"
                );
                unproven += u32::from(!answer.is_proven());
                let simple = goal == Goal::Tiles && has_simple_play(&rules, &table, &position);
                assert!(!simple || best.tiles > 0, "{table} {position:?}");
                laid += u32::from(best.tiles > 0);
            }
            if let Ok(Some(play)) = go_out_on(&mut idle, &rules, &table, &position) {
                assert_eq!(play.played, position.rack);
                out += 1;
            }
        }
        assert!(unproven > 0 && laid > 0, "{preset}: {unproven}, {laid}");
        assert!(out > 0 || preset != "original");
    }
}

/// Every question stops soon after its limit, whatever other questions it needs.
#[test]
fn the_limit_bounds_every_question() {
    let limit = 2000;
    let check = |preset: &str, options: &str, sets: usize, rack: usize| {
        let rules = rules(preset, options);
        let mut below = Stream::new(Key::sample(2, "bounded", 0)).into_below();
        let solver = SearchSolver::new().give_up_after(limit);
        let mut solver = solver.give_up_going_out_after(limit);
        for i in 0..8 {
            let mut position = random_position_with(&rules, sets, rack, &mut below).1;
            position.opened = i % 2 == 0;
            let goals = [Goal::Tiles, Goal::OpeningValue];
            for goal in &goals {
                let answer = unless_given_up(solver.solve(&rules, &position, goal));
                assert!(answer.is_ok(), "{answer:?}");
                // A sweep looks at its limit after each value of a state, and four may give up.
                assert!(solver.nodes() < 4 * limit + 300_000, "{}", solver.nodes());
            }
            let _ = solver.go_out(&rules, &position);
            assert!(solver.nodes() < 4 * limit + 300_000, "{}", solver.nodes());
            let unseen = unseen(&rules, &position, 3);
            let draws =
                unless_given_up(solver.after_draw(&rules, &position, &Goal::Tiles, &unseen));
            assert!(draws.is_ok(), "{draws:?}");
        }
    };
    check("twist", "wrap=true", 2, 12);
    check("twist", "wrap=true max_run_len=none", 2, 10);
    check("house", "opening_min=200", 4, 60);
    check("house", "step2=true", 6, 30);
}

/// Before sweeps were narrow at first, crowded tables took states by the million: 18 of 50 were
/// proven within a tenth of a million.
#[test]
fn crowded_tables_are_proven() {
    for (preset, sets, rack, states) in [("house", 16, 20, 200_000), ("twist", 12, 15, 1_000_000)] {
        let rules = rules(preset, "");
        let mut below = Stream::new(Key::sample(23, "crowded", 0)).into_below();
        let mut solver = SearchSolver::new().give_up_after(states);
        for _ in 0..5 {
            let position = random_position_with(&rules, sets, rack, &mut below).1;
            let answer = solver.solve(&rules, &position, &Goal::Tiles);
            let answer = answer.expect("supported");
            assert!(answer.is_proven(), "{preset}: {position:?}");
        }
    }
}
