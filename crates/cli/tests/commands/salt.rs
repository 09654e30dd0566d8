//! Salted matches and versions of bots, end to end through the binary: outputs and refusals.

use std::fs;

use crate::common::{Folder, blocks, bytes, fails, plain, play, run, run_in, says, words};

const MATCH: &str = "--bots hold,greedy --deals 2 --seed 7";

/// The salt that a folder keeps.
fn salt_of(folder: &std::path::Path) -> String {
    let plan = fs::read_to_string(folder.join("plan.toml")).expect("a plan");
    let plan: toml::Table = plan.parse().expect("TOML");
    plan["salt"].as_str().expect("a salt").to_owned()
}

#[test]
fn a_salted_run_is_continued_read_and_played_again() {
    let folder = Folder::new();
    let [bare, out, again] = ["bare", "out", "again"].map(|name| folder.at(name));
    play(&bare, &words(MATCH));
    let told = play(&out, &words(&format!("{MATCH} --salt random")));
    let salt = salt_of(&out);
    says(&told, &[&format!("--seed 7 --salt {salt}")]);
    assert_ne!(blocks(&bare)[0].deals, blocks(&out)[0].deals);
    let before = bytes(&out);
    for more in ["", "--salt random", &format!("--salt {salt}")] {
        play(&out, &words(&format!("{MATCH} {more}")));
        assert_eq!(bytes(&out), before);
    }
    play(&again, &words(&format!("{MATCH} --salt {salt}")));
    assert_eq!(bytes(&again), before);

    let place = plain(&out);
    for command in [
        &["verify", place, "--replay-bots"][..],
        &["replay", place, "--block", "1"],
        &["status", place],
        &["report", place],
        &["analyse", "review", place, "--turn", "3"],
        &[
            "analyse", "review", place, "--turn", "0", "--action", "draw",
        ],
    ] {
        let (code, text, err) = run(command);
        assert_eq!(code, 0, "{command:?}\n{text}{err}");
    }
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains(&salt) && page.contains("hold (version "));
    let status = run(&["status", place]).1;
    assert!(
        status.contains(&salt) && status.contains("greedy (version "),
        "{status}"
    );
    let other = format!(
        "tournament {MATCH} --salt {} --out {place}",
        "5a".repeat(32)
    );
    fails(
        &run(&words(&other)),
        2,
        &["another salt", "leaving out --salt"],
    );
    let random = format!("tournament {MATCH} --salt random --out {}", plain(&bare));
    fails(&run(&words(&random)), 2, &["another salt"]);
    let wrong = format!("tournament {MATCH} --salt 5a");
    fails(
        &run(&words(&wrong)),
        2,
        &["64 hexadecimal digits, or random"],
    );
}

#[test]
fn shards_are_told_which_salt_to_add() {
    let folder = Folder::new();
    let root = folder.0.path();
    let shard = |more: &str| run_in(root, &words(&format!("tournament {MATCH} {more}")), "");
    let said = shard("--shard 0/2 --salt random");
    fails(&said, 2, &["share one salt", "add --salt "]);
    let salt = said.2.split("--salt ").nth(1).expect("told").split(' ');
    let salt = salt.take(1).collect::<String>();
    assert_eq!(salt.len(), 64);
    assert_eq!(shard(&format!("--shard 0/2 --salt {salt}")).0, 0);
    fails(
        &shard("--shard 1/2"),
        2,
        &["has a salt", &format!("add --salt {salt}")],
    );
    assert_eq!(shard(&format!("--shard 1/2 --salt {salt}")).0, 0);
    let other = format!("--shard 1/2 --salt {} --out other", "5a".repeat(32));
    assert_eq!(shard(&other).0, 0);
    let runs = fs::read_dir(root.join("runs")).expect("runs").next();
    let run_folder = runs.expect("one").expect("an entry").path();
    let (code, _, err) = run(&[
        "merge",
        plain(&run_folder),
        "--out",
        plain(&folder.at("whole")),
    ]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(salt_of(&folder.at("whole")), salt);
    let [first, other] = [run_folder.join("shard-0-of-2"), folder.at("other")];
    let args = ["merge", plain(&first), plain(&other), "--out", "mixed"];
    fails(
        &run_in(root, &args, ""),
        2,
        &["another salt", "the same --salt"],
    );
}

#[test]
fn a_match_with_programs_and_no_salt_says_so_in_one_line() {
    let folder = Folder::new();
    let me = format!(
        "cmd:'{}' serve --bot greedy",
        env!("CARGO_BIN_EXE_rummilab")
    );
    let warned = |name: &str, more: &[&str]| {
        let out = folder.at(name);
        let args = ["tournament", "--bot", &me, "--bot", "hold", "--deals", "1"];
        let (code, _, err) = run(&[&args[..], &["--out", plain(&out)], more].concat());
        assert_eq!(code, 0, "{err}");
        err.lines()
            .filter(|line| line.contains("--salt random"))
            .count()
    };
    assert_eq!(warned("bare", &[]), 1);
    assert_eq!(warned("salted", &["--salt", "random"]), 0);
}
