//! Intervals cover as often as they promise, in simulations with fixed seeds.
//!
//! The bounds are about three and a half binomial standard deviations wide. Each test also runs an
//! interval that is known to be too short on the same data, so that a simulation which could not
//! see a fault would fail.

use rummilab_chance::{Key, Stream};
use rummilab_stats::interval::{student_t, wilson};
use rummilab_stats::{BlockMeans, Interval, mean_interval, rate_interval};

/// Two-sided 95 % point of the normal distribution: scipy.stats.norm.ppf(0.975).
const Z: f64 = 1.959963984540054;

/// The interval of each piece of evidence.
fn intervals(
    evidence: &[BlockMeans],
    interval: impl Fn(&BlockMeans) -> Option<Interval>,
) -> Vec<Option<Interval>> {
    evidence.iter().map(interval).collect()
}

/// Share of the intervals that exist which hold `truth`. How often none exists is asserted apart.
fn coverage(intervals: &[Option<Interval>], truth: f64) -> f64 {
    let defined: Vec<_> = intervals.iter().flatten().collect();
    let covering = defined.iter().filter(|i| i.contains(truth)).count();
    covering as f64 / defined.len() as f64
}

/// Share of the simulated evidence that gives no interval.
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

/// Games of a block share half of their luck, and one block in four lost a game.
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
    // The same 240 games taken as independent: variance 1/6 each.
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

/// A skewed figure and ten blocks: Student's t misses too often, the bootstrap does not.
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

/// Four games of a block have the same winner half of the time; the bot wins 85 % of them.
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
