//! When and with what the champion opens.

use crate::common::{scene, tiles, view};
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, RuleSet, Table, TileCounts};
use rummilab_solver::fewest_openings;

/// An option under which an opening may use the table.
const AT_ONCE: &str = "opening_table_access=after_threshold";

#[test]
fn a_late_opening_lays_few_tiles_even_of_a_large_rack() {
    let rules = RuleSet::preset("original").unwrap();
    for seed in 0..20 {
        let mut all = rules.all_tiles();
        Stream::new(Key::sample(seed, "rack", 0)).shuffle(&mut all);
        let rack: TileCounts = all.into_iter().take(48).collect();
        let late = scene("", &rack.to_string()).pool(0);
        let laid = late.act("champion:budget=fast");
        let (few, _) = fewest_openings(&rules, &rack.without_jokers())[0];
        assert_eq!(tiles(&laid, &rules).len(), few.len(), "{laid} of {rack}");
    }
}

#[test]
fn a_champion_that_waits_opens_to_go_out_next_or_at_once_where_the_table_may_be_used() {
    let goes = || scene("B3 B4 B5", "R10 R11 R12 B6").unopened();
    assert_eq!(goes().act("champion:budget=fast"), "R10 R11 R12");
    assert_eq!(
        goes().rules(AT_ONCE).act("champion:budget=fast"),
        "R10 R11 R12 B6"
    );
    for rack in ["R10 R11 R12 B6 K1", "R4 R5 R6 B6"] {
        let waits = scene("B3 B4 B5", rack).unopened();
        assert_eq!(waits.act("champion:budget=fast"), "draw", "{rack}");
        assert_eq!(
            waits.rules(AT_ONCE).act("champion:budget=fast"),
            "draw",
            "{rack}"
        );
    }
}

#[test]
fn of_equally_small_openings_it_lays_the_one_that_leaves_little_room() {
    // Red leaves room for the eight and the twelve, blue for the ten alone.
    let others = "K1 K3 K5 O2 O4 O6";
    let late = scene("", &format!("R9 R10 R11 B11 B12 B13 {others}")).pool(0);
    assert_eq!(late.unopened().act("champion:budget=fast"), "B11 B12 B13");
    // Here the next tiles of red are on the own rack, so they are room for nobody else.
    let others = "R8 R8 R12 R12 K1 K3";
    let late = scene("", &format!("R9 R10 R11 B11 B12 B13 {others}")).pool(0);
    assert_eq!(late.unopened().act("champion:budget=fast"), "R9 R10 R11");
}

#[test]
fn it_opens_once_the_pool_is_empty_unless_a_last_round_begins_then() {
    let champion: BotSpec = "champion:budget=fast".parse().unwrap();
    let opens = |rules: &str, players: usize, pool: usize| {
        let rules = RuleSet::preset(rules).unwrap();
        let table = Table::default();
        let rack = tiles("B11 B12 B13 B2 B5 K1 K4 K7 K10", &rules);
        let mut view = view(&rules, &table, rack);
        view.opened = vec![false; players].into();
        view.rack_sizes = vec![9; players].into();
        view.pool_len = pool;
        let mut stream = Stream::new(Key::sample(1, "opening", 0));
        let action = champion.make().act(&view, &mut stream).unwrap();
        matches!(action, Action::Play(_))
    };
    for players in 2..=6 {
        assert!(opens("original", players, 0), "{players}");
        assert!(!opens("original", players, 1), "{players}");
        assert!(opens("tournament", players, 1), "{players}");
        assert!(!opens("tournament", players, 2), "{players}");
        assert!(opens("twist", players, 2), "{players}");
        assert!(!opens("twist", players, 3), "{players}");
    }
}
