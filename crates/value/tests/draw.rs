//! The luck of a draw: its mean over the pool is zero, and its sign is the one that a player
//! expects.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use rummilab_core::notation::parse_table;
use rummilab_core::{Game, Middle, RuleSet, Seat, SeatThen, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver_suite as suite;
use rummilab_value::{DrawLuck, RACK_NUMBERS};

const TABLE: &str = "R3 R4 R5 ; K7 B7 O7";

/// Seat 0 to move with this rack, seat 1 with ten of the other tiles; the rest is the pool.
fn middle(rules: &RuleSet, rack: &str) -> Middle {
    let table = parse_table(TABLE, rules).unwrap();
    let rack = suite::tiles(rules, rack);
    let all: TileCounts = rules.all_tiles().into_iter().collect();
    let unseen = all.checked_sub(&table.counts().unwrap()).unwrap();
    let unseen: Vec<Tile> = unseen.checked_sub(&rack).unwrap().tiles().collect();
    let (other, pool) = unseen.split_at(10);
    let seat = |rack: TileCounts| SeatThen {
        rack,
        opened: true,
        own_turns: 5,
        ..SeatThen::default()
    };
    Middle {
        seats: [seat(rack), seat(other.iter().copied().collect())]
            .into_iter()
            .collect(),
        table,
        streams: vec![pool.to_vec()],
        starter: Seat(0),
        to_move: Seat(0),
        drawn_first: None,
        last_round: None,
        passes: 0,
    }
}

/// The luck of this tile, by the names of the numbers.
fn luck(game: &Game<'_>, tile: Tile) -> impl Fn(&str) -> f64 {
    let luck = DrawLuck::of(&mut SearchSolver::new(), game, Seat(0), tile).unwrap();
    move |name| {
        let at = RACK_NUMBERS.iter().position(|(number, _)| *number == name);
        luck.0[at.unwrap()]
    }
}

#[test]
fn over_the_whole_pool_there_is_no_luck() {
    for (name, rack) in [("original", "R6 K9 B2"), ("tournament", "O1 O2 O12")] {
        let rules = RuleSet::preset(name).unwrap();
        let middle = middle(&rules, rack);
        let game = Game::resume(&rules, &middle).unwrap();
        let mut sum = DrawLuck::default();
        for tile in game.pool().tiles() {
            sum.add(&DrawLuck::of(&mut SearchSolver::new(), &game, Seat(0), tile).unwrap());
        }
        assert!(sum.0.iter().all(|number| number.abs() < 1e-9), "{sum:?}");
    }
}

#[test]
fn a_tile_that_fits_is_luck_and_one_that_does_not_is_none() {
    let rules = RuleSet::preset("original").unwrap();
    let middle = middle(&rules, "K9 O9");
    let game = Game::resume(&rules, &middle).unwrap();
    let of = |tile: &str| luck(&game, tile.parse().unwrap());
    let (out, stuck) = (of("R9"), of("O1"));
    assert!(out("out") > 0.9 && out("near") > 0.0 && out("stuck") < 0.0);
    assert!(out("chance") > 0.0 && out("jokers") < 0.0);
    assert!(stuck("out") < 0.0 && stuck("near") < 0.0 && stuck("stuck") > 0.0);
    assert!(of("J")("jokers") > 0.9);
}
