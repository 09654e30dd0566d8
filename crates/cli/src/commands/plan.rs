//! `plan`: how many blocks a difference needs, from a pilot that was played or is played now. Refuses to promise: the
//! spread of a pilot is itself an estimate, and the answer says how far it may be off.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use comfy_table::CellAlignment;
use rummilab_arena::{Plan, PlanSpec};
use rummilab_chance::{Key, Stream};
use rummilab_record::Block;
use rummilab_stats::{BlockMeans, LEVEL, Metric, Monitor, Watch, blocks_needed};
use serde::Serialize;

use crate::commands::run::read_plan;
use crate::error::{Error, Exit};
use crate::in_memory::{all_cores, checked, play_blocks};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::Out;
use crate::progress::Bar;
use crate::run_folder::{TIMINGS, games_file, read_blocks};
use crate::tables::{drawn, new_table};
use crate::watch::watch;

/// Say how many blocks a difference between two bots needs, from a pilot run
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder of a run, which is the pilot, or a plan file, for which a pilot is played with other seeds
    #[arg(value_name = "DIR|PLAN.toml", value_hint = clap::ValueHint::AnyPath)]
    target: PathBuf,
    /// Differences to find, first bot minus second: points a game, or with --metric wins the difference of the win rates
    /// (0.1 is 55 % to 45 %)
    #[arg(long, value_name = "D,D,…", value_delimiter = ',', value_parser = above_zero)]
    difference: Vec<f64>,
    /// Chances to find them
    #[arg(long, value_name = "P,P,…", value_delimiter = ',', default_value = "0.8,0.95", value_parser = power)]
    power: Vec<f64>,
    /// The figure that decides; the score unless given, where the rules have one
    #[arg(long, value_parser = ["score", "wins"])]
    metric: Option<String>,
    /// Blocks of the pilot that is played for a plan file
    #[arg(long, default_value_t = 50, value_parser = whole(10, 1_000_000))]
    pilot: u64,
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads)]
    threads: Option<NonZeroUsize>,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab plan runs/league
  rummilab plan runs/league --difference 1,2,5 --power 0.8,0.9
  rummilab plan experiments/reference/hold-3.toml --pilot 100
  rummilab plan runs/league --metric wins --difference 0.02,0.05

The test is two-sided at 5 %. Of several pairs the one with the largest spread counts. \"To be safe\": with a chance of 80 %
the true spread is not above what this number takes for it. The time of a run folder is that of its bots' thinking.";

/// Differences of points, and of win rates, that are asked about unless others are given.
const POINTS: [f64; 4] = [0.5, 1.0, 2.0, 5.0];
const WINS: [f64; 4] = [0.01, 0.02, 0.05, 0.1];

/// What a pilot gave.
struct Pilot {
    name: String,
    metric: Metric,
    spread: BlockMeans,
    /// The pair with the largest spread.
    pair: (String, String),
    blocks: u64,
    games: u64,
    /// Match-ups of the plan: a deal is a block of each.
    matchups: u64,
    /// Seconds a block takes, and on how many threads.
    seconds_per_block: Option<f64>,
    threads: Option<usize>,
}

/// One line of the answer.
#[derive(Debug, Serialize)]
struct Row {
    difference: f64,
    power: f64,
    /// Deals of each match-up, so blocks in which the two bots meet.
    deals: u64,
    deals_to_be_safe: u64,
    /// Games of the whole run.
    games: u64,
    seconds: Option<f64>,
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    pilot: &'a str,
    metric: Metric,
    pair: [&'a str; 2],
    blocks: u64,
    block_sd: Option<f64>,
    level: f64,
    seconds_per_block: Option<f64>,
    threads: Option<usize>,
    rows: Vec<Row>,
}

/// Plans.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let pilot = if args.target.is_dir() {
        args.recorded()?
    } else {
        args.played()?
    };
    let differences = match (args.difference.is_empty(), pilot.metric) {
        (false, _) => args.difference.clone(),
        (true, Metric::Score) => POINTS.to_vec(),
        (true, Metric::Wins) => WINS.to_vec(),
    };
    let mut rows = Vec::new();
    for difference in differences {
        for &power in &args.power {
            rows.push(pilot.row(difference, power)?);
        }
    }
    let answer = Answer {
        pilot: &pilot.name,
        metric: pilot.metric,
        pair: [&pilot.pair.0, &pilot.pair.1],
        blocks: pilot.spread.blocks(),
        block_sd: pilot.spread.block_variance().map(f64::sqrt),
        level: LEVEL,
        seconds_per_block: pilot.seconds_per_block,
        threads: pilot.threads,
        rows,
    };
    let mut out = Out::new();
    match args.json {
        true => out.record(&answer)?,
        false => out.text(&text(&answer, pilot.matchups))?,
    }
    Ok(Exit::Done)
}

impl Args {
    /// A pilot that was played before.
    fn recorded(&self) -> Result<Pilot, Error> {
        let name = self.target.display().to_string();
        let (header, blocks) = read_blocks(&games_file(&self.target))?;
        let plan = Plan::from_toml(&header.plan)
            .map_err(|error| Error::Input(format!("{name}: its plan cannot be read: {error}")))?;
        let mut spreads = Spreads::new(&plan, self.watch(&plan)?);
        for block in blocks {
            spreads.push(&block?);
        }
        let (blocks, seconds) = (spreads.blocks, thinking_seconds(&self.target.join(TIMINGS)));
        let mut pilot = spreads.pilot(name)?;
        pilot.seconds_per_block = seconds.map(|seconds| seconds / blocks as f64);
        pilot.threads = seconds.map(|_| 1);
        Ok(pilot)
    }

    /// A pilot that is played now, with a seed of its own: the run that is planned must not know its results.
    fn played(&self) -> Result<Pilot, Error> {
        let spec = read_plan(&self.target)?;
        let whole = checked(&spec)?;
        let mut spreads = Spreads::new(&whole, self.watch(&whole)?);
        let matchups = whole.schedule().matchups().len() as u64;
        let seed = Stream::new(Key::sample(spec.seed, "pilot", 0)).next_u64();
        let plan = checked(&PlanSpec {
            deals: self.pilot.div_ceil(matchups.max(1)).max(10),
            seed,
            stop: None,
            ..spec
        })?;
        let stop = stop_on_interrupt();
        let threads = self.threads.unwrap_or_else(all_cores);
        let mut bar = Bar::new(plan.blocks(), 0, Bar::is_seen());
        let start = Instant::now();
        let show = &mut |progress| bar.show(&progress, String::new);
        let whole = play_blocks(&plan, threads, &stop, show, |block| spreads.push(&block))?;
        bar.end();
        if !whole {
            return Err(Error::Stopped);
        }
        let seconds = start.elapsed().as_secs_f64();
        let blocks = spreads.blocks;
        let mut pilot = spreads.pilot(format!("{} blocks of {}", blocks, self.target.display()))?;
        pilot.seconds_per_block = Some(seconds / blocks as f64);
        pilot.threads = Some(threads.get());
        Ok(pilot)
    }

    fn watch(&self, plan: &Plan) -> Result<Watch, Error> {
        if plan.club().is_some() {
            return Err(Error::Input(
                "a club tournament has no blocks that are evidence: plan a round robin of its bots"
                    .to_owned(),
            ));
        }
        let usual = watch(plan);
        let metric = match self.metric.as_deref() {
            Some("score") if !plan.rules().has_scores() => {
                return Err(Error::Input(format!(
                    "the rules `{}` have no scores; expected --metric wins",
                    plan.rules().name
                )));
            }
            Some("score") => Metric::Score,
            Some(_) => Metric::Wins,
            None => usual.metric,
        };
        // A rule that asks for nothing, so that all pairs are watched.
        let rule = Some(rummilab_stats::StopRule::UntilWidth(0.0));
        Ok(Watch {
            metric,
            rule,
            ..usual
        })
    }
}

/// The differences of all pairs.
struct Spreads {
    labels: Vec<String>,
    metric: Metric,
    matchups: u64,
    monitor: Monitor,
    blocks: u64,
    games: u64,
}

impl Spreads {
    fn new(plan: &Plan, watch: Watch) -> Spreads {
        Spreads {
            labels: plan.bots().iter().map(|bot| bot.label.clone()).collect(),
            metric: watch.metric,
            matchups: watch.matchups,
            monitor: Monitor::new(watch),
            blocks: 0,
            games: 0,
        }
    }

    fn push(&mut self, block: &Block) {
        self.blocks += 1;
        self.games += block.games.len() as u64;
        self.monitor.push(block);
    }

    /// The pair with the largest spread.
    fn pilot(self, name: String) -> Result<Pilot, Error> {
        let spread = |means: &BlockMeans| means.block_variance().unwrap_or(0.0);
        let pairs = self.monitor.pairs();
        let widest = pairs.max_by(|a, b| spread(a.1).total_cmp(&spread(b.1)));
        let Some(((a, b), means)) = widest.filter(|(_, means)| spread(means) > 0.0) else {
            return Err(Error::Input(format!(
                "{name}: its blocks show no difference between two bots that varies, so nothing can be planned from it"
            )));
        };
        Ok(Pilot {
            name,
            metric: self.metric,
            spread: means.clone(),
            pair: (self.labels[a].clone(), self.labels[b].clone()),
            blocks: self.blocks,
            games: self.games,
            matchups: self.matchups,
            seconds_per_block: None,
            threads: None,
        })
    }
}

impl Pilot {
    fn row(&self, difference: f64, power: f64) -> Result<Row, Error> {
        let need = blocks_needed(&self.spread, difference, LEVEL, power).ok_or_else(|| {
            Error::Input(format!("{}: two blocks at least are needed", self.name))
        })?;
        // A pair may meet in several match-ups of a deal.
        let meetings = self.spread.blocks() as f64 / (self.blocks as f64 / self.matchups as f64);
        let deals = |blocks: u64| (blocks as f64 / meetings).ceil() as u64;
        let blocks = deals(need.blocks) as f64 * self.matchups as f64;
        Ok(Row {
            difference,
            power,
            deals: deals(need.blocks),
            deals_to_be_safe: deals(need.safe_blocks),
            games: (blocks * self.games as f64 / self.blocks as f64).round() as u64,
            seconds: self.seconds_per_block.map(|seconds| seconds * blocks),
        })
    }
}

fn text(answer: &Answer<'_>, matchups: u64) -> String {
    let (unit, times) = match answer.metric {
        Metric::Score => ("points a game", 1.0),
        Metric::Wins => ("% more wins", 100.0),
    };
    let mut table = new_table(vec![
        "difference",
        "found with",
        "deals",
        "to be safe",
        "games",
        "time",
    ]);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for row in &answer.rows {
        table.add_row(vec![
            format!("{} {unit}", row.difference * times),
            format!("{:.0} %", row.power * 100.0),
            row.deals.to_string(),
            row.deals_to_be_safe.to_string(),
            row.games.to_string(),
            row.seconds.map_or_else(|| "-".to_owned(), time),
        ]);
    }
    let deals_are = match matchups {
        1 => String::new(),
        _ => format!("Deals are for each of the {matchups} match-ups. "),
    };
    let cores = match answer.threads {
        None => "no timings are there".to_owned(),
        Some(1) => "one thread".to_owned(),
        Some(threads) => format!("{threads} threads"),
    };
    format!(
        "{}: {} - {}, a block varies by {:.3} {unit} (standard deviation, {} blocks)\n\n{}\n\n\
         {deals_are}Found is a p-value below {:.2}; time is for {cores}.",
        answer.pilot,
        answer.pair[0],
        answer.pair[1],
        answer.block_sd.unwrap_or(0.0) * times,
        answer.blocks,
        drawn(&table),
        1.0 - answer.level,
    )
}

/// Seconds in words: `45 s`, `12 min`, `3.5 h`, `2.1 days`.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// What the bots of a run have thought, in seconds; `None` without a file of timings.
fn thinking_seconds(path: &Path) -> Option<f64> {
    #[derive(serde::Deserialize)]
    struct Row {
        turns: f64,
        mean_us: f64,
    }
    let mut rows = csv::Reader::from_path(path).ok()?;
    let seconds = |row: Result<Row, csv::Error>| row.ok().map(|row| row.mean_us * row.turns / 1e6);
    rows.deserialize().map(seconds).sum()
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.trim().parse().ok();
    number
        .filter(|n| *n > 0.0 && n.is_finite())
        .ok_or_else(|| "expected a number above 0".to_owned())
}

fn power(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.trim().parse().ok();
    number
        .filter(|n| (0.5..1.0).contains(n))
        .ok_or_else(|| "expected a chance from 0.5 to below 1, such as 0.8".to_owned())
}
