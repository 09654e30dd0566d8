//! All successors of a state at one value, where none is left out for its worth and no run goes on
//! in another colour: read straight off the continuations of its open runs.

use rummilab_core::MAX_COLOURS;

use crate::grammar::{
    Continuation, ContinuationList, Continuations, GroupLayout, Groups, Jokers, NUMBERS, OpenId,
    Place, Runs,
};
use crate::sweep::{KEPT_STATES, Successor};

/// The memory to list successors.
#[derive(Debug, Default)]
pub struct AllSuccessors {
    /// The layouts of groups of the tiles that are laid.
    layouts: Vec<GroupLayout>,
    /// By colour, open runs and tiles at hand: the value they were looked up for, and the number of
    /// their listing.
    known: [Vec<(u32, u32)>; MAX_COLOURS],
    /// The number of this value among all since the beginning.
    stamp: u32,
}

/// A colour with several continuations.
#[derive(Debug, Clone, Copy, Default)]
struct Branching {
    colour: usize,
    /// The fewest jokers that it needs.
    fewest: u8,
    start: u32,
    end: u32,
}

/// What all successors of one state have in common.
struct Parent<'a> {
    at: &'a Place<'a>,
    continuations: &'a Continuations,
    left: Jokers,
}

impl AllSuccessors {
    /// Releases the memory that only an unusual question needs.
    pub fn trim(&mut self) {
        let slots: usize = self.known.iter().map(Vec::capacity).sum();
        if slots > 2 * NUMBERS * KEPT_STATES {
            self.known = Default::default();
        }
    }

    /// Gets ready for one value.
    pub fn begin(&mut self) {
        self.stamp += 1;
        if self.stamp == u32::MAX {
            self.known = Default::default();
            self.stamp = 1;
        }
    }

    /// Gets ready for these tiles of the value, as the task says.
    pub fn lay(&mut self, at: &Place<'_>, groups: &mut Groups) {
        let tiles = &at.task.may[usize::from(at.value)];
        let layouts = groups.layouts(tiles, at.task.all_group_jokers, &[]);
        self.layouts.clear();
        self.layouts.extend_from_slice(groups.slice(layouts));
    }

    /// Adds every successor of the state with these open runs and jokers left; `None` if listing
    /// them is more work than is allowed.
    pub fn expand(
        &mut self,
        at: &Place<'_>,
        runs: &mut Runs<'_>,
        (open, left): (&[OpenId; MAX_COLOURS], Jokers),
        successors: &mut Vec<Successor>,
    ) -> Option<()> {
        let colours = at.task.colours;
        let mut numbers = [0; MAX_COLOURS];
        // A bit for each colour and number of tiles in groups for which it has no continuation with
        // the jokers left. Layouts carry a bit for each of theirs: one test drops most.
        let mut missing = !0_u32;
        for colour in 0..colours {
            numbers[colour] = self.listing(at, runs, colour, open[colour])?;
            let listing = runs.continuations.listing(numbers[colour]);
            let possible = u32::from(listing.numbers(left.total()));
            if possible == 0 {
                return Some(());
            }
            missing ^= possible << (NUMBERS * colour);
        }
        let continuations = &*runs.continuations;
        let listings = numbers.map(|number| continuations.listing(number));
        let parent = Parent {
            at,
            continuations,
            left,
        };
        for layout in &self.layouts {
            if layout.numbers_by_colour & missing == 0 {
                let state = Successor {
                    open: *open,
                    used: layout.used,
                    points: 0,
                };
                parent.lay_groups(&listings[..colours], layout, state, successors);
            }
        }
        Some(())
    }

    /// The listing of what these open runs of a colour can do.
    #[inline]
    fn listing(
        &mut self,
        at: &Place<'_>,
        runs: &mut Runs<'_>,
        colour: usize,
        id: OpenId,
    ) -> Option<u32> {
        let tiles = at.task.may[usize::from(at.value)][colour];
        let slot = NUMBERS * id as usize + usize::from(tiles) % NUMBERS;
        let known = &mut self.known[colour];
        if let Some((stamp, number)) = known.get(slot)
            && *stamp == self.stamp
        {
            return Some(*number);
        }
        let number = runs
            .continuations
            .number_within(runs.open, at.case(colour, id))?;
        if known.len() <= slot {
            known.resize((slot + 1).next_power_of_two(), (0, 0));
        }
        known[slot] = (self.stamp, number);
        Some(number)
    }
}

impl Parent<'_> {
    /// Adds the successors with this layout of groups.
    #[inline]
    fn lay_groups(
        &self,
        listings: &[&ContinuationList],
        layout: &GroupLayout,
        mut state: Successor,
        successors: &mut Vec<Successor>,
    ) {
        let parts = || listings.iter().zip(layout.tiles);
        let fewest = parts().map(|(listing, tiles)| listing.fewest_with(tiles));
        let jokers = layout.jokers + fewest.sum::<u8>();
        let Some(slack) = self.left.total().checked_sub(jokers) else {
            return;
        };
        if self.at.task.points_cap > 0 {
            state.points = self.at.group_points(layout);
        }
        // Colours with one continuation are settled at once, the others are multiplied out.
        let mut several = [Branching::default(); MAX_COLOURS];
        let mut count = 0;
        for (colour, (listing, tiles)) in parts().enumerate() {
            let (start, end) = listing.bounds_within(tiles, slack);
            if end - start == 1 {
                self.take(&mut state, colour, self.continuations.get(start as usize));
            } else {
                several[count] = Branching {
                    colour,
                    fewest: listing.fewest_with(tiles),
                    start,
                    end,
                };
                count += 1;
            }
        }
        self.combine(&several[..count], jokers, &state, successors);
    }

    /// Multiplies out the continuations of these colours. `jokers`: those used, those that will be
    /// needed, and the fewest of these colours.
    fn combine(
        &self,
        several: &[Branching],
        jokers: u8,
        so_far: &Successor,
        successors: &mut Vec<Successor>,
    ) {
        let Some((part, rest)) = several.split_first() else {
            if so_far.used.within(self.left) {
                successors.push(*so_far);
            }
            return;
        };
        for continuation in self.continuations.slice(part.start..part.end) {
            let jokers = jokers - part.fewest + continuation.jokers;
            if jokers > self.left.total() {
                break;
            }
            let mut next = *so_far;
            self.take(&mut next, part.colour, continuation);
            self.combine(rest, jokers, &next, successors);
        }
    }

    #[inline]
    fn take(&self, state: &mut Successor, colour: usize, continuation: &Continuation) {
        state.open[colour] = continuation.next;
        state.used = state.used + continuation.used;
        if self.at.task.points_cap > 0 {
            state.points += self.at.run_points(continuation.slots);
        }
    }
}
