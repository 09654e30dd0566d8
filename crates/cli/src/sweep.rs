//! Plays a sweep, cell after cell, and prints its tables.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use comfy_table::Table;
use rummilab::arena::PlanSpec;
use rummilab::core::count;
use rummilab::runs::{
    BUILD, GAMES, MatchEnding, RunStatus, RunsError, RunsRoot, Shard, Sweep, SweepError,
    SweepFolder, pair_records,
};
use rummilab::stats::{SweepAxis, SweepEffect, SweepFigure, SweepResults, SweepRow};

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::output::{Out, print_answer};
use crate::play::{Options, play_into};
use crate::results::rate_with;
use crate::rules_arg::quoted;
use crate::run_place::RUNS;
use crate::status_text::status_json;
use crate::tables::{drawn, new_table, p_text, right, signed, to_copy, with_ends, wrapped};

/// The folders of the cells of a sweep, or of the pairs of a ladder, that were begun; any other
/// folder stands for itself.
pub fn runs_of(place: &Path) -> Result<Vec<PathBuf>, Error> {
    let runs: Vec<PathBuf> = if SweepFolder::is_one(place) {
        let folder = SweepFolder::open(place)?;
        let cells = folder.sweep().cells().iter();
        let cells = cells.map(|cell| folder.of_cell(cell));
        cells.filter(|cell| cell.join(GAMES).exists()).collect()
    } else if let Some(records) = pair_records(place)? {
        let folders = records.iter().filter_map(|games| games.parent());
        folders.map(Path::to_owned).collect()
    } else {
        return Ok(vec![place.to_owned()]);
    };
    if runs.is_empty() {
        let place = place.display();
        return Err(Error::Input(format!("{place}: no game in it was played")));
    }
    Ok(runs)
}

/// Plays the cells of a sweep that are missing. `recipe` is the command that plays it again,
/// without the salt.
pub fn play_sweep(
    (mut base, axes): (PlanSpec, Vec<SweepAxis>),
    options: &Options,
    recipe: &str,
) -> Result<Exit, Error> {
    if options.salt.is_some() {
        base.salt.clone_from(&options.salt);
    }
    let sweep = Sweep::new(base, axes)?;
    let shard = options.shard()?;
    let path = options.folder(&sweep.hash(), shard);
    let folder = SweepFolder::begin(&path, sweep)?;
    let stop = stop_on_interrupt("the turns being played");
    let (mut done, mut faulty_games, mut withdrawn) = (0, 0, Vec::new());
    let mut salt = None;
    for cell in folder.sweep().cells() {
        let cell_folder = folder.of_cell(cell);
        let (outcome, faulty) = play_into(&cell_folder, cell.spec.clone(), options, &stop)?;
        RunsRoot::new(RUNS).mark_last(&path);
        done += outcome.done;
        if outcome.ending == MatchEnding::Interrupted {
            let cells = folder.sweep().cells().iter();
            let all = cells.map(|cell| Shard::span(shard, &cell.plan).len()).sum();
            return Err(RunsError::InterruptedIn(path, done, all).into());
        }
        faulty_games += faulty;
        withdrawn.extend(outcome.withdrawn);
        salt = outcome.plan.seed().salt;
    }
    let exit = options.verdict(&withdrawn, faulty_games);
    match print_results(&folder, options.json, &options.recipe(recipe, salt)) {
        Err(Error::Runs(RunsError::Sweep(SweepError::Unfinished(..)))) if shard.is_some() => {
            print_state(&folder, options.json)?;
            if !options.json {
                let merge = "when all shards are done:  rummilab merge FOLDER… --out DIR";
                Out::new().text(merge)?;
            }
        }
        printed => printed?,
    }
    Ok(exit)
}

/// Prints the state of a sweep, a line a cell; as JSON, of each cell that has begun.
pub fn print_state(folder: &SweepFolder, json: bool) -> Result<Exit, Error> {
    let cells = folder.sweep().cells().iter();
    let cells = cells.map(|cell| (folder.of_cell(cell), Some(cell.plan.blocks())));
    print_states("cell", cells, json)
}

/// Prints the states of runs that belong together, each with its folder and the blocks that it
/// needs: those of its own plan unless given.
pub fn print_states(
    what: &str,
    runs: impl Iterator<Item = (PathBuf, Option<u64>)>,
    json: bool,
) -> Result<Exit, Error> {
    let mut table = new_table([what, "blocks", "of", "state"]);
    right(&mut table, 1..3);
    let (mut out, mut damaged) = (Out::new(), false);
    for (folder, needed) in runs {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let name = name.into_owned();
        let begun = folder.join(GAMES).exists();
        let places = [folder];
        let status = begun.then(|| RunStatus::of(&places)).transpose()?;
        damaged |= status.as_ref().is_some_and(RunStatus::is_damaged);
        if let Some(status) = status.as_ref().filter(|_| json) {
            out.record(&status_json(status, &places))?;
        }
        let done = status.as_ref().map_or(0, RunStatus::done);
        let needed = needed.or_else(|| status.as_ref().map(RunStatus::blocks));
        let needed = needed.unwrap_or_default();
        let state = match &status {
            Some(status) if status.is_damaged() => "damaged",
            Some(_) if done >= needed => "done",
            Some(_) => "begun",
            None => "not begun",
        };
        table.add_row([name, done.to_string(), needed.to_string(), state.to_owned()]);
    }
    if !json {
        out.text(&drawn(&table))?;
    }
    Ok(Exit::of(!damaged))
}

/// Writes the results of a sweep whose cells are done, and prints them.
pub fn print_results(folder: &SweepFolder, json: bool, recipe: &str) -> Result<(), Error> {
    let results = folder.finish()?;
    print_answer(json, &results, || {
        let path = folder.path();
        let short = RunsRoot::new(RUNS).short(path).display().to_string();
        let look = format!("rummilab report {}", quoted(&short));
        format!(
            "{}\nFiles:  {}\n{}\n{}",
            text(&results),
            path.display(),
            to_copy("Again:  ", &format!("{recipe}    # {BUILD}")),
            to_copy("Look:   ", &look)
        )
    })
}

fn text(results: &SweepResults) -> String {
    let games: u64 = results.cells.iter().map(|cell| cell.games).sum();
    let mut players: Vec<usize> = results.cells.iter().map(|cell| cell.players).collect();
    players.sort_unstable();
    players.dedup();
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    let players = players.join(" and ");
    let mut text = wrapped(&format!(
        "{}, {players} players: {} in {}, seed {}",
        results.rules,
        count(games, "game"),
        count(results.cells.len() as u64, "cell"),
        results.seed
    ));
    let _ = write!(
        text,
        "\n\n{}\n\n{}\n",
        drawn(&cells(results)),
        drawn(&effects(results))
    );
    let legend = format!(
        "A slope is the change for one unit of the value, by the line of least squares; a \
         difference is the second value minus the first{}. Intervals: {:.0} %; in the lower table \
         over deals, so that what cells share of a deal cancels. A curve has a slope too: look at \
         the cells before you believe a line. {}",
        if results
            .effects
            .iter()
            .any(|effect| effect.between.is_some())
        {
            ", its p corrected by Holm"
        } else {
            ""
        },
        results.level * 100.0,
        results.even_matches()
    );
    text + "\n" + &wrapped(&legend)
}

/// A row for each cell; with more than two bots, for each bot in it.
fn cells(results: &SweepResults) -> Table {
    let told = results.told();
    let rows: Vec<&[&SweepFigure]> = told.chunk_by(|a, b| a.bot == b.bot).collect();
    let many = rows.len() > 1;
    let mut header: Vec<String> = results.axes.iter().map(|axis| axis.key.clone()).collect();
    header.extend(many.then(|| "bot".to_owned()));
    let words = header.len();
    header.push("games".to_owned());
    header.extend(rows[0].iter().map(|of| {
        let who = if many { String::new() } else { of.who() + ": " };
        who + of.words()
    }));
    let mut table = new_table(header);
    right(&mut table, words..);
    for (number, cell) in results.cells.iter().enumerate() {
        for figures in &rows {
            let mut line = cell.values.clone();
            line.extend(many.then(|| figures[0].bot.clone()));
            line.push(cell.games.to_string());
            let row = |of: &&SweepFigure| results.row(number, of).map(value);
            line.extend(figures.iter().map(|of| row(of).unwrap_or_default()));
            table.add_row(line);
        }
    }
    table
}

fn value(row: &SweepRow) -> String {
    if row.of.is_rate() && row.of.against.is_none() {
        return rate_with(row.value, row.ci, row.bound);
    }
    with_ends(row.value, row.ci, |x| signed(x * row.of.times(), 1))
}

/// How the figures change along each axis.
fn effects(results: &SweepResults) -> Table {
    let mut table = new_table(["effect of", "on", "figure", "slope or difference", "p"]);
    right(&mut table, 3..);
    let told = results.told();
    for effect in &results.effects {
        let SweepEffect { of, contrast, .. } = effect;
        if told.contains(&of) {
            let shown = |x| signed(x * of.times(), 2);
            table.add_row([
                effect.words(),
                of.who(),
                of.words().to_owned(),
                with_ends(Some(contrast.value), contrast.ci, shown),
                p_text(effect.p_holm),
            ]);
        }
    }
    table
}
