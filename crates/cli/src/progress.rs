//! The progress bar. Refuses to show itself anywhere but on a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rummilab_arena::Progress;

/// Blocks done, games a second and the time left, on standard error if that is a terminal.
pub struct Bar {
    bar: ProgressBar,
    /// Blocks that were there before.
    before: u64,
    start: Instant,
}

impl Bar {
    /// A bar for so many blocks, of which some are done.
    pub fn new(blocks: u64, done: u64) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(blocks), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len} blocks  {msg}  {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar {
            bar,
            before: done,
            start: Instant::now(),
        }
    }

    /// Shows how far a run has come, and where the bots stand if there is an interval that may be looked at.
    pub fn show(&mut self, progress: &Progress, live: Option<&str>) {
        self.bar.set_position(self.before + progress.blocks);
        let seconds = self.start.elapsed().as_secs_f64();
        if seconds > 0.0 {
            let speed = format!("{:.0} games/s", progress.games as f64 / seconds);
            let live = live.map(|live| format!("  {live}")).unwrap_or_default();
            self.bar.set_message(speed + &live);
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
