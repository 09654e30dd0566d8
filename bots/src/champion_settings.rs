//! Settings of a champion, and the preset for each of its budgets.

use crate::ahead::AheadEffort;
use crate::opening::Late;
use crate::plan::PlanEffort;
use crate::standoff::{Effort, Evidence};

/// Which opening it lays among those that reach the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstPlay {
    /// The largest value.
    Most,
    /// The fewest tiles, with jokers counting as many: tiles on the table serve the opponent too.
    Few,
}

/// When it lays a tile instead of the draw that would make it move first with an empty pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tempo {
    /// Never.
    Never,
    /// Where one last round follows: its later turns know more and find more on the table.
    LastRound,
    /// There, and also where a player who can lay must.
    Always,
}

/// The settings of a champion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChampionSettings {
    /// Which opening it lays.
    pub first: FirstPlay,
    /// 0: jokers in the opening as they come. Otherwise it opens without a joker where it can, and
    /// with one only from this own turn on, counted from 1.
    pub joker_from: usize,
    /// Until when it waits with its opening.
    pub late: Late,
    /// How much it thinks in a standoff; with no work it plays like `greedy` there.
    pub effort: Effort,
    /// With 3 and 4 players and an empty pool: on how many deals of the hidden racks it compares
    /// plays; 0 for the cheapest play.
    pub deals: usize,
    /// Which turns of the others rule out deals.
    pub evidence: Evidence,
    /// When it lays a tile instead of drawing shortly before the pool is empty.
    pub tempo: Tempo,
    /// How many lists of plays it may use each turn to solve a small endgame.
    pub exact: u64,
    /// The most tiles on all racks together with which it solves the endgame.
    pub exact_tiles: usize,
    /// Whether it looks for a play part by part where the solver gives up on a whole rack.
    pub parts: bool,
    /// How it plans the empty pool in games that [`Plan::takes`](crate::plan::Plan::takes); `None`:
    /// not at all.
    pub plan: Option<PlanEffort>,
    /// How it looks ahead at its opening in these games; `None`: not at all.
    pub ahead: Option<AheadEffort>,
}

impl ChampionSettings {
    /// Plans with a long search, and looks ahead at its opening. With 3 and 4 players it deals
    /// hidden racks 512 times a turn.
    pub const NORMAL: ChampionSettings = ChampionSettings {
        first: FirstPlay::Few,
        joker_from: 32,
        late: Late::Measured,
        effort: Effort {
            work: 100_000,
            stoppers: 32,
            compared: 32,
        },
        deals: 512,
        evidence: Evidence::Lays,
        tempo: Tempo::LastRound,
        exact: 500,
        exact_tiles: 16,
        parts: true,
        plan: Some(PlanEffort::NORMAL),
        ahead: Some(AheadEffort::NORMAL),
    };

    /// Plans with a shorter search. With 3 and 4 players it deals hidden racks 64 times a turn.
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
        ahead: None,
        ..ChampionSettings::NORMAL
    };

    /// Plans with one small search and deals no hidden racks.
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
