//! Watches a run while it is played: the live interval, and whether a stop rule ends the run. Only
//! whole blocks in order count, so the decision is the same at any number of threads and after any
//! interruption.

use std::collections::{BTreeMap, BTreeSet};

use rummilab_record::Block;

use crate::blocks::{BlockMeans, ENOUGH_BLOCKS};
use crate::confidence_sequence::live_interval;
use crate::inference::LEVEL;
use crate::interval::Interval;
use crate::metric::Metric;
use crate::outcomes::{Meeting, meetings};
use crate::sequential::{EloDifference, Sequential};
use crate::sprt::{Sprt, SprtVerdict, nelo_per_win};

/// When a run ends before its planned deals are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopRule {
    /// When the live intervals of the differences of all pairs are at most this wide.
    UntilWidth(f64),
    /// When the test of the first two bots has decided.
    Sprt(Sprt),
}

/// The settings of a plan for watching and stopping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// The figure that is watched.
    pub metric: Metric,
    /// The rule, if there is one.
    pub rule: Option<StopRule>,
    /// Deals planned for each match-up.
    pub deals: u64,
    /// Match-ups of the run; it stops only after all have played the same deals.
    pub matchups: u64,
}

/// Largest number of blocks for which live intervals are tuned. They are narrowest near the tuned
/// number. Far beyond it they lose little, but far before it they lose much, and stop rules often
/// end a run early.
pub(crate) const MOST_TUNED: u64 = 500;

impl Watch {
    /// The number of blocks for which live intervals are tuned: the planned number, limited to 50
    /// to 500. With a sequential test it is 500, because its run may get more deals, and the number
    /// must not be chosen after a look.
    pub fn tuned(&self) -> u64 {
        match self.rule {
            Some(StopRule::Sprt(_)) => MOST_TUNED,
            _ => self.deals.clamp(ENOUGH_BLOCKS, MOST_TUNED),
        }
    }
}

/// The difference in a run so far.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveDifference {
    /// Difference of the first two bots that met, first minus second, in the unit of the metric.
    pub difference: f64,
    pub interval: Interval,
}

#[derive(Clone, Debug)]
pub struct Monitor {
    watch: Watch,
    blocks: u64,
    /// Whether all games had two players.
    of_two: bool,
    /// The pairs that met: all pairs if the rule needs them, otherwise only the first two bots.
    pairs: BTreeMap<(usize, usize), BlockMeans>,
    /// Their differences on the deal that not all match-ups have played.
    open: BTreeMap<(usize, usize), Vec<f64>>,
    stopped_after: Option<u64>,
}

impl Monitor {
    /// A monitor before the first block.
    pub fn new(watch: Watch) -> Monitor {
        Monitor {
            watch,
            blocks: 0,
            of_two: true,
            pairs: BTreeMap::new(),
            open: BTreeMap::new(),
            stopped_after: None,
        }
    }

    /// Adds the next block; returns whether the run ends with it. Blocks after the end have no
    /// effect.
    pub fn push(&mut self, block: &Block) -> bool {
        if self.stopped_after.is_some() {
            return true;
        }
        self.blocks += 1;
        self.of_two &= block.games.iter().all(|game| game.seating.len() == 2);
        match self.watch.rule {
            Some(StopRule::UntilWidth(_)) => {
                let seated = block.games.iter().flat_map(|game| &game.seating);
                let seated: BTreeSet<usize> = seated.map(|bot| usize::from(*bot)).collect();
                for &a in &seated {
                    for &b in seated.range(a + 1..) {
                        self.meet(block, a, b);
                    }
                }
            }
            _ => self.meet(block, 0, 1),
        }
        if self.blocks.is_multiple_of(self.watch.matchups.max(1)) {
            for (pair, values) in std::mem::take(&mut self.open) {
                self.pairs.entry(pair).or_default().push(&values);
            }
            if self.rule_says_stop() {
                self.stopped_after = Some(self.blocks);
            }
        }
        self.stopped_after.is_some()
    }

    fn meet(&mut self, block: &Block, a: usize, b: usize) {
        let value = |meeting: Meeting| match self.watch.metric {
            Metric::Score => meeting.score_difference,
            Metric::Wins => meeting.win_difference,
        };
        let values = meetings(&block.games, a, b).into_iter().map(value);
        let values: Vec<f64> = values.collect();
        if !values.is_empty() {
            self.open.entry((a, b)).or_default().extend(values);
        }
    }

    fn rule_says_stop(&self) -> bool {
        match self.watch.rule {
            None => false,
            Some(StopRule::UntilWidth(width)) => {
                self.widest().is_some_and(|widest| widest <= width)
            }
            Some(StopRule::Sprt(test)) => self.verdict(test).is_some(),
        }
    }

    fn verdict(&self, test: Sprt) -> Option<SprtVerdict> {
        test.verdict(self.pairs.get(&(0, 1))?)
    }

    /// Width of the widest live interval; `None` while one does not exist.
    fn widest(&self) -> Option<f64> {
        let mut widest: Option<f64> = None;
        for means in self.pairs.values() {
            let width = self.interval(means)?.width();
            widest = Some(widest.map_or(width, |widest| widest.max(width)));
        }
        widest
    }

    fn interval(&self, means: &BlockMeans) -> Option<Interval> {
        let live = live_interval(means, LEVEL, self.watch.tuned())?;
        match self.watch.metric {
            Metric::Score => Some(live),
            Metric::Wins => live.clipped(-1.0, 1.0),
        }
    }

    /// The differences of the watched pairs, first minus second, by the indices of both bots.
    pub fn pairs(&self) -> impl Iterator<Item = ((usize, usize), &BlockMeans)> {
        self.pairs.iter().map(|(pair, means)| (*pair, means))
    }

    /// The figure that is watched.
    pub const fn metric(&self) -> Metric {
        self.watch.metric
    }

    /// The number of blocks after which the rule ended the run.
    pub const fn stopped_after(&self) -> Option<u64> {
        self.stopped_after
    }

    /// The difference of the first two bots; `None` while there is no live interval.
    pub fn live(&self) -> Option<LiveDifference> {
        let means = self.pairs.get(&(0, 1))?;
        Some(LiveDifference {
            difference: means.mean()?,
            interval: self.interval(means)?,
        })
    }

    /// The difference of the first two bots in Elo; `None` if it is no win rate of games of two.
    fn elo(&self) -> Option<EloDifference> {
        let means = self.pairs.get(&(0, 1))?;
        let of_two = self.of_two && self.watch.metric == Metric::Wins;
        let live = self.live().filter(|_| of_two)?;
        EloDifference::of(live.difference, live.interval, nelo_per_win(means)?)
    }

    /// The course of the stop rule; `None` for a run without one.
    pub fn sequential(&self) -> Option<Sequential> {
        let Watch {
            metric,
            deals,
            matchups,
            ..
        } = self.watch;
        let planned_blocks = deals.saturating_mul(matchups);
        let base = Sequential::new(metric, self.stopped_after, planned_blocks);
        Some(match self.watch.rule? {
            StopRule::UntilWidth(width) => Sequential {
                rule: "until-width",
                width: Some(width),
                widest: Some(self.widest()),
                ..base
            },
            StopRule::Sprt(test) => {
                let means = self.pairs.get(&(0, 1));
                Sequential {
                    elo: self.elo(),
                    ..base.of_test(test, means, self.verdict(test))
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::finished;

    fn watch(rule: Option<StopRule>, matchups: u64) -> Watch {
        Watch {
            metric: Metric::Wins,
            rule,
            deals: 500,
            matchups,
        }
    }

    /// Blocks of two games between bots `a` and `b`: in every `every`-th the second wins one.
    fn block(number: u64, a: u16, b: u16, every: u64) -> Block {
        let second: &[u8] = if number.is_multiple_of(every) {
            &[1, 2]
        } else {
            &[2, 1]
        };
        finished(&[(&[a, b], &[1, 2]), (&[b, a], second)])
    }

    fn run(monitor: &mut Monitor, most: u64, pairs: &[(u16, u16)], every: u64) -> u64 {
        for number in 0..most {
            let (a, b) = pairs[(number % pairs.len() as u64) as usize];
            if monitor.push(&block(number / pairs.len() as u64, a, b, every)) {
                return number + 1;
            }
        }
        most
    }

    #[test]
    fn a_width_ends_a_run_when_all_pairs_are_there() {
        let mut one = Monitor::new(watch(Some(StopRule::UntilWidth(0.4)), 1));
        let blocks = run(&mut one, 5000, &[(0, 1)], 2);
        assert_eq!(one.stopped_after(), Some(blocks));
        let found = one.sequential().unwrap();
        assert!(
            found.widest.unwrap().unwrap() <= 0.4 && blocks > 50,
            "{found:?}"
        );
        // Three pairs end together, after the same deals; other bots have no influence.
        let mut three = Monitor::new(watch(Some(StopRule::UntilWidth(0.4)), 3));
        let pairs = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(run(&mut three, 5000, &pairs, 2), 3 * blocks);
        // A further block changes nothing.
        let before = three.sequential();
        assert!(three.push(&block(0, 0, 1, 2)));
        assert_eq!(three.sequential(), before);
    }

    #[test]
    fn a_test_ends_a_run_when_it_has_decided() {
        let rule = |mu1| Some(StopRule::Sprt(Sprt::new(0.0, mu1)));
        let decision = |mu1, every| {
            let mut monitor = Monitor::new(watch(rule(mu1), 1));
            let blocks = run(&mut monitor, 400, &[(0, 1)], every);
            let sequential = monitor.sequential().unwrap();
            assert_eq!(sequential.stopped_after.is_some(), blocks < 400);
            sequential.decision.unwrap()
        };
        // Every second block is split, the others go to the first bot: a difference of one half.
        assert_eq!(decision(0.5, 2), Some("mu1"));
        assert_eq!(decision(-0.5, 2), Some("mu0"));
        assert_eq!(decision(1.0, 2), None);
        assert_eq!(decision(1e-6, 2), None);
    }

    #[test]
    fn without_a_rule_it_only_looks() {
        let mut monitor = Monitor::new(watch(None, 1));
        assert_eq!(monitor.live(), None);
        assert_eq!(run(&mut monitor, 300, &[(0, 1)], 2), 300);
        let live = monitor.live().unwrap();
        assert!(live.interval.contains(live.difference) && live.difference == 0.5);
        assert_eq!(monitor.sequential(), None);
    }
}
