//! The number of blocks that a difference between two bots needs, from a pilot that is recorded or
//! played now.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use rummilab_arena::{Plan, PlanSpec, Progress};
use rummilab_bot_api::{MakeOracle, StopFlag};
use rummilab_chance::{Key, Stream};
use rummilab_record::{Block, open_plain};
use rummilab_stats::{BlockMeans, LEVEL, Metric, Monitor, Watch, blocks_needed};
use serde::{Deserialize, Serialize};

use crate::bot_name::resolve;
use crate::error::{NoPilot, RunsError};
use crate::files::TIMINGS;
use crate::folder::{games_file, read_blocks, recorded_plan};
use crate::in_memory::{checked, play_blocks};
use crate::planned::watch;
use crate::roster::Roster;

/// The result of a pilot.
#[derive(Debug, Clone)]
pub struct Pilot {
    /// Its name: its folder, or the number of blocks and the plan.
    pub name: String,
    /// The figure that is compared.
    pub metric: Metric,
    pub spread: BlockMeans,
    /// The pair with the largest spread, by their labels.
    pub pair: (String, String),
    /// Number of blocks of the pair.
    pub blocks: u64,
    /// Number of games of the pair.
    pub games: u64,
    /// Match-ups of the plan; a deal gives one block for each.
    pub matchups: u64,
    pub seconds_per_block: Option<f64>,
    /// Number of threads in that measurement.
    pub threads: Option<usize>,
}

/// The size of a run that finds a difference.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PilotNeed {
    /// The difference, first bot minus second.
    pub difference: f64,
    /// The probability of finding it (the power).
    pub power: f64,
    /// Deals of each match-up, so blocks in which the two bots meet.
    pub deals: u64,
    /// The same for the largest spread that is consistent with the pilot.
    pub deals_to_be_safe: u64,
    /// Games of the whole run.
    pub games: u64,
    pub seconds: Option<f64>,
}

impl Pilot {
    /// A pilot from the recorded run in a folder. Without a metric that of the plan is used.
    ///
    /// # Errors
    /// The reason why the run cannot be read or cannot serve as a pilot.
    pub fn recorded(folder: &Path, metric: Option<Metric>) -> Result<Pilot, RunsError> {
        let (header, blocks) = read_blocks(&games_file(folder))?;
        let plan = recorded_plan(&header, folder)?;
        let mut spreads = Spreads::new(&plan, metric)?;
        for block in blocks {
            spreads.push(&block?);
        }
        let seconds = thinking_seconds(&folder.join(TIMINGS));
        let mut pilot = spreads.pilot(folder.display().to_string())?;
        pilot.seconds_per_block = seconds.map(|seconds| seconds / pilot.blocks as f64);
        pilot.threads = seconds.map(|_| 1);
        Ok(pilot)
    }

    /// A pilot of some blocks of this plan, played now with another seed, so that the planned run
    /// is independent of it.
    ///
    /// # Errors
    /// The reason why the plan cannot be played or cannot serve as a pilot.
    pub fn play(
        (name, mut spec): (&str, PlanSpec),
        (metric, blocks): (Option<Metric>, u64),
        threads: NonZeroUsize,
        oracle: MakeOracle,
        interrupt: &StopFlag,
        observe: &mut dyn FnMut(Progress),
    ) -> Result<Pilot, RunsError> {
        resolve(&mut spec, |_| false)?;
        let whole = checked(&spec)?;
        let mut spreads = Spreads::new(&whole, metric)?;
        let matchups = whole.schedule().matchups.len() as u64;
        let plan = checked(&PlanSpec {
            deals: blocks.div_ceil(matchups.max(1)).max(10),
            seed: Stream::new(Key::sample(spec.seed, "pilot", 0)).next_u64(),
            stop: None,
            ..spec
        })?;
        let roster = Roster::new()
            .with_oracle(oracle)
            .with_programs(&plan, None)?;
        roster.probe(&plan)?;
        let start = Instant::now();
        let keep = |block| spreads.push(&block);
        play_blocks(&plan, &roster, threads, interrupt, observe, keep)?;
        let seconds = start.elapsed().as_secs_f64();
        let name = format!("{} blocks of {name}", spreads.blocks);
        let mut pilot = spreads.pilot(name)?;
        pilot.seconds_per_block = Some(seconds / pilot.blocks as f64);
        pilot.threads = Some(threads.get());
        Ok(pilot)
    }

    /// The size of a run that finds this difference with this probability.
    ///
    /// # Errors
    /// [`NoPilot::Short`].
    pub fn need(&self, difference: f64, power: f64) -> Result<PilotNeed, RunsError> {
        let need = blocks_needed(&self.spread, difference, LEVEL, power);
        let need = need.ok_or_else(|| NoPilot::Short(self.name.clone()))?;
        // A pair may meet in several match-ups of a deal.
        let meetings = self.spread.blocks() as f64 / (self.blocks as f64 / self.matchups as f64);
        let deals = |blocks: u64| (blocks as f64 / meetings).ceil() as u64;
        let blocks = deals(need.blocks) as f64 * self.matchups as f64;
        Ok(PilotNeed {
            difference,
            power,
            deals: deals(need.blocks),
            deals_to_be_safe: deals(need.safe_blocks),
            games: (blocks * self.games as f64 / self.blocks as f64).round() as u64,
            seconds: self.seconds_per_block.map(|seconds| seconds * blocks),
        })
    }
}

/// What to watch: all pairs, by this metric or that of the plan.
fn watch_all(plan: &Plan, metric: Option<Metric>) -> Result<Watch, RunsError> {
    if plan.club().is_some() {
        return Err(NoPilot::Club.into());
    }
    if metric == Some(Metric::Score) && !plan.rules().has_scores() {
        return Err(NoPilot::NoScores(plan.rules().title()).into());
    }
    let usual = watch(plan);
    Ok(Watch {
        metric: metric.unwrap_or(usual.metric),
        // A rule that never stops, so that all pairs are watched.
        rule: Some(rummilab_stats::StopRule::UntilWidth(0.0)),
        ..usual
    })
}

/// The differences of all pairs.
struct Spreads {
    labels: Vec<String>,
    metric: Metric,
    matchups: u64,
    monitor: Monitor,
    blocks: u64,
    games: u64,
}

impl Spreads {
    fn new(plan: &Plan, metric: Option<Metric>) -> Result<Spreads, RunsError> {
        let watch = watch_all(plan, metric)?;
        Ok(Spreads {
            labels: plan.bots().iter().map(|bot| bot.label.clone()).collect(),
            metric: watch.metric,
            matchups: watch.matchups,
            monitor: Monitor::new(watch),
            blocks: 0,
            games: 0,
        })
    }

    fn push(&mut self, block: &Block) {
        self.blocks += 1;
        self.games += block.games.len() as u64;
        self.monitor.push(block);
    }

    /// The pair with the largest spread.
    fn pilot(self, name: String) -> Result<Pilot, RunsError> {
        let spread = |means: &BlockMeans| means.block_variance().unwrap_or(0.0);
        let pairs = self.monitor.pairs();
        let widest = pairs.max_by(|a, b| spread(a.1).total_cmp(&spread(b.1)));
        let Some(((a, b), means)) = widest.filter(|(_, means)| spread(means) > 0.0) else {
            return Err(NoPilot::NoSpread(name).into());
        };
        Ok(Pilot {
            name,
            metric: self.metric,
            spread: means.clone(),
            pair: (self.labels[a].clone(), self.labels[b].clone()),
            blocks: self.blocks,
            games: self.games,
            matchups: self.matchups,
            seconds_per_block: None,
            threads: None,
        })
    }
}

/// Thinking time of the bots of a run, in seconds; `None` without a file of timings.
fn thinking_seconds(path: &Path) -> Option<f64> {
    #[derive(Deserialize)]
    struct Row {
        turns: f64,
        mean_us: f64,
    }
    let mut rows = csv::Reader::from_reader(open_plain(path).ok()?);
    let seconds = |row: Result<Row, csv::Error>| row.ok().map(|row| row.mean_us * row.turns / 1e6);
    rows.deserialize().map(seconds).sum()
}
