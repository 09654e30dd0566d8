//! Bots of a match that are programs of their own, beside those of the roster. Refuses to begin a match with a program that
//! does not start.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use rummilab_arena::{Plan, Players, PlayersError};
use rummilab_bot_api::Bot;
use rummilab_bot_api::external::{Clock, External, StderrLog};
use rummilab_core::CouldPlay;

use crate::bot_arg::program;
use crate::error::{Error, Exit, warn};
use crate::players::RosterPlayers;

/// The folder in that of a run for what programs write to standard error.
pub const STDERR: &str = "stderr";

/// The players of one plan.
pub struct MatchPlayers {
    /// By canonical name.
    programs: BTreeMap<String, Arc<External>>,
}

impl MatchPlayers {
    /// The players of a plan. What programs write to standard error goes to files in the run's folder, if it has one.
    pub fn new(plan: &Plan, folder: Option<&Path>) -> Result<MatchPlayers, Error> {
        let clock = plan.clock().unwrap_or(Clock::NONE);
        let mut programs = BTreeMap::new();
        for (number, bot) in plan.bots().iter().enumerate() {
            let Some(command) = program(&bot.canonical) else {
                continue;
            };
            if programs.contains_key(&bot.canonical) {
                continue;
            }
            let log = folder.map(|folder| {
                let name = format!("{number}-{}.txt", plain(command));
                StderrLog::new(folder.join(STDERR).join(name))
            });
            let external = External::new(command, clock, log)
                .map_err(|problem| Error::Input(format!("{}: {problem}", bot.canonical)))?;
            programs.insert(bot.canonical.clone(), Arc::new(external));
        }
        Ok(MatchPlayers { programs })
    }

    /// Starts every program once, so that a wrong command is told before the first game and not by a table of defeats.
    pub fn probe(&self, plan: &Plan) -> Result<(), Error> {
        for (name, external) in &self.programs {
            let probed = external.probe(plan.rules(), plan.players());
            probed
                .map_err(|error| Error::Input(format!("the bot `{name}` cannot play: {error}")))?;
        }
        Ok(())
    }

    /// Says so if more bots think at once than there are cores, which a clock does not know.
    pub fn warn_of_threads(&self, plan: &Plan, threads: NonZeroUsize) {
        let clocked = plan.clock().is_some_and(|clock| clock.per_move.is_some());
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        if !self.programs.is_empty() && clocked && threads > cores {
            warn(&format!(
                "{threads} threads on {cores} cores: bots wait for each other while their clocks run"
            ));
        }
    }

    /// How a run with these programs ends: a program that was withdrawn is told, and is no success.
    pub fn verdict(&self) -> Exit {
        let mut exit = Exit::Done;
        for (name, external) in &self.programs {
            if let Some(reason) = external.withdrawn() {
                warn(&format!(
                    "the bot `{name}` was withdrawn and lost the rest of its games: {reason}"
                ));
                exit = Exit::CheckFailed;
            }
        }
        exit
    }
}

impl Players for MatchPlayers {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        match self.programs.get(canonical) {
            Some(external) => Ok(Box::new(external.bot())),
            None => RosterPlayers.bot(canonical),
        }
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        RosterPlayers.judge()
    }
}

/// A command as part of a file name.
fn plain(command: &str) -> String {
    let kept = command.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') => c,
        _ => '_',
    });
    kept.take(60).collect()
}
