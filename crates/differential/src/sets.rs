//! The legal sets within a multiset of tiles, each with its readings, by laying tiles slot by slot.

mod groups;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::field::{MirrorValue, Wrap};
use crate::multiset::{Counts, Kinds, count, lowest, one, size};
use crate::rules::Rules;
use crate::tile::{Joker, Tile};

/// What a set can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    Group,
    Run,
    StepRun,
    /// A group on both sides of a mirror joker.
    MirrorGroup,
    /// A run on both sides of a mirror joker.
    MirrorRun,
}

impl Reading {
    pub const ALL: [Reading; 5] = [
        Reading::Group,
        Reading::Run,
        Reading::StepRun,
        Reading::MirrorGroup,
        Reading::MirrorRun,
    ];

    /// The word that `check` writes.
    pub fn word(self) -> &'static str {
        match self {
            Reading::Group => "group",
            Reading::Run => "run",
            Reading::StepRun => "step-run",
            Reading::MirrorGroup => "mirror-group",
            Reading::MirrorRun => "mirror-run",
        }
    }
}

/// All readings of a set with the best opening value of each, in the order of [`Reading::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Readings(pub [Option<u32>; 5]);

impl Readings {
    /// The best value of any reading; `None` for an illegal set.
    pub fn best(&self) -> Option<u32> {
        self.0.into_iter().max().flatten()
    }

    /// Whether it can be a group of any kind.
    pub fn is_group(&self) -> bool {
        self.0[0].or(self.0[3]).is_some()
    }

    /// Whether it can be a run of any kind.
    pub fn is_run(&self) -> bool {
        self.0[1].or(self.0[2]).or(self.0[4]).is_some()
    }
}

/// The work limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the work limit was reached")]
pub struct Tired;

/// The readings of these tiles as one set, in any order.
///
/// # Errors
/// If that takes more than `work` steps.
pub fn judge(rules: &Rules, tiles: &[Tile], work: u64) -> Result<Readings, Tired> {
    if tiles.len() < 3 {
        return Ok(Readings::default());
    }
    let kinds = Kinds::of(tiles.iter().copied()).ok_or(Tired)?;
    let Some(all) = kinds.counts(tiles) else {
        return Ok(Readings::default());
    };
    let mut finder = Finder::new(rules, &kinds, all, work);
    finder.exact = true;
    finder.find()?;
    Ok(finder.found.get(&all).copied().unwrap_or_default())
}

/// Every legal set that these tiles hold.
///
/// # Errors
/// If that takes more than `work` steps.
pub fn all_sets(
    rules: &Rules,
    kinds: &Kinds,
    tiles: Counts,
    work: u64,
) -> Result<Vec<(Counts, Readings)>, Tired> {
    let mut finder = Finder::new(rules, kinds, tiles, work);
    finder.find()?;
    let mut sets: Vec<_> = finder.found.into_iter().collect();
    sets.sort_unstable_by_key(|(tiles, _)| *tiles);
    Ok(sets)
}

/// A point of a run or of both sides of a mirror run.
#[derive(Clone, Copy)]
struct At {
    /// The place of the next slot in the row of numbers, from 0; outside the row there is none.
    next: i32,
    /// Slots so far, on one side.
    len: u32,
    sum: u32,
    /// The colour of the open segment.
    colour: u8,
    /// Whether the segment holds nothing yet.
    empty: bool,
    /// Whether no slot came before.
    first: bool,
    /// The second half of a double joker covers the next slot, on either side.
    due: [bool; 2],
    left: Counts,
}

struct Finder<'a> {
    rules: &'a Rules,
    all: Counts,
    /// Only the set of all tiles matters.
    exact: bool,
    found: FxHashMap<Counts, Readings>,
    work: u64,
    /// The kind number of each colour and value.
    table: Vec<Vec<Option<usize>>>,
    colour_masks: Vec<Counts>,
    jokers: [Option<usize>; 4],
    joker_mask: Counts,
    seen: FxHashSet<(Counts, u32)>,
    rising: bool,
    mirrored: bool,
    start: i32,
}

impl<'a> Finder<'a> {
    fn new(rules: &'a Rules, kinds: &'a Kinds, all: Counts, work: u64) -> Finder<'a> {
        let present = |tile| kinds.number(tile).filter(|kind| count(all, *kind) > 0);
        let colour = |colour| {
            let values = 1..=rules.values;
            values
                .map(move |value| present(Tile::number(colour, value)))
                .collect()
        };
        let table: Vec<Vec<Option<usize>>> = rules.colours.chars().map(colour).collect();
        let mask = |row: &Vec<Option<usize>>| -> Counts {
            row.iter().flatten().map(|kind| 15 * one(*kind)).sum()
        };
        Finder {
            colour_masks: table.iter().map(mask).collect(),
            rules,
            all,
            exact: false,
            found: FxHashMap::default(),
            work,
            table,
            jokers: Joker::ALL.map(|kind| present(Tile::Joker(kind))),
            joker_mask: kinds.joker_mask(),
            seen: FxHashSet::default(),
            rising: true,
            mirrored: false,
            start: 0,
        }
    }

    fn find(&mut self) -> Result<(), Tired> {
        self.groups();
        self.step_runs();
        self.runs()?;
        if let Some(mirror) = self.jokers[3] {
            self.mirror_groups(mirror);
            self.mirror_runs(mirror)?;
        }
        Ok(())
    }

    /// Notes a set, if it has enough tiles, a number tile and not too many jokers.
    fn emit(&mut self, used: Counts, reading: Reading, value: u32) {
        let jokers = size(used & self.joker_mask);
        let tiles = size(used);
        let most = self.rules.max_jokers_per_set.map_or(u32::MAX, u32::from);
        if tiles < 3 || jokers == tiles || jokers > most || (self.exact && used != self.all) {
            return;
        }
        let entry = &mut self.found.entry(used).or_default().0[reading as usize];
        *entry = (*entry).max(Some(value));
    }

    fn step_runs(&mut self) {
        if !self.rules.step2 {
            return;
        }
        for colour in 0..self.table.len() {
            for start in 0..usize::from(self.rules.values) {
                self.step_run(colour, start, 0, 0, 0);
            }
        }
    }

    fn step_run(&mut self, colour: usize, next: usize, len: u32, sum: u32, used: Counts) {
        let longest = self.rules.max_run_len.map_or(u32::MAX, u32::from);
        if next >= usize::from(self.rules.values) || len >= longest {
            return;
        }
        let kinds = [self.table[colour][next], self.jokers[0]];
        for kind in kinds.into_iter().flatten() {
            if count(used, kind) < count(self.all, kind) {
                let (used, sum) = (used + one(kind), sum + next as u32 + 1);
                self.emit(used, Reading::StepRun, sum);
                self.step_run(colour, next + 2, len + 1, sum, used);
            }
        }
    }

    fn runs(&mut self) -> Result<(), Tired> {
        self.mirrored = false;
        self.rising = true;
        self.try_every_start(self.all)
    }

    fn mirror_runs(&mut self, mirror: usize) -> Result<(), Tired> {
        self.mirrored = true;
        for rising in [true, false] {
            if rising || self.rules.mirror_valley {
                self.rising = rising;
                self.try_every_start(self.all - one(mirror))?;
            }
        }
        Ok(())
    }

    fn try_every_start(&mut self, left: Counts) -> Result<(), Tired> {
        for start in 0..self.places() {
            self.seen.clear();
            self.start = start;
            let mut at = At {
                next: start,
                len: 0,
                sum: 0,
                colour: 0,
                empty: true,
                first: true,
                due: [false; 2],
                left,
            };
            // A joker that changes the colour at the low end: no colour comes before it.
            if self.rules.cc_at_low_end || !self.rising {
                self.change(at, None)?;
            }
            for colour in 0..self.table.len() {
                at.colour = colour as u8;
                self.go_on(at)?;
            }
        }
        Ok(())
    }

    /// How many places the row of numbers has: a 1 may lie behind the values.
    fn places(&self) -> i32 {
        i32::from(self.rules.values) + i32::from(self.rules.wrap == Wrap::End)
    }

    /// The place after this one; past the last none, unless runs go round.
    fn after(&self, next: i32) -> i32 {
        let step = if self.rising { 1 } else { -1 };
        if self.rules.wrap == Wrap::Round {
            (next + step).rem_euclid(i32::from(self.rules.values))
        } else {
            next + step
        }
    }

    fn is_number(&self, place: i32) -> bool {
        (0..self.places()).contains(&place)
    }

    /// The number at a place, from 0.
    fn number(&self, place: i32) -> usize {
        place as usize % usize::from(self.rules.values)
    }

    /// Lays a colour-change joker on every side, then any other colour.
    fn change(&mut self, at: At, before: Option<u8>) -> Result<(), Tired> {
        let sides = 1 + u8::from(self.mirrored);
        let Some(kind) = self.jokers[Joker::Change.index()] else {
            return Ok(());
        };
        let used = count(self.all, kind) - count(at.left, kind) + sides;
        let most = self.rules.max_cc_per_run.unwrap_or(u8::MAX);
        if count(at.left, kind) < sides || used > most || at.due != [false; 2] {
            return Ok(());
        }
        let Some(next) = self.covered(at, at.left - u128::from(sides) * one(kind)) else {
            return Ok(());
        };
        self.note(next);
        for colour in 0..self.table.len() as u8 {
            if before != Some(colour) {
                let next = At {
                    colour,
                    empty: true,
                    ..next
                };
                self.go_on(next)?;
            }
        }
        Ok(())
    }

    /// The point after the next slot has been covered; `None` if it does not exist.
    fn covered(&self, at: At, left: Counts) -> Option<At> {
        let longest = self.rules.max_run_len.map_or(u32::MAX, u32::from);
        if !self.is_number(at.next) || at.len >= longest {
            return None;
        }
        let next = At {
            next: self.after(at.next),
            len: at.len + 1,
            sum: at.sum + self.number(at.next) as u32 + 1,
            first: false,
            left,
            ..at
        };
        (!self.exact || self.has_room(self.number(at.next), next)).then_some(next)
    }

    /// Whether the tiles left with this number can still be covered, where all tiles must be.
    fn has_room(&self, number: usize, at: At) -> bool {
        let rows = self.table.iter();
        let of_number = rows.filter_map(|row| row[number]);
        let left: u32 = of_number.map(|kind| u32::from(count(at.left, kind))).sum();
        // A 1 at either end of the row may have its like at the other.
        if left == 0
            || self.rules.wrap == Wrap::Never
            || (number > 0 && self.rules.wrap == Wrap::End)
        {
            return left == 0;
        }
        let doubles = self.jokers[1].map_or(0, |kind| count(at.left, kind));
        let due = at.due.iter().filter(|due| **due).count() as u32;
        let slots = size(at.left) + u32::from(doubles) + due;
        let sides = 1 + u32::from(self.mirrored);
        left <= sides * (slots / sides / u32::from(self.rules.values))
    }

    /// Whether enough colour-change jokers are left for the other colours, where all tiles must be
    /// laid.
    fn has_changes(&self, at: At) -> bool {
        let change = self.jokers[Joker::Change.index()];
        let changes = change.map_or(0, |kind| count(at.left, kind));
        let mut others = 0;
        for (colour, mask) in self.colour_masks.iter().enumerate() {
            others += u8::from(colour != usize::from(at.colour) && at.left & mask != 0);
        }
        others * (1 + u8::from(self.mirrored)) <= changes
    }

    /// Notes the set that ends here.
    fn note(&mut self, at: At) {
        if at.due != [false; 2] || (self.mirrored && at.len < 2) {
            return;
        }
        let used = self.all - at.left;
        if !self.mirrored {
            self.emit(used, Reading::Run, at.sum);
            return;
        }
        match self.rules.mirror_value {
            MirrorValue::Zero => self.emit(used, Reading::MirrorRun, 2 * at.sum),
            MirrorValue::Middle if self.is_number(at.next) => {
                let axis = self.number(at.next) as u32 + 1;
                self.emit(used, Reading::MirrorRun, 2 * at.sum + axis);
            }
            MirrorValue::Middle => {}
        }
    }

    /// Tries everything that can cover the next slot in the colour of the segment, and a change.
    fn go_on(&mut self, at: At) -> Result<(), Tired> {
        self.work = self.work.checked_sub(1).ok_or(Tired)?;
        let flags = [at.empty, at.first, at.due[0], at.due[1]];
        let bits = flags
            .iter()
            .fold(0, |bits, flag| bits << 1 | u32::from(*flag));
        if !self
            .seen
            .insert((at.left, u32::from(at.colour) << 4 | bits))
        {
            return Ok(());
        }
        if !self.is_number(at.next) || (self.exact && !self.has_changes(at)) {
            return Ok(());
        }
        if !at.first && (!at.empty || self.rules.cc_adjacent) {
            self.change(at, Some(at.colour))?;
        }
        for (left, first_due) in self.covers(at, at.left, at.due[0]).into_iter().flatten() {
            let right = if self.mirrored {
                self.covers(at, left, at.due[1])
            } else {
                [Some((left, false)), None, None]
            };
            for (left, second_due) in right.into_iter().flatten() {
                let due = [first_due, second_due];
                if let Some(next) = self.covered(At { due, ..at }, left) {
                    let next = At {
                        empty: false,
                        ..next
                    };
                    self.note(next);
                    self.go_on(next)?;
                }
            }
        }
        Ok(())
    }

    /// What can cover this slot on one side: the tiles then left, and whether half a double joker
    /// is due in the next slot.
    fn covers(&self, at: At, left: Counts, due: bool) -> [Option<(Counts, bool)>; 3] {
        if due {
            return [Some((left, false)), None, None];
        }
        let number = self.table[usize::from(at.colour)][self.number(at.next)];
        let lay = |kind: Option<usize>, double: bool| {
            let kind = kind.filter(|kind| count(left, *kind) > 0)?;
            Some((left - one(kind), double))
        };
        [
            lay(number, false),
            lay(self.jokers[0], false),
            lay(self.jokers[1], true),
        ]
    }
}

/// The lowest kind of each set, for a catalogue that is searched by it.
pub fn by_lowest(sets: &[(Counts, Readings)], kinds: &Kinds) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); kinds.tiles.len()];
    for (i, (tiles, _)) in sets.iter().enumerate() {
        places[lowest(*tiles)].push(i);
    }
    places
}
