//! Replays every recorded game of a run and compares every file of it with what the record says.
//! Mends nothing.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use rummilab_arena::{
    ClubState, HarnessError, MissingBlocks, Plan, PlanError, Players, Span, Worker,
};
use rummilab_bot_api::StopFlag;
use rummilab_core::{BySeat, Seat};
use rummilab_record::{
    Block, BlocksCsv, CsvWriter, DealRecord, Header, ReadError, VerifyError, verify_block,
};
use rummilab_solver::Solver;
use rummilab_stats::{Monitor, SummaryBuilder};

use crate::bot_name::is_foreign;
use crate::error::RunsError;
use crate::folder::{
    BLOCKS, CSV, PLAN, SUMMARY, games_file, read_blocks, summary_builder, summary_bytes,
};
use crate::judge::{check_supported, judge};
use crate::roster::{Roster, has_person};
use crate::watch::monitor;

/// What a check of a run found.
#[derive(Debug, Default)]
pub struct Verification {
    /// The record.
    pub games: PathBuf,
    /// Name and version of the program that made it; `None` if its header cannot be read.
    pub build: Option<String>,
    /// Everything that does not agree; empty if all is well.
    pub failures: Vec<Failure>,
    /// Blocks that were checked.
    pub blocks: u64,
    /// Their games.
    pub played: usize,
    /// Blocks of the whole run: those of the plan, or as many as its stop rule let it have. `None`
    /// without a sound plan.
    pub planned: Option<u64>,
    /// Blocks of a club tournament whose seats follow from blocks that are missing, and were not
    /// checked therefore.
    pub unchecked: u64,
    /// Blocks in which bots sat that are programs or a caller's own, which nobody asks to play again.
    pub with_programs: u64,
}

/// Something that does not agree.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The record is damaged or cut off; what comes after was not checked.
    #[error(transparent)]
    Record(ReadError),
    /// The header holds another plan than it says.
    #[error("the header does not agree with the plan it holds")]
    Header,
    /// The plan in the header is none.
    #[error("the plan in the header cannot be read: {0}")]
    Plan(#[source] PlanError),
    /// A game is not one of the rules.
    #[error(transparent)]
    Game(VerifyError),
    /// The plan has no such block.
    #[error("block {0} is not in the plan")]
    NotPlanned(u64),
    /// The deal is another one.
    #[error("block {0}: the deal is not the one of the seed")]
    Deal(u64),
    /// The plan has no deal for the block.
    #[error("block {0}: {1}")]
    NoDeal(u64, #[source] HarnessError),
    /// Who sits where, or who starts, is not what the plan says.
    #[error("block {0}: the seatings are not those of the plan")]
    Seatings(u64),
    /// The bots that play again do something else.
    #[error("block {block}, game {game}: the bots play {} in another way now", turn.map_or("the result".to_owned(), |turn| format!("turn {turn}")))]
    Bots {
        /// The block.
        block: u64,
        /// The game of the block.
        game: usize,
        /// The first turn that differs; `None` if only the result does.
        turn: Option<usize>,
    },
    /// There are blocks that the stop rule would not have let be played.
    #[error("the stop rule ended the run after {0} blocks, and there are {1}")]
    BeyondStop(u64, u64),
    /// A file of the run holds something else.
    #[error("{0} is not what the record gives")]
    File(&'static str),
    /// A file of the run cannot be read.
    #[error("{0} cannot be read: {1}")]
    NoFile(&'static str, #[source] io::Error),
}

impl Verification {
    /// Whether everything agrees. Blocks that are missing are no fault.
    pub fn is_sound(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Verifies the run in a folder, or a games file alone. With `replay_bots` the bots play every game
/// again too, but for those that are programs.
///
/// # Errors
/// If there is no record, or one of another format, or the bots cannot play again. What does not
/// agree is no error but a [`Failure`].
pub fn verify(place: &Path, replay_bots: bool) -> Result<Verification, RunsError> {
    let games = games_file(place);
    let mut found = Verification {
        games: games.clone(),
        ..Verification::default()
    };
    let (header, blocks) = match read_blocks(&games) {
        // Nothing can be checked without the header, and that it is damaged is what a check finds.
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
    let bots = replay_bots.then_some(plan.as_ref()).flatten();
    let mut worker = bots.map(|plan| Worker::new(plan, &roster));
    let mut club = plan.as_ref().and_then(Plan::club_state);
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
        if let Err(error) = verify_block(&header, &block, &mut files.judge) {
            found.failures.push(Failure::Game(error));
        }
        if let Some(plan) = &plan {
            found.schedule(plan, club.as_ref(), &block);
        }
        if let (Some(worker), Some(plan)) = (&mut worker, &plan) {
            found.play_again(worker, (&header, plan, club.as_ref()), &block)?;
        }
        if let Some(club) = &mut club {
            club.push(&block);
        }
        files.push(&header, &block)?;
    }
    found.end(place, &header, plan.as_ref(), files)?;
    Ok(found)
}

/// What the files of a run must hold, as far as the record was read.
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

/// Whether a bot sat in the block that is a program of its own.
fn with_programs(header: &Header, block: &Block) -> bool {
    let seats = block.games.iter().flat_map(|game| &game.seating);
    let mut bots = seats.filter_map(|bot| header.bots.get(usize::from(*bot)));
    bots.any(|bot| is_foreign(&bot.canonical))
}

/// A file that is compared with what is written here, so that neither has to fit in memory.
struct SameAs {
    file: io::Result<BufReader<File>>,
    same: bool,
}

impl SameAs {
    fn open(path: &Path) -> SameAs {
        SameAs {
            file: File::open(path).map(BufReader::new),
            same: true,
        }
    }

    /// Whether the file held just that.
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
    /// Lets the bots of a block play again, if they can be asked.
    fn play_again(
        &mut self,
        worker: &mut Worker<'_, Roster>,
        (header, plan, club): (&Header, &Plan, Option<&ClubState>),
        block: &Block,
    ) -> Result<(), RunsError> {
        match block.games.first() {
            _ if with_programs(header, block) => {
                self.with_programs += 1;
                Ok(())
            }
            // A person cannot be asked again: the turns are those of the record.
            Some(game) if has_person(plan) => {
                let roster = Roster::new().with_person(game.clone());
                self.bots(&mut Worker::new(plan, &roster), None, block)
            }
            _ => self.bots(worker, club, block),
        }
    }

    /// Whether the run ended where it should, and its files are those of the record.
    fn end(
        &mut self,
        place: &Path,
        header: &Header,
        plan: Option<&Plan>,
        files: Files,
    ) -> Result<(), RunsError> {
        let found = self.blocks;
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
        // Results that are there must be those of the record, complete or not.
        let written = [CSV, SUMMARY].iter().any(|name| place.join(name).exists());
        if !(complete || written) || !place.is_dir() {
            return Ok(());
        }
        let unread = |name: &'static str| move |source| RunsError::Read(name.into(), source);
        let rows = files.rows.into_inner().map_err(unread(CSV))?;
        self.same(CSV, rows.finish());
        let sums = files.sums.into_inner().map_err(unread(BLOCKS))?;
        match sums.finish() {
            // Versions before this file did not write it.
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            same => self.same(BLOCKS, same),
        }
        self.file(place, SUMMARY, &summary_bytes(&files.builder.summary()));
        self.file(place, PLAN, header.plan.as_bytes());
        Ok(())
    }

    /// The plan in the header, if it is sound and the header says the same.
    fn plan(&mut self, header: &Header) -> Option<Plan> {
        match Plan::from_toml(&header.plan) {
            Ok(plan) => {
                if plan.header(&header.build) != *header {
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

    /// Whether the deals are those of the seed, and the seats and starters those of the plan; in a
    /// club tournament those that follow from the results before.
    fn schedule(&mut self, plan: &Plan, club: Option<&ClubState>, block: &Block) {
        let number = block.block;
        if number >= plan.blocks() {
            self.failures.push(Failure::NotPlanned(number));
            return;
        }
        match plan.deals(number) {
            Ok(deals) => {
                let record = |(deal, attempt)| DealRecord { attempt, deal };
                let deals: Vec<DealRecord> = deals.into_iter().map(record).collect();
                if block.deals != deals {
                    self.failures.push(Failure::Deal(number));
                }
            }
            Err(source) => self.failures.push(Failure::NoDeal(number, source)),
        }
        let expected: Vec<(BySeat<u16>, Seat, u16)> = match club {
            None => {
                let matchup = plan.schedule().matchup(number);
                let seating = |seating: &BySeat<u16>| (seating.clone(), Seat(0), 0);
                matchup.seatings().iter().map(seating).collect()
            }
            Some(club) if club.next_block() < number && club.table(number).is_none() => {
                self.unchecked += 1;
                return;
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
    }

    /// Whether the bots would play so again.
    fn bots<P: Players>(
        &mut self,
        worker: &mut Worker<'_, P>,
        club: Option<&ClubState>,
        block: &Block,
    ) -> Result<(), RunsError> {
        let (number, stop) = (block.block, StopFlag::default());
        let again = match club.map(|club| club.table(number)) {
            None => worker.play_block(number, &stop),
            Some(Some(table)) => worker.play_table(number, table, &stop),
            // The schedule's check has said that there is no such table.
            Some(None) => return Ok(()),
        };
        let again = again.map_err(|error| RunsError::of_block(number, error))?;
        let again = again.block;
        for (game, (recorded, replayed)) in block.games.iter().zip(&again.games).enumerate() {
            if recorded != replayed {
                let turn = recorded
                    .turns
                    .iter()
                    .zip(&replayed.turns)
                    .position(|(a, b)| a != b);
                self.failures.push(Failure::Bots {
                    block: number,
                    game,
                    turn,
                });
            }
        }
        Ok(())
    }

    fn file(&mut self, dir: &Path, name: &'static str, expected: &[u8]) {
        let found = std::fs::read(dir.join(name));
        self.same(name, found.map(|found| found == expected));
    }

    fn same(&mut self, name: &'static str, same: io::Result<bool>) {
        match same {
            Ok(true) => {}
            Ok(false) => self.failures.push(Failure::File(name)),
            Err(source) => self.failures.push(Failure::NoFile(name, source)),
        }
    }
}
