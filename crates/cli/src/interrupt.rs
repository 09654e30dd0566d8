//! Ctrl-C, TERM and HUP as a flag. The first signal lets the current work finish within a time
//! limit; the second ends the program at once. Whatever was written before stays complete.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rummilab::bot_api::external::end_all_processes;
use rummilab::runs::remove_parts;

use crate::error::warn;

/// Exit code after an interruption that can be resumed.
const INTERRUPTED: i32 = 75;
/// Time for the current work.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time for playing programs, which are then ended.
const PROGRAMS: Duration = Duration::from_secs(5);
/// Interval of the checks for such programs.
const LOOK: Duration = Duration::from_millis(100);

/// A flag that the first signal sets; a message says that `work` ends first. The second signal ends
/// the program at once, and so does the end of [`PATIENCE`].
pub fn stop_on_interrupt(work: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let installed = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            leave(
                "interrupted again, ended at once; what was kept before stays, and the same \
                 command goes on from there",
            );
        }
        warn(&format!(
            "interrupted: {work} may end first, for {} s at most; a second signal ends the program \
             at once",
            PATIENCE.as_secs()
        ));
        thread::spawn(end_in_time);
    });
    if let Err(error) = installed {
        warn(&format!("Ctrl-C will end the program at once: {error}"));
    }
    stop
}

/// Ends hanging programs, and after [`PATIENCE`] this one.
fn end_in_time() {
    thread::sleep(PROGRAMS);
    let mut waited = PROGRAMS;
    while waited < PATIENCE {
        // A program may have been about to start.
        end_all_processes();
        thread::sleep(LOOK);
        waited += LOOK;
    }
    leave(
        "the work in hand has not ended in time, and was given up; what was kept before stays, and \
         the same command goes on from there",
    );
}

/// Ends the program at once, with all programs that it started and all incomplete files.
pub fn leave(text: &str) -> ! {
    // The message comes first, because the end of the programs may end the match, and with it the
    // process.
    warn(text);
    end_all_processes();
    remove_parts();
    exit(INTERRUPTED);
}
