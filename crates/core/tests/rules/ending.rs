//! The end of a game of original or tournament rules: by going out, with an empty pool, by a bot
//! fault (docs/rules.md#end-of-the-game, docs/rules.md#scores and docs/rules.md#scoring-cases).

use rummilab_core::{
    Action, Claim, CouldPlay, EmptyPool, Ending, Game, Happened, Illegal, Position, RuleSet, Seat,
    SeatEnd, Table, TileCounts, Unanswered, score,
};

use crate::scenes::{
    check_refused, check_refused_by, opened_game, scores, turn, turn_by, turns, two_tiles_left,
};
use crate::support::{Script, counts, deal, game, rules, table};

// ---- The end by going out, and the 100/200 rule ----

/// Four seats with racks of four, separated by `|`, play these turns to the end in ORIG and TOURN.
/// A seat that holds R10 B10 K10 could open.
fn check_out(racks: &str, pool: &str, moves: &str, expected: &[i32]) {
    let racks: Vec<&str> = racks.split(" | ").collect();
    for system in ["original", "tournament"] {
        let rules = rules(system, "hand=4");
        let mut game = game(&rules, &racks, pool);
        turns(&mut game, moves);
        assert_eq!(game.ending(), Some(Ending::WentOut(Seat(0))), "{system}");
        let scores = scores(&game, &mut Script::opening_with("R10 B10 K10"));
        assert_eq!(scores, expected, "{system} {moves:?}");
    }
}

/// docs/rules.md#scoring-cases, 3.
#[test]
fn another_goes_out() {
    let racks = "R12 B12 K12 O12 | R11 B11 K11 R10 | R10 B10 K10 O1 | R1 B3 K5 O7";
    let moves = "R12 B12 K12, R12 B12 K12 ; R11 B11 K11, draw, draw, R12 B12 K12 O12 ; R11 B11 K11";
    check_out(racks, "O3 O5", moves, &[310, -10, -200, -100]);
}

/// docs/rules.md#scoring-cases, 4: the tile drawn on the last own turn does not count; a tile drawn
/// on an earlier turn does.
#[test]
fn the_last_draw_does_not_make_an_opening_possible() {
    let others = "O1 O3 O5 O7 | B1 B3 B5 B7 | R10 B10 K1 K3";
    let racks = &format!("R11 R12 R13 O13 | {others}");
    let moves = format!("{}R11 R12 R13 ; O11 O12 O13", "draw, ".repeat(8));
    check_out(racks, "O11 K5 K7 K10 O12", &moves, &[400, -100, -100, -200]);
    let racks = &format!("R10 R11 R12 R13 | {others}");
    let scores = [300, -100, -100, -100];
    let moves = "draw, draw, draw, draw, R9 R10 R11 R12 R13";
    check_out(racks, "R9 K5 K7 K10", moves, &scores);
    // Of several penalty tiles none counts either.
    let moves = "draw, draw, draw, invalid, R9 R10 R11 R12 R13";
    check_out(racks, "R9 K5 K7 O9 K10 O9", moves, &scores);
}

/// docs/rules.md#scoring-cases, 5: a player without a turn could not have opened, whatever the
/// rack.
#[test]
fn players_without_a_turn_pay_the_smaller_penalty() {
    let racks = "R12 B12 K12 O12 | R10 B10 K10 R1 | R10 B10 K10 B1 | J J R11 R9";
    check_out(racks, "", "R12 B12 K12 O12", &[300, -100, -100, -100]);
}

/// docs/rules.md#could-have-opened: with an empty pool the last attempt is also an own turn, so the
/// last tile drawn before it counts.
#[test]
fn the_last_attempt_counts_the_last_tile_drawn() {
    let rules = rules("tournament", "hand=52");
    let mut game = game(&rules, &["R10 B10 O1 O1", "R11 B11 K11"], "O3 K10");
    let mut judge = Script::opening_with("R10 B10 K10");
    turns(&mut game, "invalid");
    assert!(!game.could_have_opened(Seat(0), &mut judge));
    turns(&mut game, "pass");
    assert!(game.could_have_opened(Seat(0), &mut judge));
    turns(&mut game, "R11 B11 K11");
    assert_eq!(game.ending(), Some(Ending::PoolEmpty));
    assert_eq!(scores(&game, &mut judge)[0], -200);
}

/// docs/rules.md#could-have-opened: without a threshold an opening is still at least one set.
#[test]
fn without_a_threshold_an_opening_takes_a_set() {
    /// A judge that finds own sets of this total value.
    struct Worth(u32);

    impl CouldPlay for Worth {
        fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
            Ok(false)
        }

        fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
            Ok(self.0)
        }
    }

    for (least, worth, could) in [(0, 0, false), (0, 6, true), (6, 6, true), (7, 6, false)] {
        let rules = rules("original", &format!("hand=26 opening_min={least}"));
        let mut game = two_tiles_left(&rules);
        turns(&mut game, "R10 B10 K10, draw, draw");
        let found = game.could_have_opened(Seat(1), &mut Worth(worth));
        assert_eq!(found, could, "{least} {worth}");
    }
}

/// Only unopened seats are asked the 100/200 question. It is about the rack before the last draw,
/// and only arises if the penalty is on.
#[test]
fn the_question_is_asked_of_those_who_have_not_opened() {
    let check = |options: &str, expected: &[&str]| {
        let rules = rules("original", &format!("hand=5 {options}"));
        let mut game = opened_game(&rules, "draw");
        game.end_by_fault(Seat(0));
        let mut judge = Script::default();
        game.results(&mut judge).unwrap();
        let expected: Vec<TileCounts> = expected.iter().map(|rack| counts(rack)).collect();
        assert_eq!(judge.racks, expected);
    };
    check("", &["R11 B11 K11 R1 B9"]);
    check("unopened_penalty=off", &[]);
}

#[test]
fn going_out_ends_the_game_at_once() {
    let rules = rules("original", "hand=4");
    let mut game = game(&rules, &["R12 B12 K12 O12", "R1 R2 R3 R4"], "");
    let event = turn(&mut game, "R12 B12 K12 O12");
    let Happened::Laid(laid) = &event.happened else {
        panic!("{event:?}")
    };
    assert_eq!(
        (event.seat, laid.played, laid.opening_value),
        (Seat(0), counts("R12 B12 K12 O12"), Some(48))
    );
    assert_eq!(
        (game.to_move(), game.ending()),
        (None, Some(Ending::WentOut(Seat(0))))
    );
    assert!(game.rack(Seat(0)).is_empty());
    game.end_by_fault(Seat(1));
    assert_eq!(game.ending(), Some(Ending::WentOut(Seat(0))));
}

#[test]
fn a_game_counts_turns_and_remembers_the_opening() {
    let rules = rules("original", "hand=5");
    let racks = ["R12 B12 K12 O12 R1", "B1 B3 B5 B7 B9"];
    let mut game = game(&rules, &racks, "O5 O6 O7");
    assert_eq!(
        (game.players(), game.to_move(), game.own_turns(Seat(0))),
        (2, Some(Seat(0)), 0)
    );
    turns(&mut game, "draw, draw");
    assert!(!game.opened(Seat(0)));
    assert_eq!(
        (*game.rack(Seat(0)), *game.rack(Seat(1))),
        (counts("R12 B12 K12 O12 R1 O5"), counts("B1 B3 B5 B7 B9 O6"))
    );
    turns(&mut game, "R12 B12 K12, draw, R12 B12 K12 O12");
    assert_eq!((game.opened(Seat(0)), game.opened(Seat(1))), (true, false));
    assert_eq!(
        (game.opened_turn(Seat(0)), game.opened_turn(Seat(1))),
        (Some(2), None)
    );
    let own_turns = [0, 1].map(|seat| game.own_turns(Seat(seat)));
    assert_eq!((own_turns, game.turns()), ([3, 2], 5));
    assert_eq!(*game.rack(Seat(0)), counts("R1 O5"));
    assert!(game.position(Seat(0)).opened && !game.position(Seat(1)).opened);
    assert_eq!(game.position(Seat(0)).table, counts("R12 B12 K12 O12"));
    assert_eq!(game.results(&mut Script::default()), None);
    game.end_by_fault(Seat(1));
    assert_eq!(
        (game.ending(), game.to_move()),
        (Some(Ending::Fault(Seat(1))), None)
    );
}

/// Only the opening turn has an opening value; the second turn that lays has none.
#[test]
fn only_the_opening_turn_has_an_opening_value() {
    let rules = rules("original", "hand=5");
    let mut game = game(&rules, &["R12 B12 K12 O12 R1", "B1 B3 B5 B7 B9"], "");
    let mut value = |text| match turn(&mut game, text).happened {
        Happened::Laid(turn) => turn.opening_value,
        _ => None,
    };
    let values = ["R12 B12 K12", "draw", "R12 B12 K12 O12"].map(&mut value);
    assert_eq!(values, [Some(36), None, None]);
}

// ---- The empty pool ----

/// `moves` empty the pool. Then the turns in `rest` are played, and all further turns are passes.
/// `expected` names the seats in the order in which they play after the pool is empty.
fn check_rest(system: &str, options: &str, moves: &str, rest: &str, expected: &[usize]) {
    let rules = rules(system, &format!("hand=26 {options}"));
    let mut game = two_tiles_left(&rules);
    turns(&mut game, moves);
    assert_eq!(game.pool_len(), 0);
    let mut rest = rest.split(", ").filter(|text| !text.is_empty());
    let mut order = Vec::new();
    while let Some(seat) = game.to_move() {
        assert!(
            order.len() < 20,
            "{system} {options:?} does not end: {order:?}"
        );
        assert_eq!(
            game.in_last_round(),
            rules.empty_pool_procedure != EmptyPool::UntilAllPass
        );
        let event = turn(&mut game, rest.next().unwrap_or("pass"));
        assert_eq!(event.seat, seat);
        order.push(seat.index());
    }
    assert_eq!(order, expected, "{system} {options:?} {moves:?}");
    assert_eq!(game.ending(), Some(Ending::PoolEmpty));
}

/// docs/rules.md#scoring-cases, 8: C drew the last tile.
#[test]
fn one_last_round_from_the_drawer() {
    let moves = "R10 B10 K10, draw, draw";
    check_rest("tournament", "", moves, "", &[2, 3, 0, 1]);
    // Laying in the last round neither shortens nor lengthens it.
    let lays = "R10 B10 K10 ; R11 B11 K11";
    check_rest("tournament", "", moves, lays, &[2, 3, 0, 1]);
    let next = "empty_pool_procedure=one_round_from_next";
    check_rest("tournament", next, moves, "", &[3, 0, 1, 2]);
    check_rest("tournament", "empty_pool_procedure=stop", moves, "", &[]);
}

/// docs/rules.md#empty-pool, § 12.4.1 of the club rules: the last tile may be drawn as a penalty
/// tile, which also starts the last round.
#[test]
fn the_last_tile_drawn_as_a_penalty() {
    let moves = "R10 B10 K10, invalid";
    check_rest("tournament", "", moves, "", &[1, 2, 3, 0]);
    check_rest("original", "", moves, "", &[2, 3, 0, 1]);
    let stop = "empty_pool_procedure=stop";
    check_rest("tournament", stop, "invalid", "", &[]);
    // A penalty with an empty pool uses up the attempt and does not start the round again.
    let again = "invalid, invalid";
    check_rest("tournament", "", moves, again, &[1, 2, 3, 0]);
}

#[test]
fn play_goes_on_until_all_pass_in_a_row() {
    let moves = "R10 B10 K10, draw, draw";
    check_rest("original", "", moves, "", &[3, 0, 1, 2]);
    // A play begins the count anew.
    let rest = "pass, pass, pass, R10 B10 K10 ; R11 B11 K11";
    check_rest("original", "", moves, rest, &[3, 0, 1, 2, 3, 0, 1, 2]);
    // A penalty with an empty pool lays nothing.
    check_rest("original", "", moves, "pass, invalid, pass", &[3, 0, 1, 2]);
    let until = "empty_pool_procedure=until_all_pass";
    check_rest("tournament", until, moves, "", &[3, 0, 1, 2]);
}

#[test]
fn who_can_lay_must_when_the_pool_is_empty() {
    let rules = rules("original", "hand=26");
    let mut game = two_tiles_left(&rules);
    turns(&mut game, "R10 B10 K10, draw, draw, pass, pass, pass");
    // The opening of seat 2 counts as a play: the question is asked about an unopened position.
    let mut able = Script {
        can_lay: true,
        ..Script::default()
    };
    check_refused_by(&mut game, "pass", &mut able, Illegal::PassWhileAble);
    assert_eq!(able.positions, [game.position(Seat(2))]);
    assert!(!able.positions[0].opened);
    let event = turn_by(&mut game, "R10 B10 K10 ; R11 B11 K11", &mut able).unwrap();
    assert!(matches!(event.happened, Happened::Laid(_)));
    assert_eq!(able.positions.len(), 1, "a play asks nothing");
    // "opened" asks nothing of seat 3, who keeps the opening back, and binds seat 0, who opened.
    let opened = rules
        .with_options(&["must_play_when_empty=opened"])
        .unwrap();
    let mut game = two_tiles_left(&opened);
    turns(&mut game, "R10 B10 K10, draw, draw");
    assert!(turn_by(&mut game, "pass", &mut able).is_ok());
    assert_eq!(able.positions.len(), 1);
    check_refused_by(&mut game, "pass", &mut able, Illegal::PassWhileAble);
    assert_eq!(able.positions[1..], [game.position(Seat(0))]);
    able.positions.pop();
    // If play is free, nobody asks.
    let rules = rules.with_options(&["must_play_when_empty=false"]).unwrap();
    let mut game = two_tiles_left(&rules);
    turns(&mut game, "R10 B10 K10, draw, draw");
    assert!(turn_by(&mut game, "pass", &mut able).is_ok());
    assert_eq!(able.positions.len(), 1);
}

/// A judge that has no answer.
struct Silent;

impl CouldPlay for Silent {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Err(Unanswered("out of work".to_owned()))
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Err(Unanswered("out of work".to_owned()))
    }
}

#[test]
fn no_answer_is_taken_in_favour_of_the_player() {
    let rules = rules("original", "hand=26");
    let mut game = two_tiles_left(&rules);
    turns(&mut game, "R10 B10 K10, draw, draw");
    assert!(!game.could_have_opened(Seat(1), &mut Silent));
    assert!(game.act(&Action::Pass, &mut Silent).is_ok());
}

/// If the judge has no answer for an opening, the refusal says so instead of giving it no value.
#[test]
fn an_opening_that_nobody_valued_is_refused_as_such() {
    let rules = rules("house", "");
    let (before, after) = (Table::default(), table("R10 B10 K10", &rules));
    let rack = counts("R10 B10 K10");
    let claim = Claim {
        before: &before,
        rack: &rack,
        after: &after,
        opened: false,
        me: Some(Seat(0)),
    };
    let refused = rules.judge_claim(&claim, &mut Silent).unwrap_err();
    let silent = Unanswered("out of work".to_owned());
    assert_eq!(refused, Illegal::OpeningNotJudged(silent));
}

/// Eleven tiles: both seats end with two tiles worth 19 points, and the seat that played first wins
/// (docs/rules.md#empty-pool-winner).
#[test]
fn equal_racks_are_won_by_the_starter() {
    let rules = rules(
        "original",
        "colours=1 values=11 copies=1 jokers=0 hand=5 opening_min=6",
    );
    for starter in [Seat(0), Seat(1)] {
        let mut racks = ["R4 R5 R6 R8 R11", "R1 R2 R3 R9 R10"];
        racks.rotate_right(starter.index());
        let mut game = Game::new(&rules, &deal(&rules, &racks, "R7"), starter).unwrap();
        assert_eq!(game.to_move(), Some(starter));
        turns(
            &mut game,
            "draw, R1 R2 R3, R1 R2 R3 ; R4 R5 R6 R7, pass, pass",
        );
        assert_eq!(game.ending(), Some(Ending::PoolEmpty));
        let results = game.results(&mut Script::default()).unwrap();
        assert_eq!(
            (results[starter].place, results[starter.next(2)].place),
            (1, 2)
        );
    }
    let seat = SeatEnd {
        rack: counts("R1"),
        opened: true,
        could_have_opened: false,
    };
    for starter in Seat::all(4) {
        let results = score(&rules, Ending::PoolEmpty, &[seat; 4].into(), starter);
        assert_eq!(
            results.seats().find(|seat| results[*seat].place == 1),
            Some(starter)
        );
    }
}

/// Twelve tiles, all on two racks: the pool is empty from the start.
#[test]
fn a_deal_without_a_pool() {
    let options = "values=3 copies=1 jokers=0 hand=6 opening_min=12";
    let racks = ["R1 R2 R3 B1 B2 B3", "K1 K2 K3 O1 O2 O3"];
    let tournament = rules("tournament", options);
    let mut round = game(&tournament, &racks, "");
    assert!(round.in_last_round());
    turns(&mut round, "pass, K1 K2 K3 ; O1 O2 O3");
    assert_eq!(round.ending(), Some(Ending::WentOut(Seat(1))));
    assert!(!round.in_last_round(), "it is over");
    let original = rules("original", options);
    let mut free = game(&original, &racks, "");
    turns(&mut free, "pass, pass");
    assert_eq!(free.ending(), Some(Ending::PoolEmpty));
    // The starter has the first turn under every procedure.
    for rules in [&tournament, &original] {
        let game = Game::new(rules, &deal(rules, &racks, ""), Seat(1)).unwrap();
        assert_eq!(game.to_move(), Some(Seat(1)));
    }
    let stop = original
        .with_options(&["empty_pool_procedure=stop"])
        .unwrap();
    assert_eq!(game(&stop, &racks, "").ending(), Some(Ending::PoolEmpty));
}

#[test]
fn drawing_and_passing_exclude_each_other() {
    for system in ["original", "tournament"] {
        let rules = rules(system, "hand=26");
        let mut game = two_tiles_left(&rules);
        check_refused(&mut game, "pass", Illegal::PassWithPool(2));
        turns(&mut game, "draw, draw");
        check_refused(&mut game, "draw", Illegal::PoolEmpty);
    }
}

// ---- The end by fault ----

/// A seat that breaks off the game is last, even if the racks are worth the same.
#[test]
fn a_fault_does_not_win_on_a_tie() {
    for system in ["original", "tournament"] {
        let rules = rules(system, "hand=1");
        let mut game = game(&rules, &["R8", "B8", "R8"], "");
        game.end_by_fault(Seat(0));
        let results = game.results(&mut Script::default()).unwrap();
        assert_eq!(results[Seat(0)].place, 3, "{system}");
        assert_eq!(results[Seat(1)].place, 1, "{system}");
    }
}
