//! Settings of a champion, and the preset for each of its budgets.

use crate::ahead::AheadEffort;
use crate::plan::PlanEffort;
use crate::standoff::Effort;

/// The settings of a champion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChampionSettings {
    /// Whether points count, and not only who wins: it gives up where going on costs more.
    pub points: bool,
    /// How much it thinks in a standoff.
    pub effort: Effort,
    /// With more than 2 players and an empty pool: on how many deals of the hidden racks it
    /// compares plays; 0 for the cheapest play.
    pub deals: usize,
    /// How many lists of plays it may use each turn to solve a small endgame.
    pub exact: u64,
    /// The most tiles on all racks together with which it solves the endgame.
    pub exact_tiles: usize,
    /// How it plans the empty pool in games that [`Plan::takes`](crate::plan::Plan::takes).
    pub plan: PlanEffort,
    /// On how many of the tiles that the last one in the pool can be it judges the draw that begins
    /// the last round; 0: it does not draw while it can lay.
    pub draws: usize,
    /// How it looks ahead at its opening in these games; `None`: not at all.
    pub ahead: Option<AheadEffort>,
}

impl ChampionSettings {
    /// Plans with a long search, and looks ahead at its opening. With more than 2 players it deals
    /// hidden racks 512 times a turn.
    pub const NORMAL: ChampionSettings = ChampionSettings {
        points: false,
        effort: Effort {
            work: 100_000,
            stoppers: 32,
            compared: 32,
        },
        deals: 512,
        exact: 500,
        exact_tiles: 16,
        plan: PlanEffort::NORMAL,
        draws: 6,
        ahead: Some(AheadEffort::NORMAL),
    };

    /// Plans with a shorter search, and looks ahead less. With more than 2 players it deals hidden
    /// racks 64 times a turn.
    pub const FAST: ChampionSettings = ChampionSettings {
        points: false,
        effort: Effort {
            work: 10_000,
            stoppers: 1,
            compared: 0,
        },
        deals: 64,
        exact: 20,
        exact_tiles: 8,
        plan: PlanEffort::FAST,
        draws: 6,
        ahead: Some(AheadEffort::FAST),
    };

    /// Plans with one small search and deals no hidden racks.
    pub const QUICK: ChampionSettings = ChampionSettings {
        effort: Effort {
            work: 500,
            ..ChampionSettings::FAST.effort
        },
        deals: 0,
        plan: PlanEffort::QUICK,
        draws: 0,
        ahead: None,
        ..ChampionSettings::FAST
    };
}
