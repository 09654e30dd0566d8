//! The goal of a turn, as data, and the score by which plays compare.

use std::fmt;
use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Tile, TileCounts};

/// What a solver maximises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// Most rack tiles laid, then the largest value.
    Tiles,
    /// The largest sum of face values laid (jokers 0), then most tiles.
    Value,
    /// The largest sum of weights of the tiles laid, then most tiles, then value.
    Weighted(Arc<Weights>),
    /// The largest total of own sets beside the table, with jokers at the value they stand for;
    /// then most tiles. The total need not reach the opening threshold. The table is not used.
    OpeningValue,
}

impl Goal {
    /// The score of a play that lays these tiles as sets worth `opening_value` points.
    pub fn score(&self, played: &TileCounts, opening_value: u32) -> Score {
        let tiles = played.len() as i64;
        let value = i64::from(played.face_sum());
        Score(match self {
            Goal::Tiles => [tiles, value, 0],
            Goal::Value => [value, tiles, 0],
            Goal::Weighted(weights) => [weights.total(played), tiles, value],
            Goal::OpeningValue => [i64::from(opening_value), tiles, 0],
        })
    }
}

impl Goal {
    /// An upper bound of all scores: every rack tile with a positive worth is laid.
    pub fn most(&self, rules: &RuleSet, position: &Position) -> Score {
        let opening = !position.opened || *self == Goal::OpeningValue;
        let may_be_laid = |tile: &Tile| match self {
            _ if opening && !rules.opening_jokers && tile.is_joker() => false,
            Goal::Weighted(weights) => weights.of(*tile) >= 0,
            _ => true,
        };
        let laid: TileCounts = position.rack.tiles().filter(may_be_laid).collect();
        // A double joker stands for two tiles.
        let points = |tile: Tile| u32::from(tile.value().unwrap_or(2 * rules.values));
        self.score(&laid, laid.tiles().map(points).sum())
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Goal::Tiles => "tiles",
            Goal::Value => "value",
            Goal::Weighted(_) => "weighted",
            Goal::OpeningValue => "opening value",
        })
    }
}

/// The main goal and its tie-breaks, compared in order. Larger is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub [i64; 3]);

impl Score {
    /// The main goal.
    pub const fn main(&self) -> i64 {
        self.0[0]
    }
}

/// A weight for each kind of tile: the gain from laying one. Negative weights keep a tile.
///
/// ```
/// use rummilab_core::Tile;
/// use rummilab_solver::Weights;
///
/// let mut keep_the_joker = Weights::all(1);
/// keep_the_joker.set(Tile::JOKER, -100);
/// assert_eq!(keep_the_joker.of(Tile::JOKER), -100);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Weights([i32; Tile::INDICES]);

impl Weights {
    /// Largest absolute weight, chosen so that sums over a whole rack stay exact in every solver.
    pub const MAX: i32 = 1_000_000;

    /// The same weight for every kind, clamped to ±[`Weights::MAX`].
    pub fn all(weight: i32) -> Weights {
        Weights([weight.clamp(-Weights::MAX, Weights::MAX); Tile::INDICES])
    }

    /// Sets the weight of one kind, clamped to ±[`Weights::MAX`].
    pub fn set(&mut self, tile: Tile, weight: i32) {
        self.0[tile.index()] = weight.clamp(-Weights::MAX, Weights::MAX);
    }

    /// The weight of one kind.
    pub fn of(&self, tile: Tile) -> i32 {
        self.0[tile.index()]
    }

    /// The sum over these tiles.
    pub fn total(&self, tiles: &TileCounts) -> i64 {
        tiles
            .kinds()
            .map(|(tile, count)| i64::from(self.of(tile)) * i64::from(count))
            .sum()
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = (0..=131).filter_map(Tile::from_code);
        f.debug_map()
            .entries(kinds.map(|tile| (tile, self.of(tile))))
            .finish()
    }
}
