//! How the difference of two bots and its interval grow with the blocks. Refuses to estimate: means and intervals are
//! those of [`rummilab_stats`]; the last look is what `summary.json` says of the pair, which a test holds fast.

use std::collections::{BTreeMap, BTreeSet};

use rummilab_core::RuleSet;
use rummilab_record::{Block, GameRecord};
use rummilab_stats::{BlockMeans, Interval, mean_interval};

/// Level of the intervals, as in `summary.json`.
const LEVEL: f64 = 0.95;
/// Looks that are kept of each pair, at most; the last one apart.
const MOST_LOOKS: u64 = 64;

/// A difference after some blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Blocks so far in which both sat.
    pub blocks: u64,
    /// First bot minus second, per game: game points, or wins where games have no scores.
    pub mean: f64,
    /// Interval of it; for a look planned beforehand, not for whoever looks again and again.
    pub interval: Option<Interval>,
}

/// The differences of all pairs that met, block by block.
#[derive(Clone, Debug)]
pub struct Differences {
    seed: u64,
    with_scores: bool,
    pairs: BTreeMap<(usize, usize), Growing>,
}

#[derive(Clone, Debug)]
struct Growing {
    means: BlockMeans,
    /// The state at every `every`th block.
    kept: Vec<BlockMeans>,
    every: u64,
}

impl Differences {
    /// Nothing yet. `seed` is the master seed, which keys the resampling of short runs.
    pub fn new(rules: &RuleSet, seed: u64) -> Differences {
        Differences {
            seed,
            with_scores: rules.has_scores(),
            pairs: BTreeMap::new(),
        }
    }

    /// Whether the differences are in game points; in wins otherwise.
    pub fn in_points(&self) -> bool {
        self.with_scores
    }

    /// Adds a block whose seats are those of its header. Push blocks in order.
    pub fn push(&mut self, block: &Block) {
        let seated = block.games.iter().flat_map(|game| &game.seating);
        let seated: BTreeSet<usize> = seated.map(|bot| usize::from(*bot)).collect();
        for &a in &seated {
            for &b in seated.range(a + 1..) {
                let games = block.games.iter();
                let values =
                    games.filter_map(|game| Some(self.of_bot(game, a)? - self.of_bot(game, b)?));
                let values: Vec<f64> = values.collect();
                if !values.is_empty() {
                    let growing = self.pairs.entry((a, b)).or_insert_with(Growing::new);
                    growing.push(&values);
                }
            }
        }
    }

    /// What a bot got in a game per seat it took; `None` if it did not sit there.
    fn of_bot(&self, game: &GameRecord, bot: usize) -> Option<f64> {
        let seats = (0..game.seating.len()).filter(|seat| usize::from(game.seating[*seat]) == bot);
        let got = seats.map(|seat| match self.with_scores {
            true => f64::from(game.seats[seat].score),
            false => game.win_share(seat),
        });
        let (sum, seats) = got.fold((0.0, 0_u32), |(sum, seats), got| (sum + got, seats + 1));
        (seats > 0).then(|| sum / f64::from(seats))
    }

    /// The pairs that met, first bot before second.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.pairs.keys().copied()
    }

    /// The difference of a pair so far.
    pub fn now(&self, pair: (usize, usize)) -> Option<Look> {
        self.look(&self.pairs.get(&pair)?.means)
    }

    /// The difference of a pair without its interval, which costs less.
    pub fn mean(&self, pair: (usize, usize)) -> Option<f64> {
        self.pairs.get(&pair)?.means.mean()
    }

    /// The difference of a pair as its blocks grew, at some 50 of them and at the last.
    pub fn growth(&self, pair: (usize, usize)) -> Vec<Look> {
        let Some(growing) = self.pairs.get(&pair) else {
            return Vec::new();
        };
        let earlier = growing.kept.iter();
        let earlier = earlier.filter(|means| means.blocks() < growing.means.blocks());
        let all = earlier.chain([&growing.means]);
        all.filter_map(|means| self.look(means)).collect()
    }

    /// The one place that says which interval is shown while a run goes on.
    fn look(&self, means: &BlockMeans) -> Option<Look> {
        Some(Look {
            blocks: means.blocks(),
            mean: means.mean()?,
            interval: mean_interval(means, LEVEL, self.seed),
        })
    }
}

impl Growing {
    fn new() -> Growing {
        Growing {
            means: BlockMeans::new(),
            kept: Vec::new(),
            every: 1,
        }
    }

    fn push(&mut self, games: &[f64]) {
        self.means.push(games);
        if self.means.blocks().is_multiple_of(self.every) {
            self.kept.push(self.means.clone());
        }
        if self.kept.len() as u64 > MOST_LOOKS {
            self.every *= 2;
            let every = self.every;
            self.kept
                .retain(|means| means.blocks().is_multiple_of(every));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_thinned_and_even() {
        let mut growing = Growing::new();
        for block in 1..=1000 {
            growing.push(&[f64::from(block % 7)]);
            assert!(growing.kept.len() as u64 <= MOST_LOOKS);
        }
        let blocks: Vec<u64> = growing.kept.iter().map(BlockMeans::blocks).collect();
        assert_eq!((blocks[0], blocks[1], growing.every), (16, 32, 16));
        assert!(blocks.len() as u64 > MOST_LOOKS / 2 - 3, "{}", blocks.len());
    }
}
