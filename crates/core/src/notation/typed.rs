//! Tiles as people type them: the notation with more separators, two short forms, and `Y` for the
//! `O` of systems whose fourth colour is orange.

use super::{Expected, NotationError, NotationProblem, parse_token, stated};
use crate::rules::{RuleSet, Wrap};
use crate::set::{Set, SetReading, Table};
use crate::tile::{Colour, JokerKind, Tile};

/// Reads tiles as a person types them. Blanks, `,`, `;`, `|` and line breaks separate them; `R3-6`
/// stands for `R3 R4 R5 R6` and `7RBK` for `R7 B7 K7`.
///
/// ```
/// use rummilab_core::{RuleSet, notation};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let typed = notation::typed_tiles("r3-6, 7RBK; y5 J", &rules).unwrap();
/// assert_eq!(typed, notation::parse_tiles("R3 R4 R5 R6 R7 B7 K7 O5 J", &rules).unwrap());
/// ```
///
/// # Errors
/// If a token stands for no tiles of the rule system.
pub fn typed_tiles(text: &str, rules: &RuleSet) -> Result<Vec<Tile>, NotationError> {
    let mut tiles = Vec::new();
    for (column, piece) in pieces(text) {
        if let Piece::Token(token) = piece {
            tiles.extend(tiles_of(token, column, rules)?);
        }
    }
    Ok(tiles)
}

/// Reads sets as a person types them: like [`typed_tiles`], but `;`, `|` and line breaks end a set.
/// The last set may also be ended so.
///
/// # Errors
/// If a token stands for no tiles of the rule system, or nothing lies before a `;` or `|`.
pub fn typed_table(text: &str, rules: &RuleSet) -> Result<Table, NotationError> {
    let mut sets: Vec<(Vec<Tile>, Option<SetReading>)> = Vec::new();
    let mut begun = false;
    let mut since_mark = false;
    for (column, piece) in pieces(text) {
        match piece {
            Piece::Token(token) => {
                let (token, reading) = stated(token, rules);
                let tiles = tiles_of(token, column, rules)?;
                match sets.last_mut().filter(|_| begun) {
                    Some((set, stated)) => {
                        set.extend(tiles);
                        *stated = stated.or(reading);
                    }
                    None => sets.push((tiles, reading)),
                }
                (begun, since_mark) = (true, true);
            }
            Piece::LineBreak => begun = false,
            Piece::SetMark(mark) if !since_mark => {
                return Err(NotationError {
                    token: mark.to_string(),
                    column,
                    problem: NotationProblem::EndsEmptySet,
                    expected: Box::new(Expected::TileInEachSet),
                });
            }
            Piece::SetMark(_) => (begun, since_mark) = (false, false),
        }
    }
    let set = |(tiles, reading)| {
        let set = Set::new::<Vec<Tile>>(tiles).read_as(reading);
        rules.without_needless_reading(set)
    };
    Ok(Table::new(sets.into_iter().map(set).collect()))
}

enum Piece<'a> {
    Token(&'a str),
    LineBreak,
    SetMark(char),
}

/// Tokens and set ends, each with its column, from 1.
fn pieces(text: &str) -> impl Iterator<Item = (usize, Piece<'_>)> {
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let mut column = 1;
    text.split_inclusive(ends).flat_map(move |part| {
        let token = part.trim_end_matches(ends);
        let length = token.chars().count();
        let end = part[token.len()..].chars().next();
        let mark = end.and_then(|end| match end {
            ';' | '|' => Some(Piece::SetMark(end)),
            '\n' | '\r' => Some(Piece::LineBreak),
            _ => None,
        });
        let token = (length > 0).then_some((column, Piece::Token(token)));
        let mark = mark.map(|mark| (column + length, mark));
        column += part.chars().count();
        token.into_iter().chain(mark)
    })
}

fn tiles_of(token: &str, column: usize, rules: &RuleSet) -> Result<Vec<Tile>, NotationError> {
    let whole = |error| NotationError {
        token: token.to_owned(),
        ..error
    };
    let spelled = run(token, rules).or_else(|| group(token));
    let spelled = spelled.unwrap_or_else(|| vec![token.to_owned()]);
    let tile = |tile: &String| parse_token(&with_orange(tile, rules), column, rules).map_err(whole);
    spelled.iter().map(tile).collect()
}

/// The tiles of `R3-6`. If runs go round, so does `R12-2`.
fn run(token: &str, rules: &RuleSet) -> Option<Vec<String>> {
    let (first, last) = token.split_once(['-', '–'])?;
    let letter = first.chars().next().filter(char::is_ascii_alphabetic)?;
    let again = last.strip_prefix(|c: char| c.eq_ignore_ascii_case(&letter));
    let first: u8 = first[1..].parse().ok()?;
    let last: u8 = again.unwrap_or(last).parse().ok()?;
    let values: Vec<u8> = match first <= last {
        true => (first..=last).collect(),
        false if goes_on(rules, last) && first <= rules.values => {
            (first..=rules.values).chain(1..=last).collect()
        }
        false => return None,
    };
    Some(
        values
            .iter()
            .map(|value| format!("{letter}{value}"))
            .collect(),
    )
}

/// Whether a run may go on from the largest value up to this one.
fn goes_on(rules: &RuleSet, last: u8) -> bool {
    match rules.wrap {
        Wrap::Never => false,
        Wrap::End => last == 1,
        Wrap::Round => last > 0,
    }
}

/// The tiles of `7RBK`; a joker's letter gives that joker.
fn group(token: &str) -> Option<Vec<String>> {
    let digits = token.chars().take_while(char::is_ascii_digit).count();
    let (value, letters) = token.split_at(digits);
    let tile = |letter: char| match JokerKind::from_letter(letter) {
        Some(_) => letter.to_string(),
        None => format!("{letter}{value}"),
    };
    let coloured = |letter: char| JokerKind::from_letter(letter).is_none();
    let right = !value.is_empty() && letters.chars().all(|c| c.is_ascii_alphabetic());
    (right && letters.contains(coloured)).then(|| letters.chars().map(tile).collect())
}

/// Replaces `Y` by the letter of orange if the fourth colour is orange and there is no yellow.
fn with_orange(tile: &str, rules: &RuleSet) -> String {
    let colours = rules.colours();
    let orange_is_fourth = colours.get(3) == Some(&Colour::Orange);
    let mut letters = tile.chars();
    match letters.next() {
        Some('Y' | 'y') if orange_is_fourth && !colours.contains(&Colour::Yellow) => {
            format!("{}{}", Colour::Orange, letters.as_str())
        }
        _ => tile.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_table;
    use super::*;

    #[track_caller]
    fn check(name: &str, typed: &str, meant: &str) {
        let rules = RuleSet::preset(name).unwrap();
        let table = typed_table(typed, &rules).unwrap();
        assert_eq!(table, parse_table(meant, &rules).unwrap(), "{typed}");
        let tiles = typed_tiles(typed, &rules).unwrap();
        let all = table.sets().iter().flat_map(|set| set.tiles().to_vec());
        assert_eq!(tiles, all.collect::<Vec<_>>(), "{typed}");
    }

    #[test]
    fn separators() {
        check("original", "R3,R4, R5 | K7 B7\tO7", "R3 R4 R5 ; K7 B7 O7");
        check(
            "original",
            "R3 R4 R5\r\n\nK7 B7 O7\n",
            "R3 R4 R5 ; K7 B7 O7",
        );
        check("original", "R3 R4 R5 ;\nK7 B7 O7 ; ", "R3 R4 R5 ; K7 B7 O7");
        check("original", "R3 R4 R5\n| K7 B7 O7|", "R3 R4 R5 ; K7 B7 O7");
        check("original", " \n ", "");
    }

    #[test]
    fn short_forms() {
        check("original", "r3-6;7rbK", "R3 R4 R5 R6 ; R7 B7 K7");
        check("original", "R3–R5 7RjB 9O", "R3 R4 R5 R7 J B7 O9");
        check("house", "R12-2 ; 5RYW", "R12 R13 R1 R2 ; R5 Y5 W5");
        check("twist", "B3-4 D ; 5PYM", "B3 B4 D ; P5 Y5 M");
    }

    #[test]
    fn yellow_is_orange_where_there_is_no_yellow() {
        check("original", "Y7 y8-9 7YR", "O7 O8 O9 O7 R7");
        check("tournament", "Y7", "O7");
        check("house", "Y7", "Y7");
        check("twist", "Y7", "Y7");
    }

    #[test]
    fn what_is_no_tile_stays_none() {
        let rules = RuleSet::preset("original").unwrap();
        let check = |text: &str, token: &str, column: usize| {
            let error = typed_table(text, &rules).unwrap_err();
            assert_eq!((error.token.as_str(), error.column), (token, column));
        };
        check("R3, R6-3", "R6-3", 5);
        check("R3|R12-14", "R12-14", 4);
        check("R3\n7RQ", "7RQ", 4);
        check("R3 ;; R4", ";", 5);
        check("| R4", "|", 1);
        check("7", "7", 1);
        check("é-3 R", "é-3", 1);
        check("R-3", "R-3", 1);
        check("R3-", "R3-", 1);
        check("D", "D", 1);
        check("99J R4 R5", "99J", 1);
        let round = RuleSet::preset("house").unwrap();
        for nowhere in ["R14-2", "R5-0", "99RJ"] {
            assert!(typed_tiles(nowhere, &round).is_err(), "{nowhere}");
        }
    }

    #[test]
    fn a_letter_that_is_refused_is_explained() {
        let text = |name| {
            let rules = RuleSet::preset(name).unwrap();
            typed_tiles("Q7", &rules).unwrap_err().to_string()
        };
        let four = "R (red), B (blue), K (black), O (orange) followed by 1 to 13, or J (joker)";
        assert!(text("original").ends_with(four), "{}", text("original"));
        assert!(text("twist").contains("P (pink)") && text("twist").contains("M (mirror joker)"));
    }
}
