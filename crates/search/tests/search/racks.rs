//! Exact numbers of racks against racks that are looked at one by one, and known figures.

use std::collections::BTreeMap;

use rummilab_core::{Position, RuleSet, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_search::count::{CountError, Racks, SetKinds, count_racks};
use rummilab_solver::{Goal, Solver};
use rummilab_solver_suite::{self as suite, long_tier};

fn rules(options: &str) -> RuleSet {
    suite::rules("original", &format!("{options} hand=1 opening_min=0"))
}

fn counted(rules: &RuleSet, kinds: SetKinds, points: u32, most: usize) -> Vec<Racks> {
    count_racks(rules, kinds, points, most, &mut |_| true).unwrap()
}

/// Every set with its points, written down place by place: a tile or a joker in each.
fn sets(rules: &RuleSet, kinds: SetKinds) -> Vec<(TileCounts, u32)> {
    let (values, colours) = (u32::from(rules.values), rules.colours());
    let number = |colour, value: u32| Tile::number(colour, value as u8).unwrap();
    let mut plain: Vec<(Vec<Tile>, u32)> = Vec::new();
    if kinds != SetKinds::Groups {
        for (low, high) in
            (1..=values).flat_map(|low| (low + 2..=values).map(move |high| (low, high)))
        {
            for colour in colours {
                let tiles = (low..=high).map(|value| number(*colour, value));
                plain.push((tiles.collect(), (low..=high).sum()));
            }
        }
    }
    if kinds != SetKinds::Runs {
        for value in 1..=values {
            for chosen in 0..1_usize << colours.len() {
                let places = (0..colours.len()).filter(|at| chosen >> at & 1 == 1);
                let tiles: Vec<Tile> = places.map(|at| number(colours[at], value)).collect();
                if (3..=rules.largest_group()).contains(&tiles.len()) {
                    let points = value * tiles.len() as u32;
                    plain.push((tiles, points));
                }
            }
        }
    }
    let mut all = Vec::new();
    for (tiles, points) in plain {
        for jokers in 0..1_usize << tiles.len() {
            let number = jokers.count_ones();
            if number > 2 {
                continue;
            }
            let place = |(at, tile): (usize, &Tile)| match jokers >> at & 1 {
                1 => Tile::JOKER,
                _ => *tile,
            };
            all.push((tiles.iter().enumerate().map(place).collect(), points));
        }
    }
    all
}

/// The most points of sets that lie on a rack together.
fn best(
    rack: TileCounts,
    sets: &[(TileCounts, u32)],
    known: &mut BTreeMap<TileCounts, u32>,
) -> u32 {
    if let Some(points) = known.get(&rack) {
        return *points;
    }
    let mut most = 0;
    for (set, points) in sets {
        if let Some(rest) = rack.checked_sub(set) {
            most = most.max(points + best(rest, sets, known));
        }
    }
    known.insert(rack, most);
    most
}

/// Every rack of a game, as multisets with the number of ways to choose the copies.
fn all_racks(rules: &RuleSet) -> Vec<(TileCounts, u128)> {
    let mut racks = vec![(TileCounts::EMPTY, 1)];
    for kind in rules.kinds() {
        let copies = u128::from(rules.copies_of(kind));
        let mut more = Vec::new();
        for (mut rack, mut ways) in racks {
            for n in 0..=copies {
                more.push((rack, ways));
                ways = ways * (copies - n) / (n + 1);
                let _ = rack.insert(kind);
            }
        }
        racks = more;
    }
    racks
}

/// Counts agree with every rack looked at: by sets written down, and for all sets by a solver too.
fn check(options: &str) {
    let rules = rules(options);
    let racks = all_racks(&rules);
    for kinds in [SetKinds::All, SetKinds::Runs, SetKinds::Groups] {
        let (sets, mut known, mut solver) =
            (sets(&rules, kinds), BTreeMap::new(), SearchSolver::new());
        let mut worth = |rack: TileCounts| {
            let points = best(rack, &sets, &mut known);
            if kinds == SetKinds::All {
                let position = Position {
                    rack,
                    ..Position::default()
                };
                let found = solver
                    .solve(&rules, &position, &Goal::OpeningValue)
                    .unwrap();
                let found = found.into_verified().and_then(|found| found.opening_value);
                assert_eq!(found.unwrap_or(0), points, "{options}: {rack}");
            }
            points
        };
        let racks: Vec<(usize, u128, u32, u32)> = racks
            .iter()
            .map(|(rack, ways)| {
                let faces = rack.tiles().filter_map(Tile::value).map(u32::from).sum();
                (rack.len(), *ways, worth(*rack), faces)
            })
            .collect();
        let most = racks.iter().map(|(_, _, worth, _)| *worth).max().unwrap();
        for points in [1, most / 3, most / 2, most, most + 1] {
            let points = points.max(1);
            for of_size in counted(&rules, kinds, points, usize::MAX) {
                let same = racks.iter().filter(|(tiles, ..)| *tiles == of_size.tiles);
                let all: u128 = same.clone().map(|(_, ways, ..)| ways).sum();
                let below = same.filter(|(_, _, worth, _)| *worth < points);
                let expected = Racks {
                    tiles: of_size.tiles,
                    all,
                    below: below.clone().map(|(_, ways, ..)| ways).sum(),
                    most_points: below.map(|(.., faces)| *faces).max(),
                };
                assert_eq!(of_size, expected, "{options} {kinds:?} {points}");
            }
        }
    }
}

#[test]
fn racks_of_small_games_are_those_found_one_by_one() {
    let all = [
        "values=4 colours=3 copies=1 jokers=1 group_max=none",
        "values=5 colours=1 copies=2 jokers=2",
        "values=3 colours=3 copies=1 jokers=2 group_max=none",
        "values=6 colours=1 copies=2 jokers=1",
        "values=3 colours=4 copies=1 jokers=1 group_max=3",
        "values=3 colours=3 copies=2 jokers=0 group_max=none",
        "values=9 colours=1 copies=1 jokers=2",
        "values=7 colours=1 copies=2 jokers=2",
        "values=5 colours=3 copies=1 jokers=2 group_max=none",
        "values=4 colours=4 copies=1 jokers=2 group_max=4",
        "values=4 colours=2 copies=2 jokers=2",
        "values=3 colours=3 copies=2 jokers=2 group_max=none",
    ];
    let most = if long_tier() { all.len() } else { 7 };
    all.iter().take(most).for_each(|options| check(options));
}

/// docs/solver.md#exact-probabilities
#[test]
fn racks_of_fourteen_tiles() {
    let racks = counted(&rules(""), SetKinds::All, 1, 14)[14];
    assert_eq!(racks.below, 22_743_176_069_970_708);
    if long_tier() {
        let racks = counted(&rules(""), SetKinds::All, 30, 14)[14];
        assert_eq!(racks.below, 53_109_163_093_530_206);
    }
}

#[test]
fn rules_that_are_not_counted_are_refused() {
    for options in [
        "wrap=true",
        "step2=true",
        "max_run_len=4",
        "jokers=3",
        "max_jokers_per_set=1",
        "jokers={J=1,D=1}",
        "copies=3",
        "opening_jokers=false",
    ] {
        let counted = count_racks(&rules(options), SetKinds::All, 30, 14, &mut |_| true);
        assert_eq!(counted, Err(CountError::NotPlain), "{options}");
    }
    let stopped = count_racks(&rules(""), SetKinds::All, 30, 14, &mut |_| false);
    assert_eq!(stopped, Err(CountError::Stopped));
}
