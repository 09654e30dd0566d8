//! Runs the binary and captures its output.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use rummilab::record::{Block, Reader};
use serde_json::Value;

/// Exit code, standard output, standard error.
pub type Said = (i32, String, String);

/// Arguments: a list of them, or a command line in one text.
pub trait Args {
    fn list(&self) -> Vec<&str>;
}

impl Args for str {
    fn list(&self) -> Vec<&str> {
        words(self)
    }
}

impl Args for String {
    fn list(&self) -> Vec<&str> {
        words(self)
    }
}

impl Args for Vec<&str> {
    fn list(&self) -> Vec<&str> {
        self.clone()
    }
}

impl Args for [&str] {
    fn list(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl<const N: usize> Args for [&str; N] {
    fn list(&self) -> Vec<&str> {
        self.to_vec()
    }
}

/// Runs `rummilab` with these arguments and this input in this folder.
pub fn run_in(folder: &Path, args: &(impl Args + ?Sized), input: impl Into<Vec<u8>>) -> Said {
    let output = cargo_bin_cmd!("rummilab")
        .env("LC_ALL", "C")
        .current_dir(folder)
        .args(args.list())
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
pub fn run(args: &(impl Args + ?Sized)) -> Said {
    run_in(&std::env::temp_dir(), args, "")
}

/// The standard output of a run, which must succeed.
#[track_caller]
pub fn told(args: &(impl Args + ?Sized)) -> String {
    told_in(&std::env::temp_dir(), args, "")
}

/// The same in this folder, with this input.
#[track_caller]
pub fn told_in(folder: &Path, args: &(impl Args + ?Sized), input: impl Into<Vec<u8>>) -> String {
    let (code, out, err) = run_in(folder, args, input);
    assert_eq!(code, 0, "{:?}: {out}{err}", args.list());
    out
}

/// The standard output of a run, which must succeed and print nothing to standard error.
#[track_caller]
pub fn quiet(args: &(impl Args + ?Sized)) -> String {
    quiet_in(&std::env::temp_dir(), args, "")
}

/// The same in this folder, with this input.
#[track_caller]
pub fn quiet_in(folder: &Path, args: &(impl Args + ?Sized), input: impl Into<Vec<u8>>) -> String {
    let (code, out, err) = run_in(folder, args, input);
    assert_eq!((code, err.as_str()), (0, ""), "{:?}: {out}", args.list());
    out
}

/// The answers of a command to these lines with `--batch -`, which must have no error.
#[track_caller]
pub fn answered(command: &str, lines: &str) -> String {
    let batch = format!("{command} --batch - --json");
    quiet_in(&std::env::temp_dir(), &batch, lines)
}

/// Asserts that a run failed with this exit code, printed nothing to standard output, and all these
/// texts to standard error.
#[track_caller]
pub fn fails(said: &Said, code: i32, expected: &[&str]) {
    let (found, out, err) = said;
    assert_eq!((*found, out.as_str()), (code, ""), "{err}");
    says(err, expected);
}

/// The same in this folder.
#[track_caller]
pub fn refused_in(folder: &Path, args: &(impl Args + ?Sized), expected: &[&str]) {
    let (code, out, err) = run_in(folder, args, "");
    assert_eq!((code, out.as_str()), (2, ""), "{:?}: {err}", args.list());
    for part in expected {
        assert!(
            err.contains(part),
            "{:?}: no {part:?} in:\n{err}",
            args.list()
        );
    }
}

/// Cases written as lines: their columns, separated by ` => `.
#[track_caller]
pub fn columns<const N: usize>(cases: &str) -> Vec<[&str; N]> {
    let split = |line| -> [&str; N] {
        let columns: Vec<&str> = str::split(line, " => ").collect();
        columns.try_into().unwrap_or_else(|_| panic!("{line}"))
    };
    cases.trim().lines().map(str::trim).map(split).collect()
}

/// Checks cases of two columns; the second is a list separated by ` & `.
#[track_caller]
pub fn each(cases: &str, check: impl Fn(&str, &[&str])) {
    for [case, parts] in columns(cases) {
        check(case, &parts.split(" & ").collect::<Vec<_>>());
    }
}

/// Asserts that all these texts occur in a text, regardless of line breaks.
#[track_caller]
pub fn says(text: impl AsRef<str>, expected: &[&str]) {
    let text = text.as_ref();
    let unbroken = |text: &str| {
        let words = text.split_whitespace().filter(|word| *word != "\\");
        words.collect::<Vec<_>>().join(" ")
    };
    let said = unbroken(text);
    for part in expected {
        let is_there = text.contains(part) || said.contains(&unbroken(part));
        assert!(is_there, "{part:?} is not in:\n{text}");
    }
}

/// The lines of JSON of a text.
#[track_caller]
pub fn json_lines(text: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(line).collect()
}

/// A path as an argument.
pub fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Plays a tournament into a folder, checks that it succeeds, and returns its output.
#[track_caller]
pub fn play(out: &Path, args: &(impl Args + ?Sized)) -> String {
    told(&[&["tournament", "--out", plain(out)], &args.list()[..]].concat())
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

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Runs `rummilab` here.
    pub fn run(&self, args: &(impl Args + ?Sized)) -> Said {
        run_in(self.path(), args, "")
    }

    /// The output of a run here, which must succeed.
    #[track_caller]
    pub fn told(&self, args: &(impl Args + ?Sized)) -> String {
        told_in(self.path(), args, "")
    }

    /// Asserts that a run here is refused with all these texts.
    #[track_caller]
    pub fn refused(&self, args: &(impl Args + ?Sized), expected: &[&str]) {
        refused_in(self.path(), args, expected);
    }

    /// Plays a tournament into the folder `name` in this one.
    #[track_caller]
    pub fn play(&self, name: &str, args: &(impl Args + ?Sized)) -> String {
        self.told(&[&["tournament", "--out", name], &args.list()[..]].concat())
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.at(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8")
    }

    #[track_caller]
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.at(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    #[track_caller]
    pub fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.read(name)).expect("JSON")
    }
}

/// The bytes of all files in the folder of a run that are determined by the seed.
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
