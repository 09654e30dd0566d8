//! Upper bounds on what can follow a state of a sweep.
//!
//! They come from the prices of a relaxation, or simply from the tiles and jokers that are left.

use rummilab_core::MAX_COLOURS;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bounds::{KeptBounds, price};
use crate::grammar::{Jokers, OpenId, OpenRuns, RunType, Task};

/// Worth of a state from which no ending can be reached.
///
/// One value for the whole crate, with a margin on both sides. Sweeps add up the futures of up to
/// six colours, and this sum must not overflow. A dead future plus real worth must stay below `DEAD
/// / 2`, the threshold of the comparison. Real worth is below 2^50 (286 tiles of at most 2^41);
/// `DEAD` is -2^59.
pub const DEAD: i64 = i64::MIN / 16;

/// An unknown bound: larger than any real one. Its sum over all colours and groups does not
/// overflow.
const UNBOUNDED: i64 = i64::MAX / 8;

/// By place: the open runs after the value, ascending, with an upper bound on what follows them.
pub type BoundsByPlace = Vec<Vec<(OpenId, i64)>>;

/// Upper bounds on what can follow a state of a sweep.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// The price of one joker of each kind.
    pub joker: [i64; 4],
    /// By place: the most that groups from there on can add.
    pub groups: Vec<i64>,
    /// If old sets may be kept: what they add.
    pub kept: KeptBounds,
    /// The price of an own group if their number is limited, and that limit.
    pub own_group: i64,
    pub most_own: u8,
    /// By colour and boundary, which is what was open before the first value. Empty if nothing is
    /// known.
    pub after: [Vec<BoundsByPlace>; MAX_COLOURS],
    /// By place: the runs that can arrive from other colours, and the price of an arrival.
    pub arrivals: Vec<(Vec<RunType>, i64)>,
    /// The most runs that can arrive at one place.
    pub most_arrivals: u8,
    /// If runs are bounded one by one: the bound of each.
    pub runs: Option<RunValues>,
    /// By place and scope: bounds of open runs that the relaxation did not list.
    pub bolder: FxHashMap<(usize, ColourScope, OpenId), i64>,
}

/// A colour, and which of its boundaries was open before the first value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ColourScope {
    pub colour: usize,
    pub from: u16,
}

impl ColourScope {
    /// A colour that has one boundary.
    pub fn of(colour: usize) -> ColourScope {
        ColourScope { colour, from: 0 }
    }
}

/// Upper bounds on what open runs can add, each by itself.
#[derive(Debug, Clone)]
pub struct RunValues {
    pub by_type: Vec<Vec<Vec<i64>>>,
    /// By place and colour: the most that all tiles and new runs from there on can add.
    pub rest: Vec<[i64; MAX_COLOURS]>,
    /// By place: the most that a run from another colour can add.
    pub arriving: Vec<i64>,
}

impl RunValues {
    /// Upper bound on what follows in a colour after this place; `None` if a run cannot go on.
    fn after(&self, place: usize, colour: usize, runs: &[RunType]) -> Option<i64> {
        let of = &self.by_type[place + 1][colour];
        let mut sum = self.rest[place + 1][colour];
        for run in runs {
            let value = *of.get(usize::from(*run))?;
            if value <= DEAD / 2 {
                return None;
            }
            sum += value;
        }
        Some(sum)
    }
}

impl Bounds {
    /// No bounds, for sweeps that drop no state for its worth.
    pub fn none() -> Bounds {
        Bounds::default()
    }

    /// The bounds that ignore how tiles form runs and groups: every tile left is laid.
    pub fn trivial(task: &Task) -> Bounds {
        Bounds {
            joker: task.joker_worth.map(|worth| worth.max(0)),
            groups: task.numbers_from_each(),
            ..Bounds::default()
        }
    }

    pub fn price(&self, used: Jokers) -> i64 {
        price(&self.joker, used)
    }

    /// The price of this number of own groups.
    pub fn price_of_own(&self, groups: u8) -> i64 {
        i64::from(groups) * self.own_group
    }

    /// The price of the own groups that may still be laid.
    pub fn own_left(&self, groups: u8) -> i64 {
        self.price_of_own(self.most_own - groups.min(self.most_own))
    }

    /// The most that groups from this place on can add; larger than any worth if nothing is known.
    pub fn groups_from(&self, place: usize) -> i64 {
        self.groups.get(place).copied().unwrap_or(UNBOUNDED)
    }

    /// The price of a change of colour here: the arriving run pays it, the leaving run receives it.
    pub fn arrival(&self, place: usize) -> i64 {
        if let Some(runs) = &self.runs {
            return runs.arriving[place + 1];
        }
        self.arrivals.get(place).map_or(0, |(_, cost)| *cost)
    }

    /// Upper bound on what follows in this colour after the value at this place, with the runs that
    /// may arrive there; `None` if nothing can.
    pub fn after(
        &mut self,
        place: usize,
        scope: ColourScope,
        id: OpenId,
        open: &mut OpenRuns,
    ) -> Option<i64> {
        if let Some(runs) = &self.runs {
            return runs.after(place, scope.colour, open.runs(id));
        }
        if self.after[scope.colour].is_empty() {
            return Some(0);
        }
        if self.most_arrivals == 0 {
            return self.after_exactly(place, scope, id, open);
        }
        let cost = self.arrival(place);
        let mut most = self.after_exactly(place, scope, id, open);
        let mut ids: SmallVec<[OpenId; 8]> = SmallVec::from_slice(&[id]);
        let mut first = 0;
        for arrived in 1..=self.most_arrivals {
            let last = ids.len();
            for i in first..last {
                for run in 0..self.arrivals[place].0.len() {
                    let id = open.with(ids[i], self.arrivals[place].0[run]);
                    let with = self.after_exactly(place, scope, id, open);
                    most = most.max(with.map(|worth| worth - i64::from(arrived) * cost));
                    ids.push(id);
                }
            }
            first = last;
        }
        most
    }

    /// The same bound if no other run arrives.
    fn after_exactly(
        &mut self,
        place: usize,
        scope: ColourScope,
        id: OpenId,
        open: &mut OpenRuns,
    ) -> Option<i64> {
        let layer = &self.after[scope.colour][usize::from(scope.from)][place];
        let worth = match layer.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(found) => layer[found].1,
            Err(_) => *self.bolder.entry((place, scope, id)).or_insert_with(|| {
                // Open runs that simulate these do no worse, so their bound holds for these.
                let bolder = layer.iter().filter(|(other, _)| open.simulates(*other, id));
                let worths = bolder.map(|(_, worth)| *worth);
                worths.min().unwrap_or(UNBOUNDED)
            }),
        };
        (worth > DEAD / 2).then_some(worth)
    }
}
