//! The sweep where the open runs of every colour fit a byte and colours only meet in groups: states are a few machine
//! words, and what a colour can do is looked up, not listed. Refuses runs that change their colour, counted points, own
//! groups and free edges; [`sweep`](crate::sweep) knows those.

use std::cmp::Reverse;
use std::ops::Range;

use rummilab_core::MAX_COLOURS;
use smallvec::SmallVec;

use crate::bounds::{Bounds, jokers_needed_after};
use crate::grammar::{
    Closings, Continuation, Continuations, Groups, Jokers, NUMBERS, OpenRuns, PACKED, Rows, Runs,
    Task, each_way,
};
use crate::sweep::{
    ContinuationBounds, Effort, End, PackedDominance, PackedIndex, PackedState, Picks, Trace,
    TraceValue, ValueContext,
};

/// The usual number of colours, for which sweeps are compiled apart.
const FOUR: usize = 4;

/// The memory of the packed sweep, kept between calls.
#[derive(Debug, Default)]
pub struct Packed {
    states: Vec<PackedState>,
    /// By place: the rows of each colour.
    rows: Vec<[u32; MAX_COLOURS]>,
    index: PackedIndex,
    values: ContinuationBounds,
    rivals: PackedDominance,
    kept: Vec<u32>,
    ends: Vec<End>,
    tried: u64,
}

/// What the choices made so far add up to.
#[derive(Debug, Clone, Copy)]
struct PackedSums {
    open: u64,
    picks: Picks,
    worth: i64,
    /// What the whole way can be worth at most, with the best choices of the other colours.
    bound: i64,
    used: Jokers,
    /// Jokers used at this value, and those that will be needed, at least.
    jokers: u8,
}

/// A colour that can go on in several ways, and what the sums hold of it so far.
#[derive(Debug, Clone, Copy, Default)]
struct BranchingColour {
    colour: u8,
    fewest: u8,
    start: u32,
    end: u32,
    most: i64,
}

/// What is combined: a state, its way to lay groups, and what it may use.
struct PackedParent<'a> {
    continuations: &'a Continuations,
    parent: u32,
    way: u32,
    /// The most jokers that may be used up to this value, and how many of all the state has left.
    most: Jokers,
    left: u8,
}

impl Packed {
    /// For how many states there is memory.
    pub fn states(&self) -> usize {
        self.states.capacity()
    }

    /// Ways tried since they were last taken.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Ways tried since the last call of this.
    pub fn take_tried(&mut self) -> u64 {
        std::mem::take(&mut self.tried)
    }

    /// Whether this sweep knows all that the task asks for.
    pub fn knows(task: &Task, open: &OpenRuns) -> bool {
        task.points_cap == 0 && task.point_worth == 0 && open.fit_a_byte()
    }

    /// The endings of the last run.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// Sweeps over the task with nothing open before the first value. Afterwards [`Packed::ends`] holds every ending that
    /// is best for its number of jokers, among those that are worth enough. `false` if it gave up or dropped states for
    /// want of room.
    pub fn run(
        &mut self,
        task: &Task,
        runs: &mut Runs<'_>,
        rows: &mut Rows,
        groups: &mut Groups,
        bounds: &mut Bounds,
        effort: Effort,
    ) -> bool {
        let go_on = match (effort.at_least > i64::MIN, task.colours) {
            (false, FOUR) => Packed::go_on::<false, FOUR>,
            (true, FOUR) => Packed::go_on::<true, FOUR>,
            (false, _) => Packed::go_on::<false, MAX_COLOURS>,
            (true, _) => Packed::go_on::<true, MAX_COLOURS>,
        };
        self.states.clear();
        self.rows.clear();
        self.ends.clear();
        self.states.push(PackedState::ROOT);
        let (needed_after, needed) = jokers_needed_after(task);
        if needed > task.jokers.total() {
            return true;
        }
        let mut layer = 0..1;
        let mut whole = true;
        let stop = self.tried.saturating_add(effort.ways);
        for (place, needed_later) in (0..task.order.len()).zip(needed_after) {
            let start = self.states.len();
            let now = ValueContext {
                needed_later,
                ..ValueContext::of(task, place, rows, groups, bounds, effort.at_least)
            };
            self.rows.push(now.rows);
            self.index.clear();
            self.values.next_value();
            go_on(self, &now, runs, rows, bounds, layer, stop);
            if self.tried > stop {
                return false;
            }
            // Far too many are not worth comparing first.
            if self.states.len() - start > effort.too_many.saturating_mul(4) {
                self.keep_promising(start, effort.too_many);
                whole = false;
            }
            self.drop_dominated(task, runs.open, start);
            if self.states.len() - start > effort.too_many {
                self.keep_promising(start, effort.width);
                whole = false;
            }
            layer = start..self.states.len();
            if layer.is_empty() {
                return whole;
            }
        }
        for state in layer {
            self.close(task, runs.open, state);
        }
        whole
    }

    /// One value: every way to go on from every state, until `stop` have been tried. `MOST` is how many colours there can be;
    /// where it is [`FOUR`], there are as many.
    fn go_on<const PRUNE: bool, const MOST: usize>(
        &mut self,
        now: &ValueContext<'_>,
        runs: &mut Runs<'_>,
        rows: &mut Rows,
        bounds: &mut Bounds,
        layer: Range<usize>,
        stop: u64,
    ) {
        let jokers = now.at.task.jokers;
        // Only classic jokers are known to be needed later.
        let most_used = jokers - Jokers::of([now.needed_later, 0, 0, 0]);
        let colours = match MOST {
            FOUR => FOUR,
            _ => now.at.task.colours,
        };
        let mut several = [BranchingColour::default(); MOST];
        for parent in layer {
            if self.tried > stop {
                return;
            }
            let state = self.states[parent];
            let mut numbers = [0; MOST];
            for (c, number) in numbers.iter_mut().enumerate().take(colours) {
                let id = state.open_in(c);
                *number = rows.listing(now.rows[c], id, || {
                    runs.continuations.number(runs.open, now.at.case(c, id))
                });
                if PRUNE {
                    self.values.learn(now, runs, bounds, c, id, *number);
                }
            }
            let continuations = &*runs.continuations;
            let listings = numbers.map(|number| continuations.listing(number));
            let left = jokers - state.used;
            let at_hand = left.total();
            let Some(to_spend) = at_hand.checked_sub(now.needed_later) else {
                continue;
            };
            let mut missing = !0_u32;
            for (c, listing) in listings.iter().enumerate().take(colours) {
                missing ^= u32::from(listing.numbers(at_hand)) << (NUMBERS * c);
            }
            let mut from = PackedParent {
                continuations,
                parent: parent as u32,
                way: 0,
                most: most_used,
                left: at_hand,
            };
            let bound = if PRUNE {
                state.worth + bounds.price(left) + now.later
            } else {
                0
            };
            for (i, way) in now.ways.iter().enumerate() {
                if way.numbers_by_colour & missing != 0 || way.jokers > to_spend {
                    continue;
                }
                let mut needed = way.jokers;
                if at_hand > 0 {
                    for (listing, tiles) in listings.iter().zip(way.tiles).take(colours) {
                        needed += listing.fewest_with(tiles);
                    }
                    if needed > at_hand {
                        continue;
                    }
                }
                let mut sums = PackedSums {
                    open: 0,
                    picks: [0; MAX_COLOURS],
                    worth: state.worth + now.worth_of(way.used),
                    bound,
                    used: state.used + way.used,
                    jokers: needed,
                };
                let mut most = [0; MOST];
                if PRUNE {
                    sums.bound += now.worth_of(way.used) - bounds.price(way.used);
                    for (c, most) in most.iter_mut().enumerate().take(colours) {
                        let in_groups = usize::from(way.tiles[c]);
                        *most = self.values.most(c, state.open_in(c), in_groups);
                        sums.bound += *most;
                    }
                    if sums.bound < now.at_least {
                        continue;
                    }
                }
                let slack = at_hand - needed;
                let mut count = 0;
                for (c, listing) in listings.iter().enumerate().take(colours) {
                    let (start, end) = listing.bounds_within(way.tiles[c], slack);
                    if end - start == 1 {
                        if PRUNE {
                            sums.bound += self.values.of(c, start) - most[c];
                        }
                        sums.take(now, c, continuations.get(start as usize));
                    } else {
                        several[count] = BranchingColour {
                            colour: c as u8,
                            fewest: listing.fewest_with(way.tiles[c]),
                            start,
                            end,
                            most: most[c],
                        };
                        count += 1;
                    }
                }
                from.way = now.first_way + i as u32;
                match &several[..count] {
                    [] => self.add(&from, &sums),
                    parts => self.combine::<PRUNE>(now, &from, parts, &sums),
                }
            }
        }
    }

    /// Goes through the continuations of the colours that have several, one colour after the other.
    fn combine<const PRUNE: bool>(
        &mut self,
        now: &ValueContext<'_>,
        from: &PackedParent<'_>,
        several: &[BranchingColour],
        sums: &PackedSums,
    ) {
        let Some((part, rest)) = several.split_last() else {
            return;
        };
        let colour = usize::from(part.colour);
        let steps = from.continuations.some(part.start..part.end);
        for (pick, step) in steps.iter().enumerate() {
            let jokers = sums.jokers + step.jokers - part.fewest;
            if jokers > from.left {
                break;
            }
            let mut bound = sums.bound;
            if PRUNE {
                bound += self.values.of(colour, part.start + pick as u32) - part.most;
                if bound < now.at_least {
                    continue;
                }
            }
            let mut next = PackedSums {
                jokers,
                bound,
                ..*sums
            };
            next.picks[colour] = pick as u16;
            next.take(now, colour, step);
            if rest.is_empty() {
                self.add(from, &next);
            } else {
                self.combine::<PRUNE>(now, from, rest, &next);
            }
        }
    }

    /// Adds a way to a state, or replaces a worse one, if there are jokers enough of every kind.
    #[inline]
    fn add(&mut self, from: &PackedParent<'_>, sums: &PackedSums) {
        if !sums.used.within(from.most) {
            return;
        }
        self.tried += 1;
        let state = PackedState {
            open: sums.open,
            used: sums.used,
            worth: sums.worth,
            bound: sums.bound,
            parent: from.parent,
            way: from.way,
            picks: sums.picks,
        };
        match self.index.find_or_add(&self.states, &state) {
            None => self.states.push(state),
            Some(known) => {
                let known = &mut self.states[known];
                if state.worth > known.worth {
                    *known = state;
                }
            }
        }
    }

    /// Drops the states from `start` on that another one can imitate at no loss.
    fn drop_dominated(&mut self, task: &Task, open: &mut OpenRuns, start: usize) {
        if self.states.len() - start < 2 {
            return;
        }
        let (rivals, layer) = (&mut self.rivals, &self.states[start..]);
        let kept = match task.colours {
            ..=4 => rivals.keep::<4>(task, open, layer),
            _ => rivals.keep::<MAX_COLOURS>(task, open, layer),
        };
        keep_only(&mut self.states, start, kept);
    }

    /// Keeps the states from `start` on that promise most.
    fn keep_promising(&mut self, start: usize, width: usize) {
        let layer = &self.states[start..];
        self.kept.clear();
        self.kept.extend(0..layer.len() as u32);
        let promise = |i: &u32| (Reverse(layer[*i as usize].bound), *i);
        self.kept.sort_unstable_by_key(promise);
        self.kept.truncate(width);
        self.kept.sort_unstable();
        keep_only(&mut self.states, start, &self.kept);
    }

    /// The way to an ending of the last run.
    pub fn trace(
        &self,
        task: &Task,
        continuations: &Continuations,
        rows: &Rows,
        groups: &Groups,
        end: &End,
    ) -> Trace {
        let last = &self.states[end.node as usize];
        let mut layers = Vec::with_capacity(task.order.len());
        let mut state = last;
        for place in (0..task.order.len()).rev() {
            let parent = &self.states[state.parent as usize];
            let way = groups.layout(state.way);
            let mut steps = [0; MAX_COLOURS];
            for (c, step) in steps.iter_mut().enumerate().take(task.colours) {
                let listing = rows.known(self.rows[place][c], parent.open_in(c));
                let listing = continuations.listing(listing);
                let part = listing.range(usize::from(way.tiles[c]));
                let pick = usize::from(state.picks[c]);
                *step = continuations.get(part.start + pick).step;
            }
            layers.push(TraceValue {
                value: task.order[place],
                steps,
                leaves: SmallVec::new(),
                group_index: way.index,
                group_jokers: way.used,
            });
            state = parent;
        }
        layers.reverse();
        Trace {
            layers,
            before: [0; MAX_COLOURS],
            after: std::array::from_fn(|c| last.open_in(c)),
            in_front: end.used - last.used,
        }
    }

    fn close(&mut self, task: &Task, open: &mut OpenRuns, node: usize) {
        let state = self.states[node];
        let mut ways = Closings::from_elem(state.used, 1);
        for c in 0..task.colours {
            let id = state.open_in(c);
            if task.wrap {
                if !open.imitates(id, 0) {
                    return;
                }
                continue;
            }
            ways = each_way(&ways, &open.facts(id).closings, task.jokers);
        }
        self.ends.extend(ways.into_iter().map(|used| End {
            node: node as u32,
            worth: state.worth + task.worth_of(used - state.used),
            used,
            points: 0,
        }));
    }
}

/// Keeps those of the states from `start` on that are listed, ascending.
fn keep_only(states: &mut Vec<PackedState>, start: usize, kept: &[u32]) {
    if start + kept.len() == states.len() {
        return;
    }
    for (to, from) in kept.iter().enumerate() {
        states[start + to] = states[start + *from as usize];
    }
    states.truncate(start + kept.len());
}

impl PackedSums {
    #[inline]
    fn take(&mut self, now: &ValueContext<'_>, colour: usize, step: &Continuation) {
        self.worth += now.worth(colour, step);
        self.used = self.used + step.used;
        debug_assert!((step.next as usize) < PACKED, "see OpenRuns::fit_a_byte");
        self.open |= u64::from(step.next) << (8 * colour);
    }
}
