//! The identity of a program: told by plan, record and tables, and never changed unnoticed.

use serde_json::{Value, json};

use super::with_bot;
use crate::common::{Folder, json_lines, says};
use crate::ladder::{bot_file, ladder};

/// A bot that draws, and says this version of itself.
const SCRIPT: &str = r#"
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    kind = asked["type"]
    if kind == "quit":
        break
    answers = {
        "hello": {"type": "hello", "protocol": 1, "name": "burst", "version": "VERSION"},
        "newgame": {"type": "ready"},
        "gameover": {"type": "ok"},
    }
    if kind == "move":
        action = "draw" if asked["state"]["pool"] else "pass"
        answers["move"] = {"type": "move", "action": action}
    print(json.dumps({"id": asked["id"], **answers[kind]}), flush=True)
"#;

const BOT: &str = "cmd:python3 burst.py 30";

/// A folder with this version of the bot.
fn with_version(folder: &Folder, version: &str) -> String {
    let script = SCRIPT.replace("VERSION", version);
    folder.write("burst.py", &script);
    blake3::hash(script.as_bytes()).to_hex().to_string()
}

/// Plays a part of a match of this bot.
fn play(folder: &Folder, more: &str) -> (i32, String, String) {
    let common = format!("--bot greedy --deals 4 --seed 3 --clock none --allow-faults {more}");
    folder.run(&[&["tournament"], &with_bot(BOT, &common)[..]].concat())
}

fn programs(folder: &Folder, run: &str) -> Value {
    json_lines(&folder.told(&format!("status {run} --json")))[0]["programs"].clone()
}

#[test]
fn a_program_is_named_with_its_version_and_its_file() {
    let folder = Folder::new();
    let hash = with_version(&folder, "1");
    assert_eq!(play(&folder, "--out run").0, 0);
    let own = json!([{"bot": BOT, "name": "burst", "version": "1", "blake3": hash}]);
    assert_eq!(programs(&folder, "run"), own);
    let short = format!("burst 1, file {}", &hash[..12]);
    says(folder.told("status run"), &[&short]);
    folder.told("report run");
    says(folder.text("run/report.html"), &[&short]);
    let plan = folder.text("run/plan.toml");
    says(&plan, &["[[programs]]", "name = \"burst\"", &hash]);
    folder.told("verify run --replay-bots");
    // The plan is that of any version.
    let hash_of = |run: &str| folder.json(&format!("{run}/summary.json"))["plan_hash"].clone();
    with_version(&folder, "2");
    assert_eq!(play(&folder, "--out other").0, 0);
    assert_eq!(hash_of("run"), hash_of("other"));
    assert_ne!(programs(&folder, "run"), programs(&folder, "other"));
    // Figures of both are told apart.
    let rows = folder.told("analyse games run other --figures own_turns --json");
    let bots: Vec<Value> = json_lines(&rows)
        .iter()
        .map(|row| row["bot"].clone())
        .collect();
    assert_eq!(bots.len(), 3, "{bots:?}");
    assert!(bots.contains(&json!("greedy")), "{bots:?}");
    assert!(
        bots.contains(&json!(format!("burst ({short})"))),
        "{bots:?}"
    );
}

/// Shards of version 1 and 2 were once merged without a word.
#[test]
fn shards_of_a_changed_program_are_not_merged() {
    let folder = Folder::new();
    for (version, shard) in [("1", "1/2"), ("2", "2/2")] {
        with_version(&folder, version);
        let (code, ..) = play(&folder, &format!("--shard {shard} --out half-{version}"));
        assert_eq!(code, 0);
    }
    let merge = "merge half-1 half-2 --out whole";
    folder.refused(
        merge,
        &["records of different runs", BOT, "burst 1", "burst 2"],
    );
    folder.refused(
        "merge half-1 half-2 --out whole",
        &["--accept-changed-bots"],
    );
    folder.refused("status half-1 half-2", &[BOT]);
    let merged = |order: &str, out: &str| {
        folder.told(&format!("merge {order} --out {out} --accept-changed-bots"));
        let both = programs(&folder, out);
        assert_eq!(both.as_array().map(Vec::len), Some(2), "{both}");
        folder.told(&format!("verify {out}"));
        folder.read(&format!("{out}/games.bin"))
    };
    let whole = merged("half-1 half-2", "whole");
    assert_eq!(merged("half-2 half-1", "again"), whole);
    says(
        folder.told("status whole"),
        &["burst 1, file", "; then burst 2, file"],
    );
}

/// A stopped run once went on with changed code.
#[test]
fn a_run_does_not_go_on_with_a_changed_program() {
    let folder = Folder::new();
    with_version(&folder, "1");
    assert_eq!(play(&folder, "--out run --shard 1/2").0, 0);
    // A complete run starts no program, and another file of the same version is a change.
    let changed = SCRIPT.replace("VERSION", "1") + "# faster\n";
    folder.write("burst.py", &changed);
    let part = folder.read("run/games.bin");
    assert_eq!(play(&folder, "--out run --shard 1/2").0, 0);
    let (code, _, told) = play(&folder, "--out run");
    assert_eq!(code, 2, "{told}");
    says(
        &told,
        &[BOT, "has changed", "burst 1, file", "--accept-changed-bots"],
    );
    assert_eq!(folder.read("run/games.bin"), part, "nothing was changed");
    // A plan that names the program holds it to that.
    let plan = "run run/plan.toml --out anew";
    folder.refused(plan, &["has changed", BOT]);
    let (code, _, told) = play(&folder, "--out run --accept-changed-bots");
    assert_eq!(code, 0, "{told}");
    let both = programs(&folder, "run");
    assert_eq!(both.as_array().map(Vec::len), Some(2), "{both}");
    assert_ne!(both[0]["blake3"], both[1]["blake3"]);
    folder.told("verify run");
    assert_eq!(folder.json("run/summary.json")["blocks"], 4);
    // Whoever is named already may go on.
    assert_eq!(play(&folder, "--out run").0, 0);
}

/// A bot is called by the name that stands before it, else by the one that the program says.
#[test]
fn tables_and_files_call_a_bot_by_its_name() {
    let folder = Folder::new();
    with_version(&folder, "1");
    let named = format!("mine={BOT}");
    for (bot, run, name) in [(named.as_str(), "named", "mine"), (BOT, "unnamed", "burst")] {
        let args = format!("--bot old=hold:h=3 --deals 2 --clock none --allow-faults --out {run}");
        let text = folder.told(&[&["tournament"], &with_bot(bot, &args)[..]].concat());
        says(
            &text,
            &[&format!("{name} against old"), "--bot old=hold:h=3", bot],
        );
        let labels = |value: &Value| {
            let bots = value["bots"].as_array().cloned().unwrap_or_default();
            bots.iter()
                .map(|bot| bot["bot"].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            labels(&folder.json(&format!("{run}/summary.json"))),
            [name, "old"]
        );
        for file in ["games.csv", "timings.csv"] {
            let csv = folder.text(&format!("{run}/{file}"));
            assert!(csv.contains(name) && csv.contains("old"), "{csv}");
            assert!(!csv.contains("cmd:") && !csv.contains("hold:"), "{csv}");
        }
        says(
            folder.told(&format!("replay {run}")),
            &[&format!("seat 0 ({name})")],
        );
        says(
            folder.told(&format!("status {run}")),
            &[&format!("{name} (burst 1, file ")],
        );
        folder.told(&format!("report {run}"));
        says(folder.text(&format!("{run}/report.html")), &[name]);
        folder.told(&format!("verify {run} --replay-bots"));
        // The same command and the plan go on, and find nothing to do.
        folder.told(&[&["tournament"], &with_bot(bot, &args)[..]].concat());
        folder.told(&format!(
            "run {run}/plan.toml --out {run}-again --allow-faults"
        ));
        let games = |run: &str| folder.read(&format!("{run}/games.bin"));
        assert!(games(run) == games(&format!("{run}-again")), "{run}");
    }
    let refused = |bots: &str, part: &str| {
        folder.refused(&format!("tournament {bots} --deals 1 --out none"), &[part]);
    };
    refused(
        "--bot greedy=hold --bot single",
        "`greedy` is the name of another bot",
    );
    refused("--bot a=hold --bot a=single", "two bots are called `a`");
    refused("--bot #=hold --bot single", "`#` is no name for a bot");
    refused("--bots a=hold,single", "a=hold");
}

/// A changed program plays no pair of a ladder until it has another version, which is another bot;
/// the one before keeps its games, and a gate compares both.
#[test]
fn a_ladder_refuses_a_changed_program_and_rates_its_next_version() {
    let folder = Folder::new();
    let conditions = "deals = 2\nclock = \"none\"\nanchor = \"greedy\"\n";
    ladder(&folder, "all", conditions, "greedy; random");
    let with_program = |said: &str, version: &str| {
        let script = SCRIPT.replace("VERSION", said);
        folder.write("all/bots/burst.py", &script);
        let bot = format!("bot = 'cmd:python3 burst.py';version = '{version}'");
        bot_file(&folder, "all", "mine", &bot);
        blake3::hash(script.as_bytes()).to_hex().to_string()
    };
    let hash = with_program("1", "1");
    folder.told("ladder all --allow-faults");
    let known = |name: &str| {
        let standings = folder.json("all/ladder.json");
        let bots = standings["bots"].as_array().expect("a list");
        bots.iter()
            .find(|bot| bot["bot"] == name)
            .expect("there")
            .clone()
    };
    let mine = known("mine@1");
    assert_eq!(
        (&mine["programs"][0]["blake3"], &mine["games"]),
        (&json!(hash), &json!(8))
    );

    // With nothing to play, and with a new bot to meet.
    with_program("2", "1");
    let expected = ["mine.toml", "has changed: burst 1", "now burst 2"];
    folder.refused("ladder all", &expected);
    bot_file(&folder, "all", "single", "bot = 'single'");
    folder.refused("ladder all", &expected);
    assert!(!folder.at("all/pairs/mine@1--single").exists());
    assert_eq!(known("mine@1"), mine);

    with_program("2", "2");
    let (code, out, err) = folder.run("ladder all --allow-faults --fail-below mine");
    assert_eq!(code, 0, "{err}");
    says(&out, &["mine@2", "burst 2, file", "retired"]);
    // Both lose every game, which says little.
    says(
        &err,
        &["passed: mine@2 less mine@1 is rated", "are not excluded"],
    );
    assert_eq!(
        (&known("mine@1")["games"], &known("mine@2")["games"]),
        (&json!(8), &json!(12))
    );

    // Accepted, both play as one bot from then on, and its row names both.
    with_program("3", "2");
    bot_file(&folder, "all", "dump", "bot = 'dump'");
    folder.refused("ladder all", &["now burst 3", "--accept-changed-bots"]);
    folder.told("ladder all --allow-faults --accept-changed-bots");
    folder.told("ladder all --allow-faults");
    assert_eq!(
        known("mine@2")["programs"].as_array().map(Vec::len),
        Some(2)
    );
}
