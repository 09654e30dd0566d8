//! Legal sets by recipe for property tests, and checks that hold for any tiles.

use proptest::prelude::*;
use rummilab_core::{Colour, JokerKind, MirrorValue, Readings, RuleSet, Set, Tile, Wrap};

use crate::slow::Slot;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Group,
    Run,
    StepRun,
    MirrorGroup,
    MirrorRun,
}

pub const KINDS: [Kind; 5] = [
    Kind::Group,
    Kind::Run,
    Kind::StepRun,
    Kind::MirrorGroup,
    Kind::MirrorRun,
];

pub fn reading(readings: Readings, kind: Kind) -> Option<u16> {
    match kind {
        Kind::Group => readings.group,
        Kind::Run => readings.run,
        Kind::StepRun => readings.step_run,
        Kind::MirrorGroup => readings.mirror_group,
        Kind::MirrorRun => readings.mirror_run,
    }
}

/// A recipe for a set; most recipes give one in most rule sets.
#[derive(Debug, Clone)]
pub struct Recipe {
    kind: Kind,
    first: u8,
    length: u8,
    falling: bool,
    colours: Vec<u8>,
    /// The places where the run changes its colour.
    changes: Vec<bool>,
    /// The cover of each slot: usually a number tile.
    covers: Vec<u8>,
}

pub fn a_recipe(longest: u8) -> impl Strategy<Value = Recipe> {
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
    let wrap = if step == 2 { Wrap::Never } else { rules.wrap };
    let at = |i: i32| {
        let number = first + step * i;
        match wrap {
            Wrap::Round => Some((number + 100 * values) % values + 1),
            Wrap::End if number == values => Some(1),
            _ => (0..values).contains(&number).then_some(number + 1),
        }
    };
    let too_long = recipe.length > rules.max_run_len.or(u8::MAX);
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
    // Any number is a valid length, so that groups are as frequent as intended.
    let lengths = (most + 1).checked_sub(usize::from(least))?;
    let length = usize::from(least) + usize::from(recipe.length).checked_rem(lengths)?;
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

/// A legal set in order, with its value in this reading, if the recipe fits the rules.
pub fn cook(rules: &RuleSet, recipe: &Recipe) -> Option<(Vec<Tile>, u16)> {
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

/// Sets under some of these rules, with limits on the slots in a row and on the tiles.
pub fn a_set(
    rules: Vec<RuleSet>,
    longest: u8,
    most: usize,
) -> impl Strategy<Value = (RuleSet, Kind, Vec<Tile>, u16)> {
    let made = (prop::sample::select(rules), a_recipe(longest));
    made.prop_filter_map("fits no set", move |(rules, recipe)| {
        let cooked = cook(&rules, &recipe).filter(|(tiles, _)| tiles.len() <= most);
        let (tiles, value) = cooked?;
        Some((rules, recipe.kind, tiles, value))
    })
}

/// Checks what must hold for any tiles, legal or not.
pub fn check_layouts(rules: &RuleSet, tiles: &[Tile]) {
    let anywhere = rules.judge(tiles);
    let name = (&rules.name, Set::new(tiles.to_vec()));
    let reversed: Vec<Tile> = tiles.iter().rev().copied().collect();
    let laid = rules.judge_laid(tiles);
    assert_eq!(rules.judge_laid(&reversed), laid, "{name:?}");
    assert_eq!(laid.group, anywhere.group, "{name:?}");
    let values = KINDS.map(|kind| reading(anywhere, kind));
    assert_eq!(
        anywhere.best(),
        values.into_iter().flatten().max(),
        "{name:?}"
    );
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
