//! Solves known games: paranoid by alpha-beta, max-n by plain search, both with a table of
//! positions.

use std::rc::Rc;

use rummilab_core::{
    Ending, MAX_PLAYERS, OpeningTableAccess, Position, RuleSet, Seat, TileCounts, UnopenedPenalty,
};
use rummilab_solver::plays::Omitted;
use rummilab_solver::{Answer, Goal, Solver};
use rustc_hash::FxHashMap;

use super::known::{KnownGame, Turn, Worths};
use crate::endgame::LIST;
use crate::standoff::Halt;

/// How the other players are assumed to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// All of them play against the asking seat.
    Paranoid,
    /// Everybody plays for itself.
    MaxN,
}

/// How many turns tried, or plays listed, count as one list of plays.
const TURNS_A_QUESTION: u64 = 32;

/// The most tiles in the pool of a game that is solved. Worths are multiplied by the number of
/// orders of the pool, so that every mean is a whole number.
pub const MOST_POOL: usize = 8;

/// Larger than any worth.
const ENDLESS: i64 = i64::MAX / 2;

/// Lower and upper bounds on the worth of a position to the asking seat, in the game against all
/// others.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: i64,
    high: i64,
}

/// Solves known games under one rule set, for one seat that asks.
pub struct Foresight<'a> {
    rules: &'a RuleSet,
    all: TileCounts,
    /// The seat that began the game: the last tie-break of some rules.
    starter: Seat,
    solver: &'a mut dyn Solver,
    asking: Seat,
    others: Others,
    /// The factor by which every worth is multiplied.
    scale: i64,
    /// Work left, in turns tried.
    left: u64,
    bounds: FxHashMap<KnownGame, Bounds>,
    worths: FxHashMap<KnownGame, Worths>,
    /// Lists of plays by table, rack and whether the player has opened.
    plays: FxHashMap<(TileCounts, TileCounts, bool), Rc<[TileCounts]>>,
    openings: FxHashMap<TileCounts, bool>,
}

impl<'a> Foresight<'a> {
    /// A search for the seat `asking` that may ask the solver for `work` lists of plays; 32 turns
    /// tried or plays listed count as one. Games may have up to `pool` tiles in the pool, at most
    /// [`MOST_POOL`].
    pub fn new(
        rules: &'a RuleSet,
        starter: Seat,
        solver: &'a mut dyn Solver,
        (asking, others): (Seat, Others),
        pool: usize,
        work: u64,
    ) -> Foresight<'a> {
        Foresight {
            rules,
            all: rules.all_tiles().into_iter().collect(),
            starter,
            solver,
            asking,
            others,
            scale: (1..=pool.min(MOST_POOL) as i64).product(),
            left: work.saturating_mul(TURNS_A_QUESTION),
            bounds: FxHashMap::default(),
            worths: FxHashMap::default(),
            plays: FxHashMap::default(),
            openings: FxHashMap::default(),
        }
    }

    /// The factor by which every worth is multiplied: the number of orders of a pool of the largest
    /// size allowed.
    pub fn scale(&self) -> i64 {
        self.scale
    }

    /// Every legal turn of the seat to move with its worth to the asking seat, times
    /// [`Foresight::scale`]. Most tiles come first, a draw or pass last.
    pub fn turns(&mut self, known: &KnownGame) -> Result<Vec<(Turn, i64)>, Halt> {
        self.check(known)?;
        let turns = self.legal(known)?;
        let mut found = Vec::with_capacity(turns.len());
        for turn in turns {
            let worth = match self.others {
                Others::Paranoid => self.after(known, &turn, -ENDLESS, ENDLESS)?,
                Others::MaxN => self.after_all(known, &turn)?[self.asking.index()],
            };
            found.push((turn, worth));
        }
        Ok(found)
    }

    /// The worth of a game to the asking seat if all others play against it, times
    /// [`Foresight::scale`].
    pub fn paranoid(&mut self, known: &KnownGame) -> Result<i64, Halt> {
        self.check(known)?;
        self.worth(known, -ENDLESS, ENDLESS)
    }

    /// The worth of a game to each seat if everybody plays for itself, times [`Foresight::scale`].
    pub fn max_n(&mut self, known: &KnownGame) -> Result<Worths, Halt> {
        self.check(known)?;
        self.worth_to_all(known)
    }

    /// The plays from a rack to a table, most tiles first.
    pub fn plays(
        &mut self,
        table: &TileCounts,
        rack: &TileCounts,
        opened: bool,
    ) -> Result<Rc<[TileCounts]>, Halt> {
        if self.solver.stopped() {
            return Err(Halt::Work);
        }
        let apart = !opened && self.rules.opening_table_access == OpeningTableAccess::None;
        let key = match apart {
            // Such an opening is the same on every table.
            true => (TileCounts::EMPTY, *rack, opened),
            false => (*table, *rack, opened),
        };
        if let Some(plays) = self.plays.get(&key) {
            return Ok(Rc::clone(plays));
        }
        self.pay(TURNS_A_QUESTION)?;
        let position = Position {
            table: key.0,
            rack: *rack,
            opened,
            ..Position::default()
        };
        let listed = self
            .solver
            .plays(self.rules, &position, &Goal::Tiles, LIST)?;
        if listed.rest != Omitted::Nothing {
            return Err(Halt::Work);
        }
        let mut plays: Vec<TileCounts> = listed.plays.iter().map(|play| play.tiles).collect();
        plays.sort_by_key(|laid| (std::cmp::Reverse(laid.len()), *laid));
        // A list that is too long for the work left is still kept.
        self.left = self.left.saturating_sub(plays.len() as u64);
        let plays: Rc<[TileCounts]> = plays.into();
        self.plays.insert(key, Rc::clone(&plays));
        Ok(plays)
    }

    /// Forgets positions, but not lists of plays: other deals of the same tiles meet the same
    /// racks, but hardly the same games.
    pub fn forget_positions(&mut self) {
        self.bounds.clear();
        self.worths.clear();
    }

    fn check(&self, known: &KnownGame) -> Result<(), Halt> {
        let orders: i64 = (1..=known.pool.len() as i64).product();
        let fits = known.pool.len() <= MOST_POOL && self.scale % orders == 0;
        if fits { Ok(()) } else { Err(Halt::Work) }
    }

    fn pay(&mut self, work: u64) -> Result<(), Halt> {
        self.left = self.left.checked_sub(work).ok_or(Halt::Work)?;
        Ok(())
    }

    fn legal(&mut self, known: &KnownGame) -> Result<Vec<Turn>, Halt> {
        let position = known.position(&self.all);
        let plays = self.plays(&position.table, &position.rack, position.opened)?;
        let mut turns: Vec<Turn> = plays.iter().copied().map(Turn::Lay).collect();
        if !known.pool.is_empty() {
            turns.push(Turn::Draw);
        } else if turns.is_empty() || !self.rules.must_play_when_empty.binds(position.opened) {
            turns.push(Turn::Pass);
        }
        Ok(turns)
    }

    /// The worth of a turn to the asking seat, exact if it lies between `low` and `high`.
    fn after(&mut self, known: &KnownGame, turn: &Turn, low: i64, high: i64) -> Result<i64, Halt> {
        self.pay(1)?;
        let (next, ended) = match turn {
            Turn::Lay(tiles) => known.laid(tiles),
            Turn::Pass => known.passed(),
            Turn::Draw => return self.after_draw(known, low, high),
        };
        self.follow(&next, ended, low, high)
    }

    fn follow(
        &mut self,
        next: &KnownGame,
        ended: Option<Ending>,
        low: i64,
        high: i64,
    ) -> Result<i64, Halt> {
        match ended {
            Some(ending) => Ok(self.end(next, ending)?[self.asking.index()]),
            None => self.worth(next, low, high),
        }
    }

    /// The mean over the tiles of the pool.
    fn after_draw(&mut self, known: &KnownGame, low: i64, high: i64) -> Result<i64, Halt> {
        let certain = known.pool.kinds().count() == 1;
        let mut sum = 0;
        for (tile, count) in known.pool.kinds() {
            let (next, ended) = known.drew(self.rules, tile);
            if certain {
                return self.follow(&next, ended, low, high);
            }
            self.pay(1)?;
            sum += self.follow(&next, ended, -ENDLESS, ENDLESS)? * i64::from(count);
        }
        let tiles = known.pool.len() as i64;
        debug_assert_eq!(sum % tiles, 0, "the scale holds all orders of the pool");
        Ok(sum / tiles)
    }

    /// The worth of a position to the asking seat, exact if it lies between `low` and `high`.
    fn worth(&mut self, known: &KnownGame, mut low: i64, mut high: i64) -> Result<i64, Halt> {
        let mut bounds = self.bounds.get(known).copied().unwrap_or(Bounds {
            low: -ENDLESS,
            high: ENDLESS,
        });
        if bounds.low >= high || bounds.low == bounds.high {
            return Ok(bounds.low);
        }
        if bounds.high <= low {
            return Ok(bounds.high);
        }
        low = low.max(bounds.low);
        high = high.min(bounds.high);
        let own = known.to_move == self.asking;
        let mut best = if own { -ENDLESS } else { ENDLESS };
        for turn in self.legal(known)? {
            if own {
                best = best.max(self.after(known, &turn, low.max(best), high)?);
            } else {
                best = best.min(self.after(known, &turn, low, high.min(best))?);
            }
            if (own && best >= high) || (!own && best <= low) {
                break;
            }
        }
        if best > low {
            bounds.low = bounds.low.max(best);
        }
        if best < high {
            bounds.high = bounds.high.min(best);
        }
        self.bounds.insert(*known, bounds);
        Ok(best)
    }

    /// The worths of a turn if everybody plays for itself.
    fn after_all(&mut self, known: &KnownGame, turn: &Turn) -> Result<Worths, Halt> {
        self.pay(1)?;
        let (next, ended) = match turn {
            Turn::Lay(tiles) => known.laid(tiles),
            Turn::Pass => known.passed(),
            Turn::Draw => return self.after_draw_all(known),
        };
        self.follow_all(&next, ended)
    }

    fn follow_all(&mut self, next: &KnownGame, ended: Option<Ending>) -> Result<Worths, Halt> {
        match ended {
            Some(ending) => self.end(next, ending),
            None => self.worth_to_all(next),
        }
    }

    fn after_draw_all(&mut self, known: &KnownGame) -> Result<Worths, Halt> {
        let mut sums = Worths::default();
        for (tile, count) in known.pool.kinds() {
            self.pay(1)?;
            let (next, ended) = known.drew(self.rules, tile);
            let worths = self.follow_all(&next, ended)?;
            for (sum, worth) in sums.iter_mut().zip(worths) {
                *sum += worth * i64::from(count);
            }
        }
        let tiles = known.pool.len() as i64;
        Ok(sums.map(|sum| sum / tiles))
    }

    /// The worths of a position if everybody plays for itself.
    fn worth_to_all(&mut self, known: &KnownGame) -> Result<Worths, Halt> {
        if let Some(worths) = self.worths.get(known) {
            return Ok(*worths);
        }
        let mut best: Option<Worths> = None;
        for turn in self.legal(known)? {
            let worths = self.after_all(known, &turn)?;
            if best.is_none_or(|best| self.rather(known, &worths, &best)) {
                best = Some(worths);
            }
        }
        // There is always a turn: a player who can lay nothing may draw or pass.
        let best = best.unwrap_or_default();
        self.worths.insert(*known, best);
        Ok(best)
    }

    /// Whether the seat to move prefers the first of two outcomes: more for itself, then less for
    /// the asking seat, then less for the seats after that, in their order.
    fn rather(&self, known: &KnownGame, one: &Worths, other: &Worths) -> bool {
        let key = |worths: &Worths| {
            let mut from_asking = *worths;
            from_asking[..known.seats].rotate_left(self.asking.index());
            (
                std::cmp::Reverse(worths[known.to_move.index()]),
                from_asking,
            )
        };
        key(one) < key(other)
    }

    /// The worth of an ended game to each seat, scaled.
    fn end(&mut self, known: &KnownGame, ending: Ending) -> Result<Worths, Halt> {
        let mut could_open = [false; MAX_PLAYERS];
        if self.rules.unopened_penalty != UnopenedPenalty::Off {
            for (seat, could) in could_open.iter_mut().enumerate().take(known.seats) {
                if !known.opened[seat] && known.turned[seat] {
                    *could = self.could_open(&known.rack_then(Seat(seat)))?;
                }
            }
        }
        let worths = known.worths(self.rules, ending, self.starter, &could_open);
        Ok(worths.map(|worth| worth * self.scale))
    }

    fn could_open(&mut self, rack: &TileCounts) -> Result<bool, Halt> {
        if let Some(known) = self.openings.get(rack) {
            return Ok(*known);
        }
        self.pay(TURNS_A_QUESTION)?;
        let position = Position {
            rack: *rack,
            ..Position::default()
        };
        let best = self
            .solver
            .solve(self.rules, &position, &Goal::OpeningValue)?;
        if matches!(best, Answer::Unknown(_)) {
            return Err(Halt::Work);
        }
        let value = best.into_verified().and_then(|best| best.opening_value);
        let could = self.rules.opens_with(value.unwrap_or(0));
        self.openings.insert(*rack, could);
        Ok(could)
    }
}
