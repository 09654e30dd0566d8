//! The protocol for bots in other programs: one JSON object a line over standard input and output.
//! `PROTOCOL.md` describes it.

mod messages;
#[cfg(feature = "schema")]
mod schema;
mod wire;

pub use messages::{
    Ask, BotAction, BotReply, Did, ErrorCode, GameResult, HelloAnswer, HiddenMessage, Hint,
    HintedPlay, NewGame, PlayMessage, Program, PublicEvent, Reply, Request, ResultEnd,
    RulesMessage, State, Word,
};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use wire::{
    GameFromMessages, WireError, action_from, action_message, events_message, revealed_from,
    rules_from,
};

/// The version of the protocol. Within a version, messages only gain fields and types.
pub const VERSION: u32 = 1;

/// The JSON Schema of a line, in draft 2020-12.
pub const SCHEMA: &str = include_str!("../../protocol.schema.json");

/// Most bytes of a line, without its line break.
pub const MAX_LINE_BYTES: usize = 1 << 20;
