//! The turns of a recorded game one by one: the kind of turn, the tiles that came and went, and the
//! phase of the game. They follow from the record without a replay.

use rummilab_core::{BySeat, EmptyPool, RuleSet, Seat};
use rummilab_record::{FaultKind, GamePhase, GameRecord, TurnRecord};

/// The kind of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// A tile was drawn and none laid, without penalties.
    Drew,
    /// No tile was drawn or laid.
    Passed,
    /// This many rack tiles were laid.
    Laid(u32),
    /// It was refused and penalised.
    Refused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnFigures {
    pub seat: Seat,
    pub kind: TurnKind,
    /// The phase when the seat was to move, before any draw.
    pub phase: GamePhase,
    /// Whether the seat opened on this turn.
    pub opens: bool,
    /// Tiles on the seat's rack before the turn.
    pub rack: u32,
    /// Tiles in the pool before the turn.
    pub pool: u32,
}

/// The turns of a game, in order.
pub(crate) struct Turns<'a> {
    game: &'a GameRecord,
    rules: &'a RuleSet,
    next: usize,
    seat: Seat,
    pool: u32,
    on_table: u32,
    racks: BySeat<u32>,
    own_turns: BySeat<u32>,
}

/// The turns of a game under these rules.
pub(crate) fn turns<'a>(game: &'a GameRecord, rules: &'a RuleSet) -> Turns<'a> {
    let players = game.seats.len();
    let on_racks = usize::from(rules.hand) * players;
    Turns {
        game,
        rules,
        next: 0,
        seat: game.starter,
        pool: rules.tile_count().saturating_sub(on_racks) as u32,
        on_table: 0,
        racks: BySeat::filled(players, rules.hand.into()),
        own_turns: BySeat::filled(players, 0),
    }
}

impl Iterator for Turns<'_> {
    type Item = TurnFigures;

    fn next(&mut self) -> Option<TurnFigures> {
        let record = self.game.turns.get(self.next)?;
        self.next += 1;
        let seat = self.seat;
        let (rack, pool) = (self.racks[seat], self.pool);
        let phase = self.phase();
        self.own_turns[seat] += 1;
        // A tile put back was drawn, too: one tile less in all.
        let drew_first = self.rules.draw_first && self.draw(1) == 1;
        let after_first = self.pool;
        let kind = match record {
            TurnRecord::Pass if drew_first => TurnKind::Drew,
            TurnRecord::Draw => {
                self.draw(1);
                TurnKind::Drew
            }
            TurnRecord::Pass => TurnKind::Passed,
            TurnRecord::Refused(fault) => {
                self.draw(penalty(fault.kind, self.rules));
                TurnKind::Refused
            }
            TurnRecord::Play(table) => {
                let laid = (table.tiles().count() as u32).saturating_sub(self.on_table);
                self.on_table += laid;
                self.racks[seat] = self.racks[seat].saturating_sub(laid);
                if laid > 0 {
                    TurnKind::Laid(laid)
                } else if drew_first || self.draw(1) == 1 {
                    // A rearrangement without a tile ends in a draw, or in a pass with an empty
                    // pool.
                    TurnKind::Drew
                } else {
                    TurnKind::Passed
                }
            }
        };
        let last_round = self.rules.empty_pool_procedure == EmptyPool::OneRoundFromDrawer
            && self.pool == 0
            && after_first > 0;
        let again = last_round || (self.rules.draw_until_able && kind == TurnKind::Drew);
        if !again {
            self.seat = seat.next(self.racks.players());
        }
        Some(TurnFigures {
            seat,
            kind,
            phase,
            opens: self.game.seats[seat].opened_turn == Some(self.own_turns[seat]),
            rack,
            pool,
        })
    }
}

impl Turns<'_> {
    /// Tiles on the table after the turns so far.
    pub(crate) const fn on_table(&self) -> u32 {
        self.on_table
    }

    /// Moves up to `tiles` tiles from the pool to the rack of the seat to move; returns their
    /// number.
    fn draw(&mut self, tiles: u32) -> u32 {
        let drawn = tiles.min(self.pool);
        self.pool -= drawn;
        self.racks[self.seat] += drawn;
        drawn
    }

    fn phase(&self) -> GamePhase {
        let opened = self.game.seats[self.seat].opened_turn;
        let has_opened = opened.is_some_and(|turn| turn <= self.own_turns[self.seat]);
        let fewest = self.racks.iter().copied().min().unwrap_or_default();
        GamePhase::of(has_opened, self.pool as usize, fewest as usize)
    }
}

/// Number of tiles that a refused turn draws if the pool suffices, without the one drawn at its
/// start.
fn penalty(kind: FaultKind, rules: &RuleSet) -> u32 {
    match kind {
        FaultKind::Timeout if rules.timeout_keeps_legal_part => u32::from(!rules.draw_first),
        FaultKind::Timeout => u32::from(rules.timeout_penalty),
        _ => u32::from(rules.invalid_penalty),
    }
}
