//! `analyse turn`: the choice of every bot on a turn of a recorded game, and the solver's best
//! plays.

use rummilab::SolverSpec;
use rummilab::bots::BotSpec;
use rummilab::bots::roster::ROSTER;
use rummilab::play::review::TurnReview;
use rummilab::runs::{Roster, judge};

use crate::error::{Error, Exit};
use crate::output::print_answer;
use crate::recorded_game::{GameArgs, TurnArgs};
use crate::tables::{drawn, new_table, wrapped};

/// What every bot would have done on a turn of a recorded game, and what the solver says
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_group("which_turn", |group| group.required(true)))]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    #[command(flatten)]
    turn: TurnArgs,
    /// Ask this bot too; may be repeated. Asked are the bots of the run and those of
    /// `rummilab bots`
    #[arg(long, value_name = "SPEC")]
    bot: Vec<String>,
    /// Who solves
    #[arg(long, value_name = "auto|search|ilp|ilp:backend=…", default_value_t)]
    solver: SolverSpec,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse turn runs/league --game 1 --turn 12
  rummilab analyse turn runs/league --block 7 --game 1 --turn 9 --bot hold:h=5
  rummilab analyse turn runs/league --game 1 --own-turn 1:6
  rummilab analyse turn runs/league --game 1 --turn 12 --json

Every bot sits in the seat from the start of the game: it sees what the seat saw and is asked on
each of its turns, with the random numbers that it would have had there. So the bot that played the
turn says what it did. Where turns begin with a draw, the tiles that it put back stay put back.
Persons and programs cannot be asked; the answer names those left out.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let bots = args.bots()?;
    let review = TurnReview::of(
        chosen.reviewed(),
        args.turn.find(chosen.reviewed())?.unwrap_or_default(),
        &bots,
        &Roster::new(),
        &mut judge(),
        args.solver.make().as_mut(),
    )?;
    print_answer(args.json, &review, || wrapped(&text(&review)))?;
    Ok(Exit::Done)
}

impl Args {
    /// The bots that are asked besides those of the run: all of the roster, and those named.
    fn bots(&self) -> Result<Vec<String>, Error> {
        let roster = ROSTER.iter().filter(|entry| !entry.for_tests);
        let mut bots: Vec<String> = roster.map(|entry| entry.name.to_owned()).collect();
        for bot in &self.bot {
            bots.push(bot.parse::<BotSpec>()?.to_string());
        }
        Ok(bots)
    }
}

fn text(review: &TurnReview<'_>) -> String {
    let mut text = review.situation();
    let mut bots = new_table(["bot", "", "would"]);
    for opinion in &review.bots {
        let mark = if opinion.same { "=" } else { "" };
        bots.add_row([opinion.bot.as_str(), mark, &opinion.does.words()]);
    }
    text += &format!("\n{}\n\n= does what was done.", drawn(&bots));
    if !review.not_asked.is_empty() {
        let absent = review.not_asked.join(", ");
        text += &format!("\nNot asked: {absent} (persons and programs cannot be asked again).");
    }
    text
}
