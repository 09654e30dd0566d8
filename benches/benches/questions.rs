//! Single questions on the corpora; every answer is compared with the certified one.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use criterion::{Criterion, criterion_group, criterion_main};
use rummilab_benches::{Known, corpus};
use rummilab_core::RuleSet;
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver};

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

fn questions(c: &mut Criterion) {
    let rules = RuleSet::preset("original").expect("the preset is sound");
    for name in ["greedy-2", "hold", "jokers"] {
        let positions = corpus(name, 10);
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

criterion_group!(benches, questions);
criterion_main!(benches);
