//! `analyse export`: one row for each turn.

use std::path::PathBuf;

use rummilab::analyse::{TurnRow, export};

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::run_place::run_place;

/// Every turn of a run as a row: rack, table, action, what was possible
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of a run, or a games file
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::AnyPath, value_parser = run_place())]
    dir: PathBuf,
    /// CSV instead of a line of JSON a turn
    #[arg(long)]
    csv: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse export runs/league --csv > turns.csv
  rummilab analyse export runs/league | head -n 3

Each turn has the rack, the table and the pool when its seat had to decide, what it did, the table
afterwards, and the most tiles that could be laid. Turns of games reviewed with `rummilab analyse
review --save` have a grade and a loss too. The memory does not grow with the run.

Where groups have owners (house), `owners` and the seat as `me` make a row a position for `rummilab
solve --batch`. Where turns begin with a draw, `drawn_first` is that tile, which is on the rack, and
`put_back` is the number of tiles that went back before it.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut out = Out::new();
    if args.csv {
        out.cells(TurnRow::COLUMNS)?;
    }
    export(&args.dir, |row| {
        if args.csv {
            out.cells(row.cells())
        } else {
            out.one_of_many(&row)
        }
    })?;
    out.flush()?;
    Ok(Exit::Done)
}
