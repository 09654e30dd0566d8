//! The checker: it recounts tiles, sets and values of a solver's claim with the referee's code, not
//! the solver's.

use rummilab_core::{Illegal, OpeningTableAccess, Position, RuleSet, Set, Table, Tile, TileCounts};

use crate::answer::{Arrangement, Verified};
use crate::goal::Goal;

/// What is wrong with a claim.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A set that is not legal.
    #[error("`{0}` is not a legal set")]
    NotASet(Set),
    /// A tile of the table is missing.
    #[error("{0} is on the table and missing in the arrangement")]
    TileMissing(Tile),
    /// A tile is used more often than table and rack together hold it.
    #[error("{0} is used more often than it is there")]
    TileInvented(Tile),
    /// An opening with a joker, although the rules forbid it.
    #[error("an opening with a joker, which these rules forbid")]
    OpeningJoker,
    /// An opening that names an own set with a tile that was not played.
    #[error("{0} is in an own set of the opening and was not played")]
    TileNotPlayed(Tile),
    /// An opening below the threshold.
    #[error("an opening worth {0} points is below the threshold")]
    OpeningTooSmall(u32),
    /// No choice of old groups to continue obeys the rules (docs/rules.md#group-stacks).
    #[error(
        "the groups exceed what one player may own, or what may be done to the groups of others"
    )]
    GroupStacks,
    /// Tiles that were to stay together do not.
    #[error("a set of the table that may only be extended was taken apart")]
    Blocks,
    /// A joker left its set, or lies where it may not (docs/rules.md#taking-a-joker-back).
    #[error("{0}")]
    Jokers(Illegal),
    /// A program behind the solver failed, or its numbers do not recount; its message.
    #[error("its backend failed: {0}")]
    Backend(String),
}

/// Whether the sets of an answer lie beside the old table. This holds for openings that may not use
/// the table, and for own sets alone.
pub(crate) fn is_beside(rules: &RuleSet, position: &Position, goal: &Goal) -> bool {
    let uses_table =
        position.opened || rules.opening_table_access == OpeningTableAccess::AfterThreshold;
    *goal == Goal::OpeningValue || !uses_table
}

/// Checks a claim and recounts its value. An empty opening ("no legal opening") passes.
pub fn verify(
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    arrangement: Arrangement,
) -> Result<Verified, Fault> {
    let own_alone = *goal == Goal::OpeningValue;
    let nothing = arrangement.sets.is_empty() && (own_alone || !position.opened);
    let beside = nothing || is_beside(rules, position, goal);
    let (mut sets, mut own) = legal(rules, arrangement.sets, beside)?;
    sets.sort_unstable();
    let used = counted(&sets)?;
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
    let opening = !position.opened || own_alone;
    if opening && played.jokers() > 0 && !rules.opening_jokers {
        return Err(Fault::OpeningJoker);
    }
    if opening && !beside {
        // The new sets may hold table tiles, so the own sets are counted separately.
        let (witness, value) = legal(rules, arrangement.opening, true)?;
        let extra = counted(&witness)?.saturating_sub(&played);
        if let Some((tile, _)) = extra.kinds().next() {
            return Err(Fault::TileNotPlayed(tile));
        }
        own = value;
    }
    let bound_by_threshold = opening && !own_alone && !played.is_empty();
    if bound_by_threshold && own < u32::from(rules.opening_min) {
        return Err(Fault::OpeningTooSmall(own));
    }
    if !nothing {
        check_stacks(rules, position, &sets, beside)?;
    }
    if !nothing && !beside {
        check_jokers(rules, position, &sets)?;
    }
    Ok(Verified {
        score: goal.score(&played, own),
        tiles: played.len(),
        value: played.face_sum(),
        opening_value: opening.then_some(own),
        sets,
        beside,
        played,
    })
}

/// Whether blocks stay together, and bound jokers in their sets unless they were replaced.
fn check_jokers(rules: &RuleSet, position: &Position, sets: &[Set]) -> Result<(), Fault> {
    if !rules.hold_blocks(sets, &position.blocks) {
        return Err(Fault::Blocks);
    }
    if !position.has_bound_sets(rules) {
        return Ok(());
    }
    let before = Table::new(position.laid.clone().unwrap_or_default());
    let played = counted(sets)?.saturating_sub(&counted(before.sets())?);
    let after = Table::new(sets.to_vec());
    rules
        .judge_taken_jokers(&before, &played, &after, position.opened)
        .map_err(Fault::Jokers)
}

/// These sets as layouts, and their total value. If they are `new`, no tile of them lay there
/// before.
fn legal(rules: &RuleSet, mut sets: Vec<Set>, new: bool) -> Result<(Vec<Set>, u32), Fault> {
    let mut sum = 0;
    for set in &mut sets {
        if let Some(value) = rules.plain_value(set.tiles()) {
            sum += u32::from(value);
            continue;
        }
        let illegal = || Fault::NotASet(set.clone());
        // Jokers may count more in another order.
        let value = rules.judge(set.tiles()).best().ok_or_else(illegal)?;
        sum += u32::from(value);
        let anywhere = new && rules.tables_lie_in_order();
        if anywhere || rules.judge_laid(set.tiles()).best().is_none() {
            *set = rules.lay_out(set.tiles()).ok_or_else(illegal)?;
        }
        if rules.tables_lie_in_order() && set.tiles().iter().any(|tile| tile.is_joker()) {
            let taken = std::mem::take(set);
            *set = if new {
                rules.with_dearest_reading(taken)
            } else {
                rules.with_reading(taken)
            };
        }
    }
    Ok((sets, sum))
}

fn counted(sets: &[Set]) -> Result<TileCounts, Fault> {
    TileCounts::try_from_tiles(sets.iter().flat_map(|set| set.tiles().iter().copied()))
        .map_err(Fault::TileInvented)
}

/// Whether the groups can lie in stacks as the rules require. If the sets lie beside the old table,
/// its groups stay as they are.
fn check_stacks(
    rules: &RuleSet,
    position: &Position,
    sets: &[Set],
    beside: bool,
) -> Result<(), Fault> {
    if !rules.has_group_owners() {
        return Ok(());
    }
    let stay = position.stacks.groups.iter().filter(|_| beside);
    let stay = stay.map(|group| Set::new(group.tiles.tiles()));
    let sets: Vec<Set> = stay.chain(sets.iter().cloned()).collect();
    let places = rules.place_groups(&position.stacks, &sets);
    places.map(|_| ()).ok_or(Fault::GroupStacks)
}
