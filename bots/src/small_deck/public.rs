//! What everybody has seen of a game: a tree of public turns.

use rummilab_bot_api::{PublicTurn, Visible};
use rummilab_core::{Seat, Table, TileCounts};
use rustc_hash::FxHashMap;

/// Number of a place in the [`PublicTree`].
pub type PublicId = u32;

/// What a turn looks like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Move {
    /// These tiles are laid. Where tables matter, they leave this one.
    Lay(TileCounts, Option<Table>),
    /// A tile is drawn.
    Draw,
    /// Nothing happens.
    Pass,
}

/// What everybody sees at one moment.
#[derive(Debug, Clone)]
pub struct Place {
    /// The turn that led here, and the place before it.
    came: Option<(PublicId, PublicTurn)>,
    /// The tiles on the table.
    pub tiles: TileCounts,
    /// The table, where anybody asks for it.
    pub table: Option<Table>,
    /// Whether each seat has opened.
    pub opened: [bool; 2],
    /// The number of tiles on each rack.
    pub rack_sizes: [usize; 2],
    /// Tiles in the pool.
    pub pool: usize,
    /// The seat whose turn it is.
    pub to_move: Seat,
    /// Passes in a row.
    pub passes: u8,
}

/// All places of a game that were reached.
#[derive(Debug, Default)]
pub struct PublicTree {
    places: Vec<Place>,
    after: FxHashMap<(PublicId, Move), PublicId>,
}

impl PublicTree {
    /// A tree that begins here: racks of this size, so many tiles in the pool.
    pub fn new(hand: usize, pool: usize, table: Option<Table>) -> PublicTree {
        PublicTree {
            places: vec![Place {
                came: None,
                tiles: TileCounts::EMPTY,
                table,
                opened: [false; 2],
                rack_sizes: [hand; 2],
                pool,
                to_move: Seat(0),
                passes: 0,
            }],
            after: FxHashMap::default(),
        }
    }

    /// A place.
    pub fn place(&self, id: PublicId) -> &Place {
        &self.places[id as usize]
    }

    /// The place after a turn.
    pub fn after(&mut self, id: PublicId, turn: Move) -> PublicId {
        let key = (id, turn);
        if let Some(after) = self.after.get(&key) {
            return *after;
        }
        let place = self.place(id).after(id, &key.1);
        let new = self.places.len() as PublicId;
        self.places.push(place);
        self.after.insert(key, new);
        new
    }

    /// The place after these turns of a game, if it was reached. Tables are not looked at.
    pub fn reached(&self, history: &[PublicTurn]) -> Option<PublicId> {
        let mut at = 0;
        for turn in history {
            let seen = match turn.visible {
                _ if turn.drew_first || turn.put_back > 0 => return None,
                Visible::Penalty(_) => return None,
                Visible::Laid(laid) => Move::Lay(laid, None),
                Visible::Drew => Move::Draw,
                Visible::Passed => Move::Pass,
            };
            at = *self.after.get(&(at, seen))?;
        }
        Some(at)
    }

    /// The turns that led here.
    pub fn history(&self, id: PublicId) -> Vec<PublicTurn> {
        let mut turns = Vec::new();
        let mut at = id;
        while let Some((before, turn)) = &self.place(at).came {
            turns.push(turn.clone());
            at = *before;
        }
        turns.reverse();
        turns
    }
}

impl Place {
    fn after(&self, id: PublicId, turn: &Move) -> Place {
        let seat = self.to_move;
        let mut after = self.clone();
        after.to_move = seat.next(2);
        after.passes = 0;
        let visible = match turn {
            Move::Lay(laid, table) => {
                after.tiles = after.tiles.checked_add(laid).unwrap_or(after.tiles);
                after.table.clone_from(table);
                after.opened[seat.index()] = true;
                after.rack_sizes[seat.index()] -= laid.len();
                Visible::Laid(*laid)
            }
            Move::Draw => {
                after.pool -= 1;
                after.rack_sizes[seat.index()] += 1;
                Visible::Drew
            }
            Move::Pass => {
                after.passes = self.passes + 1;
                Visible::Passed
            }
        };
        let turn = PublicTurn {
            seat,
            drew_first: false,
            put_back: 0,
            visible,
        };
        after.came = Some((id, turn));
        after
    }
}
