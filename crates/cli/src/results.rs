//! The results of a run as a table. The numbers come from the summary.

use std::cmp::Ordering;
use std::fmt::Write;
use std::path::Path;

use comfy_table::Table;
use rummilab::arena::Plan;
use rummilab::core::{MatchOrder, count};
use rummilab::runs::{BUILD, RunsRoot};
use rummilab::stats::faults::FaultList;
use rummilab::stats::summary::{
    BotSummary, ChallengerSummary, PairSummary, Results, SeatSummary, Summary,
};
use rummilab::stats::{Interval, Metric, fixed};

use crate::club::{club_legend, club_table};
use crate::fault_text::fault_lines;
use crate::rules_arg::quoted;
use crate::run_place::RUNS;
use crate::tables::{self, GLUE, OF_WINS, drawn, new_table, right, to_copy, with_ends, wrapped};
use crate::visible::visible;

/// The text after a run.
pub fn results_text(plan: &Plan, summary: &Summary, recipe: &str, folder: &Path) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}\n", wrapped(&title(plan, summary)));
    match &summary.club {
        Some(club) => {
            let _ = writeln!(text, "{}\n", club_table(club));
            let _ = writeln!(text, "{}", wrapped(&club_legend(club)));
            let _ = writeln!(text, "{}", wrapped(&games_line(summary)));
        }
        None => write_bots(&mut text, plan, summary),
    }
    if let Some(faults) = faults_text(summary, folder) {
        let _ = writeln!(text, "{faults}");
    }
    let _ = writeln!(text, "Files:  {}", folder.display());
    let _ = writeln!(
        text,
        "{}",
        to_copy("Again:  ", &format!("{recipe}    # {BUILD}"))
    );
    let folder = quoted(&RunsRoot::new(RUNS).short(folder).display().to_string());
    let _ = writeln!(
        text,
        "{}",
        to_copy("Look:   ", &format!("rummilab report {folder}"))
    );
    text
}

/// Writes every bot and every pair.
fn write_bots(text: &mut String, plan: &Plan, summary: &Summary) {
    let _ = writeln!(text, "{}", bot_table(plan, summary));
    let _ = writeln!(text, "{}\n", wrapped(&bot_legend(summary)));
    if summary.pairs.len() > 1 {
        if let Some(matrix) = pay_off_text(summary) {
            let _ = writeln!(text, "{matrix}\n");
        }
        let _ = writeln!(text, "{}", pair_table(&summary.pairs));
        let _ = writeln!(text, "{}\n", wrapped(&pair_legend(summary)));
        if !summary.challengers.is_empty() {
            let _ = writeln!(text, "{}", challenger_table(&summary.challengers));
            let _ = writeln!(text, "{}\n", wrapped(&challenger_legend(summary)));
        }
    } else if let Some(pair) = summary.pairs.first() {
        let _ = writeln!(text, "{}\n", wrapped(&headline(pair)));
    }
    let _ = writeln!(text, "{}", wrapped(&games_line(summary)));
    let _ = writeln!(text, "{}", wrapped(&seats_line(&summary.seats)));
    if let Some(sequential) = &summary.sequential {
        let _ = writeln!(text, "{}", wrapped(&visible(&sequential.in_words())));
    }
    let _ = writeln!(text, "{}", wrapped(&intervals_line(summary)));
}

/// The number of faults of each kind for each bot, then the first faults.
fn faults_text(summary: &Summary, folder: &Path) -> Option<String> {
    let faulty = summary.bots.iter().filter(|bot| bot.faults.total() > 0);
    let each = faulty.map(|bot| {
        let kinds = bot.faults.by_kind();
        let kinds = kinds.iter().filter(|(_, count)| *count > 0);
        let kinds: Vec<String> = kinds
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        format!("{} {}", visible(&bot.bot), kinds.join(" and "))
    });
    let endless = summary.game.endless;
    let nobody = (endless > 0).then(|| format!("{endless} endless of {} games", summary.games));
    let each: Vec<String> = each.chain(nobody).collect();
    let faults = FaultList {
        named: summary.faults.clone(),
        total: summary
            .bots
            .iter()
            .map(|bot| bot.faults.total())
            .sum::<u64>()
            + endless,
    };
    let names = fault_lines(&faults, folder).join("\n");
    (!each.is_empty()).then(|| format!("Faults: {}\n{names}", each.join(", ")))
}

fn title(plan: &Plan, summary: &Summary) -> String {
    if let Some(club) = &summary.club {
        let last = if club.with_final { " and a final" } else { "" };
        return format!(
            "{}, club tournament: {} entries, {} of {}, {}{last}, {}, seed {}",
            plan.rules().title(),
            club.ranking.len(),
            count(club.tables, "table"),
            summary.players,
            count(club.rounds, "round"),
            count(summary.games, "game"),
            summary.seed
        );
    }
    format!(
        "{}, {} players: {} in {}, seed {}",
        plan.rules().title(),
        summary.players,
        count(summary.games, "game"),
        count(summary.blocks, "block"),
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
    let with_rating = summary.bots.len() > 2;
    if with_rating {
        header.push("rating");
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
            win_rate(&bot.results),
            signed_with(bot.results.mean_score, bot.results.mean_score_ci),
        ];
        if with_placement {
            row.push(number(bot.mean_placement, 2));
        }
        if with_rating {
            row.push(rating(bot));
        }
        row.push(format!("{}{GLUE}tiles", number(bot.mean_tiles_left, 1)));
        row.push(format!("{}{GLUE}%", percent(bot.opened_by.fifth)));
        if with_faults {
            row.push(bot.faults.total().to_string());
        }
        table.add_row(row);
    }
    drawn(&table)
}

/// The meaning of the columns.
fn bot_legend(summary: &Summary) -> String {
    let mut text = format!(
        "An even match is {} % wins. Open by turn 5: has opened by its own fifth turn.",
        percent(Some(1.0 / summary.players as f64))
    );
    if let Some(anchor) = summary.anchor.as_ref().filter(|_| summary.bots.len() > 2) {
        let _ = write!(
            text,
            "\nRating: points above {}; 100 points are 64 % of the games between two.",
            visible(anchor)
        );
    }
    for seeing in summary.seeing() {
        let _ = write!(text, "\n{}", visible(&seeing));
    }
    text
}

/// A rating with its interval, such as `+35 [+20, +50]`.
fn rating(bot: &BotSummary) -> String {
    with_ends(bot.rating, bot.rating_ci, |value| tables::signed(value, 0))
}

/// Most bots of a pay-off matrix, because of its width.
const WIDEST_MATRIX: usize = 10;

/// The gain of every bot against every other, in the metric of the run.
fn pay_off_text(summary: &Summary) -> Option<String> {
    let bots = summary.bots.len();
    if !(3..=WIDEST_MATRIX).contains(&bots) {
        return None;
    }
    let mut header = vec!["against".to_owned()];
    header.extend((1..=bots).map(|number| number.to_string()));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut table = plain_table(&header);
    for (i, row) in summary.bots.iter().enumerate() {
        let mut cells = vec![format!("{} {}", i + 1, row.bot)];
        cells.extend(
            summary
                .bots
                .iter()
                .map(|column| pay_off(summary, row, column)),
        );
        table.add_row(cells);
    }
    Some(drawn(&table))
}

fn pay_off(summary: &Summary, row: &BotSummary, column: &BotSummary) -> String {
    let pair = summary.pairs.iter().find_map(|pair| {
        let is = |a: &BotSummary, b: &BotSummary| pair.a == a.bot && pair.b == b.bot;
        match (is(row, column), is(column, row)) {
            (true, _) => Some((pair, 1.0)),
            (_, true) => Some((pair, -1.0)),
            _ => None,
        }
    });
    let Some((pair, sign)) = pair else {
        return String::new();
    };
    let difference = match summary.metric {
        Metric::Score => pair.score_difference,
        Metric::Wins => pair.win_difference.map(|difference| difference * 100.0),
    };
    signed(difference.map(|difference| sign * difference)) + &pair.stars
}

fn pair_legend(summary: &Summary) -> String {
    let unit = match summary.metric {
        Metric::Score => "points a game",
        Metric::Wins => OF_WINS,
    };
    let mut text = format!(
        "Differences: first minus second, {unit}. * p < 0.05, ** p < 0.01, *** p < 0.001, \
         corrected for all pairs (Holm). \
         Variance ratio: how many times as many games would say as much if every game had its own \
         deal."
    );
    if let Some(cycle) = &summary.cycle {
        let _ = write!(
            text,
            "\nWarning: {} beat each other in a circle, so no rating can order them.",
            visible(&cycle.join(" > "))
        );
    }
    text
}

fn intervals_line(summary: &Summary) -> String {
    let kind = match summary.sequential {
        Some(_) => ", valid at every look, since the results chose the end",
        None => "",
    };
    let of_bots = summary.bots.iter().map(|bot| &bot.results);
    let mut results = of_bots.chain(summary.seats.iter().map(|seat| &seat.results));
    let mut pairs = summary.pairs.iter();
    let bounded = results.any(|results| results.win_rate_bound.is_some())
        || pairs.any(|pair| pair.win_rate_bound.is_some());
    let bounds = if bounded {
        " <= and >=: exact bounds of 97.5 %, where a rate is 0 or 100 %."
    } else {
        ""
    };
    let unit = if summary.pairs.len() > 1 {
        "deals, each with the games of all match-ups"
    } else {
        "blocks (a block is one deal in all its seatings)"
    };
    format!(
        "Intervals: {:.0} %, over {unit}{kind}.{bounds}",
        summary.level * 100.0
    )
}

/// The order of bots, best first, by the criterion of the rule system.
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
        visible(&pair.a),
        visible(&pair.b),
        rate_with(pair.win_rate, pair.win_rate_ci, pair.win_rate_bound),
    );
    if pair.score_difference.is_some() {
        let difference = signed_with(pair.score_difference, pair.score_difference_ci);
        let _ = write!(text, "; its score minus the other's is {difference} a game");
    }
    if let (Some(score), Some(wins)) = (pair.variance_ratio_score, pair.variance_ratio_wins) {
        let _ = write!(
            text,
            "\nSame deals in every seating: worth {score:.1} times as many games for points, \
             {wins:.1} for wins"
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
            rate_with(pair.win_rate, pair.win_rate_ci, pair.win_rate_bound),
            signed_with(pair.score_difference, pair.score_difference_ci) + &pair.stars,
            number(pair.variance_ratio_score, 1),
        ]);
    }
    drawn(&table)
}

/// Most pairs of challengers in the table.
const CHALLENGERS_TOLD: usize = 15;

/// The pairs that differ most clearly, in the order of the run.
fn challenger_table(pairs: &[ChallengerSummary]) -> String {
    let mut table = plain_table(&[
        "against the first",
        "deals",
        "wins, pp",
        "score difference",
        "variance ratio",
    ]);
    let mut p_values: Vec<f64> = pairs
        .iter()
        .map(|pair| pair.p_value.unwrap_or(1.0))
        .collect();
    p_values.sort_by(f64::total_cmp);
    let most = p_values.get(CHALLENGERS_TOLD - 1).copied().unwrap_or(1.0);
    let told = pairs
        .iter()
        .filter(|pair| pair.p_value.unwrap_or(1.0) <= most);
    for pair in told.take(CHALLENGERS_TOLD) {
        let hundredfold = |value: f64| signed(Some(value * 100.0));
        let scores = pair.score_difference.is_some();
        let star = |here: bool| if here { pair.stars.as_str() } else { "" };
        table.add_row(vec![
            format!("{} - {}", pair.a, pair.b),
            pair.deals.to_string(),
            with_ends(pair.win_difference, pair.win_difference_ci, hundredfold) + star(!scores),
            signed_with(pair.score_difference, pair.score_difference_ci) + star(scores),
            number(
                if scores {
                    pair.variance_ratio_score
                } else {
                    pair.variance_ratio_wins
                },
                1,
            ),
        ]);
    }
    drawn(&table)
}

fn challenger_legend(summary: &Summary) -> String {
    let all = summary.challengers.len();
    let cut = if all > CHALLENGERS_TOLD {
        format!(" The {CHALLENGERS_TOLD} clearest of {all}; the others are in summary.json.")
    } else {
        String::new()
    };
    format!(
        "Results against the first bot, compared on the same deals: first minus second, corrected \
         for all these pairs (Holm). Variance ratio: how many times as many deals would say as \
         much if each played its own.{cut}"
    )
}

fn games_line(summary: &Summary) -> String {
    let game = &summary.game;
    format!(
        "Games: {} turns; {} % of turns draw; {} tiles a play; the pool runs out in {} % and {} % \
         end with nobody out",
        number(game.mean_turns, 1),
        percent(game.draw_share),
        number(game.tiles_per_play, 2),
        percent(game.pool_empty_at_end),
        percent(game.empty_pool_share),
    )
}

fn seats_line(seats: &[SeatSummary]) -> String {
    let seat = |seat: &SeatSummary| format!("seat {} {} %", seat.seat, win_rate(&seat.results));
    format!(
        "Wins by seat: {}",
        seats.iter().map(seat).collect::<Vec<_>>().join(", ")
    )
}

/// A table with right-aligned numbers.
fn plain_table(header: &[&str]) -> Table {
    let mut table = new_table(header.to_vec());
    right(&mut table, 1..);
    table
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| fixed(value, decimals))
}

fn percent(value: Option<f64>) -> String {
    number(value.map(|value| value * 100.0), 1)
}

fn win_rate(results: &Results) -> String {
    rate_with(
        results.win_rate,
        results.win_rate_ci,
        results.win_rate_bound,
    )
}

/// A share in per cent with its interval or bound: `99.2 [97.8, 99.7]`, `100.0 (>= 98.2)`.
pub fn rate_with(value: Option<f64>, interval: Option<Interval>, bound: Option<f64>) -> String {
    let one_sided = value.zip(bound).map(|(value, bound)| {
        if value == 0.0 {
            format!("{} (<= {})", percent(Some(value)), percent(Some(bound)))
        } else {
            format!("{} (>= {})", percent(Some(value)), percent(Some(bound)))
        }
    });
    one_sided.unwrap_or_else(|| with_ends(value, interval, |value| percent(Some(value))))
}

fn signed(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| tables::signed(value, 1))
}

/// Points with their interval: `+63.2 [+60.8, +65.6]`.
fn signed_with(value: Option<f64>, interval: Option<Interval>) -> String {
    with_ends(value, interval, |value| signed(Some(value)))
}
