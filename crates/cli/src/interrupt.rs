//! Ctrl-C as a flag. The first one does not end the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::warn;

/// A flag that the first Ctrl-C sets; the second one ends the program at once.
pub fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let installed = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            warn(
                "interrupted again, ended at once; the same command goes on from the last block written",
            );
            rummilab::bot_api::external::end_all_processes();
            std::process::exit(75);
        }
    });
    if let Err(error) = installed {
        warn(&format!("Ctrl-C will end the program at once: {error}"));
    }
    stop
}
