//! "What if I draw?" for all kinds of tile at once.
//!
//! Some questions cannot share a sweep and are asked one by one, for a better play than without a
//! draw: jokers, groups with owners, runs that wrap, openings that use the table, and positions
//! with too many states.
//!
//! * A tile that no set of the tiles at hand can hold changes nothing.
//! * A new play lays every copy of the drawn tile, so the drawn tile must lie at its value. Until
//!   there the sweep is the same for all tiles.
//! * Where the packed sweep knows the task, a sweep for each tile begins just before its value, and
//!   ends soon after it: see [`DrawSweeps`].
//! * Otherwise one sweep goes ahead, which at each value knows what may come. Behind that value
//!   many tiles and many states lead to the same states, so one backward pass finds what each can
//!   still add.
//! * If the best play without a draw is hard to find, relaxations bound all these states. Before
//!   the draw, a tile that must be drawn has a price.
//! * If the best new play with a tile is no better than the best play without it, nothing more
//!   needs to be known of that tile. The other tiles get their sets from the path that was found,
//!   and the checker passes these sets.

use std::sync::Arc;

use rummilab_core::{OpeningTableAccess, Position, RuleSet, Set, Tile, TileCounts};
use rummilab_solver::{
    AfterDraw, Arrangement, Draw, Goal, SolveError, Solver, Verified, goes_out, verify, with_tile,
};

use crate::bounds::{Bounds, DEAD, Relaxation, jokers_needed_after};
use crate::grammar::{Jokers, NOTHING, Tables, Task};
use crate::questions::{
    DrawSweep, DrawsMemory, LaidJokers, RunGrammar, SearchSolver, TurnQuery, Worth, in_some_set,
    needed_jokers_task, task_of, wrong,
};
use crate::sweep::{
    DrawBounds, DrawSweeps, FEW_FREE_TILES, Packed, Totals, attach_jokers, build_sets,
};

/// If the best play without a draw took no more states than this, a relaxation costs more than it
/// saves; and the same if few tiles may stay on the rack. Tuned on the CPU time of `greedy-4`,
/// `hold` and `jokers`: one limit for both kinds costs a fifth of either.
const EASY_STATES: u64 = 200;
const EASY_STATES_FEW_FREE: u64 = 5000;

/// Steps of the relaxations that bound states after a draw and before it. Tuned on the CPU time of
/// `hold`, `big-racks` and `jokers`: with 16 and 16 `jokers` takes half as long again.
const STEPS_WITHOUT_DRAW: usize = 45;
const STEPS_WITH_DRAW: usize = 30;

/// A packed sweep with a draw gives up after this many states. Set by hand: after that each tile is
/// asked about by itself.
const MOST_STATES: u64 = 60_000;

/// The shared answer for one drawn tile, before a search of its own.
enum SharedAnswer {
    /// The best play; `None` if there is none.
    Best(Option<Verified>),
    /// Nothing: only a search of its own can tell.
    Unknown,
}

/// The answers for every kind of tile.
pub fn after_draw(
    solver: &mut SearchSolver,
    question: TurnQuery<'_>,
    unseen: &TileCounts,
) -> Result<AfterDraw, SolveError> {
    let (rules, position, goal) = question.parts();
    let now = solver.solve(rules, position, goal)?;
    let mut proven = now.is_proven();
    let now = now.into_verified();
    let mut tried = solver.tried;
    let mut of_use = TileCounts::EMPTY;
    for (tile, _) in unseen.kinds() {
        let with = with_tile(position, tile)?;
        with.check(rules).map_err(SolveError::TooManyCopies)?;
        if may_be_laid(question.at(&with), tile) {
            // At most one of each kind.
            let _ = of_use.insert(tile);
        }
    }
    let mut memory = std::mem::take(&mut solver.draws);
    let numbers = of_use.without_jokers();
    let now_and_work = (now.as_ref(), tried);
    let mut shared = shared(solver, &mut memory, question, &numbers, now_and_work);
    tried += std::mem::take(&mut memory.tried);
    solver.draws = memory;
    let mut draws = Vec::with_capacity(unseen.kinds().count());
    for (tile, unseen) in unseen.kinds() {
        let with = with_tile(position, tile)?;
        let answer = match &mut shared {
            _ if of_use.count(tile) == 0 => SharedAnswer::Best(now.clone()),
            Some(shared) => shared.take(question.at(&with), tile, now.as_ref())?,
            None => SharedAnswer::Unknown,
        };
        solver.tried = 0;
        let question = question.at(&with);
        let best = match (answer, &now) {
            (SharedAnswer::Best(best), _) => best,
            (SharedAnswer::Unknown, Some(now))
                if position.opened && *goal != Goal::OpeningValue =>
            {
                let (better, is_proven) = solver.better_play(question, now)?;
                proven &= is_proven;
                Some(better.unwrap_or_else(|| now.clone()))
            }
            (SharedAnswer::Unknown, _) => {
                let answer = solver.solve(rules, &with, goal)?;
                proven &= answer.is_proven();
                answer.into_verified()
            }
        };
        let goes_out = whole_rack_goes(solver, question, best.as_ref())?;
        proven &= goes_out.is_some();
        let draw = Draw {
            tile,
            unseen,
            goes_out: goes_out.unwrap_or(false),
            best,
        };
        tried += std::mem::take(&mut solver.tried);
        draws.push(draw);
    }
    solver.tried = tried;
    Ok(AfterDraw { now, draws, proven })
}

/// Whether the whole rack can be played, by the best play; `None` if the search gave up.
fn whole_rack_goes(
    solver: &mut SearchSolver,
    question: TurnQuery<'_>,
    best: Option<&Verified>,
) -> Result<Option<bool>, SolveError> {
    let (rules, position, goal) = question.parts();
    let Some(best) = best else {
        return Ok(Some(false));
    };
    // The whole rack is the best play unless some tile is better kept. Own sets alone are no turn.
    match goal {
        Goal::Tiles | Goal::Value => Ok(Some(best.played == position.rack)),
        Goal::Weighted(_) if best.played == position.rack => Ok(Some(true)),
        Goal::Weighted(_) | Goal::OpeningValue => goes_out(solver, rules, position),
    }
}

/// Whether a turn might lay this tile of the rack, by single sets and the rule on jokers.
fn may_be_laid(question: TurnQuery<'_>, tile: Tile) -> bool {
    let (rules, position, goal) = question.parts();
    let opening = !position.opened || *goal == Goal::OpeningValue;
    let no_jokers = opening && !rules.opening_jokers;
    let own = opening
        && (rules.opening_table_access == OpeningTableAccess::None || *goal == Goal::OpeningValue);
    if no_jokers && tile.is_joker() {
        return false;
    }
    let mut held = position.clone();
    if no_jokers {
        held.rack = held.rack.without_jokers();
    }
    if own {
        held.table = TileCounts::EMPTY;
    }
    in_some_set(rules, &held, tile)
}

/// The answers shared by all tiles; `None` if nothing can be shared.
fn shared(
    solver: &mut SearchSolver,
    memory: &mut DrawsMemory,
    question: TurnQuery<'_>,
    unseen: &TileCounts,
    (now, tried): (Option<&Verified>, u64),
) -> Option<SharedPlays> {
    let (rules, position, goal) = question.parts();
    let uses_table = position.opened;
    let opens_with_table =
        !position.opened && rules.opening_table_access == OpeningTableAccess::AfterThreshold;
    if rules.wrap || rules.has_group_owners() || opens_with_table || *goal == Goal::OpeningValue {
        return None;
    }
    let worth = Worth::of(goal);
    let (mut task, jokers) = draw_task(rules, position, &worth);
    let grammar = match uses_table {
        true => RunGrammar::WhereNeeded,
        false => RunGrammar::ForPoints,
    };
    let mut tables = solver.tables.of(rules, task.jokers).parts(grammar);
    let least = match now {
        Some(now) => jokers.total(&worth, &now.played) + 1,
        None => DEAD,
    };
    let easy = match task.free_tiles() <= FEW_FREE_TILES {
        true => EASY_STATES_FEW_FREE,
        false => EASY_STATES,
    };
    let with_a_draw = with_a_draw(rules, &task, unseen);
    // Lone runs are listed without the drawn tile, so their bounds would not hold.
    let bounded = tried > easy && uses_table && now.is_some() && !task.has_special_jokers();
    let bounds = bounded.then(|| {
        let hoped = least - jokers.most();
        let bounds = relaxed_bounds([&with_a_draw, &task], &mut tables, hoped)?;
        Some(DrawBounds {
            least: Some(least),
            ..bounds
        })
    });
    let bounds = bounds.flatten().unwrap_or_else(|| DrawBounds {
        before: Bounds::none(),
        after: Bounds::trivial(&task),
        least: None,
    });
    let packs = Packed::knows(&task, tables.runs.open);
    if !packs || !uses_table || now.is_none() {
        let mut sweep = DrawSweep {
            memory,
            rules,
            jokers,
            least,
            unseen,
            tables,
            bounds,
        };
        sweep.run(&mut task).ok()?;
        return Some(sweep.best_plays(&task));
    }
    let sweeps = DrawSweeps {
        packed: &mut solver.sweeps.packed,
        draws: &mut memory.packed,
        tables: &mut tables,
        totals: Totals {
            of: &|end| Some(end.worth + jokers.ending(end.used, end.points)?),
            above_worth: Some(jokers.most()),
            better_than: None,
        },
        bounds,
        needed_after: jokers_needed_after(&task).0,
        with_a_draw: &with_a_draw.may,
        states: MOST_STATES,
    };
    let paths = sweeps.best_paths(&mut task, least - 1);
    memory.tried += solver.sweeps.take_tried();
    let sets = paths?.into_iter().filter_map(|path| {
        let tile = Tile::number(rules.colours()[path.colour], path.value)?;
        let (open, groups) = (&*tables.runs.open, &mut *tables.groups);
        let sets = build_sets(rules, &task, open, groups, None, &path.trace);
        let spare = jokers.laid(path.end.used) - path.end.used;
        Some((
            tile,
            sets.and_then(|sets| attach_jokers(rules, sets, spare)),
        ))
    });
    Some(SharedPlays(sets.collect()))
}

/// The task without a draw, as [`SearchSolver`] asks for the best play, and the jokers laid.
fn draw_task(rules: &RuleSet, position: &Position, worth: &Worth<'_>) -> (Task, LaidJokers) {
    let mut held = position.clone();
    if !position.opened {
        held.table = TileCounts::EMPTY;
        if !rules.opening_jokers {
            held.rack = held.rack.without_jokers();
        }
    }
    let must = Jokers::among(&held.table);
    let task = task_of(rules, &held, worth, &TileCounts::EMPTY);
    let needed = (!position.opened).then_some(rules.opening_min);
    let jokers = LaidJokers::new(task.jokers, must, worth, needed);
    let task = match position.opened {
        true => needed_jokers_task(task.downwards(), worth, must),
        false => Task {
            joker_worth: worth.jokers,
            points_cap: rules.opening_min,
            all_group_jokers: true,
            ..task
        },
    };
    (task, jokers)
}

/// The bounds of relaxations with and without a draw, if these are not too large.
fn relaxed_bounds(
    [with, without]: [&Task; 2],
    tables: &mut Tables<'_>,
    hoped: i64,
) -> Option<DrawBounds> {
    let mut bounds = |task: &Task, steps: usize| {
        let mut relaxation = Relaxation::new(task, tables, &vec![vec![0]; task.colours])?;
        relaxation.improve(None, hoped, steps);
        Some(relaxation.bounds(&NOTHING))
    };
    Some(DrawBounds {
        before: bounds(with, STEPS_WITH_DRAW)?,
        after: bounds(without, STEPS_WITHOUT_DRAW)?,
        least: None,
    })
}

/// The task with one more copy of each of these tiles, of which one may be drawn.
fn with_a_draw(rules: &RuleSet, task: &Task, unseen: &TileCounts) -> Task {
    let mut with = task.clone();
    for (c, colour) in rules.colours().iter().enumerate() {
        for value in 1..=rules.values {
            let tiles = &mut with.may[usize::from(value)][c];
            if unseen.number_count(*colour, value) > 0 && *tiles < rules.copies {
                *tiles += 1;
            }
        }
    }
    with.at_hand = Some(Arc::new(task.may));
    with
}

/// For each kind of tile that makes a better play: its sets, if they could be built.
pub struct SharedPlays(pub(super) Vec<(Tile, Option<Vec<Set>>)>);

impl SharedPlays {
    /// The shared answer for this tile.
    fn take(
        &mut self,
        question: TurnQuery<'_>,
        tile: Tile,
        now: Option<&Verified>,
    ) -> Result<SharedAnswer, SolveError> {
        if tile.is_joker() {
            return Ok(SharedAnswer::Unknown);
        }
        let Some(i) = self.0.iter().position(|(of, _)| *of == tile) else {
            return Ok(SharedAnswer::Best(now.cloned()));
        };
        let (rules, position, goal) = question.parts();
        let Some(sets) = self.0.swap_remove(i).1 else {
            return Ok(SharedAnswer::Unknown);
        };
        let verified = verify(rules, position, goal, Arrangement::from(sets));
        let best = verified.map_err(wrong)?;
        Ok(SharedAnswer::Best(Some(best)))
    }
}
