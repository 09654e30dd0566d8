//! Players who must lay if they can, and who draw until they can (docs/rules.md#forced-play,
//! docs/rules.md#draw-until-able).

use rummilab_core::{Ending, Game, Happened, Illegal, Seat};

use crate::scenes::{
    REARRANGED, check_refused_by, opened_game, rearrangeable, turn, turn_by, turns, two_tiles_left,
};
use crate::support::{Script, game, rules};

fn able() -> Script {
    Script {
        can_lay: true,
        ..Script::default()
    }
}

#[test]
fn who_can_lay_may_not_draw() {
    let must = rules("original", "hand=5 must_play=true");
    let mut game = opened_game(&must, "");
    check_refused_by(&mut game, "draw", &mut able(), Illegal::DrawWhileAble);
    turn(&mut game, "draw");
    // Seat 1 has not opened: an opening is a play like any other.
    check_refused_by(&mut game, "draw", &mut able(), Illegal::DrawWhileAble);
    let opened = rules("original", "hand=5 must_play=opened");
    let mut game = opened_game(&opened, "");
    check_refused_by(&mut game, "draw", &mut able(), Illegal::DrawWhileAble);
    turn(&mut game, "draw");
    assert!(turn_by(&mut game, "draw", &mut able()).is_ok());
    let free = rules("original", "hand=5");
    let mut asked = able();
    assert!(turn_by(&mut opened_game(&free, ""), "draw", &mut asked).is_ok());
    assert!(asked.positions.is_empty(), "where play is free nobody asks");
}

#[test]
fn who_can_lay_may_neither_rearrange_and_draw_nor_pass_after_a_draw() {
    let tournament = rules("tournament", "hand=7 must_play=true");
    let mut game = rearrangeable(&tournament);
    check_refused_by(&mut game, REARRANGED, &mut able(), Illegal::DrawWhileAble);
    turn(&mut game, REARRANGED);
    let house = rules("house", "hand=5 must_play=true opening_min=30");
    let mut game = self::game(&house, &["R10 B10 K10 K1 K2", "R1 B2 K4 Y5 R7"], "R3 R4 R5");
    check_refused_by(&mut game, "pass", &mut able(), Illegal::PassWhileAble);
    turn(&mut game, "pass");
}

/// The two fields concern a pool with and without tiles, each alone.
#[test]
fn an_empty_pool_has_a_field_of_its_own() {
    let rules = rules(
        "original",
        "hand=26 must_play=true must_play_when_empty=false",
    );
    let mut game = two_tiles_left(&rules);
    check_refused_by(&mut game, "draw", &mut able(), Illegal::DrawWhileAble);
    turns(&mut game, "draw, draw");
    assert!(turn_by(&mut game, "pass", &mut able()).is_ok());
}

/// Seat 0 draws while the judge says that it can lay nothing.
#[test]
fn who_draws_moves_again_until_tiles_are_laid() {
    let until = rules("original", "hand=5 must_play=true draw_until_able=true");
    let racks = ["R10 B10 O1 O3 O5", "R11 B11 K11 R1 B9"];
    let mut game = game(&until, &racks, "B3 K10 O2 O4");
    for drawn in ["B3", "K10"] {
        let event = turn(&mut game, "draw");
        let Happened::Drew(tile) = event.happened else {
            panic!("{event:?}")
        };
        assert_eq!(
            (tile.to_string().as_str(), game.to_move()),
            (drawn, Some(Seat(0)))
        );
    }
    check_refused_by(&mut game, "draw", &mut able(), Illegal::DrawWhileAble);
    turn(&mut game, "R10 B10 K10");
    assert_eq!(game.to_move(), Some(Seat(1)));
    // Penalty tiles end the turn.
    turn(&mut game, "invalid");
    assert_eq!(game.to_move(), Some(Seat(0)));
}

/// The seats that move, from the one that has drawn the last tile, if everybody passes.
fn movers_after_the_last_tile(options: &str) -> Vec<usize> {
    let options = format!("hand=26 must_play=true draw_until_able=true {options}");
    let mut game: Game = two_tiles_left(&rules("original", &options));
    turns(&mut game, "draw, draw");
    let mut seats = Vec::new();
    while let Some(seat) = game.to_move() {
        seats.push(seat.index());
        turn(&mut game, "pass");
    }
    assert_eq!(game.ending(), Some(Ending::PoolEmpty));
    seats
}

#[test]
fn who_draws_the_last_tile_moves_once_more() {
    let check = |options: &str, seats: &[usize]| {
        assert_eq!(movers_after_the_last_tile(options), seats, "{options}");
    };
    check("", &[0, 1, 2, 3]);
    check("empty_pool_procedure=one_round_from_drawer", &[0, 1, 2, 3]);
    check("empty_pool_procedure=one_round_from_next", &[0, 1, 2, 3, 0]);
    check("empty_pool_procedure=stop", &[0]);
}

#[test]
fn drawing_until_able_needs_forced_play_and_no_first_draw() {
    let original = rules("original", "");
    for options in [
        &["draw_until_able=true"][..],
        &["draw_until_able=true", "must_play=opened"],
        &["draw_until_able=true", "must_play=true", "draw_first=true"],
    ] {
        let error = original.with_options(options).unwrap_err().to_string();
        assert!(
            error.contains("`draw_until_able` is true; expected false unless"),
            "{error}"
        );
    }
}
