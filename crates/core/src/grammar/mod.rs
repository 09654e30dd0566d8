//! The legal sets and their values in an opening (docs/rules.md#sets).
//!
//! Sets whose only jokers are classic ones take a fast path that does not allocate. The others are
//! counted once ([`Tally`]) and then read as strands of slots (runs, mirror runs) or as colours of
//! one value (groups, mirror groups).

mod classic;
mod laps;
mod segment;
mod special_group;
mod strand;
mod tally;

use serde::Serialize;

use self::tally::Tally;
use crate::rules::RuleSet;
use crate::set::Set;
use crate::tile::Tile;

/// All legal readings of a set, each with its best value in an opening: the sum of the values of
/// its slots, a joker counting what it stands for (docs/rules.md#sets). A set without a reading is
/// illegal.
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
    /// Same value, different colours (docs/rules.md#groups-and-runs).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
    /// Consecutive values of one colour (docs/rules.md#groups-and-runs), which C may change
    /// (docs/rules.md#colour-change-joker).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<u16>,
    /// Same colour, every second value (docs/rules.md#step-runs).
    #[serde(rename = "step-run", skip_serializing_if = "Option::is_none")]
    pub step_run: Option<u16>,
    /// Same value and the same colours on both sides of a mirror joker
    /// (docs/rules.md#mirror-groups).
    #[serde(rename = "mirror-group", skip_serializing_if = "Option::is_none")]
    pub mirror_group: Option<u16>,
    /// The same consecutive values on both sides of a mirror joker (docs/rules.md#mirror-runs).
    #[serde(rename = "mirror-run", skip_serializing_if = "Option::is_none")]
    pub mirror_run: Option<u16>,
}

impl Readings {
    /// Whether the set has a reading.
    pub fn is_legal(&self) -> bool {
        self.best().is_some()
    }

    /// The largest value of any reading.
    pub fn best(&self) -> Option<u16> {
        let plain = self.group.max(self.run).max(self.step_run);
        plain.max(self.mirror_group).max(self.mirror_run)
    }

    /// Whether the set can be read as a group of any kind. If groups have owners, such a set lies
    /// in a player's stack.
    pub fn is_group(&self) -> bool {
        self.group.or(self.mirror_group).is_some()
    }

    /// Whether the set can be read as a run of any kind.
    pub fn is_run(&self) -> bool {
        self.run.or(self.step_run).or(self.mirror_run).is_some()
    }
}

/// Whether the set holds a special joker (D, C or M) and leaves the fast path.
fn has_special(tiles: &[Tile]) -> bool {
    tiles.iter().any(|tile| *tile > Tile::JOKER)
}

impl RuleSet {
    /// Every reading of these tiles as an unordered set (docs/rules.md#sets).
    ///
    /// - A step run holds only classic jokers.
    /// - `max_run_len` counts slots, also of step runs, and in a mirror run the slots of one side.
    ///   `group_max` likewise counts one side of a mirror group.
    /// - `max_cc_per_run` counts the colour-change jokers of the whole set, both sides of a mirror
    ///   run together. Two C on either side of M are not neighbours.
    /// - With `wrap`, every run may go on behind the largest value: D may cover it and 1, and M may
    ///   be that 1.
    pub fn judge(&self, tiles: &[Tile]) -> Readings {
        if !has_special(tiles) {
            return self.judge_classic(tiles);
        }
        let Some(tally) = Tally::of(self, tiles) else {
            return Readings::default();
        };
        Readings {
            group: tally.group(self),
            run: tally.run(self).map(|(value, _)| value),
            step_run: None,
            mirror_group: tally.mirror_group(self),
            mirror_run: tally.mirror_run(self).map(|(value, _)| value),
        }
    }

    /// Every reading of these tiles in the order in which they lie (docs/rules.md#sets). A group
    /// may lie in any order, a run in either direction. A mirror joker lies in the middle, and both
    /// sides show the same slots from the outside in. The colours of a mirror group may lie in any
    /// such order.
    pub fn judge_laid(&self, tiles: &[Tile]) -> Readings {
        if !has_special(tiles) {
            return self.judge_laid_classic(tiles);
        }
        let anywhere = self.judge(tiles);
        Readings {
            group: anywhere.group,
            run: anywhere.run.and_then(|_| strand::laid_run(self, tiles)),
            step_run: None,
            mirror_group: anywhere
                .mirror_group
                .filter(|_| special_group::lies_mirrored(tiles)),
            mirror_run: anywhere
                .mirror_run
                .and_then(|_| strand::laid_mirror_run(self, tiles)),
        }
    }

    /// These tiles in an order in which they lie as a legal set. It is the reading of largest
    /// value, with ascending tiles where possible and each joker where it stands. `None` if no
    /// reading is legal.
    ///
    /// ```
    /// use rummilab_core::{RuleSet, notation};
    ///
    /// let rules = RuleSet::preset("twist").unwrap();
    /// let lay_out = |text| {
    ///     let tiles = notation::parse_tiles(text, &rules).unwrap();
    ///     rules.lay_out(&tiles).unwrap().to_string()
    /// };
    /// assert_eq!(lay_out("B5 B2 D"), "B2 D B5");
    /// assert_eq!(lay_out("P7 K7 P7 K7 M"), "P7 K7 M K7 P7");
    /// ```
    pub fn lay_out(&self, tiles: &[Tile]) -> Option<Set> {
        let readings = self.judge(tiles);
        let best = readings.best();
        if readings.group.is_some() && readings.group == best {
            return Some(Set::new(tiles.iter().copied()).sorted());
        }
        if !has_special(tiles) {
            return self.lay_out_classic_run(tiles);
        }
        let tally = Tally::of(self, tiles)?;
        if readings.run == best {
            let (_, strand) = tally.run(self)?;
            strand.lay_out(self, &tally)
        } else if readings.mirror_group == best {
            tally.lay_out_mirror_group(self)
        } else {
            let (_, strand) = tally.mirror_run(self)?;
            strand.lay_out(self, &tally)
        }
    }
}
