//! Runs the binary and takes what it says. Refuses to judge it.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use rummilab::record::{Block, Reader};
use serde_json::Value;

/// Exit code, standard output, standard error.
pub type Said = (i32, String, String);

/// Runs `rummilab` with these arguments and this input, in this folder.
pub fn run_in(folder: &Path, args: &[&str], input: impl Into<Vec<u8>>) -> Said {
    let output = cargo_bin_cmd!("rummilab")
        .current_dir(folder)
        .args(args)
        .write_stdin(input)
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (
        output.status.code().expect("it ends by itself"),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The words of a command line as a shell takes it: apart at blanks, unless quoted.
pub fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// Runs `rummilab` with these arguments.
pub fn run(args: &[&str]) -> Said {
    run_in(&std::env::temp_dir(), args, "")
}

/// Answers these lines with `rummilab COMMAND --batch - --json`.
pub fn batch(command: &str, lines: &str) -> Said {
    run_in(
        &std::env::temp_dir(),
        &[command, "--batch", "-", "--json"],
        lines,
    )
}

/// The text with what depends on the machine or on the solver's inner working cut out: the values of `micros` and
/// `nodes`.
pub fn without_work(text: &str) -> String {
    without(&without(text, "\"nodes\":"), "\"micros\":")
}

/// The text without the numbers that follow `key`.
pub fn without(text: &str, key: &str) -> String {
    let mut parts = text.split(key);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(key);
        kept.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
    }
    kept
}

/// Asserts that a run failed with this exit code, said nothing on standard output, and all of these on standard error.
#[track_caller]
pub fn fails(said: &Said, code: i32, expected: &[&str]) {
    let (found, out, err) = said;
    assert_eq!((*found, out.as_str()), (code, ""), "{err}");
    for part in expected {
        assert!(err.contains(part), "{part:?} is not in:\n{err}");
    }
}

/// A path as an argument.
pub fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Plays a tournament into a folder, insists that all went well, and hands out what it says.
#[track_caller]
pub fn play(out: &Path, args: &[&str]) -> String {
    let (code, text, err) = run(&[&["tournament", "--out", plain(out)], args].concat());
    assert_eq!(code, 0, "{err}");
    text
}

/// The blocks in the folder of a run.
pub fn blocks(folder: &Path) -> Vec<Block> {
    let reader = Reader::open(&folder.join("games.bin")).expect("a record");
    reader.map(|block| block.expect("sound")).collect()
}

/// A temporary folder for runs.
pub struct Folder(pub tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// The bytes of everything in the folder of a run that a seed decides.
pub fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    let read = |name| fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    [
        "games.bin",
        "games.csv",
        "blocks.csv",
        "summary.json",
        "plan.toml",
    ]
    .map(read)
    .into()
}

/// The summary in the folder of a run.
pub fn summary(folder: &Path) -> Value {
    let bytes = fs::read(folder.join("summary.json")).expect("it is there");
    serde_json::from_slice(&bytes).expect("JSON")
}
