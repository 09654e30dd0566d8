//! Positions whose answers are known by hand, and the traps that public programs fell into (SOLVER.md).

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{Position, RuleSet, TileCounts};

use crate::changes::fewest_changes;
use crate::goal::Goal;
use crate::stuck::{Stuck, stuck_tiles};
use crate::{Answer, SolveError, Solver, Verified};

struct Case<'s> {
    solver: &'s mut dyn Solver,
    rules: RuleSet,
}

impl Case<'_> {
    fn ask(&mut self, table: &str, rack: &str, opened: bool, goal: &Goal) -> Answer {
        let table = parse_table(table, &self.rules)
            .expect("written right")
            .counts()
            .expect("fits");
        let rack: TileCounts = parse_tiles(rack, &self.rules)
            .expect("written right")
            .into_iter()
            .collect();
        let position = Position {
            table,
            rack,
            opened,
            ..Position::default()
        };
        let answer = self.solver.solve(&self.rules, &position, goal);
        answer.unwrap_or_else(|error| panic!("{error}"))
    }

    fn best(&mut self, table: &str, rack: &str, opened: bool, goal: &Goal) -> Verified {
        match self.ask(table, rack, opened, goal) {
            Answer::Optimal(best) => best,
            other => panic!("{table} + {rack}: {other:?}"),
        }
    }

    #[track_caller]
    fn lays(&mut self, table: &str, rack: &str, tiles: usize, value: u32) {
        let best = self.best(table, rack, true, &Goal::Tiles);
        assert_eq!(
            (best.tiles, best.value),
            (tiles, value),
            "{table} + {rack}: {:?}",
            best.sets()
        );
    }

    #[track_caller]
    fn opens(&mut self, rack: &str, tiles: usize, opening_value: u32) {
        let best = self.best("", rack, false, &Goal::Tiles);
        assert_eq!(best.tiles, tiles, "{rack}: {:?}", best.sets());
        let largest = self.best("", rack, false, &Goal::OpeningValue);
        assert_eq!(
            largest.opening_value,
            Some(opening_value),
            "{rack}: {:?}",
            largest.sets()
        );
    }

    #[track_caller]
    fn changes(&mut self, before: &str, rack: &str, untouched: usize) {
        let before = parse_table(before, &self.rules).expect("written right");
        let rack: TileCounts = parse_tiles(rack, &self.rules)
            .expect("written right")
            .into_iter()
            .collect();
        let position = Position {
            table: before.counts().expect("fits"),
            rack,
            opened: true,
            ..Position::default()
        };
        let best = self.best(&before.to_string(), &rack.to_string(), true, &Goal::Tiles);
        let found = fewest_changes(
            self.solver,
            &self.rules,
            &before,
            &position,
            &Goal::Tiles,
            best,
            1000,
        );
        let found = found.expect("supported");
        assert!(found.proven);
        assert_eq!(
            found.untouched, untouched,
            "{before} + {rack}: {}",
            found.table
        );
    }
}

/// Positions with known answers under the original rules.
///
/// # Panics
/// If the solver is wrong.
pub fn known(solver: &mut dyn Solver) {
    let rules = super::rules(&[]);
    let mut case = Case { solver, rules };

    // DESIGN.md section 5.
    case.lays("R3 R4 R5 ; K7 B7 O7", "R6 J", 2, 6);
    // Nothing to lay, nothing on the table, nothing on the rack.
    case.lays("R3 R4 R5", "K1", 0, 0);
    case.lays("", "R1 R2 K3", 0, 0);
    case.lays("R3 R4 R5", "", 0, 0);
    case.lays("", "J", 0, 0);
    case.lays("", "J J", 0, 0);
    // Two identical sets: a set can be needed twice.
    case.lays("R7 B7 K7", "R7 B7 K7", 3, 21);
    case.lays("", "R1 R1 R2 R2 R3 R3", 6, 12);
    // A joker on a finished set is a tile laid: jokers are never redundant.
    case.lays("R3 R4 R5", "J", 1, 0);
    case.lays("R3 R4 R5", "J J", 2, 0);
    // One number tile and two jokers; no number tile is no set.
    case.lays("", "R7 J J", 3, 7);
    case.lays("", "R13 J J", 3, 13);
    // A run at the top takes its jokers in front.
    case.lays("", "R12 R13 J", 3, 25);
    // A joker as a bridge, and one that the table frees.
    case.lays("R1 R2 J R4", "R3 K5 O5", 3, 13);
    case.lays("", "R4 R5 J R7", 4, 16);
    // Groups that are full have no room for a joker, but two jokers make two groups of three out of one of four.
    case.lays("R7 B7 K7 O7", "J", 0, 0);
    case.lays("R7 B7 K7 O7", "J J", 2, 0);
    // A run of all values has room once it is split.
    case.lays("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "J J", 2, 0);
    // Longer runs are worth breaking.
    case.lays("R4 R5 R6 R7 R8", "R6", 1, 6);
    case.lays("B8 B9 B10", "B11 K8 O8", 3, 27);

    // The value of a joker counts in an opening; 10 10 J is 30.
    case.opens("R10 B10 J", 3, 30);
    case.opens("R9 B9 K9", 0, 27);
    case.opens("R9 J J", 3, 30);
    case.opens("B12 B13 J", 3, 36);
    case.opens("R5 R6 R7 B4 K4 O4", 6, 30);
    case.opens("R1 R2 R3 K1", 0, 6);
    case.opens("J J", 0, 0);
    // Most tiles and largest value are different questions.
    case.opens("R11 R12 R13 B13 K13 R1 B1 K1", 6, 42);

    // What is worth most is not what is most.
    let best = case.best("R3 R4 R5 ; R11 B11 K11", "R1 R2 O11", true, &Goal::Value);
    assert_eq!((best.tiles, best.value), (3, 14));
    let best = case.best("R4 R5 R6 ; B1 B2 B3", "R7 B4 J", true, &Goal::Value);
    assert_eq!((best.tiles, best.value), (3, 11));

    // Fewest changes.
    case.changes("R3 R4 R5 ; K7 B7 O7", "R6", 1);
    case.changes("R3 R4 R5 ; R6 R7 R8 ; K7 B7 O7", "R9", 2);
    case.changes("R7 B7 K7 ; R7 B7 K7 ; R1 R2 R3", "O7", 2);
    case.changes("B8 B9 B10", "B11 K8 O8", 0);

    // A table that is none.
    assert_eq!(
        case.ask("R3 R4", "R9", true, &Goal::Tiles),
        Answer::Infeasible
    );
    assert_eq!(
        case.ask("R7 B7 K7 O7 J", "", true, &Goal::Tiles),
        Answer::Infeasible
    );
    let stuck = |case: &mut Case<'_>, heap: &str| {
        let heap = parse_tiles(heap, &case.rules)
            .expect("written right")
            .into_iter()
            .collect();
        match stuck_tiles(case.solver, &case.rules, &heap).expect("supported") {
            None => "nothing".to_owned(),
            Some(Stuck::Alone(tiles)) => format!("alone {tiles}"),
            Some(Stuck::Together(tiles)) => format!("together {tiles}"),
        }
    };
    assert_eq!(stuck(&mut case, "R3 R4 R5 K9"), "alone K9");
    assert_eq!(stuck(&mut case, "R3 R4 R5 K9 O1 O1"), "alone K9 O1 O1");
    assert_eq!(stuck(&mut case, "R3 R4 R5 R6"), "nothing");
    // R5 cannot be in the run, which R4 needs, and in the group, which K5 needs.
    assert_eq!(stuck(&mut case, "R3 R4 R5 B5 K5"), "together R4 K5");
    // ... but the rack can mend a table.
    case.lays("R3 R4", "R5", 1, 5);

    let third = Position {
        table: parse_tiles("R3 R3", &case.rules)
            .expect("written right")
            .into_iter()
            .collect(),
        rack: parse_tiles("R3", &case.rules)
            .expect("written right")
            .into_iter()
            .collect(),
        opened: true,
        ..Position::default()
    };
    let error = case.solver.solve(&case.rules, &third, &Goal::Tiles);
    assert!(
        matches!(error, Err(SolveError::TooManyCopies(_))),
        "{error:?}"
    );
}
