//! The tables of the page: results, pairs, club ranking, faults.

use askama::Template;
use rummilab_core::RuleSet;
use rummilab_stats::club::{ClubRow, ClubSummary, RoundResult};
use rummilab_stats::summary::Summary;

use crate::frames::{Film, clean};
use crate::gather::FaultNote;
use crate::words::{
    NONE, by_placement, grouped, number, percent, percent_interval, signed, signed_interval,
    signed_whole,
};

/// The most pairs that are told one by one.
const PAIRS_TOLD: usize = 30;

/// A table as an element.
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

/// What stands in one place: text, an interval after it, a place on the page that it leads to.
#[derive(Debug, Default)]
struct Cell {
    text: String,
    interval: Option<String>,
    link: Option<String>,
}

/// A column of names or words.
const fn words(head: &'static str) -> Column {
    Column {
        head,
        class: "words",
    }
}

/// A column of numbers.
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

fn signed_or_none(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| signed(value, 1))
}

/// The bots in this order.
pub fn results(rules: &RuleSet, summary: &Summary, names: &[String], order: &[usize]) -> TableView {
    let with_placement = by_placement(rules, summary.players);
    let with_scores = rules.has_scores();
    let with_faults = summary.bots.iter().any(|bot| bot.faults.total() > 0);
    let mut columns = vec![words("bot"), numbers("games"), numbers("win rate, %")];
    if with_scores {
        columns.push(numbers("points a game"));
    }
    if with_placement {
        columns.push(numbers("placement"));
    }
    columns.push(numbers("tiles left when lost"));
    columns.push(numbers("open by turn 5, %"));
    if with_faults {
        columns.push(numbers("faults"));
    }
    let row = |bot: &usize| {
        let row = &summary.bots[*bot];
        let results = &row.results;
        let mut cells = vec![
            cell(names[*bot].as_str()),
            cell(grouped(row.games)),
            with_interval(
                percent(results.win_rate),
                percent_interval(results.win_rate_ci),
            ),
        ];
        if with_scores {
            let interval = signed_interval(results.mean_score_ci);
            cells.push(with_interval(signed_or_none(results.mean_score), interval));
        }
        if with_placement {
            cells.push(cell(number(row.mean_placement, 2)));
        }
        cells.push(cell(number(row.mean_tiles_left, 1)));
        cells.push(cell(percent(row.opened_by.fifth)));
        if with_faults {
            cells.push(cell(grouped(row.faults.total())));
        }
        cells
    };
    TableView {
        caption: match summary.club {
            Some(_) => {
                "Results by bot, in the order of the ranking; placement points a game".to_owned()
            }
            None => "Results by bot, best first".to_owned(),
        },
        columns,
        rows: order.iter().map(row).collect(),
    }
}

/// The pairs that met, and what is left out if there are many. `None` for fewer than two pairs.
pub fn pairs(rules: &RuleSet, summary: &Summary) -> Option<TableView> {
    let all = summary.pairs.len();
    if all < 2 {
        return None;
    }
    let with_scores = rules.has_scores();
    let mut columns = vec![words("pair"), numbers("games"), numbers("first wins, %")];
    columns.push(match with_scores {
        true => numbers("score difference"),
        false => numbers("win difference, %"),
    });
    columns.push(numbers("variance ratio"));
    let rows = summary.pairs.iter().take(PAIRS_TOLD).map(|pair| {
        let (difference, interval, ratio) = match with_scores {
            true => (
                signed_or_none(pair.score_difference),
                signed_interval(pair.score_difference_ci),
                pair.variance_ratio_score,
            ),
            false => (
                signed_or_none(pair.win_difference.map(|wins| wins * 100.0)),
                percent_interval(pair.win_difference_ci),
                pair.variance_ratio_wins,
            ),
        };
        vec![
            cell(format!("{} − {}", clean(&pair.a), clean(&pair.b))),
            cell(grouped(pair.games)),
            with_interval(percent(pair.win_rate), percent_interval(pair.win_rate_ci)),
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

/// The result list of a club tournament, reserve players at the end.
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
        cells.extend((0..rounds).map(|round| round_cell(row.by_round.get(round))));
        if club.with_final {
            cells.push(round_cell(row.in_final.as_ref()));
        }
        cells
    };
    let caption = match club.reserves.is_empty() {
        true => "Ranking: placement points (game points), by round",
        false => "Ranking: placement points (game points), by round; reserve players have no rank",
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
    let faulty = summary
        .bots
        .iter()
        .zip(names)
        .filter(|(bot, _)| bot.faults.total() > 0);
    let rows: Vec<Vec<Cell>> = faulty
        .map(|(bot, name)| {
            let kinds = bot.faults;
            let counts = [kinds.illegal, kinds.timeout, kinds.crash, kinds.protocol];
            let counts = counts.into_iter().map(|count| cell(grouped(count)));
            std::iter::once(cell(name.as_str())).chain(counts).collect()
        })
        .collect();
    (!rows.is_empty()).then(|| TableView {
        caption: "Faults by bot".to_owned(),
        columns: vec![
            words("bot"),
            numbers("illegal"),
            numbers("timeout"),
            numbers("crash"),
            numbers("protocol"),
        ],
        rows,
    })
}

/// The first faults one by one, leading to their games where these are on the page.
pub fn fault_list(
    notes: &[FaultNote],
    names: &[String],
    films: &[Film],
    all: u64,
) -> Option<TableView> {
    let row = |note: &FaultNote| {
        let id = note.id.to_string();
        let link = films.iter().any(|film| film.id == id).then(|| id.clone());
        vec![
            Cell {
                text: id,
                link,
                ..Cell::default()
            },
            cell(format!("{}, seat {}", names[note.bot], note.seat)),
            cell(note.kind.word()),
            cell(clean(&note.detail)),
        ]
    };
    let shown = notes.len() as u64;
    let caption = match shown < all {
        true => format!("The first {shown} of {}", grouped(all)),
        false => "One by one".to_owned(),
    };
    (!notes.is_empty()).then(|| TableView {
        caption,
        columns: vec![
            words("game"),
            words("bot"),
            words("kind"),
            words("what happened"),
        ],
        rows: notes.iter().map(row).collect(),
    })
}
