//! Games of two with so few tiles that an equilibrium of the whole game is computed: hidden racks,
//! draws and all. As a tablebase does for chess, it says what to do from the first turn on.
//!
//! - [`DeckGame`] is the game in extensive form, [`PublicTree`] what everybody sees of it.
//! - [`Policy`] is what a player of the equilibrium does.

mod game;
mod policy;
mod public;

use rummilab_core::{EmptyPool, Redeal, RuleSet};
use rummilab_solver::SolveError;

pub use game::{DeckGame, Ends, Standing};
pub use policy::Policy;
pub use public::{Move, Place, PublicId, PublicTree};

/// Why a small deck cannot be played through.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A rack has more plays than are listed.
    #[error("a rack has too many plays to list; take a smaller deck")]
    TooManyPlays,
}

/// Whether games under these rules can be solved as small decks.
///
/// # Errors
/// What is in the way, in words that follow "with".
pub fn fits(rules: &RuleSet) -> Result<(), &'static str> {
    let unfit = [
        (rules.draw_first, "turns that begin with a draw"),
        (rules.redeal == Redeal::Always, "new deals for pairs"),
        (rules.jokers_dealt_each > 0, "jokers dealt to each player"),
        (rules.has_group_owners(), "groups that have owners"),
        (!rules.reclaim_is_free(), "jokers that do not come free"),
        (rules.open_hands, "racks laid open"),
        (
            rules.empty_pool_procedure != EmptyPool::UntilAllPass,
            "a last round after the pool ran out",
        ),
    ];
    match unfit.into_iter().find(|(unfit, _)| *unfit) {
        Some((_, what)) => Err(what),
        None => Ok(()),
    }
}
