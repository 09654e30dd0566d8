//! Advice for a game at a real table: the lines that a person tells, the state that follows from
//! them, and the possible turns. No terminals, files or clocks.
//!
//! A [`Notebook`] holds the lines. Each line leads from one [`RealTable`] to the next. The referee
//! of core judges it in a game with made-up hidden tiles, so an impossible line is refused at once.
//! [`TurnAdvice`] is the advice for the person's own turn.

mod advice;
mod course;
mod dealt;
mod groups;
mod hidden;
mod line;
mod nearest;
mod notebook;
mod real_table;
mod refusals;
mod saved;
mod session;

pub use advice::{Advisers, Play, TurnAdvice, UsefulDraw};
pub use dealt::{DealtError, dealt};
pub use line::{GameLine, GameLineError, Whose};
pub use nearest::Nearest;
pub use notebook::{Notebook, NotebookError};
pub use real_table::{Impossible, RealTable};
pub use saved::{SavedError, SavedProblem};
pub use session::{AdviseSession, Reply, Standing, help};
