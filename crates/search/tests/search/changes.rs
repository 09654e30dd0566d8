//! The fewest changes, as one sweep finds them.

use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_table;
use rummilab_core::{Position, RuleSet};
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Goal, SolveError, Solver, Unsupported, fewest_changes};
use rummilab_solver_suite::{position, random_position_with, rules};

/// The tiles that the best play lays and the old sets that it keeps, if no question beyond the
/// first two is asked.
fn untouched(preset: &str, options: &str, table: &str, rack: &str) -> (usize, usize) {
    let rules = rules(preset, options);
    let before = parse_table(table, &rules).expect("a table");
    let position = position(&rules, table, rack, true);
    let mut solver = SearchSolver::new();
    let best = solver.solve(&rules, &position, &Goal::Tiles);
    let best = best.expect("supported").into_verified().expect("solved");
    let found = fewest_changes(
        &mut solver,
        &rules,
        &before,
        &position,
        &Goal::Tiles,
        best,
        1,
    );
    let found = found.expect("supported");
    assert!(found.proven, "{table}, rack {rack}");
    (found.play.tiles, found.untouched)
}

#[test]
fn one_sweep_tells_which_sets_stay() {
    for (preset, options, table, rack, expected) in [
        ("original", "", "R5 B5 K5 O5 ; B6 B7 B8", "R3 R4 B4", (2, 1)),
        (
            "original",
            "",
            "R5 B5 K5 ; R5 B5 K5 ; R1 R2 R3",
            "O5 O5",
            (2, 1),
        ),
        // A joker of a kept set is not there for others.
        ("original", "", "R1 R2 J ; B7 B8 B9", "R3 B10 K12", (2, 0)),
        // A set that goes round is kept from its first value in the sweep to its last.
        ("house", "", "R12 R13 R1 R2 ; B4 B5 B6", "B7", (1, 1)),
    ] {
        let found = untouched(preset, options, table, rack);
        assert_eq!(found, expected, "{preset}: {table}, rack {rack}");
    }
}

/// The sweep counts the worth of mirror jokers as it lays them; those of kept sets count too.
#[test]
fn a_kept_mirror_joker_counts_as_laid() {
    let options =
        "colours=RB values=4 jokers={D=1,J=1,M=1} hand=1 opening_min=9 mirror_valley=false";
    let found = untouched("twist", options, "R4 M R4 ; D R3 J", "R2 R2 B1 B4");
    assert_eq!(found, (3, 1));
}

/// The search without its direct method: the old sets are asked about one by one.
struct OneByOne(SearchSolver);

impl Solver for OneByOne {
    fn name(&self) -> &str {
        "one by one"
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
        self.0.solve(rules, position, goal)
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// States of a sweep for the fewest changes after which a relaxation bounds the next ones.
const UNBOUNDED_STATES: u64 = 2000;

/// Where a sweep has many states, a relaxation bounds the next ones. It changes no answer.
#[test]
fn a_relaxation_of_kept_sets_changes_no_answer() {
    let rules = rules("original", "");
    let mut below = Stream::new(Key::sample(23, "changes", 0)).into_below();
    let mut bounded = 0;
    for sets in (10..18).cycle().take(48) {
        let (table, mut position) = random_position_with(&rules, sets, 8, &mut below);
        position.opened = true;
        let answer = |solver: &mut dyn Solver, most_solves: usize| {
            let best = solver.solve(&rules, &position, &Goal::Tiles);
            let best = best.expect("supported").into_verified()?;
            let goal = &Goal::Tiles;
            let found = fewest_changes(solver, &rules, &table, &position, goal, best, most_solves);
            let found = found.expect("supported");
            // The states of the last question, which is that for the changes if a tile is laid.
            let states = if found.play.tiles > 0 {
                solver.nodes()
            } else {
                0
            };
            Some(((found.play.tiles, found.untouched, found.proven), states))
        };
        let with = answer(&mut SearchSolver::new(), 1);
        let without = answer(&mut OneByOne(SearchSolver::new()), 10_000);
        let (Some(with), Some(without)) = (with, without) else {
            panic!("a table that lies has a play: {table}");
        };
        let ((tiles, untouched, proven), states) = with;
        let (known_tiles, known, is_known) = without.0;
        assert!(proven && tiles == known_tiles, "{table}");
        // One by one, some take more work than is allowed.
        assert!(
            untouched >= known && (untouched == known || !is_known),
            "{table}"
        );
        bounded += u32::from(is_known && states > UNBOUNDED_STATES);
    }
    assert!(bounded >= 5, "{bounded} were bounded");
}
