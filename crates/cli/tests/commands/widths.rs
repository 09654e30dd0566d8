//! Tables fit a terminal of 80 columns without losing content.

use std::process::Command;

use crate::common::{Folder, words};

/// The output of a command in a terminal of this width.
fn told(folder: &Folder, args: &str, columns: &str) -> String {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .env("LC_ALL", "C")
        .args(words(args))
        .env("COLUMNS", columns)
        .current_dir(folder.path())
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{args}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn tables_fit_80_columns() {
    let folder = Folder::new();
    let bots = "greedy,hold:h=1,hold:h=2,hold:h=3,rollout:rollouts=0,plans=all,value,single";
    folder.play("two", &format!("--bots {bots} --deals 1"));
    folder.play(
        "four",
        "--bots greedy,hold,value --players 4 --rules tournament --deals 2",
    );
    folder.play("pilot", "--bots greedy,hold --deals 20");
    folder.write(
        "lines.jsonl",
        "{\"table\":[\"R3 R4 R5\"],\"rack\":\"R6\"}\n",
    );
    for args in [
        &format!("tournament --bots {bots} --deals 1 --out two"),
        "tournament --bots greedy,hold,value --players 4 --rules tournament --deals 2 --out four",
        "tournament --format club --rules tournament --bots greedy,value,single,hold --rounds 9 \
         --final",
        "bots --all",
        "bots hold",
        "bots rollout",
        "rules",
        "rules house",
        "plan pilot",
        "bench --positions lines.jsonl --solvers search,ilp",
        "check --help",
        "analyse review --help",
        "solve --table 'R3 R4 R5 ; K7 B7 O7' --rack 'R7 R8' --question after-draw",
        "replay two --game 1",
        "replay two --game 1 --turn 12",
        "status two",
        "verify two",
        "analyse games two --by bot,seat,phase",
        "analyse review two --game 1 --turn 12",
        "analyse review two --game 1 --turn 12 --action draw",
        "analyse opening --samples 100",
        "analyse count --values 3 --colours 3",
    ] {
        let (narrow, wide) = (told(&folder, args, "80"), told(&folder, args, "1000"));
        let lines = narrow.lines();
        let too_wide: Vec<&str> = lines.filter(|line| line.chars().count() > 80).collect();
        assert_eq!(too_wide, [""; 0], "{args}");
        // These measure times.
        if args.starts_with("bench") || args.starts_with("plan") {
            continue;
        }
        for word in wide
            .split_whitespace()
            .filter(|word| !word.starts_with('─'))
        {
            assert!(narrow.contains(word), "{args}: {word} is lost");
        }
    }
}
