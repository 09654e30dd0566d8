//! Planning, from two tiles in the pool on.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

mod common;

use common::scene;
use rummilab_bots::plan::smallest;
use rummilab_bots::standoff::Heaps;
use rummilab_chance::{Key, Stream};
use rummilab_core::{RuleSet, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_search::count::Lies;

/// A random rack of this many tiles.
fn rack(rules: &RuleSet, tiles: usize, number: u64) -> TileCounts {
    let mut all = rules.all_tiles();
    Stream::new(Key::sample(9, "plan", number)).shuffle(&mut all);
    all[..tiles].iter().copied().collect()
}

#[test]
fn stoppers_stop_and_need_every_tile() {
    let rules = RuleSet::preset("original").unwrap();
    let mut solver = SearchSolver::new();
    let mut lies = Lies::new(&rules);
    let mut found = 0;
    for number in 0..4 {
        let rack = rack(&rules, 44, number);
        let mut heaps = Heaps::new(&rules, &mut solver, 4000).with(lies.as_mut());
        let mut stream = Stream::new(Key::sample(9, "plan", 100 + number));
        let stoppers = smallest(&mut heaps, &rack, 300, &mut stream).unwrap();
        assert!(stoppers.is_sorted_by_key(TileCounts::len));
        for stopper in &stoppers {
            found += 1;
            assert!(rack.contains(stopper), "{stopper} of {rack}");
            assert!(heaps.stops(stopper).unwrap(), "{stopper}");
            for (tile, _) in stopper.kinds() {
                let mut less = *stopper;
                assert!(less.remove(tile));
                assert!(!heaps.stops(&less).unwrap(), "{stopper} without {tile}");
            }
        }
    }
    assert!(found >= 4, "{found}");
}

#[test]
fn a_rack_that_stops_nobody_has_no_stopper() {
    let rules = RuleSet::preset("original").unwrap();
    let mut solver = SearchSolver::new();
    let mut heaps = Heaps::new(&rules, &mut solver, 1000);
    let mut stream = Stream::new(Key::sample(9, "plan", 200));
    let one = rack(&rules, 1, 0);
    assert!(
        smallest(&mut heaps, &one, 300, &mut stream)
            .unwrap()
            .is_empty()
    );
    for rack in [TileCounts::EMPTY, one] {
        assert!(!heaps.stops(&rack).unwrap(), "{rack}");
    }
}

#[test]
fn what_fits_is_the_same_with_and_without_the_automaton() {
    let rules = RuleSet::preset("original").unwrap();
    let (mut one, mut other) = (SearchSolver::new(), SearchSolver::new());
    let mut lies = Lies::new(&rules);
    let mut asked = Heaps::new(&rules, &mut one, 1_000_000);
    let mut known = Heaps::new(&rules, &mut other, 1_000_000).with(lies.as_mut());
    let all: TileCounts = rules.all_tiles().into_iter().collect();
    let mut lie = 0;
    for number in 0..300 {
        let heap = rack(&rules, 3 + number as usize % 90, 300 + number);
        let rest = all.checked_sub(&heap).unwrap();
        let expected = asked.lie(&heap).unwrap();
        lie += u32::from(expected);
        assert_eq!(known.lie(&heap).unwrap(), expected, "{heap}");
        if number % 10 == 0 {
            let fits = asked.one_more(&heap, &rest).unwrap();
            assert_eq!(known.one_more(&heap, &rest).unwrap(), fits, "{heap}");
        }
    }
    assert!(lie > 10, "{lie}");
}

#[test]
fn a_plan_draws_rather_than_let_the_other_out() {
    for bot in ["champion:budget=quick", "champion:budget=fast", "champion"] {
        // Laying the red 6 leaves a king, which stops nobody.
        assert_eq!(scene("R3 R4 R5", "R6 K1").pool(2).act(bot), "draw", "{bot}");
        // Nothing can be laid.
        let stuck = scene("R3 R4 R5", "K1 K1 O1 O1 B1").pool(2);
        assert_eq!(stuck.act(bot), "draw", "{bot}");
    }
}

#[test]
fn with_a_tile_in_the_pool_a_stopper_stops_whichever_it_is() {
    let rules = RuleSet::preset("tournament").unwrap();
    let (mut one, mut other) = (SearchSolver::new(), SearchSolver::new());
    let mut lies = Lies::new(&rules);
    let all: TileCounts = rules.all_tiles().into_iter().collect();
    let (mut stopping, mut letting) = (0, 0);
    for number in 0..16 {
        let kept = rack(&rules, if number % 2 == 0 { 8 } else { 46 }, 700 + number);
        let rest = all.checked_sub(&kept).unwrap();
        let hidden: TileCounts = rest.kinds().map(|(tile, _)| tile).step_by(6).collect();
        let mut known = Heaps::new(&rules, &mut one, 100_000).with(lies.as_mut());
        known = known.without_one_of(hidden);
        let mut heaps = Heaps::new(&rules, &mut other, 100_000);
        let mut ways = 0;
        for tile in hidden.tiles() {
            let mut heap = rest;
            assert!(heap.remove(tile));
            ways += u32::from(heaps.lie(&heap).unwrap());
        }
        assert_eq!(known.lets_out(&kept).unwrap(), ways, "{kept}");
        assert_eq!(known.stops(&kept).unwrap(), ways == 0, "{kept}");
        stopping += u32::from(ways == 0);
        letting += u32::from(ways > 0);
    }
    assert!(stopping > 2 && letting > 2, "{stopping}, {letting}");
}
