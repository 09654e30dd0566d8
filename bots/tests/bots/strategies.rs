//! Each strategy's turns, through the interface that games use.

use std::collections::BTreeSet;

use rummilab_bot_api::Bot;
use rummilab_bots::Scripted;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Seat};
use rummilab_solver_suite::rules;

use crate::common::table::play;
use crate::common::{scene, view};

#[test]
fn every_solver_bot_opens_with_the_largest_value_or_draws() {
    let opens = scene("", "R10 B10 K10 O10 R1 R2 R3 K7");
    let too_small = scene("", "R9 B9 K9 R1");
    for bot in ["greedy", "value", "hold", "hold-joker", "single"] {
        assert_eq!(opens.act(bot), "R1 R2 R3 R10 B10 K10 O10", "{bot}");
        assert_eq!(too_small.act(bot), "draw", "{bot}");
    }
}

#[test]
fn greedy_lays_most_tiles_and_value_most_points() {
    let fork = scene("R3 R4 R5 ; R11 B11 K11", "R1 R2 O11 K1");
    assert_eq!(fork.act("greedy"), "R1 R2 O11");
    let choice = scene("R2 R3 R4", "R1 K12 K12 O12 B12");
    assert_eq!(choice.act("greedy"), "R1 B12 K12 O12");
    assert_eq!(scene("R3 R4 R5", "K1").act("greedy"), "draw");
    assert_eq!(scene("R3 R4 R5", "K1").pool(0).act("greedy"), "pass");
    // The joker on the table can stand next to R3 and R1, or make room for K12.
    let either = scene("R10 B10 K10 O10 ; R1 K1 O1 J ; R3 R4 R5 R6", "R1 R3 K12 O6");
    either.check([("greedy", "R1 R3"), ("value", "K12")]);
    let joker = scene("R3 R4 R5", "J");
    assert_eq!(joker.act("value:joker=0"), "J");
}

#[test]
fn hold_waits_until_the_rack_goes_or_the_opponent_is_close() {
    let waits = || scene("R3 R4 R5", "R6 K1");
    waits().check([("hold", "draw")]);
    scene("R3 R4 R5", "R6 R7").check([("hold", "R6 R7")]);
    let close = waits().opponent(3);
    close.check([("hold:h=2", "draw"), ("hold:h=3", "R6")]);
    waits().pool(0).check([("hold", "R6")]);
}

/// With two players and the original tiles it decides by itself, elsewhere a holder does.
#[test]
fn learnt_holds_where_it_learnt_nothing() {
    for (system, options, players, alone) in [
        ("original", "", 2, false),
        ("tournament", "", 2, false),
        ("original", "", 3, true),
        ("twist", "", 2, true),
        ("original", "colours=RBK", 2, true),
    ] {
        let rules = rules(system, options);
        let game = |name: &'static str| {
            let bots = [vec![name], vec!["greedy"; players - 1]].concat();
            play(&rules, &bots, 4, usize::MAX, |_, _| {})
        };
        let same = game("learnt") == game("hold:h=0");
        assert_eq!(same, alone, "{system} {options}");
    }
}

#[test]
fn hold_keep_passes_or_lays_as_little_as_it_must() {
    let empty = |rack: &str| scene("R3 R4 R5", rack).pool(0);
    let free = empty("R2 R6 K1").rules("must_play_when_empty=false");
    free.check([("hold:empty=keep", "pass")]);
    for (rack, laid) in [
        ("R2 R6 K1", "R2"),
        // A joker counts as a single tile of no value.
        ("R2 J K1", "J"),
        // If no single tile fits, it lays the fewest that do.
        ("K7 B7 O7 O13", "B7 K7 O7"),
        ("K7", "pass"),
    ] {
        empty(rack).check([("hold:empty=keep", laid)]);
    }
}

#[test]
fn hold_joker_spends_the_joker_only_to_go_out_or_late() {
    let holds = || scene("R3 R4 R5", "R6 J K1");
    holds().check([("hold-joker", "R6")]);
    scene("R3 R4 R5", "J K1").check([("hold-joker", "draw")]);
    scene("R3 R4 R5", "R6 J").check([("hold-joker", "R6 J")]);
    holds().pool(0).check([("hold-joker", "R6 J")]);
    holds().opponent(2).check([("hold-joker:late=2", "R6 J")]);
    holds().opponent(3).check([("hold-joker:late=2", "R6")]);
    // The opening may use it.
    scene("", "R10 B10 J K1").check([("hold-joker", "R10 B10 J")]);
}

#[test]
fn single_lays_the_dearest_single_number() {
    let two = || scene("R3 R4 R5 ; R11 B11 K11", "R6 O11 J");
    two().check([("single", "O11")]);
    two().opponent(4).check([("single", "R6 O11 J")]);
    scene("R3 R4 R5", "K7 B7 O7").check([("single", "B7 K7 O7")]);
    scene("R3 R4 R5", "K7 J").check([("single", "J")]);
}

#[test]
fn random_plays_legally_and_does_both() {
    let position = scene("R3 R4 R5 ; R11 B11 K11", "R6 R7 O11 J K1");
    let seen: BTreeSet<String> = (0..200)
        .map(|seed| position.act_with("random", seed))
        .collect();
    assert!(seen.contains("draw"));
    assert!(seen.len() > 5, "{seen:?}");
    // If a play is forced it never passes.
    let forced = scene("R3 R4 R5", "R6 K1").pool(0);
    assert!((0..50).all(|seed| forced.act_with("random", seed) == "R6"));
}

#[test]
fn scripted_replays_in_every_game_and_stops_at_the_end() {
    let position = scene("R3 R4 R5", "K1");
    let mut stream = Stream::new(Key::sample(1, "strategies", 0));
    let mut bot = Scripted::new(vec![Action::Draw, Action::Pass]);
    let view = view(&position.rules, &position.table, position.rack);
    for _ in 0..2 {
        bot.new_game(Seat(0));
        assert_eq!(bot.act(&view, &mut stream), Ok(Action::Draw));
        assert_eq!(bot.act(&view, &mut stream), Ok(Action::Pass));
        assert!(bot.act(&view, &mut stream).is_err());
    }
}

/// Where every turn begins with a draw, nobody draws again: a player who lays nothing passes, even
/// if the pool has tiles.
#[test]
fn nobody_draws_where_turns_begin_with_a_draw() {
    let draws_first = |table: &str, rack: &str| scene(table, rack).rules("draw_first=true");
    for bot in ["greedy", "value", "hold", "hold-joker", "single", "random"] {
        for pool in [30, 0] {
            let stuck = draws_first("R3 R4 R5", "K1 K3").pool(pool);
            assert_eq!(stuck.act(bot), "pass", "{bot}");
            let closed = draws_first("", "K1 K3").pool(pool);
            assert_eq!(closed.act(bot), "pass", "{bot}");
        }
    }
    let random = draws_first("R3 R4 R5", "R6 K1");
    let seen = (0..50).map(|seed| random.act_with("random", seed));
    assert_eq!(
        seen.collect::<BTreeSet<_>>(),
        ["R6", "pass"].map(String::from).into()
    );
    draws_first("R3 R4 R5", "R6 J").check([("hold-joker:late=0", "R6 J")]);
    draws_first("R3 R4 R5", "J K1").check([("hold-joker:late=0", "pass")]);
    draws_first("R3 R4 R5", "R6 K1").check([("hold:h=0", "pass")]);
}
