//! A table of the listings of continuations. A column stands for a multiset of open runs that fits
//! a byte, a row for everything else.

use rummilab_core::MAX_COPIES;
use rustc_hash::FxHashMap;

use crate::grammar::{BlockEnds, ContinuationCase, OpenId};

const WIDTH: usize = 256;

const NONE: u32 = u32::MAX;

/// The number of cases, open runs apart.
const CASES: usize = 3 * 4 * 4 * 5 * 2 * 2;

/// The table of the cases met so far.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Vec<u32>,
    cells: Vec<u32>,
    /// The rows of cases with blocks.
    with_blocks: FxHashMap<ContinuationCase, u32>,
}

impl Rows {
    /// About how many bytes this holds.
    pub fn bytes(&self) -> usize {
        (self.rows.capacity() + self.cells.capacity()) * size_of::<u32>()
    }

    /// The row of a case.
    #[inline]
    pub fn row(&mut self, case: &ContinuationCase) -> u32 {
        if case.ends != BlockEnds::NONE || case.next > Some(MAX_COPIES) {
            return self.row_with_blocks(case);
        }
        let next = case.next.map_or(0, |n| usize::from(n) + 1);
        let mut number = case.phase as usize;
        number = number * 4 + usize::from(case.must);
        number = number * 4 + usize::from(case.may);
        number = number * 5 + next;
        number = number * 2 + usize::from(case.gain);
        number = number * 2 + usize::from(case.thrift);
        match self.rows.get(number) {
            Some(row) if *row != NONE => *row,
            _ => self.add_row(number),
        }
    }

    #[cold]
    fn row_with_blocks(&mut self, case: &ContinuationCase) -> u32 {
        let row = (self.cells.len() / WIDTH) as u32;
        let row = *self.with_blocks.entry(*case).or_insert(row);
        if row as usize * WIDTH == self.cells.len() {
            self.cells.resize(self.cells.len() + WIDTH, NONE);
        }
        row
    }

    #[cold]
    fn add_row(&mut self, number: usize) -> u32 {
        self.rows.resize(CASES, NONE);
        let row = (self.cells.len() / WIDTH) as u32;
        self.rows[number] = row;
        self.cells.resize(self.cells.len() + WIDTH, NONE);
        row
    }

    /// The number of the listing in this row for these open runs, which must have been asked for.
    pub fn known(&self, row: u32, id: OpenId) -> u32 {
        self.cells[row as usize * WIDTH + id as usize]
    }

    /// The number of the listing in this row for these open runs; `find` makes it on first use.
    #[inline]
    pub fn listing(&mut self, row: u32, id: OpenId, find: impl FnOnce() -> u32) -> u32 {
        let cell = &mut self.cells[row as usize * WIDTH + id as usize];
        if *cell == NONE {
            *cell = find();
        }
        *cell
    }
}
