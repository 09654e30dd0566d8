//! `verify`: reports whether a run is sound, as `rummilab::runs::verify` defines it.

use std::path::{Path, PathBuf};

use rummilab::core::count;
use rummilab::play::advise::Notebook;
use rummilab::runs::{
    BUILD, OtherVersion, RunsError, SweepError, SweepFolder, Verification, judge, verify,
};

use crate::error::{Error, Exit, warn};
use crate::fault_text::fault_lines;
use crate::output::Out;
use crate::run_place::run_place;
use crate::sweep::runs_of;
use crate::tables::wrapped;
use crate::told_game::{about_line, text_of_told};
use crate::visible::visible;

/// Most failures that are listed.
const MOST_FAILURES: usize = 20;

/// Replay every game of a run with the referee, and compare deals, results, games.csv, blocks.csv,
/// lots.csv and summary.json
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of a run; of a sweep, then all its cells; of a ladder, then all its pairs; or the
    /// file of a game told to `advise`
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath, value_parser = run_place())]
    dir: PathBuf,
    /// Let the bots play every game again too, and compare every action. Programs, and bots with
    /// another version in the record, are not asked
    #[arg(long)]
    replay_bots: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab verify runs/league
  rummilab verify runs/league --replay-bots

Exit code 1 if anything does not agree, or is damaged or cut off; 2 if there is no record, or one of
another format. Missing blocks, as in a shard, are reported but are no fault. (`rummilab status`
says how to go on.) The table of a ladder is written anew by `rummilab ladder DIR --games 0`.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if let Some(text) = text_of_told(&args.dir)? {
        return Ok(Exit::of(told_is_sound(&args.dir, &text)?));
    }
    let (mut sound, sweep) = (true, SweepFolder::is_one(&args.dir));
    // Cells that have not begun are missing blocks, which are no fault.
    for run in runs_of(&args.dir)? {
        sound &= is_sound(&run, args.replay_bots)?;
    }
    if sweep {
        let dir = args.dir.display();
        let wrong = SweepFolder::open(&args.dir)?.wrong_files();
        let lines = match wrong {
            Ok(names) if names.is_empty() => {
                vec![format!("{dir}: the files of the sweep are sound")]
            }
            Ok(names) => {
                sound = false;
                let line = |name| format!("{dir}: {name} is not what the cells give");
                names.into_iter().map(line).collect()
            }
            Err(error @ RunsError::Sweep(SweepError::Unfinished(..))) => vec![error.to_string()],
            Err(error) => return Err(error.into()),
        };
        Out::new().text(&wrapped(&lines.join("\n")))?;
    }
    Ok(Exit::of(sound))
}

/// Verifies what is known of a game told at a real table, and says what was found.
fn told_is_sound(place: &Path, text: &str) -> Result<bool, Error> {
    let read = Notebook::from_json_lines(text, judge().as_mut());
    let checked = read.and_then(|notebook| {
        let lines = notebook.lines().len();
        notebook.check_own_turns(&mut judge()).map(|()| lines)
    });
    let said = match &checked {
        Ok(lines) => format!(
            "{}: the {} of the game are sound, as far as one player saw it",
            place.display(),
            count(*lines, "line")
        ),
        Err(why) => about_line(place, why).to_string(),
    };
    Out::new().text(&wrapped(&visible(&said)))?;
    Ok(checked.is_ok())
}

/// Verifies a run and says what was found.
fn is_sound(dir: &Path, replay_bots: bool) -> Result<bool, Error> {
    let found = verify(dir, replay_bots)?;
    if let Some(build) = found.build.as_ref().filter(|build| *build != BUILD) {
        warn(&format!(
            "recorded by {}, verified by {BUILD}",
            visible(build)
        ));
    }
    for other in &found.other_versions {
        warn(&version_text(other));
    }
    Out::new().text(&wrapped(&text(&found)))?;
    Ok(found.is_sound())
}

fn version_text(other: &OtherVersion) -> String {
    let number = |version: Option<u32>| version.map_or("unknown".to_owned(), |v| v.to_string());
    let (recorded, here) = (number(other.recorded), number(other.here));
    format!(
        "another version of {}: {recorded} in the record, {here} here; its actions are replayed as \
         they were recorded",
        other.bot
    )
}

fn text(found: &Verification) -> String {
    let (games, all) = (found.games.display(), found.failures.len());
    let shown = found.failures.iter().take(MOST_FAILURES);
    let mut lines: Vec<String> = shown
        .map(|failure| format!("{games}: {}", visible(&failure.to_string())))
        .collect();
    if all > MOST_FAILURES {
        lines.push(format!("... and {} more", all - MOST_FAILURES));
    }
    let state = state(found);
    lines.push(if found.is_sound() {
        format!(
            "{games}: {} in {} {} sound{state}",
            count(found.played, "game"),
            count(found.blocks, "block"),
            if found.played == 1 { "is" } else { "are" }
        )
    } else {
        format!("{games}: {all} of the checks failed{state}")
    });
    lines.extend(fault_lines(&found.faults, &found.games));
    lines.join("\n")
}

/// The blocks that were missing or not checked.
fn state(found: &Verification) -> String {
    let mut text = String::new();
    if let Some(planned) = found.planned.filter(|planned| found.blocks < *planned) {
        let planned = count(planned, "block");
        text += &format!(", {} of {planned} so far", found.blocks);
    }
    if found.dealt {
        text += ", with hidden tiles that were dealt to fit: there is no plan to compare with";
    }
    if found.unchecked > 0 {
        text += &format!(
            " (who sits where in {} of them follows from missing ones and was not checked)",
            found.unchecked
        );
    }
    if found.unanswered > 0 {
        text += &format!(
            " (no solver could say {} whether a player could have played, which was decided in \
             favour of the player)",
            count(found.unanswered, "time")
        );
    }
    if found.with_programs > 0 {
        text += &format!(
            " (in {} persons or programs sat, who were not asked to play again)",
            count(found.with_programs, "block")
        );
    }
    text
}
