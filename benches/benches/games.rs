//! Whole games through the arena, on one thread; every run must give the games it gave before.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use criterion::{Criterion, criterion_group, criterion_main};
use rummilab_arena::{Plan, PlanSpec, StopFlag, Worker};
use rummilab_runs::Roster;

/// Turns of the first blocks of a plan.
fn turns(worker: &mut Worker<'_, Roster>, blocks: u64) -> usize {
    let never = StopFlag::default();
    let turns = |block| {
        let played = worker.play_block(block, &never).expect("a sound plan");
        played
            .block
            .games
            .iter()
            .map(|game| game.turns.len())
            .sum::<usize>()
    };
    (0..blocks).map(turns).sum()
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("games");
    group.sample_size(10);
    for (name, bots, players) in [
        ("greedy-2", &["greedy", "greedy"][..], 2),
        ("greedy-4", &["greedy"], 4),
        ("hold-greedy", &["hold", "greedy"], 2),
    ] {
        let bots = bots.iter().map(|bot| (*bot).to_owned()).collect();
        let plan = Plan::new(&PlanSpec {
            bots,
            players,
            ..PlanSpec::default()
        })
        .expect("a sound plan");
        let roster = Roster::new();
        let mut worker = Worker::new(&plan, &roster);
        let blocks = 20;
        let expected = turns(&mut worker, blocks);
        let games = blocks * plan.schedule().matchup(0).seatings.len() as u64;
        group.throughput(criterion::Throughput::Elements(games));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(turns(&mut worker, blocks), expected))
        });
    }
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
