//! Which sets are legal and what they are worth in an opening (RULES.md B2 and B3, classic jokers). Refuses to know
//! turns; see `turn`.

use serde::Serialize;

use crate::rules::RuleSet;
use crate::set::Set;
use crate::tile::{Colour, Tile};

/// Every legal reading of a set, each with its best value in an opening: the sum of the values of its slots, a joker
/// counting what it stands for. No reading means the set is illegal.
///
/// ```
/// use rummilab_core::{RuleSet, notation};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let judge = |text| rules.judge(&notation::parse_tiles(text, &rules).unwrap());
/// assert_eq!(judge("R9 J J").group, Some(27));
/// assert_eq!(judge("R9 J J").run, Some(30));
/// assert!(!judge("R7 R7 B7").is_legal());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Readings {
    /// Same value, different colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
    /// Same colour, consecutive values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<u16>,
    /// Same colour, every second value.
    #[serde(rename = "step-run", skip_serializing_if = "Option::is_none")]
    pub step_run: Option<u16>,
    /// Same value around a mirror joker.
    #[serde(rename = "mirror-group", skip_serializing_if = "Option::is_none")]
    pub mirror_group: Option<u16>,
    /// Consecutive values around a mirror joker.
    #[serde(rename = "mirror-run", skip_serializing_if = "Option::is_none")]
    pub mirror_run: Option<u16>,
}

impl Readings {
    /// Whether there is any.
    pub fn is_legal(&self) -> bool {
        self.best().is_some()
    }

    /// The largest value of any reading.
    pub fn best(&self) -> Option<u16> {
        let plain = self.group.max(self.run).max(self.step_run);
        plain.max(self.mirror_group).max(self.mirror_run)
    }

    /// Whether it can be read as a group of any kind, which lies in somebody's stack where groups have owners.
    pub fn is_group(&self) -> bool {
        self.group.or(self.mirror_group).is_some()
    }

    /// Whether it can be read as a run of any kind.
    pub fn is_run(&self) -> bool {
        self.run.or(self.step_run).or(self.mirror_run).is_some()
    }
}

/// What a list of tiles has in common, the first thing that every reading asks.
struct Summary {
    len: usize,
    jokers: usize,
    /// The value that all number tiles carry.
    value: Option<u8>,
    /// The colour that all number tiles have.
    colour: Option<Colour>,
    /// How many number tiles carry each value.
    by_value: [u8; 16],
    /// Whether no colour comes twice.
    colours_differ: bool,
}

impl Summary {
    /// `None` if no reading can be legal: fewer than three tiles, no number tile, or too many jokers.
    fn of(tiles: &[Tile], rules: &RuleSet) -> Option<Summary> {
        let mut by_value = [0; 16];
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
            && jokers <= usize::from(rules.most_jokers_in_set());
        possible.then_some(Summary {
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
        let starts = 1..=if rules.wrap {
            rules.values
        } else {
            (rules.values + 1).checked_sub(self.len as u8)?
        };
        starts
            .filter_map(|start| self.value_from(slots(start, 1, self.len, rules.values)))
            .max()
    }

    fn step_run(&self, rules: &RuleSet) -> Option<u16> {
        self.colour?;
        let reach = 2 * (self.len - 1);
        if !rules.step2 || reach >= usize::from(rules.values) {
            return None;
        }
        let starts = 1..=rules.values - reach as u8;
        starts
            .filter_map(|start| self.value_from(slots(start, 2, self.len, rules.values)))
            .max()
    }

    /// The sum of these slots if every number tile finds one.
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

/// The slots of a run: `start`, `start + step`, …, going round after `values`.
fn slots(start: u8, step: u8, len: usize, values: u8) -> impl Iterator<Item = u8> + Clone {
    (0..len).map(move |i| {
        ((usize::from(start) - 1 + usize::from(step) * i) % usize::from(values)) as u8 + 1
    })
}

impl RuleSet {
    /// Every reading of these tiles as an unordered set.
    pub fn judge(&self, tiles: &[Tile]) -> Readings {
        let Some(summary) = Summary::of(tiles, self) else {
            return Readings::default();
        };
        Readings {
            group: summary.group(self),
            run: summary.run(self),
            step_run: summary.step_run(self),
            ..Readings::default()
        }
    }

    /// Every reading of these tiles in the order in which they lie. A group may lie in any order, a run in either
    /// direction.
    pub fn judge_laid(&self, tiles: &[Tile]) -> Readings {
        let anywhere = self.judge(tiles);
        Readings {
            group: anywhere.group,
            run: anywhere.run.and_then(|_| self.laid_run(tiles, 1)),
            step_run: anywhere.step_run.and_then(|_| self.laid_run(tiles, 2)),
            ..Readings::default()
        }
    }

    /// The value of a run that lies in steps of `step`, in either direction.
    fn laid_run(&self, tiles: &[Tile], step: u8) -> Option<u16> {
        let reversed: Set = tiles.iter().rev().copied().collect();
        self.rising_run(tiles, step)
            .max(self.rising_run(reversed.tiles(), step))
    }

    /// The value of a run that lies upwards in steps of `step`.
    fn rising_run(&self, tiles: &[Tile], step: u8) -> Option<u16> {
        let wraps = self.wrap && step == 1;
        let reach = usize::from(step) * (tiles.len() - 1);
        let starts = 1..=if wraps {
            self.values
        } else {
            self.values.checked_sub(u8::try_from(reach).ok()?)?
        };
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

    /// These tiles in an order in which they lie as a legal set: the reading of largest value, tiles ascending, jokers
    /// where they stand. `None` if no reading is legal.
    pub fn lay_out(&self, tiles: &[Tile]) -> Option<Set> {
        let readings = self.judge(tiles);
        let best = readings.best()?;
        let mut sorted = tiles.to_vec();
        sorted.sort_unstable();
        if readings.group == Some(best) {
            return Some(Set::new(sorted));
        }
        let step = if readings.run == Some(best) { 1 } else { 2 };
        let summary = Summary::of(tiles, self)?;
        let colour = summary.colour?;
        (1..=self.values).find_map(|start| {
            let slots = slots(start, step, tiles.len(), self.values);
            let inside = (self.wrap && step == 1)
                || usize::from(start) + usize::from(step) * (tiles.len() - 1)
                    <= usize::from(self.values);
            if !inside || summary.value_from(slots.clone()) != Some(best) {
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
