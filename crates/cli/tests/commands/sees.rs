//! Bots that see hidden tiles on purpose: who may, how they are marked, and that their games can be
//! played again. And the table of thinking times.

use serde_json::Value;

use crate::common::{Folder, json_lines, says, summary};
use crate::programs::me;

const QUICK: &str = "rollouts=8,particles=4";

#[test]
fn bots_that_see_hidden_tiles_are_marked_everywhere_and_play_the_same_again() {
    let folder = Folder::new();
    let bots = format!(
        "--bot seer=rollout:{QUICK},sees=pool2+racks --bot rollout:{QUICK},sees=racks \
         --bot rollout:{QUICK} --deals 1 --seed 3 --option values=8 --option hand=8"
    );
    let text = folder.play("run", &format!("{bots} --threads 2"));
    let named = "seer(sees=racks+pool2)";
    let words = [
        "seer(sees=racks+pool2) sees hidden tiles: the racks of the others and its next 2 tiles",
        "rollout:rollouts=8,particles=4,sees=racks sees hidden tiles: the racks of the others.",
    ];
    says(text, &words);
    let bots_of = summary(&folder.at("run"))["bots"].clone();
    assert_eq!(
        (&bots_of[0]["bot"], &bots_of[0]["sees"]),
        (&named.into(), &"racks+pool2".into())
    );
    assert_eq!(bots_of[2].get("sees"), None);
    assert!(folder.text("run/games.csv").contains(named));
    folder.told("report run");
    assert!(
        folder
            .text("run/report.html")
            .contains("its next 2 tiles of the pool")
    );
    says(folder.told("analyse games run"), &[named]);
    folder.play("one-thread", &format!("{bots} --threads 1"));
    assert!(folder.read("one-thread/games.bin") == folder.read("run/games.bin"));
    let verified = folder.told("verify run --replay-bots");
    says(&verified, &["are sound"]);
    assert!(!verified.contains("not asked"), "{verified}");
}

/// A served bot that is promised hidden tiles refuses to play without them, so a game without
/// faults shows that they arrive.
#[test]
fn programs_see_hidden_tiles_only_if_their_name_says_so() {
    let folder = Folder::new();
    let serve = format!("{} serve --bot rollout:{QUICK},sees=racks+pool1", me());
    for (name, faults) in [("mine=cmd(sees=racks+pool1):", 0), ("mine=cmd:", 2)] {
        let bot = format!("{name}{serve}");
        let run = format!("{faults}");
        let args = "--bot greedy --deals 1 --clock none --allow-faults";
        let args: Vec<&str> = ["--bot", &bot].into_iter().chain(args.split(' ')).collect();
        folder.play(&run, &args);
        let found = summary(&folder.at(&run))["bots"][0].clone();
        assert_eq!(found["faults"]["crash"], faults, "{found}");
        let label = if faults == 0 {
            "mine(sees=racks+pool1)"
        } else {
            "mine"
        };
        assert_eq!(found["bot"], label);
    }
}

#[test]
fn who_cannot_use_hidden_tiles_is_refused() {
    let folder = Folder::new();
    for (args, said) in [
        (
            "--bots hold:sees=racks,greedy",
            "`rollout` has it; so has any program",
        ),
        ("--bots rollout:sees=deck,greedy", "expected nothing, racks"),
        (
            "--bot cmd(sees=rack):x --bot greedy",
            "expected nothing, racks",
        ),
    ] {
        folder.refused(&format!("tournament {args} --out none"), &[said]);
        assert!(!folder.at("none").exists());
    }
}

/// Turns are timed by the phases of `analyse games`; a run that goes on adds to its times.
#[test]
fn thinking_times_are_by_phase_and_add_up() {
    let folder = Folder::new();
    let rows = |command: &str| json_lines(&folder.told(&format!("{command} --json")));
    // House rules begin turns with a draw, and tiles may go back.
    for (rules, deals) in [("original", 2), ("original", 5), ("house", 2)] {
        let args = format!("--rules {rules} --bots greedy,hold --deals {deals} --seed 9");
        folder.play(rules, &args);
        let timed = rows(&format!("analyse time {rules}"));
        let counted = rows(&format!(
            "analyse games {rules} --by bot,phase --figures draw_share"
        ));
        assert_eq!(timed.len(), counted.len() + 2, "{timed:?}");
        for row in &timed {
            let same =
                |other: &&Value| other["bot"] == row["bot"] && other["phase"] == row["phase"];
            let turns: u64 = match row["phase"].as_str() {
                Some(_) => counted.iter().find(same).expect("a row")["n"]
                    .as_u64()
                    .expect("n"),
                None => {
                    let of_bot = timed
                        .iter()
                        .filter(|other| other["bot"] == row["bot"] && !other["phase"].is_null());
                    of_bot.filter_map(|row| row["turns"].as_u64()).sum()
                }
            };
            assert_eq!(row["turns"], turns, "{row}");
            let micros = ["p50_us", "p99_us", "longest_us"].map(|key| row[key].as_f64());
            assert!(
                micros.is_sorted() && row["mean_us"].as_f64() <= micros[2],
                "{row}"
            );
        }
    }
    assert!(
        !folder
            .told("analyse time original")
            .contains("have no times")
    );
    std::fs::remove_file(folder.at("original/timings.csv")).expect("it was there");
    folder.play("original", "--bots greedy,hold --deals 6 --seed 9");
    says(
        folder.told("analyse time original"),
        &["more turns have no times"],
    );
    folder.told("verify original");
}
