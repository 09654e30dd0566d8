//! `advise` through the binary: typed lines are saved, and a saved game is resumed.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use crate::common::{Folder, json_lines, run_in, says};

const RACK: &str = "rack R10-12 R1 B2 B4 B9 K5 K5 K8 O3 O6 O6 O13";

#[test]
fn a_game_at_a_real_table_is_kept_after_every_line_and_goes_on() {
    let folder = Folder::new();
    let advise = |args: &str, input: &str| {
        let (code, out, err) = run_in(folder.path(), &format!("advise {args}"), input);
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        out
    };
    let out = advise("--plain", &format!("{RACK}\nR10-12\nd\nd\n"));
    says(
        &out,
        &[
            "Your rack first",
            "Best: R10 R11 R12. How: ",
            "Seat 1 is to move",
            "which did you draw",
        ],
    );
    let replies = json_lines(&advise("--json", "lines\nd K1\nq\n"));
    assert_eq!(replies.len(), 4);
    assert_eq!(replies[1]["told"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&replies[2]["ok"], &replies[2]["game"]["pool"]),
        (&true.into(), &76.into())
    );
    let refused = run_in(folder.path(), "advise --players 3", "");
    assert_eq!(refused.0, 2);
    says(&refused.2, &["another game is in it", "--new"]);
    for (other, expected) in [
        ("--rules twist", "other rules"),
        ("--option jokers=0", "other rules"),
    ] {
        let refused = run_in(folder.path(), &format!("advise {other}"), "");
        assert_eq!(refused.0, 2, "{other}");
        says(&refused.2, &[expected, "--new"]);
    }
    assert_eq!(run_in(folder.path(), "advise --rules original", "").0, 0);
}

/// A new game costs no old one, and a file of another kind stays as it is.
#[test]
fn a_new_game_keeps_the_old_one_and_replaces_no_other_file() {
    let folder = Folder::new();
    let advise = |args: &str, input: &str| run_in(folder.path(), &format!("advise {args}"), input);
    assert_eq!(advise("--plain", &format!("{RACK}\n")).0, 0);
    let old = folder.text("advise.json");
    let (code, out, _) = advise("--new --plain --players 3 --seat 1", "");
    assert_eq!(code, 0);
    says(&out, &["Your rack first", "help"]);
    assert_eq!(folder.text("advise.json"), old, "no line was typed");
    let (code, _, err) = advise("--new --plain", &format!("{RACK}\nR10-12\n"));
    assert_eq!(code, 0);
    says(&err, &["advise-1.json"]);
    assert_eq!(folder.text("advise-1.json"), old);
    assert_eq!(
        folder.json("advise.json")["lines"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    folder.write("plan.toml", "seed = 1\n");
    for args in ["--out plan.toml", "--new --out plan.toml"] {
        let refused = advise(args, &format!("{RACK}\n"));
        assert_eq!(refused.0, 2, "{args}");
        says(&refused.2, &["it holds no game"]);
        assert_eq!(folder.text("plan.toml"), "seed = 1\n", "{args}");
    }
}
