//! `selftest`: checks that the statistics keep their promises, with the checks of `rummilab_runs`.

use std::cell::RefCell;
use std::num::NonZeroUsize;

use rummilab::runs::{BUILD, CheckResult, SelfTest, all_cores};

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::Out;
use crate::progress::{Bar, MatchBar};
use crate::tables::wrapped;

/// Let the statistics prove that they keep their promises
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Play and simulate much more, some minutes long
    #[arg(long)]
    long: bool,
    /// Master seed: the same seed gives the same verdict. Under another seed a sound program fails
    /// a check once in a few hundred times
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads)]
    threads: Option<NonZeroUsize>,
    /// A line of JSON for each check instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab selftest
  rummilab selftest --long --seed 7

Exact checks: identical bots differ by nothing in every block; two bots in the other order give the
same difference with the other sign; the number of threads changes no byte. Checks by simulation,
with the luck of games of one bot against itself: p-values are uniform where there is nothing to
find; the live interval holds at every look; the sequential test errs as rarely as it says. Exit
code 1 if a check fails.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let stop = stop_on_interrupt("the turns being played");
    let bar = RefCell::new(MatchBar::new(Bar::is_seen()));
    let test = SelfTest {
        long: args.long,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(all_cores),
        interrupt: &stop,
        observe: &|progress| bar.borrow_mut().show(&progress),
    };
    let mut out = Out::new();
    let (mut failed, mut all) = (0, 0);
    test.run(|verdict| {
        all += 1;
        failed += u32::from(!verdict.passed);
        match args.json {
            true => out.record(verdict),
            false => out.text(&wrapped(&text(verdict))),
        }
    })?;
    if !args.json {
        out.text(&args.end(failed, all))?;
    }
    Ok(Exit::of(failed == 0))
}

fn text(verdict: &CheckResult) -> String {
    let mark = if verdict.passed { "ok    " } else { "FAILED" };
    format!("{mark}  {}: {}", verdict.check, verdict.detail)
}

impl Args {
    /// The final line.
    fn end(&self, failed: u32, all: u32) -> String {
        let length = if self.long { " --long" } else { "" };
        let recipe = format!(
            "rummilab selftest{length} --seed {}    # {BUILD}",
            self.seed
        );
        let verdict = match failed {
            0 => format!("All {all} checks passed."),
            failed => {
                format!("{failed} of {all} checks FAILED: do not trust these statistics.")
            }
        };
        format!("\n{verdict}\nAgain:  {recipe}")
    }
}
