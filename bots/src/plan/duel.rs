//! A game of two with an empty pool, so that every tile is known: which tiles fit, which stop the
//! other player, and the position after a turn.

use rummilab_core::TileCounts;

use crate::standoff::{NoAnswer, PartitionQueries, larger_plays, singles};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    Lay(TileCounts),
    Pass,
}

/// A small play that does not let the other out.
#[derive(Debug, Clone, Copy)]
pub struct Safe {
    pub laid: TileCounts,
    /// The smallest known stopper that stays on the rack.
    pub stopper: TileCounts,
    /// How many other tiles stay on the rack.
    pub spare: usize,
    /// The number of possible pool tiles, counted by copies, with which the other goes out.
    pub(super) risk: u32,
}

/// The state of the game. Both players have opened.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The player to move, 0 or 1.
    pub to_move: usize,
    pub racks: [TileCounts; 2],
    pub table: TileCounts,
    /// Turns in a row that laid nothing.
    pub passes: u8,
}

impl Duel {
    /// Whether the other player cannot go out once the player to move has laid these tiles.
    pub fn stops(
        &self,
        queries: &mut PartitionQueries<'_>,
        laid: &TileCounts,
    ) -> Result<bool, NoAnswer> {
        let multiset = self.table.checked_add(laid);
        let multiset =
            multiset.and_then(|multiset| multiset.checked_add(&self.racks[1 - self.to_move]));
        match multiset {
            Some(multiset) => Ok(!queries.can_partition(&multiset)?),
            None => Ok(true),
        }
    }

    /// The position after a turn.
    #[must_use]
    pub fn after(&self, turn: Move) -> Duel {
        let me = self.to_move;
        let mut next = self.clone();
        match turn {
            Move::Lay(laid) => {
                next.racks[me] = self.racks[me].saturating_sub(&laid);
                next.table = self.table.checked_add(&laid).unwrap_or(self.table);
                next.passes = 0;
            }
            Move::Pass => next.passes += 1,
        }
        next.to_move = 1 - me;
        next
    }

    /// The tiles that are not on the table.
    pub fn unlaid(&self) -> TileCounts {
        let racks = self.racks[0].checked_add(&self.racks[1]);
        racks.unwrap_or(self.racks[0])
    }

    /// Small plays: the smallest first, jokers last.
    pub fn plays(&self, queries: &mut PartitionQueries<'_>) -> Result<Vec<TileCounts>, NoAnswer> {
        let rack = &self.racks[self.to_move];
        let alone = singles(queries, &self.table, rack)?;
        let one = |tile| TileCounts::from_iter([tile]);
        let mut plays: Vec<TileCounts> = alone.kinds().map(|(tile, _)| one(tile)).collect();
        plays.extend(larger_plays(queries, &self.table, rack, &alone)?);
        plays.retain(|laid| *laid != *rack);
        plays.sort_by_key(|laid| (laid.len(), laid.jokers()));
        Ok(plays)
    }
}
