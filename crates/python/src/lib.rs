//! The native part of the Python package `rummilab`: the library's types as Python types. Their
//! meaning for a caller, with units and examples, stands where Python looks for it: in
//! `python/rummilab`.

mod answer;
mod bench;
mod bot;
mod errors;
mod game;
mod games;
mod json;
mod position;
mod record;
mod requests;
mod rules;
mod solver;
mod tournament;
mod typed;
mod view;
mod watched;

use pyo3::prelude::*;

/// `rummilab._native`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::answer::PyAnswer;
    #[pymodule_export]
    use super::bench::bench_lines;
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::games::PyGames;
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::record::{
        draw_svg, record_games, record_header, record_replay, record_report, record_review,
        record_turns,
    };
    #[pymodule_export]
    use super::requests::{check_line, solve_lines};
    #[pymodule_export]
    use super::rules::{PyRules, rules_from_toml};
    #[pymodule_export]
    use super::solver::{PyPlay, PySolver};
    #[pymodule_export]
    use super::tournament::{merge_runs, play_match};
    #[pymodule_export]
    use super::view::{PyAction, PyView, draw, pass_, play};

    /// The version of the package.
    #[allow(non_upper_case_globals, reason = "the name is Python's")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
