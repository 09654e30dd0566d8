//! The text form of tiles, sets and tables (docs/rules.md#notation), reading and writing. Errors
//! name the column. Every reader takes the rule set and refuses tiles that the rule set lacks.
//! Files and protocols use the strict notation; [`typed_tiles`] and [`typed_table`] are for text
//! that people type.

mod typed;

use std::fmt;

pub use typed::{typed_table, typed_tiles};

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::set::{Set, SetReading, Table};
use crate::tile::{Colour, JokerKind, Tile};

/// An error for a text that does not consist of tiles of the rule system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: `{token}` {problem}; expected {expected}")]
pub struct NotationError {
    /// The token that was refused.
    pub token: String,
    /// Where it starts: the first character of the text is column 1.
    pub column: usize,
    /// What is wrong with it.
    pub problem: NotationProblem,
    /// What was expected instead.
    pub expected: Box<Expected>,
}

/// What is wrong with a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotationProblem {
    /// The game has fewer copies of the tile.
    #[error("is one too many")]
    TooMany,
    /// A `;` with no tile before it.
    #[error("ends an empty set")]
    EndsEmptySet,
    /// A `;` with no tile behind it.
    #[error("begins an empty set")]
    BeginsEmptySet,
    /// A text that is a tile in no rule system.
    #[error("is not a tile")]
    NotATile,
    /// A tile of another rule system.
    #[error("is not in this rule system")]
    OfOtherRules,
}

/// What was expected in the place of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// At most so many copies of a tile.
    Copies(u8),
    /// A tile in each set.
    TileInEachSet,
    /// A tile of the rule system.
    Tile {
        /// Its colours.
        colours: Vec<Colour>,
        /// Its largest value.
        values: u8,
        /// Its kinds of jokers.
        jokers: Vec<JokerKind>,
    },
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Copies(copies) => write!(f, "at most {copies} of a tile"),
            Expected::TileInEachSet => f.write_str("at least one tile in each set"),
            Expected::Tile {
                colours,
                values,
                jokers,
            } => {
                let colours: Vec<String> = colours.iter().map(colour_words).collect();
                write!(f, "one of {} followed by 1 to {values}", colours.join(", "))?;
                let mut jokers = jokers.iter();
                jokers.try_for_each(|joker| write!(f, ", or {}", joker_words(joker)))
            }
        }
    }
}

/// Reads tiles separated by blanks.
///
/// ```
/// use rummilab_core::{RuleSet, notation};
///
/// let rules = RuleSet::preset("original").unwrap();
/// assert_eq!(notation::parse_tiles("r3  k10 J", &rules).unwrap().len(), 3);
/// let error = notation::parse_tiles("R3 Y4", &rules).unwrap_err();
/// assert_eq!(error.column, 4);
/// ```
pub fn parse_tiles(text: &str, rules: &RuleSet) -> Result<Vec<Tile>, NotationError> {
    parse_tokens(text, 1, rules)
}

/// Reads tiles separated by blanks as a multiset, such as a rack. More copies of a tile than the
/// game has are an error.
///
/// ```
/// use rummilab_core::{RuleSet, notation};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let rack = notation::parse_counts("R6 J R6", &rules).unwrap();
/// assert_eq!(rack.to_string(), "R6 R6 J");
/// let error = notation::parse_counts("R6 R6 R6", &rules).unwrap_err();
/// assert_eq!(error.to_string(), "column 7: `R6` is one too many; expected at most 2 of a tile");
/// ```
pub fn parse_counts(text: &str, rules: &RuleSet) -> Result<TileCounts, NotationError> {
    let mut counts = TileCounts::EMPTY;
    for (column, token) in tokens(text, 1) {
        let tile = parse_token(token, column, rules)?;
        let copies = rules.copies_of(tile);
        if counts.count(tile) == copies || !counts.insert(tile) {
            return Err(NotationError {
                token: token.to_owned(),
                column,
                problem: NotationProblem::TooMany,
                expected: Box::new(Expected::Copies(copies)),
            });
        }
    }
    Ok(counts)
}

/// Reads sets separated by `;`, each a list of tiles. Blank text is an empty table; an empty set
/// between two `;` is an error. The sets may be illegal. Where jokers keep their places, a set may
/// state how it is read: `R9 J J:group`.
///
/// ```
/// use rummilab_core::{RuleSet, notation};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let table = notation::parse_table("R3 R4 R5 ; K7 B7 O7", &rules).unwrap();
/// assert_eq!(table.sets().len(), 2);
/// assert_eq!(notation::parse_table("R3 ; Y4", &rules).unwrap_err().column, 6);
/// ```
pub fn parse_table(text: &str, rules: &RuleSet) -> Result<Table, NotationError> {
    if text.trim().is_empty() {
        return Ok(Table::default());
    }
    let mut sets = Vec::new();
    let mut column = 1;
    let mut parts = text.split(';').peekable();
    while let Some(part) = parts.next() {
        let (tiles, reading) = stated(part, rules);
        let tiles = parse_tokens(tiles, column, rules)?;
        let start = column;
        column += part.chars().count() + 1;
        if tiles.is_empty() {
            // No `;` ends the last set, so the error points at the `;` that begins it.
            let (column, problem) = match parts.peek() {
                Some(_) => (column - 1, NotationProblem::EndsEmptySet),
                None => (start - 1, NotationProblem::BeginsEmptySet),
            };
            return Err(NotationError {
                token: ";".to_owned(),
                column,
                problem,
                expected: Box::new(Expected::TileInEachSet),
            });
        }
        sets.push(rules.without_needless_reading(Set::new(tiles).read_as(reading)));
    }
    Ok(Table::new(sets))
}

/// Reads one set: its tiles, and how it is read if it says so. The set may be illegal, or empty.
///
/// ```
/// use rummilab_core::{RuleSet, notation};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let replaced = rules.with_options(&["joker_rule=any"]).unwrap();
/// let set = notation::parse_set("R9 J J:group", &replaced).unwrap();
/// assert_eq!((set.len(), set.to_string().as_str()), (3, "R9 J J:group"));
/// assert!(notation::parse_set("R9 J J:group", &rules).is_err());
/// ```
pub fn parse_set(text: &str, rules: &RuleSet) -> Result<Set, NotationError> {
    let (tiles, reading) = stated(text, rules);
    let set = Set::new(parse_tokens(tiles, 1, rules)?).read_as(reading);
    Ok(rules.without_needless_reading(set))
}

/// The tiles of a set, and the reading that follows them, as in `R9 J J:group`.
pub fn read_as(text: &str) -> (&str, Option<SetReading>) {
    let stated = text.rsplit_once(':').and_then(|(tiles, word)| {
        let word = word.trim();
        let mut readings = SetReading::ALL.into_iter();
        let reading = readings.find(|reading| reading.word().eq_ignore_ascii_case(word))?;
        Some((tiles, Some(reading)))
    });
    stated.unwrap_or((text, None))
}

/// The tiles of a set and what it says that it is, which counts only where tables lie in order.
fn stated<'a>(text: &'a str, rules: &RuleSet) -> (&'a str, Option<SetReading>) {
    if rules.tables_lie_in_order() {
        read_as(text)
    } else {
        (text, None)
    }
}

fn parse_tokens(
    text: &str,
    first_column: usize,
    rules: &RuleSet,
) -> Result<Vec<Tile>, NotationError> {
    tokens(text, first_column)
        .map(|(column, token)| parse_token(token, column, rules))
        .collect()
}

/// The words of a text, each with the column at which it starts.
fn tokens(text: &str, first_column: usize) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(char::is_whitespace);
    let placed = words.scan(first_column, |next, word| {
        let column = *next;
        *next += word.chars().count() + 1;
        Some((column, word))
    });
    placed.filter(|(_, word)| !word.is_empty())
}

fn parse_token(token: &str, column: usize, rules: &RuleSet) -> Result<Tile, NotationError> {
    let error = |problem| NotationError {
        token: token.to_owned(),
        column,
        problem,
        expected: Box::new(expected_tile(rules)),
    };
    let tile: Tile = token
        .parse()
        .map_err(|_| error(NotationProblem::NotATile))?;
    if rules.has_kind(tile) {
        Ok(tile)
    } else {
        Err(error(NotationProblem::OfOtherRules))
    }
}

/// The form of a tile of this rule system.
fn expected_tile(rules: &RuleSet) -> Expected {
    Expected::Tile {
        colours: rules.colours().to_vec(),
        values: rules.values,
        jokers: joker_kinds(rules).collect(),
    }
}

fn joker_kinds(rules: &RuleSet) -> impl Iterator<Item = JokerKind> {
    let kinds = JokerKind::ALL.into_iter();
    kinds.filter(|kind| rules.jokers.of(*kind) > 0)
}

fn colour_words(colour: &Colour) -> String {
    format!("{} ({})", colour.letter(), colour.word())
}

fn joker_words(joker: &JokerKind) -> String {
    format!("{} ({})", joker.letter(), joker.words())
}

/// The letters of this rule system with their meaning, such as `R (red)`: the colours, then the
/// jokers.
pub fn letters(rules: &RuleSet) -> (Vec<String>, Vec<String>) {
    (
        rules.colours().iter().map(colour_words).collect(),
        joker_kinds(rules)
            .map(|joker| joker_words(&joker))
            .collect(),
    )
}

/// Writes tiles separated by single blanks.
pub fn write_tiles<W: fmt::Write>(
    out: &mut W,
    tiles: impl IntoIterator<Item = Tile>,
) -> fmt::Result {
    for (i, tile) in tiles.into_iter().enumerate() {
        if i > 0 {
            out.write_char(' ')?;
        }
        write!(out, "{tile}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_error(text: &str, token: &str, column: usize) {
        let rules = RuleSet::preset("original").unwrap();
        let error = parse_table(text, &rules).unwrap_err();
        assert_eq!(
            (error.token.as_str(), error.column),
            (token, column),
            "{text}"
        );
    }

    #[test]
    fn errors_show_the_token_and_its_column() {
        check_error("R3 R4 R14", "R14", 7);
        check_error("R3 R4 R5 ; K7  Q7", "Q7", 16);
        check_error("R3;;K7", ";", 4);
        check_error("R3 é", "é", 4);
        check_error("D", "D", 1);
        check_error("R3 R4 R5 ; ", ";", 10);
        check_error(";", ";", 1);
    }

    #[test]
    fn text_comes_back() {
        let rules = RuleSet::preset("original").unwrap();
        let table = parse_table(" r3 R4 j r6; K7 b7 O7 ", &rules).unwrap();
        assert_eq!(table.to_string(), "R3 R4 J R6 ; K7 B7 O7");
        assert_eq!(parse_table(&table.to_string(), &rules).unwrap(), table);
        assert_eq!(parse_table("  ", &rules).unwrap(), Table::default());
    }
}
