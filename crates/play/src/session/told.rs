//! What happened in a game, and who the players are, as sentences.

use rummilab_bot_api::PublicTurn;
use rummilab_core::Seat;
use rummilab_words::{Language, say};

use super::{Logged, Session, ToMove};
use crate::level::person;
use crate::words::{changed_sets, describe, sentence};

impl Session {
    /// The language of what is said.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Chooses the language of what is said from now on, of the log too.
    pub fn speak(&mut self, language: Language) {
        self.language = language;
    }

    /// The same game, in which bots are told by their names alone, for displays with a place for
    /// each player.
    #[must_use]
    pub fn without_seat_numbers(self) -> Session {
        Session {
            numbered: false,
            ..self
        }
    }

    /// What the others did since the person's last turn: a sentence for each turn, then
    /// [`Session::changed_sets`].
    pub fn news(&self) -> Vec<String> {
        let turns = self.log[self.memories[self.person].log..].iter();
        turns
            .map(|turn| sentence(&self.told(turn)))
            .chain(self.changed_sets())
            .collect()
    }

    /// The numbers of the sets that others changed or laid since the person's last turn, as a
    /// sentence. The draft marks these sets and the new tiles.
    pub fn changed_sets(&self) -> Option<String> {
        changed_sets(self.language, self.draft.sets())
    }

    /// Every turn so far, a sentence each.
    pub fn log(&self) -> Vec<String> {
        self.log.iter().map(|line| self.told(line)).collect()
    }

    /// The last line of the log, if there is one.
    pub(super) fn last_told(&self) -> Option<String> {
        self.log.last().map(|line| self.told(line))
    }

    fn told(&self, line: &Logged) -> String {
        match line {
            Logged::Turn {
                number,
                opened,
                drew,
            } => {
                let turn = &self.history()[*number];
                let you = self.is_you(turn.seat);
                let who = (self.who(turn.seat), you);
                let who = (who.0.as_str(), who.1);
                describe(self.language, turn, who, *opened, drew.as_ref())
            }
            Logged::BrokenOff(seat) => self.broken_off(*seat),
        }
    }

    /// Whether sentences call this seat `you`.
    fn is_you(&self, seat: Seat) -> bool {
        self.setting.people() == [seat]
    }

    /// Every turn so far, as everybody saw it.
    pub fn history(&self) -> &[PublicTurn] {
        self.referee.history()
    }

    /// The name of a seat in sentences.
    pub fn who(&self, seat: Seat) -> String {
        let language = self.language;
        let named = self.setting.person_name(language, seat);
        named.unwrap_or_else(|| {
            let name = self.name(seat);
            let mut others = seat.others(self.game().players());
            let shared = others.any(|other| self.name(other) == name);
            if self.numbered && (shared || self.game().rules().has_group_owners()) {
                let number = seat.index() + 1;
                say!(language, "player-named", name = name, number = number)
            } else {
                name
            }
        })
    }

    /// The name of a person, or that of a bot as a person.
    fn name(&self, seat: Seat) -> String {
        let person_name = self.setting.person_name(self.language, seat);
        let bots = self.setting.plan().bots();
        person_name.unwrap_or_else(|| person(&bots[seat.index()].label).to_owned())
    }

    /// What the player in this seat did last, as a sentence without the name: `Lays R3 R4 R5.`
    pub fn last_of(&self, seat: Seat) -> Option<String> {
        let mut turns = self.history().iter();
        let turn = turns.rfind(|turn| turn.seat == seat)?;
        let opened = self.game().opened_turn(seat) == Some(self.game().own_turns(seat));
        let said = describe(self.language, turn, ("", false), opened, None);
        Some(sentence(said.trim_start()))
    }

    /// The sentence about a bot whose fault has ended the game.
    fn broken_off(&self, seat: Seat) -> String {
        let fault = self.referee.last_fault();
        let detail = fault.map_or("", |fault| fault.detail.trim_end_matches('.'));
        say!(
            self.language,
            "turn-broken-off",
            who = self.who(seat),
            kind = fault.map_or("none", |fault| fault.kind.word()),
            detail = detail
        )
    }

    /// The sentence at the start of the person's turn if it begins with a draw.
    pub fn drew_first(&self) -> Option<String> {
        let tile = self
            .game()
            .drawn_first()
            .filter(|_| self.stage() == ToMove::Person)?;
        Some(match self.may_put_back() {
            Some(_) => say!(self.language, "drew-first-again", tile = tile),
            None => say!(self.language, "drew-first", tile = tile),
        })
    }

    /// A line about a seat: the number of tiles on its rack, the tiles themselves if racks lie
    /// open, and whether it has opened.
    pub fn seat_line(&self, seat: Seat) -> String {
        let rack = self.game().rack(seat);
        let open = self.rules().open_hands;
        say!(
            self.language,
            "seat-line",
            count = rack.len(),
            rack = if open { "open" } else { "hidden" },
            tiles = rack,
            opened = self.game().opened(seat)
        )
    }
}
