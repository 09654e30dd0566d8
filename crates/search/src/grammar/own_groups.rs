//! The fewest own groups that tiles of one value can make.
//!
//! It is needed if a player may own only a limited number of groups, or may not use those of others
//! freely (docs/rules.md#group-stacks). The sweep asks for each layout of groups.

use std::cell::Cell;
use std::collections::BTreeMap;

use rummilab_core::{Colour, GroupAccess, Position, RuleSet, Stacks, TileCounts};

use crate::grammar::{GroupShape, Groups, Jokers};

/// Counts own groups for positions with the same group stacks and jokers.
#[derive(Debug)]
pub struct OwnGroups {
    rules: RuleSet,
    stacks: Stacks,
    jokers: Jokers,
    groups: Groups,
    colours: Vec<Colour>,
    /// The most own groups after the turn.
    pub most: u8,
    others: Vec<TileCounts>,
    /// Whether each must be continued whole.
    pub whole: bool,
    known: BTreeMap<(u8, u16, Jokers), Option<u8>>,
    /// Splits tried since they were last taken, and how many may be.
    tried: Cell<u64>,
    allowed: u64,
}

/// There are more splits into groups than a question may try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManySplits;

/// The comparison of the groups of a split with those of others takes as long as this many splits.
const COMPARISON: u64 = 32;

/// Groups that are looked at for a split in the time of a split.
const SHAPES: u64 = 64;

impl OwnGroups {
    pub fn new(rules: &RuleSet, position: &Position, jokers: Jokers) -> OwnGroups {
        let others = position.stacks.groups.iter().filter(|group| !group.own);
        OwnGroups {
            rules: rules.clone(),
            stacks: position.stacks.clone(),
            jokers,
            groups: Groups::new(rules, jokers),
            colours: rules.colours().to_vec(),
            most: position.stacks.most_own.unwrap_or(u8::MAX),
            others: others.map(|group| group.tiles).collect(),
            whole: rules.group_access != GroupAccess::Anyone,
            known: BTreeMap::new(),
            tried: Cell::new(0),
            allowed: u64::MAX,
        }
    }

    /// Whether these serve for this position as well. The rules must be the same.
    pub fn are_of(&self, position: &Position, jokers: Jokers) -> bool {
        self.jokers == jokers && self.stacks == position.stacks
    }

    /// The fewest own groups that use exactly these tiles and jokers. A group is own if it does not
    /// continue one of another player. `None` if a group that must stay cannot.
    ///
    /// Takes the splits that it tries from those `allowed`.
    ///
    /// # Errors
    /// After more than these.
    pub fn fewest(
        &mut self,
        value: u8,
        index: u16,
        used: Jokers,
        allowed: &mut u64,
    ) -> Result<Option<u8>, TooManySplits> {
        if let Some(known) = self.known.get(&(value, index, used)) {
            return Ok(*known);
        }
        let before = self.tried.replace(0);
        self.allowed = *allowed;
        let fewest = self.best(value, index, used).map(|(own, _)| own);
        self.allowed = u64::MAX;
        let tried = self.tried.get();
        self.tried.set(tried.saturating_add(before));
        let left = allowed.checked_sub(tried);
        *allowed = left.unwrap_or(0);
        left.ok_or(TooManySplits)?;
        self.known.insert((value, index, used), fewest);
        Ok(fewest)
    }

    /// Splits tried since the last call of this.
    pub fn take_tried(&mut self) -> u64 {
        self.tried.take()
    }

    /// Groups of these tiles and jokers with the fewest own ones.
    pub fn build(&self, value: u8, index: u16, used: Jokers) -> Vec<GroupShape> {
        self.best(value, index, used)
            .map_or_else(Vec::new, |(_, shapes)| shapes)
    }

    /// The split with the fewest own groups, and how many they are.
    fn best(&self, value: u8, index: u16, used: Jokers) -> Option<(u8, Vec<GroupShape>)> {
        let of_value =
            |tiles: &&TileCounts| tiles.kinds().find_map(|(tile, _)| tile.value()) == Some(value);
        let others: Vec<TileCounts> = self.others.iter().filter(of_value).copied().collect();
        let mut best = None;
        self.split(value, index, used, &others, &mut Vec::new(), &mut best);
        best
    }

    fn count(&self, splits: u64) {
        self.tried.set(self.tried.get().saturating_add(splits));
    }

    /// Tries every split of tiles and jokers into groups.
    fn split(
        &self,
        value: u8,
        index: u16,
        used: Jokers,
        others: &[TileCounts],
        shapes: &mut Vec<GroupShape>,
        best: &mut Option<(u8, Vec<GroupShape>)>,
    ) {
        let found = best.as_ref().is_some_and(|(own, _)| *own == 0);
        if found || self.tried.get() > self.allowed {
            return;
        }
        self.count(1);
        if index == 0 {
            if used == Jokers::NONE {
                self.count(COMPARISON);
                let own = self.own(value, others, shapes);
                if let Some(own) = own
                    && best.as_ref().is_none_or(|(least, _)| own < *least)
                {
                    *best = Some((own, shapes.clone()));
                }
            }
            return;
        }
        self.count(self.groups.most_shapes() / SHAPES);
        for shape in self.groups.shapes_for(index) {
            if shape.used.within(used) {
                shapes.push(shape);
                let (index, used) = (index - shape.index, used - shape.used);
                self.split(value, index, used, others, shapes, best);
                shapes.pop();
            }
        }
    }

    /// The fewest of these groups that are own. A set that can be read as a run need not lie in a
    /// stack.
    fn own(&self, value: u8, others: &[TileCounts], shapes: &[GroupShape]) -> Option<u8> {
        let group = |shape: &GroupShape| {
            let set = shape.set(&self.colours, value);
            Group {
                tiles: set.tiles().iter().copied().collect(),
                is_run: shape.used != Jokers::NONE && self.rules.judge(set.tiles()).is_run(),
            }
        };
        let groups: Vec<Group> = shapes.iter().map(group).collect();
        let stacked = groups.iter().filter(|group| !group.is_run).count();
        let continued = self.continued(others, &groups, &mut vec![false; groups.len()])?;
        Some(stacked as u8 - continued)
    }

    /// The most groups of others that these groups can continue, without those that can be read as
    /// a run.
    fn continued(
        &self,
        others: &[TileCounts],
        groups: &[Group],
        taken: &mut Vec<bool>,
    ) -> Option<u8> {
        let Some((other, rest)) = others.split_first() else {
            return Some(0);
        };
        let mut most = if self.whole {
            None
        } else {
            self.continued(rest, groups, taken)
        };
        for i in 0..groups.len() {
            let tiles = &groups[i].tiles;
            let fits = if self.whole {
                tiles.contains(other)
            } else {
                other.kinds().any(|(tile, _)| tiles.count(tile) > 0)
            };
            if fits && !taken[i] {
                taken[i] = true;
                let more = self.continued(rest, groups, taken);
                most = most.max(more.map(|more| more + u8::from(!groups[i].is_run)));
                taken[i] = false;
            }
        }
        most
    }
}

/// A group of one split.
struct Group {
    tiles: TileCounts,
    /// Whether it can be read as a run too.
    is_run: bool,
}
