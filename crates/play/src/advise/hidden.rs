//! Ways in which the hidden tiles of a told game can lie.

use rummilab_chance::Stream;
use rummilab_core::{BySeat, Seat, Tile, TileCounts};
use rummilab_record::PutBack;

use super::course::{Course, Step};
use super::line::GameLine;
use super::notebook::Notebook;

/// A tile of the game, known or not.
pub(super) type TileId = usize;

/// One way in which the hidden tiles can lie.
pub(super) struct Hidden {
    /// The kind of each tile; `None` while it can be any of those that are left.
    pub kinds: Vec<Option<Tile>>,
    pub left: TileCounts,
    pub racks: BySeat<Vec<TileId>>,
    /// The pool, next tile first.
    pub pool: Vec<TileId>,
    /// The number of tiles drawn so far.
    drawn: usize,
    pub put_back: Vec<PutBack>,
    /// The racks on which each turn was decided.
    pub decided: Vec<BySeat<Vec<TileId>>>,
    /// Whether tiles were laid as soon as they were drawn, as far as that can be: so they are where
    /// laying is a duty.
    laid_at_once: bool,
}

impl Hidden {
    /// No tile is known but the own rack.
    pub fn new(notebook: &Notebook, laid_at_once: bool) -> Option<Hidden> {
        let (rules, players) = (notebook.rules(), notebook.players());
        let (hand, tiles) = (usize::from(rules.hand), rules.tile_count());
        let GameLine::Rack(own) = notebook.lines().first()? else {
            return None;
        };
        let mut hidden = Hidden {
            kinds: vec![None; tiles],
            left: rules.deck(),
            racks: BySeat::from_fn(players, |seat| {
                let first = seat.index() * hand;
                (first..first + hand).collect()
            }),
            pool: (players * hand..tiles).collect(),
            drawn: 0,
            put_back: Vec::new(),
            decided: Vec::new(),
            laid_at_once,
        };
        let rack = hidden.racks[notebook.me()].clone();
        rack.into_iter()
            .zip(own)
            .try_for_each(|(id, tile)| hidden.is(id, *tile))?;
        let jokers = usize::from(rules.jokers_dealt_each);
        for seat in notebook.me().others(players) {
            let first = seat.index() * hand;
            (first..first + jokers).try_for_each(|id| hidden.is(id, Tile::JOKER))?;
        }
        Some(hidden)
    }

    /// Lets a tile be of this kind; `None` if it cannot.
    fn is(&mut self, id: TileId, tile: Tile) -> Option<()> {
        match self.kinds[id] {
            Some(known) => (known == tile).then_some(()),
            None => {
                self.kinds[id] = Some(tile);
                self.left.remove(tile).then_some(())
            }
        }
    }

    /// Goes through the game once, and gives what was laid a place among the tiles that could have
    /// been it, all equally likely. `None` if that fails.
    pub fn follow(&mut self, course: &Course, stream: &mut Stream) -> Option<()> {
        let mut backs = course.backs.iter();
        let mut decided = None;
        for step in &course.steps {
            match step {
                Step::Draw(seat, known) => {
                    let id = *self.pool.get(self.drawn)?;
                    self.drawn += 1;
                    known.map_or(Some(()), |tile| self.is(id, tile))?;
                    self.racks[*seat].push(id);
                }
                Step::Back(seat) => self.back(*seat, *backs.next()?, stream)?,
                Step::Lay(seat, tiles) => {
                    decided = Some(self.racks.clone());
                    tiles
                        .iter()
                        .try_for_each(|tile| self.lay(*seat, *tile, stream))?;
                }
                Step::End => {
                    let racks = decided.take().unwrap_or_else(|| self.racks.clone());
                    self.decided.push(racks);
                }
            }
        }
        Some(())
    }

    fn lay(&mut self, seat: Seat, tile: Tile, stream: &mut Stream) -> Option<()> {
        let rack = &self.racks[seat];
        let places = 0..rack.len();
        let known = places
            .clone()
            .find(|at| self.kinds[rack[*at]] == Some(tile));
        let free: Vec<usize> = places
            .filter(|at| self.kinds[rack[*at]].is_none())
            .collect();
        let last = free.last().filter(|_| self.laid_at_once);
        let at = known.or_else(|| last.or_else(|| stream.pick(&free)).copied())?;
        let id = self.racks[seat].remove(at);
        self.is(id, tile)
    }

    /// The tile drawn last goes back to a random place; the rack holds another like it.
    fn back(&mut self, seat: Seat, turn: u32, stream: &mut Stream) -> Option<()> {
        let id = self.racks[seat].pop()?;
        self.make_twin(id, seat, stream)?;
        self.pool.push(id);
        let place = stream.index(self.pool.len() - self.drawn)?;
        let (at, last) = (self.drawn + place, self.pool.len() - 1);
        self.pool.swap(at, last);
        self.put_back.push(PutBack {
            turn,
            place: u16::try_from(place).ok()?,
        });
        Some(())
    }

    /// Lets this tile be of the same kind as a number tile on the rack.
    fn make_twin(&mut self, id: TileId, seat: Seat, stream: &mut Stream) -> Option<()> {
        let rack = self.racks[seat].clone();
        let number = |kind: Option<Tile>| kind.filter(|tile| !tile.is_joker());
        if let Some(tile) = self.kinds[id] {
            let twin = rack.iter().any(|other| self.kinds[*other] == Some(tile));
            let free = rack.iter().find(|other| self.kinds[**other].is_none());
            return match (twin, free) {
                (true, _) => Some(()),
                (false, free) => self.is(*free?, tile),
            };
        }
        let other = *stream.pick(&rack)?;
        let twice = |(tile, copies): (Tile, u8)| (copies > 1 && !tile.is_joker()).then_some(tile);
        let kinds: Vec<Tile> = self.left.kinds().filter_map(twice).collect();
        let tile = match self.kinds[other] {
            Some(tile) => number(Some(tile))?,
            None => *stream.pick(&kinds)?,
        };
        self.is(other, tile)?;
        self.is(id, tile)
    }
}
