//! The turns worth comparing: laying nothing, plays of few tiles, plays of many.

use rummilab_bot_api::{BotFault, View};
use rummilab_core::TileCounts;
use rummilab_solver::{Goal, ListLimits};

use crate::opening::reaches;
use crate::player::{Player, fault, fewest_tiles, may_idle};

/// How many plays are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Breadth {
    /// Plays of the fewest tiles: they hardly change the rack, but the turn draws nothing.
    pub few: usize,
    /// Plays of the most tiles.
    pub most: usize,
}

/// Solver work for each list, so that a rack that is far too large costs little. A list that runs
/// out of work is shorter.
const WORK: u64 = 1 << 14;

/// The tiles of each candidate turn, each once. Drawing or passing lays no tiles and comes first
/// where it is legal. The list is never empty.
pub fn candidates(
    player: &mut Player,
    view: &View<'_>,
    breadth: Breadth,
) -> Result<Vec<TileCounts>, BotFault> {
    let mut found = Vec::new();
    if may_idle(view) {
        found.push(TileCounts::EMPTY);
    }
    let fewest = fewest_tiles(&view.rack);
    for (goal, most) in [(Goal::Tiles, breadth.most), (fewest, breadth.few)] {
        let limits = ListLimits { most, work: WORK };
        let solver = player.solver();
        let listed = solver.plays(view.rules, &view.position(), &goal, limits);
        let listed = listed.map_err(|error| fault(&error))?;
        found.extend(listed.plays.iter().map(|play| play.tiles));
    }
    if !view.has_opened() {
        let best = player.best(view, &Goal::OpeningValue)?;
        found.extend(
            best.filter(|play| reaches(view, play))
                .map(|play| play.played),
        );
    }
    let mut distinct: Vec<TileCounts> = Vec::with_capacity(found.len());
    for laid in found {
        if !distinct.contains(&laid) {
            distinct.push(laid);
        }
    }
    if distinct.is_empty() {
        distinct.push(TileCounts::EMPTY);
    }
    Ok(distinct)
}
