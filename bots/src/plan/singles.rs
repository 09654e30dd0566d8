//! Single tiles that do not let the other player out.

use rummilab_core::{Tile, TileCounts};
use rustc_hash::FxHashMap;

use super::duel::Duel;
use crate::standoff::{NoAnswer, PartitionQueries};

/// Finds safe single tiles in positions of one game, and remembers answers.
#[derive(Debug, Default)]
pub struct Singles {
    /// By rack: the kinds of which one tile laid lets the other out. That depends on nothing but
    /// what is kept, since all other tiles lie then.
    lets_out: FxHashMap<TileCounts, TileCounts>,
}

impl Singles {
    /// The kinds that this player holds, of those that fit, of which one tile can be laid without
    /// letting the other out: those held once first, jokers last.
    pub fn safe(
        &mut self,
        duel: &Duel,
        player: usize,
        fits: &TileCounts,
        queries: &mut PartitionQueries<'_>,
    ) -> Result<Vec<Tile>, NoAnswer> {
        let rack = &duel.racks[player];
        let kinds = rack.kinds().map(|(tile, _)| tile);
        let kinds: Vec<Tile> = kinds.filter(|tile| fits.count(*tile) > 0).collect();
        if rack.len() < 2 || kinds.is_empty() {
            return Ok(Vec::new());
        }
        let lets_out = match self.lets_out.get(rack) {
            Some(known) => *known,
            None => {
                let others = duel.table.checked_add(&duel.racks[1 - player]);
                let found = match others {
                    Some(others) => queries.one_more(&others, rack)?,
                    None => TileCounts::EMPTY,
                };
                self.lets_out.insert(*rack, found);
                found
            }
        };
        let mut safe = kinds;
        safe.retain(|tile| lets_out.count(*tile) == 0);
        // A tile held twice can be laid later as well, so there are fewer positions in this order:
        // a third fewer in recorded ends (benches/README.md#the-last-turns-solved).
        safe.sort_by_key(|tile| (tile.is_joker(), rack.count(*tile) > 1));
        Ok(safe)
    }
}
