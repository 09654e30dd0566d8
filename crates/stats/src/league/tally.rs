//! Gathers the blocks of all pairs of a league of two players.

use std::collections::BTreeMap;

use crate::BlockMeans;
use crate::plackett_luce::GROUPS;
use crate::same_deal::DealCount;
use rummilab_chance::Stream;
use rummilab_record::Block;

/// Wins of the first of two bots against the second, first before second in the order of the plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    /// Wins of the first per game.
    pub(crate) means: BlockMeans,
    /// Sum and number of the shares that the first won in blocks, by group of deals.
    groups: Vec<(f64, u32)>,
}

impl Meetings {
    fn push(&mut self, group: usize, wins: &[f64]) {
        let share = wins.iter().sum::<f64>() / wins.len() as f64;
        self.means.push(wins);
        if self.groups.len() <= group {
            self.groups.resize(group + 1, (0.0, 0));
        }
        let (sum, blocks) = &mut self.groups[group];
        *sum += share;
        *blocks += 1;
    }

    /// The first bot's share in these groups; that in all if none of them holds a block.
    fn share_in(&self, groups: &[usize]) -> f64 {
        let drawn = groups.iter().filter_map(|group| self.groups.get(*group));
        let share_of = |(sum, blocks): (f64, u32)| (blocks > 0).then(|| sum / f64::from(blocks));
        let sum = |(a, n): (f64, u32), (b, m): &(f64, u32)| (a + b, n + m);
        share_of(drawn.fold((0.0, 0), sum))
            .or_else(|| share_of(self.groups.iter().fold((0.0, 0), sum)))
            .unwrap_or(0.5)
    }
}

/// Gathers the blocks of two-player games.
#[derive(Clone, Debug, Default)]
pub struct LeagueTally {
    deals: DealCount,
    pairs: BTreeMap<(usize, usize), Meetings>,
}

impl LeagueTally {
    /// Adds a block, with all blocks of its deal after each other. Skips games of more than two
    /// seats, and of a bot against itself.
    pub fn push(&mut self, block: &Block) {
        let mut wins: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
        for game in &block.games {
            let &[first, second] = &*game.seating else {
                continue;
            };
            let (a, b) = (
                usize::from(first.min(second)),
                usize::from(first.max(second)),
            );
            if a != b {
                let mut seats = game.seating.seats();
                let seat = seats.find(|seat| usize::from(game.seating[*seat]) == a);
                let won = seat.map_or(0.0, |seat| game.win_share(seat));
                wins.entry((a, b)).or_default().push(won);
            }
        }
        self.deals.push(block);
        let group = self.deals.group(GROUPS);
        for (pair, wins) in wins {
            self.pairs.entry(pair).or_default().push(group, &wins);
        }
    }

    /// The meetings of two bots, first before second.
    pub(crate) fn pair(&self, a: usize, b: usize) -> Option<&Meetings> {
        self.pairs.get(&(a, b))
    }

    /// The share of wins of each bot against each other, less one half, on resampled deals. Of n
    /// deals, n - 1 are drawn with replacement, the same for all pairs, so that the spread of a
    /// mean is its standard error (Rao and Wu, J. American Statistical Association 83, 1988); very
    /// many are drawn in groups. Zero for pairs that never met.
    pub(crate) fn resampled(&self, bots: usize, stream: &mut Stream) -> Vec<Vec<f64>> {
        let all = self.deals.count().min(GROUPS) as usize;
        let draws = all.saturating_sub(1).max(1);
        let drawn: Vec<usize> = (0..draws).filter_map(|_| stream.index(all)).collect();
        let mut matrix = vec![vec![0.0; bots]; bots];
        for ((a, b), meetings) in &self.pairs {
            let edge = meetings.share_in(&drawn) - 0.5;
            matrix[*a][*b] = edge;
            matrix[*b][*a] = -edge;
        }
        matrix
    }
}
