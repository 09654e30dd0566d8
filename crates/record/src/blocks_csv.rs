//! `blocks.csv`: a row per block, the unit of evidence.

use std::io::Write;

use crate::text_cell::text_cell;
use crate::types::{Block, Header};

/// The columns before those of the bots: the number of the block, its games, and the turns of all
/// its games. Three columns for each bot of the header follow, named after its label. They are
/// `… seats` (the seats that it took in the games of the block), `… wins` (the win shares of these
/// seats) and `… score` (their game points). They are empty in a block without the bot.
pub const BLOCK_COLUMNS: [&str; 3] = ["block", "games", "turns"];

/// Writes the rows of blocks in the given order.
#[derive(Debug)]
pub struct BlocksCsv<W: Write> {
    out: csv::Writer<W>,
    bots: usize,
}

impl<W: Write> BlocksCsv<W> {
    /// Writes the row of column names.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(out: W, header: &Header) -> Result<BlocksCsv<W>, csv::Error> {
        let mut out = csv::Writer::from_writer(out);
        let of_bot = |label: &str| {
            let label = text_cell(label);
            ["seats", "wins", "score"].map(|what| format!("{label} {what}"))
        };
        let of_bots = header.bots.iter().flat_map(|bot| of_bot(&bot.label));
        let names = BLOCK_COLUMNS.map(str::to_owned).into_iter().chain(of_bots);
        out.write_record(names)?;
        Ok(BlocksCsv {
            out,
            bots: header.bots.len(),
        })
    }

    /// Writes the row of a block.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&mut self, block: &Block) -> Result<(), csv::Error> {
        let mut seats = vec![0_u32; self.bots];
        let mut wins = vec![0.0; self.bots];
        let mut scores = vec![0_i64; self.bots];
        for game in &block.games {
            for (bot, (seat, result)) in game.seating.iter().zip(game.seats.with_seats()) {
                let bot = usize::from(*bot);
                if bot < self.bots {
                    seats[bot] += 1;
                    wins[bot] += game.win_share(seat);
                    scores[bot] += i64::from(result.score);
                }
            }
        }
        let turns: usize = block.games.iter().map(|game| game.turns.len()).sum();
        let mut row = vec![
            block.block.to_string(),
            block.games.len().to_string(),
            turns.to_string(),
        ];
        for bot in 0..self.bots {
            row.extend(match seats[bot] {
                0 => [String::new(), String::new(), String::new()],
                n => [
                    n.to_string(),
                    wins[bot].to_string(),
                    scores[bot].to_string(),
                ],
            });
        }
        self.out.write_record(row)
    }

    /// Returns the output after flushing it.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn into_inner(self) -> std::io::Result<W> {
        let inner = self.out.into_inner();
        inner.map_err(|error| std::io::Error::other(error.to_string()))
    }
}
