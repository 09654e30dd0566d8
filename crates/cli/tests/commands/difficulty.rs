//! The difficulty of positions: as `corpus` measures it, draws by it, and `bench report` sorts by
//! it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{Folder, answered, json_lines, run_in, says, told_in};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(name)
}

fn lines_of(name: &str) -> Vec<String> {
    let text = fs::read_to_string(data(name)).expect("the corpus");
    text.lines().map(str::to_owned).collect()
}

/// The text of a line before its difficulty, the difficulty, and what follows.
fn parts(line: &str) -> (&str, &str, &str) {
    let start = line.find(r#""difficulty":"#).expect("a difficulty") + r#""difficulty":"#.len();
    let end = start + line[start..].find('}').expect("an end") + 1;
    (&line[..start], &line[start..end], &line[end..])
}

/// Positions with fewer states of the search are measured in less than a second.
const QUICK: u64 = 50_000;

/// Some lines of every corpus: without the field, or with a wrong one, the command writes the same
/// bytes again. Nothing else notices a wrong one.
#[test]
fn every_corpus_has_the_difficulty_that_the_command_measures() {
    let mut names = vec!["benchmark/positions.jsonl".to_owned()];
    for file in fs::read_dir(data("positions")).expect("a folder").flatten() {
        names.push(format!("positions/{}", file.file_name().display()));
    }
    assert!(names.len() > 14, "{names:?}");
    let (mut kept, mut asked) = (String::new(), String::new());
    for name in &names {
        let all = lines_of(name);
        let quick = |line: &&String| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let states = line["difficulty"]["states"].as_u64();
            states.is_none_or(|states| states < QUICK)
        };
        let lines: Vec<&String> = all.iter().filter(quick).collect();
        assert!(lines.len() > 2, "{name}");
        for (i, line) in lines.iter().step_by(lines.len().div_ceil(3)).enumerate() {
            let (before, found, after) = parts(line);
            let wrong = r#"{"grade":77,"steps":77,"hardest":"join","states":7,"ilp_work":null}"#;
            let without = before
                .strip_suffix(r#","difficulty":"#)
                .expect("the last field");
            let tampered = match i % 3 {
                0 => format!("{without}{after}"),
                1 => format!("{before}{wrong}{after}"),
                _ => format!("{before}null{after}"),
            };
            assert_ne!(found, wrong);
            kept += &format!("{line}\n");
            asked += &format!("{tampered}\n");
        }
    }
    let folder = Folder::new();
    let measured = told_in(folder.path(), "corpus --positions -", asked.as_str());
    for (measured, kept) in measured.lines().zip(kept.lines()) {
        assert_eq!(measured, kept);
    }
    assert_eq!(measured.len(), kept.len());
    let plain = |lines: &str| -> String {
        let lines = lines
            .lines()
            .filter(|line| line.contains(r#""rules":"original","table""#));
        let lines = lines.filter(|line| !line.starts_with(r#"{"position""#));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let answer = |lines: &str| -> Vec<Value> {
        let mut answers = json_lines(&answered("solve", lines));
        for answer in &mut answers {
            answer["micros"].take();
        }
        answers
    };
    assert!(plain(&asked).lines().count() > 20);
    assert_eq!(answer(&plain(&asked)), answer(&plain(&kept)));
}

/// How many lines have each value of a field of the difficulty, for `degree` of this value.
fn counts(lines: &str, degree: impl Fn(&Value) -> u64) -> BTreeMap<u64, usize> {
    let mut counts = BTreeMap::new();
    for line in json_lines(lines) {
        *counts.entry(degree(&line["difficulty"])).or_default() += 1;
    }
    counts
}

#[test]
fn a_balanced_draw_has_as_many_of_each_degree_and_repeats_with_its_seed() {
    let folder = Folder::new();
    let play = "corpus --deals 12 --bots hold,greedy --difficulty --take 20 --seed";
    let (code, drawn, err) = folder.run(&format!("{play} 3"));
    assert_eq!(code, 0, "{err}");
    says(
        &err,
        &[
            "grade 0: 4 of ",
            "grade 1: 4 of ",
            "grade 2: 3 of ",
            "grade 5: 3 of ",
        ],
    );
    let grade = |of: &Value| of["grade"].as_u64().expect("a grade");
    let counted = counts(&drawn, grade);
    assert_eq!(
        counted,
        BTreeMap::from([(0, 4), (1, 4), (2, 3), (3, 3), (4, 3), (5, 3)])
    );
    let with = |seed: u64| {
        let few = "corpus --deals 2 --bots hold,greedy --difficulty --take 6 --seed";
        folder.run(&format!("{few} {seed}")).1
    };
    assert_eq!(with(3), with(3));
    assert_ne!(with(3), with(4));

    // From a file: a rare degree gives all that it has, lines stay as they are and in their order.
    let text = fs::read_to_string(data("positions/greedy-2.jsonl")).expect("the corpus");
    let power = |of: &Value| of["states"].as_u64().expect("a number").ilog10().into();
    let all = counts(&text, power);
    let draw = "corpus --positions - --difficulty=states --take 60";
    let (code, drawn, err) = run_in(folder.path(), draw, text.as_str());
    assert_eq!(code, 0, "{err}");
    let expected = all.iter().map(|(power, all)| (*power, (*all).min(20)));
    assert_eq!(counts(&drawn, power), expected.collect());
    says(
        &err,
        &["10 states: 20 of ", "100 states: 20 of ", "1000 states: "],
    );
    let mut rest = text.lines();
    assert!(drawn.lines().all(|line| rest.any(|other| other == line)));
}

#[test]
fn a_report_is_broken_down_by_the_difficulty_of_the_lines() {
    let folder = Folder::new();
    let lines = lines_of("positions/hold.jsonl").join("\n");
    let (_, field, _) = parts(&lines);
    let bare = |line: &str| line.replace(&format!(r#","difficulty":{}"#, parts(line).1), "");
    let without: Vec<String> = lines.lines().map(bare).collect();
    assert!(!without[0].contains(field));
    for (name, text) in [("with", lines.clone()), ("without", without.join("\n"))] {
        folder.write(name, text);
        let bench = "bench --every 10 --repeat 1 --solvers search --positions";
        folder.told(&format!("{bench} {name} --out {name}-bench"));
    }
    let report = folder.told("bench report with-bench");
    says(
        &report,
        &[
            "By grade: steps that explain the best play, 5 for more\n grade   solver",
            "By states of the search\n states      solver",
            "\n 100–999     search ",
        ],
    );
    let report = folder.told("bench report without-bench");
    assert!(
        !report.contains("By grade") && !report.contains("By states"),
        "{report}"
    );
    let csv = folder.text("with-bench/times.csv");
    let column = csv
        .lines()
        .next()
        .expect("a head")
        .split(',')
        .position(|it| it == "grade");
    let first = csv
        .lines()
        .nth(1)
        .expect("a row")
        .split(',')
        .nth(column.expect("a column"));
    let line: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!(
        first,
        Some(line["difficulty"]["grade"].to_string().as_str())
    );
}

#[test]
fn a_file_that_cannot_be_measured_is_refused_as_a_whole() {
    let folder = Folder::new();
    folder.write("bad", "{\"rack\":\"R1\"}\n\n{\"rack\":\"Q1\"}\n");
    folder.refused("corpus --positions bad", &["bad:3", "`Q1`"]);
    folder.refused("corpus --positions bad --bots greedy", &["--bots"]);
    folder.refused("corpus --difficulty=hard", &["hard", "grade, states"]);
    folder.refused("corpus --positions nowhere", &["cannot read nowhere"]);
}
