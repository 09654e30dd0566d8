//! Text files that somebody else may have written: rules, plans, positions. Their size is limited.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a rule file. Those that ship have some thousand.
pub const MOST_RULE_BYTES: u64 = 1 << 20;

/// The text of a rule file. A bare word that is no file is meant as the name of a system: `None`.
///
/// # Errors
/// A path that cannot be read, or a file of more than [`MOST_RULE_BYTES`].
pub fn rule_file(name: &str) -> io::Result<Option<String>> {
    let looks_like_a_file = name.contains(['/', '\\']) || name.ends_with(".toml");
    if !looks_like_a_file && !Path::new(name).is_file() {
        return Ok(None);
    }
    read_limited(Path::new(name), MOST_RULE_BYTES).map(Some)
}

/// The text of a file that somebody else may have written, if it is not larger than `most` bytes.
/// No more than that is ever held.
///
/// # Errors
/// If the system refuses; [`io::ErrorKind::FileTooLarge`], which tells size and limit;
/// [`io::ErrorKind::InvalidData`] for bytes that are no UTF-8.
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
    // What is no plain file has no size of its own.
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(format!("more than {most}")));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
