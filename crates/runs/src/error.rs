//! What can go wrong with a run: wrong input, files that are no run's, other programs in the way,
//! and faults of our own.

use std::io;
use std::path::PathBuf;

use rummilab_arena::{HarnessError, PlanError};
use rummilab_bot_api::external::ProbeError;
use rummilab_bots::variants::families;
use rummilab_chance::Salt;
use rummilab_league::LeagueError;
use rummilab_play::review::ReviewError;
use rummilab_record::{Difference, JsonProblem, ReadError, ReplayError, WriteError};
use rummilab_solver::{SolveError, Unsupported};
use rummilab_stats::ComparisonError;
use rummilab_value::{FitError, ModelError, Unfit};

use crate::bot_name::BotNameError;
use crate::folder::GAMES;
use crate::whole_file::WholeFileError;

/// Why a run cannot be played, continued, put together or read.
#[derive(Debug, thiserror::Error)]
pub enum RunsError {
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {1}", path = .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A file cannot be written; what was written before stays.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Write(PathBuf, #[source] io::Error),
    /// A folder for results cannot be made; nothing was written.
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
    /// A record is damaged, so nothing can be added to it. A merge saves what is sound.
    #[error("{path}: {1}; nothing was changed", path = .0.display())]
    Damaged(PathBuf, #[source] ReadError),
    /// Another program is writing to the folder. When that has ended the run can go on.
    #[error("{}: another program is writing to it", .0.display())]
    InUse(PathBuf),
    /// The folder is that of another run.
    #[error("{path}: it holds the games of another plan (another {1}); nothing was \
        changed", path = .0.display())]
    OtherRun(PathBuf, Difference),
    /// The folder holds other things, and no games.
    #[error("{path}: it holds `{1}` and no {GAMES}, so it is not the folder of a \
        run", path = .0.display())]
    NotARun(PathBuf, String),
    /// There is no record where one was expected.
    #[error("{}: there is no {GAMES} in it, nor in the folders in it", .0.display())]
    NoRecord(PathBuf),
    /// Two runs cannot be compared.
    #[error(transparent)]
    Comparison(#[from] ComparisonError),
    /// A game cannot be looked at again.
    #[error(transparent)]
    ReviewedGame(#[from] ReviewError),
    /// The solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A file holds no game at a real table.
    #[error("{path}: it holds no game: {1}", path = .0.display())]
    Notebook(PathBuf, #[source] serde_json::Error),
    /// A line of the reviews in a folder, from 1, is none. The file holds nothing that cannot be
    /// made again.
    #[error(
        "{path}:{1}: it is no review: {2}; without the line, or the whole file, the run is as it \
         was before that review was kept", path = .0.display()
    )]
    Review(PathBuf, usize, #[source] serde_json::Error),
    /// The plan is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The plan that a record holds is wrong.
    #[error("{path}: its plan cannot be read: {1}", path = .0.display())]
    RecordedPlan(PathBuf, #[source] PlanError),
    /// The plan in the header of a record to put together is wrong.
    #[error("the plan in the header of the record cannot be read: {1}")]
    HeaderPlan(PathBuf, #[source] PlanError),
    /// A bot that does not exist, or settings that it does not have.
    #[error(transparent)]
    Bot(#[from] BotNameError),
    /// A bot of the caller's own has the name of one that everybody has.
    #[error("`{0}` is the name of another bot; a bot of your own needs a name that is not taken")]
    NameTaken(String),
    /// The plan has a clock and no bot that is a program.
    #[error(
        "a clock is for bots that are programs (cmd:…), and there is none; other bots count their \
         work, not time"
    )]
    ClockForNobody,
    /// A bot that is a program does not start, or does not play these rules.
    #[error("the bot `{0}` cannot play: {1}")]
    Probe(String, #[source] ProbeError),
    /// The solver behind bots and judge refuses the rules.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A run that may be stopped by its results was to be split.
    #[error(
        "a run that its results may stop cannot be split: a shard does not see the blocks of the \
         others"
    )]
    StoppingShard,
    /// A run that may be stopped by its results was to be merged.
    #[error("a run that its results may stop is never split, so there is nothing to merge")]
    StoppingMerge,
    /// A shard with a salt that the other shards of the run do not have could not be put together
    /// with them.
    #[error("{}", match beside {
        true => "another shard of this match has a salt",
        false => "the shards of a match share one salt, and a random one is another for each",
    })]
    ShardSalt {
        /// The salt to give to each of them.
        salt: Salt,
        /// Whether a shard beside this one has it.
        beside: bool,
    },
    /// The system gives no random numbers for a salt.
    #[error("no random salt: {0}")]
    NoRandomSalt(#[source] io::Error),
    /// A shard without a folder would leave nothing to put together.
    #[error("a shard needs a folder: what it plays is put together with the other shards later")]
    ShardInMemory,
    /// None of the records to put together has a readable header.
    #[error("none of the records has a readable header, so there are no games to put together")]
    NoHeader,
    /// Two records to put together are of different runs: what of their headers differs comes last.
    #[error("{first} and {second} are records of different runs (another \
        {2})", first = .0.display(), second = .1.display())]
    DifferentRuns(PathBuf, PathBuf, Difference),
    /// Two records of a run have different games of this block.
    #[error("block {0} of {first} is not the one of \
        {second}", first = .1.display(), second = .2.display())]
    Conflict(u64, PathBuf, PathBuf),
    /// The record has no such block.
    #[error("{}: there is no block {block}; {}", path.display(), last.map_or("there are none \
        yet".to_owned(), |last| format!("expected 0 to {last}")))]
    NoBlock {
        /// The record.
        path: PathBuf,
        /// The block that was asked for.
        block: u64,
        /// The last one there is.
        last: Option<u64>,
    },
    /// The block has no such game.
    #[error("block {0} has games 0 to {1}")]
    NoGame(u64, usize),
    /// A recorded game, of this block and this number in it, cannot be replayed.
    #[error("block {0}, game {1}: {2}")]
    Replay(u64, usize, #[source] ReplayError),
    /// The luck of the draws cannot be taken out of such a run.
    #[error(
        "the luck of the draws can be taken out of runs of a fixed number of deals alone: of no \
         club tournament, and of none with a stop rule"
    )]
    NoLessLuck,
    /// The saved game of a person cannot be read.
    #[error("{path}: the saved game cannot be read: {1}", path = .0.display())]
    SavedGame(PathBuf, #[source] JsonProblem),
    /// A person's game cannot be recorded before it is over.
    #[error("the game is not over")]
    GameNotOver,
    /// A block cannot be played: its rules cannot be dealt, or a bot cannot be made.
    #[error("block {0}: {1}")]
    Unplayable(u64, #[source] HarnessError),
    /// A fault of this program, in a block: please report it.
    #[error("block {0}: {1}")]
    Harness(u64, #[source] HarnessError),
    /// Not everybody met everybody, so the run is no league.
    #[error("{}: it is no round robin; expected a run in which every bot meets every \
        other", .0.display())]
    NoRoundRobin(PathBuf),
    /// The results may have ended the run, so it is no league.
    #[error("{}: its results may have ended it early; expected a run whose deals were \
        fixed", .0.display())]
    EarlyEnd(PathBuf),
    /// The run is not finished, so it is no league yet: blocks that are there, and those of the
    /// plan.
    #[error("{file}: it holds {found} of {blocks} blocks; expected a finished \
        run", file = .0.display(), found = .1, blocks = .2)]
    Unfinished(PathBuf, u64, u64),
    /// The numbers of the run make no league.
    #[error("{file}: {error}", file = .0.display(), error = .1)]
    League(PathBuf, #[source] LeagueError),
    /// A club tournament cannot be a pilot.
    #[error("a club tournament has no blocks that are evidence: plan a round robin of its bots")]
    ClubPilot,
    /// The score was to decide in a pilot, and its rules have none.
    #[error("the rules `{0}` have no scores")]
    NoScores(String),
    /// The bots of a pilot do not differ, or always in the same way.
    #[error(
        "{0}: its blocks show no difference between two bots that varies, so nothing can be \
         planned from it"
    )]
    NoSpread(String),
    /// A pilot has fewer than two blocks.
    #[error("{0}: two blocks at least are needed")]
    ShortPilot(String),
    /// There is no bot of this name whose settings could be searched.
    #[error("there is no bot `{0}`; expected one of {known}, without \
        settings", known = families().collect::<Vec<_>>().join(", "))]
    NoFamily(String),
    /// Nobody is left who could respond to this bot.
    #[error("there is no candidate but `{0}` itself")]
    NoCandidate(String),
    /// The games that were to confirm a response have no winner.
    #[error("the confirming games have no win rate: every one was void")]
    AllVoid,
    /// Weights belong to rules that everybody has.
    #[error("weights are for a rule system that ships, and `{0}` is changed or your own")]
    OwnRules(String),
    /// The features of a position do not know these rules.
    #[error("`{0}` cannot be trained for: groups have owners, which the features do not know")]
    GroupOwners(String),
    /// A training had too few deals to hold one out.
    #[error("no deal was held out")]
    NothingHeldOut,
    /// A turn has no features.
    #[error(transparent)]
    Features(#[from] Unfit),
    /// Weights cannot be fitted.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// Weights make no model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The checks of the statistics have no luck to simulate with.
    #[error("all games of greedy against itself ended alike")]
    NoLuck,
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The interrupt flag was set, and nothing is kept of what was done until then.
    #[error("interrupted; nothing was kept")]
    Interrupted,
    /// The interrupt flag was set; what was played until then is kept in this folder: blocks that
    /// are there, and all of them.
    #[error("interrupted after {1} of {2} blocks ({folder})", folder = .0.display())]
    InterruptedIn(PathBuf, u64, u64),
}

impl From<WholeFileError> for RunsError {
    fn from(WholeFileError { path, source }: WholeFileError) -> RunsError {
        RunsError::Write(path, source)
    }
}

impl RunsError {
    /// A block that could not be played.
    pub(crate) fn of_block(block: u64, source: HarnessError) -> RunsError {
        match source {
            HarnessError::Endless(_) | HarnessError::Panic(_) => RunsError::Harness(block, source),
            source => RunsError::Unplayable(block, source),
        }
    }
}
