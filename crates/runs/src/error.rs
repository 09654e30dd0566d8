//! The errors of runs: wrong input, files that do not belong to a run, conflicts with other
//! programs, and internal faults.

use std::io;
use std::path::PathBuf;

use rummilab_arena::{HarnessError, PlanError};
use rummilab_bot_api::external::ProbeError;
use rummilab_bots::RosterError;
use rummilab_bots::variants::families;
use rummilab_chance::Salt;
use rummilab_core::MAX_CODED_VALUE;
use rummilab_core::NoSight;
use rummilab_record::{Difference, Program, ReadError, WriteError};
use rummilab_solver::{SolveError, Unsupported};
use rummilab_stats::ComparisonError;
use rummilab_stats::league::LeagueError;

use crate::difference_text::difference_text;
use crate::files::GAMES;
use crate::plan_file::PlanFileError;
use crate::sweep::SweepError;
use crate::whole_file::WholeFileError;

/// Why a run cannot be played, continued, merged or read.
#[derive(Debug, thiserror::Error)]
pub enum RunsError {
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {1}", path = .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A file cannot be written; what was written before stays.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// A folder for results cannot be created; nothing was written.
    #[error("cannot make the folder {path}: {1}", path = .0.display())]
    NoFolder(PathBuf, #[source] io::Error),
    /// A file lies where a folder for results is needed; nothing was written.
    #[error("{}: it is a file; expected a folder, or the name of a new one", .0.display())]
    NotAFolder(PathBuf),
    /// A block cannot be added to a record; what was written before stays.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Append(PathBuf, #[source] WriteError),
    /// A record cannot be read.
    #[error("{path}: {1}", path = .0.display())]
    Record(PathBuf, #[source] ReadError),
    /// A record is damaged, so nothing can be added to it. A merge saves its sound blocks.
    #[error("{path}: {1}; nothing was changed", path = .0.display())]
    Damaged(PathBuf, #[source] ReadError),
    /// Another program is writing to the folder. The run can continue when that program has ended.
    #[error("{}: another program is writing to it", .0.display())]
    InUse(PathBuf),
    /// The folder is that of another run.
    #[error("{path}: it holds the games of another plan ({field}); nothing was \
        changed", path = .0.display(), field = difference_text(.1))]
    OtherRun(PathBuf, Difference),
    /// A program is not the one that played before.
    #[error("{}: the bot `{bot}` has changed: {}, now {now}; nothing was changed", place.display(),
        before.as_ref().map_or("unknown".to_owned(), ToString::to_string))]
    ChangedBot {
        /// The folder with the games.
        place: PathBuf,
        /// The canonical name of the bot.
        bot: String,
        /// The program that played; `None` if the record does not say.
        before: Option<Box<Program>>,
        now: Box<Program>,
    },
    /// The folder holds other files, and no games.
    #[error("{path}: it holds `{1}` and no {GAMES}, so it is not the folder of a \
        run", path = .0.display())]
    NotARun(PathBuf, String),
    /// There is no record where one was expected.
    #[error("{}: there is no {GAMES} in it, nor in the folders in it", .0.display())]
    NoRecord(PathBuf),
    /// The folder of runs was given instead of one of them.
    #[error("{}: there is no {GAMES} in it; name one of the runs in it: {}", .0.display(), .1)]
    FolderOfRuns(PathBuf, String),
    /// Two runs cannot be compared.
    #[error(transparent)]
    Comparison(#[from] ComparisonError),
    /// The solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The plan that a record holds is wrong.
    #[error("{path}: its plan cannot be read: {1}", path = .0.display())]
    RecordedPlan(PathBuf, #[source] PlanError),
    /// The plan in the header of a record to be merged is wrong.
    #[error("the plan in the header of the record cannot be read: {1}")]
    HeaderPlan(PathBuf, #[source] PlanError),
    /// An unknown bot, or settings that the bot does not have.
    #[error(transparent)]
    Bot(#[from] BotNameError),
    /// A bot of the caller has the name of a bot that exists for everybody.
    #[error("`{0}` is the name of another bot; a bot of your own needs a name that is not taken")]
    NameTaken(String),
    /// The plan has a clock, but no bot that is a program.
    #[error(
        "a clock is for bots that are programs (cmd:…), and there is none; other bots count their \
         work, not time"
    )]
    ClockForNobody,
    /// A program does not start, or does not play these rules.
    #[error("the bot `{0}` cannot play: {1}")]
    Probe(String, #[source] ProbeError),
    /// The solver behind bots and judge does not support the rules.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A record of games has no bytes for tiles of so large a value.
    #[error(
        "`values` is {0}; a match has values up to {MAX_CODED_VALUE}, while `solve`, `check`, \
         `bench` and `corpus` take more"
    )]
    Values(u8),
    /// The salt of a shard differs from that of the other shards, so they could not be merged.
    #[error(
        "{}",
        if *beside {
            "another shard of this match has a salt"
        } else {
            "the shards of a match share one salt, and a random one is another for each"
        }
    )]
    ShardSalt {
        /// The salt that each shard should have.
        salt: Salt,
        /// Whether a shard beside this one has that salt.
        beside: bool,
    },
    /// The system provides no random numbers for a salt.
    #[error("no random salt: {0}")]
    NoRandomSalt(#[source] io::Error),
    /// A shard without a folder would leave nothing to merge.
    #[error("a shard needs a folder: what it plays is put together with the other shards later")]
    ShardInMemory,
    /// None of the records to be merged has a readable header.
    #[error("none of the records has a readable header, so there are no games to put together")]
    NoHeader,
    /// Two records to be merged belong to different runs; the last field lists the differences of
    /// their headers.
    #[error("{first} and {second} are records of different runs \
        ({field})", first = .0.display(), second = .1.display(), field = difference_text(.2))]
    DifferentRuns(PathBuf, PathBuf, Difference),
    /// Two records of a run hold different games of the same block.
    #[error("block {0} of {first} is not the one of \
        {second}", first = .1.display(), second = .2.display())]
    Conflict(u64, PathBuf, PathBuf),
    /// A block does not have the games that its plan gives it.
    #[error("{path}: block {1} has not the games of its match-up", path = .0.display())]
    NotTheGames(PathBuf, u64),
    /// The record has no such block.
    #[error("{}: there is no block {block}; {}", path.display(), last.map_or("there are none \
        yet".to_owned(), |last| format!("expected 0 to {last}")))]
    NoBlock {
        path: PathBuf,
        block: u64,
        last: Option<u64>,
    },
    /// The block has no such game.
    #[error("block {0} has games 0 to {1}")]
    NoGame(u64, usize),
    /// A block cannot be played: the rules do not allow its deal, or a bot cannot be made.
    #[error("block {0}: {1}")]
    Unplayable(u64, #[source] HarnessError),
    /// An internal fault in a block: please report it.
    #[error("block {0}: {1}")]
    Harness(u64, #[source] HarnessError),
    /// The run is no league.
    #[error(transparent)]
    League(#[from] NoLeague),
    /// A folder is no ladder, or ladders do not fit together.
    #[error(transparent)]
    Ladder(#[from] NoLadder),
    /// The games of two records cannot be counted together.
    #[error("the games of {second} cannot be counted with those of {first} \
        ({field})", first = .0.display(), second = .1.display(), field = difference_text(.2))]
    NotPooled(PathBuf, PathBuf, Box<Difference>),
    /// The games of a block are not those that another record has of the same bots and deal.
    #[error("{path}: the games of block {1} are not those of another record", path = .0.display())]
    OtherGames(PathBuf, u64),
    /// The run cannot be a pilot.
    #[error(transparent)]
    Pilot(#[from] NoPilot),
    /// No response can be made.
    #[error(transparent)]
    Response(#[from] NoResponse),
    /// A sweep cannot be played or read.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A plan file that a folder holds has faults.
    #[error(transparent)]
    PlanFile(#[from] PlanFileError),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A match without a summary: the blocks present, and all blocks of the match or shard.
    #[error("the match is not complete, with {0} of {1} blocks; only a complete one has figures")]
    Incomplete(u64, u64),
    /// The interrupt flag was set; nothing of the work is kept.
    #[error("interrupted; nothing was kept")]
    Interrupted,
    /// The interrupt flag was set; the blocks played so far are kept in this folder. The numbers
    /// are the blocks present and all blocks.
    #[error("interrupted after {1} of {2} blocks ({folder})", folder = .0.display())]
    InterruptedIn(PathBuf, u64, u64),
}

impl From<WholeFileError> for RunsError {
    fn from(WholeFileError { path, source }: WholeFileError) -> RunsError {
        RunsError::Write(path, source)
    }
}

impl RunsError {
    /// The error for a block that could not be played.
    pub(crate) fn of_block(block: u64, source: HarnessError) -> RunsError {
        match source {
            HarnessError::Endless(_) | HarnessError::Panic(_) => RunsError::Harness(block, source),
            source => RunsError::Unplayable(block, source),
        }
    }
}

/// Why a run is no league.
#[derive(Debug, thiserror::Error)]
pub enum NoLeague {
    /// The run is not a league, because some bots did not meet.
    #[error("{}: it is no league; expected a round robin, a gauntlet or a ladder", .0.display())]
    NoRoundRobin(PathBuf),
    /// The run is not a league, because a stop rule may have ended it.
    #[error("{}: its results may have ended it early; expected a run whose deals were \
        fixed", .0.display())]
    EarlyEnd(PathBuf),
    /// The run is not finished, so it is not a league yet; blocks present and blocks of the plan.
    #[error("{file}: it holds {found} of {blocks} blocks; expected a finished \
        run", file = .0.display(), found = .1, blocks = .2)]
    Unfinished(PathBuf, u64, u64),
    /// No league can be computed from the results.
    #[error("{file}: {error}", file = .0.display(), error = .1)]
    Ratings(PathBuf, #[source] LeagueError),
}

/// Why a folder is no ladder, or why ladders do not fit together.
#[derive(Debug, thiserror::Error)]
pub enum NoLadder {
    /// A field of a plan that a ladder does not have, and why.
    #[error("`{0}` is no field of a ladder: {1}")]
    NotForLadder(&'static str, &'static str),
    /// There are too few bots in the folder of bots: so many.
    #[error("{path}: it holds {1} of the two bots that a ladder needs; expected files such as \
        greedy.toml with the line: bot = \"greedy\"", path = .0.display())]
    TooFew(PathBuf, usize),
    /// The file of a bot, and its fault.
    #[error("{0}: {1}")]
    BotFile(String, String),
    #[error("two bots are called `{0}`: {a} and {b}", a = .1.display(), b = .2.display())]
    SameName(String, PathBuf, PathBuf),
    /// A bot is not the one that has played: its name, what played, what plays, and the pair.
    #[error("the bot `{0}` was {1} when {folder} was played, and is now {2}; expected another \
        version of it, or another name", folder = .3.display())]
    ChangedBot(String, String, String, PathBuf),
    /// A pair was played with more deals than the ladder has: its folder, and both numbers.
    #[error("{path} was played with {1} deals, and ladder.toml says {2}; a ladder can only \
        grow", path = .0.display())]
    FewerDeals(PathBuf, u64, u64),
    /// The anchor is no bot of the ladder: its name, and the bots.
    #[error("ladder.toml: the anchor is `{0}`; expected one of {1}")]
    Anchor(String, String),
    /// The history cannot be read.
    #[error("{path}: it is no history of a ladder: {1}", path = .0.display())]
    History(PathBuf, String),
    /// Two ladders have other conditions: the field that differs.
    #[error("{a} and {b} have other conditions ({2})", a = .0.display(), b = .1.display())]
    Conditions(PathBuf, PathBuf, String),
    /// Files of bots of one name have other contents.
    #[error("{} and {} are not the same", .0.display(), .1.display())]
    OtherFile(PathBuf, PathBuf),
    /// The folder for the union of ladders holds something else.
    #[error("{}: it holds other files; expected a ladder, or a new folder", .0.display())]
    OutTaken(PathBuf),
}

/// Why a run cannot be a pilot.
#[derive(Debug, thiserror::Error)]
pub enum NoPilot {
    /// A club tournament cannot be a pilot.
    #[error("a club tournament has no blocks that are evidence: plan a round robin of its bots")]
    Club,
    /// The pilot compares scores, but the rules have none.
    #[error("the rules `{0}` have no scores")]
    NoScores(String),
    /// The bots of a pilot show no varying difference.
    #[error(
        "{0}: its blocks show no difference between two bots that varies, so nothing can be \
         planned from it"
    )]
    NoSpread(String),
    /// A pilot has fewer than two blocks.
    #[error("{0}: two blocks at least are needed")]
    Short(String),
}

/// Why no response to a bot can be made.
#[derive(Debug, thiserror::Error)]
pub enum NoResponse {
    /// No bot with searchable settings has this name.
    #[error("there is no bot `{0}`; expected one of {known}, without \
        settings", known = families().collect::<Vec<_>>().join(", "))]
    NoFamily(String),
    /// No candidate remains that could respond to this bot.
    #[error("there is no candidate but `{0}` itself")]
    NoCandidate(String),
    /// A program cannot stand for itself in games that are only thought.
    #[error("`{0}` is a program, which plays no games that are only thought")]
    NoModel(String),
    /// The games that should confirm a response have no winner.
    #[error("the confirming games have no win rate: every one was void")]
    AllVoid,
}

/// A text that does not name a bot.
#[derive(Debug, thiserror::Error)]
pub enum BotNameError {
    /// Not a bot of the roster.
    #[error(transparent)]
    Roster(#[from] RosterError),
    #[error("`{0}` is no command: {1}; expected such as cmd:python3 mybot.py")]
    Command(String, String),
    /// A program with other hidden tiles than there are.
    #[error("`{0}`: {1}")]
    Sight(String, #[source] NoSight),
    /// A name that stands before a bot, and is that of another one.
    #[error("`{0}` is the name of another bot; expected a name that is not taken")]
    Taken(String),
    /// A command in a list, in which its commas would be ambiguous.
    #[error("`{0}` is a command, which may hold commas: give it alone")]
    CommandInList(String),
}
