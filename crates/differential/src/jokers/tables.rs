//! The tables that a turn could leave, all of them: every partition of the tiles into sets, and
//! every way in which the sets can lie.

use rustc_hash::FxHashMap;

use super::layout::{Lying, layouts, read};
use super::place::{Goal, can_end};
use super::turn::{Scene, scenes};
use crate::board::Board;
use crate::multiset::Counts;
use crate::position::Position;
use crate::rules::Rules;
use crate::sets::Tired;

/// The old table of a position, and the layouts of new sets that are known.
pub struct Tables<'a> {
    rules: &'a Rules,
    before: Vec<Lying>,
    opened: bool,
    layouts: FxHashMap<Counts, Vec<Lying>>,
}

impl<'a> Tables<'a> {
    /// The table of this position.
    ///
    /// # Errors
    /// If a set does not say what it is, or groups have owners: that is left to the solvers.
    pub fn new(position: &'a Position) -> Result<Tables<'a>, Tired> {
        let rules = &position.rules;
        if rules.has_owners() {
            return Err(Tired);
        }
        let laid = position.laid();
        let before = laid.iter().map(|set| read(rules, set).map_err(|_| Tired));
        Ok(Tables {
            rules,
            before: before.collect::<Result<_, _>>()?,
            opened: position.opened,
            layouts: FxHashMap::default(),
        })
    }

    /// Whether some legal turn lays exactly these rack tiles.
    ///
    /// # Errors
    /// If the work limit of the board is reached.
    pub fn can_be_left(
        &mut self,
        board: &mut Board<'_>,
        table: Counts,
        laid: Counts,
    ) -> Result<bool, Tired> {
        if !board.lies(table + laid)? {
            return Ok(false);
        }
        let tiles = board.kinds.list(laid);
        let scenes = scenes(self.rules, &self.before, &tiles, self.opened);
        board.each_partition(table + laid, &mut Vec::new(), &mut |board, sets| {
            let mut ways = Vec::new();
            for set in sets {
                ways.push(self.layouts_of(board, *set));
            }
            self.lies_as_one_of(board, &scenes, &ways, &mut Vec::new())
        })
    }

    /// The layouts of a set. Without jokers any of them will do: nothing in it is locked.
    fn layouts_of(&mut self, board: &Board<'_>, set: Counts) -> Vec<Lying> {
        if let Some(known) = self.layouts.get(&set) {
            return known.clone();
        }
        let mut ways = layouts(self.rules, &board.kinds.list(set));
        if set & board.kinds.joker_mask() == 0 {
            ways.truncate(1);
        }
        self.layouts.insert(set, ways.clone());
        ways
    }

    /// Chooses a layout of each set.
    fn lies_as_one_of(
        &self,
        board: &mut Board<'_>,
        scenes: &[Scene],
        ways: &[Vec<Lying>],
        after: &mut Vec<Lying>,
    ) -> Result<bool, Tired> {
        let Some((first, rest)) = ways.split_first() else {
            board.step()?;
            let goal = Goal {
                rules: self.rules,
                before: &self.before,
                after,
                owners: None,
            };
            return Ok(scenes.iter().any(|scene| can_end(&goal, scene)));
        };
        for lying in first {
            after.push(lying.clone());
            let found = self.lies_as_one_of(board, scenes, rest, after)?;
            after.pop();
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
