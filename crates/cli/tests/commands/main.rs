//! Every command, end to end through the binary. What a command prints, and what it refuses, stands in
//! the sessions of `tests/transcripts`; here is what needs logic. All tests are in one program, so
//! that tests that wait for a clock leave the processor to others.

mod analyse;
mod arrows;
#[cfg(target_os = "linux")]
mod bench;
#[cfg(target_os = "linux")]
mod bench_folder;
mod bots_play;
mod cli;
mod club;
mod club_evening;
mod common;
mod differential;
mod difficulty;
#[cfg(unix)]
mod examples;
mod experiments;
#[cfg(target_os = "linux")]
mod export;
mod faults;
mod fingerprint;
mod former;
#[cfg(unix)]
mod growing;
mod guide;
mod hostile;
#[cfg(target_os = "linux")]
mod hunt;
#[cfg(unix)]
mod interrupted;
mod ladder;
mod languages;
mod league;
#[cfg(feature = "many-values")]
mod many_values;
mod options;
mod other_versions;
mod play;
mod programs;
mod reference;
mod report;
mod rule_cases;
mod salt;
#[cfg(unix)]
mod scarce;
mod score;
mod sees;
mod sequential;
mod serve;
#[cfg(unix)]
mod session;
#[cfg(unix)]
mod shards;
mod solve_image;
mod sweep;
mod tournament;
#[cfg(unix)]
mod transcripts;
mod web;
mod widths;
