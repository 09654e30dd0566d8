//! Sets whose only jokers are classic ones (docs/rules.md#groups-and-runs and
//! docs/rules.md#house-sets). Most games have no other sets, so they are judged without allocating.

use super::Readings;
use crate::rules::RuleSet;
use crate::set::Set;
use crate::tile::{Colour, MAX_VALUE, Tile};

/// What the tiles of a set have in common; every reading needs it first.
struct TileSummary {
    len: usize,
    jokers: usize,
    /// The value of all number tiles, if they share one.
    value: Option<u8>,
    /// The colour of all number tiles, if they share one.
    colour: Option<Colour>,
    /// Number of number tiles with each value.
    by_value: [u8; MAX_VALUE as usize + 1],
    /// Whether no colour occurs twice.
    colours_differ: bool,
}

impl TileSummary {
    /// `None` if no reading can be legal: fewer than three tiles, no number tile, or too many
    /// jokers.
    fn of(tiles: &[Tile], rules: &RuleSet) -> Option<TileSummary> {
        let mut by_value = [0; MAX_VALUE as usize + 1];
        let mut colours = 0u8;
        let mut colours_differ = true;
        let (mut value, mut colour) = (None, None);
        let (mut one_value, mut one_colour) = (true, true);
        let mut jokers = 0;
        for tile in tiles {
            let (Some(c), Some(v)) = (tile.colour(), tile.value()) else {
                jokers += 1;
                continue;
            };
            let count: &mut u8 = &mut by_value[usize::from(v)];
            *count = count.saturating_add(1);
            one_value &= *value.get_or_insert(v) == v;
            one_colour &= *colour.get_or_insert(c) == c;
            let bit = 1 << c.index();
            colours_differ &= colours & bit == 0;
            colours |= bit;
        }
        let possible = tiles.len() >= 3
            && value.is_some()
            && jokers <= usize::from(rules.most_jokers_in_set().min(rules.jokers.classic));
        possible.then_some(TileSummary {
            len: tiles.len(),
            jokers,
            value: value.filter(|_| one_value),
            colour: colour.filter(|_| one_colour),
            by_value,
            colours_differ,
        })
    }

    fn group(&self, rules: &RuleSet) -> Option<u16> {
        let value = self.value?;
        (self.colours_differ && self.len <= rules.largest_group())
            .then(|| u16::from(value) * self.len as u16)
    }

    fn run(&self, rules: &RuleSet) -> Option<u16> {
        self.colour?;
        let too_often = self.by_value.iter().any(|count| *count > rules.copies);
        if self.len > rules.longest_run() || too_often {
            return None;
        }
        let starts = 1..=rules.last_start(1, self.len)?;
        starts
            .filter_map(|start| self.value_from(slots(start, 1, self.len, rules.values)))
            .max()
    }

    fn step_run(&self, rules: &RuleSet) -> Option<u16> {
        self.colour?;
        if !rules.step2 || self.len > rules.longest_run() {
            return None;
        }
        let starts = 1..=rules.last_start(2, self.len)?;
        starts
            .filter_map(|start| self.value_from(slots(start, 2, self.len, rules.values)))
            .max()
    }

    /// The sum of the values of these slots, if every number tile finds a slot.
    fn value_from(&self, slots: impl Iterator<Item = u8>) -> Option<u16> {
        let mut free = self.by_value;
        let mut unfilled = 0;
        let mut sum = 0;
        for slot in slots {
            sum += u16::from(slot);
            match &mut free[usize::from(slot)] {
                0 => unfilled += 1,
                count => *count -= 1,
            }
        }
        (unfilled == self.jokers).then_some(sum)
    }
}

/// A fast path for the most frequent sets: no joker, and a group or a rising run. `None` means
/// undecided.
fn plain(tiles: &[Tile], rules: &RuleSet) -> Option<Readings> {
    let (first, rest) = tiles.split_first()?;
    let (colour, value) = (first.colour()?, first.value()?);
    let len = tiles.len();
    if rest.len() < 2 {
        return None;
    }
    let sum = tiles.iter().map(|tile| tile.face()).sum();
    if rest[0].colour() == Some(colour) {
        let rising = rest.iter().zip(value + 1..);
        let mut rising = rising.map(|(tile, next)| (tile.colour(), tile.value(), next));
        let run = len <= rules.longest_run()
            && usize::from(value) + len <= usize::from(rules.values) + 1
            && rising.all(|(c, v, next)| c == Some(colour) && v == Some(next));
        return run.then_some(Readings {
            run: Some(sum),
            ..Readings::default()
        });
    }
    let mut colours = 1_u8 << colour.index();
    for tile in rest {
        let bit = 1 << tile.colour()?.index();
        if tile.value() != Some(value) || colours & bit != 0 {
            return None;
        }
        colours |= bit;
    }
    (len <= rules.largest_group()).then_some(Readings {
        group: Some(sum),
        ..Readings::default()
    })
}

/// The slots of a run: `start`, `start + step`, …, with 1 after `values`.
fn slots(start: u8, step: u8, len: usize, values: u8) -> impl Iterator<Item = u8> + Clone {
    (0..len).map(move |i| {
        ((usize::from(start) - 1 + usize::from(step) * i) % usize::from(values)) as u8 + 1
    })
}

impl RuleSet {
    /// Every reading of these tiles in any order. None of them is a special joker.
    pub(super) fn judge_classic(&self, tiles: &[Tile]) -> Readings {
        if let Some(readings) = plain(tiles, self) {
            return readings;
        }
        let Some(summary) = TileSummary::of(tiles, self) else {
            return Readings::default();
        };
        Readings {
            group: summary.group(self),
            run: summary.run(self),
            step_run: summary.step_run(self),
            ..Readings::default()
        }
    }

    /// The value of the most frequent sets: no joker, and a group or a rising run. `None` means
    /// undecided: the tiles may still be legal.
    pub fn plain_value(&self, tiles: &[Tile]) -> Option<u16> {
        plain(tiles, self).and_then(|readings| readings.best())
    }

    /// Every reading of these tiles in the order in which they lie. None of them is a special
    /// joker.
    pub(super) fn judge_laid_classic(&self, tiles: &[Tile]) -> Readings {
        if let Some(readings) = plain(tiles, self) {
            return readings;
        }
        let anywhere = self.judge_classic(tiles);
        Readings {
            group: anywhere.group,
            run: anywhere.run.and_then(|_| self.laid_run(tiles, 1)),
            step_run: anywhere.step_run.and_then(|_| self.laid_run(tiles, 2)),
            ..Readings::default()
        }
    }

    /// The value of a run that lies in steps of `step`, in either direction.
    fn laid_run(&self, tiles: &[Tile], step: u8) -> Option<u16> {
        let rising = self.rising_run(tiles, step);
        // Number tiles that rise cannot fall, but a run with a single number tile can go either
        // way.
        let numbers = tiles.iter().filter(|tile| !tile.is_joker());
        if rising.is_some() && !self.wrap.has_next() && numbers.count() > 1 {
            return rising;
        }
        let reversed: Set = tiles.iter().rev().copied().collect();
        rising.max(self.rising_run(reversed.tiles(), step))
    }

    /// The value of a run that lies upwards in steps of `step`.
    fn rising_run(&self, tiles: &[Tile], step: u8) -> Option<u16> {
        let starts = 1..=self.last_start(step, tiles.len())?;
        let fits = |start: &u8| {
            let mut pairs = slots(*start, step, tiles.len(), self.values).zip(tiles);
            pairs.all(|(slot, tile)| tile.value().is_none_or(|value| value == slot))
        };
        starts
            .filter(fits)
            .map(|start| {
                slots(start, step, tiles.len(), self.values)
                    .map(u16::from)
                    .sum()
            })
            .max()
    }

    /// These tiles as the run or step run of largest value, ascending. None of them is a special
    /// joker.
    pub(super) fn lay_out_classic_run(&self, tiles: &[Tile]) -> Option<Set> {
        let readings = self.judge_classic(tiles);
        let best = readings.run.max(readings.step_run)?;
        let step = if readings.run == Some(best) { 1 } else { 2 };
        let summary = TileSummary::of(tiles, self)?;
        let colour = summary.colour?;
        (1..=self.last_start(step, tiles.len())?).find_map(|start| {
            let slots = slots(start, step, tiles.len(), self.values);
            if summary.value_from(slots.clone()) != Some(best) {
                return None;
            }
            let mut free = summary.by_value;
            let tile = |slot: u8| match &mut free[usize::from(slot)] {
                0 => Some(Tile::JOKER),
                count => {
                    *count -= 1;
                    Tile::number(colour, slot)
                }
            };
            slots.map(tile).collect::<Option<Set>>()
        })
    }
}
