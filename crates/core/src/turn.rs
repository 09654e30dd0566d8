//! One turn judged by its final table (RULES.md B1): the table before, the table after, and whether the player has
//! opened. Refuses to know whose turn it is, the pool and the score; see `game`.

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::set::{Set, Table};
use crate::tile::Tile;

/// What a legal turn did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The tiles that left the rack, at least one.
    pub played: TileCounts,
    /// Points of the own sets of an opening turn; `None` if the player had opened before.
    pub opening_value: Option<u32>,
}

/// Why a turn is not legal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// No tile left the rack.
    #[error("no tile was laid from the rack")]
    NothingLaid,
    /// A tile of the old table is not on the new one.
    #[error("{0} was on the table and is missing")]
    TileMissing(Tile),
    /// A tile of the new table comes from nowhere.
    #[error("{0} is neither on the old table nor on the rack")]
    TileNotOwned(Tile),
    /// A tile that was to be laid is not on the new table.
    #[error("{0} was to be laid but is not on the new table")]
    TileNotLaid(Tile),
    /// More copies of a tile than the game holds.
    #[error("there are more {0} than the game holds")]
    TooManyCopies(Tile),
    /// A set that is none.
    #[error("`{0}` is not a legal set")]
    NotASet(Set),
    /// The opening turn changed an old set or used its tiles.
    #[error("the opening turn must leave `{0}` as it was")]
    OpeningTouchesTable(Set),
    /// The opening turn laid a joker where the rules forbid it.
    #[error("`{0}` holds a joker, which these rules forbid in the opening")]
    OpeningJoker(Set),
    /// The own sets of the opening turn are worth too little.
    #[error("the opening is worth {value} points, {needed} are needed")]
    OpeningTooSmall {
        /// What was laid, in points.
        value: u32,
        /// The threshold.
        needed: u16,
    },
    /// A draw was asked for and the pool is empty.
    #[error("the pool is empty, there is nothing to draw")]
    PoolEmpty,
    /// A pass while there are tiles to draw.
    #[error("a pass is legal only when the pool is empty; {0} tiles are left to draw")]
    PassWithPool(usize),
    /// A pass by a player who can lay a tile, where the rules force play.
    #[error("a tile can be laid, so these rules do not allow a pass")]
    PassWhileAble,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

impl RuleSet {
    /// Checks that these sets may lie on a table: every one legal, no tile too often.
    pub fn check_table(&self, table: &Table) -> Result<TileCounts, Illegal> {
        let counts = table.counts().map_err(Illegal::TooManyCopies)?;
        if let Some(tile) = self.excess(&counts) {
            return Err(Illegal::TooManyCopies(tile));
        }
        match table
            .sets()
            .iter()
            .find(|set| !self.judge(set.tiles()).is_legal())
        {
            Some(set) => Err(Illegal::NotASet(set.clone())),
            None => Ok(counts),
        }
    }

    /// Judges a turn of a player with this rack.
    ///
    /// ```
    /// use rummilab_core::{RuleSet, notation::{parse_table, parse_tiles}};
    ///
    /// let rules = RuleSet::preset("original").unwrap();
    /// let before = parse_table("R3 R4 R5", &rules).unwrap();
    /// let after = parse_table("R3 R4 R5 R6", &rules).unwrap();
    /// let rack = parse_tiles("R6 K1", &rules).unwrap().into_iter().collect();
    /// let turn = rules.judge_turn(&before, &rack, &after, true).unwrap();
    /// assert_eq!(turn.played.to_string(), "R6");
    /// ```
    pub fn judge_turn(
        &self,
        before: &Table,
        rack: &TileCounts,
        after: &Table,
        opened: bool,
    ) -> Result<Turn, Illegal> {
        let played = self.played(before, after)?;
        if let Some((tile, _)) = played.saturating_sub(rack).kinds().next() {
            return Err(Illegal::TileNotOwned(tile));
        }
        if played.is_empty() {
            return Err(Illegal::NothingLaid);
        }
        let opening_value = if opened {
            None
        } else {
            Some(self.judge_opening(before, after)?)
        };
        Ok(Turn {
            played,
            opening_value,
        })
    }

    /// Judges a turn that is known to have laid exactly these tiles.
    pub fn judge_turn_laying(
        &self,
        before: &Table,
        laid: &TileCounts,
        after: &Table,
        opened: bool,
    ) -> Result<Turn, Illegal> {
        let turn = self.judge_turn(before, laid, after, opened)?;
        match laid.saturating_sub(&turn.played).kinds().next() {
            Some((tile, _)) => Err(Illegal::TileNotLaid(tile)),
            None => Ok(turn),
        }
    }

    /// The tiles that are on a legal table `after` and were not on `before`; everything on `before` must still lie.
    pub(crate) fn played(&self, before: &Table, after: &Table) -> Result<TileCounts, Illegal> {
        let old = before.counts().map_err(Illegal::TooManyCopies)?;
        let new = self.check_table(after)?;
        new.checked_sub(&old).ok_or_else(|| {
            let missing = old.saturating_sub(&new).kinds().next();
            Illegal::TileMissing(missing.map_or(Tile::JOKER, |(tile, _)| tile))
        })
    }

    /// The points of an opening: old sets unchanged, new sets from the rack alone (RULES.md B1).
    fn judge_opening(&self, before: &Table, after: &Table) -> Result<u32, Illegal> {
        if let Some(set) = before.sets_not_in(after).first() {
            return Err(Illegal::OpeningTouchesTable((*set).clone()));
        }
        let own = after.sets_not_in(before);
        let with_joker = own
            .iter()
            .find(|set| set.tiles().iter().any(|tile| tile.is_joker()));
        if let (Some(set), false) = (with_joker, self.opening_jokers) {
            return Err(Illegal::OpeningJoker((*set).clone()));
        }
        let value = own
            .iter()
            .filter_map(|set| self.judge(set.tiles()).best())
            .map(u32::from)
            .sum();
        if value < u32::from(self.opening_min) {
            return Err(Illegal::OpeningTooSmall {
                value,
                needed: self.opening_min,
            });
        }
        Ok(value)
    }
}
