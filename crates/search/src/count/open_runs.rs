//! The open runs of all colours between two values, and what a value does to them.
//!
//! These are the states of the automaton while it may still choose. A state has a byte for each
//! colour, its row, which counts the open runs by length:
//!
//! ```text
//!   bits of a row   0 0 | n n | n n | n n
//!                          |     |     +-- open runs of one tile: must go on twice
//!                          |     +-------- of two: must go on once
//!                          +-------------- of three and more: may end
//!
//!   R3 R4 R5 . K4 K5 . K5 open after 5:  red 00 01 00 00,  black 00 00 01 01
//! ```
//!
//! *Which state can do all that another can*, and *which states from below and above meet*, are
//! questions of matching: each run of one side needs a partner of its own that is long enough. Who
//! can be the partner of a long run can be that of a shorter one too. So Hall's condition (1935)
//! asks only, for each length: are there as many runs of that length and more on the other side? A
//! key holds these counts with a free bit above each, and one subtraction compares all of them:
//!
//! ```text
//!   key a, free bits set   1 11 | 1 10 | 1 10     counts 3, 2, 2
//!   - key b                0 01 | 0 10 | 0 11     counts 1, 2, 3
//!   =                      1 10 | 1 00 | 0 11     2 < 3 took the last free bit
//! ```

/// The numbers of runs of one colour open with one, two, and three or more tiles, two bits each.
type Row = u8;
/// The rows of all colours, a byte each, the first colour lowest.
pub(super) type Open = u64;

const ROWS: usize = 64;
pub(super) const COLOURS: usize = 8;
/// No row: a run of one or two tiles cannot go on.
const STUCK: Row = Row::MAX;

fn lengths(row: Row) -> [u8; 3] {
    [row & 3, row >> 2 & 3, row >> 4 & 3]
}

fn row(lengths: [u8; 3]) -> Row {
    lengths[0] | lengths[1] << 2 | lengths[2] << 4
}

/// The keys of the rows of all colours, the first colour lowest. One state can do all that another
/// can if no number of its key is smaller. No two states can do so both ways.
type Key = u128;
/// Numbers in a row's key. Each has three bits: two for its value, and a free one.
const KEY_NUMBERS: usize = 5;
const KEY_BITS: usize = 3 * KEY_NUMBERS;
/// The free bits of all numbers.
const FREE: Key = {
    let (mut bits, mut number) = (0, 0);
    while number < KEY_NUMBERS * COLOURS {
        bits |= 0b100 << (3 * number);
        number += 1;
    }
    bits
};

/// The key of the rows of [`SHORT`] colours at most.
type ShortKey = u64;
/// The most colours of a short key.
const SHORT: usize = 4;
const FREE_SHORT: ShortKey = FREE as ShortKey & ((1 << (SHORT * KEY_BITS)) - 1);

/// Whether no number of `a` is smaller than that of `b`.
#[inline]
fn covers(a: ShortKey, b: ShortKey) -> bool {
    ((a | FREE_SHORT) - b) & FREE_SHORT == FREE_SHORT
}

/// Transitions of open runs at a value, computed once for a number of colours and copies.
#[derive(Debug)]
pub(super) struct RunRows {
    colours: usize,
    /// By row and number of tiles in runs: the row after the value.
    next: [[Row; 4]; ROWS],
    keys: [u16; ROWS],
    /// By row of the values from the other end: the least key of a row that it meets.
    needs: [u16; ROWS],
    /// Every choice of groups of one value, as the tiles of each colour that it takes.
    groups: Vec<Tiles>,
}

/// Tiles of one value by colour.
pub(super) type Tiles = [u8; COLOURS];

impl RunRows {
    /// The rows for this many colours and copies, with groups of three to `largest_group` tiles.
    pub(super) fn new(colours: usize, copies: u8, largest_group: usize) -> RunRows {
        let rows = 0..ROWS as Row;
        let mut next = [[STUCK; 4]; ROWS];
        for (row, next) in rows.clone().zip(&mut next) {
            for (tiles, next) in (0..=copies).zip(next) {
                *next = after(row, tiles);
            }
        }
        RunRows {
            colours,
            next,
            keys: std::array::from_fn(|row| key(row as Row)),
            needs: std::array::from_fn(|row| needed(row as Row)),
            groups: choices_of_groups(colours, copies, largest_group),
        }
    }

    /// Adds every state after a value with these tiles, some in groups and all others in runs, from
    /// each of these states.
    pub(super) fn reach_from_all(&self, from: &[Open], tiles: &Tiles, reached: &mut Vec<Open>) {
        let in_runs = |group: &Tiles| -> Option<Tiles> {
            let mut rest = *tiles;
            for (rest, taken) in rest.iter_mut().zip(group) {
                *rest = rest.checked_sub(*taken)?;
            }
            Some(rest)
        };
        let rows = Open::MAX >> (64 - 8 * self.colours);
        let waiting: Vec<Open> = from.iter().map(|open| waiting(open & rows)).collect();
        for rest in self.groups.iter().filter_map(in_runs) {
            let enough = Open::from_le_bytes(rest) | ABOVE;
            let states = from.iter().zip(&waiting);
            let states = states.filter(|(_, waiting)| (enough - *waiting) & ABOVE == ABOVE);
            reached.extend(states.map(|(open, _)| self.go_on(*open, &rest)));
        }
    }

    /// The state after a value with these tiles in runs, which are enough for all that must go on.
    #[inline]
    fn go_on(&self, open: Open, in_runs: &Tiles) -> Open {
        let row = |colour: usize| (open >> (8 * colour)) as usize & (ROWS - 1);
        let colours = in_runs.iter().enumerate().take(self.colours);
        let rows = colours.map(|(colour, tiles)| {
            Open::from(self.next[row(colour)][usize::from(*tiles)]) << (8 * colour)
        });
        rows.fold(0, |after, row| after | row)
    }

    /// Drops every state if another can do all that it can. The order is descending, because long
    /// runs have high bits and cover most.
    pub(super) fn keep_the_best(&self, states: &mut Vec<Open>) {
        states.sort_unstable_by(|a, b| b.cmp(a));
        states.dedup();
        if self.colours <= SHORT {
            let keys = states.iter().map(|open| self.short_key(*open)).collect();
            keep_covering(states, keys, covers);
        } else {
            let keys = states.iter().map(|open| self.key(*open)).collect();
            keep_covering(states, keys, does_all);
        }
    }

    fn key(&self, open: Open) -> Key {
        let row = |colour: usize| (open >> (8 * colour)) as usize & (ROWS - 1);
        let key = |colour| Key::from(self.keys[row(colour)]) << (KEY_BITS * colour);
        (0..self.colours).fold(0, |bits, colour| bits | key(colour))
    }

    /// The key of four colours at most.
    #[inline]
    fn short_key(&self, open: Open) -> ShortKey {
        short(&self.keys, open)
    }

    /// Whether a state of the values below and one of those above meet, for four colours at most:
    /// their open runs can be joined, so that all of them have three tiles.
    pub(super) fn any_meet(
        &self,
        below: impl Iterator<Item = Open>,
        above: impl Iterator<Item = Open>,
    ) -> bool {
        let keys: Vec<ShortKey> = below.map(|open| self.short_key(open)).collect();
        let mut needs = above.map(|open| short(&self.needs, open));
        needs.any(|needed| keys.iter().any(|key| covers(*key, needed)))
    }

    /// The fewest tiles with which all open runs may end.
    pub(super) fn lacks(&self, open: Open) -> usize {
        let rows = (0..self.colours).map(|colour| lengths((open >> (8 * colour)) as Row));
        rows.map(|[one, two, _]| usize::from(2 * one + two)).sum()
    }

    /// Whether no run is open that would have to go on.
    pub(super) fn may_end(&self, open: Open) -> bool {
        open & 0x0f0f_0f0f_0f0f_0f0f == 0
    }
}

/// The keys of the rows of four colours at most.
#[inline]
fn short(keys: &[u16; ROWS], open: Open) -> ShortKey {
    let row = |colour: usize| (open >> (8 * colour)) as usize & (ROWS - 1);
    let key = |colour| ShortKey::from(keys[row(colour)]) << (KEY_BITS * colour);
    key(0) | key(1) | key(2) | key(3)
}

/// The highest bit of every byte.
const ABOVE: Open = 0x8080_8080_8080_8080;

/// By colour, a byte each: the runs of one and two tiles, which must go on.
#[inline]
fn waiting(open: Open) -> Open {
    const TWO_BITS: Open = 0x0303_0303_0303_0303;
    (open & TWO_BITS) + (open >> 2 & TWO_BITS)
}

/// Drops every state whose key is covered by that of another. No two keys cover each other.
fn keep_covering<K: Copy>(
    states: &mut Vec<Open>,
    mut keys: Vec<K>,
    covers: impl Fn(K, K) -> bool + Copy,
) {
    let mut best = 0;
    for next in 0..states.len() {
        let (state, key) = (states[next], keys[next]);
        if keys[..best].iter().any(|other| covers(*other, key)) {
            continue;
        }
        let mut kept = 0;
        for other in 0..best {
            if !covers(key, keys[other]) {
                (states[kept], keys[kept]) = (states[other], keys[other]);
                kept += 1;
            }
        }
        (states[kept], keys[kept]) = (state, key);
        best = kept + 1;
    }
    states.truncate(best);
}

/// The row after a value with this many tiles in runs. Runs of one and two tiles must go on. Those
/// of three and more go on before new ones begin, because they can do all that a new one can.
fn after(row: Row, tiles: u8) -> Row {
    let [one, two, three] = lengths(row);
    let Some(free) = tiles.checked_sub(one + two) else {
        return STUCK;
    };
    let longer = free.min(three);
    self::row([free - longer, one, two + longer])
}

/// The key of a row. Runs like `a` can do all that runs like `b` can if no number of the key of `a`
/// is smaller. Every run of `b` needs a run of its own in `a` that is at least as long, and every
/// other run of `a` must be able to end. That is Hall's condition for either side; a matching for
/// each is one for both (Mendelsohn and Dulmage, 1958).
fn key(row: Row) -> u16 {
    let [one, two, three] = lengths(row);
    let long = [three, three + two, three + two + one];
    let short = [one, one + two].map(|runs| 3_u8.saturating_sub(runs));
    number_key(long.into_iter().chain(short))
}

/// The least key of a row that meets this one, read from the other end. An open run of one tile
/// needs one of two or more to join, a run of two needs any. Hall's condition for those of either
/// side is again one for both.
fn needed(row: Row) -> u16 {
    let [one, two, three] = lengths(row);
    let long = [0, one, one + two];
    let short = [two + three, one + two + three].map(|runs| 3_u8.saturating_sub(runs));
    number_key(long.into_iter().chain(short))
}

/// The key with these numbers, the first one lowest.
fn number_key(numbers: impl DoubleEndedIterator<Item = u8>) -> u16 {
    let numbers = numbers.rev();
    numbers.fold(0, |key, number| key << 3 | u16::from(number.min(3)))
}

/// Whether no number of `a` is smaller than that of `b`: then no free bit is borrowed.
fn does_all(a: Key, b: Key) -> bool {
    ((a | FREE) - b) & FREE == FREE
}

/// Tiles that groups take, for every choice of groups of one value, none included.
fn choices_of_groups(colours: usize, copies: u8, largest: usize) -> Vec<Tiles> {
    let mut choices = vec![Tiles::default()];
    for members in 0..1_u32 << colours {
        if !(3..=largest).contains(&(members.count_ones() as usize)) {
            continue;
        }
        let mut next = 0;
        while let Some(before) = choices.get(next) {
            next += 1;
            let mut sum = *before;
            (0..colours).for_each(|colour| sum[colour] += (members >> colour & 1) as u8);
            if sum.iter().all(|n| *n <= copies) && !choices.contains(&sum) {
                choices.push(sum);
            }
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a row reads this sequence of tiles in runs, to its end.
    fn reads(mut row: Row, tiles: &[u8]) -> bool {
        for n in tiles {
            row = after(row, *n);
            if row == STUCK {
                return false;
            }
        }
        let [one, two, _] = lengths(row);
        one == 0 && two == 0
    }

    /// A row that covers another reads everything that the other reads. If it does not cover the
    /// other, some sequence tells them apart, so no state is kept without need.
    #[test]
    fn covering_is_reading_all_that_the_other_reads() {
        let rows = (0..ROWS as Row).filter(|row| lengths(*row).iter().sum::<u8>() <= 3);
        let rows: Vec<Row> = rows.collect();
        let sequences: Vec<[u8; 5]> = (0..4_usize.pow(5))
            .map(|n| std::array::from_fn(|i| (n >> (2 * i) & 3) as u8))
            .collect();
        for &a in &rows {
            for &b in &rows {
                let all = sequences.iter().all(|s| !reads(b, s) || reads(a, s));
                assert_eq!(
                    does_all(key(a).into(), key(b).into()),
                    all,
                    "{:?} {:?}",
                    lengths(a),
                    lengths(b)
                );
            }
        }
    }

    /// Whether the open runs of both sides can be joined in pairs so that all have three tiles, by
    /// trying every partner for each.
    fn join(below: &[usize], above: &[usize]) -> bool {
        let Some((run, rest)) = below.split_first() else {
            return above.iter().all(|run| *run >= 3);
        };
        let ends = *run >= 3 && join(rest, above);
        ends || (0..above.len()).any(|partner| {
            let mut others = above.to_vec();
            run + others.swap_remove(partner) >= 3 && join(rest, &others)
        })
    }

    #[test]
    fn rows_meet_if_all_their_runs_can_be_long() {
        let rows = (0..ROWS as Row).filter(|row| lengths(*row).iter().sum::<u8>() <= 3);
        let rows: Vec<Row> = rows.collect();
        let runs = |row: Row| -> Vec<usize> {
            let by_length = lengths(row).into_iter().zip(1..);
            by_length
                .flat_map(|(runs, length)| std::iter::repeat_n(length, usize::from(runs)))
                .collect()
        };
        let all = RunRows::new(2, 3, 4);
        let mut seen = [0, 0];
        for &a in &rows {
            for &b in &rows {
                // The other colour has nothing open.
                let meet = all.any_meet(
                    [Open::from(a) << 8].into_iter(),
                    [Open::from(b) << 8].into_iter(),
                );
                assert_eq!(
                    meet,
                    join(&runs(a), &runs(b)),
                    "{:?} {:?}",
                    runs(a),
                    runs(b)
                );
                seen[usize::from(meet)] += 1;
            }
        }
        assert!(seen.iter().all(|seen| *seen > 50), "{seen:?}");
    }

    #[test]
    fn groups_are_chosen_together() {
        // No group at all; one group: four of three tiles, one of four.
        let of = |copies| choices_of_groups(4, copies, 4).len();
        assert_eq!((of(0), of(1)), (1, 6));
        // Sums of two: 10 of three and three, 4 of three and four, 1 of four and four; all differ.
        assert_eq!(of(2), 21);
        assert_eq!(choices_of_groups(4, 1, 3).len(), 5);
        assert_eq!(choices_of_groups(2, 2, 2).len(), 1);
    }
}
