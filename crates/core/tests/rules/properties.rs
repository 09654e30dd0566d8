//! Properties of sets, turns and the notation, checked against brute-force recognisers in this file
//! that try every joker as every tile. They follow docs/rules.md#final-table,
//! docs/rules.md#groups-and-runs and docs/rules.md#house-sets.

use proptest::prelude::*;
use rummilab_core::{
    Colour, Limit, Readings, RuleSet, Set, Table, Tile, TileCounts, Wrap, notation,
};

use crate::recipes::{Kind, a_recipe, a_set, check_layouts, cook, reading};
use crate::support::{counts, each_multiset, rules, tiles};

// ---- The recogniser ----

/// What a tile stands for.
type Slot = (Colour, u8);

/// Every reading of these tiles by the words of docs/rules.md#groups-and-runs and
/// docs/rules.md#house-sets.
fn recognise(rules: &RuleSet, tiles: &[Tile]) -> Readings {
    let jokers = tiles.iter().filter(|tile| tile.is_joker()).count();
    let most_jokers = rules.max_jokers_per_set.0.map_or(usize::MAX, usize::from);
    let too_many_copies = tiles.iter().any(|tile| {
        let held = if tile.is_joker() {
            rules.jokers.classic
        } else {
            rules.copies
        };
        tiles.iter().filter(|other| *other == tile).count() > usize::from(held)
    });
    let mut readings = Readings::default();
    if tiles.len() < 3 || jokers == tiles.len() || jokers > most_jokers || too_many_copies {
        return readings;
    }
    let mut stands: Vec<Slot> = tiles
        .iter()
        .filter_map(|tile| tile.colour().zip(tile.value()))
        .collect();
    each_stand(rules, jokers, &mut stands, &mut |stands| {
        let value = stands.iter().map(|(_, value)| u16::from(*value)).sum();
        if is_group(rules, stands) {
            readings.group = readings.group.max(Some(value));
        }
        if is_run(rules, stands, 1) {
            readings.run = readings.run.max(Some(value));
        }
        if rules.step2 && is_run(rules, stands, 2) {
            readings.step_run = readings.step_run.max(Some(value));
        }
    });
    readings
}

/// Calls `see` with every choice of tiles that `jokers` jokers can stand for.
fn each_stand(
    rules: &RuleSet,
    jokers: usize,
    stands: &mut Vec<Slot>,
    see: &mut dyn FnMut(&[Slot]),
) {
    if jokers == 0 {
        return see(stands);
    }
    for colour in rules.colours() {
        for value in 1..=rules.values {
            stands.push((*colour, value));
            each_stand(rules, jokers - 1, stands, see);
            stands.pop();
        }
    }
}

fn is_group(rules: &RuleSet, stands: &[Slot]) -> bool {
    let same_value = stands.iter().all(|(_, value)| *value == stands[0].1);
    let colours_differ = stands
        .iter()
        .enumerate()
        .all(|(i, (colour, _))| stands[..i].iter().all(|(c, _)| c != colour));
    let largest = rules.group_max.0.map_or(usize::MAX, usize::from);
    same_value && colours_differ && stands.len() <= largest
}

fn is_run(rules: &RuleSet, stands: &[Slot], step: u8) -> bool {
    if stands.iter().any(|(colour, _)| *colour != stands[0].0) {
        return false;
    }
    let wraps = rules.wrap == Wrap::Round && step == 1;
    let one_more = u8::from(rules.wrap == Wrap::End && step == 1);
    let longest = rules.max_run_len.0.map_or(usize::MAX, usize::from);
    let mut found: Vec<u8> = stands.iter().map(|(_, value)| *value).collect();
    found.sort_unstable();
    stands.len() <= longest
        && (1..=rules.values).any(|start| {
            let mut slots = Vec::new();
            let mut slot = start;
            for _ in stands {
                if slot > rules.values + one_more && !wraps {
                    return false;
                }
                slots.push((slot - 1) % rules.values + 1);
                slot += step;
                if wraps && slot > rules.values {
                    slot -= rules.values;
                }
            }
            slots.sort_unstable();
            slots == found
        })
}

/// Rule sets without special jokers that differ in every field relevant to sets.
pub fn rule_sets() -> Vec<RuleSet> {
    vec![
        rules("original", ""),
        rules("tournament", ""),
        rules("house", ""),
        rules("house", "step2=true"),
        rules("house", "step2=true max_run_len=4"),
        rules("original", "jokers=4 max_jokers_per_set=none step2=true"),
        rules("original", "group_max=3 max_run_len=5 max_jokers_per_set=1"),
        rules(
            "original",
            "values=15 copies=3 colours=6 wrap=true max_run_len=20",
        ),
        rules("original", "wrap=end"),
        rules("original", "copies=1 colours=3 values=7 hand=5 jokers=1"),
    ]
}

fn a_rule_set() -> impl Strategy<Value = RuleSet> {
    prop::sample::select(rule_sets())
}

fn check_all_multisets(options: &str) {
    let rules = rules("original", &format!("hand=5 {options}"));
    let mut found = 0;
    each_multiset(&rules, 5, &mut |tiles| {
        let expected = recognise(&rules, tiles);
        assert_eq!(rules.judge(tiles), expected, "{options:?} {tiles:?}");
        check_layouts(&rules, tiles);
        found += usize::from(expected.is_legal());
    });
    assert!(found > 0, "{options:?}");
}

#[test]
fn judge_agrees_with_brute_force_on_every_small_multiset() {
    for options in [
        "values=5 colours=3 jokers=2",
        "values=4 colours=4 jokers=2 group_max=3",
        "values=5 colours=2 jokers=3 max_jokers_per_set=none step2=true",
        "values=5 colours=4 copies=1 jokers=3 max_jokers_per_set=none",
        "values=5 colours=2 jokers=2 max_run_len=4",
        "values=7 colours=1 jokers=2 step2=true max_run_len=3",
        "values=4 colours=3 jokers=2 max_jokers_per_set=1 wrap=true",
        "values=3 colours=2 jokers=2 wrap=true max_run_len=none",
        "values=3 colours=3 jokers=2 wrap=end",
        "values=4 colours=2 jokers=3 max_jokers_per_set=none wrap=end",
        "values=5 colours=1 copies=3 jokers=1 step2=true wrap=end max_run_len=4",
    ] {
        check_all_multisets(options);
    }
}

/// docs/rules.md#number-of-sets: a full game has 329 sets without a joker, 1 911 with up to one and
/// 6 301 with up to two.
#[test]
fn the_number_of_sets_is_the_published_one() {
    let rules = rules("original", "");
    let mut sets = std::collections::BTreeMap::new();
    let mut add = |slots: Vec<Tile>| {
        for mask in 0u32..1 << slots.len() {
            if mask.count_ones() as usize <= 2.min(slots.len() - 1) {
                let set = |i: usize| {
                    if mask >> i & 1 == 1 {
                        Tile::JOKER
                    } else {
                        slots[i]
                    }
                };
                let set = (0..slots.len()).map(set).collect::<Set>().sorted();
                assert!(rules.judge(set.tiles()).is_legal(), "{set}");
                sets.insert(set, mask.count_ones());
            }
        }
    };
    for colour in rules.colours() {
        for start in 1..=11 {
            for end in start + 2..=13 {
                add((start..=end)
                    .filter_map(|value| Tile::number(*colour, value))
                    .collect());
            }
        }
    }
    for value in 1..=13 {
        for mask in 0u32..16 {
            if mask.count_ones() >= 3 {
                let colours = rules
                    .colours()
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| mask >> i & 1 == 1);
                add(colours
                    .filter_map(|(_, colour)| Tile::number(*colour, value))
                    .collect());
            }
        }
    }
    let with_up_to = |jokers| sets.values().filter(|count| **count <= jokers).count();
    assert_eq!([0, 1, 2].map(with_up_to), [329, 1911, 6301]);
}

// ---- Sets by recipe ----

/// A recogniser for layouts: tile by tile in one of the two directions.
fn recognise_laid(rules: &RuleSet, tiles: &[Tile], step: u8) -> Option<u16> {
    let values = u16::from(rules.values);
    let value_from = |tiles: &mut dyn Iterator<Item = &Tile>, start: u16| {
        let mut place = start;
        let mut sum = 0;
        for tile in tiles {
            let room = match rules.wrap {
                Wrap::Round if step == 1 => u16::MAX,
                Wrap::End if step == 1 => values + 1,
                _ => values,
            };
            if place > room {
                return None;
            }
            let slot = (place - 1) % values + 1;
            if tile.value().is_some_and(|value| u16::from(value) != slot) {
                return None;
            }
            sum += slot;
            place += u16::from(step);
        }
        Some(sum)
    };
    let rising = (1..=values)
        .filter_map(|start| value_from(&mut tiles.iter(), start))
        .max();
    let falling = (1..=values)
        .filter_map(|start| value_from(&mut tiles.iter().rev(), start))
        .max();
    rising.max(falling)
}

proptest! {
    #![proptest_config(ProptestConfig {
        max_local_rejects: 1_000_000,
        ..ProptestConfig::with_cases(2000)
    })]

    /// After a few changed tiles about half of the sets are still legal.
    #[test]
    fn judge_agrees_with_brute_force_near_legal_sets(
        (rules, _, tiles, _) in a_set(rule_sets(), 26, 99),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..3),
        dropped in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let kinds: Vec<Tile> = rules.kinds().collect();
        let mut tiles = tiles;
        for (at, kind) in changes {
            *at.get_mut(&mut tiles) = *kind.get(&kinds);
        }
        if let Some(at) = dropped {
            tiles.remove(at.index(tiles.len()));
        }
        prop_assume!(tiles.iter().filter(|tile| tile.is_joker()).count() <= 2);
        let readings = rules.judge(&tiles);
        prop_assert_eq!(readings, recognise(&rules, &tiles), "{:?}", tiles);
        let laid = rules.judge_laid(&tiles);
        let expected = |kind, step| reading(readings, kind).and_then(|_| recognise_laid(&rules, &tiles, step));
        prop_assert_eq!(laid.run, expected(Kind::Run, 1));
        prop_assert_eq!(laid.step_run, expected(Kind::StepRun, 2));
        prop_assert_eq!(laid.group, readings.group);
    }

    #[test]
    fn judge_agrees_with_brute_force_on_random_tiles(
        (rules, tiles) in a_rule_set().prop_flat_map(|rules| {
            let kinds: Vec<Tile> = rules.kinds().collect();
            (Just(rules), prop::collection::vec(prop::sample::select(kinds), 0..6))
        })
    ) {
        prop_assume!(tiles.iter().filter(|tile| tile.is_joker()).count() <= 2);
        prop_assert_eq!(rules.judge(&tiles), recognise(&rules, &tiles), "{:?}", tiles);
        check_layouts(&rules, &tiles);
    }
}

/// A joker at the end of a written step run would stand past the last value: step runs do not go
/// round.
#[test]
fn a_step_run_does_not_go_round_as_laid() {
    let rules = rules("house", "step2=true");
    let check = |text: &str, value: Option<u16>| {
        assert_eq!(rules.judge_laid(&tiles(text)).step_run, value, "{text}");
        check_layouts(&rules, &tiles(text));
    };
    check("R11 R13 J", None);
    check("J R11 R13", Some(33));
    check("J R1 R3", None);
    check("R1 R3 J", Some(9));
}

/// docs/rules.md#step-runs: `max_run_len` counts the tiles of a step-run too.
#[test]
fn a_step_run_is_no_longer_than_the_longest_run() {
    let rules = rules("house", "step2=true max_run_len=4");
    let check = |text: &str, value: Option<u16>| {
        assert_eq!(rules.judge(&tiles(text)).step_run, value, "{text}");
        check_layouts(&rules, &tiles(text));
    };
    check("R1 R3 R5 R7", Some(16));
    check("R1 R3 J R7", Some(16));
    check("R1 R3 R5 R7 R9", None);
    check("R1 R3 R5 R7 J", None);
}

/// docs/rules.md#wrap-around-runs: a run may go round until the copies are used up, and then one
/// joker further.
#[test]
fn a_run_goes_round_as_often_as_there_are_copies() {
    let rules = rules("house", "");
    let twice: Vec<Tile> = (0..26)
        .filter_map(|i| Tile::number(Colour::Red, i % 13 + 1))
        .collect();
    let check = |more: &str, value: Option<u16>| {
        let tiles = [twice.clone(), tiles(more)].concat();
        assert_eq!(rules.judge(&tiles).run, value, "{more}");
        check_layouts(&rules, &tiles);
    };
    check("", Some(182));
    check("J", Some(195));
    check("J J", None);
    check("R1", None);
}

/// docs/rules.md#wrap-around-runs: with "end" a run may end with 1 and go no further.
#[test]
fn a_run_may_end_with_one_and_go_no_further() {
    let end = rules("original", "wrap=end max_run_len=none");
    let check = |text: &str, value: Option<u16>| {
        assert_eq!(end.judge(&tiles(text)).run, value, "{text}");
        check_layouts(&end, &tiles(text));
    };
    check("R11 R12 R13 R1", Some(37));
    check("R12 R13 R1 R2", None);
    check("R13 R1 R2", None);
    check("R13 R1 J", Some(26));
    check("R13 J R2", None);
    check("R1 J R12", Some(26));
    let whole: Vec<String> = (1..=13).map(|value| format!("R{value}")).collect();
    let whole = whole.join(" ");
    check(&format!("{whole} R1"), Some(92));
    check(&format!("{whole} J"), Some(92));
    check(&format!("{whole} R1 J"), None);
    check(&format!("{whole} R1 R2"), None);
    assert!(end.judge_laid(&tiles("R1 R13 R12")).is_legal());
    assert!(!end.judge_laid(&tiles("R1 R12 R13")).is_legal());
}

// ---- Turns ----

/// docs/rules.md#final-table word for word: the tiles that left the rack if the turn is legal.
fn legal_turn(
    rules: &RuleSet,
    before: &Table,
    rack: &TileCounts,
    after: &Table,
    opened: bool,
) -> Option<TileCounts> {
    let tiles = |table: &Table| table.tiles().collect::<Vec<Tile>>();
    let mut played = tiles(after);
    for tile in tiles(before) {
        played.remove(played.iter().position(|other| *other == tile)?);
    }
    let mut left: Vec<Tile> = rack.tiles().collect();
    for tile in &played {
        left.remove(left.iter().position(|other| other == tile)?);
    }
    let all_legal = after
        .sets()
        .iter()
        .all(|set| recognise(rules, set.tiles()).is_legal());
    if played.is_empty() || !all_legal {
        return None;
    }
    if !opened {
        let mut own: Vec<Set> = after.sets().iter().map(Set::sorted).collect();
        for set in before.sets() {
            own.remove(own.iter().position(|other| *other == set.sorted())?);
        }
        let value: u16 = own
            .iter()
            .filter_map(|set| recognise(rules, set.tiles()).best())
            .sum();
        let joker = own.iter().any(|set| set.tiles().contains(&Tile::JOKER));
        if value < rules.opening_min || (joker && !rules.opening_jokers) {
            return None;
        }
    }
    Some(played.into_iter().collect())
}

/// A table of legal sets, a later table, and a rack that usually explains the difference.
#[derive(Debug, Clone)]
struct TurnCase {
    rules: RuleSet,
    before: Table,
    after: Table,
    rack: TileCounts,
    opened: bool,
}

fn a_turn() -> impl Strategy<Value = TurnCase> {
    let sets = prop::collection::vec((a_recipe(13), 0..4u8), 0..20);
    let options = prop::sample::select(vec![
        "opening_min=30",
        "opening_jokers=false",
        "copies=1",
        "opening_min=1",
    ]);
    (
        sets,
        options,
        any::<bool>(),
        0..8u8,
        any::<prop::sample::Index>(),
    )
        .prop_map(|(sets, option, opened, flaw, at)| {
            let rules = rules("original", option);
            let mut all = TileCounts::EMPTY;
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for (recipe, role) in sets {
                let Some((tiles, _)) = cook(&rules, &recipe) else {
                    continue;
                };
                let own: TileCounts = tiles.iter().copied().collect();
                let Some(sum) = all
                    .checked_add(&own)
                    .filter(|sum| rules.excess(sum).is_none())
                else {
                    continue;
                };
                all = sum;
                let shorter = tiles[1..].to_vec();
                let (old, new) = match role {
                    0 => (Some(tiles.clone()), Some(tiles)),
                    1 => (None, Some(tiles)),
                    // The same tiles in another order: a set on the table is a multiset.
                    2 => (
                        Some(tiles.clone()),
                        Some([&tiles[1..], &tiles[..1]].concat()),
                    ),
                    // One tile is attached.
                    _ if rules.judge(&shorter).is_legal() => (Some(shorter), Some(tiles)),
                    _ => (None, None),
                };
                before.extend(old.map(Set::new));
                after.extend(new.map(Set::new));
            }
            let (before, mut after) = (Table::new(before), Table::new(after));
            let kinds: Vec<Tile> = rules.kinds().collect();
            let extra = *at.get(&kinds);
            let mut rack = after
                .counts()
                .unwrap()
                .saturating_sub(&before.counts().unwrap());
            match flaw {
                0 => drop(rack.remove(extra)),
                1 => after = Table::new(after.into_sets().into_iter().skip(1).collect()),
                2 => {
                    let mut sets = after.into_sets();
                    sets.push(Set::new([extra]));
                    after = Table::new(sets);
                    let _ = rack.insert(extra);
                }
                3 => {
                    let last = rack.tiles().last();
                    if let Some(tile) = last {
                        let _ = rack.remove(tile);
                    }
                }
                _ => drop(rack.insert(extra)),
            }
            TurnCase {
                rules,
                before,
                after,
                rack,
                opened,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn judge_turn_is_the_turn_model_and_conserves_tiles(case in a_turn()) {
        let TurnCase { rules, before, after, rack, opened } = &case;
        let turn = rules.judge_turn(before, rack, after, *opened);
        let expected = legal_turn(rules, before, rack, after, *opened);
        let too_many = after.counts().map_or(true, |counts| rules.excess(&counts).is_some());
        prop_assert_eq!(turn.as_ref().ok().map(|turn| turn.played), expected.filter(|_| !too_many), "{:?}", turn);
        if let Ok(turn) = turn {
            let sum = before.counts().unwrap().checked_add(&turn.played);
            prop_assert_eq!(sum, after.counts().ok());
            prop_assert!(rack.contains(&turn.played) && !turn.played.is_empty());
            prop_assert_eq!(turn.opening_value.is_none(), *opened);
            prop_assert_eq!(rules.judge_turn_laying(before, &turn.played, after, *opened), Ok(turn));
        }
    }

    /// Sets are compared as multisets, each matched once.
    #[test]
    fn untouched_sets_are_those_on_both_tables(case in a_turn()) {
        let TurnCase { before, after, .. } = &case;
        let mut rest: Vec<Set> = after.sets().iter().map(Set::sorted).collect();
        let mut both = 0;
        let mut gone = Vec::new();
        for set in before.sets() {
            match rest.iter().position(|other| *other == set.sorted()) {
                Some(i) => {
                    rest.remove(i);
                    both += 1;
                }
                None => gone.push(set),
            }
        }
        prop_assert_eq!(before.untouched_in(after), both);
        prop_assert_eq!(after.untouched_in(before), both);
        prop_assert_eq!(before.sets_not_in(after), gone);
    }

    #[test]
    fn sets_and_tables_come_back_from_their_text(
        (rules, table) in a_rule_set().prop_flat_map(|rules| {
            let kinds: Vec<Tile> = rules.kinds().collect();
            let set = prop::collection::vec(prop::sample::select(kinds), 1..15);
            (Just(rules), prop::collection::vec(set, 0..6))
        })
    ) {
        let table = Table::new(table.into_iter().map(Set::new).collect());
        let text = table.to_string();
        prop_assert_eq!(notation::parse_table(&text, &rules), Ok(table.clone()));
        prop_assert_eq!(notation::parse_table(&text.to_lowercase().replace(' ', "  "), &rules), Ok(table.clone()));
        for set in table.sets() {
            prop_assert_eq!(notation::parse_tiles(&set.to_string(), &rules).map(Set::new), Ok(set.clone()));
        }
    }
}

#[test]
fn a_rule_set_without_a_joker_limit_has_none() {
    let rules = rules("original", "jokers=4 max_jokers_per_set=none");
    assert_eq!(rules.max_jokers_per_set, Limit::NONE);
    for (text, group, run) in [
        ("R9 J J J", Some(36), Some(42)),
        ("R9 J J J J", None, Some(55)),
    ] {
        let readings = rules.judge(&tiles(text));
        assert_eq!((readings.group, readings.run), (group, run), "{text}");
        assert_eq!(readings.step_run, None, "{text}");
    }
    assert!(!rules.judge(&tiles("J J J J")).is_legal());
    assert_eq!(counts("R9 J J").jokers(), 2);
}
