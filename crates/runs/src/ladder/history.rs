//! The history of a ladder: a step for each change, counted and not timed, so that the same
//! commands write the same bytes.

use std::io;
use std::path::Path;

use rummilab_record::read_plain;

use rummilab_stats::Interval;
use serde::{Deserialize, Serialize};

use super::{Ladder, LadderStandings, Standing};
use crate::error::{NoLadder, RunsError};
use crate::whole_file::write_whole;

const HISTORY: &str = "history.csv";
const TABLE: &str = "ladder.csv";
const JSON: &str = "ladder.json";

/// A bot at a step of the history. Rates have four decimals, ratings one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HistoryRow {
    /// The number of the change, from 1.
    pub step: u64,
    /// Games of the whole ladder.
    pub all_games: u64,
    pub bot: String,
    pub games: u64,
    pub win_rate: Option<f64>,
    pub win_rate_low: Option<f64>,
    pub win_rate_high: Option<f64>,
    pub rating: Option<f64>,
    pub rating_low: Option<f64>,
    pub rating_high: Option<f64>,
}

impl HistoryRow {
    fn new(step: u64, all_games: u64, standing: &Standing) -> HistoryRow {
        let rounded = |times: f64| move |value: f64| (value * times).round() / times + 0.0;
        let (rate, points) = (rounded(10_000.0), rounded(10.0));
        let ends = |ci: Option<Interval>| (ci.map(Interval::low), ci.map(Interval::high));
        let (win_rate, rating) = (ends(standing.win_rate_ci), ends(standing.rating_ci));
        HistoryRow {
            step,
            all_games,
            bot: standing.bot.clone(),
            games: standing.games,
            win_rate: standing.win_rate.map(rate),
            win_rate_low: win_rate.0.map(rate),
            win_rate_high: win_rate.1.map(rate),
            rating: standing.rating.map(points),
            rating_low: rating.0.map(points),
            rating_high: rating.1.map(points),
        }
    }

    /// The interval of the rating, if it has one.
    pub fn interval(&self) -> Option<Interval> {
        Interval::new(self.rating_low?, self.rating_high?)
    }
}

impl Ladder {
    /// The history so far, in order.
    ///
    /// # Errors
    /// If the file cannot be read, or is none of a ladder.
    pub fn history(&self) -> Result<Vec<HistoryRow>, RunsError> {
        let path = self.folder.join(HISTORY);
        match read_plain(&path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(cause) => Err(RunsError::Read(path, cause)),
            Ok(text) => {
                let mut table = csv::Reader::from_reader(&text[..]);
                let rows: csv::Result<Vec<HistoryRow>> = table.deserialize().collect();
                rows.map_err(|error| NoLadder::History(path, error.to_string()).into())
            }
        }
    }

    /// Adds a step to the history if something has changed, and writes `history.csv`, `ladder.csv`
    /// and `ladder.json`. Returns the history.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn write(&self, standings: &mut LadderStandings) -> Result<Vec<HistoryRow>, RunsError> {
        let mut history = self.history()?;
        let last = history.last().map_or(0, |row| row.step);
        let rows = |step| -> Vec<HistoryRow> {
            let each = standings.bots.iter();
            each.map(|bot| HistoryRow::new(step, standings.games, bot))
                .collect()
        };
        let known = history.iter().filter(|row| row.step == last);
        let changed = !known.eq(&rows(last)) || last == 0;
        let now = rows(last + u64::from(changed));
        if changed {
            history.extend(now.clone());
        }
        standings.step = last + u64::from(changed);
        write_rows(&self.folder.join(HISTORY), &history)?;
        write_rows(&self.folder.join(TABLE), &now)?;
        let mut json = serde_json::to_vec(standings).expect("numbers and texts are always JSON");
        json.push(b'\n');
        write_whole(&self.folder.join(JSON), &json)?;
        Ok(history)
    }
}

fn write_rows(path: &Path, rows: &[HistoryRow]) -> Result<(), RunsError> {
    let failed = |cause: csv::Error| RunsError::Write(path.to_owned(), cause.into());
    let mut table = csv::Writer::from_writer(Vec::new());
    for row in rows {
        table.serialize(row).map_err(failed)?;
    }
    let bytes = table
        .into_inner()
        .map_err(|error| failed(error.into_error().into()))?;
    Ok(write_whole(path, &bytes)?)
}
