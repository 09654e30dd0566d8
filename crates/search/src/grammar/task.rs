//! The task of a sweep: tiles that must or may be used, what each is worth, and the values in
//! order.

use std::sync::Arc;

use rummilab_core::{JokerKind, MAX_COLOURS, MAX_VALUE};
use smallvec::SmallVec;

use crate::grammar::{
    BlockEnds, Blocks, ContinuationCase, GroupBlock, GroupLayout, Jokers, KEPT, KeepableSets,
    OpenId, RunPhase,
};

/// How paths that have used different numbers of a kind of joker compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spare {
    /// A path that has used fewer is at least as good.
    Welcome,
    /// Paths that have used different numbers are not compared.
    Apart,
}

/// The values in the order of a sweep.
pub type Order = SmallVec<[u8; (MAX_VALUE as usize).next_power_of_two()]>;

/// Numbers of tiles by value and colour.
pub type TileTable = [[u8; MAX_COLOURS]; MAX_VALUE as usize + 1];

/// The input of a sweep.
#[derive(Debug, Clone)]
pub struct Task {
    pub colours: usize,
    /// The values in the order of the sweep.
    pub order: Order,
    /// Whether the last value is followed by the first.
    pub wrap: bool,
    /// Whether a run that goes on so ends at the first value.
    pub ends: bool,
    /// Tiles that must be used, by value and colour.
    pub must: TileTable,
    /// Tiles that may be used, those that must included.
    pub may: TileTable,
    pub jokers: Jokers,
    /// The worth of each tile beyond those that must be used, by value and colour.
    pub worth: [[i64; MAX_COLOURS]; MAX_VALUE as usize + 1],
    /// The worth of a joker of each kind in a set.
    pub joker_worth: [i64; 4],
    /// The worth of a play is a multiple of this, and a small remainder for the last of the ties.
    pub grain: i64,
    /// The worth of each point of a set, every slot at its value.
    pub point_worth: i64,
    /// By kind of joker: whether a path that has used fewer is at least as good.
    pub spare: [Spare; 4],
    /// Kinds of joker of which all must be laid.
    pub all_must: [bool; 4],
    /// Whether every number of jokers is tried in groups, not only the fewest.
    pub all_group_jokers: bool,
    /// Points are counted up to this, and the best path kept for each number; 0 for none.
    pub points_cap: u16,
    /// Whether a mirror joker counts a number.
    pub axis_is_a_number: bool,
    /// Whether all sets are groups of one value and runs of one colour with classic jokers.
    pub plain_sets: bool,
    /// Whether sets stay legal when the values are mirrored.
    pub turns_round: bool,
    /// Whether sweeps of runs that wrap may forget how a path began: there are no special jokers,
    /// and groups have no owners. Under house rules, which have owners, the median of `house-2` is
    /// half as long with it, and the mean half as long again (benches/trials.md).
    pub forgets_beginning: bool,
    /// Sets of the table that may grow but not be taken apart. Their tiles are no tiles of the
    /// task.
    pub blocks: Option<Arc<Blocks>>,
    /// Old sets that may be kept. Keeping one is worth 1, less than anything else.
    pub keepable: Option<Arc<KeepableSets>>,
}

impl Task {
    /// Sweeps down the values if that makes no difference to the sets.
    ///
    /// Greedy players lay high tiles first, so tables need their jokers there. A sweep that begins
    /// at these values drops early the paths that spend jokers elsewhere.
    pub fn downwards(mut self) -> Task {
        if self.plain_sets && !self.wrap && !self.counts_points() {
            self.order.reverse();
        }
        self
    }

    /// The task with special jokers turned upside down, if that makes no difference to the sets. A
    /// sweep down the values has a quarter of the states in the mean. Most plays are found before
    /// that matters. The direction also decides which of equal plays comes first.
    pub fn turned(&self) -> Option<Task> {
        let turns = self.turns_round && !self.plain_sets && !self.wrap && !self.counts_points();
        turns.then(|| {
            let mut turned = self.clone();
            turned.order.reverse();
            turned.turns_round = false;
            turned
        })
    }

    /// The same task with old sets that may be kept, which count 1. A former 1 counts [`KEPT`].
    pub fn keeping(mut self, sets: KeepableSets) -> Task {
        let tiles = self.worth.iter_mut().flatten();
        for of in tiles.chain(&mut self.joker_worth) {
            *of *= KEPT;
        }
        self.grain *= KEPT;
        self.keepable = Some(Arc::new(sets));
        self
    }

    /// By place of the order: the most that number tiles and kept sets from there on can add; 0
    /// after the last.
    pub fn numbers_from_each(&self) -> Vec<i64> {
        let mut most = vec![0; self.order.len() + 1];
        if let Some(sets) = &self.keepable {
            most.copy_from_slice(sets.by_place());
        }
        let kept = most.clone();
        for (place, value) in self.order.iter().enumerate().rev() {
            let v = usize::from(*value);
            most[place] = most[place + 1] + kept[place] - kept[place + 1];
            for c in 0..self.colours {
                let free = self.may[v][c] - self.must[v][c];
                if free > 0 {
                    most[place] += i64::from(free) * self.worth[v][c].max(0);
                }
            }
        }
        most
    }

    /// Whether no tile, joker or set makes a play worth less.
    pub fn only_gains(&self) -> bool {
        let mut worths = self.worth.iter().flatten().chain(&self.joker_worth);
        worths.all(|worth| *worth >= 0) && self.point_worth >= 0
    }

    /// Upper bound on the worth of a play: every tile and joker of positive worth.
    pub fn most_worth(&self) -> i64 {
        let jokers = self.joker_worth.iter().zip(self.jokers.by_kind());
        let jokers: i64 = jokers.map(|(worth, n)| worth.max(&0) * i64::from(n)).sum();
        self.numbers_from_each()[0] + jokers
    }

    /// Whether there are jokers other than the classic one.
    pub fn has_special_jokers(&self) -> bool {
        self.jokers.total() > self.jokers.get(JokerKind::Classic)
    }

    /// Whether the jokers at hand are worth nothing by themselves.
    pub fn plain_jokers(&self) -> bool {
        let by_kind = self.joker_worth.iter().zip(self.jokers.by_kind());
        by_kind.into_iter().all(|(worth, n)| *worth == 0 || n == 0)
    }

    /// Whether the points of sets matter.
    pub fn counts_points(&self) -> bool {
        self.points_cap > 0 || self.point_worth != 0
    }

    /// Number tiles that may be used and need not.
    pub fn free_tiles(&self) -> u32 {
        let sum = |tiles: &[[u8; MAX_COLOURS]]| -> u32 {
            tiles.iter().flatten().map(|n| u32::from(*n)).sum()
        };
        sum(&self.may) - sum(&self.must)
    }

    /// Whether using fewer jokers is no loss.
    pub fn thrift(&self) -> bool {
        (0..4).all(|kind| self.joker_worth[kind] <= 0 && self.spare[kind] == Spare::Welcome)
    }

    /// The worth of the dearest tile; at least 2.
    pub fn dearest(&self) -> i64 {
        let jokers = self.joker_worth.iter().copied();
        let all = self.worth.iter().flatten().copied().chain(jokers);
        all.max().unwrap_or(0).max(2)
    }

    /// The largest worth of a tile, gain or loss; at least 2.
    pub fn largest_worth(&self) -> i64 {
        let all = self.worth.iter().flatten().chain(&self.joker_worth);
        all.map(|worth| worth.abs()).max().unwrap_or(0).max(2)
    }

    /// The next whole grain from this worth on. Only tie-breaks lie between the two.
    pub fn next_grain(&self, worth: i64) -> i64 {
        worth + (-worth).rem_euclid(self.grain)
    }

    /// A lower bound, at least `worth`, on every play that is worth `worth` or more.
    ///
    /// At most k tiles can be missing (the k + 1 cheapest exceed the slack), so the loss is at most
    /// the sum of the k most valuable ones. If every tile is needed to reach `worth`, the bound is
    /// the value of all tiles.
    pub fn next_possible(&self, worth: i64) -> i64 {
        if self.counts_points() || self.keepable.is_some() {
            return worth;
        }
        let may_miss = self.most_worth().saturating_sub(worth);
        let mut parts = self.parts_of_worth();
        parts.retain(|part| (1..=may_miss).contains(part));
        parts.sort_unstable();
        let mut sum = 0;
        let cheapest = parts.iter().take_while(|part| {
            sum += **part;
            sum <= may_miss
        });
        let missed = cheapest.count();
        let dearest: i64 = parts[parts.len() - missed..].iter().sum();
        worth.max(self.most_worth() - dearest)
    }

    /// The contribution to the worth of a play of each tile and joker that need not be laid.
    fn parts_of_worth(&self) -> SmallVec<[i64; 64]> {
        let mut parts = SmallVec::new();
        for (worth, (may, must)) in self.worth.iter().zip(self.may.iter().zip(&self.must)) {
            for c in 0..self.colours {
                let free = usize::from(may[c] - must[c]);
                parts.extend(std::iter::repeat_n(worth[c].abs(), free));
            }
        }
        for (worth, n) in self.joker_worth.iter().zip(self.jokers.by_kind()) {
            parts.extend(std::iter::repeat_n(worth.abs(), usize::from(n)));
        }
        parts
    }

    /// The least worth of a play that is worth anything: its cheapest tile; at least 1.
    pub fn cheapest(&self) -> i64 {
        let of = |(worth, (may, must)): (
            &[i64; MAX_COLOURS],
            (&[u8; MAX_COLOURS], &[u8; MAX_COLOURS]),
        )| {
            let free = (0..MAX_COLOURS).filter(|c| may[*c] > must[*c]);
            free.map(|c| worth[c]).min()
        };
        let tiles = self.worth.iter().zip(self.may.iter().zip(&self.must));
        let jokers = self.joker_worth.iter().zip(self.jokers.by_kind());
        let jokers = jokers.filter(|(worth, n)| *n > 0 && **worth != 0);
        let all = tiles.filter_map(of).chain(jokers.map(|(worth, _)| *worth));
        all.min().unwrap_or(1).max(1)
    }

    /// A lower bound on the worth of any play.
    pub fn least_worth(&self) -> i64 {
        let each = self.worth.iter().zip(self.may).flat_map(|(worth, may)| {
            let of = |(worth, n): (&i64, u8)| worth.min(&0) * i64::from(n);
            worth.iter().zip(may).map(of).collect::<Vec<_>>()
        });
        let jokers = self.joker_worth.iter().zip(self.jokers.by_kind());
        let jokers = jokers.map(|(worth, n)| worth.min(&0) * i64::from(n));
        each.sum::<i64>() + jokers.sum::<i64>()
    }

    /// Whether the sweep goes up the values.
    pub fn goes_up(&self) -> bool {
        self.order.first() <= self.order.last()
    }

    /// The groups of this value that may take more tiles.
    pub fn group_blocks(&self, value: u8) -> &[GroupBlock] {
        self.blocks
            .as_ref()
            .map_or(&[], |blocks| blocks.groups(value).0)
    }

    /// The phase of the value at this place of the order.
    pub fn phase(&self, place: usize) -> RunPhase {
        if self.wrap && !self.ends {
            RunPhase::Between
        } else if place + 1 == self.order.len() {
            RunPhase::Last
        } else if place == 0 {
            RunPhase::First
        } else {
            RunPhase::Between
        }
    }

    /// The worth of these jokers in sets.
    pub fn worth_of(&self, used: Jokers) -> i64 {
        if used == Jokers::NONE {
            return 0;
        }
        let by_kind = used.by_kind().into_iter().zip(self.joker_worth);
        by_kind.map(|(n, worth)| i64::from(n) * worth).sum()
    }

    /// How the jokers used by two paths are compared.
    pub fn sparing(&self) -> Sparing {
        Sparing {
            apart: Jokers::bytes(self.spare.map(|spare| spare == Spare::Apart)),
        }
    }
}

/// Compares jokers that were used.
#[derive(Debug, Clone, Copy)]
pub struct Sparing {
    /// Kinds of which different numbers are not compared.
    apart: u32,
}

impl Sparing {
    /// Whether the first used no more of any kind, and equally many of the kinds compared apart.
    #[inline]
    pub fn no_more(self, a: Jokers, b: Jokers) -> bool {
        a.within(b) && (a.bits() ^ b.bits()) & self.apart == 0
    }
}

/// One value of a sweep.
pub struct Place<'a> {
    pub task: &'a Task,
    /// Its place in the order of the sweep.
    pub place: usize,
    pub value: u8,
    /// The value after this one in the sweep, if there is one.
    pub next: Option<u8>,
    /// The value below this one; if runs wrap, the largest is below 1.
    pub below: u8,
    pub above: u8,
    pub phase: RunPhase,
    /// Whether using fewer jokers is no loss.
    thrift: bool,
}

impl<'a> Place<'a> {
    #[inline]
    pub fn of(task: &'a Task, place: usize) -> Place<'a> {
        let value = task.order[place];
        let largest = task.order.len() as u8;
        Place {
            task,
            place,
            value,
            next: task.order.get(place + 1).copied(),
            below: if value == 1 { largest } else { value - 1 },
            above: if value == largest { 1 } else { value + 1 },
            phase: task.phase(place),
            thrift: task.thrift(),
        }
    }

    /// The points of groups of this value. A double joker stands for two tiles.
    pub fn group_points(&self, layout: &GroupLayout) -> u16 {
        let [classic, double, _, mirror] = layout.used.by_kind();
        let axes = if self.task.axis_is_a_number {
            mirror
        } else {
            0
        };
        u16::from(layout.numbers + classic + 2 * double + axes) * u16::from(self.value)
    }

    /// The points that the value and those beside it count in runs so often.
    #[inline]
    pub fn run_points(&self, slots: [u8; 3]) -> u16 {
        let values = [self.value, self.below, self.above];
        let each = slots.into_iter().zip(values);
        each.map(|(n, value)| u16::from(n) * u16::from(value)).sum()
    }

    /// The case on which the continuations of these open runs of a colour depend.
    #[inline(always)]
    pub fn case(&self, colour: usize, open: OpenId) -> ContinuationCase {
        let task = self.task;
        let v = usize::from(self.value);
        let mut case = ContinuationCase {
            ends: BlockEnds::NONE,
            open,
            phase: self.phase,
            must: task.must[v][colour],
            may: task.may[v][colour],
            next: self.next.map(|next| task.may[usize::from(next)][colour]),
            wrap: task.wrap,
            gain: task.worth[v][colour] >= 0,
            thrift: self.thrift,
        };
        if let Some(blocks) = &task.blocks {
            self.end_in_blocks(blocks, colour, &mut case);
        }
        case
    }

    /// Adds what blocks do to the open runs of a colour.
    #[cold]
    fn end_in_blocks(&self, blocks: &Blocks, colour: usize, case: &mut ContinuationCase) {
        let ends = |value| blocks.ends(value, colour, self.task.goes_up());
        case.ends = ends(self.value);
        if let Some((next, room)) = self.next.zip(case.next.as_mut()) {
            // A run that ends in a block needs no tile.
            *room += ends(next).absorb.iter().sum::<u8>();
        }
    }
}
