//! The request `solve`: the harness and [`serve()`](crate::serve()) answer a program that asks for
//! the best play.

use rummilab_core::RuleSet;
use serde_json::{Map, Value};

use crate::protocol::{ErrorCode, Request, RulesMessage, rules_from};

/// Most `solve` requests that are answered in one turn.
const MOST_SOLVES: u32 = 20;

/// Why a request gets no answer, for the program that sent it.
pub type Refusal = (ErrorCode, String);

/// A source of best plays.
pub trait Oracle: Send {
    /// The answer to the fields of a `solve` request under the rules of the game. Equal questions
    /// have equal answers, whatever was asked before and on any machine.
    ///
    /// # Errors
    /// What is wrong with the question, or why the solver cannot answer it.
    fn best_play(
        &mut self,
        rules: &RuleSet,
        question: &Map<String, Value>,
    ) -> Result<Map<String, Value>, Refusal>;
}

/// Makes an [`Oracle`] when a program asks its first question.
pub type MakeOracle = fn() -> Box<dyn Oracle>;

/// The receiver of the `solve` requests of one program. It knows the rules of the current game and
/// counts the questions.
#[derive(Default)]
pub(crate) struct SolveSession {
    make: Option<MakeOracle>,
    oracle: Option<Box<dyn Oracle>>,
    game: Option<(RulesMessage, RuleSet)>,
    /// Number of questions on this turn.
    asked: u32,
}

impl std::fmt::Debug for SolveSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolveSession")
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}

impl SolveSession {
    /// A session before the first game. Without an oracle it refuses every question.
    pub(crate) fn new(make: Option<MakeOracle>) -> SolveSession {
        SolveSession {
            make,
            ..SolveSession::default()
        }
    }

    /// The answer to a question.
    ///
    /// # Errors
    /// The error message to send instead.
    pub(crate) fn answer(
        &mut self,
        question: &Map<String, Value>,
    ) -> Result<Map<String, Value>, Refusal> {
        let nobody = || (ErrorCode::Unsupported, "there is no solver here".to_owned());
        let make = self.make.ok_or_else(nobody)?;
        let no_game = || (ErrorCode::Invalid, "no game has begun".to_owned());
        let (_, rules) = self.game.as_ref().ok_or_else(no_game)?;
        if self.asked >= MOST_SOLVES {
            let message = format!("{MOST_SOLVES} `solve` requests a turn are answered, no more");
            return Err((ErrorCode::Invalid, message));
        }
        self.asked += 1;
        // A panic drops the oracle; the next question makes a new one.
        let mut oracle = self.oracle.take().unwrap_or_else(make);
        let answer = oracle.best_play(rules, question);
        self.oracle = Some(oracle);
        answer
    }

    /// Updates the state after a request was answered, in either direction: games begin and turns
    /// end.
    pub(crate) fn after(&mut self, request: &Request) {
        match request {
            Request::NewGame(game) => {
                self.asked = 0;
                if self
                    .game
                    .as_ref()
                    .is_none_or(|(known, _)| *known != game.rules)
                {
                    let rules = rules_from(&game.rules).ok();
                    self.game = rules.map(|rules| (game.rules.clone(), rules));
                }
            }
            Request::Move { .. } => self.asked = 0,
            _ => {}
        }
    }
}
