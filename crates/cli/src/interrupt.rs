//! Ctrl-C, TERM and HUP as a flag: the first one lets the work in hand end, for a while; the second
//! one ends the program at once. Whatever was kept before stays whole.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rummilab::bot_api::external::end_all_processes;
use rummilab::runs::remove_parts;

use crate::error::warn;

/// Exit code of what was interrupted and can be resumed.
const INTERRUPTED: i32 = 75;
/// How long the work in hand may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long programs may take that play; then they are ended.
const PROGRAMS: Duration = Duration::from_secs(5);
/// How often it is looked whether there are such programs.
const LOOK: Duration = Duration::from_millis(100);

/// A flag that the first signal sets, which also says that `work` ends first. The second one ends
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

/// Ends programs that hang, and after [`PATIENCE`] this one.
fn end_in_time() {
    thread::sleep(PROGRAMS);
    let mut waited = PROGRAMS;
    while waited < PATIENCE {
        // One may have been about to start.
        end_all_processes();
        thread::sleep(LOOK);
        waited += LOOK;
    }
    leave(
        "the work in hand has not ended in time, and was given up; what was kept before stays, and \
         the same command goes on from there",
    );
}

/// Ends the program at once, and with it what it started and what it has half written.
pub fn leave(text: &str) -> ! {
    // First the word: where the programs have ended, the match may end too, and the process with
    // it.
    warn(text);
    end_all_processes();
    remove_parts();
    exit(INTERRUPTED);
}
