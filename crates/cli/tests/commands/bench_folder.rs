//! `bench --out`, and what reads its folder: `bench report` and `bench compare`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::bench::{missolve, racks};
use crate::common::{Folder, json_lines, run_in, says};

/// A bench of three solvers, one of which breaks down in its own way over each rack.
fn bench_into(folder: &Folder, out: &str, more: &[&str]) -> (i32, String, String) {
    folder.write("racks", racks());
    let mine = missolve(folder);
    let args = "bench --positions racks --solvers search --repeat 2 --limit 5 --json --out";
    let args: Vec<&str> = args.split(' ').chain([out, "--solver", &mine]).collect();
    folder.run(&[&args[..], more].concat())
}

fn rows_of<'a>(rows: &'a [Value], solver: &str) -> Vec<&'a Value> {
    rows.iter().filter(|row| row["solver"] == solver).collect()
}

#[test]
fn a_folder_has_every_answer_and_is_reported_and_compared() {
    let folder = Folder::new();
    let (code, out, err) = bench_into(&folder, "b/one", &["--memory", "200"]);
    assert_eq!(code, 1, "{err}");
    let printed: Value = serde_json::from_str(&out).expect("JSON");
    let facts = folder.json("b/one/bench.json");
    for (solver, kept) in printed["solvers"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(0..)
    {
        for (key, value) in solver.as_object().expect("an object") {
            assert_eq!(facts["solvers"][kept][key], *value, "{key}");
        }
    }
    assert_eq!(facts["complete"], true);
    assert_eq!(facts["solvers"][1]["program"], "missolve 7");
    let hash = blake3::hash(racks().as_bytes()).to_string();
    assert_eq!(facts["corpus"]["blake3"], hash.as_str());
    says(
        facts["command"].as_str().expect("a text"),
        &["rummilab bench --positions racks", "--memory 200"],
    );

    let rows = json_lines(&folder.text("b/one/answers.jsonl"));
    let outcomes = |solver: &str| -> Vec<String> {
        let rows = rows_of(&rows, solver).into_iter();
        rows.map(|row| row["outcome"].as_str().expect("a word").to_owned())
            .collect()
    };
    assert_eq!(outcomes("search"), ["optimal"; 11]);
    let mine =
        "optimal illegal wrong timeout crash memory refused unproven illegal illegal illegal";
    assert_eq!(outcomes("mine"), mine.split(' ').collect::<Vec<_>>());
    let search = rows_of(&rows, "search");
    for (line, row) in (1..).zip(&search) {
        let value = 3 * line + 3;
        let expected = [
            ("line", line),
            ("rack", 3),
            ("table", 0),
            ("tiles", 3),
            ("value", value),
        ];
        for (key, expected) in expected {
            assert_eq!(row[key], expected, "{key}: {row}");
        }
        let passes: Vec<f64> =
            serde_json::from_value(row["passes_us"].clone()).expect("a list of times");
        let median = f64::midpoint(passes[0], passes[1]);
        assert!(
            (row["time_us"].as_f64().expect("a time") - median).abs() < 2e-3,
            "{row}"
        );
    }
    let mine = rows_of(&rows, "mine");
    assert_eq!(mine[6]["why"], "sevens");
    assert_eq!(
        (&mine[2]["tiles"], &mine[1]["tiles"]),
        (&0.into(), &Value::Null)
    );
    // The table of rows says the same.
    let csv = folder.text("b/one/times.csv");
    assert_eq!(csv.lines().count(), 23);
    let row = csv.lines().nth(14).expect("a row");
    assert!(
        row.starts_with("7,,original,,3,0,0,0,true,tiles,mine,refused,,,,,"),
        "{row}"
    );
    assert!(row.ends_with(",sevens"), "{row}");

    for format in ["text", "markdown", "latex", "html"] {
        let text = folder.told(&format!("bench report b/one --format {format}"));
        says(&text, &["11 of 11 positions", "search", "mine"]);
    }
    let latex = folder.told("bench report b/one --format latex");
    says(latex, &["mine & ", "\\end{tabular}", "median $\\mu$s"]);
    folder.told("bench report b/one --out page.html");
    let page = folder.text("page.html");
    let dtd = "<!DOCTYPE html>";
    let page = roxmltree::Document::parse(page.strip_prefix(dtd).expect("a page"));
    let page = page.expect("well-formed");
    // Two cactus plots, and the pair.
    let count = |tag: &str| {
        page.descendants()
            .filter(|node| node.has_tag_name(tag))
            .count()
    };
    assert_eq!(count("svg"), 3);
    assert!(count("td") > 7, "{page:?}");

    // The same answers are no regression, and every failure of another bench is one.
    let same = folder.run("bench compare b/one b/one --json");
    let changes: Value = serde_json::from_str(&same.1).expect("JSON");
    assert_eq!(same.0, 0, "{changes}");
    assert_eq!(changes[0]["ratio"], 1.0);
    assert_eq!(changes[0]["ci"], serde_json::json!([1.0, 1.0]));
    assert_eq!(
        (&changes[0]["answered"], &changes[1]["answered"]),
        (&11.into(), &2.into())
    );
    assert_eq!(
        folder.run("bench compare b/one b/one --fail-above 0.5").0,
        1
    );
    assert_eq!(folder.run("bench compare b/one b/one --fail-above 1").0, 0);
    folder.told("bench --positions racks --solvers search --out b/search");
    let (code, _, err) = folder.run("bench --positions racks --out b/empty --solvers ilp");
    assert_eq!(code, 0, "{err}");
    // One solver each: they are compared whatever they are called.
    folder.told("bench compare b/search b/empty");
    let both = folder.told("bench report b/search b/empty b/one --format markdown");
    says(
        both,
        &[
            "| search (b/search) |",
            "| ilp |",
            "| search (b/one) |",
            "4 solvers",
        ],
    );
}

#[test]
fn a_worse_or_other_answer_is_a_regression() {
    let folder = Folder::new();
    folder.write(
        "racks",
        "{\"id\":7,\"rack\":\"R1 R2 R3\"}\n{\"rack\":\"R5 R6 R7\"}\n",
    );
    folder.told("bench --positions racks --solvers search --out before");
    let before = folder.text("before/answers.jsonl");
    let facts = folder.text("before/bench.json");
    let check = |from: &str, to: &str, code: i32, expected: &[&str]| {
        let answers = before.replacen(from, to, 1);
        let hash = |text: &str| blake3::hash(text.as_bytes()).to_string();
        fs::create_dir_all(folder.at("after")).expect("a folder");
        folder.write("after/answers.jsonl", &answers);
        folder.write(
            "after/bench.json",
            facts.replace(&hash(&before), &hash(&answers)),
        );
        let (found, out, err) = folder.run("bench compare before after");
        assert_eq!(found, code, "{to}: {out}{err}");
        says(out + &err, expected);
    };
    let optimal = r#""outcome":"optimal""#;
    check(optimal, optimal, 0, &["no difference in time is shown"]);
    for outcome in [
        "unproven", "refused", "timeout", "memory", "crash", "wrong", "illegal",
    ] {
        let after = format!("{outcome} (3 tiles, value 6) after");
        let expected = [
            "search on line 1, 7: optimal (3 tiles, value 6) before,",
            &after,
        ];
        check(optimal, &format!(r#""outcome":"{outcome}""#), 1, &expected);
    }
    check(
        r#""tiles":3"#,
        r#""tiles":2"#,
        1,
        &["1 worse or other answer"],
    );
    // The tie-break is none of its business.
    check(r#""value":6"#, r#""value":5"#, 0, &[]);
}

#[test]
fn bad_input_is_refused_and_destroys_nothing() {
    let folder = Folder::new();
    folder.write("racks", racks());
    folder.write("others", racks() + "\n");
    let bench = |more: &str| format!("bench --repeat 1 --solvers search --positions {more}");
    folder.told(&bench("racks --out kept"));
    let kept = folder.read("kept/answers.jsonl");
    folder.refused(
        &bench("racks --out kept"),
        &["there is a bench already; --replace"],
    );
    fs::create_dir(folder.at("mine")).expect("a folder");
    folder.write("mine/diary", "dear");
    for more in ["racks --out mine", "racks --out mine --replace"] {
        folder.refused(&bench(more), &["it holds other files"]);
    }
    // An invalid corpus is found before the old results are touched.
    folder.refused(
        &bench("nowhere --out kept --replace"),
        &["cannot read nowhere"],
    );
    assert_eq!(folder.read("kept/answers.jsonl"), kept);
    folder.told(&bench("racks --out kept --replace"));

    folder.told(&bench("others --out others_kept"));
    folder.told(&bench("racks --objective value --out value"));
    folder.told(&bench("racks --option jokers=4 --out jokers"));
    folder.told("bench --repeat 1 --positions racks --out two --solvers ilp,search:states=9");
    for (args, expected) in [
        ("compare kept others_kept", "different corpora: racks ("),
        ("report kept others_kept", "different corpora"),
        (
            "compare kept value",
            "different objectives: tiles and value",
        ),
        (
            "compare kept jokers",
            "different rules: original and original jokers=4",
        ),
        (
            "compare kept two",
            "no solver is in both benches: search and ilp",
        ),
        ("compare kept mine", "cannot read mine/bench.json"),
        ("report", "required arguments were not provided"),
        (
            "compare kept kept --fail-above nan",
            "expected a ratio, such as 1.1",
        ),
        (
            "report kept --positions racks",
            "unexpected argument '--positions'",
        ),
        ("--positions racks report kept", "cannot be used with"),
    ] {
        folder.refused(&format!("bench {args}"), &[expected]);
    }
    folder.write("kept/answers.jsonl", &kept[..40]);
    folder.refused(
        "bench report kept",
        &["it is not the file that bench.json was written for"],
    );
    folder.write("kept/bench.json", "{\"format\":9}");
    folder.refused(
        "bench report kept",
        &["it has format 9; this program reads format 1"],
    );

    // Standard input is a corpus like a file.
    let args = bench("- --out piped --every 3");
    let (code, _, err) = run_in(folder.path(), &args, racks());
    assert_eq!(code, 0, "{err}");
    folder.told("bench compare piped piped");
    let lines = json_lines(&folder.text("piped/answers.jsonl"));
    let lines: Vec<&Value> = lines.iter().map(|row| &row["line"]).collect();
    assert_eq!(lines, [1, 4, 7, 10]);
    assert_eq!(folder.json("piped/bench.json")["corpus"]["positions"], 11);

    // A row says what was asked, for a line may have an objective of its own.
    let line = r#"{"rack":"R3 R4 R5 J"}"#;
    let other = r#"{"rack":"R3 R4 R5 J","objective":"value"}"#;
    folder.write("mixed", format!("{line}\n{other}\n"));
    folder.told(&bench("mixed --out mixed_kept"));
    let rows = json_lines(&folder.text("mixed_kept/answers.jsonl"));
    let asked: Vec<&Value> = rows.iter().map(|row| &row["objective"]).collect();
    assert_eq!(asked, ["tiles", "value"]);
}

/// The program sleeps over its fourth rack until it is ended.
#[test]
fn an_interrupted_bench_keeps_what_was_measured() {
    let folder = Folder::new();
    folder.write("racks", racks());
    let mine = missolve(&folder);
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .args("bench --positions racks --solvers search --out part --solver".split(' '))
        .arg(&mine)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let started = || Path::new(&folder.at("pids")).exists();
    while !started() && child.try_wait().expect("it is ours").is_none() {
        sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.expect("there is a kill").success());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(75), "{err}");
    let facts = folder.json("part/bench.json");
    let positions = facts["positions"].as_u64().expect("a number");
    says(
        &*err,
        &[&format!("interrupted after {positions} position"), "of 11"],
    );
    assert!(positions < 4 && facts["complete"] == false, "{facts}");
    let rows = folder.text("part/answers.jsonl").lines().count();
    assert_eq!(rows as u64, 2 * positions);
    says(folder.told("bench report part"), &["it was interrupted"]);
}
