//! Successive halving: many candidates play few deals, the best of them more, until few are left on
//! many (Karnin, Koren and Somekh, ICML 2013; Jamieson and Talwalkar, AISTATS 2016). This file says
//! how many deals each plays; others play them.
//!
//! All candidates play the same deals, so they share the luck. Deals already played keep counting,
//! so a rung costs only its new deals. The win rate of the best candidate on these deals is biased
//! upwards, because the candidate was selected by it: play other deals before reporting it.

use std::cmp::Ordering;

/// How fast candidates are dropped and deals are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halving {
    /// Deals of the first rung, at least 1.
    pub first: u64,
    /// Deals of the last rung.
    pub last: u64,
    /// The factor by which candidates are divided and deals multiplied from rung to rung, at least
    /// 2.
    pub factor: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The number of candidates that play.
    pub candidates: usize,
    /// The deals that each of them has played when the rung ends.
    pub deals: u64,
}

impl Halving {
    /// The rungs for this number of candidates. The last one has `last` deals, also for a single
    /// candidate; none without candidates.
    ///
    /// ```
    /// use rummilab_stats::league::{Halving, Rung};
    ///
    /// let rungs = Halving { first: 8, last: 100, factor: 4 }.rungs(50);
    /// let plain = rungs.iter().map(|rung| (rung.candidates, rung.deals));
    /// assert!(plain.eq([(50, 8), (13, 32), (4, 100)]));
    /// ```
    pub fn rungs(self, candidates: usize) -> Vec<Rung> {
        let factor = self.factor.max(2);
        let mut rungs = Vec::new();
        let (mut left, mut deals) = (candidates, self.first.max(1));
        while left > 0 {
            let last = deals >= self.last || left == 1;
            if last {
                deals = deals.max(self.last);
            }
            rungs.push(Rung {
                candidates: left,
                deals,
            });
            if last {
                break;
            }
            left = left.div_ceil(factor as usize);
            deals = deals.saturating_mul(factor).min(self.last);
        }
        rungs
    }
}

/// The result of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidateStanding {
    /// Its number in the list of candidates.
    pub candidate: usize,
    pub wins: f64,
    /// Its points a game, which break ties in wins.
    pub points: f64,
}

/// Sorts the best first; remaining ties keep the order of the list.
pub fn rank(standings: &mut [CandidateStanding]) {
    standings.sort_by(|a, b| better(a, b).then(a.candidate.cmp(&b.candidate)));
}

fn better(a: &CandidateStanding, b: &CandidateStanding) -> Ordering {
    let wins = b.wins.total_cmp(&a.wins);
    wins.then(b.points.total_cmp(&a.points))
}
