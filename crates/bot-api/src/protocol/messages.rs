//! Every message as serde and the schema see it. Tiles and sets are texts here
//! (docs/rules.md#notation).

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request. The harness sends it to the bot; only `solve` also goes from the bot to the harness.
/// The harness speaks first, and waits for the answer before its next request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Ask {
    /// Repeated in the answer. It grows with every request to one process; a bot chooses its own.
    pub id: u64,
    /// The question.
    #[serde(flatten)]
    pub request: Request,
}

/// The answer to the request with this id. The bot sends it; only the answer to the bot's own
/// `solve` comes from the harness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Answer"))]
pub struct BotReply {
    /// The id of the request.
    pub id: u64,
    /// The answer itself.
    #[serde(flatten)]
    pub reply: Reply,
}

/// The questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
    /// The first message to a process. The answer is `hello`.
    Hello {
        /// The versions of the protocol that the harness speaks; the bot picks one.
        protocol: Vec<u32>,
        /// Name and version of the harness.
        harness: Program,
        /// The requests that a bot may send while it chooses a move: `solve`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        features: Vec<String>,
    },
    /// A game begins. The bot must forget everything about earlier games. The answer is `ready`.
    NewGame(NewGame),
    /// It is the bot's turn. The answer is `move`.
    Move {
        /// The game as the bot sees it.
        state: Box<State>,
        /// The turns since the last message with events, the bot's own included. The first such
        /// message of a game has all turns.
        events: Vec<PublicEvent>,
        /// Milliseconds left in the bank of this game; absent without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bank_ms: Option<u64>,
        /// Hidden tiles, for a bot that is shown some; absent for all others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hidden: Option<HiddenMessage>,
    },
    /// The bot's turn began with a tile that may go back for another (rules with `draw_first` and
    /// `dup_redraw`). The question is repeated for each further such tile. The answer is `putback`.
    PutBack {
        /// The tile drawn.
        tile: String,
        /// The game as the bot sees it, with the tile on its rack.
        state: Box<State>,
        /// As in `move`.
        events: Vec<PublicEvent>,
        /// As in `move`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bank_ms: Option<u64>,
        /// As in `move`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hidden: Option<HiddenMessage>,
    },
    /// Asks for the move that the bot would make, and why. Sent only to bots whose `hello` lists
    /// the feature `hint`. The answer is `hint`.
    Hint {
        /// The game as the player who asks sees it.
        state: Box<State>,
        /// As in `move`.
        #[serde(default)]
        events: Vec<PublicEvent>,
        /// Largest number of other plays wanted; 3 unless given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alternatives: Option<usize>,
    },
    /// The game is over. The answer is `ok`.
    GameOver {
        /// How it ended.
        result: GameResult,
        /// The final game as the bot sees it.
        state: Box<State>,
        /// As in `move`.
        events: Vec<PublicEvent>,
    },
    /// Asks for the best play. A bot may send it to the harness while it chooses a move; other
    /// programs may send it to `rummilab serve`. Its fields are those of a line of `rummilab solve
    /// --batch`. The answer is `solve`.
    Solve(Map<String, Value>),
    /// The last message. The process ends without an answer.
    Quit,
}

/// The answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    /// To `hello`.
    Hello(HelloAnswer),
    /// To `newgame`.
    Ready,
    /// To `move`.
    Move {
        /// The bot's action.
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
    /// To any request that the bot cannot answer.
    Error {
        /// The kind of reason.
        code: ErrorCode,
        /// The reason in words.
        message: String,
    },
}

/// A program and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A bot's name, version and abilities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct HelloAnswer {
    /// The version of the protocol that the bot picked.
    pub protocol: u32,
    /// Its name.
    pub name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The names of the rule systems that it plays; absent if it plays all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<String>>,
    /// Its optional features: `hint`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}

/// A game that begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct NewGame {
    /// The number of this game in this process, from 1. It is unrelated to the deal.
    #[serde(default)]
    pub game: u64,
    /// The rules, in few words.
    pub rules: RulesMessage,
    /// Every field of the rules, for programs that know no preset. `rummilab serve` ignores it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub all_rules: Map<String, Value>,
    /// Number of seats, 2 to 6.
    pub players: usize,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// Seed for the bot's random numbers, 64 hexadecimal digits. With equal seeds and messages the
    /// bot must act equally. It is unrelated to the deal.
    #[serde(default)]
    pub seed: String,
    /// Milliseconds for each answer; absent without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Milliseconds in the bank: extra time for the whole game; absent without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u64>,
    /// Milliseconds that each answer to `move` adds to the bank; absent if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inc_ms: Option<u64>,
}

/// Rules. The harness sends an object with `base`, the preset that differs least, and the fields
/// that differ. `rummilab serve` also reads the name of a preset, and an object with all fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(untagged)]
pub enum RulesMessage {
    /// A built-in rule system.
    Name(String),
    /// The fields of a rule system.
    Fields(Map<String, Value>),
}

/// The game as one seat sees it. Seats are numbered from 0. Tiles are strings such as `R7` or `J`,
/// separated by blanks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct State {
    /// The seat's rack, ascending.
    pub rack: String,
    /// The tile drawn at the beginning of this turn, under rules where turns begin with a draw. It
    /// is on the rack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<String>,
    /// Whether that tile may go back for another.
    #[serde(default, skip_serializing_if = "is_false")]
    pub may_put_back: bool,
    /// The sets on the table, their tiles in order.
    pub table: Vec<String>,
    /// For each set of the table the seat that owns the group; null for a run. Only under rules
    /// where groups have owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<Option<u8>>>,
    /// Whether each seat has opened.
    pub opened: Vec<bool>,
    /// Tiles on each rack.
    pub rack_sizes: Vec<usize>,
    /// Every rack, under rules that show them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub racks: Option<Vec<String>>,
    /// Tiles left in the pool.
    pub pool: usize,
    /// Whether this is the last round, under rules that have one after the pool runs out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub last_round: bool,
}

/// Tiles that other players do not see, for experiments on what they are worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct HiddenMessage {
    /// Every rack, if the bot sees them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub racks: Option<Vec<String>>,
    /// The tiles that the bot draws next if nobody else draws, in their order.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pool: String,
}

/// A turn as every player saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PublicEvent {
    /// The seat that took the turn.
    pub seat: usize,
    /// The kind of turn.
    pub did: Did,
    /// The tiles laid, for `laid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// Number of penalty tiles drawn, for `penalty`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// Whether the turn began with a draw.
    #[serde(default, skip_serializing_if = "is_false")]
    pub drew_first: bool,
    /// Number of tiles put back before the one that stayed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub put_back: u32,
}

/// A kind of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Did {
    /// Tiles were laid.
    Laid,
    /// A tile was drawn instead of playing.
    Drew,
    /// Nothing was laid or drawn.
    Passed,
    /// A play was illegal, and penalty tiles were drawn.
    Penalty,
}

/// The bot's action: `"draw"`, `"pass"` or `{"play": …}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(
    untagged,
    expecting = "expected \"draw\", \"pass\" or an object with `play`, a list of sets"
)]
pub enum BotAction {
    /// An action without tiles.
    Word(Word),
    /// An action that lays tiles.
    Play(PlayMessage),
}

/// An action without tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// Draw a tile instead of playing. Illegal where every turn begins with a draw.
    Draw,
    /// Do nothing. Legal where every turn begins with a draw, or the pool is empty.
    Pass,
}

/// A play: the whole table as it lies afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PlayMessage {
    /// Every set of the new table, old ones included.
    pub play: Vec<String>,
    /// For each set the seat that owns the group; null for a run. A new group continues an old
    /// group of its owner. If absent, the referee assigns owners where it can. Only under rules
    /// where groups have owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<Option<u8>>>,
}

/// A bot's choice on this turn, and other plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Hint {
    /// The bot's choice.
    pub best: HintedPlay,
    /// Other plays, best first.
    #[serde(default)]
    pub alternatives: Vec<HintedPlay>,
}

/// A possible action on a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct HintedPlay {
    /// The action.
    pub action: BotAction,
    /// The rack tiles that it lays.
    pub tiles: String,
    /// The face values of these tiles, summed.
    pub value: u32,
    /// The reason in words.
    pub why: String,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GameResult {
    /// The kind of ending.
    pub end: ResultEnd,
    /// The seat that laid its last tile, or whose fault ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The bot's fault, if that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The score of each seat; 0 if the game has none.
    pub scores: Vec<i32>,
    /// The place of each seat, from 1; tied seats share a place.
    pub places: Vec<u8>,
}

/// A kind of ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ResultEnd {
    /// A player laid the last tile.
    Out,
    /// The pool was empty, and no player laid tiles any more.
    Empty,
    /// A bot's fault ended the game.
    Fault,
    /// The game reached the largest number of turns.
    Endless,
}

/// Why a bot has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ErrorCode {
    /// The bot does not know this message or these rules.
    Unsupported,
    /// The message is malformed.
    Invalid,
    /// The bot failed.
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
