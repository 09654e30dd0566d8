//! The result list of a club tournament as a table. The ranks come from the summary.

use rummilab::club::result_rows;
use rummilab::stats::club::ClubSummary;

use crate::tables::{drawn, new_table, right};

/// The result list of bots, best first, reserve players at the end.
pub fn club_table(club: &ClubSummary) -> String {
    let first = ["rank", "bot", "placement", "points", "places"].map(str::to_owned);
    let rounds = (1..=club.rounds).map(|round| format!("round {round}"));
    let in_final = club.with_final.then(|| "final".to_owned());
    let head = first.into_iter().chain(rounds).chain(in_final);
    result_table(head.collect(), result_rows(club, false))
}

/// The rows of a result list under their head.
pub fn result_table(head: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let mut table = new_table(head);
    right(&mut table, ..1);
    right(&mut table, 2..);
    for row in rows {
        table.add_row(row);
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
