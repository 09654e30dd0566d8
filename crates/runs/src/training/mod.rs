//! Learns the worth of a position from seeded games between bots. It reports losses on deals not
//! used in the fit, beside those of a constant and of the rack sizes alone.

mod gather;
mod learn;

use std::num::{NonZeroU64, NonZeroUsize};

use rummilab_arena::{Plan, PlanSpec, Progress, RulesEntry};
use rummilab_bot_api::StopFlag;
use rummilab_core::RuleSet;
use rummilab_record::Block;
use rummilab_value::{Provenance, ValueModel};

use self::gather::{MODEL, Trainees, observe};
pub use self::learn::Report;
use self::learn::learn;
use crate::error::RunsError;
use crate::folder::BUILD;
use crate::in_memory::{checked, play_blocks};

/// The parameters of a training.
#[derive(Debug, Clone)]
pub struct Training {
    /// Canonical names of bots, which play a round robin.
    pub bots: Vec<String>,
    /// The rules, which must be those of a system that ships.
    pub rules: RuleSet,
    /// Seats in every game.
    pub players: u64,
    /// Deals of each match-up in each round.
    pub deals: u64,
    /// Number of rounds. From the second on, the bot `model` plays too, with the weights of the
    /// previous round.
    pub rounds: u64,
    /// Turns observed in each game, drawn at random.
    pub turns: usize,
    /// If given, every bot deviates on one turn in this many.
    pub stray: Option<NonZeroU64>,
    /// Ridge penalty on the weights of standardised features, in turns.
    pub penalty: f64,
    /// Master seed; later rounds take the seeds after it.
    pub seed: u64,
}

/// How a training is carried out; this does not change its result.
pub struct TrainingPlace<'a> {
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Ends the training soon after it is set; nothing is kept then.
    pub interrupt: &'a StopFlag,
    /// Called with the progress of the training, also from other threads.
    pub observe: &'a (dyn Fn(TrainingEvent) + Sync),
}

/// The progress of a training.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrainingEvent {
    /// The games of a round are being played.
    Playing(Progress),
    /// Deals of the round already observed, and all deals of the round.
    Observed(u64, u64),
}

impl Training {
    /// Plays, observes and fits. `command` is stored in the file of the weights as the command that
    /// reproduces it.
    ///
    /// # Errors
    /// [`RunsError::Interrupted`] if the flag was set.
    pub fn run(
        &self,
        command: &str,
        place: &TrainingPlace<'_>,
    ) -> Result<(ValueModel, Report), RunsError> {
        let (mut seen, mut games) = (Vec::new(), 0);
        let mut learnt = None;
        for round in 0..self.rounds.max(1) {
            let plan = self.plan(round)?;
            let weights = learnt.take().map(|(model, _)| model);
            let players = Trainees::new(weights, self.stray);
            let blocks = play(&plan, &players, place)?;
            let played = blocks.iter().map(|block| block.games.len() as u64);
            games += played.sum::<u64>();
            seen.extend(observe(&plan, &blocks, (self.turns, round), place)?);
            let (fit, report) = learn(&seen, self.penalty, self.seed)?;
            let provenance = Provenance {
                command: command.to_owned(),
                program: BUILD.to_owned(),
                bots: self.bots.clone(),
                seed: self.seed,
                deals: self.deals,
                rounds: round + 1,
                games,
                samples: report.learnt_from,
                penalty: self.penalty,
            };
            let (players, held_out) = (self.players as usize, report.held_out.clone());
            let model = ValueModel::new(&self.rules.name, players, &fit, provenance, held_out)?;
            learnt = Some((model, report));
        }
        learnt.ok_or(RunsError::NothingHeldOut)
    }

    /// Checks that weights can be learnt for these rules.
    ///
    /// # Errors
    /// [`RunsError::OwnRules`] or [`RunsError::GroupOwners`].
    pub fn check_rules(&self) -> Result<(), RunsError> {
        let (rules, name) = (&self.rules, || self.rules.name.clone());
        if RuleSet::preset(&rules.name).is_none_or(|preset| preset != *rules) {
            return Err(RunsError::OwnRules(name()));
        }
        match rules.has_group_owners() {
            true => Err(RunsError::GroupOwners(name())),
            false => Ok(()),
        }
    }

    /// The games of a round, from 0.
    ///
    /// # Errors
    /// What is wrong with the bots or the numbers.
    pub fn plan(&self, round: u64) -> Result<Plan, RunsError> {
        let mut bots = self.bots.clone();
        if round > 0 && !bots.iter().any(|bot| bot == MODEL) {
            bots.push(MODEL.to_owned());
        }
        checked(&PlanSpec {
            bots,
            players: self.players,
            deals: self.deals,
            seed: self.seed + round,
            rules: RulesEntry::from(&self.rules),
            ..PlanSpec::default()
        })
    }
}

/// Plays all blocks of a round, in order.
fn play(
    plan: &Plan,
    players: &Trainees,
    place: &TrainingPlace<'_>,
) -> Result<Vec<Block>, RunsError> {
    let mut blocks = Vec::new();
    let observe = &mut |progress| (place.observe)(TrainingEvent::Playing(progress));
    let keep = |block| blocks.push(block);
    play_blocks(plan, players, place.threads, place.interrupt, observe, keep)?;
    Ok(blocks)
}
