//! The continuations of a colour at one value, shared by all positions.
//!
//! They depend on the open runs and on how many tiles there are of this value and the next. The
//! worth of tiles matters in one respect only: whether laying one more is a gain.

use std::ops::Range;

use rummilab_core::MAX_COPIES;
use rustc_hash::FxHashMap;

use crate::grammar::{BlockEnds, Jokers, OpenId, OpenRuns, RunPhase, WORK_OF_PAIR, Work};

/// Possible numbers of tiles of one colour and value in groups: none up to every copy.
pub const NUMBERS: usize = MAX_COPIES as usize + 1;

/// One bit for every colour and number of tiles in groups.
pub fn number_bit(colour: usize, in_groups: u8) -> u32 {
    1 << (NUMBERS * colour + usize::from(in_groups))
}

/// Everything that the continuations of a colour depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContinuationCase {
    pub open: OpenId,
    /// What blocks do to the open runs.
    pub ends: BlockEnds,
    pub phase: RunPhase,
    /// Tiles of this value that must be laid.
    pub must: u8,
    pub may: u8,
    /// Tiles of the next value; `None` after the last.
    pub next: Option<u8>,
    /// Whether the last value is followed by the first.
    pub wrap: bool,
    /// Whether laying more tiles is no loss.
    pub gain: bool,
    /// Whether using fewer jokers is no loss.
    pub thrift: bool,
}

/// A transition of the open runs, with some tiles of the value in groups.
#[derive(Debug, Clone, Copy)]
pub struct Continuation {
    /// Its number among the transitions.
    pub transition: u32,
    pub next: OpenId,
    pub used: Jokers,
    /// Number tiles beyond those that must be laid.
    pub more: u8,
    /// Its jokers, and the fewest that its open runs need to go on at the next value.
    pub jokers: u8,
    /// How often the value, the one below and the one above count in the points of sets.
    pub slots: [u8; 3],
    /// Runs that go on in other colours.
    pub leaving: u8,
}

/// The continuations of one case, by the number of tiles in groups.
#[derive(Debug, Clone, Copy)]
pub struct ContinuationList {
    /// By number of tiles in groups: where its continuations begin.
    pub starts: [u32; NUMBERS + 1],
    /// By jokers at hand (the last entry for more): the possible numbers of tiles in groups, as
    /// bits.
    numbers: [u8; LEVELS],
    /// By number of tiles in groups: the fewest jokers of any of them.
    fewest: [u8; NUMBERS],
    /// By jokers beyond the fewest (the last entry for more), and tiles in groups: where they end.
    ends: [[u32; NUMBERS]; SLACKS],
}

/// None, one, two or more jokers at hand.
const LEVELS: usize = 4;

/// None, one, or more jokers beyond the fewest.
const SLACKS: usize = 3;

impl ContinuationList {
    /// The numbers of tiles in groups that are possible with these jokers at hand: bit `n` for `n`
    /// tiles. Jokers that the next value needs count. The last entry stands for any larger number.
    #[inline]
    pub fn numbers(&self, jokers: u8) -> u8 {
        self.numbers[usize::from(jokers).min(LEVELS - 1)]
    }

    /// The fewest jokers with this number of tiles in groups.
    #[inline]
    pub fn fewest_with(&self, in_groups: u8) -> u8 {
        self.fewest[usize::from(in_groups) % NUMBERS]
    }

    /// The range of the continuations that take at most `slack` jokers beyond the fewest. The last
    /// entry stands for any larger slack.
    #[inline]
    pub fn bounds_within(&self, in_groups: u8, slack: u8) -> (u32, u32) {
        let in_groups = usize::from(in_groups) % NUMBERS;
        let ends = &self.ends[usize::from(slack).min(SLACKS - 1)];
        (self.starts[in_groups], ends[in_groups])
    }

    /// Those with this number of tiles in groups, the fewest jokers first.
    pub fn range(&self, in_groups: usize) -> Range<usize> {
        self.starts[in_groups] as usize..self.starts[in_groups + 1] as usize
    }
}

/// The continuations of every case met so far.
#[derive(Debug, Default)]
pub struct Continuations {
    all: Vec<Continuation>,
    listings: Vec<ContinuationList>,
    numbers_of: FxHashMap<ContinuationCase, u32>,
    /// By listing: the work of making it, that of its transitions apart, and the last task to which
    /// it was counted.
    work: Vec<(u64, u64)>,
}

impl Continuations {
    /// About how many bytes this holds.
    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Continuation>()
            + self.listings.capacity() * size_of::<ContinuationList>()
            + self.numbers_of.capacity() * size_of::<(ContinuationCase, u32, u8)>()
            + self.work.capacity() * size_of::<(u64, u64)>()
    }

    /// One continuation of a listing.
    #[inline]
    pub fn get(&self, index: usize) -> &Continuation {
        &self.all[index]
    }

    #[inline]
    pub fn slice(&self, range: Range<u32>) -> &[Continuation] {
        &self.all[range.start as usize..range.end as usize]
    }

    /// The continuations of a case, without those that another one simulates at no loss; `None` if
    /// that is more work than is allowed.
    pub fn of(&mut self, open: &mut OpenRuns, case: ContinuationCase) -> Option<ContinuationList> {
        let number = self.number_within(open, case)?;
        Some(*self.listing(number))
    }

    /// The number of the listing of [`Continuations::of`], whatever work it is.
    pub fn number(&mut self, open: &mut OpenRuns, case: ContinuationCase) -> u32 {
        let limited = std::mem::replace(&mut open.work, Work::UNLIMITED);
        let number = self.number_within(open, case);
        open.work = limited;
        number.unwrap_or_default()
    }

    /// A listing by its number.
    #[inline]
    pub fn listing(&self, number: u32) -> &ContinuationList {
        &self.listings[number as usize]
    }

    /// The number of the listing of [`Continuations::of`].
    pub fn number_within(&mut self, open: &mut OpenRuns, case: ContinuationCase) -> Option<u32> {
        if let Some(number) = self.numbers_of.get(&case).copied() {
            let counted = self.work[number as usize].1 == open.task;
            return (counted || self.count(open, &case, number)).then_some(number);
        }
        let start = self.all.len();
        let listed = self.list(open, case);
        if listed.is_none() {
            self.all.truncate(start);
        }
        listed
    }

    /// Counts a known listing as work of the task; false if that is more than is allowed.
    fn count(&mut self, open: &mut OpenRuns, case: &ContinuationCase, number: u32) -> bool {
        let (work, _) = self.work[number as usize];
        let may_be_counted = if case.ends == BlockEnds::NONE {
            open.transitions(case.open, case.phase).is_some()
        } else {
            let mut all = open.left_by_blocks(case.open, case.ends.absorb).into_iter();
            all.all(|left| open.transitions(left, case.phase).is_some())
        };
        if !may_be_counted || !open.work.add(work) {
            return false;
        }
        self.work[number as usize].1 = open.task;
        true
    }

    /// Makes the listing of a case.
    fn list(&mut self, open: &mut OpenRuns, case: ContinuationCase) -> Option<u32> {
        let mut work = 0;
        let mut listing = ContinuationList {
            starts: [self.all.len() as u32; NUMBERS + 1],
            numbers: [0; LEVELS],
            fewest: [0; NUMBERS],
            ends: [[self.all.len() as u32; NUMBERS]; SLACKS],
        };
        for in_groups in 0..=case.may {
            let start = self.all.len();
            self.add(open, &case, in_groups)?;
            work += self.drop_dominated(open, &case, start)?;
            self.all[start..].sort_by_key(|continuation| continuation.jokers);
            listing.starts[usize::from(in_groups) + 1..].fill(self.all.len() as u32);
            for ends in &mut listing.ends {
                ends[usize::from(in_groups)] = start as u32;
            }
            if let Some(first) = self.all.get(start) {
                for (level, numbers) in listing.numbers.iter_mut().enumerate() {
                    if usize::from(first.jokers) <= level || level == LEVELS - 1 {
                        *numbers |= 1 << in_groups;
                    }
                }
                listing.fewest[usize::from(in_groups)] = first.jokers;
                for (slack, ends) in listing.ends.iter_mut().enumerate() {
                    let most = match slack + 1 {
                        SLACKS => u8::MAX,
                        _ => first.jokers + slack as u8,
                    };
                    let within = self.all[start..].partition_point(|one| one.jokers <= most);
                    ends[usize::from(in_groups)] = (start + within) as u32;
                }
            }
        }
        let number = self.listings.len() as u32;
        self.listings.push(listing);
        self.numbers_of.insert(case, number);
        self.work.push((work, open.task));
        Some(number)
    }

    fn add(&mut self, open: &mut OpenRuns, case: &ContinuationCase, in_groups: u8) -> Option<()> {
        for left in open.left_by_blocks(case.open, case.ends.absorb) {
            self.add_from(open, case, left, in_groups)?;
        }
        Some(())
    }

    /// Adds what can follow these open runs.
    fn add_from(
        &mut self,
        open: &mut OpenRuns,
        case: &ContinuationCase,
        id: OpenId,
        in_groups: u8,
    ) -> Option<()> {
        for index in open.transitions(id, case.phase)? {
            let transition = *open.transition(index);
            let laid = transition.numbers + in_groups;
            if laid < case.must || laid > case.may {
                continue;
            }
            let next = open.with_emitted(transition.next, case.ends.emit);
            let Some(needs) = case.needs(open, next) else {
                continue;
            };
            let jokers = needs + transition.used.total();
            if jokers <= open.jokers().total() {
                self.all.push(Continuation {
                    transition: index,
                    next,
                    used: transition.used,
                    more: laid - case.must,
                    jokers,
                    slots: [transition.slots, transition.below, transition.above],
                    leaving: transition.leaving,
                });
            }
        }
        Some(())
    }

    /// Returns the work of comparing them; `None` if it is more than is allowed.
    fn drop_dominated(
        &mut self,
        open: &mut OpenRuns,
        case: &ContinuationCase,
        start: usize,
    ) -> Option<u64> {
        let (mut kept, mut work) = (start, 0);
        for i in start..self.all.len() {
            let pairs = (kept - start) as u64 * WORK_OF_PAIR;
            work += pairs;
            if !open.work.add(pairs) {
                return None;
            }
            let new = self.all[i];
            let mut to = start;
            let mut beaten = false;
            for from in start..kept {
                let earlier = self.all[from];
                if case.beats(open, &earlier, &new) {
                    beaten = true;
                    break;
                }
                if !case.beats(open, &new, &earlier) {
                    self.all[to] = earlier;
                    to += 1;
                }
            }
            if !beaten {
                self.all[to] = new;
                kept = to + 1;
            }
        }
        self.all.truncate(kept);
        Some(work)
    }
}

impl ContinuationCase {
    /// The fewest jokers that these open runs need after the value; `None` if they cannot go on.
    fn needs(&self, open: &OpenRuns, next: OpenId) -> Option<u8> {
        let facts = open.facts(next);
        match self.next {
            Some(tiles) => Some(facts.demand.saturating_sub(tiles)),
            None if self.wrap => Some(0),
            None => facts.fewest_closing,
        }
    }

    /// Whether the first is at least as good as the second, whatever follows.
    fn beats(&self, open: &mut OpenRuns, a: &Continuation, b: &Continuation) -> bool {
        let laid = a.more == b.more || (self.gain && a.more > b.more);
        let used = a.used == b.used || (self.thrift && a.used.within(b.used));
        let slots = a.slots.iter().zip(b.slots).all(|(a, b)| *a >= b);
        laid && used
            && slots
            && a.leaving == b.leaving
            && (a.leaving == 0 || same_leaves(open, a, b))
            && open.simulates(a.next, b.next)
    }
}

/// Whether the same runs go on in other colours.
fn same_leaves(open: &OpenRuns, a: &Continuation, b: &Continuation) -> bool {
    let leaves = |of: &Continuation| open.leaves(open.transition(of.transition));
    leaves(a) == leaves(b)
}
