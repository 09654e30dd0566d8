//! The sweep over the values (van Rijn, Takes and Vis 2015): at each value every tile goes into a group, extends or
//! begins a run, or stays on the rack; of all ways that leave the same runs open the best is kept. Refuses to know
//! positions and goals; it is handed tiles that must or may be used and what each is worth.

use std::cmp::Reverse;
use std::ops::Range;

use rummilab_core::{MAX_COLOURS, MAX_VALUE};

use crate::groups::Groups;
use crate::layer::{Frontier, Key, NONE, Node};
use crate::runs::{OpenId, OpenRuns};

/// So many states of a value are not worth comparing.
const FEW: usize = 3;

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

/// What the sweep works on.
#[derive(Debug, Clone)]
pub struct Task {
    /// Number of colours.
    pub colours: usize,
    /// Values run from 1 to this.
    pub values: u8,
    /// Tiles that must be used, by value and colour.
    pub must: [[u8; MAX_COLOURS]; MAX_VALUE as usize + 2],
    /// Tiles that may be used, those that must included.
    pub may: [[u8; MAX_COLOURS]; MAX_VALUE as usize + 2],
    /// Jokers that may be used.
    pub jokers: u8,
    /// What each tile beyond those that must be used is worth, by value and colour.
    pub worth: [[i64; MAX_COLOURS]; MAX_VALUE as usize + 2],
    /// What a joker is worth that stands for a value: this times the value, plus `joker_worth`.
    pub joker_worth_by_value: i64,
    /// What a joker in a set is worth whatever it stands for.
    pub joker_worth: i64,
    /// Whether a way that has used fewer jokers may be worse for it, because all of them must find a place.
    pub jokers_must_be_used: bool,
    /// Points of the sets are counted up to this, and the best is kept for each number; 0 not to count.
    pub points_cap: u16,
}

impl Task {
    pub fn new(colours: usize, values: u8, jokers: u8) -> Task {
        Task {
            colours,
            values,
            must: Default::default(),
            may: Default::default(),
            jokers,
            worth: Default::default(),
            joker_worth_by_value: 0,
            joker_worth: 0,
            jokers_must_be_used: false,
            points_cap: 0,
        }
    }

    /// The most that tiles of larger values can add.
    fn worth_above(&self, value: u8) -> i64 {
        let of = |v: usize, c: usize| {
            i64::from(self.may[v][c] - self.must[v][c]) * self.worth[v][c].max(0)
        };
        (usize::from(value) + 1..=usize::from(self.values))
            .map(|v| (0..self.colours).map(|c| of(v, c)).sum::<i64>())
            .sum()
    }

    fn joker_worth_at(&self, value: u8) -> i64 {
        self.joker_worth_by_value * i64::from(value) + self.joker_worth
    }
}

/// One way to go on in one colour at one value.
#[derive(Debug, Clone, Copy)]
struct Choice {
    worth: i64,
    /// Index of the run step.
    step: u32,
    next: OpenId,
    /// What its tiles in groups add to the index of `Groups`.
    group_index: u16,
    jokers: u8,
    /// Jokers without which the open runs cannot go on at the next value.
    needs: u8,
    /// Number tiles and jokers in runs and groups, group jokers excluded.
    tiles: u8,
}

/// Where a way through the sweep ends.
#[derive(Debug, Clone, Copy)]
pub struct End {
    node: u32,
    /// Worth of everything used.
    pub worth: i64,
    /// Jokers used, those in front of runs at the largest value included.
    pub jokers: u8,
    /// Points counted, up to the cap.
    pub points: u16,
}

/// One value of the way that was chosen.
#[derive(Debug, Clone, Copy)]
pub struct Layer {
    /// The value.
    pub value: u8,
    /// The run step of each colour.
    pub steps: [u32; MAX_COLOURS],
    /// Index of the tiles in groups.
    pub group_index: u16,
    /// Jokers in groups.
    pub group_jokers: u8,
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
        open: &mut OpenRuns,
        groups: &Groups,
        effort: Effort,
    ) -> bool {
        self.nodes.clear();
        self.choices.clear();
        self.ends.clear();
        self.nodes.push(Node::root());
        let mut layer = 0..1;
        for value in 1..=task.values {
            self.lists.iter_mut().for_each(Vec::clear);
            self.frontier.clear();
            let start = self.nodes.len();
            let most_groups = most_groups(task, value);
            let still = if effort.at_least == i64::MIN {
                0
            } else {
                task.worth_above(value)
            };
            self.least = effort.at_least.saturating_sub(still);
            for from in layer.clone() {
                self.expand(task, open, groups, value, most_groups, from);
            }
            if self.nodes.len() - start > FEW {
                self.drop_dominated(task, open, start);
            }
            if self.nodes.len() - start > effort.give_up {
                return false;
            }
            if self.nodes.len() - start > effort.width {
                self.keep_promising(task, open, start, effort.width);
            }
            layer = start..self.nodes.len();
            if layer.is_empty() {
                return true;
            }
        }
        for node in layer {
            self.close(task, open, node);
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
                .map(|id| i64::from(open.facts(*id).incomplete))
                .sum();
            (Reverse(worth - dear * (short + i64::from(key.jokers))), *i)
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

    /// The way to an ending, largest value first.
    pub fn trace(&self, task: &Task, end: &End) -> Vec<Layer> {
        let mut layers = Vec::with_capacity(usize::from(task.values));
        let mut at = end.node;
        for value in (1..=task.values).rev() {
            let node = &self.nodes[at as usize];
            let mut layer = Layer {
                value,
                steps: [0; MAX_COLOURS],
                group_index: 0,
                group_jokers: node.group_jokers,
            };
            for colour in 0..task.colours {
                let choice = &self.choices[node.choices[colour] as usize];
                layer.steps[colour] = choice.step;
                layer.group_index += choice.group_index;
            }
            layers.push(layer);
            at = node.parent;
        }
        layers
    }

    fn expand(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        groups: &Groups,
        value: u8,
        most_groups: u8,
        from: usize,
    ) {
        let key = self.nodes[from].key;
        let left = task.jokers - key.jokers;
        let mut lists: [Range<u32>; MAX_COLOURS] = Default::default();
        for (colour, list) in lists.iter_mut().enumerate().take(task.colours) {
            *list = self.choices_of(
                task,
                open,
                groups,
                value,
                most_groups,
                colour,
                key.open[colour],
            );
            if list.start == list.end {
                return;
            }
        }
        let at = Combination {
            task,
            groups,
            value,
            left,
            from: from as u32,
        };
        let mut way = Way {
            open: key.open,
            choices: [NONE; MAX_COLOURS],
        };
        let sums = Sums {
            worth: self.nodes[from].worth,
            ..Sums::default()
        };
        self.combine(&at, &lists, 0, &mut way, sums);
    }

    /// Goes through the choices of one colour after the other.
    fn combine(
        &mut self,
        at: &Combination<'_>,
        lists: &[Range<u32>; MAX_COLOURS],
        colour: usize,
        way: &mut Way,
        sums: Sums,
    ) {
        if colour == at.task.colours {
            return self.add_groups(at, way, sums);
        }
        for i in lists[colour].clone() {
            let choice = &self.choices[i as usize];
            let next = Sums {
                worth: sums.worth + choice.worth,
                group_index: sums.group_index + choice.group_index,
                jokers: sums.jokers + choice.jokers,
                needs: sums.needs + choice.needs,
                tiles: sums.tiles + choice.tiles,
            };
            if next.jokers + next.needs > at.left {
                continue;
            }
            way.open[colour] = choice.next;
            way.choices[colour] = i;
            self.combine(at, lists, colour + 1, way, next);
        }
    }

    fn add_groups(&mut self, at: &Combination<'_>, way: &Way, sums: Sums) {
        let allowed = at.groups.allowed(sums.group_index);
        if allowed == 0 || sums.worth < self.least {
            return;
        }
        let spare = at.left - sums.jokers - sums.needs;
        let task = at.task;
        let before = self.nodes[at.from as usize].key;
        // Where jokers earn nothing by themselves the fewest are enough.
        let every = task.points_cap > 0 || task.joker_worth != 0 || task.joker_worth_by_value != 0;
        for group_jokers in (0..=spare).filter(|j| allowed >> j & 1 == 1) {
            self.tried += 1;
            let jokers = sums.jokers + group_jokers;
            let points = u16::from(sums.tiles + group_jokers) * u16::from(at.value);
            let node = Node {
                key: Key {
                    open: way.open,
                    jokers: before.jokers + jokers,
                    points: before.points.saturating_add(points).min(task.points_cap),
                },
                worth: sums.worth + i64::from(jokers) * task.joker_worth_at(at.value),
                parent: at.from,
                choices: way.choices,
                group_jokers,
            };
            self.frontier.insert(&mut self.nodes, node);
            if !every {
                break;
            }
        }
    }

    /// Drops the states of one value, from node `start` on, that another one can imitate at no loss.
    fn drop_dominated(&mut self, task: &Task, open: &mut OpenRuns, start: usize) {
        let layer = &self.nodes[start..];
        self.order.clear();
        self.order.extend(0..layer.len() as u32);
        let rank = |i: &u32| {
            let node = &layer[*i as usize];
            (Reverse(node.worth), node.key.jokers, *i)
        };
        self.order.sort_unstable_by_key(rank);
        self.kept.clear();
        for i in &self.order {
            let key = &layer[*i as usize].key;
            let dominated = self.kept.iter().any(|k| {
                let other = &layer[*k as usize].key;
                let jokers = other.jokers == key.jokers
                    || (other.jokers < key.jokers && !task.jokers_must_be_used);
                jokers
                    && other.points >= key.points
                    && (0..task.colours).all(|c| open.imitates(other.open[c], key.open[c]))
            });
            if !dominated {
                self.kept.push(*i);
            }
        }
        self.kept.sort_unstable();
        for (to, from) in self.kept.iter().enumerate() {
            self.nodes[start + to] = self.nodes[start + *from as usize];
        }
        self.nodes.truncate(start + self.kept.len());
    }

    fn close(&mut self, task: &Task, open: &OpenRuns, node: usize) {
        let Node { key, worth, .. } = self.nodes[node];
        let mut jokers = key.jokers;
        for id in key.open.iter().take(task.colours) {
            let Some(closing) = open.facts(*id).closing_jokers else {
                return;
            };
            jokers += closing;
        }
        if jokers <= task.jokers {
            self.ends.push(End {
                node: node as u32,
                worth,
                jokers,
                points: key.points,
            });
        }
    }

    /// Every way to go on in one colour from these open runs.
    #[expect(
        clippy::too_many_arguments,
        reason = "the inner loop; a struct would only rename them"
    )]
    fn choices_of(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        groups: &Groups,
        value: u8,
        most_groups: u8,
        colour: usize,
        id: OpenId,
    ) -> Range<u32> {
        if let Some((_, list)) = self.lists[colour].iter().find(|(known, _)| *known == id) {
            return list.clone();
        }
        let v = usize::from(value);
        let (must, may) = (task.must[v][colour], task.may[v][colour]);
        let weight = groups.weights()[colour];
        let start = self.choices.len() as u32;
        for in_runs in (0..=may).rev() {
            for jokers in 0..=task.jokers {
                let steps = open.steps(id, in_runs, jokers);
                for step in steps {
                    let next = open.step(step).next;
                    let facts = open.facts(next);
                    let needs = if value == task.values {
                        facts.closing_jokers.unwrap_or(u8::MAX / 8)
                    } else {
                        facts.incomplete.saturating_sub(task.may[v + 1][colour])
                    };
                    if needs + jokers > task.jokers {
                        continue;
                    }
                    for in_groups in must.saturating_sub(in_runs)..=(may - in_runs).min(most_groups)
                    {
                        let used = in_runs + in_groups;
                        self.choices.push(Choice {
                            worth: i64::from(used - must) * task.worth[v][colour],
                            step,
                            next,
                            group_index: weight * u16::from(in_groups),
                            jokers,
                            needs,
                            tiles: used + jokers,
                        });
                    }
                }
            }
        }
        let list = start..self.choices.len() as u32;
        self.lists[colour].push((id, list.clone()));
        list
    }
}

/// What stays the same while the choices of the colours are combined.
struct Combination<'a> {
    task: &'a Task,
    groups: &'a Groups,
    value: u8,
    /// Jokers not used before.
    left: u8,
    from: u32,
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
    jokers: u8,
    needs: u8,
    tiles: u8,
}

/// The largest number of groups of this value that tiles and jokers allow.
fn most_groups(task: &Task, value: u8) -> u8 {
    let may = &task.may[usize::from(value)][..task.colours];
    let feasible = |k: u8| {
        let tiles: u8 = may.iter().map(|count| (*count).min(k)).sum();
        tiles + task.jokers >= 3 * k && tiles >= k
    };
    (1..=task.colours as u8 * 3)
        .take_while(|k| feasible(*k))
        .last()
        .unwrap_or(0)
}
