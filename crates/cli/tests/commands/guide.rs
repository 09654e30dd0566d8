//! README and guide run as written. The blocks of a page run in order in their own folder: a file
//! is written, a command is run, and its output is compared with the page. There `[..]` stands for
//! any text within a line, and a line `...` for any lines.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::examples::{Shell, joined, repository, small};

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
    /// A command, and the lines below it; `None` in a block that shows no output at all.
    Command {
        line: usize,
        command: String,
        output: Option<Vec<String>>,
    },
}

/// The file name of a block with this language and first line.
fn file_name<'a>(language: &str, first: &'a str) -> Option<&'a str> {
    let name = first
        .strip_prefix("# ")
        .or_else(|| first.strip_prefix("// "))?;
    let ending = match language {
        "python" => ".py",
        "toml" => ".toml",
        _ => return None,
    };
    (name.ends_with(ending) && !name.contains([' ', '/'])).then_some(name)
}

/// The commands of a block that begins at this line, each with the lines below it.
fn commands(first: usize, block: &[&str]) -> Vec<Step> {
    let starts: Vec<usize> = (0..block.len())
        .filter(|at| block[*at].starts_with("$ "))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([block.len()]);
    let parts: Vec<(usize, String, Vec<String>)> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| {
            let typed = (start..end).take_while(|at| *at == start || block[at - 1].ends_with('\\'));
            let typed = typed.count();
            let words = block[start..start + typed].iter();
            let command = joined(words.map(|line| line.trim_start_matches("$ ")));
            let output = block[start + typed..end].iter().map(ToString::to_string);
            (first + start, command.concat(), output.collect())
        })
        .collect();
    let shows = parts.iter().any(|(_, _, output)| !output.is_empty());
    let step = |(line, command, output)| Step::Command {
        line,
        command,
        output: shows.then_some(output),
    };
    parts.into_iter().map(step).collect()
}

fn steps(page: &str) -> Vec<Step> {
    let lines: Vec<&str> = page.lines().collect();
    let mut steps = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let inside = lines[at + 1..].iter().take_while(|line| **line != "```");
        let block = &lines[at + 1..at + 1 + inside.count()];
        let first = block.first().copied().unwrap_or_default();
        if language == "console" {
            steps.extend(commands(at + 2, block));
        } else if let Some(name) = file_name(language, first) {
            steps.push(Step::File {
                name: name.to_owned(),
                text: block.join("\n") + "\n",
            });
        }
        at += block.len() + 2;
    }
    steps
}

/// Whether a line matches; `[..]` stands for any text.
fn line_fits(shown: &str, said: &str) -> bool {
    let Some((start, rest)) = shown.split_once("[..]") else {
        return shown == said;
    };
    said.strip_prefix(start).is_some_and(|said| {
        let ends = said.char_indices().map(|(at, _)| at).chain([said.len()]);
        ends.into_iter().any(|at| line_fits(rest, &said[at..]))
    })
}

/// Whether lines match; `...` stands for any number of them.
fn fits(shown: &[String], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=said.len()).any(|skipped| fits(rest, &said[skipped..]))
        }
        Some((first, rest)) => said.split_first().is_some_and(|(line, others)| {
            line_fits(first.trim_end(), line.trim_end()) && fits(rest, others)
        }),
    }
}

/// The exit code that a command of the guide names in its comment.
fn expected_code(command: &str) -> i32 {
    let named = command.split("# exit code ").nth(1);
    named.map_or(0, |code| code.trim().parse().expect("a number"))
}

/// The differences between a page and the actual output.
fn faults(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(repository().join(page)).expect("a page");
    let shell = Shell::new();
    let mut faults = Vec::new();
    for step in steps(&text) {
        let (line, command, output) = match step {
            Step::File { name, text } => {
                fs::write(shell.folder().join(name), text).expect("a file");
                continue;
            }
            Step::Command {
                line,
                command,
                output,
            } => (line, command, output),
        };
        if LEFT_OUT.iter().any(|words| command.contains(words)) {
            continue;
        }
        let place = format!("{}:{line}: {command}", page.display());
        let Some(output) = output else {
            faults.extend(
                shell
                    .fault(&small(&command))
                    .map(|fault| format!("{place}\n{fault}")),
            );
            continue;
        };
        let (code, said) = shell.run(&command.replace("cargo run --release --", "rummilab"));
        let lines: Vec<&str> = said.lines().collect();
        if code != Some(expected_code(&command)) || !fits(&output, &lines) {
            faults.push(format!("{place}\nexit code {code:?}\n{said}"));
        }
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
    let pages = pages();
    // Two at a time, because a page starts programs that must answer in time.
    let (one, other) = pages.split_at(pages.len() / 2);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let run = |pages: &[PathBuf]| pages.iter().flat_map(|page| faults(page)).collect();
        let other = scope.spawn(move || -> Vec<String> { run(other) });
        let mut faults: Vec<String> = run(one);
        faults.extend(other.join().expect("no panic"));
        faults
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn blocks_are_files_and_commands() {
    let page = "# A page\n```toml\n# a.toml\nx = 1\n```\n```console\n$ one \\\n    more\nsaid\n$ \
        two\n```\n```console\n$ three\n```\n";
    let command = |line, command: &str, output: Option<&[&str]>| Step::Command {
        line,
        command: command.to_owned(),
        output: output.map(|lines| lines.iter().map(ToString::to_string).collect()),
    };
    let file = Step::File {
        name: "a.toml".to_owned(),
        text: "# a.toml\nx = 1\n".to_owned(),
    };
    let expected = [
        file,
        command(7, "one more", Some(&["said"])),
        command(10, "two", Some(&[])),
        command(13, "three", None),
    ];
    assert_eq!(steps(page), expected);
    let total: usize = pages()
        .iter()
        .map(|page| steps(&fs::read_to_string(repository().join(page)).expect("a page")).len())
        .sum();
    assert!(total > 50, "{total} steps");
}

#[test]
fn placeholders_stand_for_what_varies() {
    let check = |shown: &[&str], said: &[&str], expected: bool| {
        let shown: Vec<String> = shown.iter().map(ToString::to_string).collect();
        assert_eq!(fits(&shown, said), expected, "{shown:?} {said:?}");
    };
    check(&["a", "b"], &["a", "b"], true);
    check(&["a"], &["a", "b"], false);
    check(&["a", "..."], &["a", "b", "c"], true);
    check(&["...", "c"], &["a", "b", "c"], true);
    check(&["...", "b"], &["a", "b", "c"], false);
    check(
        &["page: [..] kB, 6 games"],
        &["page: 102 kB, 6 games"],
        true,
    );
    check(
        &["page: [..] kB, 6 games"],
        &["page: 102 kB, 7 games"],
        false,
    );
    check(&["größer [..]"], &["größer µ"], true);
    check(&[], &["a"], false);
}
