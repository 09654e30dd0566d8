//! Commands from typed text: tiles, sets by number, and a few words. The session decides whether a
//! command can be carried out.

use rummilab_core::notation::{NotationError, typed_table, typed_tiles};
use rummilab_core::{RuleSet, Set, Tile};

use crate::draft::MoveTarget;

/// A command of the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Lay tiles from the rack: as new sets, or added where they fit.
    Lay(Vec<Set>),
    /// Move tiles to a set. They come from the rack, unless a set is named.
    Move {
        tiles: Vec<Tile>,
        /// The source set, from 0; `None` for the rack.
        from: Option<usize>,
        to: MoveTarget,
    },
    /// Split a set (from 0) before a tile.
    Split(usize, Tile),
    /// Join several sets (from 0) into one.
    Join(Vec<usize>),
    /// Replace sets (from 0) by others.
    Rewrite(Vec<usize>, Vec<Set>),
    /// Take back the last change of this turn.
    Undo,
    /// Repeat the change that was undone last.
    Redo,
    /// Undo all changes of this turn.
    Reset,
    /// Give the next hint about what could be laid.
    Hint,
    /// Lay the best turn on the table.
    Best,
    /// Lay nothing: draw, or pass.
    Draw,
    /// Put the tile just drawn back for another.
    PutBack,
    /// End the turn with the table as it is.
    End,
    /// Sort the rack the other way.
    Sort,
    Show,
    /// Show what happened so far.
    Log,
    Help,
    Quit,
}

/// Why a text is not a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    Nothing,
    /// A word that is neither a command nor tiles.
    Tiles(#[from] NotationError),
    /// A text that is not the number of a set.
    Number(String),
    /// A command with wrong arguments; what was expected.
    Expected(Form),
}

/// What a command is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Tiles, and where they go.
    Move,
    /// A set, and the tile that begins its second part.
    Split,
    /// Tiles of sets.
    Sets,
    /// Numbers of sets.
    Numbers,
}

impl Command {
    /// Parses typed text.
    ///
    /// ```
    /// use rummilab_core::RuleSet;
    /// use rummilab_play::Command;
    ///
    /// let rules = RuleSet::preset("original").unwrap();
    /// assert_eq!(Command::parse("d", &rules), Ok(Command::Draw));
    /// assert!(matches!(Command::parse("r3 r4 r5", &rules), Ok(Command::Lay(_))));
    /// assert!(matches!(Command::parse("R7 from 3 > 5", &rules), Ok(Command::Move { .. })));
    /// ```
    ///
    /// # Errors
    /// If the text is not a command.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<Command, CommandError> {
        let text = text.trim();
        if let Some((tiles, to)) = text.split_once('>') {
            return moving(tiles, to, rules);
        }
        if let Some((sets, tiles)) = text.split_once('=') {
            return Ok(Command::Rewrite(numbers(sets)?, sets_of(tiles, rules)?));
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let simple = match word.to_ascii_lowercase().as_str() {
            "" => return Err(CommandError::Nothing),
            "lay" | "l" => return Ok(Command::Lay(sets_of(rest, rules)?)),
            "split" => return split(rest, rules),
            "join" => return Ok(Command::Join(numbers(rest)?)),
            "u" | "undo" => Command::Undo,
            "redo" => Command::Redo,
            "reset" | "clear" => Command::Reset,
            "h" | "hint" => Command::Hint,
            "b" | "best" => Command::Best,
            "d" | "draw" | "pass" | "p" => Command::Draw,
            "back" => Command::PutBack,
            "e" | "end" | "done" | "ok" | "play" => Command::End,
            "s" | "sort" => Command::Sort,
            "t" | "table" | "show" | "rack" => Command::Show,
            "log" | "history" => Command::Log,
            "?" | "help" => Command::Help,
            "q" | "quit" | "exit" => Command::Quit,
            _ => return Ok(Command::Lay(sets_of(text, rules)?)),
        };
        match rest {
            "" => Ok(simple),
            // The letter of a joker may also be a command.
            _ => Ok(Command::Lay(sets_of(text, rules)?)),
        }
    }
}

fn sets_of(text: &str, rules: &RuleSet) -> Result<Vec<Set>, CommandError> {
    let table = typed_table(text, rules)?;
    if table.sets().is_empty() {
        return Err(CommandError::Expected(Form::Sets));
    }
    Ok(table.into_sets())
}

fn moving(tiles: &str, to: &str, rules: &RuleSet) -> Result<Command, CommandError> {
    let lower = tiles.to_ascii_lowercase();
    let (tiles, from) = match lower.split_once(" from ") {
        Some((_, from)) => (
            &tiles[..tiles.len() - from.len() - " from ".len()],
            match from.trim() {
                "rack" => None,
                number => Some(set_number(number)?),
            },
        ),
        None => (tiles, None),
    };
    let tiles = tiles.trim().strip_prefix("lay ").unwrap_or(tiles.trim());
    let tiles = typed_tiles(tiles, rules)?;
    if tiles.is_empty() {
        return Err(CommandError::Expected(Form::Move));
    }
    let to = match to.trim().to_ascii_lowercase().as_str() {
        "" => return Err(CommandError::Expected(Form::Move)),
        "new" | "+" | "n" => MoveTarget::New,
        "rack" | "r" => MoveTarget::Rack,
        number => MoveTarget::Set(set_number(number)?),
    };
    Ok(Command::Move { tiles, from, to })
}

fn split(rest: &str, rules: &RuleSet) -> Result<Command, CommandError> {
    let (number, tile) = rest
        .split_once(char::is_whitespace)
        .ok_or(CommandError::Expected(Form::Split))?;
    match typed_tiles(tile, rules)?[..] {
        [tile] => Ok(Command::Split(set_number(number)?, tile)),
        _ => Err(CommandError::Expected(Form::Split)),
    }
}

fn numbers(text: &str) -> Result<Vec<usize>, CommandError> {
    let found: Vec<usize> = text
        .split([' ', ',', '\t'])
        .filter(|part| !part.is_empty())
        .map(set_number)
        .collect::<Result<_, _>>()?;
    if found.is_empty() {
        Err(CommandError::Expected(Form::Numbers))
    } else {
        Ok(found)
    }
}

/// The number of a set, from 1, as an index from 0.
fn set_number(text: &str) -> Result<usize, CommandError> {
    let number = text.trim().parse::<usize>().ok();
    number
        .and_then(|number| number.checked_sub(1))
        .ok_or_else(|| CommandError::Number(text.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str) -> RuleSet {
        RuleSet::preset(name).unwrap()
    }

    fn tiles(text: &str) -> Vec<Tile> {
        typed_tiles(text, &rules("original")).unwrap()
    }

    fn set(text: &str) -> Set {
        Set::new(tiles(text))
    }

    #[track_caller]
    fn check(text: &str, expected: Command) {
        assert_eq!(
            Command::parse(text, &rules("original")),
            Ok(expected),
            "{text}"
        );
    }

    #[test]
    fn words_and_letters() {
        for (text, command) in [
            ("h", Command::Hint),
            (" Hint ", Command::Hint),
            ("b", Command::Best),
            ("D", Command::Draw),
            ("pass", Command::Draw),
            ("back", Command::PutBack),
            ("e", Command::End),
            ("u", Command::Undo),
            ("redo", Command::Redo),
            ("reset", Command::Reset),
            ("s", Command::Sort),
            ("t", Command::Show),
            ("?", Command::Help),
            ("Q", Command::Quit),
        ] {
            check(text, command);
        }
    }

    #[test]
    fn tiles_and_sets() {
        check("r3 R4 j", Command::Lay(vec![set("R3 R4 J")]));
        check(
            "lay R3 ; B7 K7",
            Command::Lay(vec![set("R3"), set("B7 K7")]),
        );
        check(
            "R3-5; 7RBK;",
            Command::Lay(vec![set("R3 R4 R5"), set("R7 B7 K7")]),
        );
        check("y3,y4 | y5", Command::Lay(vec![set("O3 O4"), set("O5")]));
        let moved = |text, from, to| Command::Move {
            tiles: tiles(text),
            from,
            to,
        };
        check("R6>2", moved("R6", None, MoveTarget::Set(1)));
        check("R6, B6 > new", moved("R6 B6", None, MoveTarget::New));
        check("R6 B6 > new", moved("R6 B6", None, MoveTarget::New));
        check("R7 FROM 3 > 5", moved("R7", Some(2), MoveTarget::Set(4)));
        check("R7 from 3 > +", moved("R7", Some(2), MoveTarget::New));
        check("R7 from 3 > rack", moved("R7", Some(2), MoveTarget::Rack));
        check("R7 from rack > 1", moved("R7", None, MoveTarget::Set(0)));
        check("split 3 R6", Command::Split(2, tiles("R6")[0]));
        check("join 2 5", Command::Join(vec![1, 4]));
        check(
            "2, 3 = R3 R4 R5 ; R6 R7 R8",
            Command::Rewrite(vec![1, 2], vec![set("R3 R4 R5"), set("R6 R7 R8")]),
        );
    }

    /// `D` is a joker in twist and a command in every system.
    #[test]
    fn jokers_with_the_letter_of_a_command() {
        let twist = rules("twist");
        assert_eq!(Command::parse("d", &twist), Ok(Command::Draw));
        let lay = Ok(Command::Lay(vec![Set::new([Tile::DOUBLE])]));
        assert_eq!(Command::parse("lay D", &twist), lay);
        let two = typed_tiles("D B5", &twist).unwrap();
        assert_eq!(
            Command::parse("D B5", &twist),
            Ok(Command::Lay(vec![Set::new(two)]))
        );
    }

    #[test]
    fn what_is_not_understood_is_told() {
        let check = |text: &str, expected: &str| {
            let error = Command::parse(text, &rules("original")).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(expected), "{text}: {error}");
        };
        check("", "`help` lists");
        check("hallo", "`hallo` is not a tile");
        check("R3 Q4", "column 4");
        check("R6 > x", "`x` is not the number of a set");
        check("R6 > 0", "`0` is not the number of a set");
        check("> 2", "expected tiles");
        check("R6 >", "where to");
        check("split 3", "`split 3 R6`");
        check("split x R6", "`x` is not the number");
        check("join", "numbers of sets");
        check("= R3 R4 R5", "numbers of sets");
        check("2 =", "expected tiles");
        check("lay", "expected tiles");
        check("; R3", "empty set");
        check("Q3", "one of R (red), B (blue)");
        check("h 3", "is not a tile");
        check("99999999999999999999 = R3", "is not the number");
    }
}
