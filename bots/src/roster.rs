//! The one list of all bots, a line each; what stands there is in the file of the bot. A new bot is
//! one file and one line here.

use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

use crate::entry::Entry;
use crate::{
    champion, dump, faulty, greedy, hold, hold_joker, human, keep, model, random, rollout, single,
    value,
};

/// Every bot, in the order in which lists show them.
pub const ROSTER: &[Entry] = &[
    greedy::ENTRY,
    value::ENTRY,
    hold::ENTRY,
    champion::CHAMPION,
    champion::STANDOFF,
    model::ENTRY,
    hold_joker::ENTRY,
    keep::ENTRY,
    dump::ENTRY,
    human::ENTRY,
    single::ENTRY,
    rollout::ENTRY,
    random::ENTRY,
    faulty::ENTRY,
];

/// The solver that bots are made with.
pub(crate) fn solver() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}
