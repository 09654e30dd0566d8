//! Plays a plan for `tournament` and `run`: common options, progress on the terminal, and the final
//! table.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use rummilab::arena::PlanSpec;
use rummilab::bot_api::StopFlag;
use rummilab::chance::Salt;
use rummilab::core::count;
use rummilab::oracle;
use rummilab::record::{Block, BotEntry};
use rummilab::runs::{
    ChangedBots, Match, MatchEnding, MatchEvent, Opened, Outcome, RunsError, RunsRoot, Shard,
    ShardArg, Warning, Withdrawn,
};
use rummilab::stats::faults::{NamedFault, faults_of};
use rummilab::stats::{Metric, Monitor};

use crate::error::{Error, Exit, tell_fault, warn};
use crate::fault_text::fault_text;
use crate::interrupt::stop_on_interrupt;
use crate::live::Live;
use crate::output::Out;
use crate::progress::Bar;
use crate::results::results_text;
use crate::rules_arg::quoted;
use crate::run_place::RUNS;
use crate::status_text::status_json;
use crate::tables::{OF_WINS, signed};
use crate::visible::visible;

/// The arguments of every command that plays a plan. None of them but the salt changes a byte of
/// the record.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Running")]
pub struct Options {
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads)]
    threads: Option<NonZeroUsize>,
    /// Folder for the results; runs/PLAN-HASH unless given. A folder of the same plan is continued
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Name of the run: its folder is runs/NAME
    #[arg(long, value_name = "NAME", conflicts_with = "out", value_parser = name)]
    name: Option<String>,
    /// Play a part of the blocks: K/N, or auto (auto/N) in an array of jobs of Slurm, Kubernetes,
    /// Grid Engine or PBS. Any N consecutive K make the whole, which `rummilab merge` puts together
    #[arg(long, value_name = "K/N|auto")]
    shard: Option<ShardArg>,
    /// 32 secret bytes (64 hexadecimal digits, or random) in every random number, for matches with
    /// programs that you do not trust: without them a program can guess the seed and with it every
    /// tile. A folder keeps its salt, and the same command goes on with it; shards need the same
    /// digits
    #[arg(long, value_name = "random|HEX", value_parser = salt)]
    pub salt: Option<String>,
    /// Go on with programs that are not those that played before, and say so in the record
    #[arg(long)]
    accept_changed_bots: bool,
    /// Exit with 0 though bots had faults: illegal turns, time-outs, crashes, broken protocol
    #[arg(long)]
    allow_faults: bool,
    /// Print summary.json instead of the table, of a sweep sweep.json; of a shard, what
    /// `rummilab status --json` says
    #[arg(long)]
    pub json: bool,
    /// Show no progress on a terminal either
    #[arg(long, short)]
    quiet: bool,
}

fn salt(text: &str) -> Result<String, String> {
    match text {
        "random" => Ok(text.to_owned()),
        text => text
            .parse::<Salt>()
            .map(|salt| salt.to_string())
            .map_err(|error| format!("{error}, or random")),
    }
}

/// Parses a name that is a single folder.
fn name(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(plain)
        && text != "last"
    {
        Ok(text.to_owned())
    } else {
        Err(
            "expected letters, digits, `-`, `_` and `.`, a letter or digit first; `last` is taken"
                .to_owned(),
        )
    }
}

/// What to do with programs that changed.
pub fn changed_bots(accept: bool) -> ChangedBots {
    if accept {
        ChangedBots::Accept
    } else {
        ChangedBots::Refuse
    }
}

/// Plays a plan. `recipe` is the command that plays it again, without the salt.
pub fn play(mut spec: PlanSpec, options: &Options, recipe: &str) -> Result<Exit, Error> {
    if options.salt.is_some() {
        spec.salt.clone_from(&options.salt);
    }
    let plan = Match::of(spec.clone()).plan()?;
    let shard = options.shard()?;
    let folder = options.folder(&plan.plan_hash(), shard);
    let stop = stop_on_interrupt("the turns being played");
    let (outcome, faulty_games) = play_into(&folder, spec, options, &stop)?;
    RunsRoot::new(RUNS).mark_last(&folder);
    if outcome.ending == MatchEnding::Interrupted {
        return Err(RunsError::InterruptedIn(folder, outcome.done, outcome.blocks).into());
    }
    let exit = options.verdict(&outcome.withdrawn, faulty_games);
    if options.salt.is_none() && outcome.plan.seed().salt.is_some() {
        let folder = folder.display();
        warn(&format!(
            "the games of {folder} have a salt, which this run used too; to play without a salt, \
             give another --out"
        ));
    }
    options.print(&outcome, shard, (recipe, &folder))?;
    Ok(exit)
}

/// Plays a plan into a folder and shows it meanwhile. The outcome, and the number of games with
/// faults.
pub fn play_into(
    folder: &Path,
    spec: PlanSpec,
    options: &Options,
    stop: &StopFlag,
) -> Result<(Outcome, u64), Error> {
    let mut watcher = Watcher::new(folder, options.quiet);
    let mut game = Match::of(spec)
        .oracle(oracle)
        .folder(folder)
        .changed_bots(changed_bots(options.accept_changed_bots))
        .interrupt(stop);
    if let Some(threads) = options.threads {
        game = game.threads(threads);
    }
    if let Some(shard) = options.shard()? {
        game = game.shard(shard);
    }
    let played = game.observe(|event| watcher.tell(&event)).play();
    watcher.end();
    Ok((played?, watcher.faulty_games))
}

/// The exit status of a run. Withdrawn programs are reported and count as a failure; so do games
/// with faults, unless they are allowed.
pub fn verdict(withdrawn: &[Withdrawn], faulty_games: u64, allow_faults: bool) -> Exit {
    for Withdrawn { bot, reason } in withdrawn {
        warn(&format!(
            "the bot `{}` was withdrawn and lost the rest of its games: {}",
            visible(bot),
            visible(reason)
        ));
    }
    let passed = faulty_games == 0 || allow_faults;
    if !passed {
        tell_fault(&format!(
            "bots had faults in {}; with --allow-faults the exit code is 0",
            count(faulty_games, "game")
        ));
    }
    Exit::of(withdrawn.is_empty() && passed)
}

/// The shard of an argument, or of the job.
pub fn given_shard(shard: Option<ShardArg>) -> Result<Option<Shard>, Error> {
    let environment = |name: &str| std::env::var(name).ok();
    let shard = shard.map(|shard| shard.resolve(environment));
    Ok(shard.transpose()?)
}

impl Options {
    /// As [`verdict`].
    pub fn verdict(&self, withdrawn: &[Withdrawn], faulty_games: u64) -> Exit {
        verdict(withdrawn, faulty_games, self.allow_faults)
    }

    /// The shard to play.
    pub fn shard(&self) -> Result<Option<Shard>, Error> {
        given_shard(self.shard)
    }

    /// The folder of the results; `hash` is that of the plan.
    pub fn folder(&self, hash: &str, shard: Option<Shard>) -> PathBuf {
        if let Some(out) = &self.out {
            return out.clone();
        }
        let run = match &self.name {
            Some(name) => Path::new(RUNS).join(name),
            None => Path::new(RUNS).join(hash),
        };
        match shard {
            Some(shard) => run.join(shard.folder()),
            None => run,
        }
    }

    /// The command with the salt and the chosen folder.
    pub fn recipe(&self, command: &str, salt: Option<Salt>) -> String {
        let folder_flag = match (&self.out, &self.name) {
            (Some(path), _) => Some(format!(" --out {}", quoted(&path.display().to_string()))),
            (None, name) => name.as_ref().map(|name| format!(" --name {name}")),
        };
        let salt_flag = salt.map(|salt| format!(" --salt {salt}"));
        let flags = [salt_flag, folder_flag].map(Option::unwrap_or_default);
        format!("{command}{}", flags.concat())
    }

    /// Prints the results; for a shard, its state.
    fn print(
        &self,
        outcome: &Outcome,
        shard: Option<Shard>,
        (recipe, folder): (&str, &Path),
    ) -> Result<(), Error> {
        let mut out = Out::new();
        if let Some((status, shard)) = outcome.status.as_ref().zip(shard) {
            let games = [folder.join(rummilab::runs::GAMES)];
            return if self.json {
                out.record(&status_json(status, &games))
            } else {
                let blocks = if outcome.done < outcome.blocks {
                    let done = count(outcome.done, "block");
                    format!("the stop rule has ended the run; {done} of this shard")
                } else {
                    format!("all of its {} blocks", outcome.blocks)
                };
                out.text(&format!(
                    "shard {shard}: {blocks} are in {}\nwhen all shards are done:  \
                     rummilab merge FOLDER… --out DIR",
                    folder.display()
                ))
            };
        }
        if self.json {
            return out.record(outcome.summary()?);
        }
        let recipe = self.recipe(recipe, outcome.plan.seed().salt);
        let text = results_text(&outcome.plan, outcome.summary()?, &recipe, folder);
        out.text(&text)
    }
}

/// Shows a match on the terminal while it is played.
pub struct Watcher {
    folder: PathBuf,
    /// Whether there is a terminal; otherwise the display costs nothing.
    seen: bool,
    live: Option<Live>,
    at_any_look: Option<String>,
    bar: Option<Bar>,
    bots: Vec<BotEntry>,
    /// Number of games in which bots had faults.
    faulty_games: u64,
}

impl Watcher {
    pub fn new(folder: &Path, quiet: bool) -> Watcher {
        Watcher {
            folder: folder.to_owned(),
            seen: Bar::is_seen() && !quiet,
            live: None,
            at_any_look: None,
            bar: None,
            bots: Vec::new(),
            faulty_games: 0,
        }
    }

    /// Number of games in which bots had faults.
    pub fn faulty_games(&self) -> u64 {
        self.faulty_games
    }

    pub fn tell(&mut self, event: &MatchEvent<'_>) {
        match event {
            MatchEvent::Plan(plan) => {
                self.live = self.seen.then(|| Live::new(plan));
                self.bots = plan.bots().to_vec();
            }
            MatchEvent::Block(block) => {
                self.tell_faults(block);
                if let Some(live) = &mut self.live {
                    live.push(block);
                }
            }
            MatchEvent::Opened(opened) => {
                self.tell_opened(*opened);
                self.begin_bar(*opened);
            }
            MatchEvent::Warning(warning @ Warning::NoSalt) => {
                warn(&format!(
                    "{warning} (--salt random, in a new folder, leaves nothing to guess)"
                ));
            }
            MatchEvent::Warning(warning) => warn(&warning.to_string()),
            MatchEvent::Look(monitor) if self.seen => self.at_any_look = live_text(monitor),
            MatchEvent::Progress(progress) => {
                let Watcher {
                    live, at_any_look, ..
                } = self;
                let lines = || {
                    let lines = live.as_ref().map(Live::lines).unwrap_or_default();
                    lines + at_any_look.as_deref().unwrap_or_default()
                };
                if let Some(bar) = &mut self.bar {
                    bar.show(progress, lines);
                }
            }
            _ => {}
        }
    }

    /// Counts the games with faults, and tells those of a block that was just played.
    fn tell_faults(&mut self, block: &Block) {
        let faults: Vec<NamedFault> = faults_of(&self.bots, block)
            .filter(|fault| fault.bot.is_some())
            .collect();
        for of_game in faults.chunk_by(|a, b| a.game == b.game) {
            self.faulty_games += 1;
            if let Some(bar) = &self.bar {
                bar.above(|| tell_fault(&fault_text(of_game)));
            }
        }
    }

    /// Shows how much of a match is played.
    pub fn begin_bar(&mut self, opened: Opened) {
        self.bar = Some(Bar::new(opened.blocks, opened.found, self.seen));
    }

    fn tell_opened(&self, opened: Opened) {
        let folder = self.folder.display();
        if opened.dropped_bytes > 0 {
            warn(&format!(
                "{folder}: the last block was cut off ({} bytes) and is played again",
                opened.dropped_bytes
            ));
        }
        if opened.found > 0 && opened.missing > 0 {
            warn(&format!(
                "{folder}: going on after {} of {}",
                opened.found,
                count(opened.blocks, "block")
            ));
        }
    }

    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.end();
        }
    }
}

/// The difference of the first two bots so far, in a few words.
fn live_text(monitor: &Monitor) -> Option<String> {
    let live = monitor.live()?;
    let (unit, times) = match monitor.metric() {
        Metric::Score => ("points", 1.0),
        Metric::Wins => (OF_WINS, 100.0),
    };
    let [value, low, high] = [live.difference, live.interval.low(), live.interval.high()]
        .map(|value| signed(value * times, 1));
    let course = monitor.sequential();
    let ratio = course.and_then(|course| Some((course.llr.flatten()?, course.thresholds?)));
    let ratio = ratio.map(|(ratio, [lower, upper])| {
        format!("; LLR {ratio:.2}, decided at {lower:.2} or {upper:.2}")
    });
    Some(format!(
        "the first two, at any look: {value} [{low}, {high}] {unit}{}\n",
        ratio.unwrap_or_default()
    ))
}
