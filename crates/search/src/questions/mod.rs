//! The questions of [`rummilab_solver::Solver`], answered by sweeps.

mod diagram;
mod draw_sweep;
mod draws;
mod opening;
mod play_list;
mod plays;
mod rearrange;
mod rule_tables;
mod solver;
mod worth;

pub use diagram::{Diagram, DiagramTask, Points, sum};
pub use draw_sweep::{DrawJokers, DrawSweep, DrawsMemory};
pub use draws::{SharedPlays, after_draw};
pub use play_list::PlayLister;
pub use plays::{PlaysMemory, in_some_set, plays};
pub use rearrange::stacks_kept;
pub use rule_tables::{RunGrammar, TableCache};
pub use solver::{Found, SearchSolver, played_tiles};
pub use worth::{Worth, task_of};
