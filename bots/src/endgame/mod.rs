//! The end of a game between two players once the pool is empty. Nothing is hidden and nothing is
//! left to chance, so the game can be solved. Nothing is solved under rules by which a table is
//! more than its tiles.
//!
//! The method is alpha-beta over the tiles that can be laid, with a transposition table (Knuth and
//! Moore 1975; Greenblatt et al. 1967). Against a perfect rearranger a move is the multiset of
//! tiles that it lays. The search is exact or reports that its work has run out.

mod judged;
mod search;
mod state;

pub use judged::{EndJudge, JudgedTurn};
pub use search::{Choice, Endgame};
pub use state::State;
