//! Redeal, rearranging and refusals of original and tournament, turn by turn through the referee
//! (docs/rules.md#redeal-on-pairs, docs/rules.md#rearranging-alone, docs/rules.md#turn).

use rummilab_core::{Ending, Illegal, Position, Seat, Table, Tile};

use crate::scenes::{
    BROKEN, REARRANGED, WHOLE, check_all_refused, check_outcome, check_refused, check_refused_by,
    rearrangeable, set, tile, turn, turns, two_tiles_left,
};
use crate::support::{Script, counts, game, rules, table, tiles};

// ---- Redeal ----

/// docs/rules.md#scoring-cases, 13.
#[test]
fn three_pairs_allow_a_redeal() {
    for system in ["original", "tournament"] {
        let rules = rules(system, "");
        let check = |rack: &str, allowed: bool| {
            let rack = counts(rack);
            assert_eq!(rack.len(), 14);
            assert_eq!(
                rack.pairs() >= u32::from(rules.redeal_pairs),
                allowed,
                "{rack}"
            );
        };
        check("B3 B3 R8 R8 O10 O10 R1 R2 K4 K5 O6 O7 B9 B12", true);
        check("B3 B3 R8 R8 J J R1 R2 K4 K5 O6 O7 B9 B12", false);
        check("B3 R3 R8 B8 O10 K10 R1 R2 K4 K5 O6 O7 B9 B12", false);
    }
}

// ---- Rearranging without a rack tile ----

#[test]
fn rearranging_alone_is_followed_by_a_draw_in_tournament() {
    let rules = rules("tournament", "hand=7");
    let mut game = rearrangeable(&rules);
    check_refused(&mut game, BROKEN, Illegal::NotASet(set("R8 R9")));
    let event = turn(&mut game, REARRANGED);
    check_outcome(&game, &event, REARRANGED, "drew O3");
    assert_eq!(
        (*game.rack(Seat(0)), game.to_move()),
        (counts("K1 O3"), Some(Seat(1)))
    );
    assert_eq!(game.own_turns(Seat(0)), 2);
    // Seat 1 may not: it has not opened.
    check_refused(&mut game, WHOLE, Illegal::NothingLaid);
}

#[test]
fn rearranging_alone_is_refused_in_original() {
    let rules = rules("original", "hand=7");
    let mut game = rearrangeable(&rules);
    check_refused(&mut game, REARRANGED, Illegal::NothingLaid);
}

/// With an empty pool there is nothing to draw: rearranging counts as a pass and is as free.
#[test]
fn rearranging_alone_with_an_empty_pool_is_a_pass() {
    let options = "hand=26 empty_pool_procedure=until_all_pass must_play_when_empty=true";
    let rules = rules("tournament", options);
    let mut game = two_tiles_left(&rules);
    turns(&mut game, "R10 B10 K10, draw, draw, pass");
    let mut able = Script {
        can_lay: true,
        ..Script::default()
    };
    check_refused_by(&mut game, "K10 B10 R10", &mut able, Illegal::PassWhileAble);
    let event = turn(&mut game, "K10 B10 R10");
    check_outcome(&game, &event, "K10 B10 R10", "passed");
    turns(&mut game, "pass, pass");
    assert_eq!(
        game.ending(),
        Some(Ending::PoolEmpty),
        "it counts as one of the passes in a row"
    );
}

// ---- Refusals ----

#[test]
fn refused_turns_of_an_opened_player_change_nothing() {
    for system in ["original", "tournament"] {
        let rules = rules(system, "hand=8");
        let racks = ["R12 J O12 K5 K6 K7 R5 R6", "R11 B11 K11 R1 B9 B12 R2 R3"];
        let mut game = game(&rules, &racks, "O1 O2 O3");
        turns(&mut game, "R12 J O12, draw");
        let no_set = |text| Illegal::NotASet(set(text));
        let missing = |text| Illegal::TileMissing(tile(text));
        let foreign = |text| Illegal::TileNotOwned(tile(text));
        let copies = |text| Illegal::TooManyCopies(tile(text));
        let fives = "R12 J O12 ; K5 K6 K7 ; K5 K6 K7 ; K5 K6 K7";
        let refused = [
            ("R12 J O12 ; R5 R6", no_set("R5 R6")),
            ("K5 K6 K7", missing("R12")),
            // A table tile or joker does not go to the rack.
            ("R12 O12 J K5 ; K6 K7", no_set("R12 O12 J K5")),
            ("K5 K6 K7 ; J R5 R6 ; R10 R11 R12", missing("O12")),
            ("R12 K12 O12", missing("J")),
            ("R12 J O12 ; R1 R2 R3", foreign("R1")),
            ("R12 J O12 ; J R5 R6", foreign("J")),
            (fives, copies("K5")),
            ("R12 J O12 ; K5 K5 K5 K5", copies("K5")),
            ("R12 J O12 ; J J K5", copies("J")),
            ("pass", Illegal::PassWithPool(89)),
        ];
        check_all_refused(game, &refused);
    }
}

#[test]
fn refused_openings_change_nothing() {
    for system in ["original", "tournament"] {
        for options in ["hand=8", "hand=8 opening_jokers=false"] {
            let rules = rules(system, options);
            let racks = ["R12 B12 K12 R5 R6 R7 R8 R9", "R11 B11 J O12 R1 B9 K9 O9"];
            let mut game = game(&rules, &racks, "O1 O2 O3");
            let old = "R12 B12 K12";
            check_refused(&mut game, "", Illegal::NothingLaid);
            turns(&mut game, old);
            let small = |value| Illegal::OpeningTooSmall { value, needed: 30 };
            let touched = Illegal::OpeningTouchesTable(set(old));
            let refused = [
                (old, Illegal::NothingLaid),
                ("R12 B12 K12 ; B9 K9 O9", small(27)),
                ("R12 B12 K12 O12", touched.clone()),
                ("R12 B12 K12 O12 ; R11 B11 J", touched),
            ];
            check_all_refused(game.clone(), &refused);
            let with_joker = "R12 B12 K12 ; R11 B11 J";
            if rules.opening_jokers {
                turns(&mut game, with_joker);
            } else {
                let reason = Illegal::OpeningJoker(set("R11 B11 J"));
                check_refused(&mut game, with_joker, reason);
            }
        }
    }
}

/// docs/rules.md#opening-table-access, § 14.5 of the club rules: no joker leaves the table in an
/// opening, even if the resulting sets have the same tiles.
#[test]
fn an_opening_takes_no_joker_from_the_table() {
    let rules = rules("tournament", "hand=7");
    let racks = ["R8 R9 J R7 R6 R5 K1", "R10 B11 B12 B13 R11 R12 K3"];
    let mut game = game(&rules, &racks, "O1");
    turns(&mut game, "R5 R6 R7 ; R8 R9 J");
    let touched = Illegal::OpeningTouchesTable(set("R8 R9 J"));
    let taken = "R5 R6 R7 ; R8 R9 R10 ; J B11 B12 B13";
    check_refused(&mut game, taken, touched);
    turns(&mut game, "R5 R6 R7 ; R8 R9 J ; B11 B12 B13");
}

#[test]
fn nothing_is_played_after_the_end() {
    let rules = rules("tournament", "hand=4");
    let mut game = game(&rules, &["R12 B12 K12 O12", "R11 B11 K11 O11"], "");
    turns(&mut game, "R12 B12 K12 O12");
    for text in ["R12 B12 K12 O12 ; R11 B11 K11", "draw", "pass", "invalid"] {
        check_refused(&mut game, text, Illegal::GameOver);
    }
    let before = format!("{game:?}");
    assert_eq!(
        game.time_out(&Table::default(), &mut Script::default()),
        Err(Illegal::GameOver)
    );
    assert_eq!(format!("{game:?}"), before);
}

#[test]
fn what_was_to_be_laid_must_lie_there() {
    let rules = rules("original", "");
    let (before, after) = (table("R3 R4 R5", &rules), table("R3 R4 R5 R6", &rules));
    let judge = |laid, after| rules.judge_turn_laying(&before, &counts(laid), after, true);
    let unlaid = Err(Illegal::TileNotLaid(tile("K1")));
    assert_eq!(judge("R6 K1", &after), unlaid);
    assert_eq!(judge("R6", &before), Err(Illegal::TileNotLaid(tile("R6"))));
    assert_eq!(judge("", &before), Err(Illegal::NothingLaid));
    assert_eq!(judge("K1", &after), Err(Illegal::TileNotOwned(tile("R6"))));
    assert_eq!(judge("R6", &after).unwrap().played, counts("R6"));
}

/// A joker may stand for a tile whose two copies both lie on the table. A third copy of the tile is
/// refused.
#[test]
fn a_third_copy_of_a_tile() {
    let rules = rules("original", "");
    let before = table("R10 B10 K10 ; R10 B10 O10", &rules);
    let judge = |after: &str, rack: &str| {
        rules.judge_turn(&before, &counts(rack), &table(after, &rules), true)
    };
    assert!(judge("R10 B10 K10 ; R10 B10 O10 ; R9 J R11", "R9 J R11").is_ok());
    let third = judge("R10 B10 K10 ; R10 B10 O10 ; R9 R10 R11", "R9 R10 R11");
    assert_eq!(third, Err(Illegal::TooManyCopies(tile("R10"))));
    let foreign = rules.check_table(&Table::new(vec![set("P7 K7 B7")]));
    assert_eq!(foreign, Err(Illegal::TooManyCopies(tile("P7"))));
    assert_eq!(
        rules.check_table(&before),
        Ok(counts("R10 B10 K10 R10 B10 O10"))
    );
}

/// Positions come from files, too. With any number of tiles, the answer names the tile that occurs
/// too often.
#[test]
fn a_position_with_too_many_tiles() {
    let rules = rules("original", "");
    let check = |table: &str, rack: &str, expected: Result<(), Tile>| {
        let position = Position {
            table: counts(table),
            rack: counts(rack),
            opened: true,
            ..Position::default()
        };
        assert_eq!(position.check(&rules), expected);
    };
    check("R1 B1 K1 J", "R1 J", Ok(()));
    check("R1 B1 K1", "R1 R1", Err(tile("R1")));
    check("R1 B1 K1 B1", "K2 B1 B1", Err(tile("B1")));
    check("R1 P1 K1", "", Err(tile("P1")));
    check(&"J ".repeat(200), &"J ".repeat(100), Err(Tile::JOKER));
    check("J", "J J", Err(Tile::JOKER));
}

#[test]
fn a_set_of_hundreds_of_tiles_is_none() {
    for rules in [
        rules("original", ""),
        rules("original", "wrap=true max_run_len=none"),
    ] {
        assert!(!rules.judge(&tiles(&"R1 ".repeat(300))).is_legal());
        assert!(!rules.judge_laid(&tiles(&"J R1 ".repeat(300))).is_legal());
    }
}

/// A table with more tiles than the game is refused before all other checks.
#[test]
fn an_impossible_table_before_the_turn() {
    let rules = rules("original", "");
    let before = table("R1 B1 K1 ; R1 B1 K1 ; R1 B1 K1 ; R1 B1 K1", &rules);
    let after = table("R5 R6 R7", &rules);
    let turn = rules.judge_turn(&before, &counts("R5 R6 R7"), &after, true);
    assert_eq!(turn, Err(Illegal::TooManyCopies(tile("R1"))));
}

#[test]
fn thirty_points_open_and_no_fewer() {
    let rules = rules("tournament", "");
    let check = |after: &str, value: u32| {
        let (laid, table) = (counts(&after.replace(';', "")), table(after, &rules));
        let turn = rules.judge_turn_laying(&Table::default(), &laid, &table, false);
        let small = Illegal::OpeningTooSmall { value, needed: 30 };
        let expected = if value < 30 {
            Err(small)
        } else {
            Ok(Some(value))
        };
        assert_eq!(turn.map(|turn| turn.opening_value), expected, "{after}");
    };
    check("R5 B5 K5 O5 ; R2 R3 R4", 29);
    check("R6 B6 K6 ; B3 B4 B5", 30);
    check("R10 B10 J", 30);
    // Of two readings the better one counts.
    check("R9 J J", 30);
    check("R8 J J", 27);
    check("R13 J J", 39);
}
