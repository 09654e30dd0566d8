use rummilab_solver_suite as suite;
use rummilab_solver_suite::brute::{BestSet, Partitions, every_set};

use super::*;

#[test]
fn the_numbers_of_the_literature() {
    let sets = |options| {
        Catalogue::new(&suite::rules("original", options))
            .sets()
            .len()
    };
    assert_eq!(sets(""), 1173);
    assert_eq!(sets("jokers=0"), 185);
    assert_eq!(sets("jokers=1"), 679);
    assert_eq!(sets("max_jokers_per_set=1"), 679);
    // Runs of three only: 44 runs and 65 groups.
    assert_eq!(sets("jokers=0 max_run_len=3"), 109);
}

#[test]
fn long_runs_of_many_jokers_stay_where_no_cut_is_legal() {
    let rules = suite::rules("original", "jokers=4 max_jokers_per_set=4");
    let catalogue = Catalogue::new(&rules);
    let has = |text: &str| {
        let tiles = suite::tiles(&rules, text);
        catalogue.sets().iter().any(|set| set.tiles == tiles)
    };
    assert!(has("R2 R3 R4 J J J") && has("R6 R7 J J J J"));
    assert!(has("R1 R2 J J J J") && has("R12 R13 J J J J") && has("R7 J J J"));
    assert!(!has("R1 R4 J J J J") && !has("R1 R2 R3 R4 R5 R6"));
}

/// Every legal set of up to `longest` tiles splits into sets of the catalogue worth as much. Every
/// set of the catalogue is legal and has the value and kinds that it states.
fn nothing_is_lost(rules: &RuleSet, longest: usize) {
    let catalogue = Catalogue::new(rules);
    let legal = every_set(rules, longest);
    let sets = catalogue.sets().iter();
    let best = |set: &LegalSet| BestSet {
        tiles: set.tiles,
        value: set.value,
    };
    let sets: Vec<BestSet> = sets.map(best).collect();
    let mut splits = Partitions::new(rules, sets.iter().collect());
    for BestSet { tiles, value } in &legal {
        let split = splits.best_value(*tiles);
        let options = rules.spec().to_toml();
        assert!(
            split >= Some(*value),
            "{tiles}: {split:?} < {value}, {options}"
        );
    }
    for set in catalogue.sets() {
        let tiles: Vec<Tile> = set.tiles.tiles().collect();
        let readings = rules.judge(&tiles);
        let best = readings.best().map(u32::from);
        let options = rules.spec().to_toml();
        assert_eq!(best, Some(set.value), "{tiles:?} {options}");
        let kinds = (readings.is_group(), readings.is_run());
        assert_eq!(kinds, (set.is_group, set.is_run), "{tiles:?}");
    }
    if rules.has_group_owners() {
        // No group splits.
        let is_group = |set: &&BestSet| {
            let tiles: Vec<Tile> = set.tiles.tiles().collect();
            rules.judge(&tiles).is_group()
        };
        for BestSet { tiles, .. } in legal.iter().filter(is_group) {
            let mut same = catalogue.sets().iter().filter(|set| set.tiles == *tiles);
            assert!(same.next().is_some(), "{tiles}");
        }
    }
}

#[test]
fn every_legal_set_is_made_of_sets_of_the_catalogue() {
    let mut all = suite::small_rule_sets();
    let four = "jokers=4 max_jokers_per_set=none hand=1";
    for more in [
        "colours=1 values=10",
        "colours=1 values=9 max_run_len=7",
        "colours=2 values=7 max_run_len=6",
        "colours=6 values=3",
    ] {
        all.push(suite::rules("original", &format!("{four} {more}")));
    }
    for rules in all {
        nothing_is_lost(&rules, rules.longest_run().max(rules.largest_group()));
    }
}

/// The original game with the options of each line, which begins with the most tiles of a set.
fn lose_nothing(more: &str, each: &str) {
    let free = "hand=1 max_run_len=none max_jokers_per_set=none";
    for line in each.lines() {
        let (longest, options) = line.trim().split_once(' ').expect("a number");
        let rules = suite::rules("original", &format!("{free} {more} {options}"));
        nothing_is_lost(&rules, longest.parse().expect("a number"));
    }
}

#[test]
fn nothing_is_lost_where_runs_go_round_or_take_two_steps() {
    lose_nothing(
        "",
        "\
        6 colours=3 values=4 jokers=2 wrap=true max_run_len=5
        6 colours=3 values=4 jokers=2 wrap=end
        7 colours=6 values=3 copies=1 jokers=2 group_cap_per_player=2
        8 colours=1 values=7 copies=2 jokers=2 step2=true wrap=true
        8 colours=1 values=8 copies=1 jokers=4 step2=true max_run_len=4
        9 colours=1 values=4 copies=2 jokers=3 wrap=true
        9 colours=1 values=6 copies=2 jokers=3 wrap=end
        9 colours=1 values=4 copies=2 jokers=4 wrap=end step2=true
        9 colours=1 values=4 copies=2 jokers=4 wrap=true max_jokers_per_set=1
        9 colours=1 values=9 copies=1 jokers=3 step2=true
        11 colours=1 values=5 copies=2 jokers=1 wrap=true",
    );
}

#[test]
fn nothing_is_lost_with_special_jokers() {
    lose_nothing(
        "group_max=none",
        "\
        6 colours=3 values=4 jokers={J=1,D=1,C=2,M=1}
        6 colours=4 values=3 jokers={J=2,D=2,C=0,M=1}
        6 colours=3 values=4 jokers={J=1,D=1,C=1,M=1} group_cap_per_player=2
        7 colours=2 values=5 jokers={J=1,D=1,C=1,M=1}
        7 colours=2 values=4 jokers={J=2,D=2,C=2,M=2}
        7 colours=2 values=5 jokers={J=1,C=3,M=1} cc_adjacent=true
        7 colours=3 values=5 copies=1 jokers={J=2,C=3} cc_adjacent=true max_cc_per_run=3
        7 colours=2 values=5 jokers={J=1,D=1,C=2,M=1} cc_at_low_end=false
        7 colours=2 values=5 jokers={J=1,D=1,C=2,M=1} cc_at_low_end=false mirror_valley=false
        7 colours=2 values=5 jokers={J=1,D=1,C=2,M=1} max_cc_per_run=1
        7 colours=2 values=5 jokers={J=1,D=1,M=1} mirror_min_half=2
        7 colours=2 values=5 jokers={J=2,D=2,C=2,M=1} max_jokers_per_set=2
        7 colours=4 values=3 jokers={J=1,D=1,M=1} group_max=3
        7 colours=2 values=4 jokers={J=1,D=2,C=1,M=1} wrap=true
        7 colours=2 values=4 jokers={J=1,D=2,C=2,M=1} wrap=end
        7 colours=2 values=5 jokers={J=1,D=1,C=2,M=1} wrap=end cc_at_low_end=false
        8 colours=2 values=6 copies=1 jokers={J=1,D=1,C=4,M=0} max_cc_per_run=none
        8 colours=2 values=5 jokers={J=1,D=1,M=1} mirror_value=zero
        8 colours=2 values=5 jokers={J=1,D=1,M=1} mirror_valley=false
        8 colours=2 values=6 jokers={J=1,D=1,C=1,M=1} max_jokers_per_set=1
        8 colours=2 values=6 jokers={J=1,D=1,C=1,M=1} max_run_len=4
        8 colours=1 values=8 jokers={J=1,D=1,M=1} step2=true
        9 colours=1 values=7 jokers={J=2,D=2,C=2,M=1}
        10 colours=1 values=4 jokers={J=1,D=2,C=2,M=1} wrap=true
        10 colours=1 values=4 jokers={J=1,D=2,C=2,M=1} wrap=end mirror_value=zero
        11 colours=1 values=9 jokers={J=1,D=1,C=0,M=1}",
    );
}
