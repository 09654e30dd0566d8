//! The state of a run as text, and the commands for the next steps.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rummilab::core::count;
use rummilab::record::BotEntry;
use rummilab::runs::{NextStep, PLAN, RecordFile, RunStatus, StatusJson};

use crate::fault_text::fault_lines;
use crate::rules_arg::quoted;
use crate::tables::{hanging, to_copy, wrapped};
use crate::visible::visible;

/// Most stretches of missing blocks that are listed.
const MOST_STRETCHES: usize = 8;

/// The state as JSON, with the next commands. `places` are the given folders.
pub fn status_json(status: &RunStatus, places: &[PathBuf]) -> StatusJson {
    status.json(commands(status, places))
}

/// The state as text.
pub fn status_text(status: &RunStatus, places: &[PathBuf]) -> String {
    let header = status.header();
    let bots: Vec<String> = header.bots.iter().map(BotEntry::with_version).collect();
    let head = format!(
        "{}, {} players, seed {}, {}: {} of {}",
        visible(&header.rules.title()),
        header.players,
        header.seed,
        visible(&header.build),
        status.done(),
        count(status.blocks(), "block"),
    );
    let mut text = format!("{}\nplan {}\n", wrapped(&head), visible(&header.plan_hash));
    if let Some(salt) = &header.salt {
        let _ = writeln!(text, "salt {salt}");
    }
    let bots = format!("bots {}", visible(&bots.join(", ")));
    let _ = writeln!(text, "{}\n", hanging(5, &bots));
    for source in status.sources() {
        let source_text = format!("  {}", source_text(status, source));
        let _ = writeln!(text, "{}", hanging(4, &source_text));
        for damage in &source.damage {
            let what = if damage.torn { "cut off" } else { "damaged" };
            let _ = writeln!(text, "    {what}: {damage}");
        }
    }
    text.push('\n');
    for line in fault_lines(status.faults(), &places[0]) {
        let _ = writeln!(text, "{line}");
    }
    let next = commands(status, places);
    if let Some(end) = status.end() {
        let planned = count(status.plan().blocks(), "block");
        let _ = writeln!(text, "the stop rule ended the run after {end} of {planned}");
    }
    if status.is_complete() {
        text += "every block is there\n";
    } else if status.is_complete_beside() {
        let missing = count(status.missing(), "block");
        let _ = writeln!(text, "the other {missing} are in the shards beside it");
    } else {
        let missing = format!("missing: {}", missing_text(status));
        let _ = writeln!(text, "{}", wrapped(&missing));
    }
    if !next.is_empty() {
        text += "to go on:\n";
    }
    for command in next {
        let _ = writeln!(text, "{}", to_copy("  ", &command));
    }
    text
}

fn source_text(status: &RunStatus, source: &RecordFile) -> String {
    let name = source.file.display();
    let text = match source.shard() {
        Some(shard) => {
            let of = status.blocks_of(Some(shard));
            let of = count(of, "block");
            format!("{name}: shard {shard}, {} of {of}", source.blocks)
        }
        None => format!("{name}: {}", count(source.blocks, "block")),
    };
    match source.left_out {
        0 => text,
        more => format!("{text}, and {more} after the end, which do not count"),
    }
}

/// The missing blocks in words.
fn missing_text(status: &RunStatus) -> String {
    let all = status.missing_stretches();
    let words = all
        .iter()
        .take(MOST_STRETCHES)
        .map(|stretch| match *stretch {
            (first, last, _) if first == last => format!("{first}"),
            (first, last, 1) => format!("{first} to {last}"),
            (first, last, step) => format!("{first} to {last} in steps of {step}"),
        });
    let mut text = words.collect::<Vec<_>>().join(", ");
    if all.len() > MOST_STRETCHES {
        let _ = write!(text, ", and {} more stretches", all.len() - MOST_STRETCHES);
    }
    format!("{}: {text}", count(status.missing(), "block"))
}

/// The commands for the next steps.
fn commands(status: &RunStatus, places: &[PathBuf]) -> Vec<String> {
    let path = |path: &Path| quoted(&path.display().to_string());
    let merge = |out: &str| {
        let places: Vec<String> = places.iter().map(|place| path(place)).collect();
        format!("rummilab merge {} --out {out}", places.join(" "))
    };
    let command = |step: &NextStep| match step {
        NextStep::Play { folder, .. } if status.plan().has_person() => {
            format!("rummilab play --out {}", path(folder))
        }
        NextStep::Play {
            plan_in,
            shard,
            folder,
        } => {
            let shard = shard.map_or(String::new(), |shard| format!(" --shard {shard}"));
            let plan = path(&plan_in.join(PLAN));
            format!("rummilab run {plan}{shard} --out {}", path(folder))
        }
        // The user chooses the folder of a complete run; a damaged run goes to a new folder.
        NextStep::Merge => merge("DIR"),
        NextStep::MergeAll(folder) => format!("rummilab merge {} --out DIR", path(folder)),
        NextStep::Save => merge("NEW"),
        NextStep::PlaySaved => "rummilab run NEW/plan.toml --out NEW".to_owned(),
    };
    status.next().iter().map(command).collect()
}
