//! Counts of playable multisets against published ones, each other, and a solver.

use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_search::count::{CountError, CountLimits, Method, count_playable};

use rummilab_solver::{Answer, Goal, Solver};
use rummilab_solver_suite::{self as suite, COUNTS, long_tier};

/// All multisets.
const ALL: CountLimits = CountLimits {
    tiles: usize::MAX,
    states: None,
};

fn rules(options: &str) -> RuleSet {
    suite::rules("original", &format!("{options} hand=1 opening_min=0"))
}

fn counted(rules: &RuleSet, jokers: u8, method: Method) -> Vec<u128> {
    let playable = count_playable(rules, jokers, ALL, method, &mut |_| true).unwrap();
    assert_eq!(playable.total(), playable.by_tiles.iter().sum());
    playable.by_tiles
}

#[test]
fn published_counts() {
    for ([values, colours, copies, jokers], expected) in COUNTS {
        let options = format!("values={values} colours={colours} copies={copies} jokers={jokers}");
        let rules = rules(&options);
        let method = Method::for_rules(&rules, jokers);
        assert_eq!(method == Method::Automaton, jokers < 2);
        let total: u128 = counted(&rules, jokers, method).iter().sum();
        assert_eq!(total, u128::from(expected), "{rules:?}");
    }
}

#[test]
fn both_ways_count_the_same() {
    for options in [
        "values=7 colours=3 copies=1 group_max=none",
        "values=5 colours=4 copies=1 group_max=3",
        "values=4 colours=3 copies=2 group_max=none",
        "values=9 colours=1 copies=3 max_run_len=5",
        "values=5 colours=2 copies=3 group_max=none",
        "values=3 colours=6 copies=1 group_max=none",
        "values=3 colours=5 copies=1 group_max=4",
    ] {
        let rules = rules(&format!("{options} jokers=0"));
        let [closure, automaton] =
            [Method::Closure, Method::Automaton].map(|method| counted(&rules, 0, method));
        assert_eq!(closure, automaton, "{options:?}");
        let tiles = rules.tile_count();
        assert_eq!(
            (automaton.len(), automaton[0]),
            (tiles + 1, 1),
            "{options:?}"
        );
        assert_eq!(automaton[1..3], [0, 0], "{options:?}");
        // A game of one value or colour alone may have no way to lay all its tiles; these have.
        assert_eq!(automaton[tiles], 1, "{options:?}");
    }
}

/// By number of tiles up to `most`, counted in both ways.
fn both(options: &str, jokers: u8, most: usize) -> [Vec<u128>; 2] {
    let rules = rules(&format!("{options} jokers={jokers}"));
    [Method::Closure, Method::Automaton].map(|method| {
        let counted = count_playable(
            &rules,
            jokers,
            CountLimits::of_tiles(most),
            method,
            &mut |_| true,
        );
        counted.unwrap().by_tiles
    })
}

#[test]
fn both_ways_count_the_same_with_jokers() {
    let largest = if long_tier() { 12 } else { 9 };
    for (options, jokers, most) in [
        ("values=7 colours=3 copies=1 group_max=none", 1, 22),
        ("values=5 colours=4 copies=1 group_max=3", 1, 21),
        ("values=4 colours=3 copies=2 group_max=none", 1, 25),
        ("values=6 colours=2 copies=2", 1, 25),
        ("values=6 colours=4 copies=1", 2, largest),
        ("values=6 colours=4 copies=1 group_max=3", 2, largest),
        ("values=7 colours=4 copies=2", 2, largest - 2),
    ] {
        let [closure, automaton] = both(options, jokers, most);
        assert_eq!(closure, automaton, "{options:?}");
        assert_eq!(automaton.len(), most + 1, "{options:?}");
        assert!(automaton.iter().sum::<u128>() > 1, "{options:?}");
    }
}

/// Small games of all kinds that the automaton takes with jokers.
#[test]
fn both_ways_count_the_same_with_jokers_under_drawn_rules() {
    let mut stream = Stream::new(Key::sample(48, "counts with jokers", 0));
    let mut counted = 0;
    for _ in 0..if long_tier() { 2000 } else { 150 } {
        let mut one_of = |all: &[&'static str]| all[stream.index(all.len()).unwrap()];
        let jokers = one_of(&["1", "2"]);
        let options = format!(
            "values={} colours={} copies={} jokers={jokers} group_max={} max_run_len={} \
             max_jokers_per_set={} joker_rule={}",
            one_of(&["3", "4", "5", "6", "7"]),
            one_of(&["1", "2", "3", "4"]),
            one_of(&["1", "2"]),
            one_of(&["none", "3", "4", "5"]),
            one_of(&["none", "5", "4"]),
            one_of(&["none", "1", "2"]),
            one_of(&["free", "old"]),
        );
        let (rules, jokers) = (rules(&options), jokers.parse().unwrap());
        if Method::for_rules(&rules, jokers) == Method::Automaton {
            let [closure, automaton] = both(&options, jokers, 7);
            assert_eq!(closure, automaton, "{options:?}");
            counted += 1;
        }
    }
    assert!(counted > 30, "{counted}");
}

/// The whole game up to some tiles, which a closure can keep.
#[test]
fn both_ways_count_the_same_racks_of_the_whole_game() {
    let most = if long_tier() { 9 } else { 6 };
    for jokers in 0..=2 {
        let [closure, automaton] = both("", jokers, most);
        assert_eq!(closure, automaton, "{jokers}");
        assert_eq!(automaton.len(), most + 1);
    }
    assert_eq!(both("", 2, 1), [vec![0; 2], vec![0; 2]]);
}

/// Fewer tiles are the beginning of more of them.
#[test]
fn a_limit_of_tiles_changes_no_number_below_it() {
    for jokers in 0..=2 {
        let rules = rules(&format!("values=6 copies=1 jokers={jokers}"));
        let all = counted(&rules, jokers, Method::Automaton);
        for most in 0..all.len() {
            let few = count_playable(
                &rules,
                jokers,
                CountLimits::of_tiles(most),
                Method::Automaton,
                &mut |_| true,
            );
            assert_eq!(few.unwrap().by_tiles, all[..=most]);
        }
    }
}

/// By number of tiles: the multisets with this many jokers that the solver accepts.
fn asked(rules: &RuleSet, jokers: u8) -> Vec<u128> {
    let all = rules.all_tiles();
    let kinds: Vec<Tile> = rules.kinds().collect();
    let numbers = all.iter().filter(|tile| !tile.is_joker()).count();
    let mut by_tiles = vec![0; numbers + usize::from(jokers) + 1];
    let mut found = vec![TileCounts::EMPTY];
    for kind in kinds {
        let mut next = 0;
        while let Some(mut more) = found.get(next).copied() {
            next += 1;
            if more.count(kind) < rules.copies_of(kind) && more.insert(kind) {
                found.push(more);
            }
        }
    }
    let mut solver = SearchSolver::new();
    for table in found.into_iter().filter(|found| found.jokers() == jokers) {
        let position = Position {
            table,
            opened: true,
            ..Position::default()
        };
        let answer = solver.solve(rules, &position, &Goal::Tiles).unwrap();
        by_tiles[table.len()] += u128::from(answer != Answer::Infeasible);
    }
    by_tiles
}

/// Rules that the automaton does not know: the catalogue's sums and the sweep share nothing but the
/// grammar.
#[test]
fn sums_of_sets_are_what_a_solver_accepts() {
    // The sweep is slow if half the tiles are special jokers.
    let all = if long_tier() { 6 } else { 3 };
    let cases = [
        ("values=5 colours=2 jokers=2 wrap=true", 1),
        ("values=7 colours=1 jokers=1 step2=true", 1),
        ("values=5 colours=2 jokers=3 max_jokers_per_set=1", 3),
        ("values=5 colours=2 jokers={J=1,D=1} wrap=false", 2),
        ("values=4 colours=2 jokers={C=1,M=1} wrap=false", 1),
        ("values=4 colours=2 jokers={J=1,M=1} wrap=true", 2),
    ];
    for (options, jokers) in cases.into_iter().take(all) {
        let rules = rules(&format!("{options} copies=1"));
        assert_eq!(Method::for_rules(&rules, jokers), Method::Closure);
        let counted = counted(&rules, jokers, Method::Closure);
        assert_eq!(counted, asked(&rules, jokers), "{options:?}");
        assert!(counted.iter().sum::<u128>() > 1, "{options:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused_by_name() {
    let count = |options: &str, jokers, method| {
        count_playable(&rules(options), jokers, ALL, method, &mut |_| true)
    };
    for options in ["wrap=true", "step2=true", "max_run_len=4"] {
        let counted = count(options, 0, Method::Automaton);
        assert_eq!(counted, Err(CountError::NotPlain), "{options:?}");
    }
    for (options, jokers) in [
        ("jokers=3", 3),
        ("jokers=2 colours=3", 2),
        ("jokers={D=1}", 1),
    ] {
        let counted = count(options, jokers, Method::Automaton);
        assert_eq!(counted, Err(CountError::NotPlain), "{options:?}");
    }
    let large = "colours=6 values=15 copies=3";
    assert_eq!(
        count(large, 0, Method::Automaton),
        Err(CountError::TooLarge)
    );
    for method in [Method::Closure, Method::Automaton] {
        let stopped = count_playable(&rules(""), 0, ALL, method, &mut |_| false);
        assert_eq!(stopped, Err(CountError::Stopped));
    }
}

/// The automaton keeps as many states as it may, and is refused one less than it needs.
#[test]
fn states_are_limited_as_asked() {
    let rules = rules("values=5 colours=3 copies=2 jokers=1");
    let count = |states| {
        let limits = CountLimits { states, ..ALL };
        count_playable(&rules, 1, limits, Method::Automaton, &mut |_| true)
    };
    let all = count(None).unwrap();
    let needed = all.states.unwrap();
    assert_eq!(count(Some(needed)), Ok(all));
    let refused = Err(CountError::TooManyStates(needed - 1));
    assert_eq!(count(Some(needed - 1)), refused);
}

/// docs/solver.md#exact-counts: the full game without jokers.
#[test]
fn the_full_game_without_jokers() {
    if !long_tier() {
        return;
    }
    let rules = rules("");
    let playable = count_playable(&rules, 0, ALL, Method::Automaton, &mut |_| true).unwrap();
    assert_eq!(playable.by_tiles[14], 10_232_524);
    assert_eq!(playable.by_tiles[104], 1);
    assert_eq!(playable.total(), 638_365_919_287_424_452_221);
    // Sets of three: 4 colours x 11 runs and 13 x 4 groups; of four: 4 x 10 and 13.
    assert_eq!(playable.by_tiles[..5], [1, 0, 0, 96, 53]);
    assert!(playable.states.is_some());
}

/// Multisets of the whole game drawn at random, each kind equally often none, once and twice, and
/// put to the search: the share that goes agrees with the counts of docs/solver.md#exact-counts.
/// That of two jokers is no count.
#[test]
fn samples_agree_with_the_counts_of_the_whole_game() {
    let rules = suite::rules("original", "");
    let kinds: Vec<Tile> = rules.kinds().filter(|tile| !tile.is_joker()).collect();
    let mut solver = SearchSolver::new();
    let mut below = Stream::new(Key::sample(51, "whole game", 0)).into_below();
    let samples = if long_tier() { 5_000_000 } else { 100_000 };
    let mut playable = [0_u32; 3];
    for _ in 0..samples {
        let mut rack = TileCounts::EMPTY;
        for kind in &kinds {
            for _ in 0..below(3) {
                assert!(rack.insert(*kind));
            }
        }
        for found in &mut playable {
            let position = Position {
                rack,
                opened: true,
                ..Position::default()
            };
            let goes = solver.go_out(&rules, &position).unwrap();
            *found += u32::from(goes.is_some());
            assert!(rack.insert(Tile::JOKER));
        }
    }
    let multisets = 3_f64.powi(52);
    for (found, counted) in playable.into_iter().zip([
        638_365_919_287_424_452_221.0,
        6_254_152_790_493_499_060_860.0,
        3.17e22,
    ]) {
        let expected = counted / multisets * f64::from(samples);
        let error = 4.5 * expected.sqrt();
        assert!(
            (f64::from(found) - expected).abs() < error,
            "{playable:?} {expected}"
        );
    }
}
