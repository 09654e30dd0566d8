//! A game of two players on a matrix: one picks a row, the other a column, what one wins the other
//! loses.

/// The matrix of what the player of the rows wins. At least one row and one column, all values
/// finite.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixGame {
    columns: usize,
    payoffs: Vec<f64>,
}

/// Why there is no game, or no answer about it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GameError {
    /// Nothing to choose from.
    #[error("a game needs at least one row and one column")]
    Empty,
    /// A row, from 0, is not as long as the first: its columns, and those of the first.
    #[error("row {0} has {1} columns; expected {2}, as in the first")]
    Ragged(usize, usize, usize),
    /// A value that is no number.
    #[error("the value in row {0}, column {1} is not finite")]
    NotFinite(usize, usize),
    /// The linear program has no answer, which no game allows.
    #[error("the linear program of the game failed: {0}")]
    Program(String),
    /// The answer of the linear program does not recount.
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

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.payoffs.len() / self.columns
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What the player of the rows wins.
    ///
    /// # Panics
    /// Outside the matrix.
    pub fn payoff(&self, row: usize, column: usize) -> f64 {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        self.payoffs[row * self.columns + column]
    }

    /// The game as the player of the columns sees it: rows and columns change places and every sign
    /// turns.
    pub fn turned(&self) -> MatrixGame {
        let columns = self.rows();
        let payoffs = (0..self.columns)
            .flat_map(|column| (0..columns).map(move |row| -self.payoff(row, column)));
        MatrixGame {
            columns,
            payoffs: payoffs.collect(),
        }
    }

    /// What a mixture of rows wins against each column.
    pub fn of_rows(&self, mixture: &[f64]) -> Vec<f64> {
        let win = |column| {
            let each = mixture.iter().enumerate();
            each.map(|(row, weight)| weight * self.payoff(row, column))
                .sum()
        };
        (0..self.columns).map(win).collect()
    }

    /// What each row wins against a mixture of columns.
    pub fn of_columns(&self, mixture: &[f64]) -> Vec<f64> {
        let win = |row| {
            let each = mixture.iter().enumerate();
            each.map(|(column, weight)| weight * self.payoff(row, column))
                .sum()
        };
        (0..self.rows()).map(win).collect()
    }

    /// The largest value without its sign; 1 where all are zero.
    pub(crate) fn scale(&self) -> f64 {
        let largest = self
            .payoffs
            .iter()
            .fold(0.0, |largest: f64, value| largest.max(value.abs()));
        if largest > 0.0 { largest } else { 1.0 }
    }
}
