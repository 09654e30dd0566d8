//! The figure by which bots are compared.

use serde::Serialize;

/// The figure that a run compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    Score,
    /// Wins per game, ties split.
    Wins,
}
