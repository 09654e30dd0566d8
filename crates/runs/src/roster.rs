//! The players of a match: bots of the roster, programs that speak the bot protocol, bots of the
//! caller, and a person as recorded. This is the only implementation of the arena's `Players`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rummilab_arena::{Plan, Players, PlayersError, Recorded};
use rummilab_bot_api::external::{External, StderrLog, TimeControl};
use rummilab_bot_api::{Bot, MakeOracle};
use rummilab_bots::BotSpec;
use rummilab_core::CouldPlay;
use rummilab_record::{GameRecord, Program};

use crate::bot_name::program;
use crate::error::BotNameError;
use crate::error::RunsError;
use crate::judge::judge;
use crate::programs::identity;

/// The folder inside a run's folder for the standard error of programs.
pub const STDERR: &str = "stderr";

/// Makes a bot of the caller, once for each seat and thread.
pub type MakeBot = Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>;

/// The players of a match: bots by their canonical names, and the search as judge.
///
/// ```
/// use rummilab_arena::Players;
/// use rummilab_runs::Roster;
///
/// assert!(Roster::new().bot("hold:h=3").is_ok());
/// assert!(Roster::new().bot("nobody").is_err());
/// ```
#[derive(Clone, Default)]
pub struct Roster {
    /// Programs by canonical name; the other maps use the same key.
    programs: BTreeMap<String, Arc<External>>,
    own: BTreeMap<String, MakeBot>,
    /// A recorded game, and the bots whose turns are replayed from it.
    recorded: Option<(Vec<String>, GameRecord)>,
    /// Answers the `solve` requests of programs.
    oracle: Option<MakeOracle>,
    /// Where programs start; where this program runs if `None`.
    program_folder: Option<PathBuf>,
}

/// A program that was withdrawn after repeated failures to start, and lost its remaining games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawn {
    /// The canonical name of the bot.
    pub bot: String,
    /// Why it did not start.
    pub reason: String,
}

impl Roster {
    pub const fn new() -> Roster {
        Roster {
            programs: BTreeMap::new(),
            own: BTreeMap::new(),
            recorded: None,
            oracle: None,
            program_folder: None,
        }
    }

    /// Adds a bot of the caller under this name. It takes precedence over a bot that ships.
    #[must_use]
    pub fn with_bot(mut self, name: &str, make: MakeBot) -> Roster {
        self.own.insert(name.to_owned(), make);
        self
    }

    /// The names of the caller's bots.
    pub(crate) fn own_names(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(String::as_str)
    }

    /// Makes these bots repeat their turns of this game, whatever they would do now. A person can
    /// only be replayed this way.
    #[must_use]
    pub fn with_recorded(mut self, bots: Vec<String>, game: GameRecord) -> Roster {
        self.recorded = Some((bots, game));
        self
    }

    /// Lets programs that are added from now on send `solve` requests, which the oracle answers.
    #[must_use]
    pub fn with_oracle(mut self, oracle: MakeOracle) -> Roster {
        self.oracle = Some(oracle);
        self
    }

    /// Starts programs that are added from now on in this folder.
    #[must_use]
    pub fn with_program_folder(mut self, folder: &Path) -> Roster {
        self.program_folder = Some(folder.to_owned());
        self
    }

    /// Adds the programs of a plan. Their standard error goes to files in the run's folder, if it
    /// has one.
    ///
    /// # Errors
    /// If one of them is not a command.
    pub fn with_programs(
        mut self,
        plan: &Plan,
        folder: Option<&Path>,
    ) -> Result<Roster, BotNameError> {
        let clock = plan.clock().unwrap_or(TimeControl::NONE);
        for (number, bot) in plan.bots().iter().enumerate() {
            let Some(command) = program(&bot.canonical) else {
                continue;
            };
            if self.programs.contains_key(&bot.canonical) {
                continue;
            }
            let log = folder.map(|folder| {
                let name = program(&bot.label).unwrap_or(&bot.label);
                let name = format!("{number}-{}.txt", file_name_of(name));
                StderrLog::new(folder.join(STDERR).join(name))
            });
            let external = External::new(command, clock, log);
            let external = external
                .map_err(|problem| BotNameError::Command(bot.canonical.clone(), problem))?;
            let external = external.in_folder(self.program_folder.clone());
            let external = Arc::new(external.with_oracle(self.oracle));
            self.programs.insert(bot.canonical.clone(), external);
        }
        Ok(self)
    }

    /// Starts every program once, so that a wrong command is reported before the first game and not
    /// by a table of defeats. Returns the identities of the programs.
    ///
    /// # Errors
    /// [`RunsError::Probe`] for the first that cannot play.
    pub fn probe(&self, plan: &Plan) -> Result<Vec<Program>, RunsError> {
        let programs = self.programs.iter();
        let probed = programs.map(|(bot, external)| {
            let hello = external.probe(plan.rules(), plan.players());
            let hello = hello.map_err(|source| RunsError::Probe(bot.clone(), source))?;
            Ok(identity(bot, external, hello))
        });
        probed.collect()
    }

    pub fn has_programs(&self) -> bool {
        !self.programs.is_empty()
    }

    /// Whether the caller added a bot of this name.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.own.contains_key(name)
    }

    /// The programs that were withdrawn.
    pub fn withdrawn(&self) -> Vec<Withdrawn> {
        let withdrawn = self.programs.iter().filter_map(|(bot, external)| {
            Some(Withdrawn {
                bot: bot.clone(),
                reason: external.withdrawn()?,
            })
        });
        withdrawn.collect()
    }
}

impl Players for Roster {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        if let Some(external) = self.programs.get(canonical) {
            return Ok(Box::new(external.bot()));
        }
        if let Some(make) = self.own.get(canonical) {
            return Ok(make());
        }
        match &self.recorded {
            Some((bots, game)) if bots.iter().any(|bot| bot == canonical) => {
                Ok(Box::new(Recorded::new(game.clone())))
            }
            _ => Ok(canonical.parse::<BotSpec>()?.make()),
        }
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Box::new(judge())
    }
}

/// A command as part of a file name.
fn file_name_of(command: &str) -> String {
    let kept = command.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') => c,
        _ => '_',
    });
    kept.take(60).collect()
}
