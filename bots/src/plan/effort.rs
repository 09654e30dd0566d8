//! How much a plan may think.

/// How much to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanEffort {
    /// Questions to the solver a turn, besides the search for a stopper.
    pub work: u64,
    /// Questions of the search for a stopper, once a game.
    pub search: u64,
    /// Questions to make it smaller, each later turn.
    pub again: u64,
    /// Plays of which it is looked what they let both players lay afterwards.
    pub width: usize,
    /// Plays that are played out, and from which the last turns are solved, the best first.
    pub plays: usize,
    /// Games played out by chance each turn, for all plays together; 0 plays none.
    pub races: usize,
    /// Questions that solving the last turns may take.
    pub ends: u64,
    /// Spare tiles of either, at most, where the last turns are solved; 0 solves none.
    pub spare: usize,
}

impl PlanEffort {
    /// One small search, and the first tile that leaves most room.
    pub const QUICK: PlanEffort = PlanEffort {
        work: 1_000,
        search: 200,
        again: 0,
        width: 4,
        plays: 1,
        races: 0,
        ends: 0,
        spare: 0,
    };

    /// A better search, a few games played out, and the last turns solved.
    pub const FAST: PlanEffort = PlanEffort {
        work: 100_000,
        search: 600,
        again: 60,
        width: 100,
        plays: 6,
        races: 16,
        ends: 600,
        spare: 9,
    };

    /// A search some seven times as long, many games played out, and the last turns solved earlier.
    pub const NORMAL: PlanEffort = PlanEffort {
        work: 4_000_000,
        search: 4_000,
        again: 300,
        plays: 8,
        races: 200,
        ends: 3_000,
        spare: 12,
        ..PlanEffort::FAST
    };
}
