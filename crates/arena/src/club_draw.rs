//! The tables of a club tournament, of bots or of people, from lots and results
//! (docs/rules.md#pairing).

use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::placement::{Standing, placement_points};
use rummilab_core::{RuleSet, SeatResult};

use crate::pairing::{Past, pair};

/// How often two empty seats count as having met: no table shall have two of them.
const EMPTY_SEATS_MET: u32 = 1_000;

/// Draws the tables of each round. Players are numbers; those who take part may differ from round
/// to round.
///
/// - Round 1: lots are drawn. Who joins later draws a lot after those.
/// - Later rounds: the ranking so far (docs/rules.md#ranking) decides, see docs/rules.md#pairing.
///   Equal players keep the order of their lots.
/// - Reserve players fill the last table. Seats that still stay empty are spread over the last
///   tables, one at each.
/// - Final: the first players of the ranking play, again in the order of the lots if equal.
/// - The letters at a table are drawn by lot in every round.
#[derive(Debug, Clone)]
pub struct ClubDraw {
    rules: RuleSet,
    seed: Seed,
    seats: usize,
    /// The players who have a lot, in the order of the lots.
    lots: Vec<u16>,
    standings: Vec<Standing>,
    /// How often each pair has sat at one table; the last row and column stand for an empty seat.
    met: Vec<u32>,
    last_tables: Vec<usize>,
}

impl ClubDraw {
    /// The state before the first round, of players `0..players` at tables of `seats`.
    pub fn new(rules: &RuleSet, seed: Seed, seats: usize, players: usize) -> ClubDraw {
        ClubDraw {
            rules: rules.clone(),
            seed,
            seats,
            lots: Vec::new(),
            standings: vec![Standing::default(); players],
            met: vec![0; (players + 1) * (players + 1)],
            last_tables: vec![0; players],
        }
    }

    /// The lot of a player, from 1; `None` for a reserve player.
    pub fn lot(&self, player: u16) -> Option<usize> {
        let at = self.lots.iter().position(|p| *p == player);
        at.map(|at| at + 1)
    }

    /// The standing of each player.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// These players, best first, as [`ClubDraw::tables`] of this round orders them. Those without
    /// a lot draw one.
    pub fn ranking(&mut self, round: u64, entries: &[u16]) -> Vec<u16> {
        self.order(entries, &mut Stream::new(Key::club(self.seed, round)))
    }

    /// The tables of a round, from 0: the players with letters A, B, …. As many of the `reserves`
    /// play as seats are empty.
    pub fn tables(&mut self, round: u64, entries: &[u16], reserves: &[u16]) -> Vec<Vec<u16>> {
        let mut stream = Stream::new(Key::club(self.seed, round));
        let mut order = self.order(entries, &mut stream);
        let empty = order.len().next_multiple_of(self.seats) - order.len();
        let reserves = &reserves[..reserves.len().min(empty)];
        let empty = empty - reserves.len();
        let mut tables = if round == 0 {
            order.extend(reserves);
            in_order(&order, self.seats, empty)
        } else {
            // Numbers that no player has stand for empty seats.
            let players = self.standings.len();
            order.extend((players..players + empty).map(|seat| seat as u16));
            order.extend(reserves);
            pair(&order, self.seats, reserves.len(), self)
        };
        for table in &mut tables {
            table.retain(|player| usize::from(*player) < self.standings.len());
            stream.shuffle(table);
        }
        tables
    }

    /// The table of the final, by letters; `round` is the number of rounds before it.
    pub fn final_table(&mut self, round: u64, entries: &[u16]) -> Vec<u16> {
        let mut stream = Stream::new(Key::club(self.seed, round));
        let mut table = self.order(entries, &mut stream);
        table.truncate(self.seats);
        stream.shuffle(&mut table);
        table
    }

    /// Puts players who drew these lots, ascending, in their places. What was written down then
    /// holds, even if the list of players has another order by now.
    pub fn keep_lots(&mut self, lots: &[(usize, u16)]) {
        self.lots
            .retain(|player| lots.iter().all(|(_, other)| other != player));
        for (lot, player) in lots {
            let at = lot.saturating_sub(1).min(self.lots.len());
            self.lots.insert(at, *player);
        }
    }

    /// Notes who sat with whom in a round.
    pub fn seat(&mut self, tables: &[Vec<u16>]) {
        let empty = self.standings.len();
        for (number, table) in tables.iter().enumerate() {
            let mut seats: Vec<usize> = table.iter().map(|player| usize::from(*player)).collect();
            if seats.len() < self.seats {
                seats.push(empty);
            }
            for &a in &seats {
                for &b in seats.iter().filter(|b| **b != a) {
                    self.met[a * (empty + 1) + b] += 1;
                }
            }
            for player in table {
                self.last_tables[usize::from(*player)] = number;
            }
        }
    }

    /// Adds the results of one game.
    pub fn add_game(&mut self, players: &[u16], results: &[SeatResult]) {
        let points = placement_points(&self.rules, results).unwrap_or_default();
        for ((player, result), points) in players.iter().zip(results).zip(points) {
            self.standings[usize::from(*player)].add(points, *result);
        }
    }

    /// These players, best first. Those without a lot draw one.
    fn order(&mut self, entries: &[u16], stream: &mut Stream) -> Vec<u16> {
        let mut new: Vec<u16> = entries.to_vec();
        new.retain(|player| !self.lots.contains(player));
        stream.shuffle(&mut new);
        self.lots.extend(new);
        let mut order = self.lots.clone();
        order.retain(|player| entries.contains(player));
        // The sort is stable, so equal players stay in the order of the lots.
        let standing = |player: u16| &self.standings[usize::from(player)];
        order.sort_by(|a, b| standing(*a).order(standing(*b)));
        order
    }
}

/// Tables of neighbours; the last `empty` tables have one seat less.
fn in_order(order: &[u16], seats: usize, empty: usize) -> Vec<Vec<u16>> {
    let (full, short) = order.split_at(order.len().saturating_sub(empty * (seats - 1)));
    let full = full.chunks(seats).map(<[u16]>::to_vec);
    let short = short.chunks(seats - 1).map(<[u16]>::to_vec);
    full.chain(short).collect()
}

impl Past for ClubDraw {
    fn met(&self, a: u16, b: u16) -> u32 {
        let empty = self.standings.len();
        let [a, b] = [a, b].map(|player| usize::from(player).min(empty));
        match (a, b) {
            _ if a == empty && b == empty => EMPTY_SEATS_MET,
            _ => self.met[a * (empty + 1) + b],
        }
    }

    fn last_table(&self, player: u16) -> usize {
        let at = self.last_tables.get(usize::from(player));
        at.copied().unwrap_or(usize::MAX)
    }
}
