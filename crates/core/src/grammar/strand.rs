//! Runs and mirror runs with special jokers (docs/rules.md#twist-sets) as strands of slots. A run
//! is one strand; a mirror run is the same strand on both sides of M, written from the outside in.

use smallvec::SmallVec;

use super::laps;
use super::segment::Segment;
use super::tally::Tally;
use crate::counts::TileCounts;
use crate::rules::{MirrorValue, RuleSet, Wrap};
use crate::set::Set;
use crate::tile::{Colour, Tile};

/// The numbers covered by a run, or by each side of a mirror run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strand {
    /// The number of the first slot: the lowest of a run, the outermost of a mirror run. A 1 behind
    /// the largest value is one more than that.
    start: u8,
    pub len: usize,
    /// Whether the numbers rise; those of a mirror run may fall towards the axis.
    rising: bool,
    mirrored: bool,
}

impl Strand {
    /// The number of this slot; slot 0 is the first and slot `len` the axis. `None` outside the
    /// values.
    pub fn number(&self, rules: &RuleSet, slot: usize) -> Option<u8> {
        let (start, step) = (i32::from(self.start) - 1, i32::try_from(slot).ok()?);
        let place = start + if self.rising { step } else { -step };
        let place = match rules.wrap {
            Wrap::Round => place.rem_euclid(i32::from(rules.values)),
            Wrap::Never | Wrap::End => place,
        };
        rules.number_at(usize::try_from(place).ok()?)
    }

    /// The value of the set in an opening; `None` if a slot or the axis has no number.
    fn value(&self, rules: &RuleSet) -> Option<u16> {
        let mut sum = 0;
        for slot in 0..self.len {
            sum += u16::from(self.number(rules, slot)?);
        }
        match rules.mirror_value {
            _ if !self.mirrored => Some(sum),
            MirrorValue::Middle => Some(2 * sum + u16::from(self.number(rules, self.len)?)),
            MirrorValue::Zero => Some(2 * sum),
        }
    }

    /// 1, or 2 of a mirror run.
    pub fn sides(&self) -> usize {
        1 + usize::from(self.mirrored)
    }

    /// Whether the first slot may hold a colour-change joker.
    pub fn may_begin_with_change(&self, rules: &RuleSet) -> bool {
        rules.cc_at_low_end || !self.rising
    }

    /// What covers each slot, if these tiles can lie on this strand.
    fn cover(&self, rules: &RuleSet, tally: &Tally) -> Option<Path> {
        if self.len > usize::from(rules.values) {
            laps::cover(rules, *self, tally)
        } else {
            StrandSearch::run(rules, *self, tally)
        }
    }

    /// Every strand of `len` slots with its value. Rising strands and large starts come first,
    /// because they are usually the best.
    pub fn all(rules: &RuleSet, len: usize, mirrored: bool) -> impl Iterator<Item = (u16, Strand)> {
        let falling = mirrored && rules.mirror_valley;
        let directions = [true, false].into_iter().take(1 + usize::from(falling));
        let last = rules.values + u8::from(rules.wrap == Wrap::End);
        let strands = directions.flat_map(move |rising| {
            (1..=last).rev().map(move |start| Strand {
                start,
                len,
                rising,
                mirrored,
            })
        });
        let fits = len <= rules.longest_run();
        strands
            .filter(move |_| fits)
            .filter_map(|strand| Some((strand.value(rules)?, strand)))
    }

    /// The layout of the tiles on this strand.
    pub fn lay_out(&self, rules: &RuleSet, tally: &Tally) -> Option<Set> {
        let path = self.cover(rules, tally)?;
        let left = path.iter().filter_map(|[left, _]| *left);
        let right = path.iter().rev().filter_map(|[_, right]| *right);
        let axis = self.mirrored.then_some(Tile::MIRROR);
        Some(left.chain(axis).chain(right).collect())
    }
}

impl Tally {
    /// The run of largest value and its strand.
    pub fn run(&self, rules: &RuleSet) -> Option<(u16, Strand)> {
        if self.mirror {
            return None;
        }
        self.best(rules, self.slots(), false)
    }

    /// The mirror run of largest value and its strand.
    pub fn mirror_run(&self, rules: &RuleSet) -> Option<(u16, Strand)> {
        let half = self.half().filter(|half| *half >= 2)?;
        if !self.changes.is_multiple_of(2) {
            return None;
        }
        self.best(rules, half, true)
    }

    fn best(&self, rules: &RuleSet, len: usize, mirrored: bool) -> Option<(u16, Strand)> {
        let most_changes = rules.max_cc_per_run.0.map_or(usize::MAX, usize::from);
        if self.changes > most_changes || self.colours(rules).count() > self.changes + 1 {
            return None;
        }
        let mut best: Option<(u16, Strand)> = None;
        for (value, strand) in Strand::all(rules, len, mirrored) {
            let better = best.is_none_or(|(known, _)| known < value);
            if better && strand.cover(rules, self).is_some() {
                best = Some((value, strand));
            }
        }
        best
    }
}

/// What covers each slot on the left and on the right side. `None` is the second half of a D; the
/// right side of a run is always `None`.
pub(super) type Path = SmallVec<[[Option<Tile>; 2]; 16]>;

/// A point of the search: the next slot and side to cover, and the state that decides what may
/// follow.
#[derive(Clone, Copy)]
struct Point {
    slot: usize,
    side: usize,
    rest: TileCounts,
    segment: Segment,
    /// The sides on which the second half of a D is due.
    half: [bool; 2],
}

/// A backtracking search that lays tiles on a strand slot by slot from the first, on both sides of
/// a mirror run at once. Number tiles have one possible place, so the order of the jokers causes
/// most of the work.
pub(super) struct StrandSearch<'r> {
    rules: &'r RuleSet,
    strand: Strand,
    path: Path,
}

impl<'r> StrandSearch<'r> {
    pub fn run(rules: &'r RuleSet, strand: Strand, tally: &Tally) -> Option<Path> {
        let mut rest = tally.counts;
        if strand.mirrored {
            let _ = rest.remove(Tile::MIRROR);
        }
        let start = Point {
            slot: 0,
            side: 0,
            rest,
            segment: Segment::start(rules),
            half: [false; 2],
        };
        let mut search = StrandSearch {
            rules,
            strand,
            path: Path::new(),
        };
        search.cover(start).then_some(search.path)
    }

    /// Covers all slots from this point on.
    fn cover(&mut self, at: Point) -> bool {
        if at.slot == self.strand.len {
            return at.rest.is_empty();
        }
        let Some(number) = self.strand.number(self.rules, at.slot) else {
            return false;
        };
        if at.side == 0 {
            self.path.push([None; 2]);
        }
        let covered = self.cover_here(at, number) || (at.side == 0 && self.change(at));
        if !covered && at.side == 0 {
            self.path.pop();
        }
        covered
    }

    /// Covers this slot on this side with a number tile, a J or a D.
    fn cover_here(&mut self, at: Point, number: u8) -> bool {
        if at.half[at.side] {
            let mut next = at;
            next.half[at.side] = false;
            let joker = at.segment.joker();
            return joker.is_some_and(|segment| self.next(Point { segment, ..next }, None, number));
        }
        for colour in self.rules.colours() {
            if let Some(tile) = Tile::number(*colour, number)
                && let Some(segment) = at.segment.number(*colour)
                && self.lay(Point { segment, ..at }, tile, number)
            {
                return true;
            }
        }
        let Some(segment) = at.segment.joker() else {
            return false;
        };
        let joker = Point { segment, ..at };
        // If the only possible colour has a number tile that can lie here, a J need not be tried:
        // the two can change places later.
        let number_here = at
            .segment
            .colour(self.rules)
            .is_some_and(|colour| at.rest.number_count(colour, number) > 0);
        if !number_here && self.lay(joker, Tile::JOKER, number) {
            return true;
        }
        let mut double = joker;
        double.half[at.side] = true;
        at.slot + 1 < self.strand.len && self.lay(double, Tile::DOUBLE, number)
    }

    /// Takes a tile for this slot and side from the remaining tiles.
    fn lay(&mut self, mut at: Point, tile: Tile, number: u8) -> bool {
        at.rest.remove(tile) && self.next(at, Some(tile), number)
    }

    /// Continues after this slot and side, if the remaining number tiles still find room.
    fn next(&mut self, mut at: Point, tile: Option<Tile>, number: u8) -> bool {
        let (slot, side) = (at.slot, at.side);
        at.side += 1;
        if at.side == self.strand.sides() {
            let later = (self.strand.len - 1 - slot) / usize::from(self.rules.values);
            if self.left_of(&at.rest, number) > later * self.strand.sides() {
                return false;
            }
            at.side = 0;
            at.slot += 1;
        }
        self.path.truncate(slot + 1);
        self.path[slot][side] = tile;
        self.cover(at)
    }

    /// Number of remaining number tiles with this number, in any colour.
    fn left_of(&self, rest: &TileCounts, number: u8) -> usize {
        let colours = self.rules.colours().iter();
        let each = colours.map(|colour| usize::from(rest.number_count(*colour, number)));
        each.sum()
    }

    /// Covers this slot with a colour-change joker on every side, because C must face C.
    fn change(&mut self, mut at: Point) -> bool {
        let Some(number) = self.strand.number(self.rules, at.slot) else {
            return false;
        };
        let Some(segment) = at.segment.change(self.rules, self.strand.rising) else {
            return false;
        };
        let sides = self.strand.sides();
        if at.half != [false; 2] || !(0..sides).all(|_| at.rest.remove(Tile::COLOUR_CHANGE)) {
            return false;
        }
        self.path.truncate(at.slot + 1);
        self.path[at.slot][0] = Some(Tile::COLOUR_CHANGE);
        at.segment = segment;
        at.side = sides - 1;
        self.next(at, Some(Tile::COLOUR_CHANGE), number)
    }
}

/// The content of a slot as it lies.
#[derive(Clone, Copy)]
enum Laid {
    Number(Colour, u8),
    /// A J, or half of a D.
    Joker,
    Change,
}

/// The slots of these tiles, in their order.
fn slots<'a>(tiles: impl Iterator<Item = &'a Tile>) -> Vec<Laid> {
    let mut slots = Vec::new();
    for tile in tiles {
        match (tile.colour(), tile.value()) {
            (Some(colour), Some(value)) => slots.push(Laid::Number(colour, value)),
            _ if *tile == Tile::COLOUR_CHANGE => slots.push(Laid::Change),
            _ if *tile == Tile::DOUBLE => slots.extend([Laid::Joker, Laid::Joker]),
            _ => slots.push(Laid::Joker),
        }
    }
    slots
}

impl Strand {
    /// Whether these sides lie on this strand as they are: one side of a run, or two of a mirror
    /// run.
    fn holds(&self, rules: &RuleSet, sides: &[&[Laid]]) -> bool {
        let mut segment = Some(Segment::start(rules));
        for slot in 0..self.len {
            let changes = sides
                .iter()
                .filter(|side| matches!(side[slot], Laid::Change));
            let changes = changes.count();
            if changes > 0 {
                let all = changes == sides.len();
                segment = segment.filter(|_| all);
                segment = segment.and_then(|segment| segment.change(rules, self.rising));
                continue;
            }
            let number = self.number(rules, slot);
            for side in sides {
                segment = segment.and_then(|segment| match side[slot] {
                    Laid::Number(colour, value) if Some(value) == number => segment.number(colour),
                    Laid::Joker => segment.joker(),
                    _ => None,
                });
            }
        }
        segment.is_some()
    }
}

/// The value of these tiles as a run in the order in which they lie, in either direction. They must
/// be a legal run in some order.
pub(super) fn laid_run(rules: &RuleSet, tiles: &[Tile]) -> Option<u16> {
    let (there, back) = (slots(tiles.iter()), slots(tiles.iter().rev()));
    let strands = Strand::all(rules, there.len(), false);
    strands
        .filter(|(_, strand)| strand.holds(rules, &[&there]) || strand.holds(rules, &[&back]))
        .map(|(value, _)| value)
        .max()
}

/// The value of these tiles as a mirror run in the order in which they lie. They must be a legal
/// mirror run in some order.
pub(super) fn laid_mirror_run(rules: &RuleSet, tiles: &[Tile]) -> Option<u16> {
    let axis = tiles.iter().position(|tile| *tile == Tile::MIRROR)?;
    let left = slots(tiles[..axis].iter());
    let right = slots(tiles[axis + 1..].iter().rev());
    if left.len() != right.len() {
        return None;
    }
    let strands = Strand::all(rules, left.len(), true);
    strands
        .filter(|(_, strand)| strand.holds(rules, &[&left, &right]))
        .map(|(value, _)| value)
        .max()
}
