//! The linear program of one player of a matrix game. This is the only file of the crate that uses
//! good_lp. Callers check its solutions against the matrix.

use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, constraint,
    microlp, variable,
};

use super::game::{GameError, MatrixGame};

/// A weight below this is rounding and becomes zero.
const NOTHING: f64 = 1e-9;

/// The mixture of rows with the largest guaranteed payoff.
pub(crate) fn best_mixture(game: &MatrixGame) -> Result<Vec<f64>, GameError> {
    let mut problem = ProblemVariables::new();
    let weights = weights_of(&mut problem, game);
    let floor = problem.add(variable());
    let rows = columns_of(game, &weights)
        .map(|win| constraint::geq(win - floor, 0.0))
        .collect();
    solved(problem, floor.into(), rows, &weights)
}

/// Among all mixtures of rows that win at least `floor` against every column, one that gives `row`
/// its largest or its least weight.
pub(crate) fn extreme_mixture(
    game: &MatrixGame,
    floor: f64,
    row: usize,
    most: bool,
) -> Result<Vec<f64>, GameError> {
    let mut problem = ProblemVariables::new();
    let weights = weights_of(&mut problem, game);
    let floor = floor / game.scale();
    let rows = columns_of(game, &weights)
        .map(|win| constraint::geq(win, floor))
        .collect();
    let sign = if most { 1.0 } else { -1.0 };
    solved(problem, sign * weights[row], rows, &weights)
}

fn weights_of(problem: &mut ProblemVariables, game: &MatrixGame) -> Vec<Variable> {
    let weight = |_| problem.add(variable().clamp(0.0, 1.0));
    (0..game.rows()).map(weight).collect()
}

/// The payoff of the weights against each column, in units of the largest value.
fn columns_of<'a>(
    game: &'a MatrixGame,
    weights: &'a [Variable],
) -> impl Iterator<Item = Expression> + 'a {
    let scale = game.scale();
    (0..game.columns()).map(move |column| {
        let mut win = Expression::with_capacity(weights.len() + 1);
        for (row, weight) in weights.iter().enumerate() {
            win.add_mul(game.payoff(row, column) / scale, *weight);
        }
        win
    })
}

fn solved(
    problem: ProblemVariables,
    goal: Expression,
    mut rows: Vec<good_lp::Constraint>,
    weights: &[Variable],
) -> Result<Vec<f64>, GameError> {
    let mut all = Expression::with_capacity(weights.len());
    for weight in weights {
        all.add_mul(1.0, *weight);
    }
    rows.push(constraint::eq(all, 1.0));
    let solution = problem
        .maximise(goal)
        .using(microlp)
        .with_all(rows)
        .solve()
        .map_err(|error: ResolutionError| GameError::Program(error.to_string()))?;
    let found = weights.iter().map(|weight| solution.value(*weight));
    let found: Vec<f64> = found
        .map(|weight| if weight < NOTHING { 0.0 } else { weight })
        .collect();
    let sum: f64 = found.iter().sum();
    if !(sum.is_finite() && sum > 0.5) {
        return Err(GameError::Program(format!("weights that sum to {sum}")));
    }
    Ok(found.into_iter().map(|weight| weight / sum).collect())
}
