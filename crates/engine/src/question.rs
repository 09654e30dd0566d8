//! A position as somebody wrote it, and the question that it asks. Checked here: the sets of the
//! table, the copies of each tile, the size of the rack, the owners, and that a heap has none.

use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Seat, Table, Tile, TileCounts};
use rummilab_solver::Goal;

use crate::error::{Error, PositionError};
use crate::reading::{Owners, TableText, TextSource};

/// A position before it is checked.
#[derive(Debug, Clone)]
pub struct Written<'a> {
    /// Flags or fields.
    pub source: TextSource,
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
#[derive(Debug, Clone)]
pub enum TableGiven {
    /// As sets.
    Sets(TableText),
    /// As one multiset of tiles.
    Tiles(String),
}

/// A position that may be solved.
#[derive(Debug, Clone)]
pub struct Question {
    /// The rules.
    pub rules: Arc<RuleSet>,
    /// The old table; `None` if only its tiles are known.
    pub before: Option<Table>,
    /// The seat at turn, where somebody said so.
    pub me: Option<u8>,
    /// What the solver is asked.
    pub position: Position,
    /// What is best.
    pub goal: Goal,
}

impl Question {
    /// The question for the most tiles that a player who has opened can lay, from a table and a
    /// rack as text. Change its fields to ask another.
    ///
    /// # Errors
    /// Texts that hold no tiles, a table that cannot lie, more copies of a tile than the game has.
    pub fn new(rules: &RuleSet, table: &str, rack: &str) -> Result<Question, Error> {
        let written = Written {
            source: TextSource::FIELDS,
            table: TableGiven::Sets(TableText::Line(table.to_owned())),
            rack,
            opened: true,
            as_laid: false,
            owners: Owners::default(),
        };
        written.question(Arc::new(rules.clone()), Goal::Tiles)
    }

    /// Puts the question, and where the table does not tell whether the player has opened, that of
    /// a player who has not. It does not where it is empty.
    ///
    /// # Errors
    /// What `answer` says.
    pub fn either_way<T, E>(
        &self,
        mut answer: impl FnMut(&Question) -> Result<T, E>,
    ) -> Result<EitherWay<T>, E> {
        let position = &self.position;
        let unopened = match position.opened && position.table.is_empty() {
            true => Some(answer(&Question {
                position: Position {
                    opened: false,
                    ..position.clone()
                },
                ..self.clone()
            })?),
            false => None,
        };
        Ok(EitherWay {
            unopened,
            as_asked: answer(self)?,
        })
    }

    /// Every tile of the game that is neither on the table nor on the rack.
    pub fn unseen(&self) -> TileCounts {
        let all: TileCounts = self.rules.all_tiles().into_iter().collect();
        all.saturating_sub(&self.position.table)
            .saturating_sub(&self.position.rack)
    }
}

/// The answers to a question that may be two.
#[derive(Debug)]
pub struct EitherWay<T> {
    /// For a player who has not opened, where the table leaves that open.
    pub unopened: Option<T>,
    /// As the question says.
    pub as_asked: T,
}

impl Written<'_> {
    /// Checks it.
    pub fn question(self, rules: Arc<RuleSet>, goal: Goal) -> Result<Question, Error> {
        let source = self.source;
        let rack = source.counts("rack", self.rack, &rules)?;
        let (before, me, position) = match &self.table {
            TableGiven::Sets(text) => {
                let before = source.legal_table("table", text, &rules, self.as_laid)?;
                before.counts().map_err(|tile| too_many(tile, &rules))?;
                let (before, me) = source.owned(&self.owners, before, &rules)?;
                let seat = me.map(|seat| Seat(seat.into()));
                let position = rules.position(&before, rack, self.opened, seat);
                (Some(before), me, position)
            }
            TableGiven::Tiles(text) => {
                if rules.has_group_owners() {
                    return Err(no_heaps(source, &rules));
                }
                let (_, me) = source.owned(&self.owners, Table::default(), &rules)?;
                let position = Position {
                    table: source.counts("table_tiles", text, &rules)?,
                    rack,
                    opened: self.opened,
                    ..Position::default()
                };
                (None, me, position)
            }
        };
        position
            .check(&rules)
            .map_err(|tile| too_many(tile, &rules))?;
        Ok(Question {
            rules,
            before,
            me,
            position,
            goal,
        })
    }
}

fn no_heaps(source: TextSource, rules: &RuleSet) -> Error {
    let (cap, access) = (rules.group_cap_per_player.0, rules.group_access);
    PositionError::NoHeaps {
        heap: source.name("table_tiles"),
        table: source.name("table"),
        rules: rules.name.clone(),
        option: match cap {
            Some(cap) => format!("group_cap_per_player = {cap}"),
            None => format!("group_access = {access}"),
        },
    }
    .into()
}

fn too_many(tile: Tile, rules: &RuleSet) -> Error {
    PositionError::TooManyTogether(tile, rules.copies_of(tile)).into()
}
