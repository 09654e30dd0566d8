//! Larger positions under each joker rule, of the size of real games: do the solvers agree, and how
//! long do they take?

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::draw::bind;
use crate::answer::Answer;
use crate::client::{Client, Reply};
use crate::deal::{Size, sized};
use crate::dice::Dice;
use crate::finding::{Case, Question, SOLVERS, solver_arguments};
use crate::position::Position;
use crate::rules::Rules;
use crate::truth::Objective;

/// The joker rules that are compared.
pub const RULES: [&str; 6] = ["free", "any", "old", "two", "both", "drawn"];

/// Disagreements that are shown.
const MOST_SHOWN: usize = 20;

#[derive(Debug, Clone)]
pub struct Plan {
    pub binary: PathBuf,
    pub seed: u64,
    /// The joker rules; the positions of each have the same numbers.
    pub rules: Vec<String>,
    /// The number of the first position.
    pub from: u64,
    /// Positions of each rule.
    pub positions: u64,
    pub time: Option<Duration>,
    /// Time for one answer.
    pub limit: Duration,
}

/// What one solver did under one rule.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    pub proven: u64,
    pub unproven: u64,
    /// No answer within the time limit.
    pub slow: u64,
    pub seconds: f64,
    pub longest: f64,
}

#[derive(Debug, Clone, Default)]
pub struct OfRule {
    pub positions: u64,
    /// Positions that all solvers prove, with the same answer.
    pub agreed: u64,
    /// Of those: the whole rack goes; nothing can be laid.
    pub ends: [u64; 2],
    pub tallies: [Tally; SOLVERS.len()],
}

#[derive(Debug, Clone, Default)]
pub struct Report {
    pub rules: BTreeMap<String, OfRule>,
    pub wrong: Vec<String>,
}

/// Asks all solvers about the positions of a plan, one after the other.
pub fn play(plan: &Plan) -> Report {
    let start = Instant::now();
    let mut clients = SOLVERS.map(|solver| {
        let mut words = vec!["solve", "--batch", "-", "--json", "--threads", "1"];
        words.extend(solver_arguments(solver));
        Client::new(&plan.binary, &words, plan.limit)
    });
    let mut report = Report::default();
    for number in plan.from..plan.from + plan.positions {
        for name in &plan.rules {
            if plan.time.is_some_and(|time| start.elapsed() > time) {
                return report;
            }
            if let Some(position) = position(plan.seed, number, name) {
                report.one(name, number, &position, &mut clients);
            }
        }
    }
    report
}

/// A position on a real deck with jokers on the table. The tiles do not depend on the rule.
fn position(seed: u64, number: u64, name: &str) -> Option<Position> {
    let mut dice = Dice::new(seed, "larger joker position", number);
    let mut rules = Rules::original();
    rules.jokers[0] = dice.pick(&[2, 2, 3, 4]);
    if !rules.set_joker_rule(name) {
        bind(&mut dice, &mut rules, name);
    }
    for _ in 0..100 {
        let size = Size {
            sets: dice.range(5, 12),
            rack: dice.range(1, 20),
            planted: dice.chance(30),
        };
        let mut position = sized(&mut dice, &rules, size);
        position.opened = true;
        let jokers = position
            .table
            .iter()
            .flatten()
            .filter(|tile| tile.is_joker());
        // A batch cannot say what a set is.
        let stated = position.stated.iter().any(Option::is_some);
        if jokers.count() > 0 && !stated && position.table.len() >= 5 {
            return Some(position);
        }
    }
    None
}

impl Report {
    fn one(&mut self, name: &str, number: u64, position: &Position, clients: &mut [Client]) {
        let line = position.line(number);
        let mut of_rule = OfRule::default();
        std::mem::swap(&mut of_rule, self.rules.entry(name.to_owned()).or_default());
        of_rule.positions += 1;
        let mut proven = Vec::new();
        for (solver, client) in clients.iter_mut().enumerate() {
            let begun = Instant::now();
            let reply = client.ask(&line);
            let seconds = begun.elapsed().as_secs_f64();
            let tally = &mut of_rule.tallies[solver];
            tally.seconds += seconds;
            tally.longest = tally.longest.max(seconds);
            match self.read(name, number, position, solver, reply) {
                None => tally.slow += 1,
                Some(answer) if answer.status == "optimal" => {
                    tally.proven += 1;
                    proven.push((solver, answer));
                }
                Some(_) => tally.unproven += 1,
            }
        }
        if let Some((_, first)) = proven.first() {
            let score = |answer: &Answer| (answer.tiles, answer.value);
            let other = proven
                .iter()
                .find(|(_, answer)| score(answer) != score(first));
            if let Some((solver, answer)) = other {
                let text = format!(
                    "{} proves {:?}, {} proves {:?}",
                    SOLVERS[proven[0].0],
                    score(first),
                    SOLVERS[*solver],
                    score(answer)
                );
                self.wrong(name, number, position, *solver, &text);
            } else if proven.len() == clients.len() {
                of_rule.agreed += 1;
                of_rule.ends[0] += u64::from(first.tiles as usize == position.rack.len());
                of_rule.ends[1] += u64::from(first.tiles == 0);
            }
        }
        self.rules.insert(name.to_owned(), of_rule);
    }

    /// A legal answer; `None` if there was none in time. Anything else is noted as wrong.
    fn read(
        &mut self,
        name: &str,
        number: u64,
        position: &Position,
        solver: usize,
        reply: Reply,
    ) -> Option<Answer> {
        let value = match reply {
            Reply::Answer(value) => value,
            Reply::Slow => return None,
            Reply::Dead => {
                self.wrong(name, number, position, solver, "the process ended");
                return None;
            }
        };
        let Some(answer) = Answer::read(&value) else {
            self.wrong(name, number, position, solver, &value.to_string());
            return None;
        };
        // What an answer says is compared even if its table is not legal.
        if let Some(fault) = answer.fault(position) {
            self.wrong(name, number, position, solver, &fault);
        }
        Some(answer)
    }

    fn wrong(&mut self, name: &str, number: u64, position: &Position, solver: usize, text: &str) {
        let case = Case::Position(Question::Best(Objective::Tiles), position.clone());
        let command = case.command(SOLVERS[solver]);
        self.wrong
            .push(format!("# {name}, position {number}: {text}\n{command}"));
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, of_rule) in &self.rules {
            let OfRule {
                positions,
                agreed,
                ends: [out, none],
                tallies,
            } = of_rule;
            writeln!(
                f,
                "{name:>6}: {positions} positions, {agreed} proven alike by all ({out} go out, \
                 {none} lay nothing)"
            )?;
            for (solver, tally) in SOLVERS.into_iter().zip(tallies) {
                let Tally {
                    proven,
                    unproven,
                    slow,
                    seconds,
                    longest,
                } = tally;
                let mean = 1000.0 * seconds / (*positions).max(1) as f64;
                writeln!(
                    f,
                    "        {solver:<7} {proven} proven, {unproven} not, {slow} without answer; \
                     {mean:.1} ms each, {:.0} ms at most",
                    1000.0 * longest
                )?;
            }
        }
        for text in self.wrong.iter().take(MOST_SHOWN) {
            writeln!(f, "\n{text}")?;
        }
        write!(f, "\n{} wrong", self.wrong.len())
    }
}
