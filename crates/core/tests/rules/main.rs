//! Tests of the rules (docs/rules.md) through public doors: the published cases, whole procedures
//! played through the referee, and properties checked against a recogniser that shares no code with
//! the library.

#![allow(clippy::unwrap_used)]

mod cases;
mod ending;
mod forced;
mod free_play;
mod house;
mod jokers;
mod procedure;
mod properties;
mod recipes;
mod scenes;
mod slow;
mod snapshot;
mod special;
mod stacks;
mod support;
mod time;
