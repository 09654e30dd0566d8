//! `timings.csv`: how long each bot thought, by phase of the game. It depends on the machine, so
//! `verify` ignores it. A run that goes on adds its turns to those of the file; turns of a program
//! that was killed are missing, so the file may know of fewer turns than the record. A merge adds
//! up the files of its parts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rummilab_arena::{PhaseTimes, ThinkTime};
use rummilab_record::{Block, GamePhase, open_plain, text_cell};
use serde::{Deserialize, Serialize};

use crate::error::RunsError;
use crate::files::TIMINGS;
use crate::folder::{games_file, read_blocks, recorded_plan, until_torn};

/// The thinking times of the bots of one run or several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Timings {
    /// Each bot by its name in tables.
    bots: Vec<(String, PhaseTimes)>,
    /// Turns of the records, timed or not.
    pub turns: u64,
}

/// The thinking time of a bot in one phase, or in whole games. All times are in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimeRow {
    /// The bot by its name in tables.
    pub bot: String,
    /// The phase; `None` for whole games.
    pub phase: Option<GamePhase>,
    /// Turns that were timed.
    pub turns: u64,
    /// Mean nodes of the bot's solvers; `None` if it does not count them.
    pub mean_nodes: Option<f64>,
    pub mean_us: f64,
    /// Half of the turns took at most this long.
    pub p50_us: f64,
    /// 99 % of the turns took at most this long.
    pub p99_us: f64,
    pub longest_us: f64,
    /// How many turns took how long: pairs `bucket:turns`, where bucket `b` holds the turns from
    /// `2^(b/16)` ns on. Empty where nothing is added to the row any more.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub histogram: String,
}

impl Timings {
    /// The times of the bots with these names.
    pub(crate) fn new<'a>(labels: impl Iterator<Item = &'a str>, times: &[PhaseTimes]) -> Timings {
        Timings {
            bots: labels
                .map(str::to_owned)
                .zip(times.iter().cloned())
                .collect(),
            turns: 0,
        }
    }

    /// The times of a run, and the number of its turns.
    ///
    /// # Errors
    /// If a file of the run cannot be read. A run without timings has none.
    pub fn of_run(place: &Path) -> Result<Timings, RunsError> {
        let games = games_file(place);
        let mut timings = Timings::read(&games.with_file_name(TIMINGS))?;
        for block in until_torn(read_blocks(&games)?.1) {
            let turns = block?
                .games
                .iter()
                .map(|game| game.turns.len())
                .sum::<usize>();
            timings.turns += turns as u64;
        }
        Ok(timings)
    }

    /// The times beside these records together. A file does not say which turns its times are of:
    /// of records with games in common only those of the one with the most blocks count.
    pub(crate) fn of_records(records: &[PathBuf]) -> Timings {
        let mut files: BTreeMap<PathBuf, BTreeSet<PlayedBlock>> = BTreeMap::new();
        for record in records {
            let file = record.with_file_name(TIMINGS);
            if file.exists() {
                files.entry(file).or_default().extend(played(record));
            }
        }
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by_key(|(_, blocks)| Reverse(blocks.len()));
        let (mut timings, mut counted) = (Timings::default(), BTreeSet::new());
        for (file, mut blocks) in files {
            if counted.is_disjoint(&blocks) {
                counted.append(&mut blocks);
                timings.add(&Timings::read(&file).unwrap_or_default());
            }
        }
        timings
    }

    /// Whether there are no times.
    pub(crate) fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// The times in a file; none if there is no such file.
    pub(crate) fn read(path: &Path) -> Result<Timings, RunsError> {
        let failed = |cause: csv::Error| RunsError::Read(path.to_owned(), cause.into());
        let mut timings = Timings::default();
        if !path.exists() {
            return Ok(timings);
        }
        let file = open_plain(path).map_err(|cause| RunsError::Read(path.to_owned(), cause))?;
        for row in csv::Reader::from_reader(file).deserialize() {
            let row: TimeRow = row.map_err(failed)?;
            let time = row.time().ok_or_else(|| {
                RunsError::Read(path.to_owned(), io::ErrorKind::InvalidData.into())
            })?;
            if let Some(phase) = row.phase {
                timings.of_mut(&row.bot).of_mut(phase).add(&time);
            }
        }
        Ok(timings)
    }

    /// Adds the times of another run.
    pub fn add(&mut self, other: &Timings) {
        self.turns += other.turns;
        for (bot, times) in &other.bots {
            self.of_mut(bot).add(times);
        }
    }

    fn of_mut(&mut self, bot: &str) -> &mut PhaseTimes {
        let known = self.bots.iter().position(|(known, _)| known == bot);
        let place = known.unwrap_or_else(|| {
            self.bots.push((bot.to_owned(), PhaseTimes::default()));
            self.bots.len() - 1
        });
        &mut self.bots[place].1
    }

    /// A row for each bot and phase in which it had a turn; with `whole`, then one for its games.
    pub fn rows(&self, whole: bool) -> Vec<TimeRow> {
        let of_bot = |(bot, times): &(String, PhaseTimes)| {
            let phases = GamePhase::ALL.map(|phase| (Some(phase), times.of(phase).clone()));
            let all = whole.then(|| (None, times.all()));
            let rows = phases.into_iter().chain(all);
            let rows = rows.filter(|(_, time)| time.turns > 0);
            rows.map(|(phase, time)| TimeRow::of(bot, phase, &time))
                .collect::<Vec<_>>()
        };
        self.bots.iter().flat_map(of_bot).collect()
    }

    /// The contents of a file.
    pub(crate) fn to_csv(&self) -> csv::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        self.rows(false).into_iter().try_for_each(|mut row| {
            row.bot = text_cell(&row.bot).into_owned();
            table.serialize(row)
        })?;
        table
            .into_inner()
            .map_err(|error| error.into_error().into())
    }
}

/// The deal of a block, and the bots of its first game by canonical name: the same in all runs
/// under the same conditions, whatever other bots they have.
type PlayedBlock = (u64, Vec<String>);

/// The blocks of a record up to a damaged one; none if its header cannot be read.
fn played(record: &Path) -> Vec<PlayedBlock> {
    let Ok((header, blocks)) = read_blocks(record) else {
        return Vec::new();
    };
    let Ok(plan) = recorded_plan(&header, record) else {
        return Vec::new();
    };
    let key = |block: Block| {
        let seated = block.games.iter().take(1).flat_map(|game| &game.seating);
        let bots = seated.map(|bot| header.bots[usize::from(*bot)].canonical.clone());
        let mut bots: Vec<String> = bots.collect();
        bots.sort_unstable();
        (plan.deal_id(block.block, 0).of(), bots)
    };
    blocks.map_while(Result::ok).map(key).collect()
}

impl TimeRow {
    fn of(bot: &str, phase: Option<GamePhase>, time: &ThinkTime) -> TimeRow {
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        let micros = |time: Duration| tenths(time.as_secs_f64() * 1e6);
        let pairs = time
            .buckets
            .iter()
            .map(|(bucket, turns)| format!("{bucket}:{turns}"));
        TimeRow {
            bot: bot.to_owned(),
            phase,
            turns: time.turns,
            mean_nodes: time
                .nodes
                .map(|nodes| tenths(nodes as f64 / time.turns as f64)),
            mean_us: micros(time.mean()),
            p50_us: micros(time.quantile(0.5)),
            p99_us: micros(time.quantile(0.99)),
            longest_us: micros(time.longest),
            histogram: phase.map_or_else(String::new, |_| pairs.collect::<Vec<_>>().join(" ")),
        }
    }

    /// The times that the row sums up; `None` if it makes no sense.
    fn time(&self) -> Option<ThinkTime> {
        let pair = |pair: &str| {
            let (bucket, turns) = pair.split_once(':')?;
            Some((bucket.parse().ok()?, turns.parse().ok()?))
        };
        let time = |micros: f64| Duration::try_from_secs_f64(micros / 1e6).ok();
        let turns = self.turns as f64;
        Some(ThinkTime {
            turns: self.turns,
            nodes: self.mean_nodes.map(|mean| (mean * turns).round() as u64),
            total: time(self.mean_us * turns)?,
            longest: time(self.longest_us)?,
            buckets: self
                .histogram
                .split_whitespace()
                .map(pair)
                .collect::<Option<_>>()?,
        })
    }
}
