//! The game line by line, on any terminal and for screen readers: only words and numbers, and
//! nothing moves.

use std::io::{self, BufRead, Write};

use rummilab::core::Seat;
use rummilab::core::layout::Origin;
use rummilab::play::{
    Command, DraftSet, Session, ToMove, change_word, primer, rack_text, refusal_text, result_lines,
    sentence,
};

use rummilab::words::{Language, Say, say};

use super::folder::GameFolder;
use super::{GameExit, messages};
use crate::error::Error;
use crate::letters;
use crate::tables::wrapped;
use crate::visible::{visible, visible_lines};

/// Plays on standard input and output.
pub fn play(session: Session, folder: &GameFolder) -> Result<(Session, GameExit), Error> {
    let mut input = io::stdin().lock();
    let mut table = Lines {
        session,
        out: io::stdout().lock(),
    };
    let left = table.play(&mut input, folder)?;
    Ok((table.session, left))
}

struct Lines<W> {
    session: Session,
    out: W,
}

impl<W: Write> Lines<W> {
    fn play(&mut self, input: &mut impl BufRead, folder: &GameFolder) -> Result<GameExit, Error> {
        self.say(&self.begin())?;
        if self.session.draft().sets().is_empty() {
            let language = self.language();
            self.say(&primer(language, self.session.rules()).join("\n"))?;
            self.say(&say!(language, "plain-keys"))?;
        }
        loop {
            match self.session.stage() {
                ToMove::Over => {
                    for line in result_lines(&mut self.session) {
                        self.say(&visible(&line))?;
                    }
                    return self.again(input);
                }
                ToMove::Bot(_) => {
                    let text = self.session.bot_turn();
                    let text = text.map_err(Error::cause)?;
                    folder.save(&self.session)?;
                    self.say(&visible(&sentence(&text.unwrap_or_default())))?;
                }
                ToMove::Person => {
                    self.show(true)?;
                    if let Some(left) = self.turn(input, folder)? {
                        return Ok(left);
                    }
                }
            }
        }
    }

    fn language(&self) -> Language {
        self.session.language()
    }

    /// Whether the person wants another game.
    fn again(&mut self, input: &mut impl BufRead) -> Result<GameExit, Error> {
        self.say(&say!(self.language(), "plain-again"))?;
        Ok(match self.read(input)?.as_deref().map(str::trim) {
            Some("again" | "a") => GameExit::Again,
            Some("review" | "r") => GameExit::Review,
            _ => GameExit::Over,
        })
    }

    /// The next line typed; `None` at the end of the input.
    fn read(&mut self, input: &mut impl BufRead) -> Result<Option<String>, Error> {
        write!(self.out, "> ").map_err(Error::Output)?;
        self.out.flush().map_err(Error::Output)?;
        let mut text = String::new();
        let read = input
            .read_line(&mut text)
            .map_err(|cause| Error::Read("standard input".to_owned(), cause))?;
        if read == 0 {
            self.say("")?;
        }
        Ok((read > 0).then_some(text))
    }

    fn begin(&self) -> String {
        let plan = self.session.setting().plan();
        let others =
            Seat::all(plan.players()).filter(|seat| *seat != self.session.setting().person());
        let others: Vec<String> = others.map(|seat| self.session.who(seat)).collect();
        let news = self.session.news().join(" ");
        say!(
            self.language(),
            "plain-begin",
            rules = plan.rules().name.as_str(),
            seed = plan.seed().master.to_string(),
            number = self.session.setting().person().index() + 1,
            others = others.join(", "),
            turns = self.session.history().len(),
            news = visible(&news).into_owned()
        )
    }

    /// The person's turn; returns how the game was left, if it was.
    fn turn(
        &mut self,
        input: &mut impl BufRead,
        folder: &GameFolder,
    ) -> Result<Option<GameExit>, Error> {
        let turn = self.session.history().len();
        while self.session.stage() == ToMove::Person && self.session.history().len() == turn {
            let Some(text) = self.read(input)? else {
                return Ok(Some(GameExit::Interrupted));
            };
            if text.trim() == messages::REDEAL && self.session.may_redeal() {
                let redeals = self.session.setting().redeals() + 1;
                return Ok(Some(GameExit::Redeal(redeals)));
            }
            let command = match Command::parse(&text, self.session.rules()) {
                Ok(command) => command,
                Err(error) => {
                    self.say(&sentence(&error.say(self.language())))?;
                    continue;
                }
            };
            match &command {
                Command::Quit => return Ok(Some(GameExit::Later)),
                Command::Help => {
                    let letters = letters::of(self.language(), self.session.rules());
                    self.say(&say!(self.language(), "plain-help", letters = letters))?;
                }
                Command::Show => self.show(false)?,
                Command::Log => {
                    let log: Vec<_> = self
                        .session
                        .log()
                        .iter()
                        .map(|turn| visible(turn).into_owned())
                        .collect();
                    let log = log.join("\n");
                    self.say(&log)?;
                }
                _ => {
                    self.command(&command)?;
                    folder.save(&self.session)?;
                }
            }
        }
        Ok(None)
    }

    fn command(&mut self, command: &Command) -> Result<(), Error> {
        let before = (self.session.draft().table(), self.session.history().len());
        let said = match self.session.command(command) {
            Ok(said) => said,
            Err(refusal) => refusal_text(&self.session, &refusal),
        };
        if !said.is_empty() {
            self.say(&said)?;
        }
        let changed = before.0 != self.session.draft().table();
        let same_turn = before.1 == self.session.history().len();
        if same_turn && (changed || *command == Command::Sort || *command == Command::PutBack) {
            self.table_and_rack()?;
        }
        Ok(())
    }

    /// Prints the whole state; `new_turn` says that a turn begins.
    fn show(&mut self, new_turn: bool) -> Result<(), Error> {
        let (session, language) = (&self.session, self.language());
        let seats = Seat::all(session.game().players());
        let others = seats.filter(|seat| *seat != session.setting().person());
        let others: Vec<String> = others
            .map(|seat| format!("{}: {}.", session.who(seat), session.seat_line(seat)))
            .collect();
        let mut head = String::new();
        if new_turn {
            let own = session.game().own_turns(session.setting().person()) + 1;
            head = format!("\n{} ", say!(language, "plain-your-turn", turn = own));
        }
        head += &say!(
            language,
            "plain-pool",
            pool = session.game().pool_len(),
            others = others.join(" "),
            last = session.game().in_last_round()
        );
        let also = [session.changed_sets(), session.drew_first()];
        self.say(&head)?;
        for line in also.iter().flatten() {
            self.say(line)?;
        }
        self.table_and_rack()?;
        if self.session.may_redeal() {
            self.say(&messages::redeal(language, self.session.setting()))
        } else {
            Ok(())
        }
    }

    fn table_and_rack(&mut self) -> Result<(), Error> {
        let (session, language) = (&self.session, self.language());
        let illegal = session.draft().illegal_sets(session.rules());
        let mut lines = Vec::new();
        if session.draft().sets().is_empty() {
            lines.push(say!(language, "plain-table-empty"));
        }
        for (at, set) in session.draft().sets().iter().enumerate() {
            let mut remarks = Vec::new();
            if let Some(seat) = set.owner {
                let person = session.setting().person();
                remarks.push(if Seat::from(seat) == person {
                    say!(language, "plain-yours")
                } else {
                    let who = session.who(Seat::from(seat));
                    say!(
                        language,
                        "plain-of-player",
                        who = visible(&who).into_owned()
                    )
                });
            }
            if illegal.contains(&at) {
                remarks.push(say!(language, "plain-not-legal"));
            } else {
                remarks.extend(change_text(language, set));
            }
            lines.push(say!(
                language,
                "plain-set",
                set = at + 1,
                tiles = set.set(),
                remarks = if remarks.is_empty() { "none" } else { "some" },
                remark = remarks.join(", ")
            ));
        }
        let rack = session.rack_shown();
        let drawn = rack.iter().filter(|shown| shown.drawn);
        let drawn: Vec<String> = drawn.map(|shown| shown.tile.to_string()).collect();
        lines.push(say!(
            language,
            "plain-rack",
            count = rack.len(),
            new = !drawn.is_empty(),
            drawn = drawn.join(" "),
            rack = rack_text(&rack)
        ));
        let laid = session.draft().laid();
        if !laid.is_empty() {
            lines.push(say!(language, "plain-laid", tiles = laid));
        }
        if let Some((points, needed)) = session.opening_so_far() {
            lines.push(say!(
                language,
                "plain-opening",
                points = points,
                needed = needed
            ));
        }
        self.say(&lines.join("\n"))
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.out, "{}", wrapped(&visible_lines(text))).map_err(Error::Output)
    }
}

/// The change of a set by others, as a remark.
fn change_text(language: Language, set: &DraftSet) -> Option<String> {
    let came = set.tiles.iter().filter(|tile| tile.fresh);
    let came: Vec<String> = came.map(|tile| tile.tile.to_string()).collect();
    let change = change_word(language, set.change?);
    Some(if came.is_empty() || set.change == Some(Origin::New) {
        change
    } else {
        let tiles = came.join(" ");
        say!(language, "plain-added", change = change, tiles = tiles)
    })
}
