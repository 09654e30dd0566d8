//! The value near which each joker lies, as additional variables. They add no information, but
//! branching on them first decides much at a time. Branching on single sets, among thousands with
//! the same joker, proves little.

use rummilab_core::{JokerKind, MAX_VALUE, Tile, TileCounts};

use crate::measure::Meaning;
use crate::model::BuiltProgram;
use crate::program::Row;

/// A variable and its row for each kind of joker and each value. It counts the jokers in sets whose
/// lowest number tile has that value.
pub(crate) struct JokerPlaces {
    /// The row, by kind of joker and value.
    row_of: [[Option<usize>; MAX_VALUE as usize + 1]; 4],
    rows: Vec<Row>,
}

impl JokerPlaces {
    /// Adds the variables before all others, because microlp branches first on the first variables
    /// outside the goal. Adds none if all jokers are classic.
    pub fn new(built: &mut BuiltProgram, values: u8, all: &TileCounts) -> JokerPlaces {
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
                    exact: true,
                    ..Row::default()
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

    /// The rows that link the variables to the sets.
    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }
}
