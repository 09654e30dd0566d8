//! A league as Markdown, for terminals and for committed tables.

use std::fmt::Write;

use rummilab::core::count;
use rummilab::stats::fixed;
use rummilab::stats::league::{Entry, League, Nash, PairResult, Weight};

use crate::tables::{GLUE, paragraph, signed, with_ends};

/// The whole table.
pub fn table(league: &League) -> String {
    let order = by_wins(league);
    let made = format!(
        "Made by `rummilab league` from {} in {}, seed {}, plan {}. Intervals of {}{GLUE}%.",
        count(league.games, "game"),
        count(league.blocks, unit(league)),
        league.seed,
        league.plan_hash.get(..12).unwrap_or(&league.plan_hash),
        league.level * 100.0,
    );
    let mut text = format!(
        "# League: `{}`, {} players\n\n{}\n\n",
        league.rules,
        league.players,
        paragraph(&made)
    );
    bots(&mut text, league, &order);
    match (&league.payoffs, &league.nash) {
        (Some(payoffs), Some(nash)) => {
            matrix(&mut text, league, payoffs, &order);
            mixture(&mut text, league, nash, &order);
        }
        _ if league.players == 2 => line(&mut text, format_args!("\n{}", paragraph(NOT_ALL_MET))),
        _ => line(&mut text, format_args!("\n{}", paragraph(NO_MIXTURE))),
    }
    text
}

const NO_MIXTURE: &str = "A Nash mixture is reported for two players only. With more, a game is no \
    longer one of two opposed sides. It may have several equilibria of different worth. To play \
    one's part of one equilibrium promises nothing if the others play theirs of another.";

const NOT_ALL_MET: &str = "Not every pair has met, so there is no matrix and no Nash mixture.";

const EXPLOITABLE: &str = "Exploitable by at least: how far the wins of some opponent of the \
    league lie above 50 %, in percentage points. This is the lower end of an interval that holds \
    for all opponents together. Where all blocks are alike, it follows from their number. It is a \
    lower bound: there may be better responses.";

/// What a block is called.
fn unit(league: &League) -> &'static str {
    if league.by_deal { "deal" } else { "block" }
}

/// A paragraph about the league that speaks of blocks.
fn about(league: &League, text: &str) -> String {
    paragraph(&text.replace("block", unit(league)))
}

/// The indices of the bots, the most wins first. The order is not that of ratings, which count
/// every place: with more than two players the bot with most wins need not be placed best.
fn by_wins(league: &League) -> Vec<usize> {
    let key = |bot: &usize| league.bots[*bot].win_rate.unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = (0..league.bots.len()).collect();
    order.sort_by(|a, b| key(b).total_cmp(&key(a)));
    order
}

fn line(text: &mut String, written: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(written);
    text.push('\n');
}

fn bots(text: &mut String, league: &League, order: &[usize]) {
    let of_two = league.nash.is_some();
    *text += "| | bot | games | wins, % | points a game | rating |";
    *text += if of_two {
        " worst opponent | it wins, % | exploitable by at least \
         |\n|---|---|---|---|---|---|---|---|---|\n"
    } else {
        "\n|---|---|---|---|---|---|\n"
    };
    for (place, bot) in order.iter().enumerate() {
        let entry = &league.bots[*bot];
        let mut row = format!(
            "| {} | `{}` | {} | {} | {} | {} |",
            place + 1,
            entry.bot,
            entry.games,
            with_ends(entry.win_rate, entry.win_rate_ci, |x| fixed(x * 100.0, 1)),
            entry
                .mean_score
                .map_or_else(dash, |points| signed(points, 1)),
            rating(entry),
        );
        if let Some(worst) = &entry.worst {
            let _ = write!(
                row,
                " `{}` | {} | {} |",
                worst.against,
                fixed(worst.wins * 100.0, 1),
                fixed(worst.at_least * 100.0, 1)
            );
        }
        line(text, format_args!("{row}"));
    }
    let anchor = league.anchor.as_deref().unwrap_or("the first bot");
    let legend = format!(
        "Wins: of all games, ties split. Rating: Plackett-Luce, in points above `{anchor}`; 100 \
         points are a chance of 64 %."
    );
    line(text, format_args!("\n{}", paragraph(&legend)));
    if of_two {
        line(text, format_args!("\n{}", about(league, EXPLOITABLE)));
    }
}

fn rating(entry: &Entry) -> String {
    with_ends(entry.rating, entry.rating_ci, |x| signed(x, 0))
}

fn matrix(text: &mut String, league: &League, payoffs: &[Vec<PairResult>], order: &[usize]) {
    let legend = "The first table has the wins of the bot of the row against that of the column, \
        in %. The second has their intervals; there is none where all blocks are alike.";
    line(
        text,
        format_args!("\n## Who beats whom\n\n{}\n", about(league, legend)),
    );
    let one = |cell: &PairResult| fixed(cell.wins * 100.0, 1);
    cells(text, league, payoffs, order, one);
    text.push('\n');
    let ends = |cell: &PairResult| {
        cell.ci.map_or_else(dash, |ci| {
            format!(
                "{}–{}",
                fixed(ci.low() * 100.0, 1),
                fixed(ci.high() * 100.0, 1)
            )
        })
    };
    cells(text, league, payoffs, order, ends);
}

fn cells(
    text: &mut String,
    league: &League,
    payoffs: &[Vec<PairResult>],
    order: &[usize],
    written: impl Fn(&PairResult) -> String,
) {
    let heads: Vec<String> = (1..=order.len()).map(|n| n.to_string()).collect();
    line(text, format_args!("| | bot | {} |", heads.join(" | ")));
    line(
        text,
        format_args!("|---|---|{}", "---|".repeat(order.len())),
    );
    for (place, row) in order.iter().enumerate() {
        let values = order.iter().map(|column| {
            if row == column {
                String::new()
            } else {
                written(&payoffs[*row][*column])
            }
        });
        let values: Vec<String> = values.collect();
        line(
            text,
            format_args!(
                "| {} | `{}` | {} |",
                place + 1,
                league.bots[*row].bot,
                values.join(" | ")
            ),
        );
    }
}

fn mixture(text: &mut String, league: &League, nash: &Nash, order: &[usize]) {
    let legend = format!(
        "No bot of the league beats this mixture: the best one gains {:.1e} against it, which is \
         rounding. The weight says how often the mixture picks a bot. If there are several such \
         mixtures, the weights are those of their centroid, and \"in any\" is the range of each \
         weight. For the last two columns the matrix was resampled {} times over blocks. They say \
         in what share of these matrices a bot is picked, and give the middle 95{GLUE}% of its \
         weights there.",
        nash.gap, nash.resamples
    );
    line(
        text,
        format_args!("\n## Nash mixture\n\n{}\n", about(league, &legend)),
    );
    *text += "| bot | weight, % | in any, % | wins against the mixture, % | picked, % of resamples \
        | weight there, % |\n|---|---|---|---|---|---|\n";
    let picked = |weight: &Weight| weight.all[1] > 0.0005 || weight.in_resamples > 0.0;
    let percent = |x: f64| fixed(x * 100.0, 1);
    for weight in order.iter().map(|bot| &nash.weights[*bot]) {
        if !picked(weight) {
            continue;
        }
        line(
            text,
            format_args!(
                "| `{}` | {} | {}–{} | {} | {} | {}–{} |",
                weight.bot,
                percent(weight.weight),
                percent(weight.all[0]),
                percent(weight.all[1]),
                percent(weight.against_mixture),
                percent(weight.in_resamples),
                percent(weight.resampled[0]),
                percent(weight.resampled[1]),
            ),
        );
    }
    let never = order.iter().map(|bot| &nash.weights[*bot]);
    let never: Vec<&Weight> = never.filter(|weight| !picked(weight)).collect();
    if !never.is_empty() {
        *text += "\n| never picked | wins against the mixture, % |\n|---|---|\n";
    }
    for weight in never {
        let wins = percent(weight.against_mixture);
        line(text, format_args!("| `{}` | {wins} |", weight.bot));
    }
}

fn dash() -> String {
    "-".to_owned()
}
