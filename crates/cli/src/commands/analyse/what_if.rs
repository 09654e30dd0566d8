//! `analyse review --turn --action`: plays a recorded game again with one decision changed, on the
//! same draws and with the same bots.

use std::path::Path;

use rummilab::bots::BotSpec;
use rummilab::core::RuleSet;
use rummilab::engine::TableText;
use rummilab::play::review::{Instead, ReviewError, ReviewedGame, WhatIf};
use rummilab::runs::{Roster, judge};

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::output::print_answer;
use crate::owners_arg::FLAGS;
use crate::tables::{drawn, new_table, wrapped};

/// What is done instead, and who plays on in the seats of persons and programs.
pub struct Changed<'a> {
    pub action: &'a str,
    pub bots: &'a [BotSpec],
}

impl Changed<'_> {
    /// Plays the game in this folder on from the changed turn.
    pub fn play(
        &self,
        dir: &Path,
        game: ReviewedGame<'_>,
        turn: usize,
        json: bool,
    ) -> Result<Exit, Error> {
        let stop = stop_on_interrupt("the turns being played");
        let instead = instead(self.action, game.rules())?;
        let bot = match self.bots {
            [] => None,
            [bot] => Some(bot.to_string()),
            _ => {
                return Err(Error::Input(
                    "--bot: one bot plays on with --action".to_owned(),
                ));
            }
        };
        let bot = bot.as_deref();
        let answer = WhatIf::of(
            game,
            turn,
            instead,
            &Roster::new(),
            bot,
            &mut judge(),
            &stop,
        );
        let answer = answer.map_err(|error| about(error, dir))?;
        print_answer(json, &answer, || wrapped(&text(&answer)))?;
        Ok(Exit::Done)
    }
}

/// Parses the action.
fn instead(action: &str, rules: &RuleSet) -> Result<Instead, Error> {
    let written = action.trim();
    let (word, rest) = written.split_once(' ').unwrap_or((written, ""));
    match (word.to_ascii_lowercase().as_str(), rest.trim()) {
        ("draw", "") => Ok(Instead::Draw),
        ("pass", "") => Ok(Instead::Pass),
        ("best", "") => Ok(Instead::Best),
        ("lay", tiles) if !tiles.is_empty() => {
            Ok(Instead::Lay(FLAGS.counts("action", tiles, rules)?))
        }
        ("play", sets) if !sets.is_empty() => {
            let text = TableText::Line(sets.to_owned());
            Ok(Instead::Play(FLAGS.table("action", &text, rules)?))
        }
        _ => Err(Error::Input(format!(
            "--action: `{written}` is no action; expected draw, pass, best, such as `lay R6 \
             J`, or such as `play R3 R4 R5 ; K7 B7 O7` with the whole new table"
        ))),
    }
}

/// The error, with the name of the argument that caused it.
fn about(error: ReviewError, dir: &Path) -> Error {
    let about = match &error {
        ReviewError::Illegal(..) => "--action is not legal there".to_owned(),
        ReviewError::NotOnRack(..) | ReviewError::CannotLay(_) => "--action".to_owned(),
        ReviewError::NobodyToAsk(_) => "--bot".to_owned(),
        ReviewError::Plan(_) | ReviewError::OtherBots => dir.display().to_string(),
        _ => return error.into(),
    };
    Error::about(about, error)
}

fn text(answer: &WhatIf<'_>) -> String {
    let (names, rows) = answer.table();
    let mut table = new_table(std::iter::once(String::new()).chain(names));
    for (name, cells) in rows {
        table.add_row(std::iter::once(name).chain(cells));
    }
    format!(
        "block {}, game {}, turn {}, which is turn {} of seat {} ({}): it {}; instead it {}\n\n{}",
        answer.block,
        answer.game,
        answer.turn,
        answer.own_turn,
        answer.seat,
        answer.bot,
        answer.was,
        answer.action,
        drawn(&table)
    )
}
