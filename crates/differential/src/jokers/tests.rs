//! The cases of the specification of bound jokers, layouts, and brute force on small positions.

use super::layout::{Laid, layouts, read};
use super::turn::{Turn, judge};
use crate::field::{Rearrange, Wrap};
use crate::position::Position;
use crate::rules::Rules;
use crate::tile::{parse_tiles, print_tiles};
use crate::truth::{Objective, Truth, kinds_of};

/// Rules of the cases under one of the named joker rules.
fn rules(joker_rule: &str) -> Rules {
    let mut rules = Rules::original();
    assert!(rules.set_joker_rule(joker_rule));
    rules
}

fn is_legal(rules: &Rules, before: &str, laid: &str, after: &str) -> bool {
    let before = Laid::parse_table(before).expect(before);
    let after = Laid::parse_table(after).expect(after);
    let laid = parse_tiles(laid).expect(laid);
    let turn = Turn {
        before: &before,
        laid: &laid,
        after: &after,
        opened: true,
        owners: None,
    };
    judge(rules, &turn).is_ok()
}

/// Checks the cases of a file of `crates/core`: before, laid, after, and whether it is legal under
/// each joker rule. Returns their number.
fn check_cases(name: &str, rearrange: Rearrange) -> usize {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tests/rules");
    let cases = std::fs::read_to_string(format!("{folder}/{name}")).expect(name);
    let cases = cases.lines().filter(|line| !line.starts_with('#'));
    let check = |case: &str| {
        let columns: Vec<&str> = case.split(" | ").collect();
        let [before, laid, after, legal] = columns[..] else {
            panic!("{case}");
        };
        let named = ["free", "any", "old", "two", "both"]
            .iter()
            .zip(legal.chars());
        for (rule, expected) in named {
            let rules = Rules {
                rearrange,
                ..rules(rule)
            };
            // Free sets are judged elsewhere.
            if rules.binds_sets() {
                let legal = is_legal(&rules, before, laid, after);
                assert_eq!(legal, expected == '1', "{rule}: {case}");
            }
        }
    };
    cases.map(check).count()
}

#[test]
fn cases_of_the_specification() {
    assert_eq!(check_cases("jokers.txt", Rearrange::Free), 29);
    assert_eq!(check_cases("extend.txt", Rearrange::Extend), 23);
}

#[test]
fn an_old_set_of_equal_tiles_is_whole_once_only() {
    let mut rules = rules("old");
    rules.joker_reuse = crate::field::JokerReuse::NewSet;
    let before = "R6 R7 J ; B3 B4 B5";
    let after = "R6 R7 R8 ; B3 B4 B5 ; B3 B4 B5 J";
    assert!(is_legal(&rules, before, "R8 B3 B4 B5", after));
    assert!(!is_legal(&rules, before, "R8", "R6 R7 R8 ; B3 B4 B5 J"));
    // A remnant of an old set.
    let before = "R6 R7 J ; B2 B3 B4 B5";
    assert!(is_legal(
        &rules,
        before,
        "R8 B1",
        "R6 R7 R8 ; B1 B2 B3 ; B4 B5 J"
    ));
}

#[test]
fn sets_as_they_lie() {
    let rules = Rules {
        step2: true,
        ..rules("any")
    };
    let kinds = |text: &str| {
        let set = Laid::parse(text).expect(text);
        let lying = read(&rules, &set).map_err(|why| why.to_string())?;
        let kinds: Vec<_> = lying.cells.iter().filter_map(|cell| cell.kind).collect();
        Ok::<String, String>(print_tiles(&kinds))
    };
    let unclear = Err("several things, and it does not say which".to_owned());
    assert_eq!(kinds("R9 J J"), unclear);
    assert_eq!(kinds("R9 J J:run"), Ok("R9 R10 R11".to_owned()));
    assert_eq!(kinds("R12 J J:run"), Ok("R12 R11 R10".to_owned()));
    assert_eq!(kinds("J R9 J:step-run"), Ok("R7 R9 R11".to_owned()));
    assert_eq!(kinds("R9 J R7"), Ok("R9 R8 R7".to_owned()));
    assert_eq!(kinds("R9 J R5"), Ok("R9 R7 R5".to_owned()));
    assert_eq!(kinds("R9 J J:group"), Ok(String::new()));
    assert!(kinds("R9 J R9").is_err());
    assert!(kinds("R13 R1 J").is_err());
    let rules = Rules {
        wrap: Wrap::End,
        ..rules
    };
    let end = Laid::parse("J J R1:run").expect("a set");
    let kinds = read(&rules, &end).map(|lying| lying.value());
    assert_eq!(kinds, Ok(26));
    assert_eq!(
        layouts(&rules, &parse_tiles("R12 R13 R1").expect("tiles")).len(),
        1
    );
    assert_eq!(
        layouts(&rules, &parse_tiles("R13 R1 R2").expect("tiles")).len(),
        0
    );
}

#[test]
fn layouts_of_a_set() {
    let rules = rules("any");
    let many = |text: &str| layouts(&rules, &parse_tiles(text).expect(text)).len();
    assert_eq!(many("R5 R7 J"), 1);
    assert_eq!(many("R5 R6 J"), 2);
    assert_eq!(many("R12 R13 J"), 1);
    assert_eq!(many("R5 B5 J"), 3);
    assert_eq!(many("R5 B5 K5 O5"), 12);
    // Three places of the one tile in a run, two orders of a group up to the side.
    assert_eq!(many("R5 J J"), 5);
}

/// The most tiles that can be laid, by brute force.
fn most_tiles(joker_rule: &str, table: &str, rack: &str) -> u32 {
    most_under(rules(joker_rule), table, rack)
}

fn most_under(rules: Rules, table: &str, rack: &str) -> u32 {
    let table = Laid::parse_table(table).expect(table);
    let rack = parse_tiles(rack).expect(rack);
    let position = Position::of(rules, &table, rack, true);
    let kinds = kinds_of(&position, false).expect("few");
    let mut truth = Truth::new(&position, &kinds, false, 1_000_000).expect("few");
    let plays = truth.plays().expect("small");
    Truth::best(&plays, Objective::Tiles).0
}

/// Round a circle of three values a run has three orders. The old one must be kept, whatever it is.
#[test]
fn runs_round_a_small_circle_stay_as_they_lie() {
    let circle = || Rules {
        values: 3,
        wrap: Wrap::Round,
        rearrange: Rearrange::Extend,
        ..rules("free")
    };
    for table in ["R1 R2 R3", "R2 R1 R3", "R3 R1 R2", "R3 R2 R1"] {
        assert_eq!(most_under(circle(), table, "B1 B2 B3"), 3, "{table}");
    }
}

#[test]
fn brute_force_over_tables_as_they_lie() {
    let check = |table: &str, rack: &str, expected: [u32; 5]| {
        let found = ["free", "any", "old", "two", "both"].map(|rule| most_tiles(rule, table, rack));
        assert_eq!(found, expected, "{table} | {rack}");
    };
    check("R3 R4 R5 J", "B7 B8", [2, 0, 0, 0, 0]);
    check("R6 J R8 ; R7 B7 K7 O7", "B2 B4", [2, 2, 0, 0, 0]);
    check("B10 K10 J", "O10 R8 R9", [3, 3, 3, 3, 1]);
    check("R6 R7 J ; R3 R4 R5", "R8 R9", [2, 2, 2, 1, 2]);
    check("R9 J J:group", "R12", [1, 0, 0, 0, 0]);
    check("R9 J J:run", "R12", [1; 5]);
}
