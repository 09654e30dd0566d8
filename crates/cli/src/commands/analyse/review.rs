//! `analyse review`: what each turn of a seat gave away, by playouts of a model; or one turn by
//! itself.

use std::num::NonZeroUsize;
use std::path::Path;

use rummilab::SolverSpec;
use rummilab::analyse::{Kept, keep_review, read_reviews};
use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::play::review::{
    GameReview, MODEL, ReviewInProgress, ReviewSettings, ReviewedGame, grades_explained,
};
use rummilab::record::FaultLine;
use rummilab::runs::{Roster, StopFlag, find_game, judge};
use rummilab::words::Language;

use super::turn;
use super::what_if::Changed;
use crate::batch::threaded;
use crate::error::{Error, Exit, warn};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::count;
use crate::output::print_answer;
use crate::progress::Steps;
use crate::recorded_game::{GameArgs, TurnArgs};
use crate::tables::{drawn, new_table, right, wrapped};
use crate::visible::visible;

/// What each turn of a seat gave away, in win rate; or what else could be done on one turn
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
#[command(mut_group("judging", |group| group.conflicts_with("which_turn")))]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    /// The seat; the person's unless given, else 0
    #[arg(long, value_parser = count(0, 3), conflicts_with = "which_turn")]
    seat: Option<usize>,
    #[command(flatten)]
    one: OneTurn,
    #[command(flatten)]
    by: JudgeArgs,
    /// Keep the review in the folder of the run, for `report` and `analyse export`; one with more
    /// deals or another model stays
    #[arg(long, conflicts_with = "which_turn")]
    save: bool,
    /// Keep it in the place of any other of this game and seat
    #[arg(long, requires = "save")]
    replace: bool,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

/// A turn looked at by itself.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "One turn")]
struct OneTurn {
    #[command(flatten)]
    turn: TurnArgs,
    /// Play the game on with this done instead: draw, pass, `lay TILES`, `play SETS` with the whole
    /// new table, or best (most tiles)
    #[arg(long, value_name = "ACTION", requires = "which_turn")]
    action: Option<String>,
    /// Ask this bot too; may be repeated. With --action: who plays on in the seats of persons and
    /// programs, which cannot be asked
    #[arg(long, value_name = "SPEC", requires = "which_turn")]
    bot: Vec<BotSpec>,
    /// Who solves
    #[arg(
        long,
        value_name = "auto|search|ilp|ilp:model=…",
        default_value_t,
        requires = "which_turn",
        conflicts_with = "action"
    )]
    solver: SolverSpec,
}

/// The model, and the work of its judgement.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Judging")]
#[group(id = "judging", multiple = true)]
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
  rummilab analyse review runs/league --game 1 --turn 12
  rummilab analyse review runs/league --block 7 --game 1 --turn 9 --bot hold:h=5
  rummilab analyse review runs/league --game 1 --own-turn 1:6 --json
  rummilab analyse review runs/league --game 1 --turn 12 --action draw
  rummilab analyse review runs/league --game 1 --turn 12 --action best
  rummilab analyse review runs/league --game 1 --turn 12 \\
    --action \"lay B10 K10 O10\"
  rummilab analyse review runs/league --game 1 --turn 12 \\
    --action \"play R8 B8 K8 ; K12 O12 J ; B10 K10 O10\" --json

The loss of a turn is the win rate of the model's turn minus that of the turn played, or of going
out where that was possible. Both are played out by the model on the same deals of the hidden tiles.
Unless --deals is given, deals go to the turns whose grade they can still change, at most 4096 a
turn, as far as the work of a game allows.

With --turn every bot of the run and of `rummilab bots` says what it would have done there, and the
solver what is best. A bot sits in the seat from the start of the game, with the random numbers that
it would have had there. So the bot that played the turn says what it did. Where turns begin with a
draw, the tiles that it put back stay put back.

With --action too the game is played again with that decision changed: up to the turn as recorded,
after it every bot plays on with the draws and the random numbers that it would have had. With `lay`
a solver finds sets for exactly these rack tiles. In the seat of a person or a program --bot plays
on. Then the change is compared with the game that --bot plays without it. One game says little: it
is one deal.";

fn after_help() -> String {
    format!("{EXAMPLES}\n{}", grades_explained(Language::English))
}

/// Deals between two looks at how far it is.
const STEP: usize = 64;

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let (game, one) = (ReviewedGame::of(&chosen), &args.one);
    match (one.turn.find(game)?, &one.action) {
        (None, _) => args.seat(game),
        (Some(turn), None) => turn::review(game, turn, &one.bot, &one.solver, args.json),
        (Some(turn), Some(action)) => {
            let changed = Changed {
                action,
                bots: &one.bot,
            };
            changed.play(&args.chosen.dir, game, turn, args.json)
        }
    }
}

impl Args {
    /// Reviews every turn of a seat.
    fn seat(&self, game: ReviewedGame<'_>) -> Result<Exit, Error> {
        let seat = self.seat.map_or_else(|| game.person_or_first(), Seat);
        let folder = if self.chosen.dir.is_dir() {
            Some(self.chosen.dir.as_path())
        } else {
            self.chosen.dir.parent()
        };
        let folder = folder.unwrap_or(&self.chosen.dir);
        if self.save {
            // What cannot be kept is known before the work.
            read_reviews(folder)?;
        }
        let review = self.by.review(game, seat)?;
        print_answer(self.json, &review, || {
            wrapped(&(text(&review) + &broken_off(game, seat)))
        })?;
        if self.save {
            keep(folder, &review, self.replace)?;
        }
        Ok(Exit::Done)
    }
}

/// How the seat broke off the game, if it did; that turn has no grade.
fn broken_off(game: ReviewedGame<'_>, seat: Seat) -> String {
    let record = game.record();
    let fault = record.fault.as_ref().filter(|fault| fault.seat == seat);
    fault.map_or_else(String::new, |fault| {
        let turn = record.turns.len();
        let fault = FaultLine::from(fault);
        let fault = visible(&fault.to_string()).into_owned();
        format!("\n\nIt broke off the game: {fault}. `--turn {turn}` shows the turn.")
    })
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
pub fn of_person(folder: &Path, language: Language) -> Result<String, Error> {
    let found = find_game(folder, 0, 0)?;
    let game = ReviewedGame::of(&found);
    let review = played_out(
        game,
        game.person_or_first(),
        &ReviewSettings::default(),
        language,
        &StopFlag::default(),
    )?;
    keep(folder, &review, false)?;
    Ok(wrapped(&format!(
        "{}\n{}\n{}\n{}",
        review.headline(),
        review.turned_on.join(" "),
        review.lessons(),
        review.explained()
    )))
}

/// The review of a seat; on a terminal it shows how far it is.
fn played_out(
    game: ReviewedGame<'_>,
    seat: Seat,
    settings: &ReviewSettings,
    language: Language,
    stop: &StopFlag,
) -> Result<GameReview, Error> {
    let (roster, mut solver) = (Roster::new(), judge());
    let mut review = ReviewInProgress::new(game, seat, settings, &roster, &mut solver)?;
    let steps = Steps::new("% of the review");
    while review.go_on(&roster, stop, STEP)? {
        steps.show((100.0 * review.share_done()) as u64, 100);
    }
    Ok(review.so_far(language))
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

    fn review(&self, game: ReviewedGame<'_>, seat: Seat) -> Result<GameReview, Error> {
        let stop = stop_on_interrupt("the games being played out");
        let settings = self.settings(ReviewSettings::default().deals);
        self.threaded(|| played_out(game, seat, &settings, Language::English, &stop))?
    }
}

fn text(review: &GameReview) -> String {
    let mut table = new_table(["turn", "did", "most tiles", "better", "lost, %", "verdict"]);
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
            turn.verdict.clone(),
        ]);
    }
    let legend = "most tiles: how many the solver could lay, and their points; better: going out, \
                  or what the model would have done, = for the same; a dash: nothing to lay, no \
                  answer, or not played out";
    format!(
        "block {}, game {}, seat {} ({})\n{}\n{}\n\n{}\n{legend}\n{}\n{}",
        review.block,
        review.game,
        review.seat,
        review.bot,
        review.headline(),
        review.turned_on.join(" "),
        drawn(&table),
        review.lessons(),
        review.explained()
    )
}
