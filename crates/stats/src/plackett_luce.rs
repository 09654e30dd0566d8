//! Ratings: one number of strength for each bot, from the order in which bots finished.
//!
//! The model of Plackett and Luce: each of the bots not yet placed comes next with a probability in
//! proportion to its strength θ. The minorise-maximise steps of Hunter (Annals of Statistics 32,
//! 2004) find the maximum of the likelihood:
//!
//! ```text
//! θ_a ← (times a was placed with others left)
//!       / (Σ over stages with a present of 1 / Σ of the θ present)
//! ```
//!
//! A rating is 400·log10(θ/θ_anchor): between two bots, 100 points are a probability of 64 %. Every
//! other bot has an additional drawn game with the anchor; without it, a bot that never lost would
//! be infinitely strong. Bots that share a place count for all their possible orders, in equal
//! parts. Copies of a bot are one bot in several seats.
//!
//! Errors come from a bootstrap over deals, each with its blocks of all match-ups: n - 1 of n deals
//! are drawn with replacement and weigh n/(n - 1) (Rao and Wu, J. American Statistical Association
//! 83, 1988). Very many deals are cut into [`GROUPS`] groups, which are drawn as wholes, so that
//! memory stays bounded.

use std::collections::{BTreeMap, BTreeSet};

use rummilab_chance::{Key, Stream};
use rummilab_core::MAX_PLAYERS;
use rummilab_record::Block;

use crate::same_deal::DealCount;

/// Most groups of deals for the resamples. A prime, so that it does not coincide
/// with any period of a plan.
pub const GROUPS: u64 = 251;

/// Resamples behind every error; fewer where there are very many bots.
const RESAMPLES: usize = 200;
const FEWEST_RESAMPLES: usize = 50;
/// Limit on the work of all resamples, in weighed orders.
const BUDGET: usize = 2_000_000;

/// Rating points for a factor of ten in strength.
const SCALE: f64 = 400.0;

/// A bot's rating, in points above the anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The points; 0 for the anchor.
    pub points: f64,
    /// The standard error; 0 for the anchor, `None` with a single deal.
    pub error: Option<f64>,
}

/// A finish: bot and place of every seat, sorted by place, then bot.
type Finish = [u32; MAX_PLAYERS];

const NOBODY: u32 = u32::MAX;

/// The number of times that each finish happened, sorted. A list, because most groups hold only a
/// few.
type Finishes = Vec<(Finish, u32)>;

#[derive(Clone, Debug, Default)]
pub struct RatingTally {
    deals: DealCount,
    groups: Vec<Finishes>,
}

impl RatingTally {
    pub fn push(&mut self, block: &Block) {
        if block.games.is_empty() {
            return;
        }
        self.deals.push(block);
        let group = self.deals.group(GROUPS);
        if self.groups.len() <= group {
            self.groups.push(Vec::new());
        }
        for game in &block.games {
            let mut finish = [NOBODY; MAX_PLAYERS];
            for ((place, bot), seat) in finish.iter_mut().zip(&game.seating).zip(&game.seats) {
                *place = u32::from(seat.place) << 16 | u32::from(*bot);
            }
            finish.sort_unstable();
            let finishes = &mut self.groups[group];
            match finishes.binary_search_by_key(&finish, |(finish, _)| *finish) {
                Ok(at) => finishes[at].1 += 1,
                Err(at) => {
                    finishes.reserve_exact(1);
                    finishes.insert(at, (finish, 1));
                }
            }
        }
    }

    /// The ratings of all bots, 0 to `bots` - 1; empty with fewer than two bots or without games. A
    /// bot that did not play gets 0, because only the draw with the anchor counts.
    pub fn ratings(&self, bots: usize, anchor: usize, seed: u64) -> Vec<Rating> {
        let Some((strengths, offsets)) = self.fitted(bots, anchor, Some(seed)) else {
            return Vec::new();
        };
        let error = |bot: usize| offsets.as_ref().map(|all| POINTS * deviation(&all[bot]));
        let rating = |bot: usize| Rating {
            points: POINTS * (strengths[bot] - strengths[anchor]),
            error: error(bot),
        };
        (0..bots).map(rating).collect()
    }

    /// The points of [`ratings`](RatingTally::ratings) alone, without the work of their errors.
    pub fn points(&self, bots: usize, anchor: usize) -> Vec<f64> {
        let strengths = self
            .fitted(bots, anchor, None)
            .map_or(Vec::new(), |(all, _)| all);
        let points = |strength: &f64| POINTS * (strength - strengths[anchor]);
        strengths.iter().map(points).collect()
    }

    /// The rating of `bot` less that of `other`, with the error of the difference; the arguments
    /// are those of [`ratings`](RatingTally::ratings). `None` where these are empty.
    pub fn difference(
        &self,
        (bot, other): (usize, usize),
        bots: usize,
        anchor: usize,
        seed: u64,
    ) -> Option<Rating> {
        let (strengths, offsets) = self.fitted(bots, anchor, Some(seed))?;
        let error = |offsets: Vec<Vec<f64>>| {
            let both = offsets[bot].iter().zip(&offsets[other]);
            POINTS * deviation(&both.map(|(a, b)| a - b).collect::<Vec<f64>>())
        };
        Some(Rating {
            points: POINTS * (strengths[bot] - strengths[other]),
            error: offsets.map(error),
        })
    }

    /// The logarithms of the strengths, and with a seed the offsets of each bot in the resamples.
    fn fitted(&self, bots: usize, anchor: usize, seed: Option<u64>) -> Option<Fitted> {
        if bots < 2 || anchor >= bots || self.groups.is_empty() {
            return None;
        }
        let model = FinishingOrders::new(bots, anchor, self);
        let all: Vec<(usize, f64)> = model.resampled(|groups| groups.map(|g| (g, 1.0)).collect());
        let strengths = model.fit(&all, &vec![0.0; bots], 1e-11, 20_000);
        let resamples = (BUDGET / model.orders.len().max(1)).clamp(FEWEST_RESAMPLES, RESAMPLES);
        let seed = seed.filter(|_| model.groups.len() > 1);
        let offsets = seed.map(|seed| model.offsets(&strengths, anchor, resamples, seed));
        Some((strengths, offsets))
    }
}

/// Strengths, and the offsets of each bot in each resample if there are errors.
type Fitted = (Vec<f64>, Option<Vec<Vec<f64>>>);

/// Rating points for a unit of the logarithm of a strength.
const POINTS: f64 = SCALE / std::f64::consts::LN_10;

/// The standard deviation of some values.
fn deviation(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let (sum, squares) = values
        .iter()
        .fold((0.0, 0.0), |(sum, squares), v| (sum + v, squares + v * v));
    ((squares - sum * sum / n) / (n - 1.0)).max(0.0).sqrt()
}

/// Finishing orders without shared places, and their frequency in each group of deals.
struct FinishingOrders {
    bots: usize,
    orders: Vec<Vec<usize>>,
    /// The groups, each a list of orders and weights.
    groups: Vec<Vec<(usize, f64)>>,
    /// The draws with the anchor.
    draws: Vec<(usize, f64)>,
}

impl FinishingOrders {
    fn new(bots: usize, anchor: usize, tally: &RatingTally) -> FinishingOrders {
        let mut known = BTreeMap::new();
        let mut orders = Vec::new();
        let mut number = |order: Vec<usize>| {
            *known.entry(order.clone()).or_insert_with(|| {
                orders.push(order);
                orders.len() - 1
            })
        };
        let mut weigh = |finishes: &Finishes| {
            let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
            for (finish, times) in finishes {
                let possible = orders_of(finish);
                let share = f64::from(*times) / possible.len() as f64;
                for order in possible {
                    *weights.entry(number(order)).or_default() += share;
                }
            }
            weights.into_iter().collect()
        };
        let groups = tally.groups.iter().map(&mut weigh).collect();
        let mut draws = Vec::new();
        for other in (0..bots).filter(|bot| *bot != anchor) {
            draws.push((number(vec![anchor, other]), 0.5));
            draws.push((number(vec![other, anchor]), 0.5));
        }
        FinishingOrders {
            bots,
            orders,
            groups,
            draws,
        }
    }

    /// The weight of every order, if `choose` gives the multiplicity of each group.
    fn resampled(
        &self,
        choose: impl FnOnce(std::ops::Range<usize>) -> Vec<(usize, f64)>,
    ) -> Vec<(usize, f64)> {
        let mut weights = vec![0.0; self.orders.len()];
        for (group, times) in choose(0..self.groups.len()) {
            for (order, weight) in &self.groups[group] {
                weights[*order] += times * weight;
            }
        }
        for (order, weight) in &self.draws {
            weights[*order] += weight;
        }
        let weights = weights.into_iter().enumerate();
        weights.filter(|(_, weight)| *weight > 0.0).collect()
    }

    /// The logarithms of the strengths, iterated from `start` until none changes by more than
    /// `tolerance`.
    fn fit(
        &self,
        weights: &[(usize, f64)],
        start: &[f64],
        tolerance: f64,
        steps: usize,
    ) -> Vec<f64> {
        let mut strengths: Vec<f64> = start.iter().map(|s| s.exp()).collect();
        let mut placed = vec![0.0; self.bots];
        for (order, weight) in weights {
            let order = &self.orders[*order];
            for bot in &order[..order.len() - 1] {
                placed[*bot] += weight;
            }
        }
        for _ in 0..steps {
            let present = self.present(weights, &strengths);
            let mut largest_change: f64 = 0.0;
            let mut product = 0.0;
            for bot in 0..self.bots {
                let next = placed[bot] / present[bot];
                largest_change = largest_change.max((next / strengths[bot]).ln().abs());
                strengths[bot] = next;
                product += next.ln();
            }
            // Only ratios matter: keep them in the middle of the floating-point range.
            let middle = (product / self.bots as f64).exp();
            strengths.iter_mut().for_each(|s| *s /= middle);
            if largest_change < tolerance {
                break;
            }
        }
        strengths.iter().map(|s| s.ln()).collect()
    }

    /// For each bot, the sum over all stages in which it is still to be placed of the reciprocal
    /// total strength.
    fn present(&self, weights: &[(usize, f64)], strengths: &[f64]) -> Vec<f64> {
        let mut present = vec![0.0; self.bots];
        for (order, weight) in weights {
            let order = &self.orders[*order];
            let mut left: f64 = order.iter().map(|bot| strengths[*bot]).sum();
            let mut so_far = 0.0;
            for (stage, bot) in order.iter().enumerate() {
                if stage + 1 < order.len() {
                    so_far += weight / left;
                }
                present[*bot] += so_far;
                left -= strengths[*bot];
            }
        }
        present
    }

    /// How far the strength of each bot, relative to the anchor, lies off the estimate in each
    /// resample: small errors are not lost beside large strengths.
    fn offsets(
        &self,
        strengths: &[f64],
        anchor: usize,
        resamples: usize,
        seed: u64,
    ) -> Vec<Vec<f64>> {
        let mut stream = Stream::new(Key::bootstrap(seed));
        let mut offsets = vec![Vec::with_capacity(resamples); self.bots];
        for _ in 0..resamples {
            let weights = self.resampled(|groups| {
                let n = groups.len();
                let times = n as f64 / (n - 1) as f64;
                (1..n)
                    .filter_map(|_| stream.index(n))
                    .map(|group| (group, times))
                    .collect()
            });
            let again = self.fit(&weights, strengths, 1e-7, 1_000);
            for (bot, offsets) in offsets.iter_mut().enumerate() {
                let off = again[bot] - again[anchor] - (strengths[bot] - strengths[anchor]);
                offsets.push(off);
            }
        }
        offsets
    }
}

/// Every order that a finish allows; bots that share a place come in any order.
fn orders_of(finish: &Finish) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    let mut places: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for seat in finish.iter().filter(|seat| **seat != NOBODY) {
        let place = places.entry(seat >> 16).or_default();
        place.push((seat & 0xffff) as usize);
    }
    for sharing in places.values() {
        let among: BTreeSet<Vec<usize>> = permutations(sharing).into_iter().collect();
        let longer = |before: &Vec<usize>| {
            let before = before.clone();
            among.iter().map(move |order| [&before[..], order].concat())
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

fn permutations(bots: &[usize]) -> Vec<Vec<usize>> {
    if bots.is_empty() {
        return vec![Vec::new()];
    }
    let first = |i: usize| {
        let mut others = bots.to_vec();
        let bot = others.remove(i);
        permutations(&others).into_iter().map(move |mut order| {
            order.insert(0, bot);
            order
        })
    };
    (0..bots.len()).flat_map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::finished;

    /// Rankings from best to worst, and their frequency; places are those of the list unless
    /// shared.
    const RANKINGS: [(&[u16], u32); 12] = [
        (&[0, 1], 7),
        (&[1, 0], 3),
        (&[1, 2], 6),
        (&[2, 1], 5),
        (&[0, 2], 8),
        (&[2, 0], 1),
        (&[3, 1], 2),
        (&[1, 3], 4),
        (&[0, 1, 2, 3], 4),
        (&[1, 0, 3, 2], 2),
        (&[3, 2, 1, 0], 1),
        (&[0, 2, 1, 3], 3),
    ];

    fn tally(more: &[(&[u16], &[u8])]) -> RatingTally {
        let mut tally = RatingTally::default();
        for (bots, times) in RANKINGS {
            let places: Vec<u8> = (1..=bots.len() as u8).collect();
            for _ in 0..times {
                tally.push(&finished(&[(bots, &places)]));
            }
        }
        for game in more {
            tally.push(&finished(&[*game]));
        }
        tally
    }

    #[track_caller]
    fn check<const N: usize>(tally: &RatingTally, anchor: usize, expected: [f64; N]) {
        let found = tally.ratings(N, anchor, 1);
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found.points - expected).abs() < 1e-3,
                "{found:?} {expected}"
            );
        }
    }

    /// tests/golden/golden.py: choix.opt_rankings with the draws against the anchor added to the
    /// games.
    #[test]
    fn agrees_with_choix() {
        check(
            &tally(&[]),
            0,
            [
                0.0,
                -164.12115262073667,
                -248.4431787935884,
                -395.6075863257966,
            ],
        );
    }

    /// The same, with every possible order of a shared place as a game of that weight.
    #[test]
    fn shared_places_agree_with_choix() {
        let shared: [(&[u16], &[u8]); 3] = [
            (&[0, 1], &[1, 1]),
            (&[1, 0], &[1, 1]),
            (&[0, 1, 2, 3], &[1, 2, 2, 4]),
        ];
        check(
            &tally(&shared),
            0,
            [
                0.0,
                -162.27286173606765,
                -247.1430368458322,
                -411.352935028252,
            ],
        );
    }

    /// The same, with five and six seats.
    #[test]
    fn tables_of_five_and_six_agree_with_choix() {
        let mut tally = RatingTally::default();
        let rankings: [(&[u16], u32); 5] = [
            (&[0, 1, 2, 3, 4, 5], 3),
            (&[5, 3, 1, 0, 2, 4], 2),
            (&[2, 0, 4, 1, 5, 3], 1),
            (&[1, 0, 2, 3, 4], 2),
            (&[4, 5, 0, 3, 2], 1),
        ];
        for (bots, times) in rankings {
            let places: Vec<u8> = (1..=bots.len() as u8).collect();
            for _ in 0..times {
                tally.push(&finished(&[(bots, &places)]));
            }
        }
        tally.push(&finished(&[(&[3, 5, 0, 1, 4, 2], &[2, 6, 1, 2, 5, 2])]));
        check(
            &tally,
            0,
            [
                0.0,
                4.4985138433081335,
                -147.24259461073922,
                -201.5481036100944,
                -341.7220459108322,
                -357.74862890335794,
            ],
        );
    }

    #[test]
    fn even_games_are_even_ratings_with_an_error_that_shrinks() {
        let mut few = RatingTally::default();
        let mut errors = Vec::new();
        let mut stream = Stream::new(Key::sample(1, "even games", 0));
        for number in 0..4000_u32 {
            // Pairs of games that go one way, the other, or are split, in random order.
            let places: [&[u8]; 2] = match stream.index(4) {
                Some(0) => [&[1, 2], &[1, 2]],
                Some(1) => [&[2, 1], &[2, 1]],
                _ => [&[1, 2], &[2, 1]],
            };
            few.push(&finished(&[(&[0, 1], places[0]), (&[0, 1], places[1])]));
            if number == 39 || number == 3999 {
                let ratings = few.ratings(2, 0, 1);
                let error = ratings[1].error.unwrap();
                assert!(ratings[1].points.abs() < 3.0 * error, "{ratings:?}");
                assert_eq!(ratings[0].error, Some(0.0));
                errors.push(error);
            }
        }
        // A rating is 400/ln 10 · logit p; half of the blocks have p off by one half, so sd of p is
        // sqrt(1/8n).
        for (error, blocks) in errors.iter().zip([40.0_f64, 4000.0]) {
            let expected = 400.0 / std::f64::consts::LN_10 * 4.0 * (1.0 / 8.0 / blocks).sqrt();
            assert!((error / expected - 1.0).abs() < 0.2, "{error} {expected}");
        }
    }

    /// Two bots that win and lose the same deals against the anchor are told apart by no deal.
    /// Blocks of unknown deals count as deals of their own.
    #[test]
    fn deals_in_common_cancel() {
        let (mut by_deal, mut apart) = (RatingTally::default(), RatingTally::default());
        for deal in 0..60 {
            let places: [u8; 2] = if deal % 3 == 0 { [1, 2] } else { [2, 1] };
            let games: [(&[u16], &[u8]); 2] = [(&[0, 1], &places), (&[0, 2], &places)];
            by_deal.push(&finished(&games));
            games
                .iter()
                .for_each(|game| apart.push(&finished(&[*game])));
        }
        let difference = |tally: &RatingTally| tally.difference((1, 2), 3, 0, 1).unwrap();
        let (common, single) = (difference(&by_deal), difference(&apart));
        assert!(
            common.points.abs() < 1e-6 && common.error.unwrap() < 0.1,
            "{common:?}"
        );
        assert!(single.error.unwrap() > 30.0, "{single:?}");
        let [rating, other] = [&by_deal, &apart].map(|tally| tally.ratings(3, 0, 1)[1]);
        assert!((rating.points - other.points).abs() < 1e-6);
        let to_anchor = by_deal.difference((1, 0), 3, 0, 1);
        assert_eq!(to_anchor, Some(rating));
    }

    #[test]
    fn another_anchor_moves_all_by_the_same() {
        // Many games, so that the draws with the anchor hardly count.
        let mut tally = RatingTally::default();
        for _ in 0..3000 {
            tally.push(&finished(&[
                (&[0, 1, 2], &[1, 2, 3]),
                (&[2, 1, 0], &[1, 2, 3]),
                (&[0, 2, 1], &[1, 2, 3]),
            ]));
        }
        let (by_0, by_2) = (tally.ratings(3, 0, 1), tally.ratings(3, 2, 1));
        for (a, b) in by_0.iter().zip(&by_2) {
            assert!((a.points - by_0[2].points - b.points).abs() < 0.5);
        }
        assert_eq!((by_0[0].points, by_2[2].points), (0.0, 0.0));
    }

    #[test]
    fn the_unbeaten_stay_finite_and_single_blocks_have_no_error() {
        let mut tally = RatingTally::default();
        tally.push(&finished(&[(&[0, 1], &[2, 1]), (&[1, 0], &[1, 2])]));
        let ratings = tally.ratings(3, 0, 1);
        // Two and a half of three games.
        let expected = 400.0 * 5.0_f64.log10();
        assert!((ratings[1].points - expected).abs() < 1e-6, "{ratings:?}");
        assert!(ratings[2].points.abs() < 1e-6 && ratings[1].error.is_none());
        assert!(tally.ratings(1, 0, 1).is_empty());
        assert!(RatingTally::default().ratings(2, 0, 1).is_empty());
    }

    #[test]
    fn copies_in_one_game_are_one_bot() {
        let mut tally = RatingTally::default();
        for places in [[1, 2, 3], [2, 1, 3], [3, 1, 2], [2, 1, 3]] {
            tally.push(&finished(&[(&[0, 1, 1], &places)]));
        }
        // With θ of bot 0 against 1: 0 is first, second, third 1, 2 and 1 times, and the draw; the
        // derivative of the log likelihood, 3.5/θ - 4/(θ + 2) - 4/(θ + 1), is zero at the root of
        // 4.5θ² + 1.5θ - 7.
        let theta: f64 = (128.25_f64.sqrt() - 1.5) / 9.0;
        let ratings = tally.ratings(2, 0, 1);
        let expected = -400.0 * theta.log10();
        assert!((ratings[1].points - expected).abs() < 1e-6, "{ratings:?}");
    }
}
