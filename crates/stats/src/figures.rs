//! What one recorded game says of itself: turns, draws, plays, openings, what was left. Refuses to average.

use rummilab_core::{EmptyPool, Ending, MAX_PLAYERS, RuleSet};
use rummilab_record::{FaultKind, GameRecord, TurnRecord};

/// Counts of one game. Everything follows from the record; nothing is replayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFigures {
    /// Turns of all seats.
    pub turns: u32,
    /// Turns on which a tile was drawn and none laid, penalties apart.
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
    pub first_to_open: Option<usize>,
    /// Turns by seat.
    pub seats: [SeatFigures; MAX_PLAYERS],
}

/// Counts of one seat, as in [`GameFigures`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatFigures {
    /// Turns.
    pub turns: u32,
    /// Turns that drew.
    pub draws: u32,
    /// Turns that laid rack tiles.
    pub plays: u32,
    /// Rack tiles laid.
    pub tiles_laid: u32,
}

impl GameFigures {
    /// Counts a game. `rules` are those of its file.
    #[must_use]
    pub fn of(game: &GameRecord, rules: &RuleSet) -> GameFigures {
        let mut figures = GameFigures {
            turns: game.turns.len() as u32,
            ..GameFigures::default()
        };
        let players = game.seats.len();
        let on_racks = usize::from(rules.hand) * players;
        let mut pool = rules.tile_count().saturating_sub(on_racks) as u32;
        let mut seat = game.starter;
        let mut own_turns = vec![0; players];
        for turn in &game.turns {
            own_turns[seat] += 1;
            if game.seats[seat].opened_turn == Some(own_turns[seat]) {
                figures.first_to_open.get_or_insert(seat);
            }
            // What went back was drawn too: one tile less in all.
            let drew_first = rules.draw_first && pool > 0;
            pool -= u32::from(drew_first);
            let before = pool;
            let so_far = (figures.draws, figures.plays, figures.tiles_laid);
            match turn {
                TurnRecord::Pass if drew_first => figures.draws += 1,
                TurnRecord::Draw => {
                    figures.draws += 1;
                    pool = pool.saturating_sub(1);
                }
                TurnRecord::Pass => figures.passes += 1,
                TurnRecord::Refused(fault) => {
                    figures.refused += 1;
                    pool = pool.saturating_sub(penalty(fault.kind, rules));
                }
                TurnRecord::Play(table) => {
                    let laid = (table.tiles().count() as u32).saturating_sub(figures.table_left);
                    figures.table_left += laid;
                    figures.tiles_laid += laid;
                    match laid {
                        // A rearrangement without a tile ends in a draw, or in a pass with an empty pool.
                        0 if drew_first => figures.draws += 1,
                        0 if pool > 0 => {
                            figures.draws += 1;
                            pool -= 1;
                        }
                        0 => figures.passes += 1,
                        _ => figures.plays += 1,
                    }
                }
            }
            let own = &mut figures.seats[seat];
            own.turns += 1;
            own.draws += figures.draws - so_far.0;
            own.plays += figures.plays - so_far.1;
            own.tiles_laid += figures.tiles_laid - so_far.2;
            let again = rules.empty_pool_procedure == EmptyPool::OneRoundFromDrawer
                && pool == 0
                && before > 0;
            if !again {
                seat = (seat + 1) % players;
            }
        }
        let racks: u32 = game
            .seats
            .iter()
            .map(|seat| u32::from(seat.tiles_left))
            .sum();
        figures.pool_left = (rules.tile_count() as u32).saturating_sub(figures.table_left + racks);
        figures
    }
}

/// Tiles that a refused turn draws while the pool has them, apart from the one that it began with.
fn penalty(kind: FaultKind, rules: &RuleSet) -> u32 {
    match kind {
        FaultKind::Timeout if rules.timeout_keeps_legal_part => u32::from(!rules.draw_first),
        FaultKind::Timeout => u32::from(rules.timeout_penalty),
        _ => u32::from(rules.invalid_penalty),
    }
}

/// Whether the empty-pool procedure ended the game.
pub(crate) fn ended_empty(game: &GameRecord) -> bool {
    matches!(game.ending, Ending::PoolEmpty)
}
