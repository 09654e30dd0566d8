//! The solver: turns a question into a task for the sweep, and its result into a verified answer. Refuses what the
//! sweep cannot honour.

use rummilab_core::{JokerReclaim, OpeningTableAccess, Position, RuleSet, Tile, TileCounts};
use rummilab_solver::{
    Answer, Arrangement, Goal, SolveError, Solver, Unsupported, Verified, verify,
};

use crate::build::{attach_jokers, build_sets};
use crate::groups::Groups;
use crate::runs::{Jokers, OpenRuns, RunRules};
use crate::sweep::{Effort, End, Sweep, Task};

/// The sweep as a [`Solver`]. It keeps its tables for the rule set it was last asked about, and its memory, between
/// calls.
#[derive(Debug, Default)]
pub struct SearchSolver {
    tables: Option<Tables>,
    sweep: Sweep,
    tried: u64,
}

/// Continuations of open runs after which the tables are made anew. The standard game keeps some hundreds; rule sets with
/// a longest run and many jokers would go on for ever.
const MOST_KEPT: usize = 1 << 20;

/// What depends on the rule set alone.
#[derive(Debug)]
struct Tables {
    of: TableKey,
    groups: Groups,
    where_needed: OpenRuns,
    anywhere: OpenRuns,
}

/// The rules on which [`Tables`] depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TableKey {
    runs: RunRules,
    colours: usize,
    largest_group: usize,
}

impl TableKey {
    fn of(rules: &RuleSet) -> TableKey {
        TableKey {
            runs: RunRules::of(rules),
            colours: rules.colours().len(),
            largest_group: rules.largest_group(),
        }
    }
}

impl SearchSolver {
    /// A solver with empty memory.
    pub fn new() -> SearchSolver {
        SearchSolver::default()
    }

    fn tables(&mut self, rules: &RuleSet) -> (&mut Tables, &mut Sweep) {
        let key = TableKey::of(rules);
        let kept = |tables: &Tables| tables.where_needed.kept() + tables.anywhere.kept();
        if let Some(tables) = &self.tables
            && (tables.of != key || kept(tables) > MOST_KEPT)
        {
            self.tables = None;
        }
        let tables = self.tables.get_or_insert_with(|| Tables {
            of: key,
            groups: Groups::new(rules),
            where_needed: OpenRuns::new(key.runs, Jokers::WhereNeeded),
            anywhere: OpenRuns::new(key.runs, Jokers::Anywhere),
        });
        (tables, &mut self.sweep)
    }

    /// The best play of a player who may use the table. `rack_must` asks for the whole rack.
    fn play(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        rack_must: bool,
    ) -> Result<Answer, SolveError> {
        let worth = Worth::of(goal);
        let must_jokers =
            position.table.jokers() + if rack_must { position.rack.jokers() } else { 0 };
        let mut task = task_of(rules, position, &worth, rack_must);
        if let Some(sets) = self.with_needed_jokers(rules, &task, &worth, must_jokers) {
            return match sets {
                None => Ok(Answer::Infeasible),
                Some(sets) => self.checked(rules, position, goal, sets),
            };
        }
        task.joker_worth = worth.joker;
        task.jokers_must_be_used = must_jokers > 0;
        let (tables, sweep) = self.tables(rules);
        sweep.run(&task, &mut tables.anywhere, &tables.groups, Effort::FULL);
        let best = best_end(sweep.ends(), |end| {
            (end.jokers >= must_jokers).then_some(end.worth)
        });
        let sets = best.map(|end| {
            build_sets(
                rules,
                &task,
                &tables.anywhere,
                &tables.groups,
                &sweep.trace(&task, &end),
            )
        });
        self.tried += self.sweep.take_tried();
        match sets {
            None => Ok(Answer::Infeasible),
            Some(sets) => self.checked(rules, position, goal, sets),
        }
    }

    /// The fast way: jokers only where a set needs one, the others put where there is room. `None` if there is no
    /// room, so that only the full sweep knows; `Some(None)` if the tiles that must be used cannot be.
    fn with_needed_jokers(
        &mut self,
        rules: &RuleSet,
        task: &Task,
        worth: &Worth,
        must_jokers: u8,
    ) -> Option<Option<Vec<rummilab_core::Set>>> {
        let (tables, sweep) = self.tables(rules);
        sweep_bounded(task, sweep, tables, worth.joker > 0);
        // Jokers in all: those needed, those that must be laid, and every one worth laying.
        let laid = |end: &End| {
            if worth.joker > 0 {
                task.jokers
            } else {
                end.jokers.max(must_jokers)
            }
        };
        let total = |end: &End| Some(end.worth + i64::from(laid(end)) * worth.joker);
        let best = best_end(sweep.ends(), total);
        let found = match best {
            None => Some(None),
            Some(end) => {
                let layers = sweep.trace(task, &end);
                let sets = build_sets(rules, task, &tables.where_needed, &tables.groups, &layers);
                attach_jokers(rules, sets, laid(&end) - end.jokers)
                    .ok()
                    .map(Some)
            }
        };
        self.tried += self.sweep.take_tried();
        found
    }

    /// The own sets of largest total value.
    fn largest_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Vec<rummilab_core::Set> {
        let rack = if rules.opening_jokers {
            *rack
        } else {
            rack.without_jokers()
        };
        let worth = Worth {
            tile: Box::new(|tile| (i64::from(tile.face()) << 12) + 1),
            joker: 1,
        };
        let position = Position {
            rack,
            ..Position::default()
        };
        let mut task = task_of(rules, &position, &worth, false);
        task.joker_worth = 1;
        task.joker_worth_by_value = 1 << 12;
        self.best_anywhere(rules, &task, |end| Some(end.worth))
    }

    /// The best own sets that reach the threshold; empty if none do.
    fn best_opening_for(
        &mut self,
        rules: &RuleSet,
        rack: &TileCounts,
        goal: &Goal,
    ) -> Vec<rummilab_core::Set> {
        let rack = if rules.opening_jokers {
            *rack
        } else {
            rack.without_jokers()
        };
        let worth = Worth::of(goal);
        let position = Position {
            rack,
            ..Position::default()
        };
        let mut task = task_of(rules, &position, &worth, false);
        task.joker_worth = worth.joker;
        task.points_cap = rules.opening_min;
        let needed = rules.opening_min;
        self.best_anywhere(rules, &task, |end| {
            (end.points >= needed).then_some(end.worth)
        })
    }

    fn best_anywhere(
        &mut self,
        rules: &RuleSet,
        task: &Task,
        total: impl Fn(&End) -> Option<i64>,
    ) -> Vec<rummilab_core::Set> {
        let (tables, sweep) = self.tables(rules);
        sweep.run(task, &mut tables.anywhere, &tables.groups, Effort::FULL);
        let sets = best_end(sweep.ends(), total).map(|end| {
            build_sets(
                rules,
                task,
                &tables.anywhere,
                &tables.groups,
                &sweep.trace(task, &end),
            )
        });
        self.tried += self.sweep.take_tried();
        sets.unwrap_or_default()
    }

    fn checked(
        &self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        sets: Vec<rummilab_core::Set>,
    ) -> Result<Answer, SolveError> {
        verify(rules, position, goal, Arrangement::from(sets))
            .map(Answer::Optimal)
            .map_err(|fault| SolveError::Wrong {
                solver: self.name().to_owned(),
                fault,
            })
    }
}

impl Solver for SearchSolver {
    fn name(&self) -> &str {
        "search"
    }

    fn supports(&self, rules: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
        let refused = [
            ("wrap = true", rules.wrap),
            ("step2 = true", rules.step2),
            ("jokers = special", rules.has_special_jokers()),
            ("group_cap_per_player", rules.has_group_owners()),
            (
                "opening_table_access = after_threshold",
                rules.opening_table_access != OpeningTableAccess::None,
            ),
            ("joker_reclaim", rules.joker_reclaim != JokerReclaim::Free),
        ];
        match refused.into_iter().find(|(_, on)| *on) {
            Some((option, _)) => Err(Unsupported {
                solver: self.name().to_owned(),
                option: option.to_owned(),
            }),
            None => Ok(()),
        }
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.tried = 0;
        self.supports(rules, goal)?;
        position.check(rules).map_err(SolveError::TooManyCopies)?;
        if *goal == Goal::OpeningValue {
            let sets = self.largest_opening(rules, &position.rack);
            return self.checked(rules, position, goal, sets);
        }
        if position.opened {
            return self.play(rules, position, goal, false);
        }
        let sets = self.best_opening_for(rules, &position.rack, goal);
        // A goal that would rather keep every tile lays nothing.
        let answer = self.checked(rules, position, goal, sets)?;
        let nothing = goal.score(&TileCounts::EMPTY, 0);
        match answer.verified() {
            Some(best) if best.score < nothing => self.checked(rules, position, goal, Vec::new()),
            _ => Ok(answer),
        }
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.tried = 0;
        self.supports(rules, &Goal::Tiles)?;
        position.check(rules).map_err(SolveError::TooManyCopies)?;
        let answer = if position.opened {
            self.play(rules, position, &Goal::Tiles, true)?
        } else {
            self.solve(rules, position, &Goal::Tiles)?
        };
        Ok(answer
            .into_verified()
            .filter(|best| !position.rack.is_empty() && best.played == position.rack))
    }

    fn nodes(&self) -> u64 {
        self.tried
    }

    /// Nothing that was learnt from a position is ever kept.
    fn clear(&mut self) {
        self.tried = 0;
    }
}

/// More states of one value than this call for a bound first.
const MANY: usize = 48;
/// States of one value that the quick sweep keeps to find a bound.
const QUICK: usize = 24;

/// Sweeps with jokers only where they are needed. Where that is wide, a quick sweep that keeps the most promising states
/// finds a play first, and ways that cannot reach its worth are dropped: on big racks the best play leaves few tiles.
///
/// `joker_gains`: every joker is laid in the end, so that worth without jokers is all that counts.
fn sweep_bounded(task: &Task, sweep: &mut Sweep, tables: &mut Tables, joker_gains: bool) {
    let Tables {
        where_needed,
        groups,
        ..
    } = tables;
    if !joker_gains {
        sweep.run(task, where_needed, groups, Effort::FULL);
        return;
    }
    if sweep.run(
        task,
        where_needed,
        groups,
        Effort {
            give_up: MANY,
            ..Effort::FULL
        },
    ) {
        return;
    }
    sweep.run(
        task,
        where_needed,
        groups,
        Effort {
            width: QUICK,
            ..Effort::FULL
        },
    );
    let at_least = sweep
        .ends()
        .iter()
        .map(|end| end.worth)
        .max()
        .unwrap_or(i64::MIN);
    sweep.run(
        task,
        where_needed,
        groups,
        Effort {
            at_least,
            ..Effort::FULL
        },
    );
}

/// What laying a rack tile is worth: the goal and its tie-breaks in one number.
struct Worth {
    tile: Box<dyn Fn(Tile) -> i64>,
    /// Of a joker, whatever it stands for.
    joker: i64,
}

impl Worth {
    fn of(goal: &Goal) -> Worth {
        // At most 274 tiles (6 colours, 15 values, 3 copies, 4 jokers) of 2160 points together: 9 bits of tiles, 12 of
        // value.
        let tile: Box<dyn Fn(Tile) -> i64> = match goal.clone() {
            Goal::Tiles | Goal::OpeningValue => Box::new(|tile| (1 << 12) + i64::from(tile.face())),
            Goal::Value => Box::new(|tile| (i64::from(tile.face()) << 9) + 1),
            Goal::Weighted(weights) => Box::new(move |tile| {
                (i64::from(weights.of(tile)) << 21) + (1 << 12) + i64::from(tile.face())
            }),
        };
        let joker = tile(Tile::JOKER);
        Worth { tile, joker }
    }
}

fn task_of(rules: &RuleSet, position: &Position, worth: &Worth, rack_must: bool) -> Task {
    let jokers = position.table.jokers() + position.rack.jokers();
    let mut task = Task::new(rules.colours().len(), rules.values, jokers);
    for (c, colour) in rules.colours().iter().enumerate() {
        for value in 1..=rules.values {
            let v = usize::from(value);
            let (table, rack) = (
                position.table.number_count(*colour, value),
                position.rack.number_count(*colour, value),
            );
            task.must[v][c] = table + if rack_must { rack } else { 0 };
            task.may[v][c] = table + rack;
            if let Some(tile) = Tile::number(*colour, value) {
                task.worth[v][c] = (worth.tile)(tile);
            }
        }
    }
    task
}

/// The ending of largest total, the first with fewest jokers among equals.
fn best_end(ends: &[End], total: impl Fn(&End) -> Option<i64>) -> Option<End> {
    let mut best: Option<(i64, End)> = None;
    for end in ends {
        let Some(worth) = total(end) else { continue };
        if best.is_none_or(|(most, known)| {
            worth > most || (worth == most && end.jokers < known.jokers)
        }) {
            best = Some((worth, *end));
        }
    }
    best.map(|(_, end)| end)
}
