//! The best new table with sets that may grow at their ends but not be taken apart.

use std::sync::Arc;

use rummilab_core::{GroupAccess, OldGroup, Position, Set, TileCounts};
use rummilab_solver::blocks::{Part, extensions};

use crate::grammar::{Blocks, Task};
use crate::questions::{SearchSolver, TurnQuery, Worth, played_tiles, task_of};

/// Most sets in which one block is tried, where a sweep cannot know blocks.
const MOST_EXTENSIONS: usize = 20_000;

impl SearchSolver {
    /// The best new table with these rack tiles laid, every block in one set.
    pub(super) fn best_with_blocks(
        &mut self,
        question: TurnQuery<'_>,
        rack_must: &TileCounts,
    ) -> Option<Vec<Set>> {
        let (rules, position, goal) = question.parts();
        let jokers = position.table.jokers() + position.rack.jokers();
        let Some(blocks) = Blocks::of(rules, &position.blocks, jokers) else {
            let mut found = None;
            self.extend_blocks(question, rack_must, &Part::whole(position), &mut found);
            return found.map(|(_, sets)| sets);
        };
        let loose = Position {
            table: Part::whole(position).loose_of_table(),
            ..position.clone()
        };
        let task = Task {
            blocks: Some(Arc::new(blocks)),
            ..task_of(rules, &loose, &Worth::of(goal), rack_must)
        };
        self.rearrange_task(question.at(&loose), rack_must, task, None)
    }

    /// Puts the first block of a part into each set in which it can lie, then the others, and keeps
    /// the best table.
    fn extend_blocks(
        &mut self,
        question: TurnQuery<'_>,
        rack_must: &TileCounts,
        part: &Part,
        found: &mut Option<(TileCounts, Vec<Set>)>,
    ) {
        let (rules, whole, goal) = question.parts();
        let Some(block) = part.position.blocks.first() else {
            return self.keep_better(question, rack_must, part, found);
        };
        let Some(sets) = extensions(rules, &block.set, &part.loose(), MOST_EXTENSIONS) else {
            self.gave_up = true;
            return;
        };
        let groups = part.position.stacks.groups.iter();
        let of_others = groups
            .copied()
            .find(|group| group.set == block.old && !group.own);
        let most = goal.most(rules, whole);
        for set in sets {
            let closed = |group: OldGroup| {
                rules.group_access == GroupAccess::OwnerOnly
                    && TileCounts::try_from_tiles(set.tiles().iter().copied()) != Ok(group.tiles)
            };
            let best = found.as_ref().map(|(played, _)| goal.score(played, 0));
            if best >= Some(most) || of_others.is_some_and(closed) {
                continue;
            }
            if self.sweeps.left() == 0 {
                self.gave_up = true;
                return;
            }
            if let Some(rest) = part.with_block_in(0, set) {
                self.extend_blocks(question, rack_must, &rest, found);
            }
        }
    }

    /// Keeps the best table of a part without blocks if it is better than the best so far.
    fn keep_better(
        &mut self,
        question: TurnQuery<'_>,
        rack_must: &TileCounts,
        part: &Part,
        found: &mut Option<(TileCounts, Vec<Set>)>,
    ) {
        let (_, whole, goal) = question.parts();
        let must = rack_must.saturating_sub(&part.laid);
        let than = found.as_ref().and_then(|(played, _)| part.rest_of(played));
        let inner = question.at(&part.position).without_rival();
        let inner = match &than {
            Some(than) if must.is_empty() => inner.as_good_as(than),
            _ => inner,
        };
        let Some(mut sets) = self.best_table(inner, &must) else {
            return;
        };
        sets.extend(part.placed.iter().cloned());
        let played = played_tiles(&sets, whole);
        let better =
            |(known, _): &(TileCounts, Vec<Set>)| goal.score(&played, 0) > goal.score(known, 0);
        if found.as_ref().is_none_or(better) {
            *found = Some((played, sets));
        }
    }
}
