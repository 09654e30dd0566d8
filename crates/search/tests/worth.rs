//! Worths that once misled the search: jokers where runs wrap, tiles worth less than nothing.

use std::sync::Arc;

use rummilab_search::SearchSolver;
use rummilab_solver::suite::{position, rules};
use rummilab_solver::{Goal, Solver, Weights};

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
