//! Bots that are separate programs: started, asked over pipes with a deadline, and ended with all
//! their child processes. None of them can hang, flood or end its host; all such behaviour is a bot
//! fault.

mod bot;
mod clock;
mod command;
mod conversation;
mod guard;
mod lines;
mod log;
mod process;
mod usage;

pub use bot::ExternalBot;
pub use clock::{GRACE, NoClock, TimeControl, WATCHDOG};
pub use command::{External, MAX_START_FAILURES, ProbeError};
pub use conversation::Conversation;
pub use guard::{guard, guard_programs_with};
pub(crate) use lines::skip_line;
pub use lines::{ProgramOutput, read_capped};
pub use log::{LOG_BYTES, StderrLog};
pub use process::{Process, end_all_processes};
pub use usage::{Usage, own_processor_time};
