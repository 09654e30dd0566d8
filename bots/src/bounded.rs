//! A bot with the one solver that all its parts ask: its work is counted, and it stops asking when
//! nobody waits for it.

use rummilab_bot_api::{Bot, BotFault, GameOver, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, Tile};
use rummilab_solver::Solver;

use crate::shared::Shared;

/// A bot and its solver.
pub(crate) struct Bounded {
    bot: Box<dyn Bot>,
    solver: Shared,
}

impl Bounded {
    /// The bot that `make` makes with this solver.
    pub(crate) fn new(
        solver: Box<dyn Solver>,
        make: impl FnOnce(&Shared) -> Box<dyn Bot>,
    ) -> Bounded {
        let solver = Shared::new(solver);
        Bounded {
            bot: make(&solver),
            solver,
        }
    }
}

impl Bot for Bounded {
    fn new_game(&mut self, seat: Seat) {
        self.bot.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.bot.put_back(view, tile, stream)
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        self.bot.act(view, stream)
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.solver.watch(stop);
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.solver.all_nodes())
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.bot.game_over(view, over);
    }
}
