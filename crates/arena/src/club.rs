//! The club tournament of bots (docs/rules.md#club-tournament): rounds, tables, seats. The caller
//! reports the results block by block; the state then gives the seats at the tables of the next
//! round.
//!
//! A block is one round of one table. Blocks are numbered round by round, and table by table within
//! a round; the final is the last block. Each game of a block has its own deal.

use rummilab_chance::Seed;
use rummilab_core::placement::club_games;
use rummilab_core::{BySeat, RuleSet, Seat, SeatResult};
use rummilab_record::{Block, SeatRecord};

use crate::club_draw::ClubDraw;

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

/// A club tournament in progress. [`ClubDraw`] says how tables are drawn.
#[derive(Debug, Clone)]
pub struct ClubState {
    club: Club,
    draw: ClubDraw,
    /// The tables of the current round, by letters.
    tables: Vec<Vec<u16>>,
    next: u64,
}

impl ClubState {
    /// The state before the first game, with the tables of round 1 drawn.
    pub(crate) fn new(club: Club, rules: &RuleSet, seed: Seed) -> ClubState {
        let players = club.entries + club.reserves();
        let mut state = ClubState {
            club,
            draw: ClubDraw::new(rules, seed, club.seats, players),
            tables: Vec::new(),
            next: 0,
        };
        state.begin_round(0);
        state
    }

    /// The lot of a player in round 1, from 1, which later orders equal players; `None` for a
    /// reserve player.
    pub fn lot(&self, player: u16) -> Option<usize> {
        self.draw.lot(player)
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
            let result = |seat: &SeatRecord| SeatResult {
                score: seat.score,
                place: seat.place,
            };
            let results: Vec<SeatResult> = game.seats.iter().map(result).collect();
            self.draw.add_game(&game.seating, &results);
        }
        self.next += 1;
        if !self.is_over() && self.next.is_multiple_of(self.club.tables()) {
            self.draw.seat(&self.tables);
            self.begin_round(self.club.round(self.next));
        }
        true
    }

    fn begin_round(&mut self, round: u64) {
        let entries: Vec<u16> = (0..self.club.entries as u16).collect();
        let reserves: Vec<u16> = (0..self.club.reserves())
            .map(|at| (self.club.entries + at) as u16)
            .collect();
        self.tables = if round == self.club.rounds {
            vec![self.draw.final_table(round, &entries)]
        } else {
            self.draw.tables(round, &entries, &reserves)
        };
    }
}
