//! Times the solver on positions of self-play of any rule system:
//! `… --example systems -- twist 4 ilp` plays 4 deals with 2, 3 and 4 seats each. Every seat lays
//! the most tiles that it can. The games are not kept.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::num::NonZeroU64;
use std::time::Instant;

use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};
use rummilab_ilp::IlpSolver;
use rummilab_solver::{Goal, Solver};

/// The turns of one game. Seats draw if they can lay nothing; the game ends when a seat is out or
/// the pool is empty.
fn positions_of(rules: &RuleSet, solver: &mut IlpSolver, seats: usize, game: u64) -> Vec<Position> {
    let mut stream = Stream::new(Key::sample(17, "systems", game * 8 + seats as u64));
    let mut below = |n: usize| {
        let bound = NonZeroU64::new(n as u64).expect("there are tiles");
        stream.below(bound) as usize
    };
    let mut pool: Vec<Tile> = rules.all_tiles();
    let mut racks = vec![TileCounts::EMPTY; seats];
    let mut draw = |rack: &mut TileCounts, pool: &mut Vec<Tile>| {
        let tile = pool.swap_remove(below(pool.len()));
        assert!(rack.insert(tile), "the game has no more copies");
    };
    for rack in &mut racks {
        for _ in 0..rules.hand {
            draw(rack, &mut pool);
        }
    }
    let mut opened = vec![false; seats];
    let mut table = Table::default();
    let mut positions = Vec::new();
    for turn in 0.. {
        let seat = turn % seats;
        if rules.draw_first && !pool.is_empty() {
            draw(&mut racks[seat], &mut pool);
        }
        let nobody = Table::new(table.sets().to_vec());
        let position = rules.position(&nobody, racks[seat], opened[seat], None);
        positions.push(position.clone());
        let answer = solver.solve(rules, &position, &Goal::Tiles);
        let best = answer.expect("supported").into_verified();
        let best = best.expect("a legal table");
        if !best.played.is_empty() {
            opened[seat] = true;
            table = best.table(&table);
            racks[seat] = racks[seat].saturating_sub(&best.played);
        } else if !rules.draw_first && !pool.is_empty() {
            draw(&mut racks[seat], &mut pool);
        }
        if pool.is_empty() || racks[seat].is_empty() {
            return positions;
        }
    }
    positions
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "twist".to_owned());
    let deals = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(3);
    let rules = RuleSet::preset(&name).expect("a preset");
    let mut player = IlpSolver::new();
    let positions: Vec<Position> = (2..=4)
        .flat_map(|seats| (0..deals).map(move |game| (seats, game)))
        .flat_map(|(seats, game)| positions_of(&rules, &mut player, seats, game))
        .collect();
    println!("{name}: {} positions; microseconds", positions.len());
    for solver in arguments {
        let mut solver = IlpSolver::parse(&solver).expect("a solver");
        for opened in [true, false] {
            let mut all = Vec::new();
            let asked = positions
                .iter()
                .filter(|position| position.opened == opened);
            for position in asked {
                let start = Instant::now();
                let answer = solver.solve(&rules, position, &Goal::Tiles);
                let micros = start.elapsed().as_micros() as u64;
                assert!(answer.is_ok_and(|answer| answer.verified().is_some()));
                let jokers = position.table.jokers() + position.rack.jokers();
                all.push((micros, jokers, solver.nodes()));
            }
            all.sort_unstable();
            let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize].0;
            let mean = all.iter().map(|one| one.0).sum::<u64>() / all.len() as u64;
            println!(
                "{:<8} opened {opened:<5} mean {mean:7} median {:7} p95 {:7} p99 {:7} max {:7}",
                solver.name(),
                at(0.5),
                at(0.95),
                at(0.99),
                at(1.0)
            );
            for jokers in 0..=8 {
                let some: Vec<_> = all.iter().filter(|one| one.1 == jokers).collect();
                if !some.is_empty() {
                    let mean = some.iter().map(|one| one.0).sum::<u64>() / some.len() as u64;
                    let nodes = some.iter().map(|one| one.2).sum::<u64>() / some.len() as u64;
                    println!(
                        "  {jokers} jokers: {:4} positions, mean {mean}, median {}, nodes {nodes}",
                        some.len(),
                        some[some.len() / 2].0
                    );
                }
            }
        }
    }
}
