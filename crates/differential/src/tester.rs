//! Asks every question about a position or a set, and judges the answers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use rustc_hash::FxHashMap;

use crate::client::{Client, Reply};
use crate::compare::{self, BestFacts, DrawFacts, Listed};
use crate::finding::{Case, Finding, Question, SOLVERS, solver_arguments, solvers_for};
use crate::jokers::layout::{Laid, read};
use crate::position::Position;
use crate::rules::Rules;
use crate::sets::{Readings, Tired, judge};
use crate::tile::{Tile, print_tiles};
use crate::truth::{Objective, Truth, kinds_of};

/// Steps of brute force on a position.
const WORK: u64 = 150_000;
/// The same where jokers are bound: every layout of the new table, after every way to free jokers,
/// is a step.
const BOUND_WORK: u64 = 400_000;
/// Steps of judging one set.
const SET_WORK: u64 = 20_000_000;

/// The processes that answer one thread's questions.
pub struct Tester {
    solvers: FxHashMap<(Question, usize), Client>,
    check: Client,
    binary: PathBuf,
    next_id: u64,
    /// Questions about tables that no batch could read, asked again by themselves.
    pub alone: u64,
    pub brute_seconds: f64,
    /// Seconds of waiting for answers, by question and solver.
    pub waited: FxHashMap<(Question, usize), f64>,
    /// Answers that took longest, in seconds, with what was asked.
    pub slowest: Option<(f64, Case, &'static str)>,
}

/// The answers about a position, judged.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// What is wrong, with the question.
    pub findings: Vec<(Question, Finding)>,
    /// Questions that brute force could not answer.
    pub skipped: u64,
}

impl Tester {
    /// Processes of this binary, with a time limit for each answer.
    pub fn new(binary: &Path, limit: Duration) -> Tester {
        let mut solvers = FxHashMap::default();
        let questions = [
            Question::Best(Objective::Tiles),
            Question::Best(Objective::Value),
            Question::Plays,
            Question::Draws,
        ];
        for question in questions {
            for (i, solver) in SOLVERS.into_iter().enumerate() {
                let mut arguments = vec!["solve", "--batch", "-", "--json", "--threads", "1"];
                arguments.extend(solver_arguments(solver));
                arguments.extend(question.arguments());
                solvers.insert((question, i), Client::new(binary, &arguments, limit));
            }
        }
        let check = ["check", "--batch", "-", "--json", "--threads", "1"];
        Tester {
            solvers,
            check: Client::new(binary, &check, limit),
            binary: binary.to_owned(),
            next_id: 0,
            alone: 0,
            brute_seconds: 0.0,
            waited: FxHashMap::default(),
            slowest: None,
        }
    }

    /// Asks these questions about a position.
    pub fn examine(&mut self, position: &Position, questions: &[Question]) -> Outcome {
        self.next_id += 1;
        let line = position.line(self.next_id);
        let solvers = solvers_for(position);
        for question in questions {
            for solver in 0..solvers {
                if let Some(client) = self.solvers.get_mut(&(*question, solver)) {
                    client.send(&line);
                }
            }
        }
        // The processes work meanwhile.
        let start = Instant::now();
        let facts = Facts::of(position, questions);
        self.brute_seconds += start.elapsed().as_secs_f64();
        let mut outcome = Outcome::default();
        for question in questions {
            let replies: Vec<Reply> = (0..solvers)
                .map(|solver| self.receive(position, *question, solver))
                .collect();
            let found = match question {
                Question::Best(objective) => {
                    let best = facts.best[*objective as usize];
                    outcome.skipped += u64::from(best.best.is_none());
                    compare::best(position, *objective, best, &replies)
                }
                Question::Plays => {
                    outcome.skipped += u64::from(facts.plays.is_none());
                    compare::plays(facts.plays.as_ref(), &replies)
                }
                Question::Draws => {
                    outcome.skipped += u64::from(facts.draws.is_none());
                    compare::draws(facts.draws.as_deref(), &replies, Objective::Tiles)
                }
            };
            outcome
                .findings
                .extend(found.into_iter().map(|finding| (*question, finding)));
        }
        outcome
    }

    fn receive(&mut self, position: &Position, question: Question, solver: usize) -> Reply {
        let Some(client) = self.solvers.get_mut(&(question, solver)) else {
            return Reply::Dead;
        };
        let start = Instant::now();
        let reply = client.receive();
        let reply = match reply {
            Reply::Answer(value) if unread_in_batches(position, &value) => {
                self.alone += 1;
                alone(&self.binary, position, question, SOLVERS[solver])
            }
            reply => reply,
        };
        let waited = start.elapsed().as_secs_f64();
        *self.waited.entry((question, solver)).or_default() += waited;
        if self
            .slowest
            .as_ref()
            .is_none_or(|(most, ..)| *most < waited)
        {
            let case = Case::Position(question, position.clone());
            self.slowest = Some((waited, case, SOLVERS[solver]));
        }
        reply
    }

    /// Asks for a verdict on a set; an error if it takes too long to know better.
    ///
    /// # Errors
    /// If the work limit is reached.
    pub fn check_set(&mut self, rules: &Rules, tiles: &[Tile]) -> Result<Option<Finding>, Tired> {
        let truth = if rules.binds_sets() {
            as_it_lies(rules, tiles)
        } else {
            judge(rules, tiles, SET_WORK)?
        };
        let (base, options) = rules.base();
        let line = json!({
            "id": 0,
            "rules": base,
            "options": options,
            "set": print_tiles(tiles),
        });
        let reply = self.check.ask(&line.to_string());
        Ok(compare::set(truth, &reply))
    }

    pub fn again(&mut self, case: &Case) -> Vec<Finding> {
        match case {
            Case::Position(question, position) => {
                let outcome = self.examine(position, &[*question]);
                outcome
                    .findings
                    .into_iter()
                    .map(|(_, finding)| finding)
                    .collect()
            }
            Case::Set(rules, tiles) => self
                .check_set(rules, tiles)
                .ok()
                .flatten()
                .into_iter()
                .collect(),
        }
    }
}

/// The reading of tiles in their order; a set that does not say which of several it is counts as
/// none.
fn as_it_lies(rules: &Rules, tiles: &[Tile]) -> Readings {
    let mut readings = Readings::default();
    let set = Laid {
        tiles: tiles.to_vec(),
        stated: None,
    };
    if let Ok(lying) = read(rules, &set) {
        readings.0[lying.form.reading() as usize] = Some(lying.value());
    }
    readings
}

/// Whether a batch could not read a table that says what its sets are.
fn unread_in_batches(position: &Position, reply: &Value) -> bool {
    let stated = position.stated.iter().any(Option::is_some);
    let error = reply["error"].as_str().unwrap_or_default();
    stated && error.contains("is not a tile")
}

fn alone(binary: &Path, position: &Position, question: Question, solver: &str) -> Reply {
    let mut command = Command::new(binary);
    command.args(["solve", "--json"]);
    command
        .args(solver_arguments(solver))
        .args(question.arguments());
    let output = command.args(position.words()).output();
    let read = output.map(|output| serde_json::from_slice(&output.stdout));
    match read {
        Ok(Ok(value)) => Reply::Answer(value),
        _ => Reply::Dead,
    }
}

#[derive(Default)]
struct Facts {
    best: [BestFacts; 2],
    plays: Option<BTreeSet<Listed>>,
    draws: Option<Vec<DrawFacts>>,
}

impl Facts {
    fn of(position: &Position, questions: &[Question]) -> Facts {
        let mut facts = Facts::default();
        if questions
            .iter()
            .any(|question| *question != Question::Draws)
        {
            let _ = facts.learn(position, questions);
        }
        if questions.contains(&Question::Draws) {
            facts.draws = draws(position).ok();
        }
        facts
    }

    fn learn(&mut self, position: &Position, questions: &[Question]) -> Result<(), Tired> {
        let kinds = kinds_of(position, false)?;
        let work = if position.is_bound() {
            BOUND_WORK
        } else {
            WORK
        };
        let mut truth = Truth::new(position, &kinds, false, work)?;
        let plays = truth.plays()?;
        if questions.contains(&Question::Plays) {
            let listed = plays
                .iter()
                .map(|play| (play.tiles, play.value, kinds.list(play.laid)));
            self.plays = Some(listed.collect());
        }
        for objective in [Objective::Tiles, Objective::Value] {
            if questions.contains(&Question::Best(objective)) {
                self.best[objective as usize].best = Some(Truth::best(&plays, objective));
            }
        }
        if !position.opened {
            let value = truth.opening_value()?;
            self.best
                .iter_mut()
                .for_each(|best| best.opening_value = Some(value));
        }
        for objective in [Objective::Tiles, Objective::Value] {
            if questions.contains(&Question::Best(objective)) {
                self.best[objective as usize].kept = truth.most_kept(&plays, objective).ok();
            }
        }
        Ok(())
    }
}

fn draws(position: &Position) -> Result<Vec<DrawFacts>, Tired> {
    let kinds = kinds_of(position, true)?;
    let mut truth = Truth::new(position, &kinds, true, WORK)?;
    let draws = truth.draws(Objective::Tiles)?.into_iter();
    Ok(draws
        .map(|draw| DrawFacts {
            tile: kinds.tiles[draw.kind],
            best: draw.best,
            goes_out: draw.goes_out,
        })
        .collect())
}
