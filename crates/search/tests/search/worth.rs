//! Worths that once misled the search: jokers where runs wrap, tiles worth less than nothing.

use std::sync::Arc;

use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Goal, Solver, Weights};
use rummilab_solver_suite::{position, rules};

/// The mirror joker on the table is worth 4 whatever is laid. The search took that for more than
/// all rack tiles could add, and did not look for runs that wrap (R4 R1 R2).
#[test]
fn a_joker_of_the_table_is_not_worth_a_play() {
    let free = "hand=1 opening_min=9 max_jokers_per_set=none max_run_len=none wrap=true";
    let options = format!("colours=RB values=4 jokers={{J=1,D=1,C=1,M=1}} {free}");
    let rules = rules("twist", &options);
    let table = "B2 B3 B4 M B4 J B2 ; R1 R2 R3 R4";
    let position = position(&rules, table, "R1 R2 B1 B1", true);
    let mut weights = Weights::all(0);
    for (tile, weight) in [("R1", 1), ("R2", 2), ("B1", -2), ("J", 5), ("M", 4)] {
        weights.set(tile.parse().expect("a tile"), weight);
    }
    let goal = Goal::Weighted(Arc::new(weights));
    let answer = SearchSolver::new().solve(&rules, &position, &goal);
    let best = answer.expect("supported").into_verified();
    let best = best.expect("a legal table");
    assert_eq!(best.played.to_string(), "R1 R2");
}

/// Every tile is worth less than nothing, and one must be laid all the same. The search must look
/// further and further below its bound; it once looked at the same place again and again.
#[test]
fn tiles_worth_less_than_nothing_are_laid_where_they_must_be() {
    let rules = rules("original", "");
    let mut rack = "R3".to_owned();
    for value in 4..=13 {
        rack += &format!(" R{value} B{value} K{value} O{value}");
    }
    let position = position(&rules, "R1 R2", &rack, true);
    for weight in [-1, -1000, -500_000] {
        let goal = Goal::Weighted(Arc::new(Weights::all(weight)));
        let answer = SearchSolver::new().solve(&rules, &position, &goal);
        let best = answer.expect("supported").into_verified();
        let best = best.expect("a legal table");
        assert_eq!(best.played.to_string(), "R3", "{weight}");
    }
}

/// No set holds the second O5, and every tile is worth less than nothing. Bounds fell for ever, by
/// little at a time, and the search took minutes to find that there is no play.
#[test]
fn tiles_that_cannot_lie_are_found_out_whatever_tiles_are_worth() {
    let rules = rules("original", "");
    let table = "R8 R9 R10 R11 R12 R13 ; R9 B9 K9 O9 ; R3 K3 O3 ; O4 O5 O6";
    let rack = "R2 R4 R6 B2 B2 B4 B4 B5 B6 B7 B7 B8 B8 B9 B10 B11 B11 B12 B13 B13 K2 K6 K6 K7 K8 \
        K8 K10 K11 K12 K13 K13 O1 O1 O4 O5 O8 O8 O9 O10 O11 O12 O12 O13";
    let mut position = position(&rules, table, rack, true);
    let five = "O5".parse().expect("a tile");
    assert!(position.rack.remove(five) && position.table.insert(five));
    let mut weights = Weights::all(0);
    for (tile, _) in position.rack.kinds() {
        weights.set(tile, -1000 - i32::from(tile.face()));
    }
    let goal = Goal::Weighted(Arc::new(weights));
    let answer = SearchSolver::new().solve(&rules, &position, &goal);
    assert_eq!(answer.expect("supported"), Answer::Infeasible);
}
