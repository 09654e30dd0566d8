//! A league as Markdown, for terminals and for committed tables.

use std::fmt::Write;

use rummilab::league::{Entry, League, Nash, PairResult, Weight};
use rummilab::play::count;
use rummilab::stats::fixed;

use crate::tables::{signed, with_ends};

/// The whole table.
pub fn table(league: &League) -> String {
    let order = by_wins(league);
    let mut text = format!(
        "# League: `{}`, {} players\n\nMade by `rummilab league` from {} in {}, seed {}, plan {}; \
         intervals of {} %.\n\n",
        league.rules,
        league.players,
        count(league.games, "game"),
        count(league.blocks, "block"),
        league.seed,
        league.plan_hash.get(..12).unwrap_or(&league.plan_hash),
        league.level * 100.0,
    );
    bots(&mut text, league, &order);
    match (&league.payoffs, &league.nash) {
        (Some(payoffs), Some(nash)) => {
            matrix(&mut text, league, payoffs, &order);
            mixture(&mut text, nash, &order);
        }
        _ => text += NO_MIXTURE,
    }
    text
}

const NO_MIXTURE: &str = "\nA Nash mixture is told for two players only: with more, a game is not \
    one of two opposed sides, it may have \
several equilibria of\ndifferent worth, and to play one's part of one of them promises nothing if \
others play theirs of another.\n";

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
    line(
        text,
        format_args!(
            "\nWins of all games, ties split. Rating: Plackett-Luce, points above `{anchor}`; 100 \
             points are a chance of 64 %."
        ),
    );
    if of_two {
        *text += "Exploitable by at least: what the wins of some opponent of the league lie above \
            50 %, in percentage points, the lower end of an\n\
                  interval that holds for all opponents together; where all blocks are alike, as \
                  many as were played. It is a lower bound: there may be better responses.\n";
    }
}

fn rating(entry: &Entry) -> String {
    with_ends(entry.rating, entry.rating_ci, |x| signed(x, 0))
}

fn matrix(text: &mut String, league: &League, payoffs: &[Vec<PairResult>], order: &[usize]) {
    *text += "\n## Who beats whom\n\nWins of the bot of the row against that of the column, in %, \
        and below their intervals; none where all blocks are alike.\n\n";
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
        let values = order.iter().map(|column| match row == column {
            true => String::new(),
            false => written(&payoffs[*row][*column]),
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

fn mixture(text: &mut String, nash: &Nash, order: &[usize]) {
    let _ = write!(
        text,
        "\n## The mixture that nobody beats\n\nHow often a Nash mixture picks each bot. Where \
         there are several mixtures this is one in \
         their midst, and \"in any\" says how far\nthey reach. The last two columns: in what share \
         of {} matrices, resampled over blocks, \
         a bot is picked, and the middle 95 % of its\nweights there. The best bot of the league \
         beats this mixture by {:.1e}, which is rounding.\n\n",
        nash.resamples, nash.gap
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
    let never: Vec<String> = order
        .iter()
        .map(|bot| &nash.weights[*bot])
        .filter(|weight| !picked(weight))
        .map(|weight| format!("`{}` {}", weight.bot, percent(weight.against_mixture)))
        .collect();
    if !never.is_empty() {
        line(
            text,
            format_args!(
                "\nNever picked, with their wins against the mixture in %: {}.",
                never.join(", ")
            ),
        );
    }
}

fn dash() -> String {
    "-".to_owned()
}
