//! Self-test of the statistics: exact checks on games that are played now, and average properties
//! in simulations with the luck of such games.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use rummilab_arena::{Plan, PlanSpec, Progress};
use rummilab_bot_api::StopFlag;
use rummilab_core::Seat;
use rummilab_record::{Block, block_line};
use rummilab_stats::selftest::{CentredValues, luck_taken_out, uniform_p_value};
use rummilab_stats::{BlockMeans, SummaryBuilder};
use rummilab_value::RACK_NUMBERS;
use serde::Serialize;

use crate::error::RunsError;
use crate::folder::BUILD;
use crate::in_memory::{checked, play_blocks};
use crate::judge::judge;
use crate::luck::luck_of_block;
use crate::roster::Roster;

/// The size of each check.
struct SelfTestSize {
    /// Deals of each match of the exact checks.
    deals: u64,
    /// Games of a bot against itself, which give the luck for the simulations.
    games: u64,
    /// Deals of which every draw is examined.
    lucky: u64,
    /// Runs simulated for p-values and decisions.
    runs: u64,
    /// Simulated runs with few blocks, where p-values come from a bootstrap.
    few_runs: u64,
    /// Simulated runs that are looked at continuously, and blocks of each.
    looked: (u64, u64),
}

const QUICK: SelfTestSize = SelfTestSize {
    deals: 15,
    games: 1_000,
    lucky: 60,
    runs: 1_000,
    few_runs: 300,
    looked: (500, 2_000),
};

const LONG: SelfTestSize = SelfTestSize {
    deals: 400,
    games: 20_000,
    lucky: 1_000,
    runs: 10_000,
    few_runs: 500,
    looked: (4_000, 5_000),
};

/// Blocks of a simulated run, with Student's t and with the bootstrap.
const BLOCKS: u64 = 100;
const FEW_BLOCKS: u64 = 20;
/// Blocks between two looks, and the number of blocks that live intervals are tuned for.
const LOOK_EVERY: u64 = 10;
const TUNED_FOR: u64 = 500;
/// The difference that the sequential test looks for, in standard deviations of a block, and its
/// longest run.
const EFFECT: f64 = 0.2;
const LONGEST: u64 = 5_000;
/// The promised error rate of intervals and tests.
const PROMISED: f64 = 0.05;
/// Standard errors of a simulated share within which a check passes; one in a thousand is farther
/// off.
const SLACK: f64 = 3.1;
/// The same for the largest of five.
const SLACK_OF_FIVE: f64 = 3.7;
/// Simulated matches without luck, and the tolerance of their coverage.
const LUCK_RUNS: u64 = 10_000;
const LUCK_SLACK: f64 = 0.007;
/// A p-value of p-values below this fails the check.
const TOO_UNEVEN: f64 = 0.001;

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    /// What was checked.
    pub check: &'static str,
    /// Whether the check passed.
    pub passed: bool,
    /// The figures behind it.
    pub detail: String,
}

/// The checks of the statistics, with their parameters.
pub struct SelfTest<'a> {
    /// Whether to play and simulate much more, for some minutes.
    pub long: bool,
    /// Master seed: the same seed gives the same verdicts. With other seeds a sound program fails a
    /// check once in a few hundred times.
    pub seed: u64,
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Ends the checks soon after it is set.
    pub interrupt: &'a StopFlag,
    /// Called with the progress of the games of a check.
    pub observe: &'a dyn Fn(Progress),
}

impl SelfTest<'_> {
    /// Runs all checks and passes each verdict to `tell`, which may end the checks with an error.
    ///
    /// # Errors
    /// [`RunsError::Interrupted`] if the flag was set; an error that prevents a verdict; the errors
    /// of `tell`.
    pub fn run<E: From<RunsError>>(
        &self,
        mut tell: impl FnMut(&CheckResult) -> Result<(), E>,
    ) -> Result<(), E> {
        tell(&self.identical_bots()?)?;
        tell(&self.swapped_bots()?)?;
        tell(&self.one_and_three_threads()?)?;
        let pool = self.luck()?;
        for check in [
            Self::p_values,
            Self::few_p_values,
            Self::looking,
            Self::deciding,
        ] {
            tell(&check(self, &pool)?)?;
        }
        tell(&self.luck_of_games()?)?;
        tell(&self.luck_taken_out()?)?;
        Ok(())
    }

    fn size(&self) -> SelfTestSize {
        if self.long { LONG } else { QUICK }
    }

    /// The blocks of a match of these bots.
    fn play(
        &self,
        bots: &[&str],
        players: u64,
        deals: u64,
    ) -> Result<(Plan, Vec<Block>), RunsError> {
        self.play_on(self.threads, bots, players, deals)
    }

    fn play_on(
        &self,
        threads: NonZeroUsize,
        bots: &[&str],
        players: u64,
        deals: u64,
    ) -> Result<(Plan, Vec<Block>), RunsError> {
        let plan = checked(&PlanSpec {
            bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
            players,
            deals,
            seed: self.seed,
            ..PlanSpec::default()
        })?;
        let mut blocks = Vec::new();
        let show = &mut |progress| (self.observe)(progress);
        let keep = |block| blocks.push(block);
        play_blocks(&plan, &Roster::new(), threads, self.interrupt, show, keep)?;
        Ok((plan, blocks))
    }

    fn identical_bots(&self) -> Result<CheckResult, RunsError> {
        let matches: [(&[&str], u64); 4] = [
            (&["greedy", "greedy"], 2),
            (&["random", "random"], 2),
            (&["hold:h=3", "hold:h=3", "hold:h=3"], 3),
            (&["single", "single", "single", "single"], 4),
        ];
        let (mut games, mut unequal, mut all) = (0, 0, 0);
        for (bots, players) in matches {
            let (_, blocks) = self.play(bots, players, self.size().deals)?;
            all += blocks.len();
            games += blocks.iter().map(|block| block.games.len()).sum::<usize>();
            let differ = |block: &&Block| {
                let results = results(block);
                results.iter().any(|result| *result != results[0])
            };
            unequal += blocks.iter().filter(differ).count();
        }
        Ok(CheckResult {
            check: "identical bots differ by exactly nothing in every block",
            passed: unequal == 0,
            detail: format!("{unequal} of {all} blocks ({games} games, 2 to 4 players) differ"),
        })
    }

    fn swapped_bots(&self) -> Result<CheckResult, RunsError> {
        let bots = ["hold:h=3", "greedy"];
        let (plan, blocks) = self.play(&bots, 2, self.size().deals)?;
        let (other_plan, others) = self.play(&[bots[1], bots[0]], 2, self.size().deals)?;
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
        Ok(CheckResult {
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

    fn one_and_three_threads(&self) -> Result<CheckResult, RunsError> {
        let mut lines = Vec::new();
        for threads in [1, 3] {
            let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            let (_, blocks) = self.play_on(threads, &["random", "value"], 2, self.size().deals)?;
            lines.push(blocks.iter().map(block_line).collect::<Vec<String>>());
        }
        let different = lines[0]
            .iter()
            .zip(&lines[1])
            .filter(|(a, b)| a != b)
            .count();
        Ok(CheckResult {
            check: "the number of threads changes nothing",
            passed: different == 0 && lines[0].len() == lines[1].len(),
            detail: format!(
                "{different} of {} blocks differ on 1 and on 3 threads",
                lines[0].len()
            ),
        })
    }

    /// Differences between blocks of two games with independent deals, in which equal bots swap
    /// sides.
    fn luck(&self) -> Result<CentredValues, RunsError> {
        let (_, blocks) = self.play(&["greedy"], 2, self.size().games)?;
        let games = blocks.iter().filter_map(|block| block.games.first());
        let lead = |game: &rummilab_record::GameRecord| {
            f64::from(game.seats[Seat(0)].score - game.seats[Seat(1)].score)
        };
        let leads: Vec<f64> = games.map(lead).collect();
        let values = leads.chunks_exact(2).map(|pair| (pair[0] - pair[1]) / 2.0);
        CentredValues::new(values.collect()).ok_or(RunsError::NoLuck)
    }

    fn p_values(&self, pool: &CentredValues) -> Result<CheckResult, RunsError> {
        let check = "p-values are uniform where there is nothing to find";
        self.uniform(check, pool, (self.size().runs, BLOCKS))
    }

    fn few_p_values(&self, pool: &CentredValues) -> Result<CheckResult, RunsError> {
        let check = "and so are those of few blocks, from a bootstrap";
        self.uniform(check, pool, (self.size().few_runs, FEW_BLOCKS))
    }

    fn uniform(
        &self,
        check: &'static str,
        pool: &CentredValues,
        (runs, blocks): (u64, u64),
    ) -> Result<CheckResult, RunsError> {
        let found = pool.p_values(runs, blocks, self.seed, self.interrupt);
        self.going_on()?;
        let evenness = uniform_p_value(&found);
        let below = found.iter().filter(|p| **p < PROMISED).count();
        Ok(CheckResult {
            check,
            passed: found.len() as u64 == runs && evenness.is_some_and(|p| p > TOO_UNEVEN),
            detail: format!(
                "{runs} runs of {blocks} blocks, {:.1} % below {PROMISED}, evenness p = {:.3}",
                below as f64 / runs as f64 * 100.0,
                evenness.unwrap_or(f64::NAN)
            ),
        })
    }

    fn looking(&self, pool: &CentredValues) -> Result<CheckResult, RunsError> {
        let (runs, blocks) = self.size().looked;
        let look = (runs, blocks, LOOK_EVERY);
        let missed = pool.ever_missed(look, TUNED_FOR, self.seed, self.interrupt);
        self.going_on()?;
        // If looking does no harm to the other interval, the simulation could not show a fault.
        let sees = missed.fixed > 4.0 * PROMISED;
        Ok(CheckResult {
            check: "the live interval covers at every look",
            passed: missed.live <= most(runs) && sees,
            detail: format!(
                "{runs} runs of {blocks} blocks, a look every {LOOK_EVERY}: it ever missed in \
                 {:.1} % (promised {:.0} %), \
                 the one for a fixed number in {:.1} %",
                missed.live * 100.0,
                PROMISED * 100.0,
                missed.fixed * 100.0
            ),
        })
    }

    fn deciding(&self, pool: &CentredValues) -> Result<CheckResult, RunsError> {
        let runs = self.size().runs;
        let wrong = pool.wrong_decisions((runs, LONGEST), EFFECT, self.seed, self.interrupt);
        self.going_on()?;
        Ok(CheckResult {
            check: "the sequential test errs as rarely as it says",
            passed: wrong.iter().all(|share| *share <= most(runs)),
            detail: format!(
                "{runs} runs: {:.1} % wrong without a difference, {:.1} % with one of {:.1} points \
                 (promised {:.0} %)",
                wrong[0] * 100.0,
                wrong[1] * 100.0,
                EFFECT * pool.spread(),
                PROMISED * 100.0
            ),
        })
    }

    /// Checks that the luck of real draws has mean zero in every figure.
    fn luck_of_games(&self) -> Result<CheckResult, RunsError> {
        let (plan, blocks) = self.play(&["hold:h=3", "greedy"], 2, self.size().lucky)?;
        let mut solver = judge();
        let mut means = vec![BlockMeans::new(); RACK_NUMBERS.len()];
        for block in &blocks {
            let games = luck_of_block(plan.rules(), block, &mut solver)?;
            for (number, means) in means.iter_mut().enumerate() {
                let seats = games
                    .iter()
                    .flat_map(|game| game.iter().map(|luck| luck.0[number]));
                means.push(&seats.collect::<Vec<f64>>());
            }
            self.going_on()?;
        }
        let off = means.iter().zip(RACK_NUMBERS).map(|(means, (name, _))| {
            let off = means.mean().zip(means.standard_error());
            (off.map_or(f64::NAN, |(mean, error)| mean / error), name)
        });
        let off: Vec<(f64, &str)> = off.collect();
        let told = off.iter().map(|(off, name)| format!("{name} {off:+.1}"));
        Ok(CheckResult {
            check: "the luck of draws has mean zero",
            passed: off.iter().all(|(off, _)| off.abs() < SLACK_OF_FIVE),
            detail: format!(
                "{} blocks, standard errors from zero: {}",
                blocks.len(),
                told.collect::<Vec<_>>().join(", ")
            ),
        })
    }

    fn luck_taken_out(&self) -> Result<CheckResult, RunsError> {
        let found = luck_taken_out((LUCK_RUNS, BLOCKS), self.seed, self.interrupt);
        self.going_on()?;
        let covers = (found.missed - PROMISED).abs() <= LUCK_SLACK;
        Ok(CheckResult {
            check: "means without the luck of draws are unbiased, and their intervals cover",
            passed: covers && found.correction.abs() < SLACK && found.worth > 1.0,
            detail: format!(
                "{} simulated matches of {BLOCKS} blocks: {:.1} % covered (promised {:.0} %), \
                 corrections {:+.1} standard \
                 errors from zero, worth {:.1} times as many games",
                found.runs,
                (1.0 - found.missed) * 100.0,
                (1.0 - PROMISED) * 100.0,
                found.correction,
                found.worth
            ),
        })
    }

    fn going_on(&self) -> Result<(), RunsError> {
        match self.interrupt.load(Ordering::Relaxed) {
            true => Err(RunsError::Interrupted),
            false => Ok(()),
        }
    }
}

/// Largest share of `runs` runs that is consistent with the promise.
fn most(runs: u64) -> f64 {
    PROMISED + SLACK * (PROMISED * (1.0 - PROMISED) / runs as f64).sqrt()
}

/// The points of each bot in a block and its number of times on each place, in the order of the
/// plan. They are whole numbers, so that equality is exact.
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
