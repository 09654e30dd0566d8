//! Instructions that questions take, counted by callgrind and compared with `instructions.toml`:
//! where the clock says what else the machine does, they say what the program does. Exit code 1 if
//! one takes more than is allowed there.
//!
//! `cargo run --release -p rummilab-benches` compares; with `-- --write` it puts the
//! counts in the file. Needs valgrind (Debian: valgrind).
#![allow(missing_docs, clippy::print_stdout, reason = "a program of its own")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use rummilab_arena::{Plan, PlanSpec, StopFlag, Worker};
use rummilab_benches::{Corpus, Known, corpus};
use rummilab_core::RuleSet;
use rummilab_runs::Roster;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, ListLimits, Solver};
use serde::{Deserialize, Serialize};

/// The committed counts.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.toml");

/// The word by which this program, under callgrind, is told what to do.
const CHILD: &str = "--counted";

#[derive(Debug, Serialize, Deserialize)]
struct Baseline {
    /// How far above its baseline a count may be, as a share of it.
    tolerance: f64,
    /// The compiler: another one may give other counts.
    compiler: String,
    /// Instructions for each position or game.
    counts: BTreeMap<String, u64>,
}

/// What is counted.
struct Scenario {
    name: &'static str,
    /// Only what these functions do is counted, where there are any; otherwise what [`counted`]
    /// does.
    only: &'static [&'static str],
    /// Does the work of all positions or games, and says how many they are.
    work: fn() -> u64,
}

const fn scenario(
    name: &'static str,
    only: &'static [&'static str],
    work: fn() -> u64,
) -> Scenario {
    Scenario { name, only, work }
}

const SCENARIOS: &[Scenario] = &[
    scenario("best play, greedy-2", &[], || {
        questions("greedy-2", 5, best_play)
    }),
    scenario("best play, greedy-4", &[], || {
        questions("greedy-4", 5, best_play)
    }),
    scenario("best play, hold", &[], || questions("hold", 10, best_play)),
    scenario("best play, jokers", &[], || {
        questions("jokers", 10, best_play)
    }),
    scenario("best play, twist-2", &[], || {
        questions("twist-2", 20, best_play)
    }),
    scenario("best play, house-2", &[], || {
        questions("house-2", 20, best_play)
    }),
    scenario("going out, greedy-2", &[], || {
        questions("greedy-2", 5, going_out)
    }),
    scenario("going out, hold", &[], || questions("hold", 10, going_out)),
    scenario("opening, openings", &[], || {
        questions("openings", 5, best_play)
    }),
    scenario("ten plays, greedy-2", &[], || {
        questions("greedy-2", 20, ten_plays)
    }),
    scenario("after a draw, greedy-2", &[], || {
        questions("greedy-2", 20, after_draw)
    }),
    scenario("game, greedy,value", &[], greedy_games),
    scenario(
        "game, greedy,value, in the solver",
        &["*SearchSolver*Solver*::solve_laying"],
        greedy_games,
    ),
];

/// What callgrind looks for.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) -> T {
    std::hint::black_box(work())
}

/// Asks about every position twice and counts the second time, when the tables of the solver are
/// filled.
fn questions(
    name: &str,
    step: usize,
    ask: fn(&mut SearchSolver, &RuleSet, &Known) -> usize,
) -> u64 {
    let Corpus { rules, positions } = corpus(name, step);
    let mut solver = SearchSolver::new();
    let mut all = || {
        let answers = positions
            .iter()
            .map(|known| ask(&mut solver, &rules, known));
        answers.sum::<usize>()
    };
    let first = all();
    assert_eq!(counted(&mut all), first);
    positions.len() as u64
}

fn best_play(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> usize {
    let answer = solver.solve(rules, &known.position, &Goal::Tiles);
    let answer = answer.expect("supported");
    let best = answer.verified().expect("solved");
    assert_eq!((best.tiles, best.value), known.tiles);
    best.tiles
}

fn going_out(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> usize {
    let found = solver.go_out(rules, &known.position).expect("supported");
    assert_eq!(found.is_some(), known.goes_out);
    usize::from(found.is_some())
}

fn ten_plays(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> usize {
    let plays = solver.plays(rules, &known.position, &Goal::Tiles, ListLimits::best(10));
    plays.expect("supported").plays.len()
}

fn after_draw(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> usize {
    let unseen = known.position.unseen(rules);
    let draws = solver.after_draw(rules, &known.position, &Goal::Tiles, &unseen);
    draws.expect("supported").going_out().0 as usize
}

/// Games of `greedy` against `value`, from the first turn to the record.
fn greedy_games() -> u64 {
    let plan = Plan::new(&PlanSpec {
        bots: vec!["greedy".to_owned(), "value".to_owned()],
        ..PlanSpec::default()
    });
    let plan = plan.expect("a sound plan");
    let roster = Roster::new();
    let mut worker = Worker::new(&plan, &roster);
    let never = StopFlag::default();
    let mut games = |blocks: std::ops::Range<u64>| -> u64 {
        let games = blocks.map(|block| {
            let played = worker.play_block(block, &never).expect("a sound plan");
            played.block.games.len() as u64
        });
        games.sum()
    };
    let warm = games(10..20);
    let played = counted(|| games(0..10));
    // Where the solver alone is counted, the first games count as well.
    if std::env::args().any(|word| word == "--all") {
        warm + played
    } else {
        played
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().position(|word| word == CHILD) {
        Some(at) => child(words.get(at + 1)),
        None => compare(words.iter().any(|word| word == "--write")),
    };
    done.unwrap_or_else(|error| {
        println!("error: {error}");
        ExitCode::from(2)
    })
}

/// Under callgrind: does the work of one scenario and prints how many positions or games it had.
fn child(name: Option<&String>) -> Result<ExitCode, Box<dyn Error>> {
    let scenario = SCENARIOS.iter().find(|s| name.is_some_and(|n| n == s.name));
    println!("{}", (scenario.ok_or("no such scenario")?.work)());
    Ok(ExitCode::SUCCESS)
}

/// Counts every scenario and compares.
fn compare(write: bool) -> Result<ExitCode, Box<dyn Error>> {
    let mut baseline: Baseline = toml::from_str(&std::fs::read_to_string(FILE)?)?;
    let compiler = compiler()?;
    if compiler != baseline.compiler {
        println!("the baselines are of {}", baseline.compiler);
        println!("the compiler here is {compiler}");
    }
    println!(
        "{:36} {:>12} {:>12} {:>7}",
        "instructions", "now", "baseline", "ratio"
    );
    let (mut counts, mut worse) = (BTreeMap::new(), 0);
    for scenario in SCENARIOS {
        let count = count(scenario)?;
        counts.insert(scenario.name.to_owned(), count);
        let Some(known) = baseline.counts.get(scenario.name) else {
            println!("{:36} {count:>12} {:>12} {:>7}", scenario.name, "-", "-");
            worse += 1;
            continue;
        };
        let ratio = count as f64 / *known as f64;
        let verdict = match ratio {
            r if r > 1.0 + baseline.tolerance => "  worse than is allowed",
            r if r < 1.0 - baseline.tolerance => "  better: write it down",
            _ => "",
        };
        worse += usize::from(ratio > 1.0 + baseline.tolerance);
        println!(
            "{:36} {count:>12} {known:>12} {ratio:>7.3}{verdict}",
            scenario.name
        );
    }
    if write {
        (baseline.counts, baseline.compiler) = (counts, compiler);
        std::fs::write(FILE, toml::to_string(&baseline)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::from(u8::from(worse > 0)))
}

/// Instructions for each position or game of a scenario.
fn count(scenario: &Scenario) -> Result<u64, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("callgrind.out");
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .arg(format!("--callgrind-out-file={}", out.display()));
    let functions = match scenario.only {
        [] => &["*instructions::counted*"],
        some => some,
    };
    for function in functions {
        command.arg(format!("--toggle-collect={function}"));
    }
    command
        .arg(std::env::current_exe()?)
        .args([CHILD, scenario.name])
        .args((!scenario.only.is_empty()).then_some("--all"))
        .stderr(Stdio::piped());
    let done = command
        .output()
        .map_err(|error| format!("valgrind could not be run ({error}); Debian: valgrind"))?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into());
    }
    let units: u64 = String::from_utf8(done.stdout)?.trim().parse()?;
    Ok(total(&out)? / units.max(1))
}

/// The sum of a file that callgrind wrote.
fn total(path: &Path) -> Result<u64, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let line = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let total: u64 = line.ok_or("callgrind wrote no totals")?.trim().parse()?;
    match total {
        0 => Err("callgrind counted nothing: was a function renamed?".into()),
        total => Ok(total),
    }
}

fn compiler() -> Result<String, Box<dyn Error>> {
    let version = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(version.stdout)?.trim().to_owned())
}
