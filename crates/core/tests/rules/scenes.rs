//! Games in progress, turns as text, and checks of their outcome, for the tests of procedures.

use rummilab_core::{Action, Event, Game, Happened, Illegal, RuleSet, Seat, Set, Tile, TileCounts};

use crate::support::{Script, game, table, tiles};

/// Plays a turn given as text: `draw`, `pass`, `invalid` (a penalty for an invalid play), or the
/// new table.
pub fn turn_by(game: &mut Game, text: &str, judge: &mut Script) -> Result<Event, Illegal> {
    match text {
        "draw" => game.act(&Action::Draw, judge),
        "pass" => game.act(&Action::Pass, judge),
        "invalid" => game.penalise_invalid(),
        _ => game.act(&Action::Play(table(text, game.rules())), judge),
    }
}

/// Plays a legal turn with a judge that says nobody can play.
#[track_caller]
pub fn turn(game: &mut Game, text: &str) -> Event {
    turn_by(game, text, &mut Script::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Plays several turns, separated by `, `.
#[track_caller]
pub fn turns(game: &mut Game, moves: &str) {
    for text in moves.split(", ").filter(|text| !text.is_empty()) {
        turn(game, text);
    }
}

/// The time of the seat to move runs out with this table.
#[track_caller]
pub fn time_out(game: &mut Game, as_it_lies: &str) -> Event {
    let lies = table(as_it_lies, game.rules());
    game.time_out(&lies, &mut Script::default()).unwrap()
}

pub fn scores(game: &Game, judge: &mut Script) -> Vec<i32> {
    let results = game.results(judge).unwrap();
    results.iter().map(|result| result.score).collect()
}

/// Four seats, two tiles in the pool. Seats 0 and 2 can open, with R10 B10 K10 and R11 B11 K11.
pub fn two_tiles_left(rules: &RuleSet) -> Game {
    assert_eq!(rules.hand, 26);
    game(rules, &["R10 B10 K10", "", "R11 B11 K11", ""], "O13 O13")
}

/// Two seats. Seat 0 has opened with R10 B10 K10 and is to move with O10 K1; seat 1 has not opened.
/// The next tiles are O2 O3 O4 O5.
pub fn opened_game(rules: &RuleSet, moves: &str) -> Game {
    let racks = ["R10 B10 K10 O10 K1", "R11 B11 K11 R1 B9"];
    let mut game = game(rules, &racks, "O1 O2 O3 O4 O5");
    turns(&mut game, "R10 B10 K10, draw");
    turns(&mut game, moves);
    game
}

/// The outcome of a turn: the table, and one word for what happened, with its tiles.
pub fn outcome(game: &Game, event: &Event) -> (String, String) {
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

/// Asserts the outcome of a turn.
#[track_caller]
pub fn check_outcome(game: &Game, event: &Event, table: &str, happened: &str) {
    let expected = (table.to_owned(), happened.to_owned());
    assert_eq!(outcome(game, event), expected, "seat {}", event.seat);
}

/// Seat 0 has laid a run of six and is to move with K1; seat 1 has not opened and has drawn O2.
pub fn rearrangeable(rules: &RuleSet) -> Game {
    let mut game = game(
        rules,
        &["R8 R9 R10 R11 R12 R13 K1", "R1 R2 R3 R4 R5 R6 R7"],
        "O2 O3 O4 O5 O6",
    );
    turns(&mut game, &format!("{WHOLE}, draw"));
    game
}

pub const WHOLE: &str = "R8 R9 R10 R11 R12 R13";
pub const REARRANGED: &str = "R8 R9 R10 ; R11 R12 R13";
pub const BROKEN: &str = "R8 R9 ; R10 R11 R12 R13";

/// The turn is refused for this reason and the game is unchanged.
#[track_caller]
pub fn check_refused_by(game: &mut Game, text: &str, judge: &mut Script, reason: Illegal) {
    let before = format!("{game:?}");
    assert_eq!(turn_by(game, text, judge), Err(reason), "{text}");
    assert_eq!(format!("{game:?}"), before, "{text}");
}

/// The same with a judge that says nobody can play.
#[track_caller]
pub fn check_refused(game: &mut Game, text: &str, reason: Illegal) {
    check_refused_by(game, text, &mut Script::default(), reason);
}

/// The same, for several turns of one game.
#[track_caller]
pub fn check_all_refused(mut game: Game, turns: &[(&str, Illegal)]) {
    for (text, reason) in turns {
        check_refused(&mut game, text, reason.clone());
    }
}

pub fn set(text: &str) -> Set {
    tiles(text).into_iter().collect()
}

pub fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

/// What happened on a turn that did not begin with a draw.
pub fn plain(seat: Seat, happened: Happened) -> Event {
    Event {
        seat,
        drawn_first: None,
        put_back: 0,
        happened,
    }
}
