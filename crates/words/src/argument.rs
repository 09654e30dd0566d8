//! Values in messages: numbers, which choose a plural, and texts.

use rummilab_core::{Colour, Seat, Set, Tile, TileCounts};

/// A value of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    Number(i64),
    Text(String),
}

impl Argument {
    /// Whether a variant with this key is meant.
    pub(crate) fn is(&self, key: &str) -> bool {
        match self {
            Argument::Number(1) if key == "one" => true,
            Argument::Number(number) => key.parse() == Ok(*number),
            Argument::Text(text) => text == key,
        }
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl From<$number> for Argument {
            fn from(number: $number) -> Argument {
                Argument::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )+};
}

macro_rules! texts {
    ($($text:ty),+) => {$(
        impl From<$text> for Argument {
            fn from(text: $text) -> Argument {
                Argument::Text(text.to_string())
            }
        }
    )+};
}

numbers!(i32, i64, u8, u16, u32, u64, usize);
texts!(
    &str,
    String,
    &String,
    Colour,
    &Colour,
    Set,
    &Set,
    Tile,
    &Tile,
    TileCounts,
    &TileCounts
);

impl From<bool> for Argument {
    fn from(is: bool) -> Argument {
        Argument::from(if is { "yes" } else { "no" })
    }
}

impl From<Seat> for Argument {
    fn from(seat: Seat) -> Argument {
        Argument::from(seat.index())
    }
}
