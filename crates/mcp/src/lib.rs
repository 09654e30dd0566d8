//! The tools of the MCP server: a language model solves, judges, asks for advice, plays and
//! reviews. There are no rules and no strategy here: the tools ask `rummilab::engine`.

mod arguments;
mod error;
mod game_view;
pub mod server;
pub mod session;
pub mod tools;
pub mod transport;
