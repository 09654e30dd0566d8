//! The places of a new set in which an old one lies on, with jokers of its own still in it.

use smallvec::SmallVec;

use crate::standing::Standing;
use crate::tile::Tile;

/// An old set that lies on in a new one.
#[derive(Debug, Clone)]
pub(super) struct Lock {
    /// The old set.
    pub set: usize,
    /// The new set, and the place in it of the first tile of the old one.
    pub new: usize,
    first: usize,
    len: usize,
    /// The kinds that lie where jokers of the old set lay.
    pub paid: SmallVec<[Tile; 4]>,
}

impl Lock {
    pub fn overlaps(&self, other: &Lock) -> bool {
        self.new == other.new
            && self.first < other.first + other.len
            && other.first < self.first + self.len
    }

    /// The places of the new set that it takes.
    pub fn places(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

/// Every way in which the old set lies in the new one: its tiles in the same order side by side,
/// and in the place of a joker a joker or a tile that it stands for. At least one joker is left.
pub(super) fn locks_in(old: &Standing, set: usize, new: &Standing, number: usize) -> Vec<Lock> {
    let same = match (old, new) {
        (
            Standing::Run { colour, step, .. },
            Standing::Run {
                colour: of,
                step: by,
                ..
            },
        ) => colour == of && step == by,
        (Standing::Group { value, .. }, Standing::Group { value: of, .. }) => value == of,
        _ => false,
    };
    let len = old.tiles().len();
    if !same || new.tiles().len() < len {
        return Vec::new();
    }
    let mut locks = Vec::new();
    for first in 0..=new.tiles().len() - len {
        let window = &new.tiles()[first..first + len];
        let mut ways = vec![fitting(old, new, first, window, false)];
        if matches!(old, Standing::Group { .. }) {
            // A group looks the same from both sides.
            ways.push(fitting(old, new, first, window, true));
        }
        ways.dedup();
        for paid in ways.into_iter().flatten() {
            locks.push(Lock {
                set,
                new: number,
                first,
                len,
                paid,
            });
        }
    }
    locks
}

/// The kinds that lie in the places of jokers, if the old set lies in this window of the new one.
fn fitting(
    old: &Standing,
    new: &Standing,
    first: usize,
    window: &[Tile],
    reversed: bool,
) -> Option<SmallVec<[Tile; 4]>> {
    let mut paid = SmallVec::new();
    let mut left = 0;
    for (place, tile) in old.tiles().iter().enumerate() {
        let at = if reversed {
            window.len() - 1 - place
        } else {
            place
        };
        if old.kind_at(place) != new.kind_at(first + at) {
            return None;
        }
        match (tile.is_joker(), window[at].is_joker()) {
            (true, true) => left += 1,
            (true, false) => paid.push(window[at]),
            (false, _) if *tile != window[at] => return None,
            (false, _) => {}
        }
    }
    (left > 0).then_some(paid)
}
