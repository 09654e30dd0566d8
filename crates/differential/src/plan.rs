//! What a run of tests is told: of positions, of turns or of games.

use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Debug, Clone)]
pub struct Plan {
    pub binary: PathBuf,
    /// The seed; a position, a turn or a match depends on it and its number alone.
    pub seed: u64,
    /// The number of the first one.
    pub from: u64,
    /// How many there are, games at least; without end if `None`.
    pub number: Option<u64>,
    /// Time after which nothing new is begun.
    pub time: Option<Duration>,
    /// Time for one answer, or for one match; a slower one counts as slow and ends the process.
    pub limit: Duration,
    pub threads: usize,
    /// Whether values of rule fields that builds before 1.0.0 lack are left out.
    pub former: bool,
    /// Whether all rule systems have more than 15 values, which the command must be built for.
    pub many_values: bool,
    /// The joker rule of all positions, each with a bound joker on the table.
    pub joker_rule: Option<String>,
    /// How many findings of a kind are made small and shown.
    pub examples: usize,
    /// Told the numbers of positions and of wrong answers now and then.
    pub progress: Option<fn(u64, u64)>,
}

impl Plan {
    /// So many of a seed, on two threads.
    pub fn new(binary: PathBuf, seed: u64, number: u64, limit: Duration) -> Plan {
        Plan {
            binary,
            seed,
            from: 0,
            number: Some(number),
            time: None,
            limit,
            threads: 2,
            former: false,
            many_values: false,
            joker_rule: None,
            examples: 1,
            progress: None,
        }
    }

    /// Whether nothing with this number is begun in a run since `start`.
    pub fn is_done(&self, number: u64, start: Instant) -> bool {
        self.number.is_some_and(|most| number >= self.from + most) || self.is_late(start)
    }

    /// Whether the time since `start` is up.
    pub fn is_late(&self, start: Instant) -> bool {
        self.time.is_some_and(|time| start.elapsed() >= time)
    }
}
