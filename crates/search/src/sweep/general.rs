//! The sweep over the values (van Rijn, Takes and Vis 2015): at each value every tile goes into a group, extends or
//! begins a run, or stays on the rack; of all ways that leave the same runs open the best is kept. Refuses to know
//! positions and goals; it is handed tiles that must or may be used and what each is worth.

use std::ops::Range;

use rummilab_core::MAX_COLOURS;

use crate::bounds::{Bounds, jokers_needed_after};
use crate::grammar::{
    Boundary, Closings, GroupLayout, Jokers, OpenId, OpenRuns, Place, Tables, Task, each_way,
    number_bit,
};
use crate::sweep::{
    ChoiceList, ChoiceRange, ChoiceScope, Choices, Dominance, Effort, End, Frontier, NONE, Node,
    StateKey, Trace, TraceValue,
};

/// The memory of the sweep, kept between calls.
#[derive(Debug, Default)]
pub struct Sweep {
    nodes: Vec<Node>,
    frontier: Frontier,
    choices: Choices,
    /// The ways to lay groups of this value.
    ways: Vec<RatedLayout>,
    dominance: Dominance,
    ends: Vec<End>,
    tried: u64,
}

impl Sweep {
    /// Ways tried since they were last taken.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// For how many states there is memory.
    pub fn states(&self) -> usize {
        self.nodes.capacity()
    }

    /// Ways tried since the last call of this.
    pub fn take_tried(&mut self) -> u64 {
        std::mem::take(&mut self.tried)
    }

    /// Sweeps over the task. Afterwards [`Sweep::ends`] holds every ending that is best for its number of jokers and
    /// points, among those that are worth enough. `false` if it gave up.
    pub fn run(
        &mut self,
        task: &Task,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        edges: &[Boundary; MAX_COLOURS],
        crossings: &[Vec<OpenId>; MAX_COLOURS],
        effort: Effort,
    ) -> bool {
        self.nodes.clear();
        self.choices.clear();
        self.ends.clear();
        let before = edges.map(|edge| match edge {
            Boundary::Fixed(open) => open,
            Boundary::Free => 0,
        });
        self.nodes.push(Node::root(before));
        let (needed_after, needed) = jokers_needed_after(task);
        if needed > task.jokers.total() {
            return true;
        }
        let mut layer = 0..1;
        let mut whole = true;
        let stop = self.tried.saturating_add(effort.ways);
        for (place, needed_later) in (0..task.order.len()).zip(needed_after) {
            self.choices.next_value();
            self.frontier.clear();
            let start = self.nodes.len();
            let at = Place::of(task, place);
            if place == 0 {
                for colour in (0..task.colours).filter(|colour| edges[*colour] == Boundary::Free) {
                    let ids = &crossings[colour];
                    self.choices
                        .add_free(&at, &mut tables.runs, bounds, colour, ids);
                }
            }
            // Only classic jokers are known to be needed later.
            let kept = Jokers::of([needed_later, 0, 0, 0]);
            self.go_on(
                &at,
                tables,
                bounds,
                (effort.at_least, kept, stop),
                layer.clone(),
            );
            if self.tried > stop {
                return false;
            }
            // Far too many are not worth comparing first.
            let hopeless = effort.too_many.saturating_mul(4);
            if self.nodes.len() - start > hopeless {
                self.dominance
                    .keep_promising(&mut self.nodes, start, effort.too_many);
                whole = false;
            }
            self.dominance
                .drop(task, tables.runs.open, &mut self.nodes, start);
            if self.nodes.len() - start > effort.too_many {
                self.dominance
                    .keep_promising(&mut self.nodes, start, effort.width);
                whole = false;
            }
            layer = start..self.nodes.len();
            if layer.is_empty() {
                return whole;
            }
        }
        for node in layer {
            self.close(task, tables.runs.open, edges, node);
        }
        whole
    }

    /// One value: every way to go on from every state, until `stop` have been tried.
    fn go_on(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        (at_least, kept, stop): (i64, Jokers, u64),
        layer: Range<usize>,
    ) {
        let task = at.task;
        let may = &task.may[usize::from(at.value)];
        let ways = tables.groups.layouts(may, task.all_group_jokers);
        self.ways.clear();
        for way in ways {
            let way = *tables.groups.layout(way);
            let own = match &mut tables.own {
                None => Some(0),
                Some(own) => own.fewest(at.value, way.index, way.used),
            };
            if let Some(own) = own {
                let worth = task.worth_of(way.used);
                self.ways.push(RatedLayout {
                    way,
                    own,
                    worth,
                    bound: worth - bounds.price(way.used) - bounds.price_of_own(own),
                });
            }
        }
        let most_own = tables.own.as_ref().map_or(u8::MAX, |own| own.most());
        let most = |colour: usize| self.ways.iter().map(|laid| laid.way.tiles[colour]).max();
        let most_in_groups: [u8; MAX_COLOURS] =
            std::array::from_fn(|colour| most(colour).unwrap_or(0));
        let mut lists = [ChoiceList::default(); MAX_COLOURS];
        for node in layer {
            if self.tried > stop {
                return;
            }
            let Node { key, worth, .. } = self.nodes[node];
            let left = task.jokers - key.used;
            if !kept.within(left) {
                continue;
            }
            let to_spend = left - kept;
            let mut there = 0;
            for (colour, most_in_groups) in most_in_groups.iter().take(task.colours).enumerate() {
                let id = key.open[colour];
                let wanted = ChoiceScope {
                    colour,
                    most_in_groups: *most_in_groups,
                };
                let list = self.choices.of(at, &mut tables.runs, bounds, wanted, id);
                lists[colour] = *self.choices.list(list);
                there |= lists[colour].numbers() * number_bit(colour, 0);
            }
            let from = Parent {
                node: node as u32,
                key,
                left,
                to_spend,
                worth,
                bound: worth
                    + bounds.price(left)
                    + bounds.own_left(key.own_groups)
                    + bounds.groups_from(at.place + 1),
                at_least,
                lists: &lists,
            };
            for i in 0..self.ways.len() {
                let laid = &self.ways[i];
                let fits =
                    laid.way.numbers_by_colour & !there == 0 && laid.way.used.within(to_spend);
                if fits
                    && laid.own <= most_own - key.own_groups
                    && let Some((bound, jokers)) = from.promise(laid, task.colours)
                {
                    self.lay_groups(at, tables, &from, i, (bound, jokers));
                }
            }
        }
    }

    /// Goes on from a state with the groups of this number.
    fn lay_groups(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        from: &Parent<'_>,
        laid: usize,
        (bound, jokers): (i64, u8),
    ) {
        let laid = self.ways[laid];
        let way = &laid.way;
        let mut sums = Sums {
            worth: from.worth + laid.worth,
            bound,
            used: way.used,
            jokers,
            points: 0,
            leaving: false,
        };
        let mut path = ColourChoices {
            several: [(0, ChoiceRange::default()); MAX_COLOURS],
            open: from.key.open,
            choices: [NONE; MAX_COLOURS],
        };
        let mut several = 0;
        for (colour, list) in from.lists[..at.task.colours].iter().enumerate() {
            let part = list.part(way.tiles[colour]);
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
            path.choices[colour] = part.start;
        }
        if sums.used.within(from.to_spend) {
            self.combine(at, tables, from, &laid, several, &mut path, sums);
        }
    }

    /// Goes through the choices of the colours that have several, so many of them, one after the other.
    #[expect(
        clippy::too_many_arguments,
        reason = "the inner loop; a struct would only rename them"
    )]
    fn combine(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        from: &Parent<'_>,
        laid: &RatedLayout,
        several: usize,
        path: &mut ColourChoices,
        sums: Sums,
    ) {
        let Some(rest) = several.checked_sub(1) else {
            return self.add_state(at, tables, from, laid, path, sums);
        };
        let (colour, part) = path.several[rest];
        let spare = from.left.total() - sums.jokers + part.fewest_jokers;
        for i in part.start..part.end {
            let choice = self.choices.get(i);
            if choice.jokers > spare {
                break;
            }
            let next = Sums {
                worth: sums.worth + choice.worth,
                bound: sums.bound - part.most + choice.bound,
                used: sums.used + choice.used,
                jokers: sums.jokers - part.fewest_jokers + choice.jokers,
                points: sums.points + choice.points,
                leaving: sums.leaving || choice.leaving > 0,
            };
            if next.bound < from.at_least || !next.used.within(from.to_spend) {
                continue;
            }
            path.open[colour] = choice.next;
            path.choices[colour] = i;
            self.combine(at, tables, from, laid, rest, path, next);
        }
    }

    /// Adds the state after these choices.
    fn add_state(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        from: &Parent<'_>,
        laid: &RatedLayout,
        path: &ColourChoices,
        sums: Sums,
    ) {
        self.tried += 1;
        let task = at.task;
        let way = &laid.way;
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
        if task.points_cap > 0 || task.point_worth != 0 {
            let [classic, double, _, mirror] = way.used.by_kind();
            let axes = if task.axis_is_a_number { mirror } else { 0 };
            let slots = way.numbers + classic + 2 * double + axes;
            points = sums.points + u16::from(slots) * u16::from(at.value);
        }
        let node = Node {
            key: StateKey {
                open,
                used: from.key.used + sums.used,
                points: from.key.points.saturating_add(points).min(task.points_cap),
                own_groups: from.key.own_groups + laid.own,
            },
            worth: sums.worth + i64::from(points) * task.point_worth,
            bound: sums.bound,
            parent: from.node,
            choices: path.choices,
            group_index: way.index,
            group_jokers: way.used,
        };
        self.frontier.insert(&mut self.nodes, node);
    }

    /// The endings of the last run.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The way to an ending.
    pub fn trace(&self, task: &Task, edges: &[Boundary; MAX_COLOURS], end: &End) -> Trace {
        let mut layers = Vec::with_capacity(task.order.len());
        let last = &self.nodes[end.node as usize];
        let mut before = [0; MAX_COLOURS];
        let mut at = end.node;
        for (place, value) in task.order.iter().enumerate().rev() {
            let node = &self.nodes[at as usize];
            let mut layer = TraceValue {
                value: *value,
                steps: [0; MAX_COLOURS],
                leaves: Default::default(),
                group_index: node.group_index,
                group_jokers: node.group_jokers,
            };
            for colour in 0..task.colours {
                let choice = self.choices.get(node.choices[colour]);
                layer.steps[colour] = choice.step;
                let leaves = self.choices.leaves(choice).iter();
                layer
                    .leaves
                    .extend(leaves.map(|(run, to)| (colour as u8, *run, *to)));
                if place == 0 {
                    before[colour] = match edges[colour] {
                        Boundary::Fixed(open) => open,
                        Boundary::Free => choice.edge,
                    };
                }
            }
            layers.push(layer);
            at = node.parent;
        }
        layers.reverse();
        Trace {
            layers,
            before,
            after: last.key.open,
            in_front: end.used - last.key.used,
        }
    }

    fn close(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        edges: &[Boundary; MAX_COLOURS],
        node: usize,
    ) {
        let Node { key, worth, .. } = self.nodes[node];
        let mut ways = Closings::from_elem(key.used, 1);
        for (id, edge) in key.open.into_iter().zip(edges).take(task.colours) {
            if task.wrap {
                let fits = match *edge {
                    Boundary::Fixed(edge) => open.imitates(id, edge),
                    Boundary::Free => open.may_cross(id),
                };
                if !fits {
                    return;
                }
                continue;
            }
            ways = each_way(&ways, &open.facts(id).closings, task.jokers);
        }
        self.ends.extend(ways.into_iter().map(|used| End {
            node: node as u32,
            worth: worth + task.worth_of(used - key.used),
            used,
            points: key.points,
        }));
    }
}

/// One way to lay groups of a value.
#[derive(Debug, Clone, Copy)]
struct RatedLayout {
    way: GroupLayout,
    /// Own groups among them, where they are counted.
    own: u8,
    worth: i64,
    /// Its worth, less the price of its jokers and own groups.
    bound: i64,
}

/// The state that a value begins with.
struct Parent<'a> {
    node: u32,
    key: StateKey,
    /// Jokers not used before.
    left: Jokers,
    /// Those that later values do not need.
    to_spend: Jokers,
    worth: i64,
    /// What its future can come to at most, the colours' own part apart.
    bound: i64,
    at_least: i64,
    /// The choices of each colour.
    lists: &'a [ChoiceList; MAX_COLOURS],
}

impl Parent<'_> {
    /// What a way with these groups can be worth at most, and the jokers that it takes at least; `None` if that is too little
    /// or too many.
    #[inline]
    fn promise(&self, laid: &RatedLayout, colours: usize) -> Option<(i64, u8)> {
        let (mut bound, mut jokers) = (self.bound + laid.bound, laid.way.jokers);
        for (list, tiles) in self.lists.iter().zip(laid.way.tiles).take(colours) {
            let part = list.part(tiles);
            bound += part.most;
            jokers += part.fewest_jokers;
        }
        (bound >= self.at_least && jokers <= self.left.total()).then_some((bound, jokers))
    }
}

/// The choices made so far, colour by colour.
struct ColourChoices {
    /// The colours that have several choices, and these.
    several: [(usize, ChoiceRange); MAX_COLOURS],
    open: [OpenId; MAX_COLOURS],
    choices: [u32; MAX_COLOURS],
}

/// What the choices made so far add up to.
#[derive(Clone, Copy)]
struct Sums {
    worth: i64,
    /// What the whole way can be worth at most, with the best choices of the other colours.
    bound: i64,
    used: Jokers,
    /// Jokers used, and those that will be needed, at least.
    jokers: u8,
    points: u16,
    /// Whether runs go on in other colours.
    leaving: bool,
}
