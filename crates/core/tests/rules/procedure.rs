//! Whole procedures of ORIG and TOURN, played turn by turn through the referee (RULES.md part A, rows 25 to 44, and
//! the scoring and procedure cases of part D).

use rummilab_core::{
    Action, Deal, EmptyPool, Ending, Event, Game, Happened, Illegal, Position, RuleSet, SeatEnd,
    Set, Table, Tile, TileCounts, score,
};

use crate::support::{Script, counts, deal, game, rules, table, tiles};

/// A turn in words: `draw`, `pass`, `invalid` (a penalty for an invalid play), or the table that it leaves.
fn turn(game: &mut Game<'_>, text: &str, judge: &mut Script) -> Result<Event, Illegal> {
    match text {
        "draw" => game.act(&Action::Draw, judge),
        "pass" => game.act(&Action::Pass, judge),
        "invalid" => game.penalise_invalid(),
        _ => game.act(&Action::Play(table(text, game.rules())), judge),
    }
}

fn turns(game: &mut Game<'_>, moves: &[&str]) {
    for text in moves {
        turn(game, text, &mut Script::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

fn scores(game: &Game<'_>, judge: &mut Script) -> Vec<i32> {
    game.results(judge)
        .unwrap()
        .iter()
        .map(|result| result.score)
        .collect()
}

// ---- The end by going out, and the 100/200 rule ----

/// Four seats with racks of four play these turns to the end in ORIG and TOURN; whoever holds R10 B10 K10 could open.
fn check_out(racks: [&str; 4], pool: &str, moves: &[&str], expected: &[i32]) {
    for system in ["original", "tournament"] {
        let rules = rules(system, &["hand=4"]);
        let mut game = game(&rules, &racks, pool);
        turns(&mut game, moves);
        assert_eq!(game.ending(), Some(Ending::WentOut(0)), "{system}");
        assert_eq!(
            scores(&game, &mut Script::opening_with("R10 B10 K10")),
            expected,
            "{system} {moves:?}"
        );
    }
}

/// RULES.md D, case 3.
#[test]
fn another_goes_out() {
    let racks = [
        "R12 B12 K12 O12",
        "R11 B11 K11 R10",
        "R10 B10 K10 O1",
        "R1 B3 K5 O7",
    ];
    let moves = [
        "R12 B12 K12",
        "R12 B12 K12 ; R11 B11 K11",
        "draw",
        "draw",
        "R12 B12 K12 O12 ; R11 B11 K11",
    ];
    check_out(racks, "O3 O5", &moves, &[310, -10, -200, -100]);
}

/// RULES.md D, case 4: the tile drawn on the last own turn does not count, on an earlier one it does.
#[test]
fn the_last_draw_does_not_make_an_opening_possible() {
    let racks = [
        "R11 R12 R13 O13",
        "O1 O3 O5 O7",
        "B1 B3 B5 B7",
        "R10 B10 K1 K3",
    ];
    let out = "R11 R12 R13 ; O11 O12 O13";
    check_out(
        racks,
        "O11 K5 K7 K10 O12",
        &[
            "draw", "draw", "draw", "draw", "draw", "draw", "draw", "draw", out,
        ],
        &[400, -100, -100, -200],
    );
    let racks = [
        "R10 R11 R12 R13",
        "O1 O3 O5 O7",
        "B1 B3 B5 B7",
        "R10 B10 K1 K3",
    ];
    let out = "R9 R10 R11 R12 R13";
    check_out(
        racks,
        "R9 K5 K7 K10",
        &["draw", "draw", "draw", "draw", out],
        &[300, -100, -100, -100],
    );
    // Of several penalty tiles none counts either.
    check_out(
        racks,
        "R9 K5 K7 O9 K10 O9",
        &["draw", "draw", "draw", "invalid", out],
        &[300, -100, -100, -100],
    );
}

/// RULES.md D, case 5: who had no turn could not have opened, whatever the rack.
#[test]
fn players_without_a_turn_pay_the_smaller_penalty() {
    let racks = [
        "R12 B12 K12 O12",
        "R10 B10 K10 R1",
        "R10 B10 K10 B1",
        "J J R11 R9",
    ];
    check_out(racks, "", &["R12 B12 K12 O12"], &[300, -100, -100, -100]);
}

/// Row 44: with an empty pool the last attempt is an own turn too, so the last tile drawn before it counts.
#[test]
fn the_last_attempt_counts_the_last_tile_drawn() {
    let rules = rules("tournament", &["hand=52"]);
    let mut game = game(&rules, &["R10 B10 O1 O1", "R11 B11 K11"], "O3 K10");
    let mut judge = Script::opening_with("R10 B10 K10");
    turns(&mut game, &["invalid"]);
    assert!(!game.could_have_opened(0, &mut judge));
    turns(&mut game, &["pass"]);
    assert!(game.could_have_opened(0, &mut judge));
    turns(&mut game, &["R11 B11 K11"]);
    assert_eq!(game.ending(), Some(Ending::PoolEmpty));
    assert_eq!(scores(&game, &mut judge)[0], -200);
}

/// The 100/200 question is asked of unopened seats alone, about the rack before the last draw, and only where the
/// penalty is on.
#[test]
fn the_question_is_asked_of_those_who_have_not_opened() {
    let check = |options: &[&str], expected: &[&str]| {
        let rules = rules("original", &[&["hand=5"], options].concat());
        let mut game = opened_game(&rules, &["draw"]);
        game.end_by_fault(0);
        let mut judge = Script::default();
        game.results(&mut judge).unwrap();
        assert_eq!(
            judge.racks,
            expected.iter().map(|rack| counts(rack)).collect::<Vec<_>>()
        );
    };
    check(&[], &["R11 B11 K11 R1 B9"]);
    check(&["unopened_penalty=off"], &[]);
}

#[test]
fn going_out_ends_the_game_at_once() {
    let rules = rules("original", &["hand=4"]);
    let mut game = game(&rules, &["R12 B12 K12 O12", "R1 R2 R3 R4"], "");
    let event = turn(&mut game, "R12 B12 K12 O12", &mut Script::default()).unwrap();
    let Happened::Laid(laid) = &event.happened else {
        panic!("{event:?}")
    };
    assert_eq!(
        (event.seat, laid.played, laid.opening_value),
        (0, counts("R12 B12 K12 O12"), Some(48))
    );
    assert_eq!(
        (game.to_move(), game.ending()),
        (None, Some(Ending::WentOut(0)))
    );
    assert!(game.rack(0).is_empty());
    game.end_by_fault(1);
    assert_eq!(game.ending(), Some(Ending::WentOut(0)));
}

#[test]
fn a_game_counts_turns_and_remembers_the_opening() {
    let rules = rules("original", &["hand=5"]);
    let mut game = game(
        &rules,
        &["R12 B12 K12 O12 R1", "B1 B3 B5 B7 B9"],
        "O5 O6 O7",
    );
    assert_eq!(
        (game.players(), game.to_move(), game.own_turns(0)),
        (2, Some(0), 0)
    );
    turns(&mut game, &["draw", "draw"]);
    assert!(!game.opened(0));
    assert_eq!(
        (*game.rack(0), *game.rack(1)),
        (counts("R12 B12 K12 O12 R1 O5"), counts("B1 B3 B5 B7 B9 O6"))
    );
    turns(&mut game, &["R12 B12 K12", "draw", "R12 B12 K12 O12"]);
    assert_eq!((game.opened(0), game.opened(1)), (true, false));
    assert_eq!((game.opened_turn(0), game.opened_turn(1)), (Some(2), None));
    assert_eq!(
        (game.own_turns(0), game.own_turns(1), game.turns()),
        (3, 2, 5)
    );
    assert_eq!(*game.rack(0), counts("R1 O5"));
    assert!(game.position(0).opened && !game.position(1).opened);
    assert_eq!(game.position(0).table, counts("R12 B12 K12 O12"));
    assert_eq!(game.results(&mut Script::default()), None);
    game.end_by_fault(1);
    assert_eq!(
        (game.ending(), game.to_move()),
        (Some(Ending::Fault(1)), None)
    );
}

/// A game in which the second own turn lays without opening again has no opening value.
#[test]
fn only_the_opening_turn_has_an_opening_value() {
    let rules = rules("original", &["hand=5"]);
    let mut game = game(&rules, &["R12 B12 K12 O12 R1", "B1 B3 B5 B7 B9"], "");
    let mut value = |text| match turn(&mut game, text, &mut Script::default())
        .unwrap()
        .happened
    {
        Happened::Laid(turn) => turn.opening_value,
        _ => None,
    };
    assert_eq!(
        [
            value("R12 B12 K12"),
            value("draw"),
            value("R12 B12 K12 O12")
        ],
        [Some(36), None, None]
    );
}

// ---- The empty pool ----

/// Four seats, two tiles in the pool. Seats 0 and 2 can open, with R10 B10 K10 and R11 B11 K11.
fn two_tiles_left(rules: &RuleSet) -> Game<'_> {
    assert_eq!(rules.hand, 26);
    game(rules, &["R10 B10 K10", "", "R11 B11 K11", ""], "O13 O13")
}

/// After these turns have emptied the pool, these seats play the turns that follow, all passing from there on, until
/// the game ends.
fn check_rest(system: &str, options: &[&str], moves: &[&str], rest: &[&str], expected: &[usize]) {
    let options = [&["hand=26"], options].concat();
    let rules = rules(system, &options);
    let mut game = two_tiles_left(&rules);
    turns(&mut game, moves);
    assert_eq!(game.pool_len(), 0);
    let mut rest = rest.iter();
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
        let event = turn(
            &mut game,
            rest.next().copied().unwrap_or("pass"),
            &mut Script::default(),
        )
        .unwrap();
        assert_eq!(event.seat, seat);
        order.push(seat);
    }
    assert_eq!(order, expected, "{system} {options:?} {moves:?}");
    assert_eq!(game.ending(), Some(Ending::PoolEmpty));
}

/// RULES.md D, case 8: C drew the last tile.
#[test]
fn one_last_round_from_the_drawer() {
    let moves = ["R10 B10 K10", "draw", "draw"];
    check_rest("tournament", &[], &moves, &[], &[2, 3, 0, 1]);
    // Laying in the last round neither shortens nor lengthens it.
    check_rest(
        "tournament",
        &[],
        &moves,
        &["R10 B10 K10 ; R11 B11 K11"],
        &[2, 3, 0, 1],
    );
    check_rest(
        "tournament",
        &["empty_pool_procedure=one_round_from_next"],
        &moves,
        &[],
        &[3, 0, 1, 2],
    );
    check_rest(
        "tournament",
        &["empty_pool_procedure=stop"],
        &moves,
        &[],
        &[],
    );
}

/// RULES.md E6 and section 12.4.1: the last tile may be drawn as a penalty tile, and the round starts there too.
#[test]
fn the_last_tile_drawn_as_a_penalty() {
    check_rest(
        "tournament",
        &[],
        &["R10 B10 K10", "invalid"],
        &[],
        &[1, 2, 3, 0],
    );
    check_rest(
        "original",
        &[],
        &["R10 B10 K10", "invalid"],
        &[],
        &[2, 3, 0, 1],
    );
    check_rest(
        "tournament",
        &["empty_pool_procedure=stop"],
        &["invalid"],
        &[],
        &[],
    );
    // A penalty with nothing left to draw does not start the round again, and uses up the attempt.
    check_rest(
        "tournament",
        &[],
        &["R10 B10 K10", "invalid"],
        &["invalid", "invalid"],
        &[1, 2, 3, 0],
    );
}

#[test]
fn play_goes_on_until_all_pass_in_a_row() {
    let moves = ["R10 B10 K10", "draw", "draw"];
    check_rest("original", &[], &moves, &[], &[3, 0, 1, 2]);
    // A play begins the count anew.
    let rest = ["pass", "pass", "pass", "R10 B10 K10 ; R11 B11 K11"];
    check_rest("original", &[], &moves, &rest, &[3, 0, 1, 2, 3, 0, 1, 2]);
    // A penalty with an empty pool lays nothing.
    check_rest(
        "original",
        &[],
        &moves,
        &["pass", "invalid", "pass"],
        &[3, 0, 1, 2],
    );
    check_rest(
        "tournament",
        &["empty_pool_procedure=until_all_pass"],
        &moves,
        &[],
        &[3, 0, 1, 2],
    );
}

#[test]
fn who_can_lay_must_when_the_pool_is_empty() {
    let rules = rules("original", &["hand=26"]);
    let mut game = two_tiles_left(&rules);
    turns(
        &mut game,
        &["R10 B10 K10", "draw", "draw", "pass", "pass", "pass"],
    );
    // The opening of seat 2 counts as a play: the question is asked about an unopened position.
    let mut able = Script {
        can_lay: true,
        ..Script::default()
    };
    check_refused(&mut game, "pass", &mut able, Illegal::PassWhileAble);
    assert_eq!(able.positions, [game.position(2)]);
    assert!(!able.positions[0].opened);
    let event = turn(&mut game, "R10 B10 K10 ; R11 B11 K11", &mut able).unwrap();
    assert!(matches!(event.happened, Happened::Laid(_)));
    assert_eq!(able.positions.len(), 1, "a play asks nothing");
    // Where play is free nobody asks.
    let rules = rules.with_options(&["must_play_when_empty=false"]).unwrap();
    let mut game = two_tiles_left(&rules);
    turns(&mut game, &["R10 B10 K10", "draw", "draw"]);
    assert!(turn(&mut game, "pass", &mut able).is_ok());
    assert_eq!(able.positions.len(), 1);
}

/// Eleven tiles: both seats end with two that are worth 19 points, and whoever played first wins (RULES.md E9).
#[test]
fn equal_racks_are_won_by_the_starter() {
    let rules = rules(
        "original",
        &[
            "colours=1",
            "values=11",
            "copies=1",
            "jokers=0",
            "hand=5",
            "opening_min=6",
        ],
    );
    for starter in [0, 1] {
        let mut racks = ["R4 R5 R6 R8 R11", "R1 R2 R3 R9 R10"];
        racks.rotate_right(starter);
        let mut game = Game::new(&rules, &deal(&rules, &racks, "R7"), starter).unwrap();
        assert_eq!(game.to_move(), Some(starter));
        turns(
            &mut game,
            &["draw", "R1 R2 R3", "R1 R2 R3 ; R4 R5 R6 R7", "pass", "pass"],
        );
        assert_eq!(game.ending(), Some(Ending::PoolEmpty));
        let results = game.results(&mut Script::default()).unwrap();
        assert_eq!((results[starter].place, results[1 - starter].place), (1, 2));
    }
    let seat = SeatEnd {
        rack: counts("R1"),
        opened: true,
        could_have_opened: false,
    };
    for starter in 0..4 {
        let results = score(&rules, Ending::PoolEmpty, &[seat; 4], starter);
        assert_eq!(
            results.iter().position(|result| result.place == 1),
            Some(starter)
        );
    }
}

/// Twelve tiles, all on two racks: the pool is empty from the start.
#[test]
fn a_deal_without_a_pool() {
    let options = [
        "values=3",
        "copies=1",
        "jokers=0",
        "hand=6",
        "opening_min=12",
    ];
    let racks = ["R1 R2 R3 B1 B2 B3", "K1 K2 K3 O1 O2 O3"];
    let tournament = rules("tournament", &options);
    let mut round = game(&tournament, &racks, "");
    assert!(round.in_last_round());
    turns(&mut round, &["pass", "K1 K2 K3 ; O1 O2 O3"]);
    assert_eq!(round.ending(), Some(Ending::WentOut(1)));
    assert!(!round.in_last_round(), "it is over");
    let original = rules("original", &options);
    let mut free = game(&original, &racks, "");
    turns(&mut free, &["pass", "pass"]);
    assert_eq!(free.ending(), Some(Ending::PoolEmpty));
    // The starter has the first turn, whatever the procedure.
    for rules in [&tournament, &original] {
        let game = Game::new(rules, &deal(rules, &racks, ""), 1).unwrap();
        assert_eq!(game.to_move(), Some(1));
    }
    let stop = original
        .with_options(&["empty_pool_procedure=stop"])
        .unwrap();
    assert_eq!(game(&stop, &racks, "").ending(), Some(Ending::PoolEmpty));
}

#[test]
fn drawing_and_passing_exclude_each_other() {
    for system in ["original", "tournament"] {
        let rules = rules(system, &["hand=26"]);
        let mut game = two_tiles_left(&rules);
        check_refused(
            &mut game,
            "pass",
            &mut Script::default(),
            Illegal::PassWithPool(2),
        );
        turns(&mut game, &["draw", "draw"]);
        check_refused(
            &mut game,
            "draw",
            &mut Script::default(),
            Illegal::PoolEmpty,
        );
    }
}

// ---- Redeal ----

/// RULES.md D, case 13.
#[test]
fn three_pairs_allow_a_redeal() {
    for system in ["original", "tournament"] {
        let rules = rules(system, &[]);
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

// ---- Time and invalid plays ----

/// Two seats. Seat 0 has opened with R10 B10 K10 and is to move with O10 K1; seat 1 has not. O2 O3 O4 O5 come next.
fn opened_game<'r>(rules: &'r RuleSet, moves: &[&str]) -> Game<'r> {
    let racks = ["R10 B10 K10 O10 K1", "R11 B11 K11 R1 B9"];
    let mut game = game(rules, &racks, "O1 O2 O3 O4 O5");
    turns(&mut game, &["R10 B10 K10", "draw"]);
    turns(&mut game, moves);
    game
}

/// What a turn left: the table, and what happened in one word with its tiles.
fn outcome(game: &Game<'_>, event: &Event) -> (String, String) {
    let happened = match &event.happened {
        Happened::Laid(turn) => format!("laid {}", turn.played),
        Happened::Drew(tile) => format!("drew {tile}"),
        Happened::Passed => "passed".to_owned(),
        Happened::Penalty(tiles) => {
            format!("penalty {}", tiles.iter().copied().collect::<TileCounts>())
        }
    };
    (game.table().to_string(), happened)
}

/// The time of the seat to move runs out with the table like this; its rack changes by what happened and by nothing
/// else, and the turn is over.
fn check_time_out(system: &str, moves: &[&str], as_it_lies: &str, after: &str, happened: &str) {
    let rules = rules(system, &["hand=5"]);
    let mut game = opened_game(&rules, moves);
    let seat = game.to_move().unwrap();
    let (rack, own_turns) = (*game.rack(seat), game.own_turns(seat));
    let event = game
        .time_out(&table(as_it_lies, &rules), &mut Script::default())
        .unwrap();
    assert_eq!(
        outcome(&game, &event),
        (after.to_owned(), happened.to_owned()),
        "{system} {as_it_lies}"
    );
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
        check_time_out("tournament", &[], as_it_lies, after, happened);
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

/// The own tile that is taken back and the one that stays may be of the same kind.
#[test]
fn tournament_time_out_takes_back_only_own_tiles() {
    let rules = rules("tournament", &["hand=5"]);
    let racks = ["R10 B10 K10 R10 O10", "R1 R2 R3 R4 B1"];
    let mut game = game(&rules, &racks, "O1 O2 O3 O4");
    turns(&mut game, &["R10 B10 K10", "draw"]);
    let event = game
        .time_out(
            &table("R10 B10 K10 O10 R10", &rules),
            &mut Script::default(),
        )
        .unwrap();
    // Of a set that is none every own tile is loose.
    assert_eq!(
        outcome(&game, &event),
        ("B10 K10 R10".to_owned(), "drew O2".to_owned())
    );
    assert_eq!(*game.rack(0), counts("R10 O10 O2"));
}

#[test]
fn tournament_time_out_of_an_unopened_player() {
    let check = |as_it_lies: &str, after: &str, happened: &str| {
        check_time_out("tournament", &["draw"], as_it_lies, after, happened);
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

/// Section 11.1 holds when the time is up too: an opening of less than 30 points is taken back with the penalty.
#[test]
fn tournament_time_out_takes_back_a_small_opening() {
    let rules = rules("tournament", &["hand=4"]);
    let mut game = game(&rules, &["R9 B9 K9 O1", "R1 R2 R3 R4"], "O2 O3 O4");
    let event = game
        .time_out(&table("R9 B9 K9", &rules), &mut Script::default())
        .unwrap();
    assert_eq!(
        outcome(&game, &event),
        (String::new(), "penalty O2 O3 O4".to_owned())
    );
    assert!(!game.opened(0));
}

/// Rearranging stands, but is no turn (section 13.1); an unopened player may not even do that.
#[test]
fn tournament_time_out_after_rearranging() {
    let rules = rules("tournament", &["hand=7"]);
    let mut game = rearrangeable(&rules);
    let event = game
        .time_out(
            &table(&format!("{REARRANGED} ; K1"), &rules),
            &mut Script::default(),
        )
        .unwrap();
    assert_eq!(
        outcome(&game, &event),
        (REARRANGED.to_owned(), "drew O3".to_owned())
    );
    let event = game
        .time_out(&table(WHOLE, &rules), &mut Script::default())
        .unwrap();
    assert_eq!(
        outcome(&game, &event),
        (REARRANGED.to_owned(), "penalty O4 O5 O6".to_owned())
    );
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
            &[],
            as_it_lies,
            "R10 B10 K10",
            "penalty O2 O3 O4",
        );
    }
}

/// RULES.md D, case 14.
#[test]
fn a_time_out_penalty_takes_what_is_left_and_starts_the_last_round() {
    let rules = rules("tournament", &["hand=26"]);
    let mut game = two_tiles_left(&rules);
    turns(&mut game, &["R10 B10 K10"]);
    let rack = *game.rack(1);
    let event = game
        .time_out(&table("R10 B10 ; K10", &rules), &mut Script::default())
        .unwrap();
    assert_eq!(
        event,
        Event {
            seat: 1,
            happened: Happened::Penalty(tiles("O13 O13"))
        }
    );
    assert_eq!(game.table(), &table("R10 B10 K10", &rules));
    assert_eq!(Some(*game.rack(1)), rack.checked_add(&counts("O13 O13")));
    assert!(game.in_last_round());
    assert_eq!(game.to_move(), Some(1));
    // With nothing laid and nothing to draw a time-out is a pass.
    let event = game
        .time_out(&table("R10 B10 K10", &rules), &mut Script::default())
        .unwrap();
    assert_eq!(
        event,
        Event {
            seat: 1,
            happened: Happened::Passed
        }
    );
    assert_eq!(game.to_move(), Some(2));
}

#[test]
fn a_time_out_may_go_out() {
    let rules = rules("tournament", &["hand=4"]);
    let mut game = game(&rules, &["R12 B12 K12 O12", "R1 R2 R3 R4"], "");
    game.time_out(&table("R12 B12 K12 O12", &rules), &mut Script::default())
        .unwrap();
    assert_eq!(game.ending(), Some(Ending::WentOut(0)));
}

#[test]
fn an_invalid_play_costs_three_tiles() {
    for system in ["original", "tournament"] {
        let rules = rules(system, &["hand=5"]);
        let mut game = opened_game(&rules, &[]);
        let event = turn(&mut game, "invalid", &mut Script::default()).unwrap();
        let expected = ("R10 B10 K10".to_owned(), "penalty O2 O3 O4".to_owned());
        assert_eq!(outcome(&game, &event), expected, "{system}");
        assert_eq!(*game.rack(0), counts("O10 K1 O2 O3 O4"));
        assert_eq!(
            (game.to_move(), game.own_turns(0), game.turns()),
            (Some(1), 2, 3)
        );
    }
}

/// Only the empty pool ends a game in which nobody lays: penalties of no tiles are no passes.
#[test]
fn penalties_of_no_tiles_do_not_end_the_game() {
    let rules = rules("original", &["invalid_penalty=0", "timeout_penalty=0"]);
    let mut game = game(&rules, &["", ""], "");
    turns(&mut game, &["invalid"; 3]);
    game.time_out(&Table::default(), &mut Script::default())
        .unwrap();
    assert_eq!((game.ending(), game.turns()), (None, 4));
}

#[test]
fn each_penalty_has_its_own_number_of_tiles() {
    let rules = rules(
        "original",
        &["hand=5", "invalid_penalty=2", "timeout_penalty=1"],
    );
    let mut game = opened_game(&rules, &[]);
    let event = turn(&mut game, "invalid", &mut Script::default()).unwrap();
    assert_eq!(event.happened, Happened::Penalty(tiles("O2 O3")));
    let event = game
        .time_out(&Table::default(), &mut Script::default())
        .unwrap();
    assert_eq!(event.happened, Happened::Penalty(tiles("O4")));
}

#[test]
fn seats_draw_from_their_own_streams() {
    let rules = rules("original", &["hand=5"]);
    let shared = deal(&rules, &["", ""], "O1 O2 O3 O4");
    let (first, second) = shared.streams[0].split_at(3);
    let own = Deal {
        streams: vec![first.to_vec(), second.to_vec()],
        ..shared.clone()
    };
    let mut game = Game::new(&rules, &own, 0).unwrap();
    let event = turn(&mut game, "draw", &mut Script::default()).unwrap();
    assert_eq!(event.happened, Happened::Drew(tile("O1")));
    let event = turn(&mut game, "draw", &mut Script::default()).unwrap();
    assert_eq!(event.happened, Happened::Drew(tile("O4")));
    assert_eq!(game.pool_len(), 94);
}

// ---- The end by fault ----

/// Who breaks off the game is last, even where the racks are worth the same.
#[test]
fn a_fault_does_not_win_on_a_tie() {
    for system in ["original", "tournament"] {
        let rules = rules(system, &["hand=1"]);
        let mut game = game(&rules, &["R8", "B8", "R8"], "");
        game.end_by_fault(0);
        let results = game.results(&mut Script::default()).unwrap();
        assert_eq!(results[0].place, 3, "{system}");
        assert_eq!(results[1].place, 1, "{system}");
    }
}

// ---- Rearranging without a rack tile ----

/// Seat 0 has laid a run of six and is to move with K1; seat 1 has not opened and has drawn O2.
fn rearrangeable(rules: &RuleSet) -> Game<'_> {
    let mut game = game(
        rules,
        &["R8 R9 R10 R11 R12 R13 K1", "R1 R2 R3 R4 R5 R6 R7"],
        "O2 O3 O4 O5 O6",
    );
    turns(&mut game, &[WHOLE, "draw"]);
    game
}

const WHOLE: &str = "R8 R9 R10 R11 R12 R13";
const REARRANGED: &str = "R8 R9 R10 ; R11 R12 R13";
const BROKEN: &str = "R8 R9 ; R10 R11 R12 R13";

#[test]
fn rearranging_alone_is_followed_by_a_draw_in_tournament() {
    let rules = rules("tournament", &["hand=7"]);
    let mut game = rearrangeable(&rules);
    check_refused(
        &mut game,
        BROKEN,
        &mut Script::default(),
        Illegal::NotASet(set("R8 R9")),
    );
    let event = turn(&mut game, REARRANGED, &mut Script::default()).unwrap();
    assert_eq!(
        outcome(&game, &event),
        (REARRANGED.to_owned(), "drew O3".to_owned())
    );
    assert_eq!((*game.rack(0), game.to_move()), (counts("K1 O3"), Some(1)));
    assert_eq!(game.own_turns(0), 2);
    // Seat 1 may not: it has not opened.
    check_refused(
        &mut game,
        WHOLE,
        &mut Script::default(),
        Illegal::NothingLaid,
    );
}

#[test]
fn rearranging_alone_is_refused_in_original() {
    let rules = rules("original", &["hand=7"]);
    let mut game = rearrangeable(&rules);
    check_refused(
        &mut game,
        REARRANGED,
        &mut Script::default(),
        Illegal::NothingLaid,
    );
}

/// With an empty pool there is nothing to draw: rearranging is a pass, and as free as one.
#[test]
fn rearranging_alone_with_an_empty_pool_is_a_pass() {
    let options = [
        "hand=26",
        "empty_pool_procedure=until_all_pass",
        "must_play_when_empty=true",
    ];
    let rules = rules("tournament", &options);
    let mut game = two_tiles_left(&rules);
    turns(&mut game, &["R10 B10 K10", "draw", "draw", "pass"]);
    let mut able = Script {
        can_lay: true,
        ..Script::default()
    };
    check_refused(&mut game, "K10 B10 R10", &mut able, Illegal::PassWhileAble);
    let event = turn(&mut game, "K10 B10 R10", &mut Script::default()).unwrap();
    assert_eq!(
        outcome(&game, &event),
        ("K10 B10 R10".to_owned(), "passed".to_owned())
    );
    turns(&mut game, &["pass", "pass"]);
    assert_eq!(
        game.ending(),
        Some(Ending::PoolEmpty),
        "it counts as one of the passes in a row"
    );
}

// ---- Refusals ----

/// The turn is refused for this reason and the game is as before.
fn check_refused(game: &mut Game<'_>, text: &str, judge: &mut Script, reason: Illegal) {
    let before = format!("{game:?}");
    assert_eq!(turn(game, text, judge), Err(reason), "{text}");
    assert_eq!(format!("{game:?}"), before, "{text}");
}

/// The same, for several turns of one game.
fn check_all_refused(mut game: Game<'_>, turns: &[(&str, Illegal)]) {
    for (text, reason) in turns {
        check_refused(&mut game, text, &mut Script::default(), reason.clone());
    }
}

fn set(text: &str) -> Set {
    tiles(text).into_iter().collect()
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

#[test]
fn refused_turns_of_an_opened_player_change_nothing() {
    for system in ["original", "tournament"] {
        let rules = rules(system, &["hand=8"]);
        let racks = ["R12 J O12 K5 K6 K7 R5 R6", "R11 B11 K11 R1 B9 B12 R2 R3"];
        let mut game = game(&rules, &racks, "O1 O2 O3");
        turns(&mut game, &["R12 J O12", "draw"]);
        check_all_refused(
            game,
            &[
                ("R12 J O12 ; R5 R6", Illegal::NotASet(set("R5 R6"))),
                ("K5 K6 K7", Illegal::TileMissing(tile("R12"))),
                // A table tile does not go to the rack, nor does a joker.
                (
                    "R12 O12 J K5 ; K6 K7",
                    Illegal::NotASet(set("R12 O12 J K5")),
                ),
                (
                    "K5 K6 K7 ; J R5 R6 ; R10 R11 R12",
                    Illegal::TileMissing(tile("O12")),
                ),
                ("R12 K12 O12", Illegal::TileMissing(Tile::JOKER)),
                ("R12 J O12 ; R1 R2 R3", Illegal::TileNotOwned(tile("R1"))),
                ("R12 J O12 ; J R5 R6", Illegal::TileNotOwned(Tile::JOKER)),
                (
                    "R12 J O12 ; K5 K6 K7 ; K5 K6 K7 ; K5 K6 K7",
                    Illegal::TooManyCopies(tile("K5")),
                ),
                (
                    "R12 J O12 ; K5 K5 K5 K5",
                    Illegal::TooManyCopies(tile("K5")),
                ),
                ("R12 J O12 ; J J K5", Illegal::TooManyCopies(Tile::JOKER)),
                ("pass", Illegal::PassWithPool(89)),
            ],
        );
    }
}

#[test]
fn refused_openings_change_nothing() {
    for system in ["original", "tournament"] {
        let options = ["hand=8", "opening_jokers=false"];
        for rules in [rules(system, &options[..1]), rules(system, &options)] {
            let racks = ["R12 B12 K12 R5 R6 R7 R8 R9", "R11 B11 J O12 R1 B9 K9 O9"];
            let mut game = game(&rules, &racks, "O1 O2 O3");
            let old = "R12 B12 K12";
            check_refused(&mut game, "", &mut Script::default(), Illegal::NothingLaid);
            turns(&mut game, &[old]);
            let small = |value| Illegal::OpeningTooSmall { value, needed: 30 };
            check_all_refused(
                game.clone(),
                &[
                    (old, Illegal::NothingLaid),
                    ("R12 B12 K12 ; B9 K9 O9", small(27)),
                    ("R12 B12 K12 O12", Illegal::OpeningTouchesTable(set(old))),
                    (
                        "R12 B12 K12 O12 ; R11 B11 J",
                        Illegal::OpeningTouchesTable(set(old)),
                    ),
                ],
            );
            let with_joker = "R12 B12 K12 ; R11 B11 J";
            if rules.opening_jokers {
                turns(&mut game, &[with_joker]);
            } else {
                let reason = Illegal::OpeningJoker(set("R11 B11 J"));
                check_refused(&mut game, with_joker, &mut Script::default(), reason);
            }
        }
    }
}

/// Section 14.5: no joker leaves the table in an opening, even where sets of the same tiles result.
#[test]
fn an_opening_takes_no_joker_from_the_table() {
    let rules = rules("tournament", &["hand=7"]);
    let mut game = game(
        &rules,
        &["R8 R9 J R7 R6 R5 K1", "R10 B11 B12 B13 R11 R12 K3"],
        "O1",
    );
    turns(&mut game, &["R5 R6 R7 ; R8 R9 J"]);
    check_refused(
        &mut game,
        "R5 R6 R7 ; R8 R9 R10 ; J B11 B12 B13",
        &mut Script::default(),
        Illegal::OpeningTouchesTable(set("R8 R9 J")),
    );
    turns(&mut game, &["R5 R6 R7 ; R8 R9 J ; B11 B12 B13"]);
}

#[test]
fn nothing_is_played_after_the_end() {
    let rules = rules("tournament", &["hand=4"]);
    let mut game = game(&rules, &["R12 B12 K12 O12", "R11 B11 K11 O11"], "");
    turns(&mut game, &["R12 B12 K12 O12"]);
    for text in ["R12 B12 K12 O12 ; R11 B11 K11", "draw", "pass", "invalid"] {
        check_refused(&mut game, text, &mut Script::default(), Illegal::GameOver);
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
    let rules = rules("original", &[]);
    let (before, after) = (table("R3 R4 R5", &rules), table("R3 R4 R5 R6", &rules));
    let judge = |laid, after| rules.judge_turn_laying(&before, &counts(laid), after, true);
    assert_eq!(
        judge("R6 K1", &after),
        Err(Illegal::TileNotLaid(tile("K1")))
    );
    assert_eq!(judge("R6", &before), Err(Illegal::NothingLaid));
    assert_eq!(judge("K1", &after), Err(Illegal::TileNotOwned(tile("R6"))));
    assert_eq!(judge("R6", &after).unwrap().played, counts("R6"));
}

/// A joker may stand for a tile whose two copies both lie on the table; a third copy itself is refused.
#[test]
fn a_third_copy_of_a_tile() {
    let rules = rules("original", &[]);
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

/// Positions come from files too: however many tiles they hold, the answer is the tile that is there too often.
#[test]
fn a_position_with_too_many_tiles() {
    let rules = rules("original", &[]);
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
        rules("original", &[]),
        rules("original", &["wrap=true", "max_run_len=none"]),
    ] {
        assert!(!rules.judge(&tiles(&"R1 ".repeat(300))).is_legal());
        assert!(!rules.judge_laid(&tiles(&"J R1 ".repeat(300))).is_legal());
    }
}

/// A table that holds more than the game is refused before anything else is asked.
#[test]
fn an_impossible_table_before_the_turn() {
    let rules = rules("original", &[]);
    let before = table("R1 B1 K1 ; R1 B1 K1 ; R1 B1 K1 ; R1 B1 K1", &rules);
    let turn = rules.judge_turn(
        &before,
        &counts("R5 R6 R7"),
        &table("R5 R6 R7", &rules),
        true,
    );
    assert_eq!(turn, Err(Illegal::TooManyCopies(tile("R1"))));
}

#[test]
fn thirty_points_open_and_no_fewer() {
    let rules = rules("tournament", &[]);
    let check = |after: &str, value: u32| {
        let turn = rules.judge_turn_laying(
            &Table::default(),
            &counts(&after.replace(';', "")),
            &table(after, &rules),
            false,
        );
        let expected = if value < 30 {
            Err(Illegal::OpeningTooSmall { value, needed: 30 })
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
