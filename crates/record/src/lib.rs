//! Played games on disk, their replay and their checks. The crate does not play, shuffle or draw
//! conclusions: others write records ([`Writer`]) and read them ([`Reader`]), and the referee of
//! core confirms them ([`verify_block`]).
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! A [`Scan`] continues behind damage, and [`Merge`] joins the records of a run that was played in
//! parts.
//!
//! `FORMAT.md` next to this crate's manifest describes the bytes of `games.bin`, and a test pins
//! them. JSON lines ([`to_json_lines`], [`from_json_lines`]) are the exchange form, with the same
//! content in both directions. `games.csv` ([`CsvWriter`]) can only be written.
//!
//! Only one module uses bincode, with an explicit configuration, a size limit, and its own types.
//! So the file format is ours, not bincode's.
//!
//! ```no_run
//! use rummilab_record::Reader;
//!
//! let reader = Reader::open("runs/first/games.bin".as_ref())?;
//! println!("seed {}", reader.header().seed);
//! for block in reader {
//!     println!("{} games", block?.games.len());
//! }
//! # Ok::<(), rummilab_record::ReadError>(())
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod blocks_csv;
mod codec;
mod difference;
mod frame;
mod games_csv;
mod json;
mod merge;
mod phase;
mod plain_file;
mod program;
mod reader;
mod replay;
mod replay_line;
mod scan;
mod text_cell;
mod types;
mod verify;
mod writer;

pub use blocks_csv::{BLOCK_COLUMNS, BlocksCsv};
pub use codec::CodecError;
pub use difference::Difference;
pub use frame::{FORMAT_VERSION, MAGIC, MAX_FRAME_BYTES};
pub use games_csv::{CSV_COLUMNS, CsvWriter};
pub use json::{
    JsonError, JsonProblem, JsonReader, Unfinished, block_line, from_json_lines, header_line,
    to_json_lines,
};
pub use merge::{Merge, MergeError};
pub use phase::{FEW_TILES, GamePhase};
pub use plain_file::{open_plain, read_plain, read_plain_text};
pub use program::Program;
pub use reader::{ReadError, Reader};
pub use replay::{
    BrokenOff, Replay, ReplayError, ReplayProblem, ReplayedTurn, replay, replay_broken_off,
};
pub use replay_line::{FaultLine, ReplayLine, what_happened};
pub use scan::{Damage, Piece, Scan};
pub use text_cell::text_cell;
pub use types::{
    Block, BotEntry, DealRecord, FaultKind, FaultRecord, GameRecord, Header, PERSON, PutBack,
    RecordedGame, SeatRecord, ShapeError, TurnRecord, assign_programs, ending_word,
};
pub use verify::{VerifyError, verify_block};
pub use writer::{Resumed, WriteError, Writer};
