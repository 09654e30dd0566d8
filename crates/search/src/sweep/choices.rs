//! The choices of each colour at one value, by its open runs and its number of tiles in groups.

use rummilab_core::MAX_COLOURS;
use rustc_hash::FxHashMap;

use crate::bounds::{Bounds, ColourScope, DEAD};
use crate::grammar::{Continuation, Jokers, NUMBERS, OpenId, OpenRuns, Place, RunType, Runs};
use crate::sweep::{KEPT_BYTES, KEPT_STATES, TraceValue, shrink};

/// The most choices of several boundaries: comparing this many pairwise takes a tenth of a second.
const MOST_FREE: usize = 10_000;

/// A choice of one colour at one value.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The worth of its tiles, jokers included.
    pub worth: i64,
    /// The same, less the price of its jokers, plus the most that can follow in this colour.
    pub bound: i64,
    /// The transition of its open runs.
    pub transition: u32,
    pub next: OpenId,
    /// The index of the boundary that was open before the first value.
    pub from: u16,
    pub used: Jokers,
    pub points: u16,
    /// Its jokers, and the fewest that its open runs need to go on at the next value.
    pub jokers: u8,
    /// The number of runs that go on in other colours.
    pub leaving: u8,
    leaves: u32,
}

/// The colour whose choices are listed.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceScope {
    pub of: ColourScope,
    /// Whether the colour has several boundaries.
    pub several: bool,
    /// The most tiles of the colour that any groups of the value take.
    pub most_in_groups: u8,
}

/// The choices of one multiset of open runs, by the number of tiles in groups.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChoiceList {
    of: [ChoiceRange; NUMBERS],
}

/// Choices with the same number of tiles in groups: the fewest jokers first.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChoiceRange {
    pub start: u32,
    pub end: u32,
    /// The largest bound among them.
    pub most: i64,
    /// The fewest jokers of any of them, with those that are needed at the next value.
    pub fewest_jokers: u8,
}

impl ChoiceList {
    /// The choices with this number of tiles in groups.
    #[inline]
    pub fn part(&self, in_groups: u8) -> &ChoiceRange {
        &self.of[usize::from(in_groups) % NUMBERS]
    }

    /// The numbers of tiles in groups for which there are choices: bit `n` for `n` tiles.
    pub fn numbers(&self) -> u32 {
        let of = |(n, part): (usize, &ChoiceRange)| u32::from(part.start < part.end) << n;
        self.of.iter().enumerate().map(of).sum()
    }

    /// The sums over its parts.
    pub fn summary(&self) -> ListSummary {
        let held = self.of.iter().filter(|part| part.start < part.end);
        ListSummary {
            numbers: self.numbers(),
            most: held.map(|part| part.most).max().unwrap_or(DEAD),
        }
    }
}

/// The choices of one multiset of open runs together.
#[derive(Debug, Clone, Copy)]
pub struct ListSummary {
    /// The numbers of tiles in groups for which there are choices: bit `n` for `n` tiles.
    pub numbers: u32,
    /// The largest bound of any choice; [`DEAD`] if there is none.
    pub most: i64,
}

/// The choices of all colours. Those of earlier values are kept, for the trace of a path.
#[derive(Debug, Default)]
pub struct Choices {
    all: Vec<Choice>,
    /// Runs that go on in other colours, and in which.
    leaves: Vec<(RunType, u8)>,
    lists: Vec<ChoiceList>,
    /// By colour, open runs and tiles at hand: the value they were listed for, and the list.
    slots: [Vec<(u32, u32)>; MAX_COLOURS],
    /// The same for colours with several boundaries, by boundary too.
    tracked: FxHashMap<(ColourScope, OpenId), u32>,
    /// The number of this value among all since the beginning.
    stamp: u32,
}

impl Choices {
    pub fn clear(&mut self) {
        self.all.clear();
        self.leaves.clear();
        self.next_value();
    }

    /// Releases the memory that only an unusual search needs.
    pub fn trim(&mut self) {
        shrink(&mut self.all, KEPT_BYTES / 4);
        shrink(&mut self.leaves, KEPT_BYTES / 16);
        shrink(&mut self.lists, KEPT_BYTES / 8);
        if self.tracked.capacity() > KEPT_STATES {
            self.tracked = FxHashMap::default();
        }
        let slots: usize = self.slots.iter().map(Vec::capacity).sum();
        if slots > 2 * NUMBERS * KEPT_STATES {
            self.slots = Default::default();
        }
    }

    /// Forgets the lists but keeps the choices.
    pub fn next_value(&mut self) {
        self.lists.clear();
        self.tracked.clear();
        self.stamp += 1;
        if self.stamp == u32::MAX {
            self.slots = Default::default();
            self.stamp = 1;
        }
    }

    #[inline]
    pub fn get(&self, index: u32) -> &Choice {
        &self.all[index as usize]
    }

    /// The runs of a choice that go on in other colours, and in which.
    pub fn leaves(&self, choice: &Choice) -> &[(RunType, u8)] {
        let start = choice.leaves as usize;
        &self.leaves[start..start + usize::from(choice.leaving)]
    }

    /// The step of a path at one value, by the choice of each colour and the groups laid.
    pub fn trace(
        &self,
        colours: usize,
        value: u8,
        choices: &[u32; MAX_COLOURS],
        (group_index, group_jokers): (u16, Jokers),
    ) -> TraceValue {
        let mut traced = TraceValue {
            value,
            transitions: [0; MAX_COLOURS],
            leaves: Default::default(),
            group_index,
            group_jokers,
        };
        for (colour, choice) in choices.iter().enumerate().take(colours) {
            let choice = self.get(*choice);
            traced.transitions[colour] = choice.transition;
            let leaves = self.leaves(choice).iter();
            let leaves = leaves.map(|(run, to)| (colour as u8, *run, *to));
            traced.leaves.extend(leaves);
        }
        traced
    }

    /// A list found by [`Choices::of`].
    #[inline]
    pub fn list(&self, index: u32) -> &ChoiceList {
        &self.lists[index as usize]
    }

    /// The list of these open runs of a colour.
    #[inline]
    pub fn of(
        &mut self,
        at: &Place<'_>,
        runs: &mut Runs<'_>,
        bounds: &mut Bounds,
        scope: ChoiceScope,
        id: OpenId,
    ) -> Option<u32> {
        let slot = Choices::slot(at, scope.of.colour, id);
        match self.known(&scope, id, slot) {
            None => self.listed(at, runs, bounds, scope, (id, slot)),
            known => known,
        }
    }

    /// Lists what these open runs of a colour can do.
    #[inline(never)]
    fn listed(
        &mut self,
        at: &Place<'_>,
        runs: &mut Runs<'_>,
        bounds: &mut Bounds,
        scope: ChoiceScope,
        (id, slot): (OpenId, usize),
    ) -> Option<u32> {
        let mut list = ChoiceList::default();
        let case = at.case(scope.of.colour, id);
        let listing = runs.continuations.of(runs.open, case)?;
        let numbers = usize::from(scope.most_in_groups) + 1;
        for (in_groups, part) in list.of.iter_mut().enumerate().take(numbers) {
            let start = self.all.len();
            for index in listing.range(in_groups) {
                self.add_one(at, runs, bounds, scope.of, index);
            }
            *part = self.range_from(start);
        }
        Some(self.keep(&scope, (id, slot), list))
    }

    /// The slot of these open runs with the tiles that the colour may lay.
    #[inline]
    fn slot(at: &Place<'_>, colour: usize, id: OpenId) -> usize {
        let tiles = at.task.may[usize::from(at.value)][colour];
        NUMBERS * id as usize + usize::from(tiles) % NUMBERS
    }

    /// The list of these open runs, if it was made at this value.
    #[inline]
    fn known(&self, scope: &ChoiceScope, id: OpenId, slot: usize) -> Option<u32> {
        if scope.several {
            return self.tracked.get(&(scope.of, id)).copied();
        }
        let slot = self.slots[scope.of.colour].get(slot)?;
        (slot.0 == self.stamp).then_some(slot.1)
    }

    /// Lists the choices of several boundaries as those of the empty one. Returns how many were
    /// compared, at most; `None` if they are too many.
    pub fn add_starts(
        &mut self,
        at: &Place<'_>,
        runs: &mut Runs<'_>,
        bounds: &mut Bounds,
        colour: usize,
        ids: &[OpenId],
    ) -> Option<u64> {
        let (mut list, mut compared) = (ChoiceList::default(), 0);
        for (in_groups, part) in list.of.iter_mut().enumerate() {
            let start = self.all.len();
            for (from, id) in ids.iter().enumerate() {
                let from = from as u16;
                let listing = runs.continuations.of(runs.open, at.case(colour, *id))?;
                for index in listing.range(in_groups) {
                    self.add_one(at, runs, bounds, ColourScope { colour, from }, index);
                }
                if self.all.len() - start > MOST_FREE {
                    return None;
                }
            }
            let found = (self.all.len() - start) as u64;
            compared += found * found / 2;
            self.drop_dominated(runs.open, ids, start);
            self.all[start..].sort_by_key(|choice| choice.jokers);
            *part = self.range_from(start);
        }
        let scope = ChoiceScope {
            of: ColourScope::of(colour),
            several: true,
            most_in_groups: NUMBERS as u8,
        };
        self.keep(&scope, (0, 0), list);
        Some(compared)
    }

    /// Drops the choices from `start` on that another one simulates at no loss.
    fn drop_dominated(&mut self, open: &mut OpenRuns, ids: &[OpenId], start: usize) {
        let found = self.all.split_off(start);
        for choice in found {
            let beaten = self.all[start..].iter().any(|other| {
                other.used == choice.used
                    && other.worth >= choice.worth
                    && other.points >= choice.points
                    && self.leaves(other) == self.leaves(&choice)
                    && open.simulates(other.next, choice.next)
                    && open.simulates(ids[usize::from(choice.from)], ids[usize::from(other.from)])
            });
            if !beaten {
                self.all.push(choice);
            }
        }
    }

    /// The choices from number `start` on, the fewest jokers first.
    fn range_from(&self, start: usize) -> ChoiceRange {
        let found = &self.all[start..];
        ChoiceRange {
            start: start as u32,
            end: self.all.len() as u32,
            most: found.iter().map(|c| c.bound).max().unwrap_or(i64::MIN),
            fewest_jokers: found.first().map_or(0, |choice| choice.jokers),
        }
    }

    fn keep(&mut self, scope: &ChoiceScope, (id, slot): (OpenId, usize), list: ChoiceList) -> u32 {
        let number = self.lists.len() as u32;
        self.lists.push(list);
        if scope.several {
            self.tracked.insert((scope.of, id), number);
            return number;
        }
        let slots = &mut self.slots[scope.of.colour];
        if slots.len() <= slot {
            slots.resize((slot + 1).next_power_of_two(), (0, 0));
        }
        slots[slot] = (self.stamp, number);
        number
    }

    /// Adds the choices of one continuation.
    fn add_one(
        &mut self,
        at: &Place<'_>,
        runs: &mut Runs<'_>,
        bounds: &mut Bounds,
        scope: ColourScope,
        index: usize,
    ) {
        let Continuation {
            transition,
            next,
            used,
            more,
            jokers,
            slots,
            leaving,
        } = *runs.continuations.get(index);
        let Some(after) = bounds.after(at.place, scope, next, runs.open) else {
            return;
        };
        let after = after + i64::from(leaving) * bounds.arrival(at.place);
        let task = at.task;
        let ColourScope { colour, from } = scope;
        let tile = task.worth[usize::from(at.value)][colour];
        let worth = i64::from(more) * tile + task.worth_of(used);
        let choice = Choice {
            worth,
            bound: worth - bounds.price(used) + after,
            transition,
            next,
            from,
            used,
            points: at.run_points(slots),
            jokers,
            leaving,
            leaves: 0,
        };
        if leaving == 0 {
            self.all.push(choice);
        } else {
            let leaving = runs.open.leaves(runs.open.transition(transition));
            self.add_leaving(task.colours, colour, &leaving, choice, &mut Vec::new());
        }
    }

    /// Adds a choice once for every assignment of other colours to its leaving runs.
    fn add_leaving(
        &mut self,
        colours: usize,
        colour: usize,
        leaving: &[RunType],
        choice: Choice,
        so_far: &mut Vec<(RunType, u8)>,
    ) {
        let Some((run, rest)) = leaving.split_first() else {
            let leaves = self.leaves.len() as u32;
            self.leaves.extend(&*so_far);
            self.all.push(Choice { leaves, ..choice });
            return;
        };
        for other in (0..colours).filter(|other| *other != colour) {
            so_far.push((*run, other as u8));
            self.add_leaving(colours, colour, rest, choice, so_far);
            so_far.pop();
        }
    }
}
