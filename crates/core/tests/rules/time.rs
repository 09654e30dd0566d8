//! Time-outs and penalties of original and tournament (docs/rules.md#time-outs,
//! docs/rules.md#invalid-plays).

use rummilab_core::{Deal, Ending, Game, Happened, Seat};

use crate::scenes::{
    REARRANGED, WHOLE, check_outcome, opened_game, outcome, plain, rearrangeable, tile, time_out,
    turn, turns, two_tiles_left,
};
use crate::support::{counts, deal, game, rules, table, tiles};

/// The time of the seat to move runs out with this table. Its rack changes only by what happened,
/// and the turn is over.
fn check_time_out(system: &str, moves: &str, as_it_lies: &str, after: &str, happened: &str) {
    let rules = rules(system, "hand=5");
    let mut game = opened_game(&rules, moves);
    let seat = game.to_move().unwrap();
    let (rack, own_turns) = (*game.rack(seat), game.own_turns(seat));
    let event = time_out(&mut game, as_it_lies);
    let expected = (after.to_owned(), happened.to_owned());
    assert_eq!(outcome(&game, &event), expected, "{system} {as_it_lies}");
    let (verb, moved) = happened.split_once(' ').unwrap();
    let expected = if verb == "laid" {
        rack.checked_sub(&counts(moved))
    } else {
        rack.checked_add(&counts(moved))
    };
    assert_eq!(Some(*game.rack(seat)), expected, "{system} {as_it_lies}");
    assert_eq!((game.own_turns(seat), event.seat), (own_turns + 1, seat));
    assert_ne!(game.to_move(), Some(seat));
}

#[test]
fn tournament_time_out_keeps_the_legal_part() {
    let check = |as_it_lies: &str, after: &str, happened: &str| {
        check_time_out("tournament", "", as_it_lies, after, happened);
    };
    check("R10 B10 K10 O10", "R10 B10 K10 O10", "laid O10");
    check("R10 B10 K10 O10 ; K1", "R10 B10 K10 O10", "laid O10");
    check("R10 B10 K10", "R10 B10 K10", "drew O2");
    check("R10 B10 K10 ; O10 K1", "R10 B10 K10", "drew O2");
    check("R10 B10 K10 K1", "R10 B10 K10", "drew O2");
    check("K10 R10 B10 ; K1", "K10 R10 B10", "drew O2");
    let restored = "R10 B10 K10";
    check("R10 B10 ; K10", restored, "penalty O2 O3 O4");
    check("B10 K10 O10 ; R10", restored, "penalty O2 O3 O4");
    check("B10 K10 O10", restored, "penalty O2 O3 O4");
    check("R10 B10 K10 ; R1 R2 R3", restored, "penalty O2 O3 O4");
    check("", restored, "penalty O2 O3 O4");
}

/// The own tile that goes back and the one that stays may be of the same kind.
#[test]
fn tournament_time_out_takes_back_only_own_tiles() {
    let rules = rules("tournament", "hand=5");
    let racks = ["R10 B10 K10 R10 O10", "R1 R2 R3 R4 B1"];
    let mut game = game(&rules, &racks, "O1 O2 O3 O4");
    turns(&mut game, "R10 B10 K10, draw");
    let event = time_out(&mut game, "R10 B10 K10 O10 R10");
    // In a broken set every own tile is loose.
    check_outcome(&game, &event, "B10 K10 R10", "drew O2");
    assert_eq!(*game.rack(Seat(0)), counts("R10 O10 O2"));
}

#[test]
fn tournament_time_out_of_an_unopened_player() {
    let check = |as_it_lies: &str, after: &str, happened: &str| {
        check_time_out("tournament", "draw", as_it_lies, after, happened);
    };
    let old = "R10 B10 K10";
    check(old, old, "drew O3");
    check("R10 B10 K10 ; R11 B11", old, "drew O3");
    check(
        "R10 B10 K10 ; R11 B11 K11",
        "R10 B10 K10 ; R11 B11 K11",
        "laid R11 B11 K11",
    );
    check(
        "R10 B10 K10 ; R11 B11 K11 ; B9 R1",
        "R10 B10 K10 ; R11 B11 K11",
        "laid R11 B11 K11",
    );
    check("R10 R11 ; B9 B10 B11 ; K10 K11", old, "penalty O3 O4 O5");
}

/// docs/rules.md#time-outs, § 11.1 of the club rules: the threshold also holds when the time is up.
/// An opening below 30 points is taken back with the penalty.
#[test]
fn tournament_time_out_takes_back_a_small_opening() {
    let rules = rules("tournament", "hand=4");
    let mut game = game(&rules, &["R9 B9 K9 O1", "R1 R2 R3 R4"], "O2 O3 O4");
    let event = time_out(&mut game, "R9 B9 K9");
    check_outcome(&game, &event, "", "penalty O2 O3 O4");
    assert!(!game.opened(Seat(0)));
}

/// A rearrangement stands but is not a turn (docs/rules.md#rearranging-alone). An unopened player
/// may not even rearrange.
#[test]
fn tournament_time_out_after_rearranging() {
    let rules = rules("tournament", "hand=7");
    let mut game = rearrangeable(&rules);
    let event = time_out(&mut game, &format!("{REARRANGED} ; K1"));
    check_outcome(&game, &event, REARRANGED, "drew O3");
    let event = time_out(&mut game, WHOLE);
    check_outcome(&game, &event, REARRANGED, "penalty O4 O5 O6");
}

#[test]
fn original_time_out_takes_everything_back() {
    for as_it_lies in [
        "R10 B10 K10 O10",
        "R10 B10 K10",
        "R10 B10 ; K10",
        "R10 B10 K10 ; K1",
    ] {
        check_time_out(
            "original",
            "",
            as_it_lies,
            "R10 B10 K10",
            "penalty O2 O3 O4",
        );
    }
}

/// docs/rules.md#scoring-cases, 14.
#[test]
fn a_time_out_penalty_takes_what_is_left_and_starts_the_last_round() {
    let rules = rules("tournament", "hand=26");
    let mut game = two_tiles_left(&rules);
    turns(&mut game, "R10 B10 K10");
    let rack = *game.rack(Seat(1));
    let event = time_out(&mut game, "R10 B10 ; K10");
    assert_eq!(event, plain(Seat(1), Happened::Penalty(tiles("O13 O13"))));
    assert_eq!(game.table(), &table("R10 B10 K10", &rules));
    assert_eq!(
        Some(*game.rack(Seat(1))),
        rack.checked_add(&counts("O13 O13"))
    );
    assert!(game.in_last_round());
    assert_eq!(game.to_move(), Some(Seat(1)));
    // With nothing laid and nothing to draw a time-out is a pass.
    let event = time_out(&mut game, "R10 B10 K10");
    assert_eq!(event, plain(Seat(1), Happened::Passed));
    assert_eq!(game.to_move(), Some(Seat(2)));
}

#[test]
fn a_time_out_may_go_out() {
    let rules = rules("tournament", "hand=4");
    let mut game = game(&rules, &["R12 B12 K12 O12", "R1 R2 R3 R4"], "");
    time_out(&mut game, "R12 B12 K12 O12");
    assert_eq!(game.ending(), Some(Ending::WentOut(Seat(0))));
}

#[test]
fn an_invalid_play_costs_three_tiles() {
    for system in ["original", "tournament"] {
        let rules = rules(system, "hand=5");
        let mut game = opened_game(&rules, "");
        let event = turn(&mut game, "invalid");
        let expected = ("R10 B10 K10".to_owned(), "penalty O2 O3 O4".to_owned());
        assert_eq!(outcome(&game, &event), expected, "{system}");
        assert_eq!(*game.rack(Seat(0)), counts("O10 K1 O2 O3 O4"));
        assert_eq!(
            (game.to_move(), game.own_turns(Seat(0)), game.turns()),
            (Some(Seat(1)), 2, 3)
        );
    }
}

/// Only an empty pool ends a game in which nobody lays: a penalty of no tiles is not a pass.
#[test]
fn penalties_of_no_tiles_do_not_end_the_game() {
    let rules = rules("original", "invalid_penalty=0 timeout_penalty=0");
    let mut game = game(&rules, &["", ""], "");
    turns(&mut game, "invalid, invalid, invalid");
    time_out(&mut game, "");
    assert_eq!((game.ending(), game.turns()), (None, 4));
}

#[test]
fn each_penalty_has_its_own_number_of_tiles() {
    let rules = rules("original", "hand=5 invalid_penalty=2 timeout_penalty=1");
    let mut game = opened_game(&rules, "");
    let event = turn(&mut game, "invalid");
    assert_eq!(event.happened, Happened::Penalty(tiles("O2 O3")));
    let event = time_out(&mut game, "");
    assert_eq!(event.happened, Happened::Penalty(tiles("O4")));
}

#[test]
fn seats_draw_from_their_own_streams() {
    let rules = rules("original", "hand=5");
    let shared = deal(&rules, &["", ""], "O1 O2 O3 O4");
    let (first, second) = shared.streams[0].split_at(3);
    let own = Deal {
        streams: vec![first.to_vec(), second.to_vec()],
        ..shared.clone()
    };
    let mut game = Game::new(&rules, &own, Seat(0)).unwrap();
    let event = turn(&mut game, "draw");
    assert_eq!(event.happened, Happened::Drew(tile("O1")));
    let event = turn(&mut game, "draw");
    assert_eq!(event.happened, Happened::Drew(tile("O4")));
    assert_eq!(game.pool_len(), 94);
}

/// An own tile may lie loose beside an equal tile of the table whose set has another loose tile.
/// The tile goes back that leaves the sets legal.
#[test]
fn tournament_time_out_tells_equal_tiles_apart() {
    let check = |own: &str, as_it_lies: &str, after: &str| {
        let rules = rules("tournament", "hand=6 opening_min=15");
        let rack = format!("R4 R5 R6 {own}");
        let mut game = game(&rules, &[&rack, "B1 B3 B5 B7 B9 B11"], "O1 O2");
        turns(&mut game, "R4 R5 R6, draw");
        let event = time_out(&mut game, as_it_lies);
        let drew = (after.to_owned(), "drew O2".to_owned());
        assert_eq!(outcome(&game, &event), drew, "{as_it_lies}");
    };
    check("R4 K1 K3", "R4 R5 R6 K1 ; R4", "R4 R5 R6");
    check("R4 K1 K3", "R4 ; R4 R5 R6 K1", "R4 R5 R6");
    check("R4 R5 K3", "R4 R5 ; R5 R4 R6 K3", "R5 R4 R6");
    check("R4 R5 K3", "R5 K3 ; R4 ; R4 R5 R6", "R4 R5 R6");
}
