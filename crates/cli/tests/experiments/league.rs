//! Leagues and best responses among the results, and the checks of their tables.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::table::paragraph;

/// `results/NAME.league.json`, if there is one.
pub fn data(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join(format!("results/{name}.league.json"));
    path.exists().then_some(path)
}

/// The output of the command for the data of a league.
pub fn told(data: &Path) -> String {
    let output = assert_cmd::cargo::cargo_bin_cmd!("rummilab")
        .arg("league")
        .arg(data)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", data.display());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Checks that a league belongs to a run: the same plan, the same strengths, the same win rates of
/// every pair.
pub fn check(data: &Path, summary: &Value) {
    let name = data.display();
    let league = read(data);
    assert_eq!(league["plan_hash"], summary["plan_hash"], "{name}");
    let (bots, known) = (list(&league["bots"]), list(&summary["bots"]));
    assert_eq!(bots.len(), known.len(), "{name}");
    for (bot, known) in bots.iter().zip(known) {
        let fields = "bot games win_rate win_rate_ci mean_score rating rating_ci";
        for field in fields.split(' ') {
            assert_eq!(bot[field], known[field], "{name}: {field}");
        }
    }
    if summary["players"] != 2 {
        assert!(
            league["payoffs"].is_null() && league["nash"].is_null(),
            "{name}"
        );
        return;
    }
    let number = |bot: &Value| {
        bots.iter()
            .position(|known| known["bot"] == *bot)
            .expect("a bot")
    };
    for pair in list(&summary["pairs"]) {
        let cell = &league["payoffs"][number(&pair["a"])][number(&pair["b"])];
        assert_eq!(cell["wins"], pair["win_rate"], "{name}: {pair}");
        assert_eq!(cell["ci"], pair["win_rate_ci"], "{name}: {pair}");
    }
}

/// `results/PREFIX-*.json` by name, in order.
pub fn responses(folder: &Path, prefix: &str) -> Vec<Value> {
    let Ok(entries) = fs::read_dir(folder.join("results")) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            name.starts_with(&format!("{prefix}-")) && name.ends_with(".json")
        })
        .collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// The best responses as a table by rule system, ordered by exploitability.
pub fn exploitability(responses: &[Value]) -> String {
    let legend = paragraph(
        "Made by `RUMMILAB_UPDATE=1 cargo test -p rummilab-cli --test experiments` from \
         `results/respond-*.json`. Each response was chosen for the deals of the search, so its wins \
         there are too good. Exploitability is how far its wins on the other deals lie above its \
         fair share, in percentage points. It is a lower bound: other responses may do better. \
         With three and four players the bot sits in all seats but one. Intervals of 95 %.",
    );
    let mut text = format!(
        "# Best responses\n\n{legend}\n\n\
         | rules | players | bot | best response found | tried | wins on the deals of the search, \
         % | wins on other deals, % | games | exploitability \
         |\n|---|---|---|---|---|---|---|---|---|\n"
    );
    let key = |response: &Value| response["exploitability"].as_f64().expect("a number");
    let mut sorted: Vec<&Value> = responses.iter().collect();
    let rules = |response: &Value| response["rules"].as_str().map(str::to_owned);
    let players = |response: &Value| response["players"].as_u64().expect("a number");
    sorted.sort_by(|a, b| {
        let game = |response: &Value| (rules(response), players(response));
        game(a).cmp(&game(b)).then(key(a).total_cmp(&key(b)))
    });
    for response in sorted {
        let mut tried: Vec<&Value> = list(&response["stages"])
            .iter()
            .flat_map(|stage| list(&stage["rungs"][0]["candidates"]))
            .map(|candidate| &candidate["bot"])
            .collect();
        tried.sort_by_key(|bot| bot.as_str());
        tried.dedup();
        let percent = |share: &Value| format!("{:.1}", share.as_f64().expect("a share") * 100.0);
        let ends = |ci: &Value| match ci {
            Value::Null => String::new(),
            ci => format!(" [{}, {}]", percent(&ci[0]), percent(&ci[1])),
        };
        let confirmed = &response["confirmed"];
        writeln!(
            text,
            "| {} | {} | `{}` | `{}` | {} | {} | {}{} | {} | {}{} |",
            response["rules"].as_str().expect("a name"),
            players(response),
            response["to"].as_str().expect("a name"),
            response["best"]["bot"].as_str().expect("a name"),
            tried.len(),
            percent(&response["best"]["wins"]),
            percent(&confirmed["wins"]),
            ends(&confirmed["wins_ci"]),
            confirmed["games"],
            percent(&response["exploitability"]),
            ends(&response["exploitability_ci"]),
        )
        .expect("a string takes text");
    }
    text
}

/// Responses of several kinds as a table, in the order of the files.
pub fn kinds(results: &[Value]) -> String {
    let legend = paragraph(
        "Made by `RUMMILAB_UPDATE=1 cargo test -p rummilab-cli --test experiments` from \
         `results/kinds-*.json`. Each responder was made against the bot and knows it. Its wins are \
         on deals that were not used to make it. What lies above the fair share is a lower bound of \
         the exploitability: other responses may do better. Intervals of 95 %.",
    );
    let mut text = format!(
        "# Responses by kind\n\n{legend}\n\n\
         | rules | players | bot | kind | work a turn | games | wins, % | points a game, difference \
         |\n|---|---|---|---|---|---|---|---|\n"
    );
    for result in results {
        for response in list(&result["responses"]) {
            let confirmed = &response["confirmed"];
            let number = |value: &Value, scale: f64| {
                format!("{:.1}", value.as_f64().expect("a number") * scale)
            };
            let told = |value: &Value, ci: &Value, scale: f64| match ci {
                Value::Null => number(value, scale),
                ci => format!(
                    "{} [{}, {}]",
                    number(value, scale),
                    number(&ci[0], scale),
                    number(&ci[1], scale)
                ),
            };
            writeln!(
                text,
                "| {} | {} | `{}` | {} | {} | {} | {} | {} |",
                result["rules"].as_str().expect("a name"),
                result["players"],
                result["to"].as_str().expect("a name"),
                response["kind"].as_str().expect("a kind"),
                response["work"].as_str().expect("words"),
                confirmed["games"],
                told(&confirmed["wins"], &confirmed["wins_ci"], 100.0),
                told(&confirmed["points"], &confirmed["points_ci"], 1.0),
            )
            .expect("a string takes text");
        }
    }
    text
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("readable");
    serde_json::from_str(&text).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}
