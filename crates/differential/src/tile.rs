//! Tiles and their notation, read and written without the code under test.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Joker {
    /// `J`: stands for one tile.
    Classic,
    /// `D`: stands for two tiles.
    Double,
    /// `C`: one number of a run, after which another colour follows.
    Change,
    /// `M`: the axis of a mirror set.
    Mirror,
}

impl Joker {
    /// Every kind, in the order of the arrays by kind.
    pub const ALL: [Joker; 4] = [Joker::Classic, Joker::Double, Joker::Change, Joker::Mirror];

    /// The letter of the notation.
    pub fn letter(self) -> char {
        match self {
            Joker::Classic => 'J',
            Joker::Double => 'D',
            Joker::Change => 'C',
            Joker::Mirror => 'M',
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }
}

/// A tile: a number of a colour, or a joker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    Number {
        /// The letter of its colour, upper case.
        colour: char,
        value: u8,
    },
    Joker(Joker),
}

impl Tile {
    pub fn number(colour: char, value: u8) -> Tile {
        Tile::Number { colour, value }
    }

    /// The face value; jokers count 0.
    pub fn face(self) -> u32 {
        match self {
            Tile::Number { value, .. } => u32::from(value),
            Tile::Joker(_) => 0,
        }
    }

    /// Whether it is a joker of any kind.
    pub fn is_joker(self) -> bool {
        matches!(self, Tile::Joker(_))
    }

    /// Reads one tile, such as `R7` or `J`.
    pub fn parse(text: &str) -> Option<Tile> {
        let text = text.trim().to_ascii_uppercase();
        let mut letters = text.chars();
        let letter = letters.next()?;
        let rest = letters.as_str();
        if rest.is_empty() {
            let joker = Joker::ALL.into_iter().find(|kind| kind.letter() == letter);
            return joker.map(Tile::Joker);
        }
        let value = rest.parse().ok().filter(|value| *value > 0)?;
        "RPBKOYWG"
            .contains(letter)
            .then(|| Tile::number(letter, value))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tile::Number { colour, value } => write!(f, "{colour}{value}"),
            Tile::Joker(kind) => write!(f, "{}", kind.letter()),
        }
    }
}

/// Reads tiles separated by blanks; `None` if one cannot be read.
pub fn parse_tiles(text: &str) -> Option<Vec<Tile>> {
    text.split_whitespace().map(Tile::parse).collect()
}

/// Reads sets separated by `;`; `None` if a tile cannot be read.
pub fn parse_table(text: &str) -> Option<Vec<Vec<Tile>>> {
    let sets = text.split(';').map(str::trim);
    sets.filter(|set| !set.is_empty())
        .map(parse_tiles)
        .collect()
}

/// Writes tiles separated by blanks.
pub fn print_tiles(tiles: &[Tile]) -> String {
    let words: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Writes sets separated by ` ; `.
pub fn print_table(sets: &[Vec<Tile>]) -> String {
    let sets: Vec<String> = sets.iter().map(|set| print_tiles(set)).collect();
    sets.join(" ; ")
}

/// The tiles in ascending order.
pub fn sorted(tiles: &[Tile]) -> Vec<Tile> {
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles
}
