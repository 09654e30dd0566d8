//! A leaderboard: a file with a line of JSON for each player, made for the same positions.

use std::collections::BTreeMap;

use rummilab::engine::{ScoreSum, Scores};
use rummilab::stats::interval::wilson;
use serde::{Deserialize, Serialize};

use super::{Args, ERRORS, add_row, table_of};
use crate::error::{Error, Exit};
use crate::lines::Lines;
use crate::output::{Out, print_answer};
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

/// What the table needs of a line.
#[derive(Deserialize, Serialize)]
struct Ranked {
    name: String,
    positions: String,
    all: ScoreSum,
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
    print_answer(args.json, &players, || {
        let mut table = table_of("player");
        for player in &players {
            add_row(&mut table, &player.name, &player.all, true);
        }
        drawn(&table)
    })?;
    Ok(Exit::Done)
}
