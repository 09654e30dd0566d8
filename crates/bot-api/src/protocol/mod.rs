//! The protocol that bots in other programs speak: one JSON object a line over standard input and
//! output, described in `PROTOCOL.md`.

mod messages;
mod schema;
mod wire;

pub use messages::{
    Ask, BotAction, BotReply, Did, ErrorCode, GameResult, HelloAnswer, Hint, HintedPlay, NewGame,
    PlayMessage, Program, PublicEvent, Reply, Request, ResultEnd, RulesMessage, State, Word,
};
pub use schema::schema;
pub use wire::{
    GameFromMessages, WireError, action_from, action_message, events_message, rules_from,
};

/// The version of the protocol. Within it messages only gain fields and types.
pub const VERSION: u32 = 1;

/// The most bytes of a line, its line break not counted.
pub const MAX_LINE_BYTES: usize = 1 << 20;
