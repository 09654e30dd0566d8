//! Own sets that reach the threshold of an opening, each way to choose them. Refuses to know the table.

use std::collections::BTreeSet;

use rummilab_core::{RuleSet, TileCounts};
use rummilab_solver::catalogue::Catalogue;

/// Every choice of disjoint sets from these tiles that reaches the threshold and would not without any one of them; of
/// choices with the same tiles, one.
pub fn own_openings(rules: &RuleSet, rack: &TileCounts) -> Vec<Vec<TileCounts>> {
    let catalogue = Catalogue::of_tiles(rules, rack);
    let mut sets: Vec<(TileCounts, u32)> = catalogue
        .sets()
        .iter()
        .map(|set| (set.tiles, set.value))
        .collect();
    // The dearest first, so that a choice is finished by its cheapest set.
    sets.sort_by_key(|(tiles, value)| (std::cmp::Reverse(*value), *tiles));
    let mut choices = Choices {
        sets: &sets,
        needed: u32::from(rules.opening_min),
        chosen: Vec::new(),
        seen: BTreeSet::new(),
        found: Vec::new(),
    };
    choices.go_on(*rack, 0, 0);
    choices.found
}

struct Choices<'a> {
    sets: &'a [(TileCounts, u32)],
    needed: u32,
    chosen: Vec<TileCounts>,
    seen: BTreeSet<TileCounts>,
    found: Vec<Vec<TileCounts>>,
}

impl Choices<'_> {
    /// Goes on with the sets from number `from` on.
    fn go_on(&mut self, left: TileCounts, value: u32, from: usize) {
        if value >= self.needed {
            if self.seen.insert(left) {
                self.found.push(self.chosen.clone());
            }
            return;
        }
        for (i, (tiles, more)) in self.sets.iter().enumerate().skip(from) {
            if let Some(rest) = left.checked_sub(tiles) {
                self.chosen.push(*tiles);
                self.go_on(rest, value + more, i);
                self.chosen.pop();
            }
        }
    }
}
