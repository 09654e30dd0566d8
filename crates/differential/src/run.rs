//! A run over many positions: what is asked, counted and reported.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::deal;
use crate::dice::Dice;
use crate::draw;
use crate::field::{GroupAccess, JokerTake};
use crate::finding::{Case, Finding, Kind, Question, SOLVERS};
use crate::jokers::draw::{BINDING, bind};
use crate::jokers::layout::layouts;
use crate::plan::Plan;
use crate::rules::Rules;
use crate::sets::Tired;
use crate::shrink::shrink;
use crate::tester::Tester;
use crate::tile::Tile;
use crate::truth::Objective;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Positions, and some sets with each.
    Positions,
    Sets,
}

/// Sets judged for each position.
const SETS_EACH: usize = 8;
/// Sets judged for each number of a run over sets alone.
const SETS_ALONE: usize = 50;
/// Positions between two reports of progress.
const PROGRESS_EVERY: u64 = 500;
/// Positions in a row under the same rules: the command prepares each rule system anew.
const BLOCK: u64 = 8;

/// Positions drawn until one has a bound joker.
const BOUND_TRIES: usize = 30;
/// Tiles of a position that brute force can answer where jokers are bound.
const SMALL: usize = 20;

#[derive(Debug, Clone)]
pub struct Example {
    /// The number of the position.
    pub number: u64,
    pub case: Case,
    pub finding: Finding,
}

/// Counts and examples of a run.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Positions by number of tiles: at most 8, 16, 32, more.
    pub sizes: [u64; 4],
    pub questions: BTreeMap<&'static str, u64>,
    /// Questions that brute force could not answer, so that only the solvers were compared.
    pub skipped: u64,
    /// Findings of each kind and solver, and the number of the first position.
    pub findings: BTreeMap<(Kind, &'static str), (u64, u64)>,
    /// The first findings of each kind and solver, made small.
    pub examples: Vec<Example>,
    /// Questions about tables that no batch could read, asked by themselves.
    pub alone: u64,
    /// Seconds by whom was waited for.
    pub waited: BTreeMap<String, f64>,
    /// The slowest answer in seconds, with the command.
    pub slowest: (f64, String),
    /// How long the run took, without making findings small.
    pub seconds: f64,
}

impl Report {
    pub fn positions(&self) -> u64 {
        self.sizes.iter().sum()
    }

    pub fn wrong(&self) -> u64 {
        let wrong = self
            .findings
            .iter()
            .filter(|((kind, _), _)| kind.is_wrong());
        wrong.map(|(_, (count, _))| count).sum()
    }

    fn add_verdicts(&mut self, plan: &Plan, number: u64, rules: &Rules, verdicts: Verdicts) {
        *self.questions.entry("set verdicts").or_default() += verdicts.len() as u64;
        for (set, finding) in verdicts {
            match finding {
                Ok(Some(finding)) => {
                    let case = Case::Set(rules.clone(), set);
                    self.count(number, case, finding, plan.examples);
                }
                Ok(None) => {}
                Err(Tired) => *self.questions.entry("sets too large").or_default() += 1,
            }
        }
    }

    fn count(&mut self, number: u64, case: Case, finding: Finding, most: usize) {
        let key = (finding.kind, finding.solver);
        let entry = self.findings.entry(key).or_insert((0, number));
        entry.0 += 1;
        entry.1 = entry.1.min(number);
        let same = |example: &Example| (example.finding.kind, example.finding.solver) == key;
        self.examples.push(Example {
            number,
            case,
            finding,
        });
        // The lowest numbers stay, so that threads make no difference.
        if self.examples.iter().filter(|example| same(example)).count() > most {
            let last = self
                .examples
                .iter()
                .enumerate()
                .filter(|(_, example)| same(example));
            if let Some((i, _)) = last.max_by_key(|(_, example)| example.number) {
                self.examples.remove(i);
            }
        }
    }
}

pub fn run(plan: &Plan, scope: Scope) -> Report {
    let start = Instant::now();
    let next = AtomicU64::new(plan.from / BLOCK);
    let report = Mutex::new(Report::default());
    thread::scope(|threads| {
        for _ in 0..plan.threads.max(1) {
            threads.spawn(|| work(plan, scope, &next, start, &report));
        }
    });
    let mut report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.seconds = start.elapsed().as_secs_f64();
    report.examples = shrunk(plan, std::mem::take(&mut report.examples));
    report
}

fn work(plan: &Plan, scope: Scope, next: &AtomicU64, start: Instant, report: &Mutex<Report>) {
    let mut tester = Tester::new(&plan.binary, plan.limit);
    'blocks: loop {
        let block = next.fetch_add(1, Ordering::Relaxed);
        let drawn = draw::rules(&mut Dice::new(plan.seed, "differential rules", block));
        let rules = match &plan.joker_rule {
            Some(name) => bound(plan.seed, block, drawn, name),
            None if plan.former => drawn.as_former(),
            None if plan.many_values => with_many_values(plan.seed, block, drawn),
            None => drawn,
        };
        for number in (block * BLOCK).max(plan.from)..(block + 1) * BLOCK {
            if plan.is_done(number, start) {
                break 'blocks;
            }
            if scope == Scope::Sets {
                let mut dice = Dice::new(plan.seed, "differential sets", number);
                let verdicts = verdicts(&mut dice, &rules, SETS_ALONE, &mut tester);
                let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
                report.add_verdicts(plan, number, &rules, verdicts);
                continue;
            }
            // Where one answer is slow the next ones are too.
            if one(plan, number, &rules, &mut tester, report) {
                break;
            }
        }
    }
    let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
    report.alone += tester.alone;
    *report.waited.entry("brute force".to_owned()).or_default() += tester.brute_seconds;
    for ((question, solver), seconds) in &tester.waited {
        let key = format!("{}, {}", SOLVERS[*solver], name(*question));
        *report.waited.entry(key).or_default() += seconds;
    }
    if let Some((seconds, case, solver)) = &tester.slowest
        && report.slowest.0 < *seconds
    {
        report.slowest = (*seconds, case.command(solver));
    }
}

/// These rules with 16 to 60 values, so that there are at most 255 kinds of tile.
fn with_many_values(seed: u64, block: u64, mut rules: Rules) -> Rules {
    let most = (251 / rules.colours.chars().count()).min(60);
    let dice = &mut Dice::new(seed, "differential values", block);
    rules.values = dice.range(16, most) as u8;
    if rules.joker_take == JokerTake::Replaced || rules.only_extends() {
        // Longer sets that are bound have too many layouts for brute force.
        rules.max_run_len = Some(rules.max_run_len.map_or(15, |most| most.min(15)));
    }
    rules
}

/// These rules with a joker rule that binds.
fn bound(seed: u64, block: u64, mut rules: Rules, name: &str) -> Rules {
    let dice = &mut Dice::new(seed, "differential joker rule", block);
    let jokers = dice.pick(&[1, 2, 2, 3, 4]);
    rules.jokers = [rules.jokers[0].max(jokers), 0, 0, 0];
    rules.max_jokers_per_set = rules.max_jokers_per_set.map(|most| most.max(1));
    if dice.chance(90) {
        rules.group_cap_per_player = None;
        rules.group_access = GroupAccess::Anyone;
    }
    let name = match name {
        "mixed" => BINDING[(block % BINDING.len() as u64) as usize],
        name => name,
    };
    bind(dice, &mut rules, name);
    draw::fit(&mut rules);
    rules
}

fn name(question: Question) -> &'static str {
    match question {
        Question::Best(Objective::Tiles) => "best by tiles",
        Question::Best(Objective::Value) => "best by value",
        Question::Plays => "all plays",
        Question::Draws => "after a draw",
    }
}

type Verdicts = Vec<(Vec<Tile>, Result<Option<Finding>, Tired>)>;

/// Draws sets and asks for verdicts.
fn verdicts(dice: &mut Dice, rules: &Rules, number: usize, tester: &mut Tester) -> Verdicts {
    let sets = (0..number).filter_map(|_| deal::near_set(dice, rules));
    let mut sets: Vec<_> = sets.collect();
    if rules.binds_sets() {
        // Their order counts.
        for set in &mut sets {
            let ways = layouts(rules, set);
            let lies_well = dice.chance(60);
            if let Some(lying) = ways.get(dice.below(ways.len())).filter(|_| lies_well) {
                *set = deal::seen_from_a_side(dice, rules, lying).tiles;
            }
        }
    }
    let judged = sets.into_iter().map(|set| {
        let finding = tester.check_set(rules, &set);
        (set, finding)
    });
    judged.collect()
}

/// Draws a position and asks about it. Returns whether an answer was slow.
fn one(
    plan: &Plan,
    number: u64,
    rules: &Rules,
    tester: &mut Tester,
    report: &Mutex<Report>,
) -> bool {
    let mut dice = Dice::new(plan.seed, "differential position", number);
    let mut position = deal::position(&mut dice, rules);
    for _ in 0..BOUND_TRIES {
        // Most are small enough for brute force.
        let small = position.size() <= SMALL || number.is_multiple_of(4);
        if plan.joker_rule.is_none() || (position.is_bound() && small) {
            break;
        }
        position = deal::position(&mut dice, rules);
    }
    let mut questions = vec![Question::Best(Objective::Tiles)];
    // Lists of plays are long where racks are large.
    let lists = if position.rack.len() <= 9 { 1 } else { 0 };
    for (question, percent) in [
        (Question::Best(Objective::Value), 50),
        (Question::Plays, 35 * lists),
        (Question::Draws, 5 + 15 * lists),
    ] {
        if dice.chance(percent) {
            questions.push(question);
        }
    }
    let outcome = tester.examine(&position, &questions);
    let verdicts = verdicts(&mut dice, rules, SETS_EACH, tester);

    let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
    let class = [8, 16, 32].iter().position(|most| position.size() <= *most);
    report.sizes[class.unwrap_or(3)] += 1;
    if let Some(progress) = plan.progress
        && report.positions().is_multiple_of(PROGRESS_EVERY)
    {
        progress(report.positions(), report.wrong());
    }
    report.skipped += outcome.skipped;
    for question in questions {
        *report.questions.entry(name(question)).or_default() += 1;
    }
    let mut slow = false;
    for (question, finding) in outcome.findings {
        slow |= finding.kind == Kind::Slow;
        let case = Case::Position(question, position.clone());
        report.count(number, case, finding, plan.examples);
    }
    report.add_verdicts(plan, number, rules, verdicts);
    slow
}

/// All examples made small, by several threads.
fn shrunk(plan: &Plan, examples: Vec<Example>) -> Vec<Example> {
    let todo = Mutex::new(examples);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut tester = Tester::new(&plan.binary, plan.limit);
                loop {
                    let example = todo.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let Some(Example {
                        number,
                        case,
                        finding,
                    }) = example
                    else {
                        break;
                    };
                    let time = match finding.kind {
                        Kind::Slow => Duration::ZERO,
                        kind if kind.is_wrong() => Duration::from_secs(12),
                        _ => Duration::from_secs(4),
                    };
                    let (case, finding) = shrink(&mut tester, case, finding, time);
                    let example = Example {
                        number,
                        case,
                        finding,
                    };
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push(example);
                }
            });
        }
    });
    let mut examples = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    examples.sort_by_key(|example| (example.finding.kind, example.finding.solver, example.number));
    examples
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = self.positions();
        let rate = positions as f64 / self.seconds.max(1e-9);
        writeln!(
            f,
            "{positions} positions in {:.0} s, {rate:.0} a second",
            self.seconds
        )?;
        let [few, some, many, most] = self.sizes;
        writeln!(
            f,
            "by tiles: up to 8 {few}, up to 16 {some}, up to 32 {many}, more {most}"
        )?;
        for (question, count) in &self.questions {
            writeln!(f, "{count:>9} {question}")?;
        }
        writeln!(
            f,
            "{:>9} without brute force: the solvers compared",
            self.skipped
        )?;
        if self.alone > 0 {
            writeln!(
                f,
                "{:>9} that a batch could not read, asked alone",
                self.alone
            )?;
        }
        for (who, seconds) in &self.waited {
            writeln!(f, "{seconds:>9.1} s {who}")?;
        }
        writeln!(
            f,
            "slowest answer {:.2} s: {}",
            self.slowest.0, self.slowest.1
        )?;
        writeln!(f)?;
        for ((kind, solver), (count, first)) in &self.findings {
            let mark = if kind.is_wrong() { "wrong" } else { "     " };
            let solver = if solver.is_empty() { "check" } else { solver };
            let word = kind.word();
            writeln!(
                f,
                "{mark} {count:>7} {word:<18} {solver:<7} first at {first}"
            )?;
        }
        for example in &self.examples {
            let Finding {
                kind,
                solver,
                expected,
                found,
            } = &example.finding;
            writeln!(f, "\n# {} (position {})", kind.word(), example.number)?;
            writeln!(f, "{}", example.case.command(solver))?;
            writeln!(f, "# expected {expected}")?;
            writeln!(f, "# found    {found}")?;
        }
        writeln!(f, "\n{} wrong", self.wrong())
    }
}
