//! Plays that `auto` finds by parts of the table, where neither solver has a proof in the same work.

use rummilab_core::notation::{parse_counts, parse_table};
use rummilab_core::{Position, RuleSet, Seat, Table};
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Auto, Goal, Solver, unless_given_up};
use rummilab_solver_suite::rules;

/// Work that neither solver gets by with, in states of the search.
const WORK: u64 = 60_000;

/// The same where a cap on groups makes the program quick.
const LESS_WORK: u64 = 20_000;

fn auto() -> Auto {
    Auto::new(Box::new(SearchSolver::new()), Box::new(IlpSolver::new()))
}

fn proves(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
    work: u64,
) -> Option<usize> {
    solver.limit_work(Some(work));
    let answer = unless_given_up(solver.solve(rules, position, &Goal::Tiles)).expect("supported");
    match answer {
        Some(Answer::Optimal(best)) => Some(best.tiles),
        _ => None,
    }
}

/// The whole rack goes, as `auto` alone proves; and so it says when asked for that.
fn check(rules: &RuleSet, position: &Position, work: u64) {
    for solver in [
        &mut SearchSolver::new() as &mut dyn Solver,
        &mut IlpSolver::new(),
    ] {
        assert_eq!(
            proves(solver, rules, position, work),
            None,
            "{}",
            solver.name()
        );
    }
    let mut auto = auto();
    assert_eq!(
        proves(&mut auto, rules, position, work),
        Some(position.rack.len())
    );
    auto.limit_work(Some(work));
    let whole = auto
        .go_out(rules, position)
        .expect("it lays the whole rack");
    assert_eq!(whole.map(|play| play.played), Some(position.rack));
}

#[test]
fn a_large_rack_beside_a_crowded_table_goes() {
    let rules = rules(
        "twist",
        "colours=PBGWRK values=12 jokers={J=0,D=0,C=7,M=0} cc_adjacent=true max_cc_per_run=none \
         max_run_len=15 max_jokers_per_set=5 group_max=4 step2=true wrap=end",
    );
    let sets = "B9 C G11 G12 G1 ; P12 G12 B12 R12 ; W6 K6 B6 P6 ; K10 K11 C ; G8 R8 W8 K8 ; K3 \
                K4 K5 K6 K7 ; B1 C G3 G4 G5 ; G8 G9 C K11 ; G2 B2 R2 K2 ; K8 K9 C C R12 ; P11 C \
                R1 ; W6 R6 G6 ; R11 B11 W11 P11 ; P6 P8 P10 P12 ; P4 R4 G4 ; B11 G11 R11 ; B2 \
                B3 B4 B5 B6 ; G9 K9 B9 ; P4 R4 W4 ; K3 K5 K7 ; R2 W2 P2 K2 ; G10 W10 R10 ; G1 \
                G3 G5 ; W2 W3 W4 W5 ; R5 R6 R7 ; P3 P5 P7 ; B10 R10 K10 ; R1 B1 P1 K1 ; W10 W11 \
                W12 W1";
    let table = parse_table(sets, &rules).expect("legal sets");
    let rack = "B3 B4 B5 B7 B7 B8 B8 B10 B12 G2 G7 G7 G10 K1 K4 K12 K12 P1 P3 P7 P8 P9 P9 R3 R3 \
                R5 R7 R8 R9 W1 W3 W5 W7 W8 W9";
    let rack = parse_counts(rack, &rules).expect("tiles of the game");
    check(&rules, &rules.position(&table, rack, true, None), WORK);
}

#[test]
fn groups_stay_in_their_stacks() {
    let rules = rules(
        "house",
        "colours=RWPYKG values=9 jokers={J=4,D=4,C=0,M=0} group_access=owner_only group_max=6 \
         step2=true wrap=false",
    );
    let sets = "R2 P2 W2 K2 ; P3 P4 P5 P6 P7 ; R4 W4 J ; G8 R8 W8 K8 P8 Y8 ; W9 P9 G9 K9 Y9 ; \
                P3 P4 P5 J P7 P8 P9 ; W3 G3 J ; Y5 G5 W5 R5 ; G2 G3 G4 G5 G6 ; W5 D W8 W9 ; \
                Y5 Y6 Y7 Y8 Y9 ; G2 K2 J ; Y2 Y3 Y4 ; R3 R5 R7 ; Y1 R1 W1 G1 D ; W1 W2 W3 ; \
                R1 D R4 ; R3 D R6 R7 ; K6 K7 K8 K9 ; P6 K6 G6 R6 W6 Y6 ; K3 K4 K5 ; K4 W4 Y4 ; \
                K1 G1 P1";
    let sets = parse_table(sets, &rules).expect("legal sets");
    let owners = [
        4, 9, 0, 5, 4, 9, 3, 3, 9, 9, 9, 0, 9, 9, 5, 9, 9, 9, 9, 4, 9, 0, 5,
    ];
    let owner = |owner: u8| (owner < 9).then_some(owner);
    let table = Table::owned(sets.into_sets(), owners.map(owner).to_vec());
    let rack = "G4 G7 G7 G8 G9 K1 K3 K5 K7 P1 P2 R2 R8 R9 R9 W6 W7 W7 Y1 Y2 Y3 Y7";
    let rack = parse_counts(rack, &rules).expect("tiles of the game");
    check(
        &rules,
        &rules.position(&table, rack, true, Some(Seat(5))),
        LESS_WORK,
    );
}

#[test]
fn a_small_opening_grows_to_the_whole_rack() {
    let rules = rules(
        "original",
        "colours=KOWPY values=6 jokers={J=3,D=0,C=5,M=0} group_access=attach_only opening_min=13 \
         max_cc_per_run=3 max_jokers_per_set=1 max_run_len=none mirror_valley=false wrap=true \
         opening_table_access=after_threshold",
    );
    let sets = "J W1 K1 O1 P1 ; Y4 Y5 Y6 Y1 Y2 Y3 ; K2 O2 P2 ; K5 Y5 P5 ; O1 K1 J ; O3 P3 W3 ; \
                P3 P4 P5 ; P6 Y6 W6 ; J W5 W6 ; W1 P1 Y1 ; K4 K5 K6 ; O6 O4 O5 ; W3 W4 W5 ; \
                P4 O4 K4";
    let sets = parse_table(sets, &rules).expect("legal sets");
    let owners = [2, 9, 5, 2, 3, 3, 9, 2, 9, 2, 9, 9, 9, 3];
    let owner = |owner: u8| (owner < 9).then_some(owner);
    let table = Table::owned(sets.into_sets(), owners.map(owner).to_vec());
    let rack = parse_counts("K2 K3 O2 O3 O6 P2 P6 W2 W2 Y2 Y3 C", &rules).expect("tiles");
    check(
        &rules,
        &rules.position(&table, rack, false, Some(Seat(3))),
        WORK,
    );
}
