//! Advice for a game at a real table: what a person tells line by line, what follows from it, and what could be done. No terminals,
//! files or clocks.
//!
//! A [`Notebook`] holds the lines. Each line leads from one [`RealTable`] to the next, by the referee of core on a game whose hidden
//! tiles are made up; so what cannot be is refused where it is told. [`Counsel`] says what is worth knowing on an own turn.

mod counsel;
mod line;
mod nearest;
mod notebook;
mod real_table;
mod session;

pub use counsel::{Advisers, Counsel, Play, UsefulDraw};
pub use line::{TellError, Told, Whose};
pub use nearest::Nearest;
pub use notebook::{Notebook, NotebookError, SavedNotebook};
pub use real_table::{Impossible, RealTable};
pub use session::{AdviseSession, HELP, Reply, Standing};
