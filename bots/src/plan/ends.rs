//! The last turns, solved: which player has the last small play that does not let the other out.
//! Points and large plays do not count here.

use rummilab_core::TileCounts;
use rustc_hash::FxHashMap;

use super::duel::{Duel, Move};
use super::singles::Singles;
use crate::standoff::{NoAnswer, PartitionQueries};

/// The winners of the positions with an empty pool that were asked about.
#[derive(Debug, Default)]
pub struct Ends {
    known: FxHashMap<([TileCounts; 2], u8), bool>,
    singles: Singles,
}

impl Ends {
    /// Whether the player to move has a safe play after every safe play of the other. Gives up when
    /// only `end` questions are left.
    pub fn wins(
        &mut self,
        duel: &Duel,
        queries: &mut PartitionQueries<'_>,
        end: u64,
    ) -> Result<bool, NoAnswer> {
        let me = duel.to_move;
        let rack = duel.racks[me];
        let key = ([rack, duel.racks[1 - me]], duel.passes);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let fits = queries.one_more(&duel.table, &rack)?;
        let safe = self.singles.safe(duel, me, &fits, queries)?;
        let mut wins = false;
        for tile in &safe {
            if self.wins_by(duel, TileCounts::from_iter([*tile]), queries, end)? {
                wins = true;
                break;
            }
        }
        let mut lays = !fits.is_empty();
        if safe.is_empty() {
            for laid in duel.plays(queries)? {
                lays = true;
                if laid.len() > 1
                    && duel.stops(queries, &laid)?
                    && self.wins_by(duel, laid, queries, end)?
                {
                    wins = true;
                    break;
                }
            }
        }
        if !lays {
            wins = self.wins_by_passing(duel, queries, end)?;
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    /// Whether a player who can lay nothing wins: by the other's turn, or by the lower rack if the
    /// other has passed too.
    fn wins_by_passing(
        &mut self,
        duel: &Duel,
        queries: &mut PartitionQueries<'_>,
        end: u64,
    ) -> Result<bool, NoAnswer> {
        if duel.passes > 0 {
            let points = |player: usize| queries.rules().rack_points(&duel.racks[player]);
            return Ok(points(duel.to_move) < points(1 - duel.to_move));
        }
        Ok(!self.wins(&duel.after(Move::Pass), queries, end)?)
    }

    /// Whether laying these tiles, a safe play, wins for the player to move.
    pub fn wins_by(
        &mut self,
        duel: &Duel,
        laid: TileCounts,
        queries: &mut PartitionQueries<'_>,
        end: u64,
    ) -> Result<bool, NoAnswer> {
        if queries.left() <= end {
            return Err(NoAnswer::BudgetExhausted);
        }
        Ok(!self.wins(&duel.after(Move::Lay(laid)), queries, end)?)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_core::RuleSet;
    use rummilab_core::notation::parse_counts;

    use super::*;
    use crate::solvers::SearchSolver;

    /// Whether the player to move wins with this rack against that one on this table.
    fn wins(rack: &str, other: &str, table: &str, passes: u8) -> bool {
        let rules = RuleSet::preset("original").unwrap();
        let tiles = |text| parse_counts(text, &rules).unwrap();
        let duel = Duel {
            to_move: 0,
            racks: [tiles(rack), tiles(other)],
            table: tiles(table),
            passes,
        };
        let mut solver = SearchSolver::new();
        let mut queries = PartitionQueries::new(&rules, &mut solver, 10_000);
        Ends::default().wins(&duel, &mut queries, 0).unwrap()
    }

    #[test]
    fn where_nobody_can_lay_the_lower_rack_wins() {
        for passes in [0, 1] {
            assert!(wins("K1", "K9", "R3 R4 R5", passes));
            assert!(!wins("K9", "K1", "R3 R4 R5", passes));
        }
    }

    #[test]
    fn a_play_that_lets_the_other_out_loses() {
        // The six must go, and then the other's seven fits.
        assert!(!wins("R6 K1", "R7", "R3 R4 R5", 0));
        // Here nothing fits after it, and the own rack is the lower one.
        assert!(wins("R6 K1", "K9 B9", "R3 R4 R5", 0));
    }

    #[test]
    fn who_has_the_last_safe_play_wins() {
        // Two plays against one, with racks that cannot go in any other way.
        assert!(wins("R6 B6 K1 O1", "R2 K9 K9 O9", "R3 R4 R5 B3 B4 B5", 0));
    }
}
