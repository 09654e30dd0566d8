//! The lines told of a game; any of them can be corrected.

use rummilab_core::{RuleSet, Seat};
use rummilab_solver::Solver;
use serde::Deserialize;

use super::line::{GameLine, GameLineError};
use super::nearest::{Nearest, Refused, nearest};
use super::real_table::{Impossible, RealTable};

/// The lines told of a game, and the state of the game after each.
#[derive(Debug, Clone)]
pub struct Notebook {
    rules: RuleSet,
    players: usize,
    me: Seat,
    /// The names of all players, in seat order; empty if they have none.
    names: Vec<String>,
    lines: Vec<GameLine>,
    tables: Vec<RealTable>,
}

/// A notebook as earlier versions saved it: one JSON object, with the lines as they can be typed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedLines {
    /// The rules, as complete TOML.
    pub rules: String,
    pub players: usize,
    /// The seat of the person, from 0; seat 0 starts.
    pub seat: Seat,
    pub lines: Vec<String>,
}

/// Why a line is refused. The notebook is then unchanged.
#[derive(Debug, thiserror::Error)]
pub enum NotebookError {
    /// The line cannot be understood.
    Tell(#[from] GameLineError),
    /// The first line must be the own rack.
    NoRack,
    /// There is no such line: the requested number, from 1, and the number of lines.
    NoLine(usize, usize),
    /// An impossible number of lines to take back: the text typed, and the number of lines.
    NoUndo(String, usize),
    Impossible {
        /// The number of the line, from 1.
        line: usize,
        why: Impossible,
        /// The likeliest correction, if there is one.
        nearest: Option<Box<Nearest>>,
    },
}

impl Notebook {
    /// An empty notebook of a game with `players` players and the person in seat `me`. Seat 0
    /// starts.
    ///
    /// # Errors
    /// [`Impossible::OpenRacks`], [`Impossible::Seats`].
    pub fn new(rules: &RuleSet, players: usize, me: Seat) -> Result<Notebook, Impossible> {
        RealTable::check(rules, players, me)?;
        Ok(Notebook {
            rules: rules.clone(),
            players,
            me,
            names: Vec::new(),
            lines: Vec::new(),
            tables: Vec::new(),
        })
    }

    /// The same notebook with the names of all players, in seat order.
    ///
    /// # Errors
    /// [`Impossible::Names`] unless there is one name a player, or none at all.
    pub fn with_names(mut self, names: Vec<String>) -> Result<Notebook, Impossible> {
        if !names.is_empty() && names.len() != self.players {
            return Err(Impossible::Names(names.len(), self.players));
        }
        self.names = names;
        Ok(self)
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    pub fn players(&self) -> usize {
        self.players
    }

    /// The seat of the person who tells the game, from 0.
    pub fn me(&self) -> Seat {
        self.me
    }

    /// The names of all players, in seat order; empty if they have none.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The states of the game, one after each line.
    pub fn tables(&self) -> &[RealTable] {
        &self.tables
    }

    pub fn lines(&self) -> &[GameLine] {
        &self.lines
    }

    /// The state of the game; `None` before the rack is told.
    pub fn table(&self) -> Option<&RealTable> {
        self.tables.last()
    }

    /// Adds a line. A rack told again replaces the first.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn tell(&mut self, line: GameLine, solver: &mut dyn Solver) -> Result<(), NotebookError> {
        match (&line, self.lines.is_empty()) {
            (GameLine::Rack(_), false) => self.correct(1, line, solver),
            (GameLine::Rack(_), true) | (_, false) => {
                let mut lines = self.lines.clone();
                lines.push(line);
                self.take(lines, self.lines.len(), solver)
            }
            (_, true) => Err(NotebookError::NoRack),
        }
    }

    /// Replaces the line with this number, from 1. The number after the last one adds a line.
    ///
    /// # Errors
    /// The reason why it is refused: it, or a later line, is impossible.
    pub fn correct(
        &mut self,
        number: usize,
        line: GameLine,
        solver: &mut dyn Solver,
    ) -> Result<(), NotebookError> {
        // The number after the last one is that of the line that was refused.
        if number == self.lines.len() + 1 {
            return self.tell(line, solver);
        }
        let index = number
            .checked_sub(1)
            .filter(|index| *index < self.lines.len());
        let index = index.ok_or(NotebookError::NoLine(number, self.lines.len()))?;
        if (index == 0) != matches!(line, GameLine::Rack(_)) {
            return Err(NotebookError::NoRack);
        }
        let mut lines = self.lines.clone();
        lines[index] = line;
        self.take(lines, index, solver)
    }

    /// Removes the last line. An empty notebook is unchanged.
    pub fn undo(&mut self) -> Option<GameLine> {
        self.tables.pop();
        self.lines.pop()
    }

    /// Accepts these lines; those from index `first` on are new.
    fn take(
        &mut self,
        lines: Vec<GameLine>,
        first: usize,
        solver: &mut dyn Solver,
    ) -> Result<(), NotebookError> {
        match self.tables_of(&lines, first, solver) {
            Ok(tables) => {
                self.tables.truncate(first);
                self.tables.extend(tables);
                self.lines = lines;
                Ok(())
            }
            Err((failed, why)) => {
                let can_be = |lines: &[GameLine], from: usize| {
                    self.tables_of(lines, from.min(first), solver).is_ok()
                };
                let refused = Refused {
                    lines: &lines,
                    why: &why,
                    typed: first,
                    new: first == self.lines.len(),
                };
                let nearest = nearest(&refused, &self.rules, can_be);
                Err(NotebookError::Impossible {
                    line: failed + 1,
                    why,
                    nearest: nearest.map(Box::new),
                })
            }
        }
    }

    /// The state of the game after each line from this one on, or the first impossible line. The
    /// lines before are in the notebook.
    fn tables_of(
        &self,
        lines: &[GameLine],
        from: usize,
        solver: &mut dyn Solver,
    ) -> Result<Vec<RealTable>, (usize, Impossible)> {
        let mut tables: Vec<RealTable> = Vec::with_capacity(lines.len() - from);
        for (number, line) in lines.iter().enumerate().skip(from) {
            let before = tables
                .last()
                .or_else(|| self.tables.get(number.checked_sub(1)?));
            let next = match (before, line) {
                (None, GameLine::Rack(rack)) => {
                    RealTable::new(&self.rules, self.players, self.me, rack)
                }
                (None, _) => Err(Impossible::Over),
                (Some(before), line) => before.after(line, solver),
            };
            tables.push(next.map_err(|why| (number, why))?);
        }
        Ok(tables)
    }
}
