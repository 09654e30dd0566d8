//! `analyse count`: how many multisets of tiles are completely playable, by
//! `rummilab::search::count`.

use std::sync::atomic::Ordering;

use rummilab::core::RuleSet;
use rummilab::search::count::{CountError, CountLimits, Method, Playable, count_playable};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::print_answer;
use crate::progress::Steps;
use crate::rules_arg::RulesArgs;
use crate::tables::{drawn, new_table, right};

/// How many multisets of tiles are completely playable: split into legal sets with nothing left
/// over
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Values run from 1 to this (3 to 15); as the rules say unless given
    #[arg(long, value_parser = whole(3, 15))]
    values: Option<u64>,
    /// Tile colours (1 to 6)
    #[arg(long, value_parser = whole(1, 6))]
    colours: Option<u64>,
    /// Copies of every number tile (1 to 3)
    #[arg(long, value_parser = whole(1, 3))]
    copies: Option<u64>,
    /// Jokers in every multiset counted: exactly this number, of all kinds together
    #[arg(long, default_value_t = 0, value_parser = whole(0, 16))]
    jokers: u64,
    /// Only multisets of at most this many tiles, jokers included
    #[arg(long, value_parser = whole(0, 1000))]
    tiles: Option<u64>,
    /// Most states of the automaton, some 4 kB each: a million without jokers and 300000 with some
    /// unless given. The whole game with one joker has 2467502
    #[arg(long, value_parser = whole(1, 1_000_000_000))]
    states: Option<u64>,
    /// How to count; `closure` keeps every multiset, `automaton` knows plain runs, and two jokers
    /// at most
    #[arg(long, value_parser = ["auto", "closure", "automaton"], default_value = "auto")]
    method: String,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab analyse count --values 5 --colours 3 --copies 1 --jokers 0
  rummilab analyse count --values 4 --colours 3 --copies 1 --jokers 2 --json
  rummilab analyse count --json    # the whole game without jokers
  rummilab analyse count --jokers 2 --tiles 14    # racks with both jokers
  rummilab analyse count --rules twist --values 3 --copies 1 --jokers 2
  rummilab analyse count --values 6 --colours 3 --copies 1 --option wrap=true

The empty multiset counts as one. Sets are those of the rules, so at most two jokers lie in a set of
the original game; owners of groups are ignored. Rules with one kind of joker get as many jokers as
--jokers says, others keep theirs.";

/// The answer in JSON.
#[derive(Serialize)]
struct CountAnswer {
    /// A text, because numbers of JSON readers are exact only up to 2^53.
    total: String,
    by_tiles: Vec<String>,
    /// Number of states of the automaton, up to permutations of the colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<usize>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let rules = args.rules()?;
    let jokers = args.jokers as u8;
    let method = match args.method.as_str() {
        "closure" => Method::Closure,
        "automaton" => Method::Automaton,
        _ => Method::for_rules(&rules, jokers),
    };
    let stop = stop_on_interrupt("the work in hand");
    let unit = match method {
        Method::Closure => "sets",
        Method::Automaton => "known states",
    };
    let bar = Steps::new(unit);
    let limits = CountLimits {
        tiles: args.tiles.map_or(usize::MAX, |tiles| tiles as usize),
        states: args.states.map(|states| states as usize),
    };
    let counted = count_playable(&rules, jokers, limits, method, &mut |progress| {
        bar.show(progress.done as u64, progress.known as u64);
        !stop.load(Ordering::Relaxed)
    });
    bar.end();
    let playable = counted.map_err(|error| match error {
        CountError::Stopped => Error::Stopped,
        error @ CountError::TooManyStates(_) => {
            Error::Input(format!("{error}: see --tiles and --states"))
        }
        error => Error::cause(error),
    })?;
    let counted = CountAnswer {
        total: playable.total().to_string(),
        by_tiles: playable.by_tiles.iter().map(u128::to_string).collect(),
        states: playable.states,
    };
    print_answer(args.json, &counted, || text(&rules, args.jokers, &playable))?;
    Ok(Exit::Done)
}

impl Args {
    /// The rules with the given numbers. A rack has one tile, so that the smallest game is valid.
    fn rules(&self) -> Result<RuleSet, Error> {
        let rules = self.rules.read()?;
        // Nobody plays the counted game, so a small one is fine.
        let free = ["hand=1", "jokers_dealt_each=0", "opening_min=0"];
        let mut options: Vec<String> = free.map(str::to_owned).into();
        let given = [
            ("values", self.values),
            ("colours", self.colours),
            ("copies", self.copies),
        ];
        options.extend(
            given
                .into_iter()
                .filter_map(|(key, value)| Some(format!("{key}={}", value?))),
        );
        if !rules.has_special_jokers() {
            options.push(format!("jokers={}", self.jokers));
        }
        let changed = rules.with_options(&options);
        changed.map_err(Error::cause)
    }
}

fn text(rules: &RuleSet, jokers: u64, playable: &Playable) -> String {
    let mut table = new_table(["tiles", "playable multisets"]);
    right(&mut table, ..);
    for (tiles, count) in playable.by_tiles.iter().enumerate() {
        if *count > 0 {
            table.add_row([tiles.to_string(), count.to_string()]);
        }
    }
    let states = playable.states.map_or_else(String::new, |states| {
        format!(" ({states} states of the automaton)")
    });
    format!(
        "{}: values 1 to {}, {} colours, {} copies, {jokers} jokers in each\n\n{}\n\n{} playable \
         multisets{states}",
        rules.name,
        rules.values,
        rules.colours().len(),
        rules.copies,
        drawn(&table),
        playable.total(),
    )
}
