//! Turns of a replay as lines of JSON, with what happened in words.

use rummilab_core::{Action, Happened, RuleSet, Tile};
use serde::Serialize;

use crate::replay::ReplayedTurn;
use crate::types::{GameRecord, TurnRecord};

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
        }
    }
}

/// The word for what happened, and the tiles.
pub fn what_happened(game: &GameRecord, step: &ReplayedTurn) -> (&'static str, String) {
    let rearranged = matches!(game.turns.get(step.turn), Some(TurnRecord::Play(_)));
    let refused = matches!(game.turns.get(step.turn), Some(TurnRecord::Refused(_)));
    match &step.event.happened {
        Happened::Laid(turn) => ("lays", turn.played.to_string()),
        Happened::Drew(tile) if refused => ("is refused and draws", tile.to_string()),
        Happened::Passed if refused => ("is refused and passes", String::new()),
        Happened::Drew(tile) if rearranged => ("rearranges and draws", tile.to_string()),
        Happened::Drew(tile) => ("draws", tile.to_string()),
        Happened::Passed if rearranged => ("rearranges and passes", String::new()),
        Happened::Passed => ("passes", String::new()),
        Happened::Penalty(tiles) => {
            let why = match game.turns.get(step.turn) {
                Some(TurnRecord::Refused(fault)) => match fault.action {
                    Some(Action::Play(_)) => "is refused a play and draws",
                    _ => "is refused and draws",
                },
                _ => "is penalised and draws",
            };
            (
                why,
                tiles
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        }
    }
}
