//! A bot whose parts share one solver. The solver's work is counted and bounded, and the bot stops
//! asking once its answer is no longer needed.

use rummilab_bot_api::{Bot, BotFault, GameOver, Revealed, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, JokerKind, RuleSet, Seat, Tile};
use rummilab_solver::{Goal, Solver, any_play, by_hand};

use crate::player::{Player, laid, lay, may_idle};
use crate::shared::Shared;
use crate::solvers::judge;

/// Work of the fallback turn, in units of [`Shared::work`]: a question or two. It applies where all
/// work of the turn has gone into thinking and the rules demand a play.
const LAST_TURN: u64 = 1000;

/// Under rules with classic jokers alone and runs that end, a node costs this many times less.
/// Measured: 0.1 µs there, 0.3 to 2.5 µs elsewhere.
const CHEAP: u64 = 10;

/// Whether the rules ask a player who can lay to lay.
fn must_lay(view: &View<'_>) -> bool {
    view.rules.must_lay(view.pool_len, view.has_opened())
}

/// The work of a turn under these rules, if `work` is that under the hardest rules.
pub(crate) fn turn_work(work: u64, rules: &RuleSet) -> u64 {
    let special = |kind: &JokerKind| *kind != JokerKind::Classic;
    let mut special = JokerKind::ALL.into_iter().filter(special);
    let hard = rules.wrap.has_next() || special.any(|kind| rules.copies_of(Tile::joker(kind)) > 0);
    work.saturating_mul(if hard { 1 } else { CHEAP })
}

/// A bot whose turns are bounded by the work of its solver. When the work runs out, each part uses
/// what it has found so far. If that is nothing, the bot lays nothing where that is legal, and
/// otherwise plays the turn of `greedy`. A draw or pass that is legal only for a player who
/// cannot lay is asked about as the referee does, with the referee's solver and its work.
pub(crate) struct Bounded {
    bot: Box<dyn Bot>,
    solver: Shared,
    work: u64,
    duty: Duty,
}

/// Lays where the rules demand it and a bot would not.
#[derive(Default)]
struct Duty {
    judge: Option<Box<dyn Solver>>,
}

impl Duty {
    /// Any play that the referee knows of, or else nothing.
    fn lay_if_able(&mut self, view: &View<'_>) -> Action {
        let position = view.position();
        let judge = self.judge.get_or_insert_with(judge);
        match any_play(judge.as_mut(), view.rules, &position) {
            Ok(Some(play)) => Action::Play(play.table(view.table)),
            Ok(None) => view.idle(),
            Err(_) => by_hand(view.rules, view.table, &position, &Goal::Tiles)
                .filter(|play| !play.played.is_empty())
                .map_or_else(|| view.idle(), |play| lay(view, &play)),
        }
    }
}

/// A policy in games that are only thought: it draws no tile where `must_play` demands a play. With
/// an empty pool every policy minds the rules itself.
pub(crate) struct Obliged {
    bot: Box<dyn Bot>,
    duty: Duty,
}

impl Obliged {
    pub(crate) fn new(bot: Box<dyn Bot>) -> Obliged {
        Obliged {
            bot,
            duty: Duty::default(),
        }
    }
}

impl Bot for Obliged {
    fn new_game(&mut self, seat: Seat) {
        self.bot.new_game(seat);
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let action = self.bot.act(view, stream)?;
        let refused = view.pool_len > 0 && must_lay(view) && laid(view, &action).is_empty();
        Ok(if refused {
            self.duty.lay_if_able(view)
        } else {
            action
        })
    }
}

impl Bounded {
    /// Bounds the turns of a bot that asks this solver and no other.
    pub(crate) fn new(bot: Box<dyn Bot>, solver: Shared, work: u64) -> Bounded {
        Bounded {
            bot,
            solver,
            work,
            duty: Duty::default(),
        }
    }

    /// The turn of a bot whose work has run out.
    fn last_turn(
        &self,
        view: &View<'_>,
        found: Result<Action, BotFault>,
    ) -> Result<Action, BotFault> {
        match found {
            Ok(Action::Play(table)) => Ok(Action::Play(table)),
            _ if may_idle(view) => Ok(view.idle()),
            _ => {
                self.solver.begin_turn(LAST_TURN);
                Player::new(self.solver.boxed()).greedy(view)
            }
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

    fn reveal(&mut self, hidden: &Revealed) {
        self.bot.reveal(hidden);
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        self.solver.begin_turn(turn_work(self.work, view.rules));
        let found = self.bot.act(view, stream);
        let found = if self.solver.ran_out() {
            self.last_turn(view, found)
        } else {
            found
        };
        match found {
            Ok(action)
                if must_lay(view) && laid(view, &action).is_empty() && !self.solver.stopped() =>
            {
                Ok(self.duty.lay_if_able(view))
            }
            found => found,
        }
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
