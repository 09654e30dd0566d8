//! The sweep over the values (van Rijn, Takes and Vis 2015): at each value every tile goes into a group, extends or
//! begins a run, or stays on the rack; of all ways that leave the same runs open the best is kept. Refuses to know
//! positions and goals; it is handed tiles that must or may be used and what each is worth.

use std::cmp::Reverse;
use std::ops::Range;

use rummilab_core::MAX_COLOURS;
use smallvec::SmallVec;

use crate::groups::Groups;
use crate::layer::{Frontier, Key, NONE, Node};
use crate::open::{OpenId, OpenRuns, RunType};
use crate::runs::Phase;
use crate::stacks::OwnGroups;
use crate::task::Task;
use crate::used::Used;

/// So many states of a value are not worth comparing.
const FEW: usize = 3;
/// More states than this are first compared with those that differ in one colour, which is quicker.
const SOME: usize = 256;
/// More states than this that are left are not compared each with each.
const MANY: usize = 1500;

/// How hard a sweep tries.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// So many states of a value are kept, the most promising ones.
    pub width: usize,
    /// Ways that cannot reach this worth are dropped.
    pub at_least: i64,
    /// Gives up when a value has more states.
    pub give_up: usize,
}

impl Effort {
    /// Everything is kept.
    pub const FULL: Effort = Effort {
        width: usize::MAX,
        at_least: i64::MIN,
        give_up: usize::MAX,
    };
}

/// The runs of one colour that are open between the last value of a sweep and the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// These, so that they must be open at the end as well.
    Fixed(OpenId),
    /// Any at the beginning and any at the end, whether they fit or not: a bound.
    Free,
}

/// One way to go on in one colour at one value.
#[derive(Debug, Clone)]
struct Choice {
    worth: i64,
    /// Index of the run step.
    step: u32,
    next: OpenId,
    /// The runs open before the first value, of a free edge.
    edge: OpenId,
    /// What its tiles in groups add to the index of `Groups`.
    group_index: u16,
    /// Its tiles in groups.
    in_groups: u8,
    used: Used,
    /// Jokers without which the open runs cannot go on at the next value.
    needs: u8,
    points: u16,
    /// Runs that go on in other colours, and in which.
    leaves: SmallVec<[(RunType, u8); 2]>,
}

/// Where a way through the sweep ends.
#[derive(Debug, Clone, Copy)]
pub struct End {
    node: u32,
    /// Worth of everything used.
    pub worth: i64,
    /// Jokers used, those in front of runs at the largest value included.
    pub used: Used,
    /// Points counted, up to the cap.
    pub points: u16,
}

/// One value of the way that was chosen.
#[derive(Debug, Clone)]
pub struct Layer {
    /// The value.
    pub value: u8,
    /// The run step of each colour.
    pub steps: [u32; MAX_COLOURS],
    /// The runs of each colour that go on in another, and in which.
    pub leaves: [SmallVec<[(RunType, u8); 2]>; MAX_COLOURS],
    /// Index of the tiles in groups.
    pub group_index: u16,
    /// Jokers in groups.
    pub group_jokers: Used,
}

/// A way through the sweep.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The values in order.
    pub layers: Vec<Layer>,
    /// The runs of each colour that were open before the first value.
    pub before: [OpenId; MAX_COLOURS],
    /// The runs of each colour that are open after the last one.
    pub after: [OpenId; MAX_COLOURS],
    /// Jokers that lie in front of runs at the largest value.
    pub in_front: Used,
}

/// What a sweep needs to know of the rules.
pub struct Tables<'a> {
    pub open: &'a mut OpenRuns,
    pub groups: &'a mut Groups,
    /// Counts own groups where their number is limited.
    pub own: Option<&'a mut OwnGroups>,
}

/// The memory of the sweep, kept between calls.
#[derive(Debug, Default)]
pub struct Sweep {
    nodes: Vec<Node>,
    frontier: Frontier,
    choices: Vec<Choice>,
    /// By colour: the choices of each multiset of open runs at this value, once listed.
    lists: [Vec<(OpenId, Range<u32>)>; MAX_COLOURS],
    ends: Vec<End>,
    /// States of a value by worth, and those that are kept.
    order: Vec<u32>,
    kept: Vec<u32>,
    /// Ways worth less than this are dropped.
    least: i64,
    tried: u64,
}

impl Sweep {
    /// Ways tried since the last call of this.
    pub fn take_tried(&mut self) -> u64 {
        std::mem::take(&mut self.tried)
    }

    /// Sweeps over the task. Afterwards [`Sweep::ends`] holds every ending that is best for its number of jokers and
    /// points, among those that the effort reached. `false` if it gave up.
    pub fn run(
        &mut self,
        task: &Task,
        tables: &mut Tables<'_>,
        edges: &[Edge; MAX_COLOURS],
        crossings: &[Vec<OpenId>; MAX_COLOURS],
        effort: Effort,
    ) -> bool {
        self.nodes.clear();
        self.choices.clear();
        self.ends.clear();
        let before = edges.map(|edge| match edge {
            Edge::Fixed(open) => open,
            Edge::Free => 0,
        });
        self.nodes.push(Node::root(before));
        let mut layer = 0..1;
        for place in 0..task.order.len() {
            self.lists.iter_mut().for_each(Vec::clear);
            self.frontier.clear();
            let start = self.nodes.len();
            let at = Place::of(task, place);
            let still = if effort.at_least == i64::MIN {
                0
            } else {
                task.worth_from(place + 1)
            };
            self.least = effort.at_least.saturating_sub(still);
            if place == 0 {
                self.free_choices(&at, tables, edges, crossings);
            }
            for from in layer.clone() {
                self.expand(&at, tables, from);
            }
            if self.nodes.len() - start > FEW {
                self.drop_dominated(task, tables.open, start);
            }
            if self.nodes.len() - start > effort.give_up {
                return false;
            }
            if self.nodes.len() - start > effort.width {
                self.keep_promising(task, tables.open, start, effort.width);
            }
            layer = start..self.nodes.len();
            if layer.is_empty() {
                return true;
            }
        }
        for node in layer {
            self.close(task, tables.open, edges, node);
        }
        true
    }

    /// Keeps the states from node `start` on that promise most: worth, less what open runs and jokers may cost.
    fn keep_promising(&mut self, task: &Task, open: &OpenRuns, start: usize, width: usize) {
        let dear = task
            .worth
            .iter()
            .flatten()
            .copied()
            .max()
            .unwrap_or(0)
            .max(0);
        let layer = &self.nodes[start..];
        let promise = |i: &u32| {
            let Node { key, worth, .. } = &layer[*i as usize];
            let short: i64 = key.open[..task.colours]
                .iter()
                .map(|id| i64::from(open.facts(*id).demand))
                .sum();
            (
                Reverse(worth - dear * (short + i64::from(key.used.total()))),
                *i,
            )
        };
        self.order.clear();
        self.order.extend(0..layer.len() as u32);
        self.order.sort_unstable_by_key(promise);
        self.order.truncate(width);
        self.order.sort_unstable();
        for (to, from) in self.order.iter().enumerate() {
            self.nodes[start + to] = self.nodes[start + *from as usize];
        }
        self.nodes.truncate(start + self.order.len());
    }

    /// The endings of the last run.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The way to an ending.
    pub fn trace(&self, task: &Task, edges: &[Edge; MAX_COLOURS], end: &End) -> Trace {
        let mut layers = Vec::with_capacity(task.order.len());
        let last = &self.nodes[end.node as usize];
        let mut before = [0; MAX_COLOURS];
        let mut at = end.node;
        for (place, value) in task.order.iter().enumerate().rev() {
            let node = &self.nodes[at as usize];
            let mut layer = Layer {
                value: *value,
                steps: [0; MAX_COLOURS],
                leaves: Default::default(),
                group_index: 0,
                group_jokers: node.group_jokers,
            };
            for colour in 0..task.colours {
                let choice = &self.choices[node.choices[colour] as usize];
                layer.steps[colour] = choice.step;
                layer.leaves[colour] = choice.leaves.clone();
                layer.group_index += choice.group_index;
                if place == 0 {
                    before[colour] = match edges[colour] {
                        Edge::Fixed(open) => open,
                        Edge::Free => choice.edge,
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

    fn expand(&mut self, at: &Place<'_>, tables: &mut Tables<'_>, from: usize) {
        let key = self.nodes[from].key;
        let mut lists: [Range<u32>; MAX_COLOURS] = Default::default();
        for (colour, list) in lists.iter_mut().enumerate().take(at.task.colours) {
            *list = self.choices_of(at, tables, colour, key.open[colour]);
            if list.start == list.end {
                return;
            }
        }
        let from = From {
            node: from as u32,
            key,
            left: at.task.jokers - key.used,
        };
        let mut way = Way {
            open: key.open,
            choices: [NONE; MAX_COLOURS],
        };
        let sums = Sums {
            worth: self.nodes[from.node as usize].worth,
            ..Sums::default()
        };
        self.combine(at, &from, tables, &lists, 0, &mut way, sums);
    }

    /// Goes through the choices of one colour after the other.
    #[expect(
        clippy::too_many_arguments,
        reason = "the inner loop; a struct would only rename them"
    )]
    fn combine(
        &mut self,
        at: &Place<'_>,
        from: &From,
        tables: &mut Tables<'_>,
        lists: &[Range<u32>; MAX_COLOURS],
        colour: usize,
        way: &mut Way,
        sums: Sums,
    ) {
        if colour == at.task.colours {
            return self.add_groups(at, from, tables, way, sums);
        }
        for i in lists[colour].clone() {
            let choice = &self.choices[i as usize];
            let next = Sums {
                worth: sums.worth + choice.worth,
                group_index: sums.group_index + choice.group_index,
                in_groups: sums.in_groups + choice.in_groups,
                used: sums.used + choice.used,
                needs: sums.needs + choice.needs,
                points: sums.points + choice.points,
                leaving: sums.leaving || !choice.leaves.is_empty(),
            };
            if !next.used.within(from.left) || next.used.total() + next.needs > from.left.total() {
                continue;
            }
            way.open[colour] = choice.next;
            way.choices[colour] = i;
            self.combine(at, from, tables, lists, colour + 1, way, next);
        }
    }

    fn add_groups(
        &mut self,
        at: &Place<'_>,
        from: &From,
        tables: &mut Tables<'_>,
        way: &Way,
        sums: Sums,
    ) {
        if sums.worth < self.least {
            return;
        }
        let task = at.task;
        let allowed = if task.all_group_jokers {
            tables.groups.allowed(sums.group_index)
        } else {
            tables.groups.fewest(sums.group_index)
        };
        let spare = from.left - sums.used;
        let mut open = way.open;
        if sums.leaving && !allowed.is_empty() {
            for choice in &way.choices[..task.colours] {
                for (run, colour) in &self.choices[*choice as usize].leaves {
                    let colour = usize::from(*colour);
                    open[colour] = tables.open.with(open[colour], *run);
                }
            }
        }
        for group_jokers in allowed {
            if !group_jokers.within(spare) || group_jokers.total() + sums.needs > spare.total() {
                continue;
            }
            self.tried += 1;
            let used = sums.used + *group_jokers;
            let mut points = sums.points;
            if task.points_cap > 0 || task.point_worth != 0 {
                let [classic, double, _, mirror] = group_jokers.by_kind();
                let axes = if task.axis_is_a_number { mirror } else { 0 };
                points +=
                    u16::from(sums.in_groups + classic + 2 * double + axes) * u16::from(at.value);
            }
            let own_groups = match &mut tables.own {
                None => 0,
                Some(own) => {
                    let here = own.fewest(at.value, sums.group_index, *group_jokers);
                    match here.map(|here| here + from.key.own_groups) {
                        Some(count) if count <= own.most() => count,
                        _ => continue,
                    }
                }
            };
            let node = Node {
                key: Key {
                    open,
                    used: from.key.used + used,
                    points: from.key.points.saturating_add(points).min(task.points_cap),
                    own_groups,
                },
                worth: sums.worth + task.worth_of(used) + i64::from(points) * task.point_worth,
                parent: from.node,
                choices: way.choices,
                group_jokers: *group_jokers,
            };
            self.frontier.insert(&mut self.nodes, node);
        }
    }

    /// Drops states, from node `start` on, that another one can imitate at no loss and that differs from them in one
    /// colour at most: where there are too many to compare each with each.
    fn drop_neighbours(&mut self, task: &Task, open: &mut OpenRuns, start: usize) {
        for colour in 0..task.colours {
            let layer = &self.nodes[start..];
            let others = |i: &u32| {
                let mut open = layer[*i as usize].key.open;
                open[colour] = 0;
                open
            };
            self.order.clear();
            self.order.extend(0..layer.len() as u32);
            let rank = |i: &u32| {
                let node = &layer[*i as usize];
                (others(i), Reverse(node.worth), node.key.used.total(), *i)
            };
            self.order.sort_unstable_by_key(rank);
            self.kept.clear();
            for bucket in self.order.chunk_by(|a, b| others(a) == others(b)) {
                let first = self.kept.len();
                for i in bucket {
                    let key = &layer[*i as usize].key;
                    let dominated = self.kept[first..].iter().any(|k| {
                        let other = &layer[*k as usize].key;
                        task.spares(other.used, key.used)
                            && other.points >= key.points
                            && other.own_groups <= key.own_groups
                            && open.imitates(other.open[colour], key.open[colour])
                    });
                    if !dominated {
                        self.kept.push(*i);
                    }
                }
            }
            self.keep_only(start);
        }
    }

    /// Keeps the nodes from `start` on that are listed as kept.
    fn keep_only(&mut self, start: usize) {
        self.kept.sort_unstable();
        for (to, from) in self.kept.iter().enumerate() {
            self.nodes[start + to] = self.nodes[start + *from as usize];
        }
        self.nodes.truncate(start + self.kept.len());
    }

    /// Drops the states of one value, from node `start` on, that another one can imitate at no loss.
    fn drop_dominated(&mut self, task: &Task, open: &mut OpenRuns, start: usize) {
        if self.nodes.len() - start > SOME {
            self.drop_neighbours(task, open, start);
        }
        if self.nodes.len() - start > MANY {
            return;
        }
        let layer = &self.nodes[start..];
        self.order.clear();
        self.order.extend(0..layer.len() as u32);
        let rank = |i: &u32| {
            let node = &layer[*i as usize];
            (Reverse(node.worth), node.key.used.total(), *i)
        };
        self.order.sort_unstable_by_key(rank);
        self.kept.clear();
        for i in &self.order {
            let key = &layer[*i as usize].key;
            let dominated = self.kept.iter().any(|k| {
                let other = &layer[*k as usize].key;
                task.spares(other.used, key.used)
                    && other.points >= key.points
                    && other.own_groups <= key.own_groups
                    && (0..task.colours).all(|c| open.imitates(other.open[c], key.open[c]))
            });
            if !dominated {
                self.kept.push(*i);
            }
        }
        self.keep_only(start);
    }

    fn close(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        edges: &[Edge; MAX_COLOURS],
        node: usize,
    ) {
        let Node { key, worth, .. } = self.nodes[node];
        let mut ways: SmallVec<[Used; 4]> = SmallVec::from_elem(key.used, 1);
        for (id, edge) in key.open.into_iter().zip(edges).take(task.colours) {
            if task.wrap {
                let fits = match *edge {
                    Edge::Fixed(edge) => open.imitates(id, edge),
                    Edge::Free => open.may_cross(id),
                };
                if !fits {
                    return;
                }
                continue;
            }
            let more = &open.facts(id).closings;
            let sums = ways.iter().flat_map(|a| more.iter().map(move |b| *a + *b));
            let mut sums: SmallVec<[Used; 4]> =
                sums.filter(|used| used.within(task.jokers)).collect();
            sums.sort_unstable();
            sums.dedup();
            ways = sums;
        }
        self.ends.extend(ways.into_iter().map(|used| End {
            node: node as u32,
            worth: worth + task.worth_of(used - key.used),
            used,
            points: key.points,
        }));
    }

    /// The choices of free edges at the first value: those of every multiset of runs that may be open before it, where no
    /// other is at least as good.
    fn free_choices(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        edges: &[Edge; MAX_COLOURS],
        crossings: &[Vec<OpenId>; MAX_COLOURS],
    ) {
        for colour in 0..at.task.colours {
            if edges[colour] != Edge::Free {
                continue;
            }
            let start = self.choices.len();
            for edge in &crossings[colour] {
                self.list_choices(at, tables, colour, *edge);
            }
            let all = self.choices.split_off(start);
            for choice in all {
                let beaten = self.choices[start..].iter().any(|other| {
                    other.group_index == choice.group_index
                        && other.used == choice.used
                        && other.worth >= choice.worth
                        && other.points >= choice.points
                        && other.leaves == choice.leaves
                        && tables.open.imitates(other.next, choice.next)
                });
                if !beaten {
                    self.choices.push(choice);
                }
            }
            self.lists[colour].push((0, start as u32..self.choices.len() as u32));
        }
    }

    /// Every way to go on in one colour from these open runs.
    fn choices_of(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        colour: usize,
        id: OpenId,
    ) -> Range<u32> {
        if let Some((_, list)) = self.lists[colour].iter().find(|(known, _)| *known == id) {
            return list.clone();
        }
        let start = self.choices.len() as u32;
        self.list_choices(at, tables, colour, id);
        let list = start..self.choices.len() as u32;
        self.lists[colour].push((id, list.clone()));
        list
    }

    fn list_choices(&mut self, at: &Place<'_>, tables: &mut Tables<'_>, colour: usize, id: OpenId) {
        let task = at.task;
        let v = usize::from(at.value);
        let (must, may) = (task.must[v][colour], task.may[v][colour]);
        let weight = tables.groups.weights()[colour];
        for index in tables.open.steps(id, at.phase) {
            let step = tables.open.step(index);
            if step.numbers > may || !step.used.within(task.jokers) {
                continue;
            }
            let in_runs = step.numbers;
            let facts = tables.open.facts(step.next);
            let needs = match at.next {
                Some(next) => facts
                    .demand
                    .saturating_sub(task.may[usize::from(next)][colour]),
                None if task.wrap => 0,
                None => match facts.fewest_closing {
                    Some(fewest) => fewest,
                    None => continue,
                },
            };
            if needs + step.used.total() > task.jokers.total() {
                continue;
            }
            let beside = u16::from(step.below) * u16::from(at.below)
                + u16::from(step.above) * u16::from(at.above);
            let choice = Choice {
                worth: 0,
                step: index,
                next: step.next,
                edge: id,
                group_index: 0,
                in_groups: 0,
                used: step.used,
                needs,
                points: u16::from(step.slots) * u16::from(at.value) + beside,
                leaves: SmallVec::new(),
            };
            let leaving = step.leaves.clone();
            for in_groups in must.saturating_sub(in_runs)..=(may - in_runs).min(at.most_groups) {
                let choice = Choice {
                    worth: i64::from(in_runs + in_groups - must) * task.worth[v][colour],
                    group_index: weight * u16::from(in_groups),
                    in_groups,
                    ..choice.clone()
                };
                self.with_colours(task.colours, colour, &leaving, choice);
            }
        }
    }

    /// Adds a choice once for every way to give its leaving runs other colours.
    fn with_colours(&mut self, colours: usize, colour: usize, leaving: &[RunType], choice: Choice) {
        let Some((run, rest)) = leaving.split_first() else {
            self.choices.push(choice);
            return;
        };
        for other in (0..colours).filter(|other| *other != colour) {
            let mut choice = choice.clone();
            choice.leaves.push((*run, other as u8));
            self.with_colours(colours, colour, rest, choice);
        }
    }
}

/// One value of a sweep.
struct Place<'a> {
    task: &'a Task,
    value: u8,
    /// The value after this one in the sweep, if there is one.
    next: Option<u8>,
    /// The value below this one, round the corner where runs wrap.
    below: u8,
    /// The value above it.
    above: u8,
    phase: Phase,
    most_groups: u8,
}

impl<'a> Place<'a> {
    fn of(task: &'a Task, place: usize) -> Place<'a> {
        let value = task.order[place];
        let largest = task.order.iter().copied().max().unwrap_or(0);
        Place {
            task,
            value,
            next: task.order.get(place + 1).copied(),
            below: if value == 1 { largest } else { value - 1 },
            above: if value == largest { 1 } else { value + 1 },
            phase: task.phase(place),
            most_groups: most_groups(task, value),
        }
    }
}

/// The state that a value begins with.
struct From {
    node: u32,
    key: Key,
    /// Jokers not used before.
    left: Used,
}

/// The choices made so far, colour by colour.
struct Way {
    open: [OpenId; MAX_COLOURS],
    choices: [u32; MAX_COLOURS],
}

/// What the choices made so far add up to.
#[derive(Clone, Copy, Default)]
struct Sums {
    worth: i64,
    group_index: u16,
    in_groups: u8,
    used: Used,
    needs: u8,
    points: u16,
    /// Whether runs go on in other colours.
    leaving: bool,
}

/// The largest number of tiles of one colour that groups of this value can hold, as far as tiles and jokers allow.
fn most_groups(task: &Task, value: u8) -> u8 {
    let may = &task.may[usize::from(value)][..task.colours];
    let [classic, double, _, mirror] = task.jokers.by_kind();
    if mirror > 0 {
        return u8::MAX;
    }
    let feasible = |k: u8| {
        let tiles: u8 = may.iter().map(|count| (*count).min(k)).sum();
        tiles + classic + double >= 3 * k && tiles >= k
    };
    (1..=task.colours as u8 * 3)
        .take_while(|k| feasible(*k))
        .last()
        .unwrap_or(0)
}
