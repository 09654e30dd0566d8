//! Bound jokers: a joker leaves its set only if a fitting tile takes its place
//! (`joker_take = "replaced"`).
//!
//! [`layout`] reads sets as they lie. [`turn`] judges a turn by playing it at the table: it tries
//! every order of replacing jokers, then lays the tables out of locked sets and loose tiles.
//! [`tables`] lists the tables that a turn could leave, for a brute force over all plays.
//! [`campaign`] asks the command about turns that [`mod@draw`] draws, [`agree`] asks its solvers
//! about larger positions.

pub mod agree;
pub mod campaign;
pub mod draw;
pub mod layout;
pub mod place;
pub mod tables;
pub mod turn;

#[cfg(test)]
mod tests;
