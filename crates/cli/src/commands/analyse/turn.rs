//! `analyse review --turn`: the choice of every bot on a turn of a recorded game, and the solver's
//! best plays.

use rummilab::SolverSpec;
use rummilab::bots::BotSpec;
use rummilab::bots::roster::ROSTER;
use rummilab::play::review::{ReviewedGame, TurnReview};
use rummilab::runs::{Roster, judge};

use crate::error::{Error, Exit};
use crate::output::print_answer;
use crate::tables::{drawn, new_table, wrapped};

/// Says what the bots of the run, all of the roster and these would have done, and what the solver
/// says.
pub fn review(
    game: ReviewedGame<'_>,
    turn: usize,
    bots: &[BotSpec],
    solver: &SolverSpec,
    json: bool,
) -> Result<Exit, Error> {
    let roster = ROSTER.iter().filter(|entry| !entry.for_tests);
    let roster = roster.map(|entry| entry.name.to_owned());
    let bots: Vec<String> = roster.chain(bots.iter().map(BotSpec::to_string)).collect();
    let review = TurnReview::of(
        game,
        turn,
        &bots,
        &Roster::new(),
        &mut judge(),
        solver.make().as_mut(),
    )?;
    print_answer(json, &review, || wrapped(&text(&review)))?;
    Ok(Exit::Done)
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
