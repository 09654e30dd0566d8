//! House rules turn by turn: group owners, openings that may use the table, turns that begin with a
//! draw (docs/rules.md#opening-table-access, docs/rules.md#drawing-and-passing,
//! docs/rules.md#group-stacks and docs/rules.md#scoring-cases, 15 to 17).

use rummilab_core::{
    Action, Claim, Ending, Event, Game, Happened, Illegal, RuleSet, Seat, SeatResult, Table, Turn,
};

use crate::scenes::{set, tile};
use crate::support::{Brute, Script, counts, game as house_game, rules, table};

// ---- Group owners ----

/// A table from text with its owners: a digit for a seat, `-` for a run.
fn owned(text: &str, owners: &str, rules: &RuleSet) -> Table {
    let owners = owners.chars().filter(|c| *c != ' ');
    let owners = owners.map(|c| c.to_digit(10).map(|seat| seat as u8));
    Table::owned(
        table(text, rules).sets().to_vec(),
        owners.collect::<Vec<_>>(),
    )
}

/// Judges a turn of seat 0, who has opened and whose rack held every new tile.
fn judge(rules: &RuleSet, before: &Table, after: &Table) -> Result<Turn, Illegal> {
    let old = before.counts().unwrap();
    let laid = after.counts().unwrap().saturating_sub(&old);
    let claim = Claim {
        before,
        rack: &laid,
        after,
        opened: true,
        me: Some(Seat(0)),
    };
    rules.judge_claim_laying(&claim, &mut Brute)
}

fn owners_of(turn: Result<Turn, Illegal>) -> String {
    let owners = turn.unwrap().owners.unwrap();
    let owner = |owner: &Option<u8>| owner.map_or("-".to_owned(), |seat| seat.to_string());
    owners.iter().map(owner).collect()
}

/// Six groups of seat 0 and three runs.
const SIX: &str = "R1 B1 K1 ; R3 B3 K3 ; R5 B5 K5 ; R7 B7 K7 ; R9 B9 K9 ; R11 B11 K11";
const RUNS: &str = "R2 R3 R4 ; B2 B3 B4 ; K2 K3 K4";

/// docs/rules.md#scoring-cases, 15.
#[test]
fn a_seventh_group_is_refused() {
    let rules = rules("house", "");
    let six = owned(&format!("{SIX} ; {RUNS}"), "000000---", &rules);
    let after = |text: &str| table(text, &rules);
    let owners_after = |text: &str| owners_of(judge(&rules, &six, &after(text)));
    let seventh = after(&format!("{SIX} ; {RUNS} ; R13 B13 K13"));
    let reason = Illegal::TooManyGroups { groups: 7, most: 6 };
    assert_eq!(judge(&rules, &six, &seventh), Err(reason.clone()));
    // To claim the group, or to give it away, does not help.
    let text = seventh.to_string();
    let claimed = owned(&text, "000000---0", &rules);
    assert_eq!(judge(&rules, &six, &claimed), Err(reason));
    let given = owned(&text, "000000---1", &rules);
    let wrong = Illegal::WrongOwner {
        set: set("R13 B13 K13"),
        owner: 1,
    };
    assert_eq!(judge(&rules, &six, &given), Err(wrong));

    let attached = format!("{SIX} Y11 ; {RUNS}");
    assert_eq!(owners_after(&attached), "000000---");
    let run = format!("{SIX} ; {RUNS} ; Y5 Y6 Y7");
    assert_eq!(owners_after(&run), "000000----");
    let dissolved = SIX.replace("R1 B1 K1", "R13 B13 K13");
    let dissolved = format!("{dissolved} ; R1 R2 R3 R4 ; B1 B2 B3 B4 ; K1 K2 K3 K4");
    assert_eq!(owners_after(&dissolved), "000000---");
    // Six groups of another player leave room for own ones.
    let others = owned(&format!("{SIX} ; {RUNS}"), "111111---", &rules);
    assert_eq!(owners_of(judge(&rules, &others, &seventh)), "111111---0");
}

/// docs/rules.md#group-stacks: an owner stays, a new group belongs to the player, and claimed
/// owners are checked.
#[test]
fn owners_are_found_or_checked() {
    let rules = rules("house", "");
    let before = owned("R5 B5 K5 Y5 ; R6 R7 R8", "1-", &rules);
    let check = |after: &str, found: &str, refused: &[(&str, Illegal)]| {
        let free = judge(&rules, &before, &table(after, &rules));
        assert_eq!(owners_of(free), found, "{after}");
        assert!(judge(&rules, &before, &owned(after, found, &rules)).is_ok());
        for (owners, reason) in refused {
            let claimed = judge(&rules, &before, &owned(after, owners, &rules));
            assert_eq!(claimed, Err(reason.clone()), "{after} {owners}");
        }
    };
    let group = |text| Illegal::GroupWithoutOwner(set(text));
    let wrong = |text, owner| Illegal::WrongOwner {
        set: set(text),
        owner,
    };
    let refused = [
        ("--", group("R5 B5 K5 Y5 W5")),
        ("2-", wrong("R5 B5 K5 Y5 W5", 2)),
        ("10", Illegal::RunWithOwner(set("R6 R7 R8"))),
    ];
    check("R5 B5 K5 Y5 W5 ; R6 R7 R8", "1-", &refused);
    // Seat 1 may keep its group or lose it: if the player says so, a group that lost a tile is a
    // new group.
    let taken = "B5 K5 Y5 ; R5 R6 R7 R8 R9";
    check(taken, "1-", &[]);
    assert!(judge(&rules, &before, &owned(taken, "0-", &rules)).is_ok());
    // If two groups share tiles with an old one, only one continues it.
    let refused = [("11-", wrong("Y5 W5 G5", 1))];
    check("R5 B5 K5 ; Y5 W5 G5 ; R6 R7 R8", "10-", &refused);
    // A common joker is enough.
    let before = owned("R5 B5 J ; R6 R7 R8", "1-", &rules);
    let moved = owned("K5 W5 J ; R5 R6 R7 R8 ; B5 B6 B7", "1--", &rules);
    assert!(judge(&rules, &before, &moved).is_ok());
}

#[test]
fn other_players_groups_may_be_out_of_reach() {
    let before = |rules: &RuleSet| owned("R5 B5 K5 Y5 ; R9 B9 K9 ; R6 R7 R8", "10-", rules);
    let attach = "R5 B5 K5 Y5 W5 ; R9 B9 K9 ; R6 R7 R8";
    let take = "B5 K5 Y5 ; R9 B9 K9 ; R5 R6 R7 R8 R9";
    let dissolve_own = "R5 B5 K5 Y5 ; R6 R7 R8 R9 ; B9 B10 B11 ; K9 K10 K11";
    let taken = Illegal::GroupTakenFrom(set("R5 B5 K5 Y5"));
    let changed = Illegal::GroupChanged(set("R5 B5 K5 Y5"));
    for (access, results) in [
        ("anyone", [None, None, None]),
        ("attach_only", [None, Some(taken), None]),
        ("owner_only", [Some(changed.clone()), Some(changed), None]),
    ] {
        let rules = rules("house", &format!("group_access={access}"));
        for (after, reason) in [attach, take, dissolve_own].into_iter().zip(results) {
            let free = judge(&rules, &before(&rules), &table(after, &rules)).err();
            assert_eq!(free, reason, "{access} {after}");
            let owners = match after {
                _ if after == dissolve_own => "1---",
                _ => "10-",
            };
            let said = judge(&rules, &before(&rules), &owned(after, owners, &rules)).err();
            assert_eq!(said, reason, "{access} {after} as said");
        }
    }
}

/// A claim without a seat or without owners returns no owners and has no cap.
#[test]
fn without_a_seat_nobody_counts_groups() {
    let rules = rules("house", "");
    let seventh = table(&format!("{SIX} ; {RUNS} ; R13 B13 K13"), &rules);
    let laid = counts("R13 B13 K13");
    for before in [
        table(&format!("{SIX} ; {RUNS}"), &rules),
        owned(&format!("{SIX} ; {RUNS}"), "000000---", &rules),
    ] {
        let turn = rules.judge_turn_laying(&before, &laid, &seventh, true);
        assert_eq!(turn.map(|turn| turn.owners), Ok(None));
    }
}

// ---- The opening ----

/// The turns of `house` in docs/rules.md#turn-cases, and the tiles that make up the threshold.
#[test]
fn an_opening_may_use_the_table_once_own_tiles_reach_the_threshold() {
    let check = |options: &str, before: &str, laid: &str, after: &str, expected| {
        let rules = rules("house", options);
        let claim = Claim {
            before: &table(before, &rules),
            rack: &counts(laid),
            after: &table(after, &rules),
            opened: false,
            me: None,
        };
        let turn = rules.judge_claim_laying(&claim, &mut Brute);
        assert_eq!(turn.map(|turn| turn.opening_value.unwrap()), expected);
    };
    let small = |value| Err(Illegal::OpeningTooSmall { value, needed: 30 });
    let run = "B4 B5 B6";
    check("", run, "B7 R10 B10 J", "B4 B5 B6 B7 ; R10 B10 J", Ok(30));
    check("", run, "B7 R9 B9 J", "B4 B5 B6 B7 ; R9 B9 J", small(27));
    // At the end the own set need not lie by itself.
    let (before, after) = ("B4 B5 B6 ; R8 B8 K8", "B4 B5 B6 B7 ; R8 K8 B8");
    let missing = Err(Illegal::TileNotLaid(tile("B9")));
    check("", before, "B7 B9 B10 B11", after, missing);
    check("", "B6 B7 B8", "B9 B10 B11", "B6 B7 B8 B9 B10 B11", Ok(30));
    check("", "B6 B7 B8", "B9 B10", "B6 B7 B8 B9 B10", small(0));
    // If jokers are not part of an opening, none may be laid in that turn, not even beside 30 other
    // points.
    let joker = Err(Illegal::OpeningJoker(set("B4 B5 B6 J")));
    let (off, after) = ("opening_jokers=false", "B4 B5 B6 J ; R10 K10 B10");
    check(off, run, "J R10 K10 B10", after, joker);
    check("", run, "J R10 K10 B10", after, Ok(40));
    check(off, "B4 J B6", "R10 K10 B10 B5", after, Ok(30));
    // If the opening may not use the table, old sets stay, in house or elsewhere.
    let touched = Err(Illegal::OpeningTouchesTable(set("B4 B5 B6")));
    let (none, after) = ("opening_table_access=none", "B4 B5 B6 B7 ; R10 B10 J");
    check(none, run, "B7 R10 B10 J", after, touched);
}

// ---- Turns that begin with a draw ----

fn play(game: &mut Game, text: &str) -> Event {
    let action = match text {
        "pass" => Action::Pass,
        _ => Action::Play(table(text, game.rules())),
    };
    game.act(&action, &mut Brute)
        .unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// docs/rules.md#scoring-cases, 17.
#[test]
fn the_tile_drawn_first_must_go_too() {
    let rules = rules("house", "hand=3 opening_min=9");
    let mut game = house_game(&rules, &["R9 B9 K9", "R2 R3 R4"], "R5 W1 R6");
    assert_eq!(game.start_turn(), Some(tile("R5")));
    play(&mut game, "R9 B9 K9");
    play(&mut game, "R9 B9 K9 ; R2 R3 R4");
    assert_eq!(*game.rack(Seat(0)), counts("R5"));
    assert_eq!(game.start_turn(), Some(tile("R6")));
    assert_eq!(game.start_turn(), Some(tile("R6")), "a turn begins once");
    assert_eq!(*game.rack(Seat(0)), counts("R5 R6"));
    let both = play(&mut game.clone(), "R9 B9 K9 ; R2 R3 R4 R5 R6");
    assert_eq!(both.drawn_first, Some(tile("R6")));
    let mut one = game.clone();
    play(&mut one, "R9 B9 K9 ; R2 R3 R4 R5");
    assert_eq!(one.ending(), None, "R6 is left");
    play(&mut game, "R9 B9 K9 ; R2 R3 R4 R5 R6");
    assert_eq!(game.ending(), Some(Ending::WentOut(Seat(0))));
    let results = game.results(&mut Brute).unwrap();
    let expected = [(0, 1), (0, 2)].map(|(score, place)| SeatResult { score, place });
    assert_eq!(*results, expected);
}

/// docs/rules.md#drawing-and-passing: a draw is not a turn, a pass is. A refused play leaves the
/// drawn tile on the rack.
#[test]
fn every_turn_begins_with_a_draw() {
    let rules = rules("house", "hand=4 jokers=0");
    let racks = ["R10 B10 K10 R1", "Y1 Y3 Y5 Y7"];
    let mut game = house_game(&rules, &racks, "W1 W2 W3 W4");
    let before = format!("{game:?}");
    let draw = game.act(&Action::Draw, &mut Brute);
    assert_eq!(draw, Err(Illegal::DrawIsFirst));
    assert_eq!(format!("{game:?}"), before, "not even the draw took place");
    assert_eq!(
        (game.start_turn(), game.pool_len()),
        (Some(tile("W1")), 147)
    );
    let small = game.act(&Action::Play(table("R1 B10 K10", &rules)), &mut Brute);
    assert_eq!(small, Err(Illegal::NotASet(set("R1 B10 K10"))));
    assert_eq!(
        (game.drawn_first(), game.own_turns(Seat(0))),
        (Some(tile("W1")), 0)
    );
    let event = play(&mut game, "R10 B10 K10");
    let Happened::Laid(turn) = &event.happened else {
        panic!("{event:?}")
    };
    assert_eq!(turn.owners, Some(vec![Some(0)]));
    assert_eq!(game.table().owners(), Some([Some(0)].as_slice()));
    assert_eq!(*game.rack(Seat(0)), counts("R1 W1"));
    assert_eq!((game.drawn_first(), game.to_move()), (None, Some(Seat(1))));
    // If nobody starts the turn, the action starts it.
    let event = play(&mut game, "pass");
    let passed = Event {
        seat: Seat(1),
        drawn_first: Some(tile("W2")),
        put_back: 0,
        happened: Happened::Passed,
    };
    assert_eq!(event, passed);
    assert_eq!(*game.rack(Seat(1)), counts("Y1 Y3 Y5 Y7 W2"));
    // A refused play costs nothing in house, and the tile stays.
    let event = game.penalise_invalid().unwrap();
    assert_eq!(
        (event.drawn_first, event.happened),
        (Some(tile("W3")), Happened::Penalty(vec![]))
    );
    let event = game.time_out(&Table::default(), &mut Brute).unwrap();
    assert_eq!(
        (event.drawn_first, event.happened),
        (Some(tile("W4")), Happened::Penalty(vec![]))
    );
    assert_eq!(game.pool_len(), 144);
}

/// docs/rules.md#scoring-cases, 16.
#[test]
fn a_duplicate_may_go_back_for_another() {
    let house = rules("house", "hand=4");
    let racks = ["R7 J B1 B2", "R1 R2 R3 R4"];
    let mut game = house_game(&house, &racks, "R7 B9 J B1");
    assert_eq!(game.put_back(0), Err(Illegal::NothingToPutBack));
    assert!(!game.may_put_back(), "the turn has not begun");
    assert_eq!(game.start_turn(), Some(tile("R7")));
    assert!(game.may_put_back());
    let places = game.put_back_places();
    assert_eq!(places, 152);
    let wrong = Illegal::NoSuchPlace {
        place: places,
        places,
    };
    assert_eq!(game.put_back(places), Err(wrong));
    // The tile goes back before the new one is drawn, so it can come again and go back again.
    assert_eq!(game.put_back(0), Ok(tile("R7")));
    assert_eq!(game.put_back(1), Ok(tile("J")));
    assert_eq!((game.returns(Seat(0)), game.returns(Seat(1))), (2, 0));
    // A joker stays, even if the rack holds another.
    assert!(!game.may_put_back());
    assert_eq!(*game.rack(Seat(0)), counts("R7 J J B1 B2"));
    let event = play(&mut game, "pass");
    assert_eq!((event.drawn_first, event.put_back), (Some(tile("J")), 2));
    // R7 took the place of B1, which is last now. Seat 1 has no R7.
    assert_eq!(game.start_turn(), Some(tile("R7")));
    assert!(!game.may_put_back());
    assert_eq!(game.put_back(0), Err(Illegal::NothingToPutBack));
    // Nothing goes back if the rules do not allow it.
    let never = house.with_options(&["dup_redraw=never"]).unwrap();
    let mut game = house_game(&never, &racks, "R7");
    assert_eq!(game.start_turn(), Some(tile("R7")));
    assert!(!game.may_put_back());
}

/// docs/rules.md#scoring-cases, 16: the pool holds only duplicates.
#[test]
fn a_pool_of_duplicates_gives_nothing_better() {
    let options = "colours=1 values=4 hand=2 opening_min=6";
    let rules = |jokers| rules("house", &format!("{options} jokers={jokers}"));
    let may = |rules: &RuleSet, pool: &str| {
        let mut game = house_game(rules, &["R1 R2", "R3 R3"], pool);
        game.start_turn().map(|_| game.may_put_back())
    };
    assert_eq!(may(&rules(0), "R1 R4"), Some(true));
    let plain = rules(0);
    let mut game = house_game(&plain, &["R1 R2", "R3 R4"], "R3 R1 R2 R4");
    for _ in 0..3 {
        game.start_turn();
        play(&mut game, "pass");
    }
    // The pool holds only R4, which came from there: no other tile could be drawn.
    assert_eq!(game.start_turn(), Some(tile("R4")));
    assert!(!game.may_put_back());
    // A joker is always worth having.
    let with_joker = rules(1);
    let mut game = house_game(&with_joker, &["R1 R2", "R3 R4"], "R1 R2 J");
    game.start_turn();
    assert!(game.may_put_back());
}

/// The tile drawn first counts as drawn on that turn (docs/rules.md#could-have-opened). A tile that
/// went back does not count.
#[test]
fn the_first_draw_of_the_last_turn_does_not_make_an_opening_possible() {
    let options = "hand=3 unopened_penalty=100,200 empty_pool_score=relative";
    let rules = rules("house", options);
    let racks = ["R10 B10 R3", "R1 R2 R4"];
    let mut judge = Script::opening_with("R10 B10 K10");
    let mut game = house_game(&rules, &racks, "R3 W1 W5");
    game.start_turn();
    game.put_back(2).unwrap();
    assert_eq!(*game.rack(Seat(0)), counts("R10 B10 R3 W1"));
    play(&mut game, "pass");
    game.could_have_opened(Seat(0), &mut judge);
    assert_eq!(judge.racks, [counts("R10 B10 R3")]);
    let mut game = house_game(&rules, &racks, "K10 W1 W5 W6");
    let mut judge = Script::opening_with("R10 B10 K10");
    play(&mut game, "pass");
    assert!(!game.could_have_opened(Seat(0), &mut judge));
    play(&mut game, "pass");
    // A turn in progress is not over: the last own turn is still the first.
    game.start_turn();
    assert!(!game.could_have_opened(Seat(0), &mut judge));
    play(&mut game, "pass");
    assert!(game.could_have_opened(Seat(0), &mut judge));
}

// ---- The empty pool ----

/// Two seats, two tiles in the pool: the seats that play after the last draw if everybody passes,
/// and how the game ends.
fn check_rest(options: &str, moves: &[&str], rest: &[usize]) {
    let small = "colours=1 values=4 jokers=0 hand=3 opening_min=6";
    let rules = rules("house", &format!("{small} {options}"));
    let mut game = house_game(&rules, &["R1 R2 R3", "R4 R4 R1"], "R2 R3");
    for text in moves {
        play(&mut game, text);
    }
    let mut order = Vec::new();
    while let Some(seat) = game.to_move() {
        assert!(order.len() < 20, "{options:?} does not end: {order:?}");
        game.start_turn();
        play(&mut game, "pass");
        order.push(seat.index());
    }
    assert_eq!(order, rest, "{options:?} {moves:?}");
    assert_eq!(game.ending(), Some(Ending::PoolEmpty));
    assert_eq!(game.pool_len(), 0);
}

/// docs/rules.md#drawing-and-passing and docs/rules.md#empty-pool. Seat 1 draws the last tile on
/// the second turn.
#[test]
fn the_game_ends_after_the_pool() {
    // Every pass with an empty pool counts, also that of the seat that drew the last tile.
    check_rest("", &[], &[0, 1, 0]);
    // After a play the count starts again.
    let late = ["pass", "pass", "R1 R2 R3"];
    check_rest("", &late[2..], &[1, 0]);
    check_rest("", &late, &[1, 0]);
    // The drawer's last turn is the one that began with the draw.
    let drawer = "empty_pool_procedure=one_round_from_drawer";
    check_rest(drawer, &[], &[0, 1, 0]);
    let next = "empty_pool_procedure=one_round_from_next";
    check_rest(next, &[], &[0, 1, 0, 1]);
    check_rest("empty_pool_procedure=stop", &[], &[0, 1]);
    // Laying neither shortens nor lengthens a last round.
    check_rest(next, &late, &[1]);
    check_rest(drawer, &late, &[]);
}

#[test]
fn play_may_be_forced_once_the_pool_is_empty() {
    let options = "colours=1 values=3 jokers=0 hand=2 opening_min=6 must_play_when_empty=true";
    let rules = rules("house", options);
    let mut game = house_game(&rules, &["R1 R2", "R3 R1"], "R3 R2");
    let mut able = Script {
        can_lay: true,
        ..Script::default()
    };
    game.act(&Action::Pass, &mut able).unwrap();
    assert!(able.positions.is_empty(), "there was a tile in the pool");
    let pass = game.act(&Action::Pass, &mut able);
    assert_eq!(pass, Err(Illegal::PassWhileAble));
    // The position of the question holds the tile drawn first.
    assert_eq!(able.positions[0].rack, counts("R3 R1 R2"));
    assert_eq!(game.pool_len(), 1, "nothing has changed");
}

// ---- A whole game ----

/// Groups of two players, an opening that attaches tiles, a run that goes round, a duplicate that
/// goes back, and the end.
#[test]
fn a_scripted_game() {
    let rules = rules("house", "hand=8");
    let racks = ["R10 B10 K10 R12 R13 B9 B11 W2", "G8 W8 Y8 J Y10 W10 G2 G3"];
    let mut game = house_game(&rules, &racks, "R1 G2 B12 W1 K2 Y2");
    let owners = |game: &Game| {
        let owner = |owner: &Option<u8>| owner.map_or("-".to_owned(), |seat| seat.to_string());
        let owners = game.table().owners().unwrap();
        owners.iter().map(owner).collect::<String>()
    };
    assert_eq!(owners(&game), "");
    game.start_turn();
    play(&mut game, "R10 B10 K10 ; R12 R13 R1");
    assert_eq!(owners(&game), "0-");
    // Seat 1 draws G2, which it has, and takes another: B12. It opens with 32 points and attaches
    // to seat 0's group.
    assert_eq!(game.start_turn(), Some(tile("G2")));
    assert_eq!(game.put_back(5), Ok(tile("B12")));
    play(&mut game, "R10 B10 K10 Y10 W10 ; R12 R13 R1 ; G8 W8 Y8 J");
    assert_eq!(owners(&game), "0-1");
    // Seat 0 draws W1 and takes B10 out of its own group.
    assert_eq!(game.start_turn(), Some(tile("W1")));
    let taken = "R10 K10 Y10 W10 ; R12 R13 R1 ; G8 W8 Y8 J ; B9 B10 B11";
    let event = play(&mut game, taken);
    let Happened::Laid(turn) = event.happened else {
        panic!("{event:?}")
    };
    assert_eq!(turn.played, counts("B9 B11"));
    assert_eq!(owners(&game), "0-1-");
    // Seat 1 frees the joker of its group for a run.
    assert_eq!(game.start_turn(), Some(tile("K2")));
    let freed = "R10 K10 Y10 W10 ; R12 R13 R1 ; G8 W8 Y8 ; B9 B10 B11 B12 ; G2 G3";
    play(&mut game, &format!("{freed} J"));
    assert_eq!(owners(&game), "0-1--");
    assert_eq!(
        (*game.rack(Seat(0)), *game.rack(Seat(1))),
        (counts("W1 W2"), counts("K2"))
    );
    // Seat 0 takes the joker for its last tiles.
    assert_eq!(game.start_turn(), Some(tile("Y2")));
    let broken = table(&format!("{freed} ; W1 W2 J"), &rules);
    let refused = game.act(&Action::Play(broken), &mut Brute);
    assert_eq!(refused, Err(Illegal::NotASet(set("G2 G3"))));
    game.end_by_fault(Seat(0));
    let place = |result: SeatResult| (result.score, result.place);
    let results = game.results(&mut Brute).unwrap();
    let places: Vec<(i32, u8)> = results.into_iter().map(place).collect();
    assert_eq!(places, [(0, 2), (0, 1)]);
}
