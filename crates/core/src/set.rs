//! Sets and tables as they lie: ordered tiles.

use std::fmt;

use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use crate::counts::TileCounts;
use crate::tile::Tile;

/// A set as it lies on the table: tiles in order, legal or not.
///
/// Two sets are `==` if their layouts are. Rules that speak of *the same set* compare
/// [`Set::sorted`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Set {
    tiles: SmallVec<[Tile; 14]>,
    /// See [`Set::reading`].
    reading: Option<SetReading>,
}

/// The reading of a set, stated where its tiles allow several: one number tile and two or more
/// jokers, under rules in which a joker keeps its place (docs/rules.md#taking-a-joker-back).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetReading {
    /// `R9 J J:group`.
    Group,
    /// `R9 J J:run`.
    Run,
    /// `R9 J J:step-run`.
    StepRun,
}

impl SetReading {
    /// Every reading.
    pub const ALL: [SetReading; 3] = [SetReading::Group, SetReading::Run, SetReading::StepRun];

    /// The word of the notation.
    pub const fn word(self) -> &'static str {
        match self {
            SetReading::Group => "group",
            SetReading::Run => "run",
            SetReading::StepRun => "step-run",
        }
    }
}

impl Set {
    /// A set with these tiles in this order.
    pub fn new<I: IntoIterator<Item = Tile>>(tiles: I) -> Set {
        Set {
            tiles: tiles.into_iter().collect(),
            reading: None,
        }
    }

    /// The reading that was stated, if any. It is part of the set: `R9 J J:group` is another set
    /// than `R9 J J:run`.
    pub fn reading(&self) -> Option<SetReading> {
        self.reading
    }

    /// The same tiles with this reading stated, or with none.
    #[must_use]
    pub fn read_as(mut self, reading: Option<SetReading>) -> Set {
        self.reading = reading;
        self
    }

    /// Adds a tile at the end.
    #[inline]
    pub fn push(&mut self, tile: Tile) {
        self.tiles.push(tile);
    }

    /// Removes the tile at the end, if there is one.
    pub fn pop(&mut self) -> Option<Tile> {
        self.tiles.pop()
    }

    /// Reverses the order of the tiles.
    #[inline]
    pub fn reverse(&mut self) {
        self.tiles.reverse();
    }

    /// The tiles in the order in which they lie.
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The same tiles ascending. Two sets have the same result exactly if they are the same
    /// multiset.
    pub fn sorted(&self) -> Set {
        let mut tiles = self.tiles.clone();
        tiles.sort_unstable();
        Set {
            tiles,
            reading: self.reading,
        }
    }

    /// Number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }
}

impl FromIterator<Tile> for Set {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Set {
        Set::new(tiles)
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::write_tiles(f, self.tiles.iter().copied())?;
        match self.reading {
            Some(reading) => write!(f, ":{}", reading.word()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for Set {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// All sets on the table, and the owner of each group if groups have owners
/// (docs/rules.md#group-stacks). [`parse_table`](crate::notation::parse_table) reads one under
/// rules.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Table {
    sets: Vec<Set>,
    /// One entry per set, or empty if the owners are not known.
    owners: Vec<Option<u8>>,
}

impl Table {
    /// A table with these sets, in this order, without owners.
    pub fn new(sets: Vec<Set>) -> Table {
        Table {
            sets,
            owners: Vec::new(),
        }
    }

    /// A table with these sets and their owners: a seat for a group, `None` for a run.
    ///
    /// # Panics
    /// Unless there are as many owners as sets.
    pub fn owned(sets: Vec<Set>, owners: Vec<Option<u8>>) -> Table {
        assert_eq!(sets.len(), owners.len(), "an owner or none for every set");
        Table { sets, owners }
    }

    /// The owner of each set if known: a seat for a group, `None` for a run.
    pub fn owners(&self) -> Option<&[Option<u8>]> {
        let said = !self.owners.is_empty() || self.sets.is_empty();
        said.then_some(&self.owners)
    }

    /// The seat that owns a set, if known.
    pub fn owner(&self, set: usize) -> Option<u8> {
        self.owners.get(set).copied().flatten()
    }

    /// The sets.
    #[inline]
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// The sets, by value.
    pub fn into_sets(self) -> Vec<Set> {
        self.sets
    }

    /// Every tile of every set.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.sets.iter().flat_map(|set| set.tiles().iter().copied())
    }

    /// The tiles as one multiset, or the first tile that occurs more often than a multiset can
    /// hold.
    pub fn counts(&self) -> Result<TileCounts, Tile> {
        TileCounts::try_from_tiles(self.tiles())
    }

    /// The sets as sorted multisets in ascending order. Two tables have the same result exactly if
    /// they hold the same sets.
    pub fn sorted_sets(&self) -> Vec<Set> {
        let mut sets: Vec<Set> = self.sets.iter().map(Set::sorted).collect();
        sets.sort_unstable();
        sets
    }

    /// Number of sets of this table that also lie on `other`, as multisets of sets: the untouched
    /// sets (docs/solver.md#fewest-changes). If both tables name owners, a group with another owner
    /// is another group.
    pub fn untouched_in(&self, other: &Table) -> usize {
        let owned = !self.owners.is_empty() && !other.owners.is_empty();
        let keys = |table: &Table| {
            let owner = |i| if owned { table.owner(i) } else { None };
            let sets = table.sets.iter().enumerate();
            let mut keys: Vec<_> = sets.map(|(i, set)| (set.sorted(), owner(i))).collect();
            keys.sort_unstable();
            keys
        };
        self.sets.len() - unmatched(&keys(self), &keys(other)).len()
    }

    /// The sets of `self` that are not on `other`, in the order of `self`.
    pub fn sets_not_in(&self, other: &Table) -> Vec<&Set> {
        let mut rest = other.sorted_sets();
        self.sets
            .iter()
            .filter(|set| {
                let found = rest.binary_search(&set.sorted());
                if let Ok(i) = found {
                    rest.remove(i);
                }
                found.is_err()
            })
            .collect()
    }
}

/// The elements of sorted `a` without a partner in sorted `b`.
fn unmatched<'a, T: Ord>(a: &'a [T], b: &[T]) -> Vec<&'a T> {
    let mut rest = b.iter().peekable();
    a.iter()
        .filter(|set| {
            while rest.next_if(|other| other < set).is_some() {}
            rest.next_if(|other| other == set).is_none()
        })
        .collect()
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, set) in self.sets.iter().enumerate() {
            if i > 0 {
                f.write_str(" ; ")?;
            }
            write!(f, "{set}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}
