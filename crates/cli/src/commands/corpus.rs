//! `corpus`: makes a file of positions from seeded play, each with answers on which all solvers agree. Refuses to write
//! a position on which they do not.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use rummilab_arena::{Plan, PlanSpec, RulesEntry, RunError, Span};
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet, Set, Table, TileCounts};
use rummilab_engine::Certified;
use rummilab_record::{Block, Replay};
use rummilab_solver::{Answer, Goal, Solver};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::numbers::{count, whole};
use crate::output::Out;
use crate::players::{RosterPlayers, check_supported, judge};
use crate::rules_arg::RulesArgs;
use crate::solvers::SolverSpec;

/// Make a file of positions from seeded play, with answers on which all solvers agree
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Bots, separated by commas; every turn of theirs is a position
    #[arg(long, value_name = "BOTS", default_value = "greedy")]
    bots: String,
    /// Seats in every game
    #[arg(long, default_value_t = 2, value_parser = whole(2, 4))]
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
    /// Only racks of at least so many tiles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count(0, usize::MAX))]
    min_rack: usize,
    /// Only positions with at least so many jokers on table and rack
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_jokers: u8,
    /// Only positions where laying own sets and adding single tiles to sets lays fewer tiles than is possible
    #[arg(long)]
    beats_hand: bool,
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
  rummilab corpus --bots hold,greedy --min-rack 25 --min-jokers 1 --take 200 > big-racks.jsonl

The lines are those of `solve --batch`, owners included where groups have them, with the agreed answers in `certified`.";

/// A position of some game.
struct Found {
    id: String,
    table: Table,
    position: Position,
    seat: usize,
}

impl Found {
    /// The position as a line of `solve --batch`.
    fn line<'a>(
        &'a self,
        args: &'a Args,
        rules: &RuleSet,
        options: Option<&'a serde_json::Value>,
        certified: Option<Certified>,
    ) -> Line<'a> {
        let owned = rules.has_group_owners();
        Line {
            id: &self.id,
            rules: &args.rules.rules,
            options,
            table: self.table.sets().iter().map(ToString::to_string).collect(),
            rack: self.position.rack.to_string(),
            opened: self.position.opened,
            owners: self.table.owners().filter(|_| owned),
            me: owned.then_some(self.seat),
            certified,
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<&'a serde_json::Value>,
    table: Vec<String>,
    rack: String,
    opened: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    owners: Option<&'a [Option<u8>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certified: Option<Certified>,
}

/// Makes the corpus.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let rules = args.rules.read()?;
    check_supported(&rules)?;
    let bots = BotSpec::parse_list(&args.bots)?
        .iter()
        .map(ToString::to_string)
        .collect();
    let spec = PlanSpec {
        bots,
        players: args.players,
        deals: args.deals,
        seed: args.seed,
        rules: RulesEntry::from(&rules),
        ..PlanSpec::default()
    };
    let plan = Plan::new(&spec).map_err(|error| Error::Input(error.to_string()))?;
    let mut solvers: Vec<Box<dyn Solver>> = args.solvers.iter().map(SolverSpec::make).collect();
    for solver in &solvers {
        solver.supports(&rules, &Goal::Tiles)?;
    }
    let mut found = play(args, &plan)?;
    choose(&mut found, args.take, args.seed);
    let options = options_of(&args.rules.options)?;
    let mut out = Out::new();
    for one in &found {
        let line = |certified| one.line(args, &rules, options.as_ref(), certified);
        let certified = certify(&mut solvers, &rules, one, &line(None))?;
        out.record(&line(Some(certified)))?;
    }
    Ok(Exit::Done)
}

/// `--option` as the `options` of a line.
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

/// Every position that fits, in the order of play.
fn play(args: &Args, plan: &Plan) -> Result<Vec<Found>, Error> {
    let mut found = Vec::new();
    let mut solver = judge();
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let never = AtomicBool::new(false);
    let outcome = rummilab_arena::run(
        plan,
        &RosterPlayers,
        threads,
        Span::all(plan),
        &never,
        &mut |_| (),
        |played| {
            for game in 0..played.block.games.len() {
                turns(
                    args,
                    plan.rules(),
                    &played.block,
                    game,
                    &mut solver,
                    &mut found,
                )?;
            }
            Ok::<(), Error>(())
        },
    );
    match outcome {
        Ok(_) => Ok(found),
        Err(RunError::Sink { error, .. }) => Err(error),
        Err(error) => Err(Error::Input(error.to_string())),
    }
}

/// The positions of one game that fit.
fn turns(
    args: &Args,
    rules: &RuleSet,
    block: &Block,
    game: usize,
    solver: &mut Box<dyn Solver>,
    found: &mut Vec<Found>,
) -> Result<(), Error> {
    let replayed = |error: rummilab_record::ReplayError| {
        Error::Input(format!("block {}: {error}", block.block))
    };
    let mut replay = Replay::new(rules, block, game).map_err(replayed)?;
    for turn in 0.. {
        let Some(state) = replay.deciding().transpose().map_err(replayed)? else {
            break;
        };
        let Some(seat) = state.to_move() else {
            break;
        };
        let one = Found {
            id: format!("b{}g{game}t{turn}", block.block),
            table: state.table().clone(),
            position: state.position(seat),
            seat,
        };
        if fits(args, rules, &one, solver)? {
            found.push(one);
        }
        match replay.step(solver) {
            None => break,
            Some(step) => step.map_err(replayed)?,
        };
    }
    Ok(())
}

fn fits(
    args: &Args,
    rules: &RuleSet,
    one: &Found,
    solver: &mut Box<dyn Solver>,
) -> Result<bool, Error> {
    let Position {
        table,
        rack,
        opened,
        ..
    } = one.position;
    let plain = opened != args.unopened
        && rack.len() >= args.min_rack
        && table.jokers() + rack.jokers() >= args.min_jokers;
    if !plain || !args.beats_hand {
        return Ok(plain);
    }
    let best = solver
        .solve(rules, &one.position, &Goal::Tiles)?
        .into_verified();
    Ok(best.is_some_and(|best| best.tiles > by_hand(rules, one, solver).unwrap_or(usize::MAX)))
}

/// Tiles that are laid by placing the best own sets and then single tiles on sets, as long as one fits.
fn by_hand(rules: &RuleSet, one: &Found, solver: &mut Box<dyn Solver>) -> Result<usize, Error> {
    let alone = Position {
        table: TileCounts::EMPTY,
        rack: one.position.rack,
        opened: true,
        ..Position::default()
    };
    let own = solver.solve(rules, &alone, &Goal::Tiles)?.into_verified();
    let mut left = one.position.rack;
    let mut sets: Vec<Set> = one.table.sets().to_vec();
    if let Some(own) = &own {
        left = left.checked_sub(&own.played).unwrap_or(left);
        sets.extend(own.sets().iter().cloned());
    }
    let attach = |sets: &mut Vec<Set>, left: &mut TileCounts| {
        for (tile, _) in left.kinds() {
            for set in sets.iter_mut() {
                let longer: Set = set.tiles().iter().copied().chain([tile]).collect();
                if rules.judge(longer.tiles()).is_legal() && left.remove(tile) {
                    *set = longer;
                    return true;
                }
            }
        }
        false
    };
    while attach(&mut sets, &mut left) {}
    Ok(one.position.rack.len() - left.len())
}

/// Keeps `take` at random, in the order of play.
fn choose(found: &mut Vec<Found>, take: usize, seed: u64) {
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

/// The answers on which all solvers agree.
fn certify(
    solvers: &mut [Box<dyn Solver>],
    rules: &RuleSet,
    one: &Found,
    line: &Line<'_>,
) -> Result<Certified, Error> {
    let shown = || serde_json::to_string(line).unwrap_or_default();
    let mut agreed: Option<Certified> = None;
    for solver in solvers {
        let mut best = |goal: Goal| match solver.solve(rules, &one.position, &goal)? {
            Answer::Optimal(best) => Ok((best.tiles, best.value)),
            other => Err(Error::Input(format!(
                "{} says {other:?} to this line of `solve --batch`: {}",
                solver.name(),
                shown()
            ))),
        };
        let (tiles, value) = (best(Goal::Tiles)?, best(Goal::Value)?);
        let goes_out = solver.go_out(rules, &one.position)?.is_some();
        let said = Certified {
            tiles,
            value,
            goes_out,
        };
        if *agreed.get_or_insert(said) != said {
            let place = format!("{said:?} of {}, {agreed:?} before", solver.name());
            return Err(Error::Disagreement(format!(
                "the solvers disagree ({place}) on this line of `solve --batch`: {}",
                shown()
            )));
        }
    }
    agreed.ok_or_else(|| Error::Input("no solver was named".to_owned()))
}
