//! A decision of a recorded game: the state in which a seat had to decide, and what was seen before it. Refuses to decide.

use rummilab_bot_api::PublicTurn;
use rummilab_core::{Action, Event, Game, Happened, RuleSet, Table};
use rummilab_record::{Replay, Step};
use rummilab_solver::Solver;

use crate::error::Error;
use crate::recorded_game::RecordedGame;

/// How often a solver may be asked again for the fewest changes to the table.
pub const MAX_SOLVES: usize = 2000;

/// A decision, and what was decided.
pub struct Decision<'a> {
    /// The state: after the draw where turns begin with one.
    pub game: Game<'a>,
    /// Whose turn it is.
    pub seat: usize,
    /// What was done, and the state after it.
    pub done: Step,
}

/// The decision on a turn of the game. `each` is given the replay before every turn, this one included, and what was seen
/// before that.
pub fn at<'a>(
    chosen: &'a RecordedGame,
    turn: usize,
    judge: &mut Box<dyn Solver>,
    mut each: impl FnMut(&Replay<'a>, &[PublicTurn]),
) -> Result<Decision<'a>, Error> {
    let wrong = |error| chosen.wrong(&error);
    let replay = Replay::new(&chosen.header.rules, &chosen.block, chosen.game);
    let mut replay = replay.map_err(wrong)?;
    let mut history = Vec::new();
    loop {
        let game = replay.deciding().ok_or_else(|| chosen.no_such_turn())?;
        let game = game.map_err(wrong)?;
        each(&replay, &history);
        let step = replay.step(judge).ok_or_else(|| chosen.no_such_turn())?;
        let done = step.map_err(wrong)?;
        if done.turn == turn {
            let seat = done.event.seat;
            return Ok(Decision { game, seat, done });
        }
        history.push(PublicTurn::of(&done.event));
    }
}

impl Decision<'_> {
    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        self.game.rules()
    }

    /// What would become of an action, with the table after it; why not, where the referee refuses it.
    pub fn after(
        &self,
        action: &Action,
        judge: &mut Box<dyn Solver>,
    ) -> Result<(Event, Table), String> {
        let mut game = self.game.clone();
        match game.act(action, judge) {
            Ok(event) => Ok((event, game.table().clone())),
            Err(illegal) => Err(illegal.explain(self.rules())),
        }
    }
}

/// What happened, in words: the verb, and the tiles laid.
pub fn told(event: &Event) -> (&'static str, String) {
    match &event.happened {
        Happened::Laid(turn) => ("lays", turn.played.to_string()),
        Happened::Drew(_) => ("draws", String::new()),
        Happened::Passed => ("passes", String::new()),
        Happened::Penalty(_) => ("is penalised", String::new()),
    }
}

/// Whether two turns did the same: the same kind of thing, and the same sets afterwards.
pub fn same(a: (&Event, &Table), b: (&Event, &Table)) -> bool {
    told(a.0) == told(b.0) && a.1.sorted_sets() == b.1.sorted_sets()
}
