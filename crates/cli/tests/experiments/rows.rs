//! The results of a question, read from its folder.

use std::fs;
use std::path::{Path, PathBuf};

use rummilab::arena::{Format, Plan, PlanSpec};
use rummilab::bots::BotSpec;
use serde_json::Value;

/// How a plan says which build has its bots, if this one has not. It names them in canonical form.
const OLD_BUILD: &str = "# Its bots are those of commit ";

/// A plan of a folder, with its results if it was run.
pub struct Run {
    /// The file's name without `.toml`.
    pub name: String,
    /// The comment at its head, without the pointer to the README.
    pub about: String,
    /// The plan.
    pub plan: Plan,
    /// Whether this build has all its bots.
    pub plays_here: bool,
    /// Its `summary.json`.
    pub summary: Option<Value>,
}

/// A bot in its run, or a seat if one bot plays itself.
pub struct Row {
    pub who: String,
    pub against: String,
    pub games: u64,
    /// Share of the games won, with its interval if there is one.
    pub wins: Estimate,
    /// Points a game, if the rules have points.
    pub points: Option<Estimate>,
}

/// A figure with its 95 % interval.
pub struct Estimate {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
}

/// The folders of all questions that plans answer, except the reference, which has its own test.
pub fn folders() -> Vec<PathBuf> {
    let mut folders = questions();
    folders.retain(|folder| folder.join("plan.toml").exists());
    folders
}

/// The folders of all questions except the reference.
pub fn questions() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let entries = fs::read_dir(root).expect("the folder is there");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.is_dir() && !path.ends_with("reference"))
        .collect();
    folders.sort();
    folders
}

/// The plans of a folder, `plan.toml` first.
pub fn runs(folder: &Path) -> Vec<Run> {
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
    let about = text.lines().next().unwrap_or_default();
    let about = about.trim_start_matches("# ").split(" (README.md");
    let summary = fs::read_to_string(folder.join(format!("results/{name}.json"))).ok();
    Run {
        about: about.map(str::to_owned).next().unwrap_or_default(),
        plan: Plan::new(&spec).expect("a sound plan"),
        plays_here,
        summary: summary.map(|text| serde_json::from_str(&text).expect("JSON")),
        name: name.into_owned(),
    }
}

impl Run {
    /// The fair share of wins.
    pub fn fair(&self) -> f64 {
        1.0 / self.plan.players() as f64
    }

    /// The rows of its results: in a gauntlet or a challenge the others against the first bot; in a
    /// league every bot against the others; with two bots the first against the other; with one bot
    /// its seats.
    pub fn rows(&self) -> Vec<Row> {
        let Some(summary) = &self.summary else {
            return Vec::new();
        };
        let bots = summary["bots"].as_array().expect("a list of bots");
        let name = |bot: &Value| bot["bot"].as_str().expect("a name").to_owned();
        if let [only] = bots.as_slice() {
            let seats = summary["seats"].as_array().expect("a list of seats");
            let who = |seat: &Value| format!("{}, seat {}", name(only), seat["seat"]);
            let rows = seats
                .iter()
                .map(|seat| row(who(seat), "itself".to_owned(), seat));
            return rows.collect();
        }
        let (first, others) = bots.split_first().expect("two bots");
        if [Format::Gauntlet, Format::Challenge].contains(&self.plan.format()) {
            let rows = others.iter().map(|bot| row(name(bot), name(first), bot));
            return rows.collect();
        }
        if bots.len() > self.plan.players() {
            let rows = bots
                .iter()
                .map(|bot| row(name(bot), "the others".to_owned(), bot));
            return rows.collect();
        }
        let others: Vec<String> = others.iter().map(name).collect();
        vec![row(name(first), others.join(", "), first)]
    }
}

fn row(who: String, against: String, found: &Value) -> Row {
    Row {
        who,
        against,
        games: found["games"].as_u64().expect("a number"),
        wins: estimate(found, "win_rate").expect("a rate"),
        points: estimate(found, "mean_score"),
    }
}

fn estimate(found: &Value, key: &str) -> Option<Estimate> {
    let interval = &found[format!("{key}_ci")];
    Some(Estimate {
        value: found[key].as_f64()?,
        interval: interval[0]
            .as_f64()
            .zip(interval[1].as_f64())
            .map(<[f64; 2]>::from),
    })
}
