//! `club standings` and `club season`: result lists as tables, JSON or CSV.

use std::collections::BTreeSet;
use std::path::PathBuf;

use rummilab::club::{ResultList, season, season_list, standings_list};
use rummilab::stats::ClubSummary;
use rummilab::stats::club::{ClubRow, RoundResult};
use serde::Serialize;

use super::folder::ClubFolder;
use super::{EveningArgs, print_remarks};
use crate::club::result_table;
use crate::error::{Error, Exit};
use crate::language::LanguageArg;
use crate::output::Out;
use crate::tables::wrapped;

/// The form of a list.
#[derive(Debug, clap::Args)]
struct FormArgs {
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
    /// CSV instead of the table
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

#[derive(Debug, clap::Args)]
pub struct StandingsArgs {
    #[command(flatten)]
    evening: EveningArgs,
    #[command(flatten)]
    form: FormArgs,
}

#[derive(Debug, clap::Args)]
pub struct SeasonArgs {
    /// The folders of the evenings
    #[arg(value_name = "FOLDER", required = true, value_hint = clap::ValueHint::DirPath)]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    language: LanguageArg,
}

/// The result list as JSON.
#[derive(Serialize)]
struct Standings<'a> {
    name: &'a str,
    date: &'a str,
    rounds: u64,
    #[serde(rename = "final")]
    with_final: bool,
    /// Rounds drawn, the final included.
    drawn: u64,
    ranking: Vec<Row<'a>>,
    reserves: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    rank: Option<usize>,
    name: &'a str,
    placement: u32,
    points: Option<i64>,
    places: &'a [u32],
    minus: Option<u64>,
    by_round: Vec<Option<RoundResult>>,
    #[serde(rename = "final")]
    in_final: Option<RoundResult>,
}

/// The result at a table, whose number counts from 1 as on the sheets.
fn from_one(result: &RoundResult) -> RoundResult {
    let table = result.table + 1;
    RoundResult {
        table,
        ..result.clone()
    }
}

impl Row<'_> {
    fn of(row: &ClubRow) -> Row<'_> {
        Row {
            rank: row.rank,
            name: &row.bot,
            placement: row.placement,
            points: row.points,
            places: &row.places,
            minus: row.minus,
            by_round: row
                .by_round
                .iter()
                .map(|result| result.as_ref().map(from_one))
                .collect(),
            in_final: row.in_final.as_ref().map(from_one),
        }
    }
}

/// Prints the result list of an evening.
pub fn standings(args: &StandingsArgs) -> Result<Exit, Error> {
    let evening = ClubFolder(&args.evening.folder).read()?;
    let language = args.evening.language.language();
    let (club, event) = (evening.standings(), evening.event());
    let mut out = Out::new();
    if args.form.json {
        out.record(&Standings {
            name: &event.name,
            date: &event.date,
            rounds: event.rounds,
            with_final: event.with_final,
            drawn: evening.drawn(),
            ranking: club.ranking.iter().map(Row::of).collect(),
            reserves: club.reserves.iter().map(Row::of).collect(),
        })?;
    } else if args.form.csv {
        out.cells(CSV_COLUMNS)?;
        for row in club.ranking.iter().chain(&club.reserves) {
            let rank = row.rank.map_or_else(String::new, |rank| rank.to_string());
            let points = row
                .points
                .map_or_else(String::new, |points| points.to_string());
            let minus = row
                .minus
                .map_or_else(String::new, |minus| minus.to_string());
            let first = [rank, row.bot.clone(), row.placement.to_string(), points];
            out.cells(first.into_iter().chain(four(&row.places)).chain([minus]))?;
        }
    } else {
        out.text(&list_text(standings_list(&evening, language)))?;
        print_remarks(&evening, language);
    }
    Ok(Exit::Done)
}

const CSV_COLUMNS: [&str; 9] = [
    "rank",
    "name",
    "placement",
    "points",
    "firsts",
    "seconds",
    "thirds",
    "fourths",
    "minus",
];

/// The numbers of places 1 to 4.
fn four(places: &[u32]) -> [String; 4] {
    [0, 1, 2, 3].map(|at| places.get(at).copied().unwrap_or(0).to_string())
}

/// A list with its legend.
fn list_text(list: ResultList) -> String {
    let legend = wrapped(&list.legend);
    format!("{}\n{legend}", result_table(list.head, list.rows))
}

/// Prints the ranking of several evenings.
pub fn print_season(args: &SeasonArgs) -> Result<Exit, Error> {
    check_folders(&args.folders)?;
    let evenings = args.folders.iter().map(|folder| ClubFolder(folder).read());
    let evenings = evenings.map(|evening| Ok(evening?.standings()));
    let evenings: Vec<ClubSummary> = evenings.collect::<Result<_, Error>>()?;
    let rows = season(&evenings);
    let mut out = Out::new();
    if args.form.json {
        rows.iter().try_for_each(|row| out.record(row))?;
    } else if args.form.csv {
        out.cells(CSV_COLUMNS.into_iter().chain(["evenings"]))?;
        for row in &rows {
            let first = [
                row.rank.to_string(),
                row.name.clone(),
                row.placement.to_string(),
            ];
            let last = [row.minus.to_string(), row.evenings.to_string()];
            let points = [row.points.to_string()];
            let cells = first.into_iter().chain(points).chain(four(&row.places));
            out.cells(cells.chain(last))?;
        }
    } else {
        out.text(&list_text(season_list(&rows, args.language.language())))?;
    }
    Ok(Exit::Done)
}

/// Refuses an evening that is named twice, whatever its path.
fn check_folders(folders: &[PathBuf]) -> Result<(), Error> {
    let mut places = BTreeSet::new();
    for folder in folders {
        let place = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let new = places.insert(place);
        let twice = || Error::Input(format!("{}: the same evening twice", folder.display()));
        new.then_some(()).ok_or_else(twice)?;
    }
    Ok(())
}
