//! The result of a finished game, worked out anew from docs/rules.md#end-of-the-game and
//! docs/rules.md#scores.

use crate::field::{EmptyPoolScore, RankValue, Stalemate};
use crate::rules::Rules;
use crate::tile::Tile;

/// A seat at the end of a game.
#[derive(Debug, Clone)]
pub struct SeatEnd {
    pub rack: Vec<Tile>,
    /// Whether the player had opened.
    pub opened: bool,
    /// Whether an unopened player could have opened.
    pub could: bool,
}

/// Score and place of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Game points; 0 where games have no scores.
    pub score: i64,
    /// Place, from 1; equal seats share one.
    pub place: u8,
}

/// The points of a rack: faces, and the penalty of each joker.
pub fn rack_points(rules: &Rules, rack: &[Tile]) -> u64 {
    let points = |tile: &Tile| match tile {
        Tile::Number { value, .. } => u64::from(*value),
        Tile::Joker(kind) => u64::from(rules.rack_penalty[kind.index()]),
    };
    rack.iter().map(points).sum()
}

/// The result of a game that `out` ended by laying the last tile.
pub fn went_out(rules: &Rules, seats: &[SeatEnd], out: usize) -> Vec<Standing> {
    if rules.empty_pool_score == EmptyPoolScore::None {
        let key = |seat: usize| (seat != out, merit(rules, &seats[seat], None));
        return by_key(&vec![0; seats.len()], key);
    }
    let losses: Vec<i64> = seats.iter().map(|seat| booked(rules, seat, true)).collect();
    let scores = zero_sum(&losses, out);
    by_key(&scores, |seat| (seat != out, -scores[seat]))
}

/// The result of a game that ended with an empty pool.
pub fn pool_empty(rules: &Rules, seats: &[SeatEnd], starter: usize) -> Vec<Standing> {
    let flat = rules.empty_pool_score == EmptyPoolScore::OwnNegative
        && rules.unopened_rank_value == RankValue::Flat;
    let sums: Vec<i64> = seats.iter().map(|seat| booked(rules, seat, flat)).collect();
    let key = |seat: usize| merit(rules, &seats[seat], Some(sums[seat]));
    let by_tiles = rules.stalemate == Stalemate::FewestTiles;
    match rules.empty_pool_score {
        EmptyPoolScore::None => by_key(&vec![0; seats.len()], key),
        EmptyPoolScore::OwnNegative => {
            let scores: Vec<i64> = sums.iter().map(|sum| -sum).collect();
            let best = (0..seats.len()).map(key).min();
            by_key(&scores, |seat| {
                let wins = Some(key(seat)) == best;
                let then = if by_tiles { key(seat) } else { (sums[seat], 0) };
                (!wins, if wins { (0, 0) } else { then })
            })
        }
        EmptyPoolScore::Relative | EmptyPoolScore::Full => {
            let turn = |seat: usize| (seat + seats.len() - starter) % seats.len();
            let winner = (0..seats.len()).min_by_key(|seat| (key(*seat), turn(*seat)));
            let winner = winner.unwrap_or(starter);
            let counted = match rules.empty_pool_score {
                EmptyPoolScore::Full => 0,
                _ => sums[winner],
            };
            let losses: Vec<i64> = sums.iter().map(|sum| sum - counted).collect();
            let scores = zero_sum(&losses, winner);
            by_key(&scores, |seat| {
                let then = if by_tiles {
                    key(seat)
                } else {
                    (-scores[seat], 0)
                };
                (seat != winner, then)
            })
        }
    }
}

/// What a seat writes down: its rack, or the flat sum of an unopened player where that counts.
fn booked(rules: &Rules, seat: &SeatEnd, flat: bool) -> i64 {
    match rules.unopened_penalty {
        Some([could_not, could]) if flat && !seat.opened => {
            i64::from(if seat.could { could } else { could_not })
        }
        _ => rack_points(rules, &seat.rack) as i64,
    }
}

/// The two criteria of an empty-pool game, smaller being better.
fn merit(rules: &Rules, seat: &SeatEnd, sum: Option<i64>) -> (i64, i64) {
    let sum = sum.unwrap_or_else(|| rack_points(rules, &seat.rack) as i64);
    let tiles = seat.rack.len() as i64;
    match rules.stalemate {
        Stalemate::LowestRack => (sum, tiles),
        Stalemate::FewestTiles => (tiles, sum),
    }
}

/// The winner gains what all others lose.
fn zero_sum(losses: &[i64], winner: usize) -> Vec<i64> {
    let gain = losses.iter().sum::<i64>() - losses[winner];
    let of = |(seat, loss): (usize, &i64)| if seat == winner { gain } else { -loss };
    losses.iter().enumerate().map(of).collect()
}

/// Places by a key, smaller being better.
fn by_key<K: Ord>(scores: &[i64], key: impl Fn(usize) -> K) -> Vec<Standing> {
    let place = |seat: usize| {
        let ahead = (0..scores.len()).filter(|other| key(*other) < key(seat));
        ahead.count() as u8 + 1
    };
    let of = |(seat, score): (usize, &i64)| Standing {
        score: *score,
        place: place(seat),
    };
    scores.iter().enumerate().map(of).collect()
}
