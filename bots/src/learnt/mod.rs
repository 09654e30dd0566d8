//! `learnt`: an agent that learnt by playing itself.

mod network;

use std::sync::{LazyLock, OnceLock};

use network::{Committee, Inputs, KINDS};
use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, RuleSet};
use rummilab_solver::Solver;

use crate::entry::{Entry, long};
use crate::facts::{Facts, TurnFacts};
use crate::hold::{Hold, HoldSettings};
use crate::opening::Opening;
use crate::player::fault;

pub(crate) const ENTRY: Entry = Entry {
    name: "learnt",
    version: 1,
    about: "learnt the original rules for two by playing itself; with more players or other tiles \
            it plays as hold:h=0",
    params: &[],
    for_tests: false,
    work: long,
    make: |s| {
        let holder = Hold::new(s.player(), HoldSettings::until(0), Opening::of(s));
        Box::new(Learnt::new(s.solver.boxed(), holder))
    },
};

/// Turns for which it looks at the other's best answer once the pool is empty.
const LOOKS: usize = 8;

/// Reads the weights, which the page has in a file of their own.
static READ: OnceLock<fn() -> Vec<i16>> = OnceLock::new();

static COMMITTEE: LazyLock<Option<Committee>> = LazyLock::new(|| {
    let facts = Facts::new(&RuleSet::preset("original")?);
    let (position, turn) = (facts.state_fields(), facts.turn_fields());
    let weights = READ.get_or_init(|| shipped)();
    Committee::read(Inputs::new(&position), Inputs::new(&turn), &weights)
});

/// Says how the weights are read when they are needed first. Without it they are those in the
/// program. A wasm module has none, and then the holder plays.
pub fn read_weights_by(read: fn() -> Vec<i16>) {
    READ.get_or_init(|| read);
}

/// The weights of the Python package, `rummilab/agents/dmc.npz`, as whole numbers of two bytes, the
/// lower first. Written by `experiments/learnt/whole.py`.
#[cfg(not(target_family = "wasm"))]
fn shipped() -> Vec<i16> {
    let (weights, _) = include_bytes!("weights.bin").as_chunks();
    weights.iter().copied().map(i16::from_le_bytes).collect()
}

#[cfg(target_family = "wasm")]
const fn shipped() -> Vec<i16> {
    Vec::new()
}

/// Takes the turn of the highest score of its networks. Once the pool is empty it knows the other's
/// rack, and looks at the best answer to each of its best turns. It learnt from games with itself
/// alone (docs/python.md#an-agent-that-learnt-by-itself).
pub struct Learnt {
    facts: Option<Facts>,
    solver: Box<dyn Solver>,
    /// Plays where it has learnt nothing: more players, or other kinds of tile.
    holder: Hold,
}

impl Learnt {
    fn new(solver: Box<dyn Solver>, holder: Hold) -> Learnt {
        Learnt {
            facts: None,
            solver,
            holder,
        }
    }

    /// The scores of the turns, each lowered by that of the other's best answer to it.
    fn scores_ahead(
        &mut self,
        committee: &Committee,
        view: &View<'_>,
        found: &TurnFacts,
    ) -> Result<Vec<f64>, BotFault> {
        let scores = committee.scores(&found.state, &found.rows);
        let mut best: Vec<usize> = (0..scores.len()).collect();
        best.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        let mut ahead = vec![f64::NEG_INFINITY; scores.len()];
        let facts = self.facts.get_or_insert_with(|| Facts::new(view.rules));
        for at in best.into_iter().take(LOOKS) {
            let laid = &found.turns[at];
            let answers = facts
                .after(view, laid, self.solver.as_mut())
                .map_err(|error| fault(&error))?;
            ahead[at] = match answers.filter(|answers| answers.turns.len() > 1) {
                _ if *laid == view.rack => f64::INFINITY,
                Some(answers) => {
                    let answers = committee.scores(&answers.state, &answers.rows);
                    let most = answers.into_iter().max_by(f64::total_cmp);
                    scores[at] - most.unwrap_or_default()
                }
                // Half of the difference is taken, here of twice the score.
                None => 2.0 * scores[at],
            };
        }
        Ok(ahead)
    }
}

impl Bot for Learnt {
    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let rules = view.rules;
        let kinds = rules.values == 13 && rules.kinds().count() == KINDS;
        let learnt = kinds && view.players() == 2;
        let Some(committee) = COMMITTEE.as_ref().filter(|_| learnt) else {
            return self.holder.act(view, stream);
        };
        let facts = self.facts.get_or_insert_with(|| Facts::new(view.rules));
        let found = facts
            .of(view, self.solver.as_mut())
            .map_err(|error| fault(&error))?;
        let scores = match (found.turns.len(), view.pool_len) {
            (1, _) => vec![0.0],
            (_, 0) => self.scores_ahead(committee, view, &found)?,
            _ => committee.scores(&found.state, &found.rows),
        };
        // The first of the best ones.
        let best = scores.iter().copied().max_by(f64::total_cmp);
        let turns = scores.iter().zip(&found.turns);
        let mut turns = turns.filter(|(score, _)| Some(**score) == best);
        let Some((_, laid)) = turns.next().filter(|(_, laid)| !laid.is_empty()) else {
            return Ok(view.idle());
        };
        let table =
            Facts::table_after(view, laid, self.solver.as_mut()).map_err(|error| fault(&error))?;
        Ok(table.map_or_else(|| view.idle(), Action::Play))
    }
}
