//! The result list of a club tournament as a table. The ranks come from the summary.

use rummilab::stats::club::{ClubRow, ClubSummary, RoundResult};

use crate::tables::{drawn, new_table, right};

/// The head of a result list.
pub struct ListHead {
    /// Rank, player, placement points, points and places.
    pub first: [String; 5],
    /// The minus points, if they are shown.
    pub minus: Option<String>,
    pub rounds: Vec<String>,
    pub in_final: Option<String>,
}

/// The result list of bots, best first, reserve players at the end.
pub fn club_table(club: &ClubSummary) -> String {
    let head = ListHead {
        first: ["rank", "bot", "placement", "points", "places"].map(str::to_owned),
        minus: None,
        rounds: (1..=club.rounds)
            .map(|round| format!("round {round}"))
            .collect(),
        in_final: club.with_final.then(|| "final".to_owned()),
    };
    result_list(club, head)
}

/// The result list with this head.
pub fn result_list(club: &ClubSummary, head: ListHead) -> String {
    let with_minus = head.minus.is_some();
    let names = head.first.into_iter().chain(head.minus);
    let names = names.chain(head.rounds).chain(head.in_final);
    let mut table = new_table(names.collect::<Vec<String>>());
    right(&mut table, ..1);
    right(&mut table, 2..);
    for row in club.ranking.iter().chain(&club.reserves) {
        table.add_row(cells(club, row, with_minus));
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

fn cells(club: &ClubSummary, row: &ClubRow, with_minus: bool) -> Vec<String> {
    let dash = || "-".to_owned();
    let places: Vec<String> = row.places.iter().map(ToString::to_string).collect();
    let mut cells = vec![
        row.rank.map_or_else(dash, |rank| rank.to_string()),
        row.bot.clone(),
        row.placement.to_string(),
        row.points.map_or_else(dash, signed),
        places.join("/"),
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

fn round_text(round: &RoundResult) -> String {
    match round.points {
        Some(points) => format!("{} ({})", round.placement, signed(points)),
        None => round.placement.to_string(),
    }
}

fn signed(points: i64) -> String {
    format!("{points:+}")
}
