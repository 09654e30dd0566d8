//! `rummilab solve --image`: the drawing of a position and its turn.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::common::{each, run_in, says, words};

/// Solves with `--image` and returns the drawing.
fn drawn(folder: &Path, args: &[&str]) -> String {
    let all = [&["solve", "--image", "turn.svg"], args].concat();
    let (code, _, err) = run_in(folder, &all, "");
    assert_eq!(
        (code, err.as_str()),
        (0, "drawn into turn.svg\n"),
        "{args:?}"
    );
    fs::read_to_string(folder.join("turn.svg")).unwrap()
}

#[track_caller]
fn check(args: &str, expected: &[&str]) {
    let args = &words(args);
    let dir = tempdir().unwrap();
    let text = drawn(dir.path(), args);
    let doc = roxmltree::Document::parse(&text).unwrap();
    assert_eq!(
        doc.root_element().tag_name().namespace(),
        Some("http://www.w3.org/2000/svg")
    );
    let texts = doc
        .descendants()
        .filter(roxmltree::Node::is_element)
        .filter_map(|node| node.text());
    let texts = texts.collect::<Vec<_>>().join("\n");
    for part in expected {
        says(&texts, &[part]);
    }
    assert_eq!(text, drawn(dir.path(), args), "the same bytes");
}

#[test]
fn the_turn_is_told_in_words_too() {
    let cases = r#"
        --table 'R3 R4 R5 ; K7 B7 O7' --rack 'R6 J K1' => Lay R6 J & Rules original; the player has opened; 2 tiles worth 6; proven. & Table before: R3 R4 R5 ; K7 B7 O7. & Rack: R6 K1 J. & Table after: R3 R4 R5 R6 J ; K7 B7 O7.
        --rack 'R10 B10 J' --unopened --json => opening worth up to 30 points, 30 needed & Table before: no sets.
        --rack R1 => Nothing can be laid & The table is empty.
        --rack R1 --unopened => There is no legal opening & the player has not opened
        --table 'R4 R5 R6 R7 R8' --rack R6 --explain => Steps & 1. split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8 & 2. lay R6 from the rack on R7 R8 -> R6 R7 R8 & Step 2: lay R6
        --table-tiles 'R1 R2 R3' --rack R4 => Lay R4 & Table after: R1 R2 R3 R4.
        --table-tiles 'R1 R2' --rack R4 => make no legal sets
        --rules house --table 'R5 Y5 W5 ; B4 B5 B6' --owners 1,- --me 0 --rack 'K5 B7' => seat 1 & Rules house
        --rules twist --table 'B2 B3 B4' --rack 'D B7 P1 C M' => Rules twist
    "#;
    each(cases, check);
}

/// A laid tile has a frame and an arrow, on the rack and on the table.
#[test]
fn tiles_laid_are_marked() {
    let dir = tempdir().unwrap();
    let text = drawn(dir.path(), &["--table", "R3 R4 R5", "--rack", "R6 K1"]);
    let count = |what: &str| text.matches(what).count();
    assert_eq!(count("class=\"laid\""), 2);
    assert_eq!(count("class=\"arrow\""), 2);
    assert_eq!(count("class=\"changed\""), 1);
    assert_eq!(count("class=\"tile\""), 3 + 2 + 4);
    assert_eq!(count("class=\"kept\""), 0);
}

#[test]
fn sets_left_alone_are_grey_before_and_after() {
    let dir = tempdir().unwrap();
    let table = "R3 R4 R5 ; K7 B7 O7 ; K7 B7 O7";
    let text = drawn(dir.path(), &["--table", table, "--rack", "R6"]);
    assert_eq!(text.matches("class=\"kept\"").count(), 4);
}
