//! `rummilab solve` from flags: the JSON for one position, and the text.

use crate::common::{columns, each, quiet, refused, run, says, unanswered, without_work, words};

/// The answer to `solve … --json` without nodes and micros.
#[track_caller]
fn answer(args: &str, expected: &str) {
    let out = quiet(&format!("solve --json {args}"));
    let expected = format!(
        "{}\n",
        expected.replace("SOLVER", r#""solver":"search","nodes":,"micros":"#)
    );
    assert_eq!(without_work(&out), expected);
}

/// The example of the documentation, with the joker where it leaves an old set untouched.
#[test]
fn the_example_of_the_contract() {
    answer(
        "--rules original --table 'R3 R4 R5 ; K7 B7 O7' --rack 'R6 J'",
        r#"{"id":null,"status":"optimal","tiles":2,"value":6,"played":"R6 J","table":["R3 R4 R5 R6 J","K7 B7 O7"],"opening_value":null,SOLVER,"untouched":1,"untouched_optimal":true}"#,
    );
}

#[test]
fn nothing_to_lay_leaves_the_table_as_it_was() {
    let cases = r#"
        --table 'K7 B7 O7 ; r5 R4 R3' --rack K1 => {"id":null,"status":"optimal","tiles":0,"value":0,"played":"","table":["K7 B7 O7","R3 R4 R5"],"opening_value":null,SOLVER,"untouched":2,"untouched_optimal":true}
        --rack '' => {"id":null,"status":"optimal","tiles":0,"value":0,"played":"","table":[],"opening_value":null,SOLVER,"untouched":0,"untouched_optimal":true}
    "#;
    for [args, expected] in columns(cases) {
        answer(args, expected);
    }
}

#[test]
fn openings_stand_beside_the_table() {
    let cases = r#"
        --table 'R3 R4 R5' --rack 'R10 B10 J R6' --unopened => {"id":null,"status":"optimal","tiles":3,"value":20,"played":"R10 B10 J","table":["R3 R4 R5","R10 B10 J"],"opening_value":30,SOLVER,"untouched":1,"untouched_optimal":true}
        --table 'R3 R4 R5' --rack 'R9 B9 K9 R6' --unopened => {"id":null,"status":"optimal","tiles":0,"value":0,"played":"","table":["R3 R4 R5"],"opening_value":27,SOLVER,"untouched":1,"untouched_optimal":true}
        --rack 'R9 B9 K9' --unopened --option opening_min=20 => {"id":null,"status":"optimal","tiles":3,"value":27,"played":"R9 B9 K9","table":["R9 B9 K9"],"opening_value":27,SOLVER,"untouched":0,"untouched_optimal":true}
    "#;
    for [args, expected] in columns(cases) {
        answer(args, expected);
    }
}

#[test]
fn the_table_as_one_heap() {
    let cases = r#"
        --table-tiles 'R3 R4 R5 K7 B7 O7' --rack R6 => {"id":null,"status":"optimal","tiles":1,"value":6,"played":"R6","table":["R3 R4 R5 R6","B7 K7 O7"],"opening_value":null,SOLVER,"untouched":null,"untouched_optimal":null}
        --table-tiles 'R3 R4 R5' --rack 'R10 B10 K10' --unopened => {"id":null,"status":"optimal","tiles":3,"value":30,"played":"R10 B10 K10","table":["R3 R4 R5","R10 B10 K10"],"opening_value":30,SOLVER,"untouched":null,"untouched_optimal":null}
    "#;
    for [args, expected] in columns(cases) {
        answer(args, expected);
    }
    let infeasible = r#"{"id":null,"status":"infeasible","tiles":null,"value":null,"played":null,"table":null,"opening_value":null,SOLVER,"untouched":null,"untouched_optimal":null,"hint":"no set of these tiles can hold R3 R4"}"#;
    answer("--table-tiles 'R3 R4' --rack R9", infeasible);
    // The heap must be a table by itself, even if the rack could complete it.
    answer("--table-tiles 'R3 R4' --rack R5", infeasible);
    answer(
        "--table-tiles 'R3 R4' --rack 'R5 R10 B10 K10' --unopened",
        infeasible,
    );
}

#[test]
fn the_objective_decides() {
    let position = ["--rack", "B1 B2 B4 B5 J K13 O13"];
    for (objective, tiles, value) in [("tiles", 5, 12), ("value", 3, 26)] {
        let mut args = vec!["solve", "--json", "--objective", objective];
        args.extend(position);
        let (_, out, _) = run(&args);
        says(&out, &[&format!("\"tiles\":{tiles},\"value\":{value},")]);
    }
}

#[test]
fn owners_change_nothing_where_groups_have_none_but_must_fit() {
    let position = words("solve --table 'R3 R4 R5 ; K7 B7 O7' --rack R6 --json");
    let ask = |more: &[&str]| {
        let mut args = position.clone();
        args.extend(more);
        let (code, out, err) = run(&args);
        (code, without_work(&out), err)
    };
    assert_eq!(ask(&["--owners", "-,1", "--me", "2"]), ask(&[]));
    assert!(
        ask(&["--owners", "-"])
            .2
            .contains("--owners has 1 entries for a table of 2 sets")
    );
    assert!(
        ask(&["--owners", "-,4"])
            .2
            .contains("--owners names seat 4; seats are 0 to 3")
    );
    assert!(ask(&["--owners", "-,x"]).2.contains("`x` is no owner"));
}

#[test]
fn text_for_people() {
    let text = |args: &[&str]| {
        let mut all = vec!["solve"];
        all.extend(args);
        quiet(&all)
    };
    insta::assert_snapshot!(text(&["--table", "R3 R4 R5 ; K7 B7 O7", "--rack", "R6 J K1"]), @r"
    Lay 2 tiles worth 6: R6 J

    Table:
      R3 R4 R5 [R6] [J]  extended
      K7 B7 O7

    Old sets: 1 kept, 1 extended; no best play keeps more.
    Proven: nothing better is possible.

    Taken for granted:
      you have opened (if not: --unopened)
      the rules are `original` (others: --rules)
    ");
    insta::assert_snapshot!(text(&["--table", "K7 B7 O7", "--rack", "R10 B10 \
        K10", "--unopened"]), @r"
    Lay 3 tiles worth 30: R10 B10 K10
    The largest opening is worth 30 points, 30 are needed.

    Table:
      K7 B7 O7
      [R10] [B10] [K10]  new

    Old sets: 1 kept; no best play keeps more.
    Proven: nothing better is possible.

    Taken for granted:
      the rules are `original` (others: --rules)
    ");
    insta::assert_snapshot!(text(&["--rules", "tournament", "--rack", "R9 B9 \
        K9", "--unopened"]), @r"
    No legal opening: own sets are worth at most 27 points, 30 are needed.
    Proven: nothing better is possible.
    ");
    insta::assert_snapshot!(text(&["--rules", "tournament", "--table-tiles", "R9", "--rack", "R1"]), @r"
    The tiles of the table cannot be split into legal sets.
    Hint: no set of these tiles can hold R9.
    Proven.

    Taken for granted:
      you have opened (if not: --unopened)
    ");
    says(
        text(&["--verbose", "--rack", "R9", "--unopened"]),
        &["Solver search, ", " search nodes, ", " µs"],
    );
}

/// An empty table does not show whether a player has opened. JSON still answers for one who has.
#[test]
fn an_empty_table_has_two_answers() {
    insta::assert_snapshot!(quiet(&["solve", "--rack", "R9 B9 K9"]), @r"
    If you have not opened:

    No legal opening: own sets are worth at most 27 points, 30 are needed.
    Proven: nothing better is possible.


    If you have opened:

    Lay 3 tiles worth 27: R9 B9 K9

    Table:
      [R9] [B9] [K9]  new

    Proven: nothing better is possible.

    Taken for granted:
      the rules are `original` (others: --rules)
    ");
    for question in ["plays", "after-draw"] {
        let out = quiet(&["solve", "--rack", "R9 B9", "--question", question]);
        says(&out, &["If you have not opened:", "If you have opened:"]);
    }
    answer(
        "--rack 'R9 B9 K9'",
        r#"{"id":null,"status":"optimal","tiles":3,"value":27,"played":"R9 B9 K9","table":["R9 B9 K9"],"opening_value":null,SOLVER,"untouched":0,"untouched_optimal":true}"#,
    );
}

#[test]
fn what_is_taken_for_granted_is_said() {
    let cases = r#"
        --rules house --table 'R5 Y5 W5' --rack K5 => you have opened & no group is known to be yours (--me, --owners)
        --rules twist --table 'B2 B3 B4' --rack B5 --question after-draw => all tiles but these can be drawn (fewer: --unseen)
    "#;
    each(cases, |args, expected| {
        says(quiet(&format!("solve {args}")), expected);
    });
}

#[test]
fn what_people_type_is_understood() {
    let cases = r#"
        --table 'R3,R4,R5 | 7KBO;' --rack 'y7, r6' => --table 'R3 R4 R5 ; K7 B7 O7' --rack 'O7 R6'
        --table 'R3-5 ; 7KBY' --rack 'R6|J' => --table 'R3 R4 R5 ; K7 B7 O7' --rack 'R6 J'
        --rules house --table 'R12-2' --rack 'R3' => --rules house --table 'R12 R13 R1 R2' --rack R3
    "#;
    for [typed, notation] in columns(cases) {
        let told = |args: &str| without_work(&quiet(&format!("solve --json {args}")));
        assert_eq!(told(typed), told(notation), "{typed}");
    }
    let lines = quiet(&["solve", "--json", "--table", "R3-5\n7KBO\n", "--rack", "R6"]);
    says(&lines, &[r#""table":["R3 R4 R5 R6","K7 B7 O7"]"#]);
    refused(
        "check --set 'R3 R4 R5 ; K7 B7 O7'",
        &["--set holds 2 sets; expected one"],
    );
}

/// Files, lines of a batch and the protocol use the strict notation.
#[test]
fn lines_of_a_batch_stay_strict() {
    for text in ["R3,R4", "R3-5", "7RBK", "Y7", "R3|R4", "R3;"] {
        unanswered(
            "solve",
            &format!(r#"{{"id":1,"rack":"{text}"}}"#),
            "1",
            "is not",
        );
        let line = format!(r#"{{"id":1,"rack":"","table":["{text}"]}}"#);
        unanswered("solve", &line, "1", "is not");
        unanswered(
            "check",
            &format!(r#"{{"id":1,"set":"{text}"}}"#),
            "1",
            "is not",
        );
    }
}

/// The text of `solve … --explain` without the line about the solver's work.
#[track_caller]
fn explained(args: &[&str]) -> String {
    let mut all = vec!["solve", "--explain"];
    all.extend(args);
    let out = quiet(&all);
    out.rsplit_once("Proven").expect("proven").0.to_owned()
}

#[test]
fn steps_for_people() {
    insta::assert_snapshot!(explained(&words("--table 'K8 B8 R8 O8 ; R4 R5 R6 R7 R8 ; B1 B2 B3' \
        --rack 'R6 K9 K10'")), @r"
    Lay 3 tiles worth 25: R6 K9 K10

    Table:
      R8 B8 O8       rebuilt
      R4 R5 R6       rebuilt
      B1 B2 B3
      [R6] R7 R8     new
      K8 [K9] [K10]  new

    Steps:
      1. take K8 from K8 B8 R8 O8
      2. lay K9 K10 from the rack on K8 -> K8 K9 K10
      3. split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8
      4. lay R6 from the rack on R7 R8 -> R6 R7 R8

    Old sets: 1 kept, 2 rebuilt; no best play keeps more.
    ");
    insta::assert_snapshot!(explained(&["--table", "R3 R4 R5", "--rack", "R10 B10 K10 B1 B2 \
        B3", "--unopened"]), @r"
    Lay 6 tiles worth 36: R10 B1 B2 B3 B10 K10
    The largest opening is worth 36 points, 30 are needed.

    Table:
      R3 R4 R5
      [R10] [B10] [K10]  new
      [B1] [B2] [B3]     new

    Steps:
      1. lay R10 B10 K10 from the rack as a new set
      2. lay B1 B2 B3 from the rack as a new set

    Old sets: 1 kept; no best play keeps more.
    ");
    insta::assert_snapshot!(explained(&["--table", "R9 R8 R7", "--as-laid", "--rack", "R6"]), @r"
    Lay 1 tile worth 6: R6

    Table:
      [R6] R7 R8 R9  extended

    Steps:
      1. lay R6 from the rack on R7 R8 R9 -> R6 R7 R8 R9

    Old sets: 1 extended; no best play keeps more.
    ");
}

#[test]
fn nothing_laid_needs_no_steps() {
    insta::assert_snapshot!(explained(&["--table", "R3 R4 R5", "--rack", "K1"]), @r"
    Nothing can be laid.

    Table:
      R3 R4 R5
    ");
    insta::assert_snapshot!(explained(&["--rack", "R9 B9 K9", "--unopened"]), @"No legal opening: \
        own sets are worth at most 27 points, 30 are needed.");
    answer(
        "--rack R9 --explain",
        r#"{"id":null,"status":"optimal","tiles":0,"value":0,"played":"","table":[],"opening_value":null,SOLVER,"untouched":0,"untouched_optimal":true,"steps":[]}"#,
    );
}

#[test]
fn steps_as_json() {
    answer(
        "--table 'R4 B4 K4 O4 ; B1 B2 B3' --rack 'R5 R6' --explain",
        r#"{"id":null,"status":"optimal","tiles":2,"value":11,"played":"R5 R6","table":["B4 K4 O4","B1 B2 B3","R4 R5 R6"],"opening_value":null,SOLVER,"untouched":1,"untouched_optimal":true,"steps":[{"step":"take","tiles":"R4","from":"R4 B4 K4 O4","leaves":"B4 K4 O4","text":"take R4 from R4 B4 K4 O4"},{"step":"lay","tiles":"R5 R6","on":["R4"],"set":"R4 R5 R6","text":"lay R5 R6 from the rack on R4 -> R4 R5 R6"}]}"#,
    );
}

#[test]
fn a_heap_has_no_steps() {
    refused(
        "solve --table-tiles 'R3 R4 R5' --rack R6 --explain",
        &["'--table-tiles <TILES>' cannot be used with '--explain'"],
    );
}

#[test]
fn what_is_no_position_is_refused() {
    let refuse = |args: &str, expected: &str| {
        refused(&format!("solve {args}"), &[expected]);
    };
    let cases = r#"
        --table 'R3 R4 R14' --rack '' => error: --table, column 7: `R14` is not in this rule system; expected one of R (red), B (blue), K (black), O (orange) followed by 1 to 13, or J (joker)
        --rack 'R3  é9' => --rack, column 5: `é9` is not a tile
        --table 'R3 R4 R5 ;;' --rack '' => --table, column 11: `;` ends an empty set
        --table 'R3 R4 R5 ; K7 B7' --rack '' => --table, set 2: `K7 B7` has too few tiles: 2; a set has at least 3
        --table 'R3 R5 R4' --as-laid --rack '' => --table, set 1: `R3 R5 R4` is legal only in another order, such as `R3 R4 R5`
        --table 'R3 R4 R5 ; R3 R4 R5' --rack R3 => table and rack hold too many R3 together: the game has 2
        --rack 'R3 R3 R3' => --rack holds too many R3: the game has 2
        --rack 'R3 R3 R3 R3 R3' => --rack holds too many R3: the game has 2
        --rack J --option jokers=0 => column 1: `J` is not in this rule system
        --table 'R3 R4 R5 ; R3 R4 R5 ; R3 R4 R5' --rack '' => --table holds too many R3: the game has 2
        --table 'R3 R4 J' --rack R1 --option joker_reclaim=replace-any => the search solver does not support `joker_reclaim = replace-any`
    "#;
    for [args, expected] in columns(cases) {
        refuse(args, expected);
    }
}

/// Where no joker can be freed, all values of `joker_reclaim` are one rule.
#[test]
fn joker_reclaim_without_a_joker_to_free_is_solved() {
    for question in [
        "--table 'R3 R4 R5' --rack 'R6 J K9'",
        "--table 'R3 R4 J' --rack 'R10 B10 K10' --unopened",
        "--table 'R3 R4 R5' --rack 'R6 K9' --option jokers=0",
    ] {
        let solved = |reclaim: &str| {
            let reclaim = format!("--option joker_reclaim={reclaim}");
            let (code, out, err) = run(&format!("solve {question} {reclaim}"));
            assert_eq!((code, err.as_str()), (0, ""), "{question} {reclaim}");
            out
        };
        let free = solved("free");
        assert_eq!(solved("replace-any"), free, "{question}");
        assert_eq!(solved("replace-from-rack"), free, "{question}");
    }
}

#[test]
fn with_json_a_refusal_is_json_too() {
    let (code, out, err) = run("solve --json --rack R0");
    assert_eq!(code, 2);
    assert!(
        out.starts_with(r#"{"id":null,"status":"error","error":"--rack, column 1: `R0`"#),
        "{out}"
    );
    assert!(err.starts_with("error: --rack, column 1"), "{err}");
    let (_, out, _) =
        run("solve --json --table 'R3 R4 J' --rack R1 --option joker_reclaim=replace-any");
    assert_eq!(
        out,
        "{\"id\":null,\"status\":\"unsupported\",\"error\":\"the search solver does not support \
         `joker_reclaim = replace-any`\"}\n"
    );
}

/// A proven goal was called optimal, and another play of the same value laid one tile more.
#[test]
fn a_proven_goal_with_an_open_tie_break_is_not_optimal() {
    let args = "--objective value --option colours=ORG --option values=3 --option copies=1 \
        --option jokers={J=4,D=2,C=4,M=2} --option max_jokers_per_set=3 --option max_run_len=5 \
        --option wrap=true --option max_cc_per_run=1 --option mirror_min_half=2 \
        --option mirror_valley=false --option mirror_value=zero --option hand=1 \
        --option opening_min=1 --table 'O2 O3 D C ; R1 R2 R3 D' --rack 'G2 C G1 M G3'";
    let found = |solver: &str| {
        let line = quiet(&format!("solve --json {solver} {args}"));
        let answer: serde_json::Value = serde_json::from_str(&line).expect("a line of JSON");
        (
            answer["status"].clone(),
            answer["value"].clone(),
            answer["bound"].clone(),
        )
    };
    let open = ("feasible".into(), 6.into(), 6.into());
    assert_eq!(found("--solver search"), open);
    let proven = ("optimal".into(), 6.into(), serde_json::Value::Null);
    assert_eq!(found(""), proven);
    let text = quiet(&format!("solve --solver search {args}"));
    assert!(text.contains("Proven: no play has more points"), "{text}");
}
