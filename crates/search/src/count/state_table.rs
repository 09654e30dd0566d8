//! The states of an automaton, each kept once: found by its number, and by what it holds.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

/// States of the same kind, each a list, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct StateTable<T> {
    /// What the states hold, one after the other.
    held: Vec<T>,
    /// By number: where what a state holds ends.
    ends: Vec<usize>,
    /// The numbers by hash; where that is taken, by the next free one.
    numbers: FxHashMap<u64, u32>,
}

impl<T: Copy + Eq + Hash> StateTable<T> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// What the state of this number holds.
    pub(super) fn get(&self, number: usize) -> &[T] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.held[begin..self.ends[number]]
    }

    /// The number of the state that holds this, or where it would be found.
    pub(super) fn find(&self, state: &[T]) -> Result<u32, Free> {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        let mut hash = hasher.finish();
        while let Some(number) = self.numbers.get(&hash) {
            if self.get(*number as usize) == state {
                return Ok(*number);
            }
            hash = hash.wrapping_add(1);
        }
        Err(Free(hash))
    }

    /// The number of a new state, which holds this and would be found there.
    pub(super) fn add(&mut self, state: &[T], Free(hash): Free) -> u32 {
        let number = self.ends.len() as u32;
        self.held.extend_from_slice(state);
        self.ends.push(self.held.len());
        self.numbers.insert(hash, number);
        number
    }

    /// The number of the state that holds this, a new one if there is none.
    pub(super) fn number(&mut self, state: &[T]) -> u32 {
        self.find(state)
            .unwrap_or_else(|free| self.add(state, free))
    }

    pub(super) fn clear(&mut self) {
        self.held.clear();
        self.ends.clear();
        self.numbers.clear();
    }
}

/// A hash under which no state is found.
#[derive(Debug)]
pub(super) struct Free(u64);

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of which all hash alike.
    #[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
    struct Alike(u8);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn states_with_the_same_hash_are_told_apart() {
        let mut table = StateTable::default();
        let states: Vec<Vec<Alike>> = (0..20)
            .map(|n| vec![Alike(n); 1 + n as usize % 3])
            .collect();
        for _ in 0..2 {
            for (number, state) in states.iter().enumerate() {
                assert_eq!(table.number(state), number as u32);
                assert_eq!(table.get(number), state);
            }
            assert_eq!(table.len(), states.len());
        }
    }
}
