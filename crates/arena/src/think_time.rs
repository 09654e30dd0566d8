//! The thinking time of a bot, by phase of the game. It is measured and never decides anything, so
//! no result depends on it.

use std::collections::BTreeMap;
use std::time::Duration;

use rummilab_record::GamePhase;

/// Buckets of the distribution for each factor of two, so that a quantile is off by at most 2.2 %.
const BUCKETS_AN_OCTAVE: f64 = 16.0;

/// The thinking time of some turns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ThinkTime {
    /// Number of turns.
    pub turns: u64,
    /// Nodes of the solvers ([`Bot::nodes`](rummilab_bot_api::Bot::nodes)); `None` if the bot does
    /// not count, or was not asked.
    pub nodes: Option<u64>,
    /// Time of all turns together.
    pub total: Duration,
    /// Time of the longest turn.
    pub longest: Duration,
    /// Number of turns by length: bucket `b` holds those from `2^(b/16)` ns on.
    pub buckets: BTreeMap<u16, u64>,
}

impl ThinkTime {
    /// Adds one turn.
    pub fn push(&mut self, taken: Duration, nodes: Option<u64>) {
        let nanos = taken.as_nanos().max(1) as f64;
        let bucket = (nanos.log2() * BUCKETS_AN_OCTAVE) as u16;
        *self.buckets.entry(bucket).or_default() += 1;
        self.add_counts(1, nodes, taken, taken);
    }

    fn add_counts(&mut self, turns: u64, nodes: Option<u64>, total: Duration, longest: Duration) {
        self.turns += turns;
        self.nodes = match (self.nodes, nodes) {
            (Some(ours), Some(theirs)) => Some(ours + theirs),
            (ours, theirs) => ours.or(theirs),
        };
        self.total += total;
        self.longest = self.longest.max(longest);
    }

    /// Adds the turns of another value.
    pub fn add(&mut self, other: &ThinkTime) {
        self.add_counts(other.turns, other.nodes, other.total, other.longest);
        for (bucket, turns) in &other.buckets {
            *self.buckets.entry(*bucket).or_default() += turns;
        }
    }

    /// Mean time of a turn; zero without turns.
    pub fn mean(&self) -> Duration {
        self.total.div_f64(self.turns.max(1) as f64)
    }

    /// The time that this share of the turns does not exceed, from 0 to 1; zero without turns.
    pub fn quantile(&self, share: f64) -> Duration {
        let rank = (share * self.turns as f64).ceil() as u64;
        let mut seen = 0;
        let bucket = self.buckets.iter().find(|(_, turns)| {
            seen += **turns;
            seen >= rank
        });
        let middle = |bucket: u16| ((f64::from(bucket) + 0.5) / BUCKETS_AN_OCTAVE).exp2();
        let nanos = bucket.map_or(0.0, |(bucket, _)| middle(*bucket));
        Duration::from_nanos(nanos as u64).min(self.longest)
    }
}

/// The thinking time of a bot in each phase of its games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PhaseTimes([ThinkTime; GamePhase::ALL.len()]);

impl PhaseTimes {
    pub fn of(&self, phase: GamePhase) -> &ThinkTime {
        &self.0[phase as usize]
    }

    pub fn of_mut(&mut self, phase: GamePhase) -> &mut ThinkTime {
        &mut self.0[phase as usize]
    }

    /// All phases together.
    pub fn all(&self) -> ThinkTime {
        let mut all = ThinkTime::default();
        self.0.iter().for_each(|time| all.add(time));
        all
    }

    /// Adds the turns of another value.
    pub fn add(&mut self, other: &PhaseTimes) {
        for (ours, theirs) in self.0.iter_mut().zip(&other.0) {
            ours.add(theirs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_turns() {
        let mut time = ThinkTime::default();
        assert_eq!(time.quantile(0.5), Duration::ZERO);
        for micros in 1..=1000 {
            time.push(Duration::from_micros(micros), Some(2));
        }
        for (share, micros) in [(0.01, 10.0), (0.5, 500.0), (0.99, 990.0), (1.0, 1000.0)] {
            let found = time.quantile(share).as_secs_f64() * 1e6;
            assert!((found / micros - 1.0).abs() < 0.025, "{share}: {found}");
        }
        assert_eq!(time.mean(), Duration::from_nanos(500_500));
        assert_eq!((time.nodes, time.turns), (Some(2000), 1000));
    }
}
