//! The judgement of a turn by its final table (docs/rules.md#final-table). It needs the table
//! before, the table after, whether the player has opened and, if groups have owners, the player's
//! seat.

use crate::counts::TileCounts;
use crate::position::{CouldPlay, Position, Unanswered};
use crate::rules::{JokerReuse, OpeningTableAccess, RuleSet};
use crate::seat::Seat;
use crate::set::{Set, Table};
use crate::tile::Tile;

/// A turn as a player claims it, to be judged.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The table before; with group owners if groups have owners.
    pub before: &'a Table,
    /// The tiles that the player may lay.
    pub rack: &'a TileCounts,
    /// The whole table after. If groups have owners it may name them; otherwise the referee finds
    /// possible owners.
    pub after: &'a Table,
    /// Whether the player had opened before this turn.
    pub opened: bool,
    /// The seat of the player, if groups have owners. Without it no group is own and the cap is not
    /// checked.
    pub me: Option<Seat>,
}

/// The effect of a legal turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The tiles that left the rack, at least one.
    pub played: TileCounts,
    /// Points of the own sets of an opening turn; `None` if the player had opened before. If the
    /// opening turn may use the table (`after_threshold`), this is the largest value of the laid
    /// tiles as sets of their own.
    pub opening_value: Option<u32>,
    /// The owner of each set of the new table: a seat for a group, `None` for a run
    /// (docs/rules.md#group-stacks). `None` as a whole if groups have no owners, or the claim named
    /// no seat or the old table no owners.
    pub owners: Option<Vec<Option<u8>>>,
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
    /// A tile of the new table comes neither from the old table nor from the rack.
    #[error("{0} is neither on the old table nor on the rack")]
    TileNotOwned(Tile),
    /// A tile that was to be laid is not on the new table.
    #[error("{0} was to be laid but is not on the new table")]
    TileNotLaid(Tile),
    /// More copies of a tile than the game holds.
    #[error("there are more {0} than the game holds")]
    TooManyCopies(Tile),
    /// A set that is not legal.
    #[error("`{0}` is not a legal set")]
    NotASet(Set),
    /// The opening turn changed an old set or used its tiles.
    #[error("the opening turn must leave `{0}` as it was")]
    OpeningTouchesTable(Set),
    /// The opening turn laid a joker where the rules forbid it.
    #[error("`{0}` holds a joker, which these rules forbid in the opening")]
    OpeningJoker(Set),
    /// The value of the opening was not found, so its legality is not known.
    #[error("the value of the opening could not be found: {0}")]
    OpeningNotJudged(Unanswered),
    /// The own sets of the opening turn are worth too little.
    #[error("the opening is worth {value} points, {needed} are needed")]
    OpeningTooSmall {
        /// The value laid, in points.
        value: u32,
        /// The threshold, in points.
        needed: u16,
    },
    /// A set could be read as a group or a run, and does not say how, although its jokers keep
    /// their places (docs/rules.md#taking-a-joker-back).
    #[error("`{0}` could be a group or a run; write `{0}:group` or `{0}:run`")]
    ReadingOpen(Set),
    /// A set of the table was taken apart, although sets are only extended
    /// (docs/rules.md#sets-that-are-only-extended).
    #[error(
        "`{0}` may only be extended: its tiles stay together, and a group keeps its owner \
            (`rearrange`)"
    )]
    SetRearranged(Set),
    /// A joker came free without a replacement (`joker_take`, docs/rules.md#taking-a-joker-back).
    #[error(
        "a joker left `{0}` or moved in it, and no tile that it stands for took its place \
            (`joker_take`)"
    )]
    JokerNotReplaced(Set),
    /// The tile that replaced a joker does not come from the rack (`joker_paid_by`).
    #[error(
        "a joker of `{0}` was replaced by a tile of the table, not of the rack (`joker_paid_by`)"
    )]
    JokerPaidByTable(Set),
    /// A joker of a group of three was replaced, but not by a tile of each missing colour
    /// (`joker_group3`).
    #[error("to free a joker of `{0}`, a tile of each missing colour is needed (`joker_group3`)")]
    JokerOfGroupOfThree(Set),
    /// A freed joker lies in a set in which it may not (`joker_reuse`).
    #[error("{}", reused(.0))]
    JokerReused(JokerReuse),
    /// A group that still holds a joker of its own is claimed for another player.
    #[error("`{0}` keeps its joker, and so its owner")]
    JokerKeepsOwner(Set),
    /// An opening turn took a joker from an old set.
    #[error("the opening turn must leave `{0}` whole; it may only be extended")]
    OpeningTakesJoker(Set),
    /// The player would own more groups than `group_cap_per_player` (docs/rules.md#group-stacks).
    #[error("the player would own {groups} groups, at most {most} are allowed")]
    TooManyGroups {
        /// Number of groups, at least.
        groups: usize,
        /// Number that is allowed.
        most: u8,
    },
    /// A group of another player lost a tile, although `group_access` allows only additions.
    #[error("`{0}` is a group of another player, from which these rules let nobody take a tile")]
    GroupTakenFrom(Set),
    /// A group of another player was changed, although `group_access` forbids any change.
    #[error("`{0}` is a group of another player, which these rules let nobody else change")]
    GroupChanged(Set),
    /// A group is claimed for another player, but continues none of that player's groups.
    #[error("`{set}` cannot be a group of seat {owner}: it continues none of that seat's groups")]
    WrongOwner {
        /// The group.
        set: Set,
        /// Who should own it.
        owner: u8,
    },
    /// A run is claimed to have an owner.
    #[error("`{0}` is a run, which belongs to nobody")]
    RunWithOwner(Set),
    /// A group is claimed to have no owner.
    #[error("`{0}` is a group and must have an owner")]
    GroupWithoutOwner(Set),
    /// A draw, although every turn begins with one (`draw_first`).
    #[error("every turn begins with a draw in these rules; play or pass")]
    DrawIsFirst,
    /// There is no drawn tile that may go back (`dup_redraw`).
    #[error("no tile was drawn on this turn that may go back to the pool")]
    NothingToPutBack,
    /// A tile was to go back to a place that the pool does not have.
    #[error("the pool has no place {place} for the tile, it has {places} places")]
    NoSuchPlace {
        /// The place, from 0.
        place: usize,
        /// Number of places.
        places: usize,
    },
    /// A draw with an empty pool.
    #[error("the pool is empty, there is nothing to draw")]
    PoolEmpty,
    /// A pass while the pool holds this many tiles.
    #[error("a pass is legal only when the pool is empty; {0} tiles are left to draw")]
    PassWithPool(usize),
    /// A pass by a player who can lay a tile, although the rules force play.
    #[error("a tile can be laid, so these rules do not allow a pass")]
    PassWhileAble,
    /// A draw by a player who can lay a tile, although the rules force play.
    #[error("a tile can be laid, so these rules do not allow a draw")]
    DrawWhileAble,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

/// What a freed joker must lie in.
fn reused(rule: &JokerReuse) -> &'static str {
    match rule {
        JokerReuse::Anywhere => "a freed joker must lie on the table",
        JokerReuse::NewSet => {
            "a freed joker must lie in a set that holds no old set whole (`joker_reuse`)"
        }
        JokerReuse::NewSetRack => {
            "a freed joker must lie in a set of tiles from the rack, of which at least two \
                replaced no joker (`joker_reuse`)"
        }
    }
}

impl RuleSet {
    /// Checks that these sets may lie on a table: all are legal, and no tile has too many copies.
    pub fn check_table(&self, table: &Table) -> Result<TileCounts, Illegal> {
        let counts = table.counts().map_err(Illegal::TooManyCopies)?;
        if let Some(tile) = self.excess(&counts) {
            return Err(Illegal::TooManyCopies(tile));
        }
        let mut sets = table.sets().iter();
        if self.tables_lie_in_order() {
            let open = sets.find(|set| self.standing(set).is_none());
            return open.map_or(Ok(counts), |set| Err(self.why_no_standing(set)));
        }
        match sets.find(|set| !self.judge(set.tiles()).is_legal()) {
            Some(set) => Err(Illegal::NotASet(set.clone())),
            None => Ok(counts),
        }
    }

    /// Judges a turn of a player with this rack, without a judge and without a seat, so no group is
    /// own. If the opening may use the table, its value is that of the new sets laid from the rack
    /// alone. Use [`RuleSet::judge_claim`] if the opening turn may have merged own sets with the
    /// table.
    ///
    /// ```
    /// use rummilab_core::{Seat, RuleSet, notation::{parse_counts, parse_table}};
    ///
    /// let rules = RuleSet::preset("original").unwrap();
    /// let before = parse_table("R3 R4 R5", &rules).unwrap();
    /// let after = parse_table("R3 R4 R5 R6", &rules).unwrap();
    /// let rack = parse_counts("R6 K1", &rules).unwrap();
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
        let claim = Claim {
            before,
            rack,
            after,
            opened,
            me: None,
        };
        self.judge_claim(&claim, &mut AsItLies { before, after })
    }

    /// Like [`RuleSet::judge_turn`], for a turn that is known to have laid exactly these tiles.
    pub fn judge_turn_laying(
        &self,
        before: &Table,
        laid: &TileCounts,
        after: &Table,
        opened: bool,
    ) -> Result<Turn, Illegal> {
        let claim = Claim {
            before,
            rack: laid,
            after,
            opened,
            me: None,
        };
        self.judge_claim_laying(&claim, &mut AsItLies { before, after })
    }

    /// Judges a turn (docs/rules.md#final-table, docs/rules.md#group-stacks,
    /// docs/rules.md#taking-a-joker-back). `judge` values the tiles of an opening that may use the
    /// table.
    pub fn judge_claim(
        &self,
        claim: &Claim<'_>,
        judge: &mut dyn CouldPlay,
    ) -> Result<Turn, Illegal> {
        let played = self.played_from(claim)?;
        self.judge_played(claim, played, judge)
    }

    /// Like [`RuleSet::judge_claim`], for a turn that is known to have laid its whole `rack`.
    pub fn judge_claim_laying(
        &self,
        claim: &Claim<'_>,
        judge: &mut dyn CouldPlay,
    ) -> Result<Turn, Illegal> {
        let played = self.played_from(claim)?;
        match claim.rack.saturating_sub(&played).kinds().next() {
            Some((tile, _)) => Err(Illegal::TileNotLaid(tile)),
            None => self.judge_played(claim, played, judge),
        }
    }

    /// The tiles laid; an error unless all come from the rack.
    fn played_from(&self, claim: &Claim<'_>) -> Result<TileCounts, Illegal> {
        let played = self.played(claim.before, claim.after)?;
        match played.saturating_sub(claim.rack).kinds().next() {
            Some((tile, _)) => Err(Illegal::TileNotOwned(tile)),
            None => Ok(played),
        }
    }

    fn judge_played(
        &self,
        claim: &Claim<'_>,
        played: TileCounts,
        judge: &mut dyn CouldPlay,
    ) -> Result<Turn, Illegal> {
        if played.is_empty() {
            return Err(Illegal::NothingLaid);
        }
        let opening_value = if claim.opened {
            None
        } else {
            Some(self.judge_opening(claim, &played, judge)?)
        };
        Ok(Turn {
            played,
            opening_value,
            owners: self.judge_rearranged(claim, &played)?,
        })
    }

    /// The checks of a new table that do not depend on a tile being laid: freed jokers and group
    /// owners. Returns the owners.
    pub(crate) fn judge_rearranged(
        &self,
        claim: &Claim<'_>,
        played: &TileCounts,
    ) -> Result<Option<Vec<Option<u8>>>, Illegal> {
        self.judge_jokers(claim, played)?;
        self.judge_owners(claim)
    }

    /// The tiles that are on a legal table `after` and were not on `before`. All tiles of `before`
    /// must still lie.
    pub(crate) fn played(&self, before: &Table, after: &Table) -> Result<TileCounts, Illegal> {
        let old = before.counts().map_err(Illegal::TooManyCopies)?;
        let new = self.check_table(after)?;
        new.checked_sub(&old).ok_or_else(|| {
            let missing = old.saturating_sub(&new).kinds().next();
            Illegal::TileMissing(missing.map_or(Tile::JOKER, |(tile, _)| tile))
        })
    }

    /// The points of an opening (docs/rules.md#opening). Either old sets stay unchanged and the new
    /// sets come from the rack alone, or the laid tiles reach the threshold as sets of their own,
    /// wherever they lie. If jokers may not be part of an opening, none may be laid in that turn.
    fn judge_opening(
        &self,
        claim: &Claim<'_>,
        played: &TileCounts,
        judge: &mut dyn CouldPlay,
    ) -> Result<u32, Illegal> {
        let (before, after) = (claim.before, claim.after);
        if self.opening_table_access == OpeningTableAccess::None
            && let Some(set) = before.sets_not_in(after).first()
        {
            return Err(Illegal::OpeningTouchesTable((*set).clone()));
        }
        let own = after.sets_not_in(before);
        let laid = |tile: &Tile| tile.is_joker() && played.count(*tile) > 0;
        let with_joker = own.iter().find(|set| set.tiles().iter().any(laid));
        if let (Some(set), false) = (with_joker, self.opening_jokers) {
            return Err(Illegal::OpeningJoker((*set).clone()));
        }
        let value = match self.opening_table_access {
            OpeningTableAccess::None => own
                .iter()
                .filter_map(|set| self.value_laid(set))
                .map(u32::from)
                .sum(),
            OpeningTableAccess::AfterThreshold => judge
                .best_opening(self, played)
                .map_err(Illegal::OpeningNotJudged)?,
        };
        if value < u32::from(self.opening_min) {
            return Err(Illegal::OpeningTooSmall {
                value,
                needed: self.opening_min,
            });
        }
        Ok(value)
    }
}

/// A judge without a solver: it counts only the sets that lie on the new table as they were laid.
struct AsItLies<'a> {
    before: &'a Table,
    after: &'a Table,
}

impl CouldPlay for AsItLies<'_> {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        let mut rest = *rack;
        let mut value = 0;
        for set in self.after.sets_not_in(self.before) {
            let tiles = TileCounts::try_from_tiles(set.tiles().iter().copied());
            if let Some(left) = tiles.ok().and_then(|tiles| rest.checked_sub(&tiles)) {
                rest = left;
                value += rules.judge(set.tiles()).best().map_or(0, u32::from);
            }
        }
        Ok(value)
    }
}
