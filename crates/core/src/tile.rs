//! One tile: a *kind* (colour and value, or a joker), not a piece of plastic. The
//! [`RuleSet`](crate::RuleSet) says which kinds a game uses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest value that a number tile can carry: 15, or 60 with the feature `many-values`.
pub const MAX_VALUE: u8 = if cfg!(feature = "many-values") {
    60
} else {
    15
};

/// The largest value of a tile that has a [`code`](Tile::code) of its own.
pub const MAX_CODED_VALUE: u8 = 15;

/// What a tile is in memory: its colour, then [`VALUE_BITS`] bits of its value.
#[cfg(not(feature = "many-values"))]
type Kind = u8;
#[cfg(feature = "many-values")]
type Kind = u16;

const VALUE_BITS: u32 = if cfg!(feature = "many-values") { 6 } else { 4 };
const VALUE: Kind = (1 << VALUE_BITS) - 1;
/// The bit of a joker, above all colours.
const JOKER: Kind = 8 << VALUE_BITS;

/// A tile colour, in the order in which tiles are printed inside a group.
///
/// Original and tournament use red, blue, black and orange. Twist uses pink, blue, black and
/// yellow. House uses red, blue, black, yellow, white and green (docs/rules.md#tile-colours).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Colour {
    Red,
    Pink,
    Blue,
    Black,
    Orange,
    Yellow,
    White,
    Green,
}

impl Colour {
    /// Every colour, in printing order.
    pub const ALL: [Colour; 8] = [
        Colour::Red,
        Colour::Pink,
        Colour::Blue,
        Colour::Black,
        Colour::Orange,
        Colour::Yellow,
        Colour::White,
        Colour::Green,
    ];

    /// The letter of the notation, upper case.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Pink => 'P',
            Colour::Blue => 'B',
            Colour::Black => 'K',
            Colour::Orange => 'O',
            Colour::Yellow => 'Y',
            Colour::White => 'W',
            Colour::Green => 'G',
        }
    }

    /// The English name.
    pub const fn word(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Pink => "pink",
            Colour::Blue => "blue",
            Colour::Black => "black",
            Colour::Orange => "orange",
            Colour::Yellow => "yellow",
            Colour::White => "white",
            Colour::Green => "green",
        }
    }

    /// The colour with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Colour> {
        let letter = letter.to_ascii_uppercase();
        Colour::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    }

    /// Position in [`Colour::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The kinds of joker (docs/rules.md#twist-sets). Each is a kind of tile of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum JokerKind {
    /// Stands for any one tile.
    Classic,
    /// Stands for two tiles: two consecutive numbers of a run, or two missing colours of a group.
    Double,
    /// Stands for one number of a run and changes its colour.
    ColourChange,
    /// The axis of a mirror set.
    Mirror,
}

impl JokerKind {
    /// Every kind, in printing order.
    pub const ALL: [JokerKind; 4] = [
        JokerKind::Classic,
        JokerKind::Double,
        JokerKind::ColourChange,
        JokerKind::Mirror,
    ];

    /// The letter of the notation, upper case.
    pub const fn letter(self) -> char {
        match self {
            JokerKind::Classic => 'J',
            JokerKind::Double => 'D',
            JokerKind::ColourChange => 'C',
            JokerKind::Mirror => 'M',
        }
    }

    /// The English name.
    pub const fn words(self) -> &'static str {
        match self {
            JokerKind::Classic => "joker",
            JokerKind::Double => "double joker",
            JokerKind::ColourChange => "colour-change joker",
            JokerKind::Mirror => "mirror joker",
        }
    }

    /// The kind with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<JokerKind> {
        let letter = letter.to_ascii_uppercase();
        JokerKind::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter)
    }

    /// Position in [`JokerKind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A kind of tile in one byte: a colour and a value from 1 to [`MAX_VALUE`], or a joker. With the
/// feature `many-values` it takes two.
///
/// The text form (`R7`, `J`) is its only public spelling: `Display`, `Debug`, `FromStr` and serde
/// all use it. Tiles are ordered by colour, then value; the jokers come last, classic first.
///
/// ```
/// use rummilab_core::{Colour, Tile};
///
/// let tile: Tile = "k12".parse()?;
/// assert_eq!(tile, Tile::number(Colour::Black, 12).unwrap());
/// assert_eq!(tile.to_string(), "K12");
/// assert_eq!(tile.value(), Some(12));
/// assert!("J".parse::<Tile>()?.is_joker());
/// # Ok::<(), rummilab_core::TileError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(Kind);

impl Tile {
    /// The classic joker.
    pub const JOKER: Tile = Tile::joker(JokerKind::Classic);
    /// The double joker.
    pub const DOUBLE: Tile = Tile::joker(JokerKind::Double);
    /// The colour-change joker.
    pub const COLOUR_CHANGE: Tile = Tile::joker(JokerKind::ColourChange);
    /// The mirror joker.
    pub const MIRROR: Tile = Tile::joker(JokerKind::Mirror);

    /// The joker of this kind.
    pub const fn joker(kind: JokerKind) -> Tile {
        Tile(JOKER | kind as Kind)
    }

    /// The number tile of this colour and value; `None` unless the value is in 1..=[`MAX_VALUE`].
    pub const fn number(colour: Colour, value: u8) -> Option<Tile> {
        if value == 0 || value > MAX_VALUE {
            None
        } else {
            Some(Tile((colour as Kind) << VALUE_BITS | value as Kind))
        }
    }

    /// Whether this is a joker of any kind.
    pub const fn is_joker(self) -> bool {
        self.0 & JOKER != 0
    }

    /// Which kind of joker this is; `None` for a number tile.
    pub const fn joker_kind(self) -> Option<JokerKind> {
        if self.is_joker() {
            Some(JokerKind::ALL[(self.0 & 3) as usize])
        } else {
            None
        }
    }

    /// The colour of a number tile.
    pub const fn colour(self) -> Option<Colour> {
        if self.is_joker() {
            None
        } else {
            Some(Colour::ALL[(self.0 >> VALUE_BITS) as usize])
        }
    }

    /// The value of a number tile.
    pub const fn value(self) -> Option<u8> {
        if self.is_joker() {
            None
        } else {
            Some((self.0 & VALUE).to_le_bytes()[0])
        }
    }

    /// Face value in points: the number, 0 for a joker.
    pub const fn face(self) -> u16 {
        if self.is_joker() {
            0
        } else {
            (self.0 & VALUE) as u16
        }
    }

    /// One more than the largest [`index`](Tile::index).
    pub const INDICES: usize = JOKER as usize + JokerKind::ALL.len();

    /// The place of this kind in an array over all kinds.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The byte of this kind in records: `colour index * 16 + value` for number tiles; 0x80 to 0x83
    /// for the jokers `J`, `D`, `C` and `M`. A value above [`MAX_CODED_VALUE`] has none: 0xF0.
    pub const fn code(self) -> u8 {
        match (self.colour(), self.value(), self.joker_kind()) {
            (_, _, Some(kind)) => 0x80 | kind as u8,
            (Some(colour), Some(value), _) if value <= MAX_CODED_VALUE => {
                (colour as u8) << 4 | value
            }
            _ => 0xF0,
        }
    }

    /// The tile with this [`code`](Tile::code).
    pub const fn from_code(code: u8) -> Option<Tile> {
        match code {
            0x80..=0x83 => Some(Tile::joker(JokerKind::ALL[(code & 3) as usize])),
            0..0x80 => Tile::number(Colour::ALL[(code >> 4) as usize], code & 0x0F),
            _ => None,
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.colour(), self.value(), self.joker_kind()) {
            (Some(colour), Some(value), _) => write!(f, "{colour}{value}"),
            (_, _, kind) => write!(f, "{}", kind.map_or('J', JokerKind::letter)),
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A token that is not a tile of any rule system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{token}` is not a tile: expected a colour letter and a value such as `R7`, or a joker `J`, \
     `D`, `C` or `M`"
)]
pub struct TileError {
    /// What was written.
    pub token: String,
}

impl FromStr for Tile {
    type Err = TileError;

    fn from_str(token: &str) -> Result<Tile, TileError> {
        let error = || TileError {
            token: token.to_owned(),
        };
        let mut chars = token.chars();
        if let (Some(letter), None) = (chars.next(), chars.next())
            && let Some(kind) = JokerKind::from_letter(letter)
        {
            return Ok(Tile::joker(kind));
        }
        let mut chars = token.chars();
        let colour = chars
            .next()
            .and_then(Colour::from_letter)
            .ok_or_else(error)?;
        let digits = chars.as_str();
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        digits
            .parse()
            .ok()
            .and_then(|value| Tile::number(colour, value))
            .ok_or_else(error)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_and_every_text_come_back() {
        let tiles: Vec<Tile> = (0..=u8::MAX).filter_map(Tile::from_code).collect();
        assert_eq!(tiles.len(), 8 * 15 + 4);
        for tile in tiles {
            assert_eq!(Tile::from_code(tile.code()), Some(tile));
            assert_eq!(tile.to_string().parse(), Ok(tile));
            assert_eq!(tile.to_string().to_lowercase().parse(), Ok(tile));
        }
    }

    #[test]
    fn every_value_has_a_text_and_an_index_of_its_own() {
        let number = |colour| (0..=MAX_VALUE).filter_map(move |value| Tile::number(colour, value));
        let mut tiles: Vec<Tile> = Colour::ALL.into_iter().flat_map(number).collect();
        assert_eq!(tiles.len(), 8 * usize::from(MAX_VALUE));
        tiles.extend(JokerKind::ALL.map(Tile::joker));
        assert!(tiles.is_sorted_by_key(|tile| tile.index()));
        assert!(tiles.iter().all(|tile| tile.index() < Tile::INDICES));
        for (tile, next) in tiles.iter().zip(&tiles[1..]) {
            assert_ne!(tile.index(), next.index());
            assert_eq!(tile.to_string().parse(), Ok(*tile));
            let coded = tile.value().is_none_or(|value| value <= MAX_CODED_VALUE);
            assert_eq!(Tile::from_code(tile.code()), coded.then_some(*tile));
        }
    }

    #[test]
    fn impossible_tokens_are_refused() {
        for token in [
            "",
            "R",
            "R0",
            if cfg!(feature = "many-values") {
                "R61"
            } else {
                "R16"
            },
            "R07",
            "X3",
            "7",
            "RJ",
            "J1",
            "R+3",
            "R-3",
            "R999999999999",
            "É3",
            "R3é",
        ] {
            assert!(token.parse::<Tile>().is_err(), "{token}");
        }
    }
}
