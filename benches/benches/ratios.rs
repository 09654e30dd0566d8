//! How dear each question is, as a multiple of the best play alone: CPU time and states of one
//! run, corpus by corpus.
//!
//! `cargo bench -p rummilab-benches --bench ratios -- hold,5 jokers` asks about every fifth
//! position of `hold` and all of `jokers`; without words, about every tenth of all corpora.
#![allow(missing_docs, clippy::print_stdout, reason = "a program of its own")]

use std::time::Duration;

use rummilab_benches::{Corpus, Known, corpus};
use rummilab_core::RuleSet;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, ListLimits, Omitted, Solver, fewest_changes};

/// The corpora, and the step between their positions.
const CORPORA: &[&str] = &[
    "greedy-2,10",
    "greedy-3,10",
    "greedy-4,10",
    "beats-hand,10",
    "hold,10",
    "big-racks,10",
    "jokers,10",
    "twist-2,10",
    "house-2,10",
];

/// A question is asked about all positions again and again until this time has passed.
const LEAST: Duration = Duration::from_millis(400);

/// More questions about changes than any position takes.
const MOST_SOLVES: usize = 10_000;

/// A question: what it found, as a number, and whether all of it is proven.
type Ask = fn(&mut SearchSolver, &RuleSet, &Known) -> (u64, bool);

const QUESTIONS: &[(&str, Ask)] = &[
    ("best play", best_play),
    ("fewest changes", fewest),
    ("ten plays", ten_plays),
    ("after a draw", after_draw),
];

fn best_play(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> (u64, bool) {
    let answer = solver.solve(rules, &known.position, &Goal::Tiles);
    let answer = answer.expect("supported");
    let tiles = answer.verified().map_or(0, |best| best.tiles);
    (tiles as u64, answer.is_proven())
}

fn fewest(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> (u64, bool) {
    let answer = solver.solve(rules, &known.position, &Goal::Tiles);
    let best = answer.expect("supported").into_verified().expect("solved");
    let found = fewest_changes(
        solver,
        rules,
        &known.before,
        &known.position,
        &Goal::Tiles,
        best,
        MOST_SOLVES,
    );
    let found = found.expect("supported");
    (found.untouched as u64, found.proven)
}

fn ten_plays(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> (u64, bool) {
    let limits = ListLimits::best(10);
    let plays = solver.plays(rules, &known.position, &Goal::Tiles, limits);
    let plays = plays.expect("supported");
    (plays.plays.len() as u64, plays.rest != Omitted::Unknown)
}

fn after_draw(solver: &mut SearchSolver, rules: &RuleSet, known: &Known) -> (u64, bool) {
    let unseen = known.position.unseen(rules);
    let draws = solver.after_draw(rules, &known.position, &Goal::Tiles, &unseen);
    let draws = draws.expect("supported");
    let tiles = draws.draws.iter().filter_map(|draw| draw.best.as_ref());
    (tiles.map(|best| best.tiles as u64).sum(), draws.proven)
}

/// The time that this thread has run.
fn run_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(first.unwrap_or(0))
}

fn main() {
    let words = std::env::args().skip(1);
    // Cargo adds a flag of its own.
    let words: Vec<String> = words.filter(|word| !word.starts_with("--")).collect();
    let names: Vec<&str> = if words.is_empty() {
        CORPORA.to_vec()
    } else {
        words.iter().map(String::as_str).collect()
    };
    for name in names {
        let (name, step) = name.split_once(',').unwrap_or((name, "1"));
        let step = step.parse().expect("a step");
        let Corpus { rules, positions } = corpus(name, step);
        let positions: Vec<_> = positions
            .into_iter()
            .filter(|known| known.position.opened)
            .collect();
        let mut best = None;
        for (question, ask) in QUESTIONS {
            let mut solver = SearchSolver::new();
            let (mut states, mut found, mut open) = (0, 0, 0);
            let (mut rounds, begin) = (0, run_time());
            while rounds < 2 || run_time() - begin < LEAST {
                rounds += 1;
                (states, found, open) = (0, 0, 0);
                for known in &positions {
                    let (n, proven) = ask(&mut solver, &rules, known);
                    states += solver.nodes();
                    found += n;
                    open += usize::from(!proven);
                }
            }
            let time = (run_time() - begin) / rounds;
            let (of_best, states_of_best) = *best.get_or_insert((time, states));
            println!(
                "{name:12} {question:15} {:9.1} µs {:6.1} x {states:10} states {:6.1} x   \
                 found {found}, {open} unproven",
                time.as_secs_f64() * 1e6 / positions.len() as f64,
                time.as_secs_f64() / of_best.as_secs_f64(),
                states as f64 / states_of_best as f64,
            );
        }
    }
}
