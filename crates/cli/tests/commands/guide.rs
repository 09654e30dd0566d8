//! README and guide run as written. The blocks of a page run in order in their own folder: a file
//! is written, a command is run, and its output is compared with the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use walkdir::WalkDir;

use crate::examples::small;
use crate::session::{Shell, Typed, commands, repository};

/// Commands of pages that are not run: builds, servers, other package managers.
const LEFT_OUT: &[&str] = &[
    "cargo install",
    "cargo test",
    "pip install",
    "python3 -m venv",
    "rummilab web",
];

#[derive(Debug, PartialEq)]
enum Step {
    /// A block that begins with a comment holding only a name: `# calm.toml`.
    File { name: String, text: String },
    /// A command; in a block that shows no output at all, whatever it prints.
    Command { typed: Typed, shows: bool },
}

/// The file name of a block with this language and first line.
fn file_name<'a>(language: &str, first: &'a str) -> Option<&'a str> {
    let name = first
        .strip_prefix("# ")
        .or_else(|| first.strip_prefix("// "))?;
    let ending = match language {
        "python" => ".py",
        "toml" => ".toml",
        "cpp" => ".cpp",
        _ => return None,
    };
    (name.ends_with(ending) && !name.contains([' ', '/'])).then_some(name)
}

fn steps(lines: &[&str]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let inside = lines[at + 1..].iter().take_while(|line| **line != "```");
        let block = at + 1..at + 1 + inside.count();
        at = block.end + 1;
        let first = lines[block.clone()].first().copied().unwrap_or_default();
        if language == "console" {
            let found = commands(lines, block);
            let shows = found.iter().any(|typed| !typed.shown.is_empty());
            steps.extend(
                found
                    .into_iter()
                    .map(|typed| Step::Command { typed, shows }),
            );
        } else if let Some(name) = file_name(language, first) {
            let (name, text) = (name.to_owned(), lines[block].join("\n") + "\n");
            steps.push(Step::File { name, text });
        }
    }
    steps
}

/// The differences between a page and the actual output.
#[allow(clippy::print_stderr, reason = "what is skipped is said")]
fn faults(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(repository().join(page)).expect("a page");
    let lines: Vec<&str> = text.lines().collect();
    let (shell, mut faults) = (Shell::new(), Vec::new());
    for step in steps(&lines) {
        let (typed, shows) = match step {
            Step::Command { typed, shows } => (typed, shows),
            Step::File { name, text } => {
                fs::write(shell.folder().join(name), text).expect("a file");
                continue;
            }
        };
        let command = &typed.command;
        if LEFT_OUT.iter().any(|words| command.contains(words)) {
            continue;
        }
        if command.starts_with("g++") && Command::new("g++").arg("--version").output().is_err() {
            eprintln!("SKIPPED: g++ is missing, so the rest of {page:?} was not run");
            break;
        }
        let fault = if shows {
            let ours = command.replace("cargo run --release --", "rummilab");
            shell.run(&ours).fault(command, &lines[typed.shown])
        } else {
            shell.fault(&small(command))
        };
        let place = format!("{}:{}: {command}", page.display(), typed.line + 1);
        faults.extend(fault.map(|fault| format!("{place}\n{fault}")));
    }
    faults
}

/// README and every page of the guide that has commands.
fn pages() -> Vec<PathBuf> {
    let docs = WalkDir::new(repository().join("docs")).sort_by_file_name();
    let pages = docs
        .into_iter()
        .map(|entry| entry.expect("a page").into_path());
    let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut pages: Vec<PathBuf> = pages
        .map(|path| path.strip_prefix(repository()).expect("inside").to_owned())
        .collect();
    pages.push("README.md".into());
    pages
}

#[test]
fn pages_say_what_comes_out() {
    let faults: Vec<String> = pages().par_iter().flat_map(|page| faults(page)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn blocks_are_files_and_commands() {
    let page =
        "```toml\n# a.toml\nx = 1\n```\n```console\n$ one\nsaid\n```\n```console\n$ two\n```\n";
    let lines: Vec<&str> = page.lines().collect();
    let steps: Vec<String> = steps(&lines)
        .iter()
        .map(|step| match step {
            Step::File { name, text } => format!("{name}: {text:?}"),
            Step::Command { typed, shows } => format!("{}: {shows}", typed.command),
        })
        .collect();
    assert_eq!(
        steps,
        [
            r##"a.toml: "# a.toml\nx = 1\n""##,
            "one: true",
            "two: false"
        ]
    );
}
