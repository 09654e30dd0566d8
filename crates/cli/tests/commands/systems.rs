//! `solve`, `check`, `bench` and `corpus` in the rule systems with special jokers and with group
//! owners.

use serde_json::{Value, json};

use crate::common::{
    Folder, answered, batch, columns, json_lines, quiet, quiet_in, refused, says, told, unanswered,
};

/// The answer of `solve` to this line. Both solvers must agree on all but their names and their
/// work.
#[track_caller]
fn solved(line: &str) -> Value {
    let answer = |solver| {
        let args = ["solve", "--solver", solver, "--explain", "--batch", "-"];
        let out = quiet_in(&std::env::temp_dir(), &args, line);
        serde_json::from_str::<Value>(&out).expect("a line of JSON")
    };
    let (search, ilp) = (answer("search"), answer("ilp"));
    for key in ["status", "tiles", "value", "opening_value", "untouched"] {
        assert_eq!(search[key], ilp[key], "{key} of {line}");
    }
    search
}

/// Asserts the answer of `solve`: tiles, value, the largest opening if not opened, and new sets
/// that must lie there.
#[track_caller]
fn check(line: &str, score: (u32, u32, Option<u32>), sets: &[&str]) -> Value {
    let answer = solved(line);
    assert_eq!(answer["status"], "optimal");
    assert_eq!(answer["tiles"], score.0, "{answer}");
    assert_eq!(answer["value"], score.1, "{answer}");
    let opening = answer["opening_value"].as_u64().map(|value| value as u32);
    assert_eq!(opening, score.2, "{answer}");
    let table = answer["table"].as_array().expect("it is there");
    for set in sets {
        assert!(table.iter().any(|lies| lies == set), "{set}: {answer}");
    }
    answer
}

/// Checks that every printed set is legal as it lies.
#[track_caller]
fn lies_well(rules: &str, answer: &Value) {
    for set in answer["table"].as_array().expect("it is there") {
        told(&format!(
            "check --rules {rules} --as-laid --set '{}'",
            set.as_str().expect("a set")
        ));
    }
}

#[test]
fn special_jokers_are_laid() {
    for (table, rack, score, sets) in [
        ("[]", "B2 B5 D", (3, 7), &["B2 D B5"][..]),
        ("[]", "Y2 Y3 C P5", (4, 10), &["Y2 Y3 C P5"]),
        ("[]", "P5 P5 M", (3, 10), &["P5 M P5"]),
        ("[]", "B3 B4 M B4 B3", (5, 14), &["B3 B4 M B4 B3"]),
        ("[]", "P5 D", (0, 0), &[]),
        ("[]", "P8 M P8 M P9", (3, 16), &["P8 M P8"]),
        (r#"["D B5 B6"]"#, "B4 P8 P9", (3, 21), &["B4 B5 B6"]),
        (r#"["P7 K7 M K7 P7"]"#, "B7 B7 Y1", (2, 14), &[]),
    ] {
        let line = format!(r#"{{"id":1,"rules":"twist","table":{table},"rack":"{rack}"}}"#);
        let answer = check(&line, (score.0, score.1, None), sets);
        lies_well("twist", &answer);
        assert!(answer["steps"].is_array(), "{answer}");
        assert!(answer.get("owners").is_none());
    }
    let opening = r#"{"id":1,"rules":"twist","rack":"P10 P11 D","opened":false}"#;
    check(opening, (3, 21, Some(46)), &["P10 P11 D"]);
    let small = r#"{"id":1,"rules":"twist","rack":"B2 D B5","opened":false}"#;
    check(small, (0, 0, Some(14)), &[]);
}

#[test]
fn a_heap_that_is_no_table_has_a_hint() {
    let cases = r#"
        twist => B2 B5 D P9 => no set of these tiles can hold
        tournament => R1 R2 R3 K9 => no set of these tiles can hold K9
    "#;
    for [rules, heap, hint] in columns(cases) {
        let line = format!(r#"{{"id":1,"rules":"{rules}","table_tiles":"{heap}","rack":""}}"#);
        let (code, out, _) = batch("solve", &line);
        assert_eq!(code, 0, "{out}");
        says(&out, &[r#""status":"infeasible""#]);
        says(&out, &[hint]);
    }
}

/// A line of house.
fn house(table: &str, rack: &str, rest: &str) -> String {
    format!(r#"{{"id":1,"rules":"house","table":{table},"rack":"{rack}"{rest}}}"#)
}

#[test]
fn groups_keep_their_owners_and_new_ones_are_mine() {
    let two = r#"["R5 Y5 W5","B4 B5 B6"]"#;
    let owned = house(two, "K5 B7 G9 K9 W9", r#","owners":[1,null],"me":0"#);
    let sets = ["R5 K5 Y5 W5", "B4 B5 B6 B7"];
    let answer = check(&owned, (5, 39, None), &sets);
    assert_eq!(answer["owners"], json!([1, null, 0]));
    assert_eq!(answer["untouched"], 0);
    lies_well("house", &answer);

    let one = r#"["R5 Y5 W5"]"#;
    let unknown = check(&house(one, "K5", ""), (1, 5, None), &[]);
    assert_eq!(unknown["owners"], json!([null]));
    let half = house(one, "G9 K9 W9", r#","me":2"#);
    let half = check(&half, (3, 27, None), &[]);
    assert_eq!(half["owners"], json!([null, 2]));
    let nothing = house(one, "", r#","owners":[3],"me":2"#);
    let nothing = check(&nothing, (0, 0, None), &["R5 Y5 W5"]);
    assert_eq!(nothing["owners"], json!([3]));
    assert_eq!(nothing["untouched"], 1);
}

#[test]
fn the_cap_counts_own_groups_alone() {
    let values = [1, 3, 5, 7, 9, 11];
    let groups: Vec<String> = values.map(|v| format!("R{v} Y{v} W{v}")).to_vec();
    let table = serde_json::to_string(&groups).expect("it is there");
    let owned = |seat: u8| {
        let owners = serde_json::to_string(&[seat; 6]).expect("it is there");
        house(
            &table,
            "K13 B13 G13",
            &format!(r#","owners":{owners},"me":0"#),
        )
    };
    check(&owned(0), (0, 0, None), &[]);
    check(&owned(1), (3, 39, None), &[]);
    // Without known owners or seat the cap does not apply.
    check(&house(&table, "K13 B13 G13", ""), (3, 39, None), &[]);
    check(
        &house(&table, "K13 B13 G13", r#","me":0"#),
        (3, 39, None),
        &[],
    );
}

#[test]
fn runs_go_round_and_an_opening_may_use_the_table() {
    let around = house("[]", "R12 R13 R1 R2 R3", "");
    let run = check(&around, (5, 31, None), &["R12 R13 R1 R2 R3"]);
    lies_well("house", &run);
    let (run, unopened) = (r#"["B4 B5 B6"]"#, r#","opened":false"#);
    let owned = format!(r#"{unopened},"owners":[null],"me":1"#);
    let opening = house(run, "B7 R10 B10 J", &owned);
    let opening = check(&opening, (4, 27, Some(30)), &["B4 B5 B6 B7"]);
    assert_eq!(opening["owners"], json!([null, 1]));
    let small = house(run, "B7 R9 B9 J", unopened);
    check(&small, (0, 0, Some(27)), &["B4 B5 B6"]);
}

#[test]
fn people_see_the_seats() {
    let out = quiet(
        "solve --rules house --table 'R5 Y5 W5 ; B4 B5 B6' --owners 1,- --me 0 --rack 'K5 G9 K9 \
         W9'",
    );
    let (answer, granted) = out.split_once("Taken for granted:").unwrap();
    assert!(granted.contains("--unopened"), "{granted}");
    let table: Vec<&str> = answer
        .lines()
        .filter(|line| line.starts_with("  "))
        .collect();
    assert_eq!(
        table,
        [
            "  R5 [K5] Y5 W5   seat 1  extended",
            "  B4 B5 B6",
            "  [K9] [W9] [G9]  seat 0  new",
        ]
    );
}

#[test]
fn owners_that_do_not_fit_are_errors() {
    let table = r#""rules":"house","table":["R5 Y5 W5","B4 B5 B6"],"rack":"","me":0"#;
    let cases = r#"
        TABLE,"owners":[1] => `owners` has 1 entries for a table of 2 sets
        TABLE,"owners":[1,2] => `owners`, set 2: `B4 B5 B6` is a run, which belongs to nobody; expected null, not seat 2
        TABLE,"owners":[null,null] => `owners`, set 1: `R5 Y5 W5` is a group; expected the seat that owns it, not null
        TABLE,"owners":[4,null] => `owners` names seat 4; seats are 0 to 3
        "rules":"house","table_tiles":"R5 Y5 W5","rack":"" => `table_tiles` cannot be used with the rules `house`, where groups have owners (group_cap_per_player = 6)
        "rules":"house","options":{"group_cap_per_player":1},"table":["R5 Y5 W5","R7 Y7 W7"],"rack":"","owners":[2,2] => `owners` gives seat 2 2 groups; group_cap_per_player allows 1
    "#;
    for [fields, expected] in columns(&cases.replace("TABLE", table)) {
        unanswered("solve", &format!(r#"{{"id":1,{fields}}}"#), "1", expected);
    }
    let flags = "solve --rules house --rack '' --table 'B4 B5 B6' --owners 1";
    let said = "--owners, set 1: `B4 B5 B6` is a run";
    refused(flags, &[said, "expected `-`, not seat 1"]);
}

/// Asserts the verdict of `check` on a turn of house: an empty reason for a legal turn, otherwise a
/// part of the reason.
#[track_caller]
fn judged(before: &str, played: &str, after: &str, rest: &str, reason: &str) {
    let line = format!(
        r#"{{"id":1,"rules":"house","before":{before},"played":"{played}","after":{after}{rest}}}"#
    );
    let out = answered("check", &line);
    let answer: Value = serde_json::from_str(&out).expect("a line of JSON");
    assert_eq!(answer["legal"], reason.is_empty(), "{out}");
    let said = answer["reason"].as_str().unwrap_or_default();
    assert!(said.contains(reason), "{line}: {said}");
}

#[test]
fn turns_are_judged_with_owners() {
    let (old, new) = (r#"["R5 Y5 W5"]"#, r#"["R5 Y5 W5 K5"]"#);
    judged(old, "K5", new, "", "");
    judged(old, "", new, "", "K5 is on the new table");
    let both = "G5 was to be laid but is not on the new table";
    judged(old, "K5 G5", new, "", both);
    let cases = r#"
        "me":0 => legal
        "me":0,"owners_after":[1] => legal
        "me":0,"owners_after":[0] => legal
        "me":0,"owners_after":[2] => cannot be a group of seat 2
        "me":0,"owners_after":[null] => must have an owner
        "me":0,"options":{"group_access":"owner_only"} => let nobody else change
    "#;
    for [fields, reason] in columns(cases) {
        let rest = format!(r#","owners":[1],{fields}"#);
        judged(old, "K5", new, &rest, reason.trim_start_matches("legal"));
    }
    let cap = r#","owners":[0],"me":0,"options":{"group_cap_per_player":1}"#;
    let two = r#"["R5 Y5 W5","R7 Y7 W7"]"#;
    judged(old, "R7 Y7 W7", two, cap, "would own 2 groups, at most 1");
    let unknown = r#","options":{"group_cap_per_player":1}"#;
    judged(old, "R7 Y7 W7", two, unknown, "");
}

/// Own sets may be merged with the table in the opening turn: at the end they need not lie there.
#[test]
fn an_opening_of_house_is_judged_by_the_tiles_played() {
    let merged = r#"["R9 R10 R11 R12 R13","B4 B5 B6"]"#;
    let before = r#"["R9 R10 R11","B4 B5 B6"]"#;
    let unopened = r#","opened":false"#;
    judged(before, "R12 R13", merged, unopened, "worth 0 points");
    let before = r#"["R6 R7 R8"]"#;
    let after = r#"["R6 R7 R8 R9 R10 R11"]"#;
    judged(before, "R9 R10 R11", after, unopened, "");
    // Also if jokers must be replaced.
    let replaced = r#","opened":false,"options":{"joker_reclaim":"replace-any"}"#;
    judged(before, "R9 R10 R11", after, replaced, "");
}

#[test]
fn joker_reclaim_is_honoured() {
    let line = |reclaim: &str| {
        format!(
            r#"{{"id":1,"before":["R3 R4 R5 J"],"played":"B7 K7","after":["R3 R4 R5","B7 K7 J"],"options":{{"joker_reclaim":"{reclaim}"}}}}"#
        )
    };
    let legal = |reclaim| batch("check", &line(reclaim)).1.contains(r#""legal":true"#);
    assert!(legal("free"));
    assert!(!legal("replace-any"));
    assert!(!legal("replace-from-rack"));
}

/// A corpus of every system: certified by both solvers, read by `bench`, and explained step by
/// step.
#[test]
fn corpora_of_every_system_come_back() {
    let folder = Folder::new();
    for rules in ["tournament", "twist", "house"] {
        let silent = |args: &str| {
            let (code, out, err) = folder.run(args);
            assert_eq!((code, err.as_str()), (0, ""), "{rules}: {args}");
            out
        };
        let lines = silent(&format!("corpus --rules {rules} --deals 1 --take 6"));
        assert_eq!(lines.lines().count(), 6);
        for line in json_lines(&lines) {
            assert_eq!(line["rules"], rules);
            assert_eq!(line["owners"].is_array(), rules == "house", "{line}");
            assert_eq!(line["me"].is_u64(), rules == "house", "{line}");
        }
        folder.write("positions.jsonl", &lines);
        let out = silent("bench --positions positions.jsonl --repeat 1 --json");
        says(&out, &[r#""disagreements":0"#]);
        // The certified answers are not part of the question.
        let out = silent("solve --explain --batch positions.jsonl");
        for answer in json_lines(&out) {
            assert!(answer["steps"].is_array(), "{answer}");
        }
    }
}
