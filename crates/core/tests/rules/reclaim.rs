//! Ways in which a joker on the table comes free (docs/rules.md#joker-reclaim), judged by the
//! tables before and after a turn.

use rummilab_core::Illegal;

use crate::scenes::set;
use crate::support::{counts, game, rules, table};

/// Judges a turn of an opened player under each `joker_reclaim`. The digits of `legal` say whether
/// it is legal with `free`, `replace-any` and `replace-from-rack`. `broken` is the set that the
/// refusal names.
fn check(before: &str, laid: &str, after: &str, legal: &str, broken: &str) {
    for (reclaim, legal) in ["free", "replace-any", "replace-from-rack"]
        .into_iter()
        .zip(legal.chars())
    {
        let rules = rules("original", &format!("joker_reclaim={reclaim}"));
        let turn = rules.judge_turn_laying(
            &table(before, &rules),
            &counts(laid),
            &table(after, &rules),
            true,
        );
        let expected = match legal {
            '1' => None,
            _ => Some(Illegal::JokerNotReplaced(set(broken))),
        };
        assert_eq!(
            turn.err(),
            expected,
            "{reclaim}: {before} + {laid} -> {after}"
        );
    }
}

/// Checks lines of the form: before, laid, after, legal and, if refused, the broken set. `#` begins
/// a remark.
fn check_all(cases: &str) {
    let lines = cases.trim().lines().map(str::trim);
    for line in lines.filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").collect();
        match columns[..] {
            [before, laid, after, legal] => check(before, laid, after, legal, ""),
            [before, laid, after, legal, broken] => check(before, laid, after, legal, broken),
            _ => panic!("{line}"),
        }
    }
}

#[test]
fn a_joker_of_a_set_that_lies_on_is_not_free() {
    check_all(
        "
        R3 J R5 | R6 | R3 J R5 R6 | 111
        # It may stand for another tile then.
        R3 R4 J | R5 | R3 R4 R5 J | 111
        R3 J R5 ; R6 R7 R8 | R9 | R3 J R5 R6 R7 R8 R9 | 111
        # Both sets find room in the new one, or only one of them does.
        R1 R2 J ; R4 R5 J | R7 | R1 R2 J R4 R5 J R7 | 111
        R1 R2 J ; R1 R2 J ; B1 K1 O1 ; B2 K2 O2 | K3 K4 | R1 R2 J ; R1 B1 K1 O1 ; R2 B2 K2 O2 ; J \
        K3 K4 | 100 | R1 R2 J
        ",
    );
}

#[test]
fn a_joker_of_a_broken_set_needs_a_tile_in_its_place() {
    check_all(
        "
        R3 R4 R5 J | B7 B8 | R3 R4 R5 ; J B7 B8 | 100 | R3 R4 R5 J
        R3 R4 R5 J | B7 B8 R6 | R3 R4 R5 R6 ; J B7 B8 | 111
        # The tile need not lie where the joker lay.
        R3 R4 R5 J | B7 B8 R2 K2 O2 | R3 R4 R5 ; J B7 B8 ; R2 K2 O2 | 111
        B10 K10 O10 J | R8 R9 | B10 K10 O10 ; J R8 R9 | 100 | B10 K10 O10 J
        # In a group of three either missing colour will do.
        B10 K10 J | O10 R8 R9 | B10 K10 O10 ; J R8 R9 | 111
        B10 K10 J | R10 R8 R9 | B10 K10 R10 ; J R8 R9 | 111
        ",
    );
}

#[test]
fn a_tile_of_the_table_is_enough_only_where_the_rules_say_so() {
    check_all(
        "
        R3 R4 J ; R5 R6 R7 R8 | B8 B9 | R3 R4 R5 ; R6 R7 R8 ; J B8 B9 | 110 | R3 R4 J
        # It may stand at either end.
        R3 R4 R5 J ; R1 R2 R3 | K8 K9 | R3 R4 R5 ; R1 R2 R3 ; J K8 K9 | 110 | R3 R4 R5 J
        ",
    );
}

#[test]
fn no_tile_pays_twice() {
    check_all(
        "
        R3 R4 J ; B3 B4 J | R5 B5 K7 K8 | R3 R4 R5 ; B3 B4 B5 ; J J K7 K8 | 111
        R3 R4 J ; B3 B4 J | R5 K7 K8 | R3 R4 R5 ; B3 B4 J ; J K7 K8 | 111
        R9 J J | B9 K9 R1 R2 | R9 B9 K9 ; J R1 R2 J | 111
        R9 J J | R7 R8 R1 R2 | R7 R8 R9 ; J R1 R2 J | 111
        R9 J J | R8 R10 R1 | R8 R9 R10 ; J J R1 | 111
        K9 J J ; R9 B9 O9 | R8 R10 R1 | R8 R9 R10 ; K9 B9 O9 ; J J R1 | 110 | K9 J J
        ",
    );
}

/// A rearrangement without a laid tile must not free a joker either.
#[test]
fn a_rearrangement_is_held_to_it_too() {
    use rummilab_core::{Action, Happened};

    use crate::support::Script;
    let options = "hand=11 joker_reclaim=replace-any opening_min=9";
    let rules = rules("tournament", options);
    let racks = ["R3 R4 R5 J B6 B7 B8 B9 K1 K3 K5", ""];
    let mut game = game(&rules, &racks, "O1 O2 O3");
    let mut act = |action| game.act(&action, &mut Script::default());
    let lay = |text: &str| Action::Play(table(text, &rules));
    act(lay("R3 R4 R5 J ; B6 B7 B8 B9")).unwrap();
    act(Action::Draw).unwrap();
    let freed = act(lay("R3 R4 R5 ; J B6 B7 B8 B9"));
    assert_eq!(freed, Err(Illegal::JokerNotReplaced(set("R3 R4 R5 J"))));
    let event = act(lay("B6 B7 B8 B9 ; J R3 R4 R5")).unwrap();
    assert!(matches!(event.happened, Happened::Drew(_)));
}

#[test]
fn without_a_joker_to_free_all_values_are_one_rule() {
    for (options, free) in [
        ("joker_reclaim=free", true),
        ("joker_reclaim=replace-any", false),
        ("joker_reclaim=replace-any jokers=0", true),
        ("joker_reclaim=replace-from-rack max_jokers_per_set=0", true),
    ] {
        let rules = rules("original", options);
        assert_eq!(rules.reclaim_is_free(), free, "{options}");
        // With a joker on the table it matters to those who may use the table.
        let (plain, joker) = (counts("R3 R4 R5"), counts("R3 R4 J"));
        assert!(rules.reclaim_is_free_for(&plain, true));
        assert!(rules.reclaim_is_free_for(&joker, false));
        assert_eq!(rules.reclaim_is_free_for(&joker, true), free, "{options}");
    }
    let house = rules("house", "joker_reclaim=replace-any");
    assert!(!house.reclaim_is_free_for(&counts("R3 R4 J"), false));
}
