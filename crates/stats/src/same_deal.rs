//! Tells which blocks deal the same tiles. The match-ups of a run play the same deals, so the
//! blocks of one deal are one piece of evidence.

use std::collections::{BTreeMap, BTreeSet};

use rummilab_record::{Block, DealRecord, GameRecord};

/// Counts the deals of blocks in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct DealCount {
    last: Vec<DealRecord>,
    count: u64,
}

impl DealCount {
    /// Adds a block; returns whether it has another deal than the one before it. A block without
    /// deals shares them with no other.
    pub(crate) fn push(&mut self, block: &Block) -> bool {
        let another = self.count == 0 || block.deals.is_empty() || block.deals != self.last;
        if another {
            self.last.clone_from(&block.deals);
            self.count += 1;
        }
        another
    }

    /// Number of deals so far.
    #[cfg(feature = "league")]
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The group of the last deal among `groups`, from 0.
    pub(crate) fn group(&self, groups: u64) -> usize {
        (self.count.saturating_sub(1) % groups) as usize
    }
}

/// The games of the last deal, without their turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct SameDeal {
    deals: DealCount,
    games: Vec<GameRecord>,
}

impl SameDeal {
    /// Adds a block. If it has another deal than those before it, returns their games.
    pub(crate) fn push(&mut self, block: &Block) -> Option<Vec<GameRecord>> {
        let another = self.deals.push(block);
        let before = another.then(|| self.take()).flatten();
        self.games.extend(block.games.iter().map(without_turns));
        before
    }

    /// The games since the last change of the deal, if there are any.
    pub(crate) fn take(&mut self) -> Option<Vec<GameRecord>> {
        let games = std::mem::take(&mut self.games);
        (!games.is_empty()).then_some(games)
    }
}

/// The games of a deal by the bots that sat in them.
#[derive(Debug, Default)]
pub(crate) struct DealGames<'a> {
    pub(crate) by_bot: BTreeMap<usize, Vec<&'a GameRecord>>,
    /// By the first and the second of two bots that met, first < second.
    pub(crate) by_pair: BTreeMap<(usize, usize), Vec<&'a GameRecord>>,
}

impl<'a> DealGames<'a> {
    pub(crate) fn of(games: &'a [GameRecord]) -> DealGames<'a> {
        let mut sorted = DealGames::default();
        for game in games {
            let seated = game.seating.iter().map(|bot| usize::from(*bot));
            let seated: BTreeSet<usize> = seated.collect();
            for a in &seated {
                sorted.by_bot.entry(*a).or_default().push(game);
                for b in seated.range(a + 1..) {
                    sorted.by_pair.entry((*a, *b)).or_default().push(game);
                }
            }
        }
        sorted
    }
}

fn without_turns(game: &GameRecord) -> GameRecord {
    GameRecord {
        seating: game.seating.clone(),
        seats: game.seats.clone(),
        fault: game.fault.clone(),
        turns: Vec::new(),
        put_back: Vec::new(),
        ..*game
    }
}
