//! One module for each command, with its arguments and its code. Code shared by commands is one
//! level up.

pub mod advise;
pub mod analyse;
pub mod bench;
pub mod bot;
pub mod bots;
pub mod check;
pub mod completions;
pub mod corpus;
pub mod ladder;
pub mod league;
pub mod man;
pub mod merge;
pub mod plan;
pub mod play;
pub mod replay;
pub mod report;
pub mod rules;
pub mod run;
pub mod score;
pub mod serve;
pub mod solve;
pub mod status;
pub mod tournament;
pub mod verify;
pub mod web;
