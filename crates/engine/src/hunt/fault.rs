//! The faults of answers, and what a found position says of them.

use rummilab_solver::Goal;
use serde::Serialize;

use crate::compare::{Attempt, Outcome, SolverClaim};

/// What can be at fault with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// Said to be best, and a better play is known.
    Wrong,
    /// Refused by the referee, or not to be read.
    Illegal,
    /// The program ended.
    Crash,
    /// More memory than allowed.
    Memory,
    /// No answer in time.
    Timeout,
    /// Not said to be best, and a better play is known.
    Short,
    /// Not said to be best, though another proves that it is.
    Unproven,
    /// So many times as long as the fastest.
    Slow,
}

impl FaultKind {
    /// Every kind, the worst first.
    pub const ALL: [FaultKind; 8] = [
        FaultKind::Wrong,
        FaultKind::Illegal,
        FaultKind::Crash,
        FaultKind::Memory,
        FaultKind::Timeout,
        FaultKind::Short,
        FaultKind::Unproven,
        FaultKind::Slow,
    ];

    /// Its name in files and arguments.
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::Wrong => "wrong",
            FaultKind::Illegal => "illegal",
            FaultKind::Crash => "crash",
            FaultKind::Memory => "memory",
            FaultKind::Timeout => "timeout",
            FaultKind::Short => "short",
            FaultKind::Unproven => "unproven",
            FaultKind::Slow => "slow",
        }
    }
}

/// Why a position was kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Why {
    /// The name of the solver at fault.
    pub solver: String,
    pub fault: FaultKind,
    /// What the numbers are: `tiles` or `value`.
    goal: &'static str,
    /// What its play reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<i64>,
    /// What the best known play reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<i64>,
    /// Its time as a multiple of the fastest.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    /// What else is known of the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Why {
    /// Whether it is the same fault of the same solver.
    pub(super) fn is_like(&self, other: &Why) -> bool {
        self.solver == other.solver && self.fault == other.fault
    }
}

/// The faults of these answers of contestants with these names. An answer is slow if it takes
/// `slow` times as long as the fastest.
pub(super) fn faults_of(
    names: &[String],
    attempts: &[Attempt],
    goal: &Goal,
    slow: Option<f64>,
) -> Vec<Why> {
    let right = best_of(attempts);
    let proves = |one: &Attempt| one.outcome.claim().is_some_and(SolverClaim::is_proven);
    let proven = attempts.iter().any(proves);
    let mut faults = Vec::new();
    for (who, attempt) in attempts.iter().enumerate() {
        let said = attempt.outcome.claim().and_then(SolverClaim::main);
        let ratio = ratio(attempts, who);
        let is_slow = ratio.zip(slow).is_some_and(|(ratio, slow)| ratio >= slow);
        let (fault, reason) = match &attempt.outcome {
            Outcome::Wrong(_) => (FaultKind::Wrong, None),
            Outcome::Illegal(why) => (FaultKind::Illegal, Some(why)),
            Outcome::Crash(how) => (FaultKind::Crash, Some(how)),
            Outcome::Memory => (FaultKind::Memory, None),
            Outcome::Timeout => (FaultKind::Timeout, None),
            Outcome::Claim(claim) if !claim.is_proven() && said.is_some() && said < right => {
                (FaultKind::Short, None)
            }
            Outcome::Claim(claim) if !claim.is_proven() && proven => (FaultKind::Unproven, None),
            Outcome::Claim(_) if is_slow => (FaultKind::Slow, None),
            Outcome::Claim(_) | Outcome::Refused(_) => continue,
        };
        faults.push(Why {
            solver: names[who].clone(),
            fault,
            goal: match goal {
                Goal::Value => "value",
                _ => "tiles",
            },
            said,
            right,
            ratio: ratio.filter(|_| fault == FaultKind::Slow).map(f64::round),
            reason: reason.cloned(),
        });
    }
    faults
}

/// What the best known play reaches.
pub(super) fn best_of(attempts: &[Attempt]) -> Option<i64> {
    let claims = attempts.iter().filter_map(|one| one.outcome.claim());
    claims.filter_map(SolverClaim::main).max()
}

/// The time of an answer as a multiple of the fastest of the others.
pub(super) fn ratio(attempts: &[Attempt], who: usize) -> Option<f64> {
    let time = |one: &Attempt| one.outcome.claim().map(|_| one.wall.as_secs_f64());
    let others = attempts.iter().enumerate().filter(|(at, _)| *at != who);
    let fastest = others.filter_map(|(_, one)| time(one)).reduce(f64::min)?;
    Some(time(&attempts[who])? / fastest.max(1e-9))
}
