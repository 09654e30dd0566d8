//! A ladder: a folder of bots that are rated by playing each other. Every pair is a run of its own,
//! so a new bot plays its pairs alone. All pairs play the same deals.
//!
//! | place in the folder | what it holds |
//! |---|---|
//! | `ladder.toml` | the conditions: a plan without bots |
//! | `bots/NAME.toml` | a bot, perhaps with its version and a note |
//! | `pairs/A--B` | the run of a pair |
//! | `history.csv` | the ratings after each change |
//!
//! With two players a pair is a duel. With more, A sits among copies of B, and `B--A` is a pair of
//! its own. A bot without a file, such as a former version, keeps the games that it has.

mod bots;
mod history;
mod merge;
mod play;
mod standings;

use std::fs;
use std::path::{Path, PathBuf};

use rummilab_arena::{Plan, PlanSpec, split_name};
use rummilab_bot_api::external::TimeControl;

use self::bots::read_bots;
pub use self::bots::{LadderBot, version_order};
pub use self::history::HistoryRow;
pub use self::merge::merge_ladders;
pub use self::play::{LadderEvent, LadderPlace, LadderPlayed};
pub use self::standings::{LadderStandings, RatedLadder, Standing};
use crate::bot_name::is_program;
use crate::error::{NoLadder, RunsError};
use crate::files::{GAMES, LADDER, PAIRS};
use crate::salt::RANDOM;

/// The folder of its bots.
pub const BOTS: &str = "bots";
/// Stands between the names of a pair.
const AGAINST: &str = "--";

/// A ladder: its folder, its conditions and its bots.
#[derive(Debug, Clone)]
pub struct Ladder {
    folder: PathBuf,
    /// A plan without bots.
    conditions: PlanSpec,
    /// The bots that play, by name.
    bots: Vec<LadderBot>,
    /// The plan of all bots together, which is never played.
    plan: Plan,
}

/// Two bots of a ladder, by their places in its list. The first sits among copies of the second.
pub(crate) type Pair = [usize; 2];

impl Ladder {
    /// The ladder in a folder, with the conditions of its `ladder.toml`, in which the rules are
    /// resolved.
    ///
    /// # Errors
    /// [`NoLadder`], and all faults of the conditions.
    pub fn new(folder: &Path, conditions: PlanSpec) -> Result<Ladder, RunsError> {
        check_conditions(&conditions)?;
        let bots = read_bots(&folder.join(BOTS), &conditions)?;
        let anchor = conditions.anchor.as_ref();
        let anchor = anchor.map(|name| newest(name, &bots)).transpose()?;
        let plan = Plan::new(&PlanSpec {
            bots: bots.iter().map(|bot| bot.named.clone()).collect(),
            clock: None,
            anchor,
            ..conditions.clone()
        })?;
        Ok(Ladder {
            folder: folder.to_owned(),
            conditions,
            bots,
            plan,
        })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The bots that play, by name.
    pub fn bots(&self) -> &[LadderBot] {
        &self.bots
    }

    /// All pairs, by the names of their bots.
    fn pairs(&self) -> Vec<Pair> {
        let (bots, ordered) = (self.bots.len(), self.conditions.players > 2);
        let against = |a| (0..bots).map(move |b| [a, b]);
        let all = (0..bots).flat_map(against);
        all.filter(|[a, b]| a < b || (ordered && a != b)).collect()
    }

    /// The folders of the runs of all pairs of the bots that play, begun or not.
    pub fn pair_folders(&self) -> Vec<PathBuf> {
        let pairs = self.pairs().into_iter();
        pairs.map(|pair| self.place(pair)).collect()
    }

    /// Deals of each pair.
    pub fn deals(&self) -> u64 {
        self.conditions.deals
    }

    /// The folder of the run of a pair.
    fn place(&self, [a, b]: Pair) -> PathBuf {
        let name = [a, b].map(|bot| self.bots[bot].name.as_str()).join(AGAINST);
        self.folder.join(PAIRS).join(name)
    }

    /// The plan of a match of these bots under the conditions of the ladder.
    fn spec_of(&self, bots: Vec<String>) -> PlanSpec {
        let programs = bots.iter().any(|bot| is_program(split_name(bot).1));
        let usual = || TimeControl::default().to_string();
        let clock = self.conditions.clock.clone().unwrap_or_else(usual);
        PlanSpec {
            bots,
            clock: programs.then_some(clock),
            anchor: None,
            ..self.conditions.clone()
        }
    }
}

/// The bot of this name, or else the newest version of it.
fn newest(name: &str, bots: &[LadderBot]) -> Result<String, NoLadder> {
    let names = || bots.iter().map(|bot| bot.name.as_str());
    let family = names().filter(|bot| bot.split('@').next() == Some(name));
    let found = names().find(|bot| *bot == name);
    let found = found.or_else(|| family.max_by(|a, b| version_order(a, b)));
    let all = || names().collect::<Vec<_>>().join(", ");
    let found = found.ok_or_else(|| NoLadder::Anchor(name.to_owned(), all()))?;
    Ok(found.to_owned())
}

/// Fields of a plan that a ladder decides itself.
fn check_conditions(conditions: &PlanSpec) -> Result<(), NoLadder> {
    let usual = PlanSpec::default();
    let all_meet = "every bot meets every other";
    let no_rounds = conditions
        .rounds
        .or(conditions.with_final.then_some(0))
        .is_none();
    let not_random = conditions.salt.as_deref() != Some(RANDOM);
    for (right, field, hint) in [
        (
            conditions.bots.is_empty(),
            "bots",
            "they are the files in the folder `bots`",
        ),
        (conditions.format == usual.format, "format", all_meet),
        (conditions.matchups == usual.matchups, "matchups", all_meet),
        (
            conditions.stop.is_none(),
            "stop",
            "every pair plays all its deals",
        ),
        (no_rounds, "rounds", "a ladder has deals"),
        (
            conditions.reserve.is_none(),
            "reserve",
            "a ladder has deals",
        ),
        (
            conditions.programs.is_empty(),
            "programs",
            "the records of the pairs name them",
        ),
        (
            not_random,
            "salt",
            "all pairs need the same one: give 64 hexadecimal digits",
        ),
    ] {
        if !right {
            return Err(NoLadder::NotForLadder(field, hint));
        }
    }
    Ok(())
}

/// The records of the pairs of a ladder, by name; `None` if the folder is none of a ladder.
///
/// # Errors
/// If the folder of the pairs cannot be read.
pub fn pair_records(folder: &Path) -> Result<Option<Vec<PathBuf>>, RunsError> {
    let pairs = folder.join(PAIRS);
    if folder.join(GAMES).exists() || !(pairs.is_dir() || folder.join(LADDER).is_file()) {
        return Ok(None);
    }
    if !pairs.is_dir() {
        return Ok(Some(Vec::new()));
    }
    let unreadable = |cause| RunsError::Read(pairs.clone(), cause);
    let mut records = Vec::new();
    for entry in fs::read_dir(&pairs).map_err(unreadable)? {
        let games = entry.map_err(unreadable)?.path().join(GAMES);
        if games.is_file() {
            records.push(games);
        }
    }
    records.sort();
    Ok(Some(records))
}
