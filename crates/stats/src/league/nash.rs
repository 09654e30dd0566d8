//! Equilibria of matrix games by linear programming: mixtures of both players that no response
//! beats (von Neumann, Math. Annalen 100, 1928). Every mixture is checked against the matrix before
//! it is returned.

use super::game::{GameError, MatrixGame};
use super::program::{best_mixture, extreme_mixture};

/// The most that a mixture may lose to rounding, relative to the largest value.
const ROUNDING: f64 = 1e-7;
/// The most that other equilibria may lose against the best, relative to the largest value. It is
/// above zero, or rounding would exclude all.
const SLACK: f64 = 1e-9;

/// A row is in some equilibrium if its largest weight is above this; less is rounding. Some row is
/// always above, since there are not that many rows.
const SOMETHING: f64 = 1e-5;

/// A mixture for each player, and the value of the game to the row player.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// Probability of each row; they sum to 1.
    pub row: Vec<f64>,
    pub column: Vec<f64>,
    /// The payoff of the mixtures against each other, in the unit of the matrix.
    pub value: f64,
    /// The certificate: the total gain of the best responses to both mixtures over the value. Zero
    /// but for rounding.
    pub gap: f64,
}

/// An equilibrium of a game. If there are several, it is one of them; [`weights`] describes them
/// all.
///
/// ```
/// use rummilab_stats::league::{MatrixGame, equilibrium};
///
/// // Rock, paper, scissors, where rock beats scissors twice.
/// let scores = [vec![0.0, -1.0, 2.0], vec![1.0, 0.0, -1.0], vec![-2.0, 1.0, 0.0]];
/// let game = MatrixGame::new(&scores)?;
/// let found = equilibrium(&game)?;
/// assert!((found.row[1] - 0.5).abs() < 1e-6 && found.gap < 1e-6);
/// # Ok::<(), rummilab_stats::league::GameError>(())
/// ```
///
/// # Errors
/// If the linear program fails or its solution fails the check, which would be a bug.
pub fn equilibrium(game: &MatrixGame) -> Result<Equilibrium, GameError> {
    let row = best_mixture(game)?;
    let column = best_mixture(&game.turned())?;
    let gap = certified(game, &row, &column)?;
    let wins = game.of_rows(&row);
    let value = wins.iter().zip(&column).map(|(win, chance)| win * chance);
    Ok(Equilibrium {
        value: value.sum(),
        gap,
        row,
        column,
    })
}

/// The total gain of the best responses to two mixtures: the payoff of the best row against
/// `column`, less that of the worst column for `row`. It is never negative, and zero exactly for an
/// equilibrium. Computed from the matrix alone.
pub fn gap(game: &MatrixGame, row: &[f64], column: &[f64]) -> f64 {
    let best = game.of_columns(column).into_iter().fold(f64::MIN, f64::max);
    best - guaranteed(game, row)
}

/// The payoff that a mixture of rows guarantees.
fn guaranteed(game: &MatrixGame, row: &[f64]) -> f64 {
    game.of_rows(row).into_iter().fold(f64::MAX, f64::min)
}

fn certified(game: &MatrixGame, row: &[f64], column: &[f64]) -> Result<f64, GameError> {
    let (gap, allowed) = (gap(game, row, column), ROUNDING * game.scale());
    if gap > allowed {
        return Err(GameError::NotCertified(gap, allowed));
    }
    Ok(gap.max(0.0))
}

/// The weights of the rows over all equilibria.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightRanges {
    /// The centroid of the equilibria. For each row that weighs anything in some equilibrium, take
    /// one that gives the row its largest weight; the centroid is their mean. So interchangeable
    /// rows share weight, and no possible row is left out.
    pub centre: Vec<f64>,
    /// The least weight of each row in any equilibrium.
    pub least: Vec<f64>,
    /// The largest weight of each row.
    pub most: Vec<f64>,
    /// The certificate of the centroid: how much it can be beaten, paired with the `column` of an
    /// equilibrium.
    pub gap: f64,
}

/// The weights of the rows over all equilibria of a game, given one of them.
///
/// # Errors
/// As [`equilibrium`].
pub fn weights(game: &MatrixGame, known: &Equilibrium) -> Result<WeightRanges, GameError> {
    let (centre, most) = centre(game, known)?;
    let mut least = Vec::with_capacity(game.rows());
    for row in 0..game.rows() {
        let mixture = extreme_mixture(game, floor(game, known), row, false)?;
        least.push(mixture[row]);
    }
    let gap = certified(game, &centre, &known.column)?;
    Ok(WeightRanges {
        centre,
        least,
        most,
        gap,
    })
}

/// The centroid of the equilibria, and the largest weight of each row.
pub(crate) fn centre(
    game: &MatrixGame,
    known: &Equilibrium,
) -> Result<(Vec<f64>, Vec<f64>), GameError> {
    let mut most = Vec::with_capacity(game.rows());
    let (mut sum, mut picked) = (vec![0.0; game.rows()], 0.0);
    for row in 0..game.rows() {
        let mixture = extreme_mixture(game, floor(game, known), row, true)?;
        most.push(mixture[row]);
        if mixture[row] > SOMETHING {
            picked += 1.0;
            for (sum, weight) in sum.iter_mut().zip(&mixture) {
                *sum += weight;
            }
        }
    }
    let centre = sum.into_iter().map(|sum| sum / picked).collect();
    Ok((centre, most))
}

/// The payoff that an equilibrium guarantees, less a little. The known equilibrium guarantees it,
/// so such a mixture exists.
fn floor(game: &MatrixGame, known: &Equilibrium) -> f64 {
    guaranteed(game, &known.row) - SLACK * game.scale()
}
