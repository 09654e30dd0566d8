use rummilab_chance::{Key, Stream};
use rummilab_core::*;
use rummilab_search::SearchSolver;
use rummilab_solver::suite::*;
use rummilab_solver::*;
use std::num::NonZeroU64;
#[test]
fn times() {
    let mut stream = Stream::new(Key::sample(1, "scratch", 0));
    let mut below = move |b: u64| NonZeroU64::new(b).map_or(0, |b| stream.below(b));
    let rules = RuleSet::preset("twist").unwrap();
    let mut solver = SearchSolver::new();
    for _ in 0..25 {
        let (table, position) = loop {
            let (t, mut p) = random_position(&rules, 10, &mut below);
            p.opened = true;
            let j = p.table.jokers_by_kind();
            if p.table.jokers() >= 4 && j[3] >= 1 && p.table.len() > 24 {
                break (t, p);
            }
        };
        let t = std::time::Instant::now();
        let _ = solver.solve(&rules, &position, &Goal::Tiles).unwrap();
        let first = t.elapsed();
        let t = std::time::Instant::now();
        let _ = solver.solve(&rules, &position, &Goal::Tiles).unwrap();
        eprintln!(
            "{first:?} then {:?} nodes {} {table} / {}",
            t.elapsed(),
            solver.nodes(),
            position.rack
        );
    }
}
