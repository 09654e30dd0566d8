//! The result list of a club tournament as a table. The ranks come from the summary.

use rummilab::stats::club::{ClubRow, ClubSummary, RoundResult};

use crate::tables::{drawn, new_table, right};

/// The result list, best first, reserve players at the end.
pub fn club_table(club: &ClubSummary) -> String {
    let mut header: Vec<String> = ["rank", "bot", "placement", "points", "places"]
        .map(str::to_owned)
        .into();
    header.extend((1..=club.rounds).map(|round| format!("round {round}")));
    if club.with_final {
        header.push("final".to_owned());
    }
    let mut table = new_table(header);
    right(&mut table, ..1);
    right(&mut table, 2..);
    for row in club.ranking.iter().chain(&club.reserves) {
        table.add_row(cells(club, row));
    }
    drawn(&table)
}

/// The meaning of the columns.
pub fn club_legend(club: &ClubSummary) -> String {
    let mut text =
        "Placement points decide, then game points, better places, fewest minus points. \
                    A round: placement points (game points)."
            .to_owned();
    if club.with_final {
        text += "\nThe final alone decides the order of those who played it.";
    }
    if !club.reserves.is_empty() {
        text += "\nReserve players complete the tables and get no rank.";
    }
    text
}

fn cells(club: &ClubSummary, row: &ClubRow) -> Vec<String> {
    let dash = || "-".to_owned();
    let places: Vec<String> = row.places.iter().map(ToString::to_string).collect();
    let mut cells = vec![
        row.rank.map_or_else(dash, |rank| rank.to_string()),
        row.bot.clone(),
        row.placement.to_string(),
        row.points.map_or_else(dash, signed),
        places.join("/"),
    ];
    let round = |at: usize| row.by_round.get(at)?.as_ref();
    let rounds = (0..club.rounds as usize).map(round);
    cells.extend(rounds.map(|round| round.map_or_else(dash, round_text)));
    if club.with_final {
        cells.push(row.in_final.as_ref().map_or_else(dash, round_text));
    }
    cells
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
