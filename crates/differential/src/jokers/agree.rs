//! Larger positions under each joker rule, of the size of real games: do the solvers agree, and how
//! long do they take?

use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

use super::draw::bind;
use crate::client::{Client, Reply};
use crate::compare::{self, BestFacts};
use crate::deal::{Size, sized};
use crate::dice::Dice;
use crate::finding::{Case, Finding, Question, SOLVERS, solver_arguments};
use crate::plan::Plan;
use crate::position::Position;
use crate::rules::Rules;
use crate::truth::Objective;

/// The joker rules that are compared.
pub const RULES: [&str; 6] = ["free", "any", "old", "two", "both", "drawn"];

/// Disagreements that are shown.
const MOST_SHOWN: usize = 20;

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

/// Asks all solvers about the positions of a plan, one after the other. The positions of each
/// joker rule have the same numbers.
pub fn play(plan: &Plan) -> Report {
    let start = Instant::now();
    let mut clients = SOLVERS.map(|solver| {
        let mut words = vec!["solve", "--batch", "-", "--json", "--threads", "1"];
        words.extend(solver_arguments(solver));
        Client::new(&plan.binary, &words, plan.limit)
    });
    let mut report = Report::default();
    let named = plan.joker_rule.as_deref();
    let rules = named.map_or(RULES.to_vec(), |name| vec![name]);
    for number in plan.from.. {
        for name in &rules {
            if plan.is_done(number, start) {
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
        let of_rule = self.rules.entry(name.to_owned()).or_default();
        of_rule.positions += 1;
        let mut replies = Vec::new();
        for (client, tally) in clients.iter_mut().zip(&mut of_rule.tallies) {
            let begun = Instant::now();
            let reply = client.ask(&line);
            let seconds = begun.elapsed().as_secs_f64();
            tally.seconds += seconds;
            tally.longest = tally.longest.max(seconds);
            match &reply {
                Reply::Answer(value) if value["status"] == "optimal" => tally.proven += 1,
                Reply::Answer(_) => tally.unproven += 1,
                Reply::Slow | Reply::Dead => tally.slow += 1,
            }
            replies.push(reply);
        }
        let facts = BestFacts::default();
        let findings = compare::best(position, Objective::Tiles, facts, &replies);
        if let [Reply::Answer(first), ..] = &replies[..]
            && findings.is_empty()
        {
            of_rule.agreed += 1;
            of_rule.ends[0] += u64::from(first["tiles"] == position.rack.len());
            of_rule.ends[1] += u64::from(first["tiles"] == 0);
        }
        let case = Case::Position(Question::Best(Objective::Tiles), position.clone());
        for finding in findings.iter().filter(|finding| finding.kind.is_wrong()) {
            let Finding {
                kind,
                solver,
                expected,
                found,
            } = finding;
            self.wrong.push(format!(
                "# {name}, position {number}, {}: expected {expected}, found {found}\n{}",
                kind.word(),
                case.command(solver)
            ));
        }
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
