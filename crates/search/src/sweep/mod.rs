//! The dynamic programmes over the values, and the search that chooses among them.

mod build;
mod choices;
mod dominance;
mod expand;
mod general;
mod node;
mod packed;
mod packed_bounds;
mod packed_dominance;
mod packed_state;
mod search;
mod wrap_search;

pub use build::{attach_jokers, build_sets};
pub use choices::{Choice, ChoiceList, ChoiceRange, ChoiceScope, Choices};
pub use dominance::Dominance;
pub use expand::{Expander, Successor};
pub use general::Sweep;
pub use node::{Frontier, NONE, Node, StateKey};
pub use packed::Packed;
pub use packed_bounds::{ContinuationBounds, ValueContext};
pub use packed_dominance::PackedDominance;
pub use packed_state::{PackedIndex, PackedState, Picks, open_in};
pub use search::{BestPath, CORNER_STEPS, FEW_WAYS, MORE_STEPS, Search, Sweeps};

use rummilab_core::MAX_COLOURS;
use smallvec::SmallVec;

use crate::grammar::{Jokers, OpenId, RunType};

/// How hard a sweep tries.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Ways that cannot reach this worth are dropped.
    pub at_least: i64,
    /// After so many ways it gives up.
    pub ways: u64,
    /// More states of a value than this are too many.
    pub too_many: usize,
    /// Of too many states the most promising so many are kept.
    pub width: usize,
}

impl Effort {
    /// Everything is kept.
    pub const FULL: Effort = Effort {
        at_least: i64::MIN,
        ways: u64::MAX,
        too_many: usize::MAX,
        width: usize::MAX,
    };

    /// The same with so many states of a value as too many, and so many that are kept then.
    pub fn narrowed(self, (too_many, width): (usize, usize)) -> Effort {
        Effort {
            too_many,
            width,
            ..self
        }
    }

    /// The same, given up after so many ways.
    pub fn limited(self, ways: u64) -> Effort {
        Effort { ways, ..self }
    }
}

/// Where a way through the sweep ends.
#[derive(Debug, Clone, Copy)]
pub struct End {
    pub node: u32,
    /// Worth of everything used.
    pub worth: i64,
    /// Jokers used, those in front of runs at the largest value included.
    pub used: Jokers,
    /// Points counted, up to the cap.
    pub points: u16,
}

/// One value of the way that was chosen.
#[derive(Debug, Clone)]
pub struct TraceValue {
    /// The value.
    pub value: u8,
    /// The run step of each colour.
    pub steps: [u32; MAX_COLOURS],
    /// The runs that go on in another colour: which it was, and which it is then.
    pub leaves: SmallVec<[(u8, RunType, u8); 1]>,
    /// Index of the tiles in groups.
    pub group_index: u16,
    /// Jokers in groups.
    pub group_jokers: Jokers,
}

/// A way through the sweep.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The values in order.
    pub layers: Vec<TraceValue>,
    /// The runs of each colour that were open before the first value.
    pub before: [OpenId; MAX_COLOURS],
    /// The runs of each colour that are open after the last one.
    pub after: [OpenId; MAX_COLOURS],
    /// Jokers that lie in front of runs at the largest value.
    pub in_front: Jokers,
}
