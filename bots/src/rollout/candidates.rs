//! The turns worth trying.

use rummilab_bot_api::{BotFault, View};
use rummilab_core::{Action, TileCounts};
use rummilab_playout::Policies;
use rummilab_solver::{Goal, ListLimits, Play};

use crate::player::{Player, fault, fewest_tiles, may_idle};

/// A turn, and how the own seat goes on after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The turn.
    pub action: Action,
    /// The tiles that it lays.
    pub laid: TileCounts,
    /// The policy of the own seat afterwards, by its number in the list of policies.
    pub then: usize,
}

/// What a list of candidates holds.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Plays besides the base's turn: half of them, rounded up, of fewest tiles, the others of
    /// most.
    pub plays: usize,
    /// The policy by which the own seat goes on.
    pub own: usize,
    /// Also what each of the first so many policies would do, going on with that policy.
    pub others: usize,
}

/// States of the solver that a list of plays may take. Racks of forty tiles have more plays than
/// anybody can list.
const STATES: u64 = 1 << 14;

/// The candidates of a turn, the base's first: laying nothing where that is legal, and the plays
/// asked for. None twice.
///
/// # Errors
/// The solver's refusal, or what a policy says.
pub fn candidates(
    view: &View<'_>,
    usual: &Action,
    wanted: Wanted,
    player: &mut Player,
    policies: &mut Policies,
) -> Result<Vec<Candidate>, BotFault> {
    let mut found = vec![Candidate {
        action: usual.clone(),
        laid: laid(view, usual),
        then: wanted.own,
    }];
    for policy in 0..wanted.others {
        let action = policies.act(policy, view)?;
        let laid = laid(view, &action);
        add(&mut found, action, laid, policy);
    }
    if may_idle(view) {
        add(&mut found, view.idle(), TileCounts::EMPTY, wanted.own);
    }
    for tiles in plays(view, wanted.plays, player)? {
        if let Some(action) = player.lay_tiles(view, &tiles)? {
            add(&mut found, action, tiles, wanted.own);
        }
    }
    Ok(found)
}

fn add(found: &mut Vec<Candidate>, action: Action, laid: TileCounts, then: usize) {
    let same = |known: &Candidate| known.laid == laid && known.then == then;
    if !found.iter().any(same) {
        found.push(Candidate { action, laid, then });
    }
}

/// The tiles of the rack that an action lays.
pub fn laid(view: &View<'_>, action: &Action) -> TileCounts {
    let Action::Play(table) = action else {
        return TileCounts::EMPTY;
    };
    match (table.counts(), view.table.counts()) {
        (Ok(after), Ok(before)) => after.saturating_sub(&before),
        _ => TileCounts::EMPTY,
    }
}

/// Plays of fewest tiles and of most, in turn.
fn plays(view: &View<'_>, wanted: usize, player: &mut Player) -> Result<Vec<TileCounts>, BotFault> {
    let few = best(view, &fewest_tiles(&view.rack), wanted.div_ceil(2), player)?;
    let most = best(view, &Goal::Tiles, wanted / 2, player)?;
    Ok(few.iter().chain(&most).map(|play| play.tiles).collect())
}

fn best(
    view: &View<'_>,
    goal: &Goal,
    most: usize,
    player: &mut Player,
) -> Result<Vec<Play>, BotFault> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let limits = ListLimits { most, work: STATES };
    let plays = player
        .solver()
        .plays(view.rules, &view.position(), goal, limits);
    Ok(plays.map_err(|error| fault(&error))?.plays)
}
