//! `train`: learns what a position is worth from games of bots among themselves, and writes the weights. Refuses to call
//! them good: it reports losses on deals that it did not learn from, beside what knows nothing or little.

mod gather;
mod learn;
mod told;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use rummilab_arena::{Plan, PlanSpec, RulesEntry};
use rummilab_core::RuleSet;
use rummilab_record::Block;
use rummilab_value::{Provenance, ValueModel};

use self::gather::{Observed, Trainees, observe};
use self::learn::learn;
use crate::bot_arg::parse_list;
use crate::error::{Error, Exit};
use crate::in_memory::{all_cores, checked};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::{count, whole};
use crate::output::Out;
use crate::progress::Bar;
use crate::rules_arg::{RulesArgs, quoted};
use crate::run_folder::BUILD;
use crate::whole_file::{check_place, write_whole};

/// Learn what a position is worth from seeded games of bots among themselves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Bots, separated by commas, of which everybody plays everybody
    #[arg(long, value_name = "BOTS", default_value = DEFAULT_BOTS)]
    bots: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Seats in every game
    #[arg(long, default_value_t = 2, value_parser = whole(2, 4))]
    players: u64,
    /// Deals of each match-up in each round, each played in all seatings
    #[arg(long, default_value_t = 100, value_parser = whole(2, 1_000_000))]
    deals: u64,
    /// Rounds; from the second on the bot `model` plays too, with the weights of the round before
    #[arg(long, default_value_t = 1, value_parser = whole(1, 100))]
    rounds: u64,
    /// Turns looked at in each game, drawn at random; turns of one game tell much the same
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = count(1, 1000))]
    turns: usize,
    /// Every bot does something else on one turn of a game, each of its turns with a chance of one in N; 0: never
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(0, 1_000_000))]
    stray: u64,
    /// Ridge penalty on the weights of standardised features, in turns
    #[arg(long, default_value_t = 10.0, value_parser = penalty)]
    penalty: f64,
    /// Master seed: the same seed gives the same weights; later rounds take the seeds after it
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX - 100))]
    seed: u64,
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads, help_heading = "Running")]
    threads: Option<NonZeroUsize>,
    /// Write the weights to this file; without it they are not kept
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Running")]
    out: Option<PathBuf>,
    /// Print the weights, as the file holds them, instead of the report
    #[arg(long, help_heading = "Running")]
    json: bool,
    /// Show no progress on a terminal either
    #[arg(long, short, help_heading = "Running")]
    quiet: bool,
}

const DEFAULT_BOTS: &str = "hold:h=0,hold,champion:budget=fast,greedy";

const EXAMPLES: &str = "\
Examples:
  rummilab train --deals 20
  rummilab train --bots hold:h=0,hold,greedy --deals 200 --rounds 2 --seed 1 --out original-2.json
  rummilab train --players 4 --bots hold,greedy --deals 50 --out original-4.json
  rummilab train --rules tournament --bots hold,greedy --json > tournament-2.json

The model is a logistic regression of the win on features of what a turn leaves (tiles kept, tiles that would be stuck, tiles
that let the whole rack go, what the table takes, pool, turn order, racks of the others), fitted to who won in the end. One deal in
five is held out; losses on these are reported beside those of a constant and of the sizes of racks alone, with intervals
over deals. The bot `model` plays with the weights of data/value, which are part of the program.

Nothing is kept of an interrupted training.";

fn penalty(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|n: &f64| n.is_finite() && *n > 0.0);
    number.ok_or_else(|| "expected a positive number".to_owned())
}

/// Plays, looks, learns, tells.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let rules = args.rules.read()?;
    check_rules(&rules)?;
    let bots = parse_list(&args.bots)?;
    if let Some(out) = &args.out {
        check_place(out)?;
    }
    let stop = stop_on_interrupt();
    let (mut seen, mut games, mut learnt) = (Vec::new(), 0, None);
    for round in 0..args.rounds {
        let plan = args.plan(&rules, &bots, round)?;
        let weights = learnt.take().map(|(model, _)| model);
        let players = Trainees::new(weights, NonZeroU64::new(args.stray));
        let blocks = args.play(&plan, &players, &stop)?;
        games += blocks
            .iter()
            .map(|block| block.games.len() as u64)
            .sum::<u64>();
        let shown = Bar::is_seen() && !args.quiet;
        let observed = observe(
            &plan,
            &blocks,
            (args.turns, round),
            args.threads(),
            &stop,
            shown,
        )?;
        seen.extend(observed);
        learnt = Some(args.learn(&rules, &bots, (games, round + 1), &seen)?);
    }
    let Some((model, report)) = learnt else {
        return Ok(Exit::Done);
    };
    let text = model
        .to_json()
        .map_err(|error| Error::Input(error.to_string()))?;
    if let Some(out) = &args.out {
        write_whole(out, text.as_bytes())?;
    }
    let told = match args.json {
        true => text,
        false => told::text(&model, &report, args.out.as_deref()),
    };
    Out::new().text(&told)?;
    Ok(Exit::Done)
}

/// Weights belong to rules that everybody has.
fn check_rules(rules: &RuleSet) -> Result<(), Error> {
    let ships = RuleSet::preset(&rules.name).is_some_and(|preset| preset == *rules);
    if !ships {
        return Err(Error::Input(format!(
            "weights are for a rule system that ships, and `{}` is changed or your own: `rummilab rules` lists those that ship",
            rules.name
        )));
    }
    if rules.has_group_owners() {
        return Err(Error::Input(format!(
            "`{}` cannot be trained for: groups have owners, which the features do not know",
            rules.name
        )));
    }
    Ok(())
}

impl Args {
    fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(all_cores)
    }

    /// The games of a round.
    fn plan(&self, rules: &RuleSet, bots: &[String], round: u64) -> Result<Plan, Error> {
        let mut bots = bots.to_vec();
        if round > 0 && !bots.iter().any(|bot| bot == gather::MODEL) {
            bots.push(gather::MODEL.to_owned());
        }
        checked(&PlanSpec {
            bots,
            players: self.players,
            deals: self.deals,
            seed: self.seed + round,
            rules: RulesEntry::from(rules),
            ..PlanSpec::default()
        })
    }

    fn play(
        &self,
        plan: &Plan,
        players: &Trainees,
        stop: &std::sync::atomic::AtomicBool,
    ) -> Result<Vec<Block>, Error> {
        let mut blocks = Vec::new();
        let mut bar = Bar::new(plan.blocks(), 0, Bar::is_seen() && !self.quiet);
        let played = gather::play(plan, players, self.threads(), stop, &mut bar, &mut blocks);
        bar.end();
        played?;
        Ok(blocks)
    }

    fn learn(
        &self,
        rules: &RuleSet,
        bots: &[String],
        (games, rounds): (u64, u64),
        seen: &[Observed],
    ) -> Result<(ValueModel, learn::Report), Error> {
        let (fit, report) = learn(seen, self.penalty, self.seed)?;
        let provenance = Provenance {
            command: self.command(bots),
            program: BUILD.to_owned(),
            bots: bots.to_vec(),
            seed: self.seed,
            deals: self.deals,
            rounds,
            games,
            samples: report.learnt_from,
            penalty: self.penalty,
        };
        let players = self.players as usize;
        let held_out = report.held_out.clone();
        let model = ValueModel::new(&rules.name, players, &fit, provenance, held_out);
        let model = model.map_err(|error| Error::Input(error.to_string()))?;
        Ok((model, report))
    }

    /// The command that gives these weights again, defaults left out.
    fn command(&self, bots: &[String]) -> String {
        let mut words = vec![format!("rummilab train --bots {}", bots.join(","))];
        if self.rules.rules != "original" {
            words.push(format!("--rules {}", quoted(&self.rules.rules)));
        }
        let mut flag = |name: &str, value: String, default: &str| {
            if value != default {
                words.push(format!("--{name} {value}"));
            }
        };
        flag("players", self.players.to_string(), "2");
        flag("deals", self.deals.to_string(), "");
        flag("rounds", self.rounds.to_string(), "1");
        flag("turns", self.turns.to_string(), "8");
        flag("stray", self.stray.to_string(), "20");
        flag("penalty", self.penalty.to_string(), "10");
        flag("seed", self.seed.to_string(), "");
        words.join(" ")
    }
}

/// The name of the file in a report.
fn shown(out: Option<&Path>) -> String {
    out.map_or("not kept (--out FILE)".to_owned(), |out| {
        out.display().to_string()
    })
}
