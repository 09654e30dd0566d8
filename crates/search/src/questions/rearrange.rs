//! The best new table for a player who may use the old one.
//!
//! Two searches, the cheap one first. The first lays jokers only where a set needs one, and puts
//! the others wherever there is room. If there is none, the second lays jokers anywhere.

use rummilab_core::{
    Block, GroupAccess, JokerKind, OldGroup, Position, RuleSet, Set, Table, TileCounts,
};
use rummilab_solver::{Goal, Verified};

use crate::grammar::{Jokers, KEPT, KeepableSets, MIRROR, OwnGroups, Spare, Task};
use crate::questions::{
    KeepingQuery, LaidJokers, RuleKey, RunGrammar, SearchSolver, TurnQuery, Worth, task_of,
};
use crate::sweep::{Totals, attach_jokers};

/// The outcome of the search with needed jokers.
enum NeededJokers {
    /// The best sets, all jokers in their places.
    Sets(Vec<Set>),
    /// The tiles that must lie cannot lie, or no play is better than asked for.
    Impossible,
    /// A joker that no set needs finds no room: only the search with jokers anywhere can tell.
    NoRoom,
}

/// The outcome of the search for the play that keeps the most old sets.
pub enum MostKept {
    /// The new table of one.
    Sets(Vec<Set>),
    /// No play keeps more than the given one.
    NoMore,
    /// Another method must tell: a joker found no room, a stack no owner, or the search gave up.
    Unknown,
}

/// The last question that the search with needed jokers and without owners has answered by itself.
#[derive(Debug)]
pub struct Settled {
    rules: RuleKey,
    access: GroupAccess,
    position: Position,
    goal: Goal,
}

impl SearchSolver {
    /// The best new table with these rack tiles laid; `None` if there is none.
    pub(super) fn best_table(
        &mut self,
        question: TurnQuery<'_>,
        rack_must: &TileCounts,
    ) -> Option<Vec<Set>> {
        let (rules, position, _) = question.parts();
        if rules.group_access != GroupAccess::OwnerOnly {
            return self.best_reachable(question, rack_must);
        }
        let (rest, untouchable) = without_groups_of_others(rules, position);
        let mut sets = self.best_reachable(question.at(&rest), rack_must)?;
        sets.extend(untouchable);
        Some(sets)
    }

    /// The best new table without groups out of reach. Own groups are counted only if need be.
    fn best_reachable(
        &mut self,
        question: TurnQuery<'_>,
        rack_must: &TileCounts,
    ) -> Option<Vec<Set>> {
        let (rules, position, _) = question.parts();
        if !position.blocks.is_empty() {
            return self.best_with_blocks(question, rack_must);
        }
        let sets = self.rearrange(question, rack_must, None)?;
        if !rules.has_group_owners() || stacks_kept(rules, position, &sets) {
            return Some(sets);
        }
        self.settled = None;
        let jokers = Jokers::among(&position.table) + Jokers::among(&position.rack);
        let known = self.own.take().filter(|own| own.are_of(position, jokers));
        let mut own = known.unwrap_or_else(|| OwnGroups::new(rules, position, jokers));
        let found = self.rearrange(question, rack_must, Some(&mut own));
        self.own = self.sweeps.asks_several().then_some(own);
        found
    }

    fn rearrange(
        &mut self,
        question: TurnQuery<'_>,
        rack_must: &TileCounts,
        own: Option<&mut OwnGroups>,
    ) -> Option<Vec<Set>> {
        let (rules, position, goal) = question.parts();
        let task = task_of(rules, position, &Worth::of(goal), rack_must);
        self.rearrange_task(question, rack_must, task, own)
    }

    /// The best new table by this task, which is that of the question but for blocks.
    pub(super) fn rearrange_task(
        &mut self,
        question: TurnQuery<'_>,
        rack_must: &TileCounts,
        task: Task,
        mut own: Option<&mut OwnGroups>,
    ) -> Option<Vec<Set>> {
        let (rules, position, goal) = question.parts();
        let worth = Worth::of(goal);
        let must = Jokers::among(&position.table) + Jokers::among(rack_must);
        let task = task.downwards();
        match self.with_needed_jokers(question, &task, must, own.as_deref_mut()) {
            NeededJokers::Impossible => return None,
            // Putting jokers where there is room may have cut a group in two.
            NeededJokers::Sets(sets) if own.is_none() || stacks_kept(rules, position, &sets) => {
                let lone = own.is_none() && rack_must.is_empty();
                if lone && needs_settling(rules, &task) && !self.gave_up {
                    self.settle(question);
                }
                return Some(sets);
            }
            NeededJokers::Sets(_) | NeededJokers::NoRoom => {}
        }
        let (musts, at_hand) = (must.by_kind(), task.jokers.by_kind());
        let task = Task {
            joker_worth: worth.jokers,
            spare: musts.map(|n| if n > 0 { Spare::Apart } else { Spare::Welcome }),
            all_must: std::array::from_fn(|kind| musts[kind] > 0 && musts[kind] == at_hand[kind]),
            all_group_jokers: true,
            ..task
        };
        let jokers = LaidJokers::new(task.jokers, must, &worth, None);
        let totals = Totals {
            of: &|end| must.within(end.used).then_some(end.worth),
            above_worth: Some(0),
            better_than: question.to_exceed(&jokers, &worth),
            worthless: None,
        };
        // Sets that cannot be built are a fault of the solver. No sets at all let the checker
        // report it.
        self.best(rules, &task, RunGrammar::Anywhere, totals, own, None)
            .map(|best| best.sets.unwrap_or_default())
    }

    /// The new table of a play as good as this one that keeps the most sets of the old one.
    pub(super) fn most_kept(
        &mut self,
        question: TurnQuery<'_>,
        before: &Table,
        best: &Verified,
    ) -> MostKept {
        let (rules, position, goal) = question.parts();
        let worth = Worth::of(goal);
        let must = Jokers::among(&position.table);
        let task = task_of(rules, position, &worth, &TileCounts::EMPTY).downwards();
        let task = task.turned().unwrap_or(task);
        let task = needed_jokers_task(task, &worth, must);
        let jokers = LaidJokers::new(task.jokers, must, &worth, None);
        if !self.is_best_with_needed_jokers(question, &task, &jokers, best) {
            return MostKept::Unknown;
        }
        let changed = before.sets().len() - before.untouched_in(&best.table(before));
        let Some(keepable) = KeepableSets::of(rules, &task.order, before.sets()) else {
            return MostKept::Unknown;
        };
        let task = task.keeping(keepable);
        let totals = Totals {
            of: &|end| Some(end.worth + KEPT * jokers.ending(end.used, end.points)?),
            above_worth: Some(KEPT * jokers.most()),
            better_than: None,
            worthless: None,
        };
        let query = KeepingQuery {
            total: KEPT * jokers.total(&worth, &best.played),
            most_changed: changed as i64 - 1,
        };
        let grammar = RunGrammar::WhereNeeded;
        let found = self.best(rules, &task, grammar, totals, None, Some(query));
        let Some(found) = found else {
            return if self.gave_up {
                MostKept::Unknown
            } else {
                MostKept::NoMore
            };
        };
        let spare = jokers.laid(found.end.used) - found.end.used;
        let blocks = 0;
        let sets = found
            .sets
            .and_then(|sets| attach_jokers(rules, sets, spare, blocks));
        let Some(mut sets) = sets else {
            return MostKept::Unknown;
        };
        sets.extend(found.kept.iter().map(|i| before.sets()[*i].clone()));
        if !rules.has_group_owners() || stacks_kept(rules, position, &sets) {
            MostKept::Sets(sets)
        } else {
            MostKept::Unknown
        }
    }

    /// Whether this best play is still the best if every spare joker finds room and groups have no
    /// owners. Otherwise the sweep drops states of it for those of better plays that cannot lie.
    fn is_best_with_needed_jokers(
        &mut self,
        question: TurnQuery<'_>,
        task: &Task,
        jokers: &LaidJokers,
        best: &Verified,
    ) -> bool {
        let (rules, _, goal) = question.parts();
        if !needs_settling(rules, task) || self.is_settled(question) {
            return true;
        }
        let worth = Worth::of(goal);
        let totals = Totals {
            of: &|end| Some(end.worth + jokers.ending(end.used, end.points)?),
            above_worth: Some(jokers.most()),
            better_than: Some(jokers.total(&worth, &best.played)),
            worthless: None,
        };
        let better = self.best(rules, task, RunGrammar::WhereNeeded, totals, None, None);
        better.is_none() && !self.gave_up
    }

    /// Remembers that the search with needed jokers alone has answered this question.
    fn settle(&mut self, question: TurnQuery<'_>) {
        let (rules, position, goal) = question.parts();
        self.settled = self.tables.key().map(|key| Settled {
            rules: key,
            access: rules.group_access,
            position: position.clone(),
            goal: goal.clone(),
        });
    }

    /// Whether the search with needed jokers alone has answered this question last.
    fn is_settled(&self, question: TurnQuery<'_>) -> bool {
        let (rules, position, goal) = question.parts();
        self.settled.as_ref().is_some_and(|settled| {
            settled.position == *position
                && settled.goal == *goal
                && settled.rules == RuleKey::of(rules)
                && settled.access == rules.group_access
        })
    }

    /// The search in which runs take jokers only where they need one.
    fn with_needed_jokers(
        &mut self,
        question: TurnQuery<'_>,
        task: &Task,
        must: Jokers,
        own: Option<&mut OwnGroups>,
    ) -> NeededJokers {
        let (rules, _, goal) = question.parts();
        let worth = &Worth::of(goal);
        let task = Task {
            // A group that nothing may leave keeps its jokers, needed or not. And a mirror group
            // may be a run only with more jokers than it needs.
            all_group_jokers: own
                .as_ref()
                .is_some_and(|own| own.whole || task.has_special_jokers()),
            ..needed_jokers_task(task.clone(), worth, must)
        };
        let jokers = LaidJokers::new(task.jokers, must, worth, None);
        let totals = Totals {
            of: &|end| Some(end.worth + jokers.ending(end.used, end.points)?),
            above_worth: Some(jokers.most()),
            better_than: question.to_exceed(&jokers, worth),
            worthless: question.laying_nothing(&task, &jokers, worth),
        };
        let grammar = RunGrammar::WhereNeeded;
        let Some(best) = self.best(rules, &task, grammar, totals, own, None) else {
            return NeededJokers::Impossible;
        };
        // If the values are few, double jokers may find no room in front of a run.
        let spare = jokers.laid(best.end.used) - best.end.used;
        let blocks = question.parts().1.blocks.len();
        let sets = best
            .sets
            .and_then(|sets| attach_jokers(rules, sets, spare, blocks));
        sets.map_or(NeededJokers::NoRoom, NeededJokers::Sets)
    }
}

/// The task in which jokers are laid only where they are needed. Their worth is added at the end
/// ([`LaidJokers`]). The worth of mirror jokers is not: they are laid where needed or not at all.
pub fn needed_jokers_task(mut task: Task, worth: &Worth<'_>, must: Jokers) -> Task {
    task.joker_worth[MIRROR] = worth.jokers[MIRROR];
    let mirrors = must.get(JokerKind::Mirror);
    if mirrors > 0 {
        task.spare[MIRROR] = Spare::Apart;
        task.all_must[MIRROR] = mirrors == task.jokers.get(JokerKind::Mirror);
    }
    task
}

/// Whether a sweep with needed jokers and without owners may find a play that cannot lie.
fn needs_settling(rules: &RuleSet, task: &Task) -> bool {
    task.jokers != Jokers::NONE || rules.has_group_owners()
}

/// Whether the group stacks allow these sets.
pub fn stacks_kept(rules: &RuleSet, position: &Position, sets: &[Set]) -> bool {
    let free = position.stacks.most_own.is_none() && rules.group_access == GroupAccess::Anyone;
    free || rules.place_groups(&position.stacks, sets).is_some()
}

/// The position without the groups of others, and those groups.
fn without_groups_of_others(rules: &RuleSet, position: &Position) -> (Position, Vec<Set>) {
    let groups = position.stacks.groups.iter().copied();
    let (own, others): (Vec<_>, Vec<_>) = groups.partition(|group| group.own);
    let mut rest = position.clone();
    for group in &others {
        rest.table = rest.table.saturating_sub(&group.tiles);
    }
    rest.stacks.groups = own;
    let laid = |group: &OldGroup| {
        // A group that keeps its jokers lies as it did.
        let block = position.blocks.iter().find(|block| block.old == group.set);
        let tiles = || group.tiles.tiles().collect::<Vec<_>>();
        let lies = || rules.lay_out(&tiles()).unwrap_or_else(|| Set::new(tiles()));
        block.map_or_else(lies, |block| block.set.clone())
    };
    let sets = others.iter().map(laid).collect();
    let is_other = |block: &Block| others.iter().any(|group| group.set == block.old);
    rest.blocks.retain(|block| !is_other(block));
    (rest, sets)
}
