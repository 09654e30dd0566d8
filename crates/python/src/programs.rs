//! Guards of the programs that play: if Python is killed, they end.

use std::sync::Once;

use pyo3::prelude::*;
use rummilab::bot_api::external;

/// Loads this module alone, without the package and numpy, and runs [`guard`].
const GUARD: &str = "import sys, importlib.util as u; \
    s = u.spec_from_file_location('rummilab._native', sys.argv[1]); \
    m = u.module_from_spec(s); s.loader.exec_module(m); m.guard()";

/// Waits until Python ends, and then ends the process group that it leads. The package starts it in
/// a process of its own beside each program that plays.
#[pyfunction]
pub fn guard(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(external::guard)?)
}

/// From now on every program has a guard. Without the path of the interpreter, which some programs
/// that embed Python do not give, there is none.
pub fn guard_programs(py: Python<'_>) -> PyResult<()> {
    static FIRST: Once = Once::new();
    if FIRST.is_completed() {
        return Ok(());
    }
    let executable = py.import("sys")?.getattr("executable")?;
    let module = py.import("rummilab._native")?.getattr("__file__")?;
    let paths = (executable.extract::<String>(), module.extract::<String>());
    FIRST.call_once(|| {
        if let (Ok(python), Ok(module)) = paths
            && !python.is_empty()
        {
            let options = ["-I", "-S", "-c", GUARD].map(str::to_owned);
            external::guard_programs_with([python].into_iter().chain(options).chain([module]));
        }
    });
    Ok(())
}
