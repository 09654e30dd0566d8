//! Upper bounds on what a play is worth, and lower bounds on the jokers it takes.
//!
//! Price: some 1600 lines. Gain: without the relaxation `hold` tries 8 times as many states,
//! `big-racks` 11, `jokers` 16 and `house-2` 91; greedy play needs none (`benches/README.md`).

mod bound;
mod colour_graph;
mod joint_runs;
mod per_run;
mod priced_groups;
mod priced_sets;
mod prices;
mod relaxation;
mod shortage;

pub use bound::{Bounds, ColourScope, DEAD, RunValues};
pub use colour_graph::{ArcKind, ColourGraph, GraphValues, KindWorths, LayerNumbers, arcs_from};
pub use joint_runs::JointRuns;
pub use per_run::PerRunRelaxation;
pub use priced_groups::PricedGroups;
pub use priced_sets::{KeptBounds, bound_sets, take_best_sets};
pub use prices::{PriceVector, Prices, Usage, add, add_times, price};
pub use relaxation::{KnownPrices, Relaxation};
pub use shortage::{ByPlace, jokers_needed_after};
