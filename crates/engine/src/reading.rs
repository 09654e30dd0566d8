//! Reads tiles, tables and owners from flags and JSON fields. Errors name the token, its set and
//! its column. A table before a turn must be possible: an illegal set, or more copies of a tile
//! than the game has, is an error.

use rummilab_core::notation::{
    NotationError, parse_set, parse_table, parse_tiles, typed_table, typed_tiles,
};
use rummilab_core::{Illegal, MAX_PLAYERS, RuleSet, Set, Table, Tile, TileCounts};

use crate::error::{Error, PositionError, TilesError};

/// The source of a text, so that messages use the names that the user knows.
#[derive(Debug, Clone, Copy)]
pub struct TextSource {
    /// The name of a field such as `table_tiles` in this source.
    pub field: fn(&str) -> String,
    /// The text for "belongs to nobody" in this source.
    pub nobody: &'static str,
    /// Whether people typed it, so that the short forms are accepted.
    pub typed: bool,
}

impl TextSource {
    /// Fields of a JSON line.
    pub const FIELDS: TextSource = TextSource {
        field: |field| format!("`{field}`"),
        nobody: "null",
        typed: false,
    };

    /// The name of a field.
    pub(crate) fn name(self, field: &str) -> String {
        (self.field)(field)
    }

    pub fn tiles(self, field: &str, text: &str, rules: &RuleSet) -> Result<Vec<Tile>, Error> {
        let tiles = if self.typed {
            typed_tiles(text, rules)
        } else {
            parse_tiles(text, rules)
        };
        tiles.map_err(|error| tiles_error(self.name(field), text, error))
    }

    /// Reads the tiles of one set.
    pub fn set(self, field: &str, text: &str, rules: &RuleSet) -> Result<Set, Error> {
        let wrong = |error| tiles_error(self.name(field), text, error);
        if !self.typed {
            return parse_set(text, rules).map_err(wrong);
        }
        let mut sets = typed_table(text, rules).map_err(wrong)?.into_sets();
        match sets.len() {
            0 | 1 => Ok(sets.pop().unwrap_or_default()),
            several => Err(PositionError::SeveralSets(self.name(field), several).into()),
        }
    }

    /// Reads tiles as a multiset within the tiles of the game.
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
                let table = if self.typed {
                    typed_table(line, rules)
                } else {
                    parse_table(line, rules)
                };
                table.map_err(|error| tiles_error(self.name(field), line, error))
            }
            TableText::Sets(sets) => {
                let set = |(i, text): (usize, &String)| {
                    let name = format!("{}, set {}", self.name(field), i + 1);
                    let set = parse_set(text, rules)
                        .map_err(|error| tiles_error(name.clone(), text, error))?;
                    if set.is_empty() {
                        return Err(PositionError::EmptySet(name).into());
                    }
                    Ok(set)
                };
                let sets: Result<Vec<Set>, Error> = sets.iter().enumerate().map(set).collect();
                sets.map(Table::new)
            }
        }
    }

    /// Reads a table before a turn. `as_laid` says whether the order of tiles in a set counts.
    pub fn legal_table(
        self,
        field: &str,
        text: &TableText,
        rules: &RuleSet,
        as_laid: bool,
    ) -> Result<Table, Error> {
        let table = self.table(field, text, rules)?;
        let name = || self.name(field);
        for (set, number) in table.sets().iter().zip(1..) {
            if let Some(fault) = rules.set_fault(set, as_laid) {
                let (name, set) = (name(), set.clone());
                let error = PositionError::NotASet {
                    name,
                    number,
                    set,
                    fault,
                };
                return Err(error.into());
            }
        }
        match rules.check_table(&table) {
            Err(Illegal::TooManyCopies(tile)) => Err(self.too_many(field, tile, rules)),
            Err(illegal) => Err(PositionError::Table(name(), illegal).into()),
            Ok(_) => Ok(table),
        }
    }

    fn too_many(self, field: &str, tile: Tile, rules: &RuleSet) -> Error {
        PositionError::TooMany(self.name(field), tile, rules.copies_of(tile)).into()
    }

    /// The table with the owners of its groups. Only rule systems with group owners use them; for
    /// others they are only checked against the table. Without owners the groups belong to unknown
    /// players.
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
        for ((set, owner), number) in table.sets().iter().zip(&list).zip(1..) {
            let readings = rules.readings(set);
            let (name, nobody) = (self.name("owners"), self.nobody);
            let set = set.clone();
            let error = match *owner {
                Some(seat) if !readings.is_group() => PositionError::OwnedRun {
                    name,
                    number,
                    set,
                    nobody,
                    seat,
                },
                None if !readings.is_run() => PositionError::OwnerlessGroup {
                    name,
                    number,
                    set,
                    nobody,
                },
                _ => continue,
            };
            return Err(error.into());
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
            let error = PositionError::OwnerCount(self.name(field), list.len(), sets);
            return Err(error.into());
        }
        let seat = |owner: &Option<u64>| owner.map(|seat| self.seat(field, seat)).transpose();
        list.iter().map(seat).collect()
    }

    /// Checks that no player owns more groups than the rules allow after a turn.
    fn check_cap(self, owners: &[Option<u8>], rules: &RuleSet) -> Result<(), Error> {
        let Some(most) = rules.group_cap_per_player.0 else {
            return Ok(());
        };
        for seat in 0..MAX_PLAYERS as u8 {
            let groups = owners.iter().filter(|owner| **owner == Some(seat)).count();
            if groups > usize::from(most) {
                let error = PositionError::TooManyGroups {
                    name: self.name("owners"),
                    seat,
                    groups,
                    most,
                };
                return Err(error.into());
            }
        }
        Ok(())
    }

    fn seat(self, field: &str, seat: u64) -> Result<u8, Error> {
        if seat < MAX_PLAYERS as u64 {
            return Ok(seat as u8);
        }
        Err(PositionError::NoSuchSeat(self.name(field), seat, MAX_PLAYERS - 1).into())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableText {
    /// A text with sets separated by `;`.
    Line(String),
    /// A text for each set.
    Sets(Vec<String>),
}

impl Default for TableText {
    fn default() -> TableText {
        TableText::Sets(Vec::new())
    }
}

/// Group owners as written: a seat for a group, nothing for a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owners {
    /// One entry for each set of the table.
    pub of_sets: Option<Vec<Option<u64>>>,
    pub me: Option<u64>,
}

fn tiles_error(name: String, text: &str, error: NotationError) -> Error {
    let text = text.to_owned();
    TilesError { name, text, error }.into()
}
