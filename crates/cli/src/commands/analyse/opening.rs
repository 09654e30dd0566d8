//! `analyse opening`: how often random racks can open. A rack is a draw from all tiles of the game.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use rummilab::core::RuleSet;
use rummilab::runs::{OpeningRacks, OpeningRacksError, all_cores};
use rummilab::search::count::SetKinds;
use rummilab::stats::{OpeningOdds, OpeningTally};
use serde::Serialize;

use super::exact_racks;
use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::Out;
use crate::progress::Steps;
use crate::rules_arg::RulesArgs;
use crate::tables::{drawn, new_table, right};

/// What random racks can open with
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Rack sizes, such as 14, 14..20 (both ends included) or 10,14,18; as many as the rules deal
    /// unless given
    #[arg(long, value_name = "N..M", value_delimiter = ',', value_parser = sizes)]
    tiles: Vec<RangeInclusive<usize>>,
    /// Racks of each size
    #[arg(long, default_value_t = 100_000, value_parser = whole(1, u64::MAX))]
    samples: u64,
    /// Master seed
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// Threads, up to 1024; all cores unless given. They change no byte
    #[arg(long, value_parser = crate::batch::threads)]
    threads: Option<NonZeroUsize>,
    /// Count every rack instead of looking at samples; a minute or two for 14 tiles
    #[arg(long, conflicts_with_all = ["samples", "seed", "threads"])]
    exact: bool,
    /// The sets that count, with --exact
    #[arg(long, requires = "exact", default_value = "all")]
    #[arg(value_parser = ["all", "runs", "groups"])]
    sets: String,
    /// A line of JSON for each rack size instead of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab analyse opening --tiles 14 --samples 1000000
  rummilab analyse opening --tiles 14..20 --samples 100000 --seed 7 --json
  rummilab analyse opening --rules tournament --option opening_min=40
  rummilab analyse opening --tiles 8..10 --exact
  rummilab analyse opening --tiles 14 --exact --sets runs --option jokers=0

A line of JSON holds tiles, samples, p_any_set (the rack holds a set), p_open (its own sets reach
the threshold), mean_best_opening (the largest total of own sets in points, 0 without any, whether
or not it reaches the threshold), its median, and the standard errors se_p_open, se_p_any_set and
se_mean_best_opening. The seed and n alone decide sample n: every size takes the start of the same
shuffle. So more samples keep the earlier ones. Ctrl-C prints what was done (exit code 75); fewer
--samples give the same. With --exact a line holds tiles, racks, holding_a_set, p_any_set, opening,
p_open and most_points_without_opening; copies of a tile count as different tiles. Racks are plain
draws, without a redeal on pairs and without a limit on own groups.";

/// One line of the answer.
#[derive(Serialize)]
struct Row {
    tiles: usize,
    #[serde(flatten)]
    odds: OpeningOdds,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let sizes = args.tiles.iter().cloned().flatten().collect();
    let racks = OpeningRacks::new(&args.rules.read()?, sizes, args.seed);
    let racks = racks.map_err(|error| match error {
        OpeningRacksError::Size(error) => Error::about("--tiles", error),
        OpeningRacksError::Unsupported(error) => error.into(),
        OpeningRacksError::Rules(error) => Error::cause(error),
    })?;
    if args.exact {
        let kinds = match args.sets.as_str() {
            "runs" => SetKinds::Runs,
            "groups" => SetKinds::Groups,
            _ => SetKinds::All,
        };
        return exact_racks::run(racks.rules(), racks.sizes(), kinds, args.json);
    }
    let stop = stop_on_interrupt("the work in hand");
    let threads = args.threads.unwrap_or_else(all_cores);
    let bar = Steps::new("samples");
    let tallies = racks.look(args.samples, threads, &stop, |done| {
        bar.show(done, args.samples)
    })?;
    bar.end();
    let threshold = racks.rules().opening_min;
    let row = |(tiles, tally): (&usize, &OpeningTally)| Row {
        tiles: *tiles,
        odds: tally.odds(threshold),
    };
    let rows: Vec<Row> = racks.sizes().iter().zip(&tallies).map(row).collect();
    let done = rows.first().map_or(0, |row| row.odds.samples);
    if done == 0 {
        return Err(Error::Stopped);
    }
    let mut out = Out::new();
    if args.json {
        rows.iter().try_for_each(|row| out.record(row))?
    } else {
        out.text(&text(racks.rules(), &rows))?
    }
    if done < args.samples {
        return Err(Error::StoppedEarly(format!(
            "{done} of {} samples; --samples {done} gives the same",
            args.samples
        )));
    }
    Ok(Exit::Done)
}

/// Parses `14` or `14..20`, both ends included (`14..=20` is the same).
fn sizes(text: &str) -> Result<RangeInclusive<usize>, String> {
    let wrong = || format!("`{text}` is no range of rack sizes; expected such as 14 or 14..20");
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let range = match text.split_once("..") {
        None => number(text)?..=number(text)?,
        Some((low, high)) => number(low)?..=number(high.strip_prefix('=').unwrap_or(high))?,
    };
    if *range.start() >= 1 && range.start() <= range.end() && *range.end() <= 1000 {
        Ok(range)
    } else {
        Err(wrong())
    }
}

fn text(rules: &RuleSet, rows: &[Row]) -> String {
    let mut table = new_table([
        "tiles",
        "holds a set",
        "opens",
        "best own sets, points",
        "median",
    ]);
    right(&mut table, ..);
    for Row { tiles, odds } in rows {
        let with_error = |value: Option<f64>, error: Option<f64>, digits: usize| {
            let value = value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"));
            let error = error.map(|error| format!(" ± {error:.digits$}"));
            value + &error.unwrap_or_default()
        };
        table.add_row([
            tiles.to_string(),
            with_error(odds.p_any_set, odds.se_p_any_set, 5),
            with_error(odds.p_open, odds.se_p_open, 5),
            with_error(odds.mean_best_opening, odds.se_mean_best_opening, 3),
            odds.median_best_opening
                .map_or_else(String::new, |median| median.to_string()),
        ]);
    }
    let samples = rows.first().map_or(0, |row| row.odds.samples);
    format!(
        "{}: {samples} random racks of each size; an opening needs {} points\n\n{}\n\n± is one \
         standard error.",
        rules.name,
        rules.opening_min,
        drawn(&table)
    )
}
