//! Planning, from two tiles in the pool on.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::common::table::play;
use crate::common::{scene, tiles};
use rummilab_bot_api::{PublicTurn, Visible};
use rummilab_bots::endgame::{Endgame, State};
use rummilab_bots::plan::{Duel, End, EndValues, OUT, Stoppers, WorthEffort, smallest, worth};
use rummilab_bots::standoff::{KeptAutomaton, PartitionQueries, larger_plays, one_by_one, singles};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet, Seat, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver};
use rummilab_solver_suite::long_tier;

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
    let automaton = KeptAutomaton::default();
    let mut found = 0;
    for number in 0..4 {
        let rack = rack(&rules, 44, number);
        let mut queries = PartitionQueries::new(&rules, &mut solver, 4000).with(&automaton);
        let mut stream = Stream::new(Key::sample(9, "plan", 100 + number));
        let stoppers = smallest(&mut queries, &rack, 300, &mut stream).unwrap();
        assert!(stoppers.is_sorted_by_key(TileCounts::len));
        for stopper in &stoppers {
            found += 1;
            assert!(rack.contains(stopper), "{stopper} of {rack}");
            assert!(queries.stops(stopper).unwrap(), "{stopper}");
            for (tile, _) in stopper.kinds() {
                let mut less = *stopper;
                assert!(less.remove(tile));
                assert!(!queries.stops(&less).unwrap(), "{stopper} without {tile}");
            }
        }
    }
    assert!(found >= 4, "{found}");
}

#[test]
fn a_rack_that_stops_nobody_has_no_stopper() {
    let rules = RuleSet::preset("original").unwrap();
    let mut solver = SearchSolver::new();
    let mut queries = PartitionQueries::new(&rules, &mut solver, 1000);
    let mut stream = Stream::new(Key::sample(9, "plan", 200));
    let one = rack(&rules, 1, 0);
    assert!(
        smallest(&mut queries, &one, 300, &mut stream)
            .unwrap()
            .is_empty()
    );
    for rack in [TileCounts::EMPTY, one] {
        assert!(!queries.stops(&rack).unwrap(), "{rack}");
    }
}

#[test]
fn what_fits_is_the_same_with_and_without_the_automaton() {
    let rules = RuleSet::preset("original").unwrap();
    let (mut one, mut other) = (SearchSolver::new(), SearchSolver::new());
    let automaton = KeptAutomaton::default();
    let mut asked = PartitionQueries::new(&rules, &mut one, 1_000_000);
    let mut known = PartitionQueries::new(&rules, &mut other, 1_000_000).with(&automaton);
    let all = rules.deck();
    let mut lie = 0;
    for number in 0..300 {
        let multiset = rack(&rules, 3 + number as usize % 90, 300 + number);
        let rest = all.checked_sub(&multiset).unwrap();
        let expected = asked.can_partition(&multiset).unwrap();
        lie += u32::from(expected);
        assert_eq!(
            known.can_partition(&multiset).unwrap(),
            expected,
            "{multiset}"
        );
        if number % 10 == 0 {
            let fits = asked.one_more(&multiset, &rest).unwrap();
            assert_eq!(
                known.one_more(&multiset, &rest).unwrap(),
                fits,
                "{multiset}"
            );
        }
    }
    assert!(lie > 10, "{lie}");
}

/// With more jokers than the automaton reads, a plan asked the solver as often as the automaton.
#[test]
fn questions_are_quick_where_the_automaton_answers_all() {
    for (option, expected) in [
        ("jokers=0", true),
        ("jokers=2", true),
        ("jokers=4", false),
        ("step2=true", false),
    ] {
        let rules = RuleSet::preset("original").unwrap();
        let rules = rules.with_options(&[option]).unwrap();
        let mut solver = SearchSolver::new();
        let automaton = KeptAutomaton::default();
        let queries = PartitionQueries::new(&rules, &mut solver, 1);
        let queries = queries.with(&automaton);
        assert_eq!(queries.is_quick(), expected, "{option}");
    }
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
fn who_plays_for_points_gives_up_where_a_last_round_follows_the_last_draw() {
    let points = |rules: &RuleSet, turn: &PublicTurn| match &turn.visible {
        Visible::Laid(tiles) => rules.rack_points(tiles),
        _ => 0,
    };
    let mut given_up = 0;
    for (system, games) in [("original", 2), ("tournament", 4)] {
        let rules = RuleSet::preset(system).unwrap();
        for seed in 0..games {
            let [wins, dumps] = ["wins", "points"].map(|aim| {
                let bot = format!("champion:budget=quick,aim={aim}");
                play(
                    &rules,
                    &[&bot, "champion:budget=quick"],
                    seed,
                    400,
                    |_, _| (),
                )
            });
            let both = wins.iter().zip(&dumps);
            let Some((usual, dump)) = both.into_iter().find(|(one, other)| one != other) else {
                assert_eq!(wins.len(), dumps.len());
                continue;
            };
            assert_eq!((system, dump.seat), ("tournament", Seat(0)));
            assert!(points(&rules, dump) > points(&rules, usual) + 30);
            given_up += 1;
        }
    }
    assert!(given_up > 0);
}

#[test]
fn with_a_tile_in_the_pool_a_stopper_stops_whichever_it_is() {
    let rules = RuleSet::preset("tournament").unwrap();
    let (mut one, mut other) = (SearchSolver::new(), SearchSolver::new());
    let automaton = KeptAutomaton::default();
    let all = rules.deck();
    let (mut stopping, mut letting) = (0, 0);
    for number in 0..16 {
        let kept = rack(&rules, if number % 2 == 0 { 8 } else { 46 }, 700 + number);
        let rest = all.checked_sub(&kept).unwrap();
        let hidden: TileCounts = rest.kinds().map(|(tile, _)| tile).step_by(6).collect();
        let mut known = PartitionQueries::new(&rules, &mut one, 100_000).with(&automaton);
        known = known.without_one_of(hidden);
        let mut queries = PartitionQueries::new(&rules, &mut other, 100_000);
        let mut ways = 0;
        for tile in hidden.tiles() {
            let mut multiset = rest;
            assert!(multiset.remove(tile));
            ways += u32::from(queries.can_partition(&multiset).unwrap());
        }
        assert_eq!(known.lets_out(&kept).unwrap(), ways, "{kept}");
        assert_eq!(known.stops(&kept).unwrap(), ways == 0, "{kept}");
        stopping += u32::from(ways == 0);
        letting += u32::from(ways > 0);
    }
    assert!(stopping > 2 && letting > 2, "{stopping}, {letting}");
}

const EFFORT: WorthEffort = WorthEffort {
    search: 100,
    playouts: 8,
};

/// The value of a position for the player with the first rack, who is to move.
fn value(rules: &RuleSet, table: TileCounts, racks: [TileCounts; 2]) -> f64 {
    value_by(rules, table, racks, EFFORT)
}

fn value_by(
    rules: &RuleSet,
    table: TileCounts,
    racks: [TileCounts; 2],
    effort: WorthEffort,
) -> f64 {
    let mut stream = Stream::new(Key::sample(9, "plan", 800));
    let (mut solver, automaton) = (SearchSolver::new(), KeptAutomaton::default());
    let queries = PartitionQueries::new(rules, &mut solver, 1_000_000);
    let mut queries = queries.with(&automaton).remembering();
    let duel = Duel {
        to_move: 0,
        racks,
        table,
        passes: 0,
    };
    let mut stoppers = Stoppers::default();
    worth(&duel, &mut queries, &mut stoppers, effort, &mut stream).unwrap()
}

#[test]
fn who_stops_nobody_is_lost_only_where_no_play_spoils_what_the_other_would_lay() {
    let rules = RuleSet::preset("original").unwrap();
    let rules = rules.with_options(&["values=6"]).unwrap();
    let all = rules.deck();
    let jokers = all.saturating_sub(&all.without_jokers());
    let (mut spoilt, mut lost) = (0, 0);
    for number in 0..1500 {
        let mut solver = SearchSolver::new();
        // Without jokers in the other tiles, one tile more often spoils what lies.
        let own = rack(&rules, 4 + number as usize % 20, 900 + number).without_jokers();
        let own = own.checked_add(&jokers).unwrap();
        let rest = all.checked_sub(&own).unwrap();
        if !PartitionQueries::new(&rules, &mut solver, 1)
            .can_partition(&rest)
            .unwrap()
        {
            continue;
        }
        // What lies is the most that some of the tiles make, so that the others lie only with it.
        let mut some: Vec<Tile> = rest.tiles().collect();
        Stream::new(Key::sample(9, "plan", 2000 + number)).shuffle(&mut some);
        let position = Position {
            rack: some[..rest.len() / 2].iter().copied().collect(),
            opened: true,
            ..Position::default()
        };
        let laid = solver.solve(&rules, &position, &Goal::Tiles).unwrap();
        let table = laid.into_verified().unwrap().played;
        let other = rest.checked_sub(&table).unwrap();
        let mut queries = PartitionQueries::new(&rules, &mut solver, 10_000);
        if !queries.stops(&other).unwrap() {
            continue;
        }
        let alone = queries.one_more(&table, &own).unwrap();
        let mut plays: Vec<TileCounts> = one_by_one(&alone);
        plays.extend(larger_plays(&mut queries, &table, &own, &alone).unwrap());
        let mut stops = |laid| queries.stops(&own.saturating_sub(laid)).unwrap();
        let spoils = plays.iter().any(&mut stops);
        let worth = value(&rules, table, [own, other]);
        match (spoils, worth == -OUT) {
            (true, false) => spoilt += 1,
            (false, true) => lost += 1,
            _ => panic!("{own} on {table} is worth {worth}"),
        }
    }
    assert!(spoilt > 2 && lost > 2, "{spoilt}, {lost}");
}

/// Of two racks the one of which more tiles fit is mostly worth more to the player to move, by the
/// room and by the playouts, with a joker on the table too.
#[test]
fn more_room_is_mostly_worth_more() {
    let rules = RuleSet::preset("original").unwrap();
    let room = |rack: &TileCounts, fits: &TileCounts| -> u32 {
        let kinds = rack.kinds().filter(|(tile, _)| fits.count(*tile) > 0);
        kinds.map(|(_, count)| u32::from(count)).sum()
    };
    let lying = ["R3 R4 R5 B5 B6 B7 O8 O9 O10", "J R3 R4 B5 B6 B7 O8 O9 O10"];
    for table in lying.map(|table| tiles(table, &rules)) {
        let rest = rules.deck().checked_sub(&table).unwrap();
        let (mut more, mut less) = ([0; 2], [0; 2]);
        for number in 0..30 {
            let other = rack(&rules, 48, 3000 + number).saturating_sub(&table);
            let own = rest.checked_sub(&other).unwrap();
            let mut solver = SearchSolver::new();
            let mut queries = PartitionQueries::new(&rules, &mut solver, 10_000);
            let fits = queries.one_more(&table, &rest).unwrap();
            let (best, worst) = match room(&own, &fits).cmp(&room(&other, &fits)) {
                Ordering::Greater => (own, other),
                Ordering::Less => (other, own),
                Ordering::Equal => continue,
            };
            let values = [[best, worst], [worst, best]].map(|racks| {
                let playouts = 0;
                let room = value_by(&rules, table, racks, WorthEffort { playouts, ..EFFORT });
                [room, value(&rules, table, racks) - room]
            });
            for part in 0..2 {
                more[part] += u32::from(values[0][part] > values[1][part]);
                less[part] += u32::from(values[0][part] < values[1][part]);
            }
        }
        assert!(more[0] > 5 * less[0], "{table}: {more:?}, {less:?}");
        assert!(more[1] > less[1] + 2, "{table}: {more:?}, {less:?}");
    }
}

/// An end by its racks, the player to move first; everything else lies on the table.
fn end(rules: &RuleSet, racks: [TileCounts; 2]) -> End {
    let table = rules.deck().checked_sub(&racks[0]).unwrap();
    let table = table.checked_sub(&racks[1]).unwrap();
    End { racks, table }
}

/// The end after a play, or after a pass.
fn after(of: &End, laid: &TileCounts) -> End {
    End {
        racks: [of.racks[1], of.racks[0].checked_sub(laid).unwrap()],
        table: of.table.checked_add(laid).unwrap(),
    }
}

/// The small plays that do not let the other out: single tiles, or larger ones if there is none.
/// `None` if nothing can be laid.
fn safe_plays(of: &End, queries: &mut PartitionQueries<'_>) -> Option<Vec<TileCounts>> {
    let [own, other] = of.racks;
    let alone = singles(queries, &of.table, &own).unwrap();
    let larger = larger_plays(queries, &of.table, &own, &alone).unwrap();
    if alone.is_empty() && larger.is_empty() {
        return None;
    }
    let mut safe = |laid: &TileCounts| {
        let out = of.table.checked_add(laid).unwrap();
        own != *laid
            && !queries
                .can_partition(&out.checked_add(&other).unwrap())
                .unwrap()
    };
    let mut plays = one_by_one(&alone);
    plays.retain(&mut safe);
    if plays.is_empty() {
        plays = larger;
        plays.retain(&mut safe);
    }
    Some(plays)
}

/// An end after random safe plays, with at most this many tiles on both racks.
fn random_end(rules: &RuleSet, tiles: usize, number: u64) -> End {
    let mut solver = SearchSolver::new();
    let automaton = KeptAutomaton::default();
    let mut queries = PartitionQueries::new(rules, &mut solver, u64::MAX);
    queries = queries.with(&automaton);
    let mut stream = Stream::new(Key::sample(9, "end", number));
    let mut order = rules.all_tiles();
    loop {
        stream.shuffle(&mut order);
        let (own, other) = order.split_at(order.len() / 2);
        let racks = [own, other].map(|tiles| tiles.iter().copied().collect());
        let mut end = end(rules, racks);
        while end.racks[0].len() + end.racks[1].len() > tiles {
            let plays = safe_plays(&end, &mut queries);
            let Some(laid) = plays.and_then(|plays| stream.pick(&plays).copied()) else {
                break;
            };
            end = after(&end, &laid);
        }
        if end.racks[0].len() + end.racks[1].len() <= tiles {
            return end;
        }
    }
}

/// Who wins, by every small play and with the solver alone.
fn wins(
    rules: &RuleSet,
    of: &End,
    passes: u8,
    queries: &mut PartitionQueries<'_>,
    known: &mut BTreeMap<([TileCounts; 2], u8), bool>,
) -> bool {
    if let Some(known) = known.get(&(of.racks, passes)) {
        return *known;
    }
    let next = after(of, &TileCounts::EMPTY);
    let [own, other] = of.racks;
    let wins = match safe_plays(of, queries) {
        None if passes > 0 => rules.rack_points(&own) < rules.rack_points(&other),
        None => !wins(rules, &next, 1, queries, known),
        Some(plays) => plays
            .iter()
            .any(|laid| !wins(rules, &after(of, laid), 0, queries, known)),
    };
    known.insert((of.racks, passes), wins);
    wins
}

#[test]
fn ends_are_decided_as_by_trying_every_small_play() {
    let (mut decided, mut won) = (0, 0);
    for (options, number) in [
        (["values=7", "jokers=0"], 0),
        (["values=6", "jokers=2"], 100),
    ]
    .into_iter()
    .flat_map(|(options, from)| (from..from + 8).map(move |number| (options, number)))
    {
        let rules = RuleSet::preset("original").unwrap();
        let rules = rules.with_options(&options).unwrap();
        let end = random_end(&rules, 22, number);
        let mut values = EndValues::new(1_000_000);
        let mut solver = SearchSolver::new();
        let found = values.plays(&rules, &end, &mut solver).unwrap().unwrap();
        let mut other = SearchSolver::new();
        let mut queries = PartitionQueries::new(&rules, &mut other, u64::MAX);
        let mut known = BTreeMap::new();
        for (laid, value) in found {
            let next = after(&end, &laid);
            let out = next.table.checked_add(&next.racks[0]).unwrap();
            let lets_out = queries.can_partition(&out).unwrap();
            let expected = !lets_out && !wins(&rules, &next, 0, &mut queries, &mut known);
            assert_eq!(value, expected, "{laid} in {end:?}");
            decided += 1;
            won += usize::from(value);
        }
    }
    assert!(won > 5 && decided > won + 5, "{won} of {decided}");
}

/// Of 322 plays of forty ends of 18 tiles, two were worth another result with all plays than with
/// small ones. The long tier counts them again.
#[test]
fn small_plays_nearly_always_decide_as_all_plays_do() {
    let rules = RuleSet::preset("original").unwrap();
    let rules = rules.with_options(&["values=7", "jokers=0"]).unwrap();
    let (ends, tiles) = if long_tier() { (40, 18) } else { (8, 16) };
    let (mut same, mut other) = (0, 0);
    for number in 0..ends {
        let of = random_end(&rules, tiles, number);
        let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
        let state = State {
            racks: of.racks,
            opened: [true; 2],
            turned: [true; 2],
            to_move: Seat(0),
            passes: 0,
            left: None,
        };
        let mut values = EndValues::new(1_000_000);
        let plays = values.plays(&rules, &of, solver.as_mut());
        let mut endgame = Endgame::new(&rules, Seat(0), &mut solver, 20_000);
        for (laid, wins) in plays.unwrap().unwrap() {
            match endgame.worth_after(&state, &laid).unwrap() {
                None => {}
                Some(worth) if (worth > 0) == wins => same += 1,
                Some(_) => other += 1,
            }
        }
    }
    assert!(same > 30 && other * 50 <= same, "{same} alike, {other} not");
}
