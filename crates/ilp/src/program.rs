//! An integer program, and the check that a floating-point solution consists of integers.

use rummilab_core::Tile;

/// A sum: indices of variables, each with its factor.
pub(crate) type Terms = Vec<(usize, i64)>;

/// A row: the sum of its terms is exactly, or at least, its bound.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    pub terms: Terms,
    pub bound: i64,
    pub exact: bool,
    pub meaning: RowMeaning,
}

/// What a row counts, for its name in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum RowMeaning {
    /// The copies of a tile in sets, on the table and laid.
    Tile(Tile),
    /// The copies of a tile in the own sets of an opening.
    OwnTile(Tile),
    /// The points of sets.
    Points,
    #[default]
    Other,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct IntegerProgram {
    /// The upper bound of each variable; the lower is 0.
    pub uppers: Vec<i64>,
    pub rows: Vec<Row>,
}

/// Largest distance of a backend's value from an integer. The backends themselves use 1e-6.
const TOLERANCE: f64 = 1e-4;

impl IntegerProgram {
    pub fn variable(&mut self, upper: i64) -> usize {
        self.uppers.push(upper);
        self.uppers.len() - 1
    }

    /// The integers that a backend means, after a recount; an error describes the fault.
    pub fn whole(&self, values: &[f64]) -> Result<Vec<i64>, String> {
        if values.len() != self.uppers.len() {
            return Err("as many values as variables were expected".to_owned());
        }
        let mut whole = Vec::with_capacity(values.len());
        for (value, upper) in values.iter().zip(&self.uppers) {
            let rounded = value.round();
            let near = (value - rounded).abs() <= TOLERANCE;
            // Every bound is far below 2^52, so accepted values are exact.
            if !near || rounded < 0.0 || rounded > *upper as f64 {
                return Err(format!("a variable up to {upper} is {value}"));
            }
            whole.push(rounded as i64);
        }
        for row in &self.rows {
            let sum = value_of(&row.terms, &whole);
            if sum < row.bound || (row.exact && sum > row.bound) {
                return Err(format!("a row of {} sums to {sum}", row.bound));
            }
        }
        Ok(whole)
    }
}

/// The sum of terms at these values.
pub(crate) fn value_of(terms: &[(usize, i64)], values: &[i64]) -> i64 {
    terms.iter().map(|(i, factor)| factor * values[*i]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_no_solution_are_refused() {
        let mut program = IntegerProgram::default();
        let x = program.variable(2);
        let y = program.variable(3);
        program.rows.push(Row {
            terms: vec![(x, 1), (y, -1)],
            bound: 1,
            exact: true,
            ..Row::default()
        });
        assert_eq!(program.whole(&[2.000_000_1, 0.999_999_9]), Ok(vec![2, 1]));
        for wrong in [
            &[1.5, 0.5][..],
            &[3.0, 2.0],
            &[0.0, -1.0],
            &[2.0, 2.0],
            &[f64::NAN, 0.0],
            &[1.0],
        ] {
            assert!(program.whole(wrong).is_err(), "{wrong:?}");
        }
    }
}
