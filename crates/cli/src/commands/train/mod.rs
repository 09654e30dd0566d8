//! `train`: learns the worth of a position from games between bots and writes the weights.
//! `rummilab_runs` has the method and its limits.

mod told;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rummilab::runs::{
    RunsError, Training, TrainingEvent, TrainingPlace, all_cores, check_kind, check_place,
    parse_list, replace_whole,
};

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::{count, whole};
use crate::output::Out;
use crate::progress::{Bar, MatchBar, Steps};
use crate::rules_arg::{RulesArgs, rules_words};

/// Learn what a position is worth from seeded games of bots among themselves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Bots, separated by commas; each plays each
    #[arg(long, value_name = "BOTS", default_value = DEFAULT_BOTS)]
    bots: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Seats in every game
    #[arg(long, default_value_t = 2, value_parser = whole(2, 4))]
    players: u64,
    /// Deals of each match-up in each round, each played in all seatings
    #[arg(long, default_value_t = 100, value_parser = whole(2, 1_000_000))]
    deals: u64,
    /// Rounds; from the second on the bot `model` plays too, with the weights of the round before
    #[arg(long, default_value_t = 1, value_parser = whole(1, 100))]
    rounds: u64,
    /// Turns sampled from each game; turns of one game are much alike
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = count(1, 1000))]
    turns: usize,
    /// On each of its turns a bot does something else with a chance of one in N, at most once a
    /// game; 0: never
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(0, 1_000_000))]
    stray: u64,
    /// Ridge penalty on the weights of standardised features, in turns
    #[arg(long, default_value_t = 10.0, value_parser = penalty)]
    penalty: f64,
    /// Master seed: the same seed gives the same weights; later rounds take the seeds after it
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX - 100))]
    seed: u64,
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads, help_heading = "Running")]
    threads: Option<NonZeroUsize>,
    /// Write the weights to this file; without it they are not kept
    #[arg(
        long,
        value_name = "FILE",
        value_hint = clap::ValueHint::FilePath,
        help_heading = "Running"
    )]
    out: Option<PathBuf>,
    /// Print the weights, as the file holds them, instead of the report
    #[arg(long, help_heading = "Running")]
    json: bool,
    /// Show no progress on a terminal either
    #[arg(long, short, help_heading = "Running")]
    quiet: bool,
}

const DEFAULT_BOTS: &str = "hold:h=0,hold,champion:budget=fast,greedy";

/// The beginning of a file of weights: nothing else is replaced by one.
const MODEL_BEGINS: &[u8] = b"{\n  \"format\"";

const EXAMPLES: &str = "\
Examples:
  rummilab train --deals 20
  rummilab train --bots hold:h=0,hold,greedy --deals 200 --rounds 2 \\
    --seed 1 --out original-2.json
  rummilab train --players 4 --bots hold,greedy --deals 50 --out four.json
  rummilab train --rules tournament --bots hold,greedy --json > club.json

The model is a logistic regression of the win on features of what a turn leaves (tiles kept, tiles \
that would be stuck, tiles
that let the whole rack go, what the table takes, pool, turn order, racks of the others), fitted \
to who won in the end. One deal in
five is held out; losses on these are reported beside those of a constant and of the sizes of \
racks alone, with intervals
over deals. The bot `model` plays with the weights of data/value, which are part of the program.

An interrupted training keeps nothing.";

fn penalty(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|n: &f64| n.is_finite() && *n > 0.0);
    number.ok_or_else(|| "expected a positive number".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut training = Training {
        bots: Vec::new(),
        rules: args.rules.read()?,
        players: args.players,
        deals: args.deals,
        rounds: args.rounds,
        turns: args.turns,
        stray: NonZeroU64::new(args.stray),
        penalty: args.penalty,
        seed: args.seed,
    };
    training.check_rules()?;
    training.bots = parse_list(&args.bots)?;
    if let Some(out) = &args.out {
        check_place(out)?;
        check_kind(out, MODEL_BEGINS)?;
    }
    let stop = stop_on_interrupt("the turns being played");
    let seen = Bar::is_seen() && !args.quiet;
    let shown = Mutex::new(TrainingDisplay {
        bar: MatchBar::new(seen),
        steps: None,
    });
    let place = TrainingPlace {
        threads: args.threads.unwrap_or_else(all_cores),
        interrupt: &stop,
        observe: &|event| {
            if let (true, Ok(mut shown)) = (seen, shown.lock()) {
                shown.tell(event);
            }
        },
    };
    let trained = training.run(&args.command(&training.bots), &place);
    drop(shown);
    let (model, report) = trained?;
    let text = model.to_json().map_err(RunsError::from)?;
    if let Some(out) = &args.out {
        replace_whole(out, text.as_bytes())?;
    }
    let told = match args.json {
        true => text,
        false => told::text(&model, &report, args.out.as_deref()),
    };
    Out::new().text(&told)?;
    Ok(Exit::Done)
}

/// The progress display of a training: a bar for the games of a round, then one for the observed
/// deals.
struct TrainingDisplay {
    bar: MatchBar,
    steps: Option<Steps>,
}

impl TrainingDisplay {
    fn tell(&mut self, event: TrainingEvent) {
        match event {
            TrainingEvent::Playing(progress) => self.bar.show(&progress),
            TrainingEvent::Observed(done, of) => {
                let new = || Steps::new("deals looked at");
                self.steps.get_or_insert_with(new).show(done, of);
                if done == of {
                    self.steps = None;
                }
            }
        }
    }
}

impl Args {
    /// The command that reproduces these weights, without defaults.
    fn command(&self, bots: &[String]) -> String {
        let mut words = vec![format!("rummilab train --bots {}", bots.join(","))];
        words.extend(rules_words(self.rules.name(), &[]));
        let mut flag = |name: &str, value: String, default: &str| {
            if value != default {
                words.push(format!("--{name} {value}"));
            }
        };
        flag("players", self.players.to_string(), "2");
        flag("deals", self.deals.to_string(), "");
        flag("rounds", self.rounds.to_string(), "1");
        flag("turns", self.turns.to_string(), "8");
        flag("stray", self.stray.to_string(), "20");
        flag("penalty", self.penalty.to_string(), "10");
        flag("seed", self.seed.to_string(), "");
        words.join(" ")
    }
}

/// The name of the file in a report.
fn shown(out: Option<&Path>) -> String {
    out.map_or("not kept (--out FILE)".to_owned(), |out| {
        out.display().to_string()
    })
}
