//! Whole games: matches of random bots under random rules, replayed by an independent referee.
//!
//! [`campaign::play`] draws matches ([`fixture`], [`system`], [`bots`]), plays each with the
//! command under test ([`program`]) and reads its record ([`record`]). The [`referee`] replays
//! every game from the deal: draws, tiles put back, plays, openings, group owners, freed jokers,
//! passes, the procedure of the empty pool and the result. A failure is
//!
//! - a fault of a bot: every action has to be legal;
//! - an accepted action that the rules forbid, such as a pass of a player who must lay and can;
//! - a result that the rules do not give, or that `games.csv`, `summary.json`, `replay` or `verify`
//!   tell otherwise;
//! - a match that the command neither plays nor refuses with a reason.
//!
//! Matches that it refuses and those stopped at the time limit are counted apart. [`shrink`] makes
//! the match of a new failure small.
//!
//! A set, pass or opening that is too hard for the brute force counts as right; the report says how
//! many were.

pub mod ask;
pub mod bots;
pub mod bound;
pub mod campaign;
pub mod deal;
pub mod doors;
pub mod examine;
pub mod files;
pub mod fixture;
pub mod pool;
pub mod program;
pub mod record;
pub mod referee;
pub mod result;
pub mod score;
pub mod shrink;
pub mod stacks;
pub mod state;
pub mod system;
pub mod turn;

#[cfg(test)]
mod tests;
