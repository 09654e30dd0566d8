//! The club tournament (docs/rules.md#club-tournament): rounds, tables, seats, and pairings by the
//! results so far. The caller reports the results block by block; the state then gives the seats at
//! the tables of the next round.
//!
//! A block is one round of one table. Blocks are numbered round by round, and table by table within
//! a round; the final is the last block. Each game of a block has its own deal.

use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::placement::{Standing, club_games, placement_points};
use rummilab_core::{BySeat, RuleSet, Seat, SeatResult};
use rummilab_record::Block;

use crate::pairing::{Past, pair};

/// Largest number of rounds of a club tournament; the rules have 2 to 4
/// (docs/rules.md#rounds-and-tables).
pub const MAX_ROUNDS: u64 = 100;
/// Default number of rounds of a club tournament.
pub const DEFAULT_ROUNDS: u64 = 3;

/// The size of a club tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Club {
    /// Seats at a table, 3 or 4; also the games of a round.
    pub seats: usize,
    /// Entries that get a place: the first bots of the plan. They suffice for at least one table.
    pub entries: usize,
    pub rounds: u64,
    /// Whether the best players play a final, which alone decides their order.
    pub with_final: bool,
}

impl Club {
    /// Number of reserve players: the bots of the plan after the entries. They fill the last table
    /// of every round and get no place.
    pub fn reserves(&self) -> usize {
        self.entries.next_multiple_of(self.seats) - self.entries
    }

    /// Tables in a round; the final has one.
    pub fn tables(&self) -> u64 {
        self.entries.div_ceil(self.seats) as u64
    }

    pub fn blocks(&self) -> u64 {
        self.rounds * self.tables() + u64::from(self.with_final)
    }

    /// The round of a block, from 0; the final is the round after the last.
    pub fn round(&self, block: u64) -> u64 {
        block / self.tables()
    }

    /// The games of a table whose entries have letters A, B, …: the entry in every seat, and the
    /// starting seat (docs/rules.md#club-seats).
    pub fn games(&self, letters: &[u16]) -> Vec<(BySeat<u16>, Seat)> {
        let entries = |game: &BySeat<usize>| game.iter().map(|letter| letters[*letter]).collect();
        let games = club_games(self.seats).unwrap_or_default();
        games
            .iter()
            .map(|(game, starter)| (entries(game), *starter))
            .collect()
    }
}

/// A club tournament in progress.
///
/// - Round 1: lots are drawn.
/// - Later rounds: the ranking so far (docs/rules.md#ranking) decides, see docs/rules.md#pairing.
///   Equal players keep the order of the lots of round 1.
/// - The reserve players fill the last table in every round.
/// - Final: the first `seats` entries of the ranking play, again in the order of the lots if equal.
/// - The letters at a table are drawn by lot in every round.
#[derive(Debug, Clone)]
pub struct ClubState {
    club: Club,
    rules: RuleSet,
    seed: Seed,
    /// The lots of round 1, the reserve players last.
    lots: Vec<u16>,
    standings: Vec<Standing>,
    /// How often each pair has sat at one table.
    met: Vec<u32>,
    last_tables: Vec<usize>,
    /// The tables of the current round, by letters.
    tables: Vec<Vec<u16>>,
    next: u64,
}

impl ClubState {
    /// The state before the first game, with the tables of round 1 drawn.
    pub(crate) fn new(club: Club, rules: &RuleSet, seed: Seed) -> ClubState {
        let players = club.entries + club.reserves();
        let mut lots: Vec<u16> = (0..club.entries as u16).collect();
        let mut stream = Stream::new(Key::club(seed, 0));
        stream.shuffle(&mut lots);
        lots.extend(club.entries as u16..players as u16);
        let mut state = ClubState {
            club,
            rules: rules.clone(),
            seed,
            standings: vec![Standing::default(); players],
            met: vec![0; players * players],
            last_tables: vec![0; players],
            tables: Vec::new(),
            next: 0,
            lots,
        };
        let tables = state.lots.chunks(club.seats).map(<[u16]>::to_vec);
        state.tables = tables.collect();
        state.draw_letters(&mut stream);
        state
    }

    /// The lot of a player in round 1, from 1, which later orders equal players; `None` for a
    /// reserve player.
    pub fn lot(&self, player: u16) -> Option<usize> {
        let entries = &self.lots[..self.club.entries];
        entries.iter().position(|p| *p == player).map(|at| at + 1)
    }

    /// The size of the tournament.
    pub fn club(&self) -> Club {
        self.club
    }

    /// The number of the next block.
    pub fn next_block(&self) -> u64 {
        self.next
    }

    /// Whether every block has been played.
    pub fn is_over(&self) -> bool {
        self.next >= self.club.blocks()
    }

    /// The first block of the current round.
    pub fn first_block(&self) -> u64 {
        self.club.round(self.next) * self.club.tables()
    }

    /// The tables of the current round: the players with letters A, B, ….
    pub fn tables(&self) -> &[Vec<u16>] {
        &self.tables
    }

    /// The players at the table of a block, by letters; `None` if the block is not in the current
    /// round.
    pub fn table(&self, block: u64) -> Option<&[u16]> {
        let table = usize::try_from(block.checked_sub(self.first_block())?).ok()?;
        self.tables.get(table).map(Vec::as_slice)
    }

    /// Adds the results of the next block. Returns `false` and changes nothing for any other block.
    /// Its bots must be those of the plan, as a reader of records checks.
    pub fn push(&mut self, block: &Block) -> bool {
        if block.block != self.next || self.is_over() {
            return false;
        }
        for game in &block.games {
            let result = |seat: &rummilab_record::SeatRecord| SeatResult {
                score: seat.score,
                place: seat.place,
            };
            let results: BySeat<SeatResult> = game.seats.iter().map(result).collect();
            let points = placement_points(&self.rules, &results).unwrap_or_default();
            for ((bot, result), points) in game.seating.iter().zip(results).zip(points) {
                self.standings[usize::from(*bot)].add(points, result);
            }
        }
        self.next += 1;
        if !self.is_over() && self.next.is_multiple_of(self.club.tables()) {
            self.begin_round(self.club.round(self.next));
        }
        true
    }

    /// All players, best first, reserve players last.
    fn order(&self) -> Vec<u16> {
        // The sort is stable, so equal players stay in the order of the lots.
        let mut order = self.lots.clone();
        let (entries, _) = order.split_at_mut(self.club.entries);
        let standing = |bot: u16| &self.standings[usize::from(bot)];
        entries.sort_by(|a, b| standing(*a).order(standing(*b)));
        order
    }

    fn begin_round(&mut self, round: u64) {
        let players = self.standings.len();
        for (number, table) in self.tables.iter().enumerate() {
            for &a in table {
                self.last_tables[usize::from(a)] = number;
                for &b in table.iter().filter(|b| **b != a) {
                    self.met[usize::from(a) * players + usize::from(b)] += 1;
                }
            }
        }
        let order = self.order();
        self.tables = if round == self.club.rounds {
            vec![order[..self.club.seats].to_vec()]
        } else {
            pair(&order, self.club.seats, self.club.reserves(), self)
        };
        self.draw_letters(&mut Stream::new(Key::club(self.seed, round)));
    }

    fn draw_letters(&mut self, stream: &mut Stream) {
        for table in &mut self.tables {
            stream.shuffle(table);
        }
    }
}

impl Past for ClubState {
    fn met(&self, a: u16, b: u16) -> u32 {
        self.met[usize::from(a) * self.standings.len() + usize::from(b)]
    }

    fn last_table(&self, player: u16) -> usize {
        self.last_tables[usize::from(player)]
    }
}
