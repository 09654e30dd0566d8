//! Whole numbers as arguments. Those of Python have any size, and each argument has a range.

use std::fmt::Display;
use std::ops::RangeInclusive;

use pyo3::exceptions::PyOverflowError;
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;

use crate::errors::Fault;

/// Most threads of a call.
pub const MOST_THREADS: usize = 1024;
/// Most plays that a call lists, or that a learner chooses from.
pub const MOST_PLAYS: usize = 65_535;
/// Most games that are stepped together.
pub const MOST_GAMES: usize = 65_536;
/// Most rows of candidates of all these games.
pub const MOST_ROWS: usize = 1 << 22;

/// A whole number as Python gives it; beyond `i128`, the nearest that is not.
#[derive(Debug, Clone, Copy)]
pub struct Whole(pub i128);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;
    const INPUT_TYPE: PyStaticExpr = <u64 as FromPyObject>::INPUT_TYPE;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole> {
        if let Ok(number) = value.extract::<i64>() {
            return Ok(Whole(number.into()));
        }
        match value.extract::<i128>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                let below = value.lt(0)?;
                Ok(Whole(if below { i128::MIN } else { i128::MAX }))
            }
            number => number.map(Whole),
        }
    }
}

impl Whole {
    /// The number, if it is in this range; `name` is that of the argument.
    pub fn within<T>(self, name: &str, range: RangeInclusive<T>) -> Result<T, Fault>
    where
        T: Copy + Display + PartialOrd + TryFrom<i128>,
    {
        let number = T::try_from(self.0).ok();
        number.filter(|n| range.contains(n)).ok_or_else(|| {
            let found = match self.0 {
                i128::MIN | i128::MAX => "a number of more than 38 digits".to_owned(),
                number => number.to_string(),
            };
            let (least, most) = (range.start(), range.end());
            Fault::input(format!("{name} is {found}; expected {least} to {most}"))
        })
    }

    /// The number of a seat at a table of this size.
    pub fn seat(self, players: usize) -> Result<usize, Fault> {
        self.within("seat", 0..=players.saturating_sub(1))
    }

    /// The seed of random numbers, or the number of a deal.
    pub fn seed(self, name: &str) -> Result<u64, Fault> {
        self.within(name, 0..=u64::MAX)
    }
}

/// The number, if it is `least` to `most`. `name` is that of the argument.
#[pyfunction]
pub fn checked_number(name: &str, number: Whole, least: u64, most: u64) -> Result<u64, Fault> {
    number.within(name, least..=most)
}
