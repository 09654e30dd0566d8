//! Hands the arena its bots and its judge. Refuses plans that the solver behind them cannot play, before the first game.

use rummilab_arena::{Players, PlayersError};
use rummilab_bot_api::Bot;
use rummilab_bots::BotSpec;
use rummilab_core::{CouldPlay, RuleSet};
use rummilab_ilp::IlpSolver;
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

/// Somebody who answers what only a solver can.
pub fn judge() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

/// Somebody who answers what only a solver can, under these rules: the search, or the integer programs where the search
/// refuses.
pub fn judge_for(rules: &RuleSet) -> Box<dyn Solver> {
    let search = judge();
    match search.supports(rules, &Goal::OpeningValue) {
        Ok(()) => search,
        Err(_) => Box::new(IlpSolver::default()),
    }
}

/// Refuses rules that the solver of bots and judge cannot honour.
pub fn check_supported(rules: &RuleSet) -> Result<(), Error> {
    judge()
        .supports(rules, &Goal::Tiles)
        .map_err(Error::Unsupported)
}
