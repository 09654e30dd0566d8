//! The table during a turn, and the checker of steps.

use rummilab_core::{Set, Table, Tile, TileCounts};

use super::Step;

/// What is wrong with steps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepFault {
    /// The step uses tiles that do not lie on the table.
    #[error("the step `{step}` uses `{set}`, which does not lie on the table")]
    NotOnTable {
        /// The step.
        step: Box<Step>,
        /// The missing set.
        set: Set,
    },
    /// The step lays a tile that is not on the rack, or no longer.
    #[error("the step `{step}` lays {tile}, which is not on the rack")]
    NotOnRack {
        /// The step.
        step: Box<Step>,
        /// The tile.
        tile: Tile,
    },
    /// The step creates tiles, loses tiles, or changes nothing.
    #[error("the step `{0}` does not come out even")]
    Uneven(Box<Step>),
    /// A tile was never laid.
    #[error("{0} is still on the rack after the last step")]
    NotLaid(Tile),
    /// All steps can be done but lead to another table.
    #[error("the steps do not lead to the new table")]
    NotTheNewTable,
}

/// A table during a turn, with sets that may be incomplete, and the rack tiles still to be laid.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Working {
    /// Every set as a sorted multiset.
    sets: Vec<Set>,
    rack: TileCounts,
}

/// The effect of a step of any kind.
struct Change<'a> {
    from_rack: &'a [Tile],
    gone: &'a [Set],
    come: Vec<&'a Set>,
}

impl Change<'_> {
    fn of(step: &Step) -> Change<'_> {
        let (from_rack, gone, come) = match step {
            Step::Take {
                tiles,
                from,
                leaves,
            } => (&[][..], std::slice::from_ref(from), vec![tiles, leaves]),
            Step::Split { set, parts } => {
                (&[][..], std::slice::from_ref(set), parts.iter().collect())
            }
            Step::Join { parts, set } => (&[][..], &parts[..], vec![set]),
            Step::Lay { tiles, on, set } => (tiles.tiles(), &on[..], vec![set]),
        };
        Change {
            from_rack,
            gone,
            come,
        }
    }

    /// Whether the same tiles lie there before and after, and something changes.
    fn is_even(&self) -> bool {
        let sorted = |mut tiles: Vec<Tile>| {
            tiles.sort_unstable();
            tiles
        };
        let gone = self.gone.iter().flat_map(Set::tiles);
        let come = self.come.iter().flat_map(|set| set.tiles());
        let does_something = !self.from_rack.is_empty() || self.gone.len() != self.come.len();
        does_something
            && self
                .gone
                .iter()
                .chain(self.come.iter().copied())
                .all(|set| !set.is_empty())
            && sorted(gone.chain(self.from_rack).copied().collect())
                == sorted(come.copied().collect())
    }
}

impl Working {
    /// The table before the turn, and the tiles that the turn lays.
    fn new(before: &Table, played: &TileCounts) -> Working {
        Working {
            sets: before.sets().iter().map(Set::sorted).collect(),
            rack: *played,
        }
    }

    /// Applies one step. If it cannot be done, nothing changes.
    fn apply(&mut self, step: &Step) -> Result<(), StepFault> {
        let change = Change::of(step);
        if !change.is_even() {
            return Err(StepFault::Uneven(Box::new(step.clone())));
        }
        let mut next = self.clone();
        for tile in change.from_rack {
            if !next.rack.remove(*tile) {
                let (step, tile) = (Box::new(step.clone()), *tile);
                return Err(StepFault::NotOnRack { step, tile });
            }
        }
        for set in change.gone {
            let sorted = set.sorted();
            let Some(i) = next.sets.iter().position(|other| *other == sorted) else {
                let (step, set) = (Box::new(step.clone()), set.clone());
                return Err(StepFault::NotOnTable { step, set });
            };
            next.sets.swap_remove(i);
        }
        next.sets.extend(change.come.into_iter().map(Set::sorted));
        *self = next;
        Ok(())
    }

    /// Compares with the final table of the turn, as multisets of sets. Every tile must have been
    /// laid.
    fn finish(mut self, after: &Table) -> Result<(), StepFault> {
        if let Some(tile) = self.rack.tiles().next() {
            return Err(StepFault::NotLaid(tile));
        }
        self.sets.sort_unstable();
        if self.sets == after.sorted_sets() {
            Ok(())
        } else {
            Err(StepFault::NotTheNewTable)
        }
    }
}

/// Applies the steps to `before` and compares the result with `after`. Each tile of `played` must
/// be laid once.
pub fn check_steps(
    before: &Table,
    played: &TileCounts,
    after: &Table,
    steps: &[Step],
) -> Result<(), StepFault> {
    let mut working = Working::new(before, played);
    for step in steps {
        working.apply(step)?;
    }
    working.finish(after)
}
