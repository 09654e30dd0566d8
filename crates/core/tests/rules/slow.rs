//! A second recogniser, slow and literal from docs/rules.md#sets: every order of the tiles, every
//! place in the values, every colour of every segment. It shares no code with the library.

use rummilab_core::{Colour, JokerKind, MirrorValue, Readings, RuleSet, Tile, Wrap};

/// The meaning of a place in a set.
#[derive(Clone, Copy, PartialEq)]
pub enum Slot {
    /// A number of a colour.
    Number(Colour, u8),
    /// A number whose place only C takes.
    Change(u8),
}

impl Slot {
    pub fn value(self) -> u16 {
        match self {
            Slot::Number(_, value) | Slot::Change(value) => u16::from(value),
        }
    }
}

fn is(tile: Tile, kind: JokerKind) -> bool {
    tile.joker_kind() == Some(kind)
}

fn how_many(tiles: &[Tile], kind: JokerKind) -> usize {
    tiles.iter().filter(|tile| is(**tile, kind)).count()
}

/// Conditions on every set: three physical tiles, a number tile, not too many jokers, no tile more
/// often than in the game.
fn may_be_a_set(rules: &RuleSet, tiles: &[Tile]) -> bool {
    let jokers = tiles.iter().filter(|tile| tile.is_joker()).count();
    let limit = rules.max_jokers_per_set.0.map_or(usize::MAX, usize::from);
    let copies = |tile: &Tile| match tile.joker_kind() {
        Some(kind) => rules.jokers.of(kind),
        None => rules.copies,
    };
    let there = |tile: &Tile| tiles.iter().filter(|other| *other == tile).count();
    tiles.len() >= 3
        && jokers < tiles.len()
        && jokers <= limit
        && tiles
            .iter()
            .all(|tile| there(tile) <= usize::from(copies(tile)))
}

/// Every reading of these tiles in any order.
pub fn anywhere(rules: &RuleSet, tiles: &[Tile]) -> Readings {
    let mut best = Readings::default();
    if !may_be_a_set(rules, tiles) {
        return best;
    }
    let mut order = tiles.to_vec();
    order.sort_unstable();
    loop {
        let here = laid(rules, &order);
        best.group = best.group.max(here.group);
        best.run = best.run.max(here.run);
        best.step_run = best.step_run.max(here.step_run);
        best.mirror_group = best.mirror_group.max(here.mirror_group);
        best.mirror_run = best.mirror_run.max(here.mirror_run);
        if !next_order(&mut order) {
            return best;
        }
    }
}

/// The next order of these tiles in lexicographic order.
fn next_order(tiles: &mut [Tile]) -> bool {
    let Some(i) = (1..tiles.len()).rev().find(|i| tiles[i - 1] < tiles[*i]) else {
        return false;
    };
    let j = (i..tiles.len())
        .rev()
        .find(|j| tiles[*j] > tiles[i - 1])
        .unwrap();
    tiles.swap(i - 1, j);
    tiles[i..].reverse();
    true
}

/// Every reading of these tiles in the order in which they lie.
pub fn laid(rules: &RuleSet, tiles: &[Tile]) -> Readings {
    if !may_be_a_set(rules, tiles) {
        return Readings::default();
    }
    let back: Vec<Tile> = tiles.iter().rev().copied().collect();
    match how_many(tiles, JokerKind::Mirror) {
        0 => Readings {
            group: group(rules, tiles),
            run: run(rules, tiles, 1).max(run(rules, &back, 1)),
            step_run: run(rules, tiles, 2).max(run(rules, &back, 2)),
            ..Readings::default()
        },
        1 => {
            let axis = tiles
                .iter()
                .position(|tile| is(*tile, JokerKind::Mirror))
                .unwrap();
            let (left, right) = (&tiles[..axis], &back[..tiles.len() - 1 - axis]);
            let mirror_run = [1, -1]
                .into_iter()
                .filter_map(|step| mirror_run(rules, left, right, step));
            Readings {
                mirror_group: mirror_group(rules, left, right),
                mirror_run: mirror_run.max(),
                ..Readings::default()
            }
        }
        _ => Readings::default(),
    }
}

/// Number of slots that these tiles take.
fn length(tiles: &[Tile]) -> usize {
    tiles.len() + how_many(tiles, JokerKind::Double)
}

/// Whether these tiles lie on these slots one after the other. D takes two slots that are both
/// numbers.
fn lie_on(mut tiles: &[Tile], mut slots: &[Slot]) -> bool {
    while let Some((tile, more)) = tiles.split_first() {
        let number = |slot: Option<&Slot>| matches!(slot, Some(Slot::Number(..)));
        let (ok, taken) = match tile.joker_kind() {
            None => {
                let slot = Slot::Number(tile.colour().unwrap(), tile.value().unwrap());
                (slots.first() == Some(&slot), 1)
            }
            Some(JokerKind::Classic) => (number(slots.first()), 1),
            Some(JokerKind::Double) => (number(slots.first()) && number(slots.get(1)), 2),
            Some(JokerKind::ColourChange) => (matches!(slots.first(), Some(Slot::Change(_))), 1),
            Some(JokerKind::Mirror) => (false, 1),
        };
        if !ok {
            return false;
        }
        (tiles, slots) = (more, &slots[taken..]);
    }
    slots.is_empty()
}

/// The number `steps` steps after this one, if there is one. A 1 behind the largest value is one
/// more than that.
fn stepped(rules: &RuleSet, from: u8, steps: i32, wrap: Wrap) -> Option<u8> {
    let (mut number, values) = (i32::from(from) + steps, i32::from(rules.values));
    while wrap == Wrap::Round && number > values {
        number -= values;
    }
    while wrap == Wrap::Round && number < 1 {
        number += values;
    }
    if wrap == Wrap::End && number == values + 1 {
        return Some(1);
    }
    (1..=values).contains(&number).then_some(number as u8)
}

/// Every number with which a strand may begin.
fn starts(rules: &RuleSet) -> std::ops::RangeInclusive<u8> {
    1..=rules.values + u8::from(rules.wrap == Wrap::End)
}

/// Calls `see` with every strand of numbers from `start` in steps of `step`. Its colour-change
/// jokers are where these tiles have them.
fn each_strand(
    rules: &RuleSet,
    tiles: &[Tile],
    start: u8,
    step: i32,
    see: &mut dyn FnMut(&[Slot]),
) {
    let wrap = if step.abs() == 1 {
        rules.wrap
    } else {
        Wrap::Never
    };
    let mut places = Vec::new();
    for tile in tiles {
        places.push(is(*tile, JokerKind::ColourChange));
        if is(*tile, JokerKind::Double) {
            places.push(false);
        }
    }
    let numbers: Option<Vec<u8>> = (0..places.len())
        .map(|i| stepped(rules, start, step * i as i32, wrap))
        .collect();
    let Some(numbers) = numbers else {
        return;
    };
    // The colour of each segment between colour-change jokers. A segment at an end may be empty;
    // then it has no colour.
    let mut segments = vec![0];
    for change in &places {
        if *change {
            segments.push(0)
        } else {
            *segments.last_mut().unwrap() += 1
        }
    }
    let last = segments.len() - 1;
    let has_colour: Vec<bool> = segments
        .iter()
        .enumerate()
        .map(|(i, len)| *len > 0 || (0 < i && i < last))
        .collect();
    each_colouring(rules, &has_colour, &mut Vec::new(), &mut |colours| {
        let mut segment = 0;
        let mut slots = Vec::new();
        for (change, number) in places.iter().zip(&numbers) {
            if *change {
                segment += 1;
                slots.push(Slot::Change(*number));
            } else {
                slots.push(Slot::Number(colours[segment].unwrap(), *number));
            }
        }
        see(&slots);
    });
}

/// Every choice of colours in which neighbours differ.
fn each_colouring(
    rules: &RuleSet,
    has_colour: &[bool],
    colours: &mut Vec<Option<Colour>>,
    see: &mut dyn FnMut(&[Option<Colour>]),
) {
    let Some(here) = has_colour.get(colours.len()) else {
        return see(colours);
    };
    let choices: Vec<Option<Colour>> = if *here {
        rules.colours().iter().map(|colour| Some(*colour)).collect()
    } else {
        vec![None]
    };
    for choice in choices {
        if choice.is_none() || colours.last() != Some(&choice) {
            colours.push(choice);
            each_colouring(rules, has_colour, colours, see);
            colours.pop();
        }
    }
}

/// Whether the colour-change jokers of a strand obey docs/rules.md#colour-change-joker. `low_end`
/// says whether the first slot is the low end.
fn changes_allowed(rules: &RuleSet, slots: &[Slot], sides: usize, low_end: bool) -> bool {
    let change = |slot: &Slot| matches!(slot, Slot::Change(_));
    let number = sides * slots.iter().filter(|slot| change(slot)).count();
    let adjacent = slots
        .windows(2)
        .any(|pair| change(&pair[0]) && change(&pair[1]));
    let at_low_end = low_end && change(&slots[0]);
    number <= rules.max_cc_per_run.0.map_or(usize::MAX, usize::from)
        && (rules.cc_adjacent || !adjacent)
        && (rules.cc_at_low_end || !at_low_end)
}

fn sum(slots: &[Slot]) -> u16 {
    slots.iter().map(|slot| slot.value()).sum()
}

/// The value as a rising run.
fn run(rules: &RuleSet, tiles: &[Tile], step: i32) -> Option<u16> {
    let special = tiles
        .iter()
        .any(|tile| tile.is_joker() && *tile != Tile::JOKER);
    let longest = rules.max_run_len.0.map_or(usize::MAX, usize::from);
    let allowed = length(tiles) <= longest && (step == 1 || (rules.step2 && !special));
    let mut best = None;
    for start in starts(rules) {
        if allowed {
            each_strand(rules, tiles, start, step, &mut |slots| {
                if lie_on(tiles, slots) && changes_allowed(rules, slots, 1, true) {
                    best = best.max(Some(sum(slots)));
                }
            });
        }
    }
    best
}

/// The value of all number tiles, if they share one.
fn one_value(tiles: &[Tile]) -> Option<u8> {
    let mut values: Vec<u8> = tiles.iter().filter_map(|tile| tile.value()).collect();
    values.dedup();
    match values[..] {
        [value] => Some(value),
        _ => None,
    }
}

/// The value as a group: every joker is tried as every colour.
fn group(rules: &RuleSet, tiles: &[Tile]) -> Option<u16> {
    let value = one_value(tiles)?;
    let mut best = None;
    each_group(rules, value, length(tiles), &mut Vec::new(), &mut |slots| {
        if best.is_none() && lie_on(tiles, slots) {
            best = Some(sum(slots));
        }
    });
    best
}

/// Every row of different colours with this value.
fn each_group(
    rules: &RuleSet,
    value: u8,
    len: usize,
    slots: &mut Vec<Slot>,
    see: &mut dyn FnMut(&[Slot]),
) {
    if len > rules.group_max.0.map_or(usize::MAX, usize::from) || len > rules.colours().len() {
        return;
    }
    if slots.len() == len {
        return see(slots);
    }
    for colour in rules.colours() {
        let slot = Slot::Number(*colour, value);
        if !slots.contains(&slot) {
            slots.push(slot);
            each_group(rules, value, len, slots, see);
            slots.pop();
        }
    }
}

/// The value as a mirror group with these sides, each from the outside in.
fn mirror_group(rules: &RuleSet, left: &[Tile], right: &[Tile]) -> Option<u16> {
    let value = one_value(&[left, right].concat())?;
    let half = length(left);
    if half != length(right) || half < usize::from(rules.mirror_min_half) || half == 0 {
        return None;
    }
    let mut best = None;
    each_group(rules, value, half, &mut Vec::new(), &mut |slots| {
        if best.is_none() && lie_on(left, slots) && lie_on(right, slots) {
            best = Some(2 * sum(slots) + axis(rules, value));
        }
    });
    best
}

fn axis(rules: &RuleSet, number: u8) -> u16 {
    match rules.mirror_value {
        MirrorValue::Middle => u16::from(number),
        MirrorValue::Zero => 0,
    }
}

/// The value as a mirror run with these sides, each from the outside in, rising or falling towards
/// the axis.
fn mirror_run(rules: &RuleSet, left: &[Tile], right: &[Tile], step: i32) -> Option<u16> {
    let half = length(left);
    let longest = rules.max_run_len.0.map_or(usize::MAX, usize::from);
    if half != length(right) || half < 2 || half > longest || (step < 0 && !rules.mirror_valley) {
        return None;
    }
    let mut best = None;
    for start in starts(rules) {
        let middle = match stepped(rules, start, step * half as i32, rules.wrap) {
            Some(number) => axis(rules, number),
            None if rules.mirror_value == MirrorValue::Zero => 0,
            None => continue,
        };
        each_strand(rules, left, start, step, &mut |slots| {
            let lies = lie_on(left, slots) && lie_on(right, slots);
            if lies && changes_allowed(rules, slots, 2, step > 0) {
                best = best.max(Some(2 * sum(slots) + middle));
            }
        });
    }
    best
}
