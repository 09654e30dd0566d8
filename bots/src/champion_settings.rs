//! How a champion plays: its parts, and the sets of them that its budgets are.

use crate::plan::PlanEffort;
use crate::standoff::Effort;
use crate::worlds::Guess;

/// Which opening it lays, of those that reach the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstPlay {
    /// The largest value.
    Most,
    /// The fewest tiles, jokers counting as many: what lies on the table serves the opponent too.
    Few,
}

/// Where it lays a tile instead of the draw that would make it first to move with an empty pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tempo {
    /// Nowhere.
    Never,
    /// Where one last round follows, in which the later turns know more and find more on the table.
    LastRound,
    /// There, and where who can lay must.
    Always,
}

/// How a champion plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChampionSettings {
    /// Its opening.
    pub first: FirstPlay,
    /// 0: opens with jokers as they come; otherwise without one where it can, and with one from
    /// this own turn on, counted from 1.
    pub joker_from: usize,
    /// Opens as late as it can where that was measured to gain, instead of as soon as it can.
    pub late: bool,
    /// What it thinks about in a standoff; no work at all for playing like `greedy` then.
    pub effort: Effort,
    /// With 3 and 4 players: deals of the hidden racks on which plays with an empty pool are
    /// compared; 0 for the cheapest play.
    pub deals: usize,
    /// Where it lays a tile instead of drawing shortly before the pool is empty.
    pub tempo: Tempo,
    /// Lists of plays that solving a small endgame may take, each turn.
    pub exact: u64,
    /// Solves only when all racks together have at most so many tiles.
    pub exact_tiles: usize,
    /// The games with hidden tiles that it solves too, by averaging, where the racks are as small.
    pub guess: Guess,
    /// How it plans the empty pool, where [`Plan::takes`](crate::plan::Plan::takes) the game;
    /// `None`: not at all.
    pub plan: Option<PlanEffort>,
}

impl ChampionSettings {
    /// Plans with a long search; with 3 and 4 players deals hidden racks 512 times a turn.
    pub const NORMAL: ChampionSettings = ChampionSettings {
        first: FirstPlay::Few,
        joker_from: 32,
        late: true,
        effort: Effort {
            work: 100_000,
            stoppers: 32,
            compared: 32,
        },
        deals: 512,
        tempo: Tempo::LastRound,
        exact: 500,
        exact_tiles: 16,
        guess: Guess::NEVER,
        plan: Some(PlanEffort::NORMAL),
    };

    /// Plans with a shorter one; with 3 and 4 players deals hidden racks 64 times a turn.
    pub const FAST: ChampionSettings = ChampionSettings {
        effort: Effort {
            work: 10_000,
            stoppers: 1,
            compared: 0,
        },
        deals: 64,
        exact: 20,
        exact_tiles: 8,
        plan: Some(PlanEffort::FAST),
        ..ChampionSettings::NORMAL
    };

    /// Plans with one small search, and deals nothing.
    pub const QUICK: ChampionSettings = ChampionSettings {
        effort: Effort {
            work: 500,
            ..ChampionSettings::FAST.effort
        },
        deals: 0,
        plan: Some(PlanEffort::QUICK),
        ..ChampionSettings::FAST
    };
}
