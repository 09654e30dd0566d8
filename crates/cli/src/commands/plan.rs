//! `plan`: the number of blocks that a difference needs, from a pilot that is recorded or played
//! now. The spread of a pilot is itself an estimate, and the answer includes its uncertainty.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use rummilab::core::count;
use rummilab::oracle;
use rummilab::runs::{Pilot, PilotNeed, SweepFolder, all_cores};
use rummilab::stats::{LEVEL, Metric, SweepAxis};
use serde::Serialize;

use crate::commands::run::read_plan_file;
use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::{Out, print_answer};
use crate::progress::{Bar, MatchBar};
use crate::run_place::run_place;
use crate::sweep::runs_of;
use crate::tables::{OF_WINS, drawn, new_table, right, wrapped};

/// Say how many blocks a difference between two bots needs, from a pilot run
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder of a run, which is the pilot, or a plan file, for which a pilot is played with
    /// other seeds
    #[arg(
        value_name = "DIR|PLAN.toml",
        value_hint = clap::ValueHint::AnyPath,
        value_parser = run_place()
    )]
    target: PathBuf,
    /// Differences to find, first bot minus second: points a game, or with --metric wins the
    /// difference of the win rates (0.1 is 55 % to 45 %)
    #[arg(long, value_name = "D,D,…", value_delimiter = ',', value_parser = above_zero)]
    difference: Vec<f64>,
    /// Statistical power: the chances to find them
    #[arg(
        long,
        value_name = "P,P,…",
        value_delimiter = ',',
        default_value = "0.8,0.95",
        value_parser = power
    )]
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
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab plan runs/league
  rummilab plan runs/league --difference 1,2,5 --power 0.8,0.9
  rummilab plan experiments/reference/hold-3.toml --pilot 100
  rummilab plan runs/league --metric wins --difference 0.02,0.05

The test is two-sided at 5 %. Of several pairs the one with the largest spread counts. \"To be
safe\" uses an upper bound of the spread: the true spread is not larger with a chance of 80 %. For
the folder of a run, the time is the thinking time of its bots.";

/// Default differences of points, and of win rates.
const POINTS: [f64; 4] = [0.5, 1.0, 2.0, 5.0];
const WINS: [f64; 4] = [0.01, 0.02, 0.05, 0.1];

/// The answer.
#[derive(Debug, Serialize)]
struct PlanAnswer<'a> {
    pilot: &'a str,
    metric: Metric,
    pair: [&'a str; 2],
    blocks: u64,
    block_sd: Option<f64>,
    level: f64,
    seconds_per_block: Option<f64>,
    threads: Option<usize>,
    rows: Vec<PilotNeed>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let (stop, mut bar) = (
        stop_on_interrupt("the turns being played"),
        MatchBar::new(Bar::is_seen()),
    );
    if args.target.is_dir() {
        for folder in runs_of(&args.target)? {
            args.tell(&Pilot::recorded(&folder, args.metric())?)?;
        }
        if SweepFolder::is_one(&args.target) {
            args.tell_effects(SweepFolder::open(&args.target)?.sweep().axes())?;
        }
        return Ok(Exit::Done);
    }
    let file = args.target.display();
    let threads = args.threads.unwrap_or_else(all_cores);
    let (axes, plans) = read_plan_file(&args.target)?;
    for (cell, spec) in plans {
        let name = match &cell[..] {
            "" => file.to_string(),
            cell => format!("{file}, {cell}"),
        };
        let size = (args.metric(), args.pilot);
        let show = &mut |progress| bar.show(&progress);
        args.tell(&Pilot::play(
            (&name, spec),
            size,
            threads,
            oracle,
            &stop,
            show,
        )?)?;
    }
    args.tell_effects(&axes)?;
    Ok(Exit::Done)
}

impl Args {
    fn metric(&self) -> Option<Metric> {
        self.metric.as_deref().map(|metric| match metric {
            "score" => Metric::Score,
            _ => Metric::Wins,
        })
    }

    /// Says what else a sweep tells, for which no deals are planned.
    fn tell_effects(&self, axes: &[SweepAxis]) -> Result<(), Error> {
        if self.json || axes.is_empty() {
            return Ok(());
        }
        let effect = |axis: &SweepAxis| match (axis.numbers(), &axis.values[..]) {
            (Some(_), _) => format!("the slope along {}", axis.key),
            (None, [first, ..]) => format!("each value of {} less {first}", axis.key),
            (None, []) => axis.key.clone(),
        };
        let effects: Vec<String> = axes.iter().map(effect).collect();
        Out::new().text(&wrapped(&format!(
            "These are the cells one by one. The sweep also tells {}, with an interval over the \
             deals that its cells share. How many deals that needs is not planned here.",
            effects.join(" and ")
        )))
    }

    /// Prints what a pilot says.
    fn tell(&self, pilot: &Pilot) -> Result<(), Error> {
        let differences = match (self.difference.is_empty(), pilot.metric) {
            (false, _) => self.difference.clone(),
            (true, Metric::Score) => POINTS.to_vec(),
            (true, Metric::Wins) => WINS.to_vec(),
        };
        let mut rows = Vec::new();
        for difference in differences {
            for &power in &self.power {
                rows.push(pilot.need(difference, power)?);
            }
        }
        let answer = PlanAnswer {
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
        print_answer(self.json, &answer, || text(&answer, pilot.matchups))
    }
}

fn text(answer: &PlanAnswer<'_>, matchups: u64) -> String {
    let (unit, times) = match answer.metric {
        Metric::Score => ("points a game", 1.0),
        Metric::Wins => (OF_WINS, 100.0),
    };
    let mut table = new_table(vec![
        "difference",
        "found with",
        "deals",
        "to be safe",
        "games",
        "time",
    ]);
    right(&mut table, ..);
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
    wrapped(&format!(
        "{}: {} - {}, a block varies by {:.3} {unit} (standard deviation, {})\n\n{}\n\n\
         {deals_are}Found is a p-value below {:.2}; time is for {cores}.",
        answer.pilot,
        answer.pair[0],
        answer.pair[1],
        answer.block_sd.unwrap_or(0.0) * times,
        count(answer.blocks, "block"),
        drawn(&table),
        1.0 - answer.level,
    ))
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
