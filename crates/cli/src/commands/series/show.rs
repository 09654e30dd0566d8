//! A series as a table, JSON or CSV.

use rummilab::club::{FirstChance, Gain, Series};
use rummilab::core::MatchOrder;
use rummilab::play::Level;
use rummilab::words::{Language, list, say};
use serde::Serialize;

use crate::error::Error;
use crate::output::Out;
use crate::tables::{drawn, new_table, right, wrapped};
use crate::visible::visible;

/// The series as JSON.
#[derive(Serialize)]
pub struct Answer<'a> {
    name: &'a str,
    rounds: usize,
    left: usize,
    players: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    rank: usize,
    total: i64,
    points: i64,
    rounds: Vec<Option<i64>>,
    /// The chance to be first in the end; null if unknown.
    first: Option<FirstChance>,
}

impl Answer<'_> {
    pub fn of<'a>(series: &'a Series, chances: Option<&[FirstChance]>) -> Answer<'a> {
        let (file, gains) = (series.file(), series.gains());
        let totals = series.totals().into_iter().zip(series.ranks());
        let rows = file.players.iter().zip(totals).enumerate();
        let row =
            |(at, (name, ([total, points], rank))): (usize, (&'a String, (Gain, usize)))| Row {
                name,
                rank,
                total,
                points,
                rounds: gains.iter().map(|round| Some(round[at]?[0])).collect(),
                first: chances.map(|chances| chances[at]),
            };
        Answer {
            name: &file.name,
            rounds: file.rounds,
            left: series.left(),
            players: rows.map(row).collect(),
        }
    }
}

pub fn print_csv(out: &mut Out, series: &Series) -> Result<(), Error> {
    let players = series
        .file()
        .players
        .iter()
        .map(|name| visible(name).into_owned());
    out.cells(["round".to_owned()].into_iter().chain(players))?;
    for (number, round) in (1_usize..).zip(series.gains()) {
        let cells = round
            .iter()
            .map(|gain| gain.map_or_else(String::new, |[gain, _]| gain.to_string()));
        out.cells([number.to_string()].into_iter().chain(cells))?;
    }
    let totals = series
        .totals()
        .into_iter()
        .map(|[total, _]| total.to_string());
    out.cells(["total".to_owned()].into_iter().chain(totals))?;
    Ok(())
}

/// A chance in percent. Only what is certain is 0 or 100.
fn percent(language: Language, chance: &FirstChance) -> String {
    let whole = |share: f64| language.decimal(100.0 * share, 0);
    let [low, high] = chance.interval.map(whole);
    match (chance.certain, chance.impossible, chance.chance) {
        (true, ..) => "100".to_owned(),
        (_, true, _) => "0".to_owned(),
        (.., share) if share > 0.995 => "> 99".to_owned(),
        (.., share) if share < 0.005 => "< 1".to_owned(),
        (.., share) => format!("{} [{low}, {high}]", whole(share)),
    }
}

pub fn text_of(
    series: &Series,
    chances: Option<&[FirstChance]>,
    level: Option<&Level>,
    games: usize,
    language: Language,
) -> String {
    let (file, gains) = (series.file(), series.gains());
    let mut head = vec![
        say!(language, "club-standings-rank"),
        say!(language, "club-standings-name"),
        say!(language, "series-total"),
    ];
    head.extend(chances.map(|_| say!(language, "series-first")));
    let rounds = 1..=gains.len();
    head.extend(rounds.map(|round| say!(language, "series-sheet-round", round = round)));
    let mut table = new_table(head);
    right(&mut table, ..1);
    right(&mut table, 2..);
    let (totals, ranks) = (series.totals(), series.ranks());
    let mut order: Vec<usize> = (0..totals.len()).collect();
    order.sort_by_key(|at| ranks[*at]);
    for at in order {
        let mut row = vec![
            ranks[at].to_string(),
            visible(&file.players[at]).into_owned(),
            signed(series, totals[at][0]),
        ];
        row.extend(chances.map(|chances| percent(language, &chances[at])));
        row.extend(gains.iter().map(|round| {
            round[at].map_or_else(|| "-".to_owned(), |[gain, _]| signed(series, gain))
        }));
        table.add_row(row);
    }
    let state = say!(
        language,
        "series-state",
        name = visible(&file.name).into_owned(),
        rules = visible(&series.rules().title()).into_owned(),
        played = gains.len(),
        rounds = file.rounds
    );
    let mut text = vec![wrapped(&state), drawn(&table)];
    text.extend(lead(series, chances, language).map(|lead| wrapped(&lead)));
    text.extend(level.map(|level| {
        wrapped(&say!(
            language,
            "series-chances",
            games = games,
            level = level.name,
            bot = level.bot
        ))
    }));
    text.join("\n")
}

fn signed(series: &Series, gain: i64) -> String {
    match series.criterion() {
        MatchOrder::Total => format!("{gain:+}"),
        MatchOrder::Wins | MatchOrder::Placement => gain.to_string(),
    }
}

/// Who leads, or has won; `None` before the first round.
fn lead(series: &Series, chances: Option<&[FirstChance]>, language: Language) -> Option<String> {
    let (totals, ranks) = (series.totals(), series.ranks());
    let names = &series.file().players;
    let first: Vec<usize> = (0..names.len()).filter(|at| ranks[*at] == 1).collect();
    let leaders: Vec<String> = first
        .iter()
        .map(|at| visible(&names[*at]).into_owned())
        .collect();
    let who = list(language, &leaders);
    if series.file().results.is_empty() {
        return None;
    }
    if series.left() == 0 {
        return Some(say!(
            language,
            "series-won",
            who = who,
            many = first.len() > 1
        ));
    }
    let best = totals[first[0]];
    let others = (0..names.len()).filter(|at| ranks[*at] > 1);
    let second = others.map(|at| totals[at]).max().unwrap_or(best);
    let (by, unit) = match series.criterion() {
        _ if best[0] == second[0] => (best[1] - second[1], "points"),
        MatchOrder::Total => (best[0] - second[0], "points"),
        MatchOrder::Wins => (best[0] - second[0], "wins"),
        MatchOrder::Placement => (best[0] - second[0], "placement"),
    };
    Some(say!(
        language,
        "series-leads",
        who = who,
        many = first.len() > 1,
        by = by,
        unit = unit,
        certain = chances.is_some_and(|chances| chances[first[0]].certain)
    ))
}
