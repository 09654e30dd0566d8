//! Whether anything can be laid, where the question for the best play is given up: the smaller
//! questions that are then asked have the same answer.

use rummilab_chance::{Key, Stream};
use rummilab_core::{CouldPlay, Position, RuleSet, Table, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::{
    Answer, Goal, SolveError, Solver, StopReason, Unsupported, Verified, any_play,
};
use rummilab_solver_suite::{long_tier, position, random_position_with, rules, small_rule_sets};

/// A search that gives up on the best play of more than one tile.
#[derive(Default)]
struct Narrow(SearchSolver);

impl Solver for Narrow {
    fn name(&self) -> &str {
        "narrow"
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.0.supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        match goal {
            Goal::Tiles => Err(SolveError::GaveUp {
                solver: self.name().to_owned(),
                stop: StopReason::Nodes,
            }),
            goal => self.0.solve(rules, position, goal),
        }
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.0.go_out(rules, position)
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn clear(&mut self) {}
}

/// Compares [`Narrow`] with the whole search; whether anything can be laid.
#[track_caller]
fn check(rules: &RuleSet, position: &Position) -> bool {
    let told = format!("{:?} {position:?}", rules.spec());
    let best = SearchSolver::new().solve(rules, position, &Goal::Tiles);
    let best = best.expect("supported").into_verified().expect("a table");
    let mut narrow = Narrow::default();
    let found = any_play(&mut narrow, rules, position).expect(&told);
    assert_eq!(found.is_some(), best.tiles > 0, "{told}");
    let mut boxed: Box<dyn Solver> = Box::new(narrow);
    assert_eq!(boxed.can_lay(rules, position), Ok(best.tiles > 0), "{told}");
    found.is_some()
}

#[test]
fn kind_by_kind_the_answer_is_that_of_the_best_play() {
    let count = if long_tier() { 200 } else { 8 };
    let mut below = Stream::new(Key::sample(1, "any play", 0)).into_below();
    let (mut yes, mut no) = (0, 0);
    for rules in small_rule_sets() {
        for _ in 0..count {
            let sets = below(4) as usize;
            let (table, mut position) = random_position_with(&rules, sets, 3, &mut below);
            position.opened = true;
            if check(&rules, &position) {
                yes += 1;
                check_is_legal(&rules, &table, &position);
            } else {
                no += 1;
            }
        }
    }
    assert!(yes > count && no > count, "{yes} {no}");
}

/// The play that was found is one that the referee accepts.
#[track_caller]
fn check_is_legal(rules: &RuleSet, table: &Table, position: &Position) {
    if rules.has_group_owners() {
        return;
    }
    let found = any_play(&mut Narrow::default(), rules, position);
    let after = found.unwrap().unwrap().table(table);
    let turn = rules.judge_turn(table, &position.rack, &after, true);
    assert!(turn.is_ok(), "{turn:?} {:?} {position:?}", rules.spec());
}

/// Neither tile can be laid alone, and both are no set.
#[test]
fn tiles_that_can_only_be_laid_together_are_found() {
    let rules = rules("original", "");
    for (table, rack) in [
        ("R3 R4 R5 ; B4 K4 O4", "R2 R1"),
        ("R1 R2 R3 R4 R5", "R5 R6"),
        ("K5 B5 R5 O5", "R4 R6"),
        ("K5 B5 R5 O5", "R3 R4 K9"),
    ] {
        let position = position(&rules, table, rack, true);
        assert!(check(&rules, &position), "{table} and {rack}");
    }
    assert!(!check(
        &rules,
        &position(&rules, "K5 B5 R5", "R4 R6 K9", true)
    ));
    let empty = TileCounts::EMPTY;
    let nothing = Position {
        rack: empty,
        ..position(&rules, "K5 B5 R5", "R4", true)
    };
    assert!(!check(&rules, &nothing));
}
