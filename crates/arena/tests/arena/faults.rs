//! Bots with faults: their games are recorded and replay, and the run continues.

use crate::common::{blocks_of, judge, plan};
use rummilab_arena::RulesEntry;
use rummilab_core::{Ending, Seat};
use rummilab_record::{FaultKind, GameRecord, TurnRecord, verify_block};

/// Plays a bot against a sound one, and checks every record.
fn games(bot: &str, faults: &str) -> Vec<GameRecord> {
    games_by("original", bot, faults)
}

fn games_by(rules: &str, bot: &str, faults: &str) -> Vec<GameRecord> {
    let plan = plan(&["coin", bot], 2, 6, |spec| {
        spec.faults = faults.to_owned();
        spec.rules = RulesEntry::Name(rules.to_owned());
    });
    let header = plan.header("test 1");
    let blocks = blocks_of(&plan);
    for block in &blocks {
        verify_block(&header, block, judge().as_mut()).unwrap();
    }
    blocks.into_iter().flat_map(|block| block.games).collect()
}

fn faulty_seat(game: &GameRecord) -> Seat {
    let plays = |seat: &Seat| game.seating[*seat] == 1;
    game.seating.seats().find(plays).unwrap()
}

#[test]
fn a_fault_ends_the_game_and_the_seat_is_last() {
    for (bot, kind, own_turns) in [
        ("cheat", FaultKind::Illegal, 2),
        ("late", FaultKind::Timeout, 0),
        ("panic", FaultKind::Crash, 0),
    ] {
        for game in games(bot, "end") {
            let seat = faulty_seat(&game);
            let fault = game.fault.as_ref().unwrap();
            assert_eq!(game.ending, Ending::Fault(seat));
            assert_eq!((fault.seat, fault.kind), (seat, kind));
            assert_eq!(fault.action.is_some(), kind == FaultKind::Illegal);
            let places = [seat, seat.next(2)].map(|seat| game.seats[seat].place);
            assert_eq!(places, [2, 1]);
            assert_eq!(game.seats[seat].own_turns, own_turns);
        }
    }
}

#[test]
fn by_the_rules_two_plays_are_refused_and_the_third_ends_the_game() {
    for (bot, kind) in [
        ("cheat", FaultKind::Illegal),
        ("late", FaultKind::Timeout),
        ("panic", FaultKind::Crash),
    ] {
        for game in games(bot, "rules") {
            let seat = faulty_seat(&game);
            let refused = |turn: &&TurnRecord| matches!(turn, TurnRecord::Refused(_));
            let refused = game.turns.iter().filter(refused).count();
            assert_eq!((refused, game.faults().count()), (2, 3));
            let mut faults = game.faults();
            assert!(faults.all(|fault| (fault.seat, fault.kind) == (seat, kind)));
            assert_eq!(game.ending, Ending::Fault(seat));
        }
    }
}

#[test]
fn what_a_panic_says_is_kept() {
    let game = &games("panic", "end")[0];
    assert_eq!(
        game.fault.as_ref().unwrap().detail,
        "the bot stopped: panicked: as it should"
    );
}

/// A turn of house begins with a draw. Tiles put back before the fault are recorded, so that the
/// racks agree.
#[test]
fn a_panic_while_putting_back_is_a_crash() {
    for faults in ["end", "rules"] {
        let games = games_by("house", "panic-back", faults);
        let faulty = games.iter().filter(|game| game.fault.is_some());
        let mut broken_off = 0;
        for game in faulty.clone() {
            let fault = game.fault.as_ref().unwrap();
            assert_eq!(
                (fault.kind, fault.seat),
                (FaultKind::Crash, faulty_seat(game))
            );
            let last = game.put_back.last().map(|back| back.turn as usize);
            broken_off += usize::from(last == Some(game.turns.len()));
        }
        assert!(faulty.count() > 2, "{faults}");
        assert!(faults == "rules" || broken_off > 0);
    }
}

/// In house a bot that fails at the start loses on its first turn, after its draw.
#[test]
fn faults_in_games_that_draw_first_replay() {
    for bot in ["cheat", "late", "panic"] {
        for faults in ["end", "rules"] {
            for game in games_by("house", bot, faults) {
                assert_eq!(game.ending, Ending::Fault(faulty_seat(&game)));
            }
        }
    }
}
