//! `verify`: replays every recorded game and compares every file of a run with what the record says. Refuses to mend.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rummilab_arena::{ClubState, Plan, Players, Rest, Span, Worker};
use rummilab_core::{BySeat, Seat};
use rummilab_record::{Block, BlocksCsv, CsvWriter, DealRecord, Header, ReadError, verify_block};

use crate::bot_arg::is_program;
use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::players::{RosterPlayers, WithPerson, check_supported, has_person, judge};
use crate::run_folder::{
    BLOCKS, BUILD, CSV, PLAN, SUMMARY, games_file, read_blocks, summary_builder, summary_bytes,
};
use crate::watch::monitor;

/// Replay every game of a run with the referee, and compare deals, results, games.csv, blocks.csv and summary.json
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of a run
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    dir: PathBuf,
    /// Let the bots play every game again too, and compare every action; not those that are programs of their own
    #[arg(long)]
    replay_bots: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab verify runs/league
  rummilab verify runs/league --replay-bots

Exit code 1 if anything does not agree, or is damaged or cut off; 2 if there is no record, or one of another format. Blocks
that are missing, as in a shard, are no fault but are told. (`rummilab status` says how to go on.)";

/// What was found to differ; empty if all is well.
struct Check {
    failures: Vec<String>,
    /// Blocks of a club tournament whose seats follow from blocks that are missing.
    unchecked: u64,
    /// Blocks in which bots sat that are programs, which nobody asks to play again.
    with_programs: u64,
}

/// Verifies a run.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let games = games_file(&args.dir);
    let mut check = Check {
        failures: Vec::new(),
        unchecked: 0,
        with_programs: 0,
    };
    let (header, blocks) = match read_blocks(&games) {
        Err(Error::Record {
            cause: cause @ (ReadError::Corrupt { .. } | ReadError::TornHeader { .. }),
            ..
        }) => return damaged_header(&games, &cause),
        other => other?,
    };
    let plan = check.plan(&header);
    if let Some(plan) = &plan {
        check_supported(plan.rules())?;
    }
    let bots = args.replay_bots.then_some(plan.as_ref()).flatten();
    let mut worker = bots.map(|plan| Worker::new(plan, &RosterPlayers));
    let mut judge = judge();
    let mut csv = CsvWriter::new(SameAs::open(&args.dir.join(CSV)))
        .map_err(|cause| Error::Input(cause.to_string()))?;
    let mut sums = BlocksCsv::new(SameAs::open(&args.dir.join(BLOCKS)), &header)
        .map_err(|cause| Error::Input(cause.to_string()))?;
    let mut builder = summary_builder(&header, plan.as_ref());
    let mut monitor = plan.as_ref().and_then(monitor);
    let mut club = plan.as_ref().and_then(Plan::club_state);
    let mut rest = plan.as_ref().map(|plan| Rest::of(Span::all(plan)));
    let (mut seen, mut played) = (0, 0);
    for block in blocks {
        let block = match block {
            Ok(block) => block,
            Err(error) => {
                check.failures.push(match error {
                    // The report names the file.
                    Error::Record { cause, .. } => cause.to_string(),
                    error => error.to_string(),
                });
                break;
            }
        };
        seen += 1;
        if let Some(rest) = &mut rest {
            rest.found(block.block);
        }
        played += block.games.len();
        if let Err(error) = verify_block(&header, &block, &mut judge) {
            check.failures.push(error.to_string());
        }
        if let Some(plan) = &plan {
            check.schedule(plan, club.as_ref(), &block);
        }
        let personal = plan.as_ref().filter(|plan| has_person(plan));
        match (&mut worker, personal, block.games.first()) {
            (Some(_), ..) if with_programs(&header, &block) => check.with_programs += 1,
            // A person cannot be asked again: the turns are those of the record.
            (Some(_), Some(plan), Some(game)) => {
                let players = WithPerson(game);
                check.bots(&mut Worker::new(plan, &players), None, &block)?;
            }
            (Some(worker), _, _) => check.bots(worker, club.as_ref(), &block)?,
            (None, _, _) => {}
        }
        if let Some(club) = &mut club {
            club.push(&block);
        }
        csv.write(&header, &block)
            .and_then(|()| sums.write(&block))
            .map_err(|cause| Error::Input(cause.to_string()))?;
        builder.push_replayed(&block, &mut judge);
        if let Some(monitor) = &mut monitor {
            monitor.push(&block);
        }
    }
    // A stop rule may have ended the run before the last planned block.
    let stopped = monitor.and_then(|monitor| monitor.stopped_after());
    if let Some(end) = stopped.filter(|end| *end < seen) {
        check.failures.push(format!(
            "the stop rule ended the run after {end} blocks, and there are {seen}"
        ));
    }
    let end = stopped.or_else(|| plan.as_ref().map(Plan::blocks));
    let complete = match stopped {
        Some(end) => end == seen,
        None => rest.is_some_and(|rest| rest.missing().is_empty()),
    };
    // Results that are there must be those of the record, complete or not.
    let written = [CSV, SUMMARY]
        .iter()
        .any(|name| args.dir.join(name).exists());
    if (complete || written) && args.dir.is_dir() {
        let rows = csv
            .into_inner()
            .map_err(|cause| Error::Input(cause.to_string()))?;
        check.same(CSV, rows.finish());
        let sums = sums.into_inner();
        let sums = sums.map_err(|cause| Error::Input(cause.to_string()))?;
        match sums.finish() {
            // Versions before this file did not write it.
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            same => check.same(BLOCKS, same),
        }
        check.file(&args.dir, SUMMARY, &summary_bytes(&builder.summary())?);
        check.file(&args.dir, PLAN, header.plan.as_bytes());
    }
    check.report(&games, &header, end, seen, played)
}

/// Whether a bot sat in the block that is a program of its own.
fn with_programs(header: &Header, block: &Block) -> bool {
    let seats = block.games.iter().flat_map(|game| &game.seating);
    let mut bots = seats.filter_map(|bot| header.bots.get(usize::from(*bot)));
    bots.any(|bot| is_program(&bot.canonical))
}

/// Nothing can be checked without the header, and that it is damaged is what a check found.
fn damaged_header(games: &Path, cause: &ReadError) -> Result<Exit, Error> {
    let told = format!(
        "{}: {cause}\n{}: 1 of the checks failed",
        games.display(),
        games.display()
    );
    Out::new().text(&told)?;
    Ok(Exit::CheckFailed)
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

impl Check {
    /// The plan in the header, if it is sound and the header says the same.
    fn plan(&mut self, header: &Header) -> Option<Plan> {
        match Plan::from_toml(&header.plan) {
            Ok(plan) => {
                if plan.header(&header.build) != *header {
                    self.failures
                        .push("the header does not agree with the plan it holds".to_owned());
                }
                Some(plan)
            }
            Err(error) => {
                self.failures
                    .push(format!("the plan in the header cannot be read: {error}"));
                None
            }
        }
    }

    /// Whether the deals are those of the seed, and the seats and starters those of the plan; in a club tournament those
    /// that follow from the results before.
    fn schedule(&mut self, plan: &Plan, club: Option<&ClubState>, block: &Block) {
        let number = block.block;
        if number >= plan.blocks() {
            self.failures
                .push(format!("block {number} is not in the plan"));
            return;
        }
        match plan.deals(number) {
            Ok(deals) => {
                let record = |(deal, attempt)| DealRecord { attempt, deal };
                let deals: Vec<DealRecord> = deals.into_iter().map(record).collect();
                if block.deals != deals {
                    self.failures.push(format!(
                        "block {number}: the deal is not the one of the seed"
                    ));
                }
            }
            Err(error) => self.failures.push(format!("block {number}: {error}")),
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
            self.failures.push(format!(
                "block {number}: the seatings are not those of the plan"
            ));
        }
    }

    /// Whether the bots would play so again.
    fn bots<P: Players>(
        &mut self,
        worker: &mut Worker<'_, P>,
        club: Option<&ClubState>,
        block: &Block,
    ) -> Result<(), Error> {
        let (number, stop) = (block.block, AtomicBool::new(false));
        let again = match club.map(|club| club.table(number)) {
            None => worker.play_block(number, &stop),
            Some(Some(table)) => worker.play_table(number, table, &stop),
            // The schedule's check has said that there is no such table.
            Some(None) => return Ok(()),
        };
        let again = again
            .map_err(|error| Error::Input(error.to_string()))?
            .block;
        for (game, (recorded, replayed)) in block.games.iter().zip(&again.games).enumerate() {
            if recorded != replayed {
                let turn = recorded
                    .turns
                    .iter()
                    .zip(&replayed.turns)
                    .position(|(a, b)| a != b);
                let place = turn.map_or("the result".to_owned(), |turn| format!("turn {turn}"));
                self.failures.push(format!(
                    "block {}, game {game}: the bots play {place} in another way now",
                    block.block
                ));
            }
        }
        Ok(())
    }

    fn file(&mut self, dir: &Path, name: &str, expected: &[u8]) {
        let found = std::fs::read(dir.join(name));
        self.same(name, found.map(|found| found == expected));
    }

    fn same(&mut self, name: &str, same: io::Result<bool>) {
        match same {
            Ok(true) => {}
            Ok(false) => self
                .failures
                .push(format!("{name} is not what the record gives")),
            Err(cause) => self
                .failures
                .push(format!("{name} cannot be read: {cause}")),
        }
    }

    fn report(
        &self,
        games: &Path,
        header: &Header,
        end: Option<u64>,
        blocks: u64,
        played: usize,
    ) -> Result<Exit, Error> {
        if header.build != BUILD {
            warn(&format!(
                "recorded by {}, verified by {BUILD}",
                header.build
            ));
        }
        let planned = end.unwrap_or(blocks);
        let mut out = Out::new();
        for failure in self.failures.iter().take(20) {
            out.text(&format!("{}: {failure}", games.display()))?;
        }
        if self.failures.len() > 20 {
            out.text(&format!("... and {} more", self.failures.len() - 20))?;
        }
        let mut state = String::new();
        if blocks < planned {
            state += &format!(", {blocks} of {planned} blocks so far");
        }
        if self.unchecked > 0 {
            state += &format!(
                " (who sits where in {} of them follows from missing ones and was not checked)",
                self.unchecked
            );
        }
        if self.with_programs > 0 {
            state += &format!(
                " (in {} of them bots sat that are programs, which were not asked to play again)",
                self.with_programs
            );
        }
        if self.failures.is_empty() {
            out.text(&format!(
                "{}: {played} games in {blocks} blocks are sound{state}",
                games.display()
            ))?;
            return Ok(Exit::Done);
        }
        out.text(&format!(
            "{}: {} of the checks failed{state}",
            games.display(),
            self.failures.len()
        ))?;
        Ok(Exit::CheckFailed)
    }
}
