//! Zero-sum matrix games: one player picks a row, the other a column, and one wins what the other
//! loses.

/// The payoffs of the row player. The matrix has at least one row and one column, and all values
/// are finite.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixGame {
    columns: usize,
    payoffs: Vec<f64>,
}

/// Why a matrix is no game, or a game has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GameError {
    /// There are no rows or no columns.
    #[error("a game needs at least one row and one column")]
    Empty,
    /// A row, counted from 0, differs in length from the first: its columns, and those of the
    /// first.
    #[error("row {0} has {1} columns; expected {2}, as in the first")]
    Ragged(usize, usize, usize),
    /// A value that is no number.
    #[error("the value in row {0}, column {1} is not finite")]
    NotFinite(usize, usize),
    /// The linear program has no solution, which is impossible for a game.
    #[error("the linear program of the game failed: {0}")]
    Program(String),
    /// The solution of the linear program fails its check against the matrix.
    #[error("the linear program gave a mixture that can be beaten by {0}; expected at most {1}")]
    NotCertified(f64, f64),
}

impl MatrixGame {
    /// The game with these rows.
    ///
    /// # Errors
    /// If there are no rows or columns, if rows differ in length, or if a value is not finite.
    pub fn new(rows: &[Vec<f64>]) -> Result<MatrixGame, GameError> {
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 {
            return Err(GameError::Empty);
        }
        for (row, values) in rows.iter().enumerate() {
            if values.len() != columns {
                return Err(GameError::Ragged(row, values.len(), columns));
            }
            if let Some(column) = values.iter().position(|value| !value.is_finite()) {
                return Err(GameError::NotFinite(row, column));
            }
        }
        Ok(MatrixGame {
            columns,
            payoffs: rows.concat(),
        })
    }

    pub fn rows(&self) -> usize {
        self.payoffs.len() / self.columns
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The payoff of the row player.
    ///
    /// # Panics
    /// Outside the matrix.
    pub fn payoff(&self, row: usize, column: usize) -> f64 {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        self.payoffs[row * self.columns + column]
    }

    /// The game from the view of the column player: transposed, with every sign changed.
    pub fn turned(&self) -> MatrixGame {
        let columns = self.rows();
        let payoffs = (0..self.columns)
            .flat_map(|column| (0..columns).map(move |row| -self.payoff(row, column)));
        MatrixGame {
            columns,
            payoffs: payoffs.collect(),
        }
    }

    /// The payoff of a mixture of rows against each column.
    pub fn of_rows(&self, mixture: &[f64]) -> Vec<f64> {
        let win = |column| {
            let each = mixture.iter().enumerate();
            each.map(|(row, weight)| weight * self.payoff(row, column))
                .sum()
        };
        (0..self.columns).map(win).collect()
    }

    /// The payoff of each row against a mixture of columns.
    pub fn of_columns(&self, mixture: &[f64]) -> Vec<f64> {
        let win = |row| {
            let each = mixture.iter().enumerate();
            each.map(|(column, weight)| weight * self.payoff(row, column))
                .sum()
        };
        (0..self.rows()).map(win).collect()
    }

    /// The largest absolute value; 1 if all values are zero.
    pub(crate) fn scale(&self) -> f64 {
        let largest = self
            .payoffs
            .iter()
            .fold(0.0, |largest: f64, value| largest.max(value.abs()));
        if largest > 0.0 { largest } else { 1.0 }
    }
}
