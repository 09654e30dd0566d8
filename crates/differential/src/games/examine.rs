//! Plays a match with the command under test and examines everything that it wrote.

use std::io;

use super::ask::Oracle;
use super::doors;
use super::files;
use super::fixture::Fixture;
use super::program::{Folder, Program, Ran};
use super::record::{self, Record};
use super::referee::{Counts, Problem, Replay, replay};
use crate::position::Position;

/// Steps of the brute force for each question of a replay.
const WORK: u64 = 300_000;

/// What a match came to.
#[derive(Debug, Clone, Default)]
pub struct Examined {
    pub games: u64,
    /// What the replays looked at.
    pub counts: Counts,
    /// Sets that were too hard to read.
    pub unread: u64,
    /// Why the command refused the match.
    pub refused: Option<String>,
    /// Whether it was stopped at the time limit.
    pub slow: bool,
    /// Problems, at most one a game.
    pub found: Vec<Found>,
}

/// A problem with its place in the run.
#[derive(Debug, Clone)]
pub struct Found {
    pub problem: Problem,
    /// Block and game; `None` for the run as a whole.
    pub game: Option<(u64, usize)>,
    /// The bot that acted, if it is known.
    pub bot: Option<String>,
}

/// Plays and examines a match. `with_doors`: also asks `replay` and `verify`.
///
/// # Errors
/// If the command cannot be run.
pub fn examine(program: &Program, fixture: &Fixture, with_doors: bool) -> io::Result<Examined> {
    let folder = Folder::new()?;
    let mut words = fixture.arguments();
    for word in ["--threads", "1", "-q", "--json", "--out", "run"] {
        words.push(word.to_owned());
    }
    let ran = program.run(&words, &folder)?;
    let mut examined = Examined::default();
    match (ran.status, ran.code()) {
        (None, _) => examined.slow = true,
        (_, Some(0 | 1)) => records(program, fixture, &folder, &ran, with_doors, &mut examined)?,
        (_, Some(2)) if !is_internal(&ran.err) => examined.refused = Some(first_line(&ran.err)),
        _ => examined.whole("crash", tail(&ran)),
    }
    Ok(examined)
}

/// Whether a message of exit 2 tells of a fault of the program rather than of its input.
fn is_internal(message: &str) -> bool {
    let words = [
        "bug",
        "internal",
        "deal is wrong",
        "panicked",
        "exactly once",
    ];
    words.iter().any(|word| message.contains(word))
}

fn first_line(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty());
    lines.next().unwrap_or_default().to_owned()
}

fn tail(ran: &Ran) -> String {
    let text = ran.err.trim();
    let from = text.char_indices().rev().nth(400).map_or(0, |(at, _)| at);
    format!("{:?}: {}", ran.status, &text[from..])
}

impl Examined {
    fn whole(&mut self, kind: &'static str, text: impl Into<String>) {
        self.found.push(Found {
            problem: Problem::new(kind, text),
            game: None,
            bot: None,
        });
    }
}

fn records(
    program: &Program,
    fixture: &Fixture,
    folder: &Folder,
    ran: &Ran,
    with_doors: bool,
    examined: &mut Examined,
) -> io::Result<()> {
    let Some(bytes) = folder.read("run/games.bin") else {
        examined.whole("record", format!("there is no games.bin; {}", tail(ran)));
        return Ok(());
    };
    let record = match record::read(&bytes) {
        Ok(record) => record,
        Err(text) => {
            examined.whole("record", text);
            return Ok(());
        }
    };
    if record.blocks.len() as u64 != fixture.deals * files::matchups(fixture) {
        let text = format!("{} blocks for {} deals", record.blocks.len(), fixture.deals);
        examined.whole("record", text);
    }
    let ask = Oracle::new(&fixture.rules, WORK);
    let replays = replay_all(&ask, &record, examined);
    examined.unread = ask.unread();
    passes(program, folder, &replays, examined)?;
    if let Some((block, game, replay)) = replays.last().filter(|_| with_doors)
        && replay.problem.is_none()
    {
        let fault = doors::replay_fault(program, folder, *block, *game, &replay.states)?;
        if let Some(text) = fault {
            examined.whole("replay", text);
        }
    }
    whole_run(program, &record, folder, ran, with_doors, examined)
}

/// Replays every game: block, game and replay.
fn replay_all(
    ask: &Oracle<'_>,
    record: &Record,
    examined: &mut Examined,
) -> Vec<(u64, usize, Replay)> {
    let mut replays = Vec::new();
    for block in &record.blocks {
        for (number, game) in block.games.iter().enumerate() {
            let replay = replay(ask, block, game);
            examined.games += 1;
            examined.counts.add(&replay.counts);
            if let Some(problem) = &replay.problem {
                let bot = problem.seat.and_then(|seat| game.seating.get(seat));
                let bot = bot.and_then(|bot| record.bots.get(usize::from(*bot)));
                examined.found.push(Found {
                    problem: problem.clone(),
                    game: Some((block.number, number)),
                    bot: bot.cloned(),
                });
            }
            replays.push((block.number, number, replay));
        }
    }
    replays
}

/// Asks the integer program about the passes that the brute force could not judge.
fn passes(
    program: &Program,
    folder: &Folder,
    replays: &[(u64, usize, Replay)],
    examined: &mut Examined,
) -> io::Result<()> {
    let unjudged = replays.iter().flat_map(|(_, _, replay)| &replay.unjudged);
    let unjudged: Vec<Position> = unjudged.cloned().collect();
    let plays = doors::lays(program, folder, &unjudged)?;
    for (position, play) in unjudged.iter().zip(plays) {
        if let Some(play) = play {
            let text = format!("the integer program could lay: {play}; seat");
            examined.whole("pass", format!("{text} {}", position.arguments()));
        }
    }
    Ok(())
}

/// What concerns the files of a run and the other commands that read them.
fn whole_run(
    program: &Program,
    record: &Record,
    folder: &Folder,
    ran: &Ran,
    with_doors: bool,
    examined: &mut Examined,
) -> io::Result<()> {
    let csv = folder.text("run/games.csv").unwrap_or_default();
    if let Some(text) = files::csv_fault(record, &csv) {
        examined.whole("games.csv", text);
    }
    if let Some(text) = files::summary_fault(record, &ran.out) {
        examined.whole("summary", text);
    }
    let faulty = record.blocks.iter().flat_map(|block| &block.games);
    let faulty = faulty.filter(|game| game.fault.is_some()).count();
    if faulty == 0 && ran.code() != Some(0) {
        examined.whole("exit", tail(ran));
    }
    if with_doors && !record.blocks.is_empty() {
        let words = ["verify", "run"].map(str::to_owned);
        let ran = program.run(&words, folder)?;
        if ran.status.is_some() && ran.code() != Some(0) {
            examined.whole("verify", format!("{} {}", tail(&ran), ran.out.trim()));
        }
    }
    Ok(())
}
