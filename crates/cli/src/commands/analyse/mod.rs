//! `rummilab analyse`: questions about rules, recorded games and single decisions. This file only
//! lists them; each has its own file.

mod compare;
mod count;
mod exact_racks;
mod export;
mod games;
mod mistakes;
mod opening;
pub mod review;
mod time;
mod turn;
mod what_if;

use clap::Subcommand;

use crate::error::{Error, Exit};

/// Answer questions about rules, recorded games and single decisions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    question: Analysis,
}

const EXAMPLES: &str = "\
Examples:
  rummilab analyse opening --tiles 14..20 --samples 1000000
  rummilab analyse count --values 5 --colours 3 --copies 1 --jokers 0
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse games runs/league --by bot,seat
  rummilab analyse time runs/league
  rummilab analyse review runs/league --game 1 --deals 20
  rummilab analyse review runs/league --game 1 --turn 12
  rummilab analyse review runs/league --game 1 --turn 12 --action draw";

#[derive(Debug, Subcommand)]
enum Analysis {
    /// What random racks can open with
    Opening(opening::Args),
    /// How many multisets of tiles are completely playable
    Count(count::Args),
    /// Figures of recorded games by bot, seat, players, rules and phase
    Games(games::Args),
    /// The differences of two runs, and whether they are luck
    Compare(compare::Args),
    /// Every turn of a run as a row: rack, table, action, what was possible
    Export(export::Args),
    /// What each turn of a seat gave away, in win rate; or what else could be done on one turn
    Review(review::Args),
    /// Where bots lose win rate, by phase of the game
    Mistakes(mistakes::Args),
    /// How long bots thought, by phase of the game
    Time(time::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    match &args.question {
        Analysis::Opening(args) => opening::run(args),
        Analysis::Count(args) => count::run(args),
        Analysis::Games(args) => games::run(args),
        Analysis::Compare(args) => compare::run(args),
        Analysis::Export(args) => export::run(args),
        Analysis::Mistakes(args) => mistakes::run(args),
        Analysis::Review(args) => review::run(args),
        Analysis::Time(args) => time::run(args),
    }
}
