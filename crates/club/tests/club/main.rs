//! Whole evenings, and results of single games.

#![allow(clippy::unwrap_used)]

mod evenings;
mod files;
mod games;
mod series;
