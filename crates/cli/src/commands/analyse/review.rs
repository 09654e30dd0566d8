//! `analyse review`: what each turn of a seat gave away, by playouts of a model.

use std::num::NonZeroUsize;
use std::path::Path;

use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::play::review::{
    GameReview, MODEL, ReviewInProgress, ReviewSettings, grades_explained,
};
use rummilab::runs::{Kept, RecordedGame, Roster, StopFlag, judge, keep_review, read_reviews};

use crate::batch::threaded;
use crate::error::{Error, Exit, warn};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::count;
use crate::output::print_answer;
use crate::progress::Steps;
use crate::recorded_game::GameArgs;
use crate::tables::{drawn, new_table, right, wrapped};

/// What each turn of a seat gave away, in win rate
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    /// The seat; the person's unless given, else 0
    #[arg(long, value_parser = count(0, 3))]
    seat: Option<usize>,
    #[command(flatten)]
    by: JudgeArgs,
    /// Keep the review in the folder of the run, for `report` and `analyse export`; one with more
    /// deals or another model stays
    #[arg(long)]
    save: bool,
    /// Keep it in the place of any other of this game and seat
    #[arg(long, requires = "save")]
    replace: bool,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

/// The model, and the work of its judgement.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Judging")]
pub struct JudgeArgs {
    /// The bot that is the measure, and plays on in all seats
    #[arg(long, value_name = "BOT", default_value = MODEL, hide_default_value = true)]
    model: BotSpec,
    /// The most deals of a turn; with it, the work of a game has no limit
    #[arg(long, value_name = "N", value_parser = count(1, 1_000_000))]
    pub deals: Option<usize>,
    /// Threads, up to 1024; all cores unless given. They change no number
    #[arg(long, value_parser = crate::batch::threads)]
    threads: Option<NonZeroUsize>,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse review runs/league --game 1 --seat 1 --deals 20
  rummilab analyse review runs/league --block 7 --deals 20 --json
  rummilab analyse review runs/league --deals 20 --save
  rummilab analyse review runs/league --deals 20 --model hold:h=0

The loss of a turn is the win rate of the model's turn minus that of the turn played. Both are
played out by the model on the same deals of the hidden tiles. Unless --deals is given, a turn has
as many deals as its grade needs and the work of a game allows, at most 4096.";

fn after_help() -> String {
    format!("{EXAMPLES}\n{}", grades_explained())
}

/// Deals between two looks at how far it is.
const STEP: usize = 64;

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let seat = args.seat.map_or_else(|| chosen.person_or_first(), Seat);
    let folder = match args.chosen.dir.is_dir() {
        true => Some(args.chosen.dir.as_path()),
        false => args.chosen.dir.parent(),
    };
    let folder = folder.unwrap_or(&args.chosen.dir);
    if args.save {
        // What cannot be kept is known before the work.
        read_reviews(folder)?;
    }
    let review = args.by.review(&chosen, seat)?;
    print_answer(args.json, &review, || wrapped(&text(&review)))?;
    if args.save {
        keep(folder, &review, args.replace)?;
    }
    Ok(Exit::Done)
}

/// Keeps a review, or says why not.
fn keep(folder: &Path, review: &GameReview, replace: bool) -> Result<(), Error> {
    if let Kept::Other { model, deals } = keep_review(folder, review, replace)? {
        warn(&format!(
            "the review of this seat that is kept has {deals} deals of {model}, this one {} of \
             {}; the other stays (--save --replace keeps this one)",
            review.deals(),
            review.model
        ));
    }
    Ok(())
}

/// The review of a person's game as text: how it went, the turns that cost most, and what the words
/// mean. Kept in its folder.
pub fn of_person(folder: &Path) -> Result<String, Error> {
    let game = RecordedGame::find(folder, 0, 0)?;
    let seat = game.person_or_first();
    let review = played_out(
        &game,
        seat,
        &ReviewSettings::default(),
        &StopFlag::default(),
    )?;
    keep(folder, &review, false)?;
    Ok(wrapped(&format!(
        "{}\n{}\n{}",
        review.headline(),
        review.lessons(),
        review.explained()
    )))
}

/// The review of a seat; on a terminal it shows how far it is.
fn played_out(
    game: &RecordedGame,
    seat: Seat,
    settings: &ReviewSettings,
    stop: &StopFlag,
) -> Result<GameReview, Error> {
    let (roster, mut solver) = (Roster::new(), judge());
    let mut review = ReviewInProgress::new(game.reviewed(), seat, settings, &roster, &mut solver)?;
    let steps = Steps::new("% of the review");
    while review.go_on(&roster, stop, STEP)? {
        steps.show((100.0 * review.share_done()) as u64, 100);
    }
    Ok(review.so_far())
}

impl JudgeArgs {
    /// The given settings, with this default for the deals.
    pub fn settings(&self, deals: u32) -> ReviewSettings {
        let given = self.deals.map(|deals| deals.min(u32::MAX as usize) as u32);
        let usual = ReviewSettings::default();
        ReviewSettings {
            model: self.model.to_string(),
            deals: given.unwrap_or(deals),
            // With explicit deals the work has no limit.
            work: given.map_or(usual.work, |_| u64::MAX),
            ..usual
        }
    }

    /// Runs this with the given threads.
    pub fn threaded<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        threaded(self.threads, work)
    }

    fn review(&self, chosen: &RecordedGame, seat: Seat) -> Result<GameReview, Error> {
        let stop = stop_on_interrupt("the games being played out");
        let settings = self.settings(ReviewSettings::default().deals);
        self.threaded(|| played_out(chosen, seat, &settings, &stop))?
    }
}

fn text(review: &GameReview) -> String {
    let mut table = new_table(["turn", "did", "most tiles", "model", "lost, %", "grade"]);
    right(&mut table, 0..1);
    for turn in &review.turns {
        let model = match (&turn.model, &turn.why) {
            (None, _) => "-".to_owned(),
            (_, None) => "=".to_owned(),
            (Some(model), _) => model.words(),
        };
        table.add_row([
            turn.own_turn.to_string(),
            turn.done.words(),
            turn.solver.words(),
            model,
            turn.loss_words(),
            turn.grade.word().to_owned(),
        ]);
    }
    let legend = "most tiles: how many the solver could lay, and their points; model: what it \
                  would have done, = for the same; a dash: nothing to lay, no answer, or not \
                  played out";
    format!(
        "block {}, game {}, seat {} ({})\n{}\n\n{}\n{legend}\n{}\n{}",
        review.block,
        review.game,
        review.seat,
        review.bot,
        review.headline(),
        drawn(&table),
        review.lessons(),
        review.explained()
    )
}
