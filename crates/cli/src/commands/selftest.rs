//! `selftest`: lets the statistics prove that they keep their promises: what must be exact on games that are played now, what
//! holds on average in simulations with the luck of such games. Refuses to test rules and solvers; `verify` and `bench` do.

use rummilab_core::Seat;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use rummilab_arena::{Plan, PlanSpec};
use rummilab_record::{Block, block_line};
use rummilab_stats::SummaryBuilder;
use rummilab_stats::selftest::{Pool, uniform_p_value};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::in_memory::{all_cores, checked, play_blocks};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::whole;
use crate::output::Out;
use crate::progress::Bar;
use crate::run_folder::BUILD;

/// Let the statistics prove that they keep their promises
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Play and simulate much more, some minutes long
    #[arg(long)]
    long: bool,
    /// Master seed: the same seed gives the same verdict. Under another seed a sound program fails a check once in a
    /// few hundred times
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads)]
    threads: Option<NonZeroUsize>,
    /// A line of JSON for each check instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab selftest
  rummilab selftest --long --seed 7

Exactly: identical bots differ by nothing in every block; two bots in the other order give the same difference with the other
sign; the number of threads changes no byte. In simulation, with the luck of games of one bot against itself: p-values
are uniform where there is nothing to find; the live interval may be looked at all the time; the sequential test errs as rarely
as it says. Exit code 1 if a check fails.";

/// How much of everything.
struct Size {
    /// Deals of each match of the exact checks.
    deals: u64,
    /// Games of the bot against itself, for the luck of the simulations.
    games: u64,
    /// Runs simulated for p-values and decisions.
    runs: u64,
    /// Runs simulated with few blocks, where p-values come from a bootstrap.
    few_runs: u64,
    /// Runs that are looked at all the time, and blocks of each.
    looked: (u64, u64),
}

const QUICK: Size = Size {
    deals: 15,
    games: 1_000,
    runs: 1_000,
    few_runs: 300,
    looked: (500, 2_000),
};

const LONG: Size = Size {
    deals: 400,
    games: 20_000,
    runs: 10_000,
    few_runs: 500,
    looked: (4_000, 5_000),
};

/// Blocks of a simulated run, with Student's t and with the bootstrap.
const BLOCKS: u64 = 100;
const FEW_BLOCKS: u64 = 20;
/// A look after every so many blocks, with live intervals tuned for so many.
const LOOK_EVERY: u64 = 10;
const TUNED_FOR: u64 = 500;
/// The difference that the sequential test looks for, in spreads of a block, and its longest run.
const EFFECT: f64 = 0.2;
const LONGEST: u64 = 5_000;
/// What intervals and tests promise.
const PROMISED: f64 = 0.05;
/// Standard errors of a simulated share within which it keeps its promise: one in a thousand is farther off.
const SLACK: f64 = 3.1;
/// P-values of p-values below this are too unlikely.
const TOO_UNEVEN: f64 = 0.001;

/// What came out of one check.
#[derive(Debug, Serialize)]
struct Verdict {
    check: &'static str,
    passed: bool,
    detail: String,
}

/// What all checks need.
struct Selftest<'a> {
    args: &'a Args,
    size: Size,
    stop: &'a AtomicBool,
}

/// Runs all checks.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let stop = stop_on_interrupt();
    let test = Selftest {
        args,
        size: if args.long { LONG } else { QUICK },
        stop: &stop,
    };
    let mut told = Told {
        json: args.json,
        out: Out::new(),
        failed: 0,
        all: 0,
    };
    told.tell(&test.identical_bots()?)?;
    told.tell(&test.swapped_bots()?)?;
    told.tell(&test.threads()?)?;
    let pool = test.luck()?;
    for check in [
        Selftest::p_values,
        Selftest::few_p_values,
        Selftest::looking,
        Selftest::deciding,
    ] {
        told.tell(&check(&test, &pool)?)?;
    }
    told.end(args)
}

/// The verdicts so far.
struct Told {
    json: bool,
    out: Out,
    failed: u32,
    all: u32,
}

impl Told {
    fn tell(&mut self, verdict: &Verdict) -> Result<(), Error> {
        self.all += 1;
        self.failed += u32::from(!verdict.passed);
        if self.json {
            return self.out.record(verdict);
        }
        let mark = if verdict.passed { "ok    " } else { "FAILED" };
        self.out
            .text(&format!("{mark}  {}: {}", verdict.check, verdict.detail))
    }

    fn end(mut self, args: &Args) -> Result<Exit, Error> {
        if !self.json {
            let length = if args.long { " --long" } else { "" };
            let recipe = format!("rummilab selftest{length} --seed {}   ({BUILD})", args.seed);
            let verdict = match self.failed {
                0 => format!("All {} checks passed.", self.all),
                failed => format!(
                    "{failed} of {} checks FAILED: do not trust these statistics.",
                    self.all
                ),
            };
            self.out.text(&format!("\n{verdict}\nAgain:  {recipe}"))?;
        }
        Ok(match self.failed {
            0 => Exit::Done,
            _ => Exit::CheckFailed,
        })
    }
}

impl Selftest<'_> {
    /// The blocks of a match of these bots.
    fn play(&self, bots: &[&str], players: u64, deals: u64) -> Result<(Plan, Vec<Block>), Error> {
        let threads = self.args.threads.unwrap_or_else(all_cores);
        self.play_on(threads, bots, players, deals)
    }

    fn play_on(
        &self,
        threads: NonZeroUsize,
        bots: &[&str],
        players: u64,
        deals: u64,
    ) -> Result<(Plan, Vec<Block>), Error> {
        let plan = checked(&PlanSpec {
            bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
            players,
            deals,
            seed: self.args.seed,
            ..PlanSpec::default()
        })?;
        let mut blocks = Vec::new();
        let mut bar = Bar::new(plan.blocks(), 0, Bar::is_seen());
        let show = &mut |progress| bar.show(&progress, String::new);
        let whole = play_blocks(&plan, threads, self.stop, show, |block| blocks.push(block))?;
        bar.end();
        match whole {
            true => Ok((plan, blocks)),
            false => Err(Error::Stopped),
        }
    }

    fn identical_bots(&self) -> Result<Verdict, Error> {
        let matches: [(&[&str], u64); 4] = [
            (&["greedy", "greedy"], 2),
            (&["random", "random"], 2),
            (&["hold:h=3", "hold:h=3", "hold:h=3"], 3),
            (&["single", "single", "single", "single"], 4),
        ];
        let (mut games, mut unequal, mut all) = (0, 0, 0);
        for (bots, players) in matches {
            let (_, blocks) = self.play(bots, players, self.size.deals)?;
            all += blocks.len();
            games += blocks.iter().map(|block| block.games.len()).sum::<usize>();
            let differ = |block: &&Block| {
                let results = results(block);
                results.iter().any(|result| *result != results[0])
            };
            unequal += blocks.iter().filter(differ).count();
        }
        Ok(Verdict {
            check: "identical bots differ by exactly nothing in every block",
            passed: unequal == 0,
            detail: format!("{unequal} of {all} blocks ({games} games, 2 to 4 players) differ"),
        })
    }

    fn swapped_bots(&self) -> Result<Verdict, Error> {
        let bots = ["hold:h=3", "greedy"];
        let (plan, blocks) = self.play(&bots, 2, self.size.deals)?;
        let (other_plan, others) = self.play(&[bots[1], bots[0]], 2, self.size.deals)?;
        let unequal = blocks.iter().zip(&others).filter(|(one, other)| {
            let mut swapped = results(other);
            swapped.reverse();
            results(one) != swapped
        });
        let unequal = unequal.count();
        let difference = |plan: &Plan, blocks: &[Block]| {
            let mut builder = SummaryBuilder::new(&plan.header(BUILD));
            blocks.iter().for_each(|block| builder.push(block));
            let pair = builder.summary().pairs.into_iter().next();
            pair.and_then(|pair| pair.score_difference.zip(pair.win_difference))
        };
        let (one, other) = (difference(&plan, &blocks), difference(&other_plan, &others));
        let flipped = other.map(|(score, wins)| (-score, -wins));
        Ok(Verdict {
            check: "swapping two bots flips the sign exactly",
            passed: unequal == 0 && one.is_some() && one == flipped,
            detail: format!(
                "{unequal} of {} blocks differ; {:+} and {:+} points a game",
                blocks.len(),
                one.map_or(f64::NAN, |one| one.0),
                other.map_or(f64::NAN, |other| other.0),
            ),
        })
    }

    fn threads(&self) -> Result<Verdict, Error> {
        let mut lines = Vec::new();
        for threads in [1, 3] {
            let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            let (_, blocks) = self.play_on(threads, &["random", "value"], 2, self.size.deals)?;
            lines.push(blocks.iter().map(block_line).collect::<Vec<String>>());
        }
        let different = lines[0]
            .iter()
            .zip(&lines[1])
            .filter(|(a, b)| a != b)
            .count();
        Ok(Verdict {
            check: "the number of threads changes nothing",
            passed: different == 0 && lines[0].len() == lines[1].len(),
            detail: format!(
                "{different} of {} blocks differ on 1 and on 3 threads",
                lines[0].len()
            ),
        })
    }

    /// Differences of blocks of two games with deals of their own, in which equal bots sit on either side once.
    fn luck(&self) -> Result<Pool, Error> {
        let (_, blocks) = self.play(&["greedy"], 2, self.size.games)?;
        let games = blocks.iter().filter_map(|block| block.games.first());
        let lead = |game: &rummilab_record::GameRecord| {
            f64::from(game.seats[Seat(0)].score - game.seats[Seat(1)].score)
        };
        let leads: Vec<f64> = games.map(lead).collect();
        let values = leads.chunks_exact(2).map(|pair| (pair[0] - pair[1]) / 2.0);
        Pool::new(values.collect()).ok_or_else(|| {
            Error::Input("all games of greedy against itself ended alike".to_owned())
        })
    }

    fn p_values(&self, pool: &Pool) -> Result<Verdict, Error> {
        let check = "p-values are uniform where there is nothing to find";
        self.uniform(check, pool, (self.size.runs, BLOCKS))
    }

    fn few_p_values(&self, pool: &Pool) -> Result<Verdict, Error> {
        let check = "and so are those of few blocks, from a bootstrap";
        self.uniform(check, pool, (self.size.few_runs, FEW_BLOCKS))
    }

    fn uniform(
        &self,
        check: &'static str,
        pool: &Pool,
        (runs, blocks): (u64, u64),
    ) -> Result<Verdict, Error> {
        let found = pool.p_values(runs, blocks, self.args.seed, self.stop);
        self.going_on()?;
        let evenness = uniform_p_value(&found);
        let below = found.iter().filter(|p| **p < PROMISED).count();
        Ok(Verdict {
            check,
            passed: found.len() as u64 == runs && evenness.is_some_and(|p| p > TOO_UNEVEN),
            detail: format!(
                "{runs} runs of {blocks} blocks, {:.1} % below {PROMISED}, evenness p = {:.3}",
                below as f64 / runs as f64 * 100.0,
                evenness.unwrap_or(f64::NAN)
            ),
        })
    }

    fn looking(&self, pool: &Pool) -> Result<Verdict, Error> {
        let (runs, blocks) = self.size.looked;
        let look = (runs, blocks, LOOK_EVERY);
        let missed = pool.ever_missed(look, TUNED_FOR, self.args.seed, self.stop);
        self.going_on()?;
        // A simulation in which looking does no harm to the other interval could not see a fault.
        let sees = missed.fixed > 4.0 * PROMISED;
        Ok(Verdict {
            check: "the live interval covers at every look",
            passed: missed.live <= most(runs) && sees,
            detail: format!(
                "{runs} runs of {blocks} blocks, a look every {LOOK_EVERY}: it ever missed in {:.1} % (promised {:.0} %), \
                 the one for a fixed number in {:.1} %",
                missed.live * 100.0,
                PROMISED * 100.0,
                missed.fixed * 100.0
            ),
        })
    }

    fn deciding(&self, pool: &Pool) -> Result<Verdict, Error> {
        let runs = self.size.runs;
        let wrong = pool.wrong_decisions((runs, LONGEST), EFFECT, self.args.seed, self.stop);
        self.going_on()?;
        Ok(Verdict {
            check: "the sequential test errs as rarely as it says",
            passed: wrong.iter().all(|share| *share <= most(runs)),
            detail: format!(
                "{runs} runs: {:.1} % wrong without a difference, {:.1} % with one of {:.1} points (promised {:.0} %)",
                wrong[0] * 100.0,
                wrong[1] * 100.0,
                EFFECT * pool.spread(),
                PROMISED * 100.0
            ),
        })
    }

    fn going_on(&self) -> Result<(), Error> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Error::Stopped),
            false => Ok(()),
        }
    }
}

/// The most that a share of so many runs may be if the promise is kept.
fn most(runs: u64) -> f64 {
    PROMISED + SLACK * (PROMISED * (1.0 - PROMISED) / runs as f64).sqrt()
}

/// The points of each bot in a block and how often it came on each place, in the order of the plan. Whole numbers, so that equal
/// is equal.
fn results(block: &Block) -> Vec<(i64, BTreeMap<u8, u32>)> {
    let mut bots: BTreeMap<u16, (i64, BTreeMap<u8, u32>)> = BTreeMap::new();
    for game in &block.games {
        for (bot, seat) in game.seating.iter().zip(&game.seats) {
            let (points, places) = bots.entry(*bot).or_default();
            *points += i64::from(seat.score);
            *places.entry(seat.place).or_default() += 1;
        }
    }
    bots.into_values().collect()
}
