//! Variance ratio: what duplicate deals save over independent games.
//!
//! ```text
//! VR = Var(mean of as many independent games) / Var(mean of the duplicate blocks)
//!    = (s²_game / m) / s²_block        for N blocks of m games
//! ```
//!
//! `s²_game` is the variance of single games within a seat, pooled over the seats. Seats differ
//! systematically, and a fair design of independent games would rotate them too. `s²_block` is the
//! variance of the block means. VR = 2 says that the games are worth twice as many independent
//! ones. It is measured for each comparison and never promised.

use rummilab_core::{MAX_PLAYERS, Seat};

use crate::blocks::BlockMeans;

/// The running variance ratio of one figure. Its memory grows only with the seats.
///
/// ```
/// use rummilab_core::Seat;
/// use rummilab_stats::VarianceRatio;
///
/// let mut ratio = VarianceRatio::new();
/// // The same deal from both seats: what seat 0 gains, seat 1 loses.
/// ratio.push(&[(Seat(0), 9.0), (Seat(1), -8.0)]);
/// ratio.push(&[(Seat(0), -5.0), (Seat(1), 6.0)]);
/// ratio.push(&[(Seat(0), 2.0), (Seat(1), 0.0)]);
/// assert!(ratio.ratio().is_some_and(|ratio| ratio > 10.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VarianceRatio {
    blocks: BlockMeans,
    /// The seats taken, ascending. A list, because there are few seats but may be many pairs of
    /// bots.
    seats: Vec<(Seat, Spread)>,
}

impl VarianceRatio {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a block: for each game the seat (from 0) of the bot and its value.
    pub fn push(&mut self, games: &[(Seat, f64)]) {
        let values: Vec<f64> = games.iter().map(|&(_, value)| value).collect();
        self.blocks.push(&values);
        for &(seat, value) in games {
            self.spread(seat).push(value);
        }
    }

    fn spread(&mut self, seat: Seat) -> &mut Spread {
        let at = match self.seats.binary_search_by_key(&seat, |(known, _)| *known) {
            Ok(at) => at,
            Err(at) => {
                if self.seats.is_empty() {
                    self.seats.reserve_exact(MAX_PLAYERS);
                }
                self.seats.insert(at, (seat, Spread::default()));
                at
            }
        };
        &mut self.seats[at].1
    }

    /// The figure over blocks, for all seats together.
    pub const fn blocks(&self) -> &BlockMeans {
        &self.blocks
    }

    /// `s²_game`: the variance of single games within a seat, pooled over the seats, in squared
    /// units of the values. `None` until some seat has two games.
    pub fn game_variance(&self) -> Option<f64> {
        let freedom = self.blocks.games() - self.seats.len() as u64;
        let squares: f64 = self.seats.iter().map(|(_, seat)| seat.squares).sum();
        (freedom > 0 && squares.is_finite()).then(|| squares / freedom as f64)
    }

    /// The variance ratio, without unit. `None` with fewer than two blocks, or if the block means
    /// do not vary, as between identical bots.
    pub fn ratio(&self) -> Option<f64> {
        let duplicate = self.blocks.variance_of_mean()?;
        let independent = self.game_variance()? / self.blocks.games() as f64;
        (duplicate > 0.0).then(|| independent / duplicate)
    }
}

/// Running sum of squared deviations from the mean (Welford).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spread {
    games: u64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn push(&mut self, value: f64) {
        self.games += 1;
        let off = value - self.mean;
        self.mean += off / self.games as f64;
        self.squares += off * (value - self.mean);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::assert_close;
    use rummilab_chance::{Key, Stream};

    /// Blocks of two games, seats 0 and 1, with correlation `rho` between the games and an
    /// advantage of 50 for seat 0.
    fn simulated(rho: f64, blocks: usize) -> VarianceRatio {
        let mut stream = Stream::new(Key::sample(1, "variance ratio", 0));
        let mut ratio = VarianceRatio::new();
        for _ in 0..blocks {
            let (x, z) = (stream.unit(), stream.unit());
            let y = rho * x + (1.0 - rho * rho).sqrt() * z;
            ratio.push(&[(Seat(0), x + 50.0), (Seat(1), y)]);
        }
        ratio
    }

    /// Var of the mean of two games is (1 + rho)/2 of a game's, so VR = 1/(1 + rho).
    #[test]
    fn two_games_give_one_over_one_plus_rho() {
        for (rho, expected) in [(0.0, 1.0), (-0.5, 2.0), (-0.7, 1.0 / 0.3), (0.5, 1.0 / 1.5)] {
            let found = simulated(rho, 20_000).ratio().unwrap();
            assert!((found / expected - 1.0).abs() < 0.05, "{rho}: {found}");
        }
    }

    #[test]
    fn agrees_with_the_formula() {
        let mut ratio = VarianceRatio::new();
        for block in [
            [(Seat(0), 4.0), (Seat(1), -1.0)],
            [(Seat(0), 1.0), (Seat(1), 1.0)],
            [(Seat(0), -2.0), (Seat(1), 6.0)],
        ] {
            ratio.push(&block);
        }
        // Within seats: (9 + 0 + 9)/2 = 9 and (9 + 1 + 16)/2 = 13, pooled 11. Block means 1.5, 1,
        // 2: variance 0.25. VR = (11/2)/0.25.
        assert_close(ratio.game_variance(), 11.0);
        assert_close(ratio.ratio(), 22.0);
    }

    #[test]
    fn no_ratio_between_identical_bots_or_without_evidence() {
        let mut ratio = VarianceRatio::new();
        assert_eq!((ratio.ratio(), ratio.game_variance()), (None, None));
        ratio.push(&[(Seat(0), 5.0), (Seat(1), -5.0)]);
        assert_eq!((ratio.ratio(), ratio.game_variance()), (None, None));
        ratio.push(&[(Seat(0), -9.0), (Seat(1), 9.0)]);
        assert_close(ratio.game_variance(), 98.0);
        assert_eq!(ratio.ratio(), None);
    }
}
