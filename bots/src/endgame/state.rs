//! A game of two with an empty pool: its state, its moves and its endings.

use rummilab_bot_api::View;
use rummilab_core::{
    BySeat, CouldPlay, Ending, Position, RuleSet, Seat, SeatEnd, SeatResult, Stacks, TileCounts,
    UnopenedPenalty, score,
};

/// The state of the game. Seats are 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The tiles on the racks.
    pub racks: [TileCounts; 2],
    pub opened: [bool; 2],
    /// Which seats have had a turn in this game.
    pub turned: [bool; 2],
    pub to_move: Seat,
    /// Turns in a row that laid nothing.
    pub passes: u8,
    /// Turns left in the last round, where the rules have one.
    pub left: Option<u8>,
}

/// The worth of a won game, more than any points.
pub(super) const WON: i64 = 1_000_000;

impl State {
    /// The game that a bot sees, if everything in it is known: two seats, an empty pool, no owners
    /// of groups, jokers that come free, and no draws at the start of a turn.
    pub fn of(view: &View<'_>) -> Option<State> {
        let rules = view.rules;
        let known = view.players() == 2
            && view.pool_len == 0
            && !rules.draw_first
            && !rules.draw_until_able
            && !rules.has_group_owners()
            && rules.sets_are_free();
        if !known {
            return None;
        }
        let deck = rules.deck();
        let other = deck
            .checked_sub(&view.table.counts().ok()?)?
            .checked_sub(&view.rack)?;
        if other.len() != view.rack_sizes[view.seat.next(2)] {
            return None;
        }
        let mut racks = [other; 2];
        racks[view.seat.index()] = view.rack;
        let had_turn = |seat| view.history.iter().any(|turn| turn.seat == seat);
        let idle = view
            .history
            .iter()
            .rev()
            .take_while(|turn| turn.visible.is_idle());
        let since = view
            .history
            .iter()
            .rev()
            .take_while(|turn| !turn.visible.drew());
        let left = u8::try_from(since.count()).map_or(1, |turns| 2_u8.saturating_sub(turns).max(1));
        Some(State {
            racks,
            opened: [0, 1].map(|seat| view.opened[Seat(seat)]),
            turned: [0, 1].map(|seat| had_turn(Seat(seat))),
            to_move: view.seat,
            passes: idle.count().min(1) as u8,
            left: view.last_round.then_some(left),
        })
    }

    /// The turn problem of the seat to move.
    pub fn position(&self, rules: &RuleSet) -> Position {
        let table = rules.deck().saturating_sub(&self.racks[0]);
        Position {
            table: table.saturating_sub(&self.racks[1]),
            rack: self.racks[self.to_move.index()],
            opened: self.opened[self.to_move.index()],
            stacks: Stacks::default(),
            ..Position::default()
        }
    }

    /// The state after the seat to move laid these tiles of its rack, or nothing. If the game
    /// ended, also how.
    pub fn after(&self, laid: &TileCounts) -> (State, Option<Ending>) {
        let seat = self.to_move;
        let mut next = *self;
        next.racks[seat.index()] = self.racks[seat.index()].saturating_sub(laid);
        next.opened[seat.index()] |= !laid.is_empty();
        next.turned[seat.index()] = true;
        next.to_move = seat.next(2);
        next.passes = if laid.is_empty() { self.passes + 1 } else { 0 };
        if next.racks[seat.index()].is_empty() {
            return (next, Some(Ending::WentOut(seat)));
        }
        let ended = match self.left {
            Some(left) => {
                next.left = Some(left.saturating_sub(1));
                left <= 1
            }
            None => next.passes >= 2,
        };
        (next, ended.then_some(Ending::PoolEmpty))
    }

    /// The worth of an ended game to seat 0: the win first, then the difference of the points.
    ///
    /// The penalty of a player who has not opened may depend on the tile drawn on that player's
    /// last turn, which the other has not seen. It counts as if it had been there before. That may
    /// change points, and the winner where points decide.
    pub fn worth(
        &self,
        rules: &RuleSet,
        ending: Ending,
        starter: Seat,
        judge: &mut dyn CouldPlay,
    ) -> i64 {
        let asked = rules.unopened_penalty != UnopenedPenalty::Off;
        let end = |seat: Seat| {
            let rack = self.racks[seat.index()];
            let could = asked && !self.opened[seat.index()] && self.turned[seat.index()];
            SeatEnd {
                rack,
                opened: self.opened[seat.index()],
                could_have_opened: could
                    && rules.opens_with(judge.best_known_opening(rules, &rack)),
            }
        };
        let seats = BySeat::from_fn(2, end);
        let results = score(rules, ending, &seats, starter);
        let worth =
            |result: &SeatResult| WON * i64::from(result.place == 1) + i64::from(result.score);
        worth(&results[Seat(0)]) - worth(&results[Seat(1)])
    }
}
