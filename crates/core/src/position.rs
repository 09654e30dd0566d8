//! What a player can lay from, and the two questions of the rules that only a solver can answer. Refuses to answer
//! them: core asks through [`CouldPlay`] and is handed somebody who can.

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::tile::Tile;

/// The turn problem as the rules see it: against a perfect rearranger the table is a multiset (DESIGN.md section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// All tiles on the table.
    pub table: TileCounts,
    /// The tiles on the rack.
    pub rack: TileCounts,
    /// Whether the player has opened, so that the table may be used.
    pub opened: bool,
}

impl Position {
    /// Checks that no tile is there more often than in the game, table and rack together.
    pub fn check(&self, rules: &RuleSet) -> Result<(), Tile> {
        match self.table.checked_add(&self.rack) {
            Some(all) => rules.excess(&all).map_or(Ok(()), Err),
            None => {
                let over = |tile: &Tile| {
                    let there = self
                        .table
                        .count(*tile)
                        .saturating_add(self.rack.count(*tile));
                    there > rules.copies_of(*tile)
                };
                Err(self
                    .table
                    .kinds()
                    .map(|(tile, _)| tile)
                    .find(over)
                    .unwrap_or(Tile::JOKER))
            }
        }
    }
}

/// Answers "could he have played?" for the rules that ask it: must lay if able with an empty pool, and the 100/200
/// rule.
pub trait CouldPlay {
    /// Whether at least one rack tile can be laid legally, the opening included.
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> bool;

    /// The largest total value of disjoint legal sets made from these tiles alone, jokers at the value they stand
    /// for, in points; 0 if there is no set. Where `opening_jokers` is off, jokers are not used.
    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> u32;
}
