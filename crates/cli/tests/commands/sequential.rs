//! Runs that their own results end, `plan` and `selftest`, through the binary.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{bytes, fails, play, run, run_in, summary, words};

const STOPPING: [&str; 3] = [
    "--bots single,greedy --deals 150 --until-width 16",
    "--bots greedy,single --deals 150 --sprt mu0=0,mu1=10",
    // Three pairs stop after the same deals.
    "--bots greedy,value,single --deals 70 --until-width 0.56 --metric wins",
];

#[test]
fn a_stop_rule_ends_at_the_same_block_at_any_thread_count_and_after_a_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    for (i, args) in STOPPING.iter().enumerate() {
        let args = &words(args)[..];
        let at = |name: &str| folder.path().join(format!("{i}-{name}"));
        let text = play(&at("one"), &[args, &["--threads", "1"][..]].concat());
        play(&at("many"), &[args, &["--threads", "5"][..]].concat());
        let whole = bytes(&at("one"));
        assert!(whole == bytes(&at("many")), "{args:?}");

        let result = summary(&at("one"));
        let sequential = &result["sequential"];
        let blocks = result["blocks"].as_u64().expect("a number");
        let planned = sequential["planned_blocks"].as_u64().expect("a number");
        assert_eq!(sequential["stopped_after"], blocks, "{args:?}");
        assert!(
            blocks > 50 && blocks < planned,
            "{args:?}: {blocks} of {planned}"
        );
        assert!(text.contains("Sequential ("), "{text}");
        assert!(text.contains("valid at every look"), "{text}");
        let pair = &result["pairs"][0];
        assert_eq!(pair["score_difference_ci"], pair["score_difference_live"]);

        // Cut short, and once more when nothing is left to do.
        let games = fs::read(at("one").join("games.bin")).expect("there");
        fs::write(at("one").join("games.bin"), &games[..games.len() * 2 / 3]).expect("writable");
        play(&at("one"), args);
        assert!(whole == bytes(&at("one")), "{args:?}");
        play(&at("one"), args);
        assert!(whole == bytes(&at("one")), "{args:?}");

        // The resolved plan says the rule, and `verify` follows it.
        let (plan, again) = (at("one").join("plan.toml"), at("again"));
        let out = again.to_str().expect("plain");
        let (code, _, error) = run(&["run", plan.to_str().expect("plain"), "--out", out]);
        assert_eq!(code, 0, "{error}");
        assert!(whole == bytes(&again), "{args:?}");
        let (code, said, error) = run(&["verify", out]);
        assert_eq!(code, 0, "{said}{error}");
        assert!(
            said.contains("are sound") && !said.contains("so far"),
            "{said}"
        );
    }
}

/// The blocks up to the end are those of the plan without a rule.
#[test]
fn a_stopped_run_is_the_beginning_of_the_whole_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (stopped, whole) = (folder.path().join("stopped"), folder.path().join("whole"));
    play(&stopped, &words(STOPPING[1]));
    play(&whole, &words(STOPPING[1])[..4]);
    let csv = |folder: &Path| fs::read_to_string(folder.join("games.csv")).expect("there");
    let (stopped, whole) = (csv(&stopped), csv(&whole));
    assert!(whole.starts_with(&stopped) && whole.len() > stopped.len());
}

#[test]
fn wrong_stop_rules_are_refused() {
    let refused = |args: &[&str], parts: &[&str]| {
        let said = run(&[&["tournament", "--out", "never-made"], args].concat());
        fails(&said, 2, parts);
    };
    let two = ["--bots", "greedy,random"];
    refused(
        &[&two[..], &["--until-width", "0"]].concat(),
        &["stop", "above 0"],
    );
    refused(
        &[&two[..], &["--sprt", "mu0=0"]].concat(),
        &["mu0=NUMBER,mu1=NUMBER"],
    );
    refused(
        &[&two[..], &["--sprt", "mu0=1,mu1=1"]].concat(),
        &["two different"],
    );
    refused(
        &[&two[..], &["--metric", "wins"]].concat(),
        &["until_width or sprt"],
    );
    refused(
        &[&two[..], &["--sprt", "mu0=0,mu1=1", "--until-width", "2"]].concat(),
        &["--until-width", "--sprt"],
    );
    refused(
        &words("--bots greedy,random,single --sprt mu0=0,mu1=1"),
        &["two in the list"],
    );
    refused(
        &[&two[..], &["--deals", "20", "--until-width", "2"]].concat(),
        &["deals is 20", "at least 50"],
    );
}

#[test]
fn many_bots_get_ratings_a_matrix_and_corrected_stars() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = play(
        folder.path().join("run").as_path(),
        &words("--bots hold:h=3,greedy,random,greedy --deals 12"),
    );
    for part in [
        "Rating: points above hold:h=3",
        "(Holm)",
        "against",
        "***",
        "An even match is 50.0 %",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let result = summary(&folder.path().join("run"));
    assert_eq!(
        (&result["anchor"], &result["metric"]),
        (&"hold:h=3".into(), &"score".into())
    );
    assert_eq!(result["bots"][0]["rating"], 0.0);
    assert!(
        result["bots"][1]["rating_ci"][1]
            .as_f64()
            .expect("a number")
            < 0.0
    );
    let pairs = result["pairs"].as_array().expect("a list");
    let equal = pairs
        .iter()
        .find(|pair| pair["a"] == "greedy#1" && pair["b"] == "greedy#2");
    assert_eq!(equal.expect("they met")["p_holm"], 1.0);
    for pair in pairs {
        let [low, high] = [0, 1].map(|end| pair["win_difference_ci"][end].as_f64());
        assert!(
            low.is_none_or(|low| low >= -1.0) && high.is_none_or(|high| high <= 1.0),
            "{pair}"
        );
        let (raw, corrected) = (pair["p_value"].as_f64(), pair["p_holm"].as_f64());
        assert!(raw <= corrected, "{pair}");
    }
    // The distribution and the curve are whole.
    for bot in result["bots"].as_array().expect("a list") {
        let scores = bot["scores"].as_array().expect("a list");
        let seats: u64 = scores
            .iter()
            .map(|row| row[1].as_u64().expect("a count"))
            .sum();
        assert_eq!(seats, bot["seats"].as_u64().expect("a count"));
        let curve = bot["opening_curve"].as_array().expect("a list");
        assert_eq!(curve[0]["at_risk"], bot["seats"]);
        let last = curve
            .iter()
            .rfind(|step| step["turn"].as_u64() <= Some(5))
            .expect("a step");
        let open = 1.0 - last["unopened"].as_f64().expect("a share");
        assert!((open - bot["opened_by"]["5"].as_f64().expect("a share")).abs() < 1e-12);
        let replayed = &bot["replayed"];
        assert!(replayed["games"].as_u64() > Some(0), "{replayed}");
    }
    // `greedy` draws only when it must; `hold` by choice.
    let by_choice = |bot: usize| result["bots"][bot]["replayed"]["draws_by_choice"].as_f64();
    assert_eq!(by_choice(1), Some(0.0));
    assert!(by_choice(0) > Some(0.5));
}

#[test]
fn a_plan_is_made_from_a_run_and_from_a_plan_file() {
    let folder = tempfile::tempdir().expect("a folder");
    play(
        &folder.path().join("pilot"),
        &words("--bots greedy,single --deals 30"),
    );
    let args = words("plan pilot --difference 1,2 --power 0.8 --json");
    let (code, text, error) = run_in(folder.path(), &args, "");
    assert_eq!(code, 0, "{error}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let deals = |row: usize| answer["rows"][row]["deals"].as_f64().expect("a number");
    assert!((deals(0) / deals(1) / 4.0 - 1.0).abs() < 0.01, "{answer}");
    // (1.95996 + 0.84162)² · s²
    let sd = answer["block_sd"].as_f64().expect("a number");
    assert!(
        (deals(0) / (7.848_879 * sd * sd) - 1.0).abs() < 0.001,
        "{answer}"
    );
    assert_eq!(answer["rows"][0]["games"].as_f64(), Some(2.0 * deals(0)));
    assert!(
        answer["rows"][0]["seconds"].as_f64() > Some(0.0),
        "{answer}"
    );

    fs::write(
        folder.path().join("mine.toml"),
        "bots = [\"greedy\", \"random\"]\ndeals = 7\n",
    )
    .expect("writable");
    let (code, text, error) = run_in(folder.path(), &["plan", "mine.toml", "--pilot", "10"], "");
    assert_eq!(code, 0, "{error}");
    assert!(
        text.contains("10 blocks of mine.toml") && text.contains("to be safe"),
        "{text}"
    );
    let entries = fs::read_dir(folder.path()).expect("there").count();
    assert_eq!(entries, 2, "a pilot leaves nothing behind");

    fs::write(
        folder.path().join("mine.toml"),
        "bots = [\"hold:h=1\", \"greedy\"]\nanchor = \"hold:h=1\"\n",
    )
    .expect("writable");
    let (code, text, error) = run_in(folder.path(), &words("plan mine.toml --pilot 10"), "");
    assert_eq!(code, 0, "an anchor need not be canonical: {error}");
    assert!(text.contains("10 blocks of mine.toml"), "{text}");

    let said = run_in(folder.path(), &words("plan mine.toml --difference 0"), "");
    fails(&said, 2, &["above 0"]);
    fs::write(
        folder.path().join("same.toml"),
        "bots = [\"greedy\", \"greedy\"]\n",
    )
    .expect("writable");
    fails(
        &run_in(folder.path(), &["plan", "same.toml", "--pilot", "10"], ""),
        2,
        &["nothing can be planned"],
    );
    fails(
        &run_in(folder.path(), &["plan", "nowhere"], ""),
        2,
        &["nowhere"],
    );
}

#[test]
fn the_statistics_pass_their_own_tests() {
    let (code, text, error) = run(&["selftest", "--json"]);
    assert_eq!(code, 0, "{text}{error}");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 7);
    assert!(lines.iter().all(|line| line["passed"] == true), "{text}");
}

/// Where every bot wins and loses, another anchor moves all ratings by nearly the same: a drawn game with the anchor is
/// added for each. It belongs to the plan: `verify` knows it, and the first is the default.
#[test]
fn ratings_are_counted_from_the_anchor() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let bots = ["--bots", "hold-joker,greedy,value,greedy", "--deals", "10"];
    play(&at("plain"), &bots);
    play(
        &at("first"),
        &[&bots[..], &["--anchor", "hold-joker"]].concat(),
    );
    assert_eq!(bytes(&at("plain")), bytes(&at("first")));
    let text = play(
        &at("second"),
        &[&bots[..], &["--anchor", "greedy#2"]].concat(),
    );
    assert!(
        text.contains("points above greedy#2") && text.contains("--anchor"),
        "{text}"
    );
    let (plain, second) = (summary(&at("plain")), summary(&at("second")));
    assert_eq!(
        (&second["anchor"], &second["bots"][3]["rating"]),
        (&"greedy#2".into(), &0.0.into())
    );
    let rating =
        |summary: &Value, bot: usize| summary["bots"][bot]["rating"].as_f64().expect("a number");
    for bot in 0..4 {
        let moved = rating(&plain, bot) - rating(&plain, 3);
        assert!(
            (rating(&second, bot) - moved).abs() < 5.0,
            "{bot}: {} and {moved}",
            rating(&second, bot)
        );
    }
    let (code, out, _) = run(&["verify", at("second").to_str().expect("plain")]);
    assert_eq!(code, 0, "{out}");
    let nobody = ["tournament", "--bots", "greedy,hold", "--anchor", "nobody"];
    fails(
        &run(&nobody),
        2,
        &["anchor is `nobody`", "a bot of the list"],
    );
}
