//! What one player sees of a game. Refuses hidden tiles: other racks and the pool are numbers here.

use rummilab_core::{Event, Game, Happened, Position, RuleSet, Table, TileCounts};

/// A game as one seat sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// The seat that sees this, from 0.
    pub seat: usize,
    /// The own rack.
    pub rack: TileCounts,
    /// The table.
    pub table: &'a Table,
    /// Whether each seat has opened.
    pub opened: Vec<bool>,
    /// Tiles on each rack.
    pub rack_sizes: Vec<usize>,
    /// Tiles left in the pool.
    pub pool_len: usize,
    /// Whether this is the last round of a one-round empty-pool procedure.
    pub last_round: bool,
    /// Every turn so far, as everybody saw it.
    pub history: &'a [PublicTurn],
}

impl<'a> View<'a> {
    /// What `seat` sees. `history` is kept by whoever runs the game, see [`PublicTurn::of`].
    pub fn of(game: &'a Game<'_>, seat: usize, history: &'a [PublicTurn]) -> View<'a> {
        View {
            rules: game.rules(),
            seat,
            rack: *game.rack(seat),
            table: game.table(),
            opened: (0..game.players()).map(|seat| game.opened(seat)).collect(),
            rack_sizes: (0..game.players())
                .map(|seat| game.rack(seat).len())
                .collect(),
            pool_len: game.pool_len(),
            last_round: game.in_last_round(),
            history,
        }
    }

    /// Number of seats.
    pub fn players(&self) -> usize {
        self.rack_sizes.len()
    }

    /// Whether the own first play is done.
    pub fn has_opened(&self) -> bool {
        self.opened[self.seat]
    }

    /// The turn problem of this seat.
    pub fn position(&self) -> Position {
        let me = Some(self.seat);
        self.rules
            .position(self.table, self.rack, self.has_opened(), me)
    }

    /// The fewest tiles on any opponent's rack.
    pub fn smallest_opponent_rack(&self) -> usize {
        let others = self
            .rack_sizes
            .iter()
            .enumerate()
            .filter(|(seat, _)| *seat != self.seat);
        others.map(|(_, size)| *size).min().unwrap_or(usize::MAX)
    }
}

/// A turn as everybody at the table saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicTurn {
    /// Whose turn it was.
    pub seat: usize,
    /// What was seen.
    pub visible: Visible,
}

/// What everybody sees of a turn: tiles laid, but not tiles drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visible {
    /// These tiles were laid.
    Laid(TileCounts),
    /// A tile was drawn.
    Drew,
    /// Nothing happened.
    Passed,
    /// This many penalty tiles were drawn.
    Penalty(usize),
}

impl PublicTurn {
    /// What everybody sees of an event.
    pub fn of(event: &Event) -> PublicTurn {
        let visible = match &event.happened {
            Happened::Laid(turn) => Visible::Laid(turn.played),
            Happened::Drew(_) => Visible::Drew,
            Happened::Passed => Visible::Passed,
            Happened::Penalty(tiles) => Visible::Penalty(tiles.len()),
        };
        PublicTurn {
            seat: event.seat,
            visible,
        }
    }
}
