//! Checks of the experiments: every plan plays, results belong to their plans, tables and plots to
//! their results, and every question has its prediction and its finding.
//!
//! Every run plays one deal of each plan whose bots this build has; of leagues of two only the
//! pairs with the first bot. With `RUMMILAB_TIER=long` a tenth of each plan is played with another
//! seed and must agree with the committed results; `RUMMILAB_FOLDERS=hold-back,first-seat` limits
//! this to some folders. `RUMMILAB_UPDATE=1` rewrites tables and plots.

mod findings;
mod league;
mod plot;
mod rows;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rows::{Run, folders, questions, runs};
use serde_json::Value;

fn is_set(name: &str, value: &str) -> bool {
    std::env::var(name).is_ok_and(|found| found == value)
}

/// Match-ups that every run of the tests plays of a league of three or four; all of them would take
/// minutes.
const FEW_MATCHUPS: i64 = 6;

/// Up to this many bots still play all pairs.
const MANY_BOTS: usize = 4;

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
    let bots = plan.get("bots").and_then(toml::Value::as_array);
    let many = bots.is_some_and(|bots| bots.len() > MANY_BOTS);
    let two = plan
        .get("players")
        .is_none_or(|players| players.as_integer() == Some(2));
    if many && two && !plan.contains_key("format") {
        // Each bot against the first, not all pairs.
        plan.insert("format".to_owned(), "gauntlet".into());
    }
}

#[test]
fn every_plan_plays_without_faults() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let folders = folders().into_iter();
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

#[test]
fn a_tenth_of_each_plan_agrees_with_its_results() {
    if !is_set("RUMMILAB_TIER", "long") {
        return;
    }
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut wrong = Vec::new();
    for folder in wanted() {
        for mut run in runs(&folder).into_iter().filter(|run| run.plays_here) {
            let Some(known) = run.summary.take() else {
                continue;
            };
            let deals = run.plan.schedule().deals;
            let again = play(&folder, &run, (deals / 10).max(20), 2, out.path());
            run.summary = Some(known);
            let before = run.rows();
            run.summary = Some(again);
            for (old, new) in before.iter().zip(run.rows()) {
                let share = old.wins.value.clamp(0.01, 0.99);
                let error = |games: u64| share * (1.0 - share) / games as f64;
                let error = (error(old.games) + error(new.games)).sqrt();
                if (old.wins.value - new.wins.value).abs() > 4.0 * error {
                    wrong.push(format!(
                        "{}/{} {}: {:.3} was {:.3}",
                        folder.display(),
                        run.name,
                        new.who,
                        new.wins.value,
                        old.wins.value
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
        return folders();
    };
    let found = names.split(',').map(|name| {
        let named = |folder: &PathBuf| folder.ends_with(name.trim());
        let found = folders().into_iter().find(named);
        found.unwrap_or_else(|| panic!("RUMMILAB_FOLDERS: there is no folder `{name}`"))
    });
    found.collect()
}

#[test]
fn results_belong_to_their_plans() {
    for folder in folders() {
        for run in runs(&folder) {
            if let Some(summary) = &run.summary {
                let hash = run.plan.plan_hash();
                assert_eq!(summary["plan_hash"], hash, "{folder:?} {}", run.name);
            }
        }
    }
}

#[test]
fn tables_and_plots_show_the_results() {
    for folder in folders() {
        let runs = runs(&folder);
        if runs.iter().all(|run| run.summary.is_none()) {
            continue;
        }
        for (name, text) in [
            ("table.md", table::table(&runs)),
            ("plot.svg", plot::plot(&runs)),
        ] {
            agree(&folder, name, &text);
        }
    }
}

#[test]
fn figures_of_the_findings_show_the_results() {
    let (folder, figures) = findings::figures();
    let page = fs::read_to_string(folder.join("../../findings.md")).expect("docs/findings.md");
    for (name, text) in figures {
        agree(&folder, &name, &text);
        assert!(
            page.contains(&format!("(images/findings/{name})")),
            "{name}"
        );
    }
}

/// The tables of leagues are the output of `rummilab league` for their data, which belong to the
/// results.
#[test]
fn tables_of_leagues_show_their_data() {
    for folder in folders() {
        for run in runs(&folder) {
            let Some(data) = league::data(&folder, &run.name) else {
                continue;
            };
            let summary = run.summary.as_ref().expect("a league has results");
            league::check(&data, summary);
            agree(&folder, &format!("{}.md", run.name), &league::told(&data));
        }
        let responses = league::responses(&folder, "respond");
        if !responses.is_empty() {
            agree(
                &folder,
                "exploitability.md",
                &league::exploitability(&responses),
            );
        }
    }
}

#[test]
fn tables_of_kinds_show_their_results() {
    for folder in questions() {
        let results = league::responses(&folder, "kinds");
        if !results.is_empty() {
            agree(&folder, "kinds.md", &league::kinds(&results));
        }
    }
}

/// Checks that a file has this text, or writes it in update mode.
fn agree(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    if is_set("RUMMILAB_UPDATE", "1") {
        fs::write(&path, text).expect("writable");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "{} is not what the results say; RUMMILAB_UPDATE=1 writes it anew",
        path.display()
    );
}

#[test]
fn every_question_has_its_prediction_and_its_finding() {
    let of_all = folders()[0].join("../README.md");
    let of_all = fs::read_to_string(of_all).expect("the table of findings");
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
