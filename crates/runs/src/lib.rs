//! Matches as people run them: the match ([`Match`]), the folder that keeps it, and the work on
//! such folders.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_runs::{Match, MatchEnding, RunStatus, merge, verify};
//!
//! # let place = tempfile::tempdir()?;
//! # let place = place.path();
//! // Two machines play a half each.
//! let halves = ["shard-0-of-2", "shard-1-of-2"].map(|name| place.join(name));
//! for (number, half) in (0..).zip(&halves) {
//!     let game = Match::new(["hold", "greedy"]).deals(4);
//!     let outcome = game.shard(rummilab_runs::Shard::new(number, 2)).folder(half).play()?;
//!     assert_eq!(outcome.ending, MatchEnding::ShardDone);
//! }
//! // With both folders in one place, put them together and check the whole.
//! let whole = place.join("whole");
//! let merged = merge(&halves, &whole)?;
//! assert!(verify(&whole, true)?.is_sound());
//! assert!(RunStatus::of(&[whole])?.is_complete());
//! // It is the match as one program plays it.
//! let outcome = Match::new(["hold", "greedy"]).deals(4).play()?;
//! assert_eq!(merged.summary.as_ref(), Some(outcome.summary()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | how do these bots do? | [`Match`] with its [`Outcome`]; [`MatchEvent`]s tell how far it is |
//! | where does a run stand? | [`RunStatus`] |
//! | which runs are there? | [`RunsRoot`] |
//! | is what a folder holds sound? | [`verify()`] |
//! | how are shards put together? | [`merge()`] |
//! | how do two runs differ? | [`compare()`] |
//! | who plays under a name? | [`Roster`], the one implementation of the arena's `Players` |
//! | how do figures change with a value? | [`Sweep`], kept in a [`SweepFolder`] |
//! | what does a plan file say? | [`read_plan`], [`check_plan`] |
//!
//! The crate prints nothing and touches only the given paths. The arena defines plans,
//! `rummilab_record` records, and `rummilab_stats` the figures.
#![allow(missing_docs, reason = "names that need no comment have none")]

mod bot_name;
mod comparison;
mod difference_text;
mod error;
mod files;
mod folder;
mod game_match;
mod in_memory;
mod joint_stop;
mod judge;
mod ladder;
mod league_of;
mod lots;
mod merge;
mod opening_racks;
mod other_bots;
mod outcome;
mod pilot;
mod plan_file;
mod planned;
mod play;
mod pool;
mod programs;
mod read_only;
mod recorded_game;
mod response;
mod roster;
mod runs_root;
mod salt;
mod shard;
mod sibling_results;
mod status;
mod store;
mod sweep;
mod timings;
mod union;
mod verify;
mod whole_file;

pub use bot_name::{
    BotName, NamedBot, PROGRAM, behaviour_version, is_program, parse_list, program,
};
pub use comparison::{PlanDifference, RunComparison, compare, evidence};
pub use error::{BotNameError, NoLadder, NoLeague, NoPilot, NoResponse, RunsError};
pub use files::{GAMES, LADDER, PLAN, REPORT, SUMMARY};
pub use folder::{
    RunFolder, few_names, games_file, make_folder, read_blocks, read_supported, summary_builder,
    summary_bytes, until_torn,
};
pub use game_match::Match;
pub use in_memory::{all_cores, checked, play_blocks};
pub use judge::{check_supported, judge};
pub use ladder::{
    BOTS, HistoryRow, Ladder, LadderBot, LadderEvent, LadderPlace, LadderPlayed, LadderStandings,
    RatedLadder, Standing, merge_ladders, pair_records, version_order,
};
pub use league_of::league_of;
pub use merge::{Merged, merge, merge_with};
pub use opening_racks::{OpeningRacks, OpeningRacksError};
pub use outcome::{MatchEnding, MatchEvent, Opened, Outcome, Warning};
pub use pilot::{Pilot, PilotNeed};
pub use plan_file::{
    PlanFile, PlanFileError, PlanFileFault, PlanFileProblem, check_plan, read_conditions, read_plan,
};
pub use planned::{BUILD, header_of, monitor, watch};
pub use programs::ChangedBots;
pub use recorded_game::find_game;
pub use response::{
    Candidate, Confirmed, KindResponse, Responding, Response, ResponseKind, ResponseKindError,
    ResponseSearch, Responses, RungRecord, SearchEvent, SearchPlace, SearchStage,
};
pub use roster::{MakeBot, Roster, Withdrawn};
pub use rummilab_bot_api::StopFlag;
pub use runs_root::{ListedRun, ListedSweep, RunNameError, RunsRoot};
pub use shard::{Shard, ShardArg, ShardError};
pub use status::{NextStep, RunStatus, StatusJson, Stretch};
pub use store::{Store, StoredBlocks};
pub use sweep::{CellPlan, MOST_CELLS, Sweep, SweepError, SweepFolder, check_free, parse_axis};
pub use timings::{TimeRow, Timings};
pub use union::{RecordFile, only_deals};
pub use verify::{Failure, OtherVersion, Verification, summary_agrees, verify};
pub use whole_file::{WholeFileError, check_place, remove_parts, replace_whole, write_whole};
