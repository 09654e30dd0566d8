//! Learns what a position is worth from seeded games of bots among themselves. Reports losses on
//! deals that the weights were not fitted to, beside those of a constant and of the sizes of racks
//! alone.

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

/// What is learnt, and from which games.
#[derive(Debug, Clone)]
pub struct Training {
    /// Canonical names of bots, of which everybody plays everybody.
    pub bots: Vec<String>,
    /// The rules, which must be those of a system that ships.
    pub rules: RuleSet,
    /// Seats in every game.
    pub players: u64,
    /// Deals of each match-up in each round.
    pub deals: u64,
    /// Rounds; from the second on the bot `model` plays too, with the weights of the round before.
    pub rounds: u64,
    /// Turns looked at in each game, drawn at random.
    pub turns: usize,
    /// If given, every bot does something else on one turn in this many.
    pub stray: Option<NonZeroU64>,
    /// Ridge penalty on the weights of standardised features, in turns.
    pub penalty: f64,
    /// Master seed; later rounds take the seeds after it.
    pub seed: u64,
}

/// How a training is carried out. None of it changes its result.
pub struct TrainingPlace<'a> {
    /// Threads.
    pub threads: NonZeroUsize,
    /// Ends the training soon after somebody sets it; nothing is kept then.
    pub interrupt: &'a StopFlag,
    /// Is told how far the training is, also from other threads.
    pub observe: &'a (dyn Fn(TrainingEvent) + Sync),
}

/// How far a training is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrainingEvent {
    /// The games of a round are being played.
    Playing(Progress),
    /// Deals of the round that were looked at, and all of them.
    Observed(u64, u64),
}

impl Training {
    /// Plays, looks and learns. `command` is what the file of the weights gives as the command
    /// that makes it again.
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

    /// Checks that something can be learnt for these rules.
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
