//! What each tool takes. The doc comments are the descriptions that models read in the schemas.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fn original() -> String {
    "original".to_owned()
}

fn yes() -> bool {
    true
}

fn two() -> usize {
    2
}

/// A position: what lies on the table, and what one player holds.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The rule system: `original`, `tournament`, `twist`, `house` or `six`.
    #[serde(default = "original")]
    pub rules: String,
    /// Changes of single rules, such as `jokers=0`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The sets on the table, such as `R3 R4 R5`. Tiles are a colour letter and a value (`R3`; red
    /// R, blue B, black K, orange O); `J` is a joker.
    #[serde(default)]
    pub table: Vec<String>,
    /// The player's tiles, in the same notation, separated by spaces.
    pub rack: String,
    /// Whether the player has opened, that is laid the first 30 points or more.
    #[serde(default = "yes")]
    pub opened: bool,
}

/// What `solve` takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Solve {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// `best`: the best play and the table after it; `plays`: all that can be laid; `after-draw`:
    /// what each tile that could be drawn would do.
    #[serde(default)]
    pub question: Question,
    /// What a play is worth: `tiles`, `value` (points), or `opening-value`.
    #[serde(default)]
    pub goal: Goal,
}

/// What is asked about a position.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// The best play.
    #[default]
    Best,
    /// All plays.
    Plays,
    /// What each tile that could be drawn would do.
    AfterDraw,
}

/// What a play is worth.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Tiles laid.
    #[default]
    Tiles,
    /// Their points.
    Value,
    /// Points of an opening.
    OpeningValue,
}

/// What `check_turn` takes: a turn, as the tables before and after it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The rule system: `original`, `tournament`, `twist`, `house` or `six`.
    #[serde(default = "original")]
    pub rules: String,
    /// Changes of single rules, such as `jokers=0`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The sets on the table before the turn.
    #[serde(default)]
    pub before: Vec<String>,
    /// The tiles that were laid from the rack, separated by spaces.
    pub played: String,
    /// The sets on the table after the turn.
    pub after: Vec<String>,
    /// Whether the player had opened before.
    #[serde(default = "yes")]
    pub opened: bool,
}

/// What `advise` takes: what happened at a real table so far.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Advise {
    /// The rule system: `original`, `tournament`, `twist`, `house` or `six`.
    #[serde(default = "original")]
    pub rules: String,
    /// Changes of single rules, such as `jokers=0`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Players at the table, 2 to 6.
    #[serde(default = "two")]
    pub players: usize,
    /// Your seat, from 0; seat 0 begins.
    #[serde(default)]
    pub seat: usize,
    /// What happened, in order: `rack R3-5 K7 J` (your tiles, first of all); `R7-9` (laid by
    /// the player to move); `d` (drew; if you drew, say what: `d K5`); `p` (passed); `penalty`;
    /// `table R3-5; 7RBK` (how the sets lie, if they lie otherwise); `best` or `choice` (you did
    /// what was advised).
    pub lines: Vec<String>,
}

/// What `new_game` takes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The rule system: `original`, `tournament`, `twist`, `house` or `six`.
    #[serde(default = "original")]
    pub rules: String,
    /// Changes of single rules, such as `jokers=0`.
    #[serde(default)]
    pub options: Vec<String>,
    /// The level of each other player, one to three of them: `beginner`, `easy`, `casual`,
    /// `medium`, `hard`, `expert`, `patient`, `strong`, `self-taught` or `champion`.
    #[serde(rename = "opponents")]
    pub levels: Vec<String>,
    /// Your seat, from 0; seat 0 begins.
    #[serde(default)]
    pub seat: usize,
    /// The deal: the same seed is the same game.
    pub seed: u64,
}

/// What tools take that need nothing but a game.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// The game's number, as `new_game` gave it.
    pub game: u64,
}

/// What `play_turn` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayTurn {
    /// The game's number, as `new_game` gave it.
    pub game: u64,
    /// What you do.
    pub action: TurnAction,
    /// With `lay`: all sets of the table as they lie after your turn. Tiles that were not on it
    /// come from your rack.
    #[serde(default)]
    pub table: Vec<String>,
}

/// What a player does on a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnAction {
    /// Lays tiles; `table` says how the table looks then.
    Lay,
    /// Draws a tile, or passes where there is nothing to draw.
    Draw,
    /// Puts the tile just drawn back for another, where the rules allow it. The turn goes on.
    PutBack,
    /// Before the first turn of the game, where `pairs` are named: all tiles are dealt anew.
    Redeal,
}

/// What `review` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The number of a game that is over.
    pub game: u64,
    /// The seat whose turns are graded; yours unless given.
    pub seat: Option<usize>,
    /// Turns played out to find what each turn was worth: more takes longer and leaves fewer turns
    /// unclear.
    pub work: Option<u64>,
}
