//! A leaderboard: a file with a line of JSON for each player, made for the same positions.

use std::collections::BTreeMap;

use rummilab::core::count;
use rummilab::engine::{ScoreSum, Scores};
use rummilab::report::{PlainTable, ReportError, board_page};
use rummilab::runs::{RunsError, write_whole};
use rummilab::stats::interval::wilson;
use serde::{Deserialize, Serialize};

use super::{Args, ERRORS, add_row, cells, columns, table_of};
use crate::error::{Error, Exit};
use crate::lines::Lines;
use crate::output::{Out, print_answer};
use crate::rules_arg::quoted;
use crate::tables::drawn;

/// A sum of scores with its intervals; null where nothing was counted.
#[derive(Serialize)]
struct Rated {
    #[serde(flatten)]
    sum: ScoreSum,
    legal_ci: Option<[f64; 2]>,
    best_ci: Option<[f64; 2]>,
    out_ci: Option<[f64; 2]>,
}

impl Rated {
    fn of(sum: ScoreSum) -> Rated {
        let ends = |part: u64, of: u64| {
            let share = (of > 0).then(|| part as f64 / of as f64);
            let ends = share.and_then(|share| wilson(share, of as f64, ERRORS));
            ends.map(|ends| [ends.low(), ends.high()])
        };
        Rated {
            legal_ci: ends(sum.legal, sum.answered),
            best_ci: ends(sum.best, sum.positions),
            out_ci: ends(sum.went_out, sum.could_go_out),
            sum,
        }
    }
}

/// The line of a player.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    positions: &'a str,
    version: &'a str,
    all: Rated,
    grades: BTreeMap<usize, Rated>,
}

/// What tables need of a line.
#[derive(Deserialize, Serialize)]
struct Ranked {
    name: String,
    positions: String,
    version: String,
    all: ScoreSum,
    grades: BTreeMap<usize, ScoreSum>,
}

/// Prints the line of a player. `positions` stands for the file of positions.
pub(super) fn entry(name: &str, positions: &str, scores: &Scores<'_>) -> Result<(), Error> {
    let grades = scores.by_grade().into_iter();
    let mut out = Out::new();
    out.record(&Entry {
        name,
        positions,
        version: env!("CARGO_PKG_VERSION"),
        all: Rated::of(scores.all()),
        grades: grades.map(|(grade, sum)| (grade, Rated::of(sum))).collect(),
    })?;
    out.flush()
}

/// Ranks the players of a file, the best first.
pub(super) fn rank(args: &Args, file: &str) -> Result<Exit, Error> {
    let mut players: Vec<Ranked> = Vec::new();
    for line in Lines::open(file)? {
        let (place, line) = line?;
        let refused = |why: String| Error::about(place.clone(), Error::Input(why));
        let player: Ranked = serde_json::from_str(&line)
            .map_err(|error| refused(format!("it is no line of `score --entries`: {error}")))?;
        if players
            .iter()
            .any(|other| other.positions != player.positions)
        {
            return Err(refused(
                "its positions are not those of the lines before".to_owned(),
            ));
        }
        players.push(player);
    }
    let key = |player: &Ranked| (player.all.best, player.all.tiles, player.all.legal);
    players.sort_by_key(|player| std::cmp::Reverse(key(player)));
    if let Some(place) = &args.page {
        let html = page(file, &players).map_err(Error::cause)?;
        write_whole(place, html.as_bytes()).map_err(RunsError::from)?;
    }
    print_answer(args.json, &players, || {
        let mut table = table_of("player");
        for player in &players {
            add_row(&mut table, &player.name, &player.all, true);
        }
        drawn(&table)
    })?;
    Ok(Exit::Done)
}

/// The page of these players, the best first.
fn page(file: &str, players: &[Ranked]) -> Result<String, ReportError> {
    let table = |caption: &str, columns, words, rows| PlainTable {
        caption: caption.to_owned(),
        columns,
        words,
        rows,
    };
    let all = players
        .iter()
        .map(|player| cells(&player.name, &player.all, true));
    let by_grade = players.iter().flat_map(|player| {
        let grades = player.grades.iter();
        grades.map(|(grade, sum)| {
            let mut row = cells(&player.name, sum, true);
            row.insert(1, grade.to_string());
            row
        })
    });
    let mut of_grade = columns("player");
    of_grade.insert(1, "grade");
    let first = players.first();
    let value = |of: fn(&Ranked) -> &str| first.map(of).unwrap_or_default().to_owned();
    let mut versions: Vec<&str> = players.iter().map(|player| &*player.version).collect();
    versions.sort_unstable();
    versions.dedup();
    board_page(
        &format!(
            "{} of {file}, by the same positions.",
            count(players.len(), "player")
        ),
        &table("All positions", columns("player"), 1, all.collect()),
        &table(
            "Grades: the steps of the shortest explanation",
            of_grade,
            1,
            by_grade.collect(),
        ),
        &[
            ("Positions".to_owned(), value(|player| &player.positions)),
            ("Scored by rummilab".to_owned(), versions.join(", ")),
            (
                "Again".to_owned(),
                format!("rummilab score --board {}", quoted(file)),
            ),
        ],
    )
}
