//! The state of a replayed game, and how it goes on after a turn (docs/rules.md#empty-pool).

use super::pool::Pool;
use super::record::{Deal, Ending, Owners, Set, seats};
use crate::field::EmptyPool;
use crate::jokers::layout::Laid;
use crate::position::Position;
use crate::rules::Rules;
use crate::sets::Reading;
use crate::tile::Tile;

/// Turns after which a game that still goes on is stopped.
const TURN_LIMIT: u32 = 2200;

#[derive(Debug, Clone, Default)]
pub struct Seat {
    pub rack: Vec<Tile>,
    /// Its rack before the first draw of its last own turn.
    pub rack_then: Vec<Tile>,
    pub opened: bool,
    pub own_turns: u32,
    /// The own turn, from 1, of the opening.
    pub opened_turn: Option<u32>,
}

/// How far the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// No end is in sight.
    Playing,
    /// So many turns are left.
    LastRound(usize),
    Over(Ending),
}

#[derive(Debug, Clone)]
pub struct State {
    pub seats: Vec<Seat>,
    pub table: Vec<Set>,
    /// What each set is, where it says so.
    pub stated: Vec<Option<Reading>>,
    /// The owner of each set; `None` for every set if groups have no owners.
    pub owners: Owners,
    pub pool: Pool,
    pub to_move: usize,
    /// How far the game is.
    pub phase: Phase,
    /// The tile that the turn began with.
    pub drawn_first: Option<Tile>,
    /// Turns in a row with an empty pool on which nobody laid a tile.
    passes: usize,
    turns: u32,
    /// Whether the draw at the start of the turn was the last.
    emptied: bool,
}

impl State {
    /// The start of a game.
    pub fn new(rules: &Rules, deal: &Deal, starter: usize) -> State {
        let seat = |rack: &Vec<Tile>| Seat {
            rack: rack.clone(),
            rack_then: rack.clone(),
            ..Seat::default()
        };
        let mut state = State {
            seats: deal.racks.iter().map(seat).collect(),
            table: Vec::new(),
            stated: Vec::new(),
            owners: Vec::new(),
            pool: Pool::new(&deal.streams),
            to_move: starter,
            phase: Phase::Playing,
            drawn_first: None,
            passes: 0,
            turns: 0,
            emptied: false,
        };
        if state.pool.is_empty() {
            state.last_tile_drawn(rules, starter, starter);
        }
        state
    }

    /// A turn in the middle of a game, as far as a play depends on it.
    pub fn at(position: &Position) -> State {
        let me = usize::from(position.me);
        let deal = Deal {
            attempt: 0,
            racks: vec![position.rack.clone(); me + 1],
            streams: Vec::new(),
        };
        let mut state = State::new(&position.rules, &deal, me);
        state.table.clone_from(&position.table);
        state.stated.clone_from(&position.stated);
        state.owners = if position.rules.has_owners() {
            seats(&position.owners)
        } else {
            vec![None; position.table.len()]
        };
        state.to_move = me;
        state.seat().opened = position.opened;
        state
    }

    /// The table as it lies.
    pub fn laid(&self) -> Vec<Laid> {
        Laid::table(&self.table, &self.stated)
    }

    pub fn seat(&mut self) -> &mut Seat {
        &mut self.seats[self.to_move]
    }

    /// Begins a turn, with a draw where the rules want one.
    pub fn begin(&mut self, rules: &Rules) {
        self.drawn_first = None;
        self.emptied = false;
        let seat = self.seat();
        seat.own_turns += 1;
        seat.rack_then = seat.rack.clone();
        if rules.draw_first && !self.pool.is_empty() {
            self.drawn_first = self.draw();
            self.emptied = self.pool.is_empty();
        }
    }

    /// Draws a tile for the seat to move.
    pub fn draw(&mut self) -> Option<Tile> {
        let tile = self.pool.draw(self.to_move)?;
        self.seat().rack.push(tile);
        Some(tile)
    }

    /// Puts the tile that the turn began with back and draws another; what is wrong if it may not
    /// go back.
    pub fn put_back(&mut self, rules: &Rules, place: usize) -> Result<(), String> {
        let rack = self.seat().rack.clone();
        let tile = self.drawn_first.ok_or("no tile was drawn first")?;
        let copies = rack.iter().filter(|other| **other == tile).count();
        let is_new = |tile: Tile| tile.is_joker() || !rack.contains(&tile);
        let allowed = rules.dup_redraw == crate::field::DupRedraw::Optional
            && !tile.is_joker()
            && copies > 1
            && self.pool.tiles().any(is_new);
        if !allowed {
            return Err(format!("{tile} may not go back"));
        }
        if let Some(at) = rack.iter().rposition(|other| *other == tile) {
            self.seat().rack.remove(at);
        }
        if !self.pool.put_back(tile, place) {
            return Err(format!("the pool has no place {place}"));
        }
        self.drawn_first = self.draw();
        Ok(())
    }

    /// Ends the turn. `laid`: a rack tile was laid; `drew`: a tile was drawn at its end.
    pub fn end(&mut self, rules: &Rules, laid: bool, drew: bool) {
        let mover = self.to_move;
        let next = (mover + 1) % self.seats.len();
        self.turns += 1;
        self.to_move = next;
        if self.seats[mover].rack.is_empty() {
            self.phase = Phase::Over(Ending::Out(mover));
        } else if drew && rules.draw_until_able {
            self.moves_again(rules, mover);
        } else if drew && self.pool.is_empty() {
            self.last_tile_drawn(rules, mover, next);
        } else if self.emptied && self.first_draw_ends_play(rules, next) {
        } else {
            self.count(laid);
        }
        if self.turns >= TURN_LIMIT && !matches!(self.phase, Phase::Over(_)) {
            self.phase = Phase::Over(Ending::Endless);
        }
    }

    /// Where turns begin with a draw and this one took the last tile: whether a last round begins
    /// after it, or the game ends. With `one_round_from_drawer` this turn was the first of it.
    fn first_draw_ends_play(&mut self, rules: &Rules, next: usize) -> bool {
        let players = self.seats.len();
        self.phase = match rules.empty_pool_procedure {
            EmptyPool::UntilAllPass => return false,
            EmptyPool::OneRoundFromDrawer => Phase::LastRound(players - 1),
            EmptyPool::OneRoundFromNext => Phase::LastRound(players),
            EmptyPool::Stop => Phase::Over(Ending::Empty),
        };
        self.to_move = next;
        true
    }

    /// A player who draws until something can be laid moves again, with the last tile too. Only
    /// after that does the empty pool have its consequences.
    fn moves_again(&mut self, rules: &Rules, mover: usize) {
        self.to_move = mover;
        if self.pool.is_empty() {
            let players = self.seats.len();
            self.phase = match rules.empty_pool_procedure {
                EmptyPool::UntilAllPass => Phase::Playing,
                EmptyPool::OneRoundFromDrawer => Phase::LastRound(players),
                EmptyPool::OneRoundFromNext => Phase::LastRound(1 + players),
                EmptyPool::Stop => Phase::LastRound(1),
            };
        }
    }

    fn last_tile_drawn(&mut self, rules: &Rules, drawer: usize, next: usize) {
        let players = self.seats.len();
        (self.phase, self.to_move) = match rules.empty_pool_procedure {
            EmptyPool::UntilAllPass => (Phase::Playing, next),
            EmptyPool::OneRoundFromDrawer => (Phase::LastRound(players), drawer),
            EmptyPool::OneRoundFromNext => (Phase::LastRound(players), next),
            EmptyPool::Stop => (Phase::Over(Ending::Empty), next),
        };
    }

    /// Counts a turn towards the end of the game.
    fn count(&mut self, laid: bool) {
        self.passes = if self.pool.is_empty() && !laid {
            self.passes + 1
        } else {
            0
        };
        self.phase = match self.phase {
            Phase::LastRound(..=1) => Phase::Over(Ending::Empty),
            Phase::LastRound(left) => Phase::LastRound(left - 1),
            Phase::Playing if self.passes >= self.seats.len() => Phase::Over(Ending::Empty),
            phase => phase,
        };
    }
}
