//! The last turns, solved: who has the last small play that does not let the other out. Refuses to weigh points, and large plays.

use rummilab_core::{Tile, TileCounts};
use rustc_hash::FxHashMap;

use super::duel::{Duel, Move};
use crate::standoff::{Halt, Heaps};

/// Who wins positions with an empty pool, as far as was asked.
#[derive(Debug, Default)]
pub struct Ends {
    known: FxHashMap<([TileCounts; 2], u8), bool>,
}

impl Ends {
    /// Whether the player to move has a safe play after every safe play of the other. Gives up where so few questions are left.
    pub fn wins(&mut self, duel: &Duel, heaps: &mut Heaps<'_>, end: u64) -> Result<bool, Halt> {
        let me = duel.to_move;
        let key = ([duel.racks[me], duel.racks[1 - me]], duel.passes);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let mut wins = false;
        let (mut single, mut any) = (false, false);
        let rack = duel.racks[me];
        for tile in order(duel) {
            let laid = TileCounts::from_iter([tile]);
            let Some(heap) = duel.table.checked_add(&laid) else {
                continue;
            };
            if rack == laid || !heaps.lie(&heap)? {
                continue;
            }
            any = true;
            if !duel.stops(heaps, &laid)? {
                continue;
            }
            single = true;
            if self.wins_by(duel, laid, heaps, end)? {
                wins = true;
                break;
            }
        }
        if !single {
            for laid in duel.plays(heaps, &duel.spare())? {
                any = true;
                if laid.len() > 1
                    && duel.stops(heaps, &laid)?
                    && self.wins_by(duel, laid, heaps, end)?
                {
                    wins = true;
                    break;
                }
            }
        }
        if !any {
            wins = self.wins_by_passing(duel, heaps, end)?;
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    /// Whether who can lay nothing wins: by the other's turn, or by the lower rack if the other has passed too.
    fn wins_by_passing(
        &mut self,
        duel: &Duel,
        heaps: &mut Heaps<'_>,
        end: u64,
    ) -> Result<bool, Halt> {
        if duel.passes > 0 {
            let points = |player: usize| heaps.rules().rack_points(&duel.racks[player]);
            return Ok(points(duel.to_move) < points(1 - duel.to_move));
        }
        let mut next = duel.clone();
        next.make(Move::Pass, true);
        Ok(!self.wins(&next, heaps, end)?)
    }

    /// Whether a safe play wins for the player to move.
    pub fn wins_by(
        &mut self,
        duel: &Duel,
        laid: TileCounts,
        heaps: &mut Heaps<'_>,
        end: u64,
    ) -> Result<bool, Halt> {
        if heaps.left() <= end {
            return Err(Halt::Work);
        }
        let mut next = duel.clone();
        next.make(Move::Lay(laid), true);
        Ok(!self.wins(&next, heaps, end)?)
    }
}

/// The kinds of a rack, spare tiles first, jokers last.
fn order(duel: &Duel) -> Vec<Tile> {
    let spare = duel.spare();
    let rack = duel.racks[duel.to_move];
    let mut order: Vec<Tile> = rack.kinds().map(|(tile, _)| tile).collect();
    order.sort_by_key(|tile| (tile.is_joker(), spare.count(*tile) == 0));
    order
}
