//! The lines told of a game; any of them can be corrected.

use rummilab_core::{RuleSet, Seat};
use rummilab_solver::Solver;
use serde::{Deserialize, Serialize};

use super::line::{GameLine, GameLineError};
use super::nearest::{Nearest, Refused, nearest};
use super::real_table::{Impossible, RealTable};

/// The lines told of a game, and the state of the game after each.
#[derive(Debug, Clone)]
pub struct Notebook {
    rules: RuleSet,
    players: usize,
    me: Seat,
    lines: Vec<GameLine>,
    tables: Vec<RealTable>,
}

/// A notebook in saved form.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedNotebook {
    /// The rules, as complete TOML.
    pub rules: String,
    pub players: usize,
    /// The seat of the person, from 0; seat 0 starts.
    pub seat: Seat,
    /// The lines, in a form that can be typed.
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
            lines: Vec::new(),
            tables: Vec::new(),
        })
    }

    /// Resumes a saved notebook; `rules` are those that it names.
    ///
    /// # Errors
    /// The reason why one of its lines is refused.
    pub fn resume(
        rules: &RuleSet,
        saved: &SavedNotebook,
        solver: &mut dyn Solver,
    ) -> Result<Notebook, NotebookError> {
        let notebook = Notebook::new(rules, saved.players, saved.seat);
        let mut notebook = notebook.map_err(|why| NotebookError::Impossible {
            line: 0,
            why,
            nearest: None,
        })?;
        for line in &saved.lines {
            notebook.tell(GameLine::parse(line, rules)?, solver)?;
        }
        Ok(notebook)
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The notebook in saved form.
    pub fn saved(&self) -> SavedNotebook {
        SavedNotebook {
            rules: self.rules.spec().to_toml(),
            players: self.players,
            seat: self.me,
            lines: self.lines.iter().map(ToString::to_string).collect(),
        }
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
