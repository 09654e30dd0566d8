//! Checks of the experiments: every plan plays, results belong to their plans, tables and plots to
//! their results, and every question has its prediction and its finding.
//!
//! Every run plays one deal of each plan whose bots this build has; of leagues of two only the
//! pairs with the first bot. With `RUMMILAB_TIER=long` a tenth of each plan is played with another
//! seed and must agree with the committed results; `RUMMILAB_FOLDERS=hold-back,first-seat` limits
//! this to some folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use rummilab::arena::{Plan, PlanSpec};
use rummilab::bots::BotSpec;
use rummilab_solver_suite::long_tier;
use serde_json::Value;

/// Match-ups that every run of the tests plays of a league of three or four; all of them would take
/// minutes.
const FEW_MATCHUPS: i64 = 6;

/// Up to this many bots still play all pairs.
const MANY_BOTS: usize = 4;

/// How a plan says which build has its bots, if this one has not. It names them in canonical form.
const OLD_BUILD: &str = "# Its bots are those of commit ";

/// A plan of a folder, with its results if it was run.
struct Run {
    /// The file's name without `.toml`.
    name: String,
    plan: Plan,
    /// Whether this build has all its bots.
    plays_here: bool,
    /// Its `summary.json`.
    summary: Option<Value>,
}

fn experiments() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments")
}

/// The folders of all questions. The reference and the ladder have tests of their own.
fn questions() -> Vec<PathBuf> {
    let entries = fs::read_dir(experiments()).expect("the folder is there");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| {
            path.is_dir()
                && !["reference", "ladder"]
                    .iter()
                    .any(|own| path.ends_with(own))
        })
        .collect();
    folders.sort();
    folders
}

/// The plans of a folder, `plan.toml` first.
fn runs(folder: &Path) -> Vec<Run> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut plans: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    plans.sort_by_key(|path| (!path.ends_with("plan.toml"), path.clone()));
    plans.iter().map(|path| run(folder, path)).collect()
}

fn run(folder: &Path, path: &Path) -> Run {
    let name = path.file_stem().expect("a name").to_string_lossy();
    let text = fs::read_to_string(path).expect("readable");
    let mut spec = PlanSpec::from_toml(&text).expect("a plan");
    let mut plays_here = true;
    for bot in &mut spec.bots {
        match bot.parse::<BotSpec>() {
            Ok(spec) => *bot = spec.to_string(),
            Err(_) => plays_here = false,
        }
    }
    let of_a_commit = text.lines().any(|line| line.starts_with(OLD_BUILD));
    assert!(plays_here != of_a_commit, "{}: its bots", path.display());
    let summary = fs::read_to_string(folder.join(format!("results/{name}.json"))).ok();
    Run {
        plan: Plan::new(&spec).expect("a sound plan"),
        plays_here,
        summary: summary.map(|text| serde_json::from_str(&text).expect("JSON")),
        name: name.into_owned(),
    }
}

/// The summary of a plan with other deals and another seed.
fn play(folder: &Path, run: &Run, deals: u64, seed: i64, out: &Path) -> Value {
    let text = fs::read_to_string(folder.join(format!("{}.toml", run.name))).expect("readable");
    let mut plan: toml::Table = text.parse().expect("TOML");
    plan.insert("deals".to_owned(), (deals as i64).into());
    plan.insert("seed".to_owned(), seed.into());
    if deals == 1 {
        play_less(&mut plan);
    }
    let name = folder.file_name().expect("a name").to_string_lossy();
    let file = out.join(format!("{name}-{}.toml", run.name));
    fs::write(&file, plan.to_string()).expect("writable");
    let output = assert_cmd::cargo::cargo_bin_cmd!("rummilab")
        .arg("run")
        .arg(&file)
        .args(["--json", "--quiet", "--out"])
        .arg(out.join(format!("{name}-{}", run.name)))
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}/{}: {said}", run.name);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Reduces a large plan. Every bot stays, or a sample of the match-ups if the plan itself is a
/// sample.
fn play_less(plan: &mut toml::Table) {
    if plan.contains_key("matchups") {
        plan.insert("matchups".to_owned(), FEW_MATCHUPS.into());
    }
    let bots = plan.get_mut("bots").and_then(toml::Value::as_array_mut);
    let many = bots.is_some_and(|bots| {
        think_less(bots);
        bots.len() > MANY_BOTS
    });
    let two = plan
        .get("players")
        .is_none_or(|players| players.as_integer() == Some(2));
    if many && two && !plan.contains_key("format") {
        // Each bot against the first, not all pairs.
        plan.insert("format".to_owned(), "gauntlet".into());
    }
}

/// The champion of the fast budget for that of the normal one, whose games take seconds each.
fn think_less(bots: &mut [toml::Value]) {
    let fast = "champion:budget=fast";
    let is = |name: &'static str| move |bot: &toml::Value| bot.as_str() == Some(name);
    if !bots.iter().any(is(fast)) {
        let normal = bots.iter_mut().filter(|bot| is("champion")(bot));
        normal.for_each(|bot| *bot = fast.into());
    }
}

#[test]
fn every_plan_plays_without_faults() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let folders = questions().into_iter();
    let all: Vec<_> = folders
        .flat_map(|folder| {
            let here = runs(&folder).into_iter().filter(|run| run.plays_here);
            here.map(move |run| (folder.clone(), run))
                .collect::<Vec<_>>()
        })
        .collect();
    // One deal is played on one thread.
    all.par_iter().for_each(|(folder, run)| {
        let summary = play(folder, run, 1, 1, out.path());
        for bot in summary["bots"].as_array().expect("a list of bots") {
            let faults = bot["faults"].as_object().expect("faults by kind");
            assert!(faults.values().all(|n| n == 0), "{bot}");
        }
    });
}

/// The bots of a summary; its seats if one bot plays itself.
fn figures(summary: &Value) -> &[Value] {
    let list = |key: &str| summary[key].as_array().expect("a list").as_slice();
    match list("bots") {
        [_] => list("seats"),
        bots => bots,
    }
}

#[test]
fn a_tenth_of_each_plan_agrees_with_its_results() {
    if !long_tier() {
        return;
    }
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for folder in wanted() {
        for run in runs(&folder).into_iter().filter(|run| run.plays_here) {
            let Some(known) = &run.summary else {
                continue;
            };
            let deals = run.plan.schedule().deals;
            let again = play(&folder, &run, (deals / 10).max(20), 2, out.path());
            for (old, new) in figures(known).iter().zip(figures(&again)) {
                let rate = |row: &Value| row["win_rate"].as_f64().expect("a rate");
                let share = rate(old).clamp(0.01, 0.99);
                let error =
                    |row: &Value| share * (1.0 - share) / row["games"].as_f64().expect("games");
                let error = (error(old) + error(new)).sqrt();
                if (rate(old) - rate(new)).abs() > 4.0 * error {
                    wrong.push(format!(
                        "{}/{}: {new} was {old}",
                        folder.display(),
                        run.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The folders named in `RUMMILAB_FOLDERS`; all if it is not set.
fn wanted() -> Vec<PathBuf> {
    let Ok(names) = std::env::var("RUMMILAB_FOLDERS") else {
        return questions();
    };
    let found = names.split(',').map(|name| {
        let named = |folder: &PathBuf| folder.ends_with(name.trim());
        let found = questions().into_iter().find(named);
        found.unwrap_or_else(|| panic!("RUMMILAB_FOLDERS: there is no folder `{name}`"))
    });
    found.collect()
}

#[test]
fn results_belong_to_their_plans() {
    for folder in questions() {
        for run in runs(&folder) {
            if let Some(summary) = &run.summary {
                let hash = run.plan.plan_hash();
                assert_eq!(summary["plan_hash"], hash, "{folder:?} {}", run.name);
                // The hash leaves out the number of deals.
                let all = run.plan.stop().is_none();
                let blocks = summary["blocks"].as_u64().expect("a number");
                assert!(
                    !all || blocks == run.plan.blocks(),
                    "{folder:?} {}",
                    run.name
                );
            }
        }
    }
}

#[test]
fn tables_and_plots_show_the_results() {
    let checked = Command::new("python3")
        .arg(experiments().join("tables.py"))
        .arg("--check")
        .env("RUMMILAB", env!("CARGO_BIN_EXE_rummilab"))
        .output();
    match checked {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => eprintln!("SKIPPED: python3 is missing, so tables and plots were not compared"),
    }
}

#[test]
fn every_question_has_its_prediction_and_its_finding() {
    let of_all = fs::read_to_string(experiments().join("README.md"));
    let of_all = of_all.expect("the table of findings");
    for folder in questions() {
        let name = folder.file_name().expect("a name").to_string_lossy();
        assert!(of_all.contains(&format!("({name}/README.md)")), "{name}");
        let readme = fs::read_to_string(folder.join("README.md")).expect("a README");
        for part in ["Question.", "Prediction", "Finding.", "Again."] {
            let part = format!("**{part}**");
            assert!(readme.contains(&part), "{name}: {part}");
        }
        let runs = runs(&folder);
        let first = runs.first().map(|run| run.name.as_str());
        assert!(first.is_none_or(|first| first == "plan"), "{name}");
        for run in &runs {
            let told = readme.lines().any(|line| {
                line.contains("Not run") && line.contains(&format!("`{}.toml`", run.name))
            });
            assert_eq!(
                told,
                run.summary.is_none(),
                "{name}: is `{}` run?",
                run.name
            );
        }
        if runs.iter().any(|run| run.summary.is_some()) {
            for file in ["table.md", "plot.svg"] {
                assert!(readme.contains(&format!("({file})")), "{name}: {file}");
            }
        }
    }
}
