//! Replay, verification, JSON lines and CSV of the hand-written games.

use crate::common::{Nobody, block, header, house_block, house_header, table};
use rummilab_core::{
    Action, CouldPlay, Ending, Happened, Position, RuleSet, Seat, TileCounts, Unanswered,
};
use rummilab_record::{
    Block, CsvWriter, Header, ReadError, Reader, ReplayProblem, TurnRecord, VerifyError, Writer,
    from_json_lines, replay, to_json_lines, verify_block,
};

#[test]
fn a_replay_shows_every_state() {
    let (header, block) = (header(), block(0));
    let steps = replay(&header, &block, 0, &mut Nobody).unwrap();
    let seats = steps.iter().map(|step| step.event.seat.index());
    assert!(seats.eq([0, 1, 0]));
    assert_eq!(steps[1].table.to_string(), "R1 R2 R3 ; B2 B3 B4");
    let racks = steps[1].racks.iter().map(ToString::to_string);
    assert!(racks.eq(["B1", "R4"]));
    let steps = replay(&header, &block, 1, &mut Nobody).unwrap();
    let penalty = Happened::Penalty(crate::common::tiles("J"));
    assert_eq!(steps[0].event.happened, penalty);
    assert_eq!((steps[0].pool_len, steps[2].turn), (0, 2));
    assert_eq!(replay(&header, &block, 2, &mut Nobody).unwrap().len(), 1);
    assert!(matches!(
        replay(&header, &block, 3, &mut Nobody).unwrap_err().problem,
        ReplayProblem::NoSuchGame(3)
    ));
}

/// A judge that says nobody can lay, and that any tiles open with three points.
struct Opens;

impl CouldPlay for Opens {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Ok(3)
    }
}

#[test]
fn a_replay_draws_first_and_puts_back() {
    let (header, block) = (house_header(), house_block(7));
    assert_eq!(verify_block(&header, &block, &mut Opens), Ok(()));
    let steps = replay(&header, &block, 0, &mut Opens).unwrap();
    let event = &steps[0].event;
    assert_eq!((event.seat, event.put_back), (Seat(1), 2));
    assert_eq!(event.drawn_first, Some("K1".parse().unwrap()));
    assert_eq!(steps[0].table.owners(), Some([None].as_slice()));
    assert_eq!(steps[1].racks[Seat(0)].to_string(), "R3 B1 B3 K2 K3");
    assert_eq!((steps[1].pool_len, block.games[0].returns_on(2)), (8, 1));

    let verdict = |change: &dyn Fn(&mut Block)| {
        let mut block = house_block(7);
        change(&mut block);
        let verdict = verify_block(&header, &block, &mut Opens);
        verdict.unwrap_err().to_string()
    };
    let check = |change: fn(&mut Block), expected: &str| {
        let found = verdict(&change);
        let expected = format!("block 7{expected}");
        assert!(found.starts_with(&expected), "{found}\n{expected}");
    };
    let back =
        |change: fn(&mut Block), expected: &str| check(change, &format!(", game 0: {expected}"));
    let none = "turn 2: a tile went back: no tile was drawn";
    back(|b| b.games[0].put_back.retain(|back| back.place != 0), none);
    let far = "turn 0: a tile went back: the pool has no place 10";
    back(|b| b.games[0].put_back[1].place = 10, far);
    let other = "seat 1: points_left is recorded as 4";
    back(|b| b.games[0].put_back[2].place = 0, other);
    let late = ": game 0: a tile went back on turn 3, which is none";
    check(|b| b.games[0].put_back[2].turn = 3, late);
    // As lines of JSON the tile would be lost: found by the fuzzer.
    let draw = ": game 0: a tile went back on turn 0, which ended with a draw";
    check(|b| b.games[0].turns[0] = TurnRecord::Draw, draw);
    let order = ": game 0: the tiles that went back are not in the order";
    check(|b| b.games[0].put_back.reverse(), order);
    check(|b| b.games[1].deal = 2, ": game 1: there is no deal 2");
    let seat = ": game 1: there is no seat 2";
    check(|b| b.games[1].starter = Seat(2), seat);
    let fault = ", game 1: turn 0: the fault is of seat 0, seat 1 was to move";
    check(|b| b.games[1].starter = Seat(1), fault);
}

/// The beginning of the verdict on the block after a change.
#[track_caller]
fn check_verdict(change: impl FnOnce(&mut Block), expected: &str) {
    let mut block = block(7);
    change(&mut block);
    let found = verify_block(&header(), &block, &mut Nobody).unwrap_err();
    let (found, expected) = (found.to_string(), format!("block 7{expected}"));
    assert!(found.starts_with(&expected), "{found}\n{expected}");
}

#[test]
fn every_wrong_value_is_named_with_its_place() {
    assert_eq!(verify_block(&header(), &block(7), &mut Nobody), Ok(()));
    let check = |change: fn(&mut Block), expected: &str| check_verdict(change, expected);
    let score = ", game 0: seat 1: score is recorded as 4, the replay gives -4";
    check(|b| b.games[0].seats[Seat(1)].score = 4, score);
    let opened = ", game 1: seat 0: opened_turn is recorded as 2, the replay gives never";
    check(|b| b.games[1].seats[Seat(0)].opened_turn = Some(2), opened);
    let ending =
        ", game 0: the ending is recorded as an empty pool, the replay gives seat 0 going out";
    check(|b| b.games[0].ending = Ending::PoolEmpty, ending);
    let laid = TurnRecord::Play(table("R1 R2 R3 ; B1 B2 B3"));
    let foreign = ", game 0: turn 1: illegal: B1 is neither on the old table nor on the rack";
    check_verdict(|b| b.games[0].turns[1] = laid, foreign);
    let short = ", game 0: the turns end, the game does not";
    check(|b| drop(b.games[0].turns.pop()), short);
    let over = ", game 1: turn 3: illegal: the game is over";
    check(|b| b.games[1].turns.push(TurnRecord::Pass), over);
    let pass = ", game 0: turn 0: illegal: a pass";
    check(|b| b.games[0].turns.insert(0, TurnRecord::Pass), pass);
    let fault = ", game 2: the fault is of seat 0, seat 1 was to move";
    check(|b| b.games[2].fault.as_mut().unwrap().seat = Seat(0), fault);
    let unrecorded = ": game 2: a game ends by a fault exactly when";
    check(|b| b.games[2].fault = None, unrecorded);
    let dealt = ": the deal is wrong";
    check(|b| b.deals[0].deal.streams[0].clear(), dealt);
    let bot = ": game 1: there is no bot 9";
    check(|b| b.games[1].seating[Seat(1)] = 9, bot);
    let refused = |action: Action, expected: &str| {
        let change = |b: &mut Block| {
            let TurnRecord::Refused(fault) = &mut b.games[1].turns[0] else {
                panic!()
            };
            fault.action = Some(action);
        };
        check_verdict(change, expected);
    };
    let legal = ", game 1: turn 0: recorded as refused, but it is legal";
    refused(Action::Play(table("R1 R2 R3")), legal);
    let reason = ", game 1: turn 0: the referee's reason is recorded as";
    refused(Action::Pass, reason);
}

/// Blocks as JSON lines, after checking that reading them gives the same blocks.
fn json_and_back(header: &Header, blocks: &[Block]) -> String {
    let mut text = Vec::new();
    let given = blocks.iter().cloned().map(Ok::<Block, ReadError>);
    let written = to_json_lines(header, given, &mut text).unwrap();
    assert_eq!(written, blocks.len() as u64);
    let reader = from_json_lines(text.as_slice()).unwrap();
    assert_eq!(reader.header(), header);
    assert_eq!(reader.map(Result::unwrap).collect::<Vec<_>>(), blocks);
    String::from_utf8(text).unwrap()
}

#[test]
fn json_lines_carry_everything_both_ways() {
    let text = json_and_back(&header(), &[block(0), block(3)]);
    assert_eq!(text.matches('\n').count(), 3);
    assert!(text.contains(r#""turns":[{"play":["R1 R2 R3"]},"#));
    assert!(
        text.contains(r#""end":{"out":0}"#) && text.contains(r#"},"pass","pass"],"end":"empty""#)
    );

    let wrong = text.replace("B2 B3 B4", "B2 B3 Z4");
    let read = from_json_lines(wrong.as_bytes()).unwrap().next().unwrap();
    let error = read.unwrap_err().to_string();
    assert!(error.starts_with("line 2: `Z4` is not a tile"), "{error}");
    for wrong in [
        "",
        "{}",
        "{\"kind\":\"rummilab-games\",\"format\":4}",
        "[1]\n",
    ] {
        assert!(from_json_lines(wrong.as_bytes()).is_err());
    }
}

#[test]
fn json_lines_carry_owners_and_tiles_that_went_back() {
    let text = json_and_back(&house_header(), &[house_block(4)]);
    for part in [
        r#""seating":[0,1],"deal":0,"starter":1,"turns":[{"play":["R1 R2 R3"],"owners":[null],"put_back":[0,9]},"pass"],"put_back":[1],"end":{"fault":1}"#,
        r#""action":{"play":["R1 B1 K1"],"owners":[1]}}"#,
        r#""deals":[{"attempt":0,"racks":["R3 B1 B3 K3","R1 R2 R3 B1"],"streams":["#,
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // A pass after a tile was put back is more than one word.
    let mut passes = house_block(4);
    passes.games[0].turns[0] = TurnRecord::Pass;
    let passes = json_and_back(&house_header(), &[passes]);
    assert!(passes.contains(r#"{"pass":true,"put_back":[0,9]}"#));

    for (from, to, why) in [
        (
            r#""owners":[null]"#,
            r#""owners":[null,1]"#,
            "there are 2 owners for 1 sets",
        ),
        (
            r#"{"play":["R1 R2 R3"],"#,
            r#"{"pass":true,"play":["R1 R2 R3"],"#,
            "expected \"draw\"",
        ),
        (
            r#"{"play":["R1 R2 R3"],"#,
            r#"{"pass":true,"#,
            "expected \"draw\"",
        ),
        (
            r#""format":3"#,
            r#""format":1"#,
            "the file has format 1, this program reads format 3",
        ),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text);
        let error = match from_json_lines(wrong.as_bytes()) {
            Ok(mut reader) => reader.next().unwrap().unwrap_err(),
            Err(error) => error,
        };
        assert!(error.to_string().contains(why), "{error}");
    }
}

fn csv_of(block: &Block) -> String {
    let mut out = Vec::new();
    let mut csv = CsvWriter::new(&mut out).unwrap();
    csv.write(&header(), block).unwrap();
    csv.flush().unwrap();
    drop(csv);
    String::from_utf8(out).unwrap()
}

#[test]
fn the_csv_has_a_row_per_game_and_seat() {
    let mut shared = block(7);
    shared.games.truncate(2);
    shared.games[1].seats[Seat(0)].place = 1;
    assert_eq!(
        csv_of(&shared),
        "block,game,seat,bot,score,win_share,tiles_left,points_left,own_turns,opened_turn,end\n\
         7,0,0,a,4,1,0,0,2,1,out\n\
         7,0,1,\"b:x=1,y=2\",-4,0,1,4,1,1,out\n\
         7,1,0,\"b:x=1,y=2\",-44,0.5,5,57,2,,empty\n\
         7,1,1,a,44,0.5,4,13,1,,empty\n"
    );
}

#[test]
fn an_endless_game_has_a_name_in_every_form() {
    let mut endless = block(7);
    endless.games.truncate(2);
    endless.games[1].ending = Ending::Endless;
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    writer.append(&endless).unwrap();
    let bytes = writer.into_inner();
    let read: Result<Vec<Block>, ReadError> = Reader::new(bytes.as_slice()).unwrap().collect();
    assert_eq!(read.unwrap(), [endless.clone()]);

    let lines = json_and_back(&header(), std::slice::from_ref(&endless));
    assert!(lines.contains(r#""end":"endless""#), "{lines}");
    assert!(csv_of(&endless).ends_with(",endless\n"));
    // The three turns of this game are below the limit.
    let limit =
        ", game 1: the ending is recorded as the limit of turns, the replay gives an empty pool";
    check_verdict(|block| block.games[1].ending = Ending::Endless, limit);
}

#[test]
fn errors_are_values() {
    let mut wrong = block(1);
    let racks = &mut wrong.deals[0].deal.racks;
    *racks = [racks[Seat(0)]].into();
    assert!(matches!(
        verify_block(&header(), &wrong, &mut Nobody),
        Err(VerifyError::Shape(_))
    ));
}
