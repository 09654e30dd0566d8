//! `lots.csv` of a club tournament: the seats of every round and the lots that decided them. With
//! the results they give every pairing (docs/rules.md#pairing).

use rummilab_arena::{ClubState, Plan};
use rummilab_record::{Block, Header, text_cell};

const COLUMNS: [&str; 6] = ["block", "round", "table", "letter", "bot", "lot"];

/// The state of a club tournament, and its lots so far as CSV.
pub struct Lots {
    state: ClubState,
    rows: csv::Writer<Vec<u8>>,
}

impl Lots {
    /// The state before the first game; `None` for other formats.
    pub fn new(plan: &Plan) -> Option<Lots> {
        let mut lots = Lots {
            state: plan.club_state()?,
            rows: csv::Writer::from_writer(Vec::new()),
        };
        lots.row(COLUMNS.map(str::to_owned));
        Some(lots)
    }

    /// The state before the next block.
    pub fn state(&self) -> &ClubState {
        &self.state
    }

    /// Adds the rows of the next block, then its results to the state. Rounds, tables and lots
    /// count from 1, and the final counts as one more round. Reserve players have no lot.
    pub fn push(&mut self, header: &Header, block: &Block) {
        let number = block.block;
        let round = self.state.club().round(number) + 1;
        let table = number.saturating_sub(self.state.first_block()) + 1;
        let bots = self.state.table(number).unwrap_or_default().to_vec();
        for (letter, bot) in ('A'..).zip(bots) {
            let label = &header.bots[usize::from(bot)].label;
            let lot = self
                .state
                .lot(bot)
                .map_or_else(String::new, |lot| lot.to_string());
            let [block, round, table] = [number, round, table].map(|n| n.to_string());
            let label = text_cell(label).into_owned();
            self.row([block, round, table, letter.to_string(), label, lot]);
        }
        self.state.push(block);
    }

    fn row(&mut self, cells: [String; 6]) {
        let written = self.rows.write_record(cells);
        written.expect("memory takes every row");
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// Never: the rows are in memory.
    pub fn into_bytes(self) -> Vec<u8> {
        self.rows.into_inner().expect("memory takes every row")
    }
}
