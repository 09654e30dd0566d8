//! Single questions on the corpora; every answer is compared with the certified one.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use criterion::{Criterion, criterion_group, criterion_main};
use rummilab_benches::{Corpus, Known, corpus};
use rummilab_core::RuleSet;
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, ListLimits, Solver};

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

/// Lists of plays and draws.
fn many_plays(c: &mut Criterion) {
    let Corpus {
        rules,
        mut positions,
    } = corpus("greedy-2", 40);
    // A list of all plays may be long.
    positions.retain(|known| known.position.rack.len() <= 10);
    let mut group = c.benchmark_group("many-plays");
    group
        .sample_size(10)
        .throughput(criterion::Throughput::Elements(positions.len() as u64));
    let solver: &mut dyn Solver = &mut SearchSolver::new();
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
            let unseen = known.position.unseen(&rules);
            let answer = solver.after_draw(&rules, &known.position, &Goal::Tiles, &unseen);
            answer.expect("supported").going_out().0 as usize
        });
        answers.sum()
    };
    for (name, most) in [("plays", usize::MAX), ("ten-plays", 10)] {
        let expected = count(solver, most);
        group.bench_function(format!("search/{name}"), |b| {
            b.iter(|| assert_eq!(count(solver, most), expected))
        });
    }
    let expected = going_out(solver);
    group.bench_function("search/after-draw", |b| {
        b.iter(|| assert_eq!(going_out(solver), expected))
    });
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
