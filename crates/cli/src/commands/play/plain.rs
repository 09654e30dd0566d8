//! The game line by line, on any terminal and for screen readers: only words and numbers, and
//! nothing moves.

use std::io::{self, BufRead, Write};

use rummilab::core::layout::Origin;
use rummilab::core::{Seat, count};
use rummilab::play::{
    Command, DraftSet, Session, ToMove, change_word, primer, rack_text, refusal_text, result_lines,
    sentence,
};

use super::folder::GameFolder;
use super::{GameExit, messages};
use crate::error::Error;
use crate::letters;
use crate::tables::wrapped;
use crate::visible::{visible, visible_lines};

/// The help text, which follows the meaning of the letters.
const HELP: &str = "\
Tiles are a letter and a value, as they are shown; sets are numbered. Type
  R3 R4 R5            lay a new set from your rack (several: R3 R4 R5 ; B7 K7 O7)
  R6                  lay a tile where it fits
  R6 > 2              lay a tile on set 2          R6 B6 > new   begin a new set
  R7 from 3 > 5       move a tile from set 3 to set 5 (or > new)
  R6 > rack           take back a tile laid on this turn
  split 3 R6          split set 3 before R6        join 2 5      make one set of two
  2 5 = R3-5 ; R6-8   put these sets in the place of sets 2 and 5
  R3-6, 7RBK          short for R3 R4 R5 R6, and for R7 B7 K7
  undo, reset         take back the last change, or all of this turn
  redo                make the change again that was taken back last
  end                 end your turn                draw          lay nothing: draw or pass
  hint, best          a hint, a better one; the best turn, put on the table
  sort, table, log    sort the rack the other way, show the table, show all turns
  back                put back the tile just drawn, where the rules let you
  quit                stop; the game is saved
Short: u e d h b s t q. Between moves sets may be incomplete; when you end your
turn all must be legal.";

/// The most important commands.
const KEYS: &str = "\
Type the tiles of a set to lay it, `end` to end your turn, `draw` to lay nothing,
`hint`, `quit`, or `help` for all commands.";

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
            self.say(&primer(self.session.rules()).join("\n"))?;
            self.say(KEYS)?;
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

    /// Whether the person wants another game.
    fn again(&mut self, input: &mut impl BufRead) -> Result<GameExit, Error> {
        self.say(
            "Type `again` for another game, `review` for the turns that cost most, anything \
            else\nto leave.",
        )?;
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
        let goes_on = match self.session.history().len() {
            0 => String::new(),
            turns => format!(
                " The game goes on after {}. {}",
                count(turns, "turn"),
                visible(&self.session.news().join(" "))
            ),
        };
        format!(
            "Rummikub, rules {}, seed {}. You are seat {}, against {}.{goes_on} Type `help` for \
             what you can do.",
            plan.rules().name,
            plan.seed().master,
            self.session.setting().person(),
            others.join(", ")
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
                    self.say(&sentence(&error.to_string()))?;
                    continue;
                }
            };
            match &command {
                Command::Quit => return Ok(Some(GameExit::Later)),
                Command::Help => {
                    let letters = letters::of(self.session.rules());
                    self.say(&format!("Letters: {letters}.\n{HELP}"))?;
                }
                Command::Show => self.show(false)?,
                Command::Log => {
                    let log: Vec<_> = self
                        .session
                        .log()
                        .iter()
                        .map(|turn| visible(turn))
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
        let session = &self.session;
        let seats = Seat::all(session.game().players());
        let others = seats.filter(|seat| *seat != session.setting().person());
        let others: Vec<String> = others
            .map(|seat| format!("{}: {}.", session.who(seat), session.seat_line(seat)))
            .collect();
        let mut head = String::new();
        if new_turn {
            let own = session.game().own_turns(session.setting().person()) + 1;
            head = format!("\nYour turn {own}. ");
        }
        let last = if session.game().in_last_round() {
            " This is the last round."
        } else {
            ""
        };
        head += &format!(
            "Pool: {}. {}{last}",
            count(session.game().pool_len(), "tile"),
            others.join(" ")
        );
        let also = [session.changed_sets(), session.drew_first()];
        self.say(&head)?;
        for line in also.iter().flatten() {
            self.say(line)?;
        }
        self.table_and_rack()?;
        if self.session.may_redeal() {
            self.say(&messages::redeal(self.session.setting()))
        } else {
            Ok(())
        }
    }

    fn table_and_rack(&mut self) -> Result<(), Error> {
        let session = &self.session;
        let illegal = session.draft().illegal_sets(session.rules());
        let mut text = String::new();
        if session.draft().sets().is_empty() {
            text += "The table is empty.\n";
        }
        for (at, set) in session.draft().sets().iter().enumerate() {
            let mut remarks = Vec::new();
            if let Some(seat) = set.owner {
                let person = session.setting().person();
                remarks.push(if Seat::from(seat) == person {
                    "yours".to_owned()
                } else {
                    format!("of seat {seat}")
                });
            }
            if illegal.contains(&at) {
                remarks.push("not legal yet".to_owned())
            } else {
                remarks.extend(change_text(set))
            }
            let remarks = if remarks.is_empty() {
                String::new()
            } else {
                format!(" ({})", remarks.join(", "))
            };
            text += &format!("Set {}: {}{remarks}\n", at + 1, set.set());
        }
        let rack = session.rack_shown();
        let drawn = rack.iter().filter(|shown| shown.drawn);
        let drawn: Vec<String> = drawn.map(|shown| shown.tile.to_string()).collect();
        let drawn = if drawn.is_empty() {
            String::new()
        } else {
            format!(", {} just drawn", drawn.join(" "))
        };
        let tiles = count(rack.len(), "tile");
        text += &format!("Rack, {tiles}{drawn}: {}", rack_text(&rack));
        let laid = session.draft().laid();
        if !laid.is_empty() {
            text += &format!("\nLaid on this turn: {laid}.");
        }
        if let Some((points, needed)) = session.opening_so_far() {
            text += &format!("\nYou have not opened: own sets worth {points} of {needed} points.");
        }
        self.say(&text)
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.out, "{}", wrapped(&visible_lines(text))).map_err(Error::Output)
    }
}

/// The change of a set by others, as a remark.
fn change_text(set: &DraftSet) -> Option<String> {
    let came = set.tiles.iter().filter(|tile| tile.fresh);
    let came: Vec<String> = came.map(|tile| tile.tile.to_string()).collect();
    let word = change_word(set.change?);
    Some(if came.is_empty() || set.change == Some(Origin::New) {
        word.to_owned()
    } else {
        format!("{word}, {} added", came.join(" "))
    })
}
