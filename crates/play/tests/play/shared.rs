//! Several people at one device: each sees the own rack alone, and the log tells nobody what was
//! drawn.

use rummilab_arena::{Plan, PlanSpec};
use rummilab_play::{Command, Session, Setting, ToMove};
use rummilab_record::verify_block;
use rummilab_runs::{Roster, judge as solver};

static ROSTER: Roster = Roster::new();

fn setting() -> Setting {
    let spec = PlanSpec {
        bots: ["person", "greedy", "person"].map(str::to_owned).into(),
        players: 3,
        deals: 1,
        seed: 7,
        format: "seats".to_owned(),
        ..PlanSpec::default()
    };
    let setting = Setting::shared(Plan::new(&spec).unwrap()).unwrap();
    setting.with_names(["Ada", "Grace"].map(str::to_owned).into())
}

/// Plays a turn: for a person the best turn, or a draw.
fn one_turn(session: &mut Session) {
    if let ToMove::Bot(_) = session.stage() {
        session.bot_turn().unwrap();
        return;
    }
    session.command(&Command::Best).unwrap();
    let laid = !session.draft().laid().is_empty();
    let command = if laid { Command::End } else { Command::Draw };
    session.command(&command).unwrap();
}

#[test]
fn people_at_one_device_see_their_own_racks_and_no_drawn_tile_is_told() {
    let setting = setting();
    let mut session = Session::new(setting.clone(), &ROSTER, solver()).unwrap();
    let mut shown = Vec::new();
    for turn in 0..300 {
        if session.stage() == ToMove::Over {
            break;
        }
        if let (ToMove::Person, Some(seat)) = (session.stage(), session.game().to_move()) {
            assert_eq!(session.person(), seat, "turn {turn}");
            assert_eq!(session.draft().rack(), session.game().rack(seat));
            shown.push(seat);
        }
        one_turn(&mut session);
        // The game goes on with all names and racks after a break.
        let again = Session::resume(setting.clone(), &ROSTER, solver(), &session.saved()).unwrap();
        assert_eq!(again.log(), session.log());
        assert_eq!(again.rack_shown(), session.rack_shown(), "turn {turn}");
    }
    assert_eq!(session.stage(), ToMove::Over);
    assert_ne!(shown[0], shown[1]);
    let log = session.log().join("\n");
    assert!(
        log.contains("Ada draws a tile.") && log.contains("Grace draws a tile."),
        "{log}"
    );
    assert!(!log.contains("you") && !log.contains("You"), "{log}");
    let verdict = &rummilab_play::result_lines(&mut session)[0];
    let winner = ["Ada", "Grace", "Ben"]
        .into_iter()
        .find(|name| verdict.contains(name));
    assert!(winner.is_some() && verdict.contains("win"), "{verdict}");
    let block = session.block().unwrap();
    let header = setting.plan().header("test");
    verify_block(&header, &block, &mut solver()).unwrap();
}
