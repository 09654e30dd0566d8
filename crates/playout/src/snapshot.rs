//! A game in its middle, from a view and made-up hidden tiles.

use rummilab_bot_api::{PublicTurn, View};
use rummilab_core::{EmptyPool, Seat, SeatThen, Snapshot};

use crate::belief::HiddenTiles;

/// The game of this view if the hidden tiles are these. Each seat draws from its own stream, so
/// that one seat's draws do not change another's. The first tile of the hidden pool is the next of
/// the first stream, the second of the second, and so on.
///
/// The game does not know what a seat has drawn since its last turn. A seat that moves again does
/// not need it. For other seats it affects at most the penalty for a rack that could have opened.
pub fn snapshot_of(view: &View<'_>, hidden: &HiddenTiles) -> Snapshot {
    let players = view.players();
    let turns = |seat: Seat| view.history.iter().filter(|turn| turn.seat == seat).count();
    let seats = hidden.racks.with_seats().map(|(seat, rack)| SeatThen {
        rack: *rack,
        opened: view.opened[seat],
        own_turns: turns(seat) as u32,
        ..SeatThen::default()
    });
    let mut streams = vec![Vec::new(); players];
    for (at, tile) in hidden.pool.iter().enumerate() {
        streams[at % players].push(*tile);
    }
    Snapshot {
        seats: seats.collect(),
        table: view.table.clone(),
        streams,
        starter: view.history.first().map_or(view.seat, |turn| turn.seat),
        to_move: view.seat,
        drawn_first: view.drawn,
        last_round: view.last_round.then(|| turns_left(view)),
        passes: passes(view),
    }
}

/// Turns in a row with an empty pool that laid nothing. They count from the turn after the last
/// tile was taken; if turns begin with a draw, from the turn that took it.
fn passes(view: &View<'_>) -> usize {
    if view.pool_len > 0 || view.drawn.is_some() {
        return 0;
    }
    let mut passes = 0;
    for turn in view.history.iter().rev() {
        if !turn.visible.is_idle() {
            break;
        }
        passes += 1;
        if turn.drew_first {
            break;
        }
    }
    // A game ends when everybody has passed, so a history with more passes is cut.
    passes.min(view.players() - 1)
}

/// Turns of the last round that are still to come, including the next. The round has one turn for
/// each player. It begins after the turn that took the last tile. If turns begin with a draw and
/// the round with the drawer, it begins with that turn.
fn turns_left(view: &View<'_>) -> usize {
    let drawer_first =
        view.rules.draw_first && view.rules.empty_pool_procedure == EmptyPool::OneRoundFromDrawer;
    if drawer_first && view.drawn.is_some() {
        return view.players();
    }
    let took = |turn: &&PublicTurn| turn.visible.drew() || turn.drew_first;
    let since = view.history.iter().rev().take_while(|turn| !took(turn));
    let since = since.count() + usize::from(drawer_first);
    view.players().saturating_sub(since).max(1)
}
