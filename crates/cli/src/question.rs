//! A position as somebody wrote it, and the question that it asks. Refuses tables that hold an illegal set or a tile
//! too often, racks that the game cannot hold beside the table, and owners that do not fit.

use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Stacks, Table};
use rummilab_solver::Goal;

use crate::error::Error;
use crate::reading::{Owners, Source, TableText};

/// A position before it is checked.
pub struct Written<'a> {
    /// Flags or fields.
    pub source: Source,
    /// The table.
    pub table: TableGiven,
    /// The rack.
    pub rack: &'a str,
    /// Whether the player has opened.
    pub opened: bool,
    /// Whether the order of tiles in a set counts.
    pub as_laid: bool,
    /// Group owners.
    pub owners: Owners,
}

/// How the table was given.
pub enum TableGiven {
    /// As sets.
    Sets(TableText),
    /// As one multiset of tiles.
    Tiles(String),
}

/// A position that may be solved.
pub struct Question {
    /// The rules.
    pub rules: Arc<RuleSet>,
    /// The old table; `None` if only its tiles are known.
    pub before: Option<Table>,
    /// What the solver is asked.
    pub position: Position,
    /// What is best.
    pub goal: Goal,
}

impl Written<'_> {
    /// Checks it.
    pub fn question(self, rules: Arc<RuleSet>, goal: Goal) -> Result<Question, Error> {
        let source = self.source;
        let (before, table) = match &self.table {
            TableGiven::Sets(text) => {
                let before = source.legal_table("table", text, &rules, self.as_laid)?;
                let counts = before.counts().map_err(|tile| too_many(tile, &rules))?;
                (Some(before), counts)
            }
            TableGiven::Tiles(text) => (None, source.counts("table_tiles", text, &rules)?),
        };
        let sets = before.as_ref().map_or(0, |table| table.sets().len());
        source.check_owners(&self.owners, sets)?;
        let position = Position {
            table,
            rack: source.counts("rack", self.rack, &rules)?,
            opened: self.opened,
            stacks: Stacks::default(),
        };
        position
            .check(&rules)
            .map_err(|tile| too_many(tile, &rules))?;
        Ok(Question {
            rules,
            before,
            position,
            goal,
        })
    }
}

fn too_many(tile: rummilab_core::Tile, rules: &RuleSet) -> Error {
    let copies = rules.copies_of(tile);
    Error::Input(format!(
        "table and rack hold too many {tile} together: the game has {copies}"
    ))
}
