//! How the difference of two bots and its interval grow with the blocks. Means and intervals are
//! those of [`rummilab_stats`]. A test checks that the last look agrees with the pair in
//! `summary.json`.

use std::collections::{BTreeMap, BTreeSet};

use rummilab_core::RuleSet;
use rummilab_record::{Block, GameRecord};
use rummilab_stats::{BlockMeans, Interval, difference_interval, live_interval, mean_interval};

/// Level of the intervals, as in `summary.json`.
const LEVEL: f64 = 0.95;
/// Most looks kept of each pair, besides the last one.
const MOST_LOOKS: u64 = 64;
/// Most pairs whose looks are kept: a thousand bots have half a million pairs, and no page shows
/// them.
const MOST_GROWING: usize = 200;

/// A difference after some blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Blocks so far in which both sat.
    pub blocks: u64,
    /// First bot minus second, per game: game points, or wins where games have no scores.
    pub mean: f64,
    /// Its interval for a single planned look. If results may stop the run, it holds at every look
    /// instead ([`Differences::hold_at_every_look`]).
    pub interval: Option<Interval>,
}

/// The differences of all pairs that met, block by block.
#[derive(Clone, Debug)]
pub struct Differences {
    seed: u64,
    with_scores: bool,
    /// The number of blocks for which intervals at every look are tuned.
    tuned_for: Option<u64>,
    pairs: BTreeMap<(usize, usize), Growing>,
    most_pairs: usize,
    /// Whether a pair was left out.
    more: bool,
}

#[derive(Clone, Debug)]
struct Growing {
    means: BlockMeans,
    /// The state at every `every`th block, of pairs that keep it.
    kept: Option<Vec<BlockMeans>>,
    every: u64,
}

impl Differences {
    /// Differences without blocks. `seed` is the master seed, which keys the resampling of short
    /// runs.
    pub fn new(rules: &RuleSet, seed: u64) -> Differences {
        Differences {
            seed,
            with_scores: rules.has_scores(),
            tuned_for: None,
            pairs: BTreeMap::new(),
            most_pairs: usize::MAX,
            more: false,
        }
    }

    /// Uses intervals that hold at every look, tuned for this number of blocks, for a run that its
    /// results may stop.
    #[must_use]
    pub fn at_every_look(self, tuned_for: Option<u64>) -> Differences {
        Differences { tuned_for, ..self }
    }

    /// Whether the intervals hold at every look.
    pub fn hold_at_every_look(&self) -> bool {
        self.tuned_for.is_some()
    }

    /// Keeps only the first `pairs` pairs that meet, without their growth, for a display during a
    /// run.
    #[must_use]
    pub fn only_first(self, pairs: usize) -> Differences {
        Differences {
            most_pairs: pairs,
            ..self
        }
    }

    /// Whether other pairs met that were left out.
    pub fn has_more(&self) -> bool {
        self.more
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
                let values = games
                    .filter_map(|game| Some(self.of_bot(game, a)? - self.of_bot(game, b)?))
                    .collect::<Vec<f64>>();
                if !values.is_empty() {
                    self.push_pair((a, b), &values);
                }
            }
        }
    }

    fn push_pair(&mut self, pair: (usize, usize), values: &[f64]) {
        let pairs = self.pairs.len();
        if pairs >= self.most_pairs && !self.pairs.contains_key(&pair) {
            self.more = true;
            return;
        }
        let with_looks = self.most_pairs == usize::MAX && pairs < MOST_GROWING;
        let growing = self.pairs.entry(pair);
        growing
            .or_insert_with(|| Growing::new(with_looks))
            .push(values);
    }

    /// The result of a bot in a game per seat that it took; `None` if it took none.
    fn of_bot(&self, game: &GameRecord, bot: usize) -> Option<f64> {
        let seats = game.seating.seats();
        let seats = seats.filter(|seat| usize::from(game.seating[*seat]) == bot);
        let got = seats.map(|seat| {
            if self.with_scores {
                f64::from(game.seats[seat].score)
            } else {
                game.win_share(seat)
            }
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

    /// The difference of a pair at about 50 looks and at the last one.
    pub fn growth(&self, pair: (usize, usize)) -> Vec<Look> {
        let Some(growing) = self.pairs.get(&pair) else {
            return Vec::new();
        };
        let earlier = growing.kept.iter().flatten();
        let earlier = earlier.filter(|means| means.blocks() < growing.means.blocks());
        let all = earlier.chain([&growing.means]);
        all.filter_map(|means| self.look(means)).collect()
    }

    /// The only place that chooses the interval shown during a run.
    fn look(&self, means: &BlockMeans) -> Option<Look> {
        Some(Look {
            blocks: means.blocks(),
            mean: means.mean()?,
            interval: match (self.tuned_for, self.with_scores) {
                (None, true) => mean_interval(means, LEVEL, self.seed),
                (None, false) => difference_interval(means, LEVEL),
                (Some(tuned), true) => live_interval(means, LEVEL, tuned),
                (Some(tuned), false) => live_interval(means, LEVEL, tuned)
                    .and_then(|interval| interval.clipped(-1.0, 1.0)),
            },
        })
    }
}

impl Growing {
    fn new(with_looks: bool) -> Growing {
        Growing {
            means: BlockMeans::new(),
            kept: with_looks.then(Vec::new),
            every: 1,
        }
    }

    fn push(&mut self, games: &[f64]) {
        self.means.push(games);
        let Some(kept) = &mut self.kept else {
            return;
        };
        if self.means.blocks().is_multiple_of(self.every) {
            kept.push(self.means.clone());
        }
        if kept.len() as u64 > MOST_LOOKS {
            self.every *= 2;
            let every = self.every;
            kept.retain(|means| means.blocks().is_multiple_of(every));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_thinned_and_even() {
        let mut growing = Growing::new(true);
        for block in 1..=1000 {
            growing.push(&[f64::from(block % 7)]);
            assert!(growing.kept.as_ref().unwrap().len() as u64 <= MOST_LOOKS);
        }
        let kept = growing.kept.unwrap();
        let blocks: Vec<u64> = kept.iter().map(BlockMeans::blocks).collect();
        assert_eq!((blocks[0], blocks[1], growing.every), (16, 32, 16));
        assert!(blocks.len() as u64 > MOST_LOOKS / 2 - 3, "{}", blocks.len());
    }

    #[test]
    fn a_glance_keeps_few_pairs_and_no_looks() {
        let rules = RuleSet::preset("original").unwrap();
        let mut all = Differences::new(&rules, 1);
        let mut glance = Differences::new(&rules, 1).only_first(2);
        for pair in [(0, 1), (0, 2), (1, 2), (0, 1), (0, 1)] {
            all.push_pair(pair, &[2.0, 4.0]);
            glance.push_pair(pair, &[2.0, 4.0]);
        }
        assert_eq!((all.pairs().count(), all.has_more()), (3, false));
        assert_eq!((glance.pairs().count(), glance.has_more()), (2, true));
        assert_eq!(glance.now((0, 1)), all.now((0, 1)));
        assert_eq!(
            (glance.growth((0, 1)).len(), all.growth((0, 1)).len()),
            (1, 3)
        );
        assert_eq!(glance.now((1, 2)), None);
        assert_eq!(all.now((1, 2)).map(|look| look.mean), Some(3.0));
    }
}
