//! The standoff against full enumeration on small rule sets, and the bots that play it.

use crate::common::counting::Counting;
use crate::common::enumeration::{Enumeration, parts, small};
use crate::common::{scene, tiles, turn};
use rummilab_bot_api::Visible;
use rummilab_bots::endgame::State;
use rummilab_bots::standoff::{
    Effort, NoAnswer, PartitionQueries, Standoff, own_sets, pairs, singles,
};
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_tiles;
use rummilab_core::{Position, RuleSet, Seat, TileCounts};
use rummilab_search::SearchSolver;

/// Far more than small games need.
const ENOUGH: u64 = 1_000_000;

const EFFORT: Effort = Effort {
    work: ENOUGH,
    stoppers: 6,
    compared: 4,
};

/// Every table of a small game with at most half of the tiles.
fn tables(rules: &RuleSet, enumeration: &mut Enumeration) -> Vec<TileCounts> {
    let all = rules.deck();
    let few = |part: &TileCounts| (3..=all.len() / 2).contains(&part.len());
    let parts = parts(&all).into_iter().filter(few);
    parts
        .filter(|part| enumeration.split(part).is_some())
        .collect()
}

/// One of these tables, and two random racks of the other tiles.
fn state(rules: &RuleSet, tables: &[TileCounts], number: u64) -> State {
    let mut stream = Stream::new(Key::sample(3, "standoff", number));
    let all = rules.deck();
    let table = stream.pick(tables).copied().unwrap();
    let mut rest: Vec<_> = all.checked_sub(&table).unwrap().tiles().collect();
    stream.shuffle(&mut rest);
    let (one, other) = rest.split_at(rest.len() / 2);
    State {
        racks: [
            one.iter().copied().collect(),
            other.iter().copied().collect(),
        ],
        opened: [true; 2],
        turned: [true; 2],
        to_move: Seat(stream.index(2).unwrap()),
        passes: 0,
        left: None,
    }
}

fn opened(table: TileCounts, rack: TileCounts) -> Position {
    Position {
        table,
        rack,
        opened: true,
        ..Position::default()
    }
}

/// The chosen play is legal and does not let the opponent out. No play is chosen only if no play of
/// one tile, of a related pair or of an own set stops the opponent. Returns the number of states
/// with such a play.
fn check(options: &str, states: u64) -> usize {
    let rules = small(options);
    let mut enumeration = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let tables = tables(&rules, &mut enumeration);
    let mut stopped = 0;
    for number in 0..states {
        let state = state(&rules, &tables, number);
        let table = state.position(&rules).table;
        let (own, other) = (
            state.racks[state.to_move.index()],
            state.racks[1 - state.to_move.index()],
        );
        let lets_out = |enumeration: &mut Enumeration, laid: &TileCounts| {
            let table = table.checked_add(laid).unwrap();
            let out = other.checked_add(&table).unwrap();
            enumeration.split(&out).is_some()
        };
        let mut stream = Stream::new(Key::sample(4, "standoff", number));
        let chosen = Standoff::new(&rules, &mut solver, &state, ENOUGH)
            .best(&EFFORT, &mut stream)
            .unwrap();
        if let Some(laid) = chosen {
            stopped += 1;
            assert!(
                !lets_out(&mut enumeration, &laid),
                "{number}: {laid} of {state:?}"
            );
            let plays = enumeration.plays(&rules, &opened(table, own));
            assert!(plays.contains(&laid), "{number}: {laid} of {state:?}");
            continue;
        }
        let mut queries = PartitionQueries::new(&rules, &mut solver, ENOUGH);
        let alone = singles(&mut queries, &table, &own).unwrap();
        let mut small: Vec<TileCounts> = alone
            .tiles()
            .map(|tile| TileCounts::from_iter([tile]))
            .collect();
        small.extend(pairs(&mut queries, &table, &own, &alone).unwrap());
        small.extend(own_sets(&rules, &own));
        for laid in small.iter().filter(|laid| **laid != own) {
            assert!(
                lets_out(&mut enumeration, laid),
                "{number}: {laid} of {state:?}"
            );
        }
    }
    stopped
}

#[test]
fn a_play_is_chosen_exactly_if_a_small_one_stops_the_opponent() {
    for options in ["", "jokers=1", "jokers=2", "values=5"] {
        let stopped = check(options, 60);
        // With two jokers in so small a game nearly all tiles lie: few racks stop anybody.
        assert!((5..60).contains(&stopped), "{options:?}: {stopped}");
    }
}

#[test]
fn small_plays_are_legal_and_all_single_tiles_among_them() {
    let rules = small("jokers=1");
    let mut enumeration = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let tables = tables(&rules, &mut enumeration);
    for number in 0..40 {
        let state = state(&rules, &tables, number);
        let (table, rack) = (state.position(&rules).table, state.racks[0]);
        let plays = enumeration.plays(&rules, &opened(table, rack));
        let mut queries = PartitionQueries::new(&rules, &mut solver, ENOUGH);
        let alone = singles(&mut queries, &table, &rack).unwrap();
        for (tile, _) in rack.kinds() {
            let single = TileCounts::from_iter([tile]);
            assert_eq!(alone.count(tile) > 0, plays.contains(&single), "{tile}");
        }
        for laid in pairs(&mut queries, &table, &rack, &alone).unwrap() {
            assert!(laid.len() == 2 && plays.contains(&laid), "{laid}");
        }
        for laid in own_sets(&rules, &rack) {
            assert!(laid.len() == 3 && plays.contains(&laid), "{laid}");
        }
    }
}

#[test]
fn own_sets_of_a_rack_are_its_runs_and_groups_of_three() {
    let rules = RuleSet::preset("original").unwrap();
    let sets = own_sets(&rules, &tiles("R3 R4 R5 R6 B4 B4 K4 O9 J", &rules));
    let mut found: Vec<String> = sets.iter().map(ToString::to_string).collect();
    found.sort();
    assert_eq!(found, ["R3 R4 R5", "R4 B4 K4", "R4 R5 R6"]);
}

#[test]
fn no_more_is_asked_than_agreed_and_the_stopper_is_part_of_the_rack() {
    let rules = small("jokers=1");
    let mut enumeration = Enumeration::new(&rules);
    let tables = tables(&rules, &mut enumeration);
    for number in 0..10 {
        let state = state(&rules, &tables, number);
        for work in [0, 1, 5, 20, 1000] {
            let mut counting = Counting::new(Some(0));
            let mut stream = Stream::new(Key::sample(5, "standoff", number));
            let mut standoff = Standoff::new(&rules, &mut counting, &state, work);
            let chosen = standoff.best(&EFFORT, &mut stream).unwrap();
            let own = state.racks[state.to_move.index()];
            for stopper in standoff.stoppers() {
                assert!(own.contains(stopper), "{stopper} of {own}");
                let all = rules.deck();
                let rest = all.checked_sub(stopper).unwrap();
                assert!(enumeration.split(&rest).is_none(), "{stopper}");
            }
            assert!(work > 0 || chosen.is_none());
            assert!(counting.asked() <= work, "{} of {work}", counting.asked());
        }
    }
    let mut solver = SearchSolver::new();
    let mut queries = PartitionQueries::new(&rules, &mut solver, 1);
    let multiset =
        |tiles: usize| -> TileCounts { rules.all_tiles().into_iter().take(tiles).collect() };
    let first = queries.can_partition(&multiset(3)).unwrap();
    assert_eq!(
        queries.can_partition(&multiset(3)),
        Ok(first),
        "known answers are free"
    );
    assert_eq!(
        queries.can_partition(&multiset(4)),
        Err(NoAnswer::BudgetExhausted)
    );
}

#[test]
fn a_champion_holds_until_everything_goes() {
    for bot in ["champion", "champion:budget=fast"] {
        assert_eq!(scene("R3 R4 R5", "R6 K1").act(bot), "draw", "{bot}");
        assert_eq!(scene("R3 R4 R5", "R6 J").act(bot), "R6 J", "{bot}");
        assert_eq!(
            scene("R3 R4 R5", "R6 K1").opponent(1).act(bot),
            "draw",
            "{bot}"
        );
        // With one last round, the tiles left on the rack count.
        let club = scene("R3 R4 R5", "R6 K1").rules("empty_pool_procedure=one_round_from_drawer");
        assert_eq!(club.last_round().act(bot), "R6", "{bot}");
        // Where a bot may pass, it passes.
        let free = scene("R3 R4 R5", "R6 K1").rules("must_play_when_empty=false");
        assert_eq!(free.pool(0).act(bot), "pass", "{bot}");
    }
}

#[test]
fn it_opens_with_few_tiles_and_without_the_joker() {
    let rich = scene("", "R10 R11 R12 K1 K2 K3 B7 J").pool(0);
    rich.check([("champion", "R10 R11 R12")]);
    // A joker stays out of the opening for a while. Where all may pass, an opening does not wait.
    let joker = |turns| {
        let joker = scene("", "R10 R11 J K1").after_turns(turns);
        joker.pool(1).rules("must_play_when_empty=false")
    };
    assert_eq!(joker(0).act("champion"), "draw");
    assert_eq!(joker(30).act("champion"), "draw");
    assert_eq!(joker(31).act("champion"), "R10 R11 J");
    assert_eq!(joker(0).pool(0).act("champion"), "R10 R11 J");
    // If the whole rack goes, nothing is kept for later.
    for rack in ["R10 R11 J", "R10 R11 R12 J", "R10 R11 R12 K1 K2 K3"] {
        assert_eq!(scene("", rack).act("champion"), rack);
    }
    // Nothing is kept in a last round either.
    let last =
        scene("", "R10 R11 R12 K1 K2 K3 B7 J").rules("empty_pool_procedure=one_round_from_drawer");
    let last = last.last_round();
    assert_eq!(last.act("champion"), last.act("greedy"));
    assert_eq!(scene("", "R1 R2 R3 K1").act("champion"), "draw");
}

#[test]
fn a_champion_opens_late_among_holders() {
    let laid = |seat| turn(Seat(seat), Visible::Laid(TileCounts::EMPTY));
    let waits = |text| scene("K2 K3 K4", text).unopened();
    let opens = "R10 R11 R12";
    for bot in ["champion", "champion:budget=fast"] {
        let early = || waits("R10 R11 R12 K1 K9");
        assert_eq!(early().act(bot), "draw", "{bot}");
        assert_eq!(early().pool(1).act(bot), "draw", "{bot}");
        assert_eq!(early().pool(0).act(bot), opens, "{bot}");
        // On its next turn the whole rest goes.
        assert_eq!(waits("R10 R11 R12 K1").act(bot), opens, "{bot}");
        // A player who has laid once may be waiting too; one who lays again is not.
        let once = early().after(&[laid(1)]);
        assert_eq!(once.act(bot), "draw", "{bot}");
        let twice = early().after(&[laid(1), laid(1)]);
        assert_eq!(twice.act(bot), opens, "{bot}");
        // Waiting was tried with powerful jokers, but not where all may pass.
        let rules = |option| early().rules(option).act(bot);
        assert_eq!(rules("must_play_when_empty=false"), opens, "{bot}");
        let club = "empty_pool_procedure=one_round_from_drawer";
        assert_eq!(rules(club), "draw", "{bot}");
        assert_eq!(early().rules(club).pool(1).act(bot), opens, "{bot}");
    }
}

#[test]
fn the_same_view_and_stream_give_the_same_turn() {
    let rules = RuleSet::preset("original").unwrap();
    let table = "R3 R4 R5 ; B10 B11 B12 ; K9 O9 R9";
    let mut rest = rules.all_tiles();
    for tile in parse_tiles(&table.replace(';', " "), &rules).unwrap() {
        let at = rest.iter().position(|left| *left == tile).unwrap();
        rest.remove(at);
    }
    Stream::new(Key::sample(6, "standoff", 0)).shuffle(&mut rest);
    let rack: TileCounts = rest[..rest.len() / 2].iter().copied().collect();
    let known = scene(table, &rack.to_string())
        .opponent(rest.len() - rack.len())
        .pool(0);
    for bot in ["champion", "champion:budget=fast", "champion:budget=quick"] {
        let laid = known.act_with(bot, 1);
        assert_eq!(laid, known.act_with(bot, 1), "{bot}");
        assert!(laid != "pass" && laid != "draw", "{bot}: {laid}");
        assert!(
            laid.split(' ').count() <= 3,
            "{bot} keeps what it can: {laid}"
        );
    }
}
