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
    /// An opening below the threshold, because the stacks have no room for a group that was counted
    /// as such. That no solver looks at.
    #[error("an opening worth {0} points, as its groups find no room, is below the threshold")]
    OpeningWithoutRoom(u32),
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
    let mut lost = 0;
    if !nothing {
        lost = check_stacks(rules, position, &mut sets, beside)?;
        lost = if beside { lost } else { 0 };
        own = own.saturating_sub(lost);
    }
    let bound_by_threshold = opening && !own_alone && !played.is_empty();
    if bound_by_threshold && own < u32::from(rules.opening_min) {
        return Err(match lost {
            0 => Fault::OpeningTooSmall(own),
            _ => Fault::OpeningWithoutRoom(own),
        });
    }
    if !nothing && !beside {
        check_jokers(rules, position, &sets)?;
    }
    Ok(Verified {
        score: goal.score(&played, own),
        tiles: played.len(),
        value: played.face_sum(),
        opening_value: opening.then_some(own),
        lost,
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

/// Lets the groups lie in stacks as the rules require, and returns the points that new sets lose by
/// it: where jokers keep their places, a new set that may be a group or a run becomes a run if the
/// stacks have no room for a group. If the sets lie beside the old table, its groups stay as they
/// are.
fn check_stacks(
    rules: &RuleSet,
    position: &Position,
    sets: &mut [Set],
    beside: bool,
) -> Result<u32, Fault> {
    if !rules.has_group_owners() {
        return Ok(0);
    }
    let old = position.stacks.groups.iter().filter(|_| beside);
    let old: Vec<Set> = old.map(|group| Set::new(group.tiles.tiles())).collect();
    let fit = |sets: &[Set]| {
        let all: Vec<Set> = old.iter().chain(sets).cloned().collect();
        rules.place_groups(&position.stacks, &all).is_some()
    };
    let mut lost = 0;
    while !fit(sets) {
        let as_runs = sets.iter().enumerate().filter_map(|(i, set)| {
            let (loss, run) = as_run(rules, position, set)?;
            Some((loss, i, run))
        });
        let cheapest = as_runs.min_by_key(|(loss, ..)| *loss);
        let (loss, i, run) = cheapest.ok_or(Fault::GroupStacks)?;
        lost += loss;
        sets[i] = run;
    }
    sets.sort_unstable();
    Ok(lost)
}

/// A new group as the run of largest value that its tiles can be too, and what it is worth less, in
/// points.
fn as_run(rules: &RuleSet, position: &Position, set: &Set) -> Option<(u32, Set)> {
    let lay = position.laid.iter().flatten().any(|old| old == set);
    if lay || !rules.readings(set).is_group() {
        return None;
    }
    let points = |set: &Set| rules.value_laid(set).map_or(0, u32::from);
    let runs = rules.ways_to_lie(set).into_iter();
    let runs = runs.filter(|way| rules.readings(way).is_run());
    let run = runs.max_by_key(points)?;
    Some((points(set).saturating_sub(points(&run)), run))
}
