//! Which programs played: identities asked before a match begins or goes on, and compared with
//! those of the record. A change is refused, or accepted and written down.

use std::path::{Path, PathBuf};

use rummilab_bot_api::external::External;
use rummilab_bot_api::protocol::HelloAnswer;
use rummilab_record::{Program, Reader, open_plain};

use crate::error::RunsError;
use crate::files::GAMES;

/// What to do where a program is not the one that played before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChangedBots {
    /// An error that names the bot.
    #[default]
    Refuse,
    /// Both play in one run, and its record names both.
    Accept,
}

/// The identity of a program that introduced itself so.
pub(crate) fn identity(bot: &str, external: &External, hello: HelloAnswer) -> Program {
    let folder = external.folder().unwrap_or(Path::new(""));
    Program {
        bot: bot.to_owned(),
        name: hello.name,
        version: hello.version,
        blake3: file_of(external.words(), folder).and_then(|file| hash_of(&file)),
    }
}

/// The script of a command, which is its first argument that is a file; or else its executable.
fn file_of(words: &[String], folder: &Path) -> Option<PathBuf> {
    let (executable, arguments) = words.split_first()?;
    let mut scripts = arguments.iter().map(|word| folder.join(word));
    let script = scripts.find(|path| path.is_file());
    script.or_else(|| in_path(executable, folder))
}

/// The executable of this name, found as the system finds it from this folder.
fn in_path(name: &str, folder: &Path) -> Option<PathBuf> {
    let given = Path::new(name);
    if given.components().count() > 1 || given.is_absolute() {
        return Some(folder.join(given));
    }
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    places.find(|file| file.is_file())
}

fn hash_of(file: &Path) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(open_plain(file).ok()?).ok()?;
    Some(hasher.finalize().to_hex().to_string())
}

/// The programs of the record in a folder; `None` if there is no record.
pub(crate) fn recorded(folder: &Path) -> Option<Vec<Program>> {
    let reader = Reader::open(&folder.join(GAMES)).ok()?;
    let bots = &reader.header().bots;
    Some(bots.iter().flat_map(|bot| bot.programs.clone()).collect())
}

/// The programs that played before, and those that play now where they are others.
///
/// # Errors
/// [`RunsError::ChangedBot`] for the first change, unless changes are accepted.
pub(crate) fn reconciled(
    place: &Path,
    before: &[Program],
    now: &[Program],
    changes: ChangedBots,
) -> Result<Vec<Program>, RunsError> {
    let mut all = before.to_vec();
    for program in now {
        if all.contains(program) {
            continue;
        }
        if changes == ChangedBots::Refuse {
            let of_bot = before.iter().rev().find(|known| known.bot == program.bot);
            return Err(RunsError::ChangedBot {
                place: place.to_owned(),
                bot: program.bot.clone(),
                before: of_bot.cloned().map(Box::new),
                now: Box::new(program.clone()),
            });
        }
        all.push(program.clone());
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_hashed_or_else_the_executable() {
        let place = tempfile::tempdir().unwrap();
        let script = place.path().join("bot.py");
        std::fs::write(&script, "1").unwrap();
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let name = script.to_str().unwrap();
        let here = |words: &[String]| file_of(words, Path::new(""));
        let found = here(&words(&["python3", "-u", name, "30"]));
        assert_eq!(found, Some(script.clone()));
        assert_eq!(here(&words(&[name, "30"])), Some(script.clone()));
        let beside = file_of(&words(&["python3", "bot.py"]), place.path());
        assert_eq!(beside, Some(script.clone()));
        let hash = blake3::hash(b"1").to_hex().to_string();
        assert_eq!(hash_of(&script), Some(hash));
        assert_eq!(here(&words(&["no-such-program-here"])), None);
        let shell = in_path("sh", Path::new("")).unwrap();
        assert!(shell.is_absolute() && shell.ends_with("sh"));
    }
}
