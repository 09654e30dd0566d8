//! Hands the arena its bots and its judge. Refuses plans that the solver behind them cannot play, before the first game.

use rummilab_arena::{Plan, Players, PlayersError};
use rummilab_bot_api::Bot;
use rummilab_bots::BotSpec;
use rummilab_core::{CouldPlay, RuleSet};
use rummilab_play::{PERSON, Recorded};
use rummilab_record::GameRecord;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver};

use crate::error::Error;

/// The bots of the roster, and the search as judge.
pub struct RosterPlayers;

impl Players for RosterPlayers {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        Ok(canonical.parse::<BotSpec>()?.make())
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Box::new(judge())
    }
}

/// Whether a person sits in one of the seats.
pub fn has_person(plan: &Plan) -> bool {
    plan.bots().iter().any(|bot| bot.canonical == PERSON)
}

/// The bots of the roster, and in the person's seat the turns that the person played in this game.
pub struct WithPerson<'a>(pub &'a GameRecord);

impl Players for WithPerson<'_> {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        match canonical {
            PERSON => Ok(Box::new(Recorded::new(self.0.clone()))),
            _ => RosterPlayers.bot(canonical),
        }
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        RosterPlayers.judge()
    }
}

/// Somebody who answers what only a solver can.
pub fn judge() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

/// Refuses rules that the solver of bots and judge cannot honour.
pub fn check_supported(rules: &RuleSet) -> Result<(), Error> {
    judge()
        .supports(rules, &Goal::Tiles)
        .map_err(Error::Unsupported)
}
