//! Sessions in a terminal, one file for each command or theme: what is typed and what comes out,
//! standard output first or standard error first. `RUMMILAB_UPDATE=1` writes what comes out into
//! them.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::session::{Said, Shell, commands};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// Work and time, which depend on details of the solver and on the machine.
const VARIES: [&str; 2] = ["\"nodes\":", "\"micros\":"];

/// The text with `[..]` for what varies, and without the advice at the end of wrong arguments.
fn settled(text: &str) -> String {
    let mut text = text.replace(env!("CARGO_PKG_VERSION"), "[..]");
    for key in VARIES {
        let mut parts = text.split(key);
        let first = parts.next().unwrap_or_default().to_owned();
        text = parts.fold(first, |text, part| {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            text + key + "[..]" + rest
        });
    }
    if text.ends_with("For more information, try '--help'.\n") {
        let usage = text.find("\n\nUsage: ");
        let end = usage.or_else(|| text.find("\n\nFor more"));
        text.truncate(end.unwrap_or_default());
        text += "\n...\n";
    }
    text
}

/// Errors and warnings go to standard error, and what is refused prints nothing else, unless JSON
/// was asked for.
fn is_apart(said: &Said, refused: bool, json: bool) -> bool {
    let complains = |line: &str| {
        ["error: ", "warning: "]
            .iter()
            .any(|word| line.starts_with(word))
    };
    !said.out.lines().any(complains) && (json || !refused || said.out.is_empty())
}

/// The faults of a session; with `update` the file with what came out in place of what did not.
fn faults(path: &Path, update: bool) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a session");
    let lines: Vec<&str> = text.lines().collect();
    let (shell, mut faults, mut now) = (Shell::new(), Vec::new(), Vec::new());
    for typed in commands(&lines, 0..lines.len()) {
        let shown = &lines[typed.shown.clone()];
        let blank = shown
            .iter()
            .rev()
            .take_while(|line| line.is_empty())
            .count();
        let shown = &shown[..shown.len() - blank];
        now.extend(
            lines[typed.line..typed.shown.start]
                .iter()
                .map(ToString::to_string),
        );
        let place = format!("{}:{}: {}", path.display(), typed.line + 1, typed.command);
        let said = shell.run(&typed.command);
        let refused = typed.command.contains("# exit code 2");
        let json = ["--json", "--batch"]
            .iter()
            .any(|word| typed.command.contains(word));
        let joined = typed.command.contains("2>&1");
        if !joined && !is_apart(&said, refused, json) {
            faults.push(format!(
                "{place}\nerrors and output are mixed:\n{}",
                said.out
            ));
        }
        match said.fault(&typed.command, shown) {
            Some(fault) => {
                now.extend(settled(&(said.out + &said.err)).lines().map(str::to_owned));
                faults.push(format!("{place}\n{fault}"));
            }
            None => now.extend(shown.iter().map(ToString::to_string)),
        }
        now.extend(vec![String::new(); blank]);
    }
    if update {
        fs::write(path, now.join("\n") + "\n").expect("writable");
    }
    faults
}

#[test]
fn sessions_say_what_comes_out() {
    let update = std::env::var_os("RUMMILAB_UPDATE").is_some();
    let files = fs::read_dir(folder()).expect("the folder is there");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
    files.sort();
    assert!(files.len() > 10, "{files:?}");
    let faults: Vec<String> = files
        .par_iter()
        .flat_map(|file| faults(file, update))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
