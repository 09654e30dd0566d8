//! Group stacks (docs/rules.md#group-stacks): the old group that each new one continues, checked by
//! plain enumeration.

use std::cmp::Reverse;

use proptest::prelude::*;
use rummilab_core::{
    Colour, GroupAccess, OldGroup, RuleSet, Seat, Set, StackPlace, Stacks, Table, Tile, TileCounts,
};

use crate::support::{counts, rules, table, tiles};

fn house(options: &str) -> RuleSet {
    rules("house", options)
}

/// Stacks with these groups, each `own` or not.
fn stacks(groups: &[(&str, bool)], most_own: Option<u8>) -> Stacks {
    let group = |(set, (text, own)): (usize, &(&str, bool))| OldGroup {
        set,
        tiles: counts(text),
        own: *own,
    };
    Stacks {
        groups: groups.iter().enumerate().map(group).collect(),
        most_own,
    }
}

/// Sets with `;` between them.
fn sets(text: &str) -> Vec<Set> {
    text.split(';').map(|text| Set::new(tiles(text))).collect()
}

const SIX: [(&str, bool); 6] = [
    ("R1 Y1 W1", true),
    ("R2 Y2 W2", true),
    ("R3 Y3 W3", true),
    ("R4 Y4 W4", true),
    ("R5 Y5 W5", true),
    ("R6 Y6 W6", true),
];

/// Case 15: with six own groups there is no seventh. Attaching tiles, runs, and a new group in
/// place of a dissolved one are possible.
#[test]
fn six_groups_are_the_most() {
    let rules = house("");
    let check = |after: &str, legal: bool| {
        let old = stacks(&SIX, Some(6));
        let first = after.split(';').next().unwrap();
        let left = |text: &&str| !first.split_whitespace().any(|tile| text.contains(tile));
        let kept = SIX.map(|(text, _)| text).into_iter().filter(left);
        let after: Vec<Set> = kept.flat_map(sets).chain(sets(after)).collect();
        let places = rules.place_groups(&old, &after);
        assert_eq!(places.is_some(), legal, "{after:?}");
    };
    check("K7 B7 G7", false);
    // The tiles of the first group lie in runs, so a new group can take its place.
    let runs = "R1 R12 R13 ; Y1 Y12 Y13 ; W1 W12 W13";
    check(runs, true);
    check(&format!("{runs} ; K7 B7 G7"), true);
    check(&format!("{runs} ; K7 B7 G7 ; K8 B8 G8"), false);
    check("R1 Y1 W1 K1", true);
    check("K7 K8 K9", true);
    // Without a limit there may be any number.
    let old = stacks(&SIX, None);
    let places = rules.place_groups(&old, &sets("R7 Y7 W7 ; R8 Y8 W8"));
    assert_eq!(places, Some(vec![StackPlace::New; 2]));
}

/// docs/rules.md#group-stacks: a group that shares only a joker with an old one of the same value
/// continues it.
#[test]
fn sharing_a_joker_counts_as_sharing_a_tile() {
    let rules = house("");
    let after = sets("R9 R10 R11 ; Y9 Y10 Y11 ; K9 B9 J");
    let places = |old: &Stacks| rules.place_groups(old, &after);
    let old = stacks(&[("R9 Y9 J", true)], Some(1));
    let mut continues = vec![StackPlace::Middle; 2];
    continues.push(StackPlace::Continues(0));
    // New or continued, one's own group counts once either way.
    assert!(places(&old).is_some());
    // A group of another player continues in that player's stack: without room for own groups this
    // is the only way.
    let old = stacks(&[("R9 Y9 J", false)], Some(0));
    assert_eq!(places(&old), Some(continues));
    let old = stacks(&[("R9 Y9 W9", false)], Some(0));
    assert_eq!(places(&old), None);
    // Another value is another group.
    let old = stacks(&[("R8 Y8 J", false)], Some(0));
    assert_eq!(places(&old), None);
}

#[test]
fn what_a_player_may_do_with_the_groups_of_others() {
    let check = |after: &str, own: bool, allowed: [bool; 3]| {
        for (access, allowed) in ["anyone", "attach_only", "owner_only"].iter().zip(allowed) {
            let rules = house(&format!("group_access={access}"));
            let old = stacks(&[("R5 Y5 W5 K5", own)], Some(6));
            let places = rules.place_groups(&old, &sets(after));
            assert_eq!(places.is_some(), allowed, "{access} {own} {after}");
        }
    };
    for (own, [attach, touch]) in [(false, [true, false]), (true, [true, true])] {
        check("K5 W5 Y5 R5", own, [true; 3]);
        check("R5 Y5 W5 K5 B5", own, [true, attach, touch]);
        check("R5 Y5 W5 ; K5 K6 K7", own, [true, touch, touch]);
        let dissolved = "R4 R5 R6 ; Y4 Y5 Y6 ; W4 W5 W6 ; K4 K5 K6";
        check(dissolved, own, [true, touch, touch]);
    }
}

#[test]
fn a_table_without_owners_has_nobodys_groups() {
    let rules = house("");
    let lying = table("R1 R2 R3 ; R5 Y5 W5 ; K6 B6 G6", &rules);
    let owned = Table::owned(lying.sets().to_vec(), vec![None, Some(2), Some(0)]);
    let own = |stacks: &Stacks| -> Vec<(usize, bool)> {
        let groups = stacks.groups.iter();
        groups.map(|group| (group.set, group.own)).collect()
    };
    for unknown in [
        rules.stacks(&lying, Some(Seat(2))),
        rules.stacks(&owned, None),
    ] {
        assert_eq!(own(&unknown), [(1, false), (2, false)]);
        assert_eq!(unknown.most_own, None);
    }
    let known = rules.stacks(&owned, Some(Seat(2)));
    assert_eq!(own(&known), [(1, true), (2, false)]);
    assert_eq!(known.most_own, Some(6));
    assert_eq!(known.groups[0].tiles, counts("R5 Y5 W5"));
    let without = house("group_cap_per_player=none");
    let stacks = without.stacks(&owned, Some(Seat(2)));
    assert_eq!(stacks, Stacks::default());
}

// ---- By plain enumeration ----

/// The quality of a choice: groups left as they were, then fewest own groups.
type Score = (usize, Reverse<usize>);

/// The quality of these places, or `None` if docs/rules.md#group-stacks forbids them.
fn score(rules: &RuleSet, old: &Stacks, sets: &[Set], places: &[StackPlace]) -> Option<Score> {
    let (mut same, mut own) = (0, 0);
    let mut continued = Vec::new();
    for (set, place) in sets.iter().zip(places) {
        let readings = rules.judge(set.tiles());
        let here: TileCounts = set.tiles().iter().copied().collect();
        match place {
            StackPlace::Middle if !readings.is_run() => return None,
            StackPlace::Middle => {}
            _ if !readings.is_group() => return None,
            StackPlace::New => own += 1,
            StackPlace::Continues(i) => {
                let group = old.groups[*i];
                let value = |counts: TileCounts| counts.tiles().find_map(Tile::value);
                let shares = set.tiles().iter().any(|tile| group.tiles.count(*tile) > 0);
                if continued.contains(i) || value(here) != value(group.tiles) || !shares {
                    return None;
                }
                continued.push(*i);
                own += usize::from(group.own);
                same += usize::from(here == group.tiles);
            }
        }
    }
    // Groups of others: nothing may leave them, or nothing may change.
    for (i, group) in old
        .groups
        .iter()
        .enumerate()
        .filter(|(_, group)| !group.own)
    {
        let at = places
            .iter()
            .position(|place| *place == StackPlace::Continues(i));
        let now = at.map(|at| sets[at].tiles().iter().copied().collect::<TileCounts>());
        let kept = match rules.group_access {
            GroupAccess::Anyone => true,
            GroupAccess::AttachOnly => now.is_some_and(|now| now.contains(&group.tiles)),
            GroupAccess::OwnerOnly => now == Some(group.tiles),
        };
        if !kept {
            return None;
        }
    }
    let room = old.most_own.is_none_or(|most| own <= usize::from(most));
    room.then_some((same, Reverse(own)))
}

/// The best score of all possible places.
fn best(
    rules: &RuleSet,
    old: &Stacks,
    sets: &[Set],
    places: &mut Vec<StackPlace>,
) -> Option<Score> {
    if places.len() == sets.len() {
        return score(rules, old, sets, places);
    }
    let mut found = None;
    let continues = (0..old.groups.len()).map(StackPlace::Continues);
    for place in [StackPlace::Middle, StackPlace::New]
        .into_iter()
        .chain(continues)
    {
        places.push(place);
        found = found.max(best(rules, old, sets, places));
        places.pop();
    }
    found
}

/// A group of one of three values, a run, or something that can be read as both.
fn a_set() -> impl Strategy<Value = Set> {
    let colours = [Colour::Red, Colour::Yellow, Colour::White, Colour::Black];
    let group = prop::sample::subsequence(colours.to_vec(), 1..=4);
    (group, 1..=3u8, 0..3usize, 0..5u8).prop_map(|(colours, value, jokers, shape)| {
        let numbers: Vec<Tile> = match shape {
            0 => (value..value + 3)
                .filter_map(|v| Tile::number(colours[0], v))
                .collect(),
            _ => colours
                .iter()
                .filter_map(|c| Tile::number(*c, value))
                .collect(),
        };
        let least = 3usize.saturating_sub(numbers.len());
        let jokers = std::iter::repeat_n(Tile::JOKER, least.max(jokers.saturating_sub(1)));
        numbers.into_iter().chain(jokers).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn place_groups_is_the_best_of_all_ways(
        access in prop::sample::select(vec!["anyone", "attach_only", "owner_only"]),
        old in prop::collection::vec((a_set(), any::<bool>()), 0..4),
        new in prop::collection::vec(a_set(), 0..4),
        kept in prop::collection::vec(0..4u8, 4),
        most_own in prop::option::of(0..4u8),
    ) {
        let options = format!("group_access={access} max_jokers_per_set=2");
        let rules = rules("house", &options);
        let legal = |set: &Set| rules.judge(set.tiles()).is_legal();
        let old: Vec<(Set, bool)> =
            old.into_iter().filter(|(set, _)| rules.judge(set.tiles()).is_group()).collect();
        let mut sets: Vec<Set> = new.into_iter().filter(|set| legal(set)).collect();
        // Some old groups still lie there, some with one tile more or less.
        for ((set, _), kept) in old.iter().zip(kept) {
            let mut tiles = set.tiles().to_vec();
            match kept {
                0 => continue,
                1 => drop(tiles.pop()),
                2 => tiles.push(Tile::JOKER),
                _ => {}
            }
            sets.extend(Some(Set::new(tiles)).filter(legal));
        }
        let groups = old.iter().enumerate().map(|(i, (set, own))| OldGroup {
            set: i,
            tiles: set.tiles().iter().copied().collect(),
            own: *own,
        });
        let old = Stacks { groups: groups.collect(), most_own };
        let expected = best(&rules, &old, &sets, &mut Vec::new());
        let places = rules.place_groups(&old, &sets);
        let found = places.as_ref().map(|places| score(&rules, &old, &sets, places));
        prop_assert_eq!(found, expected.map(Some), "{:?} {:?} {:?}", old, sets, places);
    }
}
