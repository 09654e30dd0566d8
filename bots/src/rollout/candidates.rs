//! The turns worth trying.

use rummilab_bot_api::{BotFault, View};
use rummilab_core::{Action, TileCounts};
use rummilab_playout::Policies;
use rummilab_solver::{Goal, ListLimits, Play};

use crate::player::{Player, fault, fewest_tiles, laid, may_idle};

/// A turn, and how the bot's own seat continues after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub action: Action,
    /// The tiles that it lays.
    pub laid: TileCounts,
    /// The policy of the own seat afterwards, as an index into the list of policies.
    pub then: usize,
}

/// Which candidates a list is to hold.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// How many plays besides the base's turn: half of them, rounded up, of the fewest tiles, the
    /// others of the most.
    pub plays: usize,
    /// The policy with which the own seat continues.
    pub own: usize,
    /// How many of the first policies contribute their own turn too, each continuing with that
    /// policy.
    pub others: usize,
}

/// States of the solver that a list of plays may take. Racks of forty tiles have too many plays to
/// list.
const STATES: u64 = 1 << 14;

/// The candidates of a turn: first the base's turn, then laying nothing where that is legal, then
/// the plays asked for. No candidate appears twice.
///
/// # Errors
/// The solver's refusal, or the error of a policy.
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

/// Plays of the fewest tiles and of the most, alternately.
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
