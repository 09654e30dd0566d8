//! Tiles, tables and owners as flags and JSON fields write them. Refuses tokens by name, set and column; refuses a
//! table that cannot lie before a turn: an illegal set, or more copies of a tile than the game has.

use miette::NamedSource;
use rummilab_core::notation::{NotationError, parse_table, parse_tiles};
use rummilab_core::{Illegal, MAX_PLAYERS, RuleSet, Set, Table, Tile, TileCounts};

use crate::error::{Error, TilesFault};
use crate::explain::why_not_a_set;

/// Where a text came from, so that messages call it what the user calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Flags.
    Flags,
    /// Fields of a JSON line.
    Fields,
}

impl Source {
    /// `--table-tiles` or `` `table_tiles` ``.
    pub fn name(self, field: &str) -> String {
        match self {
            Source::Flags => format!("--{}", field.replace('_', "-")),
            Source::Fields => format!("`{field}`"),
        }
    }

    /// Reads tiles.
    pub fn tiles(self, field: &str, text: &str, rules: &RuleSet) -> Result<Vec<Tile>, Error> {
        parse_tiles(text, rules).map_err(|error| tiles_fault(self.name(field), text, error))
    }

    /// Reads tiles as a multiset of which the game must hold enough.
    pub fn counts(self, field: &str, text: &str, rules: &RuleSet) -> Result<TileCounts, Error> {
        let tiles = self.tiles(field, text, rules)?;
        let counts = TileCounts::try_from_tiles(tiles);
        let too_many = match &counts {
            Ok(counts) => rules.excess(counts),
            Err(tile) => Some(*tile),
        };
        match (counts, too_many) {
            (Ok(counts), None) => Ok(counts),
            (_, tile) => Err(self.too_many(field, tile.unwrap_or(Tile::JOKER), rules)),
        }
    }

    /// Reads a table without judging it.
    pub fn table(self, field: &str, text: &TableText, rules: &RuleSet) -> Result<Table, Error> {
        match text {
            TableText::Line(line) => {
                parse_table(line, rules).map_err(|error| tiles_fault(self.name(field), line, error))
            }
            TableText::Sets(sets) => {
                let set = |(i, text): (usize, &String)| {
                    let name = format!("{}, set {}", self.name(field), i + 1);
                    let tiles = parse_tiles(text, rules)
                        .map_err(|error| tiles_fault(name.clone(), text, error))?;
                    if tiles.is_empty() {
                        return Err(Error::Input(format!("{name} is empty; expected tiles")));
                    }
                    Ok(Set::new(tiles))
                };
                let sets: Result<Vec<Set>, Error> = sets.iter().enumerate().map(set).collect();
                sets.map(Table::new)
            }
        }
    }

    /// Reads a table that lies before a turn; `as_laid` if the order of tiles in a set counts.
    pub fn legal_table(
        self,
        field: &str,
        text: &TableText,
        rules: &RuleSet,
        as_laid: bool,
    ) -> Result<Table, Error> {
        let table = self.table(field, text, rules)?;
        let legal = |set: &Set| match as_laid {
            true => rules.judge_laid(set.tiles()).is_legal(),
            false => rules.judge(set.tiles()).is_legal(),
        };
        if let Some(i) = table.sets().iter().position(|set| !legal(set)) {
            let why = why_not_a_set(rules, &table.sets()[i], as_laid);
            let name = self.name(field);
            return Err(Error::Input(format!("{name}, set {}: {why}", i + 1)));
        }
        match rules.check_table(&table) {
            Err(Illegal::TooManyCopies(tile)) => Err(self.too_many(field, tile, rules)),
            Err(other) => Err(Error::Input(format!("{}: {other}", self.name(field)))),
            Ok(_) => Ok(table),
        }
    }

    fn too_many(self, field: &str, tile: Tile, rules: &RuleSet) -> Error {
        let (name, copies) = (self.name(field), rules.copies_of(tile));
        Error::Input(format!(
            "{name} holds too many {tile}: the game has {copies}"
        ))
    }

    /// The table with the owners of its groups. Only rule systems with group owners use them; elsewhere they change
    /// nothing, but what is written must still fit the table. Without owners nobody knows whose the groups are.
    pub fn owned(
        self,
        owners: &Owners,
        table: Table,
        rules: &RuleSet,
    ) -> Result<(Table, Option<u8>), Error> {
        let me = owners.me.map(|me| self.seat("me", me)).transpose()?;
        let Some(list) = &owners.of_sets else {
            return Ok((table, me));
        };
        let list = self.owner_list("owners", list, &table)?;
        if !rules.has_group_owners() {
            return Ok((table, me));
        }
        for (i, (set, owner)) in table.sets().iter().zip(&list).enumerate() {
            let readings = rules.judge(set.tiles());
            let nobody = self.nobody();
            let problem = match owner {
                Some(seat) if !readings.is_group() => {
                    format!("is a run, which belongs to nobody; expected {nobody}, not seat {seat}")
                }
                None if !readings.is_run() => {
                    format!("is a group; expected the seat that owns it, not {nobody}")
                }
                _ => continue,
            };
            let (name, set_number) = (self.name("owners"), i + 1);
            let message = format!("{name}, set {set_number}: `{set}` {problem}");
            return Err(Error::Input(message));
        }
        self.check_cap(&list, rules)?;
        Ok((Table::owned(table.into_sets(), list), me))
    }

    /// Owners, one a set, each a seat.
    pub fn owner_list(
        self,
        field: &str,
        list: &[Option<u64>],
        table: &Table,
    ) -> Result<Vec<Option<u8>>, Error> {
        let sets = table.sets().len();
        if list.len() != sets {
            let (name, entries) = (self.name(field), list.len());
            let message = format!(
                "{name} has {entries} entries for a table of {sets} sets; expected one a set"
            );
            return Err(Error::Input(message));
        }
        let seat = |owner: &Option<u64>| owner.map(|seat| self.seat(field, seat)).transpose();
        list.iter().map(seat).collect()
    }

    /// After no turn a player owns more groups than the rules allow.
    fn check_cap(self, owners: &[Option<u8>], rules: &RuleSet) -> Result<(), Error> {
        let Some(most) = rules.group_cap_per_player.0 else {
            return Ok(());
        };
        for seat in 0..MAX_PLAYERS as u8 {
            let groups = owners.iter().filter(|owner| **owner == Some(seat)).count();
            if groups > usize::from(most) {
                let name = self.name("owners");
                let message = format!(
                    "{name} gives seat {seat} {groups} groups; group_cap_per_player allows {most}"
                );
                return Err(Error::Input(message));
            }
        }
        Ok(())
    }

    /// How "belongs to nobody" is written.
    fn nobody(self) -> &'static str {
        match self {
            Source::Flags => "`-`",
            Source::Fields => "null",
        }
    }

    fn seat(self, field: &str, seat: u64) -> Result<u8, Error> {
        if seat < MAX_PLAYERS as u64 {
            return Ok(seat as u8);
        }
        let (name, last) = (self.name(field), MAX_PLAYERS - 1);
        Err(Error::Input(format!(
            "{name} names seat {seat}; seats are 0 to {last}"
        )))
    }
}

/// A table as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableText {
    /// Sets separated by `;`.
    Line(String),
    /// One text a set.
    Sets(Vec<String>),
}

/// Group owners as they were written: a seat for a group, nothing for a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owners {
    /// One entry for each set of the table.
    pub of_sets: Option<Vec<Option<u64>>>,
    /// The seat at turn.
    pub me: Option<u64>,
}

/// The value of `--owners`, in a type of its own so that clap does not take it for a list of flags.
#[derive(Debug, Clone)]
pub struct OwnersOfSets(pub Vec<Option<u64>>);

/// Reads `1,0,-`: the value of `--owners`.
pub fn parse_owners(text: &str) -> Result<OwnersOfSets, String> {
    let owner = |part: &str| match part.trim() {
        "-" => Ok(None),
        seat => seat.parse().map(Some).map_err(|_| {
            format!("`{seat}` is no owner; expected a seat from 0, or `-` for a run, such as 1,0,-")
        }),
    };
    if text.trim().is_empty() {
        return Ok(OwnersOfSets(Vec::new()));
    }
    let owners: Result<Vec<Option<u64>>, String> = text.split(',').map(owner).collect();
    owners.map(OwnersOfSets)
}

fn tiles_fault(name: String, text: &str, error: NotationError) -> Error {
    let start: usize = text
        .chars()
        .take(error.column - 1)
        .map(char::len_utf8)
        .sum();
    Error::Tiles(Box::new(TilesFault {
        source_text: NamedSource::new(&name, text.to_owned()),
        span: (start, error.token.len()).into(),
        name,
        column: error.column,
        token: error.token,
        problem: error.problem,
        expected: error.expected,
    }))
}
