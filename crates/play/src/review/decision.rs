//! A decision of a recorded game: the state in which a seat had to decide, and the history before
//! it.

use rummilab_bot_api::PublicTurn;
use rummilab_core::{Action, CouldPlay, Event, Game, Happened, Seat, Table};
use rummilab_record::{BrokenOff, Replay, ReplayedTurn};

use super::{ReviewError, ReviewedGame};

/// A decision, with the recorded action.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The state, after the draw if turns begin with one.
    pub game: Game,
    pub seat: Seat,
    /// The recorded action, and the state after it.
    pub done: ReplayedTurn,
}

impl Decision {
    /// The decision on a turn of a game, from 0, also on the one that a fault broke off. `each`
    /// gets the replay before every turn up to this one, and the public history before that turn.
    ///
    /// # Errors
    /// If the game has no such turn, or its replay fails.
    pub fn of(
        reviewed: ReviewedGame<'_>,
        turn: usize,
        judge: &mut dyn CouldPlay,
        mut each: impl FnMut(&Replay<'_>, &[PublicTurn]),
    ) -> Result<Decision, ReviewError> {
        let mut course = Course::of(reviewed, turn + 1, judge, &mut each)?;
        match course.decisions.pop() {
            Some(decision) if decision.done.turn == turn => return Ok(decision),
            _ => {}
        }
        let broken_off = course.replay.broken_off();
        let broken_off = broken_off.map_err(|error| reviewed.replay_failed(error))?;
        let found = broken_off.filter(|found| found.turn.turn == turn);
        let BrokenOff { turn: done, game } = found.ok_or_else(|| reviewed.no_such_turn())?;
        each(&course.replay, &course.history);
        let seat = done.event.seat;
        Ok(Decision { game, seat, done })
    }

    /// The first `turns` decisions of a game, or all if there are fewer, and the public history of
    /// these turns.
    ///
    /// # Errors
    /// If the replay fails.
    pub fn until(
        reviewed: ReviewedGame<'_>,
        turns: usize,
        judge: &mut dyn CouldPlay,
        mut each: impl FnMut(&Replay<'_>, &[PublicTurn]),
    ) -> Result<(Vec<Decision>, Vec<PublicTurn>), ReviewError> {
        let course = Course::of(reviewed, turns, judge, &mut each)?;
        Ok((course.decisions, course.history))
    }

    /// The event of an action, and the table after it.
    ///
    /// # Errors
    /// [`ReviewError::Illegal`] with the referee's reason.
    pub fn after(
        &self,
        action: &Action,
        judge: &mut dyn CouldPlay,
    ) -> Result<(Event, Table), ReviewError> {
        let mut game = self.game.clone();
        match game.act(action, judge) {
            Ok(event) => Ok((event, game.table().clone())),
            Err(illegal) => Err(ReviewError::Illegal(
                illegal.explain(self.game.rules()),
                illegal,
            )),
        }
    }
}

/// A game up to a turn.
struct Course<'a> {
    replay: Replay<'a>,
    decisions: Vec<Decision>,
    history: Vec<PublicTurn>,
}

impl<'a> Course<'a> {
    fn of(
        reviewed: ReviewedGame<'a>,
        turns: usize,
        judge: &mut dyn CouldPlay,
        each: &mut dyn FnMut(&Replay<'_>, &[PublicTurn]),
    ) -> Result<Course<'a>, ReviewError> {
        let failed = |error| reviewed.replay_failed(error);
        let replay = Replay::new(reviewed.rules(), reviewed.block, reviewed.game);
        let mut replay = replay.map_err(failed)?;
        let (mut decisions, mut history) = (Vec::new(), Vec::new());
        while decisions.len() < turns
            && let Some(game) = replay.deciding()
        {
            let game = game.map_err(failed)?;
            each(&replay, &history);
            let Some(step) = replay.step(judge) else {
                break;
            };
            let done = step.map_err(failed)?;
            history.push(PublicTurn::of(&done.event));
            let seat = done.event.seat;
            decisions.push(Decision { game, seat, done });
        }
        Ok(Course {
            replay,
            decisions,
            history,
        })
    }
}

/// An event in words: the verb, and the tiles laid.
pub fn action_words(event: &Event) -> (&'static str, String) {
    match &event.happened {
        Happened::Laid(turn) => ("lays", turn.played.to_string()),
        Happened::Drew(_) => ("draws", String::new()),
        Happened::Passed => ("passes", String::new()),
        Happened::Penalty(_) => ("is penalised", String::new()),
    }
}

/// Whether two turns are the same: the same kind of action, and the same sets after it.
pub(super) fn same(a: (&Event, &Table), b: (&Event, &Table)) -> bool {
    action_words(a.0) == action_words(b.0) && a.1.sorted_sets() == b.1.sorted_sets()
}
