//! Turns of a replay as lines of JSON, with what happened in words.

use rummilab_core::{Action, Happened, RuleSet, Tile};
use serde::{Deserialize, Serialize};

use crate::replay::ReplayedTurn;
use crate::types::{FaultKind, FaultRecord, GameRecord, TurnRecord};

/// A fault of a bot, for people and programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultLine {
    pub kind: FaultKind,
    /// What was wrong; of an illegal action the referee's reason.
    pub why: String,
    /// The refused action: the whole new table, `draw` or `pass`. `None` if there was none, or it
    /// is too large for a record.
    pub refused: Option<String>,
}

impl From<&FaultRecord> for FaultLine {
    fn from(fault: &FaultRecord) -> FaultLine {
        FaultLine {
            kind: fault.kind,
            why: fault.detail.clone(),
            refused: fault.action.as_ref().map(|action| match action {
                Action::Draw => "draw".to_owned(),
                Action::Pass => "pass".to_owned(),
                Action::Play(table) => table.to_string(),
            }),
        }
    }
}

impl std::fmt::Display for FaultLine {
    /// The kind and the reason: `illegal: no tile was laid`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.kind.word(), self.why)
    }
}

/// A turn of a replay, for programs: a line of `replay --json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplayLine<'a> {
    /// The turn of the game, from 0.
    pub turn: usize,
    pub seat: usize,
    /// The number of the seat's own turn, from 1.
    pub own_turn: u32,
    /// The label of the bot in that seat.
    pub bot: &'a str,
    pub action: &'static str,
    /// The tiles laid or drawn.
    pub tiles: String,
    /// The tile drawn at the start of the turn, if turns begin with a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn_first: Option<Tile>,
    /// Number of tiles put back, if turns begin with a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub put_back: Option<u32>,
    /// The table after the turn.
    pub table: String,
    /// The owners of the table, if groups have owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owners: Option<Vec<Option<u8>>>,
    /// Every rack after the turn.
    pub racks: Vec<String>,
    /// Tiles in the pool after the turn.
    pub pool: usize,
    /// The fault, if the turn was refused or broken off; it changed neither table nor rack but for
    /// penalty tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultLine>,
}

impl<'a> ReplayLine<'a> {
    /// The line of a turn; `bot` is the label of its bot.
    pub fn of(
        rules: &RuleSet,
        game: &GameRecord,
        bot: &'a str,
        step: &ReplayedTurn,
    ) -> ReplayLine<'a> {
        let (action, tiles) = what_happened(game, step);
        let owners = || step.table.owners().unwrap_or_default().to_vec();
        ReplayLine {
            turn: step.turn,
            seat: step.event.seat.index(),
            own_turn: step.own_turn,
            bot,
            action,
            tiles,
            drawn_first: step.event.drawn_first,
            put_back: rules.draw_first.then_some(step.event.put_back),
            table: step.table.to_string(),
            owners: rules.has_group_owners().then(owners),
            racks: step.racks.iter().map(ToString::to_string).collect(),
            pool: step.pool_len,
            fault: game.fault_on(step.turn).map(FaultLine::from),
        }
    }
}

/// The word for what happened, and the tiles.
pub fn what_happened(game: &GameRecord, step: &ReplayedTurn) -> (&'static str, String) {
    let rearranged = matches!(game.turns.get(step.turn), Some(TurnRecord::Play(_)));
    let fault = game.fault_on(step.turn);
    match &step.event.happened {
        _ if fault.is_some() && step.turn == game.turns.len() => ("breaks off", String::new()),
        Happened::Laid(turn) => ("lays", turn.played.to_string()),
        Happened::Drew(tile) if fault.is_some() => ("is refused and draws", tile.to_string()),
        Happened::Passed if fault.is_some() => ("is refused and passes", String::new()),
        Happened::Drew(tile) if rearranged => ("rearranges and draws", tile.to_string()),
        Happened::Drew(tile) => ("draws", tile.to_string()),
        Happened::Passed if rearranged => ("rearranges and passes", String::new()),
        Happened::Passed => ("passes", String::new()),
        Happened::Penalty(tiles) => {
            let why = match fault.map(|fault| &fault.action) {
                Some(Some(Action::Play(_))) => "is refused a play and draws",
                Some(_) => "is refused and draws",
                None => "is penalised and draws",
            };
            let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
            (why, tiles.join(" "))
        }
    }
}
