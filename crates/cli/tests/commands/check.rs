//! `rummilab check`: sets and turns, one and many.

use crate::common::{batch, fails, run, words};

/// The answers to these lines, which can all be read.
#[track_caller]
fn answers(lines: &[&str], expected: &[&str]) {
    let (code, out, err) = batch("check", &lines.join("\n"));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn sets_have_every_reading_or_a_reason() {
    answers(
        &[
            r#"{"id":1,"rules":"original","set":"B2 B3 B4"}"#,
            r#"{"id":2,"set":"R9 J J"}"#,
            r#"{"id":3,"set":"r13 j J"}"#,
            r#"{"id":4,"set":"R7 B7 K7 O7"}"#,
            r#"{"id":5,"set":"R3 R1 R2"}"#,
            r#"{"id":6,"set":"R3 R1 R2","as_laid":true}"#,
            r#"{"id":7,"set":"R3 R2 R1","as_laid":true}"#,
            r#"{"id":8,"set":""}"#,
            r#"{"id":9,"set":"R1 R3 R5","options":{"step2":true}}"#,
            r#"{"id":10,"set":"R1 R1 R1"}"#,
        ],
        &[
            r#"{"id":1,"legal":true,"kinds":{"run":9}}"#,
            r#"{"id":2,"legal":true,"kinds":{"group":27,"run":30}}"#,
            r#"{"id":3,"legal":true,"kinds":{"group":39,"run":36}}"#,
            r#"{"id":4,"legal":true,"kinds":{"group":28}}"#,
            r#"{"id":5,"legal":true,"kinds":{"run":6}}"#,
            r#"{"id":6,"legal":false,"kinds":{},"reason":"`R3 R1 R2` is legal only in another order, such as `R1 R2 R3`"}"#,
            r#"{"id":7,"legal":true,"kinds":{"run":6}}"#,
            r#"{"id":8,"legal":false,"kinds":{},"reason":"`` has too few tiles: 0; a set has at least 3"}"#,
            r#"{"id":9,"legal":true,"kinds":{"step-run":9}}"#,
            r#"{"id":10,"legal":false,"kinds":{},"reason":"`R1 R1 R1` has two tiles of colour R; the colours of a group differ"}"#,
        ],
    );
}

#[test]
fn turns_are_legal_or_have_a_reason() {
    answers(
        &[
            r#"{"id":2,"rules":"original","before":["R3 R4 R5"],"played":"R6","after":["R3 R4 R5 R6"],"opened":true}"#,
            r#"{"id":"none","before":["R3 R4 R5"],"played":"","after":["R3 R4 R5"]}"#,
            r#"{"id":"less","before":["R3 R4 R5"],"played":"R6 R7","after":["R3 R4 R5 R6"]}"#,
            r#"{"id":"more","before":["R3 R4 R5"],"played":"R6","after":["R3 R4 R5 R6 R7"]}"#,
            r#"{"id":"gone","before":["R3 R4 R5"],"played":"K1 B1 R1","after":["K1 B1 R1"]}"#,
            r#"{"id":"set","before":["R3 R4 R5"],"played":"K1","after":["R3 R4 R5 K1"]}"#,
            r#"{"id":"many","before":["R3 R4 R5","R3 R4 R5"],"played":"R3 B3 K3","after":["R3 R4 R5","R3 R4 R5","R3 B3 K3"]}"#,
            r#"{"id":"opens","played":"R10 B10 K10","after":["R10 B10 K10"],"opened":false}"#,
            r#"{"id":"small","played":"R9 B9 K9","after":["R9 B9 K9"],"opened":false}"#,
            r#"{"id":"touch","before":["B4 B5 B6"],"played":"B7 R10 B10 K10","after":["B4 B5 B6 B7","R10 B10 K10"],"opened":false}"#,
            r#"{"id":"order","before":["R3 R4 R5"],"played":"R6","after":["R3 R5 R4 R6"],"as_laid":true}"#,
            r#"{"id":"heap","played":"R1 R1 R1 R1","after":["R1 R2 R3"]}"#,
        ],
        &[
            r#"{"id":2,"legal":true}"#,
            r#"{"id":"none","legal":false,"reason":"no tile was laid from the rack"}"#,
            r#"{"id":"less","legal":false,"reason":"R7 was to be laid but is not on the new table"}"#,
            r#"{"id":"more","legal":false,"reason":"R7 is on the new table, but neither on the old one nor among those played"}"#,
            r#"{"id":"gone","legal":false,"reason":"R3 was on the table and is missing"}"#,
            r#"{"id":"set","legal":false,"reason":"`R3 R4 R5 K1` is neither a group (one value, different colours) nor a run (one colour, values in a row)"}"#,
            r#"{"id":"many","legal":false,"reason":"there are more R3 than the game holds"}"#,
            r#"{"id":"opens","legal":true}"#,
            r#"{"id":"small","legal":false,"reason":"the opening is worth 27 points, 30 are needed"}"#,
            r#"{"id":"touch","legal":false,"reason":"the opening turn must leave `B4 B5 B6` as it was"}"#,
            r#"{"id":"order","legal":false,"reason":"`R3 R5 R4 R6` is legal only in another order, such as `R3 R4 R5 R6`"}"#,
            r#"{"id":"heap","legal":false,"reason":"there are more R1 than the game holds"}"#,
        ],
    );
}

#[track_caller]
fn refused(line: &str, expected: &str) {
    let (code, out, err) = batch("check", line);
    assert_eq!(code, 2, "{out}");
    assert!(err.contains("1 of 1 lines could not be answered"), "{err}");
    assert!(
        out.contains(r#""status":"error","error":"line 1: "#),
        "{out}"
    );
    assert!(out.contains(expected), "{out}");
}

#[test]
fn what_cannot_be_read_is_an_error() {
    refused(
        r#"{"id":1}"#,
        "expected either `set`, or `played` and `after`",
    );
    refused(
        r#"{"id":1,"set":"R1","after":[]}"#,
        "expected either `set`, or",
    );
    refused(r#"{"id":1,"after":[]}"#, "expected either `set`, or");
    refused(r#"{"id":1,"sett":"R1"}"#, "unknown field `sett`");
    refused(
        r#"{"id":1,"set":"R1 D"}"#,
        "`set`, column 4: `D` is not in this rule system",
    );
    refused(
        r#"{"id":1,"played":"R1","after":["R1","Z"]}"#,
        "`after`, set 2, column 1: `Z` is not a tile",
    );
    refused(
        r#"{"id":1,"before":["R1 R2"],"played":"R3","after":["R1 R2 R3"]}"#,
        "`before`, set 1: `R1 R2` has too few tiles",
    );
    refused(
        r#"{"id":1,"before":[],"owners":[0],"played":"","after":[]}"#,
        "`owners` has 1 entries for a table of 0 sets",
    );
}

#[test]
fn good_and_bad_lines_are_answered_in_order() {
    let (code, out, err) = batch(
        "check",
        "{\"id\":1,\"set\":\"R1 R2 R3\"}\n{\n{\"id\":3,\"set\":\"R1\"}\n",
    );
    assert_eq!(
        (code, err.as_str()),
        (
            2,
            "error: 1 of 3 lines could not be answered; their answers say why\n"
        )
    );
    insta::assert_snapshot!(out, @r#"
    {"id":1,"legal":true,"kinds":{"run":6}}
    {"id":null,"status":"error","error":"line 2: column 1: EOF while parsing an object"}
    {"id":3,"legal":false,"kinds":{},"reason":"`R1` has too few tiles: 1; a set has at least 3"}
    "#);
}

#[test]
fn one_verdict_is_a_sentence_and_an_exit_code() {
    let check = |args: &str, code: i32, expected: &str| {
        let said = run(&words(&format!("check {args}")));
        assert_eq!(said, (code, format!("{expected}\n"), String::new()));
    };
    check(
        "--set 'B2 B3 B4'",
        0,
        "Legal: run (9 points in an opening).",
    );
    check(
        "--set 'R9 J J'",
        0,
        "Legal: group (27 points in an opening) or run (30 points in an opening).",
    );
    check(
        "--set 'R1 R2 R4'",
        1,
        "Not legal: `R1 R2 R4` has a gap; the values of a run are in a row.",
    );
    check(
        "--set 'R1 R2 R4' --json",
        1,
        r#"{"id":null,"legal":false,"kinds":{},"reason":"`R1 R2 R4` has a gap; the values of a run are in a row"}"#,
    );
    check(
        "--set 'R3 R1 R2' --as-laid",
        1,
        "Not legal: `R3 R1 R2` is legal only in another order, such as `R1 R2 R3`.",
    );
    check(
        "--before 'R3 R4 R5' --played R6 --after 'R3 R4 R5 R6'",
        0,
        "Legal.",
    );
    check(
        "--played 'R10 B10 K10' --after 'R10 B10 K10' --unopened",
        0,
        "Legal: an opening worth 30 points.",
    );
    check(
        "--played 'R9 B9 K9' --after 'R9 B9 K9' --unopened",
        1,
        "Not legal: the opening is worth 27 points, 30 are needed.",
    );
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    fails(
        &run(&["check"]),
        2,
        &["--set <TILES>|--after <SETS>|--batch"],
    );
    fails(&run(&["check", "--after", "R1"]), 2, &["--played <TILES>"]);
    fails(
        &run(&["check", "--set", "R1", "--after", "R1", "--played", "R1"]),
        2,
        &["cannot be used with"],
    );
    fails(
        &run(&["check", "--set", "R1 Q"]),
        2,
        &["error: --set, column 4: `Q` is not a tile"],
    );
    let (code, out, err) = run(&["check", "--set", "R1", "--json", "--rules", "nix.toml"]);
    assert_eq!(code, 2);
    assert!(
        out.starts_with(r#"{"id":null,"status":"error","error":"cannot read nix.toml: "#),
        "{out}"
    );
    assert!(err.starts_with("error: cannot read nix.toml: "), "{err}");
}
