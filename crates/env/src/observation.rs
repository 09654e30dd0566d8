//! The view of a seat, encoded as bytes.

use rummilab_bot_api::{View, Visible};
use rummilab_core::{BySeat, Seat, Tile, TileCounts};

/// A part of an observation: its name and its length in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub len: usize,
}

/// The layout of observations and candidates under given rules. Seats are counted clockwise from
/// the observing one. Kinds of tile are ascending. A number above 255 is written as 255.
///
/// | field | of | meaning |
/// |---|---|---|
/// | `rack` | kinds | tiles on the own rack that are not laid on this turn |
/// | `laid` | kinds | tiles laid so far on this turn, if it is the own |
/// | `table` | kinds | tiles on the table, without those in `laid` |
/// | `unseen` | kinds | tiles of the game that this seat does not see |
/// | `rack_sizes` | seats | tiles on each rack |
/// | `opened` | seats | 1 if the seat has opened |
/// | `last_event` | seats | its last turn: 0 none yet, 1 laid, 2 drew, 3 passed, 4 penalty |
/// | `last_tiles` | seats | tiles laid on it, or penalty tiles drawn |
/// | `pool` | 1 | tiles in the pool |
/// | `last_round` | 1 | 1 in the last round after the pool ran out, where there is one |
/// | `to_move` | 1 | the seat to move |
///
/// The row of a candidate describes a whole play. A play of nothing stands for drawing or passing.
///
/// | field | of | meaning |
/// |---|---|---|
/// | `laid` | kinds | tiles laid on the turn |
/// | `left` | kinds | tiles that stay on the rack |
/// | `tiles` | 1 | the number of tiles laid |
/// | `points` | 1 | the sum of their faces; a joker counts 0 |
/// | `left_tiles` | 1 | the number of tiles that stay |
/// | `left_points` | 1 | the sum of their faces |
/// | `goes_out` | 1 | 1 if nothing stays |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    kinds: Vec<Tile>,
    players: usize,
}

impl Observation {
    /// The layout for these kinds of tile and this number of players.
    pub fn new(kinds: Vec<Tile>, players: usize) -> Observation {
        Observation { kinds, players }
    }

    /// The fields in their order.
    pub fn fields(&self) -> [Field; 11] {
        let (kinds, seats) = (self.kinds.len(), self.players);
        [
            ("rack", kinds),
            ("laid", kinds),
            ("table", kinds),
            ("unseen", kinds),
            ("rack_sizes", seats),
            ("opened", seats),
            ("last_event", seats),
            ("last_tiles", seats),
            ("pool", 1),
            ("last_round", 1),
            ("to_move", 1),
        ]
        .map(|(name, len)| Field { name, len })
    }

    /// The length of an observation in bytes.
    pub fn bytes(&self) -> usize {
        4 * self.kinds.len() + 4 * self.players + 3
    }

    /// The fields of a candidate in their order.
    pub fn candidate_fields(&self) -> [Field; 7] {
        let kinds = self.kinds.len();
        [
            ("laid", kinds),
            ("left", kinds),
            ("tiles", 1),
            ("points", 1),
            ("left_tiles", 1),
            ("left_points", 1),
            ("goes_out", 1),
        ]
        .map(|(name, len)| Field { name, len })
    }

    /// The length of the row of a candidate in bytes.
    pub fn candidate_bytes(&self) -> usize {
        2 * self.kinds.len() + 5
    }

    /// Appends the row of a play of these tiles from a rack.
    pub fn write_candidate(&self, rack: &TileCounts, play: &TileCounts, out: &mut Vec<u8>) {
        let left = rack.saturating_sub(play);
        self.write_counts(play, out);
        self.write_counts(&left, out);
        for tiles in [play, &left] {
            out.extend([byte(tiles.len()), byte(tiles.face_sum() as usize)]);
        }
        out.push(u8::from(left.is_empty()));
    }

    /// Appends an observation. `laid` are the tiles laid so far on the turn of `to_move`.
    pub fn write(
        &self,
        view: &View<'_>,
        laid: &TileCounts,
        to_move: Option<Seat>,
        out: &mut Vec<u8>,
    ) {
        let own = to_move == Some(view.seat);
        let laid = if own { *laid } else { TileCounts::EMPTY };
        let table = view.table.counts().unwrap_or(TileCounts::EMPTY);
        let unseen = view.rules.unseen(&table, &view.rack);
        for counts in [view.rack.saturating_sub(&laid), laid, table, unseen] {
            self.write_counts(&counts, out);
        }
        let seats = || (0..self.players).map(|turns| view.seat.clockwise(turns, self.players));
        let last = self.last_turns(view);
        out.extend(seats().map(|seat| byte(view.rack_sizes[seat])));
        out.extend(seats().map(|seat| u8::from(view.opened[seat])));
        out.extend(seats().map(|seat| last[seat].0));
        out.extend(seats().map(|seat| last[seat].1));
        let to_move = to_move.unwrap_or(view.seat);
        out.extend([
            byte(view.pool_len),
            u8::from(view.last_round),
            byte(to_move.turns_after(view.seat, self.players)),
        ]);
    }

    /// Appends the number of tiles of each kind, a byte each.
    pub fn write_counts(&self, counts: &TileCounts, out: &mut Vec<u8>) {
        out.extend(self.kinds.iter().map(|tile| counts.count(*tile)));
    }

    /// The event of each seat's last turn, and the number of its tiles.
    fn last_turns(&self, view: &View<'_>) -> BySeat<(u8, u8)> {
        let mut last = BySeat::filled(self.players, (0, 0));
        for turn in view.history.iter().rev().take(self.players) {
            last[turn.seat] = match &turn.visible {
                Visible::Laid(tiles) => (1, byte(tiles.len())),
                Visible::Drew => (2, 1),
                Visible::Passed => (3, 0),
                Visible::Penalty(tiles) => (4, byte(*tiles)),
            };
        }
        last
    }
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
