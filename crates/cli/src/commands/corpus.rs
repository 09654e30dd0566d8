//! `corpus`: makes a file of positions from seeded play, each with answers on which all solvers
//! agree.

use std::num::NonZeroUsize;

use rummilab::SolverSpec;
use rummilab::arena::{Plan, PlanSpec, RulesEntry, RunError, Span};
use rummilab::bot_api::StopFlag;
use rummilab::bots::BotSpec;
use rummilab::chance::{Key, Stream};
use rummilab::core::{MAX_PLAYERS, RuleSet};
use rummilab::engine::{CertifyError, CorpusLine, CorpusPosition, puzzles};
use rummilab::runs::{Roster, check_supported, judge};
use rummilab::solver::{Goal, Solver};

use crate::error::{Error, Exit};
use crate::numbers::{count, whole};
use crate::output::Out;
use crate::rules_arg::RulesArgs;

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
    /// Positions to keep, drawn at random from all that fit
    #[arg(long, default_value_t = 1000, value_parser = count(0, usize::MAX))]
    take: usize,
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
    /// Positions that nobody played: random tables of 8 to 20 sets, racks of 5 to 40 tiles.
    /// Positions that no solver proves are kept, without answers
    #[arg(
        long,
        conflicts_with_all = [
            "bots",
            "players",
            "deals",
            "unopened",
            "min_rack",
            "min_jokers",
            "beats_hand",
            "puzzles"
        ]
    )]
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

The lines are those of `solve --batch`, owners included where groups have them, with the agreed \
answers in `certified`.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let rules = args.rules.read()?;
    check_supported(&rules)?;
    let mut solvers: Vec<Box<dyn Solver>> = args.solvers.iter().map(SolverSpec::make).collect();
    for solver in &solvers {
        solver.supports(&rules, &Goal::Tiles)?;
    }
    let found = if args.dense {
        dense(args, &rules)
    } else {
        played(args, &rules)?
    };
    let options = options_of(&args.rules.options)?;
    let mut out = Out::new();
    if let Some(number) = args.puzzles {
        let lines = puzzles(&rules, args.rules.name(), &found, number, judge().as_mut());
        for mut line in lines.map_err(Error::cause)? {
            let certified = line.source.certify(&rules, &mut solvers);
            let certified = certified.map_err(|error| not_certified(error, &line.position))?;
            line.position.certified = Some(certified);
            out.record(&line)?;
        }
        return Ok(Exit::Done);
    }
    for one in &found {
        let mut line = one.line(&rules, args.rules.name(), options.as_ref());
        let certified = if args.dense {
            one.certify_proven(&rules, &mut solvers)
        } else {
            one.certify(&rules, &mut solvers).map(Some)
        };
        line.certified = certified.map_err(|error| not_certified(error, &line))?;
        out.record(&line)?;
    }
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
    (0..args.take)
        .map(|i| CorpusPosition::dense(rules, i, &mut below))
        .collect()
}

/// Positions from games of bots, `--take` of them, in the order of play.
fn played(args: &Args, rules: &RuleSet) -> Result<Vec<CorpusPosition>, Error> {
    let bots = BotSpec::parse_list(&args.bots)?
        .iter()
        .map(ToString::to_string)
        .collect();
    let spec = PlanSpec {
        bots,
        players: args.players,
        deals: args.deals,
        seed: args.seed,
        rules: RulesEntry::from(rules),
        ..PlanSpec::default()
    };
    let plan = Plan::new(&spec).map_err(Error::cause)?;
    let mut found = play(args, &plan)?;
    choose(&mut found, args.take, args.seed);
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
        && position.rack.len() >= args.min_rack
        && position.table.jokers() + position.rack.jokers() >= args.min_jokers;
    Ok(plain && (!args.beats_hand || one.beats_hand(rules, solver)?))
}

/// Keeps `take` random positions, in the order of play.
fn choose(found: &mut Vec<CorpusPosition>, take: usize, seed: u64) {
    if found.len() <= take {
        return;
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    Stream::new(Key::sample(seed, "corpus", 0)).shuffle(&mut order);
    let mut kept = vec![false; found.len()];
    order.iter().take(take).for_each(|i| kept[*i] = true);
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(false));
}

/// The error for a line without certified answers.
fn not_certified(error: CertifyError, line: &CorpusLine<'_>) -> Error {
    let shown = serde_json::to_string(line).unwrap_or_default();
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
