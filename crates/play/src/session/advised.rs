//! Hints for the person to move: the most that can be laid, and what the champion would do.

use rummilab_arena::Seated;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Table};
use rummilab_solver::SolveError;

use super::{ActionError, Session};
use crate::advice::Advice;
use crate::review::MODEL;

impl Session {
    /// The turn that hints speak of, with its steps; it is computed once a turn.
    ///
    /// # Errors
    /// If it is not the person's turn, or the solver cannot say.
    pub fn best_turn(&mut self) -> Result<Advice, ActionError> {
        self.check_turn()?;
        Ok(self.advice()?.clone())
    }

    pub(super) fn advice(&mut self) -> Result<&Advice, SolveError> {
        let advice = match self.advice.take() {
            Some(advice) => advice,
            None => self.new_advice()?,
        };
        Ok(self.advice.insert(advice))
    }

    fn new_advice(&mut self) -> Result<Advice, SolveError> {
        let shown = self.draft.start();
        let game = self.referee.game();
        let most = Advice::of(game, self.person, &shown, self.solver.as_mut())?;
        if most.played.is_empty() {
            return Ok(most);
        }
        Ok(match self.champions_table() {
            Some(table) => most.with_choice(self.rules(), self.game().table(), &shown, &table),
            None => most,
        })
    }

    /// The table after the turn that the champion would play, who knows what the person knows.
    /// `None` if nothing is known of it.
    fn champions_table(&mut self) -> Option<Table> {
        let champion = self.champion.as_mut()?;
        let (seat, turn) = (self.person, self.referee.turns().len());
        champion.new_game(seat);
        // The answer depends on the position alone, whatever was asked before.
        let seed = self.setting.plan().seed();
        champion.stream = Stream::new(Key::bot(seed, MODEL, seat.index(), turn as u64));
        let action = self.referee.clone().ask(champion).ok()?.ok()?;
        let mut tried = self.referee.game().clone();
        tried.act(&action, self.judge.as_mut()).ok()?;
        Some(match action {
            Action::Play(table) => table,
            Action::Draw | Action::Pass => tried.table().clone(),
        })
    }
}

/// The champion for a person's hints, if these players have one.
pub(super) fn champion(players: &dyn rummilab_arena::Players) -> Option<Seated> {
    let bot = players.bot(MODEL).ok()?;
    // Set before each question.
    let stream = Stream::new(Key::bot(0, MODEL, 0, 0));
    Some(Seated::new(MODEL, bot, stream))
}
