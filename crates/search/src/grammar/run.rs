//! Open runs of every kind: what distinguishes them, and how each may be finished.
//!
//! Everything follows from the rule set and the jokers at hand. There are plain runs with classic,
//! double and colour-change jokers, runs that skip every second value, and mirror runs: two strands
//! of one colour that grow together (docs/rules.md#sets). A new rule adds a move or a field of
//! [`Run`].

use rummilab_core::JokerKind;

use crate::grammar::{JokerPlacing, Jokers, RunRules};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunShape {
    Plain,
    /// Every second value; `due` where this is one of them.
    Step2 {
        due: bool,
    },
    /// Two strands around a mirror joker, whose number is above the run or below it.
    Mirror {
        above: bool,
    },
}

/// One open run: all that its future depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    pub shape: RunShape,
    /// Tiles so far, counted up to 3; of a mirror run the values so far, up to 2.
    pub tiles: u8,
    /// Values covered so far; 0 if the rules do not limit them.
    pub(super) slots: u8,
    /// Jokers so far; 0 if the rules do not limit them.
    pub(super) jokers: u8,
    /// Colour changes so far; 0 if the rules do not limit them.
    pub(super) changes: u8,
    /// Whether it holds a number tile.
    pub numbered: bool,
    /// Whether a colour-change joker came last, so that a tile of its new colour must follow.
    pub(super) fresh: bool,
    /// Whether a colour-change joker lies in front; false if that does not matter.
    pub(super) led: bool,
    /// Whether jokers alone covered the last value of a mirror run; false if such a run may end.
    pub(super) hollow: bool,
    /// For each strand, whether a double joker covers this value already.
    pub(super) busy: [bool; 2],
}

/// A tile of one strand at one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunTile {
    /// Covered by the double joker of the value before.
    Covered,
    Number,
    Joker(JokerKind),
}

impl RunTile {
    pub(super) fn numbers(self) -> u8 {
        u8::from(self == RunTile::Number)
    }

    pub(super) fn used(self) -> Jokers {
        match self {
            RunTile::Joker(kind) => Jokers::one(kind),
            RunTile::Covered | RunTile::Number => Jokers::NONE,
        }
    }
}

impl Run {
    /// A run before its first tile.
    pub(super) fn nothing(shape: RunShape) -> Run {
        Run {
            shape,
            tiles: 0,
            slots: 0,
            jokers: 0,
            changes: 0,
            numbered: false,
            fresh: false,
            led: false,
            hollow: false,
            busy: [false; 2],
        }
    }

    /// Whether it may end before this value.
    pub fn complete(self) -> bool {
        let enough = match self.shape {
            RunShape::Plain | RunShape::Step2 { .. } => self.tiles >= 3,
            RunShape::Mirror { .. } => self.tiles >= 2,
        };
        enough && self.numbered && !self.fresh && !self.hollow && self.busy == [false; 2]
    }

    /// Tiles that it must have at the next value if it cannot end there.
    pub fn demand(self) -> u8 {
        if self.complete() {
            return 0;
        }
        match self.shape {
            RunShape::Step2 { due } => u8::from(due),
            RunShape::Plain => u8::from(!self.busy[0]),
            RunShape::Mirror { .. } => self.busy.iter().map(|busy| u8::from(!busy)).sum(),
        }
    }

    /// The jokers that it may take in front after the largest value, one entry for each choice. A
    /// complete run takes none; a run that cannot be finished has no entry.
    pub fn closings(self, rules: &RunRules) -> Vec<Jokers> {
        let cut_off =
            matches!(self.shape, RunShape::Mirror { above: true }) && rules.axis_is_a_number;
        if self.complete() {
            return if cut_off {
                Vec::new()
            } else {
                vec![Jokers::NONE]
            };
        }
        let can_take = rules.placing == JokerPlacing::WhereNeeded
            && self.shape == RunShape::Plain
            && self.numbered
            && !self.fresh
            && !self.busy[0];
        let mut closings = Vec::new();
        if can_take {
            let kinds = [
                JokerKind::Classic,
                JokerKind::Double,
                JokerKind::ColourChange,
            ];
            let missing = 3 - self.tiles;
            for (i, first) in kinds.into_iter().enumerate() {
                let low_end = missing == 1;
                let one = self.in_front(first, low_end, rules);
                if missing == 1 {
                    closings.extend(one.map(|_| Jokers::one(first)));
                    continue;
                }
                let both = |second: JokerKind| {
                    // One changes the colour at most, and either may lie outermost.
                    let changes = first == second && second == JokerKind::ColourChange;
                    let run = one.and_then(|run| run.in_front(second, false, rules));
                    (run.is_some() && !changes).then(|| Jokers::one(first) + Jokers::one(second))
                };
                closings.extend(kinds[i..].iter().filter_map(|second| both(*second)));
            }
        }
        closings
    }

    /// With a joker in front; `low_end` if nothing comes before it.
    fn in_front(self, kind: JokerKind, low_end: bool, rules: &RunRules) -> Option<Run> {
        let change = kind == JokerKind::ColourChange;
        let twice = self.led && !rules.changes_adjacent;
        let no_change = twice || (low_end && !rules.change_at_low_end);
        if !rules.has(kind) || (change && no_change) {
            return None;
        }
        self.grown(RunTile::Joker(kind), rules)
    }

    /// With one more tile of the first strand.
    pub(super) fn grown(self, laid: RunTile, rules: &RunRules) -> Option<Run> {
        let RunTile::Joker(kind) = laid else {
            return self.longer(1, rules).map(|run| Run {
                numbered: run.numbered || laid == RunTile::Number,
                fresh: false,
                ..run
            });
        };
        let (double, change) = (kind == JokerKind::Double, kind == JokerKind::ColourChange);
        let run = self
            .longer(if double { 2 } else { 1 }, rules)?
            .with_jokers(1, rules)?;
        let run = if change { run.changed(1, rules)? } else { run };
        Some(Run {
            fresh: change,
            busy: [double, run.busy[1]],
            ..run
        })
    }

    pub(super) fn longer(self, slots: u8, rules: &RunRules) -> Option<Run> {
        let most = if matches!(self.shape, RunShape::Mirror { .. }) {
            2
        } else {
            3
        };
        let slots = match rules.longest_of(self.shape) {
            Some(longest) => Some(self.slots + slots).filter(|slots| *slots <= longest)?,
            None => 0,
        };
        Some(Run {
            tiles: (self.tiles + 1).min(most),
            slots,
            ..self
        })
    }

    pub(super) fn with_jokers(self, jokers: u8, rules: &RunRules) -> Option<Run> {
        match rules.jokers_in_set {
            None => Some(self),
            Some(most) => (self.jokers + jokers <= most).then_some(Run {
                jokers: self.jokers + jokers,
                ..self
            }),
        }
    }

    /// With `changes` more colour-change jokers; in a mirror run two of them face each other.
    pub(super) fn changed(self, changes: u8, rules: &RunRules) -> Option<Run> {
        let run = match rules.most_changes {
            None => self,
            Some(most) if self.changes + changes <= most => Run {
                changes: self.changes + changes,
                ..self
            },
            Some(_) => return None,
        };
        (!self.fresh || rules.changes_adjacent).then_some(run)
    }
}
