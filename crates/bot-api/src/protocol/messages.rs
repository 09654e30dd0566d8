//! Every message as serde and the schema see it. Tiles and sets are texts here
//! (docs/rules.md#notation).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request: a line to the bot, and from the bot where that asks `solve`. The harness always
/// speaks first and waits for the answer before it asks again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// Grows with every request to one process; a bot chooses its own. The answer repeats it.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

/// The answer to the request with this id: a line from the bot, and to the bot where that asked
/// `solve`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Answer")]
pub struct BotReply {
    /// The id of the request.
    pub id: u64,
    /// What is answered.
    #[serde(flatten)]
    pub reply: Reply,
}

/// What the harness asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
    /// The first message to a process. Answered by `hello`.
    Hello {
        /// The versions of the protocol that the harness speaks; the bot picks one.
        protocol: Vec<u32>,
        /// The program that asks.
        harness: Program,
        /// What it offers a bot that is asked for its move: `solve`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        features: Vec<String>,
    },
    /// A game begins. Everything learnt from earlier games must be forgotten. Answered by `ready`.
    NewGame(NewGame),
    /// It is the bot's turn. Answered by `move`.
    Move {
        /// What the bot sees.
        state: Box<State>,
        /// The turns since the last message with events, the bot's own among them; in the first of
        /// a game, all.
        events: Vec<PublicEvent>,
        /// Milliseconds left in the bank of this game; absent without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bank_ms: Option<u64>,
    },
    /// The bot's turn began with a draw of a tile that may go back for another (rules with
    /// `draw_first` and `dup_redraw`). Asked again after each new tile that may. Answered by
    /// `putback`.
    PutBack {
        /// The tile drawn.
        tile: String,
        /// What the bot sees; the tile is on its rack.
        state: Box<State>,
        /// As in `move`.
        events: Vec<PublicEvent>,
        /// As in `move`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bank_ms: Option<u64>,
    },
    /// What the bot would do and why. Only for bots whose `hello` lists the feature `hint`.
    /// Answered by `hint`.
    Hint {
        /// What the asker sees.
        state: Box<State>,
        /// As in `move`.
        #[serde(default)]
        events: Vec<PublicEvent>,
        /// How many other plays are wanted at most; 3 unless given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alternatives: Option<usize>,
    },
    /// The game is over. Answered by `ok`.
    GameOver {
        /// How it ended.
        result: GameResult,
        /// What the bot sees now.
        state: Box<State>,
        /// As in `move`.
        events: Vec<PublicEvent>,
    },
    /// What the best play is. The one request that goes both ways: a bot sends it to the harness
    /// while it is asked for its move, and another program to `rummilab serve`. Its fields are
    /// those of a line of `rummilab solve --batch`. Answered by `solve`.
    Solve(Map<String, Value>),
    /// The last message. No answer; the process ends.
    Quit,
}

/// What the bot answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    /// To `hello`.
    Hello(HelloAnswer),
    /// To `newgame`.
    Ready,
    /// To `move`.
    Move {
        /// What the bot does.
        action: BotAction,
    },
    /// To `putback`.
    PutBack {
        /// Whether the tile goes back.
        put_back: bool,
    },
    /// To `hint`.
    Hint(Hint),
    /// To `solve`, with the fields of an answer of `rummilab solve --batch`, but for `micros` and
    /// `nodes`.
    Solve(Map<String, Value>),
    /// To `gameover`.
    Ok,
    /// To any request: the bot has no answer.
    Error {
        /// Why not.
        code: ErrorCode,
        /// In words.
        message: String,
    },
}

/// A program and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// Who the bot is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HelloAnswer {
    /// The version of the protocol that it picked.
    pub protocol: u32,
    /// Its name.
    pub name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The rule systems that it plays, by name; absent if it plays whatever `newgame` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<String>>,
    /// What it can do beyond playing: `hint`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}

/// A game that begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NewGame {
    /// How many games this process has begun with this one, from 1. Says nothing of the deal.
    #[serde(default)]
    pub game: u64,
    /// The rules.
    pub rules: RulesMessage,
    /// Seats, 2 to 4.
    pub players: usize,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// The bot's own randomness, 64 hexadecimal digits: with equal seeds and equal messages it acts
    /// equally. Says nothing of the deal.
    #[serde(default)]
    pub seed: String,
    /// Milliseconds for each answer; absent without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Milliseconds beyond those for the whole game; absent without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u64>,
}

/// Rules: all fields of `rummilab rules NAME` as an object, which is what rummilab sends; or, to
/// `rummilab serve`, also the name of a system that ships or an object with `base` and some fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RulesMessage {
    /// A system that ships.
    Name(String),
    /// Its fields.
    Fields(Map<String, Value>),
}

/// The game as one seat sees it. Seats are numbered from 0; tiles are texts such as `R7` or `J`,
/// several of them separated by blanks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// The own rack, ascending.
    pub rack: String,
    /// The tile that the own turn began with, where turns begin with a draw. It is on the rack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<String>,
    /// Whether that tile may go back for another.
    #[serde(default, skip_serializing_if = "is_false")]
    pub may_put_back: bool,
    /// The sets on the table, each as it lies.
    pub table: Vec<String>,
    /// For each set of the table the seat that owns it as a group, null for a run. Only where
    /// groups have owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<Option<u8>>>,
    /// Whether each seat has opened.
    pub opened: Vec<bool>,
    /// Tiles on each rack.
    pub rack_sizes: Vec<usize>,
    /// Every rack, where the rules lay them open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub racks: Option<Vec<String>>,
    /// Tiles left in the pool.
    pub pool: usize,
    /// Whether this is the last round of a one-round empty-pool procedure.
    #[serde(default, skip_serializing_if = "is_false")]
    pub last_round: bool,
}

/// A turn as everybody at the table saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PublicEvent {
    /// Whose turn it was.
    pub seat: usize,
    /// What was seen.
    pub did: Did,
    /// The tiles laid, for `laid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// How many penalty tiles were drawn, for `penalty`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// Whether the turn began with a draw.
    #[serde(default, skip_serializing_if = "is_false")]
    pub drew_first: bool,
    /// How many tiles went back before the one that stayed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub put_back: u32,
}

/// What was done on a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Did {
    /// Tiles were laid.
    Laid,
    /// A tile was drawn instead.
    Drew,
    /// Nothing.
    Passed,
    /// A play was refused and penalty tiles were drawn.
    Penalty,
}

/// What the bot does: `"draw"`, `"pass"` or `{"play": …}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected \"draw\", \"pass\" or an object with `play`, a list of sets"
)]
pub enum BotAction {
    /// Without tiles.
    Word(Word),
    /// With tiles.
    Play(PlayMessage),
}

/// An action that is said with a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// Draw a tile instead of playing. Not where every turn begins with a draw.
    Draw,
    /// Do nothing: where every turn begins with a draw, or the pool is empty.
    Pass,
}

/// A play: the whole table as it lies afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayMessage {
    /// Every set of the new table, old ones included.
    pub play: Vec<String>,
    /// For each set the seat that owns it as a group, null for a run: whose old group a new one
    /// continues. May be left out; then the referee finds owners if there are any. Only where
    /// groups have owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<Option<u8>>>,
}

/// What a bot would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// Its own choice.
    pub best: HintedPlay,
    /// Other plays, best first.
    #[serde(default)]
    pub alternatives: Vec<HintedPlay>,
}

/// One thing that may be done on a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HintedPlay {
    /// What.
    pub action: BotAction,
    /// The rack tiles that it lays.
    pub tiles: String,
    /// Their face values together.
    pub value: u32,
    /// Why, in words.
    pub why: String,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameResult {
    /// The kind of ending.
    pub end: ResultEnd,
    /// The seat that laid its last tile, or whose fault ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// What was wrong, where the bot's own fault ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The game points of each seat; 0 where games have no scores.
    pub scores: Vec<i32>,
    /// The place of each seat, from 1; equal places are shared.
    pub places: Vec<u8>,
}

/// A kind of ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResultEnd {
    /// A player laid the last tile.
    Out,
    /// The pool was empty and nobody went on.
    Empty,
    /// A bot broke off the game.
    Fault,
    /// The game had as many turns as a game may have.
    Endless,
}

/// Why a bot has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ErrorCode {
    /// It does not know this message or these rules.
    Unsupported,
    /// The message makes no sense.
    Invalid,
    /// Something went wrong inside.
    Internal,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
