//! How much work planning may use.

/// The budget of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanEffort {
    /// Questions to the solver each turn, besides the search for a stopper.
    pub work: u64,
    /// Questions for the search for a stopper, once a game.
    pub search: u64,
    /// Questions for making the stopper smaller, on each later turn.
    pub again: u64,
    /// How many plays are compared by the tiles they let both players lay afterwards.
    pub width: usize,
    /// How many plays, the best first, are played out and start the solving of the last turns.
    pub plays: usize,
    /// Random playouts each turn, for all plays together; 0 for none.
    pub races: usize,
    /// Questions for solving the last turns.
    pub ends: u64,
    /// The most spare tiles of either player with which the last turns are solved; 0 solves none.
    pub spare: usize,
}

impl PlanEffort {
    /// One small search, and the first tile that leaves the most room.
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

    /// A longer search, a few playouts, and the last turns solved.
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

    /// A search some seven times as long, many playouts, and the last turns solved earlier.
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
