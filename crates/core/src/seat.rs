//! Seats at the table, and lists with one value for each seat.

use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A player's place at the table, numbered clockwise from 0. Whether a game has this seat is not
/// checked here.
///
/// ```
/// use rummilab_core::{BySeat, Seat};
///
/// let tiles: BySeat<usize> = [14, 15, 13].into();
/// let last = tiles.seats().last().unwrap();
/// assert_eq!((last.to_string(), tiles[last]), ("2".to_owned(), 13));
/// assert_eq!(last.next(3), Seat(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub usize);

impl Seat {
    /// The number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }

    /// The seats of a game with `players` players, clockwise from the first.
    pub fn all(
        players: usize,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..players).map(Seat)
    }

    /// The seat that plays after this one.
    #[must_use]
    pub const fn next(self, players: usize) -> Seat {
        self.clockwise(1, players)
    }

    /// The seat that plays `turns` turns after this one.
    #[must_use]
    pub const fn clockwise(self, turns: usize, players: usize) -> Seat {
        Seat((self.0 + turns) % players)
    }

    /// Number of turns after `other` until this seat plays: 0 for `other` itself.
    pub const fn turns_after(self, other: Seat, players: usize) -> usize {
        (self.0 + players - other.0) % players
    }

    /// The other seats in playing order, beginning with the next.
    pub fn others(self, players: usize) -> impl Iterator<Item = Seat> + Clone {
        (1..players).map(move |turns| self.clockwise(turns, players))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

impl From<usize> for Seat {
    fn from(number: usize) -> Seat {
        Seat(number)
    }
}

impl From<u8> for Seat {
    fn from(number: u8) -> Seat {
        Seat(number.into())
    }
}

impl From<Seat> for usize {
    fn from(seat: Seat) -> usize {
        seat.0
    }
}

/// One value for each seat of a game, from the first seat on. Indexed by [`Seat`]; as a slice it is
/// in seat order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// Computes the value of each seat of a game with `players` players.
    pub fn from_fn(players: usize, value: impl FnMut(Seat) -> T) -> BySeat<T> {
        Seat::all(players).map(value).collect()
    }

    /// The same value for every seat.
    pub fn filled(players: usize, value: T) -> BySeat<T>
    where
        T: Clone,
    {
        BySeat(vec![value; players])
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        self.0.len()
    }

    /// The seats, clockwise from the first.
    pub fn seats(
        &self,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<T> {
        Seat::all(self.0.len())
    }

    /// Each seat with its value.
    pub fn with_seats(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        self.0
            .iter()
            .enumerate()
            .map(|(number, value)| (Seat(number), value))
    }

    /// The value of a seat; `None` if the game has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.0]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.0]
    }
}

impl<T> Deref for BySeat<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for BySeat<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> Default for BySeat<T> {
    fn default() -> BySeat<T> {
        BySeat(Vec::new())
    }
}

impl<T> From<Vec<T>> for BySeat<T> {
    fn from(values: Vec<T>) -> BySeat<T> {
        BySeat(values)
    }
}

impl<T, const N: usize> From<[T; N]> for BySeat<T> {
    fn from(values: [T; N]) -> BySeat<T> {
        BySeat(values.into())
    }
}

impl<T> FromIterator<T> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> BySeat<T> {
        BySeat(values.into_iter().collect())
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> std::vec::IntoIter<T> {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut BySeat<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> std::slice::IterMut<'a, T> {
        self.0.iter_mut()
    }
}
