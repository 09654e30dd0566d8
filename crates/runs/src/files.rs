//! The names of the files in the folder of a run.

pub const GAMES: &str = "games.bin";
/// Games that belong between those of [`GAMES`]; see `store`.
pub const FILL: &str = "games.fill";
/// The shard last played into the folder. `status` uses it for proposals; the record says which
/// blocks are present.
pub const SHARD: &str = "shard.txt";
pub const PLAN: &str = "plan.toml";
/// Results: a row per game and seat.
pub const CSV: &str = "games.csv";
/// Results: a row per block.
pub const BLOCKS: &str = "blocks.csv";
/// The lots of a club tournament, a row per player and round.
pub const LOTS: &str = "lots.csv";
pub const SUMMARY: &str = "summary.json";
/// The thinking times of the bots; the seed does not determine them.
pub const TIMINGS: &str = "timings.csv";
/// The page that `report` makes from these files.
pub const REPORT: &str = "report.html";
/// The resolved sweep, in the folder of one.
pub const SWEEP: &str = "sweep.toml";
/// The folders of the cells of a sweep.
pub const CELLS: &str = "cells";
/// Results of a sweep: a row per cell, bot and figure.
pub const SWEEP_CSV: &str = "sweep.csv";
pub const SWEEP_JSON: &str = "sweep.json";
/// The conditions of a ladder, in the folder of one.
pub const LADDER: &str = "ladder.toml";
/// The folders of the pairs of a ladder.
pub const PAIRS: &str = "pairs";
