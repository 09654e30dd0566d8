//! Two players, few tiles in the pool, racks of fifty: which tiles to keep to the end, and in which order to lay the others. Refuses
//! what it cannot look through: more players, owners of groups, jokers that do not come free.
//!
//! Most games between two who hold back are decided here. Nobody wants to take the last tiles, both lay one tile a turn, and who
//! first has nothing left to lay but what keeps the other from going out, loses
//! ([`standoff`](crate::standoff)). A stopper holds whatever is on the table, so the smallest one is looked for once, when the rack
//! is largest, and kept. All other tiles are spare.
//!
//! | step | where |
//! |---|---|
//! | the smallest stopper, by a local search over deletion filters | `stopper` |
//! | small plays that do not let the other out, the best first | `duel`, which is also the policy of playouts |
//! | racks and pool dealt so that they fit what was seen | `deals` |
//! | a playout of every such play on the same deals | `turn` |
//! | the last turns solved: who has the last safe play | `ends` |

mod deals;
mod duel;
mod effort;
mod ends;
mod stopper;
mod turn;

pub use duel::Move;
pub use effort::PlanEffort;
pub use stopper::smallest;
pub use turn::Plan;
