//! Sets of the table that may grow at their ends but not be taken apart, as a sweep over the values
//! meets them.
//!
//! A block is a legal set, and its tiles are no tiles of the task. Of a run only its ends matter:
//! at one end an open run, however short, may end in the block; at the other an open run begins
//! that may end at once. Between them the sweep need not know of it. A group takes more tiles at
//! its value.

use std::hash::{Hash, Hasher};

use rummilab_core::{Block, MAX_COLOURS, MAX_VALUE, RuleSet, Set, Standing};

/// Numbers of runs: in steps of one, and in steps of two.
pub type ByStep = [u8; 2];

/// What blocks do to the open runs of a colour at one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlockEnds {
    /// Open runs that may end in a block here, before the value.
    pub absorb: ByStep,
    /// Runs of three tiles or more that are open after the value.
    pub emit: ByStep,
}

impl BlockEnds {
    pub const NONE: BlockEnds = BlockEnds {
        absorb: [0; 2],
        emit: [0; 2],
    };
}

/// One word: it is hashed for every list of continuations that is looked up.
impl Hash for BlockEnds {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ([a, b], [c, d]) = (self.absorb, self.emit);
        state.write_u32(u32::from_le_bytes([a, b, c, d]));
    }
}

/// A group that may take more tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GroupBlock {
    /// The colours that it holds, a bit for each.
    pub colours: u8,
    /// Number of its jokers.
    pub jokers: u8,
}

/// A run with its ends.
#[derive(Debug, Clone)]
pub struct RunBlock {
    pub set: Set,
    pub colour: usize,
    /// 0 in steps of one, 1 in steps of two.
    pub step: usize,
    /// Its smallest and its largest value.
    pub low: u8,
    pub high: u8,
}

/// The blocks of a task.
#[derive(Debug, Clone, Default)]
pub struct Blocks {
    pub runs: Vec<RunBlock>,
    /// By value: the groups, and their sets in the same order.
    groups: Vec<Vec<GroupBlock>>,
    sets: Vec<Vec<Set>>,
}

impl Blocks {
    /// These blocks; `None` if a sweep cannot know all that matters: their length or their jokers
    /// may reach a limit, runs go round, or groups have owners.
    pub fn of(rules: &RuleSet, blocks: &[Block], jokers: u8) -> Option<Blocks> {
        let longest = rules.max_run_len.or(u8::MAX) >= rules.values;
        let limited = rules.max_jokers_per_set.or(u8::MAX) < jokers || !longest;
        if limited
            || rules.wrap.has_next()
            || rules.has_group_owners()
            || rules.has_special_jokers()
        {
            return None;
        }
        let values = usize::from(MAX_VALUE) + 1;
        let mut found = Blocks {
            groups: vec![Vec::new(); values],
            sets: vec![Vec::new(); values],
            ..Blocks::default()
        };
        let index = |colour| rules.colours().iter().position(|other| *other == colour);
        for block in blocks {
            let set = block.set.clone();
            match rules.standing(&set)? {
                Standing::Run {
                    colour,
                    step,
                    values,
                    ..
                } => found.runs.push(RunBlock {
                    set,
                    colour: index(colour)?,
                    step: usize::from(step) - 1,
                    low: *values.first()?,
                    high: *values.last()?,
                }),
                group @ Standing::Group { value, .. } => {
                    let colours = group.numbers().filter_map(|tile| index(tile.colour()?));
                    found.groups[usize::from(value)].push(GroupBlock {
                        colours: colours.map(|c| 1 << c).sum(),
                        jokers: group.jokers() as u8,
                    });
                    found.sets[usize::from(value)].push(set);
                }
            }
        }
        Some(found)
    }

    /// The groups of a value, and their sets.
    pub fn groups(&self, value: u8) -> (&[GroupBlock], &[Set]) {
        let value = usize::from(value);
        (&self.groups[value], &self.sets[value])
    }

    /// What the runs do to a colour at a value, in a sweep up or down the values.
    pub fn ends(&self, value: u8, colour: usize, upwards: bool) -> BlockEnds {
        let mut ends = BlockEnds::NONE;
        for run in self.runs_of(colour) {
            let (first, last) = run.in_order(upwards);
            ends.absorb[run.step] += u8::from(first == value);
            ends.emit[run.step] += u8::from(last == value);
        }
        ends
    }

    /// The most runs of one colour.
    pub fn most_in_colour(&self) -> u8 {
        let of = |colour| self.runs_of(colour).count();
        (0..MAX_COLOURS).map(of).max().unwrap_or(0) as u8
    }

    fn runs_of(&self, colour: usize) -> impl Iterator<Item = &RunBlock> {
        self.runs.iter().filter(move |run| run.colour == colour)
    }
}

impl RunBlock {
    /// The values of its ends, in the order of a sweep.
    pub fn in_order(&self, upwards: bool) -> (u8, u8) {
        if upwards {
            (self.low, self.high)
        } else {
            (self.high, self.low)
        }
    }
}
