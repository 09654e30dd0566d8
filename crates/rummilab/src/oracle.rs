//! Answers to the `solve` requests of programs: as by `rummilab solve --batch` under the rules of
//! the game, without the fields that depend on the machine.

use rummilab_bot_api::protocol::ErrorCode;
use rummilab_bot_api::{Oracle, Refusal};
use rummilab_bots::solvers;
use rummilab_core::{PerRules, RuleSet};
use rummilab_engine::{Error, LineError, LineQuestion, LineRules, SolveLines};
use rummilab_solver::{Goal, Solver};
use serde_json::{Map, Value};

/// Fields of an answer that programs do not get: `id` is the message's, the others vary from call
/// to call.
const LEFT_OUT: [&str; 3] = ["id", "micros", "nodes"];

/// Number of further solver calls for the fewest changes to the table. A person may wait seconds
/// for them, a program on the clock may not. With the 2000 of `solve`, a question of `house` took
/// up to 16 s, with 50 up to 5 s.
const MAX_SOLVES: usize = 5;

/// An oracle that asks the solver of the bots, for matches of bots that are programs
/// (`Match::oracle`).
pub fn oracle() -> Box<dyn Oracle> {
    Box::new(EngineOracle {
        solver: solvers::solver(),
        lines: PerRules::default(),
    })
}

struct EngineOracle {
    solver: Box<dyn Solver>,
    /// The answerer for the rules of the last question.
    lines: PerRules<SolveLines>,
}

impl EngineOracle {
    fn lines_of(&mut self, rules: &RuleSet) -> (&mut dyn Solver, &mut SolveLines) {
        let lines = self.lines.of(rules, |rules| {
            let of_game = LineRules::of_rules(&rules.name, rules.clone());
            let best = LineQuestion::Best { explain: false };
            let lines = SolveLines::new(of_game, Goal::Tiles, best);
            lines.with_max_solves(MAX_SOLVES)
        });
        (self.solver.as_mut(), lines)
    }
}

impl Oracle for EngineOracle {
    fn best_play(
        &mut self,
        rules: &RuleSet,
        question: &Map<String, Value>,
    ) -> Result<Map<String, Value>, Refusal> {
        let internal = |error: serde_json::Error| (ErrorCode::Internal, error.to_string());
        let line = serde_json::to_vec(question).map_err(internal)?;
        let (solver, lines) = self.lines_of(rules);
        let answer = lines.answer(solver, &line);
        let answer = answer.map_err(|refusal| refused(&refusal.error))?;
        let mut answer: Map<String, Value> = serde_json::from_str(&answer).map_err(internal)?;
        answer.retain(|field, _| !LEFT_OUT.contains(&field.as_str()));
        Ok(answer)
    }
}

fn refused(error: &Error) -> Refusal {
    let code = match error {
        Error::Unsupported(_) => ErrorCode::Unsupported,
        Error::WrongAnswer(_) | Error::Solve(_) => ErrorCode::Internal,
        _ => ErrorCode::Invalid,
    };
    let message = match error {
        // The column would not refer to the line that the program wrote.
        Error::Line(LineError::Json(_, message)) => message.clone(),
        error => error.to_string(),
    };
    (code, message)
}
