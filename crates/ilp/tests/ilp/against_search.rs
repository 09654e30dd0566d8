//! Compares integer programming with the sweep; they share only the checker. `RUMMILAB_TIER=long`
//! asks about 20 000 positions of the original game and 3000 of each other rule system.

use std::sync::Arc;

use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_table;
use rummilab_core::{Position, RuleSet, Seat, Table, Tile};
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::{
    Answer, AnyPlay, Auto, FewestChanges, Goal, Score, Solver, Weights, any_play, fewest_changes,
};
use rummilab_solver_suite::{self as suite, long_tier, random_position, rules, small_rule_sets};

fn stream(purpose: &str, number: u64) -> impl FnMut(u64) -> u64 {
    Stream::new(Key::sample(5, purpose, number)).into_below()
}

/// A position of the standard game with racks of up to 30 tiles and up to two jokers. In one of
/// five a table tile is missing, so that most of these tables are illegal.
fn position(rules: &RuleSet, below: &mut dyn FnMut(u64) -> u64) -> (Table, Position) {
    let largest = if below(4) == 0 { 30 } else { 14 };
    let (table, mut position) = random_position(rules, largest, below);
    let free = 2 - position.table.jokers() - position.rack.jokers();
    for _ in 0..below(u64::from(free) + 1) {
        assert!(position.rack.insert(Tile::JOKER));
    }
    let tiles: Vec<Tile> = position.table.tiles().collect();
    if !tiles.is_empty() && below(5) == 0 {
        let i = below(tiles.len() as u64) as usize;
        assert!(position.table.remove(tiles[i]));
    }
    (table, position)
}

fn score(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
) -> Option<Score> {
    match solver.solve(rules, position, goal) {
        Ok(Answer::Optimal(best)) => Some(best.score),
        Ok(Answer::Infeasible) => None,
        other => panic!("{}, {position:?}, {goal}: {other:?}", solver.name()),
    }
}

fn goals(rules: &RuleSet, below: &mut dyn FnMut(u64) -> u64) -> [Goal; 4] {
    let size = if below(2) == 0 {
        9
    } else {
        2 * Weights::MAX as u64
    };
    let mut weights = Weights::all(0);
    for tile in rules.kinds() {
        weights.set(tile, below(size + 1) as i32 - size as i32 / 3);
    }
    [
        Goal::Tiles,
        Goal::Value,
        Goal::OpeningValue,
        Goal::Weighted(Arc::new(weights)),
    ]
}

#[test]
fn both_solvers_agree() {
    let positions = if long_tier() { 20_000 } else { 600 };
    let rules = rules("original", "");
    let mut below = stream("against search", 0);
    let mut search = SearchSolver::new();
    let mut ilp = IlpSolver::new();
    for _ in 0..positions {
        let (_, position) = position(&rules, &mut below);
        for goal in goals(&rules, &mut below) {
            assert_eq!(
                score(&mut ilp, &rules, &position, &goal),
                score(&mut search, &rules, &position, &goal),
                "{goal}: table {}, rack {}, opened {}",
                position.table,
                position.rack,
                position.opened
            );
        }
        let out = |solver: &mut dyn Solver| {
            solver
                .go_out(&rules, &position)
                .expect("supported")
                .is_some()
        };
        assert_eq!(out(&mut ilp), out(&mut search), "go out, {position:?}");
    }
}

#[test]
fn more_jokers_and_fewer_in_a_set_agree() {
    for (number, options) in [
        "jokers=4 max_jokers_per_set=none",
        "jokers=3 max_jokers_per_set=1",
        "jokers=2 max_jokers_per_set=1",
        "jokers=4 max_run_len=4 group_max=3",
        "jokers=4 colours=6 values=10 max_jokers_per_set=1",
        "copies=3 values=8 max_run_len=3",
    ]
    .iter()
    .enumerate()
    {
        let rules = rules("original", options);
        let mut below = stream("other rules", number as u64);
        let mut search = SearchSolver::new();
        let mut ilp = IlpSolver::new();
        for _ in 0..if long_tier() { 500 } else { 15 } {
            let (_, mut position) = random_position(&rules, 10, &mut below);
            let free = rules.jokers.classic - position.table.jokers() - position.rack.jokers();
            for _ in 0..below(u64::from(free) + 1) {
                assert!(position.rack.insert(Tile::JOKER));
            }
            for goal in goals(&rules, &mut below) {
                let expected = score(&mut search, &rules, &position, &goal);
                let found = score(&mut ilp, &rules, &position, &goal);
                assert_eq!(found, expected, "{options:?}, {goal}, {position:?}");
            }
        }
    }
}

/// Every question about random positions of a rule system, with owners, wrapped runs and special
/// jokers if it has them.
fn agree_in(system: &str, options: &str) {
    let rules = rules(system, options);
    let mut below = stream(system, options.split_whitespace().count() as u64);
    let mut search = SearchSolver::new();
    let mut ilp = IlpSolver::new();
    for _ in 0..if long_tier() { 3_000 } else { 40 } {
        let (table, mut position) = random_position(&rules, 14, &mut below);
        let tiles: Vec<Tile> = position.table.tiles().collect();
        let whole = position.stacks.groups.is_empty();
        if whole && !tiles.is_empty() && below(6) == 0 {
            assert!(
                position
                    .table
                    .remove(tiles[below(tiles.len() as u64) as usize])
            );
        }
        let context = format!("{system} {options:?}: {table} + {position:?}");
        for goal in goals(&rules, &mut below) {
            let expected = score(&mut search, &rules, &position, &goal);
            let found = score(&mut ilp, &rules, &position, &goal);
            assert_eq!(found, expected, "{goal}, {context}");
        }
        let out = ilp.go_out(&rules, &position).expect("supported").is_some();
        let expected = search.go_out(&rules, &position).expect("supported");
        assert_eq!(out, expected.is_some(), "go out, {context}");
    }
}

#[test]
fn the_original_and_the_tournament_agree() {
    agree_in("original", "");
    agree_in("tournament", "");
}

#[test]
fn twist_agrees() {
    agree_in("twist", "");
    agree_in("twist", "mirror_value=zero cc_at_low_end=false");
}

#[test]
fn house_agrees() {
    agree_in("house", "");
    agree_in("house", "group_cap_per_player=1 jokers=2");
    agree_in("house", "group_access=attach_only step2=true colours=4");
}

/// The play with the fewest changes, by one program and by many questions to another solver.
fn changes_agree(
    rules: &RuleSet,
    (before, position, goal): (&Table, &Position, &Goal),
    other: &mut dyn Solver,
    ilp: &mut IlpSolver,
) -> FewestChanges {
    let Ok(Answer::Optimal(best)) = other.solve(rules, position, goal) else {
        panic!("{before} + {position:?}: a legal table");
    };
    let score = best.score;
    let expected = fewest_changes(other, rules, before, position, goal, best, 10_000);
    let expected = expected.expect("supported");
    let best = ilp.solve(rules, position, goal).expect("supported");
    let best = best.into_verified().expect("a legal table");
    let found = fewest_changes(ilp, rules, before, position, goal, best, 10_000);
    let found = found.expect("supported");
    assert!(expected.proven && found.proven);
    assert_eq!(found.play.score, score, "{goal}, {position:?}");
    if !found.play.played.is_empty() {
        let (rack, ours, theirs) = (&position.rack, &found.table, &expected.table);
        assert_eq!(
            found.untouched, expected.untouched,
            "{goal}: {before} + {rack} gives {ours} and {theirs}"
        );
    }
    found
}

#[test]
fn both_ways_to_the_fewest_changes_agree() {
    let rules = rules("original", "");
    let mut below = stream("fewest changes", 0);
    let (mut search, mut ilp) = (SearchSolver::new(), IlpSolver::new());
    for _ in 0..if long_tier() { 4_000 } else { 120 } {
        let (table, position) = random_position(&rules, 14, &mut below);
        let goal = &goals(&rules, &mut below)[below(4) as usize];
        let question = (&table, &position, goal);
        let found = changes_agree(&rules, question, &mut search, &mut ilp);
        let played = found.play.played;
        if !played.is_empty() && *goal != Goal::OpeningValue {
            let (rack, after) = (&position.rack, &found.table);
            let turn = rules.judge_turn(&table, rack, after, position.opened);
            assert_eq!(turn.map(|turn| turn.played), Ok(played), "{position:?}");
        }
    }
}

#[test]
fn both_ways_to_the_fewest_changes_agree_under_every_rule_system() {
    let turns = if long_tier() { 200 } else { 12 };
    let small = small_rule_sets().into_iter().map(|rules| (rules, 6));
    let whole = ["twist", "house"].map(|name| (rules(name, ""), 10));
    for (seed, (rules, rack)) in small.chain(whole).enumerate() {
        let mut below = stream("changes", seed as u64);
        let (mut one, mut other) = (IlpSolver::new(), IlpSolver::new());
        for _ in 0..turns {
            let (table, position) = random_position(&rules, rack, &mut below);
            let question = (&table, &position, &Goal::Tiles);
            changes_agree(&rules, question, &mut one, &mut other);
        }
    }
}

/// The search gives up on this table of step runs, and the program proves it at its root.
#[test]
fn what_the_search_gives_up_the_program_behind_it_proves() {
    let options = "colours=BYG values=5 copies=3 jokers=2 max_jokers_per_set=1 max_run_len=3 \
        step2=true hand=9";
    let rules = rules("original", options);
    let table = "B1 Y1 G1 ; B2 B3 B4 ; B2 B3 B4 ; B2 Y2 J ; B4 Y4 G4 ; B5 Y5 G5 ; Y1 G1 J ; \
        Y2 Y3 Y4 ; Y3 Y4 Y5 ; G3 G4 G5";
    let rack = "B1 B3 B5 Y1 Y2 Y5 G1 G2 G2 G3 G3 G5";
    let position = suite::position(&rules, table, rack, true);
    let alone = SearchSolver::new()
        .give_up_after(100_000)
        .solve(&rules, &position, &Goal::Tiles);
    assert!(!alone.is_ok_and(|answer| answer.is_proven()));
    let search = Box::new(SearchSolver::new());
    let mut auto = Auto::new(search, Box::new(IlpSolver::new()));
    let answer = auto
        .solve(&rules, &position, &Goal::Tiles)
        .expect("supported");
    assert!(
        matches!(&answer, Answer::Optimal(best) if best.tiles == 12),
        "{answer:?}"
    );
    assert_eq!(auto.name(), "ilp");
    let out = auto.go_out(&rules, &position).expect("not given up");
    assert_eq!(out.map(|play| play.tiles), Some(12));
    let any = any_play(&mut auto, &rules, &position).expect("an answer");
    assert!(matches!(any, Some(AnyPlay::Play(play)) if !play.played.is_empty()));
}

/// The fewest changes of this table took the program over a minute, one question after the other.
#[test]
fn one_program_finds_the_fewest_changes_where_groups_have_owners() {
    let rules = rules("house", "");
    let table = "Y5 W5 B5 G5;R7 W7 B7;R6 Y6 W6 G6;G12 G13 G1;R11 Y11 G11;K6 K7 K8;B4 B5 B6 B7;\
        Y8 B8 G8;R5 K5 G5;R13 B13 G13;R10 W10 K10 G10;R7 W7 K7;Y11 W11 B11;W3 W4 W5 W6;B8 B9 B10;\
        R8 K8 G8;Y3 W3 K3;R1 Y1 W1 K1 B1;W2 B2 G2;R12 K12 B12;R12 Y12 W12 K12 G12;R4 W4 K4;\
        R9 Y9 K9;Y2 Y3 Y4 Y5";
    let owners = [
        Some(3),
        Some(2),
        Some(3),
        None,
        Some(1),
        None,
        None,
        Some(1),
        Some(3),
        Some(0),
        Some(1),
        Some(3),
        Some(0),
        None,
        None,
        Some(1),
        Some(0),
        Some(0),
        Some(0),
        Some(0),
        Some(1),
        Some(2),
        Some(1),
        None,
    ];
    let sets = parse_table(table, &rules).expect("a table").into_sets();
    let table = Table::owned(sets, owners.to_vec());
    let rack = suite::tiles(&rules, "B2 B10 B12 G9 K2 K9 K11 R10 R11 W8 W9 Y1 Y6 J");
    let position = rules.position(&table, rack, true, Some(Seat(1)));
    let mut ilp = IlpSolver::new();
    let best = ilp
        .solve(&rules, &position, &Goal::Tiles)
        .expect("supported");
    let best = best.into_verified().expect("a play");
    let found = fewest_changes(
        &mut ilp,
        &rules,
        &table,
        &position,
        &Goal::Tiles,
        best,
        2000,
    );
    let found = found.expect("supported");
    assert_eq!(
        (found.play.tiles, found.untouched, found.proven),
        (14, 19, true)
    );
}

/// What is proven within a limit of work is proven without one, whoever answers.
#[test]
fn a_limit_of_work_changes_no_proof() {
    let mut below = stream("limits", 0);
    let search = || Box::new(SearchSolver::new());
    let ilp = || Box::new(IlpSolver::new());
    let mut solvers: [Box<dyn Solver>; 3] = [search(), ilp(), Box::new(Auto::new(search(), ilp()))];
    let mut proofs = 0;
    for rules in small_rule_sets() {
        let (_, position) = random_position(&rules, 8, &mut below);
        let best = search().solve(&rules, &position, &Goal::Tiles);
        for solver in &mut solvers {
            for most in [0, 10, 1000] {
                solver.limit_work(Some(most));
                let found = solver.solve(&rules, &position, &Goal::Tiles);
                solver.limit_work(None);
                match (found, &best) {
                    (Ok(Answer::Optimal(found)), Ok(Answer::Optimal(best))) => {
                        assert_eq!(found.score, best.score, "{} {most}", solver.name());
                        proofs += 1;
                    }
                    (Ok(Answer::Infeasible), best) => assert_eq!(best, &Ok(Answer::Infeasible)),
                    _ => {}
                }
            }
        }
    }
    assert!(proofs > 100, "{proofs}");
}
