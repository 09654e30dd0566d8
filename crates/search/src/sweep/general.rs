//! The general sweep over the values (van Rijn, Takes and Vis 2015): every rule system.
//!
//! A state holds the open runs of every colour after a value, with jokers, points and own groups so
//! far. At each value every tile goes into a group, extends or begins a run, or stays. The sweep
//! keeps the best path to each state, and the states that no other one dominates.

use std::ops::Range;

use rummilab_core::MAX_COLOURS;

use crate::bounds::{Bounds, ByPlace, ColourScope};
use crate::grammar::{
    Boundaries, GroupLayout, Jokers, Keeping, NOTHING, OpenId, OpenRuns, Place, Tables, Task, Work,
    number_bit,
};
use crate::sweep::{
    Beginning, ChoiceList, ChoiceRange, ChoiceScope, Choices, Coverage, Dominance, Effort, End,
    Kernel, NONE, Node, StateKey, Step, SweepMemory, Trace, sweep,
};

/// Successors of one state that may be tried beyond the limit of a sweep, because the limit is
/// checked between states. Only colours with several boundaries have as many.
const OVERRUN: u64 = 1 << 16;

/// The general sweep and its memory, kept between calls.
#[derive(Debug, Default)]
pub struct General {
    pub memory: SweepMemory<Node>,
    choices: Choices,
    /// The layouts of groups of this value.
    layouts: Vec<RatedLayout>,
    dominance: Dominance,
    /// Choices looked at since states were last taken, whether or not they led to a state, and
    /// states compared for dominance; and the number at which the sweep gives up.
    pub looked: u64,
    /// The part of them that was making tables, since it was last taken.
    pub tables: u64,
    most_looked: u64,
}

/// The limits within which a state is kept.
#[derive(Clone, Copy)]
struct KeepRule {
    at_most: i64,
    /// Jokers that later values need, at least.
    needed_later: Jokers,
    /// The sweep gives up once it has tried more states than this.
    stop: u64,
    /// Which colours have several boundaries.
    several: [bool; MAX_COLOURS],
}

impl General {
    /// Releases the memory that only an unusual search needs.
    pub fn trim(&mut self) {
        self.memory.trim();
        self.dominance.trim();
        self.choices.trim();
    }

    /// Sweeps over the task: see [`sweep`].
    pub fn run(
        &mut self,
        beginning: &Beginning<'_, Node>,
        task: &Task,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        needed: (ByPlace, u8),
        effort: Effort,
    ) -> Coverage {
        self.choices.clear();
        self.most_looked = self.looked.saturating_add(effort.max_looked);
        tables.runs.open.work = Work::within(effort.max_looked.min(effort.max_tables));
        let mut kernel = GeneralKernel {
            general: self,
            tables,
            bounds,
            boundaries: if beginning.forgotten {
                &NOTHING
            } else {
                beginning.boundaries
            },
        };
        sweep(&mut kernel, beginning, task, needed, effort)
    }

    /// Counts the work of tables since the last call of this.
    fn count_tables(&mut self, tables: &mut Tables<'_>) {
        let work = tables.runs.open.work.take();
        self.looked = self.looked.saturating_add(work);
        self.tables += work;
    }

    /// The choices of colours with several boundaries; false if they are too many.
    fn add_starts(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        boundaries: &Boundaries<'_>,
    ) -> bool {
        for colour in (0..at.task.colours).filter(|c| boundaries[*c].len() > 1) {
            let (runs, ids) = (&mut tables.runs, boundaries[colour]);
            let compared = self.choices.add_starts(at, runs, bounds, colour, ids);
            self.count_tables(tables);
            let Some(compared) = compared else {
                return false;
            };
            self.looked += compared;
        }
        true
    }

    /// One value: every successor of every state, until the limit of states is reached.
    fn expand_layer(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        keeping: &Keeping,
        limits: KeepRule,
        layer: Range<usize>,
    ) {
        let task = at.task;
        self.rate_layouts(at, tables, bounds);
        let most_own = tables.own.as_ref().map_or(u8::MAX, |own| own.most);
        let most = |colour: usize| {
            let tiles = self.layouts.iter().map(|rated| rated.layout.tiles[colour]);
            tiles.max().unwrap_or(0)
        };
        let most_in_groups: [u8; MAX_COLOURS] = std::array::from_fn(most);
        let mut lists = [ChoiceList::default(); MAX_COLOURS];
        for node in layer {
            if self.memory.tried > limits.stop || self.looked > self.most_looked {
                return;
            }
            let Node { mut key, worth, .. } = self.memory.states[node];
            if key.locks != keeping.before {
                continue;
            }
            let worth = worth + keeping.sets + task.worth_of(keeping.used);
            key.used = key.used + keeping.used;
            if !key.used.within(task.jokers) || !keeping.allows(worth) {
                continue;
            }
            let left = task.jokers - key.used;
            // A state that has spent a joker which later values need reaches no ending.
            if !limits.needed_later.within(left) {
                continue;
            }
            let to_spend = left - limits.needed_later;
            let mut possible = 0;
            for (colour, most_in_groups) in most_in_groups.iter().take(task.colours).enumerate() {
                let id = key.open[colour];
                let scope = ChoiceScope {
                    of: ColourScope {
                        colour,
                        from: key.from[colour],
                    },
                    several: limits.several[colour],
                    most_in_groups: *most_in_groups,
                };
                let list = self.choices.of(at, &mut tables.runs, bounds, scope, id);
                let Some(list) = list else {
                    self.looked = self.most_looked.saturating_add(1);
                    return;
                };
                lists[colour] = *self.choices.list(list);
                possible |= lists[colour].numbers() * number_bit(colour, 0);
            }
            let parent = Parent {
                keeping,
                node: node as u32,
                key,
                left,
                to_spend,
                worth,
                // The colours' part of the future is in their choices. What jokers, own groups
                // and later groups can bring does not depend on these, so it is added here once.
                bound: worth
                    + bounds.kept.of_worth(worth)
                    + bounds.price(left)
                    + bounds.own_left(key.own_groups)
                    + bounds.groups_from(at.place + 1)
                    - bounds.kept.locked(at.place, keeping.after),
                at_most: limits.at_most,
                overrun: limits.stop.saturating_add(OVERRUN),
                lists: &lists,
            };
            for i in 0..self.layouts.len() {
                let rated = &self.layouts[i];
                // Cheapest test first: every colour needs a choice for its tiles here.
                let fits = rated.layout.numbers_by_colour & !possible == 0
                    && rated.layout.used.within(to_spend);
                if fits
                    && rated.own <= most_own - key.own_groups
                    && let Some((bound, jokers)) =
                        parent.promise(rated, task.colours, self.memory.at_least)
                {
                    self.lay_groups(at, tables, &parent, i, (bound, jokers));
                }
            }
        }
    }

    /// Lists the layouts of groups of this value, with the worth and the bound of each.
    fn rate_layouts(&mut self, at: &Place<'_>, tables: &mut Tables<'_>, bounds: &Bounds) {
        let task = at.task;
        let may = &task.may[usize::from(at.value)];
        self.layouts.clear();
        for layout in tables
            .groups
            .layouts(may, task.all_group_jokers, task.group_blocks(at.value))
        {
            let layout = *tables.groups.layout(layout);
            let own = match &mut tables.own {
                None => Some(0),
                Some(own) => {
                    let mut allowed = self.most_looked.saturating_sub(self.looked);
                    let fewest = own.fewest(at.value, layout.index, layout.used, &mut allowed);
                    self.looked = self.looked.saturating_add(own.take_tried());
                    // The sweep is given up, since it has looked at too much.
                    fewest.unwrap_or_default()
                }
            };
            if let Some(own) = own {
                let worth = task.worth_of(layout.used);
                self.layouts.push(RatedLayout {
                    layout,
                    own,
                    worth,
                    bound: worth - bounds.price(layout.used) - bounds.price_of_own(own),
                });
            }
        }
    }

    /// The successors of a state with the groups of this number.
    fn lay_groups(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        parent: &Parent<'_>,
        rated: usize,
        (bound, jokers): (i64, u8),
    ) {
        let rated = self.layouts[rated];
        let layout = &rated.layout;
        let mut sums = Sums {
            worth: parent.worth + rated.worth,
            bound,
            used: layout.used,
            jokers,
            points: 0,
            leaving: false,
        };
        let mut path = ColourChoices {
            several: [(0, ChoiceRange::default()); MAX_COLOURS],
            open: parent.key.open,
            from: parent.key.from,
            choices: [NONE; MAX_COLOURS],
        };
        // Colours with one choice are settled at once, only the others are multiplied out. Bound
        // and jokers of a single choice are in the sums already: it is the best of its range.
        let mut several = 0;
        for (colour, list) in parent.lists[..at.task.colours].iter().enumerate() {
            let part = list.part(layout.tiles[colour]);
            if part.end - part.start > 1 {
                path.several[several] = (colour, *part);
                several += 1;
                continue;
            }
            let choice = self.choices.get(part.start);
            sums.worth += choice.worth;
            sums.used = sums.used + choice.used;
            sums.points += choice.points;
            sums.leaving |= choice.leaving > 0;
            path.open[colour] = choice.next;
            path.from[colour] = choice.from;
            path.choices[colour] = part.start;
        }
        if sums.used.within(parent.to_spend) {
            self.combine(at, tables, parent, &rated, several, &mut path, sums);
        }
    }

    /// Multiplies out the choices of the first `several` colours that have more than one.
    #[expect(
        clippy::too_many_arguments,
        reason = "the inner loop; a struct would only rename them"
    )]
    fn combine(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        parent: &Parent<'_>,
        rated: &RatedLayout,
        several: usize,
        path: &mut ColourChoices,
        sums: Sums,
    ) {
        let Some(rest) = several.checked_sub(1) else {
            return self.add_state(at, tables, parent, rated, path, sums);
        };
        let (colour, part) = path.several[rest];
        self.looked += u64::from(part.end - part.start);
        if self.memory.tried > parent.overrun || self.looked > self.most_looked {
            return;
        }
        // Jokers that this colour may take: `sums` holds the fewest of every other colour.
        let spare = parent.left.total() - sums.jokers + part.fewest_jokers;
        for i in part.start..part.end {
            let choice = self.choices.get(i);
            // The choices come by rising jokers: no later one fits either.
            if choice.jokers > spare {
                break;
            }
            let next = Sums {
                worth: sums.worth + choice.worth,
                // The sums held the best of this colour; this choice takes its place.
                bound: sums.bound - part.most + choice.bound,
                used: sums.used + choice.used,
                jokers: sums.jokers - part.fewest_jokers + choice.jokers,
                points: sums.points + choice.points,
                leaving: sums.leaving || choice.leaving > 0,
            };
            // The bound holds for every ending of this path: below the limit none counts.
            if next.bound < self.memory.at_least || !next.used.within(parent.to_spend) {
                continue;
            }
            path.open[colour] = choice.next;
            path.from[colour] = choice.from;
            path.choices[colour] = i;
            self.combine(at, tables, parent, rated, rest, path, next);
        }
    }

    /// Adds the state after these choices.
    fn add_state(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        parent: &Parent<'_>,
        rated: &RatedLayout,
        path: &ColourChoices,
        sums: Sums,
    ) {
        if sums.worth > parent.at_most {
            return;
        }
        let task = at.task;
        let layout = &rated.layout;
        let mut open = path.open;
        if sums.leaving {
            for choice in &path.choices[..task.colours] {
                let choice = self.choices.get(*choice);
                for (run, colour) in self.choices.leaves(choice) {
                    let colour = usize::from(*colour);
                    open[colour] = tables.runs.open.with(open[colour], *run);
                }
            }
        }
        let mut points = 0;
        if task.counts_points() {
            points = sums.points + at.group_points(layout);
        }
        let node = Node {
            key: StateKey {
                open,
                used: parent.key.used + sums.used,
                locks: parent.keeping.after,
                points: parent
                    .key
                    .points
                    .saturating_add(points)
                    .min(task.points_cap),
                own_groups: parent.key.own_groups + rated.own,
                from: path.from,
            },
            worth: sums.worth + i64::from(points) * task.point_worth,
            bound: sums.bound,
            parent: parent.node,
            choices: path.choices,
            group_index: layout.index,
            group_jokers: layout.used,
            kept: parent.keeping.chosen,
        };
        self.memory.insert(node);
    }

    pub fn trace(&self, task: &Task, boundaries: &Boundaries<'_>, end: &End) -> Trace {
        let mut values = Vec::with_capacity(task.order.len());
        let last = &self.memory.states[end.node as usize];
        let from = |c: usize| boundaries[c][usize::from(last.key.from[c])];
        let before = std::array::from_fn(|c| if c < task.colours { from(c) } else { 0 });
        let mut at = end.node;
        let mut kept = Vec::new();
        for (place, value) in task.order.iter().enumerate().rev() {
            let node = &self.memory.states[at as usize];
            let groups = (node.group_index, node.group_jokers);
            if let Some(sets) = &task.keepable {
                kept.extend(sets.chosen(place, node.kept));
            }
            values.push(
                self.choices
                    .trace(task.colours, *value, &node.choices, groups),
            );
            at = node.parent;
        }
        values.reverse();
        Trace {
            values,
            before,
            in_front: end.used - last.key.used,
            kept,
        }
    }
}

/// A general sweep in progress.
struct GeneralKernel<'a, 't> {
    general: &'a mut General,
    tables: &'a mut Tables<'t>,
    bounds: &'a mut Bounds,
    boundaries: &'a Boundaries<'a>,
}

impl Kernel for GeneralKernel<'_, '_> {
    type State = Node;

    fn memory(&mut self) -> (&mut SweepMemory<Node>, &mut OpenRuns) {
        (&mut self.general.memory, self.tables.runs.open)
    }

    fn expand(&mut self, step: &Step<'_>) -> bool {
        let general = &mut *self.general;
        let (tables, bounds) = (&mut *self.tables, &mut *self.bounds);
        let at = Place::of(step.task, step.place);
        general.choices.next_value();
        if step.place == 0 && !general.add_starts(&at, tables, bounds, self.boundaries) {
            return false;
        }
        let limits = KeepRule {
            at_most: step.at_most,
            // Only classic jokers are known to be needed later.
            needed_later: Jokers::of([step.needed_later, 0, 0, 0]),
            stop: step.stop,
            several: self.boundaries.map(|starts| starts.len() > 1),
        };
        general.expand_layer(
            &at,
            tables,
            bounds,
            step.keeping,
            limits,
            step.layer.clone(),
        );
        general.count_tables(tables);
        general.memory.tried <= step.stop && general.looked <= general.most_looked
    }

    fn drop_dominated(&mut self, task: &Task, start: usize) {
        let general = &mut *self.general;
        let layer = (&mut general.memory.states, start);
        let most = general.most_looked.saturating_sub(general.looked);
        let open = &mut *self.tables.runs.open;
        let compared = general
            .dominance
            .drop(task, open, self.boundaries, layer, most);
        general.looked = general.looked.saturating_add(compared);
    }
}

/// One layout of groups of a value.
#[derive(Debug, Clone, Copy)]
struct RatedLayout {
    layout: GroupLayout,
    /// Own groups among them, if they are counted.
    own: u8,
    worth: i64,
    /// Its worth, less the price of its jokers and own groups.
    bound: i64,
}

/// The state that is expanded at a value.
struct Parent<'a> {
    keeping: &'a Keeping,
    node: u32,
    key: StateKey,
    left: Jokers,
    /// Those that later values do not need.
    to_spend: Jokers,
    worth: i64,
    /// Upper bound on its endings, without what the colours themselves add.
    bound: i64,
    at_most: i64,
    /// When to stop before all successors of this state were tried.
    overrun: u64,
    lists: &'a [ChoiceList; MAX_COLOURS],
}

impl Parent<'_> {
    /// An upper bound on the endings with these groups, and the fewest jokers that they take;
    /// `None` if the bound is too small or the jokers are too many.
    #[inline]
    fn promise(&self, rated: &RatedLayout, colours: usize, at_least: i64) -> Option<(i64, u8)> {
        let (mut bound, mut jokers) = (self.bound + rated.bound, rated.layout.jokers);
        for (list, tiles) in self.lists.iter().zip(rated.layout.tiles).take(colours) {
            let part = list.part(tiles);
            bound += part.most;
            jokers += part.fewest_jokers;
        }
        (bound >= at_least && jokers <= self.left.total()).then_some((bound, jokers))
    }
}

/// The choices made so far, colour by colour.
struct ColourChoices {
    /// The colours that have several choices, and these.
    several: [(usize, ChoiceRange); MAX_COLOURS],
    open: [OpenId; MAX_COLOURS],
    from: [u16; MAX_COLOURS],
    choices: [u32; MAX_COLOURS],
}

/// The sums over the choices made so far.
#[derive(Clone, Copy)]
struct Sums {
    worth: i64,
    /// Upper bound on the endings, with the best choices of the other colours.
    bound: i64,
    used: Jokers,
    /// Jokers used, and those that will be needed, at least.
    jokers: u8,
    points: u16,
    /// Whether runs go on in other colours.
    leaving: bool,
}
