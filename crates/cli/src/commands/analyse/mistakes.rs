//! `analyse mistakes`: where bots lose win rate.

use std::path::PathBuf;

use rummilab::analyse::{MistakePhase, MistakeRow, mistakes};
use rummilab::core::count as counted;
use rummilab::stats::fixed;

use super::review::JudgeArgs;
use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::count;
use crate::output::Out;
use crate::run_place::run_place;
use crate::tables::{drawn, new_table, right, signed, with_ends, wrapped};

/// Where bots lose win rate, by phase of the game
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// Folder of a run, or a games file
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::AnyPath, value_parser = run_place())]
    dir: PathBuf,
    /// Games to review, one of each block from the first on
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = count(1, usize::MAX))]
    sample: usize,
    #[command(flatten)]
    by: JudgeArgs,
    /// A line of JSON for each bot and phase
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse mistakes runs/league --sample 2 --deals 2
  rummilab analyse mistakes runs/league --sample 2 --deals 2 --json

Every turn of the games is compared with what the model would have done, as `analyse review` does,
on 8 deals unless --deals says otherwise. The loss is win rate per turn, in the mean of the games;
its 95 % interval is over games.";

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", MistakePhase::explained())
}

/// Deals of a turn. The error is taken over games, so few deals are enough.
const DEALS: u32 = 8;

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let stop = stop_on_interrupt("the games being played out");
    let mut settings = args.by.settings(DEALS);
    (settings.work, settings.chances) = (u64::MAX, 0);
    let rows = args
        .by
        .threaded(|| mistakes(&args.dir, args.sample, &settings, &stop))??;
    let mut out = Out::new();
    if args.json {
        rows.iter().try_for_each(|row| out.record(row))?;
        return Ok(Exit::Done);
    }
    out.text(&text(&rows, &settings.model))?;
    Ok(Exit::Done)
}

fn text(rows: &[MistakeRow], model: &str) -> String {
    let mut table = new_table(["bot", "phase", "turns", "other, %", "lost per turn, %"]);
    right(&mut table, 2..);
    for row in rows {
        let other = match row.turns {
            0 => "-".to_owned(),
            turns => fixed(100.0 * row.other_turns as f64 / turns as f64, 1),
        };
        table.add_row([
            row.bot.clone(),
            row.phase
                .map_or("whole game", MistakePhase::words)
                .to_owned(),
            row.turns.to_string(),
            other,
            with_ends(row.lost_per_turn, row.ci, |lost| signed(100.0 * lost, 1)),
        ]);
    }
    let games = rows.iter().map(|row| row.games).max().unwrap_or(0);
    let mut text = format!(
        "{} by the measure of {model}; other: not as it would have done. {}",
        counted(games as usize, "game"),
        MistakePhase::explained()
    );
    if rows.iter().any(|row| row.lost_per_turn.is_none()) {
        text += " A dash: no turn with a known loss.";
    }
    if rows
        .iter()
        .any(|row| row.lost_per_turn.is_some() && row.ci.is_none())
    {
        text += " A loss without an interval: all games lost the same, so nothing is known of \
                 their spread.";
    }
    let whole = rows.iter().filter(|row| row.phase.is_none());
    match whole.map(|row| row.unknown_turns).sum::<u64>() {
        0 => {}
        unknown => {
            text += &format!(
                " Left out: {} whose loss is not known, refused or not played out.",
                counted(unknown as usize, "turn")
            );
        }
    }
    format!("{}\n\n{}", drawn(&table), wrapped(&text))
}
