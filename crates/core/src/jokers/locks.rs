//! The places of a new set in which an old one lies on.

use smallvec::SmallVec;

use crate::rules::RuleSet;
use crate::standing::Standing;
use crate::tile::Tile;

use super::Refinements;
use super::payment::{choices, costs_every_colour};

/// An old set that lies on in a new one.
#[derive(Debug, Clone)]
pub(super) struct Lock {
    /// The old set.
    pub set: usize,
    /// The new set.
    pub new: usize,
    /// The places of the new set that it takes, a bit for each.
    places: u64,
    /// The kinds that lie where jokers of the old set lay.
    pub paid: SmallVec<[Tile; 4]>,
    /// Number of jokers that left it.
    pub freed: usize,
}

impl Lock {
    pub fn overlaps(&self, other: &Lock) -> bool {
        self.new == other.new && self.places & other.places != 0
    }

    /// Whether it takes this place of the new set.
    pub fn takes(&self, place: usize) -> bool {
        self.places >> place & 1 == 1
    }
}

/// Every way in which the old set lies in the new one: its tiles side by side in the same order. In
/// the place of a joker lies a joker, or a tile that it stands for; one joker at least is left.
///
/// Where sets are only extended, a group may lie in any order, and every joker may be replaced.
pub(super) fn locks_in(
    rules: &RuleSet,
    refined: &Refinements,
    (old, set): (&Standing, usize),
    (new, number): (&Standing, usize),
) -> Vec<Lock> {
    let len = old.tiles().len();
    let starts = 0..(new.tiles().len() + 1).saturating_sub(len);
    let ways: Vec<Vec<usize>> = match (old, new) {
        (
            Standing::Run { colour, step, .. },
            Standing::Run {
                colour: of,
                step: by,
                ..
            },
        ) if colour == of && step == by => starts.map(|at| (at..at + len).collect()).collect(),
        (Standing::Group { value, .. }, Standing::Group { value: of, .. }) if value == of => {
            if refined.extend {
                places_in_group(old, new)
            } else {
                // A group looks the same from both sides.
                let sides = |at: usize| [(at..at + len).collect(), (at..at + len).rev().collect()];
                starts.flat_map(sides).collect()
            }
        }
        _ => return Vec::new(),
    };
    let costs_all = costs_every_colour(old, refined.group3);
    let lock = |places: Vec<usize>| {
        let mut paid = replaced(old, new, &places)?;
        let mut freed = paid.len();
        let left = old.jokers() - freed;
        if freed > 0 && left == 0 && !refined.extend {
            return None;
        }
        let mut taken = places.iter().fold(0, |all, place| all | 1_u64 << place);
        if freed > 0 && costs_all {
            // Each missing colour lies in the set, so it has no room for another.
            paid = old.missing(rules).into_iter().collect();
            let whole = refined.extend && paid.iter().all(|kind| new.tiles().contains(kind));
            (whole && left == 0).then_some(())?;
            freed = old.jokers();
            taken = u64::MAX;
        }
        Some(Lock {
            set,
            new: number,
            places: taken,
            paid,
            freed,
        })
    };
    ways.into_iter().filter_map(lock).collect()
}

/// Every choice of places of a group for the tiles of another, in whatever order they lie.
fn places_in_group(old: &Standing, new: &Standing) -> Vec<Vec<usize>> {
    let place = |tile: &Tile| new.tiles().iter().position(|other| other == tile);
    let numbers: Option<Vec<usize>> = old.numbers().map(|tile| place(&tile)).collect();
    let Some(numbers) = numbers else {
        return Vec::new();
    };
    let all = 0..new.tiles().len();
    let others: Vec<usize> = all.filter(|place| !numbers.contains(place)).collect();
    let of_old = |jokers: Vec<usize>| {
        let (mut numbers, mut jokers) = (numbers.iter().copied(), jokers.into_iter());
        let next = |tile: &Tile| {
            if tile.is_joker() {
                jokers.next()
            } else {
                numbers.next()
            }
        };
        old.tiles().iter().filter_map(next).collect()
    };
    let jokers = choices(&others, old.jokers()).into_iter();
    jokers.map(of_old).collect()
}

/// The kinds that lie in the places of jokers, if the old set lies in these places of the new one.
fn replaced(old: &Standing, new: &Standing, places: &[usize]) -> Option<SmallVec<[Tile; 4]>> {
    let mut paid = SmallVec::new();
    for (place, (tile, at)) in old.tiles().iter().zip(places).enumerate() {
        let lies = new.tiles()[*at];
        if old.kind_at(place) != new.kind_at(*at) || !(tile.is_joker() || *tile == lies) {
            return None;
        }
        if tile.is_joker() && !lies.is_joker() {
            paid.push(lies);
        }
    }
    Some(paid)
}
