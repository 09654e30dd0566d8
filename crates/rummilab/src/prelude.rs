//! What most programs use: `use rummilab::prelude::*;`.

pub use rummilab_bot_api::{Bot, BotFault, View};
pub use rummilab_chance::Stream;
pub use rummilab_core::notation::{parse_counts, parse_table, parse_tiles};
pub use rummilab_core::{Action, Position, RuleSet, Set, Table, Tile, TileCounts};
pub use rummilab_engine::{BestAnswer, Question, Status};
#[cfg(feature = "runs")]
pub use rummilab_runs::{Match, MatchEnding, Outcome};
pub use rummilab_search::SearchSolver;
pub use rummilab_solver::{Answer, Goal, Solver};
#[cfg(feature = "runs")]
pub use rummilab_stats::Summary;
