//! `analyse opening --exact`: how many racks can open, by `rummilab::search::count`.

use std::sync::atomic::Ordering;

use rummilab::core::RuleSet;
use rummilab::runs::StopFlag;
use rummilab::search::count::{CountError, Racks, SetKinds, count_racks};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::output::Out;
use crate::progress::Steps;
use crate::tables::{drawn, new_table, right};

/// The racks of one size. Numbers of racks are texts, because numbers of JSON readers are exact
/// only up to 2^53.
#[derive(Serialize)]
struct Row {
    tiles: usize,
    racks: String,
    holding_a_set: String,
    p_any_set: f64,
    opening: String,
    p_open: f64,
    /// The largest sum of values on a rack that cannot open, jokers not counted.
    most_points_without_opening: Option<u32>,
}

/// Counts racks of these sizes.
pub fn run(rules: &RuleSet, sizes: &[usize], kinds: SetKinds, json: bool) -> Result<Exit, Error> {
    let most = sizes.iter().copied().max().unwrap_or(0);
    let points = u32::from(rules.opening_min).max(1);
    let stop = stop_on_interrupt("the work in hand");
    let holding = counted(rules, kinds, 1, most, &stop)?;
    let opening = match points {
        1 => holding.clone(),
        points => counted(rules, kinds, points, most, &stop)?,
    };
    let rows: Vec<Row> = sizes
        .iter()
        .filter_map(|tiles| Some(row(holding.get(*tiles)?, opening.get(*tiles)?)))
        .collect();
    let mut out = Out::new();
    if json {
        rows.iter().try_for_each(|row| out.record(row))?;
    } else {
        out.text(&text(rules, kinds, &rows))?;
    }
    Ok(Exit::Done)
}

fn counted(
    rules: &RuleSet,
    kinds: SetKinds,
    points: u32,
    most: usize,
    stop: &StopFlag,
) -> Result<Vec<Racks>, Error> {
    let bar = Steps::new("states of a value");
    let racks = count_racks(rules, kinds, points, most, &mut |progress| {
        bar.show(progress.done as u64, progress.known as u64);
        !stop.load(Ordering::Relaxed)
    });
    bar.end();
    racks.map_err(|error| match error {
        CountError::Stopped => Error::Stopped,
        CountError::NotPlain => Error::about(
            "--exact",
            "counts plain runs and at most two classic jokers, which may lie in one set and in an \
             opening; without --exact any rules are estimated from samples",
        ),
        error => Error::cause(error),
    })
}

fn row(holding: &Racks, opening: &Racks) -> Row {
    let share = |racks: &Racks| 1.0 - racks.below as f64 / racks.all as f64;
    Row {
        tiles: holding.tiles,
        racks: holding.all.to_string(),
        holding_a_set: (holding.all - holding.below).to_string(),
        p_any_set: share(holding),
        opening: (opening.all - opening.below).to_string(),
        p_open: share(opening),
        most_points_without_opening: opening.most_points,
    }
}

fn text(rules: &RuleSet, kinds: SetKinds, rows: &[Row]) -> String {
    let mut table = new_table([
        "tiles",
        "racks",
        "hold a set, %",
        "open, %",
        "racks that open",
        "most points without",
    ]);
    right(&mut table, ..);
    for row in rows {
        let percent = |share: f64| format!("{:.7}", 100.0 * share);
        table.add_row([
            row.tiles.to_string(),
            row.racks.clone(),
            percent(row.p_any_set),
            percent(row.p_open),
            row.opening.clone(),
            row.most_points_without_opening
                .map_or_else(|| "–".to_owned(), |points| points.to_string()),
        ]);
    }
    let sets = match kinds {
        SetKinds::All => "",
        SetKinds::Runs => ", of runs alone",
        SetKinds::Groups => ", of groups alone",
    };
    format!(
        "{}: every rack counted; an opening needs {} points{sets}\n\n{}\n\nMost points without: \
         the largest sum of values on a rack that cannot open, jokers not counted.",
        rules.name,
        rules.opening_min,
        drawn(&table)
    )
}
