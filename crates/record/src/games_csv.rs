//! `games.csv`: a row per game and seat.

use std::io::Write;

use crate::text_cell::text_cell;
use crate::types::{Block, Header, ending_word};

/// The columns, in order. `opened_turn` is empty for a seat that never opened; `win_share` is 1/k
/// for each of k seats on place 1, else 0; `end` is `out`, `empty` or `fault`.
pub const CSV_COLUMNS: [&str; 11] = [
    "block",
    "game",
    "seat",
    "bot",
    "score",
    "win_share",
    "tiles_left",
    "points_left",
    "own_turns",
    "opened_turn",
    "end",
];

/// Writes the rows of blocks in the given order.
#[derive(Debug)]
pub struct CsvWriter<W: Write> {
    out: csv::Writer<W>,
}

impl<W: Write> CsvWriter<W> {
    /// Writes the row of column names.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(out: W) -> Result<CsvWriter<W>, csv::Error> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(CSV_COLUMNS)?;
        Ok(CsvWriter { out })
    }

    /// Writes the rows of a block. A bot that is not in the header gets an empty name.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&mut self, header: &Header, block: &Block) -> Result<(), csv::Error> {
        for (index, game) in block.games.iter().enumerate() {
            for (seat, result) in game.seats.with_seats() {
                let bot = game
                    .seating
                    .get(seat)
                    .and_then(|bot| header.bots.get(usize::from(*bot)));
                self.out.write_record([
                    block.block.to_string().as_str(),
                    &index.to_string(),
                    &seat.to_string(),
                    &bot.map_or_else(Default::default, |bot| text_cell(&bot.label)),
                    &result.score.to_string(),
                    &game.win_share(seat).to_string(),
                    &result.tiles_left.to_string(),
                    &result.points_left.to_string(),
                    &result.own_turns.to_string(),
                    &result
                        .opened_turn
                        .map(|turn| turn.to_string())
                        .unwrap_or_default(),
                    ending_word(game.ending),
                ])?;
            }
        }
        Ok(())
    }

    /// Returns the output after flushing it.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn into_inner(self) -> std::io::Result<W> {
        self.out
            .into_inner()
            .map_err(|error| std::io::Error::other(error.to_string()))
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}
