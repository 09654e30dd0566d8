//! Near which value each joker lies, as variables of their own. They say nothing new, but to decide
//! them first is to decide much at a time: branching on single sets among thousands that hold the
//! same joker proves little.

use rummilab_core::{JokerKind, MAX_VALUE, Tile, TileCounts};

use crate::measure::Meaning;
use crate::model::Built;
use crate::program::Row;

/// A variable and its row for each kind of joker and each value: jokers in sets whose lowest number
/// tile has it.
pub(crate) struct JokerPlaces {
    /// By kind of joker and value: which row.
    row_of: [[Option<usize>; MAX_VALUE as usize + 1]; 4],
    rows: Vec<Row>,
}

impl JokerPlaces {
    /// Adds the variables, before all others: of those that are no goal microlp branches on the
    /// first. None where all jokers are classic ones.
    pub fn new(built: &mut Built, values: u8, all: &TileCounts) -> JokerPlaces {
        let mut places = JokerPlaces {
            row_of: [[None; MAX_VALUE as usize + 1]; 4],
            rows: Vec::new(),
        };
        if all.jokers() == all.count(Tile::JOKER) {
            return places;
        }
        for kind in JokerKind::ALL.into_iter().rev() {
            let count = i64::from(all.count(Tile::joker(kind)));
            for value in (1..=values).filter(|_| count > 0) {
                built.meanings.push(Meaning::Place);
                let variable = built.program.variable(count);
                places.row_of[kind.index()][usize::from(value)] = Some(places.rows.len());
                places.rows.push(Row {
                    terms: vec![(variable, 1)],
                    bound: 0,
                    exact: true,
                });
            }
        }
        places
    }

    /// Counts the jokers of the sets of this variable.
    pub fn count(&mut self, variable: usize, tiles: &TileCounts) {
        if self.rows.is_empty() || tiles.jokers() == 0 {
            return;
        }
        let values = tiles.kinds().filter_map(|(tile, _)| tile.value());
        let lowest = usize::from(values.min().unwrap_or(0));
        for (tile, count) in tiles.kinds() {
            if let Some(kind) = tile.joker_kind()
                && let Some(row) = self.row_of[kind.index()][lowest]
            {
                self.rows[row].terms.push((variable, -i64::from(count)));
            }
        }
    }

    /// The rows that tie the variables to the sets.
    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }
}
