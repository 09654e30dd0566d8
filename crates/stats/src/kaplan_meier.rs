//! Opening turns: the probability that a seat has opened by its own turn t, if some games end
//! earlier.
//!
//! A seat that never opens is censored after its last turn. To leave it out, or to average only
//! over seats that opened, would make openings look early. The product-limit estimate (Kaplan and
//! Meier, J. American Statistical Association 53, 1958) counts each seat as long as it is in the
//! game:
//!
//! ```text
//! S(t) = Π over turns u <= t of ( 1 - opened at u / at risk at u )
//! ```
//!
//! At risk at u are all seats that opened or were censored at u or later: a seat censored after its
//! turn u did have that turn. The estimate assumes that the end of a game does not depend on
//! whether a seat is about to open.

use std::collections::BTreeMap;

use serde::Serialize;

/// Counts of opening turns and of seats that never opened. A seat's own turns count from 1.
///
/// ```
/// use rummilab_stats::OpeningTimes;
///
/// let mut times = OpeningTimes::new();
/// times.opened(1);
/// times.opened(1);
/// times.opened(3);
/// times.censored(2); // the game ended after this seat's second turn
/// assert_eq!(times.open_by(2), Some(0.5));
/// assert_eq!(times.open_by(3), Some(1.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningTimes {
    turns: BTreeMap<u32, TurnCounts>,
}

/// Numbers of seats that opened at a turn, and of unopened seats for which it was the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TurnCounts {
    opened: u64,
    censored: u64,
}

/// One point of the survival curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Own turn, from 1; 0 if a game ended before a seat's first turn.
    pub turn: u32,
    /// Seats that had this turn and had not opened before it.
    pub at_risk: u64,
    /// Seats that opened at this turn.
    pub opened: u64,
    /// Seats for which this was the last turn, still unopened.
    pub censored: u64,
    /// Probability of being unopened after this turn, in [0, 1].
    pub unopened: f64,
}

impl OpeningTimes {
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts a seat that opened at its own turn `turn` (from 1).
    pub fn opened(&mut self, turn: u32) {
        self.turns.entry(turn).or_default().opened += 1;
    }

    /// Counts a seat that had `turns` own turns and never opened.
    pub fn censored(&mut self, turns: u32) {
        self.turns.entry(turns).or_default().censored += 1;
    }

    /// The survival curve: a point for each turn at which a seat opened or was censored, ascending.
    pub fn curve(&self) -> Vec<CurvePoint> {
        let mut at_risk: u64 = self.turns.values().map(|e| e.opened + e.censored).sum();
        let mut unopened = 1.0;
        let mut points = Vec::with_capacity(self.turns.len());
        for (&turn, &TurnCounts { opened, censored }) in &self.turns {
            unopened *= (at_risk - opened) as f64 / at_risk as f64;
            points.push(CurvePoint {
                turn,
                at_risk,
                opened,
                censored,
                unopened,
            });
            at_risk -= opened + censored;
        }
        points
    }

    /// The probability that a seat has opened by its own turn `turn`, in [0, 1].
    ///
    /// `None` without seats. Also `None` after the last turn seen if some seat was still unopened
    /// then, because the games say nothing about later turns.
    pub fn open_by(&self, turn: u32) -> Option<f64> {
        let curve = self.curve();
        let last = curve.last()?;
        if turn > last.turn && last.unopened > 0.0 {
            return None;
        }
        let reached = curve.iter().take_while(|point| point.turn <= turn).last();
        Some(1.0 - reached.map_or(1.0, |point| point.unopened))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::assert_close;

    fn times(opened: &[u32], censored: &[u32]) -> OpeningTimes {
        let mut times = OpeningTimes::new();
        opened.iter().for_each(|&turn| times.opened(turn));
        censored.iter().for_each(|&turn| times.censored(turn));
        times
    }

    const OPENED: [u32; 9] = [1, 1, 2, 2, 2, 3, 5, 5, 8];

    #[test]
    fn agrees_with_scipy_and_lifelines() {
        // lifelines.KaplanMeierFitter gives the same (tests/golden/golden.py).
        // scipy.stats.ecdf(CensoredData(uncensored=OPENED, right=[1, 2, 4, 5, 9, 9])).sf
        let curve = times(&OPENED, &[1, 2, 4, 5, 9, 9]).curve();
        let expected = [
            (1, 0.866_666_666_666_666_7),
            (2, 0.65),
            (3, 0.56875),
            (4, 0.56875),
            (5, 0.379_166_666_666_666_65),
            (8, 0.252_777_777_777_777_77),
            (9, 0.252_777_777_777_777_77),
        ];
        assert_eq!(curve.len(), expected.len());
        for (point, (turn, unopened)) in curve.iter().zip(expected) {
            assert_eq!(point.turn, turn);
            assert_close(Some(point.unopened), unopened);
        }
        assert_eq!(
            curve.iter().map(|s| s.at_risk).collect::<Vec<_>>(),
            [15, 12, 8, 7, 6, 3, 2]
        );
    }

    #[test]
    fn without_censoring_it_is_the_share_that_opened() {
        let times = times(&OPENED, &[]);
        for turn in 0..12 {
            let share = OPENED.iter().filter(|&&opened| opened <= turn).count() as f64 / 9.0;
            assert_close(times.open_by(turn), share);
        }
    }

    #[test]
    fn later_turns_than_any_seen_are_unknown_unless_all_opened() {
        let censored = times(&OPENED, &[1, 2, 4, 5, 9, 9]);
        assert_close(censored.open_by(9), 1.0 - 0.252_777_777_777_777_77);
        assert_close(censored.open_by(7), 1.0 - 0.379_166_666_666_666_65);
        assert_eq!(censored.open_by(10), None);
        assert_eq!(times(&OPENED, &[1, 2]).open_by(100), Some(1.0));
        assert_eq!(OpeningTimes::new().open_by(1), None);
    }

    #[test]
    fn a_seat_that_never_had_a_turn_changes_nothing() {
        let (with, without) = (times(&OPENED, &[0, 0]), times(&OPENED, &[]));
        assert_eq!(with.open_by(3), without.open_by(3));
        assert_eq!(with.open_by(0), Some(0.0));
    }
}
