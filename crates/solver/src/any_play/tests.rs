#![allow(clippy::unwrap_used)]

use rummilab_core::notation::parse_table;

use rummilab_solver_suite as suite;

use super::*;
use crate::answer::Answer;
use crate::{Arrangement, Auto, Goal, StopReason, Unsupported, verify};

/// A solver that lays the cheapest tiles it was told to, and proves it or not.
struct Says {
    table: &'static str,
    proven: bool,
}

impl Solver for Says {
    fn name(&self) -> &str {
        "says"
    }

    fn supports(&self, _: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
        Ok(())
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        let sets = parse_table(self.table, rules).unwrap().into_sets();
        let best = verify(rules, position, goal, Arrangement::from(sets));
        let stop = StopReason::Nodes;
        match (best, self.proven) {
            (Ok(best), true) => Ok(Answer::Optimal(best)),
            (Ok(best), false) => Ok(Answer::Feasible {
                best,
                bound: 100,
                stop,
            }),
            (Err(_), _) => Err(SolveError::GaveUp {
                solver: "says".to_owned(),
                stop,
            }),
        }
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn clear(&mut self) {}
}

fn says(table: &'static str, proven: bool) -> Box<dyn Solver> {
    Box::new(Says { table, proven })
}

fn position(rack: &str, opened: bool) -> (RuleSet, Position) {
    let rules = suite::rules("original", "");
    let position = suite::position(&rules, "R3 R4 R5", rack, opened);
    (rules, position)
}

/// An answer without a proof in which nothing is laid was taken for "cannot lay".
#[test]
fn a_no_needs_a_proof() {
    let (rules, position) = position("R6 K9", true);
    let can = |mut judge: Box<dyn Solver>| judge.can_lay(&rules, &position);
    assert_eq!(can(says("R3 R4 R5", true)), Ok(false));
    assert_eq!(can(says("R3 R4 R5 R6", false)), Ok(true));
    assert!(can(says("R3 R4 R5", false)).is_err());
    let backed =
        |second| -> Box<dyn Solver> { Box::new(Auto::new(says("R3 R4 R5", false), second)) };
    assert_eq!(can(backed(says("R3 R4 R5 R6", false))), Ok(true));
    assert_eq!(can(backed(says("R3 R4 R5", true))), Ok(false));
    assert!(can(backed(says("R3 R4 R5", false))).is_err());
}

/// A set on the rack settles the question without any solver.
#[test]
fn a_player_who_has_opened_can_lay_a_set() {
    let can = |rack: &str, options: &str| {
        let rules = suite::rules("original", options);
        let position = suite::position(&rules, "", rack, true);
        says("R9", false).can_lay(&rules, &position)
    };
    assert_eq!(can("K1 K2 K3 O7", ""), Ok(true));
    assert!(can("K1 K2 K4 O7", "").is_err());
    let none = "group_cap_per_player=0";
    assert_eq!(can("K1 B1 R1 O7", ""), Ok(true));
    assert!(can("K1 K2 K4 O7", none).is_err());
}

#[test]
fn an_opening_below_the_threshold_needs_a_proof() {
    let (rules, position) = position("K1 K2 K3", false);
    let best = |mut judge: Box<dyn Solver>| judge.best_opening(&rules, &position.rack);
    assert_eq!(best(says("K1 K2 K3", true)), Ok(6));
    assert!(best(says("K1 K2 K3", false)).is_err());
    let backed = Auto::new(says("K1 K2 K3", false), says("K1 K2 K3", true));
    assert_eq!(best(Box::new(backed)), Ok(6));
    let low = rules.with_options(&["opening_min=6"]).unwrap();
    let found = says("K1 K2 K3", false).best_opening(&low, &position.rack);
    assert_eq!(found, Ok(6));
}
