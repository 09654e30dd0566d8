//! What the sweep needs to know of the rules and the jokers at hand, kept between calls, and the best way through a task.
//! Refuses to know positions and goals.

use std::collections::{BTreeMap, BinaryHeap};

use rummilab_core::{JokerKind, MAX_COLOURS, RuleSet, Set};

use crate::build::build_sets;
use crate::groups::Groups;
use crate::open::{OpenId, OpenRuns, RunType};
use crate::runs::{Jokers, RunRules};
use crate::stacks::OwnGroups;
use crate::sweep::{self, Edge, Effort, End, Sweep, Trace};
use crate::task::Task;
use crate::used::Used;

/// Continuations of open runs after which the tables are made anew. The standard game keeps some hundreds; rule sets with
/// a longest run and many jokers would go on for ever.
const MOST_KEPT: usize = 1 << 20;

/// So many states of one value are swept without more ado; where there are more, a sweep that keeps only so many looks for
/// a bound first.
const BOUNDS: [(usize, usize); 2] = [(256, 24), (2000, 400)];

/// The rules on which tables depend, jokers at hand apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    /// With every joker of the game at hand.
    runs: RunRules,
    jokers_in_set: Option<u8>,
    changes: Option<u8>,
    colours: usize,
    largest_group: usize,
    mirror_min_half: u8,
}

impl Key {
    fn of(rules: &RuleSet) -> Key {
        Key {
            runs: RunRules::of(rules, Used::of(rules.jokers.by_kind()), false),
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
pub struct Kept {
    of: Option<Key>,
    by_jokers: BTreeMap<Used, Tables>,
}

impl Kept {
    /// The tables for these jokers at hand.
    pub fn tables(&mut self, rules: &RuleSet, jokers: Used) -> &mut Tables {
        let key = Key::of(rules);
        if self.of != Some(key) {
            self.by_jokers.clear();
            self.of = Some(key);
        }
        if self
            .by_jokers
            .get(&jokers)
            .is_some_and(|tables| tables.kept() > MOST_KEPT)
        {
            self.by_jokers.remove(&jokers);
        }
        self.by_jokers
            .entry(jokers)
            .or_insert_with(|| Tables::new(rules, jokers))
    }
}

/// Which of the tables a sweep goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Jokers only where they are needed.
    WhereNeeded,
    /// Jokers anywhere.
    Anywhere,
    /// Jokers anywhere, and points count.
    ForPoints,
}

/// What depends on the rules and the jokers at hand.
#[derive(Debug)]
pub struct Tables {
    groups: Groups,
    where_needed: OpenRuns,
    anywhere: OpenRuns,
    /// Where points of mirror runs make a difference; otherwise `anywhere` does.
    for_points: Option<OpenRuns>,
}

impl Tables {
    fn new(rules: &RuleSet, jokers: Used) -> Tables {
        let runs = RunRules::of(rules, jokers, false);
        let points = RunRules::of(rules, jokers, true);
        let mirrors = jokers.get(JokerKind::Mirror) > 0;
        Tables {
            groups: Groups::new(rules, jokers),
            where_needed: OpenRuns::new(runs, Jokers::WhereNeeded),
            anywhere: OpenRuns::new(runs, Jokers::Anywhere),
            for_points: mirrors.then(|| OpenRuns::new(points, Jokers::Anywhere)),
        }
    }

    fn kept(&self) -> usize {
        let points = self.for_points.as_ref().map_or(0, OpenRuns::kept);
        self.where_needed.kept() + self.anywhere.kept() + points
    }

    /// The ending of largest total and its sets, jokers in front of runs included; no sets if these find no room.
    /// `bounded`: the total of an ending is its worth and a constant.
    #[expect(
        clippy::too_many_arguments,
        reason = "one call joins all rooms of this crate"
    )]
    pub fn best(
        &mut self,
        rules: &RuleSet,
        sweep: &mut Sweep,
        task: &Task,
        way: Way,
        bounded: bool,
        total: &dyn Fn(&End) -> Option<i64>,
        own: Option<&mut OwnGroups>,
    ) -> Option<(End, Option<Vec<Set>>)> {
        let open = match way {
            Way::WhereNeeded => &mut self.where_needed,
            Way::Anywhere => &mut self.anywhere,
            Way::ForPoints => self.for_points.as_mut().unwrap_or(&mut self.anywhere),
        };
        let mut search = Search {
            sweep,
            task,
            tables: sweep::Tables {
                open,
                groups: &mut self.groups,
                own,
            },
            bounded,
            total,
            crossings: Default::default(),
        };
        let (end, trace) = if task.wrap {
            search.round_the_corner()?
        } else {
            search.straight()?
        };
        let sweep::Tables { open, groups, own } = search.tables;
        let sets = build_sets(rules, task, open, groups, own.as_deref(), &trace);
        Some((end, sets))
    }
}

/// One search for the best way.
struct Search<'a> {
    sweep: &'a mut Sweep,
    task: &'a Task,
    tables: sweep::Tables<'a>,
    bounded: bool,
    total: &'a dyn Fn(&End) -> Option<i64>,
    /// By colour: the runs that may be open between the last value and the first.
    crossings: [Vec<OpenId>; MAX_COLOURS],
}

/// Nothing is open before the first value.
const NOTHING: [Edge; MAX_COLOURS] = [Edge::Fixed(0); MAX_COLOURS];

impl Search<'_> {
    /// Sweeps from the smallest value to the largest.
    fn straight(&mut self) -> Option<(End, Trace)> {
        self.sweep_bounded(&NOTHING);
        let end = self.best_end()?;
        Some((end, self.sweep.trace(self.task, &NOTHING, &end)))
    }

    fn run(&mut self, edges: &[Edge; MAX_COLOURS], effort: Effort) -> bool {
        self.sweep
            .run(self.task, &mut self.tables, edges, &self.crossings, effort)
    }

    /// Sweeps. Where that is wide, a quick sweep that keeps the most promising states finds a play first, and ways that
    /// cannot reach its worth are dropped: on big racks the best play leaves few tiles.
    fn sweep_bounded(&mut self, edges: &[Edge; MAX_COLOURS]) {
        if !self.bounded {
            self.run(edges, Effort::FULL);
            return;
        }
        let mut effort = Effort::FULL;
        for (give_up, width) in BOUNDS {
            if self.run(edges, Effort { give_up, ..effort }) {
                return;
            }
            self.run(edges, Effort { width, ..effort });
            let found = self.best_end().map_or(i64::MIN, |end| end.worth);
            effort.at_least = effort.at_least.max(found);
        }
        self.run(edges, effort);
    }

    /// The ending of largest total, the first with fewest jokers among equals.
    fn best_end(&self) -> Option<End> {
        let mut best: Option<(i64, End)> = None;
        for end in self.sweep.ends() {
            let Some(worth) = (self.total)(end) else {
                continue;
            };
            if best.is_none_or(|(most, known)| {
                worth > most || (worth == most && end.used.total() < known.used.total())
            }) {
                best = Some((worth, *end));
            }
        }
        best.map(|(_, end)| end)
    }

    /// Runs may go on from the last value of the sweep to the first. Without such runs a sweep finds a play; with edges
    /// left free it finds a bound; where the two differ the runs of one colour after the other are fixed, the most
    /// promising first.
    fn round_the_corner(&mut self) -> Option<(End, Trace)> {
        self.sweep_bounded(&NOTHING);
        let mut best: Option<(i64, End, Trace)> = self.best_end().map(|end| {
            let worth = (self.total)(&end).unwrap_or(i64::MIN);
            (worth, end, self.sweep.trace(self.task, &NOTHING, &end))
        });
        let most = self.task.worth_from(0);
        if let Some((_, end, trace)) = &best
            && self.bounded
            && end.worth >= most
        {
            return Some((*end, trace.clone()));
        }
        self.list_crossings();
        let free = std::array::from_fn(|colour| match self.crossings[colour].len() {
            0 | 1 => Edge::Fixed(0),
            _ => Edge::Free,
        });
        if free == NOTHING {
            return best.map(|(_, end, trace)| (end, trace));
        }
        let mut open = BinaryHeap::from([Branch {
            bound: i64::MAX,
            edges: free,
        }]);
        while let Some(Branch { bound, edges }) = open.pop() {
            if best.as_ref().is_some_and(|(known, ..)| bound <= *known) {
                break;
            }
            let at_least = match &best {
                Some((_, end, _)) if self.bounded => end.worth + 1,
                _ => i64::MIN,
            };
            self.run(
                &edges,
                Effort {
                    at_least,
                    ..Effort::FULL
                },
            );
            let Some(end) = self.best_end() else { continue };
            let worth = (self.total)(&end).unwrap_or(i64::MIN);
            if best.as_ref().is_some_and(|(known, ..)| worth <= *known) {
                continue;
            }
            let trace = self.sweep.trace(self.task, &edges, &end);
            let broken = (0..self.task.colours).find(|colour| {
                let (after, before) = (trace.after[*colour], trace.before[*colour]);
                edges[*colour] == Edge::Free && !self.tables.open.imitates(after, before)
            });
            match broken {
                None => best = Some((worth, end, trace)),
                Some(colour) => {
                    for runs in &self.crossings[colour] {
                        let mut edges = edges;
                        edges[colour] = Edge::Fixed(*runs);
                        open.push(Branch {
                            bound: worth,
                            edges,
                        });
                    }
                }
            }
        }
        best.map(|(_, end, trace)| (end, trace))
    }

    /// Lists by colour which runs may be open between the last value and the first, as far as tiles and jokers allow.
    fn list_crossings(&mut self) {
        let task = self.task;
        let types = self.tables.open.crossing_types();
        let (Some(first), Some(last)) = (task.order.first(), task.order.last()) else {
            return;
        };
        let [classic, double, change, _] = task.jokers.by_kind();
        // A double joker may cover both values.
        let jokers = classic + 2 * double + change;
        for colour in 0..task.colours {
            let room = Room {
                before: task.may[usize::from(*last)][colour],
                after: task.may[usize::from(*first)][colour],
                jokers,
            };
            let mut found = Vec::new();
            self.add_crossings(&types, &room, &mut Vec::new(), &mut found);
            self.crossings[colour] = found;
        }
    }

    /// These runs, and every way to have more of them from the first of `types` on.
    fn add_crossings(
        &mut self,
        types: &[RunType],
        room: &Room,
        runs: &mut Vec<RunType>,
        found: &mut Vec<OpenId>,
    ) {
        let id = self.tables.open.number(runs.clone());
        let behind = (runs.len() as u8).saturating_sub(room.before);
        let ahead = self.tables.open.facts(id).demand.saturating_sub(room.after);
        if behind + ahead > room.jokers {
            return;
        }
        found.push(id);
        for (i, run) in types.iter().enumerate() {
            runs.push(*run);
            self.add_crossings(&types[i..], room, runs, found);
            runs.pop();
        }
    }
}

/// What runs of one colour can be made of on both sides of the edge.
struct Room {
    /// Tiles of the last value.
    before: u8,
    /// Tiles of the first value.
    after: u8,
    /// Values that jokers can cover.
    jokers: u8,
}

/// Edges to be tried, and what they can come to at most.
#[derive(Debug, PartialEq, Eq)]
struct Branch {
    bound: i64,
    edges: [Edge; MAX_COLOURS],
}

impl Ord for Branch {
    /// The larger bound first, then more fixed edges.
    fn cmp(&self, other: &Branch) -> std::cmp::Ordering {
        let fixed = |branch: &Branch| {
            branch
                .edges
                .iter()
                .filter(|edge| **edge != Edge::Free)
                .count()
        };
        (self.bound, fixed(self)).cmp(&(other.bound, fixed(other)))
    }
}

impl PartialOrd for Branch {
    fn partial_cmp(&self, other: &Branch) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
