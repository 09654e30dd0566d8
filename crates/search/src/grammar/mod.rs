//! Runs and groups: what can be laid, and how it goes on from value to value.

mod blocks;
mod continuations;
mod crossings;
mod groups;
mod jokers;
mod keepable;
mod open;
mod own_groups;
mod rows;
mod run;
mod run_moves;
mod run_rules;
mod simulation;
mod simulators;
mod task;
mod transition;
mod work;

pub use blocks::{BlockEnds, Blocks, ByStep, GroupBlock, RunBlock};
pub use continuations::{
    Continuation, ContinuationCase, ContinuationList, Continuations, NUMBERS, number_bit,
};
pub use crossings::{Boundaries, Crossings, NOTHING, boundaries_of, crossings};
pub use groups::{ByColour, GroupLayout, GroupShape, Groups, Growth};
pub use jokers::{Jokers, MIRROR};
pub use keepable::{KEPT, KeepableSets, Keeping, Keepings, LockedStates, Locks};
pub use open::{Closings, OpenId, OpenRuns, RunType, each_way};
pub use own_groups::OwnGroups;
pub use rows::Rows;
pub use run::{Run, RunShape, RunTile};
pub use run_moves::{Move, To, starts};
pub use run_rules::{JokerPlacing, RunPhase, RunRules};
pub use simulation::{run_types, simulation};
pub use simulators::{PACKED, SimulationTable, Simulators, TESTS};
pub use task::{Order, Place, Spare, Sparing, Task};
pub use transition::{MoveNumber, RunMove, Transition, WORK_OF_PAIR};
pub use work::Work;

/// The possible open runs, and how each goes on.
pub struct Runs<'a> {
    pub open: &'a mut OpenRuns,
    pub continuations: &'a mut Continuations,
}

/// The tables of the rules that a sweep needs.
pub struct Tables<'a> {
    pub runs: Runs<'a>,
    pub rows: &'a mut Rows,
    pub groups: &'a mut Groups,
    /// Counts own groups if their number is limited.
    pub own: Option<&'a mut OwnGroups>,
}
