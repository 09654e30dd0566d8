//! `analyse review`: what each turn of a seat gave away, by playouts of a model.

use std::num::NonZeroUsize;
use std::path::Path;

use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::play::review::{GameReview, MODEL, ReviewSettings};
use rummilab::runs::{RecordedGame, Roster, StopFlag, judge, keep_review};

use crate::batch::threaded;
use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::count;
use crate::output::print_answer;
use crate::recorded_game::GameArgs;
use crate::tables::{drawn, new_table, right, wrapped};

/// What each turn of a seat gave away, in win rate
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    /// The seat; the person's unless given, else 0
    #[arg(long, value_parser = count(0, 3))]
    seat: Option<usize>,
    #[command(flatten)]
    by: JudgeArgs,
    /// Keep the review in the folder of the run, for `report` and `analyse export`
    #[arg(long)]
    save: bool,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

/// Who judges, and how long.
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
played out by the model on the same deals of the hidden tiles. A turn is best if it lost at most 5 %
of a win, good up to 15 %, a slip up to 30 %, else a blunder. A turn gets a grade only if its whole
interval lies within that grade. A turn that the model would also have made is best. Unless --deals
is given, a turn has as many deals as its grade needs and the work of a game allows, at most 4096.";

/// Answers.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let seat = args.seat.map_or_else(|| chosen.person_or_first(), Seat);
    let review = args.by.review(&chosen, seat)?;
    if args.save {
        let folder = match args.chosen.dir.is_dir() {
            true => Some(args.chosen.dir.as_path()),
            false => args.chosen.dir.parent(),
        };
        keep_review(folder.unwrap_or(&args.chosen.dir), &review)?;
    }
    print_answer(args.json, &review, || wrapped(&text(&review)))?;
    Ok(Exit::Done)
}

/// The review of a person's game as text: how it went, and the turns that cost most. Kept in its
/// folder.
pub fn of_person(folder: &Path) -> Result<String, Error> {
    let game = RecordedGame::find(folder, 0, 0)?;
    let (settings, roster, stop) = (
        ReviewSettings::default(),
        Roster::new(),
        StopFlag::default(),
    );
    let seat = game.person_or_first();
    let review = GameReview::of(
        game.reviewed(),
        seat,
        &settings,
        &roster,
        &mut judge(),
        &stop,
    )?;
    keep_review(folder, &review)?;
    Ok(wrapped(&format!(
        "{}\n{}",
        review.headline(),
        review.lessons()
    )))
}

impl JudgeArgs {
    /// The settings that were given, with this many deals where none were.
    pub fn settings(&self, deals: u32) -> ReviewSettings {
        let given = self.deals.map(|deals| deals.min(u32::MAX as usize) as u32);
        let usual = ReviewSettings::default();
        ReviewSettings {
            model: self.model.to_string(),
            deals: given.unwrap_or(deals),
            // Who names the deals wants them all.
            work: given.map_or(usual.work, |_| u64::MAX),
            ..usual
        }
    }

    /// Does this with the threads that were given.
    pub fn threaded<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        threaded(self.threads, work)
    }

    fn review(&self, chosen: &RecordedGame, seat: Seat) -> Result<GameReview, Error> {
        let stop = stop_on_interrupt("the games being played out");
        let settings = self.settings(ReviewSettings::default().deals);
        let game = chosen.reviewed();
        let review = self.threaded(|| {
            GameReview::of(game, seat, &settings, &Roster::new(), &mut judge(), &stop)
        })?;
        Ok(review?)
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
    format!(
        "block {}, game {}, seat {} ({})\n{}\n\n{}\n{}",
        review.block,
        review.game,
        review.seat,
        review.bot,
        review.headline(),
        drawn(&table),
        review.lessons()
    )
}
