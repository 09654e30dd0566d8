//! Checks of the group owners that a turn leaves, and the reason if they are impossible
//! (docs/rules.md#group-stacks).

use crate::counts::TileCounts;
use crate::position::{OldGroup, Stacks};
use crate::rules::{GroupAccess, RuleSet};
use crate::set::{Set, Table};
use crate::stacks::StackPlace;
use crate::turn::{Claim, Illegal};

impl RuleSet {
    /// The owner of each set of the new table. `None` if groups have no owners, or owners cannot be
    /// known because the claim names no seat or the old table no owners.
    pub(crate) fn judge_owners(
        &self,
        claim: &Claim<'_>,
    ) -> Result<Option<Vec<Option<u8>>>, Illegal> {
        if !self.has_group_owners() {
            return Ok(None);
        }
        let stacks = self.stacks(claim.before, claim.me);
        let sets = claim.after.sets();
        let me = claim.me.and_then(|me| u8::try_from(me.index()).ok());
        let me = me.filter(|_| claim.before.owners().is_some());
        if let (Some(me), Some(owners)) = (me, claim.after.owners()) {
            self.check_owners(claim, &stacks, me, owners)?;
            return Ok(Some(owners.to_vec()));
        }
        let places = self
            .place_groups(&stacks, sets)
            .ok_or_else(|| self.why_no_places(claim.before, &stacks, sets))?;
        let owner = |me: u8| {
            let owner = move |place: &StackPlace| match place {
                StackPlace::Middle => None,
                StackPlace::New => Some(me),
                StackPlace::Continues(group) => claim.before.owner(stacks.groups[*group].set),
            };
            places.iter().map(owner).collect()
        };
        Ok(me.map(owner))
    }

    /// Checks claimed owners: some choice of which old group each set continues must give exactly
    /// these.
    fn check_owners(
        &self,
        claim: &Claim<'_>,
        stacks: &Stacks,
        me: u8,
        owners: &[Option<u8>],
    ) -> Result<(), Illegal> {
        let sets = claim.after.sets();
        for (set, owner) in sets.iter().zip(owners) {
            let readings = self.readings(set);
            match owner {
                None if !readings.is_run() => return Err(Illegal::GroupWithoutOwner(set.clone())),
                Some(_) if !readings.is_group() => return Err(Illegal::RunWithOwner(set.clone())),
                _ => {}
            }
        }
        let own = owners.iter().filter(|owner| **owner == Some(me)).count();
        if let Some(most) = stacks.most_own.filter(|most| own > usize::from(*most)) {
            return Err(Illegal::TooManyGroups { groups: own, most });
        }
        let mut matching = Matching::new(stacks.groups.len());
        let foreign = (0..sets.len()).filter(|i| owners[*i].is_some_and(|owner| owner != me));
        let foreign: Vec<usize> = foreign.collect();
        let fits = |set: usize, group: &OldGroup| {
            let tiles = TileCounts::try_from_tiles(sets[set].tiles().iter().copied());
            !group.own
                && claim.before.owner(group.set) == owners[set]
                && tiles.is_ok_and(|tiles| self.may_continue(group, &tiles))
        };
        let continued = |group: &&OldGroup| !foreign.iter().any(|set| fits(*set, group));
        let mut bound = stacks.groups.iter().filter(|group| self.is_bound(group));
        if let Some(group) = bound.clone().find(continued) {
            return Err(self.touched(claim.before, group));
        }
        let candidates = |set: &usize| {
            let groups = stacks.groups.iter().enumerate();
            let groups = groups.filter(|(_, group)| fits(*set, group));
            groups.map(|(i, _)| i).collect()
        };
        let candidates: Vec<Vec<usize>> = foreign.iter().map(candidates).collect();
        for (i, set) in foreign.iter().enumerate() {
            if !matching.add(i, &candidates) {
                let set = sets[*set].clone();
                let owner = owners[foreign[i]].unwrap_or(me);
                return Err(Illegal::WrongOwner { set, owner });
            }
        }
        let free = |group: &&OldGroup| {
            let number = stacks.groups.iter().position(|other| other == *group);
            number.is_some_and(|number| matching.of_group[number].is_none())
        };
        match bound.find(free) {
            Some(group) => Err(self.touched(claim.before, group)),
            None => Ok(()),
        }
    }

    /// Whether some set must continue this group, because it belongs to another player and may not
    /// be dissolved.
    fn is_bound(&self, group: &OldGroup) -> bool {
        !group.own && self.group_access != GroupAccess::Anyone
    }

    /// The reason if no choice of owners is possible.
    fn why_no_places(&self, before: &Table, stacks: &Stacks, sets: &[Set]) -> Illegal {
        let with = |most: usize| Stacks {
            most_own: u8::try_from(most).ok(),
            ..stacks.clone()
        };
        if let Some(most) = stacks.most_own {
            let possible = |own: &usize| self.place_groups(&with(*own), sets).is_some();
            let fewest = (usize::from(most) + 1..=sets.len()).find(possible);
            if let Some(groups) = fewest {
                return Illegal::TooManyGroups { groups, most };
            }
        }
        let tiles = |set: &Set| TileCounts::try_from_tiles(set.tiles().iter().copied());
        let continued = |group: &OldGroup| {
            sets.iter()
                .filter_map(|set| tiles(set).ok())
                .any(|tiles| self.may_continue(group, &tiles))
        };
        let bound = || stacks.groups.iter().filter(|group| self.is_bound(group));
        let touched = bound().find(|group| !continued(group));
        match touched.or_else(|| bound().next()) {
            Some(group) => self.touched(before, group),
            // Without bound groups and without a cap every choice is possible.
            None => Illegal::TooManyGroups {
                groups: sets.len(),
                most: stacks.most_own.unwrap_or(0),
            },
        }
    }

    fn touched(&self, before: &Table, group: &OldGroup) -> Illegal {
        let set = before.sets()[group.set].clone();
        match self.group_access {
            GroupAccess::OwnerOnly => Illegal::GroupChanged(set),
            GroupAccess::AttachOnly | GroupAccess::Anyone => Illegal::GroupTakenFrom(set),
        }
    }
}

/// A matching of new sets to the old groups that they continue, built set by set along augmenting
/// paths.
struct Matching {
    /// For each group, the set that continues it.
    of_group: Vec<Option<usize>>,
}

impl Matching {
    fn new(groups: usize) -> Matching {
        Matching {
            of_group: vec![None; groups],
        }
    }

    /// Finds a group for this set, reassigning other sets if that helps. Returns `false` and
    /// changes nothing if there is none.
    fn add(&mut self, set: usize, candidates: &[Vec<usize>]) -> bool {
        let mut tried = vec![false; self.of_group.len()];
        self.augment(set, candidates, &mut tried)
    }

    fn augment(&mut self, set: usize, candidates: &[Vec<usize>], tried: &mut [bool]) -> bool {
        for &group in &candidates[set] {
            if std::mem::replace(&mut tried[group], true) {
                continue;
            }
            let free = match self.of_group[group] {
                None => true,
                Some(other) => self.augment(other, candidates, tried),
            };
            if free {
                self.of_group[group] = Some(set);
                return true;
            }
        }
        false
    }
}
