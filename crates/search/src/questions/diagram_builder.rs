//! Makes the diagram of a task, value by value.
//!
//! If every run has room for all jokers left over, a state with a run dominates those that used
//! more jokers.
//!
//! If only the best choices are wanted, states whose upper bound is too low are left out. Then the
//! diagram holds every choice of at least the worth asked for, and some of the others.

use std::ops::Range;

use rummilab_core::{JokerKind, MAX_COLOURS, RuleSet, Tile};
use rummilab_solver::Goal;
use smallvec::SmallVec;

use super::diagram::{Diagram, DiagramState};
use crate::bounds::Bounds;
use crate::grammar::{
    ByColour, Closings, Jokers, OpenId, OpenRuns, Place, TESTS, Tables, Task, Work, each_way,
};
use crate::questions::TooLarge;
use crate::sweep::{AllSuccessors, Expander, KEPT_BYTES, LOOKS, Successor, shrink};

/// A state of the node under construction.
#[derive(Debug, Clone, Copy)]
struct FoundState {
    /// Whatever covers the state has all of these bits (`Simulators::signature`).
    signature: u64,
    state: DiagramState,
}

impl FoundState {
    fn covers(&self, other: &FoundState, open: &mut OpenRuns, colours: usize) -> bool {
        self.signature & other.signature == other.signature
            && self.state.covers(&other.state, open, colours)
    }
}

/// The limits of a diagram that need not hold all choices.
pub struct Wanted {
    /// Upper bounds on what can follow, from a relaxation of the task.
    pub bounds: Bounds,
    /// Choices of number tiles worth less are left out.
    pub at_least: i64,
}

/// The input of a diagram.
pub struct DiagramTask<'a> {
    pub rules: &'a RuleSet,
    pub goal: &'a Goal,
    /// Tiles that must be used: the table. Tiles that may be used are the rack's on top.
    pub task: &'a mut Task,
    /// The jokers that must be used.
    pub jokers: Jokers,
    /// Points that sets must reach, if the task counts them.
    pub points: u16,
    /// Whether every run has room for all jokers that nothing needs, if the sweep lays needed ones
    /// only.
    pub runs_take_jokers: bool,
    /// The combinations of runs that may be open before the first value, the empty one first.
    pub before: &'a [[OpenId; MAX_COLOURS]],
    /// The number of states that may be looked at.
    pub work: u64,
    pub best: Option<Wanted>,
}

/// A diagram, and the memory to make the next one.
#[derive(Debug, Default)]
pub struct DiagramBuilder {
    diagram: Diagram,
    /// Lists the successors that a bound leaves, and those of runs that change their colour.
    expander: Expander,
    /// Lists successors where there is neither.
    all: AllSuccessors,
    /// Whether there is neither in this diagram.
    lists_all: bool,
    /// The states after one state and value.
    successors: Vec<Successor>,
    /// The states of the node under construction.
    found: Vec<FoundState>,
    /// Bits of a signature for each colour; none if multisets of open runs are too many for any.
    signature_bits: usize,
    /// By place: nodes whose states are between the values there.
    layers: Vec<Range<u32>>,
    tried: u64,
    /// The diagram is too large once more states than this were tried.
    stop: u64,
    /// Choices worth less are left out.
    at_least: i64,
}

impl DiagramBuilder {
    /// Releases the memory that only an unusual list needs.
    pub fn trim(&mut self) {
        self.diagram.trim();
        shrink(&mut self.successors, KEPT_BYTES / 8);
        self.expander.trim();
        self.all.trim();
    }

    /// States looked at since the last call of this.
    pub fn take_tried(&mut self) -> u64 {
        std::mem::take(&mut self.tried)
    }

    /// The last diagram that was made.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// Makes the diagram of a task.
    pub fn make(
        &mut self,
        wanted: &mut DiagramTask<'_>,
        tables: &mut Tables<'_>,
    ) -> Result<(), TooLarge> {
        self.stop = self.tried.saturating_add(wanted.work);
        tables.runs.open.work = Work::within(wanted.work.saturating_mul(LOOKS));
        let before = wanted.before.iter().enumerate();
        self.diagram.begin(before.map(|(i, open)| DiagramState {
            open: *open,
            used: Jokers::NONE,
            points: 0,
            before: i as u16,
            room: false,
        }));
        self.layers.clear();
        self.layers.push(0..1);
        let changes = wanted.task.jokers.get(JokerKind::ColourChange) > 0;
        self.lists_all = wanted.best.is_none() && !changes;
        let (mut bounds, at_least) = match wanted.best.take() {
            Some(best) => (best.bounds, best.at_least),
            None => (Bounds::none(), i64::MIN),
        };
        self.at_least = at_least;
        self.signature_bits = if tables.runs.open.fit_a_byte() {
            (64 / wanted.task.colours).min(TESTS)
        } else {
            0
        };
        for place in 0..wanted.task.order.len() {
            self.add_layer(wanted, tables, &mut bounds, place)?;
        }
        self.add_jokers(wanted, tables.runs.open);
        Ok(())
    }

    /// Adds the value at one place: all choices of its rack tiles from every node.
    fn add_layer(
        &mut self,
        wanted: &mut DiagramTask<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        place: usize,
    ) -> Result<(), TooLarge> {
        let value = wanted.task.order[place];
        let v = usize::from(value);
        let (must, may) = (wanted.task.must[v], wanted.task.may[v]);
        let from = self.layers[place].clone();
        let first_node = self.diagram.begin_layer();
        let first_edge = self.diagram.edges_so_far();
        if self.lists_all {
            self.all.begin();
        } else {
            self.expander.clear();
            let at = Place::of(wanted.task, place);
            self.expander.begin(&at, tables.groups, &may);
        }
        // In descending lexicographic order: the most tiles of the first colour first.
        let mut chosen = may;
        loop {
            wanted.task.must[v] = chosen;
            wanted.task.may[v] = chosen;
            let option = self.add_option(wanted, value, &must, &chosen);
            self.lay(wanted, tables, bounds, place, option, from.clone());
            if self.tried > self.stop {
                break;
            }
            let Some(last) = (0..wanted.task.colours).rposition(|c| chosen[c] > must[c]) else {
                break;
            };
            chosen[last] -= 1;
            chosen[last + 1..].copy_from_slice(&may[last + 1..]);
        }
        (wanted.task.must[v], wanted.task.may[v]) = (must, may);
        self.layers
            .push(first_node..self.diagram.end_layer(first_edge));
        if self.tried > self.stop {
            return Err(TooLarge);
        }
        Ok(())
    }

    fn add_option(
        &mut self,
        wanted: &DiagramTask<'_>,
        value: u8,
        table: &ByColour,
        chosen: &ByColour,
    ) -> u32 {
        let colours = wanted.rules.colours().iter();
        let tiles = colours
            .zip(chosen.iter().zip(table))
            .flat_map(|(colour, (n, must))| {
                let tile = Tile::number(*colour, value).into_iter();
                tile.flat_map(move |tile| std::iter::repeat_n(tile, usize::from(n - must)))
            });
        let each = wanted.task.worth[usize::from(value)].iter();
        let more = chosen
            .iter()
            .zip(table)
            .map(|(n, must)| i64::from(n - must));
        let worth = each.zip(more).map(|(worth, n)| worth * n).sum();
        self.diagram
            .push_option(wanted.goal, tiles.collect(), worth)
    }

    /// Lays exactly the tiles of the task at this place from each of these nodes.
    fn lay(
        &mut self,
        wanted: &DiagramTask<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        place: usize,
        option: u32,
        from: Range<u32>,
    ) {
        let task = &*wanted.task;
        let at = Place::of(task, place);
        if self.lists_all {
            self.all.lay(&at, tables.groups);
        } else {
            self.expander.lay(&at, tables.groups, bounds);
        }
        let later = bounds.groups_from(place + 1);
        for node in from {
            if self.tried > self.stop {
                return;
            }
            let most = self.diagram.most_after(node, option);
            self.found.clear();
            for number in 0..self.diagram.states(node).len() {
                let state = self.diagram.states(node)[number];
                let left = task.jokers - state.used;
                let mut successors = std::mem::take(&mut self.successors);
                successors.clear();
                let least = match self.at_least {
                    i64::MIN => i64::MIN,
                    at_least => at_least - most - later - bounds.price(left),
                };
                let before = (&state.open, left);
                let all = if self.lists_all {
                    let runs = &mut tables.runs;
                    self.all.expand(&at, runs, before, &mut successors)
                } else {
                    self.expander
                        .expand(&at, tables, bounds, before, least, &mut successors)
                };
                if all.is_none() {
                    self.tried = self.stop.saturating_add(1);
                }
                for one in &successors {
                    self.add_state(wanted, tables.runs.open, &state, one);
                    // A single node may have enough states to take seconds.
                    if self.tried > self.stop {
                        break;
                    }
                }
                self.successors = successors;
                if self.tried > self.stop {
                    return;
                }
            }
            if !self.found.is_empty() {
                let found = self.found.iter().map(|found| found.state);
                let to = self.diagram.node_of(found, most);
                self.diagram.add_edge(node, option, to);
            }
        }
    }

    /// Adds a state to the node under construction unless another one dominates it.
    fn add_state(
        &mut self,
        wanted: &DiagramTask<'_>,
        open: &mut OpenRuns,
        before: &DiagramState,
        successors: &Successor,
    ) {
        let task = &*wanted.task;
        let points = before.points.saturating_add(successors.points);
        let after = DiagramState {
            open: successors.open,
            used: before.used + successors.used,
            points: points.min(task.points_cap),
            before: before.before,
            room: before.room || (wanted.runs_take_jokers && successors.open != [0; MAX_COLOURS]),
        };
        let bits = self.signature_bits;
        if bits > 0 && open.learn_simulators() {
            // Only signatures of the same tests can be compared.
            for known in &mut self.found {
                known.signature = signature(open, &known.state.open[..task.colours], bits);
            }
        }
        let after = FoundState {
            signature: match bits {
                0 => 0,
                bits => signature(open, &after.open[..task.colours], bits),
            },
            state: after,
        };
        let found = &mut self.found;
        // Comparisons with many states are work, too.
        self.tried += 1 + found.len() as u64 / 16;
        if found
            .iter()
            .any(|known| known.covers(&after, open, task.colours))
        {
            return;
        }
        found.retain(|known| !after.covers(known, open, task.colours));
        found.push(after);
    }

    /// Adds the edges from the last layer to the terminal: which jokers of the rack are laid.
    fn add_jokers(&mut self, wanted: &DiagramTask<'_>, open: &mut OpenRuns) {
        let Some(last) = self.layers.last().cloned() else {
            return;
        };
        let terminal = self.diagram.terminal();
        let first_edge = self.diagram.edges_so_far();
        let mut options: SmallVec<[(Jokers, u32); 8]> = SmallVec::new();
        for node in last {
            let mut closings: SmallVec<[Jokers; 8]> = SmallVec::new();
            for state in self.diagram.states(node) {
                if state.points >= wanted.points {
                    close(wanted, open, state, &mut closings);
                }
            }
            closings.retain(|used| wanted.jokers.within(*used));
            // The most jokers of the first kind first.
            closings.sort_unstable_by_key(|used| std::cmp::Reverse(used.by_kind()));
            closings.dedup();
            for used in closings {
                let jokers = used - wanted.jokers;
                let numbers = options.iter().find(|(of, _)| *of == jokers);
                let option = match numbers {
                    Some((_, option)) => *option,
                    None => {
                        let tiles = jokers.kinds().map(Tile::joker).collect();
                        let option = self.diagram.push_option(wanted.goal, tiles, 0);
                        options.push((jokers, option));
                        option
                    }
                };
                self.diagram.add_edge(node, option, terminal);
            }
        }
        self.diagram.add_terminal(first_edge);
    }
}

/// The signature of these open runs, with this many bits for each colour.
#[inline]
fn signature(open: &OpenRuns, ids: &[OpenId], bits: usize) -> u64 {
    let of = |id: &OpenId| u64::from(open.simulators(*id).signature) & ((1 << bits) - 1);
    ids.iter().fold(0, |all, id| all << bits | of(id))
}

/// Every number of jokers with which all runs of a state are finished after the last value.
fn close(
    wanted: &DiagramTask<'_>,
    open: &mut OpenRuns,
    state: &DiagramState,
    closings: &mut SmallVec<[Jokers; 8]>,
) {
    let colours = wanted.task.colours;
    if wanted.task.wrap {
        let before = &wanted.before[usize::from(state.before)];
        if (0..colours).all(|c| open.simulates(state.open[c], before[c])) {
            closings.push(state.used);
        }
        return;
    }
    let mut sums = Closings::from_elem(state.used, 1);
    for id in &state.open[..colours] {
        sums = each_way(&sums, &open.facts(*id).closings, wanted.task.jokers);
    }
    for used in sums {
        closings.push(used);
        if state.room {
            let spare = (wanted.task.jokers - used).get(JokerKind::Classic);
            let classic = Jokers::one(JokerKind::Classic);
            let mut more = used;
            for _ in 0..spare {
                more = more + classic;
                closings.push(more);
            }
        }
    }
}
