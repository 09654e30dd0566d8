//! The progress bar and the lines above it, only on terminals.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rummilab::arena::Progress;
use rummilab::core::count;

use crate::visible::visible_lines;

/// Interval at which the lines above the bar are updated.
const REFRESH: Duration = Duration::from_millis(500);

/// Blocks done, games a second and the remaining time, on standard error if that is a terminal.
pub struct Bar {
    bar: ProgressBar,
    /// Number of blocks that were there before.
    before: u64,
    start: Instant,
    refreshed: Option<Instant>,
}

impl Bar {
    /// Whether a bar would be visible.
    pub fn is_seen() -> bool {
        std::io::stderr().is_terminal()
    }

    /// A bar for `blocks` blocks, `done` of which are done; hidden unless `shown`.
    pub fn new(blocks: u64, done: u64, shown: bool) -> Bar {
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(blocks), target);
        // The message ends with a line break, or is empty.
        let unit = if blocks == 1 { "block" } else { "blocks" };
        let template =
            format!("{{msg}}{{bar:32}} {{pos}}/{{len}} {unit}  {{prefix}}  {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar {
            bar,
            before: done,
            start: Instant::now(),
            refreshed: None,
        }
    }

    /// Shows the progress of a run, and at intervals the `lines` above the bar.
    pub fn show(&mut self, progress: &Progress, lines: impl FnOnce() -> String) {
        self.bar.set_position(self.before + progress.blocks);
        let seconds = self.start.elapsed().as_secs_f64();
        if seconds > 0.0 {
            let (games, rate) = (progress.games, progress.games as f64 / seconds);
            let games = count(games, "game");
            self.bar.set_prefix(format!("{games}, {rate:.0} a second"));
        }
        if self.refreshed.is_none_or(|at| at.elapsed() >= REFRESH) {
            self.refreshed = Some(Instant::now());
            self.bar.set_message(visible_lines(&lines()).into_owned());
        }
    }

    /// Writes something above the bar.
    pub fn above(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    /// Removes the bar.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.end();
    }
}

/// A bar that appears with the first block of a match in memory and disappears with its last.
pub struct MatchBar {
    shown: bool,
    bar: Option<Bar>,
}

impl MatchBar {
    /// A bar for each match; hidden unless `shown`.
    pub fn new(shown: bool) -> MatchBar {
        MatchBar { shown, bar: None }
    }

    /// Shows the progress of the match.
    pub fn show(&mut self, progress: &Progress) {
        let shown = self.shown;
        let bar = self
            .bar
            .get_or_insert_with(|| Bar::new(progress.of, 0, shown));
        bar.show(progress, String::new);
        if progress.blocks == progress.of {
            self.bar = None;
        }
    }
}

/// A counter of steps, on standard error if that is a terminal.
pub struct Steps(ProgressBar);

impl Steps {
    /// A counter at zero, in this unit, with an unknown total.
    pub fn new(unit: &str) -> Steps {
        let target = if Bar::is_seen() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(1), target);
        let template = format!("{{bar:32}} {{pos}}/{{len}} {unit}  {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Steps(bar)
    }

    /// Shows `done` of `of` steps.
    pub fn show(&self, done: u64, of: u64) {
        self.0.set_length(of);
        self.0.set_position(done);
    }

    /// Removes the counter.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.end();
    }
}
