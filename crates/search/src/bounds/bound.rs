//! What can follow a state of a sweep at most: from the prices of a relaxation, or from the tiles that are left alone.
//! Refuses to choose prices.

use rummilab_core::MAX_COLOURS;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bounds::price;
use crate::grammar::{Jokers, OpenId, OpenRuns, RunType, Task};

/// Worth of a state from which no ending can be reached.
///
/// One value for every room. Both sweeps add up the futures of all colours, six at most, and their sum must
/// not overflow. Real worths stay far from it: at most 286 tiles of 2^41 each are 2^50, this is -2^57.
/// A dead future plus real worth is therefore still below `DEAD / 2`, which is what tests compare with.
pub const DEAD: i64 = i64::MIN / 64;

/// What can follow a state of a sweep at most.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// What one joker of each kind costs.
    pub joker: [i64; 4],
    /// By place: the most that groups from there on can add.
    pub groups: Vec<i64>,
    /// What one own group costs, where only so many may be laid, and how many.
    pub own_group: i64,
    pub most_own: u8,
    /// By colour and place: the open runs after the value there, ascending, and what can follow at most. Empty where
    /// nothing is known.
    pub after: [Vec<Vec<(OpenId, i64)>>; MAX_COLOURS],
    /// By place: the runs that can arrive from other colours, and what that costs.
    pub arrivals: Vec<(Vec<RunType>, i64)>,
    /// The most runs that can arrive at one place.
    pub most_arrivals: u8,
    /// Where every run goes its own way: what each can come to.
    pub runs: Option<RunValues>,
    /// By place and colour: what open runs can come to that the relaxation took for bolder ones.
    pub bolder: FxHashMap<(usize, usize, OpenId), i64>,
}

/// What runs that are open before a value can come to, each by itself.
#[derive(Debug, Clone)]
pub struct RunValues {
    /// By place, colour and type.
    pub by_type: Vec<Vec<Vec<i64>>>,
    /// By place and colour: what all tiles and new runs from there on can come to.
    pub rest: Vec<[i64; MAX_COLOURS]>,
    /// By place: what a run that comes from another colour can come to.
    pub arriving: Vec<i64>,
}

impl RunValues {
    /// The most that can follow in a colour after the value at this place; `None` if one of its runs can come to nothing.
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
    /// For sweeps that drop nothing for being worth too little: nothing is known.
    pub fn none() -> Bounds {
        Bounds::default()
    }

    /// The bounds that hold without a look at runs and groups: every tile left is laid.
    pub fn trivial(task: &Task) -> Bounds {
        Bounds {
            joker: task.joker_worth.map(|worth| worth.max(0)),
            groups: task.numbers_from_each(),
            ..Bounds::default()
        }
    }

    /// The price of so many jokers.
    pub fn price(&self, used: Jokers) -> i64 {
        price(&self.joker, used)
    }

    /// The price of so many own groups.
    pub fn price_of_own(&self, groups: u8) -> i64 {
        i64::from(groups) * self.own_group
    }

    /// The price of the own groups that may still be laid after so many.
    pub fn own_left(&self, groups: u8) -> i64 {
        self.price_of_own(self.most_own - groups.min(self.most_own))
    }

    /// The most that groups from this place on can add; more than anything where nothing is known.
    pub fn groups_from(&self, place: usize) -> i64 {
        self.groups.get(place).copied().unwrap_or(i64::MAX / 4)
    }

    /// What a run costs that arrives from another colour at this place, and what one that leaves for it brings.
    pub fn arrival(&self, place: usize) -> i64 {
        if let Some(runs) = &self.runs {
            return runs.arriving[place + 1];
        }
        self.arrivals.get(place).map_or(0, |(_, cost)| *cost)
    }

    /// The most that can follow in this colour after the value at this place, with runs that may arrive there; `None` if
    /// nothing can.
    pub fn after(
        &mut self,
        place: usize,
        colour: usize,
        id: OpenId,
        open: &mut OpenRuns,
    ) -> Option<i64> {
        if let Some(runs) = &self.runs {
            return runs.after(place, colour, open.runs(id));
        }
        if self.after[colour].is_empty() {
            return Some(0);
        }
        let cost = self.arrival(place);
        let mut most = self.after_exactly(place, colour, id, open);
        let mut ids: SmallVec<[OpenId; 8]> = SmallVec::from_slice(&[id]);
        let mut first = 0;
        for arrived in 1..=self.most_arrivals {
            let last = ids.len();
            for i in first..last {
                for run in 0..self.arrivals[place].0.len() {
                    let id = open.with(ids[i], self.arrivals[place].0[run]);
                    let with = self.after_exactly(place, colour, id, open);
                    most = most.max(with.map(|worth| worth - i64::from(arrived) * cost));
                    ids.push(id);
                }
            }
            first = last;
        }
        most
    }

    /// The same where no other run arrives.
    fn after_exactly(
        &mut self,
        place: usize,
        colour: usize,
        id: OpenId,
        open: &mut OpenRuns,
    ) -> Option<i64> {
        let layer = &self.after[colour][place];
        let worth = match layer.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(found) => layer[found].1,
            Err(_) => *self.bolder.entry((place, colour, id)).or_insert_with(|| {
                // Any that imitates it can do no worse.
                let bolder = layer.iter().filter(|(other, _)| open.imitates(*other, id));
                bolder
                    .map(|(_, worth)| *worth)
                    .min()
                    .unwrap_or(i64::MAX / 8)
            }),
        };
        (worth > DEAD / 2).then_some(worth)
    }
}
