//! The match-ups of a run and their seatings. Club games are elsewhere: they have rounds, not
//! deals.
//!
//! A match-up is a list of entries, one for each seat. A block is one deal of one match-up in all
//! its seatings.
//!
//! - Fewer bots than seats: one match-up; copies of the last bot fill the free seats; all
//!   rotations. The copies are one entry with one row in every table.
//! - As many bots as seats: one match-up. The entries are different even if the bots are equal, and
//!   no seating is dropped.
//! - More bots: with 2 seats every pair; with more every set, or a balanced choice if there are too
//!   many.
//! - Gauntlet: the first entry with each of the others, which fills all other seats.
//! - Challenge: each of the others with the first entry, which fills all other seats. With 2 seats
//!   these are the same pairs as in a gauntlet.
//! - Listed: the match-ups that the plan lists. A bot that is listed twice in one fills two seats.
//! - Seats: one match-up, one seating: every entry sits in the seat of its index. A person's game
//!   uses this.
//!
//! Different entries sit in both orders (2 seats), in all 6 orders (3 seats), or in the rotations
//! of the list and of its reverse (4 to 6 seats). All orders of six would be 720 games a deal. In
//! these rotations every entry sits in every seat twice, and the order of who follows whom occurs
//! both ways. A **single bot** plays itself in one game a block: it
//! is one entry in every seat, and all rotations would be the same game. For two rows of the same
//! bot, enter it twice.

use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::BySeat;
use serde::{Deserialize, Serialize};

use crate::design::{all_sets, balanced, binomial};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every entry with every other.
    #[default]
    RoundRobin,
    /// The first entry with each of the others.
    Gauntlet,
    /// Each of the others with the first entry, which fills the other seats.
    Challenge,
    /// The match-ups that the plan lists.
    Listed,
    /// In the order of the list: one game a deal, with as many bots as seats.
    Seats,
    /// Rounds of tables paired by results, see [`Club`](crate::Club).
    Club,
}

/// A list of entries, one per seat, and the seatings in which they play each deal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Matchup {
    /// The entries; copies are repeated.
    pub entries: Vec<u16>,
    /// For each game of a block, the entry in each seat.
    pub seatings: Vec<BySeat<u16>>,
}

impl Matchup {
    /// Whether it has the seatings of another, in any order.
    pub fn is_same(&self, other: &Matchup) -> bool {
        let all = self.seatings.len() == other.seatings.len();
        all && self
            .seatings
            .iter()
            .all(|seating| other.seatings.contains(seating))
    }

    /// A match-up of different entries.
    fn of_all_different(entries: Vec<u16>) -> Matchup {
        let seatings = match entries.len() {
            3 => {
                let orders = [
                    [0, 1, 2],
                    [0, 2, 1],
                    [1, 0, 2],
                    [1, 2, 0],
                    [2, 0, 1],
                    [2, 1, 0],
                ];
                orders
                    .iter()
                    .map(|order| order.map(|i: usize| entries[i]).into())
                    .collect()
            }
            4.. => {
                let reverse: Vec<u16> = entries.iter().rev().copied().collect();
                [rotations(&entries), rotations(&reverse)].concat()
            }
            _ => rotations(&entries),
        };
        Matchup { entries, seatings }
    }

    /// A match-up of some entries and copies of the last.
    fn of_copies(mut entries: Vec<u16>, players: usize) -> Matchup {
        if let Some(last) = entries.last().copied() {
            entries.resize(players, last);
        }
        let mut seatings = rotations(&entries);
        if entries.iter().all(|entry| *entry == entries[0]) {
            seatings.truncate(1);
        }
        Matchup { entries, seatings }
    }
}

/// A match-up of entries for all seats.
impl From<Vec<u16>> for Matchup {
    fn from(entries: Vec<u16>) -> Matchup {
        let copies = (1..entries.len()).any(|seat| entries[..seat].contains(&entries[seat]));
        let players = entries.len();
        if copies {
            Matchup::of_copies(entries, players)
        } else {
            Matchup::of_all_different(entries)
        }
    }
}

fn rotations(entries: &[u16]) -> Vec<BySeat<u16>> {
    let rotate = |by: usize| [&entries[by..], &entries[..by]].concat().into();
    (0..entries.len()).map(rotate).collect()
}

/// Every match-up of a run, and the number of deals for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The match-ups, in the order of their numbers; none in a club tournament.
    pub matchups: Vec<Matchup>,
    /// Deals that each match-up plays.
    pub deals: u64,
}

impl Schedule {
    /// The schedule of a run. `limit` is the largest number of match-ups with more than 2 seats;
    /// if there are more, the seed draws them.
    ///
    /// # Panics
    /// If there are no bots, or more than 65 535.
    pub fn new(
        bots: usize,
        players: usize,
        deals: u64,
        format: Format,
        limit: u64,
        seed: impl Into<Seed>,
    ) -> Schedule {
        assert!(
            (1..=usize::from(u16::MAX)).contains(&bots),
            "a schedule of {bots} bots"
        );
        let matchups = match format {
            Format::Seats => {
                let entries: Vec<u16> = (0..bots as u16).collect();
                vec![Matchup {
                    seatings: vec![entries.clone().into()],
                    entries,
                }]
            }
            Format::Gauntlet if bots > 1 && players > 2 => (1..bots as u16)
                .map(|other| Matchup::of_copies(vec![0, other], players))
                .collect(),
            Format::Challenge if bots > 1 && players > 2 => (1..bots as u16)
                .map(|other| Matchup::of_copies(vec![other, 0], players))
                .collect(),
            Format::Gauntlet | Format::Challenge if bots > 1 => (1..bots as u16)
                .map(|other| Matchup::of_all_different(vec![0, other]))
                .collect(),
            _ if bots < players => vec![Matchup::of_copies((0..bots as u16).collect(), players)],
            _ => {
                let chosen = players > 2 && binomial(bots, players) > limit;
                let sets = if chosen {
                    balanced(
                        bots,
                        players,
                        limit as usize,
                        &mut Stream::new(Key::schedule(seed)),
                    )
                } else {
                    all_sets(bots, players)
                };
                sets.into_iter().map(Matchup::of_all_different).collect()
            }
        };
        Schedule { matchups, deals }
    }

    /// The schedule of these match-ups, each with an entry for every seat.
    pub fn listed(matchups: Vec<Vec<u16>>, deals: u64) -> Schedule {
        let matchups = matchups.into_iter().map(Matchup::from).collect();
        Schedule { matchups, deals }
    }

    /// The empty schedule of a club tournament.
    pub(crate) fn none() -> Schedule {
        Schedule {
            matchups: Vec::new(),
            deals: 0,
        }
    }

    /// Number of blocks of the run: deals x match-ups. The number of a block is deal * match-ups +
    /// match-up, from 0.
    pub fn blocks(&self) -> u64 {
        self.deals.saturating_mul(self.matchups.len() as u64)
    }

    pub fn games(&self) -> u64 {
        let a_deal: u64 = self
            .matchups
            .iter()
            .map(|matchup| matchup.seatings.len() as u64)
            .sum();
        self.deals.saturating_mul(a_deal)
    }

    /// The match-up that plays this block.
    ///
    /// # Panics
    /// If there are no match-ups.
    pub fn matchup(&self, block: u64) -> &Matchup {
        &self.matchups[(block % self.matchups.len() as u64) as usize]
    }

    /// The number of this block's deal within its match-up.
    pub fn deal(&self, block: u64) -> u64 {
        block / self.matchups.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seatings(bots: usize, players: usize, format: Format) -> Vec<Vec<Vec<u16>>> {
        let schedule = Schedule::new(bots, players, 5, format, 200, 1);
        assert_eq!(schedule.blocks(), 5 * schedule.matchups.len() as u64);
        schedule
            .matchups
            .iter()
            .map(|matchup| matchup.seatings.iter().map(|seating| seating.to_vec()))
            .map(Iterator::collect)
            .collect()
    }

    #[test]
    fn two_seats() {
        assert_eq!(seatings(1, 2, Format::RoundRobin), [[[0, 0]]]);
        assert_eq!(seatings(2, 2, Format::RoundRobin), [[[0, 1], [1, 0]]]);
        let pairs = [[[0, 1], [1, 0]], [[0, 2], [2, 0]], [[1, 2], [2, 1]]];
        assert_eq!(seatings(3, 2, Format::RoundRobin), pairs);
        assert_eq!(seatings(3, 2, Format::Gauntlet), pairs[..2]);
        assert_eq!(seatings(3, 2, Format::Challenge), pairs[..2]);
        assert_eq!(seatings(30, 2, Format::RoundRobin).len(), 435);
    }

    #[test]
    fn fewer_bots_than_seats_fill_up_with_copies_of_the_last() {
        assert_eq!(seatings(1, 4, Format::RoundRobin), [[[0; 4]]]);
        let turned = [[0, 1, 1], [1, 1, 0], [1, 0, 1]];
        assert_eq!(seatings(2, 3, Format::RoundRobin), [turned]);
        assert_eq!(seatings(3, 4, Format::RoundRobin)[0][1], [1, 2, 2, 0]);
        let gauntlet = &seatings(3, 3, Format::Gauntlet)[1];
        assert_eq!(*gauntlet, [[0, 2, 2], [2, 2, 0], [2, 0, 2]]);
        let challenge = &seatings(3, 3, Format::Challenge)[1];
        assert_eq!(*challenge, [[2, 0, 0], [0, 0, 2], [0, 2, 0]]);
    }

    /// Every entry sits in every seat equally often, and no seating occurs twice.
    #[test]
    fn as_many_bots_as_seats() {
        for (players, games) in [(2, 2), (3, 6), (4, 8), (5, 10), (6, 12)] {
            let all = seatings(players, players, Format::RoundRobin);
            assert_eq!(all.len(), 1);
            let mut distinct = all[0].clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), games);
            for seat in 0..players {
                for entry in 0..players as u16 {
                    let there = all[0].iter().filter(|seating| seating[seat] == entry);
                    assert_eq!(there.count(), games / players);
                }
            }
        }
        for n in 4..=6 {
            let all = seatings(n, n, Format::RoundRobin);
            let follows = |a: u16, b: u16| {
                let sits = |s: &&Vec<u16>| (0..n).any(|i| s[i] == a && s[(i + 1) % n] == b);
                all[0].iter().filter(sits).count()
            };
            assert_eq!((follows(0, 1), follows(1, 0)), (n, n));
        }
    }

    #[test]
    fn seats_as_they_are_listed() {
        for players in 2..=6 {
            let seating: Vec<u16> = (0..players as u16).collect();
            assert_eq!(seatings(players, players, Format::Seats), [[seating]]);
        }
    }

    #[test]
    fn too_many_sets_are_drawn_by_seed() {
        assert_eq!(seatings(9, 4, Format::RoundRobin).len(), 126);
        assert_eq!(seatings(11, 4, Format::RoundRobin).len(), 200);
        assert_eq!(seatings(9, 6, Format::RoundRobin).len(), 84);
        assert_eq!(seatings(12, 6, Format::RoundRobin).len(), 200);
        let draw = |seed| Schedule::new(20, 3, 1, Format::RoundRobin, 50, seed);
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert_eq!(draw(1).matchups.len(), 50);
    }

    #[test]
    fn blocks_count_match_ups_first() {
        let schedule = Schedule::new(3, 2, 10, Format::RoundRobin, 200, 1);
        assert_eq!((schedule.blocks(), schedule.games()), (30, 60));
        assert_eq!(
            (schedule.deal(7), &schedule.matchup(7).entries[..]),
            (2, &[0, 2][..])
        );
    }
}
