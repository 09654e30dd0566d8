//! `corpus`: makes a file of positions from seeded play, each with answers on which all solvers
//! agree, and with its difficulty.

mod difficulty;
mod ends;

use std::num::NonZeroUsize;

use rummilab::SolverSpec;
use rummilab::arena::{Plan, PlanSpec, RulesEntry, RunError, Span};
use rummilab::bot_api::StopFlag;
use rummilab::bots::BotSpec;
use rummilab::bots::plan::Plan as EndPlan;
use rummilab::chance::{Key, Stream};
use rummilab::core::{MAX_PLAYERS, RuleSet};
use rummilab::engine::{CertifyError, CorpusLine, CorpusPosition, puzzles};
use rummilab::runs::{Roster, check_supported, judge};
use rummilab::solver::{Goal, Solver};
use serde::Serialize;

use self::difficulty::{Degree, drawn, drawn_balanced, print};
use crate::error::{Error, Exit};
use crate::lines::Lines;
use crate::numbers::{count, whole};
use crate::rules_arg::RulesArgs;

/// Positions to keep, unless a file has them.
const TAKE: usize = 1000;

/// The options of positions that bots play, which mean nothing where positions come from elsewhere.
const OF_PLAY: [&str; 9] = [
    "bots",
    "players",
    "deals",
    "unopened",
    "min_rack",
    "min_jokers",
    "beats_hand",
    "puzzles",
    "ends",
];

/// Make a file of positions from seeded play, with answers on which all solvers agree
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Bots, separated by commas; every turn of theirs is a position
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    bots: String,
    /// Seats in every game
    #[arg(long, default_value_t = 2, value_parser = whole(2, MAX_PLAYERS as u64))]
    players: u64,
    /// Deals to play
    #[arg(long, default_value_t = 100, value_parser = whole(1, u64::MAX))]
    deals: u64,
    /// Master seed
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// Positions to keep, drawn at random from all that fit [default: 1000, of a file all]
    #[arg(long, value_name = "N", value_parser = count(0, usize::MAX))]
    take: Option<usize>,
    /// Keep as many positions of each grade for people (without a value), or of each power of ten
    /// of the states that a solver needs; of a rare one all that fit
    #[arg(
        long,
        value_enum,
        value_name = "DEGREE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "grade",
        conflicts_with_all = ["puzzles", "dense"]
    )]
    difficulty: Option<Degree>,
    /// Take the positions of this file (`-`: standard input) and write their difficulty anew; their
    /// other fields stay as they are
    #[arg(
        long,
        value_name = "FILE.jsonl|-",
        value_hint = clap::ValueHint::FilePath,
        conflicts_with_all = OF_PLAY,
        conflicts_with_all = ["dense", "solvers"]
    )]
    positions: Option<String>,
    /// Positions of players who have not opened, instead of those who have
    #[arg(long)]
    unopened: bool,
    /// Only racks of at least N tiles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count(0, usize::MAX))]
    min_rack: usize,
    /// Only positions with at least N jokers on table and rack
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_jokers: u8,
    /// Only positions where laying own sets and adding single tiles to sets lays fewer tiles than
    /// is possible
    #[arg(long)]
    beats_hand: bool,
    /// Write N exercises instead, graded by the steps of their explanation
    #[arg(long, value_name = "N", value_parser = count(1, usize::MAX))]
    puzzles: Option<usize>,
    /// Write N ends instead: an empty pool between two players who have opened, with 13 to 25 tiles
    /// beside a stopper, and which small plays win; one of a deal at most
    #[arg(
        long,
        value_name = "N",
        value_parser = count(1, usize::MAX),
        conflicts_with_all = ["puzzles", "difficulty", "take", "unopened", "beats_hand"]
    )]
    ends: Option<usize>,
    /// Positions that nobody played: random tables of 8 to 20 sets, racks of 5 to 40 tiles.
    /// Positions that no solver proves are kept, without answers
    #[arg(long, conflicts_with_all = OF_PLAY)]
    dense: bool,
    /// Solvers that must agree, separated by commas
    #[arg(
        long,
        value_name = "SOLVERS",
        value_delimiter = ',',
        default_value = "search,ilp"
    )]
    solvers: Vec<SolverSpec>,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab corpus --bots greedy --deals 100 --seed 1 > greedy-2.jsonl
  rummilab corpus --rules house --deals 20 --take 100 > house.jsonl
  rummilab corpus --rules twist --dense --take 200 > dense-twist.jsonl
  rummilab corpus --bots hold,greedy --min-rack 25 --min-jokers 1 \\
    --take 200 > big-racks.jsonl
  rummilab corpus --bots hold,greedy --puzzles 50 > puzzles.jsonl
  rummilab corpus --bots hold,greedy --difficulty --take 60 > grades.jsonl
  rummilab corpus --bots champion:budget=quick --deals 8 --ends 2 > ends.jsonl
  rummilab corpus --positions data/positions/hold.jsonl \\
    --difficulty=states --take 20 > states.jsonl

The lines are those of `solve --batch`, owners included where groups have them, with the agreed \
answers in `certified` and the `difficulty` of the position (docs/guide/formats.md).";

/// Why there are no ends under some rules.
pub const NO_ENDS: &str = "ends are known for two players, and under rules by which play goes on \
    with an empty pool until all pass, and who can lay must, such as `original`";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if let Some(file) = &args.positions {
        return of_file(args, file);
    }
    let rules = args.rules.read()?;
    check_supported(&rules)?;
    let mut solvers: Vec<Box<dyn Solver>> = args.solvers.iter().map(SolverSpec::make).collect();
    for solver in &solvers {
        solver.supports(&rules, &Goal::Tiles)?;
    }
    let options = options_of(&args.rules.options)?;
    if let Some(most) = args.ends {
        return print_ends(args, &rules, options.as_ref(), most);
    }
    let found = if args.dense {
        dense(args, &rules)
    } else {
        played(args, &rules, options.as_ref())?
    };
    let mut lines = Vec::new();
    if let Some(number) = args.puzzles {
        let found = puzzles(&rules, args.rules.name(), &found, number, &mut judge());
        for mut line in found.map_err(Error::cause)? {
            let certified = line.source.certify(&rules, &mut solvers);
            let certified = certified.map_err(|error| not_certified(error, &line.position))?;
            line.position.certified = Some(certified);
            lines.push((line.source.id.clone(), text_of(&line)));
        }
    } else {
        for one in &found {
            let mut line = one.line(&rules, args.rules.name(), options.as_ref());
            let certified = if args.dense {
                one.certify_proven(&rules, &mut solvers)
            } else {
                one.certify(&rules, &mut solvers).map(Some)
            };
            line.certified = certified.map_err(|error| not_certified(error, &line))?;
            lines.push((one.id.clone(), text_of(&line)));
        }
    }
    print(&lines, &args.rules.of_lines(true)?)?;
    Ok(Exit::Done)
}

/// Ends of the games, the first ones of those that were asked for.
fn print_ends(
    args: &Args,
    rules: &RuleSet,
    options: Option<&serde_json::Value>,
    most: usize,
) -> Result<Exit, Error> {
    if args.players != 2 || !EndPlan::knows(rules) {
        return Err(Error::Input(NO_ENDS.to_owned()));
    }
    let plan = Plan::new(&spec_of(args, rules)?).map_err(Error::cause)?;
    let found = play(args, &plan)?;
    let line = |one: &CorpusPosition| {
        let line = one.line(rules, args.rules.name(), options);
        serde_json::to_value(&line).unwrap_or_default()
    };
    ends::write_ends(rules, &found, (args.seed, most), &line)?;
    Ok(Exit::Done)
}

/// Positions of a file, drawn and with their difficulty.
fn of_file(args: &Args, file: &str) -> Result<Exit, Error> {
    let rules = args.rules.of_lines(false)?;
    let mut lines = Lines::open(file)?.collect::<Result<Vec<_>, _>>()?;
    let take = args.take.unwrap_or(lines.len());
    let kept = match args.difficulty {
        Some(degree) => drawn_balanced(&lines, &rules, degree, take, args.seed)?,
        None => drawn(lines.len(), take, args.seed),
    };
    keep(&mut lines, kept);
    print(&lines, &rules)?;
    Ok(Exit::Done)
}

/// Converts `--option` into the `options` of a line.
fn options_of(options: &[String]) -> Result<Option<serde_json::Value>, Error> {
    if options.is_empty() {
        return Ok(None);
    }
    let pair = |option: &String| {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        (key.trim().to_owned(), serde_json::Value::from(value.trim()))
    };
    Ok(Some(
        options
            .iter()
            .map(pair)
            .collect::<serde_json::Map<_, _>>()
            .into(),
    ))
}

/// Crowded random positions, `--take` of them.
fn dense(args: &Args, rules: &RuleSet) -> Vec<CorpusPosition> {
    let mut below = Stream::new(Key::sample(args.seed, "dense", 0)).into_below();
    (0..args.take.unwrap_or(TAKE))
        .map(|i| CorpusPosition::dense(rules, i, &mut below))
        .collect()
}

/// The match whose positions are taken.
fn spec_of(args: &Args, rules: &RuleSet) -> Result<PlanSpec, Error> {
    let bots = BotSpec::parse_list(&args.bots)?
        .iter()
        .map(ToString::to_string)
        .collect();
    Ok(PlanSpec {
        bots,
        players: args.players,
        deals: args.deals,
        seed: args.seed,
        rules: RulesEntry::from(rules),
        ..PlanSpec::default()
    })
}

/// Positions from games of bots, `--take` of them, in the order of play.
fn played(
    args: &Args,
    rules: &RuleSet,
    options: Option<&serde_json::Value>,
) -> Result<Vec<CorpusPosition>, Error> {
    let plan = Plan::new(&spec_of(args, rules)?).map_err(Error::cause)?;
    let mut found = play(args, &plan)?;
    let take = args.take.unwrap_or(TAKE);
    let kept = match args.difficulty {
        Some(degree) => {
            let line = |one: &CorpusPosition| {
                let line = one.line(rules, args.rules.name(), options);
                (one.id.clone(), text_of(&line))
            };
            let lines: Vec<(String, String)> = found.iter().map(line).collect();
            drawn_balanced(&lines, &args.rules.of_lines(true)?, degree, take, args.seed)?
        }
        None => drawn(found.len(), take, args.seed),
    };
    keep(&mut found, kept);
    Ok(found)
}

/// Every suitable position, in the order of play.
fn play(args: &Args, plan: &Plan) -> Result<Vec<CorpusPosition>, Error> {
    let mut found = Vec::new();
    let mut solver = judge();
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let never = StopFlag::default();
    let outcome = rummilab::arena::run(
        plan,
        &Roster::new(),
        threads,
        Span::all(plan),
        &never,
        &mut |_| (),
        |played| {
            let block = &played.block;
            for game in 0..block.games.len() {
                let positions = CorpusPosition::of_game(plan.rules(), block, game, &mut solver);
                let place = |error| Error::about(format!("block {}", block.block), error);
                for one in positions.map_err(place)? {
                    if fits(args, plan.rules(), &one, solver.as_mut())? {
                        found.push(one);
                    }
                }
            }
            Ok::<(), Error>(())
        },
    );
    match outcome {
        Ok(_) => Ok(found),
        Err(RunError::Sink(_, error)) => Err(error),
        Err(error) => Err(Error::cause(error)),
    }
}

fn fits(
    args: &Args,
    rules: &RuleSet,
    one: &CorpusPosition,
    solver: &mut dyn Solver,
) -> Result<bool, Error> {
    let position = &one.position;
    let plain = position.opened != args.unopened
        && (args.ends.is_none() || (one.is_end && args.players == 2))
        && position.rack.len() >= args.min_rack
        && position.table.jokers() + position.rack.jokers() >= args.min_jokers;
    Ok(plain && (!args.beats_hand || one.beats_hand(rules, solver)?))
}

/// Keeps what is marked.
fn keep<T>(all: &mut Vec<T>, kept: Vec<bool>) {
    let mut kept = kept.into_iter();
    all.retain(|_| kept.next().unwrap_or(false));
}

/// A line of the corpus as JSON.
fn text_of(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default()
}

/// The error for a line without certified answers.
fn not_certified(error: CertifyError, line: &CorpusLine<'_>) -> Error {
    let shown = text_of(line);
    match error {
        CertifyError::Solve(error) => error.into(),
        CertifyError::NoSolver => Error::cause(error),
        CertifyError::Unproven { .. } => {
            Error::Input(format!("{error} to this line of `solve --batch`: {shown}"))
        }
        CertifyError::Disagreement { .. } => {
            Error::Contradiction(format!("{error} on this line of `solve --batch`: {shown}").into())
        }
    }
}
