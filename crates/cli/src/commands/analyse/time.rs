//! `analyse time`: how long bots thought, by phase of the game.

use std::path::PathBuf;

use rummilab::record::FEW_TILES;
use rummilab::runs::{TimeRow, Timings};
use rummilab::stats::fixed;

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::run_place::run_place;
use crate::sweep::runs_of;
use crate::tables::{drawn, new_table, right, wrapped};

/// How long bots thought, by phase of the game
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// Folders of runs, sweeps or ladders, whose times are added up by bot
    #[arg(
        value_name = "DIR",
        required = true,
        value_hint = clap::ValueHint::AnyPath,
        value_parser = run_place()
    )]
    dirs: Vec<PathBuf>,
    /// A line of JSON for each bot and phase
    #[arg(long)]
    json: bool,
}

fn after_help() -> String {
    format!(
        "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse time runs/league
  rummilab analyse time runs/league --json

Times are on the clock of the machine that played, with all its other work. They come from
timings.csv, and no other file of a run depends on them. A run that goes on adds its turns to that
file, and a merge adds up its parts; runs that are named here are added up by bot. Nodes are the
work of the bot's solvers, the same on any machine. Phases: opening (the bot has not opened),
middle, end (it has, and the pool is empty or some rack has at most {FEW_TILES} tiles)."
    )
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut timings = Timings::default();
    for place in &args.dirs {
        for run in runs_of(place)? {
            timings.add(&Timings::of_run(&run)?);
        }
    }
    let rows = timings.rows(true);
    let mut out = Out::new();
    if args.json {
        rows.iter().try_for_each(|row| out.record(row))?;
        return Ok(Exit::Done);
    }
    let timed = rows.iter().filter(|row| row.phase.is_none());
    let timed: u64 = timed.map(|row| row.turns).sum();
    let left = match timings.turns.saturating_sub(timed) {
        0 => String::new(),
        left => format!(
            " {left} more turns have no times: they were played before a kill, by another build, \
             or came by a merge of parts that have games in common."
        ),
    };
    let legend = format!(
        "{timed} turns. p50 and p99: half and 99 % of the turns took at most so long, within \
         2.2 %.{left}"
    );
    out.text(&format!("{}\n\n{}", table(&rows), wrapped(&legend)))?;
    Ok(Exit::Done)
}

fn table(rows: &[TimeRow]) -> String {
    let header = [
        "bot",
        "phase",
        "turns",
        "mean, ms",
        "p50",
        "p99",
        "longest",
        "nodes a turn",
    ];
    let mut table = new_table(header);
    right(&mut table, 2..);
    for row in rows {
        let times = [row.mean_us, row.p50_us, row.p99_us, row.longest_us];
        let times = times.map(|micros| fixed(micros / 1000.0, 3));
        let phase = row.phase.map_or("whole game", |phase| phase.word());
        let nodes = row
            .mean_nodes
            .map_or("-".to_owned(), |nodes| fixed(nodes, 0));
        let cells = [row.bot.clone(), phase.to_owned(), row.turns.to_string()];
        table.add_row(cells.into_iter().chain(times).chain([nodes]));
    }
    drawn(&table)
}
