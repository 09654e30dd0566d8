//! The packed sweep: the general sweep for nearly every position without special jokers, faster.
//!
//! It needs open runs of every colour that fit a byte, and colours that meet in groups only. A
//! state takes a few machine words, and tables list what a colour can do. Runs that change their
//! colour, counted points, own groups and runs that wrap are for the [general
//! sweep](crate::sweep::General).
//!
//! Price: some 1000 lines in four modules. Gain: without it `big-racks` tries 1.3 times as many
//! states, `hold` and `jokers` 1.5, and each takes longer (`benches/README.md`).

use std::ops::Range;

use rummilab_core::MAX_COLOURS;
use smallvec::SmallVec;

use crate::bounds::{Bounds, ByPlace};
use crate::grammar::{
    Continuation, ContinuationList, Continuations, Groups, Jokers, NUMBERS, OpenRuns, PACKED, Rows,
    Runs, Tables, Task,
};
use crate::sweep::{
    Beginning, ContinuationBounds, ContinuationPicks, Coverage, Effort, End, Kernel,
    PackedDominance, PackedState, Step, SweepMemory, Trace, TraceValue, ValueContext, keep_only,
    locked, sweep,
};

/// The usual number of colours. Sweeps of it are compiled apart, with loops of known length.
const FOUR: usize = 4;

/// The packed sweep and its memory, kept between calls.
#[derive(Debug, Default)]
pub struct Packed {
    pub memory: SweepMemory<PackedState>,
    /// By what is kept at a place, in the order of the sweep.
    kept_ways: Vec<KeptWay>,
    bounds: ContinuationBounds,
    dominance: PackedDominance,
}

/// The data that the trace needs of a place and of what is kept there.
#[derive(Debug)]
struct KeptWay {
    place: usize,
    chosen: u8,
    /// The rows of each colour, and the number of the first layout of groups.
    rows: [u32; MAX_COLOURS],
    first_layout: u32,
}

/// The sums over the choices made so far.
#[derive(Debug, Clone, Copy)]
struct Sums {
    open: u64,
    picks: ContinuationPicks,
    worth: i64,
    /// Upper bound on the endings, with the best choices of the other colours.
    bound: i64,
    used: Jokers,
    /// Jokers used at this value, and those that will be needed, at least.
    jokers: u8,
}

/// A colour with several continuations, and what the sums hold of it so far.
#[derive(Debug, Clone, Copy, Default)]
struct BranchingColour {
    colour: u8,
    fewest: u8,
    start: u32,
    end: u32,
    most: i64,
}

/// A state that is expanded, and the layout that is combined with it.
struct Parent<'a> {
    number: u32,
    continuations: &'a Continuations,
    keeping: u16,
    layout: u16,
    /// The most jokers that may be used up to this value, and how many of all the state has left.
    most_used: Jokers,
    left: u8,
    /// The largest worth that a state may have.
    at_most: i64,
}

impl Packed {
    /// Releases the memory that only an unusual search needs.
    pub fn trim(&mut self) {
        self.memory.trim();
        self.dominance.trim();
    }

    /// Whether this sweep supports all that the task asks for.
    pub fn knows(task: &Task, open: &OpenRuns) -> bool {
        !task.counts_points() && open.fit_a_byte()
    }

    /// Sweeps over the task: see [`sweep`].
    pub fn run(
        &mut self,
        beginning: &Beginning<'_, PackedState>,
        task: &Task,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        needed: (ByPlace, u8),
        effort: Effort,
    ) -> Coverage {
        self.kept_ways.clear();
        let prune = effort.at_least > i64::MIN || task.keepable.is_some();
        let mut kernel = PackedKernel {
            packed: self,
            tables,
            bounds,
            expand_layer: match (prune, task.colours) {
                (false, FOUR) => Packed::expand_layer::<false, FOUR>,
                (true, FOUR) => Packed::expand_layer::<true, FOUR>,
                (false, _) => Packed::expand_layer::<false, MAX_COLOURS>,
                (true, _) => Packed::expand_layer::<true, MAX_COLOURS>,
            },
        };
        sweep(&mut kernel, beginning, task, needed, effort)
    }

    /// One value: every successor of every state, until `stop` have been tried. `PRUNE`: whether
    /// there is a worth to reach, or old sets are kept. `MOST`: the most colours; if it is
    /// [`FOUR`], there are as many.
    fn expand_layer<const PRUNE: bool, const MOST: usize>(
        &mut self,
        value: &ValueContext<'_>,
        runs: &mut Runs<'_>,
        rows: &mut Rows,
        bounds: &mut Bounds,
        layer: Range<usize>,
        stop: u64,
    ) {
        let jokers = value.at.task.jokers;
        // Only classic jokers are known to be needed later.
        let most_used = jokers - Jokers::of([value.needed_later, 0, 0, 0]);
        let colours = match MOST {
            FOUR => FOUR,
            _ => value.at.task.colours,
        };
        let mut several = [BranchingColour::default(); MOST];
        for number in layer {
            if self.memory.tried > stop {
                return;
            }
            let mut state = self.memory.states[number];
            if PRUNE && !state.apply_keeping(value, jokers) {
                continue;
            }
            let mut numbers = [0; MOST];
            for (c, number) in numbers.iter_mut().enumerate().take(colours) {
                let id = state.open_in(c);
                *number = rows.listing(value.rows[c], id, || {
                    runs.continuations.number(runs.open, value.at.case(c, id))
                });
                if PRUNE {
                    self.bounds.learn(value, runs, bounds, c, *number);
                }
            }
            let continuations = &*runs.continuations;
            let left = jokers - state.used;
            let listings = numbers.map(|number| continuations.listing(number));
            let parent = Parent {
                number: number as u32,
                continuations,
                keeping: value.way,
                layout: 0,
                most_used,
                left: left.total(),
                at_most: value.at_most,
            };
            let bound = if PRUNE {
                // The colours' part of the future depends on their tiles in groups: see
                // `lay_groups`.
                let kept = bounds.kept.of_worth(state.worth);
                state.worth + kept + bounds.price(left) + value.later
            } else {
                0
            };
            // A state that has spent a joker which later values need reaches no ending.
            if let Some(to_spend) = parent.left.checked_sub(value.needed_later) {
                let limits = (bound, to_spend);
                let colours = (&state, &numbers, &listings);
                self.lay_groups::<PRUNE, MOST>(
                    value,
                    bounds,
                    parent,
                    colours,
                    limits,
                    &mut several,
                );
            }
        }
    }

    /// The successors of one state, with every layout of groups that its colours allow.
    #[inline(always)]
    fn lay_groups<const PRUNE: bool, const MOST: usize>(
        &mut self,
        value: &ValueContext<'_>,
        bounds: &Bounds,
        mut parent: Parent<'_>,
        (state, numbers, listings): (&PackedState, &[u32; MOST], &[&ContinuationList; MOST]),
        (bound, to_spend): (i64, u8),
        several: &mut [BranchingColour; MOST],
    ) {
        let at_hand = parent.left;
        let colours = match MOST {
            FOUR => FOUR,
            _ => value.at.task.colours,
        };
        // A bit for each colour and number of tiles in groups for which it has no continuation
        // with the jokers at hand. Layouts carry a bit for each of theirs: one test drops most.
        let mut missing = !0_u32;
        for (c, listing) in listings.iter().enumerate().take(colours) {
            missing ^= u32::from(listing.numbers(at_hand)) << (NUMBERS * c);
        }
        for (i, layout) in value.layouts.iter().enumerate() {
            if layout.numbers_by_colour & missing != 0 || layout.jokers > to_spend {
                continue;
            }
            // Every colour could afford its cheapest continuation alone. Can all together?
            let mut needed = layout.jokers;
            if at_hand > 0 {
                for (listing, tiles) in listings.iter().zip(layout.tiles).take(colours) {
                    needed += listing.fewest_with(tiles);
                }
                if needed > at_hand {
                    continue;
                }
            }
            let mut sums = Sums {
                open: if PRUNE {
                    locked(value.keeping.after)
                } else {
                    0
                },
                picks: [0; MAX_COLOURS],
                worth: state.worth + value.worth_of(layout.used),
                bound,
                used: state.used + layout.used,
                jokers: needed,
            };
            let mut most = [0; MOST];
            if PRUNE {
                // With the best future of each colour this is an upper bound on every ending with
                // this layout: below the limit none of its continuations need be looked at.
                sums.bound += value.worth_of(layout.used) - bounds.price(layout.used);
                for (c, most) in most.iter_mut().enumerate().take(colours) {
                    let in_groups = usize::from(layout.tiles[c]);
                    *most = self.bounds.most(c, numbers[c], in_groups);
                    sums.bound += *most;
                }
                if sums.bound < self.memory.at_least {
                    continue;
                }
            }
            // The jokers beyond the fewest, all colours together, also limit each colour. Colours
            // left with one continuation are settled at once, the others are multiplied out.
            let slack = at_hand - needed;
            let mut count = 0;
            for (c, listing) in listings.iter().enumerate().take(colours) {
                let (start, end) = listing.bounds_within(layout.tiles[c], slack);
                if end - start == 1 {
                    if PRUNE {
                        sums.bound += self.bounds.of(c, start) - most[c];
                    }
                    sums.take(value, c, parent.continuations.get(start as usize));
                } else {
                    several[count] = BranchingColour {
                        colour: c as u8,
                        fewest: listing.fewest_with(layout.tiles[c]),
                        start,
                        end,
                        most: most[c],
                    };
                    count += 1;
                }
            }
            parent.layout = i as u16;
            match &several[..count] {
                [] => self.add_state(&parent, &sums),
                parts => self.combine::<PRUNE>(value, &parent, parts, &sums),
            }
        }
    }

    /// Multiplies out the continuations of the colours that have several.
    fn combine<const PRUNE: bool>(
        &mut self,
        value: &ValueContext<'_>,
        parent: &Parent<'_>,
        several: &[BranchingColour],
        sums: &Sums,
    ) {
        let Some((part, rest)) = several.split_last() else {
            return;
        };
        let colour = usize::from(part.colour);
        let continuations = parent.continuations.slice(part.start..part.end);
        for (pick, continuation) in continuations.iter().enumerate() {
            // The sums hold the fewest jokers. Continuations come by rising jokers: no later one
            // fits.
            let jokers = sums.jokers + continuation.jokers - part.fewest;
            if jokers > parent.left {
                break;
            }
            let mut bound = sums.bound;
            if PRUNE {
                // The sums hold the best of this colour; this continuation takes its place.
                bound += self.bounds.of(colour, part.start + pick as u32) - part.most;
                if bound < self.memory.at_least {
                    continue;
                }
            }
            let mut next = Sums {
                jokers,
                bound,
                ..*sums
            };
            next.picks[colour] = pick as u16;
            next.take(value, colour, continuation);
            if rest.is_empty() {
                self.add_state(parent, &next);
            } else {
                self.combine::<PRUNE>(value, parent, rest, &next);
            }
        }
    }

    /// Adds a state, or a better path to a known one, if there are jokers enough of every kind.
    #[inline]
    fn add_state(&mut self, parent: &Parent<'_>, sums: &Sums) {
        if !sums.used.within(parent.most_used) || sums.worth > parent.at_most {
            return;
        }
        let state = PackedState {
            open: sums.open,
            used: sums.used,
            worth: sums.worth,
            bound: sums.bound,
            parent: parent.number,
            keeping: parent.keeping,
            layout: parent.layout,
            picks: sums.picks,
        };
        self.memory.insert(state);
    }

    /// The path to an ending of the last run.
    pub fn trace(
        &self,
        task: &Task,
        continuations: &Continuations,
        rows: &Rows,
        groups: &Groups,
        end: &End,
    ) -> Trace {
        let (last, node) = (task.order.len() - 1, end.node as usize);
        let trace = self.trace_to(task, (continuations, rows, groups), last, node);
        Trace {
            in_front: end.used - self.memory.states[node].used,
            ..trace
        }
    }

    /// The path to a state after a place.
    pub fn trace_to(
        &self,
        task: &Task,
        (continuations, rows, groups): (&Continuations, &Rows, &Groups),
        place: usize,
        state: usize,
    ) -> Trace {
        let mut values = Vec::with_capacity(task.order.len());
        let mut state = &self.memory.states[state];
        let mut kept = Vec::new();
        for place in (0..=place).rev() {
            let parent = &self.memory.states[state.parent as usize];
            let way = &self.kept_ways[usize::from(state.keeping)];
            debug_assert_eq!(way.place, place, "a way of the value before the state");
            let layout = groups.layout(way.first_layout + u32::from(state.layout));
            if let Some(sets) = &task.keepable {
                kept.extend(sets.chosen(place, way.chosen));
            }
            let mut transitions = [0; MAX_COLOURS];
            for (c, transition) in transitions.iter_mut().enumerate().take(task.colours) {
                let listing = rows.known(way.rows[c], parent.open_in(c));
                let listing = continuations.listing(listing);
                let part = listing.range(usize::from(layout.tiles[c]));
                let pick = usize::from(state.picks[c]);
                *transition = continuations.get(part.start + pick).transition;
            }
            values.push(TraceValue {
                value: task.order[place],
                transitions,
                leaves: SmallVec::new(),
                group_index: layout.index,
                group_jokers: layout.used,
            });
            state = parent;
        }
        values.reverse();
        Trace {
            values,
            before: std::array::from_fn(|c| state.open_in(c)),
            in_front: Jokers::NONE,
            kept,
        }
    }
}

/// The successors of a layer, compiled for the task at hand.
type ExpandLayer =
    fn(&mut Packed, &ValueContext<'_>, &mut Runs<'_>, &mut Rows, &mut Bounds, Range<usize>, u64);

/// A packed sweep in progress.
struct PackedKernel<'a, 't> {
    packed: &'a mut Packed,
    tables: &'a mut Tables<'t>,
    bounds: &'a mut Bounds,
    expand_layer: ExpandLayer,
}

impl Kernel for PackedKernel<'_, '_> {
    type State = PackedState;

    fn memory(&mut self) -> (&mut SweepMemory<PackedState>, &mut OpenRuns) {
        (&mut self.packed.memory, self.tables.runs.open)
    }

    fn expand(&mut self, step: &Step<'_>) -> bool {
        let (packed, bounds) = (&mut *self.packed, &mut *self.bounds);
        let Tables {
            runs, rows, groups, ..
        } = &mut *self.tables;
        let value = ValueContext {
            needed_later: step.needed_later,
            keeping: step.keeping,
            way: packed.kept_ways.len() as u16,
            at_most: step.at_most,
            later: bounds.groups_from(step.place + 1)
                - bounds.kept.locked(step.place, step.keeping.after),
            ..ValueContext::of(step.task, step.place, rows, groups)
        };
        let known = packed.kept_ways.last();
        if known.is_none_or(|way| way.place != step.place) {
            packed.bounds.next_value();
        }
        packed.kept_ways.push(KeptWay {
            place: step.place,
            chosen: step.keeping.chosen,
            rows: value.rows,
            first_layout: value.first_layout,
        });
        let (layer, stop) = (step.layer.clone(), step.stop);
        (self.expand_layer)(packed, &value, runs, rows, bounds, layer, stop);
        packed.memory.tried <= stop && packed.kept_ways.len() <= usize::from(u16::MAX)
    }

    fn drop_dominated(&mut self, task: &Task, start: usize) {
        let (packed, open) = (&mut *self.packed, &mut *self.tables.runs.open);
        let states = &mut packed.memory.states;
        if states.len() - start < 2 {
            return;
        }
        let (dominance, layer) = (&mut packed.dominance, &states[start..]);
        let kept = match task.colours {
            ..=FOUR => dominance.keep::<FOUR>(task, open, layer),
            _ => dominance.keep::<MAX_COLOURS>(task, open, layer),
        };
        keep_only(states, start, kept);
    }
}

impl Sums {
    #[inline]
    fn take(&mut self, value: &ValueContext<'_>, colour: usize, continuation: &Continuation) {
        self.worth += value.worth(colour, continuation);
        self.used = self.used + continuation.used;
        debug_assert!(
            (continuation.next as usize) < PACKED,
            "see OpenRuns::fit_a_byte"
        );
        self.open |= u64::from(continuation.next) << (8 * colour);
    }
}
