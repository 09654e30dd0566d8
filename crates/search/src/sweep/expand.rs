//! All successors of a state at one value.
//!
//! The sweeps for the best play select successors as they list them. Lists of the best plays need
//! all that reach a bound, and lists of all plays need [all](super::AllSuccessors).

use rummilab_core::{JokerKind, MAX_COLOURS};

use crate::bounds::{Bounds, ColourScope, DEAD};
use crate::grammar::{
    ByColour, GroupLayout, Groups, Jokers, OpenId, Place, Runs, Tables, number_bit,
};
use crate::sweep::choices::{Choice, ListSummary};
use crate::sweep::{ChoiceRange, ChoiceScope, Choices, NONE};

/// A state after one more value, and how it came about.
#[derive(Debug, Clone, Copy)]
pub struct Successor {
    /// The open runs of each colour.
    pub open: [OpenId; MAX_COLOURS],
    pub used: Jokers,
    pub points: u16,
}

/// The memory to expand states.
#[derive(Debug, Default)]
pub struct Expander {
    choices: Choices,
    /// By list of choices of this value.
    summaries: Vec<ListSummary>,
    /// The layouts of groups of this value.
    layouts: Vec<GroupLayout>,
    /// The most that the jokers of one of them gain.
    most_of_groups: i64,
    /// The most tiles of each colour that groups of this value take.
    most_in_groups: [u8; MAX_COLOURS],
}

/// The limits of the successors of one state.
struct Limits {
    /// Jokers not used before this value.
    left: Jokers,
    /// Successors of smaller bound are left out.
    least: i64,
    /// The colours, if runs may go on in other ones.
    leaving: Option<usize>,
}

/// A colour with several choices.
#[derive(Debug, Clone, Copy, Default)]
struct Branching {
    colour: usize,
    choices: ChoiceRange,
}

/// What the colours so far have chosen.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    state: Successor,
    /// The worth of what was laid at this value beyond the tiles that must be, plus the most that
    /// can follow in every colour, less the price of jokers.
    bound: i64,
    /// Jokers used, those that will be needed, and the fewest of the other colours.
    jokers: u8,
}

impl Expander {
    /// Forgets everything. Until then every choice that was made can be looked up.
    pub fn clear(&mut self) {
        self.choices.clear();
        self.summaries.clear();
    }

    /// Releases the memory that only an unusual question needs.
    pub fn trim(&mut self) {
        self.choices.trim();
    }

    /// Gets ready for one value, of which there are at most these tiles.
    pub fn begin(&mut self, at: &Place<'_>, groups: &mut Groups, most: &ByColour) {
        self.choices.next_value();
        self.summaries.clear();
        self.most_in_groups = [0; MAX_COLOURS];
        for layout in groups.layouts(most, at.task.all_group_jokers, &[]) {
            let tiles = groups.layout(layout).tiles;
            for (most, n) in self.most_in_groups.iter_mut().zip(tiles) {
                *most = n.max(*most);
            }
        }
    }

    /// Gets ready for these tiles of the value, as the task says. What a colour can do was listed
    /// before if it had equally many tiles then; and then equally many had to be laid.
    pub fn lay(&mut self, at: &Place<'_>, groups: &mut Groups, bounds: &Bounds) {
        let tiles = &at.task.may[usize::from(at.value)];
        let layouts = groups.layouts(tiles, at.task.all_group_jokers, &[]);
        self.layouts.clear();
        self.layouts.extend_from_slice(groups.slice(layouts));
        let gain = |layout: &GroupLayout| at.task.worth_of(layout.used) - bounds.price(layout.used);
        self.most_of_groups = self.layouts.iter().map(gain).max().unwrap_or(DEAD);
    }

    /// Adds every successor, of at least this bound, of the state with these open runs and jokers
    /// left; `None` if listing them is more work than is allowed.
    pub fn expand(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        (open, left): (&[OpenId; MAX_COLOURS], Jokers),
        least: i64,
        successors: &mut Vec<Successor>,
    ) -> Option<()> {
        let task = at.task;
        let mut lists = [0; MAX_COLOURS];
        let mut possible = 0;
        let mut most = self.most_of_groups;
        for colour in 0..task.colours {
            let scope = ChoiceScope {
                of: ColourScope::of(colour),
                several: false,
                most_in_groups: self.most_in_groups[colour],
            };
            let runs = &mut tables.runs;
            let list = self.choices.of(at, runs, bounds, scope, open[colour])?;
            lists[colour] = list;
            if self.summaries.len() <= list as usize {
                self.summaries.push(self.choices.list(list).summary());
            }
            let sum = self.summaries[list as usize];
            possible |= sum.numbers * number_bit(colour, 0);
            most += sum.most;
        }
        if most < least.max(DEAD / 2) {
            return Some(());
        }
        let limits = Limits {
            left,
            least,
            leaving: (task.jokers.get(JokerKind::ColourChange) > 0).then_some(task.colours),
        };
        let lists = lists.map(|list| self.choices.list(list));
        let lists = &lists[..task.colours];
        for layout in &self.layouts {
            if layout.numbers_by_colour & !possible != 0 || !layout.used.within(left) {
                continue;
            }
            let mut jokers = layout.jokers;
            let worth = task.worth_of(layout.used);
            let mut bound = worth - bounds.price(layout.used);
            let parts = || lists.iter().zip(&layout.tiles);
            for (list, tiles) in parts() {
                let part = list.part(*tiles);
                jokers += part.fewest_jokers;
                bound += part.most;
            }
            if jokers > left.total() || bound < least {
                continue;
            }
            let mut chosen = Chosen {
                state: Successor {
                    open: *open,
                    used: layout.used,
                    points: 0,
                },
                bound,
                jokers,
            };
            if task.points_cap > 0 {
                chosen.state.points = at.group_points(layout);
            }
            // Colours with one choice are settled at once, the others are multiplied out. Bound and
            // jokers of a single choice are in the sums already: it is the best of its range.
            let mut choices = [NONE; MAX_COLOURS];
            let mut several = [Branching::default(); MAX_COLOURS];
            let mut count = 0;
            for (colour, (list, tiles)) in parts().enumerate() {
                let part = list.part(*tiles);
                if part.end - part.start == 1 {
                    choices[colour] = part.start;
                    chosen.state.take(self.choices.get(part.start), colour);
                } else {
                    several[count] = Branching {
                        colour,
                        choices: *part,
                    };
                    count += 1;
                }
            }
            if !chosen.state.used.within(left) {
                continue;
            }
            if count == 0 && limits.leaving.is_none() {
                successors.push(chosen.state);
            } else {
                let several = &several[..count];
                let runs = &mut tables.runs;
                self.combine(runs, &limits, several, &chosen, &mut choices, successors);
            }
        }
        Some(())
    }

    /// Multiplies out the choices of these colours. `choices`: those so far, by colour.
    fn combine(
        &self,
        runs: &mut Runs<'_>,
        limits: &Limits,
        several: &[Branching],
        so_far: &Chosen,
        choices: &mut [u32; MAX_COLOURS],
        successors: &mut Vec<Successor>,
    ) {
        let Some((branching, rest)) = several.split_first() else {
            return successors.push(match limits.leaving {
                Some(colours) => self.arrived(runs, &choices[..colours], so_far.state),
                None => so_far.state,
            });
        };
        let (part, colour) = (&branching.choices, branching.colour);
        let spare = limits.left.total() + part.fewest_jokers - so_far.jokers;
        for number in part.start..part.end {
            let choice = self.choices.get(number);
            if choice.jokers > spare {
                break;
            }
            // The sum held the best of this colour; this choice takes its place.
            let bound = so_far.bound - part.most + choice.bound;
            if bound < limits.least || !(so_far.state.used + choice.used).within(limits.left) {
                continue;
            }
            let mut next = Chosen {
                bound,
                jokers: so_far.jokers - part.fewest_jokers + choice.jokers,
                ..*so_far
            };
            next.state.take(choice, colour);
            if rest.is_empty() && limits.leaving.is_none() {
                successors.push(next.state);
                continue;
            }
            choices[colour] = number;
            self.combine(runs, limits, rest, &next, choices, successors);
        }
    }

    /// The successor with the runs that arrive from other colours among its open runs.
    fn arrived(&self, runs: &mut Runs<'_>, choices: &[u32], mut successor: Successor) -> Successor {
        for choice in choices {
            let choice = self.choices.get(*choice);
            for (run, colour) in self.choices.leaves(choice) {
                let colour = usize::from(*colour);
                successor.open[colour] = runs.open.with(successor.open[colour], *run);
            }
        }
        successor
    }
}

impl Successor {
    /// Takes a choice of a colour.
    #[inline]
    fn take(&mut self, choice: &Choice, colour: usize) {
        self.used = self.used + choice.used;
        self.points += choice.points;
        self.open[colour] = choice.next;
    }
}
