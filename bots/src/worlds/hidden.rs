//! A game as one seat sees it, ready to be dealt: the known tiles, the unseen tiles, and the
//! evidence from others' passes. Only passes that the rules forced are evidence here, never the
//! choices of others.

use rummilab_bot_api::{PublicTurn, View, Visible};
use rummilab_core::{EmptyPool, MAX_PLAYERS, MustPlay, Seat, TileCounts};

use super::deals::Split;
use super::known::KnownGame;
use super::search::Foresight;
use crate::standoff::Halt;

/// A forced pass: the rack of this seat could lay nothing on this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CouldNot {
    seat: Seat,
    table: TileCounts,
    /// The tiles that it has laid since.
    laid_since: TileCounts,
    opened: bool,
}

/// A game of which a seat sees only a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The game without its unseen tiles.
    known: KnownGame,
    /// The seats of the first places of the split; the pool is the last place.
    others: Vec<Seat>,
    split: Split,
    told: Vec<CouldNot>,
}

impl Hidden {
    /// The game that a bot sees, if jokers come free, groups have no owners and turns do not begin
    /// with a draw. If the racks lie open, only the order of the pool is hidden.
    pub fn of(view: &View<'_>) -> Option<Hidden> {
        let rules = view.rules;
        let seats = view.players();
        let sound = seats <= MAX_PLAYERS
            && !rules.draw_first
            && !rules.has_group_owners()
            && rules.reclaim_is_free();
        if !sound {
            return None;
        }
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let table = view.table.counts().ok()?;
        let mut unseen = all.checked_sub(&table)?.checked_sub(&view.rack)?;
        let mut known = KnownGame {
            seats,
            racks: Default::default(),
            opened: Default::default(),
            turned: Default::default(),
            drawn: Default::default(),
            pool: TileCounts::EMPTY,
            to_move: view.seat,
            passes: passes(view),
            left: turns_left(view),
        };
        known.racks[view.seat.index()] = view.rack;
        known.opened[..seats].copy_from_slice(&view.opened);
        for turn in view.history {
            known.turned[turn.seat.index()] = true;
        }
        let mut others: Vec<Seat> = Seat::all(seats).filter(|seat| *seat != view.seat).collect();
        if let Some(racks) = &view.racks {
            for seat in others.drain(..) {
                known.racks[seat.index()] = racks[seat];
                unseen = unseen.checked_sub(&racks[seat])?;
            }
        }
        let sizes = others.iter().map(|seat| view.rack_sizes[*seat]);
        let sizes = sizes.chain([view.pool_len]).collect();
        let told = match others.is_empty() {
            true => Vec::new(),
            false => told(view, table),
        };
        Some(Hidden {
            known,
            others,
            split: Split::new(unseen, sizes)?,
            told,
        })
    }

    /// The unseen tiles and their places: the racks of the others in seat order, unless they lie
    /// open, then the pool.
    pub fn split(&self) -> &Split {
        &self.split
    }

    /// The game with the unseen tiles dealt like this.
    pub fn dealt(&self, parts: &[TileCounts]) -> KnownGame {
        let mut known = self.known;
        for (seat, rack) in self.others.iter().zip(parts) {
            known.racks[seat.index()] = *rack;
        }
        known.pool = parts.last().copied().unwrap_or_default();
        known
    }

    /// Whether this deal agrees with every pass of another seat.
    pub fn agrees(&self, dealt: &KnownGame, foresight: &mut Foresight<'_>) -> Result<bool, Halt> {
        for told in &self.told {
            let Some(rack) = dealt.racks[told.seat.index()].checked_add(&told.laid_since) else {
                return Ok(false);
            };
            if !foresight.plays(&told.table, &rack, told.opened)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Turns in a row that laid nothing with an empty pool, this turn not counted.
fn passes(view: &View<'_>) -> u8 {
    if view.pool_len > 0 {
        return 0;
    }
    let idle = view
        .history
        .iter()
        .rev()
        .take_while(|turn| turn.visible.is_idle());
    idle.count().min(view.players() - 1) as u8
}

/// Turns left in the last round, this one counted.
fn turns_left(view: &View<'_>) -> Option<u8> {
    let since = view
        .history
        .iter()
        .rev()
        .take_while(|turn| !turn.visible.drew());
    let left = view.players().saturating_sub(since.count()).max(1);
    view.last_round.then_some(left as u8)
}

/// The evidence of every pass of another seat since the pool ran out.
fn told(view: &View<'_>, table: TileCounts) -> Vec<CouldNot> {
    let stops = view.rules.empty_pool_procedure == EmptyPool::Stop;
    let must = view.rules.must_play_when_empty;
    if view.pool_len > 0 || must == MustPlay::Nobody || stops {
        return Vec::new();
    }
    let mut told = Vec::new();
    let mut table = table;
    let mut laid_since = [TileCounts::EMPTY; MAX_PLAYERS];
    for (at, turn) in view.history.iter().enumerate().rev() {
        match &turn.visible {
            Visible::Laid(tiles) => {
                let (Some(before), Some(laid)) = (
                    table.checked_sub(tiles),
                    laid_since[turn.seat.index()].checked_add(tiles),
                ) else {
                    break;
                };
                table = before;
                laid_since[turn.seat.index()] = laid;
            }
            Visible::Passed if turn.seat != view.seat => {
                let before = &view.history[..at];
                let laid = |turn: &&PublicTurn| matches!(turn.visible, Visible::Laid(_));
                let mut laid = before.iter().filter(laid);
                let opened = laid.any(|laid| laid.seat == turn.seat);
                if must.binds(opened) {
                    told.push(CouldNot {
                        seat: turn.seat,
                        table,
                        laid_since: laid_since[turn.seat.index()],
                        opened,
                    });
                }
            }
            Visible::Passed | Visible::Penalty(0) => {}
            // Before this the pool was not empty.
            Visible::Drew | Visible::Penalty(_) => break,
        }
    }
    told
}
