//! Converts the JSON of the library to Python values.

use pyo3::intern;
use pyo3::prelude::*;

/// The value of a JSON text.
pub fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "json"))?
        .call_method1(intern!(py, "loads"), (json,))
}

/// The result of a function of `rummilab._answers` for a JSON text.
pub fn built<'py>(py: Python<'py>, maker: &str, json: &str) -> PyResult<Bound<'py, PyAny>> {
    let made = py.import(intern!(py, "rummilab._answers"))?;
    made.call_method1(maker, (loads(py, json)?,))
}
