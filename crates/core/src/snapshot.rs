//! A game before a turn in its middle, as data. It serves callers that simulate how a game could
//! continue and make up what they do not see.

use crate::counts::TileCounts;
use crate::pool::odd_tile;
use crate::rules::RuleSet;
use crate::seat::{BySeat, Seat};
use crate::set::Table;
use crate::tile::Tile;
use crate::turn::Illegal;

/// One seat of a game in its middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatThen {
    /// The tiles on the rack: at least one.
    pub rack: TileCounts,
    /// Whether the seat has opened.
    pub opened: bool,
    /// Number of turns that it has had.
    pub own_turns: u32,
    /// The tiles of its rack drawn since the start of its last turn. They do not count for whether
    /// it could have opened (docs/rules.md#could-have-opened).
    pub drawn: TileCounts,
}

/// A game before a turn. If turns begin with a draw, that draw has been made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The seats.
    pub seats: BySeat<SeatThen>,
    /// The table; with the owners of its groups if groups have owners.
    pub table: Table,
    /// The pool: one stream per seat, or a single shared one. The first tile of a stream is drawn
    /// first.
    pub streams: Vec<Vec<Tile>>,
    /// The seat that had the first turn of the game.
    pub starter: Seat,
    /// The seat to move.
    pub to_move: Seat,
    /// The tile drawn at the start of the turn, which lies on the rack of the seat to move. `None`
    /// if turns do not begin with a draw, or the pool was empty.
    pub drawn_first: Option<Tile>,
    /// Turns of the last round that are still to come, this one included; `None` outside a last
    /// round.
    pub last_round: Option<usize>,
    /// Turns in a row, up to now, on which nobody laid a tile with an empty pool.
    pub passes: usize,
}

/// A position from which no game can continue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// Fewer than two seats, or more than [`MAX_PLAYERS`](crate::MAX_PLAYERS).
    #[error("a game has 2 to {max} seats, not {0}", max = crate::MAX_PLAYERS)]
    Seats(usize),
    /// Neither one stream nor one per seat.
    #[error("a pool has one stream or one per seat, not {0}")]
    Streams(usize),
    /// The starter or the seat to move is not in the game.
    #[error("seat {0} is not in the game")]
    NoSeat(Seat),
    /// Racks, table and pool together are not the tiles of the rule set.
    #[error("racks, table and pool do not hold every tile of the game exactly once: {0} is wrong")]
    Tiles(Tile),
    /// The table is illegal.
    #[error("the table is not legal: {0}")]
    Table(Illegal),
    /// A seat has no tiles, or everybody has passed, or the last round is over.
    #[error("the game is over")]
    Over,
    /// There are tiles to draw, but a last round or passes with an empty pool are given.
    #[error("the pool holds {0} tiles, so there is no last round yet and no pass counts")]
    PoolNotEmpty(usize),
    /// The rack lacks a tile that is given as drawn.
    #[error("seat {0} does not hold the tiles that it is said to have drawn")]
    Drawn(Seat),
}

impl Snapshot {
    /// Checks that a game can continue from here.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(&self, rules: &RuleSet) -> Result<(), SnapshotError> {
        let seats = self.seats.len();
        if !(2..=crate::MAX_PLAYERS).contains(&seats) {
            return Err(SnapshotError::Seats(seats));
        }
        if self.streams.len() != 1 && self.streams.len() != seats {
            return Err(SnapshotError::Streams(self.streams.len()));
        }
        if let Some(seat) = [self.starter, self.to_move]
            .into_iter()
            .find(|seat| seat.index() >= seats)
        {
            return Err(SnapshotError::NoSeat(seat));
        }
        rules
            .check_table(&self.table)
            .map_err(SnapshotError::Table)?;
        self.check_tiles(rules)?;
        self.check_end()?;
        for (seat, then) in self.seats.with_seats() {
            let first = self.drawn_first.filter(|_| seat == self.to_move);
            if !then.rack.contains(&then.drawn) || first.is_some_and(|t| then.rack.count(t) == 0) {
                return Err(SnapshotError::Drawn(seat));
            }
        }
        Ok(())
    }

    fn check_tiles(&self, rules: &RuleSet) -> Result<(), SnapshotError> {
        let racks = self.seats.iter().flat_map(|seat| seat.rack.tiles());
        let pool = self.streams.iter().flatten().copied();
        let tiles = racks.chain(pool).chain(self.table.tiles()).collect();
        odd_tile(rules, tiles).map_or(Ok(()), |tile| Err(SnapshotError::Tiles(tile)))
    }

    fn check_end(&self) -> Result<(), SnapshotError> {
        let pool: usize = self.streams.iter().map(Vec::len).sum();
        if pool > 0 && (self.last_round.is_some() || self.passes > 0) {
            return Err(SnapshotError::PoolNotEmpty(pool));
        }
        let out = self.seats.iter().any(|seat| seat.rack.is_empty());
        let all_passed = self.last_round.is_none() && self.passes >= self.seats.len();
        if out || all_passed || self.last_round == Some(0) {
            return Err(SnapshotError::Over);
        }
        Ok(())
    }
}
