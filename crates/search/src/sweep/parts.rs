//! The parts of the search that can be switched off, so that the gain of each can be measured.

use std::fmt;

use crate::bounds::Relaxation;
use crate::grammar::{OpenId, Tables, Task};

/// A part of the search without which it still answers, slower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The packed sweep: without it the general sweep answers everything.
    Packed,
    /// The relaxations, which bound wide sweeps from above.
    Bounds,
    /// The relaxation over single runs: without it special jokers are bounded by colours as well.
    Lone,
    /// The lower bound on jokers that later values need.
    Shortage,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 4] = [Part::Packed, Part::Bounds, Part::Lone, Part::Shortage];

    /// The part of this name.
    pub fn named(name: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Part::Packed => "packed",
            Part::Bounds => "bounds",
            Part::Lone => "lone",
            Part::Shortage => "shortage",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The parts that are switched off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Parts(u8);

impl Parts {
    /// Switches a part off.
    pub fn remove(&mut self, part: Part) {
        self.0 |= 1 << part as u8;
    }

    /// Whether a part is in use.
    pub fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u8 == 0
    }

    /// The relaxation of a task with these runs before the first value; `None` if too large, or if
    /// relaxations are switched off.
    pub fn relaxation(
        self,
        task: &Task,
        tables: &mut Tables<'_>,
        starts: &[Vec<OpenId>],
    ) -> Option<Relaxation> {
        match (self.has(Part::Bounds), self.has(Part::Lone)) {
            (false, _) => None,
            (true, true) => Relaxation::new(task, tables, starts),
            (true, false) => Relaxation::joint(task, tables, starts),
        }
    }
}
