//! The errors of plans and of the harness itself.

use rummilab_bot_api::BotFault;
use rummilab_core::{DealError, PRESET_NAMES, RuleError, rules_hint};

/// Why the caller could not make a bot.
pub type PlayersError = Box<dyn std::error::Error + Send + Sync>;

/// Why the harness cannot continue. A bot is never the cause: a faulty bot loses its game and the
/// run continues.
#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    /// No deal without too many pairs was found.
    #[error("{0} deals in a row had a rack with {1} pairs, so these rules can hardly be dealt")]
    Redeal(u32, u8),
    /// No game can start with the deal.
    #[error("the deal is wrong: {0}")]
    Deal(#[from] DealError),
    /// The rules have too few jokers or tiles for that number of players.
    #[error("there are not enough {0} to deal to {1} players")]
    TooFew(&'static str, usize),
    /// A turn did not end. The number of tiles put back is limited by chance, so this is an
    /// internal fault.
    #[error("a turn was not over after {0} tiles had gone back to the pool")]
    Endless(usize),
    /// The caller could not make a bot.
    #[error("the bot {0} cannot be made: {1}")]
    Bot(String, PlayersError),
    /// This machine has no means to run a bot.
    #[error("{0}")]
    Machine(BotFault),
    /// Code outside the bots panicked.
    #[error("the harness panicked: {0}")]
    Panic(String),
    /// The stop flag was set during the game.
    #[error("interrupted")]
    Interrupted,
}

/// Why a run ended early. The blocks delivered before are a prefix of the run and stay valid.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// A block cannot be played.
    #[error("block {0}: {1}")]
    Harness(u64, HarnessError),
    /// The sink returned an error for a block.
    #[error("block {0} could not be kept: {1}")]
    Sink(u64, E),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Most bots of a run; with 2 seats that is half a million pairs.
pub const MAX_BOTS: usize = 1000;

/// Why a plan cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The text is not a plan: invalid TOML, an unknown field, or a value of the wrong shape.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// All faults of its values.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Faults(Vec<PlanFault>),
}

/// One fault of a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanFault {
    #[error("there is no rule system `{0}`; there are {known}{hint}",
        known = PRESET_NAMES.join(", "), hint = rules_hint(.0))]
    UnknownRules(String),
    #[error("the rules are wrong: {0}")]
    Rules(RuleError),
    /// The rules cannot be dealt.
    #[error("{0}")]
    Deal(HarnessError),
    /// The list of bots is empty.
    #[error("there is no bot in the list")]
    NoBots,
    #[error("{0} bots are too many; expected at most {MAX_BOTS}")]
    TooManyBots(usize),
    /// A name that stands before a bot and cannot be one.
    #[error(
        "`{0}` is no name for a bot; expected at most 40 letters, digits, `-`, `_`, `.`, `+` and \
         `@`, a letter or digit first"
    )]
    BotName(String),
    /// Two bots with the same name.
    #[error("two bots are called `{0}`; expected a name of its own for each")]
    SameName(String),
    /// A bot without a name.
    #[error("bot {0} of the list has no name")]
    Nameless(usize),
    /// A number out of range: the field, the number, and the range.
    #[error("{0} is {1}; expected {2}")]
    Range(&'static str, u64, String),
    /// An unknown word: the field, the word, and the known words.
    #[error("{0} is `{1}`; expected {2}")]
    Word(&'static str, String, &'static str),
    /// Too few bots for one table.
    #[error(
        "a club tournament with tables of {0} needs at least {0} bots, and {1} are listed (to \
         enter a bot more than once, list it more than once)"
    )]
    TooFewForTable(u64, usize),
    /// The number of bots differs from the number of seats.
    #[error("format seats needs a bot for every seat: {1} are listed for {0} seats")]
    NotOneEach(u64, usize),
    #[error("stop: {0}")]
    Stop(&'static str),
    /// A bot of the list that plays nothing.
    #[error("the bot `{0}` is in no match-up of `listed`")]
    Idle(String),
    /// A match-up of a list, counted from 1, and what is wrong with it.
    #[error("match-up {0} of `listed` {1}")]
    Listed(usize, &'static str),
    /// A field that the format does not use: the field, the format, and what to use instead.
    #[error("{0} is not for format {1}{2}")]
    NotFor(&'static str, &'static str, &'static str),
}
