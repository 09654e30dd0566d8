//! The tables of the page: results, pairs, club ranking, faults.

use askama::Template;
use rummilab_core::{RuleSet, Seat};
use rummilab_stats::club::{ClubRow, ClubSummary, RoundResult};
use rummilab_stats::faults::NamedFault;
use rummilab_stats::summary::{BotSummary, FaultCounts, Results, Summary};
use rummilab_stats::{
    ComparedFigure, Interval, SweepEffect, SweepFigure, SweepResults, SweepRow, p_text,
};

use crate::compared::PlainTable;
use crate::frames::{Film, clean};
use crate::words::{
    NONE, by_placement, ends, grouped, number, percent, percent_interval, signed, signed_interval,
    signed_whole,
};

/// Most pairs with a row of their own.
const PAIRS_TOLD: usize = 30;

/// A table for the template.
#[derive(Debug, Template)]
#[template(path = "table.html")]
pub struct TableView {
    caption: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Debug, Clone, Copy)]
struct Column {
    head: &'static str,
    class: &'static str,
}

/// A cell: text, an interval after it, a line below, and a link inside the page.
#[derive(Debug, Default)]
struct Cell {
    text: String,
    interval: Option<String>,
    about: Option<String>,
    link: Option<String>,
}

const fn words(head: &'static str) -> Column {
    Column {
        head,
        class: "words",
    }
}

const fn numbers(head: &'static str) -> Column {
    Column { head, class: "num" }
}

fn cell(text: impl Into<String>) -> Cell {
    Cell {
        text: text.into(),
        ..Cell::default()
    }
}

fn with_interval(text: String, interval: Option<String>) -> Cell {
    Cell {
        interval,
        ..cell(text)
    }
}

/// A table of texts, of which the first columns may be words.
pub fn plain(table: &PlainTable) -> TableView {
    let column = |(at, head): (usize, &&'static str)| {
        if at < table.words {
            words(head)
        } else {
            numbers(head)
        }
    };
    let cells = |row: &Vec<String>| row.iter().map(|text| cell(clean(text))).collect();
    TableView {
        caption: clean(&table.caption),
        columns: table.columns.iter().enumerate().map(column).collect(),
        rows: table.rows.iter().map(cells).collect(),
    }
}

fn signed_or_none(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| signed(value, 1))
}

fn p_value(p: Option<f64>) -> String {
    p.map_or_else(|| NONE.to_owned(), p_text)
}

/// A share in per cent with its interval, or its bound if it is 0 or 100 %.
fn rate(share: Option<f64>, interval: Option<Interval>, bound: Option<f64>) -> Cell {
    let bound = bound.map(|bound| {
        if share == Some(0.0) {
            format!("≤ {}", percent(Some(bound)))
        } else {
            format!("≥ {}", percent(Some(bound)))
        }
    });
    with_interval(percent(share), bound.or(percent_interval(interval)))
}

/// A bot with the line about it.
fn bot_cell(name: &str, about: &str) -> Cell {
    Cell {
        about: (!about.is_empty()).then(|| clean(about)),
        ..cell(name)
    }
}

/// The results of the bots in this order, with a line about each.
pub fn results(
    rules: &RuleSet,
    summary: &Summary,
    names: &[String],
    abouts: &[String],
    order: &[usize],
) -> TableView {
    type Column<'a> = (&'static str, bool, fn(&BotSummary) -> Cell);
    let bots = &summary.bots;
    let with_ratings = bots.len() > 2 && bots.iter().any(|bot| bot.rating.is_some());
    let with_faults = bots.iter().any(|bot| bot.faults.total() > 0);
    let all: [Column<'_>; 8] = [
        ("games", true, |bot| cell(grouped(bot.games))),
        ("win rate, %", true, |bot| {
            let Results {
                win_rate,
                win_rate_ci,
                win_rate_bound,
                ..
            } = bot.results;
            rate(win_rate, win_rate_ci, win_rate_bound)
        }),
        ("points a game", rules.has_scores(), |bot| {
            let interval = signed_interval(bot.results.mean_score_ci);
            with_interval(signed_or_none(bot.results.mean_score), interval)
        }),
        ("rating", with_ratings, |bot| {
            let whole = |value| signed(value, 0);
            let rating = bot.rating.map_or_else(|| NONE.to_owned(), whole);
            with_interval(rating, ends(bot.rating_ci, whole))
        }),
        ("placement", by_placement(rules, summary.players), |bot| {
            cell(number(bot.mean_placement, 2))
        }),
        ("tiles left when lost", true, |bot| {
            cell(number(bot.mean_tiles_left, 1))
        }),
        ("open by turn 5, %", true, |bot| {
            cell(percent(bot.opened_by.fifth))
        }),
        ("faults", with_faults, |bot| {
            cell(grouped(bot.faults.total()))
        }),
    ];
    let shown = || all.iter().filter(|(_, shown, _)| *shown);
    let row = |bot: &usize| {
        let about = abouts.get(*bot).map_or("", String::as_str);
        let cells = shown().map(|(_, _, of)| of(&bots[*bot]));
        std::iter::once(bot_cell(&names[*bot], about))
            .chain(cells)
            .collect()
    };
    let heads = shown().map(|(head, ..)| numbers(head));
    TableView {
        caption: match summary.club {
            Some(_) => {
                "Results by bot, in the order of the ranking; placement points a game".to_owned()
            }
            None => "Results by bot, best first".to_owned(),
        },
        columns: std::iter::once(words("bot")).chain(heads).collect(),
        rows: order.iter().map(row).collect(),
    }
}

/// The differences of two runs by figure and bot.
pub fn compared(figures: &[ComparedFigure]) -> TableView {
    let row = |row: &ComparedFigure| {
        let (times, decimals) = if row.rate { (100.0, 1) } else { (1.0, 2) };
        let unit = if row.rate { ", %" } else { "" };
        let mean = |mean: f64| cell(number(Some(mean * times), decimals));
        let bots = if row.a == row.b {
            clean(&row.a)
        } else {
            format!("{} − {}", clean(&row.a), clean(&row.b))
        };
        vec![
            cell(row.figure.replace('_', " ") + unit),
            cell(bots),
            mean(row.mean_a),
            mean(row.mean_b),
            with_interval(
                signed(row.difference * times, decimals),
                ends(row.ci, |end| signed(end * times, decimals)),
            ),
            cell(p_value(row.p_holm)),
        ]
    };
    TableView {
        caption: "Figures by bot".to_owned(),
        columns: vec![
            words("figure"),
            words("bot"),
            numbers("first"),
            numbers("second"),
            numbers("difference"),
            numbers("p"),
        ],
        rows: figures.iter().map(row).collect(),
    }
}

/// The fields in which two plans differ, with both values.
pub fn plan_differences(plans: &[[String; 3]]) -> TableView {
    TableView {
        caption: "Fields of the plans".to_owned(),
        columns: vec![words("field"), words("first"), words("second")],
        rows: plans
            .iter()
            .map(|plan| plan.iter().map(|text| cell(clean(text))).collect())
            .collect(),
    }
}

/// The figures of a sweep, a row for each cell and bot or pair.
pub fn sweep_cells(results: &SweepResults) -> TableView {
    let row = |row: &SweepRow| {
        let values = results.axes.iter().zip(&results.cells[row.cell].values);
        let values = values.map(|(axis, value)| format!("{}={value}", axis.key));
        let value = match (row.of.is_rate(), &row.of.against) {
            (true, None) => rate(row.value, row.ci, row.bound),
            _ => change(&row.of, row.value, row.ci, 1),
        };
        vec![
            cell(clean(&values.collect::<Vec<_>>().join(", "))),
            cell(clean(&row.of.who())),
            cell(row.of.words()),
            value,
        ]
    };
    TableView {
        caption: "Figures of every cell".to_owned(),
        columns: vec![
            words("cell"),
            words("bot"),
            words("figure"),
            numbers("mean"),
        ],
        rows: results.rows.iter().map(row).collect(),
    }
}

/// How the figures of a sweep change along its axes.
pub fn sweep_effects(results: &SweepResults) -> TableView {
    let row = |effect: &SweepEffect| {
        vec![
            cell(clean(&effect.words())),
            cell(clean(&effect.of.who())),
            cell(effect.of.words()),
            change(
                &effect.of,
                Some(effect.contrast.value),
                effect.contrast.ci,
                2,
            ),
            cell(p_value(effect.p_holm)),
        ]
    };
    let heads = [words("effect of"), words("on"), words("figure")];
    TableView {
        caption: "Slopes and differences".to_owned(),
        columns: [&heads[..], &[numbers("slope or difference"), numbers("p")]].concat(),
        rows: results.effects.iter().map(row).collect(),
    }
}

/// A signed number with its interval, in the unit of this figure.
fn change(of: &SweepFigure, value: Option<f64>, ci: Option<Interval>, decimals: usize) -> Cell {
    let text = value.map_or_else(|| NONE.to_owned(), |x| signed(x * of.times(), decimals));
    with_interval(text, ends(ci, |end| signed(end * of.times(), decimals)))
}

/// The result of each seat in a single game.
pub fn one_game(film: &Film, labels: &[String], abouts: &[String]) -> TableView {
    let row = |(seat, bot): (Seat, &String)| {
        let entry = labels.iter().position(|label| label == bot);
        let about = entry.and_then(|entry| abouts.get(entry));
        vec![
            bot_cell(bot, about.map_or("", String::as_str)),
            cell(seat.to_string()),
            cell(film.results[usize::from(seat)].clone()),
        ]
    };
    TableView {
        caption: "What each seat got".to_owned(),
        columns: vec![words("player"), words("seat"), words("result")],
        rows: film.bots.with_seats().map(row).collect(),
    }
}

/// The pairs that met, with a note on what is left out if there are many. `None` for fewer than two
/// pairs.
pub fn pairs(rules: &RuleSet, summary: &Summary) -> Option<TableView> {
    let all = summary.pairs.len();
    if all < 2 {
        return None;
    }
    let with_scores = rules.has_scores();
    let columns = vec![
        words("pair"),
        numbers("games"),
        numbers("first wins, %"),
        numbers(if with_scores {
            "difference, points a game"
        } else {
            "difference, percentage points"
        }),
        numbers("unpaired games that a game is worth"),
    ];
    let rows = summary.pairs.iter().take(PAIRS_TOLD).map(|pair| {
        let (difference, interval, ratio) = if with_scores {
            (
                signed_or_none(pair.score_difference),
                signed_interval(pair.score_difference_ci),
                pair.variance_ratio_score,
            )
        } else {
            (
                signed_or_none(pair.win_difference.map(|wins| wins * 100.0)),
                ends(pair.win_difference_ci, |end| signed(end * 100.0, 1)),
                pair.variance_ratio_wins,
            )
        };
        vec![
            cell(format!("{} − {}", clean(&pair.a), clean(&pair.b))),
            cell(grouped(pair.games)),
            rate(pair.win_rate, pair.win_rate_ci, pair.win_rate_bound),
            with_interval(difference, interval),
            cell(number(ratio, 1)),
        ]
    });
    let cut = (all > PAIRS_TOLD)
        .then(|| format!(" (the first {PAIRS_TOLD} of {all}; the others are in summary.json)"));
    Some(TableView {
        caption: format!("Pairs, first minus second{}", cut.unwrap_or_default()),
        columns,
        rows: rows.collect(),
    })
}

/// The bots that met the first, compared on the same deals. `None` if there are none.
pub fn challengers(rules: &RuleSet, summary: &Summary) -> Option<TableView> {
    let all = summary.challengers.len();
    if all == 0 {
        return None;
    }
    let with_scores = rules.has_scores();
    let columns = vec![
        words("pair"),
        numbers("deals"),
        numbers("wins, percentage points"),
        numbers(if with_scores {
            "difference, points a game"
        } else {
            "p-value"
        }),
        numbers("p, corrected"),
        numbers("unpaired deals that a deal is worth"),
    ];
    let rows = summary.challengers.iter().take(PAIRS_TOLD).map(|pair| {
        let wins = with_interval(
            signed_or_none(pair.win_difference.map(|wins| wins * 100.0)),
            ends(pair.win_difference_ci, |end| signed(end * 100.0, 1)),
        );
        let (second, ratio) = if with_scores {
            let ci = signed_interval(pair.score_difference_ci);
            let second = with_interval(signed_or_none(pair.score_difference), ci);
            (second, pair.variance_ratio_score)
        } else {
            (cell(p_value(pair.p_value)), pair.variance_ratio_wins)
        };
        vec![
            cell(format!("{} − {}", clean(&pair.a), clean(&pair.b))),
            cell(grouped(pair.deals)),
            wins,
            second,
            cell(p_value(pair.p_holm) + &pair.stars),
            cell(number(ratio, 1)),
        ]
    });
    let cut = (all > PAIRS_TOLD)
        .then(|| format!(" (the first {PAIRS_TOLD} of {all}; the others are in summary.json)"));
    Some(TableView {
        caption: format!(
            "Results against {}, compared on the same deals, first minus second{}",
            clean(summary.bots.first().map_or("the first", |bot| &bot.bot)),
            cut.unwrap_or_default()
        ),
        columns,
        rows: rows.collect(),
    })
}

/// The result list of a club tournament, with reserve players at the end.
pub fn club(club: &ClubSummary) -> TableView {
    const ROUNDS: [&str; 8] = [
        "round 1", "round 2", "round 3", "round 4", "round 5", "round 6", "round 7", "round 8",
    ];
    let rounds = (club.rounds as usize).min(ROUNDS.len());
    let mut columns = vec![
        words("bot"),
        numbers("rank"),
        numbers("placement"),
        numbers("points"),
        numbers("places"),
    ];
    columns.extend(ROUNDS[..rounds].iter().map(|head| numbers(head)));
    if club.with_final {
        columns.push(numbers("final"));
    }
    let row = |row: &ClubRow| {
        let places: Vec<String> = row.places.iter().map(ToString::to_string).collect();
        let mut cells = vec![
            cell(clean(&row.bot)),
            cell(
                row.rank
                    .map_or_else(|| NONE.to_owned(), |rank| rank.to_string()),
            ),
            cell(row.placement.to_string()),
            cell(row.points.map_or_else(|| NONE.to_owned(), signed_whole)),
            cell(places.join("/")),
        ];
        let by_round = (0..rounds).map(|round| row.by_round.get(round)?.as_ref());
        cells.extend(by_round.map(round_cell));
        if club.with_final {
            cells.push(round_cell(row.in_final.as_ref()));
        }
        cells
    };
    let caption = if club.reserves.is_empty() {
        "Ranking: placement points (game points), by round"
    } else {
        "Ranking: placement points (game points), by round; reserve players have no rank"
    };
    TableView {
        caption: caption.to_owned(),
        columns,
        rows: club.ranking.iter().chain(&club.reserves).map(row).collect(),
    }
}

fn round_cell(round: Option<&RoundResult>) -> Cell {
    round.map_or_else(
        || cell(NONE),
        |round| {
            let points = round
                .points
                .map(|points| format!("({})", signed_whole(points)));
            with_interval(round.placement.to_string(), points)
        },
    )
}

/// Faults by bot and kind. `None` if there are none.
pub fn faults(summary: &Summary, names: &[String]) -> Option<TableView> {
    let faulty = summary.bots.iter().zip(names);
    let faulty = faulty.filter(|(bot, _)| bot.faults.total() > 0);
    let rows = faulty.map(|(bot, name)| {
        let counts = bot.faults.by_kind().map(|(_, count)| cell(grouped(count)));
        std::iter::once(cell(name.as_str())).chain(counts).collect()
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let kinds = FaultCounts::default().by_kind();
    let kinds = kinds.into_iter().map(|(word, _)| numbers(word));
    (!rows.is_empty()).then(|| TableView {
        caption: "Faults by bot".to_owned(),
        columns: std::iter::once(words("bot")).chain(kinds).collect(),
        rows,
    })
}

/// The faults that the summary names. Each links to its turn if the page has the game.
pub fn fault_list(summary: &Summary, films: &[Film]) -> Option<TableView> {
    let row = |fault: &NamedFault| {
        let id = format!("b{}g{}", fault.block, fault.game);
        let there = films.iter().any(|film| film.id == id);
        vec![
            Cell {
                link: there.then(|| format!("{id}t{}", fault.turn)),
                ..cell(format!("{id}, turn {}", fault.turn + 1))
            },
            cell(fault.bot.as_deref().map_or("nobody".to_owned(), clean)),
            cell(fault.kind),
            cell(clean(&fault.detail)),
        ]
    };
    let shown = summary.faults.len() as u64;
    let of_bots: u64 = summary.bots.iter().map(|bot| bot.faults.total()).sum();
    let all = of_bots + summary.game.endless;
    let caption = if shown < all {
        format!("The first {shown} of {}", grouped(all))
    } else {
        "One by one".to_owned()
    };
    (shown > 0).then(|| TableView {
        caption,
        columns: vec![
            words("game"),
            words("bot"),
            words("kind"),
            words("what happened"),
        ],
        rows: summary.faults.iter().map(row).collect(),
    })
}
