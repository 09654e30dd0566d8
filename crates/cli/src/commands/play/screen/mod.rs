//! The game on the whole screen: takes the terminal, lets the bots play, draws, hands keys on. It
//! leaves the terminal as it found it.

mod draw;
mod places;
mod state;
#[cfg(test)]
mod tests;
mod tiles;

use std::io;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use rummilab::play::{Session, ToMove, result_lines, sentence};
use rummilab::runs::GameFolder;

use self::state::{Popup, Screen};
use super::{Left, told};
use crate::error::Error;
use crate::interrupt::leave;

/// Plays in the terminal.
pub fn play<'a>(
    mut session: Session<'a>,
    folder: &GameFolder,
) -> Result<(Session<'a>, Left), Error> {
    let mut terminal = ratatui::try_init().map_err(Error::Output)?;
    // Ctrl-C is a key here; this is for those who end the program from outside. Every turn is on the disk.
    let place = folder.path().to_owned();
    let stopped = ctrlc::set_handler(move || {
        ratatui::restore();
        leave(&told::saved(&place));
    });
    // Where there can be no handler the system ends the program, and no turn is lost either.
    drop(stopped);
    let left = run(&mut terminal, &mut session, folder);
    ratatui::restore();
    let left = left?;
    if let Left::Over = left {
        for line in result_lines(&mut session) {
            told::line(&line)?;
        }
    }
    Ok((session, left))
}

fn run(
    terminal: &mut DefaultTerminal,
    session: &mut Session<'_>,
    folder: &GameFolder,
) -> Result<Left, Error> {
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut screen = Screen::new(coloured);
    screen.say(welcome(session));
    loop {
        let mut show = |session: &Session<'_>, screen: &mut Screen| -> io::Result<()> {
            terminal.draw(|frame| draw::draw(frame, session, screen))?;
            Ok(())
        };
        let mut said = vec![screen.message.clone()];
        let mut played = false;
        while let ToMove::Bot(_) = session.stage() {
            show(session, &mut screen).map_err(Error::Output)?;
            let told = session.bot_turn();
            let told = told.map_err(Error::cause)?;
            folder.save(session)?;
            said.push(sentence(&told.unwrap_or_default()));
            screen.say(said.join(" ").trim().to_owned());
            played = true;
        }
        if played {
            screen.picked.clear();
            said.extend(session.drew_first());
            screen.say(said.join(" ").trim().to_owned());
        }
        if session.stage() == ToMove::Over && screen.results.is_empty() {
            screen.results = result_lines(session);
            screen.popup = Some(Popup::Results);
        }
        show(session, &mut screen).map_err(Error::Output)?;
        let Event::Key(key) = event::read().map_err(Error::Output)? else {
            continue;
        };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let turns = session.history().len();
        if let Some(left) = screen.key(session, key) {
            return Ok(left);
        }
        if session.history().len() != turns || session.draft().is_changed() {
            folder.save(session)?;
        }
    }
}

/// What is said first.
fn welcome(session: &Session<'_>) -> String {
    let text = match session.history().len() {
        0 => "Welcome. Press ? for the keys.".to_owned(),
        _ => format!(
            "The game goes on. {}",
            session.log().last().map_or("", String::as_str)
        ),
    };
    match session.drew_first() {
        Some(drew) => format!("{text} {drew}"),
        None => text,
    }
}
