//! Explanations of why a set or a turn is illegal. The referee decides; this module only finds the
//! reason.

use std::fmt::Display;

use crate::rules::{RuleSet, Wrap};
use crate::set::Set;
use crate::tile::{Colour, JokerKind, Tile};
use crate::turn::Illegal;

/// Why tiles are not a legal set. Its text (`Display`) continues a sentence that begins with the
/// set.
///
/// ```
/// use rummilab_core::{RuleSet, Set, SetFault, notation::parse_tiles};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let set = |text| Set::new(parse_tiles(text, &rules).unwrap());
/// let fault = rules.set_fault(&set("R7 R7 B7"), false).unwrap();
/// assert_eq!(fault.to_string(), "has two tiles of colour R; the colours of a group differ");
/// assert_eq!(rules.set_fault(&set("R1 R2 R4"), false), Some(SetFault::Gap));
/// assert_eq!(rules.set_fault(&set("R1 R2 R3"), false), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetFault {
    /// The tiles are a set in another order, but not as they lie.
    #[error("is legal only in another order, such as `{0}`")]
    Order(Set),
    /// Fewer than three tiles; their number.
    #[error("has too few tiles: {0}; a set has at least 3")]
    TooFewTiles(usize),
    /// Only jokers.
    #[error("has no number tile; a set has at least one")]
    NoNumberTile,
    /// More jokers than a set may hold; their number.
    #[error("has too many jokers; a set has at most {0}")]
    TooManyJokers(usize),
    /// Different values and different colours.
    #[error(
        "is neither a group (one value, different colours) nor a run (one colour, values in a row)"
    )]
    NeitherGroupNorRun,
    /// A group with a colour twice.
    #[error("has two tiles of colour {0}; the colours of a group differ")]
    ColourTwice(Colour),
    /// A group of more tiles than there are colours.
    #[error("has too many tiles: {tiles}; a group has at most {most}")]
    GroupTooLarge {
        /// Number of its tiles.
        tiles: usize,
        /// Most tiles that a group may have.
        most: usize,
    },
    /// A run longer than the rules allow.
    #[error("has too many tiles: {tiles}; a run has at most {most}")]
    RunTooLong {
        /// Number of its tiles.
        tiles: usize,
        /// Most tiles that a run may have.
        most: usize,
    },
    /// A run with a value twice.
    #[error("has the value {0} twice; the values of a run are in a row")]
    ValueTwice(u8),
    /// A run with a hole that its jokers do not fill.
    #[error("has a gap; the values of a run are in a row")]
    Gap,
    /// The two sides of a mirror joker differ.
    #[error(
        "is no mirror set: both sides of M show the same group or run from the outside in, and \
         there is room for M"
    )]
    NotMirrored,
    /// Several mirror jokers; their number.
    #[error("has {0} mirror jokers; a set has at most one")]
    MirrorJokers(usize),
    /// A colour-change joker among tiles of one value.
    #[error("is no run; a colour-change joker belongs in runs alone")]
    ColourChangeInGroup,
    /// A group that is too large because of its double joker.
    #[error("stands for a group of {slots}, D being two tiles; a group has at most {most}")]
    DoubledGroupTooLarge {
        /// Number of tiles that its tiles stand for.
        slots: usize,
        /// Most tiles that a group may have.
        most: usize,
    },
    /// A colour-change joker with tiles that form no run with it.
    #[error("is no run: C takes a value of its own, and the colour changes there and nowhere else")]
    NoRunWithColourChange,
    /// A double joker with tiles that form no set with it.
    #[error(
        "is neither a group nor a run: D stands for two values in a row, or for two colours of a \
         group"
    )]
    NoSetWithDouble,
}

impl RuleSet {
    /// Why this is not a legal set, or `None` if it is. `as_laid` says whether the order of its
    /// tiles counts.
    pub fn set_fault(&self, set: &Set, as_laid: bool) -> Option<SetFault> {
        let tiles = set.tiles();
        let as_laid = as_laid || self.tables_lie_in_order();
        let readings = if as_laid {
            self.judge_laid(tiles)
        } else {
            self.judge(tiles)
        };
        if readings.is_legal() {
            return None;
        }
        let reordered = self.lay_out(tiles).filter(|_| as_laid);
        Some(reordered.map_or_else(|| fault_in_any_order(self, tiles), SetFault::Order))
    }
}

impl Illegal {
    /// The reason in full under these rules: of a set that is none, what is wrong with it.
    ///
    /// ```
    /// use rummilab_core::{RuleSet, notation::parse_table};
    ///
    /// let rules = RuleSet::preset("original").unwrap();
    /// let table = parse_table("R3 R4 R6", &rules).unwrap();
    /// let illegal = rules.check_table(&table).unwrap_err();
    /// let why = illegal.explain(&rules);
    /// assert_eq!(why, "`R3 R4 R6` has a gap; the values of a run are in a row");
    /// ```
    pub fn explain(&self, rules: &RuleSet) -> String {
        match self {
            Illegal::NotASet(set) => match rules.set_fault(set, false) {
                Some(fault) => format!("`{set}` {fault}"),
                None => self.to_string(),
            },
            Illegal::TileNotOwned(tile) => format!(
                "{tile} is on the new table, but neither on the old one nor among those played"
            ),
            _ => self.to_string(),
        }
    }
}

fn fault_in_any_order(rules: &RuleSet, tiles: &[Tile]) -> SetFault {
    let len = tiles.len();
    let numbers: Vec<Tile> = tiles
        .iter()
        .copied()
        .filter(|tile| !tile.is_joker())
        .collect();
    let most_jokers = usize::from(rules.most_jokers_in_set());
    if len < 3 {
        return SetFault::TooFewTiles(len);
    }
    let Some(first) = numbers.first() else {
        return SetFault::NoNumberTile;
    };
    if len - numbers.len() > most_jokers {
        return SetFault::TooManyJokers(most_jokers);
    }
    if tiles.iter().any(|tile| *tile > Tile::JOKER) {
        return not_with_special_jokers(rules, tiles, &numbers);
    }
    if numbers.iter().all(|tile| tile.value() == first.value()) {
        return not_a_group(rules, &numbers, len);
    }
    if numbers.iter().all(|tile| tile.colour() == first.colour()) {
        return not_a_run(rules, &numbers, len);
    }
    SetFault::NeitherGroupNorRun
}

fn not_a_group(rules: &RuleSet, numbers: &[Tile], len: usize) -> SetFault {
    let twice = first_pair(numbers.iter().map(|tile| tile.colour()));
    match twice.flatten() {
        Some(colour) => SetFault::ColourTwice(colour),
        None => SetFault::GroupTooLarge {
            tiles: len,
            most: rules.largest_group(),
        },
    }
}

/// Faults of sets with a double, colour-change or mirror joker (docs/rules.md#twist-sets).
fn not_with_special_jokers(rules: &RuleSet, tiles: &[Tile], numbers: &[Tile]) -> SetFault {
    let count = |kind| {
        let is = |tile: &&Tile| tile.joker_kind() == Some(kind);
        tiles.iter().filter(is).count()
    };
    let (double, change) = (count(JokerKind::Double), count(JokerKind::ColourChange));
    match count(JokerKind::Mirror) {
        0 => {}
        1 => return SetFault::NotMirrored,
        n => return SetFault::MirrorJokers(n),
    }
    let one_value = numbers
        .windows(2)
        .all(|pair| pair[0].value() == pair[1].value());
    if one_value && numbers.len() > 1 {
        if change > 0 {
            return SetFault::ColourChangeInGroup;
        }
        let twice = first_pair(numbers.iter().map(|tile| tile.colour()));
        if let Some(Some(colour)) = twice {
            return SetFault::ColourTwice(colour);
        }
        return SetFault::DoubledGroupTooLarge {
            slots: tiles.len() + double,
            most: rules.largest_group(),
        };
    }
    if change > 0 {
        SetFault::NoRunWithColourChange
    } else {
        SetFault::NoSetWithDouble
    }
}

fn not_a_run(rules: &RuleSet, numbers: &[Tile], len: usize) -> SetFault {
    let most = rules.longest_run();
    if len > most {
        return SetFault::RunTooLong { tiles: len, most };
    }
    let twice = first_pair(numbers.iter().map(|tile| tile.value()));
    match twice.flatten() {
        Some(value) if rules.wrap == Wrap::Never || (rules.wrap == Wrap::End && value > 1) => {
            SetFault::ValueTwice(value)
        }
        _ => SetFault::Gap,
    }
}

/// The first item that occurred before.
fn first_pair<T: PartialEq + Clone>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut seen: Vec<T> = Vec::new();
    for item in items {
        if seen.contains(&item) {
            return Some(item);
        }
        seen.push(item);
    }
    None
}

/// A number with its noun.
pub fn count<N: From<u8> + PartialEq + Display + Copy>(number: N, thing: &str) -> String {
    if number == N::from(1) {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_tiles;

    fn check(rules: &str, cases: &[(&str, bool, &str)]) {
        let rules = RuleSet::preset(rules).unwrap();
        for (text, as_laid, expected) in cases {
            let set = Set::new(parse_tiles(text, &rules).unwrap());
            let why = rules.set_fault(&set, *as_laid).unwrap().to_string();
            assert!(why.contains(expected), "{text}: {why}");
        }
    }

    #[test]
    fn every_reason_is_found() {
        let original = [
            ("R3 R4", false, "too few tiles: 2"),
            ("J J J", false, "no number tile"),
            ("R1 J J J", false, "too many jokers; a set has at most 2"),
            ("R7 R7 B7", false, "two tiles of colour R"),
            ("R7 B7 K7 O7 J", false, "too many tiles: 5; a group"),
            ("R1 R2 R4", false, "a gap"),
            ("R1 R2 R2", false, "value 2 twice"),
            ("R1 R2 B3", false, "neither a group"),
            ("R3 R1 R2", true, "another order, such as `R1 R2 R3`"),
        ];
        check("original", &original);
        let twist = [
            ("P5 M B5", false, "is no mirror set"),
            ("P8 M P8 M P8", false, "has 2 mirror jokers"),
            ("P8 B8 C", false, "belongs in runs alone"),
            ("B3 P3 K3 D", false, "a group of 5, D being two tiles"),
            ("B3 B3 D", false, "two tiles of colour B"),
            ("P6 P7 C B8 B9", false, "C takes a value of its own"),
            ("P2 P9 D", false, "D stands for two values in a row"),
            ("J J D", false, "no number tile"),
            ("B2 B5 D", true, "another order, such as `B2 D B5`"),
        ];
        check("twist", &twist);
        let one = "too many jokers; a set has at most 1";
        check("house", &[("R10 J J", false, one)]);
    }
}
