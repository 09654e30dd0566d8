//! Gathers the blocks of all pairs of a league of two players.

use std::collections::BTreeMap;

use crate::BlockMeans;
use rummilab_chance::Stream;
use rummilab_record::Block;

/// Wins of the first of two bots against the second, first before second in the order of the plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    /// Wins of the first per game.
    pub(crate) means: BlockMeans,
    /// The number of blocks in which the first won each share. The keys are the bits of the share,
    /// and have the order of the shares.
    blocks: BTreeMap<u64, u64>,
}

impl Meetings {
    fn push(&mut self, wins: &[f64]) {
        let share = wins.iter().sum::<f64>() / wins.len() as f64;
        self.means.push(wins);
        *self.blocks.entry(share.to_bits()).or_default() += 1;
    }

    /// The first bot's share in resampled blocks. Of n blocks, n - 1 are drawn with replacement, so
    /// that the spread of the means is the squared standard error (Rao and Wu, J. American
    /// Statistical Association 83, 1988). A single block is drawn as it is.
    fn resampled(&self, stream: &mut Stream) -> f64 {
        let all = self.means.blocks();
        let drawn = all.saturating_sub(1).max(1);
        let mut sum = 0.0;
        for _ in 0..drawn {
            let mut at = stream.index(all as usize).unwrap_or(0) as u64;
            for (share, blocks) in &self.blocks {
                if at < *blocks {
                    sum += f64::from_bits(*share);
                    break;
                }
                at -= blocks;
            }
        }
        sum / drawn as f64
    }
}

/// Gathers the blocks of two-player games.
#[derive(Clone, Debug, Default)]
pub struct LeagueTally {
    pairs: BTreeMap<(usize, usize), Meetings>,
}

impl LeagueTally {
    /// Adds a block. Skips games of more than two seats, and of a bot against itself.
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
        for (pair, wins) in wins {
            self.pairs.entry(pair).or_default().push(&wins);
        }
    }

    /// The meetings of two bots, first before second.
    pub(crate) fn pair(&self, a: usize, b: usize) -> Option<&Meetings> {
        self.pairs.get(&(a, b))
    }

    /// The share of wins of each bot against each other, less one half, in blocks resampled from
    /// those played. Zero for pairs that never met.
    pub(crate) fn resampled(&self, bots: usize, stream: &mut Stream) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; bots]; bots];
        for ((a, b), meetings) in &self.pairs {
            let edge = meetings.resampled(stream) - 0.5;
            matrix[*a][*b] = edge;
            matrix[*b][*a] = -edge;
        }
        matrix
    }
}
