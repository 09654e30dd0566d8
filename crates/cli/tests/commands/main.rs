//! Every command, end to end through the binary: its output, its files and its refusals. All tests
//! are in one program, so that tests that wait for a clock leave the processor to others.

mod advise;
mod analyse;
mod arrows;
mod bench;
mod bots_play;
mod browser;
mod check;
mod cli;
mod club;
mod common;
mod differential;
#[cfg(unix)]
mod examples;
#[cfg(target_os = "linux")]
mod export;
mod files;
#[cfg(unix)]
mod guide;
mod hostile;
#[cfg(unix)]
mod interrupted;
mod league;
mod lists;
mod options;
mod other_versions;
mod play;
mod programs;
mod report;
mod report_browser;
mod rule_cases;
mod rules;
mod runs;
mod salt;
mod score;
mod sequential;
mod serve;
#[cfg(unix)]
mod shards;
mod solve;
mod solve_batch;
mod solve_image;
mod systems;
mod tournament;
mod widths;
