//! Guards of the programs that play: if Python is killed, they end.

use std::path::{Path, PathBuf};
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

/// From now on every program has a guard, if `sys.executable` is an interpreter. In a program that
/// embeds Python or is frozen it is that program, which must not be started again.
pub fn guard_programs(py: Python<'_>) -> PyResult<()> {
    static FIRST: Once = Once::new();
    if FIRST.is_completed() {
        return Ok(());
    }
    let sys = py.import("sys")?;
    let python = sys.getattr("executable")?.extract::<PathBuf>().ok();
    let python = python.filter(|path| !sys.hasattr("frozen").is_ok_and(|is| is) && is_python(path));
    let module = py.import("rummilab._native")?.getattr("__file__")?;
    let module: PathBuf = module.extract()?;
    FIRST.call_once(|| {
        if let Some(python) = python {
            let options = ["-I", "-S", "-c", GUARD].map(PathBuf::from);
            external::guard_programs_with([python].into_iter().chain(options).chain([module]));
        }
    });
    Ok(())
}

/// Whether this is an interpreter, by its name: `python3.12`, `pypy3`.
fn is_python(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase());
    name.is_some_and(|name| name.starts_with("python") || name.starts_with("pypy"))
}
