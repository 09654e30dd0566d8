//! Commands with what they print, as in a terminal, and whether it comes out again. `[..]` stands
//! for any text within a line, and a line `...` for any lines.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::{TempDir, tempdir};

/// Exit codes other than 0 that are an answer: an illegal set, a game whose input ended.
const ANSWERS: &[(&str, i32)] = &[("rummilab check", 1), ("rummilab play", 75)];

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command of a session: it begins with `$ `; a line that ends in `\` goes on, and `<< END` takes
/// the lines down to `END`.
#[derive(Debug, PartialEq)]
pub struct Typed {
    /// Its line in the file, from zero.
    pub line: usize,
    pub command: String,
    /// The lines below it.
    pub shown: Range<usize>,
}

/// The commands of these lines of a file.
pub fn commands(lines: &[&str], within: Range<usize>) -> Vec<Typed> {
    let mut found: Vec<Typed> = Vec::new();
    let mut at = within.start;
    while at < within.end {
        if !lines[at].starts_with("$ ") {
            at += 1;
            continue;
        }
        let end = at + typed(&lines[at..within.end]);
        let here_document = lines[at].contains("<< ");
        let typed = lines[at..end].join("\n");
        let command = typed.trim_start_matches("$ ");
        let command = if here_document {
            command.to_owned()
        } else {
            joined(command.lines()).concat()
        };
        let shown = (end..within.end).take_while(|line| !lines[*line].starts_with("$ "));
        let shown = end..end + shown.count();
        at = shown.end;
        found.push(Typed {
            line: end - typed.lines().count(),
            command,
            shown,
        });
    }
    found
}

/// Number of lines of the command with which these begin.
fn typed(lines: &[&str]) -> usize {
    let ends = |at: &usize| match lines[0].split_once("<< ") {
        Some((_, mark)) => mark.split(' ').next() == Some(lines[*at]),
        None => !lines[*at].ends_with('\\'),
    };
    let last = (0..lines.len()).find(ends).expect("a command ends");
    last + 1
}

/// Commands; a line that ends in `\` continues on the next.
pub fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let part = line.trim_end_matches('\\').trim();
        match commands.last_mut().filter(|_| goes_on) {
            Some(command) => *command += &format!(" {part}"),
            None => commands.push(part.to_owned()),
        }
        goes_on = line.ends_with('\\');
    }
    commands
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
pub fn fits(shown: &[&str], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((first, rest)) if *first == "..." => {
            (0..=said.len()).any(|skipped| fits(rest, &said[skipped..]))
        }
        Some((first, rest)) => said.split_first().is_some_and(|(line, others)| {
            line_fits(first.trim_end(), line.trim_end()) && fits(rest, others)
        }),
    }
}

/// The exit code that a command names in its comment.
fn expected_code(command: &str) -> i32 {
    let named = command.split("# exit code ").nth(1);
    let code = named.and_then(|code| code.split_whitespace().next());
    code.map_or(0, |code| code.parse().expect("a number"))
}

/// What a command printed, errors last.
pub struct Said {
    code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    fn text(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// What is wrong, if the command should have shown these lines.
    pub fn fault(&self, command: &str, shown: &[&str]) -> Option<String> {
        // A terminal shows a warning that comes while the command works before its answer.
        let orders = [[&self.out, &self.err], [&self.err, &self.out]];
        let said = |order: [&String; 2]| {
            let lines: Vec<&str> = order.iter().flat_map(|text| text.lines()).collect();
            fits(shown, &lines)
        };
        let code = self.code;
        let fine = code == Some(expected_code(command)) && orders.into_iter().any(said);
        (!fine).then(|| format!("exit code {code:?}\n{}", self.text()))
    }
}

/// A folder with the `data` and `experiments` of the repository, in which commands run.
pub struct Shell(TempDir);

impl Shell {
    pub fn new() -> Shell {
        let dir = tempdir().expect("a folder");
        for name in ["data", "experiments"] {
            std::os::unix::fs::symlink(repository().join(name), dir.path().join(name))
                .expect("a link");
        }
        Shell(dir)
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn run(&self, command: &str) -> Said {
        let binary = Path::new(assert_cmd::cargo::cargo_bin!("rummilab"));
        let ours = binary.parent().expect("a folder").display().to_string();
        let path = format!("{ours}:{}", std::env::var("PATH").expect("a path"));
        let output = Command::new("bash")
            .args(["-o", "pipefail", "-c", command])
            .current_dir(self.folder())
            .env("PATH", &path)
            .env("HOME", self.folder())
            .env("LC_ALL", "C")
            .env_remove("COLUMNS")
            .stdin(Stdio::null())
            .output()
            .expect("bash runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// The fault of a command that should end as `ANSWERS` says.
    pub fn fault(&self, command: &str) -> Option<String> {
        let said = self.run(command);
        let answer = |(start, answer): &(&str, i32)| {
            command.starts_with(start) && said.code == Some(*answer)
        };
        let fine = said.code == Some(0) || ANSWERS.iter().any(answer);
        (!fine).then(|| format!("{command}: {:?}\n{}", said.code, said.text()))
    }
}

#[test]
fn placeholders_stand_for_what_varies() {
    let check = |shown: &[&str], said: &[&str], expected: bool| {
        assert_eq!(fits(shown, said), expected, "{shown:?} {said:?}");
    };
    check(&["a", "b"], &["a", "b"], true);
    check(&["a"], &["a", "b"], false);
    check(&["a", "..."], &["a", "b", "c"], true);
    check(&["...", "c"], &["a", "b", "c"], true);
    check(&["...", "b"], &["a", "b", "c"], false);
    check(&["page: [..] kB"], &["page: 102 kB"], true);
    check(&["page: [..] kB"], &["page: 102 MB"], false);
    check(&["größer [..]"], &["größer µ"], true);
    check(&[], &["a"], false);
}

#[test]
fn a_command_goes_on_after_a_backslash_and_takes_lines() {
    let lines = [
        "$ one \\",
        "    more",
        "said",
        "",
        "$ two << END",
        "x",
        "END",
        "y",
    ];
    let command = |line, command: &str, shown| Typed {
        line,
        command: command.to_owned(),
        shown,
    };
    assert_eq!(
        commands(&lines, 0..lines.len()),
        [
            command(0, "one more", 2..4),
            command(4, "two << END\nx\nEND", 7..8)
        ]
    );
}
