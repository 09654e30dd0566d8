//! The published figures of an independent simulator, reproduced (experiments/reference/README.md).
//!
//! Every run checks that a few hundred games of each plan agree within four errors, ours and theirs
//! together. With `RUMMILAB_TIER=long` the whole plans are played and must give the committed
//! results byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rummilab_solver_suite::long_tier;
use serde_json::Value;

/// Deals of each plan in the short tier.
const DEALS: u64 = 100;

type Figures = BTreeMap<String, toml::Table>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/reference")
}

/// The summary of a plan, cut to `DEALS` deals in the short tier.
fn play(name: &str, out: &Path) -> String {
    let text =
        fs::read_to_string(folder().join(format!("{name}.toml"))).expect("the plan is there");
    let mut plan: toml::Table = text.parse().expect("TOML");
    if !long_tier() {
        plan.insert("deals".to_owned(), (DEALS as i64).into());
    }
    let file = out.join(format!("{name}.toml"));
    fs::write(&file, plan.to_string()).expect("writable");
    let mut command = assert_cmd::Command::cargo_bin("rummilab").expect("the binary is built");
    let output = command
        .arg("run")
        .arg(&file)
        .arg("--out")
        .arg(out.join(name))
        .arg("--json")
        .output()
        .expect("runs");
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// The number at a path such as `seats.0.win_rate`.
fn figure(summary: &Value, path: &str) -> f64 {
    let step = |value: &Value, key: &str| {
        key.parse::<usize>()
            .map_or_else(|_| value[key].clone(), |at| value[at].clone())
    };
    // `opened_by.10` has a key that looks like an index.
    let value = path.split('.').fold(summary.clone(), |value, key| {
        if value.is_object() {
            value[key].clone()
        } else {
            step(&value, key)
        }
    });
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{path} is {value}"))
}

fn check(name: &str, figures: &toml::Table, summary: &Value) -> Vec<String> {
    let number = |value: &toml::Value| {
        value
            .as_float()
            .or(value.as_integer().map(|n| n as f64))
            .expect("a number")
    };
    let theirs = number(&figures["games"]);
    let ours = summary["games"].as_f64().expect("a number");
    let mut wrong = Vec::new();
    for (path, value) in figures.iter().filter(|(path, _)| *path != "games") {
        let [published, error] = value.as_array().expect("a pair").as_slice() else {
            panic!("{path}")
        };
        let (published, error) = (number(published), number(error));
        // Their error, and ours from the number of games.
        let both = error * (1.0 + theirs / ours).sqrt();
        let found = figure(summary, path);
        if (found - published).abs() > 4.0 * both {
            wrong.push(format!(
                "{name} {path}: published {published} +- {error}, found {found}"
            ));
        }
    }
    wrong
}

#[test]
fn published_figures_come_out() {
    let text = fs::read_to_string(folder().join("figures.toml")).expect("there");
    let figures: Figures = toml::from_str(&text).expect("TOML");
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for (name, figures) in &figures {
        let printed = play(name, out.path());
        let committed = folder().join(format!("results/{name}.json"));
        let committed = fs::read_to_string(&committed).expect("the result is committed");
        if long_tier() {
            assert!(
                printed == committed,
                "{name} gives other results than the committed ones"
            );
        }
        wrong.extend(check(
            name,
            figures,
            &serde_json::from_str(&printed).expect("JSON"),
        ));
        wrong.extend(check(
            name,
            figures,
            &serde_json::from_str(&committed).expect("JSON"),
        ));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
