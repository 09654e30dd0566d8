//! The end of a game between two players once the pool is empty: nothing is hidden and nothing is
//! left to chance, so it can be solved. More players are for [`worlds`](crate::worlds); under rules
//! by which the table is more than its tiles nothing is solved.
//!
//! The method is alpha-beta over what can be laid, with a table of the positions seen (Knuth and
//! Moore 1975; Greenblatt et al. 1967). Against a perfect rearranger a move is the multiset of
//! tiles that it lays. The search is exact or says that its work has run out.

mod search;
mod state;

pub(crate) use search::LIST;
pub use search::{Choice, Endgame};
pub use state::State;
