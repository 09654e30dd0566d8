//! Figures of one recorded game: turns, draws, plays, openings, and the tiles left.

use rummilab_core::{Ending, MAX_PLAYERS, RuleSet, Seat};
use rummilab_record::GameRecord;

use crate::turns::{TurnKind, turns};

/// Counts of one game. They follow from the record without a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFigures {
    pub turns: u32,
    /// Turns that drew a tile and laid none, without penalties.
    pub draws: u32,
    /// Turns on which no tile was drawn or laid.
    pub passes: u32,
    /// Turns on which rack tiles were laid.
    pub plays: u32,
    /// Rack tiles laid by all seats.
    pub tiles_laid: u32,
    /// Turns that were refused and penalised.
    pub refused: u32,
    /// Tiles left in the pool.
    pub pool_left: u32,
    /// Tiles on the table at the end.
    pub table_left: u32,
    /// The seat that opened first, if any did.
    pub first_to_open: Option<Seat>,
    pub seats: [SeatFigures; MAX_PLAYERS],
}

/// Counts of one seat, as in [`GameFigures`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatFigures {
    pub turns: u32,
    pub draws: u32,
    /// Turns that laid rack tiles.
    pub plays: u32,
    pub tiles_laid: u32,
}

impl GameFigures {
    /// Counts a game. `rules` are those of its file.
    pub fn of(game: &GameRecord, rules: &RuleSet) -> GameFigures {
        let mut figures = GameFigures {
            turns: game.turns.len() as u32,
            ..GameFigures::default()
        };
        let mut all = turns(game, rules);
        for turn in &mut all {
            let own = &mut figures.seats[turn.seat.index()];
            own.turns += 1;
            match turn.kind {
                TurnKind::Drew => {
                    figures.draws += 1;
                    own.draws += 1;
                }
                TurnKind::Passed => figures.passes += 1,
                TurnKind::Refused => figures.refused += 1,
                TurnKind::Laid(tiles) => {
                    figures.plays += 1;
                    figures.tiles_laid += tiles;
                    own.plays += 1;
                    own.tiles_laid += tiles;
                }
            }
            if turn.opens {
                figures.first_to_open.get_or_insert(turn.seat);
            }
        }
        figures.table_left = all.on_table();
        let racks: u32 = game
            .seats
            .iter()
            .map(|seat| u32::from(seat.tiles_left))
            .sum();
        figures.pool_left = (rules.tile_count() as u32).saturating_sub(figures.table_left + racks);
        figures
    }
}

/// Whether the empty-pool procedure ended the game.
pub(crate) fn ended_empty(game: &GameRecord) -> bool {
    matches!(game.ending, Ending::PoolEmpty)
}
