//! `bot new`: writes a working template of a bot; it never overwrites a file.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::tables::to_copy;

/// Write a working bot to begin with: it asks the solver for its moves and is even with `greedy`
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The language
    #[arg(long)]
    lang: Language,
    /// Where to write it: a file or a folder for it, for Rust the folder; mybot.py, mybot.js or
    /// mybot unless given
    #[arg(long, value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bot new --lang python
  rummilab bot new --lang rust --out bots/mine";

/// A language with a template.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Language {
    /// One file for Python 3.10 or later, without packages
    Python,
    /// One file for Node.js, without packages
    Js,
    /// A package for cargo, with serde_json
    Rust,
}

impl Language {
    /// The default name of the file or folder.
    fn name(self) -> &'static str {
        match self {
            Language::Python => "mybot.py",
            Language::Js => "mybot.js",
            Language::Rust => "mybot",
        }
    }

    fn is_a_file(self) -> bool {
        !matches!(self, Language::Rust)
    }

    /// The files of the template, each with its text.
    fn files(self, at: &Path) -> Vec<(PathBuf, &'static str)> {
        match self {
            Language::Python => vec![(at.to_owned(), include_str!("../../../templates/mybot.py"))],
            Language::Js => vec![(at.to_owned(), include_str!("../../../templates/mybot.js"))],
            Language::Rust => vec![
                (at.join("Cargo.toml"), CARGO_TOML),
                (
                    at.join("src/main.rs"),
                    include_str!("../../../templates/mybot.rs"),
                ),
            ],
        }
    }

    /// The command that starts the bot, and the steps before it.
    fn commands(self, at: &Path) -> (Option<String>, String) {
        let at = at.display();
        match self {
            Language::Python => (None, format!("python3 {at}")),
            Language::Js => (None, format!("node {at}")),
            Language::Rust => (
                Some(format!(
                    "cargo build --release --manifest-path {at}/Cargo.toml"
                )),
                format!("{at}/target/release/mybot"),
            ),
        }
    }
}

/// The package is its own workspace, wherever it is written.
const CARGO_TOML: &str = "\
[package]
name = \"mybot\"
version = \"0.1.0\"
edition = \"2021\"

[dependencies]
serde_json = \"1\"

[workspace]
";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let at = match &args.out {
        None => PathBuf::from(args.lang.name()),
        Some(folder) if args.lang.is_a_file() && folder.is_dir() => folder.join(args.lang.name()),
        Some(path) => path.clone(),
    };
    let files = args.lang.files(&at);
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(Error::Input(format!(
            "{}: it is there already and was left alone; give another place with --out",
            path.display()
        )));
    }
    for (path, text) in &files {
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| File::create_new(path))
            .and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|cause| Error::about(format!("cannot write {}", path.display()), cause))?;
    }
    let (build, command) = args.lang.commands(&at);
    let rate = format!("rummilab tournament --bot \"cmd:{command}\" --bot");
    let mut lines = vec![format!("Written:   {}", at.display())];
    lines.extend(build.map(|build| to_copy("Build it:  ", &build)));
    lines.extend([
        to_copy("Check it:  ", &format!("rummilab bot check \"{command}\"")),
        to_copy("Rate it:   ", &format!("{rate} random --deals 50")),
        to_copy("           ", &format!("{rate} greedy --deals 200")),
        to_copy(
            "Play it:   ",
            &format!("rummilab play --bot \"cmd:{command}\""),
        ),
    ]);
    Out::new().text(&lines.join("\n"))?;
    Ok(Exit::Done)
}
