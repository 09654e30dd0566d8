//! Positions with answers known by hand, and traps into which public programs fell
//! (docs/solver.md#known-traps).

use rummilab_core::notation::parse_table;
use rummilab_core::{Position, RuleSet, Seat, Set, Table};

use rummilab_solver::{
    Answer, Goal, SolveError, Solver, Stuck, Verified, fewest_changes, stuck_tiles,
};

struct Case<'s> {
    solver: &'s mut dyn Solver,
    rules: RuleSet,
}

impl Case<'_> {
    fn ask(&mut self, table: &str, rack: &str, opened: bool, goal: &Goal) -> Answer {
        let position = crate::position(&self.rules, table, rack, opened);
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
        let position = crate::position(&self.rules, before, rack, true);
        let before = parse_table(before, &self.rules).expect("written right");
        self.keeps_most(&before, &position, untouched);
    }

    /// The same for the player in this seat, where groups have owners.
    #[track_caller]
    fn changes_owned(
        &mut self,
        (before, owners): (&str, &[Option<u8>]),
        seat: Seat,
        rack: &str,
        untouched: usize,
    ) {
        let sets = parse_table(before, &self.rules).expect("written right");
        let before = Table::owned(sets.into_sets(), owners.to_vec());
        let rack = crate::tiles(&self.rules, rack);
        let position = self.rules.position(&before, rack, true, Some(seat));
        self.keeps_most(&before, &position, untouched);
    }

    #[track_caller]
    fn keeps_most(&mut self, before: &Table, position: &Position, untouched: usize) {
        let (rules, goal) = (&self.rules, &Goal::Tiles);
        let best = match self.solver.solve(rules, position, goal) {
            Ok(Answer::Optimal(best)) => best,
            other => panic!("{before}: {other:?}"),
        };
        let found = fewest_changes(self.solver, rules, before, position, goal, best, 1000);
        let found = found.expect("supported");
        assert!(found.proven);
        let table = found.table;
        assert_eq!(found.untouched, untouched, "{before}: {table}");
    }
}

/// Positions with known answers under the rules of the original game, of twist and of house, and
/// under rules that mix them.
///
/// # Panics
/// If the solver is wrong.
pub fn known(solver: &mut dyn Solver) {
    original(solver);
    twist(solver, crate::rules("twist", ""));
    house(solver, crate::rules("house", ""));
    of_ones_own(solver);
}

fn original(solver: &mut dyn Solver) {
    let rules = crate::rules("original", "");
    let mut case = Case { solver, rules };

    // The example of the README.
    case.lays("R3 R4 R5 ; K7 B7 O7", "R6 J", 2, 6);
    // Nothing to lay, an empty table, an empty rack.
    case.lays("R3 R4 R5", "K1", 0, 0);
    case.lays("", "R1 R2 K3", 0, 0);
    case.lays("R3 R4 R5", "", 0, 0);
    case.lays("", "J", 0, 0);
    case.lays("", "J J", 0, 0);
    // Two identical sets: a set may be needed twice.
    case.lays("R7 B7 K7", "R7 B7 K7", 3, 21);
    case.lays("", "R1 R1 R2 R2 R3 R3", 6, 12);
    // A joker added to a finished set is a tile laid: jokers are never redundant.
    case.lays("R3 R4 R5", "J", 1, 0);
    case.lays("R3 R4 R5", "J J", 2, 0);
    // One number tile and two jokers are a set; jokers alone are not.
    case.lays("", "R7 J J", 3, 7);
    case.lays("", "R13 J J", 3, 13);
    // A run at the top takes its jokers in front.
    case.lays("", "R12 R13 J", 3, 25);
    // A joker as a bridge, and one that the table frees.
    case.lays("R1 R2 J R4", "R3 K5 O5", 3, 13);
    case.lays("", "R4 R5 J R7", 4, 16);
    // Full groups have no room for a joker, but two jokers turn one group of four into two groups
    // of three.
    case.lays("R7 B7 K7 O7", "J", 0, 0);
    case.lays("R7 B7 K7 O7", "J J", 2, 0);
    // A run of all values has room after a split.
    case.lays("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "J J", 2, 0);
    // Breaking a longer run is worth it.
    case.lays("R4 R5 R6 R7 R8", "R6", 1, 6);
    case.lays("B8 B9 B10", "B11 K8 O8", 3, 27);

    // A joker counts its value in an opening: 10 10 J is 30.
    case.opens("R10 B10 J", 3, 30);
    case.opens("R9 B9 K9", 0, 27);
    case.opens("R9 J J", 3, 30);
    case.opens("B12 B13 J", 3, 36);
    case.opens("R5 R6 R7 B4 K4 O4", 6, 30);
    case.opens("R1 R2 R3 K1", 0, 6);
    case.opens("J J", 0, 0);
    // Most tiles and largest value are different questions.
    case.opens("R11 R12 R13 B13 K13 R1 B1 K1", 6, 42);

    // The largest value is not the most tiles.
    let best = case.best("R3 R4 R5 ; R11 B11 K11", "R1 R2 O11", true, &Goal::Value);
    assert_eq!((best.tiles, best.value), (3, 14));
    let best = case.best("R4 R5 R6 ; B1 B2 B3", "R7 B4 J", true, &Goal::Value);
    assert_eq!((best.tiles, best.value), (3, 11));

    // Fewest changes.
    case.changes("R3 R4 R5 ; K7 B7 O7", "R6", 1);
    case.changes("R3 R4 R5 ; R6 R7 R8 ; K7 B7 O7", "R9", 2);
    case.changes("R7 B7 K7 ; R7 B7 K7 ; R1 R2 R3", "O7", 2);
    case.changes("B8 B9 B10", "B11 K8 O8", 0);

    // Illegal tables.
    for (table, rack) in [("R3 R4", "R9"), ("R7 B7 K7 O7 J", "")] {
        let answer = case.ask(table, rack, true, &Goal::Tiles);
        assert_eq!(answer, Answer::Infeasible, "{table}");
    }
    let stuck = |case: &mut Case<'_>, multiset: &str| {
        let multiset = crate::tiles(&case.rules, multiset);
        match stuck_tiles(case.solver, &case.rules, &multiset).expect("supported") {
            None => "nothing".to_owned(),
            Some(Stuck::Alone(tiles)) => format!("alone {tiles}"),
            Some(Stuck::Together(tiles)) => format!("together {tiles}"),
        }
    };
    assert_eq!(stuck(&mut case, "R3 R4 R5 K9"), "alone K9");
    assert_eq!(stuck(&mut case, "R3 R4 R5 K9 O1 O1"), "alone K9 O1 O1");
    assert_eq!(stuck(&mut case, "R3 R4 R5 R6"), "nothing");
    // R5 cannot be both in the run, which R4 needs, and in the group, which K5 needs.
    assert_eq!(stuck(&mut case, "R3 R4 R5 B5 K5"), "together R4 K5");
    // ... but the rack can mend a table.
    case.lays("R3 R4", "R5", 1, 5);

    let third = crate::position(&case.rules, "R3 R3", "R3", true);
    let error = case.solver.solve(&case.rules, &third, &Goal::Tiles);
    assert!(
        matches!(error, Err(SolveError::TooManyCopies(_))),
        "{error:?}"
    );
}

/// The special jokers (docs/rules.md#twist-sets and docs/rules.md#set-cases).
fn twist(solver: &mut dyn Solver, rules: RuleSet) {
    let mut case = Case { solver, rules };
    // Sets by themselves: all tiles are laid, or none.
    for (rack, tiles, value) in [
        ("B2 D B5", 3, 7),
        ("B3 P3 K3 D", 3, 9),
        ("P5 J D", 3, 5),
        ("P5 D", 0, 0),
        ("J J D", 0, 0),
        ("Y2 Y3 C P5", 4, 10),
        ("P6 P7 C B9 B10", 5, 32),
        ("P6 P7 C B8 B9", 4, 23),
        ("P11 P12 C", 3, 23),
        ("P8 B8 C", 0, 0),
        ("Y6 C P8 C B10", 5, 24),
        ("P6 C C B9", 3, 9),
        ("B3 B4 M B4 B3", 5, 14),
        ("K7 P7 M P7 K7", 5, 28),
        ("P5 M P5", 3, 10),
        ("P5 M B5", 0, 0),
        ("P13 P12 M P12 P13", 5, 50),
        ("P6 P7 P8 M P8 J P6", 7, 35),
        ("P6 P7 P8 P9 M D D", 7, 30),
        ("P8 M P8 M", 3, 16),
        ("B6 C P8 M P8 C B6", 7, 28),
    ] {
        case.lays("", rack, tiles, value);
    }
    // Openings: every joker counts what it stands for.
    for (rack, tiles, value) in [
        ("B2 D B5", 0, 14),
        ("P10 P11 D", 3, 46),
        ("P5 J D", 0, 26),
        ("P6 P7 C B9 B10", 5, 40),
        ("K7 P7 M P7 K7", 5, 35),
        ("P13 P12 M P12 P13", 5, 61),
        ("P6 P7 P8 M P8 J P6", 7, 51),
        // Without the mirror joker the opening is worth more: three numbers, and P9 to P13.
        ("P6 P7 P8 P9 M D D", 7, 76),
    ] {
        case.opens(rack, tiles, value);
    }
    // The manipulations and joker tables of the leaflet.
    case.lays("B4 B5 B6 ; P8 Y8 K8", "B3 B8", 2, 11);
    case.lays("B8 B9 B10", "B11 K8 Y8", 3, 27);
    case.lays("P4 P5 P6 P7 P8", "P6", 1, 6);
    case.lays("Y1 Y2 Y3 Y4 ; B1 K1 P1 Y1", "B1", 1, 1);
    case.lays("B3 P3 J ; B10 B11 B12", "K3", 1, 3);
    case.lays("B2 B3 J B5 B6 ; P8 K8 Y8", "B1 B7", 2, 8);
    case.lays("D B5 B6", "B4 P8 P9", 3, 21);
    case.changes("B3 P3 J ; B10 B11 B12", "K3", 1);
    // Tiles are added to a mirror set on both sides.
    case.lays("P5 M P5", "B5 B5", 2, 10);
    case.lays("P5 M P5", "B5", 0, 0);
    // One of its tiles frees a double joker; a colour-change joker stays between two colours.
    case.lays("B2 D B5", "B3 B4", 2, 7);
    case.lays("Y2 Y3 C P5 P6", "Y4", 1, 4);
    // In front of a run that ends with a colour change, a double joker may have no room behind it.
    case.rules = crate::rules("twist", "cc_at_low_end=false");
    case.lays("B8 J B10 D", "P11 C", 2, 11);
    // Runs that go round, with a joker of every kind: these once had far too many ways across the
    // boundary.
    case.rules = crate::rules("twist", "wrap=true");
    case.lays("", "B1 J D C M", 4, 1);
    let options = "colours=2 values=4 jokers={J=1,D=1,C=1,M=1} wrap=true max_jokers_per_set=none \
                   max_run_len=none hand=1 opening_min=9";
    case.rules = crate::rules("original", options);
    case.lays("R4 R1 R2 R3 R4 R1", "B1 J D C M", 5, 1);
}

/// Runs that go round, one joker in a set, openings from the table, group stacks
/// (docs/rules.md#group-stacks and docs/rules.md#turn-cases).
fn house(solver: &mut dyn Solver, rules: RuleSet) {
    let mut case = Case { solver, rules };
    case.lays("", "R11 R12 R13 R1 R2", 5, 39);
    case.lays("", "R10 J J", 0, 0);
    case.lays("", "R2 R4 R6 R8 R10 R12", 0, 0);
    case.lays("", "R2 Y2 W2 K2 B2 G2 J", 7, 12);
    case.lays("R5 R6 R7 ; R5 Y5 J", "R8", 1, 8);
    case.lays("R5 R6 J R8 ; R5 Y5 J", "R7", 1, 7);
    case.lays("R12 R13 R1", "R2 R11", 2, 13);
    // Own sets reach the threshold, then the table may be used.
    let mut opens = |table: &str, rack: &str, tiles: usize| {
        let best = case.best(table, rack, false, &Goal::Tiles);
        assert_eq!(best.tiles, tiles, "{table} + {rack}: {:?}", best.sets());
    };
    opens("B4 B5 B6", "B7 R10 B10 J", 4);
    opens("B4 B5 B6", "B7 R9 B9 J", 0);
    // The own sets need not stay together: B10 completes the run; the red and white tens complete
    // the group.
    opens("B11 B12 B13 ; K10 G10 Y10", "R10 B10 W10", 3);

    let owned = |case: &Case<'_>, sets: &str, owners: &[Option<u8>], rack: &str| {
        let sets = parse_table(sets, &case.rules).expect("written right");
        let table = Table::owned(sets.into_sets(), owners.to_vec());
        let rack = crate::tiles(&case.rules, rack);
        case.rules.position(&table, rack, true, Some(Seat(0)))
    };
    let six = "R1 Y1 W1 ; R3 Y3 W3 ; R5 Y5 W5 ; R7 Y7 W7 ; R9 Y9 W9 ; R11 Y11 W11";
    let mut lays = |sets: &str, owners: &[Option<u8>], rack: &str, tiles: usize| {
        let position = owned(&case, sets, owners, rack);
        let answer = case.solver.solve(&case.rules, &position, &Goal::Tiles);
        match answer {
            Ok(Answer::Optimal(best)) => {
                assert_eq!(best.tiles, tiles, "{sets} + {rack}: {:?}", best.sets());
            }
            other => panic!("{sets} + {rack}: {other:?}"),
        }
    };
    // A seventh own group is not allowed, but tiles on the six and runs are.
    lays(six, &[Some(0); 6], "R13 Y13 W13", 0);
    lays(six, &[Some(0); 6], "R13 Y13 W13 K5 G7 G8 G9", 4);
    // A dissolved group makes room: its tiles go into runs.
    let with_runs = format!("{six} ; R8 R9 R10 ; Y8 Y9 Y10 ; W8 W9 W10");
    let mut owners = vec![Some(0); 6];
    owners.extend([None; 3]);
    lays(&with_runs, &owners, "R13 Y13 W13", 3);
    // A group of another player can be continued and keeps its owner.
    lays(six, &[Some(1); 6], "R13 Y13 W13 K5", 4);

    // The largest opening is a legal one: six of the seven groups, even if others own groups.
    let seven = "R1 Y1 W1 R3 Y3 W3 R5 Y5 W5 R7 Y7 W7 R9 Y9 W9 R11 Y11 W11 R13 Y13 W13";
    for (sets, owners) in [("", &[][..]), ("K2 B2 G2 ; R2 R3 R4", &[Some(1), None])] {
        let mut position = owned(&case, sets, owners, seven);
        position.opened = false;
        match (case.solver).solve(&case.rules, &position, &Goal::OpeningValue) {
            Ok(Answer::Optimal(best)) => {
                assert_eq!((best.value, best.opening_value), (144, Some(144)), "{sets}");
            }
            other => panic!("{sets}: {other:?}"),
        }
    }
}

/// Where jokers keep their places and the stacks have no room, a set that may be a group lies as a
/// run, and counts as one. It once was a group in a full stack, which the checker refused.
fn readings(case: &mut Case<'_>) {
    let options = "max_jokers_per_set=2 joker_rule=any group_cap_per_player=0 opening_min=30 \
                   opening_table_access=none";
    case.rules = crate::rules("house", options);
    let mut position = crate::position(&case.rules, "", "K13 J J", false);
    position.stacks.most_own = Some(0);
    match case.solver.solve(&case.rules, &position, &Goal::Tiles) {
        Ok(Answer::Optimal(best)) => {
            let sets: Vec<String> = best.sets().iter().map(ToString::to_string).collect();
            assert_eq!(sets, ["J J K13:run"]);
            assert_eq!((best.tiles, best.opening_value), (3, Some(36)));
        }
        other => panic!("K13 J J: {other:?}"),
    }
    // The group would be worth 39, and a solver counts that.
    match case
        .solver
        .solve(&case.rules, &position, &Goal::OpeningValue)
    {
        Ok(Answer::Feasible { best, bound, .. }) => {
            assert_eq!((best.opening_value, bound), (Some(36), 39));
        }
        other => panic!("K13 J J: {other:?}"),
    }
    // Where only the group would reach the threshold, no solver knows whether there is a play.
    case.rules = case
        .rules
        .with_options(&["opening_min=37"])
        .expect("legal rules");
    match case.solver.solve(&case.rules, &position, &Goal::Tiles) {
        Err(SolveError::GaveUp { .. }) => {}
        other => panic!("K13 J J: {other:?}"),
    }
}

/// Where sets lie in order and a player may own no further group, a set that can only be a group as
/// it lies is laid as the run that it can be too. `J J P2` once had no owner, as if it were a run.
fn runs_lie_as_runs(case: &mut Case<'_>) {
    let options = "colours=PGB values=3 jokers=3 hand=9 group_cap_per_player=1 rearrange=extend";
    case.rules = crate::rules("original", options);
    let mut position = crate::position(&case.rules, "", "B2 G2 P2 J J J", true);
    position.stacks.most_own = Some(1);
    match case.solver.solve(&case.rules, &position, &Goal::Tiles) {
        Ok(Answer::Optimal(best)) => {
            assert_eq!(best.tiles, 6);
            let places = case.rules.place_groups(&position.stacks, best.sets());
            let owned = |set: &Set| case.rules.readings_as_laid(set).is_group();
            let groups = best.sets().iter().filter(|set| owned(set)).count();
            assert!(places.is_some() && groups <= 1, "{:?}", best.sets());
        }
        other => panic!("B2 G2 P2 J J J: {other:?}"),
    }
}

/// Rules that mix those of the presets. Each case once had another answer, called proven.
fn of_ones_own(solver: &mut dyn Solver) {
    let rules = crate::rules("house", "max_jokers_per_set=2");
    let mut case = Case { solver, rules };
    readings(&mut case);
    runs_lie_as_runs(&mut case);
    case.rules = crate::rules("house", "max_jokers_per_set=2");
    // A run of one tile and all its jokers goes on across the boundary.
    case.lays("B4 B5 J", "R11 R1 J J", 4, 12);
    case.lays("B4 B5 J", "R12 R2 J J", 4, 14);
    // A number tile and a double joker cover three values right round, and are no set.
    let options = "colours=3 values=3 jokers={D=1} wrap=true max_run_len=none hand=1 opening_min=0";
    case.rules = crate::rules("original", options);
    case.lays("", "B2 D", 0, 0);
    case.rules = crate::rules("house", "values=3 jokers={J=2,D=1}");
    case.lays("", "K3 D", 0, 0);

    // A run that goes round leaves both old sets alone.
    case.rules = crate::rules("house", "");
    case.changes("R9 R10 R11 ; R4 R5 R6 R7 R8", "R12 R13 R1 R2 R3", 2);
    case.rules = crate::rules("house", "colours=BGOP values=5");
    case.changes("O3 G3 B3 ; P1 O1 B1 G1", "B2 O1 O2 O3 O4 O5 J", 2);
    // Were there room for the double joker, another play would be better.
    let options = "colours=WYGRKO jokers={J=1,D=1} step2=true group_max=3";
    case.rules = crate::rules("original", options);
    case.changes("O2 O3 D ; O1 Y1 J", "R2 G1 W3 Y3", 1);

    // A player who may own no group lays one as a run, and it counts as the group that it could be.
    let options = "colours=ORYK values=3 jokers=4 hand=5 group_cap_per_player=0 opening_min=9";
    case.rules = crate::rules("original", options);
    let owned = |case: &mut Case<'_>, sets: &str, owners: &[Option<u8>], rack: &str, opened| {
        let sets = parse_table(sets, &case.rules).expect("written right");
        let table = Table::owned(sets.into_sets(), owners.to_vec());
        let rack = crate::tiles(&case.rules, rack);
        let position = case.rules.position(&table, rack, opened, Some(Seat(0)));
        match case.solver.solve(&case.rules, &position, &Goal::Tiles) {
            Ok(Answer::Optimal(best)) => (best.tiles, best.opening_value),
            other => panic!("{table}: {other:?}"),
        }
    };
    let found = owned(&mut case, "", &[], "J Y3 K3 K2 J", false);
    assert_eq!(found, (3, Some(9)));
    // The same with a mirror group, which is a run only with a joker more than it needs.
    let options = "colours=KOBGY group_cap_per_player=1 jokers={J=2,D=1,M=1} max_jokers_per_set=3";
    case.rules = crate::rules("original", options);
    let (sets, owners) = ("B3 D K3 ; K5 K4 J", [Some(0), None]);
    let found = owned(&mut case, sets, &owners, "K7 O7 Y7 M", true);
    assert_eq!(found, (4, None));

    // Were groups without owners, another play would be better.
    case.rules = crate::rules("twist", "colours=OWRYGB group_access=attach_only");
    let sets = "G2 B2 O2 ; O1 Y1 B1 ; B3 Y3 R3 G3 W3";
    let owners = [Some(3), Some(3), Some(0)];
    case.changes_owned((sets, &owners), Seat(3), "B3 W1 Y2 Y3", 2);
    case.rules = crate::rules("house", "group_cap_per_player=0");
    let (sets, rack) = (
        "J Y11 Y12 Y13 ; B4 B5 B6 B7 ; B7 B8 B9",
        "B5 B6 G5 G7 G11 G12 R5 Y10 Y11 J J",
    );
    case.changes_owned((sets, &[None; 3]), Seat(2), rack, 1);
}
