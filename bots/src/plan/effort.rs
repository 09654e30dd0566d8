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
    /// How many plays are compared by what both players can lay afterwards.
    pub width: usize,
    /// How many turns from the play on are searched for that; 0 looks at the table after it alone.
    pub turns: usize,
    /// With a tile in the pool, where `turns` is at most 3: how many of the best, if they are
    /// close, are then searched five turns deep.
    pub deeper: usize,
    /// How many plays, the best first, start the solving of the last turns.
    pub plays: usize,
    /// Questions to the automaton for solving the last turns.
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
        turns: 0,
        deeper: 0,
        plays: 1,
        ends: 0,
        spare: 0,
    };

    /// A longer search, and the last turns solved.
    pub const FAST: PlanEffort = PlanEffort {
        work: 100_000,
        search: 600,
        again: 60,
        width: 100,
        turns: 3,
        deeper: 2,
        plays: 12,
        ends: 30_000,
        spare: 20,
    };

    /// A search some seven times as long, and the last turns solved earlier.
    pub const NORMAL: PlanEffort = PlanEffort {
        work: 4_000_000,
        search: 4_000,
        again: 300,
        turns: 5,
        deeper: 4,
        plays: 30,
        ends: 80_000,
        spare: 23,
        ..PlanEffort::FAST
    };
}
