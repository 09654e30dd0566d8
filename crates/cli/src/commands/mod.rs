//! One module for each command: its arguments and what it does. Refuses to hold anything that two commands share.

pub mod check;
pub mod completions;
pub mod rules;
pub mod solve;
