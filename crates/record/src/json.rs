//! The exchange form: one line of JSON for the header, then one for each block, with tiles in the
//! notation. Unknown fields and invalid tiles are errors that name the line.

mod unfinished;
mod wire;

use std::io::{self, BufRead, Read, Write};

use rummilab_core::{RuleError, RuleSet, RuleSpec, Tile, TileError};
use serde::{Deserialize, Serialize};

use crate::frame::FORMAT_VERSION;
use crate::types::{Block, Header, ShapeError};
pub use unfinished::Unfinished;
use wire::{JsonBlock, JsonHeader};

/// The kind of file that the first line states.
const KIND: &str = "rummilab-games";
/// The longest line, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 27;

/// Why a line cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct JsonError {
    pub line: u64,
    pub problem: JsonProblem,
}

/// The fault of a line.
#[derive(Debug, thiserror::Error)]
pub enum JsonProblem {
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The line is not the JSON of a header or a block.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The first line is missing or states another kind of file.
    #[error("this is not a file of recorded games")]
    Foreign,
    /// A later version of this program wrote it.
    #[error("the file has format {0}, this program reads format {FORMAT_VERSION}")]
    NewerVersion(u32),
    /// An earlier version of this program wrote it.
    #[error("the file has format {0}, this program reads format {FORMAT_VERSION}")]
    OlderVersion(u32),
    /// A turn or an action with none or several of its alternatives.
    #[error("expected \"draw\", \"pass\", or one of `pass`, `play` and `refused`")]
    Turn,
    /// The numbers of owners and sets differ.
    #[error("there are {0} owners for {1} sets")]
    Owners(usize, usize),
    /// The text of the rules cannot be read.
    #[error("the rules cannot be read: {0}")]
    Rules(#[from] RuleError),
    /// A token that is not a tile.
    #[error(transparent)]
    Tile(#[from] TileError),
    /// A rack with more copies of a tile than any game has.
    #[error("there are too many {0} on a rack")]
    TooMany(Tile),
    /// The block does not fit the header.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The line is longer than any block.
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
}

/// The first line, without its line break.
pub fn header_line(header: &Header) -> String {
    line(&JsonHeader {
        kind: KIND.to_owned(),
        format: FORMAT_VERSION,
        build: header.build.clone(),
        plan_hash: header.plan_hash.clone(),
        players: header.players,
        seed: header.seed,
        salt: header.salt.clone(),
        bots: header.bots.clone(),
        rules: header.rules.to_toml(),
        plan: header.plan.clone(),
    })
}

/// The line of a block, without its line break.
pub fn block_line(block: &Block) -> String {
    line(&JsonBlock::from(block))
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("texts, numbers and lists of these are always JSON")
}

/// Writes header and blocks, one line each. Returns the number of blocks.
///
/// # Errors
/// The first error of the blocks or of `out`.
pub fn to_json_lines<W, I, E>(header: &Header, blocks: I, mut out: W) -> Result<u64, E>
where
    W: Write,
    I: IntoIterator<Item = Result<Block, E>>,
    E: From<io::Error>,
{
    writeln!(out, "{}", header_line(header))?;
    let mut count = 0;
    for block in blocks {
        writeln!(out, "{}", block_line(&block?))?;
        count += 1;
    }
    out.flush()?;
    Ok(count)
}

/// Reads the first line; the reader then returns the blocks.
///
/// # Errors
/// If the first line is not that of recorded games.
pub fn from_json_lines<R: BufRead>(mut input: R) -> Result<JsonReader<R>, JsonError> {
    let header = read_header(&mut input).map_err(|problem| JsonError { line: 1, problem })?;
    Ok(JsonReader {
        input,
        header,
        line: 1,
        done: false,
    })
}

/// The blocks of a file of JSON lines, in the order of the file. The iterator ends after the first
/// error.
#[derive(Debug)]
pub struct JsonReader<R> {
    input: R,
    header: Header,
    line: u64,
    done: bool,
}

impl<R: BufRead> JsonReader<R> {
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn read_block(&mut self, text: &str) -> Result<Block, JsonProblem> {
        let block = Block::try_from(serde_json::from_str::<JsonBlock>(text)?)?;
        block.check_shape(&self.header)?;
        Ok(block)
    }
}

impl<R: BufRead> Iterator for JsonReader<R> {
    type Item = Result<Block, JsonError>;

    fn next(&mut self) -> Option<Result<Block, JsonError>> {
        while !self.done {
            self.line += 1;
            let block = match read_line(&mut self.input) {
                Ok(None) => break,
                Ok(Some(text)) if text.trim().is_empty() => continue,
                Ok(Some(text)) => self.read_block(&text),
                Err(problem) => Err(problem),
            };
            self.done = block.is_err();
            return Some(block.map_err(|problem| JsonError {
                line: self.line,
                problem,
            }));
        }
        self.done = true;
        None
    }
}

/// The next line; `None` at the end.
fn read_line<R: BufRead>(input: &mut R) -> Result<Option<String>, JsonProblem> {
    let mut text = String::new();
    if input.by_ref().take(MAX_LINE_BYTES).read_line(&mut text)? == 0 {
        return Ok(None);
    }
    if text.len() as u64 == MAX_LINE_BYTES {
        Err(JsonProblem::TooLong)
    } else {
        Ok(Some(text))
    }
}

/// Enough of the first line to identify the file.
#[derive(Deserialize)]
struct Greeting {
    kind: String,
    format: u32,
}

fn read_header<R: BufRead>(input: &mut R) -> Result<Header, JsonProblem> {
    let text = read_line(input)?.ok_or(JsonProblem::Foreign)?;
    let greeting: Greeting = serde_json::from_str(&text).map_err(|_| JsonProblem::Foreign)?;
    match (greeting.kind.as_str(), greeting.format) {
        (KIND, FORMAT_VERSION) => {}
        (KIND, newer) if newer > FORMAT_VERSION => return Err(JsonProblem::NewerVersion(newer)),
        (KIND, older) => return Err(JsonProblem::OlderVersion(older)),
        _ => return Err(JsonProblem::Foreign),
    }
    let json: JsonHeader = serde_json::from_str(&text)?;
    Ok(Header {
        plan: json.plan,
        plan_hash: json.plan_hash,
        rules: RuleSet::new(RuleSpec::from_recorded_toml(&json.rules)?)?,
        players: json.players,
        seed: json.seed,
        salt: json.salt,
        bots: json.bots,
        build: json.build,
    }
    .with_programs())
}
