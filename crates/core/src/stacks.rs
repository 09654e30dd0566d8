//! The owners of groups after a turn (docs/rules.md#group-stacks): which old group each new group
//! continues, and whether all limits hold.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::counts::TileCounts;
use crate::position::{OldGroup, Position, Stacks};
use crate::rules::{GroupAccess, RuleSet};
use crate::seat::Seat;
use crate::set::{Set, Table};

/// The role of a new set for the group stacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackPlace {
    /// A run: it lies in the middle of the table and belongs to nobody.
    Middle,
    /// A new group, in the stack of the player who lays it.
    New,
    /// It continues the old group with this number and stays in its stack.
    Continues(usize),
}

impl RuleSet {
    /// The group stacks of this table as seat `me` sees them, for a [`Position`]. If the table
    /// names no owners, or `me` is `None`, no group is own and there is no limit. Empty if groups
    /// have no owners.
    pub fn stacks(&self, table: &Table, me: Option<Seat>) -> Stacks {
        if !self.has_group_owners() {
            return Stacks::default();
        }
        let owners = table.owners().filter(|_| me.is_some());
        let is_group = |(i, set): &(usize, &Set)| match owners {
            Some(owners) => owners[*i].is_some(),
            None => self.readings(set).is_group(),
        };
        let groups = table.sets().iter().enumerate().filter(is_group);
        let groups = groups.filter_map(|(i, set)| {
            Some(OldGroup {
                set: i,
                tiles: TileCounts::try_from_tiles(set.tiles().iter().copied()).ok()?,
                own: owners.is_some() && table.owner(i).map(Seat::from) == me,
            })
        });
        Stacks {
            groups: groups.collect(),
            most_own: self.group_cap_per_player.0.filter(|_| owners.is_some()),
        }
    }

    /// The turn problem of seat `me` with this table.
    pub fn position(
        &self,
        table: &Table,
        rack: TileCounts,
        opened: bool,
        me: Option<Seat>,
    ) -> Position {
        Position {
            table: table.counts().unwrap_or_default(),
            rack,
            opened,
            stacks: self.stacks(table, me),
            laid: Some(table.sets().to_vec()),
            blocks: Vec::new(),
        }
    }

    /// The role of each set of a new table, as a turn would have to claim it
    /// (docs/rules.md#group-stacks). Among all choices that keep `most_own` and `group_access`, it
    /// leaves most groups as they were in their stacks, then has the fewest own groups. `None` if
    /// there is none.
    pub fn place_groups(&self, old: &Stacks, sets: &[Set]) -> Option<Vec<StackPlace>> {
        let most_own = old.most_own.map_or(usize::MAX, usize::from);
        // For each number of own groups: the most groups left as they were, and the places.
        let mut placements: Placements =
            BTreeMap::from([(0, (0, vec![StackPlace::Middle; sets.len()]))]);
        for value in 1..=self.values {
            let mut here = AtValue::of(self, old, sets, value);
            if here.sets.is_empty() && here.bound.is_empty() {
                continue;
            }
            here.place(0);
            placements = combined(&placements, &here.placements, most_own);
        }
        let best = placements
            .into_iter()
            .max_by_key(|(own, (same, _))| (*same, Reverse(*own)));
        best.map(|(_, (_, places))| places)
    }

    /// All roles that this set could have by itself.
    fn choices(&self, old: &Stacks, set: &Set, tiles: &TileCounts) -> Vec<StackPlace> {
        let readings = self.readings(set);
        let mut choices = Vec::new();
        // Of equal roles the first is taken, and a run that lay in the middle should stay there.
        if readings.is_run() {
            choices.push(StackPlace::Middle);
        }
        if readings.is_group() {
            let groups = old.groups.iter().enumerate();
            let fitting = groups.filter(|(_, group)| self.may_continue(group, tiles));
            choices.extend(fitting.map(|(i, _)| StackPlace::Continues(i)));
            choices.push(StackPlace::New);
        }
        choices
    }

    /// Whether a group may count as the continuation of an old one: the same value, a common tile,
    /// and no change that `group_access` forbids for the groups of others.
    pub(crate) fn may_continue(&self, old: &OldGroup, new: &TileCounts) -> bool {
        let shares = || old.tiles.kinds().any(|(tile, _)| new.count(tile) > 0);
        let kept = || match self.group_access {
            _ if old.own => true,
            GroupAccess::Anyone => true,
            GroupAccess::AttachOnly => new.contains(&old.tiles),
            GroupAccess::OwnerOnly => *new == old.tiles,
        };
        value_of(&old.tiles) == value_of(new) && shares() && kept()
    }
}

/// For each number of own groups: the most groups left as they were, and the role of every set.
type Placements = BTreeMap<usize, (usize, Vec<StackPlace>)>;

/// The value of a group.
fn value_of(tiles: &TileCounts) -> Option<u8> {
    tiles.kinds().find_map(|(tile, _)| tile.value())
}

/// The combinations of both decisions; for equal numbers of own groups the better one stays.
fn combined(a: &Placements, b: &Placements, most_own: usize) -> Placements {
    let mut both = Placements::new();
    for (own, (same, places)) in a {
        for (more_own, (more_same, more_places)) in b {
            let (own, same) = (own + more_own, same + more_same);
            if own > most_own || both.get(&own).is_some_and(|(known, _)| *known >= same) {
                continue;
            }
            let at = places.iter().zip(more_places);
            let merge =
                |(a, b): (&StackPlace, &StackPlace)| if *b == StackPlace::Middle { *a } else { *b };
            both.insert(own, (same, at.map(merge).collect()));
        }
    }
    both
}

/// The sets that may be groups of one value, and every placement of them.
struct AtValue<'a> {
    old: &'a Stacks,
    /// Index, tiles and possible roles of each set.
    sets: Vec<(usize, TileCounts, Vec<StackPlace>)>,
    /// Old groups of others that must be continued.
    bound: Vec<usize>,
    places: Vec<StackPlace>,
    placements: Placements,
}

impl<'a> AtValue<'a> {
    fn of(rules: &RuleSet, old: &'a Stacks, sets: &[Set], value: u8) -> AtValue<'a> {
        let with_tiles = |(i, set): (usize, &Set)| {
            // Most sets are of other values, and their roles take long to tell.
            let mut values = set.tiles().iter().map(|tile| tile.value());
            if values.all(|of| of != Some(value)) {
                return None;
            }
            let tiles = TileCounts::try_from_tiles(set.tiles().iter().copied()).ok()?;
            let choices = rules.choices(old, set, &tiles);
            let here =
                value_of(&tiles) == Some(value) && choices.iter().any(|c| *c != StackPlace::Middle);
            here.then_some((i, tiles, choices))
        };
        let bound = |(_, group): &(usize, &OldGroup)| {
            rules.group_access != GroupAccess::Anyone
                && !group.own
                && value_of(&group.tiles) == Some(value)
        };
        let groups = old.groups.iter().enumerate();
        AtValue {
            old,
            sets: sets.iter().enumerate().filter_map(with_tiles).collect(),
            bound: groups.filter(bound).map(|(i, _)| i).collect(),
            places: vec![StackPlace::Middle; sets.len()],
            placements: Placements::new(),
        }
    }

    /// Places the sets from this one on, trying every choice.
    fn place(&mut self, next: usize) {
        let Some((set, _, choices)) = self.sets.get(next).cloned() else {
            return self.note();
        };
        for place in choices {
            let taken = matches!(place, StackPlace::Continues(_)) && self.places.contains(&place);
            if !taken {
                self.places[set] = place;
                self.place(next + 1);
            }
            self.places[set] = StackPlace::Middle;
        }
    }

    /// Keeps a placement if it is the best for its number of own groups.
    fn note(&mut self) {
        let continued = |i: &usize| self.places.contains(&StackPlace::Continues(*i));
        if !self.bound.iter().all(continued) {
            return;
        }
        let (mut own, mut same) = (0, 0);
        for (set, tiles, _) in &self.sets {
            match self.places[*set] {
                StackPlace::Continues(i) => {
                    own += usize::from(self.old.groups[i].own);
                    same += usize::from(self.old.groups[i].tiles == *tiles);
                }
                StackPlace::New => own += 1,
                StackPlace::Middle => {}
            }
        }
        if self
            .placements
            .get(&own)
            .is_none_or(|(known, _)| *known < same)
        {
            self.placements.insert(own, (same, self.places.clone()));
        }
    }
}
