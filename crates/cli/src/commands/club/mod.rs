//! `rummilab club`: a club evening of people, in a folder of files that people can read.

mod enter;
mod folder;
mod lists;
mod new;

use std::path::PathBuf;

use clap::Subcommand;
use rummilab::club::{Change, Evening, PeopleError, sheets};
use rummilab::runs::replace_whole;
use rummilab::words::{Language, Say, say};

use self::folder::ClubFolder;
use crate::error::{Error, Exit, remark};
use crate::language::LanguageArg;
use crate::numbers::whole;
use crate::output::Out;
use crate::tables::hanging;

/// Run a club evening: players, tables, results, standings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  rummilab club new evening --player Anna --player Bert --player Cem \\
    --player Dora
  rummilab club add evening Emil --reserve
  rummilab club draw evening
  rummilab club sheets evening --lang de
  rummilab club enter evening \"1.1 - / R5 K3 / R10 J / 200\"
  rummilab club leave evening Emil
  rummilab club standings evening
  rummilab club season evening

The folder holds club.toml, players.csv and a file for each round, with tables and results. All \
can be corrected with an editor or a spreadsheet; every command reads them anew. Each command \
writes one file whole, so that nothing is lost whenever it is stopped. Tables stay as they were \
drawn.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin an evening in a new folder
    #[command(
        after_help = "Examples:\n  rummilab club new evening --player Anna --player Bert \
                      --player Cem"
    )]
    New(new::Args),
    /// Draw the tables of the next round, or of the final
    #[command(
        after_help = "Examples:\n  rummilab club draw evening\n  rummilab club draw evening --again"
    )]
    Draw(DrawArgs),
    /// Write the sheets of a round as a page to print
    #[command(after_help = "Examples:\n  rummilab club sheets evening --lang de")]
    Sheets(SheetsArgs),
    /// Take results, as arguments or line by line
    #[command(
        after_help = "Examples:\n  rummilab club enter evening \"1.1 - / R5 K3 / R10 J / 200\""
    )]
    Enter(enter::Args),
    /// Print the result list
    #[command(after_help = "Examples:\n  rummilab club standings evening\n  \
                      rummilab club standings evening --csv")]
    Standings(lists::StandingsArgs),
    /// Add players, who play from the next round on
    #[command(after_help = "Examples:\n  rummilab club add evening Emil --reserve")]
    Add(AddArgs),
    /// Let players leave; the next round is drawn without them
    #[command(after_help = "Examples:\n  rummilab club leave evening Emil")]
    Leave(LeaveArgs),
    /// Correct the name of a player in all files
    #[command(after_help = "Examples:\n  rummilab club rename evening Emil Emilia")]
    Rename(RenameArgs),
    /// Rank the players of several evenings
    #[command(after_help = "Examples:\n  rummilab club season evening")]
    Season(lists::SeasonArgs),
}

/// The folder of an evening, and the language.
#[derive(Debug, clap::Args)]
struct EveningArgs {
    /// The folder of the evening
    #[arg(value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    folder: PathBuf,
    #[command(flatten)]
    language: LanguageArg,
}

#[derive(Debug, clap::Args)]
struct DrawArgs {
    #[command(flatten)]
    evening: EveningArgs,
    /// Draw the last round anew, for those who are there now; only before its first result
    #[arg(long)]
    again: bool,
}

#[derive(Debug, clap::Args)]
struct SheetsArgs {
    #[command(flatten)]
    evening: EveningArgs,
    /// The round, from 1, the final after the last; the last that was drawn unless given
    #[arg(long, value_name = "N", value_parser = whole(1, 101))]
    round: Option<u64>,
    /// The file to write; sheets.html in the folder unless given
    #[arg(long, value_name = "FILE.html", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct AddArgs {
    #[command(flatten)]
    evening: EveningArgs,
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    /// They complete tables and get no place
    #[arg(long)]
    reserve: bool,
}

#[derive(Debug, clap::Args)]
struct LeaveArgs {
    #[command(flatten)]
    evening: EveningArgs,
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct RenameArgs {
    #[command(flatten)]
    evening: EveningArgs,
    name: String,
    /// The name as it should be
    to: String,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    match &args.command {
        Command::New(args) => new::run(args),
        Command::Draw(args) => draw(args),
        Command::Sheets(args) => write_sheets(args),
        Command::Enter(args) => enter::run(args),
        Command::Standings(args) => lists::standings(args),
        Command::Season(args) => lists::print_season(args),
        Command::Add(args) => of_people(&args.evening, |evening| {
            Ok(vec![evening.add(&args.names, args.reserve)?])
        }),
        Command::Leave(args) => of_people(&args.evening, |evening| {
            Ok(vec![evening.leave(&args.names)?])
        }),
        Command::Rename(args) => of_people(&args.evening, |evening| {
            evening.rename(&args.name, &args.to)
        }),
    }
}

fn of_people(
    args: &EveningArgs,
    change: impl FnOnce(&mut Evening) -> Result<Vec<Change>, PeopleError>,
) -> Result<Exit, Error> {
    let (folder, language) = (ClubFolder(&args.folder), args.language.language());
    let lock = folder.lock()?;
    let mut evening = folder.read()?;
    let changes = change(&mut evening).map_err(|why| Error::Input(why.say(language)))?;
    for change in changes {
        folder.write(&lock, &change)?;
    }
    print_remarks(&evening, language);
    Ok(Exit::Done)
}

/// Says what does not fit together.
fn print_remarks(evening: &Evening, language: Language) {
    for found in evening.remarks() {
        remark(&found.say(language));
    }
}

fn draw(args: &DrawArgs) -> Result<Exit, Error> {
    let folder = ClubFolder(&args.evening.folder);
    let language = args.evening.language.language();
    let lock = folder.lock()?;
    let change = folder.read()?.draw(args.again);
    folder.write(
        &lock,
        &change.map_err(|why| Error::Input(why.say(language)))?,
    )?;
    let evening = folder.read()?;
    drop(lock);
    print_remarks(&evening, language);
    let round = evening.drawn();
    let mut text = if round > evening.event().rounds {
        say!(language, "club-drawn-final")
    } else {
        say!(language, "club-drawn", round = round)
    };
    for (number, table) in (1_usize..).zip(evening.tables(round)) {
        let table_name = say!(language, "club-table", table = number);
        let players = evening.lettered(table.players(), ", ");
        text += &format!("\n{}", hanging(4, &format!("{table_name}: {players}")));
    }
    Out::new().text(&text)?;
    Ok(Exit::Done)
}

fn write_sheets(args: &SheetsArgs) -> Result<Exit, Error> {
    let folder = ClubFolder(&args.evening.folder);
    let _lock = args.out.is_none().then(|| folder.lock()).transpose()?;
    let evening = folder.read()?;
    let language = args.evening.language.language();
    let round = args.round.unwrap_or(evening.drawn());
    let nothing = || Error::Input(say!(language, "club-nothing-drawn"));
    let page = sheets(&evening, round, language).ok_or_else(nothing)?;
    let beside = || args.evening.folder.join("sheets.html");
    let place = args.out.clone().unwrap_or_else(beside);
    replace_whole(&place, page.as_bytes())?;
    Out::new().text(&place.display().to_string())?;
    Ok(Exit::Done)
}
