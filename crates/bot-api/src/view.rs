//! The view of one player on a game. Of other racks and of the pool it shows only the sizes.

use rummilab_core::{
    Action, BySeat, Event, Game, Happened, Position, RuleSet, Seat, Table, Tile, TileCounts,
};

/// A game as one seat sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// The seat of the viewer, from 0.
    pub seat: Seat,
    /// The own rack.
    pub rack: TileCounts,
    /// The tile drawn at the start of the own turn, which is on the rack. `None` if turns do not
    /// begin with a draw, the pool was empty, or another seat is to move.
    pub drawn: Option<Tile>,
    /// Whether that tile may go back to the pool for another.
    pub may_put_back: bool,
    /// The table; with the owner of every group if groups have owners ([`Table::owners`]).
    pub table: &'a Table,
    /// Whether each seat has opened.
    pub opened: BySeat<bool>,
    /// Tiles on each rack.
    pub rack_sizes: BySeat<usize>,
    /// Every rack in seat order if the rules lay them open (`open_hands`), otherwise `None`.
    pub racks: Option<BySeat<TileCounts>>,
    /// Tiles left in the pool.
    pub pool_len: usize,
    /// Whether this is the last round of a one-round empty-pool procedure.
    pub last_round: bool,
    /// Every turn so far, as everybody saw it.
    pub history: &'a [PublicTurn],
}

impl<'a> View<'a> {
    /// The view of `seat`. The caller that runs the game keeps `history`, see [`PublicTurn::of`].
    pub fn of(game: &'a Game, seat: Seat, history: &'a [PublicTurn]) -> View<'a> {
        let own_turn = game.to_move() == Some(seat);
        let open = game.rules().open_hands;
        let players = game.players();
        let racks = || BySeat::from_fn(players, |seat| *game.rack(seat));
        View {
            rules: game.rules(),
            seat,
            rack: *game.rack(seat),
            drawn: game.drawn_first().filter(|_| own_turn),
            may_put_back: own_turn && game.may_put_back(),
            racks: open.then(racks),
            table: game.table(),
            opened: BySeat::from_fn(players, |seat| game.opened(seat)),
            rack_sizes: BySeat::from_fn(players, |seat| game.rack(seat).len()),
            pool_len: game.pool_len(),
            last_round: game.in_last_round(),
            history,
        }
    }

    /// Number of seats.
    pub fn players(&self) -> usize {
        self.rack_sizes.len()
    }

    /// Whether the viewer has opened.
    pub fn has_opened(&self) -> bool {
        self.opened[self.seat]
    }

    /// The action of a player who lays nothing: a draw if it is legal and the pool has a tile,
    /// otherwise a pass. A player who can lay a tile may not do so under `must_play`, or with an
    /// empty pool under `must_play_when_empty`.
    pub fn idle(&self) -> Action {
        if self.rules.draw_first || self.pool_len == 0 {
            Action::Pass
        } else {
            Action::Draw
        }
    }

    /// The turn problem of this seat.
    pub fn position(&self) -> Position {
        let me = Some(self.seat);
        self.rules
            .position(self.table, self.rack, self.has_opened(), me)
    }

    /// Every tile of the game that is neither on the table nor on the own rack: those of the pool
    /// and of the other racks.
    pub fn unseen(&self) -> TileCounts {
        let table = self.table.counts().unwrap_or_default();
        self.rules.unseen(&table, &self.rack)
    }

    /// Fewest tiles on any opponent's rack.
    pub fn smallest_opponent_rack(&self) -> usize {
        let others = self.seat.others(self.players());
        let sizes = others.map(|seat| self.rack_sizes[seat]);
        sizes.min().unwrap_or(usize::MAX)
    }
}

/// A turn as everybody at the table saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicTurn {
    /// Whose turn it was.
    pub seat: Seat,
    /// Whether the turn began with a draw and that tile stayed.
    pub drew_first: bool,
    /// Number of tiles put back before that one. Which tiles they were is not shown.
    pub put_back: u32,
    /// The visible action.
    pub visible: Visible,
}

/// The visible part of a turn: tiles laid, but not which tiles were drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visible {
    /// These tiles were laid.
    Laid(TileCounts),
    /// A tile was drawn instead of a play.
    Drew,
    /// Nothing happened.
    Passed,
    /// This many penalty tiles were drawn.
    Penalty(usize),
}

impl Visible {
    /// Whether the turn ended with drawn tiles, either instead of a play or as a penalty. A draw at
    /// the start of the turn does not count.
    pub fn drew(&self) -> bool {
        match self {
            Visible::Drew => true,
            Visible::Penalty(tiles) => *tiles > 0,
            Visible::Laid(_) | Visible::Passed => false,
        }
    }

    /// Whether nothing was laid and nothing drawn: a pass, or a penalty with an empty pool.
    pub fn is_idle(&self) -> bool {
        matches!(self, Visible::Passed | Visible::Penalty(0))
    }
}

impl PublicTurn {
    /// The visible part of an event.
    pub fn of(event: &Event) -> PublicTurn {
        let visible = match &event.happened {
            Happened::Laid(turn) => Visible::Laid(turn.played),
            Happened::Drew(_) => Visible::Drew,
            Happened::Passed => Visible::Passed,
            Happened::Penalty(tiles) => Visible::Penalty(tiles.len()),
        };
        PublicTurn {
            seat: event.seat,
            drew_first: event.drawn_first.is_some(),
            put_back: event.put_back,
            visible,
        }
    }
}
