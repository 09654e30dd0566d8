//! Reading of text files by unknown authors (rules, plans, positions), with a limit on their size.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest size of a rule file, in bytes. The files that ship have a few thousand.
const MOST_RULE_BYTES: u64 = 1 << 20;

/// The text of a rule file, or `None` if `name` is a bare word that is not a file: then it names a
/// rule system.
///
/// # Errors
/// A path that cannot be read, or a file of more than 1 MiB.
pub fn rule_file(name: &str) -> io::Result<Option<String>> {
    let looks_like_a_file = name.contains(['/', '\\']) || name.ends_with(".toml");
    if !looks_like_a_file && !Path::new(name).is_file() {
        return Ok(None);
    }
    read_limited(Path::new(name), MOST_RULE_BYTES).map(Some)
}

/// The text of a file by an unknown author, if it has at most `most` bytes. Never more than that is
/// held in memory.
///
/// # Errors
/// The errors of the system; [`io::ErrorKind::FileTooLarge`] with size and limit;
/// [`io::ErrorKind::InvalidData`] for bytes that are not UTF-8.
pub fn read_limited(path: &Path, most: u64) -> io::Result<String> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let too_large = |size: String| {
        let message = format!("it has {size} bytes, and at most {most} are read");
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    };
    if size > most {
        return Err(too_large(size.to_string()));
    }
    // Only a plain file knows its size; the limit must hold for others, too.
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(format!("more than {most}")));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
