//! Two players and an empty pool, or one tile left in it that nobody wants to draw, racks of fifty:
//! which tiles to keep to the end, and in which order to lay the others. Refuses what it cannot
//! look through: more players, owners of groups, jokers that do not come free.
//!
//! Most games between two who hold back are decided here. Both lay one tile a turn, and who first
//! has nothing left to lay but what keeps the other from going out, loses
//! ([`standoff`](crate::standoff)). The last tiles of the pool are drawn, so that stoppers are
//! looked for on the largest rack. One holds whatever is on the table, so those that were found are
//! kept through the game, and each turn searches for smaller ones. All other tiles are spare.
//!
//! Where one last round follows the draw of the last tile, who draws it loses, so the same race is
//! run before. Which tile lies there nobody knows. A play is the safer, the fewer of those that may
//! let the other out. He goes out when he can, so each turn of his tells some that do not.
//!
//! | step | where |
//! |---|---|
//! | small stoppers, by a local search over deletion filters | `stopper` |
//! | small plays that do not let the other out, the best first | `safe` |
//! | those plays in the order of games played out by chance | `race` |
//! | the last turns solved: who has the last safe play | `ends` |
//! | the position that all of them look at | `duel` |

mod duel;
mod effort;
mod ends;
mod race;
mod safe;
mod stopper;
mod turn;

pub use effort::PlanEffort;
pub use stopper::smallest;
pub use turn::Plan;
