//! Checks that pages are readable: short sentences, short lines.

use std::path::Path;

use regex::Regex;

use crate::{files, no_faults, text};

/// Most words of a sentence.
const MOST_WORDS: usize = 45;
/// Largest mean number of words of a sentence on a page.
const MOST_WORDS_MEAN: f64 = 20.0;
/// Most columns of a line of prose.
const MOST_COLUMNS: usize = 100;

/// The lines outside of blocks of code, with their numbers from 1.
fn prose(page: &str) -> Vec<(usize, &str)> {
    let mut in_code = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(page.lines()) {
        let fence = line.trim_start().starts_with("```");
        if !in_code && !fence {
            lines.push((number, line));
        }
        in_code ^= fence;
    }
    lines
}

/// The sentences of a page without tables and headings; code counts as one word.
fn sentences(page: &str) -> Vec<String> {
    let code = Regex::new(r"`[^`]*`").expect("a pattern");
    let link = Regex::new(r"!?\[([^\]]*)\]\([^)]*\)").expect("a pattern");
    let item = Regex::new(r"^\s*(?:[-*]|\d+\.) ").expect("a pattern");
    let mut paragraphs = vec![String::new()];
    for (_, line) in prose(page) {
        let apart = line.trim().is_empty() || line.starts_with(['|', '#', '<']);
        if apart || item.is_match(line) {
            paragraphs.push(String::new());
        }
        if !apart && let Some(paragraph) = paragraphs.last_mut() {
            *paragraph += item.replace(line, "").trim();
            paragraph.push(' ');
        }
    }
    let end = Regex::new(r#"[.!?:]["”)*]*\s+"#).expect("a pattern");
    let mut sentences = Vec::new();
    for paragraph in paragraphs {
        let plain = code.replace_all(&paragraph, "X");
        let plain = link.replace_all(&plain, "$1");
        let mut start = 0;
        for found in end.find_iter(&plain) {
            let next = plain[found.end()..].chars().next();
            // A colon ends no sentence, and neither does an abbreviation before a small letter.
            let ends = !found.as_str().starts_with(':') && next.is_none_or(|c| !c.is_lowercase());
            if ends {
                sentences.push(plain[start..found.end()].trim().to_owned());
                start = found.end();
            }
        }
        sentences.push(plain[start..].trim().to_owned());
    }
    sentences.retain(|sentence| words(sentence) >= 3);
    sentences
}

fn words(sentence: &str) -> usize {
    let words = sentence.split_whitespace();
    words
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .count()
}

#[test]
fn sentences_are_short() {
    let mut faults = Vec::new();
    for path in files("md") {
        let page = text(&path);
        let sentences = sentences(&page);
        let counts: Vec<usize> = sentences.iter().map(|sentence| words(sentence)).collect();
        let total: usize = counts.iter().sum();
        let mean = total as f64 / counts.len().max(1) as f64;
        if mean > MOST_WORDS_MEAN {
            faults.push(format!("{}: {mean:.1} words a sentence", path.display()));
        }
        let long = sentences.iter().zip(&counts);
        let long = long.filter(|(_, count)| **count > MOST_WORDS);
        faults.extend(
            long.map(|(sentence, count)| format!("{}: {count} words: {sentence}", path.display())),
        );
    }
    no_faults(&faults);
}

/// Tables and links may be longer: they cannot be broken.
#[test]
fn lines_are_short() {
    let mut faults = Vec::new();
    for path in files("md") {
        let page = text(&path);
        for (number, line) in prose(&page) {
            let breaks = !line.contains('|') && !line.contains("](") && !line.contains("://");
            let columns = line.chars().count();
            if breaks && columns > MOST_COLUMNS {
                faults.push(format!("{}:{number}: {columns} columns", path.display()));
            }
        }
    }
    no_faults(&faults);
}

/// Tests may hold long lines: rows of data, and what a program prints. Rows of tables cannot be
/// broken.
#[test]
fn lines_of_code_are_short() {
    let mut faults = Vec::new();
    let is_test = |path: &Path| path.components().any(|part| part.as_os_str() == "tests");
    for path in files("rs").into_iter().filter(|path| !is_test(path)) {
        for (number, line) in (1..).zip(text(&path).lines()) {
            let row = line.trim_start().starts_with("//") && line.contains(" | ");
            let columns = line.chars().count();
            if !row && columns > MOST_COLUMNS {
                faults.push(format!("{}:{number}: {columns} columns", path.display()));
            }
        }
    }
    no_faults(&faults);
}

#[test]
fn sentences_end_at_full_stops() {
    let page = "# A heading here\n\nOne two three. `x y z` is four: five\nsix! See [a b](c.md) \
        now.\n\n- An item of a list\n- Another of the list\n\n| a | table |\n\n```\nno. prose. \
        here.\n```\n";
    let expected = [
        "One two three.",
        "X is four: five six!",
        "See a b now.",
        "An item of a list",
        "Another of the list",
    ];
    assert_eq!(sentences(page), expected);
}

/// Whoever opens an experiment reads its finding first.
#[test]
fn experiments_begin_with_their_finding() {
    let pages = files("md").into_iter();
    let pages = pages.filter(|path| {
        let readme = path.file_name().is_some_and(|name| name == "README.md");
        readme && path.starts_with("experiments") && path.components().count() == 3
    });
    let mut count = 0;
    for path in pages {
        let page = text(&path);
        let first = page.lines().skip(1).find(|line| !line.is_empty());
        let begins = first.is_some_and(|line| line.starts_with("**Finding.**"));
        assert!(begins, "{}: {first:?}", path.display());
        count += 1;
    }
    assert!(count > 10, "{count} experiments");
}
