//! What is reported of a contestant: its times, and how often each outcome occurred.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Attempt, Outcome, SolverClaim};

/// The times of one contestant, and the number of its questions with each outcome. A time is that
/// of a question that was answered soundly, or of one that timed out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The name of the contestant.
    pub name: String,
    /// The name and version that a program says of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The median over questions, in microseconds; null if no question has a time.
    pub median_us: Option<f64>,
    /// The mean over questions, in microseconds.
    pub mean_us: Option<f64>,
    /// The 95th percentile (nearest rank), in microseconds.
    pub p95_us: Option<f64>,
    /// The 99th percentile (nearest rank), in microseconds.
    pub p99_us: Option<f64>,
    /// The longest time, in microseconds.
    pub max_us: Option<f64>,
    /// The mean processor time of an answer, in microseconds; null if the system does not say.
    pub cpu_us: Option<f64>,
    /// The mean of the slowest contestant as a multiple of this mean, over the questions for which
    /// all have a time; contestants without any are left out.
    pub speed_up: Option<f64>,
    /// Questions with a proven answer.
    pub optimal: usize,
    /// Questions with a sound answer that claims no proof, or with none because the work was too
    /// much.
    pub unproven: usize,
    /// Questions that were refused: a rule or a goal that it does not know.
    pub refused: usize,
    /// Questions whose answer the referee refused, or could not read.
    pub illegal: usize,
    /// Questions with a claim of proof that a better answer refutes.
    pub wrong: usize,
    /// Questions without an answer within the time limit.
    pub timeout: usize,
    /// Questions over which the program held more memory than allowed.
    pub memory: usize,
    /// Questions over which the program ended.
    pub crash: usize,
}

/// The answer of a contestant to a question: its attempts, and their worst outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedAnswer {
    pub outcome: Outcome,
    /// One for each pass in which it was asked.
    pub attempts: Vec<Attempt>,
}

impl TimedAnswer {
    pub(super) fn of(attempts: Vec<Attempt>) -> TimedAnswer {
        let outcomes = attempts.iter().map(|attempt| &attempt.outcome);
        let worst = outcomes.max_by_key(|outcome| outcome.rank()).cloned();
        TimedAnswer {
            outcome: worst.unwrap_or(Outcome::Claim(SolverClaim::Unproven)),
            attempts,
        }
    }

    /// The time in microseconds, if the outcome has one: the median of the attempts, or the longest
    /// if one of them timed out.
    pub fn time(&self) -> Option<f64> {
        let mut times: Vec<f64> = self.attempts.iter().map(|one| micros(one.wall)).collect();
        times.sort_by(f64::total_cmp);
        match self.outcome {
            Outcome::Claim(_) => Some(middle(&times)),
            Outcome::Timeout => times.last().copied(),
            _ => None,
        }
    }
}

impl Times {
    /// The times of these questions, without the speed-up.
    pub(super) fn of(name: &str, program: Option<String>, questions: &[TimedAnswer]) -> Times {
        let times: Vec<f64> = questions.iter().filter_map(TimedAnswer::time).collect();
        let answered = questions
            .iter()
            .filter(|asked| matches!(asked.outcome, Outcome::Claim(_)));
        let processor = answered.flat_map(|asked| &asked.attempts);
        let processor: Vec<f64> = processor
            .filter_map(|one| one.processor.map(micros))
            .collect();
        let figures = TimeFigures::of(&times);
        let of = |figure: fn(TimeFigures) -> f64| figures.map(|figures| round(figure(figures)));
        let count = |word: &str| {
            let outcomes = questions.iter().map(|asked| asked.outcome.word());
            outcomes.filter(|outcome| *outcome == word).count()
        };
        Times {
            name: name.to_owned(),
            program,
            median_us: of(|figures| figures.median),
            mean_us: of(|figures| figures.mean),
            p95_us: of(|figures| figures.p95),
            p99_us: of(|figures| figures.p99),
            max_us: of(|figures| figures.max),
            cpu_us: (!processor.is_empty()).then(|| round(mean(&processor))),
            speed_up: None,
            optimal: count("optimal"),
            unproven: count("unproven"),
            refused: count("refused"),
            illegal: count("illegal"),
            wrong: count("wrong"),
            timeout: count("timeout"),
            memory: count("memory"),
            crash: count("crash"),
        }
    }
}

/// Figures of a list of times, in their unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeFigures {
    pub median: f64,
    pub mean: f64,
    /// The 95th percentile (nearest rank).
    pub p95: f64,
    /// The 99th percentile (nearest rank).
    pub p99: f64,
    pub max: f64,
}

impl TimeFigures {
    /// The figures of these times; `None` if there are none.
    pub fn of(times: &[f64]) -> Option<TimeFigures> {
        let mut sorted = times.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(TimeFigures {
            max: *sorted.last()?,
            median: middle(&sorted),
            mean: mean(&sorted),
            p95: percentile(&sorted, 95),
            p99: percentile(&sorted, 99),
        })
    }
}

/// For each contestant, with its times by question: the mean of the slowest as a multiple of its
/// own, over the questions for which all have a time. Those that have none at all are left out.
pub fn speed_ups(times: &[Vec<Option<f64>>]) -> Vec<Option<f64>> {
    let timed = |times: &&Vec<Option<f64>>| times.iter().any(Option::is_some);
    let is_common = |at: usize| times.iter().filter(timed).all(|times| times[at].is_some());
    let common: Vec<usize> = (0..times.first().map_or(0, Vec::len))
        .filter(|at| is_common(*at))
        .collect();
    let sum = |times: &Vec<Option<f64>>| common.iter().filter_map(|at| times[*at]).sum();
    let sums: Vec<f64> = times.iter().map(sum).collect();
    let slowest = sums.iter().copied().fold(0.0, f64::max);
    let ratio = |sum: &f64| (*sum > 0.0).then(|| round(slowest / sum));
    sums.iter().map(ratio).collect()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn round(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The median of sorted numbers.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        (sorted[half - 1] + sorted[half]) / 2.0
    }
}

/// The nearest-rank percentile of sorted numbers.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (percent * sorted.len()).div_ceil(100).max(1);
    sorted[rank - 1]
}
