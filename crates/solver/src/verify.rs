//! The checker: recounts tiles, sets and values of a solver's claim with the referee's code, not the solver's. Refuses
//! to trust anybody.

use rummilab_core::{Position, RuleSet, Set, Tile, TileCounts};

use crate::answer::{Arrangement, Verified};
use crate::goal::Goal;

/// What is wrong with a claim.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A set that is none.
    #[error("`{0}` is not a legal set")]
    NotASet(Set),
    /// A tile of the table is missing.
    #[error("{0} is on the table and missing in the arrangement")]
    TileMissing(Tile),
    /// A tile is used more often than table and rack hold it.
    #[error("{0} is used more often than it is there")]
    TileInvented(Tile),
    /// An opening with a joker where the rules forbid it.
    #[error("an opening with a joker, which these rules forbid")]
    OpeningJoker,
    /// An opening below the threshold.
    #[error("an opening worth {0} points is below the threshold")]
    OpeningTooSmall(u32),
    /// A program that the solver relies on failed, or its numbers do not recount: what it said.
    #[error("its backend failed: {0}")]
    Backend(String),
}

/// Checks a claim and recounts what it is worth. An empty opening ("no legal opening") passes.
pub fn verify(
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    arrangement: Arrangement,
) -> Result<Verified, Fault> {
    let beside = !position.opened || *goal == Goal::OpeningValue;
    let mut sets = Vec::with_capacity(arrangement.sets.len());
    let mut opening_value = 0;
    for set in arrangement.sets {
        let Some(value) = rules.judge(set.tiles()).best() else {
            return Err(Fault::NotASet(set));
        };
        opening_value += u32::from(value);
        let laid = rules.judge_laid(set.tiles()).is_legal();
        sets.push(if laid {
            set
        } else {
            rules.lay_out(set.tiles()).ok_or(Fault::NotASet(set))?
        });
    }
    sets.sort_unstable();
    let used = TileCounts::try_from_tiles(sets.iter().flat_map(|set| set.tiles().iter().copied()))
        .map_err(Fault::TileInvented)?;
    let table = if beside {
        TileCounts::EMPTY
    } else {
        position.table
    };
    let played = used.checked_sub(&table).ok_or_else(|| {
        Fault::TileMissing(
            table
                .saturating_sub(&used)
                .kinds()
                .next()
                .map_or(Tile::JOKER, |(tile, _)| tile),
        )
    })?;
    if let Some((tile, _)) = played.saturating_sub(&position.rack).kinds().next() {
        return Err(Fault::TileInvented(tile));
    }
    if beside && played.jokers() > 0 && !rules.opening_jokers {
        return Err(Fault::OpeningJoker);
    }
    let bound_by_threshold = beside && *goal != Goal::OpeningValue && !played.is_empty();
    if bound_by_threshold && opening_value < u32::from(rules.opening_min) {
        return Err(Fault::OpeningTooSmall(opening_value));
    }
    Ok(Verified {
        score: goal.score(&played, opening_value),
        tiles: played.len(),
        value: played.face_sum(),
        opening_value: beside.then_some(opening_value),
        sets,
        beside,
        played,
    })
}
