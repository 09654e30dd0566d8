//! `rummilab check`: sets and turns, one and many.

use crate::common::{answered, batch, columns, each, refused, run, says, unanswered};

/// The answers to these lines, which are all readable.
#[track_caller]
fn answers(lines: &[&str], expected: &[&str]) {
    let out = answered("check", &lines.join("\n"));
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

#[test]
fn what_cannot_be_read_is_an_error() {
    let cases = r#"
        {"id":1} => expected either `set`, or `played` and `after`
        {"id":1,"set":"R1","after":[]} => expected either `set`, or
        {"id":1,"after":[]} => expected either `set`, or
        {"id":1,"sett":"R1"} => unknown field `sett`
        {"id":1,"set":"R1 D"} => `set`, column 4: `D` is not in this rule system
        {"id":1,"played":"R1","after":["R1","Z"]} => `after`, set 2, column 1: `Z` is not a tile
        {"id":1,"before":["R1 R2"],"played":"R3","after":["R1 R2 R3"]} => `before`, set 1: `R1 R2` has too few tiles
        {"id":1,"before":[],"owners":[0],"played":"","after":[]} => `owners` has 1 entries for a table of 0 sets
    "#;
    for [args, expected] in columns(cases) {
        unanswered("check", args, "1", expected);
    }
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
    let cases = r#"
        --set 'B2 B3 B4' => 0 => Legal: run (9 points in an opening).
        --set 'R9 J J' => 0 => Legal: group (27 points in an opening) or run (30 points in an opening).
        --set 'R1 R2 R4' => 1 => Not legal: `R1 R2 R4` has a gap; the values of a run are in a row.
        --set 'R1 R2 R4' --json => 1 => {"id":null,"legal":false,"kinds":{},"reason":"`R1 R2 R4` has a gap; the values of a run are in a row"}
        --set 'R3 R1 R2' --as-laid => 1 => Not legal: `R3 R1 R2` is legal only in another order, such as `R1 R2 R3`.
        --before 'R3 R4 R5' --played R6 --after 'R3 R4 R5 R6' => 0 => Legal.
        --played 'R10 B10 K10' --after 'R10 B10 K10' --unopened => 0 => Legal: an opening worth 30 points.
        --played 'R9 B9 K9' --after 'R9 B9 K9' --unopened => 1 => Not legal: the opening is worth 27 points, 30 are needed.
        --rules twist --set 'B3 B4 M B4 B3' => 0 => Legal: mirror run (19 points in an opening).
        --rules twist --set 'P5 M P5' => 0 => Legal: mirror group (15 points in an opening).
    "#;
    for [args, code, expected] in columns(cases) {
        let said = run(&format!("check {args}"));
        let expected = (
            code.parse().expect("a code"),
            format!("{expected}\n"),
            String::new(),
        );
        assert_eq!(said, expected, "{args}");
    }
    let (code, out, _) = run("check --rules twist --set 'B3 M B4'");
    assert_eq!(code, 1);
    says(&out, &["is no mirror set"]);
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    let cases = r#"
        check => --set <TILES>|--after <SETS>|--batch
        check --after R1 => --played <TILES>
        check --set R1 --after R1 --played R1 => cannot be used with
        check --set 'R1 Q' => error: --set, column 4: `Q` is not a tile
    "#;
    each(cases, refused);
    let (code, out, err) = run("check --set R1 --json --rules nix.toml");
    assert_eq!(code, 2);
    assert!(
        out.starts_with(r#"{"id":null,"status":"error","error":"cannot read nix.toml: "#),
        "{out}"
    );
    assert!(err.starts_with("error: cannot read nix.toml: "), "{err}");
}
