//! Verifies a run: replays every recorded game and compares every file with the record. Repairs
//! nothing.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use rummilab_arena::{ClubState, HarnessError, MissingBlocks, Plan, PlanError, Span, Worker};
use rummilab_bot_api::StopFlag;
use rummilab_core::{BySeat, Seat};
use rummilab_record::{
    Block, BlocksCsv, BotEntry, CsvWriter, GameRecord, Header, ReadError, VerifyError, open_plain,
    read_plain, verify_block,
};
use rummilab_solver::Solver;
use rummilab_stats::faults::FaultList;
use rummilab_stats::{Monitor, SummaryBuilder};
use serde_json::Value;

use crate::bot_name::{behaviour_version, is_foreign};
use crate::error::RunsError;
use crate::files::{BLOCKS, CSV, LOTS, PLAN, SUMMARY};
use crate::folder::{games_file, read_blocks, summary_builder, summary_bytes};
use crate::judge::{Counted, check_supported, judge};
use crate::lots::Lots;
use crate::planned::{BUILD, monitor, planned_deals};
use crate::roster::Roster;

/// The result of a verification.
#[derive(Debug, Default)]
pub struct Verification {
    pub games: PathBuf,
    /// Name and version of the program that made it; `None` if its header cannot be read.
    pub build: Option<String>,
    /// Everything that does not agree; empty if all agrees.
    pub failures: Vec<Failure>,
    pub blocks: u64,
    pub played: usize,
    /// Number of blocks of the whole run: those of the plan, or those up to the stop. `None`
    /// without a sound plan.
    pub planned: Option<u64>,
    /// Whether hidden tiles were dealt to fit a game that people played; then there is no plan.
    pub dealt: bool,
    /// Number of club-tournament blocks left unchecked, because their seats follow from missing
    /// blocks.
    pub unchecked: u64,
    /// Number of blocks with persons, programs or a caller's bots, who cannot be asked to play
    /// again.
    pub with_programs: u64,
    /// Bots whose behaviour here differs from that in the record. Their recorded actions are
    /// replayed.
    pub other_versions: Vec<OtherVersion>,
    /// Number of times that no solver could say whether a player could have played. The referee
    /// decides these in favour of the player.
    pub unanswered: u64,
    /// The faults of the bots; these are results, not failures.
    pub faults: FaultList,
}

/// A bot of which this program has another version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherVersion {
    /// Its label in the record.
    pub bot: String,
    /// Its version in the record; `None` if the record has none.
    pub recorded: Option<u32>,
    /// Its version in this program.
    pub here: Option<u32>,
}

/// A disagreement between the record and what it should be.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The record is damaged or incomplete; the rest was not checked.
    #[error(transparent)]
    Record(ReadError),
    /// The header disagrees with the plan that it holds.
    #[error("the header does not agree with the plan it holds")]
    Header,
    /// The plan in the header is not valid.
    #[error("the plan in the header cannot be read: {0}")]
    Plan(#[source] PlanError),
    /// A game breaks the rules.
    #[error(transparent)]
    Game(VerifyError),
    /// The plan has no such block.
    #[error("block {0} is not in the plan")]
    NotPlanned(u64),
    /// The deal is not that of the seed.
    #[error("block {0}: the deal is not the one of the seed")]
    Deal(u64),
    /// The plan cannot deal the block.
    #[error("block {0}: {1}")]
    NoDeal(u64, #[source] HarnessError),
    /// The seats or the starter are not those of the plan.
    #[error("block {0}: the seatings are not those of the plan")]
    Seatings(u64),
    /// The bots play differently when asked again.
    #[error("block {block}, game {game}: the bots play {} in another way now", turn.map_or("the \
        result".to_owned(), |turn| format!("turn {turn}")))]
    Bots {
        block: u64,
        /// The game of the block.
        game: usize,
        /// The first turn that differs; `None` if only the result does.
        turn: Option<usize>,
    },
    /// There are blocks after the one at which the stop rule ends the run.
    #[error("the stop rule ended the run after {0} blocks, and there are {1}")]
    BeyondStop(u64, u64),
    /// A file of the run does not agree with the record.
    #[error("{0} is not what the record gives")]
    File(&'static str),
    /// A file of the run cannot be read.
    #[error("{0} cannot be read: {1}")]
    NoFile(&'static str, #[source] io::Error),
}

impl Verification {
    /// Whether everything agrees. Missing blocks are not a fault.
    pub fn is_sound(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Verifies the run in a folder, or a games file alone. With `replay_bots` the bots also play every
/// game again, except programs.
///
/// # Errors
/// If there is no record, or one of another format, or the bots cannot play again. A disagreement
/// is not an error but a [`Failure`].
pub fn verify(place: &Path, replay_bots: bool) -> Result<Verification, RunsError> {
    let games = games_file(place);
    let mut found = Verification {
        games: games.clone(),
        ..Verification::default()
    };
    let (header, blocks) = match read_blocks(&games) {
        // Without the header nothing can be checked; its damage is a finding.
        Err(RunsError::Record(
            _,
            source @ (ReadError::Corrupt(..) | ReadError::TornHeader(..)),
        )) => {
            found.failures.push(Failure::Record(source));
            return Ok(found);
        }
        other => other?,
    };
    found.build = Some(header.build.clone());
    let plan = found.plan(&header);
    if let Some(plan) = &plan {
        check_supported(plan.rules())?;
    }
    let roster = Roster::new();
    // If the header is wrong, the bots are not known.
    let asked = replay_bots && found.failures.is_empty();
    let bots = asked.then_some(plan.as_ref()).flatten();
    let mut worker = bots.map(|plan| Worker::new(plan, &roster));
    let mut lots = plan.as_ref().and_then(Lots::new);
    let mut files = Files::new(place, &header, plan.as_ref())?;
    for block in blocks {
        let block = match block {
            Ok(block) => block,
            Err(RunsError::Record(_, source)) => {
                found.failures.push(Failure::Record(source));
                break;
            }
            Err(error) => return Err(error),
        };
        found.blocks += 1;
        found.played += block.games.len();
        let mut judge = Counted::new(&mut files.judge);
        if let Err(error) = verify_block(&header, &block, &mut judge) {
            found.failures.push(Failure::Game(error));
        }
        found.unanswered += judge.unanswered;
        if let Some(plan) = &plan {
            let planned = found.schedule(plan, lots.as_ref().map(Lots::state), &block);
            if let Some(worker) = worker.as_mut().filter(|_| planned) {
                found.play_again(worker, (&header, plan), &block)?;
            }
        }
        if let Some(lots) = &mut lots {
            lots.push(&header, &block);
        }
        files.push(&header, &block)?;
    }
    found.end(place, &header, plan.as_ref(), (files, lots))?;
    Ok(found)
}

/// The expected contents of the files of a run, as far as the record was read.
struct Files {
    judge: Box<dyn Solver>,
    rows: CsvWriter<SameAs>,
    sums: BlocksCsv<SameAs>,
    builder: SummaryBuilder,
    monitor: Option<Monitor>,
    rest: Option<MissingBlocks>,
}

impl Files {
    fn new(place: &Path, header: &Header, plan: Option<&Plan>) -> Result<Files, RunsError> {
        let error = |name: &str| not_compared(&place.join(name));
        let rows = CsvWriter::new(SameAs::open(&place.join(CSV)));
        let sums = BlocksCsv::new(SameAs::open(&place.join(BLOCKS)), header);
        Ok(Files {
            judge: judge(),
            rows: rows.map_err(error(CSV))?,
            sums: sums.map_err(error(BLOCKS))?,
            builder: summary_builder(header, plan),
            monitor: plan.and_then(monitor),
            rest: plan.map(|plan| MissingBlocks::of(Span::all(plan))),
        })
    }

    fn push(&mut self, header: &Header, block: &Block) -> Result<(), RunsError> {
        let written = self.rows.write(header, block);
        let written = written.and_then(|()| self.sums.write(block));
        written.map_err(not_compared(Path::new(CSV)))?;
        self.builder.push_replayed(block, &mut self.judge);
        if let Some(monitor) = &mut self.monitor {
            monitor.push(block);
        }
        if let Some(rest) = &mut self.rest {
            rest.found(block.block);
        }
        Ok(())
    }
}

fn not_compared(path: &Path) -> impl Fn(csv::Error) -> RunsError + use<> {
    let path = path.to_owned();
    move |error| RunsError::Read(path.clone(), error.into())
}

/// Whether a player of the block cannot be asked to play again: a person, a program, or a caller's
/// bot.
fn with_programs(header: &Header, block: &Block) -> bool {
    let seats = block.games.iter().flat_map(|game| &game.seating);
    let mut bots = seats.filter_map(|bot| header.bots.get(usize::from(*bot)));
    bots.any(|bot| is_foreign(&bot.canonical) || bot.is_person())
}

/// Whether a bot plays as it did when recorded. A person cannot be asked.
fn can_be_asked(bot: &BotEntry) -> bool {
    bot.version == behaviour_version(&bot.canonical) && !bot.is_person()
}

/// The first turn on which two games differ; `None` if only their results do.
fn first_difference(one: &GameRecord, other: &GameRecord) -> Option<usize> {
    let most = one.turns.len().max(other.turns.len());
    let same = |turn: &usize| {
        one.turns.get(*turn) == other.turns.get(*turn)
            && one.returns_on(*turn) == other.returns_on(*turn)
    };
    let turn = (0..=most).find(|turn| !same(turn));
    turn.or((one.fault != other.fault).then_some(most))
}

/// Whether the `summary.json` of this build agrees with the record. The same build must have
/// written the same bytes; for another build the fields that it knew must agree.
pub fn summary_agrees(build: &str, found: &[u8], here: &[u8]) -> bool {
    found == here || (build != BUILD && fields_agree(found, here))
}

/// Whether every field of the summary of another build agrees with this one. Fields that it did not
/// know are not compared.
fn fields_agree(found: &[u8], here: &[u8]) -> bool {
    fn agree(found: &Value, here: &Value) -> bool {
        match (found, here) {
            (Value::Object(found), Value::Object(here)) => {
                let mut fields = found.iter();
                fields.all(|(key, value)| here.get(key).is_some_and(|here| agree(value, here)))
            }
            (Value::Array(found), Value::Array(here)) => {
                let mut pairs = found.iter().zip(here);
                found.len() == here.len() && pairs.all(|(found, here)| agree(found, here))
            }
            _ => found == here,
        }
    }
    let read = |bytes| serde_json::from_slice::<Value>(bytes).ok();
    let (found, here) = (read(found), read(here));
    found
        .zip(here)
        .is_some_and(|(found, here)| agree(&found, &here))
}

/// Compares a file with what is written to this value, so that neither has to fit in memory.
struct SameAs {
    file: io::Result<BufReader<File>>,
    same: bool,
}

impl SameAs {
    fn open(path: &Path) -> SameAs {
        SameAs {
            file: open_plain(path).map(BufReader::new),
            same: true,
        }
    }

    /// Whether the file held exactly that.
    fn finish(self) -> io::Result<bool> {
        let mut rest = [0];
        Ok(self.file?.read(&mut rest)? == 0 && self.same)
    }
}

impl Write for SameAs {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let (Ok(file), true) = (&mut self.file, self.same) {
            let mut found = vec![0; bytes.len()];
            match file.read_exact(&mut found) {
                Ok(()) => self.same = found == bytes,
                Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => self.same = false,
                Err(cause) => self.file = Err(cause),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Verification {
    /// Makes the bots of a block play again, if they can be asked.
    fn play_again(
        &mut self,
        worker: &mut Worker<'_, Roster>,
        (header, plan): (&Header, &Plan),
        block: &Block,
    ) -> Result<(), RunsError> {
        if with_programs(header, block) {
            self.with_programs += 1;
            return Ok(());
        }
        for (game, recorded) in block.games.iter().enumerate() {
            let played = |bot: &u16| &header.bots[usize::from(*bot)];
            let bots = recorded.seating.iter().map(played);
            let not_asked: Vec<&BotEntry> = bots.filter(|bot| !can_be_asked(bot)).collect();
            let stop = StopFlag::default();
            let again = if not_asked.is_empty() {
                worker.play_again(block, game, None, &stop)
            } else {
                let names = not_asked.iter().map(|bot| bot.canonical.clone());
                let roster = Roster::new().with_recorded(names.collect(), recorded.clone());
                Worker::new(plan, &roster).play_again(block, game, None, &stop)
            };
            not_asked.iter().for_each(|bot| self.note_version(bot));
            let again = again.map_err(|error| RunsError::of_block(block.block, error))?;
            if again == *recorded {
                continue;
            }
            self.failures.push(Failure::Bots {
                block: block.block,
                game,
                turn: first_difference(recorded, &again),
            });
        }
        Ok(())
    }

    /// Records that a bot behaves differently here; a person has no version.
    fn note_version(&mut self, bot: &BotEntry) {
        let known = self.other_versions.iter().any(|one| one.bot == bot.label);
        if !bot.is_person() && !known {
            self.other_versions.push(OtherVersion {
                bot: bot.label.clone(),
                recorded: bot.version,
                here: behaviour_version(&bot.canonical),
            });
        }
    }

    /// Checks that the run ended where it should, and that its files agree with the record.
    fn end(
        &mut self,
        place: &Path,
        header: &Header,
        plan: Option<&Plan>,
        (files, lots): (Files, Option<Lots>),
    ) -> Result<(), RunsError> {
        let found = self.blocks;
        self.faults = files.builder.faults().clone();
        // A stop rule may have ended the run before the last planned block.
        let stopped = files.monitor.and_then(|monitor| monitor.stopped_after());
        if let Some(end) = stopped.filter(|end| *end < found) {
            self.failures.push(Failure::BeyondStop(end, found));
        }
        self.planned = stopped.or_else(|| plan.map(Plan::blocks));
        let complete = match stopped {
            Some(end) => end == found,
            None => files.rest.is_some_and(|rest| rest.missing().is_empty()),
        };
        // Results that exist must be those of the record, complete or not.
        let written = [CSV, SUMMARY].iter().any(|name| place.join(name).exists());
        if !(complete || written) || !place.is_dir() {
            return Ok(());
        }
        let unread = |name: &'static str| move |source| RunsError::Read(name.into(), source);
        let rows = files.rows.into_inner().map_err(unread(CSV))?;
        self.same(CSV, rows.finish())?;
        let sums = files.sums.into_inner().map_err(unread(BLOCKS))?;
        self.same(BLOCKS, sums.finish())?;
        let summary = summary_bytes(&files.builder.summary());
        let found = read_plain(place.join(SUMMARY));
        let same = found.map(|found| summary_agrees(&header.build, &found, &summary));
        self.same(SUMMARY, same)?;
        self.file(place, PLAN, header.plan.as_bytes())?;
        if let Some(lots) = lots {
            self.file(place, LOTS, &lots.into_bytes())?;
        }
        Ok(())
    }

    /// The plan in the header, if it is sound and agrees with the header.
    fn plan(&mut self, header: &Header) -> Option<Plan> {
        self.dealt = header.is_dealt();
        match Plan::from_toml(&header.plan) {
            _ if self.dealt => None,
            Ok(plan) => {
                let mut expected = plan.header(&header.build);
                for (bot, recorded) in expected.bots.iter_mut().zip(&header.bots) {
                    bot.version = recorded.version;
                }
                if expected != *header {
                    self.failures.push(Failure::Header);
                }
                Some(plan)
            }
            Err(error) => {
                self.failures.push(Failure::Plan(error));
                None
            }
        }
    }

    /// Whether the deals are those of the seed, and seats and starters are those of the plan. In a
    /// club tournament these follow from earlier results. `false` also if this could not be
    /// checked.
    fn schedule(&mut self, plan: &Plan, club: Option<&ClubState>, block: &Block) -> bool {
        let before = self.failures.len();
        let number = block.block;
        if number >= plan.blocks() {
            self.failures.push(Failure::NotPlanned(number));
            return false;
        }
        match planned_deals(plan, block) {
            Ok(deals) if block.deals != deals => self.failures.push(Failure::Deal(number)),
            Ok(_) => {}
            Err(source) => self.failures.push(Failure::NoDeal(number, source)),
        }
        let expected: Vec<(BySeat<u16>, Seat, u16)> = match club {
            None => {
                let matchup = plan.schedule().matchup(number);
                let seating = |seating: &BySeat<u16>| (seating.clone(), Seat(0), 0);
                matchup.seatings.iter().map(seating).collect()
            }
            Some(club) if club.next_block() < number && club.table(number).is_none() => {
                self.unchecked += 1;
                return false;
            }
            Some(club) => {
                let games = club.table(number).map(|table| club.club().games(table));
                let games = games.unwrap_or_default().into_iter().zip(0..);
                games
                    .map(|((seating, starter), deal)| (seating, starter, deal))
                    .collect()
            }
        };
        let found = block
            .games
            .iter()
            .map(|game| (game.seating.clone(), game.starter, game.deal));
        if !found.eq(expected) {
            self.failures.push(Failure::Seatings(number));
        }
        self.failures.len() == before
    }

    fn file(&mut self, dir: &Path, name: &'static str, expected: &[u8]) -> Result<(), RunsError> {
        let found = read_plain(dir.join(name));
        self.same(name, found.map(|found| found == expected))
    }

    /// A file that is missing or is no file fails the check. Whether one agrees that cannot be read
    /// for another reason is not known.
    fn same(&mut self, name: &'static str, same: io::Result<bool>) -> Result<(), RunsError> {
        match same {
            Ok(true) => {}
            Ok(false) => self.failures.push(Failure::File(name)),
            Err(source) if is_no_file(&source) => {
                self.failures.push(Failure::NoFile(name, source));
            }
            Err(source) => return Err(RunsError::Read(name.into(), source)),
        }
        Ok(())
    }
}

fn is_no_file(cause: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound};
    matches!(
        cause.kind(),
        NotFound | InvalidInput | IsADirectory | NotADirectory
    )
}
