//! `league`: a finished round robin as a league, written into the folder of the run.
//! `rummilab::stats::league` defines leagues.

mod respond;
mod table;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use rummilab::runs::{games_file, league_of, make_folder, write_whole};
use rummilab::stats::league::League;

use self::table::table;
use crate::error::{Error, Exit};
use crate::numbers::whole;
use crate::output::{Out, json_line};
use crate::run_place::run_place;
use crate::tables::of_markdown;

/// The file of the league in the folder of the run.
const LEAGUE: &str = "league.json";
const TABLE: &str = "table.md";

/// Rank the bots of a round robin: strengths, pay-offs, mixture; or find what beats one
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = EXAMPLES
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Folders of finished runs or of ladders, counted together; or a league.json, whose table is
    /// printed again
    #[arg(
        value_name = "DIR|league.json",
        required = true,
        value_hint = clap::ValueHint::AnyPath,
        value_parser = run_place()
    )]
    runs: Vec<PathBuf>,
    /// Where to write league.json and table.md; the folder of the run unless given. Of several runs
    /// nothing is written without it
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Matrices resampled over blocks, for how the Nash mixture varies
    #[arg(long, default_value_t = 200, value_parser = whole(1, 100_000))]
    resamples: u64,
    /// Print league.json instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,single,hold,hold:h=0,hold:empty=keep \\
    --deals 200 --out runs/five
  rummilab league runs/five
  rummilab league runs/five --json
  rummilab league experiments/league/results/plan.league.json
  rummilab tournament --bots dump,greedy,hold --format gauntlet --out runs/more
  rummilab league runs/five runs/more --out both
  rummilab league respond --to hold --family hold

With two players every pair of bots is a number: how often one beats the other. The Nash mixture
picks bots so that no bot of the league beats it on average. To show how far to trust it, blocks are
resampled, and the table says how often each bot is in the mixture then. The win rate of a bot's
worst opponent in the league gives a lower bound of its exploitability. With more than 2 players
there are strengths and win rates only. So it is where not all have met, as in a gauntlet.

Several runs are counted together, and games that two of them have count once. Their rules, numbers
of players and versions of bots must be the same. Errors are then over deals.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Find what beats a bot: the best settings of all bots, or a bot made against it
    Respond(respond::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if let Some(Command::Respond(args)) = &args.command {
        return respond::run(args);
    }
    let is_league =
        |path: &&PathBuf| path.is_file() && path.extension().is_some_and(|end| end == "json");
    let written = args.runs.iter().find(is_league);
    let league = match (written, &args.runs[..]) {
        (Some(path), [_]) => read_league(path)?,
        (Some(path), _) => {
            let path = path.display();
            let why = "it is a league, whose games are not known; expected the folders of its runs";
            return Err(Error::Input(format!("{path}: {why}")));
        }
        (None, runs) => league_of(runs, args.resamples)?,
    };
    let (json, text) = (json_line(&league)?, table(&league));
    // A league that was read from a file is not overwritten.
    let place = match (&args.out, &args.runs[..]) {
        (Some(out), _) => Some(out.clone()),
        (None, [run]) if written.is_none() => games_file(run).parent().map(Path::to_owned),
        (None, _) => None,
    };
    if let Some(place) = place {
        make_folder(&place)?;
        write_whole(&place.join(LEAGUE), &json)?;
        write_whole(&place.join(TABLE), text.as_bytes())?;
    }
    let mut out = Out::new();
    match args.json {
        true => out.text(&String::from_utf8_lossy(&json))?,
        // A file always gets Markdown.
        false if io::stdout().is_terminal() => out.text(&of_markdown(&text))?,
        false => out.text(&text)?,
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn read_league(path: &Path) -> Result<League, Error> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|cause| Error::Read(name.clone(), cause))?;
    let none = format!("{name} is no league");
    let league: League =
        serde_json::from_str(&text).map_err(|error| Error::about(none.as_str(), error))?;
    let checked = league.check();
    checked.map_err(|error| Error::about(none, error))?;
    Ok(league)
}
