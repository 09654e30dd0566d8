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
    /// Questions of the search on a rack that the other may hold.
    pub dealt: u64,
    /// Whether it lays tiles before the pool is empty.
    pub lay: bool,
    /// Deals of the hidden tiles on which a play must let nobody out.
    pub risk: usize,
    /// Spare tiles of which it is looked what they let both players lay afterwards.
    pub width: usize,
    /// Plays that are played out, and a draw; with none the first of them is made.
    pub plays: usize,
    /// Playouts of each.
    pub playouts: usize,
    /// Questions that solving the last turns may take.
    pub ends: u64,
    /// Spare tiles of either from which on they are solved.
    pub spare: usize,
}

impl PlanEffort {
    /// One small search, and the first tile that leaves most room.
    pub const QUICK: PlanEffort = PlanEffort {
        work: 1_000,
        search: 200,
        again: 0,
        dealt: 0,
        lay: false,
        risk: 2,
        width: 4,
        plays: 1,
        playouts: 0,
        ends: 0,
        spare: 0,
    };

    /// A better search, the room of all plays, and the last turns solved.
    pub const FAST: PlanEffort = PlanEffort {
        work: 4_000,
        search: 800,
        again: 100,
        dealt: 0,
        lay: false,
        risk: 4,
        width: 100,
        plays: 4,
        playouts: 0,
        ends: 600,
        spare: 9,
    };

    /// A search about three times as long, and the last turns solved earlier.
    pub const NORMAL: PlanEffort = PlanEffort {
        work: 40_000,
        search: 2_000,
        again: 300,
        ends: 3_000,
        spare: 12,
        ..PlanEffort::FAST
    };
}
