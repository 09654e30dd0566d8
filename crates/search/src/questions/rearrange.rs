//! The best new table for a player who may use the old one.

use rummilab_core::{GroupAccess, Position, RuleSet, Set, TileCounts};
use rummilab_solver::Goal;

use crate::grammar::{Jokers, OwnGroups, Spare, Task};
use crate::questions::{Found, RunGrammar, SearchSolver, Worth, task_of};
use crate::sweep::{End, attach_jokers};

impl SearchSolver {
    /// The best new table for a player who may use the old one, with these rack tiles laid whatever they are worth.
    pub(super) fn play(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        rack_must: &TileCounts,
    ) -> Found {
        if rules.group_access == GroupAccess::OwnerOnly {
            let (rest, untouchable) = without_groups_of_others(rules, position);
            let mut sets = self.play_freely(rules, &rest, goal, rack_must)?;
            sets.extend(untouchable);
            return Some(sets);
        }
        self.play_freely(rules, position, goal, rack_must)
    }

    /// The same where no group is out of reach altogether. Stacks are looked at only when the best table breaks them.
    fn play_freely(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        rack_must: &TileCounts,
    ) -> Found {
        let sets = self.rearrange(rules, position, goal, rack_must, None)?;
        if !rules.has_group_owners() || stacks_kept(rules, position, &sets) {
            return Some(sets);
        }
        let jokers = Jokers::among(&position.table) + Jokers::among(&position.rack);
        let mut own = OwnGroups::new(rules, position, jokers);
        self.rearrange(rules, position, goal, rack_must, Some(&mut own))
    }

    fn rearrange(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        rack_must: &TileCounts,
        mut own: Option<&mut OwnGroups>,
    ) -> Found {
        let worth = Worth::of(goal);
        let must = Jokers::among(&position.table) + Jokers::among(rack_must);
        let task = task_of(rules, position, &worth, rack_must).downwards();
        let lazy = self.with_needed_jokers(rules, &task, &worth, must, own.as_deref_mut());
        // Putting jokers where there is room may have cut a group in two.
        let kept = |sets: &Vec<Set>| own.is_none() || stacks_kept(rules, position, sets);
        if let Some(found) = lazy
            && found.as_ref().is_none_or(kept)
        {
            return found;
        }
        let task = Task {
            joker_worth: worth.jokers,
            spare: must
                .by_kind()
                .map(|n| if n > 0 { Spare::Apart } else { Spare::Welcome }),
            all_must: std::array::from_fn(|kind| {
                let (must, at_hand) = (must.by_kind(), task.jokers.by_kind());
                must[kind] > 0 && must[kind] == at_hand[kind]
            }),
            all_group_jokers: true,
            ..task
        };
        let total = |end: &End| must.within(end.used).then_some(end.worth);
        // Sets that could not be built are none, which the checker reports as what it is: a fault of the solver.
        self.best(rules, &task, RunGrammar::Anywhere, Some(0), total, own)
            .map(|(_, sets)| sets.unwrap_or_default())
    }

    /// The fast way: jokers only where a set needs one, the others put where there is room. `None` if there is no
    /// room, so that only the full sweep knows; `Some(None)` if the tiles that must be used cannot be.
    fn with_needed_jokers(
        &mut self,
        rules: &RuleSet,
        task: &Task,
        worth: &Worth<'_>,
        must: Jokers,
        own: Option<&mut OwnGroups>,
    ) -> Option<Found> {
        let axes = |used: Jokers| used.by_kind()[3];
        let task = Task {
            joker_worth: [0, 0, 0, worth.jokers[3]],
            spare: [
                Spare::Welcome,
                Spare::Welcome,
                Spare::Welcome,
                if axes(must) > 0 {
                    Spare::Apart
                } else {
                    Spare::Welcome
                },
            ],
            all_must: [
                false,
                false,
                false,
                axes(must) > 0 && axes(must) == axes(task.jokers),
            ],
            // A group that nothing may leave keeps its jokers, needed or not.
            all_group_jokers: own.as_ref().is_some_and(|own| own.whole()),
            ..task.clone()
        };
        // Jokers in all: those needed, those that must be laid, and every one worth laying. A mirror joker is laid where
        // it is needed or not at all.
        let laid = |used: Jokers| {
            let (at_hand, used, must) = (task.jokers.by_kind(), used.by_kind(), must.by_kind());
            Jokers::of(std::array::from_fn(|kind| match kind {
                3 => used[3],
                _ if worth.jokers[kind] > 0 => at_hand[kind],
                _ => used[kind].max(must[kind]),
            }))
        };
        let total = |end: &End| {
            let of_kind = laid(end.used)
                .by_kind()
                .into_iter()
                .zip(worth.jokers)
                .take(3);
            let jokers: i64 = of_kind.map(|(n, each)| i64::from(n) * each).sum();
            (axes(end.used) >= axes(must)).then_some(end.worth + jokers)
        };
        // The total counts the jokers laid in the end: no more than all of those worth laying and the others that must.
        let above_worth = (0..3)
            .map(|kind| {
                let (at_hand, must) = (task.jokers.by_kind(), must.by_kind());
                let most = if worth.jokers[kind] > 0 {
                    at_hand
                } else {
                    must
                };
                i64::from(most[kind]) * worth.jokers[kind]
            })
            .sum();
        let Some((end, sets)) = self.best(
            rules,
            &task,
            RunGrammar::WhereNeeded,
            Some(above_worth),
            total,
            own,
        ) else {
            return Some(None);
        };
        // Where the values are few, double jokers may find no room in front of a run.
        attach_jokers(rules, sets?, laid(end.used) - end.used).map(Some)
    }
}

/// Whether the group stacks allow these sets.
pub fn stacks_kept(rules: &RuleSet, position: &Position, sets: &[Set]) -> bool {
    let free = position.stacks.most_own.is_none() && rules.group_access == GroupAccess::Anyone;
    free || rules.place_groups(&position.stacks, sets).is_some()
}

/// The position without the groups of others, and those groups.
fn without_groups_of_others(rules: &RuleSet, position: &Position) -> (Position, Vec<Set>) {
    let (own, others): (Vec<_>, Vec<_>) = position
        .stacks
        .groups
        .iter()
        .copied()
        .partition(|group| group.own);
    let mut rest = position.clone();
    for group in &others {
        rest.table = rest.table.saturating_sub(&group.tiles);
    }
    rest.stacks.groups = own;
    let laid = |tiles: &TileCounts| {
        let tiles: Vec<_> = tiles.tiles().collect();
        rules.lay_out(&tiles).unwrap_or_else(|| Set::new(tiles))
    };
    (
        rest,
        others.iter().map(|group| laid(&group.tiles)).collect(),
    )
}
