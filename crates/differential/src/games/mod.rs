//! Whole games: matches of random bots under random rules, replayed by an independent referee.

pub mod ask;
pub mod bots;
pub mod campaign;
pub mod deal;
pub mod doors;
pub mod examine;
pub mod files;
pub mod fixture;
pub mod pool;
pub mod program;
pub mod reclaim;
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
