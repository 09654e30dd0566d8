//! Every example of every help page runs as copied, in a folder with the `data` and `experiments`
//! of the repository. Help is made for 80 columns.

use std::process::{Command, Stdio};

use rayon::prelude::*;

use crate::session::{Shell, joined};

/// Long examples run in the small form that their help offers: these flags get these values instead
/// of larger numbers, …
const SMALLER: &[(&str, &str)] = &[
    ("--deals", "4"),
    ("--sample", "1"),
    ("--samples", "500"),
    ("--turns", "20"),
    ("--first", "1"),
    ("--last", "1"),
    ("--confirm", "2"),
    ("--games", "2"),
    ("--every", "100"),
    ("--take", "1"),
    ("--pilot", "10"),
    ("--rounds", "1"),
    ("--tries", "200"),
    ("--seconds", "1"),
];

/// … and commands with this beginning get these flags if they lack them. A game needs a terminal
/// unless it is played line by line.
const ADDED: &[(&str, &str)] = &[
    ("rummilab league respond --to single", "--family hold"),
    ("rummilab corpus --rules twist --dense", "--solvers search"),
    ("rummilab bot check", "--rules original"),
    ("rummilab play", "--plain"),
    (
        "rummilab bench --positions data/positions/greedy-2.jsonl",
        "--every 100",
    ),
    ("rummilab analyse mistakes", "--deals 1"),
    ("rummilab analyse review", "--model hold:h=0"),
    ("rummilab bot check", "--turns 20"),
    ("rummilab corpus", "--deals 4"),
    (
        "rummilab analyse opening --rules tournament",
        "--samples 500",
    ),
    ("rummilab analyse count --json", "--values 5"),
    ("rummilab league respond", "--first 1"),
    ("rummilab league respond", "--last 1"),
    ("rummilab league respond", "--confirm 2"),
    ("rummilab league respond", "--stages 1"),
    ("rummilab run experiments/", "--shard 1/1000"),
    ("rummilab plan experiments/", "--pilot 10"),
];

/// Fewest deals of commands with these words: nothing stops earlier.
const AT_LEAST: (&[&str], &str) = (&["--until-width", "--sprt"], "50");

/// Examples without a small form or without an end.
const LEFT_OUT: &[&str] = &["rummilab web"];

fn help(path: &[String], columns: &str) -> String {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .env("LC_ALL", "C")
        .args(path)
        .arg("--help")
        .env("COLUMNS", columns)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{path:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The words of every command that has a help page.
fn pages() -> Vec<Vec<String>> {
    let mut pages = vec![Vec::new()];
    let mut at = 0;
    while at < pages.len() {
        let page: Vec<String> = pages[at].clone();
        let text = help(&page, "80");
        let commands = text.split("Options:").next().unwrap_or_default();
        let commands = commands.split("Arguments:").next().unwrap_or_default();
        for line in commands.lines() {
            let name = line
                .strip_prefix("  ")
                .and_then(|line| line.split("  ").next());
            let is_name = |name: &&str| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            };
            if let Some(name) = name.filter(is_name).filter(|name| *name != "help") {
                pages.push([&page[..], &[name.to_owned()]].concat());
            }
        }
        at += 1;
    }
    assert!(pages.len() > 30, "{pages:?}");
    pages
}

/// The commands of a help page.
fn examples(page: &str) -> Vec<String> {
    let lines = page.lines().skip_while(|line| *line != "Examples:").skip(1);
    joined(lines.map_while(|line| line.strip_prefix("  ")))
}

/// The command in its small form.
pub fn small(command: &str) -> String {
    let command = command.split(" #").next().unwrap_or_default();
    let mut words: Vec<&str> = command.split(' ').collect();
    let stops = words.iter().any(|word| AT_LEAST.0.contains(word));
    for at in 1..words.len() {
        let Ok(shown) = words[at].parse::<u64>() else {
            continue;
        };
        // No games at all would leave the next command without any; every hundredth position is
        // less than every tenth.
        let smaller = |(flag, value): &&(&str, &str)| {
            let less = |value: u64| (value < shown) != (*flag == "--every");
            shown == 0 || value.parse().is_ok_and(less)
        };
        let small = SMALLER.iter().find(|(flag, _)| *flag == words[at - 1]);
        if let Some((flag, value)) = small.filter(smaller) {
            words[at] = if stops && *flag == "--deals" {
                AT_LEAST.1
            } else {
                value
            };
        }
    }
    let mut command = words
        .join(" ")
        .replace("cargo run --release --", "rummilab");
    for (start, flags) in ADDED {
        let flag = flags.split(' ').next().unwrap_or_default();
        // Crowded random tables and files do not come from deals.
        let dense = command.contains("--dense") || command.contains("corpus --positions");
        let dense = flag == "--deals" && dense;
        // A turn is asked about without a model.
        let turn = flag == "--model" && command.contains("turn ");
        // A hunt has no file of positions.
        let hunt = flag == "--every" && command.contains("bench hunt");
        let wanted = !dense && !turn && !hunt;
        if command.starts_with(start) && !command.contains(flag) && wanted {
            let verb: Vec<&str> = start
                .split(' ')
                .filter(|word| !word.ends_with('/'))
                .collect();
            let verb = verb.join(" ");
            command.insert_str(verb.len(), &format!(" {flags}"));
        }
    }
    command
}

/// Runs commands in order in their own folder, and returns the faults.
fn faults_of(commands: &[String]) -> Vec<String> {
    let shell = Shell::new();
    let left_out = |command: &&String| LEFT_OUT.iter().any(|words| command.contains(words));
    // The bot of the page that says how to begin one.
    let some = |words: &str| commands.iter().any(|command| command.contains(words));
    if some("python3 mybot.py") && !some("bot new --lang python") {
        assert_eq!(shell.fault("rummilab bot new --lang python"), None);
    }
    let commands = commands.iter().filter(|command| !left_out(command));
    let faults = commands.filter_map(|command| shell.fault(&small(command)));
    faults.collect()
}

#[test]
fn every_example_runs() {
    let pages = pages();
    let of = |page: &Vec<String>| examples(&help(page, "80"));
    let scripts: Vec<Vec<String>> = pages.iter().map(of).collect();
    for (page, script) in pages.iter().zip(&scripts) {
        let command = format!("rummilab {}", page.join(" "));
        let leaf = !pages
            .iter()
            .any(|other| other != page && other.starts_with(page));
        let shown = script.iter().any(|line| line.contains(&command));
        assert!(!leaf || shown, "{command} --help shows no example of it");
    }
    let count: usize = scripts.iter().map(Vec::len).sum();
    assert!(count > 100, "{count} examples");
    // The commands of an evening follow each other, as the page of `club` shows them.
    let evening = examples(&help(&["club".to_owned()], "80"));
    let whole = |(page, script): (&Vec<String>, &Vec<String>)| {
        let command = format!("rummilab {}", page.join(" "));
        let of_club = page.len() == 2 && page[0] == "club";
        let before = evening.iter().take_while(|line| !line.contains(&command));
        let before = before.filter(|_| of_club).cloned();
        before.chain(script.iter().cloned()).collect()
    };
    let scripts: Vec<Vec<String>> = pages.iter().zip(&scripts).map(whole).collect();
    let faults: Vec<String> = scripts
        .par_iter()
        .flat_map(|script| faults_of(script))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn help_is_wrapped_once() {
    for page in pages() {
        let (narrow, wide) = (help(&page, "80"), help(&page, "100"));
        let too_wide = |text: &str, columns| -> Vec<String> {
            let lines = text.lines().filter(|line| line.chars().count() > columns);
            lines.map(str::to_owned).collect()
        };
        assert_eq!(too_wide(&narrow, 80), [""; 0], "{page:?}");
        assert_eq!(too_wide(&wide, 100), [""; 0], "{page:?}");
        // Examples and lists are exempt from the width.
        let after = |text: &str| -> Vec<String> {
            let (_, after) = text.split_once("Examples:").unwrap_or_default();
            let lines = after.lines().filter(|line| line.starts_with(' '));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(after(&narrow), after(&wide), "{page:?}");
    }
}
