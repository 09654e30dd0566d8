//! The native part of the Python package `rummilab`: the library's types as Python types. Their
//! meaning for a caller, with units and examples, stands where Python looks for it: in
//! `python/rummilab`.

mod action;
mod answer;
mod bench;
mod bot;
mod errors;
mod faults;
mod game;
mod games;
mod json;
mod number;
mod pickle;
mod played;
mod position;
mod programs;
mod record;
mod requests;
mod rules;
mod self_play;
mod serve;
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
    use super::action::{PyAction, action_of, draw, pass_, play};
    #[pymodule_export]
    use super::answer::{PyAnswer, answer_of};
    #[pymodule_export]
    use super::bench::bench_lines;
    #[pymodule_export]
    use super::faults::record_faults;
    #[pymodule_export]
    use super::game::{PyGame, game_played};
    #[pymodule_export]
    use super::games::{PyGames, games_played};
    #[pymodule_export]
    use super::number::checked_number;
    #[pymodule_export]
    use super::position::{PyPosition, position_of};
    #[pymodule_export]
    use super::programs::guard;
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
    use super::self_play::PySelfPlay;
    #[pymodule_export]
    use super::serve::serve_bot;
    #[pymodule_export]
    use super::solver::{PyPlay, PySolver, best_play_of};
    #[pymodule_export]
    use super::tournament::{merge_runs, play_match};
    #[pymodule_export]
    use super::view::{PyView, view_of};

    /// The version of the package.
    #[allow(non_upper_case_globals, reason = "the name is Python's")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
