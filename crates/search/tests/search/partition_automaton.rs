//! The partition automaton against a solver.

use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_tiles;
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_search::count::PartitionAutomaton;
use rummilab_solver::Solver;
use rummilab_solver_suite::{self as suite, long_tier};

/// The automaton and the solver, which must agree.
struct All {
    rules: RuleSet,
    automaton: PartitionAutomaton,
    solver: SearchSolver,
    /// The number of multisets that lie, and of multisets that do not.
    seen: [usize; 2],
}

impl All {
    fn new(options: &str) -> All {
        let rules = suite::rules("original", options);
        All {
            automaton: PartitionAutomaton::new(&rules).unwrap(),
            solver: SearchSolver::new(),
            rules,
            seen: [0; 2],
        }
    }

    fn solved(&mut self, multiset: &TileCounts) -> bool {
        let position = Position {
            rack: *multiset,
            opened: true,
            ..Position::default()
        };
        let gone = self.solver.go_out(&self.rules, &position).unwrap();
        multiset.is_empty() || gone.is_some()
    }

    fn check(&mut self, multiset: &TileCounts) {
        let solved = self.solved(multiset);
        match self.automaton.can_partition(multiset) {
            Some(lies) => assert_eq!(lies, solved, "{multiset:?}"),
            None => assert!(self.rules.colours().len() < 4 && multiset.jokers() == 2),
        }
        self.seen[usize::from(solved)] += 1;
        self.check_one_more(multiset);
    }

    /// Every kind asked about at once, and one after the other.
    fn check_one_more(&mut self, multiset: &TileCounts) {
        let Some(found) = self.automaton.one_more(multiset, &self.rules.deck()) else {
            return;
        };
        for kind in self.rules.kinds().filter(|kind| !kind.is_joker()) {
            let mut more = *multiset;
            let room = more.count(kind) < self.rules.copies_of(kind) && more.insert(kind);
            let lies = room && self.automaton.can_partition(&more) == Some(true);
            assert_eq!(found.count(kind) > 0, lies, "{kind:?} with {multiset:?}");
        }
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
        found.iter().for_each(|multiset| self.check(multiset));
    }
}

#[test]
fn all_multisets_of_small_games() {
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

/// Questions of what an opponent holds and what lies on the table, if a player keeps a few tiles.
/// Jokers are dealt as they come. With six values both jokers often have no place but beside two
/// tiles of their kind.
#[test]
fn all_tiles_but_a_few() {
    for (options, most) in [("", 40), ("values=6 hand=1 opening_min=0", 36)] {
        let mut all = All::new(options);
        let multisets = if long_tier() { 20_000 } else { 1_000 };
        let mut stream = Stream::new(Key::sample(1, "lies", 0));
        for n in 0..multisets {
            let mut tiles = all.rules.all_tiles();
            stream.shuffle(&mut tiles);
            let multiset: TileCounts = tiles.into_iter().skip(n % most).collect();
            all.check(&multiset);
        }
        assert!(all.seen.iter().all(|seen| *seen > 20), "{:?}", all.seen);
    }
}

/// Questions that follow each other as those of a bot do: a tile more, another one instead of it,
/// and now and then another multiset. What the automaton keeps must not change an answer.
#[test]
fn multisets_that_differ_in_a_few_tiles() {
    for (options, tiles) in [
        ("", 70),
        ("", 20),
        ("max_jokers_per_set=1", 60),
        ("values=6 hand=1 opening_min=0", 30),
        ("colours=RBK values=9 hand=1 opening_min=0", 30),
    ] {
        let mut all = All::new(options);
        let mut stream = Stream::new(Key::sample(4, "lies", tiles as u64));
        let (mut multiset, mut base) = (TileCounts::EMPTY, TileCounts::EMPTY);
        for n in 0..if long_tier() { 4000 } else { 400 } {
            let mut rest = all.rules.all_tiles();
            stream.shuffle(&mut rest);
            if n % 50 == 0 {
                base = rest.iter().copied().take(tiles).collect();
                multiset = base;
            } else if n % 5 == 0 {
                base = multiset;
            } else {
                multiset = base;
                let gone = rest.iter().find(|tile| multiset.count(**tile) > 0);
                let gone = gone.copied().filter(|_| n % 3 == 0);
                for tile in rest.iter().take(1 + n % 2) {
                    let room = multiset.count(*tile) < all.rules.copies_of(*tile);
                    assert!(!room || multiset.insert(*tile));
                }
                assert!(gone.is_none_or(|tile| multiset.remove(tile)));
            }
            if multiset.jokers() < 2 || all.automaton.can_partition(&multiset).is_some() {
                all.check(&multiset);
            }
        }
        assert!(all.seen[0] > 20, "{options}: {:?}", all.seen);
    }
}

/// The automaton laid both jokers into one set where a set holds one at most.
#[test]
fn two_jokers_where_a_set_holds_one() {
    let rules = suite::rules("original", "max_jokers_per_set=1");
    let mut automaton = PartitionAutomaton::new(&rules).unwrap();
    let mut lie = |tiles: &str| {
        let tiles = parse_tiles(tiles, &rules).unwrap();
        automaton.can_partition(&tiles.into_iter().collect())
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
        let fits = all.automaton.one_more(&table, &all.rules.deck()).unwrap();
        for kind in all.rules.kinds().filter(|kind| !kind.is_joker()) {
            let mut multiset = table;
            let room = multiset.count(kind) < all.rules.copies_of(kind) && multiset.insert(kind);
            let solved = room && all.solved(&multiset);
            assert_eq!(fits.count(kind) > 0, solved, "{kind:?} with {table:?}");
        }
    }
}
