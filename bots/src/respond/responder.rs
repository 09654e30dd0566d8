//! The responder: its base's turn, unless its lookahead prefers another.

use rummilab_bot_api::{Bot, BotFault, GameOver, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, Tile};

use crate::rollout::laid;
use crate::spec::BotSpec;

/// How a responder looks for a turn that is better than its base's.
pub(super) trait Lookahead: Send {
    /// Begins a new game in this seat, and forgets earlier ones.
    fn new_game(&mut self, seat: Seat);

    /// Begins a turn, before the base is asked.
    fn begin_turn(&mut self, stream: &mut Stream) {
        let _ = stream;
    }

    /// The best turn of the list, where `usual` is the base's turn; `None` if there is nothing to
    /// choose or no answer is needed.
    ///
    /// # Errors
    /// Any failure, which leaves the usual turn.
    fn best(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault>;

    /// Gets the flag that cancels the next game.
    fn watch(&mut self, stop: &StopFlag) {
        let _ = stop;
    }

    /// Gets the end of the game.
    fn game_over(&mut self, over: &GameOver<'_>) {
        let _ = over;
    }
}

/// A bot that takes the turn of its base unless its lookahead finds a better one.
pub struct Responder {
    base: Box<dyn Bot>,
    /// The most tiles in the pool with which it looks; `None` if it never looks.
    pool: Option<usize>,
    lookahead: Box<dyn Lookahead>,
}

impl Responder {
    pub(super) fn new(
        base: &BotSpec,
        pool: Option<usize>,
        lookahead: impl Lookahead + 'static,
    ) -> Responder {
        Responder {
            base: base.make(),
            pool,
            lookahead: Box::new(lookahead),
        }
    }

    /// Whether there is anything to look for. Groups with owners cannot be dealt back.
    fn looks(&self, view: &View<'_>, usual: &Action) -> bool {
        self.pool.is_some_and(|most| view.pool_len <= most)
            && !view.rules.has_group_owners()
            && laid(view, usual) != view.rack
    }
}

impl Bot for Responder {
    fn new_game(&mut self, seat: Seat) {
        self.lookahead.new_game(seat);
        self.base.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.base.put_back(view, tile, stream)
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        self.lookahead.begin_turn(stream);
        let usual = self.base.act(view, stream)?;
        if !self.looks(view, &usual) {
            return Ok(usual);
        }
        // A failure in thought must not become a failure in the game.
        let best = self.lookahead.best(view, &usual, stream).unwrap_or(None);
        Ok(best.unwrap_or(usual))
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.base.watch(stop);
        self.lookahead.watch(stop);
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.base.game_over(view, over);
        self.lookahead.game_over(over);
    }
}
