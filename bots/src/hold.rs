//! `hold`: open, then lay nothing until the whole rack goes.

use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Position, Tile, TileCounts};
use rummilab_solver::{Goal, Verified, Weights};

use crate::entry::{Entry, choice, number, quick};
use crate::greedy::LATE;
use crate::opening::Opening;
use crate::opening::{DELAY, OPEN_JOKER, UNTIL};
use crate::player::{Player, lay};

pub(crate) const ENTRY: Entry = Entry {
    name: "hold",
    version: 5,
    about: "opens, then lays nothing until the whole rack goes in one turn",
    params: &[
        number("h", 1, 0, 100).about(LATE),
        choice("empty", &["dump", "keep", "solve"]).about(
            "with an empty pool: play like greedy, go on holding, or solve the game of two, \
                else hold",
        ),
        number("leave", 0, 0, 100)
            .about("also lays most tiles when at most this many would stay; 0: never"),
        number("minplay", 0, 0, 100)
            .about("also lays most tiles when they are at least this many; 0: never"),
        DELAY,
        UNTIL,
        OPEN_JOKER,
        number("work", 1000, 0, 1_000_000_000)
            .about("questions to the solver that solving may take, each turn"),
    ],
    for_tests: false,
    work: quick,
    make: |s| {
        let empty = match s.text("empty") {
            "keep" => EmptyPoolPolicy::Keep,
            "solve" => EmptyPoolPolicy::Solve(s.count("work") as u64),
            _ => EmptyPoolPolicy::Dump,
        };
        let settings = HoldSettings {
            h: s.count("h"),
            empty,
            leave: s.count("leave"),
            minplay: s.count("minplay"),
        };
        Box::new(Hold::new(s.player(), settings, Opening::of(s)))
    },
};

/// How a holder plays once the pool is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmptyPoolPolicy {
    Dump,
    /// Goes on holding: passes where that is legal, and otherwise lays as little as possible.
    Keep,
    /// Between two players, solves the game if this many questions to the solver are enough
    /// ([`Endgame`](crate::Endgame)). In all other cases it plays as [`EmptyPoolPolicy::Keep`].
    Solve(u64),
}

/// When a holder lays something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoldSettings {
    /// Plays like `greedy` once an opponent has at most this many tiles.
    pub h: usize,
    /// How it plays with an empty pool.
    pub empty: EmptyPoolPolicy,
    /// Also lays most tiles when at most this many would stay on the rack; 0 for never.
    pub leave: usize,
    /// Also lays most tiles when they are at least this many; 0 for never.
    pub minplay: usize,
}

impl HoldSettings {
    /// The settings of `hold:h=…`, with the defaults of the roster for everything else.
    pub const fn until(h: usize) -> HoldSettings {
        HoldSettings {
            h,
            empty: EmptyPoolPolicy::Dump,
            leave: 0,
            minplay: 0,
        }
    }
}

/// Opens like `greedy`, or as its [`Opening`] says. Then it goes out in one turn when the whole
/// rack can go. When an opponent holds at most `h` tiles it plays like `greedy`. Once the pool is
/// empty it plays as `empty` says. Otherwise it draws or passes, unless `leave` or `minplay` let it
/// lay. (docs/strategy.md#holding-back: with h = 1 it wins 99 % of 2-player games against
/// `greedy`.)
pub struct Hold {
    player: Player,
    settings: HoldSettings,
    opening: Opening,
}

impl Hold {
    pub fn new(player: Player, settings: HoldSettings, opening: Opening) -> Hold {
        Hold {
            player,
            settings,
            opening,
        }
    }

    /// The play of most tiles, if it lays or leaves as many as the settings ask for.
    fn worth_laying(&mut self, view: &View<'_>) -> Result<Option<Verified>, BotFault> {
        let HoldSettings { leave, minplay, .. } = self.settings;
        if leave == 0 && minplay == 0 {
            return Ok(None);
        }
        let best = self.player.best(view, &Goal::Tiles)?;
        let enough = |play: &Verified| {
            let stay = view.rack.len().saturating_sub(play.tiles);
            (minplay > 0 && play.tiles >= minplay) || (leave > 0 && stay <= leave)
        };
        Ok(best.filter(enough))
    }

    /// Passes, or lays the fewest tiles, then the least value, where the rules force a play.
    fn keep_holding(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        if !view.rules.must_play_when_empty.binds(view.has_opened()) {
            return Ok(Action::Pass);
        }
        Ok(self
            .smallest_play(view)?
            .map_or_else(|| view.idle(), |play| lay(view, &play)))
    }

    /// The legal play of fewest tiles, then least value. For each kind on the rack it asks how few
    /// more tiles are needed to lay it.
    fn smallest_play(&mut self, view: &View<'_>) -> Result<Option<Verified>, BotFault> {
        let mut weights = Weights::all(-1000);
        for (tile, _) in view.rack.kinds() {
            weights.set(tile, -1000 - i32::from(tile.face()));
        }
        let goal = Goal::Weighted(Arc::new(weights));
        let mut smallest: Option<((usize, u32), Verified)> = None;
        for tile in self.smallest_firsts(view)? {
            let Some(position) = with_tile_down(&view.position(), tile) else {
                continue;
            };
            let Some(play) = self.player.table_with(view, &position, &goal)? else {
                continue;
            };
            let play = play.having_played(tile);
            let cost = (play.tiles, play.value);
            if smallest.as_ref().is_none_or(|(least, _)| cost < *least) {
                smallest = Some((cost, play));
            }
        }
        Ok(smallest.map(|(_, play)| play))
    }

    /// The kinds on the rack of which some smallest play lays one, in the order of the rack. If a
    /// tile can be laid alone, these are the least valuable number tile that can, and the jokers
    /// that can, because only its place gives a joker its value. Otherwise they are all kinds. It
    /// is cheap to ask whether one tile fits, but not what else it needs.
    fn smallest_firsts(&mut self, view: &View<'_>) -> Result<Vec<Tile>, BotFault> {
        let all: Vec<Tile> = view.rack.kinds().map(|(tile, _)| tile).collect();
        let mut alone = Vec::new();
        for tile in &all {
            let Some(mut position) = with_tile_down(&view.position(), *tile) else {
                continue;
            };
            position.rack = TileCounts::EMPTY;
            if self
                .player
                .table_with(view, &position, &Goal::Tiles)?
                .is_some()
            {
                alone.push(*tile);
            }
        }
        if alone.is_empty() {
            return Ok(all);
        }
        let numbers = alone.iter().filter(|tile| !tile.is_joker());
        let least = numbers.min_by_key(|tile| tile.face()).copied();
        alone.retain(|tile| tile.is_joker() || Some(*tile) == least);
        Ok(alone)
    }
}

/// The position with one rack tile moved to the table, where every tile must lie in a set.
pub fn with_tile_down(position: &Position, tile: Tile) -> Option<Position> {
    let mut with = position.clone();
    (with.rack.remove(tile) && with.table.insert(tile)).then_some(with)
}

impl Bot for Hold {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if let EmptyPoolPolicy::Solve(work) = self.settings.empty
            && let Some(action) = self.player.solve_endgame(view, work)?
        {
            return Ok(action);
        }
        if !view.has_opened() {
            return self.opening.act(&mut self.player, view);
        }
        if let Some(play) = self.player.go_out(view)? {
            return Ok(lay(view, &play));
        }
        if view.smallest_opponent_rack() <= self.settings.h {
            return self.player.greedy(view);
        }
        if let Some(play) = self.worth_laying(view)? {
            return Ok(lay(view, &play));
        }
        match self.settings.empty {
            _ if view.pool_len > 0 => Ok(view.idle()),
            EmptyPoolPolicy::Dump => self.player.greedy(view),
            EmptyPoolPolicy::Keep | EmptyPoolPolicy::Solve(_) => self.keep_holding(view),
        }
    }
}
