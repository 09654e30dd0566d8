//! The game on the whole screen: takes over the terminal, lets the bots play, draws, and passes
//! keys on. At the end the terminal is restored.

mod draw;
#[cfg(test)]
mod picture;
mod state;
#[cfg(test)]
mod tests;
mod tiles;

use std::io;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use rummilab::play::{Session, ToMove, result_lines};
use rummilab::words::say;

use self::state::{Popup, Screen};
use super::folder::GameFolder;
use super::{GameExit, messages};
use crate::error::Error;

/// Plays in the terminal.
pub fn play(mut session: Session, folder: &GameFolder) -> Result<(Session, GameExit), Error> {
    let mut terminal = ratatui::try_init().map_err(Error::Output)?;
    let left = run(&mut terminal, &mut session, folder);
    ratatui::restore();
    let left = left?;
    if let GameExit::Over | GameExit::Again | GameExit::Review = left {
        for line in result_lines(&mut session) {
            messages::line(&line)?;
        }
    }
    Ok((session, left))
}

fn run(
    terminal: &mut DefaultTerminal,
    session: &mut Session,
    folder: &GameFolder,
) -> Result<GameExit, Error> {
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut screen = Screen::new(coloured);
    screen.say(welcome(session));
    loop {
        let mut show = |session: &Session, screen: &mut Screen| -> io::Result<()> {
            terminal.draw(|frame| draw::draw(frame, session, screen))?;
            Ok(())
        };
        let own = screen.message.clone();
        let mut played = false;
        while let ToMove::Bot(_) = session.stage() {
            show(session, &mut screen).map_err(Error::Output)?;
            session.bot_turn().map_err(Error::cause)?;
            folder.save(session)?;
            screen.say(with_news(&own, session));
            played = true;
        }
        if played {
            screen.picked.clear();
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
        let before = session.saved();
        if let Some(left) = screen.key(session, key) {
            return Ok(left);
        }
        if session.saved() != before {
            folder.save(session)?;
        }
    }
}

/// The first message.
fn welcome(session: &Session) -> String {
    let text = match session.history().len() {
        0 => say!(session.language(), "screen-welcome"),
        _ => say!(session.language(), "screen-goes-on"),
    };
    with_news(&text, session)
}

/// A text, followed by what the others did since the person's last turn.
fn with_news(text: &str, session: &Session) -> String {
    let news = session.news().into_iter().chain(session.drew_first());
    let texts: Vec<String> = std::iter::once(text.to_owned()).chain(news).collect();
    texts.join(" ").trim().to_owned()
}
