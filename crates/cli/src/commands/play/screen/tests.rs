//! Tests of the screen without a terminal: the drawing at 80x24 and 160x50, and the keys.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};
use rummilab::arena::{Plan, PlanSpec, RulesEntry};
use rummilab::core::layout::Origin;
use rummilab::core::{Seat, Tile};
use rummilab::play::{Command, Session, Setting, Spot, ToMove, result_lines};
use rummilab::runs::{Roster, judge};

use super::draw::draw;
use super::state::{Popup, Screen};
use crate::commands::play::GameExit;

pub fn setting(rules: &str, bots: &[&str], seed: u64) -> Setting {
    let spec = PlanSpec {
        bots: bots.iter().map(ToString::to_string).collect(),
        players: bots.len() as u64,
        deals: 1,
        seed,
        format: "seats".to_owned(),
        rules: RulesEntry::Name(rules.to_owned()),
        ..PlanSpec::default()
    };
    Setting::new(Plan::new(&spec).unwrap()).unwrap()
}

/// A game in which everybody has had `rounds` turns, and the person is to move.
pub fn session(setting: &Setting, rounds: usize) -> Session {
    let mut session = Session::new(setting.clone(), &Roster::new(), judge()).unwrap();
    let mut own = 0;
    loop {
        match session.stage() {
            ToMove::Bot(_) => {
                session.bot_turn().unwrap();
            }
            ToMove::Person if own < rounds => {
                own += 1;
                session.command(&Command::Best).unwrap();
                let laid = !session.draft().laid().is_empty();
                let end = if laid { Command::End } else { Command::Draw };
                session.command(&end).unwrap();
            }
            ToMove::Person | ToMove::Over => return session,
        }
    }
}

/// A screen of a given size with a game.
pub struct TestScreen {
    session: Session,
    screen: Screen,
    terminal: Terminal<TestBackend>,
}

impl TestScreen {
    pub fn new(session: Session, (width, height): (u16, u16), coloured: bool) -> TestScreen {
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut shown = TestScreen {
            session,
            screen: Screen::new(coloured),
            terminal,
        };
        shown.draw();
        shown
    }

    fn draw(&mut self) {
        let (session, screen) = (&self.session, &mut self.screen);
        self.terminal
            .draw(|frame| draw(frame, session, screen))
            .unwrap();
    }

    pub fn press(&mut self, code: KeyCode) -> Option<GameExit> {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        let left = self.screen.key(&mut self.session, key);
        self.draw();
        left
    }

    pub fn letters(&mut self, text: &str) {
        for letter in text.chars() {
            assert!(self.press(KeyCode::Char(letter)).is_none(), "{letter}");
        }
    }

    fn typed(&mut self, text: &str) {
        self.letters("t");
        self.letters(text);
        self.press(KeyCode::Enter);
    }

    pub fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    fn text(&self) -> String {
        let width = usize::from(self.buffer().area.width);
        let cells: Vec<&str> = self
            .buffer()
            .content()
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect();
        let lines = cells
            .chunks(width)
            .map(|line| line.concat().trim_end().to_owned());
        lines.collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn a_small_and_a_large_screen() {
    let setting = setting("original", &["person", "greedy"], 11);
    for (name, size) in [("80x24", (80, 24)), ("160x50", (160, 50))] {
        let mut shown = TestScreen::new(session(&setting, 9), size, true);
        let log = shown.session.log().last().cloned().unwrap_or_default();
        shown.screen.say(log);
        shown.draw();
        let text = shown.text();
        let line = |what: &str| assert!(text.contains(what), "{name}: {what:?} is not in:\n{text}");
        line("Rummikub, original · seed 11 · your turn");
        line("Ben: ");
        line(&format!(
            " Table: {} set",
            shown.session.draft().sets().len()
        ));
        line("Your rack (player 1): ");
        line("? help");
        assert_eq!(text.contains(" Turns "), size.0 == 160, "{text}");
    }
}

#[test]
fn many_seats_and_group_owners() {
    let setting = setting("house", &["greedy", "person", "value", "greedy"], 4);
    for (name, size) in [("80x24", (80, 24)), ("160x50", (160, 50))] {
        let shown = TestScreen::new(session(&setting, 6), size, true);
        let text = shown.text();
        let line = |what: &str| assert!(text.contains(what), "{name}: {what:?} is not in:\n{text}");
        line("Ben (player 1): ");
        line("value (player 3): ");
        line("Bea (player 4): ");
        line("Your rack (player 2): ");
    }
}

/// At the end of a game, with full table and rack, all is still on the screen: moving the cursor
/// over the table reaches every set.
#[test]
fn a_full_table_scrolls() {
    let setting = setting("house", &["person", "greedy", "greedy", "greedy"], 4);
    let mut shown = TestScreen::new(session(&setting, 40), (80, 24), true);
    let sets = shown.session.draft().sets().len();
    assert!(sets > 8, "{sets} sets");
    let mut seen = vec![false; sets];
    if shown.session.stage() == ToMove::Person {
        shown.press(KeyCode::Tab);
    }
    shown.screen.cursor = Spot::Tile { set: 0, at: 0 };
    shown.draw();
    for _ in 0..sets * 14 {
        let text = shown.text();
        for (at, seen) in seen.iter_mut().enumerate() {
            *seen |= text.contains(&format!("[{}]", at + 1));
        }
        shown.press(KeyCode::Right);
    }
    assert!(seen.iter().all(|seen| *seen), "{seen:?}");
}

/// Without colours the essential information remains: the letter of the colour, the cursor, picked
/// tiles, and laid tiles.
#[test]
fn without_colours() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut shown = TestScreen::new(session(&setting, 9), (80, 24), false);
    shown.letters(" ");
    shown.press(KeyCode::Right);
    shown.letters("n");
    let cells = shown.buffer().content();
    assert!(
        cells
            .iter()
            .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
    );
    assert!(
        cells
            .iter()
            .any(|cell| cell.modifier.contains(Modifier::REVERSED))
    );
    let text = shown.text();
    assert!(text.contains('+') && text.contains('>'), "{text}");
    let coloured = TestScreen::new(session(&setting, 9), (80, 24), true);
    let grounds = coloured.buffer().content().iter().map(|cell| cell.bg);
    assert!(grounds.into_iter().any(|ground| ground != Color::Reset));
}

#[test]
fn keys_move_tiles() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut shown = TestScreen::new(session(&setting, 0), (80, 24), true);
    let rack = shown.session.rack();
    // Picks two tiles, puts them into a new set, adds a third, and takes one back.
    shown.letters(" ");
    assert_eq!(shown.screen.picked, [Spot::Rack(0)]);
    shown.press(KeyCode::Right);
    shown.letters(" ");
    shown.letters("n");
    assert_eq!(shown.session.draft().laid().len(), 2);
    assert!(shown.screen.picked.is_empty());
    assert!(
        shown.screen.message.contains("Set 1 is not legal yet"),
        "{}",
        shown.screen.message
    );
    shown.letters(" ");
    shown.press(KeyCode::Up);
    assert!(matches!(shown.screen.cursor, Spot::Tile { set: 0, .. }));
    shown.press(KeyCode::Enter);
    assert_eq!(shown.session.draft().sets()[0].tiles.len(), 3);
    shown.press(KeyCode::Backspace);
    assert_eq!(shown.session.draft().sets()[0].tiles.len(), 2);
    // Shows the referee's reason.
    shown.letters("e");
    assert!(shown.screen.refused);
    assert!(
        shown.screen.message.contains("has too few tiles: 2"),
        "{}",
        shown.screen.message
    );
    assert!(shown.text().contains("No: Set 1"), "{}", shown.text());
    // Tests undo, reset and split.
    shown.letters("u");
    assert_eq!(shown.session.draft().sets()[0].tiles.len(), 3);
    shown.screen.cursor = Spot::Tile { set: 0, at: 1 };
    shown.letters("x");
    assert_eq!(shown.session.draft().sets().len(), 2);
    shown.letters("r");
    assert_eq!(shown.session.rack(), rack);
    assert_eq!(shown.screen.cursor, Spot::New);
    // Nothing to do there.
    shown.letters("x");
    assert!(shown.screen.refused);
    shown.letters("s");
    assert!(shown.session.by_value());
    shown.letters("h");
    assert!(
        shown.screen.message.starts_with("You can"),
        "{}",
        shown.screen.message
    );
    shown.letters("z");
    assert!(shown.screen.message.contains("`z` is no key"));
    shown.letters("d");
    assert_eq!(shown.session.stage(), ToMove::Bot(Seat(1)));
}

#[test]
fn an_empty_table_says_what_the_game_is() {
    for (rules, jokers) in [("original", "A joker (J)"), ("twist", "D two values")] {
        let setting = setting(rules, &["person", "greedy"], 11);
        let mut shown = TestScreen::new(session(&setting, 0), (80, 24), false);
        let text = shown.text();
        for part in [
            "Goal: ",
            "Run: ",
            "Group: ",
            jokers,
            "Opening: ",
            "all keys.",
        ] {
            assert!(text.contains(part), "{part:?} is not in:\n{text}");
        }
        // With a tile on the table, the sets need the room.
        shown.letters("n");
        assert!(!shown.text().contains("Goal: "), "{}", shown.text());
    }
}

/// Whether this sign is before the letter of a tile; in the tall form, before the mark of its
/// colour.
fn is_marked(text: &str, sign: char, tile: Tile) -> bool {
    let letter = tile.to_string().chars().next();
    let mut behind = text.split(sign).skip(1);
    behind.any(|rest| rest.chars().take(2).any(|c| Some(c) == letter))
}

/// Shows what the others laid, what was drawn, and the changed sets by number.
#[test]
fn a_turn_begins_with_what_has_changed() {
    let setting = setting("original", &["person", "greedy"], 11);
    let (mut drew, mut laid) = (false, false);
    for rounds in 1..12 {
        let mut shown = TestScreen::new(session(&setting, rounds), (80, 24), false);
        let text = shown.text();
        for tile in shown.session.drawn().tiles() {
            // The cursor's sign replaces the mark.
            let marked = ['>', '+'].iter().any(|sign| is_marked(&text, *sign, tile));
            assert!(marked, "{tile}: {text}");
            drew = true;
        }
        let sets = shown.session.draft().sets().to_vec();
        for (at, set) in sets.iter().enumerate() {
            for tile in set.tiles.iter().filter(|tile| tile.fresh) {
                assert!(is_marked(&text, '·', tile.tile), "{text}");
                laid = true;
            }
            let sign = match set.change {
                Some(Origin::New) => '+',
                Some(_) => '~',
                None => ' ',
            };
            assert!(text.contains(&format!("[{}]{sign}", at + 1)), "{text}");
            shown.letters(&(at + 1).to_string());
            assert_eq!(shown.screen.cursor, Spot::Tile { set: at, at: 0 });
            shown.press(KeyCode::Right);
        }
        shown.letters("0");
        assert!(shown.screen.refused, "there is no set 0");
    }
    assert!(drew && laid);
}

#[test]
fn typing_and_popups() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut shown = TestScreen::new(session(&setting, 0), (80, 24), true);
    let tile = shown.session.rack()[3];
    shown.letters("t");
    shown.letters(&format!("{tile} > nw"));
    assert!(shown.text().contains(&format!("Type: {tile} > nw")));
    // A wrong line can be corrected.
    shown.press(KeyCode::Enter);
    assert!(shown.screen.refused);
    shown.press(KeyCode::Backspace);
    shown.letters("ew");
    shown.press(KeyCode::Enter);
    assert_eq!(shown.session.draft().laid().len(), 1);
    shown.typed("undo");
    assert!(shown.session.draft().laid().is_empty());
    shown.letters("?");
    assert_eq!(shown.screen.popup, Some(Popup::Help));
    assert!(shown.text().contains("pick a tile (*), or let it go"));
    shown.press(KeyCode::Esc);
    assert_eq!(shown.screen.popup, None);
    shown.letters("l");
    assert_eq!(shown.screen.popup, Some(Popup::Log));
    shown.press(KeyCode::Esc);
    shown.letters("t");
    shown.press(KeyCode::Esc);
    assert_eq!(shown.screen.typing, None);
    assert!(matches!(
        shown.press(KeyCode::Char('q')),
        Some(GameExit::Later)
    ));
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    let left = shown.screen.key(&mut shown.session, control_c);
    assert!(matches!(left, Some(GameExit::Interrupted)));
}

#[test]
fn the_end_is_told() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut shown = TestScreen::new(session(&setting, usize::MAX), (80, 24), true);
    assert_eq!(shown.session.stage(), ToMove::Over);
    shown.screen.results = result_lines(&mut shown.session);
    shown.screen.popup = Some(Popup::Results);
    shown.draw();
    let text = shown.text();
    assert!(
        text.contains("The game is over") && text.contains("You: place"),
        "{text}"
    );
    shown.letters("l");
    assert_eq!(shown.screen.popup, Some(Popup::Log));
    shown.press(KeyCode::Esc);
    assert_eq!(shown.screen.popup, Some(Popup::Results));
    shown.letters("x");
    assert!(matches!(
        shown.press(KeyCode::Char('a')),
        Some(GameExit::Again)
    ));
    assert!(matches!(
        shown.press(KeyCode::Char('r')),
        Some(GameExit::Review)
    ));
    assert!(matches!(shown.press(KeyCode::Enter), Some(GameExit::Over)));
    shown.press(KeyCode::Esc);
    assert!(shown.text().contains("[1]"), "{}", shown.text());
    // The keys below the table are those of the box, and work without it.
    assert!(shown.text().contains("r review"), "{}", shown.text());
    assert!(matches!(
        shown.press(KeyCode::Char('r')),
        Some(GameExit::Review)
    ));
    assert!(matches!(
        shown.press(KeyCode::Char('a')),
        Some(GameExit::Again)
    ));
}

/// Drawing works at every size.
#[test]
fn every_size_is_drawn() {
    let setting = setting("house", &["person", "greedy", "greedy", "greedy"], 4);
    for (width, height) in [
        (1, 1),
        (20, 5),
        (59, 15),
        (60, 16),
        (61, 17),
        (119, 30),
        (120, 20),
        (300, 100),
    ] {
        let mut shown = TestScreen::new(session(&setting, 8), (width, height), true);
        shown.letters("?");
        shown.press(KeyCode::Esc);
        shown.letters("t");
        shown.letters(&"R1 ".repeat(120));
        if width < 60 {
            assert!(shown.screen.popup.is_none());
        }
    }
}
