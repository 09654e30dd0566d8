//! `score`: scores turns of any program, language model, person or bot, in positions with a known
//! best play.

mod board;
mod ends;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use comfy_table::Table as TextTable;
use rummilab::arena::Players;
use rummilab::bot_api::{Bot, View};
use rummilab::bots::BotSpec;
use rummilab::chance::{Key, Seed, Stream};
use rummilab::core::{Action, Game, Seat, Set};
use rummilab::engine::{
    AnsweredTurn, ScoreError, ScoreSum, ScoredPosition, Scores, TableText, TurnScore, read_answer,
};
use rummilab::play::Puzzle;
use rummilab::runs::Roster;
use rummilab::stats::fixed;
use rummilab::stats::interval::wilson;
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::lines::Lines;
use crate::numbers::whole;
use crate::output::{Out, print_answer};
use crate::rules_arg::RulesArgs;
use crate::tables::{drawn, new_table, right, with_ends};

/// Standard errors on either side of a 95 % interval.
const ERRORS: f64 = 1.959_964;

/// Score answers to positions, of programs, language models or bots
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Answers, one JSON object a line; `-` is standard input
    #[arg(
        value_name = "ANSWERS.jsonl",
        value_hint = clap::ValueHint::FilePath,
        required_unless_present_any = ["bots", "ends", "board"]
    )]
    answers: Option<String>,
    /// Positions with certified answers, as `corpus` makes them
    #[arg(
        long,
        value_name = "FILE.jsonl",
        value_hint = clap::ValueHint::FilePath,
        required_unless_present_any = ["ends", "board"]
    )]
    positions: Option<String>,
    /// Ends instead, as `corpus --ends` makes them: how often bots give a win away
    #[arg(
        long,
        value_name = "FILE.jsonl",
        value_hint = clap::ValueHint::FilePath,
        requires = "bots",
        conflicts_with = "positions"
    )]
    ends: Option<String>,
    /// Score these bots instead, separated by commas
    #[arg(long, value_name = "BOTS", conflicts_with = "answers")]
    bots: Option<String>,
    /// Seed of bots that play at random
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX), requires = "bots")]
    seed: u64,
    /// Every position with its score first, a line of JSON each
    #[arg(long)]
    each: bool,
    /// A line of a leaderboard instead of the table, of the answers or of each bot
    #[arg(long, conflicts_with_all = ["json", "each", "ends"])]
    entries: bool,
    /// Name of who gave the answers, in its line of a leaderboard
    #[arg(
        long,
        value_name = "NAME",
        requires = "entries",
        conflicts_with = "bots"
    )]
    name: Option<String>,
    /// Rank the lines of a leaderboard instead
    #[arg(
        long,
        value_name = "FILE.jsonl",
        value_hint = clap::ValueHint::FilePath,
        conflicts_with_all = ["answers", "positions", "bots", "ends", "each"]
    )]
    board: Option<String>,
    /// Write the leaderboard as one HTML page too, which needs no other file
    #[arg(
        long,
        value_name = "FILE.html",
        value_hint = clap::ValueHint::FilePath,
        requires = "board",
        // Of arguments that exclude a board, clap would not say that it is missing.
        conflicts_with_all = ["answers", "positions", "bots", "ends"]
    )]
    page: Option<PathBuf>,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab score data/benchmark/answers.jsonl \\
    --positions data/benchmark/positions.jsonl
  rummilab score --bots greedy,single,random \\
    --positions data/benchmark/positions.jsonl
  rummilab corpus --bots hold,greedy --deals 400 --take 100000 --seed 7 \\
    --puzzles 500 > fresh.jsonl
  rummilab score --bots greedy,champion:budget=quick --ends data/ends.jsonl
  rummilab score --bots greedy,random --entries \\
    --positions data/benchmark/positions.jsonl > board.jsonl
  rummilab score --board board.jsonl --page board.html

An answer names its position and gives the whole table after the turn, or says that nothing is \
laid:
  {\"id\":\"b0g0t29\",\"table\":[\"R3 R4 R5 R6\",\"K7 B7 O7\"]}
  {\"id\":\"b0g0t31\",\"draw\":true}
Other fields are ignored. A missing answer and an illegal one count as no tiles.

  legal    answers that are legal turns; laying nothing is
  tiles    tiles laid, of the most that can be laid in all positions
  best     positions in which the most tiles possible were laid
  out      positions with the whole rack laid, of those where that is possible

Of ends (two players, an empty pool): `won` have a small play that wins. `lost` counts wins given \
away, `found` turns that win where no small play does.

Intervals hold at 95 % (Wilson). Positions and a prompt for language models: data/benchmark.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if let (Some(file), Some(bots)) = (&args.ends, &args.bots) {
        return ends::run(args, file, bots);
    }
    if let Some(file) = &args.board {
        return board::rank(args, file);
    }
    let (positions, digest) = positions(args, args.positions.as_deref().unwrap_or_default())?;
    match &args.bots {
        Some(bots) => of_bots(args, &positions, &digest, bots),
        None => of_answers(args, &positions, &digest),
    }
}

/// The positions of a file, and what tells them from others: the start of a BLAKE3 of their lines.
fn positions(args: &Args, file: &str) -> Result<(Vec<ScoredPosition>, String), Error> {
    let mut digest = blake3::Hasher::new();
    let mut rules = args.rules.of_lines(false)?;
    let mut found: Vec<ScoredPosition> = Vec::new();
    let mut ids = BTreeSet::new();
    for line in Lines::open(file)? {
        let (place, line) = line?;
        digest.update(line.as_bytes()).update(b"\n");
        let position = ScoredPosition::read(&line, &mut rules);
        let position = position.map_err(|error| Error::about(place.clone(), error))?;
        if !ids.insert(position.id.clone()) {
            return Err(Error::about(place, ScoreError::SamePosition(position.id)));
        }
        found.push(position);
    }
    if found.is_empty() {
        Err(Error::Input(format!("{file} holds no position")))
    } else {
        Ok((found, digest.finalize().to_hex()[..16].to_owned()))
    }
}

/// The output of `--json` for a list of answers.
#[derive(Serialize)]
struct Report {
    all: ScoreSum,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    grades: BTreeMap<usize, ScoreSum>,
}

fn of_answers(args: &Args, positions: &[ScoredPosition], digest: &str) -> Result<Exit, Error> {
    let mut scores = Scores::new(positions).map_err(Error::cause)?;
    for line in Lines::open(args.answers.as_deref().unwrap_or("-"))? {
        let (place, line) = line?;
        let answer = read_answer(&line).map_err(|error| Error::about(place.clone(), error))?;
        let (id, turn) = answer;
        scores
            .add(&id, &turn)
            .map_err(|error| Error::about(place, error))?;
    }
    if args.entries {
        board::entry(args.name.as_deref().unwrap_or("answers"), digest, &scores)?;
        return Ok(Exit::Done);
    }
    if args.each {
        each(None, &scores)?;
    }
    let report = Report {
        all: scores.all(),
        grades: scores.by_grade(),
    };
    print_answer(args.json, &report, || {
        let mut table = table_of("grade");
        for (grade, sum) in &report.grades {
            add_row(&mut table, &grade.to_string(), sum, false);
        }
        add_row(&mut table, "all", &report.all, true);
        drawn(&table)
    })?;
    Ok(Exit::Done)
}

fn of_bots(
    args: &Args,
    positions: &[ScoredPosition],
    digest: &str,
    bots: &str,
) -> Result<Exit, Error> {
    let mut sums = Vec::new();
    for spec in BotSpec::parse_list(bots)? {
        let name = spec.to_string();
        let mut scores = Scores::new(positions).map_err(Error::cause)?;
        let mut bot = Roster::new().bot(&name).map_err(Error::cause)?;
        for position in positions {
            let turn = turn_of(bot.as_mut(), position, args.seed)?;
            scores.add(&position.id, &turn).map_err(Error::cause)?;
        }
        if args.entries {
            board::entry(&name, digest, &scores)?;
        }
        if args.each {
            each(Some(&name), &scores)?;
        }
        sums.push((name, scores.all()));
    }
    if args.entries {
        return Ok(Exit::Done);
    }
    let record: BTreeMap<&str, &ScoreSum> = sums
        .iter()
        .map(|(name, sum)| (name.as_str(), sum))
        .collect();
    print_answer(args.json, &record, || {
        let mut table = table_of("bot");
        for (name, sum) in &sums {
            add_row(&mut table, name, sum, true);
        }
        drawn(&table)
    })?;
    Ok(Exit::Done)
}

/// The turn of a bot that knows the position but not the game before it.
fn turn_of(bot: &mut dyn Bot, position: &ScoredPosition, seed: u64) -> Result<AnsweredTurn, Error> {
    let (rules, asked) = (&position.question.rules, &position.question.position);
    let table = position.table.clone();
    let start = Puzzle::start(rules, table, asked.rack, asked.opened).map_err(Error::cause)?;
    let game = Game::resume(rules, &start).map_err(Error::cause)?;
    let purpose = format!("score {}", position.id);
    let mut stream = Stream::new(Key::sample(Seed::from(seed), &purpose, 0));
    bot.new_game(Seat(0));
    let action = bot.act(&View::of(&game, Seat(0), &[]), &mut stream);
    let action = action.map_err(|fault| Error::about(position.id.clone(), fault))?;
    Ok(match action {
        Action::Play(table) => {
            let sets = table.sets().iter().map(Set::to_string).collect();
            AnsweredTurn::Table(TableText::Sets(sets))
        }
        _ => AnsweredTurn::Nothing,
    })
}

/// A position with the score of its answer, as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<&'a str>,
    id: &'a str,
    most_tiles: usize,
    can_go_out: bool,
    /// Null without an answer.
    answer: Option<&'a TurnScore>,
}

fn each(bot: Option<&str>, scores: &Scores<'_>) -> Result<(), Error> {
    let mut out = Out::new();
    for (position, answer) in scores.turns() {
        out.record(&Line {
            bot,
            id: &position.id,
            most_tiles: position.most,
            can_go_out: position.goes_out,
            answer,
        })?;
    }
    out.flush()
}

/// The columns of a table of scores.
fn columns(first: &'static str) -> Vec<&'static str> {
    vec![
        first,
        "positions",
        "missing",
        "legal, %",
        "tiles, %",
        "best, %",
        "out, %",
    ]
}

fn table_of(first: &'static str) -> TextTable {
    let mut table = new_table(columns(first));
    right(&mut table, 1..);
    table
}

fn add_row(table: &mut TextTable, name: &str, sum: &ScoreSum, with_intervals: bool) {
    table.add_row(cells(name, sum, with_intervals));
}

/// A row of a table of scores.
fn cells(name: &str, sum: &ScoreSum, with_intervals: bool) -> Vec<String> {
    let percent = |value: f64| fixed(100.0 * value, 1);
    let rate = |part: u64, of: u64, with_interval: bool| {
        let value = (of > 0).then(|| part as f64 / of as f64);
        let ends = value.filter(|_| with_interval);
        with_ends(
            value,
            ends.and_then(|value| wilson(value, of as f64, ERRORS)),
            percent,
        )
    };
    let tiles = sum.tiles as f64 / sum.most_tiles.max(1) as f64;
    vec![
        name.to_owned(),
        sum.positions.to_string(),
        (sum.positions - sum.answered).to_string(),
        rate(sum.legal, sum.answered, false),
        percent(tiles),
        rate(sum.best, sum.positions, with_intervals),
        rate(sum.went_out, sum.could_go_out, with_intervals),
    ]
}
