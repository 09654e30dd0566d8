//! Goals as lists of integer measures in order of priority, combined into one objective as long as
//! doubles stay exact.

use std::sync::Arc;

use rummilab_core::{Tile, TileCounts};
use rummilab_solver::{Goal, Weights};

use crate::program::Terms;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Measure {
    Tiles,
    /// The sum of their face values.
    Value,
    /// The sum of their weights.
    Weights(Arc<Weights>),
    /// The value of the sets, with jokers at what they stand for.
    Points,
    /// Old sets left as they were.
    Kept,
}

/// The meaning of a variable of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Copies of a set, by index, each worth this many points.
    Set(usize, u32),
    /// Old sets left as they were, by index.
    Keep(usize),
    /// Whether a block, by index, lies in this one of its sets.
    Block(usize, usize),
    /// Copies of this tile that jokers stand for.
    Substitute(Tile),
    /// Jokers of this kind that no set needs.
    Spare(Tile),
    /// Copies of this tile laid from the rack.
    Lay(Tile),
    /// Copies of a set, by index, that the laid tiles could form.
    Own(usize),
    /// Whether a set continues an old group.
    Continue,
    /// Jokers of a kind in sets of a lowest value.
    Place,
}

/// Largest combined objective. It is far below 2^53, and one unit exceeds 1e-9 of it, which microlp
/// treats as equal.
const LARGEST: i64 = 1 << 24;

impl Measure {
    /// The score of a goal, main goal first, as [`Goal::score`] counts it.
    pub fn of(goal: &Goal) -> Vec<Measure> {
        match goal {
            Goal::Tiles => vec![Measure::Tiles, Measure::Value],
            Goal::Value => vec![Measure::Value, Measure::Tiles],
            Goal::Weighted(weights) => vec![
                Measure::Weights(weights.clone()),
                Measure::Tiles,
                Measure::Value,
            ],
            Goal::OpeningValue => vec![Measure::Points, Measure::Tiles],
        }
    }

    /// The contribution of one unit of this variable.
    fn factor(&self, meaning: Meaning) -> i64 {
        match (self, meaning) {
            (Measure::Tiles, Meaning::Lay(_)) | (Measure::Kept, Meaning::Keep(_)) => 1,
            (Measure::Value, Meaning::Lay(tile)) => i64::from(tile.face()),
            (Measure::Weights(weights), Meaning::Lay(tile)) => i64::from(weights.of(tile)),
            (Measure::Points, Meaning::Set(_, points)) => i64::from(points),
            _ => 0,
        }
    }

    /// The terms of the objective.
    pub fn terms(&self, meanings: &[Meaning]) -> Terms {
        let factors = meanings.iter().map(|meaning| self.factor(*meaning));
        factors.enumerate().filter(|(_, f)| *f != 0).collect()
    }

    /// Bounds on the measure over all choices of these rack tiles. Those of tie-breaks start at 0.
    pub fn range(&self, rack: &TileCounts, old_sets: usize) -> (i64, i64) {
        let largest = i64::from(rummilab_core::MAX_VALUE);
        match self {
            Measure::Tiles => (0, rack.len() as i64),
            Measure::Value => (0, i64::from(rack.face_sum())),
            Measure::Weights(weights) => rack.kinds().fold((0, 0), |(low, high), (tile, n)| {
                let all = i64::from(weights.of(tile)) * i64::from(n);
                (low + all.min(0), high + all.max(0))
            }),
            Measure::Points => (0, largest * rack.len() as i64),
            Measure::Kept => (0, old_sets as i64),
        }
    }
}

/// Measures that are solved together as one number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WeightedMeasures {
    pub terms: Terms,
    /// The weight of one unit of the first measure, more than all others together.
    pub unit: i64,
}

/// Combines measures with their ranges into as few objectives as stay exact.
pub(crate) fn objectives(
    measures: &[(Terms, (i64, i64))],
    variables: usize,
) -> Vec<WeightedMeasures> {
    let mut objectives: Vec<WeightedMeasures> = Vec::new();
    let mut size = 0;
    for (terms, (low, high)) in measures {
        let span = high + 1;
        let magnitude = low.abs().max(high.abs());
        match objectives.last_mut() {
            // A tie-break: one unit of the measures before it counts more than all of it.
            Some(objective) if size * span + high <= LARGEST && *low == 0 => {
                let mut dense = vec![0; variables];
                objective
                    .terms
                    .iter()
                    .for_each(|(i, f)| dense[*i] += f * span);
                terms.iter().for_each(|(i, f)| dense[*i] += f);
                let dense = dense.into_iter().enumerate();
                objective.terms = dense.filter(|(_, f)| *f != 0).collect();
                objective.unit *= span;
                size = size * span + high;
            }
            _ => {
                size = magnitude;
                objectives.push(WeightedMeasures {
                    terms: terms.clone(),
                    unit: 1,
                });
            }
        }
    }
    objectives
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_put_together_only_where_doubles_stay_exact() {
        let tiles = (vec![(0, 1), (1, 1)], (0, 20));
        let value = (vec![(0, 7), (1, 13)], (0, 200));
        let together = objectives(&[tiles.clone(), value.clone()], 3);
        let objective = WeightedMeasures {
            terms: vec![(0, 208), (1, 214)],
            unit: 201,
        };
        assert_eq!(together, [objective]);
        let weights = (vec![(0, -1_000_000), (1, 999_999)], (-1_000_000, 999_999));
        let apart = objectives(&[weights, tiles, value], 3);
        assert_eq!(apart.len(), 2);
        assert_eq!((apart[0].unit, apart[1].unit), (1, 201));
    }
}
