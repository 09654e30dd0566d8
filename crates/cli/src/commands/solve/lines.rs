//! `solve --batch`: one position a line. Refuses what `position_line` refuses.

use rummilab_solver::Solver;

use super::answer::{Record, find};
use super::steps::add_steps;
use super::{Args, Asked, MOST, Objective, draws, plays};
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
    question: Asked,
    most: usize,
    explain: bool,
}

/// Answers every line of the file.
pub fn run(args: &Args, file: &str) -> Result<Exit, Error> {
    let rules = LineRules::new(&args.rules)?;
    let worker = || Worker {
        rules: rules.clone(),
        solver: args.solver.make(),
        objective: args.objective,
        question: args.question,
        most: args.most.unwrap_or(MOST),
        explain: args.explain,
    };
    args.batch.run(file, worker, Worker::answer)
}

impl Worker {
    fn answer(&mut self, id: &Id, text: &str) -> Result<Vec<u8>, Error> {
        let known = read_position(text, &mut self.rules, self.objective.goal())?;
        let solver = self.solver.as_mut();
        match self.question {
            Asked::Best => {
                let mut found = find(&known.question, solver)?;
                if self.explain {
                    add_steps(&known.question, &mut found);
                }
                json_line(&Record::new(id, &found, self.explain))
            }
            Asked::Plays => {
                let found = plays::find(&known.question, solver, self.most)?;
                json_line(&plays::Record::new(id, &found))
            }
            Asked::AfterDraw => {
                let found = draws::find(&known.question, solver, known.unseen)?;
                json_line(&draws::Record::new(id, &found))
            }
        }
    }
}
