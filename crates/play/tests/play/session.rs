//! Whole games between a script and bots: possible and refused commands, the record, and resuming
//! after a break without any difference.

use rummilab_arena::{PersonError, Plan, PlanSpec, RulesEntry, StopFlag, Worker};
use rummilab_bot_api::Visible;
use rummilab_core::layout::Origin;
use rummilab_core::{RuleSet, Seat, Set, Table, Tile, notation};
use rummilab_play::{Command, MoveTarget, Pick, Session, Setting, ToMove, change_word, next_plan};
use rummilab_record::{Block, PERSON, TurnRecord, Unfinished, verify_block};
use rummilab_runs::{Roster, judge as solver};

static ROSTER: Roster = Roster::new();

fn setting(rules: &str, bots: &[&str], seed: u64) -> Setting {
    setting_of(RulesEntry::Name(rules.to_owned()), bots, seed)
}

fn setting_of(rules: RulesEntry, bots: &[&str], seed: u64) -> Setting {
    let spec = PlanSpec {
        bots: bots.iter().map(ToString::to_string).collect(),
        players: bots.len() as u64,
        deals: 1,
        seed,
        format: "seats".to_owned(),
        rules,
        ..PlanSpec::default()
    };
    Setting::new(Plan::new(&spec).unwrap()).unwrap()
}

fn begun(setting: &Setting) -> Session {
    Session::new(setting.clone(), &ROSTER, solver()).unwrap()
}

fn taken_up(setting: &Setting, saved: &Unfinished) -> Session {
    Session::resume(setting.clone(), &ROSTER, solver(), saved).unwrap()
}

/// Plays one turn of the player to move: for the person the best turn, or a draw.
fn one_turn(session: &mut Session) {
    match session.stage() {
        ToMove::Over => {}
        ToMove::Bot(_) => assert!(session.bot_turn().unwrap().is_some()),
        ToMove::Person => {
            if session.may_put_back().is_some() {
                session.command(&Command::PutBack).unwrap();
                return;
            }
            session.command(&Command::Best).unwrap();
            let laid = !session.draft().laid().is_empty();
            let command = if laid { Command::End } else { Command::Draw };
            session.command(&command).unwrap();
        }
    }
}

fn finish(session: &mut Session) {
    for _ in 0..2000 {
        if session.stage() == ToMove::Over {
            return;
        }
        one_turn(session);
    }
    panic!("a game without end");
}

fn lay(session: &mut Session, text: &str) -> Result<String, String> {
    let command = Command::parse(text, session.rules()).map_err(|error| error.to_string())?;
    session.command(&command).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(session: &mut Session, text: &str, expected: &str) {
    let error = lay(session, text).unwrap_err();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn whole_games_are_sound_and_the_bots_would_play_so_again() {
    for (rules, bots) in [
        ("original", &["person", "greedy"][..]),
        ("original", &["random", "person"]),
        ("tournament", &["person", "hold", "single"]),
        ("twist", &["greedy", "person"]),
        ("house", &["person", "greedy", "value", "hold"]),
    ] {
        let setting = setting(rules, bots, 11);
        let mut session = begun(&setting);
        finish(&mut session);
        let results = session.results().unwrap();
        assert!(results.iter().any(|result| result.place == 1));
        assert!(session.log().len() >= session.history().len(), "{rules}");
        let block = session.block().unwrap();
        let header = setting.plan().header("test");
        verify_block(&header, &block, &mut solver()).unwrap();
        let again = Roster::new().with_recorded(vec![PERSON.to_owned()], block.games[0].clone());
        let mut worker = Worker::new(setting.plan(), &again);
        let played = worker.play_block(0, &StopFlag::default()).unwrap();
        assert_eq!(played.block, block, "{rules}");
    }
}

/// `house` with four of its six colours: games are half as long, and racks stay small enough for
/// fast turns. After every break all earlier turns are asked again.
fn small_house() -> RulesEntry {
    let rules = RuleSet::preset("house").unwrap();
    RulesEntry::from(&rules.with_options(&["colours=RYWK"]).unwrap())
}

/// The bots' random numbers continue, too: `random` uses some on every turn.
#[test]
fn a_game_goes_on_after_any_turn_as_if_there_had_been_no_break() {
    let long = std::env::var("RUMMILAB_TIER").is_ok_and(|tier| tier == "long");
    let name = |name: &str| RulesEntry::Name(name.to_owned());
    for (rules, bots) in [
        (name("original"), ["person", "random"]),
        (
            if long { name("house") } else { small_house() },
            ["random", "person"],
        ),
    ] {
        let setting = setting_of(rules.clone(), &bots, 3);
        let mut whole = begun(&setting);
        finish(&mut whole);
        let log = whole.log();
        let whole = whole.block().unwrap();
        let mut session = begun(&setting);
        while session.stage() != ToMove::Over {
            let line = session.saved().to_line();
            let saved = Unfinished::from_line(&line).unwrap();
            session = taken_up(&setting, &saved);
            assert_eq!(session.saved(), saved);
            one_turn(&mut session);
        }
        assert_eq!(session.log(), log);
        // Only the order of the sets on the table is not kept beyond the last turn.
        let block = session.block().unwrap();
        assert_eq!(unordered(&block), unordered(&whole), "{rules:?}");
    }
}

/// A block with the sets of every turn in ascending order.
fn unordered(block: &Block) -> Block {
    let mut block = block.clone();
    for turn in block.games.iter_mut().flat_map(|game| &mut game.turns) {
        if let TurnRecord::Play(table) = turn {
            let sets = table.sets().iter().enumerate();
            let mut sets: Vec<_> = sets
                .map(|(i, set)| (set.sorted(), table.owner(i)))
                .collect();
            sets.sort_unstable();
            let (sets, owners) = sets.into_iter().unzip();
            *table = Table::owned(sets, owners);
        }
    }
    block
}

#[test]
fn a_turn_that_was_begun_is_there_after_a_break() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut session = begun(&setting);
    let tiles = session.rack();
    let picks = [Pick::Rack(tiles[0]), Pick::Rack(tiles[1])];
    session.shift(&picks, MoveTarget::New).unwrap();
    let again = taken_up(&setting, &session.saved());
    assert_eq!(again.draft().table(), session.draft().table());
    assert_eq!(again.draft().laid(), session.draft().laid());
    assert!(again.draft().is_changed());
}

/// After a break the order of the rack, the drawn tiles and the actions of the others are shown as
/// before.
#[test]
fn a_break_changes_nothing_that_is_shown() {
    for (rules, bots) in [
        ("original", &["person", "greedy"][..]),
        ("house", &["value", "person", "greedy"]),
    ] {
        let setting = setting(rules, bots, 3);
        let mut session = begun(&setting);
        lay(&mut session, "sort").unwrap();
        for _ in 0..30 {
            let line = session.saved().to_line();
            let again = taken_up(&setting, &Unfinished::from_line(&line).unwrap());
            assert!(again.by_value());
            assert_eq!(again.rack_shown(), session.rack_shown());
            assert_eq!(again.draft().sets(), session.draft().sets());
            assert_eq!(again.news(), session.news());
            one_turn(&mut session);
        }
    }
}

/// The actions of the others since the person's last turn are marked: every tile that they laid,
/// and every changed set. Unchanged sets keep their order.
#[test]
fn what_the_others_did_is_marked() {
    let mut kinds = [0; 3];
    for (rules, bots) in [
        ("original", &["person", "greedy"][..]),
        ("tournament", &["person", "human:r=1", "greedy"]),
    ] {
        let setting = setting(rules, bots, 11);
        let mut session = begun(&setting);
        let (mut known, mut since) = (Vec::new(), 0);
        while session.stage() != ToMove::Over {
            if session.stage() == ToMove::Person {
                let laid = session.history()[since..].iter();
                let laid = laid.filter_map(|turn| match &turn.visible {
                    Visible::Laid(tiles) => Some(tiles.tiles()),
                    _ => None,
                });
                let mut laid: Vec<Tile> = laid.flatten().collect();
                let sets = session.draft().sets();
                let tiles = sets.iter().flat_map(|set| &set.tiles);
                let fresh = tiles.filter(|tile| tile.fresh);
                let mut fresh: Vec<Tile> = fresh.map(|tile| tile.tile).collect();
                laid.sort();
                fresh.sort();
                assert_eq!(fresh, laid);
                let kept = sets.iter().filter(|set| set.change.is_none());
                let kept: Vec<Set> = kept.map(|set| set.set().sorted()).collect();
                let mut rest = known.iter();
                assert!(kept.iter().all(|set| rest.any(|old| old == set)));
                let changed = sets.iter().filter_map(|set| set.change);
                for change in changed {
                    let of = [Origin::Extended, Origin::Rebuilt, Origin::New];
                    kinds[of.iter().position(|kind| *kind == change).unwrap()] += 1;
                    let told = session.changed_sets().unwrap();
                    assert!(
                        told.contains(&change_word(Default::default(), change)),
                        "{told}"
                    );
                }
            }
            let person = session.stage() == ToMove::Person;
            one_turn(&mut session);
            if person {
                let sets = session.draft().sets().iter();
                known = sets.map(|set| set.set().sorted()).collect();
                since = session.history().len();
                assert_eq!(session.changed_sets(), None);
            }
        }
    }
    assert!(kinds.iter().all(|kind| *kind > 0), "{kinds:?}");
}

#[test]
fn the_drawn_tile_is_marked() {
    let setting = setting("original", &["person", "greedy"], 1);
    let mut session = begun(&setting);
    assert!(session.drawn().is_empty());
    let before = session.rack();
    lay(&mut session, "draw").unwrap();
    session.bot_turn().unwrap();
    let drawn: Vec<Tile> = session.drawn().tiles().collect();
    let marked = session.rack_shown();
    let marked = marked.iter().filter(|shown| shown.drawn);
    assert_eq!(marked.map(|shown| shown.tile).collect::<Vec<_>>(), drawn);
    let mut all = [before, drawn].concat();
    all.sort();
    assert_eq!(session.rack(), all);
    // The next game is another deal of the same kind.
    let next = next_plan(setting.plan()).unwrap();
    assert_eq!(next.seed().master, setting.plan().seed().master + 1);
    assert_eq!(next.bots(), setting.plan().bots());
}

#[test]
fn saved_games_that_cannot_have_happened_are_refused() {
    let setting = setting("original", &["person", "greedy"], 11);
    let check = |saved: Unfinished, expected: &str| {
        let error = Session::resume(setting.clone(), &ROSTER, solver(), &saved).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
    };
    let saved = begun(&setting).saved();
    check(
        Unfinished {
            plan_hash: "other".into(),
            ..saved.clone()
        },
        "another plan",
    );
    let with = |turn| Unfinished {
        turns: vec![turn],
        ..saved.clone()
    };
    check(with(TurnRecord::Pass), "turn 0");
    let rules = RuleSet::preset("original").unwrap();
    let table = notation::parse_table("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", &rules);
    check(
        with(TurnRecord::Play(table.unwrap())),
        "neither on the old table",
    );
}

/// A person's turn in full: laying by typing, moving, undo, and the verdict of the referee.
#[test]
fn a_turn_by_typing() {
    let setting = setting("original", &["person", "greedy"], 1);
    let mut session = begun(&setting);
    let rack = session.rack();
    let dealt = *session.draft().rack();
    let set = |tiles: &[Tile]| {
        let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        tiles.join(" ")
    };
    // Nothing is laid yet.
    refused(&mut session, "end", "laid nothing");
    refused(&mut session, "undo", "nothing to undo");
    // Two tiles are not a set and fit nowhere.
    let other = *rack.iter().find(|tile| **tile != rack[0]).unwrap();
    let two = set(&[rack[0], other]);
    refused(&mut session, &two, "fits none");
    lay(&mut session, &format!("{two} > new")).unwrap();
    assert_eq!(session.draft().sets().len(), 1);
    assert_eq!(session.draft().illegal_sets(session.rules()), [0]);
    refused(&mut session, "draw", "`reset` takes it back");
    refused(&mut session, "end", "is not a legal set");
    assert_eq!(session.stage(), ToMove::Person);
    // The tiles go back one by one.
    lay(&mut session, &format!("{} > rack", rack[0])).unwrap();
    assert_eq!(session.draft().laid().len(), 1);
    refused(&mut session, "redo", "nothing to redo");
    lay(&mut session, "undo").unwrap();
    assert_eq!(session.draft().laid().len(), 2);
    lay(&mut session, "redo").unwrap();
    assert_eq!(session.draft().laid().len(), 1);
    lay(&mut session, "undo").unwrap();
    let second = session.draft().sets()[0].set().tiles()[1];
    lay(&mut session, &format!("split 1 {second}")).unwrap();
    assert_eq!(session.draft().sets().len(), 2);
    // A new change discards what was undone.
    refused(&mut session, "redo", "nothing to redo");
    lay(&mut session, "join 2 1").unwrap();
    assert_eq!(session.draft().sets().len(), 1);
    lay(&mut session, &format!("1 = {}", rack[2])).unwrap();
    assert_eq!(session.draft().laid().len(), 1);
    lay(&mut session, "reset").unwrap();
    assert_eq!(*session.draft().rack(), dealt);
    assert!(session.draft().sets().is_empty());
    // A missing tile and a missing set.
    let missing = session
        .rules()
        .kinds()
        .find(|tile| dealt.count(*tile) == 0)
        .unwrap();
    refused(
        &mut session,
        &format!("{missing} > new"),
        "not on your rack",
    );
    refused(
        &mut session,
        &format!("{} > 4", rack[0]),
        "no set 4; the table is empty",
    );
    refused(&mut session, "join 1 2", "no set 1");
    refused(&mut session, "back", "may go back");
    // Sorting changes only the display.
    lay(&mut session, "sort").unwrap();
    let values: Vec<_> = session
        .rack()
        .iter()
        .filter_map(|tile| tile.value())
        .collect();
    assert!(values.is_sorted());
    lay(&mut session, "draw").unwrap();
    assert_eq!(session.stage(), ToMove::Bot(Seat(1)));
    refused(&mut session, "draw", "not your turn");
}

#[test]
fn hints_say_a_little_more_each_time_and_best_lays_it() {
    let (mut laid, mut nothing) = (false, false);
    for seed in 0..40 {
        let setting = setting("original", &["person", "greedy"], seed);
        let mut session = begun(&setting);
        let first = lay(&mut session, "hint").unwrap();
        let second = lay(&mut session, "hint").unwrap();
        let best = lay(&mut session, "best").unwrap();
        if session.draft().laid().is_empty() {
            assert!(first.contains("You cannot open"), "{first}");
            nothing = true;
        } else {
            assert!(first.contains("You can open"), "{first}");
            assert!(
                second.contains(&session.draft().laid().to_string()),
                "{second}"
            );
            assert!(best.contains("1. lay"), "{best}");
            let (points, needed) = session.opening_so_far().unwrap();
            assert!(points >= u32::from(needed));
            lay(&mut session, "end").unwrap();
            assert!(session.log()[0].starts_with("You open and lay"));
            laid = true;
        }
        if laid && nothing {
            return;
        }
    }
    panic!("no deal of both kinds");
}

/// Tiles are added where only one set takes them; the table keeps its order while others play.
#[test]
fn tiles_go_where_they_fit() {
    let mut often = 0;
    for seed in 0..60 {
        let setting = setting("original", &["person", "greedy"], seed);
        let mut session = begun(&setting);
        for _ in 0..60 {
            if session.stage() != ToMove::Person || session.draft().sets().is_empty() {
                one_turn(&mut session);
                continue;
            }
            let rack = session.rack();
            let Some(tile) = rack.iter().find(|tile| session.only_fit(&[**tile]).is_ok()) else {
                break;
            };
            let set = session.only_fit(&[*tile]).unwrap();
            let before = session.draft().sets()[set].tiles.len();
            lay(&mut session, &tile.to_string()).unwrap();
            assert_eq!(session.draft().sets()[set].tiles.len(), before + 1);
            assert!(session.draft().illegal_sets(session.rules()).is_empty());
            assert!(session.draft().sets()[set].tiles.iter().any(|t| t.laid));
            often += 1;
            break;
        }
    }
    assert!(often > 10, "{often} times");
}

#[test]
fn tiles_of_the_table_stay_there() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut session = begun(&setting);
    while session.stage() != ToMove::Person || session.draft().sets().is_empty() {
        one_turn(&mut session);
    }
    let first = session.draft().sets()[0].set();
    refused(
        &mut session,
        &format!("{} from 1 > rack", first.tiles()[0]),
        "must stay",
    );
    refused(
        &mut session,
        &format!("1 = {}", first.tiles()[0]),
        "must stay",
    );
    lay(&mut session, &format!("{} from 1 > new", first.tiles()[0])).unwrap();
    let table: Table = session.draft().table();
    assert_eq!(
        table.tiles().count(),
        session.game().table().tiles().count()
    );
    // After rearranging without laying, a draw leaves the table as it was.
    lay(&mut session, "draw").unwrap();
    assert!(session.game().table().sets().contains(&first));
}

/// `2 2 = …` names one set twice; no tile may vanish.
#[test]
fn no_tile_vanishes_whatever_is_typed() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut session = begun(&setting);
    while session.stage() != ToMove::Person || session.draft().sets().len() < 2 {
        one_turn(&mut session);
    }
    let all = |session: &Session| {
        let mut tiles: Vec<_> = session.draft().table().tiles().collect();
        tiles.extend(session.draft().rack().tiles());
        tiles.sort();
        tiles
    };
    let before = all(&session);
    let set = session.draft().sets()[0].set();
    let [first, rest @ ..] = set.tiles() else {
        panic!("an empty set")
    };
    let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
    let rest = rest.join(" ");
    let rack = session.rack()[0];
    for text in [
        format!("1 1 = {first} ; {rest}"),
        format!("1 1 2 = {set}"),
        "join 1 2 2".to_owned(),
        "join 1 1".to_owned(),
        format!("{rack} {rack} {rack} > 1"),
        format!("{rack} > 1"),
        format!("{first} {first} from 1 > 2"),
        format!("{first} from 1 > 1"),
        format!("split 1 {first}"),
        format!("{set} from 1 > new"),
        "reset".to_owned(),
        "undo".to_owned(),
    ] {
        let _ = lay(&mut session, &text);
        assert_eq!(all(&session), before, "{text}");
    }
}

/// docs/rules.md#redeal-on-pairs: each new deal needs pairs on the rack before, and a saved game
/// goes on with the deal that was taken.
#[test]
fn new_tiles_are_dealt_for_pairs_alone() {
    let original = RuleSet::preset("original").unwrap();
    let rules = |redeal: &str| {
        let rules = original
            .with_options(&[format!("redeal={redeal}")])
            .unwrap();
        RulesEntry::from(&rules)
    };
    let bots = ["greedy", "person"];
    let dealt = |seed| setting_of(rules("ask"), &bots, seed);
    let mut seeds = 0..;
    let seed = seeds.find(|seed| dealt(*seed).may_redeal()).unwrap();
    let first = dealt(seed);
    assert!(!setting_of(rules("never"), &bots, seed).may_redeal());
    assert!(first.pairs().split(", ").count() >= 3);
    let again = Setting::redealt(first.plan().clone(), 1).unwrap();
    assert_ne!(again.deal(), first.deal());
    assert_eq!(again.deal_record().attempt, 1);
    assert!(!again.may_redeal(), "take another seed");
    let twice = Setting::redealt(first.plan().clone(), 2).unwrap_err();
    assert!(matches!(twice, PersonError::NoRedeal));
    let others = setting_of(rules("never"), &bots, seed);
    let without = Setting::redealt(others.plan().clone(), 1).unwrap_err();
    assert!(matches!(without, PersonError::NoRedeal));

    let mut session = begun(&again);
    one_turn(&mut session);
    let saved = Unfinished::from_line(&session.saved().to_line()).unwrap();
    assert_eq!(saved.redeals, 1);
    let setting = Setting::of_saved(again.plan().clone(), &saved).unwrap();
    assert_eq!(taken_up(&setting, &saved).rack(), session.rack());
    assert!(Session::resume(first, &ROSTER, solver(), &saved).is_err());
}

#[test]
fn plans_of_other_games_are_refused() {
    let spec = |bots: &[&str], format: &str, deals| PlanSpec {
        bots: bots.iter().map(ToString::to_string).collect(),
        deals,
        format: format.to_owned(),
        ..PlanSpec::default()
    };
    let check = |spec: &PlanSpec| Setting::new(Plan::new(spec).unwrap()).unwrap_err();
    let error = check(&spec(&["person", "greedy"], "round-robin", 1));
    assert!(matches!(error, PersonError::NotOneGame));
    let error = check(&spec(&["person", "greedy"], "seats", 2));
    assert!(matches!(error, PersonError::NotOneGame));
    for (bots, persons) in [(["greedy", "hold"], 0), (["person", "person"], 2)] {
        let error = check(&spec(&bots, "seats", 1));
        assert!(matches!(error, PersonError::Persons(found) if found == persons));
    }
}
