//! The automaton of what lies in sets and the sweeps from both ends, against a solver.

#![allow(clippy::unwrap_used)]

use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_tiles;
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_search::count::{HeapSweeps, Lies};
use rummilab_solver::Solver;
use rummilab_solver_suite::{self as suite, long_tier};

/// The automaton, the sweeps and the solver, which must agree.
struct All {
    rules: RuleSet,
    lies: Lies,
    sweeps: HeapSweeps,
    /// The number of heaps about which the sweeps said nothing.
    unsaid: usize,
    solver: SearchSolver,
    /// The number of heaps that lie, and of heaps that do not.
    seen: [usize; 2],
}

impl All {
    fn new(options: &str) -> All {
        let rules = suite::rules("original", options);
        All {
            sweeps: HeapSweeps::new(&rules).unwrap(),
            unsaid: 0,
            lies: Lies::new(&rules).unwrap(),
            solver: SearchSolver::new(),
            rules,
            seen: [0; 2],
        }
    }

    fn solved(&mut self, heap: &TileCounts) -> bool {
        let position = Position {
            rack: *heap,
            opened: true,
            ..Position::default()
        };
        let gone = self.solver.go_out(&self.rules, &position).unwrap();
        heap.is_empty() || gone.is_some()
    }

    fn check(&mut self, heap: &TileCounts) {
        let solved = self.solved(heap);
        match self.lies.lies(heap) {
            Some(lies) => assert_eq!(lies, solved, "{heap:?}"),
            None => assert!(self.rules.colours().len() < 4 && heap.jokers() == 2),
        }
        match self.sweeps.lies(heap) {
            Some(lies) => assert_eq!(lies, solved, "{heap:?}"),
            None => self.unsaid += 1,
        }
        self.seen[usize::from(solved)] += 1;
    }

    /// Whatever can be dealt in a small game.
    fn check_all(&mut self) {
        let mut found = vec![TileCounts::EMPTY];
        for kind in self.rules.kinds() {
            let mut next = 0;
            while let Some(mut more) = found.get(next).copied() {
                next += 1;
                if more.count(kind) < self.rules.copies_of(kind) && more.insert(kind) {
                    found.push(more);
                }
            }
        }
        found.iter().for_each(|heap| self.check(heap));
    }
}

#[test]
fn all_heaps_of_small_games() {
    for options in [
        "values=9 colours=1 copies=1 jokers=2",
        "values=7 colours=1 copies=2 jokers=2",
        "values=3 colours=3 copies=2 jokers=2",
    ] {
        let mut all = All::new(&format!("{options} hand=1 opening_min=0"));
        all.check_all();
        assert!(all.seen.iter().all(|seen| *seen > 10), "{:?}", all.seen);
    }
}

/// Heaps of what an opponent holds and what lies on the table, if a player keeps a few tiles.
/// Jokers are dealt as they come. With six values both jokers often have no place but beside two
/// tiles of their kind.
#[test]
fn all_tiles_but_a_few() {
    for (options, most) in [("", 40), ("values=6 hand=1 opening_min=0", 36)] {
        let mut all = All::new(options);
        let heaps = if long_tier() { 20_000 } else { 1_000 };
        let mut stream = Stream::new(Key::sample(1, "lies", 0));
        for n in 0..heaps {
            let mut tiles = all.rules.all_tiles();
            stream.shuffle(&mut tiles);
            let heap: TileCounts = tiles.into_iter().skip(n % most).collect();
            all.check(&heap);
        }
        assert!(all.seen.iter().all(|seen| *seen > 20), "{:?}", all.seen);
        // All tiles, or all but one, may fill groups of four.
        assert!(all.unsaid * 10 < heaps, "{} unsaid", all.unsaid);
    }
}

/// Heaps that follow each other as the questions of a bot do: a tile more, another one instead of
/// it, and now and then another heap. What the sweeps keep must not change an answer.
#[test]
fn heaps_that_differ_in_a_few_tiles() {
    for (options, tiles) in [
        ("", 70),
        ("", 20),
        ("max_jokers_per_set=1", 60),
        ("values=6 hand=1 opening_min=0", 30),
        ("colours=RBK values=9 hand=1 opening_min=0", 30),
    ] {
        let mut all = All::new(options);
        let mut stream = Stream::new(Key::sample(4, "lies", tiles as u64));
        let (mut heap, mut base) = (TileCounts::EMPTY, TileCounts::EMPTY);
        for n in 0..if long_tier() { 4000 } else { 400 } {
            let mut rest = all.rules.all_tiles();
            stream.shuffle(&mut rest);
            if n % 50 == 0 {
                base = rest.iter().copied().take(tiles).collect();
                heap = base;
            } else if n % 5 == 0 {
                base = heap;
            } else {
                heap = base;
                let gone = rest.iter().find(|tile| heap.count(**tile) > 0);
                let gone = gone.copied().filter(|_| n % 3 == 0);
                for tile in rest.iter().take(1 + n % 2) {
                    let room = heap.count(*tile) < all.rules.copies_of(*tile);
                    assert!(!room || heap.insert(*tile));
                }
                assert!(gone.is_none_or(|tile| heap.remove(tile)));
            }
            if heap.jokers() < 2 || all.lies.lies(&heap).is_some() {
                all.check(&heap);
            }
        }
        assert!(all.seen[0] > 20, "{options}: {:?}", all.seen);
        assert!(all.unsaid < 10, "{options}: {} unsaid", all.unsaid);
    }
}

/// The automaton laid both jokers into one set where a set holds one at most.
#[test]
fn two_jokers_where_a_set_holds_one() {
    let rules = suite::rules("original", "max_jokers_per_set=1");
    let mut lies = Lies::new(&rules).unwrap();
    let mut lie = |tiles: &str| {
        let tiles = parse_tiles(tiles, &rules).unwrap();
        lies.lies(&tiles.into_iter().collect())
    };
    assert_eq!(lie("R3 R4 J"), Some(true));
    assert_eq!(lie("R3 J J"), None);
}

#[test]
fn one_more_is_asked_of_every_kind() {
    let mut all = All::new("");
    let mut below = Stream::new(Key::sample(2, "lies", 0)).into_below();
    for _ in 0..20 {
        let (_, position) = suite::random_position_with(&all.rules, 9, 0, &mut below);
        let table = position.table;
        let fits = all.lies.one_more(&table).unwrap();
        for kind in all.rules.kinds().filter(|kind| !kind.is_joker()) {
            let mut heap = table;
            let room = heap.count(kind) < all.rules.copies_of(kind) && heap.insert(kind);
            let solved = room && all.solved(&heap);
            assert_eq!(fits.count(kind) > 0, solved, "{kind:?} with {table:?}");
        }
    }
}
