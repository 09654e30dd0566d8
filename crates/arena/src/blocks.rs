//! The blocks of a plan to play: all, a shard, or those of either that are missing.

use crate::plan::Plan;

/// Blocks at equal distances: `first`, `first + step`, … below `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    first: u64,
    end: u64,
    step: u64,
}

impl Span {
    /// Every block of a plan.
    pub fn all(plan: &Plan) -> Span {
        Span {
            first: 0,
            end: plan.blocks(),
            step: 1,
        }
    }

    /// The blocks of shard `shard` (from 0) of `shards`: those whose number has this remainder.
    ///
    /// # Panics
    /// Unless `shard < shards`.
    pub fn shard(plan: &Plan, shard: u64, shards: u64) -> Span {
        assert!(shard < shards, "shard {shard} of {shards}, counted from 0");
        Span {
            first: shard,
            end: plan.blocks(),
            step: shards,
        }
    }

    /// The blocks of this span after block `last`; all of them if `last` is `None`.
    #[must_use]
    pub fn after(self, last: Option<u64>) -> Span {
        match last {
            Some(last) if last >= self.first => self.part((last - self.first) / self.step + 1),
            _ => self,
        }
    }

    /// The blocks of this span with numbers below `end`.
    #[must_use]
    pub fn below(self, end: u64) -> Span {
        Span {
            end: end.min(self.end),
            ..self
        }
    }

    /// The first `blocks` blocks of this span.
    #[must_use]
    pub fn at_most(self, blocks: u64) -> Span {
        let end = self.first.saturating_add(blocks.saturating_mul(self.step));
        Span {
            end: end.min(self.end),
            ..self
        }
    }

    pub fn len(self) -> u64 {
        self.end.saturating_sub(self.first).div_ceil(self.step)
    }

    /// Whether there is no block.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn first(self) -> Option<u64> {
        (!self.is_empty()).then_some(self.first)
    }

    pub fn last(self) -> Option<u64> {
        let before = self.len().checked_sub(1)?;
        Some(self.block(before))
    }

    /// The distance from one block to the next.
    pub fn step(self) -> u64 {
        self.step
    }

    /// Whether the span contains a block.
    pub fn contains(self, block: u64) -> bool {
        self.index(block).is_some()
    }

    fn block(self, index: u64) -> u64 {
        self.first + index * self.step
    }

    fn index(self, block: u64) -> Option<u64> {
        let distance = block.checked_sub(self.first)?;
        (block < self.end && distance.is_multiple_of(self.step)).then_some(distance / self.step)
    }

    /// The span without its first `skipped` blocks.
    fn part(self, skipped: u64) -> Span {
        let first = self.first.saturating_add(skipped.saturating_mul(self.step));
        Span { first, ..self }
    }
}

/// A list of blocks in the order of play. Its memory grows with the number of spans, not of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Blocks {
    spans: Vec<Span>,
    /// For each span, the number of blocks up to its end.
    ends: Vec<u64>,
}

impl Blocks {
    /// Adds a span at the end.
    pub fn push(&mut self, span: Span) {
        if !span.is_empty() {
            self.ends.push(self.len() + span.len());
            self.spans.push(span);
        }
    }

    pub fn len(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The block that is played first.
    pub fn first(&self) -> Option<u64> {
        self.spans.first()?.first()
    }

    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Whether the list contains a block; the list must be in ascending order.
    pub fn contains(&self, block: u64) -> bool {
        let place = self.spans.partition_point(|span| span.end <= block);
        self.spans
            .get(place)
            .is_some_and(|span| span.contains(block))
    }

    /// The block at this place, from 0.
    ///
    /// # Panics
    /// Unless `index` is less than [`Blocks::len`].
    pub(crate) fn block(&self, index: u64) -> u64 {
        let place = self.ends.partition_point(|end| *end <= index);
        let before = place.checked_sub(1).map_or(0, |place| self.ends[place]);
        self.spans[place].block(index - before)
    }
}

impl From<Span> for Blocks {
    fn from(span: Span) -> Blocks {
        let mut blocks = Blocks::default();
        blocks.push(span);
        blocks
    }
}

impl FromIterator<u64> for Blocks {
    fn from_iter<T: IntoIterator<Item = u64>>(list: T) -> Blocks {
        let mut blocks = Blocks::default();
        for block in list {
            blocks.push(Span {
                first: block,
                end: block.saturating_add(1),
                step: 1,
            });
        }
        blocks
    }
}

/// The blocks of a span that have not been found yet.
#[derive(Debug, Clone)]
pub struct MissingBlocks {
    /// The blocks after the last one found.
    tail: Span,
    gaps: Blocks,
    found: u64,
}

impl MissingBlocks {
    /// The span before any block is found.
    pub fn of(span: Span) -> MissingBlocks {
        MissingBlocks {
            tail: span,
            gaps: Blocks::default(),
            found: 0,
        }
    }

    /// Removes a block. Blocks must come in ascending order; a block outside the span has no
    /// effect.
    pub fn found(&mut self, block: u64) {
        if let Some(index) = self.tail.index(block) {
            self.gaps.push(self.tail.at_most(index));
            self.tail = self.tail.part(index + 1);
            self.found += 1;
        }
    }

    /// Number of blocks of the span found.
    pub fn count_found(&self) -> u64 {
        self.found
    }

    /// The blocks that were not found, in ascending order.
    pub fn missing(&self) -> Blocks {
        let mut missing = self.gaps.clone();
        missing.push(self.tail);
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(blocks: &Blocks) -> Vec<u64> {
        (0..blocks.len()).map(|index| blocks.block(index)).collect()
    }

    /// A comparison with sets, for every span and every subset of a few numbers.
    #[test]
    fn what_is_missing_is_the_span_without_what_was_found() {
        for (first, step) in [(0, 1), (0, 2), (1, 3), (9, 4), (12, 5)] {
            let end = 10;
            let span = Span { first, end, step };
            let members: Vec<u64> = (first..end).step_by(step as usize).collect();
            assert_eq!(span.len(), members.len() as u64);
            assert_eq!(
                (span.first(), span.last()),
                (members.first().copied(), members.last().copied())
            );
            assert!((0..20).all(|block| span.contains(block) == members.contains(&block)));
            for bits in 0_u32..1 << end {
                let there = |block: &u64| bits >> block & 1 == 1;
                let mut rest = MissingBlocks::of(span);
                (0..end).filter(there).for_each(|block| rest.found(block));
                let missing = rest.missing();
                let expected: Vec<u64> = members.iter().copied().filter(|b| !there(b)).collect();
                assert_eq!(list(&missing), expected);
                assert_eq!(missing.first(), expected.first().copied());
                assert_eq!(rest.count_found() + missing.len(), span.len());
                assert!((0..20).all(|block| missing.contains(block) == expected.contains(&block)));
            }
        }
    }

    #[test]
    fn a_list_keeps_its_order() {
        let blocks: Blocks = [5, 2, 9].into_iter().collect();
        assert_eq!(list(&blocks), [5, 2, 9]);
        assert!(Blocks::default().is_empty());
    }
}
