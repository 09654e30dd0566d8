//! `solve --batch`: one position a line. Refuses what `position_line` refuses.

use rummilab_solver::Solver;

use super::answer::{Record, find};
use super::{Args, Objective};
use crate::error::{Error, Exit};
use crate::line::Id;
use crate::line_rules::LineRules;
use crate::output::json_line;
use crate::position_line::read_position;

/// What a thread keeps from line to line.
struct Worker {
    rules: LineRules,
    solver: Box<dyn Solver>,
    objective: Objective,
}

/// Answers every line of the file.
pub fn run(args: &Args, file: &str) -> Result<Exit, Error> {
    let rules = LineRules::new(&args.rules)?;
    let worker = || Worker {
        rules: rules.clone(),
        solver: args.solver.make(),
        objective: args.objective,
    };
    args.batch.run(file, worker, Worker::answer)
}

impl Worker {
    fn answer(&mut self, id: &Id, text: &str) -> Result<Vec<u8>, Error> {
        let known = read_position(text, &mut self.rules, self.objective.goal())?;
        let found = find(&known.question, self.solver.as_mut())?;
        json_line(&Record::new(id, &found))
    }
}
