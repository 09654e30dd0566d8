//! Programs as solvers: each failure has its own column, and the run goes on.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Folder, says};

/// Eleven racks, each a run of three, from R1 to R11.
pub fn racks() -> String {
    let rack = |low: u8| format!("R{low} R{} R{}", low + 1, low + 2);
    let line = |low| format!("{{\"rack\":\"{}\"}}\n", rack(low));
    (1..=11).map(line).collect()
}

pub fn missolve(folder: &Folder) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/missolve.py");
    let pids = folder.at("pids");
    format!(
        "mine=cmd:python3 '{}' '{}'",
        script.display(),
        pids.display()
    )
}

#[test]
fn every_failure_of_a_program_has_its_own_column() {
    let folder = Folder::new();
    folder.write("racks", racks());
    let mine = missolve(&folder);
    let args = "bench --positions racks --solvers search --repeat 2 --limit 5 --memory 200 --json";
    let args: Vec<&str> = args.split(' ').chain(["--solver", &mine]).collect();
    let (code, out, err) = folder.run(&args);
    assert_eq!(code, 1, "{err}");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let counts = |who: usize| {
        let names = [
            "optimal", "unproven", "refused", "illegal", "wrong", "timeout", "memory", "crash",
        ];
        names.map(|name| report["solvers"][who][name].as_u64().expect("a count"))
    };
    assert_eq!(counts(0), [11, 0, 0, 0, 0, 0, 0, 0], "{out}");
    // The racks from R1, from R8; R7; R2, R9, R10, R11; R3; R4; R6; R5.
    assert_eq!(counts(1), [1, 1, 1, 4, 1, 1, 1, 1], "{out}");
    assert_eq!(report["disagreements"], 1);
    let mine = &report["solvers"][1];
    assert_eq!(mine["program"], "missolve 7");
    // A question without an answer counts as one of the limit.
    assert_eq!(mine["max_us"], 5e6);
    assert!(mine["cpu_us"].as_f64() > Some(0.0), "{out}");
    says(
        &err,
        &[
            "they disagree on: rummilab solve --rules original --table \"\" --rack \"R3 R4 R5\"",
            "mine says Play { main: 0, proven: true }",
            "mine gives an answer that does not hold: `R2 R3` has too few tiles: 2; a set has at \
             least 3; first on: rummilab solve",
            "mine gives no answer in time; first on: rummilab solve --rules original --table \"\" \
             --rack \"R4 R5 R6\"",
            "mine takes more memory than allowed; first on:",
            "mine ended (exit status: 1); its last words: out of ideas; first on:",
            "mine refuses: sevens; first on:",
        ],
    );
    // Started for each pass, after R4, R5 and R6 in the first one, and after R9 and R10 in it: what
    // was not answered is not asked again. No process is left.
    let pids = folder.text("pids");
    assert_eq!(pids.lines().count(), 2 + 3 + 2, "{err}");
    for pid in pids.lines() {
        assert!(fs::metadata(format!("/proc/{pid}")).is_err(), "{pid}");
    }
}

#[test]
fn a_program_is_asked_what_it_says_it_knows() {
    let folder = Folder::new();
    let mine = missolve(&folder);
    let lines = [
        (r#"{"rack":"R1 R2 R3"}"#, ""),
        (
            r#"{"rack":"R1 R2 R3","rules":"house"}"#,
            "the rules `house`",
        ),
        (r#"{"rack":"R1 R2 R3","options":{"jokers":0}}"#, ""),
        (
            r#"{"rack":"R1 R2 R3","options":{"hand":9}}"#,
            "the option `hand`",
        ),
    ];
    for (objective, all) in [("tiles", ""), ("value", "value"), ("go-out", "go-out")] {
        for (line, unknown) in lines {
            folder.write("line", line);
            let args = format!(
                "bench --positions line --solvers search --json --repeat 1 --objective {objective}"
            );
            let args: Vec<&str> = args.split(' ').chain(["--solver", &mine]).collect();
            let (code, out, err) = folder.run(&args);
            assert_eq!(code, 0, "{line}: {err}");
            let report: Value = serde_json::from_str(&out).expect("JSON");
            let refused = u64::from(!(unknown.is_empty() && all.is_empty()));
            let mine = &report["solvers"][1];
            assert_eq!(
                (&mine["refused"], &mine["optimal"]),
                (&refused.into(), &(1 - refused).into()),
                "{line}: {err}"
            );
            let why = match all {
                "" => unknown,
                "value" => "mine refuses: it does not know the objective `value`",
                _ => "mine refuses: programs are asked for `tiles` or `value`",
            };
            says(err, &[why]);
        }
    }
}
