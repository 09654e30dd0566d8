//! A game in which every tile is known, except for the order of the pool: its state, the state
//! after a turn, and the worth of its end.

use rummilab_core::{
    BySeat, EmptyPool, Ending, MAX_PLAYERS, Position, RuleSet, Seat, SeatEnd, Stacks, Tile,
    TileCounts, UnopenedPenalty, score,
};

/// The worth of a game to each seat, in seat order; 0 for seats that are not in the game. See
/// [`KnownGame::worths`].
pub type Worths = [i64; MAX_PLAYERS];

/// The worth of a win, shared by joint winners: more than any points, and divisible by two, three
/// and four.
pub const WON: i64 = 1_200_000;

/// A player's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Lays these tiles of the rack.
    Lay(TileCounts),
    /// Draws a tile of the pool, each with the same probability.
    Draw,
    /// Does nothing.
    Pass,
}

/// The state of a game. Entries of seats that are not in the game are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KnownGame {
    /// Number of seats, 2 to 4.
    pub seats: usize,
    /// The tiles on the racks.
    pub racks: [TileCounts; MAX_PLAYERS],
    /// Which seats have opened.
    pub opened: [bool; MAX_PLAYERS],
    /// Which seats have had a turn in this game.
    pub turned: [bool; MAX_PLAYERS],
    /// The tile that a seat that has not opened drew on its last turn, if the penalty may depend on
    /// it (docs/rules.md#could-have-opened). `None` if it is unknown: then the tile counts as if it
    /// had been there before.
    pub drawn: [Option<Tile>; MAX_PLAYERS],
    /// The tiles of the pool.
    pub pool: TileCounts,
    /// The seat to move.
    pub to_move: Seat,
    /// Turns in a row that laid nothing with an empty pool.
    pub passes: u8,
    /// Turns left in the last round, where the rules have one and it has begun.
    pub left: Option<u8>,
}

impl KnownGame {
    /// The turn problem of the seat to move. `all` are the tiles of the game.
    pub fn position(&self, all: &TileCounts) -> Position {
        let less = |from: TileCounts, part: &TileCounts| {
            from.checked_sub(part)
                .unwrap_or_else(|| from.saturating_sub(part))
        };
        let hidden = self.racks[..self.seats].iter().chain([&self.pool]);
        Position {
            table: hidden.fold(*all, less),
            rack: self.racks[self.to_move.index()],
            opened: self.opened[self.to_move.index()],
            stacks: Stacks::default(),
        }
    }

    /// The state after the seat to move laid these tiles of its rack. If the game ended, also how.
    pub fn laid(&self, tiles: &TileCounts) -> (KnownGame, Option<Ending>) {
        let seat = self.to_move;
        let mut next = self.moved_on();
        next.racks[seat.index()] = next.racks[seat.index()].saturating_sub(tiles);
        next.opened[seat.index()] = true;
        next.passes = 0;
        if next.racks[seat.index()].is_empty() {
            return (next, Some(Ending::WentOut(seat)));
        }
        next.counted_down()
    }

    /// The same after the seat to move passed with an empty pool.
    pub fn passed(&self) -> (KnownGame, Option<Ending>) {
        let mut next = self.moved_on();
        next.passes = next.passes.saturating_add(1);
        next.counted_down()
    }

    /// The same after the seat to move drew this tile of the pool.
    pub fn drew(&self, rules: &RuleSet, tile: Tile) -> (KnownGame, Option<Ending>) {
        let seat = self.to_move;
        let mut next = self.moved_on();
        let moved = next.pool.remove(tile) && next.racks[seat.index()].insert(tile);
        debug_assert!(moved, "{tile} is in the pool");
        if !next.opened[seat.index()] && rules.unopened_penalty != UnopenedPenalty::Off {
            next.drawn[seat.index()] = Some(tile);
        }
        if !next.pool.is_empty() {
            return (next, None);
        }
        let round = Some(self.seats as u8);
        match rules.empty_pool_procedure {
            EmptyPool::UntilAllPass => {}
            EmptyPool::OneRoundFromDrawer => (next.left, next.to_move) = (round, seat),
            EmptyPool::OneRoundFromNext => next.left = round,
            EmptyPool::Stop => return (next, Some(Ending::PoolEmpty)),
        }
        (next, None)
    }

    fn moved_on(&self) -> KnownGame {
        let seat = self.to_move;
        let mut next = *self;
        next.turned[seat.index()] = true;
        next.drawn[seat.index()] = None;
        next.to_move = seat.next(self.seats);
        next
    }

    /// Takes one turn from the last round if it has begun. Ends the game after its last turn, or
    /// once everybody has passed in a row.
    fn counted_down(mut self) -> (KnownGame, Option<Ending>) {
        let over = match self.left {
            Some(left) => {
                self.left = Some(left.saturating_sub(1));
                left <= 1
            }
            None => usize::from(self.passes) >= self.seats,
        };
        (self, over.then_some(Ending::PoolEmpty))
    }

    /// The rack from which a seat could have opened on its last turn.
    pub fn rack_then(&self, seat: Seat) -> TileCounts {
        let mut rack = self.racks[seat.index()];
        if let Some(tile) = self.drawn[seat.index()] {
            let _ = rack.remove(tile);
        }
        rack
    }

    /// The worth to each seat of the end of a game. The result of a seat is [`WON`] if it wins,
    /// shared by joint winners, plus its points. Its worth is its result minus the mean over all
    /// seats, times their number. So worths sum to zero. If games are scored to zero, a larger
    /// worth means a larger own result. Between two players the worths are the difference of their
    /// results.
    ///
    /// `could_open` says of each seat that has not opened whether it could have
    /// ([`KnownGame::rack_then`]).
    pub fn worths(
        &self,
        rules: &RuleSet,
        ending: Ending,
        starter: Seat,
        could_open: &[bool; MAX_PLAYERS],
    ) -> Worths {
        let seats = BySeat::from_fn(self.seats, |seat| SeatEnd {
            rack: self.racks[seat.index()],
            opened: self.opened[seat.index()],
            could_have_opened: could_open[seat.index()],
        });
        let results = score(rules, ending, &seats, starter);
        let winners = results.iter().filter(|result| result.place == 1).count();
        let share = WON / winners.max(1) as i64;
        let mut worths = Worths::default();
        for (worth, result) in worths.iter_mut().zip(&results) {
            let won = if result.place == 1 { share } else { 0 };
            *worth = won + i64::from(result.score);
        }
        let sum: i64 = worths.iter().sum();
        for worth in &mut worths[..self.seats] {
            *worth = *worth * self.seats as i64 - sum;
        }
        worths
    }
}
