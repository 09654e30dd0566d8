//! Result lists as texts by rows and columns, for whoever draws tables.

use rummilab_stats::ClubSummary;
use rummilab_stats::club::{ClubRow, RoundResult};
use rummilab_words::{Language, say};
use serde::Serialize;

use crate::{Evening, SeasonRow};

/// A result list: the first column is the rank, the second the name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResultList {
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// What decides, in a sentence or two.
    pub legend: String,
}

/// The result list of an evening so far, best first, reserve players at the end.
pub fn standings_list(evening: &Evening, language: Language) -> ResultList {
    let (club, event) = (evening.standings(), evening.event());
    let mut head = vec![
        say!(language, "club-standings-rank"),
        say!(language, "club-standings-name"),
        say!(language, "club-standings-placement"),
        say!(language, "club-standings-points"),
        say!(language, "club-standings-places"),
        say!(language, "club-standings-minus"),
    ];
    head.extend((1..=event.rounds).map(|round| say!(language, "club-round", round = round)));
    head.extend(event.with_final.then(|| say!(language, "club-final")));
    let mut legend = say!(language, "club-standings-legend");
    if event.with_final {
        legend += &format!(" {}", say!(language, "club-standings-final"));
    }
    if !club.reserves.is_empty() {
        legend += &format!(" {}", say!(language, "club-standings-reserves"));
    }
    ResultList {
        head,
        rows: result_rows(&club, true),
        legend,
    }
}

/// The ranking of several evenings.
pub fn season_list(rows: &[SeasonRow], language: Language) -> ResultList {
    let head = vec![
        say!(language, "club-standings-rank"),
        say!(language, "club-standings-name"),
        say!(language, "club-standings-evenings"),
        say!(language, "club-standings-placement"),
        say!(language, "club-standings-points"),
        say!(language, "club-standings-places"),
        say!(language, "club-standings-minus"),
    ];
    let cells = |row: &SeasonRow| {
        vec![
            row.rank.to_string(),
            row.name.clone(),
            row.evenings.to_string(),
            row.placement.to_string(),
            signed(row.points),
            with_slashes(&row.places),
            row.minus.to_string(),
        ]
    };
    ResultList {
        head,
        rows: rows.iter().map(cells).collect(),
        legend: say!(language, "club-standings-legend"),
    }
}

/// The cells of a result list: rank, name, placement points, points, places, minus points if they
/// are shown, and each round.
pub fn result_rows(club: &ClubSummary, with_minus: bool) -> Vec<Vec<String>> {
    let rows = club.ranking.iter().chain(&club.reserves);
    rows.map(|row| cells(club, row, with_minus)).collect()
}

fn cells(club: &ClubSummary, row: &ClubRow, with_minus: bool) -> Vec<String> {
    let dash = || "-".to_owned();
    let mut cells = vec![
        row.rank.map_or_else(dash, |rank| rank.to_string()),
        row.bot.clone(),
        row.placement.to_string(),
        row.points.map_or_else(dash, signed),
        with_slashes(&row.places),
    ];
    let minus = row.minus.map_or_else(dash, |minus| minus.to_string());
    cells.extend(with_minus.then_some(minus));
    let round = |at: usize| row.by_round.get(at)?.as_ref();
    let rounds = (0..club.rounds as usize).map(round);
    cells.extend(rounds.map(|round| round.map_or_else(dash, round_text)));
    if club.with_final {
        cells.push(row.in_final.as_ref().map_or_else(dash, round_text));
    }
    cells
}

fn with_slashes(places: &[u32]) -> String {
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    places.join("/")
}

fn round_text(round: &RoundResult) -> String {
    match round.points {
        Some(points) => format!("{} ({})", round.placement, signed(points)),
        None => round.placement.to_string(),
    }
}

fn signed(points: i64) -> String {
    format!("{points:+}")
}
