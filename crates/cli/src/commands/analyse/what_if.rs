//! `analyse what-if`: plays a recorded game again with one decision changed, on the same draws and
//! with the same bots.

use rummilab::bots::BotSpec;
use rummilab::core::RuleSet;
use rummilab::engine::TableText;
use rummilab::play::review::{Instead, ReviewError, WhatIf};
use rummilab::runs::{Roster, judge};

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::output::print_answer;
use crate::owners_arg::FLAGS;
use crate::recorded_game::{GameArgs, TurnArgs};
use crate::tables::{drawn, new_table, wrapped};

/// Play a recorded game again with one decision changed, on the same draws and with the same bots
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
#[command(mut_group("which_turn", |group| group.required(true)))]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    #[command(flatten)]
    turn: TurnArgs,
    /// What is done instead: draw, pass, `lay TILES`, `play SETS` with the whole new table, or best
    /// (most tiles)
    #[arg(long, value_name = "ACTION")]
    action: String,
    /// Who plays on in the seats of persons and programs, which cannot be asked
    #[arg(long, value_name = "SPEC")]
    bot: Option<BotSpec>,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

const USAGE: &str = "\
rummilab analyse what-if [OPTIONS] --action <ACTION> --turn <TURN> <DIR>
       rummilab analyse what-if --action <ACTION> --own-turn <SEAT:N> <DIR>";

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse what-if runs/league --game 1 --turn 12 --action draw
  rummilab analyse what-if runs/league --game 1 --turn 12 --action best
  rummilab analyse what-if runs/league --game 1 --turn 12 \\
    --action \"lay B10 K10 O10\"
  rummilab analyse what-if runs/league --game 1 --turn 12 \\
    --action \"play R8 B8 K8 ; K12 O12 J ; B10 K10 O10\" --json

With `lay` a solver finds sets for exactly these rack tiles. Up to the turn everything is as
recorded; after it every bot plays on with the draws and the random numbers that it would have had.
In the seat of a person or a program --bot plays on. Then the change is compared with the game that
--bot plays without it. One game says little: it is one deal.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let (game, stop, mut judge) = (
        chosen.reviewed(),
        stop_on_interrupt("the turns being played"),
        judge(),
    );
    let roster = Roster::new();
    let instead = args.instead(game.rules())?;
    let bot = args.bot.as_ref().map(BotSpec::to_string);
    let bot = bot.as_deref();
    let turn = args.turn.find(game)?.unwrap_or_default();
    let answer = WhatIf::of(game, turn, instead, &roster, bot, &mut judge, &stop);
    let answer = answer.map_err(|error| args.error(error))?;
    print_answer(args.json, &answer, || wrapped(&text(&answer)))?;
    Ok(Exit::Done)
}

impl Args {
    /// Parses the action.
    fn instead(&self, rules: &RuleSet) -> Result<Instead, Error> {
        let written = self.action.trim();
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
    fn error(&self, error: ReviewError) -> Error {
        let about = match &error {
            ReviewError::Illegal(..) => "--action is not legal there".to_owned(),
            ReviewError::NotOnRack(..) | ReviewError::CannotLay(_) => "--action".to_owned(),
            ReviewError::NobodyToAsk(_) => "--bot".to_owned(),
            ReviewError::Plan(_) | ReviewError::OtherBots => self.chosen.dir.display().to_string(),
            _ => return error.into(),
        };
        Error::about(about, error)
    }
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
