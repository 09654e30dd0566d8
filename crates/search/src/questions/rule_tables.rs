//! The tables of rules and jokers at hand, kept between calls.

use std::collections::BTreeMap;

use rummilab_core::{JokerKind, RuleSet, Set};

use crate::grammar::{
    Continuations, Groups, JokerPlacing, Jokers, OpenRuns, OwnGroups, Rows, RunRules, Runs, Tables,
    Task,
};
use crate::sweep::{End, Search, Sweeps, Totals, build_sets};

/// The most bytes that tables hold between questions, as [`TableCache::bytes`] counts them.
const MOST_BYTES: usize = 1_250_000;

/// Within a question, tables are made anew once they hold this many bytes. With many special
/// jokers, or a longest run and many jokers, they would grow for ever.
const MOST_BYTES_WITHIN: usize = 1 << 25;

/// The rules on which tables depend, jokers at hand apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleKey {
    /// With every joker of the game at hand.
    runs: RunRules,
    jokers_in_set: Option<u8>,
    changes: Option<u8>,
    colours: usize,
    largest_group: usize,
    mirror_min_half: u8,
}

impl RuleKey {
    pub fn of(rules: &RuleSet) -> RuleKey {
        let all = Jokers::of(rules.jokers.by_kind());
        RuleKey {
            runs: RunRules::of(rules, all, JokerPlacing::Anywhere, false),
            jokers_in_set: rules.max_jokers_per_set.0,
            changes: rules.max_cc_per_run.0,
            colours: rules.colours().len(),
            largest_group: rules.largest_group(),
            mirror_min_half: rules.mirror_min_half,
        }
    }
}

/// The tables of one rule set.
#[derive(Debug, Default)]
pub struct TableCache {
    key: Option<RuleKey>,
    /// By jokers at hand, and the most blocks of a colour.
    by_jokers: BTreeMap<(Jokers, u8), RuleTables>,
    /// The number of times that tables were asked for.
    asked: u64,
}

impl TableCache {
    /// The tables for these jokers at hand, with at most so many blocks in a colour.
    pub fn of(&mut self, rules: &RuleSet, jokers: Jokers, blocks: u8) -> &mut RuleTables {
        let key = RuleKey::of(rules);
        if self.key != Some(key) {
            self.by_jokers.clear();
            self.key = Some(key);
        }
        let of = (jokers, blocks);
        let known = self.by_jokers.get(&of);
        if known.is_some_and(|tables| tables.bytes() > MOST_BYTES_WITHIN) {
            self.by_jokers.remove(&of);
        }
        self.asked += 1;
        let new = || RuleTables::new(rules, jokers, blocks);
        let tables = self.by_jokers.entry(of).or_insert_with(new);
        tables.begin(self.asked);
        tables
    }

    /// The rules for which tables were asked last.
    pub fn key(&self) -> Option<RuleKey> {
        self.key
    }

    /// Frees what is too much to keep between questions, the least recently used tables first.
    pub fn trim(&mut self) {
        while self.bytes() > MOST_BYTES {
            let oldest = self.by_jokers.iter().min_by_key(|(_, tables)| tables.asked);
            let Some(of) = oldest.map(|(of, _)| *of) else {
                return;
            };
            self.by_jokers.remove(&of);
        }
    }

    fn bytes(&self) -> usize {
        self.by_jokers.values().map(RuleTables::bytes).sum()
    }
}

/// The tables that a sweep uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunGrammar {
    /// Jokers only where they are needed.
    WhereNeeded,
    Anywhere,
    /// Jokers anywhere, and points count.
    ForPoints,
}

/// The tables that depend on the rules and the jokers at hand.
#[derive(Debug)]
pub struct RuleTables {
    groups: Groups,
    where_needed: RunTables,
    anywhere: RunTables,
    /// `None` if points of mirror runs make no difference; then `anywhere` serves.
    for_points: Option<RunTables>,
    /// When it was asked for last.
    asked: u64,
}

/// The best path through a task.
pub struct TaskPath {
    pub end: End,
    /// Its sets, jokers in front of runs included; `None` if these jokers find no room.
    pub sets: Option<Vec<Set>>,
    /// The old sets that are kept. They are not among its sets.
    pub kept: Vec<usize>,
}

/// Asks which old sets can be kept by paths of the largest total.
#[derive(Debug, Clone, Copy)]
pub struct KeepingQuery {
    pub total: i64,
    /// More changes are of no interest.
    pub most_changed: i64,
}

/// Open runs and how they go on.
#[derive(Debug)]
struct RunTables {
    open: OpenRuns,
    continuations: Continuations,
    rows: Rows,
}

impl RunTables {
    fn new(rules: RunRules) -> RunTables {
        RunTables {
            open: OpenRuns::new(rules),
            continuations: Continuations::default(),
            rows: Rows::default(),
        }
    }

    fn bytes(&self) -> usize {
        self.open.bytes() + self.continuations.bytes() + self.rows.bytes()
    }
}

impl RuleTables {
    fn new(rules: &RuleSet, jokers: Jokers, blocks: u8) -> RuleTables {
        let tables = |placing, points| {
            RunTables::new(RunRules {
                blocks,
                ..RunRules::of(rules, jokers, placing, points)
            })
        };
        let mirrors = jokers.get(JokerKind::Mirror) > 0;
        RuleTables {
            groups: Groups::new(rules, jokers),
            where_needed: tables(JokerPlacing::WhereNeeded, false),
            anywhere: tables(JokerPlacing::Anywhere, false),
            for_points: mirrors.then(|| tables(JokerPlacing::Anywhere, true)),
            asked: 0,
        }
    }

    /// Begins the task of this number.
    fn begin(&mut self, number: u64) {
        self.asked = number;
        let runs = [&mut self.where_needed, &mut self.anywhere];
        let runs = runs.into_iter().chain(&mut self.for_points);
        runs.for_each(|runs| runs.open.begin(number));
    }

    fn bytes(&self) -> usize {
        let points = self.for_points.as_ref().map_or(0, RunTables::bytes);
        self.groups.bytes() + self.where_needed.bytes() + self.anywhere.bytes() + points
    }

    /// The tables of a run grammar, for sweeps of another kind than [`RuleTables::best`].
    pub fn parts(&mut self, grammar: RunGrammar) -> Tables<'_> {
        let runs = match grammar {
            RunGrammar::WhereNeeded => &mut self.where_needed,
            RunGrammar::Anywhere => &mut self.anywhere,
            RunGrammar::ForPoints => self.for_points.as_mut().unwrap_or(&mut self.anywhere),
        };
        Tables {
            runs: Runs {
                open: &mut runs.open,
                continuations: &mut runs.continuations,
            },
            rows: &mut runs.rows,
            groups: &mut self.groups,
            own: None,
        }
    }

    /// The ending of largest total, with its sets.
    #[expect(
        clippy::too_many_arguments,
        reason = "one call joins all modules of this crate"
    )]
    pub fn best(
        &mut self,
        rules: &RuleSet,
        sweeps: &mut Sweeps,
        task: &Task,
        grammar: RunGrammar,
        totals: Totals<'_>,
        own: Option<&mut OwnGroups>,
        keeping: Option<KeepingQuery>,
    ) -> Option<TaskPath> {
        let tables = Tables {
            own,
            ..self.parts(grammar)
        };
        let mut search = Search::new(sweeps, task, tables, totals);
        let (end, trace) = match keeping {
            None => search.best()?,
            Some(KeepingQuery {
                total,
                most_changed,
            }) => search.keeping_most(total, most_changed)?,
        };
        let Tables {
            runs, groups, own, ..
        } = search.into_tables();
        let sets = build_sets(rules, task, runs.open, groups, own.as_deref(), &trace);
        Some(TaskPath {
            end,
            sets,
            kept: trace.kept,
        })
    }
}
