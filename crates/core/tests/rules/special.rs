//! Properties of sets with jokers of all kinds (docs/rules.md#house-sets,
//! docs/rules.md#twist-sets). Sets by recipe are legal in any order, and small sets are judged as
//! by the slow recogniser.

use proptest::prelude::*;
use rummilab_core::{RuleSet, Set, Tile};

use crate::properties;
use crate::recipes::{KINDS, Kind, a_set, check_layouts, reading};
use crate::slow;
use crate::support::{each_multiset, rules, tiles};

/// Rule sets that differ in every field relevant to sets.
fn rule_sets() -> Vec<RuleSet> {
    let all = "jokers={J=4,D=4,C=4,M=4}";
    let mut sets = properties::rule_sets();
    let more = [
        ("house", "ALL"),
        ("house", "ALL max_jokers_per_set=none step2=true"),
        ("house", "ALL max_jokers_per_set=none copies=3 colours=2"),
        ("twist", ""),
        (
            "twist",
            "ALL max_cc_per_run=none cc_adjacent=true wrap=true",
        ),
        ("twist", "wrap=true max_run_len=none"),
        ("twist", "wrap=true values=3 hand=5 max_run_len=none"),
        ("twist", "values=6 colours=2 hand=5 cc_adjacent=true"),
        ("twist", "values=6 colours=1 hand=5 cc_adjacent=true"),
        ("twist", "values=6 colours=3 copies=1 hand=5"),
        ("twist", "mirror_value=zero wrap=true values=7 hand=5"),
    ];
    sets.extend(more.map(|(preset, options)| rules(preset, &options.replace("ALL", all))));
    for option in [
        "cc_adjacent=true",
        "cc_at_low_end=false",
        "max_cc_per_run=1",
        "mirror_valley=false",
        "mirror_min_half=2",
        "mirror_value=zero",
        "max_jokers_per_set=1",
        "max_jokers_per_set=2",
        "max_jokers_per_set=3",
        "max_run_len=4",
        "group_max=3",
        "step2=true",
    ] {
        sets.push(rules("twist", option));
        let small = format!("{option} values=7 colours=3 hand=5");
        sets.push(rules("twist", &small));
    }
    sets
}

fn a_rule_set() -> impl Strategy<Value = RuleSet> {
    prop::sample::select(rule_sets())
}

fn shuffled(tiles: &[Tile], order: &[u32]) -> Vec<Tile> {
    let mut keyed: Vec<(u32, Tile)> = order.iter().copied().zip(tiles.iter().copied()).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, tile)| tile).collect()
}

fn an_order() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 128)
}

/// Checks that the library agrees with the slow recogniser on these tiles.
fn check_against_slow(rules: &RuleSet, tiles: &[Tile]) {
    let set = Set::new(tiles.to_vec());
    let options = rules.to_toml();
    assert_eq!(
        rules.judge(tiles),
        slow::anywhere(rules, tiles),
        "{set} in {options}"
    );
    let mut laid = slow::laid(rules, tiles);
    // A group lies in any order.
    laid.group = rules.judge(tiles).group;
    assert_eq!(rules.judge_laid(tiles), laid, "{set} as laid in {options}");
    check_layouts(rules, tiles);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        max_local_rejects: 1_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_set_by_recipe_is_legal((rules, kind, tiles, value) in a_set(rule_sets(), 20, 99), order in an_order()) {
        let laid = rules.judge_laid(&tiles);
        prop_assert!(reading(laid, kind) >= Some(value), "{:?} {:?} {}: \
            {:?}", kind, tiles, value, laid);
        check_layouts(&rules, &tiles);
        let shuffled = shuffled(&tiles, &order);
        prop_assert_eq!(rules.judge(&shuffled), rules.judge(&tiles));
        prop_assert!(reading(rules.judge(&tiles), kind) >= reading(laid, kind));
        check_layouts(&rules, &shuffled);
    }

    /// After a few changed tiles about half of the sets are still legal.
    #[test]
    fn judge_agrees_with_the_slow_recogniser_near_legal_sets(
        (rules, _, mut tiles, _) in a_set(rule_sets(), 6, 6),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..3),
        swap in prop::option::of((any::<prop::sample::Index>(), any::<prop::sample::Index>())),
    ) {
        let kinds: Vec<Tile> = rules.kinds().collect();
        for (at, kind) in changes {
            *at.get_mut(&mut tiles) = *kind.get(&kinds);
        }
        if let Some((a, b)) = swap {
            let (a, b) = (a.index(tiles.len()), b.index(tiles.len()));
            tiles.swap(a, b);
        }
        check_against_slow(&rules, &tiles);
    }

    #[test]
    fn judge_agrees_with_the_slow_recogniser_on_random_tiles(
        (rules, tiles) in a_rule_set().prop_flat_map(|rules| {
            // With few number tiles and every joker, sets are frequent.
            let number = |tile: &Tile| tile.value().is_some_and(|value| value + 5 > rules.values);
            let colours = &rules.colours()[..rules.colours().len().min(2)];
            let numbers = rules.kinds().filter(number).filter(|tile| colours.contains(&tile.colour().unwrap()));
            let jokers = rules.kinds().filter(|tile| tile.is_joker());
            let jokers: Vec<Tile> = jokers.collect();
            let kinds: Vec<Tile> = numbers.chain(jokers.iter().copied()).chain(jokers.iter().copied()).collect();
            (Just(rules), prop::collection::vec(prop::sample::select(kinds), 3..=6))
        })
    ) {
        check_against_slow(&rules, &tiles);
    }
}

/// Every multiset of up to five tiles of a small game.
#[test]
fn judge_agrees_with_the_slow_recogniser_on_every_small_multiset() {
    let check = |options: &str, expected: [bool; 5]| {
        let small = "values=4 colours=2 hand=3";
        let rules = rules("twist", &format!("{small} {options}"));
        let mut found = [false; 5];
        each_multiset(&rules, 5, &mut |tiles| {
            check_against_slow(&rules, tiles);
            let readings = rules.judge(tiles);
            for (found, kind) in found.iter_mut().zip(KINDS) {
                *found |= reading(readings, kind).is_some();
            }
        });
        assert_eq!(found, expected, "{options:?}");
    };
    // Two colours make no group, and four values no step-run of three.
    let all = [false, true, false, true, true];
    for options in [
        "",
        "wrap=true",
        "wrap=end",
        "cc_adjacent=true",
        "cc_at_low_end=false",
        "max_cc_per_run=1",
        "mirror_valley=false",
        "mirror_min_half=2",
        "mirror_value=zero wrap=true",
        "mirror_value=zero wrap=end",
        "wrap=end cc_adjacent=true cc_at_low_end=false",
        "max_jokers_per_set=1",
        "max_jokers_per_set=2 cc_adjacent=true",
        "max_run_len=3",
    ] {
        check(options, all);
    }
    let groups = [true, true, false, true, true];
    check("colours=3 copies=1 values=3", groups);
    let step_runs = [false, true, true, true, true];
    check("colours=1 values=5 step2=true wrap=true", step_runs);
}

fn check(rules: &RuleSet, text: &str, expected: &[(Kind, u16)]) {
    let readings = rules.judge(&tiles(text));
    let laid = rules.judge_laid(&tiles(text));
    for kind in KINDS {
        let found = expected.iter().find(|(k, _)| *k == kind);
        let value = found.map(|(_, value)| *value);
        assert_eq!(reading(readings, kind), value, "{text}: {readings:?}");
        assert_eq!(reading(laid, kind), value, "{text} as laid: {laid:?}");
    }
    check_layouts(rules, &tiles(text));
}

/// Readings of docs/rules.md#twist-sets that its cases leave open.
#[test]
fn readings_where_special_jokers_meet() {
    let twist = rules("twist", "");
    let legal = |text, value| check(&twist, text, &[(Kind::MirrorRun, value)]);
    // M lies between the two C and is a number, so the segment between them is not empty.
    legal("P6 P7 C M C P7 P6", 51);
    legal("B6 C P8 M P8 C B6", 51);
    legal("P6 P7 M D", 34);
    // A mirror run has no limit of 13 slots in all; only the values bound each side.
    legal("P2 P3 P4 P5 P6 P7 P8 P9 M P9 P8 P7 P6 P5 P4 P3 P2", 98);
    check(
        &twist,
        "P6 J M D",
        &[(Kind::MirrorGroup, 30), (Kind::MirrorRun, 34)],
    );
    check(&twist, "P7 D M K7 D", &[(Kind::MirrorGroup, 49)]);
    check(&twist, "B6 C P8 M P8 J B6", &[]);
    check(&twist, "P5 D M D", &[]);
    check(&twist, "J C P5", &[(Kind::Run, 18)]);

    // With at most one C in a set, it cannot face another.
    let one = rules("twist", "max_cc_per_run=1");
    check(&one, "B6 C P8 M P8 C B6", &[]);

    let wrap = rules("twist", "wrap=true");
    check(&wrap, "P12 D P2", &[(Kind::Run, 28)]);
    // In this order M is 1; reversed it would be 11.
    let laid = wrap.judge_laid(&tiles("P12 P13 M P13 P12"));
    assert_eq!(laid.mirror_run, Some(51));
    assert!(!twist.judge_laid(&tiles("P12 P13 M P13 P12")).is_legal());
    check(&wrap, "P13 P12 M P12 P13", &[(Kind::MirrorRun, 61)]);
    check(&wrap, "P12 P13 C K2 K3", &[(Kind::Run, 31)]);

    let end = rules("twist", "wrap=end");
    assert_eq!(end.judge_laid(&tiles("P11 P12 D")).run, Some(37));
    check(&end, "P12 D P2", &[]);
    check(&end, "P13 P12 M P12 P13", &[(Kind::MirrorRun, 61)]);
    check(&end, "P1 P13 M P13 P1", &[(Kind::MirrorRun, 40)]);

    // Step-runs hold classic jokers only.
    let step = rules("twist", "step2=true");
    check(&step, "P2 J P6", &[(Kind::StepRun, 12)]);
    for text in ["P2 D P8", "P2 C K6", "P2 P4 M P4 P2"] {
        check(&step, text, &[]);
    }
    // M lies in the middle or it is no axis, however legal the tiles are.
    for text in ["M P5 P5", "P5 P5 M", "P6 P7 M P6 P7", "K7 P7 M K7 P7"] {
        assert!(twist.judge(&tiles(text)).is_legal(), "{text}");
        assert!(!twist.judge_laid(&tiles(text)).is_legal(), "{text}");
        check_layouts(&twist, &tiles(text));
    }
    // More classic jokers than the game holds.
    check(&twist, "P2 J J J", &[]);
}

/// Sets of any length are judged at once under any rules.
#[test]
fn absurd_sets_are_judged_at_once() {
    let jokers = "jokers={J=4,D=4,C=4,M=4}";
    let all = format!("{jokers} max_run_len=none wrap=true max_cc_per_run=none copies=3");
    for options in [
        "",
        &format!("{jokers} cc_adjacent=true"),
        "wrap=true max_run_len=none",
        &format!("{all} wrap=end"),
        &all,
        &format!("{all} colours=2 values=5"),
        &format!("{all} colours=2 values=5 cc_adjacent=true"),
    ] {
        let rules = rules("twist", options);
        for colours in [1, 2, rules.colours().len()] {
            for left_out in [None, Some(Tile::MIRROR), Some(Tile::COLOUR_CHANGE)] {
                let chosen = &rules.colours()[..colours];
                let mut axes = 0;
                let mut tiles = rules.all_tiles();
                tiles.retain(|tile| {
                    axes += usize::from(*tile == Tile::MIRROR);
                    let second_axis = *tile == Tile::MIRROR && axes > 1;
                    let of_colour = tile.colour().is_none_or(|colour| chosen.contains(&colour));
                    of_colour && !second_axis && Some(*tile) != left_out
                });
                check_layouts(&rules, &tiles);
                tiles.remove(3);
                check_layouts(&rules, &tiles);
            }
        }
        for text in ["P1 D ", "M P1 ", "J C ", "D D M "] {
            check_layouts(&rules, &tiles(&text.repeat(300)));
        }
    }
}
