//! A position as written, and its question. The checks here cover the sets of the table, the copies
//! of each tile, the size of the rack and the owners; a heap must have none.

use rummilab_core::{Position, RuleSet, Seat, Table, Tile, TileCounts};
use rummilab_solver::{Goal, SolveError, Solver, can_partition};

use crate::error::{Error, PositionError};
use crate::reading::{Owners, TableText, TextSource};

/// A position before its checks.
#[derive(Debug, Clone)]
pub struct Written<'a> {
    /// Whether it comes from flags or from fields.
    pub source: TextSource,
    pub table: TableGiven,
    pub rack: &'a str,
    /// Whether the player has opened.
    pub opened: bool,
    /// Whether the order of tiles in a set counts.
    pub as_laid: bool,
    pub owners: Owners,
}

/// The form in which the table is given.
#[derive(Debug, Clone)]
pub enum TableGiven {
    Sets(TableText),
    /// As one multiset of tiles.
    Tiles(String),
}

/// A checked position with a goal.
#[derive(Debug, Clone)]
pub struct Question {
    pub rules: RuleSet,
    /// The old table; `None` if only its tiles are known.
    pub before: Option<Table>,
    /// The seat to move, if given.
    pub me: Option<u8>,
    /// The position for the solver.
    pub position: Position,
    pub goal: Goal,
}

impl Question {
    /// The question for the most tiles that a player who has opened can lay, from a table and a
    /// rack as text. Change its fields to ask another.
    ///
    /// # Errors
    /// Texts that are not tiles, a table with an illegal set, more copies of a tile than the game
    /// has.
    pub fn new(rules: &RuleSet, table: &str, rack: &str) -> Result<Question, Error> {
        let written = Written {
            source: TextSource::FIELDS,
            table: TableGiven::Sets(TableText::Line(table.to_owned())),
            rack,
            opened: true,
            as_laid: false,
            owners: Owners::default(),
        };
        written.question(rules.clone(), Goal::Tiles)
    }

    /// Whether there is a table: sets, or tiles that can be partitioned into sets. Others are no
    /// table, even if the rack could complete it (as the command line contract says).
    ///
    /// # Errors
    /// Those of the solver, which may give up.
    pub fn has_table(&self, solver: &mut dyn Solver) -> Result<bool, SolveError> {
        let sets = self.before.is_some();
        Ok(sets || can_partition(solver, &self.rules, &self.position.table)?)
    }

    /// Asks the question. If the table leaves open whether the player has opened, it also asks for
    /// a player who has not. An empty table does.
    ///
    /// # Errors
    /// Those of `answer`.
    pub fn either_way<T, E>(
        &self,
        mut answer: impl FnMut(&Question) -> Result<T, E>,
    ) -> Result<EitherWay<T>, E> {
        let position = &self.position;
        let unopened = if position.opened && position.table.is_empty() {
            Some(answer(&Question {
                position: Position {
                    opened: false,
                    ..position.clone()
                },
                ..self.clone()
            })?)
        } else {
            None
        };
        Ok(EitherWay {
            unopened,
            as_asked: answer(self)?,
        })
    }

    /// All tiles of the game that are neither on the table nor on the rack.
    pub fn unseen(&self) -> TileCounts {
        self.position.unseen(&self.rules)
    }
}

/// The answers to a question whose player may or may not have opened.
#[derive(Debug)]
pub struct EitherWay<T> {
    /// For a player who has not opened, if the table leaves that open.
    pub unopened: Option<T>,
    /// For the question as asked.
    pub as_asked: T,
}

impl Written<'_> {
    pub fn question(self, rules: RuleSet, goal: Goal) -> Result<Question, Error> {
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
                if rules.has_group_owners() || rules.tables_lie_in_order() {
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
            _ if rules.tables_lie_in_order() => rules.rule_of_order(),
            Some(cap) => format!("group_cap_per_player = {cap}"),
            None => format!("group_access = {access}"),
        },
    }
    .into()
}

fn too_many(tile: Tile, rules: &RuleSet) -> Error {
    PositionError::TooManyTogether(tile, rules.copies_of(tile)).into()
}
