//! Pickles and copies: an object is a function of this module and the plain values that it takes.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What `__reduce__` returns.
pub type Remade<'py> = PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// An object as the result of `maker`, a name of `rummilab._native`, for these arguments.
pub fn remade<'py, A>(py: Python<'py>, maker: &str, arguments: A) -> Remade<'py>
where
    A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
{
    let maker = py.import("rummilab._native")?.getattr(maker)?;
    Ok((maker, arguments.into_pyobject(py)?.into_any()))
}
