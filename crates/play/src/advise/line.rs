//! Lines that a person tells of a game, reading and writing.

use std::fmt;

use rummilab_core::notation::{NotationError, typed_table, typed_tiles};
use rummilab_core::{RuleSet, Set, Table, Tile};

/// The player that a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The player to move, because the line names none.
    Next,
    /// The person who tells the game.
    Mine,
    Theirs,
}

/// The content of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameLine {
    /// The person's rack at the start.
    Rack(Vec<Tile>),
    /// These tiles were laid; the line does not say how the table was rearranged.
    Laid(Whose, Vec<Tile>),
    /// A tile was drawn. It is known only for the person.
    Drew(Whose, Vec<Tile>),
    /// The tile drawn first went back to the pool, and another was drawn, which is known only for
    /// the person.
    Back(Whose, Vec<Tile>),
    /// Nothing was laid or drawn.
    Passed(Whose),
    /// The turn was refused, and penalty tiles were drawn, which are known only for the person.
    Penalty(Whose, Vec<Tile>),
    /// The sets of the table as they lie, with the told owners. If no owner is told, owners follow
    /// from the table before.
    Table(Table),
    /// The solver's best turn was played.
    Best,
    /// The bot's choice was played.
    Choice,
}

/// Why a line cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameLineError {
    Nothing,
    /// The line is neither tiles nor a known word.
    Tiles(#[from] NotationError),
    /// The owner of a set is not a seat.
    Owner(String),
}

impl GameLine {
    /// Reads a line. The forms and their short forms:
    ///
    /// - `rack R3-5 K7 J`
    /// - `they laid R7-9` or `R7-9`
    /// - `they drew` or `d`, `I drew K5` or `d K5`
    /// - `back R5`: the tile drawn first went back, and R5 was drawn
    /// - `pass` or `p`, `penalty`
    /// - `table R3-5; K7 B7 O7`, with owners of groups `table R3-5; K7 B7 O7 @1`
    /// - `best` or `b`, `choice` or `c`
    ///
    /// # Errors
    /// If the line has none of these forms.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<GameLine, GameLineError> {
        let (who, after) = first_word(text);
        let (whose, text) = match who.as_str() {
            "i" | "me" => (Whose::Mine, after),
            "they" => (Whose::Theirs, after),
            _ => (Whose::Next, text),
        };
        let (word, rest) = first_word(text);
        let tiles = |text: &str| typed_tiles(text, rules);
        Ok(match word.as_str() {
            "" => return Err(GameLineError::Nothing),
            "rack" => GameLine::Rack(tiles(rest)?),
            "table" => GameLine::Table(lying(rest, rules)?),
            "back" => GameLine::Back(whose, tiles(rest)?),
            "laid" | "lay" | "l" => GameLine::Laid(whose, tiles(rest)?),
            "drew" | "draw" | "d" => GameLine::Drew(whose, tiles(rest)?),
            "passed" | "pass" | "p" => GameLine::Passed(whose),
            "penalty" => GameLine::Penalty(whose, tiles(rest)?),
            "best" | "b" => GameLine::Best,
            "choice" | "c" => GameLine::Choice,
            _ => GameLine::Laid(whose, tiles(text)?),
        })
    }

    /// The tiles that the line names.
    pub fn tiles(&self) -> &[Tile] {
        match self {
            GameLine::Rack(tiles)
            | GameLine::Laid(_, tiles)
            | GameLine::Drew(_, tiles)
            | GameLine::Back(_, tiles)
            | GameLine::Penalty(_, tiles) => tiles,
            GameLine::Passed(_) | GameLine::Table(_) | GameLine::Best | GameLine::Choice => &[],
        }
    }

    /// The same line with other tiles.
    #[must_use]
    pub fn with_tiles(&self, tiles: Vec<Tile>) -> GameLine {
        match self {
            GameLine::Rack(_) => GameLine::Rack(tiles),
            GameLine::Laid(whose, _) => GameLine::Laid(*whose, tiles),
            GameLine::Drew(whose, _) => GameLine::Drew(*whose, tiles),
            GameLine::Back(whose, _) => GameLine::Back(*whose, tiles),
            GameLine::Penalty(whose, _) => GameLine::Penalty(*whose, tiles),
            other => other.clone(),
        }
    }
}

/// A table, with the owners written after its sets.
fn lying(text: &str, rules: &RuleSet) -> Result<Table, GameLineError> {
    if !text.contains('@') {
        return Ok(typed_table(text, rules)?);
    }
    let (mut sets, mut owners) = (Vec::new(), Vec::new());
    for set in text.split(';') {
        let (tiles, owner) = match set.split_once('@') {
            Some((tiles, seat)) => {
                let number = seat.trim().parse();
                let number = number.map_err(|_| GameLineError::Owner(seat.trim().to_owned()));
                (tiles, Some(number?))
            }
            None => (set, None),
        };
        let set = typed_table(tiles, rules)?.into_sets().pop();
        sets.push(set.unwrap_or_default());
        owners.push(owner);
    }
    Ok(Table::owned(sets, owners))
}

fn first_word(text: &str) -> (String, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word.to_ascii_lowercase(), rest)
}

/// Writes the line in a form that can be read again.
impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |whose: &Whose| match whose {
            Whose::Next => "",
            Whose::Mine => "I ",
            Whose::Theirs => "they ",
        };
        let (start, verb) = match self {
            GameLine::Rack(_) => ("", "rack"),
            GameLine::Laid(whose, _) => (who(whose), "laid"),
            GameLine::Drew(whose, _) => (who(whose), "drew"),
            GameLine::Passed(whose) => (who(whose), "passed"),
            GameLine::Back(whose, _) => (who(whose), "back"),
            GameLine::Penalty(whose, _) => (who(whose), "penalty"),
            GameLine::Table(table) => return write!(f, "table {}", with_owners(table)),
            GameLine::Best => ("", "best"),
            GameLine::Choice => ("", "choice"),
        };
        write!(f, "{start}{verb}")?;
        self.tiles()
            .iter()
            .try_for_each(|tile| write!(f, " {tile}"))
    }
}

/// The sets, each with its owner if known.
pub(super) fn with_owners(table: &Table) -> String {
    let set = |(at, set): (usize, &Set)| match table.owner(at) {
        Some(owner) => format!("{set} @{owner}"),
        None => set.to_string(),
    };
    let sets: Vec<String> = table.sets().iter().enumerate().map(set).collect();
    sets.join(" ; ")
}
