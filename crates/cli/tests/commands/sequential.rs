//! Runs that their own results may end, and `plan`, through the binary.

use serde_json::Value;

use crate::common::{Folder, bytes, says, words};

const STOPPING: [&str; 3] = [
    "--bots single,greedy --deals 150 --until-width 16",
    "--bots greedy,single --deals 150 --sprt mu0=0,mu1=10",
    // Three pairs stop after the same deals.
    "--bots greedy,value,single --deals 70 --until-width 0.56 --metric wins",
];

fn summary(folder: &Folder, run: &str) -> Value {
    folder.json(&format!("{run}/summary.json"))
}

#[test]
fn a_stop_rule_ends_at_the_same_block_at_any_thread_count_and_after_a_cut() {
    for args in STOPPING {
        let folder = Folder::new();
        let bytes_of = |name: &str| bytes(&folder.at(name));
        let text = folder.play("one", &format!("{args} --threads 1"));
        folder.play("many", &format!("{args} --threads 5"));
        let whole = bytes_of("one");
        assert!(whole == bytes_of("many"), "{args}");

        let result = summary(&folder, "one");
        let sequential = &result["sequential"];
        let blocks = result["blocks"].as_u64().expect("a number");
        let planned = sequential["planned_blocks"].as_u64().expect("a number");
        assert_eq!(sequential["stopped_after"], blocks, "{args}");
        let early = blocks > 50 && blocks < planned;
        assert!(early, "{args}: {blocks} of {planned}");
        says(&text, &["Sequential (", "valid at every look"]);
        let pair = &result["pairs"][0];
        assert_eq!(pair["score_difference_ci"], pair["score_difference_live"]);

        // Cut short, and once more with nothing left to do.
        let games = folder.read("one/games.bin");
        folder.write("one/games.bin", &games[..games.len() * 2 / 3]);
        for _ in 0..2 {
            folder.play("one", args);
            assert!(whole == bytes_of("one"), "{args}");
        }

        // The resolved plan says the rule, and `verify` follows it.
        folder.told("run one/plan.toml --out again");
        assert!(whole == bytes_of("again"), "{args}");
        let said = folder.told("verify again");
        says(&said, &["are sound"]);
        assert!(!said.contains("so far"), "{said}");
    }
}

/// Shards beside each other see where the run ends; apart, they play on. Merged, both are the run
/// in one piece.
#[test]
fn a_stop_rule_ends_shards_where_it_ends_the_whole() {
    for args in STOPPING {
        let folder = Folder::new();
        folder.play("whole/run", args);
        for shard in ["2/3", "0/3", "1/3"] {
            let name = shard.replace('/', "-");
            folder.play(
                &format!("apart-{name}/run"),
                &format!("{args} --shard {shard}"),
            );
            folder.play(
                &format!("beside/{name}"),
                &format!("{args} --shard {shard}"),
            );
        }
        let blocks = |place: &str| {
            let status = folder.told(&format!("status {place} --json"));
            let status: Value = serde_json::from_str(&status).expect("JSON");
            status["done"].as_u64().expect("a number")
        };
        assert!(blocks("beside/1-3") < blocks("apart-1-3/run"), "{args}");
        folder.told("merge apart-0-3 apart-1-3 apart-2-3 --out apart");
        folder.told("merge beside --out merged");
        let whole = bytes(&folder.at("whole/run"));
        assert!(bytes(&folder.at("apart")) == whole, "{args}");
        assert!(bytes(&folder.at("merged")) == whole, "{args}");
        let ended = "the stop rule ended the run after";
        says(
            folder.told("status beside"),
            &[ended, "after the end, which do not count"],
        );
        // The shard that the rule stopped needs no more, and neither does the whole.
        let stopped = folder.told("status beside/1-3");
        says(
            &stopped,
            &[
                ended,
                "blocks are in the shards beside it",
                "rummilab merge beside --out",
            ],
        );
        assert!(
            !stopped.contains("missing") && !stopped.contains("--shard"),
            "{stopped}"
        );
        says(folder.told("status merged"), &["every block is there"]);
        // Once more: the shard is over, and nothing is played.
        let again = folder.play("beside/1-3", &format!("{args} --shard 1/3"));
        says(&again, &["the stop rule has ended the run"]);
    }
}

/// What a test tests, and what it decided, is said whole, in table, file and report.
#[test]
fn a_test_says_what_it_tests() {
    let folder = Folder::new();
    let test = "--sprt unit=elo,mu0=0,mu1=200,beta=0.1";
    let args = format!("--bots greedy,random --deals 150 --seed 2 {test}");
    let text = folder.play("run", &args);
    let found = summary(&folder, "run")["sequential"].clone();
    let blocks = found["stopped_after"].as_u64().expect("it decides");
    assert_eq!(found["bots"], serde_json::json!(["greedy", "random"]));
    assert_eq!(
        (&found["unit"], &found["metric"]),
        (&"elo".into(), &"wins".into())
    );
    assert_eq!(
        (&found["alpha"], &found["beta"]),
        (&0.05.into(), &0.1.into())
    );
    assert_eq!(found["decision"], "mu1");
    let ratio = found["llr"].as_f64().expect("a ratio");
    let [lower, upper] = [0, 1].map(|end| found["thresholds"][end].as_f64().expect("a number"));
    assert!(
        (lower + 2.2513).abs() < 1e-4 && (upper - 2.8904).abs() < 1e-4,
        "{found}"
    );
    assert!(ratio >= upper, "{found}");
    let said = [
        "Sequential (sprt): greedy minus random, in logistic Elo: mu0 = 0 or mu1 = 200",
        "alpha 0.05, beta 0.1",
        "mu0 is accepted at -2.25 or less, mu1 at 2.89 or more, nothing before 50 blocks",
        &format!("Decision: rather mu1 = 200; stopped after {blocks} of 150 planned blocks"),
        "Elo: logistic ",
    ];
    says(&text, &said);
    folder.told("report run");
    says(folder.text("run/report.html"), &said);
    // The command and the plan play it again; what is usual is left out.
    says(&text, &["--sprt mu0=0,mu1=200,unit=elo,beta=0.1"]);
    says(
        folder.text("run/plan.toml"),
        &["[stop.sprt]", "unit = \"elo\"", "beta = 0.1"],
    );
    // Twice the Elo of a win rate is not twice the difference of wins.
    let elo = found["elo"].as_f64().expect("a number");
    let rate = summary(&folder, "run")["bots"][0]["win_rate"]
        .as_f64()
        .expect("a rate");
    assert!(
        (elo - 400.0 * (rate / (1.0 - rate)).log10()).abs() < 1e-9,
        "{elo} {rate}"
    );
    assert!(found["nelo"].as_f64().expect("a number") > elo);
}

/// The blocks up to the end are those of the plan without a rule.
#[test]
fn a_stopped_run_is_the_beginning_of_the_whole_one() {
    let folder = Folder::new();
    folder.play("stopped", STOPPING[1]);
    folder.play("whole", &words(STOPPING[1])[..4]);
    let [stopped, whole] = ["stopped", "whole"].map(|run| folder.text(&format!("{run}/games.csv")));
    assert!(whole.starts_with(&stopped) && whole.len() > stopped.len());
}

#[test]
fn many_bots_get_ratings_a_matrix_and_corrected_stars() {
    let folder = Folder::new();
    let text = folder.play("run", "--bots hold:h=3,greedy,random,greedy --deals 12");
    says(
        &text,
        &["Rating: points above hold:h=3", "(Holm)", "against", "***"],
    );
    says(&text, &["An even match is 50.0 %"]);
    let result = summary(&folder, "run");
    assert_eq!(result["anchor"], "hold:h=3");
    assert_eq!(result["metric"], "score");
    assert_eq!(result["bots"][0]["rating"], 0.0);
    let high = result["bots"][1]["rating_ci"][1].as_f64();
    assert!(high.expect("a number") < 0.0);
    let pairs = result["pairs"].as_array().expect("a list");
    let twins = |pair: &&Value| pair["a"] == "greedy#1" && pair["b"] == "greedy#2";
    let equal = pairs.iter().find(twins).expect("they met");
    assert_eq!(equal["p_holm"], 1.0);
    for pair in pairs {
        let [low, high] = [0, 1].map(|end| pair["win_difference_ci"][end].as_f64());
        let within = low.is_none_or(|low| low >= -1.0) && high.is_none_or(|high| high <= 1.0);
        assert!(within, "{pair}");
        let (raw, corrected) = (pair["p_value"].as_f64(), pair["p_holm"].as_f64());
        assert!(raw <= corrected, "{pair}");
    }
    // The distribution and the curve are complete.
    for bot in result["bots"].as_array().expect("a list") {
        let scores = bot["scores"].as_array().expect("a list");
        let counts = scores.iter().map(|row| row[1].as_u64().expect("a count"));
        assert_eq!(bot["seats"], counts.sum::<u64>());
        let curve = bot["opening_curve"].as_array().expect("a list");
        assert_eq!(curve[0]["at_risk"], bot["seats"]);
        let mut early = curve.iter().filter(|step| step["turn"].as_u64() <= Some(5));
        let last = early.next_back().expect("a step");
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

/// If every bot wins and loses, another anchor moves all ratings by nearly the same amount, because
/// a drawn game with the anchor is added for each. The anchor belongs to the plan: `verify` knows
/// it, and the first bot is the default.
#[test]
fn ratings_are_counted_from_the_anchor() {
    let folder = Folder::new();
    let bots = "--bots hold-joker,greedy,value,greedy --deals 10";
    folder.play("plain", bots);
    folder.play("first", &format!("{bots} --anchor hold-joker"));
    assert_eq!(bytes(&folder.at("plain")), bytes(&folder.at("first")));
    let text = folder.play("second", &format!("{bots} --anchor greedy#2"));
    says(&text, &["points above greedy#2", "--anchor"]);
    let [plain, second] = ["plain", "second"].map(|run| summary(&folder, run));
    assert_eq!(second["anchor"], "greedy#2");
    assert_eq!(second["bots"][3]["rating"], 0.0);
    let rating =
        |summary: &Value, bot: usize| summary["bots"][bot]["rating"].as_f64().expect("a number");
    for bot in 0..4 {
        let moved = rating(&plain, bot) - rating(&plain, 3);
        let found = rating(&second, bot);
        assert!((found - moved).abs() < 5.0, "{bot}: {found} and {moved}");
    }
    folder.told("verify second");
    let nobody = "tournament --bots greedy,hold --anchor nobody";
    folder.refused(nobody, &["anchor is `nobody`", "a bot of the list"]);
}
