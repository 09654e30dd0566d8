//! The result of a run as a table that a person reads at a glance. Refuses to compute: the numbers are the summary's.

use std::cmp::Ordering;
use std::fmt::Write;
use std::path::Path;

use comfy_table::{CellAlignment, ContentArrangement, Table};
use rummilab_arena::Plan;
use rummilab_core::MatchOrder;
use rummilab_stats::Interval;
use rummilab_stats::summary::{BotSummary, PairSummary, SeatSummary, Summary};

use crate::club::{club_legend, club_table};
use crate::rules_arg::quoted;
use crate::run_folder::BUILD;
use crate::tables::{drawn, new_table};

/// What is printed after a run.
pub fn results_text(plan: &Plan, summary: &Summary, recipe: &str, folder: &Path) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}\n", title(plan, summary));
    if let Some(club) = &summary.club {
        let _ = writeln!(text, "{}\n", club_table(club));
        let _ = writeln!(text, "{}", club_legend(club));
        let _ = writeln!(text, "{}", games_line(summary));
        if let Some(faults) = faults_line(summary) {
            let _ = writeln!(text, "{faults}");
        }
        let _ = writeln!(text, "Files:  {}", folder.display());
        let _ = writeln!(text, "Again:  {recipe}   ({BUILD})");
        let _ = writeln!(text, "Look:   {}", report_command(folder));
        return text;
    }
    let _ = writeln!(text, "{}\n", bot_table(plan, summary));
    if summary.pairs.len() > 1 {
        let _ = writeln!(text, "{}\n", pair_table(&summary.pairs));
    } else if let Some(pair) = summary.pairs.first() {
        let _ = writeln!(text, "{}\n", headline(pair));
    }
    let _ = writeln!(text, "{}", games_line(summary));
    let _ = writeln!(text, "{}", seats_line(&summary.seats));
    let _ = writeln!(
        text,
        "Intervals: {:.0} %, over blocks (a block is one deal in all its seatings).",
        summary.level * 100.0
    );
    let _ = writeln!(text, "Files:  {}", folder.display());
    let _ = writeln!(text, "Again:  {recipe}   ({BUILD})");
    let _ = writeln!(text, "Look:   {}", report_command(folder));
    text
}

/// The command that makes the page of a run.
fn report_command(folder: &Path) -> String {
    format!("rummilab report {}", quoted(&folder.display().to_string()))
}

/// Who did how many things wrong, if anybody did.
fn faults_line(summary: &Summary) -> Option<String> {
    let faulty = summary.bots.iter().filter(|bot| bot.faults.total() > 0);
    let each = faulty.map(|bot| format!("{} {}", bot.bot, bot.faults.total()));
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| format!("Faults: {}", each.join(", ")))
}

fn title(plan: &Plan, summary: &Summary) -> String {
    if let Some(club) = &summary.club {
        let last = if club.with_final { " and a final" } else { "" };
        return format!(
            "{}, club tournament: {} entries, {} tables of {}, {} rounds{last}, {} games, seed {}",
            plan.rules().name,
            club.ranking.len(),
            club.tables,
            summary.players,
            club.rounds,
            summary.games,
            summary.seed
        );
    }
    format!(
        "{}, {} players: {} games in {} blocks, seed {}",
        plan.rules().name,
        summary.players,
        summary.games,
        summary.blocks,
        summary.seed
    )
}

fn bot_table(plan: &Plan, summary: &Summary) -> String {
    let with_placement = plan.rules().match_order == MatchOrder::Placement && summary.players > 2;
    let with_faults = summary.bots.iter().any(|bot| bot.faults.total() > 0);
    let mut header = vec!["bot", "games", "win rate, %", "points a game"];
    if with_placement {
        header.push("placement");
    }
    header.extend(["left when lost", "open by turn 5"]);
    if with_faults {
        header.push("faults");
    }
    let mut table = plain_table(&header);
    let mut bots: Vec<&BotSummary> = summary.bots.iter().collect();
    bots.sort_by(|a, b| order(plan.rules().match_order, with_placement, a, b));
    for bot in bots {
        let mut row = vec![
            bot.bot.clone(),
            bot.games.to_string(),
            percent_with(bot.results.win_rate, bot.results.win_rate_ci),
            signed_with(bot.results.mean_score, bot.results.mean_score_ci),
        ];
        if with_placement {
            row.push(number(bot.mean_placement, 2));
        }
        row.push(format!("{} tiles", number(bot.mean_tiles_left, 1)));
        row.push(format!("{} %", percent(bot.opened_by.fifth)));
        if with_faults {
            row.push(bot.faults.total().to_string());
        }
        table.add_row(row);
    }
    drawn(&table)
}

/// Best first, by the criterion of the rule system.
fn order(by: MatchOrder, with_placement: bool, a: &BotSummary, b: &BotSummary) -> Ordering {
    let key = |bot: &BotSummary| match by {
        MatchOrder::Placement if with_placement => bot.mean_placement,
        MatchOrder::Wins => bot.results.win_rate,
        MatchOrder::Total | MatchOrder::Placement => bot.results.mean_score,
    };
    let value = |bot| key(bot).unwrap_or(f64::NEG_INFINITY);
    value(b).total_cmp(&value(a))
}

fn headline(pair: &PairSummary) -> String {
    let mut text = format!(
        "{} against {}: wins {} %",
        pair.a,
        pair.b,
        percent_with(pair.win_rate, pair.win_rate_ci),
    );
    if pair.score_difference.is_some() {
        let difference = signed_with(pair.score_difference, pair.score_difference_ci);
        let _ = write!(text, "; its score minus the other's is {difference} a game");
    }
    if let (Some(score), Some(wins)) = (pair.variance_ratio_score, pair.variance_ratio_wins) {
        let _ = write!(
            text,
            "\nSame deals in every seating: worth {score:.1} times as many games for points, {wins:.1} for wins"
        );
    }
    text
}

fn pair_table(pairs: &[PairSummary]) -> String {
    let mut table = plain_table(&[
        "pair",
        "games",
        "first wins, %",
        "score difference",
        "variance ratio",
    ]);
    for pair in pairs {
        table.add_row(vec![
            format!("{} - {}", pair.a, pair.b),
            pair.games.to_string(),
            percent_with(pair.win_rate, pair.win_rate_ci),
            signed_with(pair.score_difference, pair.score_difference_ci),
            number(pair.variance_ratio_score, 1),
        ]);
    }
    drawn(&table)
}

fn games_line(summary: &Summary) -> String {
    let game = &summary.game;
    format!(
        "Games: {} turns; {} % of turns draw; {} tiles a play; {} % end with an empty pool",
        number(game.mean_turns, 1),
        percent(game.draw_share),
        number(game.tiles_per_play, 2),
        percent(game.empty_pool_share),
    )
}

fn seats_line(seats: &[SeatSummary]) -> String {
    let seat = |seat: &SeatSummary| {
        format!(
            "seat {} {} %",
            seat.seat,
            percent_with(seat.results.win_rate, seat.results.win_rate_ci)
        )
    };
    format!(
        "Wins by seat: {}",
        seats.iter().map(seat).collect::<Vec<_>>().join(", ")
    )
}

/// A table with numbers to the right.
fn plain_table(header: &[&str]) -> Table {
    let mut table = new_table(header.to_vec());
    // Numbers and their intervals stay in one line, however many bots and columns there are.
    table.set_content_arrangement(ContentArrangement::Disabled);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}

fn percent(value: Option<f64>) -> String {
    number(value.map(|value| value * 100.0), 1)
}

/// A share in per cent with its interval: `99.2 [97.8, 99.7]`.
fn percent_with(value: Option<f64>, interval: Option<Interval>) -> String {
    let ends = interval.map(|ends| {
        format!(
            " [{}, {}]",
            percent(Some(ends.low())),
            percent(Some(ends.high()))
        )
    });
    percent(value) + &ends.unwrap_or_default()
}

fn signed(value: Option<f64>) -> String {
    // Adding zero turns -0 into 0.
    value.map_or_else(
        || "-".to_owned(),
        |value| format!("{:+.1}", (value * 10.0).round() / 10.0 + 0.0),
    )
}

/// Points with their interval: `+63.2 [+60.8, +65.6]`.
fn signed_with(value: Option<f64>, interval: Option<Interval>) -> String {
    let ends = interval.map(|ends| {
        format!(
            " [{}, {}]",
            signed(Some(ends.low())),
            signed(Some(ends.high()))
        )
    });
    signed(value) + &ends.unwrap_or_default()
}
