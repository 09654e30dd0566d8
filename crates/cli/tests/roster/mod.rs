//! The players of matches that tests play without the command. Refuses programs.

use rummilab_arena::{Players, PlayersError};
use rummilab_bot_api::Bot;
use rummilab_bots::BotSpec;
use rummilab_core::CouldPlay;
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

/// The bots of the roster, judged by the search.
pub struct Roster;

impl Players for Roster {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        Ok(canonical.parse::<BotSpec>()?.make())
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        let solver: Box<dyn Solver> = Box::new(SearchSolver::new());
        Box::new(solver)
    }
}
