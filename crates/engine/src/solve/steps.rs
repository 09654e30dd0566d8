//! The steps of a turn, for the sets as printed, and their JSON. Steps that fail their check are
//! reported separately and do not invalidate the answer.

use rummilab_core::Table;
use rummilab_core::layout::{mark_as_laid, tidy};
use rummilab_solver::{Step, StepFault, explain};
use rummilab_words::Language;
use serde::Serialize;

use super::best::{BestAnswer, BestPlay};
use crate::question::Question;

impl BestAnswer {
    /// Adds the steps of the play, if there is one and the old sets are known.
    pub fn add_steps(&mut self, question: &Question) {
        self.explained = true;
        if let (Some(before), Some(play)) = (&question.before, &mut self.play) {
            let tidy_sets = before.sets().iter().map(|set| tidy(&question.rules, set));
            let steps = steps_of(&Table::new(tidy_sets.collect()), play);
            if let Ok(steps) = &steps {
                let lays = steps.iter().filter_map(|step| match step {
                    Step::Lay { tiles, set, .. } => Some((tiles, set)),
                    _ => None,
                });
                mark_as_laid(&mut play.table, lays);
            }
            play.steps = Some(steps);
        }
    }
}

fn steps_of(before: &Table, play: &BestPlay) -> Result<Vec<Step>, StepFault> {
    let sets = play.table.iter().map(|laid| laid.set.clone());
    let after = Table::new(sets.collect());
    explain(before, &after, &play.played)
}

/// A step as JSON: its kind, the sets concerned, and its sentence.
#[derive(Serialize)]
pub struct StepRecord<'a> {
    #[serde(flatten)]
    step: &'a Step,
    text: String,
}

impl<'a> StepRecord<'a> {
    /// The record of this step.
    pub fn new(language: Language, step: &'a Step) -> StepRecord<'a> {
        let text = rummilab_words::step(language, step);
        StepRecord { step, text }
    }
}
