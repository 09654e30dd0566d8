//! Properties of sets with jokers of all kinds (docs/rules.md#house-sets,
//! docs/rules.md#twist-sets): sets by recipe are legal whatever their order, and small ones are
//! judged as the slow recogniser judges them.

use proptest::prelude::*;
use rummilab_core::{Colour, JokerKind, MirrorValue, Readings, RuleSet, Set, Tile};

use crate::slow::{self, Slot};
use crate::support::{each_multiset, rules, tiles};

/// Rule sets that differ in every field that sets depend on.
fn rule_sets() -> Vec<RuleSet> {
    let all = "jokers={J=4,D=4,C=4,M=4}";
    let mut sets: Vec<RuleSet> = [
        ("original", ""),
        ("house", ""),
        ("house", "step2=true"),
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
    ]
    .map(|(preset, options)| rules(preset, &options.replace("ALL", all)))
    .into();
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

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Group,
    Run,
    StepRun,
    MirrorGroup,
    MirrorRun,
}

const KINDS: [Kind; 5] = [
    Kind::Group,
    Kind::Run,
    Kind::StepRun,
    Kind::MirrorGroup,
    Kind::MirrorRun,
];

fn reading(readings: Readings, kind: Kind) -> Option<u16> {
    match kind {
        Kind::Group => readings.group,
        Kind::Run => readings.run,
        Kind::StepRun => readings.step_run,
        Kind::MirrorGroup => readings.mirror_group,
        Kind::MirrorRun => readings.mirror_run,
    }
}

/// What a set is to be; most recipes give one in most rule sets.
#[derive(Debug, Clone)]
struct Recipe {
    kind: Kind,
    first: u8,
    length: u8,
    falling: bool,
    colours: Vec<u8>,
    /// Where the run changes its colour.
    changes: Vec<bool>,
    /// What covers each slot: mostly a number tile.
    covers: Vec<u8>,
}

fn a_recipe(longest: u8) -> impl Strategy<Value = Recipe> {
    let kinds = [
        Kind::Group,
        Kind::Run,
        Kind::Run,
        Kind::StepRun,
        Kind::MirrorGroup,
        Kind::MirrorRun,
        Kind::MirrorRun,
    ];
    let bytes = |len| prop::collection::vec(any::<u8>(), len);
    (
        prop::sample::select(kinds.to_vec()),
        any::<u8>(),
        1..=longest,
        any::<bool>(),
        bytes(8),
        prop::collection::vec(prop::bool::weighted(0.15), 64),
        prop::collection::vec(0..8u8, 128),
    )
        .prop_map(
            |(kind, first, length, falling, colours, changes, covers)| Recipe {
                kind,
                first,
                length,
                falling,
                colours,
                changes,
                covers,
            },
        )
}

/// Jokers that may still go into a set.
struct Jokers {
    by_kind: [u8; 4],
    left: u8,
}

impl Jokers {
    fn take(&mut self, kind: JokerKind, number: u8) -> bool {
        let of_kind = &mut self.by_kind[kind.index()];
        let enough = *of_kind >= number && self.left >= number;
        if enough {
            *of_kind -= number;
            self.left -= number;
        }
        enough
    }
}

/// The slots of a run or of one side of a mirror run, and the number after them.
fn cook_strand(rules: &RuleSet, recipe: &Recipe, jokers: &mut Jokers) -> Option<(Vec<Slot>, u16)> {
    let (mirrored, step) = match recipe.kind {
        Kind::StepRun => (false, 2),
        Kind::MirrorRun if recipe.falling => (true, -1),
        kind => (kind == Kind::MirrorRun, 1),
    };
    let length = i32::from(recipe.length);
    let (values, first) = (
        i32::from(rules.values),
        i32::from(recipe.first) % i32::from(rules.values),
    );
    let wrap = rules.wrap && step != 2;
    let at = |i: i32| {
        let number = first + step * i;
        if wrap {
            Some((number + 100 * values) % values + 1)
        } else {
            (0..values).contains(&number).then_some(number + 1)
        }
    };
    let too_long = step != 2 && recipe.length > rules.max_run_len.or(u8::MAX);
    if too_long || (step < 0 && !rules.mirror_valley) || (mirrored && length < 2) {
        return None;
    }
    let sides = 1 + u8::from(mirrored);
    let most_changes = rules.max_cc_per_run.or(u8::MAX);
    let mut changes_left = most_changes / sides;
    let colours = rules.colours();
    let mut colour = usize::from(recipe.colours[0]) % colours.len();
    let mut slots: Vec<Slot> = Vec::new();
    for i in 0..length {
        let after_change = matches!(slots.last(), Some(Slot::Change(_)));
        let low_end = i == 0 && step > 0;
        let change = recipe.changes[i as usize]
            && recipe.kind != Kind::StepRun
            && colours.len() > 1
            && changes_left > 0
            && (!low_end || rules.cc_at_low_end)
            && (!after_change || rules.cc_adjacent)
            && jokers.take(JokerKind::ColourChange, sides);
        let number = at(i)? as u8;
        if change {
            changes_left -= 1;
            colour += 1 + usize::from(recipe.colours[i as usize % 8]) % (colours.len() - 1);
            colour %= colours.len();
            slots.push(Slot::Change(number));
        } else {
            slots.push(Slot::Number(colours[colour], number));
        }
    }
    let after = match rules.mirror_value {
        MirrorValue::Middle if mirrored => at(length)? as u16,
        _ => 0,
    };
    Some((slots, after))
}

/// The colours of a group or of one side of a mirror group.
fn cook_group(rules: &RuleSet, recipe: &Recipe) -> Option<(Vec<Slot>, u16)> {
    let mut colours: Vec<Colour> = rules.colours().to_vec();
    let value = recipe.first % rules.values + 1;
    let least = match recipe.kind {
        Kind::Group => 1,
        _ => rules.mirror_min_half,
    };
    let most = colours.len().min(usize::from(rules.group_max.or(u8::MAX)));
    let length = usize::from(recipe.length);
    if recipe.length < least || length > most {
        return None;
    }
    let mut slots = Vec::new();
    for i in 0..length {
        let colour = colours.remove(usize::from(recipe.colours[i]) % colours.len());
        slots.push(Slot::Number(colour, value));
    }
    let after = match rules.mirror_value {
        MirrorValue::Middle => u16::from(value),
        MirrorValue::Zero => 0,
    };
    Some((slots, after))
}

/// Tiles on these slots, some of them jokers.
fn cover(slots: &[Slot], covers: &[u8], doubles: bool, jokers: &mut Jokers) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut i = 0;
    while let Some(slot) = slots.get(i) {
        let Slot::Number(colour, value) = *slot else {
            tiles.push(Tile::COLOUR_CHANGE);
            i += 1;
            continue;
        };
        let two = matches!(slots.get(i + 1), Some(Slot::Number(..)));
        if covers[i] == 0 && jokers.take(JokerKind::Classic, 1) {
            tiles.push(Tile::JOKER);
        } else if covers[i] == 1 && doubles && two && jokers.take(JokerKind::Double, 1) {
            tiles.push(Tile::DOUBLE);
            i += 1;
        } else {
            tiles.push(Tile::number(colour, value).unwrap());
        }
        i += 1;
    }
    tiles
}

/// A legal set as it lies and what it is worth so read, if the recipe fits the rules.
fn cook(rules: &RuleSet, recipe: &Recipe) -> Option<(Vec<Tile>, u16)> {
    let mut jokers = Jokers {
        by_kind: rules.jokers.by_kind(),
        left: rules.max_jokers_per_set.or(u8::MAX),
    };
    let mirrored = matches!(recipe.kind, Kind::MirrorGroup | Kind::MirrorRun);
    if mirrored && !jokers.take(JokerKind::Mirror, 1)
        || recipe.kind == Kind::StepRun && !rules.step2
    {
        return None;
    }
    let (slots, axis) = match recipe.kind {
        Kind::Group | Kind::MirrorGroup => cook_group(rules, recipe)?,
        _ => cook_strand(rules, recipe, &mut jokers)?,
    };
    let doubles = recipe.kind != Kind::StepRun;
    let sum: u16 = slots.iter().map(|slot| slot.value()).sum();
    let mut laid = cover(&slots, &recipe.covers, doubles, &mut jokers);
    let mut value = sum;
    if mirrored {
        let right = cover(&slots, &recipe.covers[64..], doubles, &mut jokers);
        laid.push(Tile::MIRROR);
        laid.extend(right.iter().rev());
        value = 2 * sum + axis;
    }
    let there = |tile: &Tile| laid.iter().filter(|other| *other == tile).count();
    let legal = laid.len() >= 3
        && laid.iter().any(|tile| !tile.is_joker())
        && laid
            .iter()
            .all(|tile| there(tile) <= usize::from(rules.copies_of(*tile)));
    legal.then_some((laid, value))
}

/// Sets of at most so many slots in a row and so many tiles.
fn a_set(longest: u8, most: usize) -> impl Strategy<Value = (RuleSet, Kind, Vec<Tile>, u16)> {
    (a_rule_set(), a_recipe(longest)).prop_filter_map("fits no set", move |(rules, recipe)| {
        let cooked = cook(&rules, &recipe).filter(|(tiles, _)| tiles.len() <= most);
        let (tiles, value) = cooked?;
        Some((rules, recipe.kind, tiles, value))
    })
}

/// What must hold for these tiles, legal or not.
fn check_layouts(rules: &RuleSet, tiles: &[Tile]) {
    let anywhere = rules.judge(tiles);
    let name = (&rules.name, Set::new(tiles.to_vec()));
    let reversed: Vec<Tile> = tiles.iter().rev().copied().collect();
    let laid = rules.judge_laid(tiles);
    assert_eq!(rules.judge_laid(&reversed), laid, "{name:?}");
    for kind in KINDS {
        assert!(reading(laid, kind) <= reading(anywhere, kind), "{name:?}");
    }
    match rules.lay_out(tiles) {
        None => assert!(!anywhere.is_legal(), "{name:?}"),
        Some(set) => {
            assert_eq!(set.sorted(), Set::new(tiles.to_vec()).sorted());
            let laid = rules.judge_laid(set.tiles());
            assert_eq!(laid.best(), anywhere.best(), "{name:?} laid as {set}");
        }
    }
}

fn shuffled(tiles: &[Tile], order: &[u32]) -> Vec<Tile> {
    let mut keyed: Vec<(u32, Tile)> = order.iter().copied().zip(tiles.iter().copied()).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, tile)| tile).collect()
}

fn an_order() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 128)
}

/// The library and the slow recogniser say the same of these tiles.
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
    fn every_set_by_recipe_is_legal((rules, kind, tiles, value) in a_set(16, 99), order in an_order()) {
        let laid = rules.judge_laid(&tiles);
        prop_assert!(reading(laid, kind) >= Some(value), "{:?} {:?} {}: {:?}", kind, tiles, value, laid);
        check_layouts(&rules, &tiles);
        let shuffled = shuffled(&tiles, &order);
        prop_assert_eq!(rules.judge(&shuffled), rules.judge(&tiles));
        prop_assert!(reading(rules.judge(&tiles), kind) >= reading(laid, kind));
        check_layouts(&rules, &shuffled);
    }

    /// Sets with a few tiles changed are legal about as often as not.
    #[test]
    fn judge_agrees_with_the_slow_recogniser_near_legal_sets(
        (rules, _, mut tiles, _) in a_set(6, 6),
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
            // Few number tiles and every joker: sets are frequent.
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
        "cc_adjacent=true",
        "cc_at_low_end=false",
        "max_cc_per_run=1",
        "mirror_valley=false",
        "mirror_min_half=2",
        "mirror_value=zero wrap=true",
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
    // A mirror run has no limit of 13 slots in all, only the values bound each side.
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

    // With one C a set, none faces another.
    let one = rules("twist", "max_cc_per_run=1");
    check(&one, "B6 C P8 M P8 C B6", &[]);

    let wrap = rules("twist", "wrap=true");
    check(&wrap, "P12 D P2", &[(Kind::Run, 28)]);
    // As it lies M is 1; the other way round it would be 11.
    let laid = wrap.judge_laid(&tiles("P12 P13 M P13 P12"));
    assert_eq!(laid.mirror_run, Some(51));
    assert!(!twist.judge_laid(&tiles("P12 P13 M P13 P12")).is_legal());
    check(&wrap, "P13 P12 M P12 P13", &[(Kind::MirrorRun, 61)]);
    check(&wrap, "P12 P13 C K2 K3", &[(Kind::Run, 31)]);

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

/// However many tiles somebody writes, and whatever the rules.
#[test]
fn absurd_sets_are_judged_at_once() {
    let jokers = "jokers={J=4,D=4,C=4,M=4}";
    let all = format!("{jokers} max_run_len=none wrap=true max_cc_per_run=none copies=3");
    for options in [
        "",
        &format!("{jokers} cc_adjacent=true"),
        "wrap=true max_run_len=none",
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
