//! Simulations with fixed seeds: intervals cover as often as they promise.
//!
//! The bounds are about three and a half binomial standard deviations wide. Each test also runs an
//! interval that is known to be too short on the same data; a simulation that cannot detect this
//! fails. `RUMMILAB_TIER=long` simulates eight times as much.

mod simulated;

use rummilab_chance::{Key, Stream};
use rummilab_core::{BySeat, Deal, TileCounts};
use rummilab_record::{Block, DealRecord};
use rummilab_stats::interval::{student_t, wilson};
use rummilab_stats::{
    BlockMeans, CellSum, ContrastMeans, Interval, RatingTally, Sprt, SprtUnit, SummaryBuilder,
    blocks_needed, difference_interval, holm, mean_interval, rate_interval, slope_weights,
};
use simulated::{CentredValues, uniform_p_value};

use crate::records::{self, game, header, seat};

/// Two-sided 95 % point of the normal distribution: scipy.stats.norm.ppf(0.975).
const Z: f64 = 1.959963984540054;

/// The intervals of all simulated runs.
fn intervals(
    evidence: &[BlockMeans],
    interval: impl Fn(&BlockMeans) -> Option<Interval>,
) -> Vec<Option<Interval>> {
    evidence.iter().map(interval).collect()
}

/// Share of the existing intervals that hold `truth`. The share without an interval is asserted
/// separately.
fn coverage(intervals: &[Option<Interval>], truth: f64) -> f64 {
    let defined: Vec<_> = intervals.iter().flatten().collect();
    let covering = defined.iter().filter(|i| i.contains(truth)).count();
    covering as f64 / defined.len() as f64
}

/// Share of the simulated runs without an interval.
fn undefined(intervals: &[Option<Interval>]) -> f64 {
    let none = intervals.iter().filter(|interval| interval.is_none());
    none.count() as f64 / intervals.len() as f64
}

fn simulate(
    purpose: &str,
    runs: u64,
    blocks: usize,
    mut block: impl FnMut(&mut Stream) -> Vec<f64>,
) -> Vec<BlockMeans> {
    let run = |number| {
        let mut stream = Stream::new(Key::sample(1, purpose, number));
        let mut means = BlockMeans::new();
        (0..blocks).for_each(|_| means.push(&block(&mut stream)));
        means
    };
    (0..runs).map(run).collect()
}

#[track_caller]
fn assert_between(share: f64, low: f64, high: f64) {
    assert!(low <= share && share <= high, "{share}");
}

fn by_t(means: &BlockMeans) -> Option<Interval> {
    student_t(means.mean()?, means.standard_error()?, means.blocks(), 0.95)
}

/// Games of a block share half of their luck, and one block in four lacks a game.
#[test]
fn student_t_over_unequal_blocks() {
    let evidence = simulate("coverage of t", 3000, 60, |stream| {
        let shared = stream.unit();
        let games = if stream.unit() < 0.25 { 3 } else { 4 };
        (0..games).map(|_| shared + stream.unit()).collect()
    });
    let clustered = intervals(&evidence, |m: &BlockMeans| mean_interval(m, 0.95, 1));
    assert_between(coverage(&clustered, 1.0), 0.936, 0.964);
    assert_between(undefined(&clustered), 0.0, 0.0);
    // The same 240 games treated as independent: variance 1/6 each.
    let as_independent = |m: &BlockMeans| {
        student_t(
            m.mean()?,
            (1.0 / 6.0 / m.games() as f64).sqrt(),
            m.games(),
            0.95,
        )
    };
    assert_between(
        coverage(&intervals(&evidence, as_independent), 1.0),
        0.0,
        0.85,
    );
}

/// Four cells share their deals, and each deal has a slope of its own. One value in four is missing.
#[test]
fn slopes_over_common_deals() {
    let values = [-2.0, -1.0, 1.0, 2.0];
    let weights = slope_weights(&values).unwrap();
    let run = |number| -> [Option<Interval>; 2] {
        let mut stream = Stream::new(Key::sample(1, "coverage of slopes", number));
        let deals: Vec<Vec<CellSum>> = (0..60)
            .map(|_| {
                let (luck, slope) = (stream.unit(), 0.25 + stream.unit());
                let cells = values.iter().enumerate();
                let of_cell = |(cell, x): (usize, &f64)| {
                    let n = u64::from(stream.unit() >= 0.25);
                    (cell, (luck + slope * x + stream.unit()) * n as f64, n)
                };
                cells.map(of_cell).collect()
            })
            .collect();
        let mut means = ContrastMeans::new(weights.clone());
        deals.iter().for_each(|deal| means.push(deal));
        let mut errors = means.finish().unwrap();
        deals.iter().for_each(|deal| errors.push(deal));
        let found = errors.estimate(1);
        // The same with deals of their own for each cell.
        let of_cell = |cell: usize| {
            let mut means = BlockMeans::new();
            let of_cell = deals
                .iter()
                .map(|deal| deal[cell])
                .filter(|(_, _, n)| *n > 0);
            of_cell.for_each(|(_, sum, _)| means.push(&[sum]));
            means.variance_of_mean().unwrap()
        };
        let variance = (0..4).map(|cell| weights[cell].powi(2) * of_cell(cell));
        let apart = student_t(found.value, variance.sum::<f64>().sqrt(), 60, 0.95);
        [found.ci, apart]
    };
    let all: Vec<[Option<Interval>; 2]> = (0..3000).map(run).collect();
    let [shared, apart] = [0, 1].map(|which| all.iter().map(|ci| ci[which]).collect::<Vec<_>>());
    assert_between(coverage(&shared, 0.75), 0.936, 0.964);
    assert_between(undefined(&shared), 0.0, 0.0);
    assert_between(coverage(&apart, 0.75), 0.0, 0.92);
}

/// With a skewed figure and ten blocks, Student's t misses too often, the bootstrap does not.
#[test]
fn bootstrap_over_few_skewed_blocks() {
    let evidence = simulate("coverage of the bootstrap", 800, 10, |stream| {
        vec![-(1.0 - stream.unit()).ln()]
    });
    let bootstrapped = intervals(&evidence, |m: &BlockMeans| mean_interval(m, 0.95, 1));
    assert_between(coverage(&bootstrapped, 1.0), 0.923, 0.977);
    assert_between(undefined(&bootstrapped), 0.0, 0.0);
    assert_between(coverage(&intervals(&evidence, by_t), 1.0), 0.0, 0.92);
}

/// Half of the blocks have one winner in all four games; the bot wins 85 % of the games.
#[test]
fn wilson_over_clustered_games() {
    let truth: f64 = 0.85;
    let all_won = 0.5 * truth + 0.5 * truth.powi(4);
    for blocks in [60, 12] {
        let evidence = simulate("coverage of Wilson", 3000, blocks, |stream| {
            let win = |stream: &mut Stream| f64::from(u8::from(stream.unit() < truth));
            let (together, first) = (stream.coin(), win(stream));
            (0..4)
                .map(|_| if together { first } else { win(stream) })
                .collect()
        });
        let clustered = intervals(&evidence, |m: &BlockMeans| rate_interval(m, 0.95));
        assert_between(coverage(&clustered, truth), 0.936, 0.964);
        // Only a clean sweep leaves the interval undefined: 1.1 % at 12 blocks, never at 60.
        let sweeps = all_won.powi(blocks as i32);
        let missing = undefined(&clustered) - sweeps;
        assert_between(missing, -0.0067, 0.0067);
        let as_independent = |m: &BlockMeans| wilson(m.mean()?, m.games() as f64, Z);
        assert_between(
            coverage(&intervals(&evidence, as_independent), truth),
            0.0,
            0.9,
        );
    }
}

/// Runs of a simulation in this tier.
fn runs(short: u64) -> u64 {
    let long = std::env::var_os("RUMMILAB_TIER").is_some_and(|tier| tier == "long");
    if long { 8 * short } else { short }
}

/// Asserts that a simulated share is `promised`, within three and a half standard errors and a
/// slack for asymptotic results.
#[track_caller]
fn assert_share(share: f64, promised: f64, runs: u64, slack: f64) {
    let wide = 3.5 * (promised * (1.0 - promised) / runs as f64).sqrt() + slack;
    assert_between(share, promised - wide, promised + wide);
}

/// Blocks whose luck is as skewed as that of single games: an exponential less its mean.
fn skewed() -> CentredValues {
    let mut stream = Stream::new(Key::sample(1, "skewed pool", 0));
    let values = (0..20_000).map(|_| -(1.0 - stream.unit()).ln()).collect();
    CentredValues::new(values).expect("they vary")
}

/// The luck of two games with the seats exchanged: heavy tails, but no skew.
fn balanced() -> CentredValues {
    let mut stream = Stream::new(Key::sample(1, "balanced pool", 0));
    let mut game = || -(1.0 - stream.unit()).ln();
    let values = (0..20_000).map(|_| (game() - game()) / 2.0).collect();
    CentredValues::new(values).expect("they vary")
}

#[test]
fn the_live_interval_covers_at_all_looks_together() {
    let runs = runs(400);
    for planned in [50, 500] {
        let missed = skewed().ever_missed((runs, 1500, 5), planned, 1);
        // It promises 5 % over all looks; within 1500 blocks fewer runs miss.
        let most = 0.05 + 3.5 * (0.05 * 0.95 / runs as f64).sqrt();
        assert_between(missed.live, 0.0, most);
        assert_between(missed.fixed, 0.25, 1.0);
    }
}

#[test]
fn p_values_are_uniform_where_there_is_nothing_to_find() {
    let runs = runs(1000);
    let values: Vec<f64> = (0..1000)
        .map(|i| f64::from(i % 37) - f64::from(i % 11))
        .collect();
    let pool = CentredValues::new(values).expect("they vary");
    // By Student's t, and of few blocks by the bootstrap.
    for (runs, blocks) in [(runs, 80), (runs / 3, 20)] {
        let p = uniform_p_value(&pool.p_values(runs, blocks, 1)).expect("enough");
        assert_between(p, 0.001, 1.0);
    }
    // Counting each block twice gives p-values far from uniform.
    let doubled = |run| {
        let mut stream = Stream::new(Key::sample(1, "doubled", run));
        let mut means = BlockMeans::new();
        for _ in 0..40 {
            let value = stream.unit() - 0.5;
            means.push(&[value]);
            means.push(&[value]);
        }
        let t = means.mean()? / means.standard_error()?;
        // The normal tail is accurate enough for this.
        Some((-0.717 * t.abs() - 0.416 * t * t).exp())
    };
    let wrong: Vec<f64> = (0..1000).filter_map(doubled).collect();
    assert_between(uniform_p_value(&wrong).expect("enough"), 0.0, 1e-6);
}

#[test]
fn the_sequential_test_errs_as_rarely_as_it_says() {
    let runs = runs(600);
    let wrong = balanced().wrong_decisions((runs, 5000), 0.15, 1);
    for share in wrong {
        assert_between(share, 0.0, 0.05 + 3.5 * (0.05 * 0.95 / runs as f64).sqrt());
    }
    // Its normal form is not made for skewed blocks, as the module says.
    let skewed = skewed().wrong_decisions((runs, 5000), 0.15, 1);
    assert_between(skewed[0].max(skewed[1]), 0.08, 0.2);
}

/// 0.15 spreads of a game, in normalised Elo, by a test that may err ten times as often one way.
#[test]
fn a_test_in_elo_keeps_both_of_its_errors() {
    let runs = runs(600);
    let effect = 0.15;
    let test = Sprt {
        unit: SprtUnit::Nelo,
        alpha: 0.02,
        beta: 0.2,
        ..Sprt::new(0.0, effect * 800.0 / std::f64::consts::LN_10)
    };
    let wrong = balanced().wrong_decisions_of(test, (runs, 5000), effect, 1);
    for (share, promised) in wrong.into_iter().zip([test.alpha, test.beta]) {
        let error = (promised * (1.0 - promised) / runs as f64).sqrt();
        assert_between(share, 0.0, promised + 3.5 * error);
    }
    // It makes use of what it may.
    assert!(wrong[1] > 0.1, "{wrong:?}");
}

/// Three players: the first wins more than its share, and one block in three has another split.
#[test]
fn differences_of_rates_are_covered() {
    let runs = runs(1500);
    for blocks in [60, 12] {
        let evidence = simulate("coverage of rate differences", runs, blocks, |stream| {
            let game = |stream: &mut Stream| {
                let luck = stream.unit();
                if luck < 0.8 {
                    1.0
                } else if luck < 0.9 {
                    -1.0
                } else {
                    0.0
                }
            };
            let first = game(stream);
            let second = if stream.coin() { first } else { game(stream) };
            vec![first, second, game(stream)]
        });
        let found = intervals(&evidence, |m: &BlockMeans| difference_interval(m, 0.95));
        assert!(
            found
                .iter()
                .flatten()
                .all(|i| i.low() >= -1.0 && i.high() <= 1.0)
        );
        assert_share(coverage(&found, 0.7), 0.95, runs, 0.012);
    }
}

/// Twenty comparisons without any difference: hardly ever a star after the correction, often
/// before.
#[test]
fn holm_keeps_the_chance_of_any_false_star() {
    let tables = runs(400);
    let p_values = balanced().p_values(20 * tables, 60, 3);
    let any = |p: &[f64]| p.iter().any(|p| *p < 0.05);
    let count = |found: Vec<bool>| found.iter().filter(|any| **any).count() as f64 / tables as f64;
    let raw = count(p_values.chunks_exact(20).map(any).collect());
    let corrected = |chunk: &[f64]| {
        let chunk: Vec<Option<f64>> = chunk.iter().copied().map(Some).collect();
        any(&holm(&chunk).into_iter().flatten().collect::<Vec<f64>>())
    };
    let adjusted = count(p_values.chunks_exact(20).map(corrected).collect());
    assert_between(raw, 0.5, 0.8);
    // Skewed blocks have heavier tails than Student's t, which matters far out.
    assert_between(
        adjusted,
        0.0,
        0.05 + 3.5 * (0.05 * 0.95 / tables as f64).sqrt() + 0.03,
    );
}

/// A pilot plans a run; runs of that length find the difference as often as planned.
#[test]
fn planned_runs_find_what_they_were_planned_for() {
    let runs = runs(1500);
    let mut pilot = BlockMeans::new();
    let mut stream = Stream::new(Key::sample(1, "pilot", 0));
    (0..20_000).for_each(|_| pilot.push(&[stream.unit()]));
    for power in [0.8, 0.95] {
        let need = blocks_needed(&pilot, 0.06, 0.95, power).expect("it varies");
        let blocks = need.blocks as usize;
        let evidence = simulate("power", runs, blocks, |stream| vec![stream.unit() - 0.44]);
        let found = intervals(&evidence, by_t);
        assert_share(1.0 - coverage(&found, 0.0), power, runs, 0.01);
    }
}

/// In a gauntlet of four the match-ups share the luck of a deal. Intervals of the baseline and of
/// differences of challengers cover; over blocks, as if each had its own deal, they are too short.
#[test]
fn intervals_over_match_ups_cover() {
    let runs = runs(800);
    let (mut of_bot, mut of_pair, mut over_blocks) = (Vec::new(), Vec::new(), Vec::new());
    for run in 0..runs {
        let mut stream = Stream::new(Key::sample(1, "match-ups", run));
        let mut builder = SummaryBuilder::new(&header(0..4, 2));
        let mut blocks = BlockMeans::new();
        for deal in 0..60 {
            let shared = stream.coin();
            for other in 1..4 {
                let won = |stream: &mut Stream| {
                    if stream.unit() < 0.7 {
                        shared
                    } else {
                        stream.coin()
                    }
                };
                let wins = [won(&mut stream), won(&mut stream)];
                blocks.push(&wins.map(|won| f64::from(u8::from(won))));
                builder.push(&duel(deal, other, wins));
            }
        }
        let summary = builder.summary();
        of_bot.push(summary.bots[0].results.win_rate_ci);
        of_pair.push(summary.challengers[0].win_difference_ci);
        over_blocks.push(rate_interval(&blocks, 0.95));
    }
    assert_share(coverage(&of_bot, 0.5), 0.95, runs, 0.01);
    assert_share(coverage(&of_pair, 0.0), 0.95, runs, 0.01);
    assert_between(coverage(&over_blocks, 0.5), 0.0, 0.88);
}

/// A block of two games of bot 0 against another on a deal, by who won.
fn duel(deal: u32, other: u16, wins: [bool; 2]) -> Block {
    let seat = |won: bool| seat(if won { 10 } else { -10 }, if won { 1 } else { 2 });
    let game = |won: bool| game([0, other], [seat(won), seat(!won)]);
    let mut block = records::block(wins.into_iter().map(game).collect());
    block.deals = vec![DealRecord {
        attempt: deal,
        deal: Deal {
            racks: BySeat::filled(2, TileCounts::EMPTY),
            streams: Vec::new(),
        },
    }];
    block
}

/// Games of three bots drawn from the model itself, with a known difference of strength. Both games
/// of a block share luck.
#[test]
fn rating_errors_cover() {
    let runs = runs(250);
    let strengths = [1.0, 2.0, 0.7];
    let truth = strengths.map(|s: f64| 400.0 * s.log10());
    let mut covered = [0_u64; 3];
    for run in 0..runs {
        let mut stream = Stream::new(Key::sample(1, "ratings", run));
        let mut tally = RatingTally::default();
        for _ in 0..120 {
            let first = order(&mut stream, &strengths);
            let second = if stream.coin() {
                first
            } else {
                order(&mut stream, &strengths)
            };
            tally.push(&block(&[first, second]));
        }
        for (bot, rating) in tally.ratings(3, 0, run).iter().enumerate() {
            let error = rating.error.expect("many blocks");
            covered[bot] += u64::from((rating.points - truth[bot]).abs() <= 1.96 * error);
        }
    }
    assert_eq!(covered[0], runs, "the anchor is exact");
    for bot in [1, 2] {
        assert_share(covered[bot] as f64 / runs as f64, 0.95, runs, 0.015);
    }
}

/// A random order of finish by strength.
fn order(stream: &mut Stream, strengths: &[f64; 3]) -> [u16; 3] {
    let mut left = vec![0_u16, 1, 2];
    let mut placed = [0; 3];
    for place in &mut placed {
        let strength = |bot: u16| strengths[usize::from(bot)];
        let mut luck = stream.unit() * left.iter().map(|bot| strength(*bot)).sum::<f64>();
        let next = left.iter().position(|bot| {
            luck -= strength(*bot);
            luck < 0.0
        });
        *place = left.remove(next.unwrap_or(left.len() - 1));
    }
    placed
}

fn block(orders: &[[u16; 3]]) -> Block {
    let game = |order: &[u16; 3]| game(*order, [1, 2, 3].map(|place| seat(0, place)));
    records::block(orders.iter().map(game).collect())
}
