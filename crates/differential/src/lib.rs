//! Differential tests of the `rummilab` command: an independent reading of the rules, brute force,
//! and a generator of rule systems, positions and games. It shares no code with the programs under
//! test and talks to any build of them through the command line.
#![allow(missing_docs, reason = "names that need no comment have none")]

pub mod answer;
pub mod board;
pub mod client;
pub mod compare;
pub mod corpus;
pub mod deal;
pub mod dice;
pub mod draw;
pub mod field;
pub mod finding;
pub mod games;
pub mod jokers;
pub mod multiset;
pub mod plan;
pub mod position;
pub mod rules;
pub mod run;
pub mod sets;
pub mod shrink;
pub mod tester;
pub mod tile;
pub mod truth;

#[cfg(test)]
mod tests;
