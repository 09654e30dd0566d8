//! Layouts and bounds that all states of one value share in the packed sweep.

use rummilab_core::MAX_COLOURS;

use crate::bounds::{Bounds, ColourScope, DEAD};
use crate::grammar::{
    Continuation, GroupLayout, Groups, Jokers, Keeping, NUMBERS, Place, Rows, Runs, Task,
};

/// One value of a sweep, with all that its states share.
pub struct ValueContext<'a> {
    pub(super) at: Place<'a>,
    /// What is kept here, and its number among all of the sweep.
    pub(super) keeping: &'a Keeping,
    pub(super) way: u16,
    pub(super) layouts: &'a [GroupLayout],
    /// The number of the first of them.
    pub(super) first_layout: u32,
    /// By colour: the row of what its open runs can do.
    pub(super) rows: [u32; MAX_COLOURS],
    /// By colour: what a tile is worth.
    pub(super) tiles: [i64; MAX_COLOURS],
    /// Whether jokers are worth nothing by themselves.
    pub(super) plain_jokers: bool,
    /// States that are worth more are dropped.
    pub(super) at_most: i64,
    /// The most that groups of later values can add.
    pub(super) later: i64,
    /// Jokers that later values need, at least.
    pub(super) needed_later: u8,
}

impl ValueContext<'_> {
    /// The worth of the tiles of a continuation.
    #[inline]
    pub(super) fn worth(&self, colour: usize, continuation: &Continuation) -> i64 {
        i64::from(continuation.more) * self.tiles[colour] + self.worth_of(continuation.used)
    }

    #[inline]
    pub(super) fn worth_of(&self, used: Jokers) -> i64 {
        if self.plain_jokers {
            0
        } else {
            self.at.task.worth_of(used)
        }
    }
}

impl<'a> ValueContext<'a> {
    pub(super) fn of(
        task: &'a Task,
        place: usize,
        rows: &mut Rows,
        groups: &'a mut Groups,
    ) -> ValueContext<'a> {
        let at = Place::of(task, place);
        let v = usize::from(at.value);
        let layouts = groups.layouts(
            &task.may[v],
            task.all_group_jokers,
            task.group_blocks(at.value),
        );
        ValueContext {
            first_layout: layouts.start,
            layouts: groups.slice(layouts),
            rows: std::array::from_fn(|c| {
                if c < task.colours {
                    rows.row(&at.case(c, 0))
                } else {
                    0
                }
            }),
            tiles: task.worth[v],
            plain_jokers: task.plain_jokers(),
            later: 0,
            needed_later: 0,
            keeping: &Keeping::NOTHING,
            at_most: i64::MAX,
            way: 0,
            at,
        }
    }
}

/// Upper bounds on what the open runs of each colour can add, looked up once a value, or once for
/// each listing if old sets are kept.
///
/// Entries are stamped with the value that they were made for, so that nothing is cleared.
#[derive(Debug, Default)]
pub struct ContinuationBounds {
    stamp: u32,
    /// By colour and the last bits of a listing: the stamp and the listing, and the most by tiles
    /// in groups.
    most: Vec<((u32, u32), [i64; NUMBERS])>,
    /// By colour and open runs after it: the stamp, and what can follow.
    after: Vec<(u32, i64)>,
    /// By colour: the bound of each continuation.
    of: [Vec<i64>; MAX_COLOURS],
}

impl ContinuationBounds {
    pub(super) fn next_value(&mut self) {
        if self.most.is_empty() {
            self.most = vec![((0, 0), [DEAD; NUMBERS]); MAX_COLOURS << 8];
            self.after = vec![(0, DEAD); MAX_COLOURS << 8];
        }
        self.stamp += 1;
        if self.stamp == u32::MAX {
            *self = ContinuationBounds::default();
            self.next_value();
        }
    }

    /// The slot of open runs, or of a listing.
    fn slot(colour: usize, number: u32) -> usize {
        colour << 8 | number as usize & 0xFF
    }

    /// The largest bound with this number of tiles in groups.
    #[inline]
    pub(super) fn most(&self, colour: usize, listing: u32, in_groups: usize) -> i64 {
        self.most[ContinuationBounds::slot(colour, listing)].1[in_groups]
    }

    /// The bound of a continuation.
    #[inline]
    pub(super) fn of(&self, colour: usize, continuation: u32) -> i64 {
        self.of[colour][continuation as usize]
    }

    /// Ensures that the bounds of this listing are there.
    #[inline]
    pub(super) fn learn(
        &mut self,
        value: &ValueContext<'_>,
        runs: &mut Runs<'_>,
        bounds: &mut Bounds,
        colour: usize,
        listing: u32,
    ) {
        if self.most[ContinuationBounds::slot(colour, listing)].0 != (self.stamp, listing) {
            self.look_up(value, runs, bounds, colour, listing);
        }
    }

    fn look_up(
        &mut self,
        value: &ValueContext<'_>,
        runs: &mut Runs<'_>,
        bounds: &mut Bounds,
        colour: usize,
        number: u32,
    ) {
        let listing = *runs.continuations.listing(number);
        let mut most = [DEAD; NUMBERS];
        for (in_groups, most) in most.iter_mut().enumerate() {
            for i in listing.range(in_groups) {
                let continuation = *runs.continuations.get(i);
                let after = &mut self.after[ContinuationBounds::slot(colour, continuation.next)];
                if after.0 != self.stamp {
                    let scope = ColourScope::of(colour);
                    let found = bounds.after(value.at.place, scope, continuation.next, runs.open);
                    *after = (self.stamp, found.unwrap_or(DEAD));
                }
                let most_worth =
                    value.worth(colour, &continuation) - bounds.price(continuation.used) + after.1;
                let of = &mut self.of[colour];
                if of.len() <= i {
                    of.resize(i + 1, DEAD);
                }
                of[i] = most_worth;
                *most = (*most).max(most_worth);
            }
        }
        self.most[ContinuationBounds::slot(colour, number)] = ((self.stamp, number), most);
    }
}
