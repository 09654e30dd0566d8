//! `rummilab solve --batch`: one position a line, and the answers to invalid lines.

use crate::common::{
    Folder, answered, batch, columns, each, json_lines, quiet_in, run_in, unanswered, without,
    without_work,
};

#[test]
fn the_line_of_the_contract() {
    let line = r#"{"id":"x","rules":"original","table":["R3 R4 R5","K7 B7 O7"],"rack":"R6 J","opened":true,"owners":[null,1],"me":2}"#;
    let out = answered("solve", line);
    assert_eq!(
        without_work(&out),
        concat!(
            r#"{"id":"x","status":"optimal","tiles":2,"value":6,"played":"R6 J","table":["R3 R4 R5 R6 J","K7 B7 O7"],"#,
            r#""opening_value":null,"solver":"search","nodes":,"micros":,"untouched":1,"untouched_optimal":true}"#,
            "\n"
        )
    );
}

/// Lines, the `id` of their answers, and the texts of the answers.
const FAULTS: &str = r#"
{"id":1,"rack":"R1","tabel":[]} => 1 => column 27: unknown field `tabel`, expected one of `id`,
{"id":"a","table":[]} => "a" => missing field `rack`
{"id":1,"rack":"R1" => null => column 19: EOF while parsing
{"id":1,"rack":"R1"} {} => null => trailing characters
{"id":1,"rack":"R1","rack":"R2"} => 1 => duplicate field `rack`
["x",null,null] => null => is no JSON object
rack R1 => null => `rack R1` is no JSON object
{"id":null,"rack":""} => null => `id` is null; expected a text or a number
{"id":[1],"rack":""} => null => `id` is [1]; expected
{"id":1,"rack":["R1"]} => 1 => column 15: invalid type: sequence, expected a string
{"id":1,"rack":"","table":"R1 R2 R3"} => 1 => expected a list of sets such as ["R3 R4 R5"
{"id":1,"rack":"R1 Q7"} => 1 => `rack`, column 4: `Q7` is not a tile; expected one of R (red), B (blue),
{"id":1,"rack":"","table":["R1 R2 R3","R7 x"]} => 1 => `table`, set 2, column 4: `x` is not a tile
{"id":1,"rack":"","table":["R1 R2 R3",""]} => 1 => `table`, set 2 is empty
{"id":1,"rack":"","table":["R1 R2 R3 ; R4 R5 R6"]} => 1 => set 1, column 10: `;` is not a tile
{"id":1,"rack":"","table":["R1 R2"]} => 1 => `table`, set 1: `R1 R2` has too few tiles
{"id":1,"rack":"R1","table":["R1 R2 R3","R1 R2 R3"]} => 1 => too many R1 together
{"id":1,"rack":"","table_tiles":"R1 R1 R1"} => 1 => `table_tiles` holds too many R1
{"id":1,"rack":"","table":[],"table_tiles":""} => 1 => both given
{"id":1,"rack":"","owners":[1]} => 1 => `owners` has 1 entries for a table of 0 sets
{"id":1,"rack":"","me":-1} => 1 => invalid value: integer `-1`
{"id":1,"rack":"","me":4} => 1 => `me` names seat 4; seats are 0 to 3
{"id":1,"rack":"","opened":"yes"} => 1 => expected a boolean
{"id":1,"rack":"","rules":"orignal"} => 1 => did you mean `original`?
{"id":1,"rack":"","rules":"no/such.toml"} => 1 => cannot read no/such.toml: 
{"id":1,"rack":"","options":[1]} => 1 => `options` is [1]; expected an object
{"id":1,"rack":"","options":{"jokers":null}} => 1 => option `jokers` is null; expected a number
{"id":1,"rack":"","options":{"jokres":2,"values":40}} => 1 => option `jokres=2`: `jokres` is no field of a rule system; did you mean `jokers`?; option `values=40`: `values` is 40; expected 3 to 15
"#;

#[test]
fn every_fault_of_a_line_is_named() {
    for [line, id, expected] in columns(FAULTS) {
        unanswered("solve", line, id, expected);
    }
}

#[test]
fn options_of_a_line_take_every_shape() {
    let lines = r#"{"id":1,"rack":"R9 B9 K9","opened":false,"options":{"opening_min":20}}
{"id":2,"rack":"R9 B9 J","opened":false,"options":{"opening_min":20,"opening_jokers":false}}
{"id":3,"rack":"Y9 P9 K9","options":{"colours":"PBKY","unopened_penalty":[10,20],"jokers":{"J":1}}}
{"id":4,"table":["R3 R4 J"],"rack":"R1","options":{"joker_reclaim":"replace-any"}}
"#;
    let (code, out, _) = batch("solve", lines);
    assert_eq!(code, 2);
    let tiles: Vec<_> = out
        .lines()
        .map(|line| line.split(",\"value\"").next().unwrap())
        .collect();
    assert_eq!(
        tiles,
        [
            r#"{"id":1,"status":"optimal","tiles":3"#,
            r#"{"id":2,"status":"optimal","tiles":0"#,
            r#"{"id":3,"status":"optimal","tiles":3"#,
            r#"{"id":4,"status":"unsupported","error":"line 4: the search solver does not support `joker_reclaim = replace-any`"}"#,
        ]
    );
}

#[test]
fn tables_come_as_sets_in_order_or_as_one_heap() {
    let lines = r#"{"id":1,"rack":"R6","table":["R5 R4 R3"],"as_laid":true}
{"id":2,"rack":"R6","table":["R3 R5 R4"],"as_laid":true}
{"id":3,"rack":"R6","table_tiles":"R4 R3 R5"}
{"id":4,"rack":"R6","table_tiles":"R4 R3","table":null,"owners":null,"me":null}"#;
    let (code, out, _) = batch("solve", lines);
    assert_eq!(code, 2);
    insta::assert_snapshot!(without_work(&out), @r#"
    {"id":1,"status":"optimal","tiles":1,"value":6,"played":"R6","table":["R3 R4 R5 R6"],"opening_value":null,"solver":"search","nodes":,"micros":,"untouched":0,"untouched_optimal":true}
    {"id":2,"status":"error","error":"line 2: `table`, set 1: `R3 R5 R4` is legal only in another order, such as `R3 R4 R5`"}
    {"id":3,"status":"optimal","tiles":1,"value":6,"played":"R6","table":["R3 R4 R5 R6"],"opening_value":null,"solver":"search","nodes":,"micros":,"untouched":null,"untouched_optimal":null}
    {"id":4,"status":"infeasible","tiles":null,"value":null,"played":null,"table":null,"opening_value":null,"solver":"search","nodes":,"micros":,"untouched":null,"untouched_optimal":null,"hint":"no set of these tiles can hold R3 R4"}
    "#);
}

#[test]
fn the_flags_hold_for_lines_that_say_nothing() {
    let folder = Folder::new();
    folder.write(
        "twist-like.toml",
        "base = \"original\"\nname = \"t\"\ncolours = \"PBKY\"\n",
    );
    let args = "solve --batch - --rules twist-like.toml --option opening_min=27";
    let lines = r#"{"rack":"P9 B9 K9","opened":false}
{"rack":"R9 B9 K9","opened":false,"rules":"original"}
{"rack":"P9 B9 K9","opened":false,"options":{"opening_min":28}}"#;
    let out = quiet_in(folder.path(), args, lines);
    let tiles: Vec<_> = out
        .lines()
        .map(|line| line.contains("\"tiles\":3"))
        .collect();
    assert_eq!(tiles, [true, true, false]);
}

#[test]
fn good_and_bad_lines_are_answered_in_order() {
    let mut lines = b"\xEF\xBB\xBF{\"id\":1.50,\"rack\":\"R1 R2 R3\"}\r\n\r\n   \n{\"id\":\"\\u0032\",\"rack\":\"\xff\"}\n".to_vec();
    lines.extend(b"{\"rack\":\"J\"}\nnonsense\n{\"id\":5,\"rack\":\"R1\"}");
    let (code, out, err) = run_in(&std::env::temp_dir(), "solve --batch -", lines);
    assert_eq!(code, 2);
    assert_eq!(
        err,
        "error: 2 of 5 lines could not be answered; their answers say why\n"
    );
    let starts: Vec<&str> = out
        .lines()
        .map(|line| &line[..line.len().min(59)])
        .collect();
    assert_eq!(
        starts,
        [
            r#"{"id":1.50,"status":"optimal","tiles":3,"value":6,"played":"#,
            r#"{"id":null,"status":"error","error":"line 4: not UTF-8 from"#,
            r#"{"id":null,"status":"optimal","tiles":0,"value":0,"played":"#,
            r#"{"id":null,"status":"error","error":"line 6: `nonsense` is "#,
            r#"{"id":5,"status":"optimal","tiles":0,"value":0,"played":"","#,
        ]
    );
}

#[test]
fn a_line_without_end_is_refused_and_the_next_is_answered() {
    let mut lines = vec![b' '; 3 << 20];
    lines.extend(b"\n{\"rack\":\"R1\"}\n");
    let (code, out, _) = run_in(&std::env::temp_dir(), "solve --batch -", lines);
    assert_eq!(code, 2);
    assert!(
        out.starts_with(
            r#"{"id":null,"status":"error","error":"line 1: longer than 1048576 bytes"}"#
        ),
        "{out}"
    );
    assert_eq!(out.lines().count(), 2);
}

#[test]
fn threads_change_only_the_time() {
    let racks = [
        "R1 R2 R3 J",
        "R6 J K7",
        "B6 B7 B8 B9 R7 J J",
        "K1",
        "R3 R4 R5 O11 O12",
        "zz",
    ];
    let mut lines = String::new();
    for i in 0..3000 {
        let (rack, opened) = (racks[i % racks.len()], i % 4 != 0);
        lines.push_str(&format!(
            "{{\"id\":{i},\"table\":[\"R3 R4 R5 R6\",\"K7 B7 O7\",\"O10 O9 \
             O8\"],\"rack\":\"{rack}\",\"opened\":{opened}}}\n"
        ));
    }
    let answer = |threads: &str| {
        let args = ["solve", "--batch", "-", "--threads", threads];
        let (code, out, err) = run_in(&std::env::temp_dir(), &args, lines.as_str());
        (code, without(&out, "\"micros\":"), err)
    };
    let one = answer("1");
    assert_eq!(one.1.lines().count(), 3000);
    assert_eq!(one, answer("2"));
    assert_eq!(one, answer("7"));
}

#[test]
fn files_are_read_and_what_does_not_go_with_them_is_named() {
    let folder = Folder::new();
    folder.write("one.jsonl", "{\"id\":1,\"rack\":\"R1\"}\n");
    folder.write("empty.jsonl", "");
    assert_eq!(folder.told("solve --batch one.jsonl").lines().count(), 1);
    let warning = "warning: empty.jsonl holds no lines\n".to_owned();
    let said = folder.run("solve --batch empty.jsonl");
    assert_eq!(said, (0, String::new(), warning));
    let cases = r#"
        none.jsonl => error: cannot read none.jsonl: No such file
        . => error: cannot read .:
        - --rack R1 => cannot be used with
        - --table '' => cannot be used with
        - --unopened => cannot be used with
        - --me 1 => cannot be used with
        - --threads 0 => expected a whole number from 1 to 1024
    "#;
    each(cases, |args, parts| {
        folder.refused(&format!("solve --batch {args}"), parts)
    });
}

#[test]
fn steps_only_with_the_flag() {
    let lines = r#"{"id":1,"table":["R4 R5 R6 R7 R8"],"rack":"R6"}
{"id":2,"table":["B2 B3 J B5 B6","R8 K8 O8"],"rack":"B4"}
{"id":3,"table":["R4 R5 R6"],"rack":"R10 B10 K10","opened":false}
{"id":4,"table_tiles":"R4 R5 R6","rack":"R7"}
{"id":5,"table_tiles":"R4 R5","rack":"R7"}
{"id":6,"rack":"R7"}"#;
    let (_, out, _) = batch("solve", lines);
    assert!(!out.contains("steps"), "{out}");
    let args = ["solve", "--batch", "-", "--json", "--explain"];
    let out = quiet_in(&std::env::temp_dir(), &args, lines);
    let answers = json_lines(&out).into_iter();
    let steps: Vec<serde_json::Value> = answers.map(|mut answer| answer["steps"].take()).collect();
    let text = |i: usize| -> Vec<&str> {
        let steps = steps[i].as_array().expect("a list");
        steps
            .iter()
            .filter_map(|step| step["text"].as_str())
            .collect()
    };
    assert_eq!(
        text(0),
        [
            "split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8",
            "lay R6 from the rack on R7 R8 -> R6 R7 R8"
        ]
    );
    assert_eq!(
        text(1),
        ["lay B4 from the rack on B2 B3 J B5 B6 -> B2 B3 B4 B5 B6 J"]
    );
    assert_eq!(text(2), ["lay R10 B10 K10 from the rack as a new set"]);
    assert!(steps[3].is_null() && steps[4].is_null(), "{out}");
    assert_eq!(text(5), [""; 0]);
}
