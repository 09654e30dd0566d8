//! The dynamic programmes over the values, and the search that chooses among them.

mod all_successors;
mod budget;
mod build;
mod choices;
mod cut;
mod dominance;
mod driver;
mod expand;
mod general;
mod node;
mod packed;
mod packed_bounds;
mod packed_dominance;
mod packed_state;
mod phase;
mod search;
mod state_index;
mod sweeps;

pub use all_successors::AllSuccessors;
pub use budget::Budget;
pub use build::{attach_jokers, build_sets};
pub use choices::{ChoiceList, ChoiceRange, ChoiceScope, Choices};
pub use cut::{Cut, Mismatch, Part, RunsByColour};
pub use dominance::Dominance;
pub use driver::{Beginning, Kernel, Step, SweepMemory, SweepState, sweep};
pub use expand::{Expander, Successor};
pub use general::General;
pub use node::{NONE, Node, StateKey};
pub use packed::Packed;
pub use packed_bounds::{ContinuationBounds, ValueContext};
pub use packed_dominance::PackedDominance;
pub use packed_state::{ContinuationPicks, LOCK_SHIFT, PackedState, locked, open_in};
pub use phase::{Distance, FIRST_WIDTHS, Pace};
pub use search::{Search, Totals};
pub use state_index::{Keyed, StateIndex};
pub use sweeps::{FALLBACK_WIDTHS, LOOKS, Sweeps};

use std::cmp::Reverse;

use rummilab_core::MAX_COLOURS;
use smallvec::SmallVec;

use crate::grammar::{Jokers, KEPT, KeepableSets, Keepings, LockedStates, Locks, OpenId, RunType};

/// The limits of a sweep.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// States whose bound is below this worth are dropped.
    pub at_least: i64,
    /// States worth more are dropped: no play is worth more, or all such plays were seen.
    pub at_most: i64,
    /// The sweep gives up after this many states.
    pub max_states: u64,
    /// The general sweep gives up as well after it has looked at this many choices, whether or not
    /// a state came of them.
    pub max_looked: u64,
    /// The same if making tables is more work than this.
    pub max_tables: u64,
    /// A layer, which is the states of one value, is narrowed if it has more states than this.
    pub too_many: usize,
    /// The number of states that a narrowed layer keeps, those of largest bound.
    pub width: usize,
    /// The most old sets that may be changed, if they are counted.
    pub most_changed: i64,
}

impl Effort {
    pub const FULL: Effort = Effort {
        at_least: i64::MIN,
        at_most: i64::MAX,
        max_states: u64::MAX,
        max_looked: u64::MAX,
        max_tables: u64::MAX,
        too_many: usize::MAX,
        width: usize::MAX,
        most_changed: i64::MAX,
    };

    /// These limits, for states of at least this worth.
    pub fn at_least(self, at_least: i64) -> Effort {
        Effort { at_least, ..self }
    }

    /// These limits, with layers narrowed.
    pub fn narrowed(self, Widths { too_many, width }: Widths) -> Effort {
        Effort {
            too_many,
            width,
            ..self
        }
    }

    /// These limits, given up after this many states.
    pub fn limited(self, max_states: u64) -> Effort {
        Effort { max_states, ..self }
    }
}

/// A layer is narrowed before its states are compared if it has this many times too many states.
/// Tuned on instructions of `hold` and `jokers`, of which it saved a fifth.
const HOPELESS: usize = 4;

/// When a layer is narrowed, and to how many states.
#[derive(Debug, Clone, Copy)]
pub struct Widths {
    pub too_many: usize,
    pub width: usize,
}

impl Widths {
    const fn of(too_many: usize, width: usize) -> Widths {
        Widths { too_many, width }
    }
}

/// The plays that a sweep has covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// Every play of at least the worth asked for.
    Complete,
    /// Some of them: layers were narrowed.
    Narrowed,
    /// Not all: it gave up, and there are no endings.
    GaveUp,
}

/// The end of a path through the sweep.
#[derive(Debug, Clone, Copy)]
pub struct End {
    pub node: u32,
    pub worth: i64,
    /// Jokers used, those in front of runs at the largest value included.
    pub used: Jokers,
    /// Points counted, up to the cap.
    pub points: u16,
}

/// The step of a path at one value.
#[derive(Debug, Clone)]
pub struct TraceValue {
    pub value: u8,
    /// The transition of each colour's open runs.
    pub transitions: [u32; MAX_COLOURS],
    /// The runs that change their colour: from which, the run, and to which.
    pub leaves: SmallVec<[(u8, RunType, u8); 1]>,
    /// Index of the tiles in groups.
    pub group_index: u16,
    pub group_jokers: Jokers,
}

/// Every choice of old sets to keep at a place, for groups of states with the same kept sets.
fn keepings<'a, S: SweepState + 'a>(
    sets: &KeepableSets,
    place: usize,
    groups: impl Iterator<Item = (Locks, &'a [S])>,
    most_changed: i64,
) -> Keepings {
    let locked = |(locks, states): (Locks, &[S])| {
        let kept = states.iter().map(|state| state.worth().rem_euclid(KEPT));
        LockedStates {
            locks,
            most_kept: kept.max().unwrap_or(0),
        }
    };
    let found: SmallVec<[LockedStates; 8]> = groups.map(locked).collect();
    sets.at(place, &found, most_changed)
}

/// A path through the sweep.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The values in the order of the sweep.
    pub values: Vec<TraceValue>,
    /// The runs of each colour that were open before the first value.
    pub before: [OpenId; MAX_COLOURS],
    /// Jokers that lie in front of runs at the largest value.
    pub in_front: Jokers,
    /// The old sets that are kept.
    pub kept: Vec<usize>,
}

/// A list of states keeps this many bytes between searches, and releases the others.
pub const KEPT_BYTES: usize = 1 << 17;

/// Tables of the states of one value are released after a search if they have more entries.
pub const KEPT_STATES: usize = 1 << 11;

/// Clears a list, and releases its memory beyond this many bytes.
pub fn shrink<T>(list: &mut Vec<T>, bytes: usize) {
    list.clear();
    list.shrink_to(bytes / size_of::<T>());
}

/// Keeps those states of a layer that are listed, ascending. The layer begins at `start`.
fn keep_only<S: Copy>(states: &mut Vec<S>, start: usize, kept: &[u32]) {
    if start + kept.len() == states.len() {
        return;
    }
    for (to, from) in kept.iter().enumerate() {
        states[start + to] = states[start + *from as usize];
    }
    states.truncate(start + kept.len());
}

/// Narrows a layer to the states of largest bound, the first among equals. `kept` is memory.
fn keep_promising<S: Copy>(
    states: &mut Vec<S>,
    start: usize,
    width: usize,
    kept: &mut Vec<u32>,
    bound: impl Fn(&S) -> i64,
) {
    let layer = &states[start..];
    kept.clear();
    kept.extend(0..layer.len() as u32);
    kept.sort_unstable_by_key(|i| (Reverse(bound(&layer[*i as usize])), *i));
    kept.truncate(width);
    kept.sort_unstable();
    keep_only(states, start, kept);
}
