//! A game of two in which every tile is known, and how a playout goes on from there: one spare tile a turn.

use rummilab_chance::Stream;
use rummilab_core::{RuleSet, Tile, TileCounts};

use crate::standoff::{Halt, Heaps, larger_plays, singles};

/// Points that a loser is left with who has dumped what he can.
const DUMPED: i64 = 10;
/// What a spare tile counts that the winner has left when the other has none: so much surer is the win.
const AHEAD: i64 = 100;
/// What a win counts in points: more than any rack, so that points decide among equal chances alone.
const WON: i64 = 10_000;

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Lays these tiles.
    Lay(TileCounts),
    /// Draws the next tile.
    Draw,
    /// Lays nothing, the pool being empty.
    Pass,
}

/// Kinds of tiles of which a turn of a playout looks what they let both lay afterwards.
const WIDTH: usize = 3;

/// A spare tile that fits.
#[derive(Debug, Clone, Copy)]
pub struct Ranked {
    /// The tile.
    pub laid: TileCounts,
    /// The kinds that fit afterwards, where that was asked.
    fits: Option<TileCounts>,
    /// Kinds of own spare tiles among them, less those of the other.
    room: i64,
}

/// Where the game stands. Both have opened.
#[derive(Debug, Clone)]
pub struct Duel {
    /// Who is to move, 0 or 1.
    pub to_move: usize,
    /// The racks.
    pub racks: [TileCounts; 2],
    /// What each keeps to the end; may have left the rack since.
    pub stoppers: [TileCounts; 2],
    /// The table.
    pub table: TileCounts,
    /// The kinds of both racks and the pool of which one tile can be laid on it.
    pub fits: TileCounts,
    /// The pool, the next tile last.
    pub pool: Vec<Tile>,
    /// Who is known not to go out on his next turn.
    pub stuck: [bool; 2],
    /// Turns in a row that laid nothing with an empty pool.
    pub passes: u8,
}

impl Duel {
    /// The tiles of the player to move that he need not keep.
    pub fn spare(&self) -> TileCounts {
        self.racks[self.to_move].saturating_sub(&self.stoppers[self.to_move])
    }

    /// Whether the other cannot go out once these tiles of the player to move are laid.
    pub fn stops(&self, heaps: &mut Heaps<'_>, laid: &TileCounts) -> Result<bool, Halt> {
        let heap = self.table.checked_add(laid);
        let heap = heap.and_then(|heap| heap.checked_add(&self.racks[1 - self.to_move]));
        match heap {
            Some(heap) => Ok(!heaps.lie(&heap)?),
            None => Ok(true),
        }
    }

    /// After a move. A play is one that the other was seen to be stopped by, or not.
    pub fn make(&mut self, turn: Move, stops: bool) {
        let me = self.to_move;
        match turn {
            Move::Lay(laid) => {
                self.racks[me] = self.racks[me].saturating_sub(&laid);
                self.table = self.table.checked_add(&laid).unwrap_or(self.table);
                self.stuck = [false; 2];
                self.stuck[1 - me] = stops;
                self.passes = 0;
            }
            Move::Draw => {
                if let Some(tile) = self.pool.pop() {
                    let _ = self.racks[me].insert(tile);
                }
                self.stuck[me] = false;
            }
            Move::Pass => self.passes += 1,
        }
        self.to_move = 1 - me;
    }

    /// What the game is worth to player 0 if both lay one spare tile after the other: a win or a loss first, then points.
    pub fn play_out(
        mut self,
        rules: &RuleSet,
        heaps: &mut Heaps<'_>,
        noise: &mut Stream,
    ) -> Result<i64, Halt> {
        let sign = |winner: usize| if winner == 0 { 1 } else { -1 };
        let won = |winner: usize, points: i64| sign(winner) * (WON + points);
        loop {
            let me = self.to_move;
            let points =
                |racks: &[TileCounts; 2], of: usize| i64::from(rules.rack_points(&racks[of]));
            if !self.stuck[me] && self.goes_out(heaps)? {
                return Ok(won(me, points(&self.racks, 1 - me)));
            }
            if !self.quick(heaps, noise)? {
                let ahead = self.racks[1 - me].saturating_sub(&self.stoppers[1 - me]);
                return Ok(won(1 - me, DUMPED + AHEAD * ahead.len() as i64));
            }
            if self.racks[me].is_empty() {
                return Ok(won(me, points(&self.racks, 1 - me)));
            }
            if self.passes >= 2 {
                let left = [points(&self.racks, 0), points(&self.racks, 1)];
                let winner = usize::from(left[0] > left[1]);
                return Ok(won(winner, (left[0] - left[1]).abs()));
            }
        }
    }

    /// Whether the whole rack of the player to move goes.
    fn goes_out(&self, heaps: &mut Heaps<'_>) -> Result<bool, Halt> {
        match self.table.checked_add(&self.racks[self.to_move]) {
            Some(heap) => heaps.lie(&heap),
            None => Ok(false),
        }
    }

    /// Makes the turn of a playout: a spare tile; a draw where none fits; a tile of the stopper without which the rest stops all the
    /// same; a pair or set of spare tiles. What is kept beside a stopper nearly always stops too, and that question is the hardest,
    /// so it is asked only once the stopper is broken. `false`: whatever he lays lets the other out.
    fn quick(&mut self, heaps: &mut Heaps<'_>, noise: &mut Stream) -> Result<bool, Halt> {
        let me = self.to_move;
        let stopper = self.stoppers[me];
        let whole = !stopper.is_empty() && self.racks[me].contains(&stopper);
        for best in self.ranked_quickly(heaps, noise)? {
            if whole || self.stops(heaps, &best.laid)? {
                self.make(Move::Lay(best.laid), true);
                self.fits = best.fits.unwrap_or_default();
                return Ok(true);
            }
        }
        if !self.pool.is_empty() {
            self.make(Move::Draw, true);
            return Ok(true);
        }
        for (tile, _) in stopper.kinds() {
            let laid = TileCounts::from_iter([tile]);
            if self.racks[me].contains(&laid)
                && self.fits(heaps, &laid)?
                && self.stops(heaps, &laid)?
            {
                self.make(Move::Lay(laid), true);
                self.look_quickly(heaps)?;
                return Ok(true);
            }
        }
        let spare = self.spare();
        let larger = larger_plays(heaps, &self.table, &spare, &TileCounts::EMPTY)?;
        for laid in larger.into_iter().filter(|laid| *laid != self.racks[me]) {
            if whole || self.stops(heaps, &laid)? {
                self.make(Move::Lay(laid), true);
                self.look_quickly(heaps)?;
                return Ok(true);
            }
        }
        let stuck = singles(heaps, &self.table, &self.racks[me])?.is_empty();
        if stuck {
            self.make(Move::Pass, true);
        }
        Ok(stuck)
    }

    /// Finds out what fits.
    pub fn look(&mut self, heaps: &mut Heaps<'_>) -> Result<(), Halt> {
        self.fits = heaps.one_more(&self.table, &self.kinds())?;
        Ok(())
    }

    /// The same for a playout, which asks tile by tile with jokers on the table.
    fn look_quickly(&mut self, heaps: &mut Heaps<'_>) -> Result<(), Halt> {
        match self.table.jokers() {
            0 => self.look(heaps),
            _ => Ok(()),
        }
    }

    /// The tiles that are not on the table.
    pub fn kinds(&self) -> TileCounts {
        let racks = self.racks[0].checked_add(&self.racks[1]);
        let mut kinds = racks.unwrap_or(self.racks[0]);
        for tile in &self.pool {
            let _ = kinds.insert(*tile);
        }
        kinds
    }

    /// Spare tiles that fit, best first: after which the own spare tiles fit best and the other's worst, among the first so many by
    /// their neighbours. Jokers last.
    pub fn ranked(
        &self,
        heaps: &mut Heaps<'_>,
        width: usize,
        noise: &mut Stream,
    ) -> Result<Vec<Ranked>, Halt> {
        let other = 1 - self.to_move;
        let spare = self.spare();
        let others = self.racks[other].saturating_sub(&self.stoppers[other]);
        let kinds = self.kinds();
        let mut ranked: Vec<Ranked> = Vec::new();
        let tried = self.by_neighbours(&spare, noise).into_iter();
        for tile in tried.filter(|tile| self.fits.count(*tile) > 0) {
            if ranked.len() >= width || (tile.is_joker() && !ranked.is_empty()) {
                break;
            }
            let laid = TileCounts::from_iter([tile]);
            let Some(table) = self.table.checked_add(&laid) else {
                continue;
            };
            let fits = heaps.one_more(&table, &kinds)?;
            let fit = |tiles: &TileCounts| {
                let kinds = tiles.kinds().filter(|(tile, _)| fits.count(*tile) > 0);
                kinds.count() as i64
            };
            let room = fit(&spare.saturating_sub(&laid)) - fit(&others);
            let at = ranked.partition_point(|other| other.room >= room);
            let fits = Some(fits);
            ranked.insert(at, Ranked { laid, fits, room });
        }
        Ok(ranked)
    }

    /// The same for a playout. With jokers on the table, where what fits is hard to ask, the first spare tile by its neighbours.
    fn ranked_quickly(
        &self,
        heaps: &mut Heaps<'_>,
        noise: &mut Stream,
    ) -> Result<Vec<Ranked>, Halt> {
        if self.table.jokers() == 0 {
            return self.ranked(heaps, WIDTH, noise);
        }
        for tile in self.by_neighbours(&self.spare(), noise) {
            let laid = TileCounts::from_iter([tile]);
            if self.fits(heaps, &laid)? {
                let (fits, room) = (None, 0);
                return Ok(vec![Ranked { laid, fits, room }]);
            }
        }
        Ok(Vec::new())
    }

    /// Whether these tiles can be laid.
    pub fn fits(&self, heaps: &mut Heaps<'_>, laid: &TileCounts) -> Result<bool, Halt> {
        match self.table.checked_add(laid) {
            Some(heap) => heaps.lie(&heap),
            None => Ok(false),
        }
    }

    /// Small plays, the smallest first, of spare tiles first.
    pub fn plays(
        &self,
        heaps: &mut Heaps<'_>,
        spare: &TileCounts,
    ) -> Result<Vec<TileCounts>, Halt> {
        let rack = &self.racks[self.to_move];
        let alone = singles(heaps, &self.table, rack)?;
        let one = |tile| TileCounts::from_iter([tile]);
        let mut plays: Vec<TileCounts> = alone.kinds().map(|(tile, _)| one(tile)).collect();
        plays.extend(larger_plays(heaps, &self.table, rack, &alone)?);
        plays.retain(|laid| *laid != *rack);
        plays.sort_by_key(|laid| (laid.len(), !spare.contains(laid), laid.jokers()));
        Ok(plays)
    }

    /// Kinds of spare tiles in the order in which they are tried: first those next to many other spare tiles and few of the other
    /// player's. Jokers last.
    pub fn by_neighbours(&self, spare: &TileCounts, noise: &mut Stream) -> Vec<Tile> {
        let other = &self.racks[1 - self.to_move];
        let mut order: Vec<(i64, Tile)> = Vec::with_capacity(32);
        for (tile, _) in spare.kinds() {
            let score = if tile.is_joker() {
                i64::MIN
            } else {
                let own = neighbours(spare, tile) - neighbours(other, tile);
                4 * own + (noise.next_u64() % 4) as i64
            };
            order.push((-score.max(-1_000_000), tile));
        }
        order.sort_unstable();
        order.into_iter().map(|(_, tile)| tile).collect()
    }
}

/// Tiles that may be laid more easily after this one: next to it in its colour.
fn neighbours(tiles: &TileCounts, tile: Tile) -> i64 {
    let (Some(colour), Some(value)) = (tile.colour(), tile.value()) else {
        return 0;
    };
    let count = |value: u8| i64::from(tiles.number_count(colour, value));
    let below = if value > 1 { count(value - 1) } else { 0 };
    below + count(value + 1)
}
