//! Rungs, and a check that halving finds the best candidate with less play than all on all deals.

use rummilab_chance::{Key, Stream};
use rummilab_stats::league::Halving;
use rummilab_stats::league::halving::{CandidateStanding, rank};

#[track_caller]
fn check(halving: (u64, u64, u64), candidates: usize, expected: &[(usize, u64)]) {
    let (first, last, factor) = halving;
    let halving = Halving {
        first,
        last,
        factor,
    };
    let rungs = halving.rungs(candidates).into_iter();
    let rungs: Vec<(usize, u64)> = rungs.map(|rung| (rung.candidates, rung.deals)).collect();
    assert_eq!(rungs, expected);
}

#[test]
fn rungs_end_with_the_last_deals() {
    check((8, 128, 4), 110, &[(110, 8), (28, 32), (7, 128)]);
    check((8, 100, 4), 110, &[(110, 8), (28, 32), (7, 100)]);
    check((8, 1000, 2), 3, &[(3, 8), (2, 16), (1, 1000)]);
    check((8, 128, 4), 1, &[(1, 128)]);
    check((50, 50, 2), 9, &[(9, 50)]);
    check((8, 128, 4), 0, &[]);
    // Settings out of range become the nearest valid ones.
    check((0, 0, 0), 5, &[(5, 1)]);
    check((1, u64::MAX, 1000), 2, &[(2, 1), (1, u64::MAX)]);
}

#[test]
fn wins_decide_then_points_then_the_order_of_the_list() {
    let standing = |candidate, wins, points| CandidateStanding {
        candidate,
        wins,
        points,
    };
    let mut all = [
        standing(0, 0.5, 1.0),
        standing(1, 0.6, -9.0),
        standing(2, 0.5, 2.0),
        standing(3, 0.5, 1.0),
    ];
    rank(&mut all);
    assert_eq!(all.map(|standing| standing.candidate), [1, 2, 0, 3]);
}

/// Coins of known probabilities, tossed with shared luck: halving nearly always finds the best,
/// with a fraction of the tosses.
#[test]
fn the_best_candidate_is_found() {
    let halving = Halving {
        first: 16,
        last: 1024,
        factor: 4,
    };
    let candidates = 60;
    let chance = |candidate: usize| 0.3 + 0.4 * (candidate as f64 / 59.0).powi(3);
    let (mut right, mut tosses) = (0, 0);
    for trial in 0..50 {
        let mut luck = Stream::new(Key::sample(3, "coins", trial));
        let luck: Vec<f64> = (0..1024).map(|_| luck.unit()).collect();
        let wins = |candidate, deals: u64| {
            let won = luck[..deals as usize]
                .iter()
                .filter(|luck| **luck < chance(candidate));
            won.count() as f64 / deals as f64
        };
        let mut left: Vec<usize> = (0..candidates).collect();
        for rung in halving.rungs(candidates) {
            left.truncate(rung.candidates);
            tosses += rung.deals * left.len() as u64;
            let mut standings: Vec<CandidateStanding> = left
                .iter()
                .map(|&candidate| CandidateStanding {
                    candidate,
                    wins: wins(candidate, rung.deals),
                    points: 0.0,
                })
                .collect();
            rank(&mut standings);
            left = standings
                .iter()
                .map(|standing| standing.candidate)
                .collect();
        }
        right += u32::from(chance(left[0]) > 0.66);
    }
    assert!(right >= 48, "{right} of 50");
    assert!(tosses < 50 * 1024 * candidates as u64 / 10, "{tosses}");
}
