//! Merges the records of one run: the union of their blocks, in order. Records of different runs
//! are an error. So are two different blocks with one number, because a run has only one result.
//!
//! The union is associative, commutative and idempotent. When written, it equals block for block
//! what one program would have written that played all its blocks.

use std::io::{self, BufRead, Seek};

use crate::difference::Difference;
use crate::scan::{Damage, Piece, Scan};
use crate::types::{Block, Header};

/// Why records cannot be merged. Sources are numbered from 0.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    #[error("there is nothing to put together")]
    Nothing,
    /// Two sources belong to different runs; the difference comes last.
    #[error("records {0} and {1} are of different runs: another {2}")]
    Different(usize, usize, Difference),
    /// Two sources have different games of this block.
    #[error("block {0} is not the same in records {1} and {2}")]
    Conflict(u64, usize, usize),
    /// A source cannot be read.
    #[error("record {0} cannot be read: {1}")]
    Io(usize, io::Error),
}

/// The union of the blocks of several records, in order. It holds one block of each in memory. The
/// iterator ends after an error.
#[derive(Debug)]
pub struct Merge<R> {
    sources: Vec<Source<R>>,
    failed: bool,
}

#[derive(Debug)]
struct Source<R> {
    scan: Scan<R>,
    next: Option<Block>,
    last: Option<u64>,
    blocks: u64,
    damage: Vec<Damage>,
}

impl<R: BufRead + Seek> Merge<R> {
    /// Reads the first block of each source.
    ///
    /// # Errors
    /// [`MergeError::Nothing`]; [`MergeError::Different`] if the headers differ, even if only in
    /// the build, because another build may play differently; [`MergeError::Io`].
    pub fn new(scans: Vec<Scan<R>>) -> Result<Merge<R>, MergeError> {
        let first = scans.first().ok_or(MergeError::Nothing)?.header();
        for (second, scan) in scans.iter().enumerate() {
            if let Some(field) = Difference::of(first, scan.header()) {
                return Err(MergeError::Different(0, second, field));
            }
        }
        let mut merge = Merge {
            sources: scans
                .into_iter()
                .map(|scan| Source {
                    scan,
                    next: None,
                    last: None,
                    blocks: 0,
                    damage: Vec::new(),
                })
                .collect(),
            failed: false,
        };
        for place in 0..merge.sources.len() {
            merge.advance(place)?;
        }
        Ok(merge)
    }

    pub fn header(&self) -> &Header {
        self.sources[0].scan.header()
    }

    /// The last block taken from a source. It equals the block just returned if the source has that
    /// one.
    pub fn taken(&self, place: usize) -> Option<u64> {
        self.sources[place].last
    }

    /// Number of sound blocks of a source read so far.
    pub fn blocks(&self, place: usize) -> u64 {
        self.sources[place].blocks
    }

    /// The damage of a source found so far.
    pub fn damage(&self, place: usize) -> &[Damage] {
        &self.sources[place].damage
    }

    /// Takes the waiting block of a source and reads the next.
    fn advance(&mut self, place: usize) -> Result<Option<Block>, MergeError> {
        let source = &mut self.sources[place];
        let taken = source.next.take();
        source.last = taken.as_ref().map(|block| block.block).or(source.last);
        while source.next.is_none() {
            match source.scan.next() {
                None => break,
                Some(Ok(Piece::Block(block))) => {
                    source.blocks += 1;
                    source.next = Some(block);
                }
                Some(Ok(Piece::Damage(damage))) => source.damage.push(damage),
                Some(Err(cause)) => return Err(MergeError::Io(place, cause)),
            }
        }
        Ok(taken)
    }

    fn next_block(&mut self) -> Result<Option<Block>, MergeError> {
        let waiting = self.sources.iter().enumerate();
        let numbers =
            waiting.filter_map(|(place, source)| Some((source.next.as_ref()?.block, place)));
        let Some((number, first)) = numbers.min() else {
            return Ok(None);
        };
        let taken = self.advance(first)?;
        for second in first + 1..self.sources.len() {
            let is_copy = |block: &Block| block.block == number;
            if !self.sources[second].next.as_ref().is_some_and(is_copy) {
                continue;
            }
            // Every value has one encoding, so equal blocks have equal bytes.
            if self.advance(second)? != taken {
                return Err(MergeError::Conflict(number, first, second));
            }
        }
        Ok(taken)
    }
}

impl<R: BufRead + Seek> Iterator for Merge<R> {
    type Item = Result<Block, MergeError>;

    fn next(&mut self) -> Option<Result<Block, MergeError>> {
        if self.failed {
            return None;
        }
        let item = self.next_block().transpose();
        self.failed = matches!(item, Some(Err(_)));
        item
    }
}
