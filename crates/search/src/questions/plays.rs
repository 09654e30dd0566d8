//! "What can be laid?", answered from a diagram of every choice of rack tiles.
//!
//! Where the diagram is only a relaxation, the solver is asked about its choices one by one:
//!
//! | rules | what is shared |
//! |---|---|
//! | opened, or an opening beside the table | everything: the diagram is the answer |
//! | the same, with group owners | the diagram without owners, a relaxation |
//! | an opening that may use the table | the diagram of an opened player, a relaxation |
//! | wrapping runs, if too many can cross from the last value to the first | nothing |
//! | special jokers, wrapping runs or too large a diagram, if choices are few | nothing |
//!
//! A list asks about no more choices than it needs. If only a few plays are wanted and the whole
//! diagram is much work, the best play is found first. Plays near it give a lower bound on the
//! worth of the list. A diagram without choices whose upper bound is lower holds the list.

use rummilab_core::{MAX_COLOURS, OpeningTableAccess, Position, RuleSet, Tile, TileCounts};
use rummilab_solver::plays::{best_alone, can_lay, plays_by_repetition, refuse_own_sets};
use rummilab_solver::{ListLimits, Omitted, Play, Plays, SolveError, Solver, best_known};

use crate::bounds::Relaxation;
use crate::grammar::{Jokers, NOTHING, OpenId, OpenRuns, Spare, Task, crossings};
use crate::questions::{
    DiagramBuilder, DiagramTask, PlayLister, RunGrammar, SearchSolver, TooLarge, TurnQuery, Wanted,
    Worth, given_up, task_of, worth_of_several,
};

/// The most combinations of runs that wrap, all colours together, for which a diagram is made. The
/// four limits were set with the lists against plain repetition (`crates/search/tests`).
const MOST_CROSSINGS: usize = 512;

/// Up to this many choices are solved one by one under special jokers or wrapping runs.
const FEW_CHOICES: u64 = 63;

/// Up to this many choices are solved one by one if the diagram is too large.
const SOME_CHOICES: u64 = 1 << 12;

/// The state budget of a diagram: the minimum, and the states for each choice, which are about as
/// many as it takes to solve one.
const WORK: (u64, u64) = (50_000, 400);

/// State budget of a diagram of all choices if few plays are wanted. Beyond it, a diagram of the
/// best ones is made. Set so that lists of `greedy-2` do not need the second one.
const FIRST_WORK: u64 = 2500;

/// With so few tiles on the rack the diagram of all choices is made at once: random games with 16
/// candidates gain 7 %. With 14 tiles here, ten plays of `greedy-4` would take 1.2 times as long.
const SMALL_RACK: usize = 12;

/// The fewest steps of the relaxation of that diagram. Tuned on the CPU time of `hold` and
/// `jokers`: 16 take 12 and 34 % longer, 150 as long.
const STEPS: usize = 60;

/// The longest list for which a diagram of the best choices is made.
const FEW_PLAYS: usize = 100;

/// The memory for lists of plays, kept between calls.
#[derive(Debug, Default)]
pub struct PlaysMemory {
    diagram: DiagramBuilder,
    listing: PlayLister,
    /// The combinations of runs before the first value, and how many of their tiles must be jokers.
    before: Vec<[OpenId; MAX_COLOURS]>,
    missing: Vec<u8>,
}

impl PlaysMemory {
    /// Releases the memory that only an unusual list needs.
    pub fn trim(&mut self) {
        self.diagram.trim();
        self.listing.trim();
    }

    /// Lists the combinations of runs that may be open before the first value.
    fn list_crossings(&mut self, task: &Task, open: &mut OpenRuns) -> Result<(), TooLarge> {
        let (Some(first), Some(last)) = (task.order.first(), task.order.last()) else {
            return Ok(());
        };
        let [classic, double, change, _] = task.jokers.by_kind();
        // A double joker may cover both values.
        let jokers = classic + 2 * double + change;
        self.missing.clear();
        self.missing.push(0);
        let crossings = crossings(task, open).ok_or(TooLarge)?;
        for (colour, ids) in crossings.iter().enumerate().take(task.colours) {
            let combinations = self.before.len();
            for id in ids.iter().filter(|id| **id != 0) {
                let facts = open.facts(*id);
                let may = |value: &u8| task.may[usize::from(*value)][colour];
                let behind = facts.runs.saturating_sub(may(last));
                let ahead = facts.demand.saturating_sub(may(first));
                for i in 0..combinations {
                    // Every tile missing is a joker, and no joker lies twice.
                    let missing = self.missing[i] + behind + ahead;
                    if missing > jokers {
                        continue;
                    }
                    let mut before = self.before[i];
                    before[colour] = *id;
                    self.before.push(before);
                    self.missing.push(missing);
                }
            }
            if self.before.len() > MOST_CROSSINGS {
                return Err(TooLarge);
            }
        }
        Ok(())
    }
}

/// The outcome of a diagram.
enum DiagramUse {
    /// It holds every play, and nothing else if the flag is set.
    Plays { exactly: bool },
    /// It would take more work than allowed.
    TooLarge,
    /// Too many runs can wrap, or solving the choices one by one is quicker.
    Unshared,
}

/// The plays of a position.
pub fn plays(
    solver: &mut SearchSolver,
    question: TurnQuery<'_>,
    limits: ListLimits,
) -> Result<Plays, SolveError> {
    let (rules, position, goal) = question.parts();
    refuse_own_sets(solver.name(), goal)?;
    solver.supports(rules, goal)?;
    position.check(rules).map_err(SolveError::TooManyCopies)?;
    let mut memory = std::mem::take(&mut solver.plays);
    let few = position.opened && !rules.wrap.has_next() && !rules.has_group_owners();
    let few = few && (1..=FEW_PLAYS).contains(&limits.most);
    let mut made = DiagramUse::TooLarge;
    if few {
        let plain = [&position.table, &position.rack].map(|of| of.jokers_by_kind()[1..] == [0; 3]);
        let work = if position.rack.len() <= SMALL_RACK && plain == [true; 2] {
            limits.work.min(WORK.0)
        } else {
            limits.work.min(FIRST_WORK)
        };
        let limits = ListLimits { work, ..limits };
        made = make(solver, &mut memory, question, limits, None);
    }
    if matches!(made, DiagramUse::TooLarge | DiagramUse::Unshared) {
        let at_least = if few {
            least_of_best(solver, question, limits.most)?
        } else {
            None
        };
        made = make(solver, &mut memory, question, limits, at_least);
    }
    let found = match made {
        DiagramUse::Plays { exactly: true } => {
            Ok(memory.listing.list(memory.diagram.diagram(), limits.most))
        }
        DiagramUse::Plays { exactly: false } => {
            confirmed(solver, &mut memory, rules, position, limits.most)
        }
        DiagramUse::TooLarge => best_alone(solver, rules, position, goal, limits),
        DiagramUse::Unshared => plays_by_repetition(solver, rules, position, goal, limits),
    };
    solver.tried += memory.diagram.take_tried();
    solver.plays = memory;
    found
}

/// The value of the best play, and a lower bound that more than `most` plays reach; `None` if fewer
/// are found near the best.
fn least_of_best(
    solver: &mut SearchSolver,
    question: TurnQuery<'_>,
    most: usize,
) -> Result<Option<(i64, i64)>, SolveError> {
    let (rules, position, goal) = question.parts();
    let so_far = std::mem::take(&mut solver.tried);
    let best = best_known(solver, rules, position, goal)?;
    solver.tried += so_far;
    let worth = Worth::of(goal);
    // One more than the list holds, to know whether others come later.
    Ok(best.and_then(|best| {
        let least = worth_of_several(rules, &best, &worth, most + 1)?;
        Some((worth.total(&best.played), least))
    }))
}

/// Makes the diagram of all choices, or of the best ones between these two worths.
fn make(
    solver: &mut SearchSolver,
    memory: &mut PlaysMemory,
    question: TurnQuery<'_>,
    limits: ListLimits,
    best: Option<(i64, i64)>,
) -> DiagramUse {
    let (rules, position, goal) = question.parts();
    let opening = !position.opened;
    let beside = opening && rules.opening_table_access == OpeningTableAccess::None;
    let mut held = position.clone();
    if opening && !rules.opening_jokers {
        held.rack = held.rack.without_jokers();
    }
    if beside {
        held.table = TileCounts::EMPTY;
    }
    let jokers = Jokers::among(&held.table);
    let points = if beside { rules.opening_min } else { 0 };
    held.rack = useful(rules, &held);
    let worth = match best {
        Some(_) => Worth::of(goal),
        None => Worth::each(0),
    };
    let mut task = Task {
        spare: [Spare::Apart; 4],
        all_group_jokers: true,
        points_cap: points,
        ..task_of(rules, &held, &worth, &TileCounts::EMPTY)
    };
    // A list is in the order of the values, even if a wrapping sweep had better begin elsewhere.
    task.order.sort_unstable();
    let lazy = !beside && runs_take_jokers(rules, task.jokers);
    let kinds = held.rack.kinds().map(|(_, n)| u64::from(n) + 1);
    let choices = kinds.fold(1, u64::saturating_mul) - 1;
    let special = task.jokers.by_kind()[1..] != [0; 3];
    if (rules.wrap.has_next() || special) && choices <= FEW_CHOICES {
        return DiagramUse::Unshared;
    }
    let grammar = match (beside, lazy) {
        (true, _) => RunGrammar::ForPoints,
        (false, true) => RunGrammar::WhereNeeded,
        (false, false) => RunGrammar::Anywhere,
    };
    let mut tables = solver.tables.of(rules, task.jokers, 0).parts(grammar);
    let best = best.and_then(|(most, at_least)| {
        let of_rack = Jokers::among(&held.rack)
            .by_kind()
            .into_iter()
            .zip(worth.jokers);
        let of_jokers: i64 = of_rack.map(|(n, worth)| i64::from(n) * worth.max(0)).sum();
        let mut relaxation = Relaxation::new(&task, &mut tables, &vec![vec![0]; task.colours])?;
        let steps = relaxation.first_steps().max(STEPS);
        relaxation.improve(None, most - of_jokers, steps);
        Some(Wanted {
            bounds: relaxation.bounds(&NOTHING),
            at_least: at_least - of_jokers,
        })
    });
    memory.before.clear();
    memory.before.push([0; MAX_COLOURS]);
    if task.wrap && memory.list_crossings(&task, tables.runs.open).is_err() {
        return DiagramUse::Unshared;
    }
    let mut wanted = DiagramTask {
        rules,
        goal,
        task: &mut task,
        jokers,
        points,
        runs_take_jokers: lazy,
        before: &memory.before,
        work: limits.work.min(WORK.0.max(choices.saturating_mul(WORK.1))),
        best,
    };
    if memory.diagram.make(&mut wanted, &mut tables).is_err() {
        return if choices <= SOME_CHOICES {
            DiagramUse::Unshared
        } else {
            DiagramUse::TooLarge
        };
    }
    DiagramUse::Plays {
        exactly: !rules.has_group_owners() && (!opening || beside),
    }
}

/// The first choices of a diagram that are plays, `most` at most.
fn confirmed(
    solver: &mut SearchSolver,
    memory: &mut PlaysMemory,
    rules: &RuleSet,
    position: &Position,
    most: usize,
) -> Result<Plays, SolveError> {
    let mut plays: Vec<Play> = Vec::new();
    let mut asked = 0;
    // The first few choices are likely to suffice.
    let mut few = most.saturating_add(1).max(16);
    loop {
        let candidates = memory.listing.list(memory.diagram.diagram(), few);
        for play in &candidates.plays[asked..] {
            if is_play(solver, rules, position, &play.tiles)? {
                if plays.len() == most {
                    let rest = Omitted::Later;
                    return Ok(Plays { plays, rest });
                }
                plays.push(*play);
            }
        }
        if candidates.rest == Omitted::Nothing {
            return Ok(Plays {
                plays,
                ..candidates
            });
        }
        asked = candidates.plays.len();
        few = few.saturating_mul(2);
    }
}

/// Whether a choice of a diagram that is a relaxation is a play.
fn is_play(
    solver: &mut SearchSolver,
    rules: &RuleSet,
    position: &Position,
    tiles: &TileCounts,
) -> Result<bool, SolveError> {
    let opening = !position.opened;
    if opening {
        solver.begin_part();
        if solver.own_sets(rules, tiles) < u32::from(rules.opening_min) {
            return if solver.gave_up {
                Err(given_up())
            } else {
                Ok(false)
            };
        }
    }
    if opening && !rules.has_group_owners() {
        return Ok(true);
    }
    let so_far = std::mem::take(&mut solver.tried);
    let found = can_lay(solver, rules, position, tiles)?;
    solver.tried += so_far;
    Ok(found)
}

/// Whether every run has room for all of these jokers: runs of 3 to 5 tiles grow at either end.
fn runs_take_jokers(rules: &RuleSet, jokers: Jokers) -> bool {
    let total = jokers.total();
    let classic = jokers.by_kind()[0] == total;
    let room = rules.longest_run() >= 5 + usize::from(total);
    let plain = !rules.wrap.has_next() && !rules.step2 && rules.values >= 5 + total;
    classic && total <= 2 && room && plain && rules.most_jokers_in_set() >= total
}

/// The rack tiles that some set of the tiles at hand may hold.
fn useful(rules: &RuleSet, position: &Position) -> TileCounts {
    let tiles = position.rack.tiles();
    tiles
        .filter(|tile| in_some_set(rules, position, *tile))
        .collect()
}

/// Whether some set of the tiles at hand may hold this one; with special jokers any may.
pub fn in_some_set(rules: &RuleSet, position: &Position, tile: Tile) -> bool {
    let (table, rack) = (&position.table, &position.rack);
    let jokers = usize::from(table.jokers() + rack.jokers());
    let special = Jokers::among(table) + Jokers::among(rack);
    let (Some(colour), Some(value)) = (tile.colour(), tile.value()) else {
        return true;
    };
    if special.by_kind()[1..] != [0; 3] {
        return true;
    }
    let at_hand =
        |colour, value| table.number_count(colour, value) + rack.number_count(colour, value) > 0;
    let colours = rules.colours().iter();
    let group = colours.filter(|colour| at_hand(**colour, value)).count() + jokers >= 3;
    // Three values in a row, or every second one, that hold this one: as offsets from it.
    let run = |step: i16| {
        (-2..=0).any(|first: i16| {
            let at = |i: i16| {
                let value = i16::from(value) + (first + i) * step;
                let values = i16::from(rules.values);
                if rules.wrap.has_next() {
                    Some(((value - 1).rem_euclid(values) + 1) as u8)
                } else {
                    (1..=values).contains(&value).then_some(value as u8)
                }
            };
            let window = (0..3).map(at);
            let whole = window.clone().all(|value| value.is_some());
            let held = window.flatten().filter(|value| at_hand(colour, *value));
            whole && held.count() + jokers >= 3
        })
    };
    group || run(1) || (rules.step2 && run(2))
}
