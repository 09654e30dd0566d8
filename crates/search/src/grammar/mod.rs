//! What can be laid: runs, groups, and how each goes on from value to value.

mod continuations;
mod crossings;
mod groups;
mod imitation;
mod imitators;
mod jokers;
mod open;
mod own_groups;
mod place;
mod rows;
mod run;
mod run_moves;
mod run_rules;
mod tables;
mod task;
mod transition;

pub use continuations::{Case, Continuation, ContinuationList, Continuations, NUMBERS, number_bit};
pub use crossings::{Boundary, NOTHING, crossings};
pub use groups::{ByColour, GroupLayout, GroupShape, Groups};
pub use imitation::{imitation, run_types};
pub use imitators::{ImitationTable, Imitators, PACKED, TESTS};
pub use jokers::{Jokers, MIRROR};
pub use open::{Closings, OpenId, OpenRuns, RunType, each_way};
pub use own_groups::OwnGroups;
pub use place::Place;
pub use rows::Rows;
pub use run::{Run, RunShape, RunTile};
pub use run_moves::{Move, To, starts};
pub use run_rules::{JokerPlacing, Phase, RunRules};
pub use tables::{Runs, Tables};
pub use task::{Spare, Sparing, Task};
pub use transition::{RunMove, Transition};
