//! The state of the screen (cursor, picked tiles, the line being typed) and the action of each key.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rummilab::play::{
    Command, MoveTarget, Pick, Places, Session, Spot, ToMove, refusal_text, sentence,
};

use rummilab::words::{Language, Say, say};

use crate::commands::play::GameExit;

/// A text over the whole screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Popup {
    /// The keys.
    Help,
    /// All turns.
    Log,
    /// How the game ended.
    Results,
}

/// The state of the screen.
pub struct Screen {
    /// The place of the cursor.
    pub cursor: Spot,
    /// The picked spots, in the order of picking.
    pub picked: Vec<Spot>,
    /// The last message.
    pub message: String,
    /// Whether the last message is a refusal.
    pub refused: bool,
    /// The line being typed.
    pub typing: Option<String>,
    /// The text over the screen, if any.
    pub popup: Option<Popup>,
    /// The scroll position of that text, in lines.
    pub popup_scroll: u16,
    /// The results, after the end of the game.
    pub results: Vec<String>,
    /// The layout as last drawn.
    pub places: Places,
    /// The first row of sets that is shown.
    pub scroll: u16,
    /// The number of a set as typed so far; 0 if none.
    number: usize,
    /// Whether the terminal shows colours.
    pub coloured: bool,
}

impl Screen {
    /// The initial state.
    pub fn new(coloured: bool) -> Screen {
        Screen {
            cursor: Spot::Rack(0),
            picked: Vec::new(),
            message: String::new(),
            refused: false,
            typing: None,
            popup: None,
            popup_scroll: 0,
            results: Vec::new(),
            places: Places::default(),
            scroll: 0,
            number: 0,
            coloured,
        }
    }

    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = text.into();
        self.refused = false;
    }

    /// Carries out the action of a key; returns how the game was left, if it was.
    pub fn key(&mut self, session: &mut Session, key: KeyEvent) -> Option<GameExit> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return Some(GameExit::Interrupted);
        }
        if let Some(popup) = self.popup {
            return self.popup_key(popup, key.code);
        }
        if self.typing.is_some() {
            return self.typing_key(session, key.code);
        }
        let number = std::mem::take(&mut self.number);
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => self.go_to_set(session, number, digit),
            KeyCode::Left => self.cursor = self.places.beside(self.cursor, -1),
            KeyCode::Right => self.cursor = self.places.beside(self.cursor, 1),
            KeyCode::Up => self.cursor = self.places.above_or_below(self.cursor, -1),
            KeyCode::Down => self.cursor = self.places.above_or_below(self.cursor, 1),
            KeyCode::Tab | KeyCode::BackTab => self.other_area(),
            KeyCode::Esc => {
                self.picked.clear();
                self.say("");
            }
            KeyCode::Enter => self.put_here(session),
            KeyCode::Backspace | KeyCode::Delete => self.put(session, MoveTarget::Rack),
            KeyCode::Char(' ') => self.pick(session.language()),
            KeyCode::Char(letter) => return self.letter(session, letter),
            _ => {}
        }
        None
    }

    /// Moves the cursor to the set whose number is `before` followed by this digit, if there is
    /// one; otherwise to the set with the digit alone.
    fn go_to_set(&mut self, session: &Session, before: usize, digit: char) {
        let digit = digit.to_digit(10).unwrap_or(0) as usize;
        let sets = session.draft().sets().len();
        let numbers = [before * 10 + digit, digit];
        match numbers.into_iter().find(|n| (1..=sets).contains(n)) {
            Some(number) => {
                self.number = number;
                let set = number - 1;
                self.cursor = Spot::Tile { set, at: 0 };
            }
            None => self.refuse(&say!(session.language(), "screen-no-set", set = digit)),
        }
    }

    fn letter(&mut self, session: &mut Session, letter: char) -> Option<GameExit> {
        match letter.to_ascii_lowercase() {
            'a' if session.stage() == ToMove::Over => return Some(GameExit::Again),
            'r' if session.stage() == ToMove::Over => return Some(GameExit::Review),
            'n' | '+' => self.put(session, MoveTarget::New),
            'x' => self.split(session),
            't' | ':' | '/' => self.typing = Some(String::new()),
            'l' => self.open(Popup::Log),
            'r' => self.command(session, &Command::Reset),
            'k' => self.command(session, &Command::PutBack),
            'h' | 'b' | 'd' | 'e' | 'u' | 's' | 'q' | '?' => {
                let command = Command::parse(&letter.to_string(), session.rules());
                return self.do_or_show(session, &command.unwrap_or(Command::Help));
            }
            _ => {
                let (language, letter) = (session.language(), letter.to_string());
                self.message = say!(language, "screen-no-key", letter = letter);
                self.refused = true;
            }
        }
        None
    }

    /// Carries out a command that was typed or has a key.
    fn do_or_show(&mut self, session: &mut Session, command: &Command) -> Option<GameExit> {
        match command {
            Command::Quit if session.stage() == ToMove::Over => return Some(GameExit::Over),
            Command::Quit => return Some(GameExit::Later),
            Command::Help => self.open(Popup::Help),
            Command::Log => self.open(Popup::Log),
            Command::Show => {}
            command => self.command(session, command),
        }
        None
    }

    fn open(&mut self, popup: Popup) {
        self.popup = Some(popup);
        self.popup_scroll = 0;
    }

    fn popup_key(&mut self, popup: Popup, code: KeyCode) -> Option<GameExit> {
        match code {
            KeyCode::Up | KeyCode::PageUp => {
                self.popup_scroll = self.popup_scroll.saturating_sub(1);
            }
            KeyCode::Down | KeyCode::PageDown => {
                self.popup_scroll = self.popup_scroll.saturating_add(1);
            }
            _ if popup == Popup::Results => match code {
                KeyCode::Char('a') => return Some(GameExit::Again),
                KeyCode::Char('r') => return Some(GameExit::Review),
                KeyCode::Char('q') | KeyCode::Enter => return Some(GameExit::Over),
                KeyCode::Char('l') => self.open(Popup::Log),
                KeyCode::Esc => self.popup = None,
                _ => {}
            },
            _ if !self.results.is_empty() => self.open(Popup::Results),
            _ => self.popup = None,
        }
        None
    }

    fn typing_key(&mut self, session: &mut Session, code: KeyCode) -> Option<GameExit> {
        let line = self.typing.as_mut()?;
        match code {
            KeyCode::Char(letter) => line.push(letter),
            KeyCode::Backspace => {
                let was_empty = line.pop().is_none();
                if was_empty {
                    self.typing = None;
                }
            }
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let line = self.typing.take().unwrap_or_default();
                if line.trim().is_empty() {
                    return None;
                }
                return match Command::parse(&line, session.rules()) {
                    Ok(command) => self.do_or_show(session, &command),
                    Err(error) => {
                        self.refuse(&error.say(session.language()));
                        // The line stays, so that it can be corrected.
                        self.typing = Some(line);
                        None
                    }
                };
            }
            _ => {}
        }
        None
    }

    fn refuse(&mut self, why: &str) {
        self.message = sentence(why);
        self.refused = true;
    }

    /// Passes a command to the session.
    fn command(&mut self, session: &mut Session, command: &Command) {
        let laid = session.draft().table();
        match session.command(command) {
            Ok(said) => {
                self.say(said);
                self.after_change(session);
            }
            Err(refusal) => self.refuse(&refusal_text(session, &refusal)),
        }
        if laid != session.draft().table() || *command == Command::Sort {
            self.picked.clear();
        }
    }

    /// Shows a remark on the draft if there is no other message.
    fn after_change(&mut self, session: &Session) {
        if !self.message.is_empty() || session.stage() != ToMove::Person {
            return;
        }
        let draft = session.draft();
        let illegal = draft.illegal_sets(session.rules());
        let numbers: Vec<String> = illegal.iter().map(|at| (at + 1).to_string()).collect();
        let language = session.language();
        let mut text = match (draft.laid().len(), numbers.len()) {
            (0, 0) => String::new(),
            (_, 0) => say!(language, "screen-laid", tiles = draft.laid()),
            (_, count) => {
                let sets = numbers.join(", ");
                say!(language, "screen-not-legal", count = count, sets = sets)
            }
        };
        if let (Some((points, needed)), false) = (session.opening_so_far(), draft.laid().is_empty())
            && points < u32::from(needed)
        {
            let opening = say!(language, "screen-opening", points = points, needed = needed);
            text += &format!(" {opening}");
        }
        self.say(text.trim());
    }

    fn other_area(&mut self) {
        self.cursor = match self.cursor {
            Spot::Rack(_) => self.places.settled(Spot::Tile { set: 0, at: 0 }),
            _ => self.places.settled(Spot::Rack(0)),
        };
    }

    fn pick(&mut self, language: Language) {
        if self.cursor == Spot::New {
            return;
        }
        match self.picked.iter().position(|spot| *spot == self.cursor) {
            Some(at) => {
                self.picked.remove(at);
            }
            None => self.picked.push(self.cursor),
        }
        let picked = self.picked.len();
        self.say(match picked {
            0 => String::new(),
            count => say!(language, "screen-picked", count = count),
        });
    }

    fn put_here(&mut self, session: &mut Session) {
        let rack = session.rack();
        match (self.picked.is_empty(), self.cursor) {
            (true, Spot::Rack(at)) => {
                let Some(tile) = rack.get(at) else { return };
                match session.only_fit(&[*tile]) {
                    Ok(set) => self.put(session, MoveTarget::Set(set)),
                    Err(refusal) => self.refuse(&refusal_text(session, &refusal)),
                }
            }
            (true, _) => self.say(say!(session.language(), "screen-pick-first")),
            (false, Spot::Rack(_)) => self.put(session, MoveTarget::Rack),
            (false, Spot::New) => self.put(session, MoveTarget::New),
            (false, Spot::Tile { set, .. }) => self.put(session, MoveTarget::Set(set)),
        }
    }

    /// Moves the picked tiles, or else the tile under the cursor.
    fn put(&mut self, session: &mut Session, to: MoveTarget) {
        let rack = session.rack();
        let spots = if self.picked.is_empty() {
            vec![self.cursor]
        } else {
            self.picked.clone()
        };
        let pick = |spot: &Spot| match *spot {
            Spot::Rack(at) => rack.get(at).copied().map(Pick::Rack),
            Spot::Tile { set, at } => Some(Pick::Table { set, at }),
            Spot::New => None,
        };
        let mut picks: Vec<Pick> = spots.iter().filter_map(pick).collect();
        if to == MoveTarget::Rack {
            // Tiles on the rack stay there.
            picks.retain(|pick| matches!(pick, Pick::Table { .. }));
        }
        match session.shift(&picks, to) {
            Ok(()) => {
                self.picked.clear();
                self.say("");
                self.after_change(session);
            }
            Err(refusal) => self.refuse(&refusal_text(session, &refusal)),
        }
    }

    fn split(&mut self, session: &mut Session) {
        let Spot::Tile { set, at } = self.cursor else {
            self.refuse(&say!(session.language(), "screen-split-where"));
            return;
        };
        match session.split(set, at) {
            Ok(()) => {
                self.picked.clear();
                self.say("");
                self.after_change(session);
            }
            Err(refusal) => self.refuse(&refusal_text(session, &refusal)),
        }
    }
}
