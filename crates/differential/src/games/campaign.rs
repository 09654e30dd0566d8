//! Plays matches until the time or the number of games is up, and keeps the distinct failures.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::time::Instant;

use super::bots::{self, Bot};
use super::examine::{Found, examine};
use super::fixture::Fixture;
use super::program::{Folder, Program};
use super::referee::Counts;
use super::shrink::shrink;
use crate::dice::Dice;
use crate::plan::Plan;

/// Of this number of matches, one is read by the other commands too.
const DOORS_EVERY: u64 = 4;

/// A failure of the program under test.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What it has in common with others.
    pub sign: String,
    /// The smallest match found, as a command line.
    pub command: String,
    pub found: Found,
    /// The match in which it was found first.
    pub first: String,
    pub times: u64,
}

/// What was played and found.
#[derive(Debug, Clone, Default)]
pub struct Report {
    pub matches: u64,
    pub games: u64,
    /// What the replays looked at.
    pub counts: Counts,
    /// Sets that were too hard to read.
    pub unread: u64,
    /// Matches stopped at their time limit.
    pub slow: Vec<String>,
    /// Matches that the program refused, by message.
    pub refused: BTreeMap<String, (u64, String)>,
    pub failures: BTreeMap<String, Failure>,
    /// Time of everything, in seconds.
    pub seconds: f64,
}

/// Plays matches by a plan. `tell` hears of every failure with a new sign.
///
/// # Errors
/// If the command cannot be run.
pub fn play(plan: &Plan, tell: &(dyn Fn(&Failure) + Sync)) -> io::Result<Report> {
    let program = Program::new(&plan.binary, plan.limit);
    let bots = roster(&program)?;
    let start = Instant::now();
    let worker = |thread: u64| Worker {
        plan,
        program: &program,
        bots: &bots,
        start,
        next: thread,
        report: Report::default(),
        tell,
    };
    let mut report = Report::default();
    std::thread::scope(|scope| -> io::Result<()> {
        let threads: Vec<_> = (0..plan.threads.max(1) as u64)
            .map(|thread| scope.spawn(move || worker(thread).work()))
            .collect();
        for thread in threads {
            let part = thread
                .join()
                .map_err(|_| io::Error::other("a worker panicked"))?;
            report.add(part?);
        }
        Ok(())
    })?;
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

fn roster(program: &Program) -> io::Result<Vec<Bot>> {
    let words = ["bots", "--json"].map(str::to_owned);
    let ran = program.run(&words, &Folder::new()?)?;
    let bots = bots::read(&ran.out);
    if bots.is_empty() {
        Err(io::Error::other("`bots --json` lists no bots"))
    } else {
        Ok(bots)
    }
}

struct Worker<'a> {
    plan: &'a Plan,
    program: &'a Program,
    bots: &'a [Bot],
    start: Instant,
    /// Number of the next match.
    next: u64,
    report: Report,
    tell: &'a (dyn Fn(&Failure) + Sync),
}

impl Worker<'_> {
    fn work(mut self) -> io::Result<Report> {
        while !self.is_done() {
            let number = self.next;
            self.next += self.threads();
            let mut dice = Dice::new(self.plan.seed, "differential games", number);
            let mut fixture = Fixture::draw(&mut dice, self.bots);
            if self.plan.former {
                fixture.rules = fixture.rules.as_former();
                fixture.players = fixture.players.min(4);
            }
            self.play(&fixture, number.is_multiple_of(DOORS_EVERY))?;
        }
        Ok(self.report)
    }

    fn is_done(&self) -> bool {
        let games = self.plan.number.map(|games| games.div_ceil(self.threads()));
        games.is_some_and(|games| self.report.games >= games) || self.plan.is_late(self.start)
    }

    fn threads(&self) -> u64 {
        self.plan.threads.max(1) as u64
    }

    fn play(&mut self, fixture: &Fixture, doors: bool) -> io::Result<()> {
        let examined = examine(self.program, fixture, doors)?;
        let report = &mut self.report;
        report.matches += 1;
        report.games += examined.games;
        report.unread += examined.unread;
        report.counts.add(&examined.counts);
        if examined.slow {
            report.slow.push(fixture.command_line());
        }
        if let Some(message) = examined.refused {
            let entry = (0, fixture.command_line());
            report.refused.entry(message).or_insert(entry).0 += 1;
        }
        for found in examined.found {
            self.fails(fixture, &found)?;
        }
        Ok(())
    }

    fn fails(&mut self, fixture: &Fixture, found: &Found) -> io::Result<()> {
        let sign = found.sign();
        if let Some(known) = self.report.failures.get_mut(&sign) {
            known.times += 1;
            return Ok(());
        }
        let (smallest, shrunk) = shrink(self.program, fixture, found)?;
        let failure = Failure {
            sign: sign.clone(),
            command: smallest.command_line(),
            found: shrunk,
            first: fixture.command_line(),
            times: 1,
        };
        (self.tell)(&failure);
        self.report.failures.insert(sign, failure);
        Ok(())
    }
}

impl Report {
    fn add(&mut self, other: Report) {
        self.matches += other.matches;
        self.games += other.games;
        self.unread += other.unread;
        self.counts.add(&other.counts);
        self.slow.extend(other.slow);
        for (message, (times, command)) in other.refused {
            self.refused.entry(message).or_insert((0, command)).0 += times;
        }
        for (sign, failure) in other.failures {
            match self.failures.get_mut(&sign) {
                Some(known) => known.times += failure.times,
                None => drop(self.failures.insert(sign, failure)),
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found { problem, game, bot } = &self.found;
        writeln!(f, "{} ({} games)", self.sign, self.times)?;
        writeln!(f, "  {}", self.command)?;
        if let Some((block, game)) = game {
            write!(f, "  block {block}, game {game}")?;
        }
        if let Some(turn) = problem.turn {
            write!(f, ", turn {turn}")?;
        }
        if let Some(bot) = bot {
            write!(f, ", {bot}")?;
        }
        writeln!(f, ": {}", problem.text)?;
        write!(f, "  found by: {}", self.first)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hour = self.games as f64 * 3600.0 / self.seconds.max(1e-9);
        writeln!(
            f,
            "{} games in {} matches, {:.0} s, {hour:.0} games an hour",
            self.games, self.matches, self.seconds
        )?;
        let Counts {
            turns,
            plays,
            openings,
            forced_passes,
            unknown_passes,
            could_open,
            unknown_openings,
            put_back,
        } = self.counts;
        writeln!(
            f,
            "{turns} turns, {plays} plays, {openings} of them openings, {put_back} tiles put back"
        )?;
        writeln!(
            f,
            "{forced_passes} forced passes ({unknown_passes} too hard)"
        )?;
        writeln!(
            f,
            "{could_open} questions whether a player could have opened ({unknown_openings} too \
             hard)"
        )?;
        writeln!(
            f,
            "{} sets too hard to read, {} matches too slow",
            self.unread,
            self.slow.len()
        )?;
        for (message, (times, command)) in &self.refused {
            writeln!(f, "refused {times} times: {message}\n  {command}")?;
        }
        for command in self.slow.iter().take(5) {
            writeln!(f, "slow: {command}")?;
        }
        for failure in self.failures.values() {
            writeln!(f, "{failure}")?;
        }
        write!(f, "{} kinds of failure", self.failures.len())
    }
}
