//! Single questions on the corpora; every answer is compared with the certified one.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use criterion::{Criterion, criterion_group, criterion_main};
use rummilab_benches::{Corpus, Known, corpus};
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, ListLimits, Repeated, Solver};

fn most_tiles(solver: &mut dyn Solver, rules: &RuleSet, positions: &[Known]) {
    for known in positions {
        let answer = solver
            .solve(rules, &known.position, &Goal::Tiles)
            .expect("supported");
        let best = answer.verified().expect("solved");
        assert_eq!((best.tiles, best.value), known.tiles);
    }
}

fn goes_out(solver: &mut dyn Solver, rules: &RuleSet, positions: &[Known]) {
    for known in positions {
        let found = solver.go_out(rules, &known.position).expect("supported");
        assert_eq!(found.is_some(), known.goes_out);
    }
}

/// The unseen tiles of a position.
fn unseen(rules: &RuleSet, position: &Position) -> TileCounts {
    let all: TileCounts = rules.all_tiles().into_iter().collect();
    all.saturating_sub(&position.table)
        .saturating_sub(&position.rack)
}

/// Lists of plays and draws, shared and by plain repetition: both must say the same.
fn many_plays(c: &mut Criterion) {
    let Corpus {
        rules,
        mut positions,
    } = corpus("greedy-2", 40);
    // Repetition asks about every choice of the rack.
    positions.retain(|known| known.position.rack.len() <= 10);
    let mut group = c.benchmark_group("many-plays");
    group
        .sample_size(10)
        .throughput(criterion::Throughput::Elements(positions.len() as u64));
    let solvers: [Box<dyn Solver>; 2] = [
        Box::new(SearchSolver::new()),
        Box::new(Repeated::new(SearchSolver::new())),
    ];
    let mut counted: Option<[usize; 3]> = None;
    for mut solver in solvers {
        let solver = &mut *solver;
        let name = solver.name().to_owned();
        let count = |solver: &mut dyn Solver, most: usize| -> usize {
            let lists = positions.iter().map(|known| {
                let limits = ListLimits::best(most);
                let list = solver.plays(&rules, &known.position, &Goal::Tiles, limits);
                list.expect("supported").plays.len()
            });
            lists.sum()
        };
        let going_out = |solver: &mut dyn Solver| -> usize {
            let answers = positions.iter().map(|known| {
                let unseen = unseen(&rules, &known.position);
                let answer = solver.after_draw(&rules, &known.position, &Goal::Tiles, &unseen);
                answer.expect("supported").going_out().0 as usize
            });
            answers.sum()
        };
        let expected = [
            count(solver, usize::MAX),
            count(solver, 10),
            going_out(solver),
        ];
        assert_eq!(*counted.get_or_insert(expected), expected, "{name}");
        group.bench_function(format!("{name}/plays"), |b| {
            b.iter(|| assert_eq!(count(solver, usize::MAX), expected[0]))
        });
        group.bench_function(format!("{name}/ten-plays"), |b| {
            b.iter(|| assert_eq!(count(solver, 10), expected[1]))
        });
        group.bench_function(format!("{name}/after-draw"), |b| {
            b.iter(|| assert_eq!(going_out(solver), expected[2]))
        });
    }
    group.finish();
}

fn questions(c: &mut Criterion) {
    for name in ["greedy-2", "hold", "jokers"] {
        let Corpus { rules, positions } = corpus(name, 10);
        let mut group = c.benchmark_group(name);
        group
            .sample_size(10)
            .throughput(criterion::Throughput::Elements(positions.len() as u64));
        let mut search = SearchSolver::new();
        group.bench_function("search/tiles", |b| {
            b.iter(|| most_tiles(&mut search, &rules, &positions))
        });
        group.bench_function("search/go-out", |b| {
            b.iter(|| goes_out(&mut search, &rules, &positions))
        });
        let mut ilp = IlpSolver::new();
        group.bench_function("ilp/tiles", |b| {
            b.iter(|| most_tiles(&mut ilp, &rules, &positions))
        });
        group.finish();
    }
}

criterion_group!(benches, questions, many_plays);
criterion_main!(benches);
