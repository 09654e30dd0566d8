//! Equilibria of matrix games: the mixtures of both players that no answer beats (von Neumann,
//! Math. Annalen 100, 1928), by linear programming. Every mixture is recounted before it is
//! returned.

use crate::game::{GameError, MatrixGame};
use crate::program::{best_mixture, extreme_mixture};

/// By how much of the largest value a mixture may be beaten because of rounding.
const ROUNDING: f64 = 1e-7;
/// How much of the largest value other equilibria may lose against the best; a little, or rounding
/// leaves none.
const SLACK: f64 = 1e-9;

/// What a row weighs at its most if it is more than rounding in some equilibrium. Some row weighs
/// more: there are not so many.
const SOMETHING: f64 = 1e-5;

/// A mixture for each player, and what the game is worth to the player of the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// Chance of each row; they sum to 1.
    pub row: Vec<f64>,
    /// Chance of each column.
    pub column: Vec<f64>,
    /// What the mixtures win against each other, in the unit of the matrix.
    pub value: f64,
    /// The certificate: what the best answers to both mixtures win together beyond the value. Zero
    /// but for rounding.
    pub gap: f64,
}

/// An equilibrium of a game; if there are several, one of them ([`weights`] says which others there
/// are).
///
/// ```
/// use rummilab_league::{MatrixGame, equilibrium};
///
/// // Rock, paper, scissors, where rock beats scissors twice.
/// let scores = [vec![0.0, -1.0, 2.0], vec![1.0, 0.0, -1.0], vec![-2.0, 1.0, 0.0]];
/// let game = MatrixGame::new(&scores)?;
/// let found = equilibrium(&game)?;
/// assert!((found.row[1] - 0.5).abs() < 1e-6 && found.gap < 1e-6);
/// # Ok::<(), rummilab_league::GameError>(())
/// ```
///
/// # Errors
/// If the linear program fails or its answer does not recount, which would be a bug.
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

/// What the best answers to two mixtures win together beyond what these win from each other: the
/// best row against `column`, less the worst column for `row`. It is never negative, and zero
/// exactly for an equilibrium. Computed from the matrix alone.
pub fn gap(game: &MatrixGame, row: &[f64], column: &[f64]) -> f64 {
    let best = game.of_columns(column).into_iter().fold(f64::MIN, f64::max);
    best - guaranteed(game, row)
}

/// What a mixture of rows wins at least.
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
    /// An equilibrium in the midst of them: the mean of those that give one row its most, over the
    /// rows that weigh anything in some. So rows that can stand in for each other share, and none
    /// is left out that could be in.
    pub centre: Vec<f64>,
    /// The least that each row weighs in any equilibrium.
    pub least: Vec<f64>,
    /// The most.
    pub most: Vec<f64>,
    /// By how much the centre can be beaten, against the `column` of an equilibrium: its
    /// certificate.
    pub gap: f64,
}

/// The weights of the rows over all equilibria of a game of which one is known.
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

/// The centre of the equilibria, and the most that each row weighs.
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

/// What an equilibrium guarantees, less a little: the known one keeps it, so there is a mixture
/// that does.
fn floor(game: &MatrixGame, known: &Equilibrium) -> f64 {
    guaranteed(game, &known.row) - SLACK * game.scale()
}
