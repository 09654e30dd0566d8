//! How much a plan may think.

/// How much to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanEffort {
    /// Questions to the solver a turn, besides the search for a stopper.
    pub work: u64,
    /// Questions of the search for a stopper, once a game.
    pub search: u64,
    /// The same on a rack that the other may hold.
    pub dealt: u64,
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
    /// No playouts.
    pub const QUICK: PlanEffort = PlanEffort {
        work: 1_000,
        search: 200,
        dealt: 0,
        risk: 2,
        width: 4,
        plays: 1,
        playouts: 0,
        ends: 0,
        spare: 0,
    };

    /// A playout of each play.
    pub const FAST: PlanEffort = PlanEffort {
        work: 4_000,
        search: 600,
        dealt: 200,
        risk: 4,
        width: 100,
        plays: 4,
        playouts: 1,
        ends: 600,
        spare: 9,
    };

    /// Several playouts of many plays.
    pub const NORMAL: PlanEffort = PlanEffort {
        work: 40_000,
        search: 2_000,
        dealt: 400,
        risk: 8,
        width: 100,
        plays: 8,
        playouts: 4,
        ends: 3_000,
        spare: 12,
    };
}
