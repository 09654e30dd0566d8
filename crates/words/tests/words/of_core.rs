//! What core and solver say in English is what the English catalogue says.

use rummilab_core::notation::{parse_counts, parse_table, typed_table, typed_tiles};
use rummilab_core::{Illegal, JokerKind, JokerReuse, RuleSet, Set, SetFault, Tile, Unanswered};
use rummilab_solver::{SolveError, Step, StopReason, Unsupported};
use rummilab_words::{Language, Say, colour, explained, joker, letters, meaning, step};

fn set() -> Set {
    "R3 R4 R5"
        .split(' ')
        .map(|tile| tile.parse::<Tile>().unwrap())
        .collect()
}

#[test]
fn reasons_of_the_referee() {
    let (tile, set) = (Tile::JOKER, set());
    let all = [
        Illegal::NothingLaid,
        Illegal::TileMissing(tile),
        Illegal::TileNotOwned(tile),
        Illegal::TileNotLaid(tile),
        Illegal::TooManyCopies(tile),
        Illegal::NotASet(set.clone()),
        Illegal::OpeningTouchesTable(set.clone()),
        Illegal::OpeningJoker(set.clone()),
        Illegal::OpeningNotJudged(Unanswered("so".to_owned())),
        Illegal::OpeningTooSmall {
            value: 12,
            needed: 30,
        },
        Illegal::ReadingOpen(set.clone()),
        Illegal::SetRearranged(set.clone()),
        Illegal::JokerNotReplaced(set.clone()),
        Illegal::JokerPaidByTable(set.clone()),
        Illegal::JokerOfGroupOfThree(set.clone()),
        Illegal::JokerReused(JokerReuse::Anywhere),
        Illegal::JokerReused(JokerReuse::NewSet),
        Illegal::JokerReused(JokerReuse::NewSetRack),
        Illegal::JokerKeepsOwner(set.clone()),
        Illegal::OpeningTakesJoker(set.clone()),
        Illegal::TooManyGroups { groups: 7, most: 6 },
        Illegal::GroupTakenFrom(set.clone()),
        Illegal::GroupChanged(set.clone()),
        Illegal::WrongOwner {
            set: set.clone(),
            owner: 1,
        },
        Illegal::RunWithOwner(set.clone()),
        Illegal::GroupWithoutOwner(set),
        Illegal::DrawIsFirst,
        Illegal::NothingToPutBack,
        Illegal::NoSuchPlace {
            place: 3,
            places: 2,
        },
        Illegal::PoolEmpty,
        Illegal::PassWithPool(5),
        Illegal::PassWhileAble,
        Illegal::DrawWhileAble,
        Illegal::GameOver,
    ];
    for illegal in all {
        assert_eq!(illegal.say(Language::English), illegal.to_string());
    }
}

#[test]
fn faults_of_sets() {
    let check = |rules: &str, sets: &[&str]| {
        let rules = RuleSet::preset(rules).unwrap();
        let faults = sets.iter().map(|text| {
            let set = Set::new(typed_tiles(text, &rules).unwrap());
            let illegal = Illegal::NotASet(set.clone());
            let said = explained(Language::English, &illegal, &rules);
            assert_eq!(said, illegal.explain(&rules));
            std::mem::discriminant(&rules.set_fault(&set, false).unwrap())
        });
        faults.collect::<Vec<_>>()
    };
    let mut found = check(
        "original",
        &[
            "R3 R4",
            "J J J",
            "R1 J J J",
            "R7 R7 B7",
            "R7 B7 K7 O7 J",
            "R1 R2 R4",
            "R1 R2 R2",
            "R1 R2 B3",
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J",
        ],
    );
    found.extend(check(
        "twist",
        &[
            "P5 M B5",
            "P8 M P8 M P8",
            "P8 B8 C",
            "B3 P3 K3 D",
            "P6 P7 C B8 B9",
            "P2 P9 D",
        ],
    ));
    // All but the order of a set, which is never asked for here.
    assert_eq!(found.len(), 15);
    let _: fn(Set) -> SetFault = SetFault::Order;
    let rules = RuleSet::preset("original").unwrap();
    let played = Illegal::TileNotOwned(Tile::JOKER);
    assert_eq!(
        explained(Language::English, &played, &rules),
        played.explain(&rules)
    );
}

#[test]
fn texts_that_are_no_tiles() {
    let rules = RuleSet::preset("original").unwrap();
    let twist = RuleSet::preset("twist").unwrap();
    let errors = [
        typed_tiles("R3 Q4", &rules).unwrap_err(),
        typed_tiles("R3 D", &rules).unwrap_err(),
        typed_tiles("hallo", &twist).unwrap_err(),
        parse_counts("R6 R6 R6", &rules).unwrap_err(),
        typed_table("; R3", &rules).unwrap_err(),
        parse_table("R3 R4 R5 ; ", &rules).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.say(Language::English), error.to_string());
    }
    let core = rummilab_core::notation::letters(&twist);
    assert_eq!(letters(Language::English, &twist), core);
    for of in twist.colours() {
        assert_eq!(colour(Language::English, *of), of.word());
    }
    for kind in JokerKind::ALL {
        assert_eq!(joker(Language::English, kind), kind.words());
    }
}

#[test]
fn steps_and_solvers() {
    let parts = || vec![set(), set(), set()];
    let steps = [
        Step::Take {
            tiles: set(),
            from: set(),
            leaves: set(),
        },
        Step::Split {
            set: set(),
            parts: parts(),
        },
        Step::Join {
            parts: parts(),
            set: set(),
        },
        Step::Lay {
            tiles: set(),
            on: Vec::new(),
            set: set(),
        },
        Step::Lay {
            tiles: set(),
            on: parts(),
            set: set(),
        },
    ];
    for told in steps {
        assert_eq!(step(Language::English, &told), told.to_string());
    }
    let solver = || "search".to_owned();
    let errors = [
        SolveError::Unsupported(Unsupported {
            solver: solver(),
            option: "wrap = true".to_owned(),
        }),
        SolveError::TooManyCopies(Tile::JOKER),
        SolveError::GaveUp {
            solver: solver(),
            stop: StopReason::Nodes,
        },
        SolveError::GaveUp {
            solver: solver(),
            stop: StopReason::Time,
        },
    ];
    for error in errors {
        assert_eq!(error.say(Language::English), error.to_string());
    }
}

#[test]
fn meanings_of_fields_and_lines_about_systems() {
    for field in rummilab_core::FIELDS {
        assert_eq!(meaning(Language::English, field), field.doc.trim());
    }
    for name in rummilab_core::PRESET_NAMES {
        let spec = rummilab_core::RuleSpec::preset(name).unwrap();
        let about = rummilab_words::about_rules(Language::English, &spec);
        assert_eq!(about, spec.about);
    }
}
