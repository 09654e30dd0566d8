//! The faults of bots in a match: the first of each bot, and how many there are.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pyo3::prelude::*;
use rummilab::record::{Block, BotEntry};
use rummilab::runs::{games_file, read_blocks};
use rummilab::stats::faults::faults_of;

use crate::bot::Traceback;
use crate::errors::Fault;

/// Number of faults that are listed for each bot.
pub const MOST_KEPT: usize = 5;

/// The fields of `rummilab.BotFault`.
pub type FaultRow = (
    String,
    &'static str,
    String,
    Option<u64>,
    Option<usize>,
    Option<usize>,
    Option<String>,
);

/// The first faults of each bot, and the number of each bot's faults.
#[derive(Debug, Default)]
pub struct FirstFaults {
    pub rows: Vec<FaultRow>,
    pub counts: BTreeMap<String, u64>,
}

impl FirstFaults {
    /// Adds the faults of a block of these bots; push blocks in order.
    pub fn push(&mut self, bots: &[BotEntry], block: &Block) {
        for fault in faults_of(bots, block) {
            // Nobody is responsible for an endless game.
            let Some(bot) = fault.bot else { continue };
            let count = self.counts.entry(bot.clone()).or_default();
            *count += 1;
            if *count <= MOST_KEPT as u64 {
                let place = (Some(fault.block), Some(fault.game), Some(fault.turn));
                let (block, game, turn) = place;
                let row = (bot, fault.kind, fault.detail, block, game, turn, None);
                self.rows.push(row);
            }
        }
    }

    /// Adds what Python says about exceptions. Those after a game had no consequence, so they are
    /// faults without a place.
    pub fn explain(&mut self, bots: &[BotEntry], tracebacks: &[Traceback]) {
        for (bot, kind, reason, .., told) in &mut self.rows {
            let entry = bots.iter().find(|entry| entry.label == *bot);
            let of_bot = |kept: &&Traceback| {
                let name = entry.map(|entry| &entry.canonical);
                // Records shorten reasons.
                name == Some(&kept.bot) && kept.reason.starts_with(&*reason) && !kept.after_game
            };
            if *kind == "crash" {
                *told = tracebacks.iter().find(of_bot).map(|kept| kept.text.clone());
            }
        }
        for kept in tracebacks.iter().filter(|kept| kept.after_game) {
            let (bot, reason) = (kept.bot.clone(), kept.reason.clone());
            let text = Some(kept.text.clone());
            self.rows
                .push((bot, "crash", reason, None, None, None, text));
        }
    }
}

/// The first faults of each bot of a record, and the number of each bot's faults.
#[pyfunction]
pub fn record_faults(
    py: Python<'_>,
    place: PathBuf,
) -> Result<(Vec<FaultRow>, BTreeMap<String, u64>), Fault> {
    let mut faults = FirstFaults::default();
    py.detach(|| {
        let (header, blocks) = read_blocks(&games_file(&place))?;
        for block in blocks {
            faults.push(&header.bots, &block?);
        }
        Ok::<(), rummilab::runs::RunsError>(())
    })?;
    Ok((faults.rows, faults.counts))
}
