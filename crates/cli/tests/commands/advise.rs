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
    folder.write("advise.json", "no game");
    assert_eq!(run_in(folder.path(), "advise", "").0, 2);
    says(
        advise("--new --plain --players 3 --seat 1", ""),
        &["Your rack first"],
    );
}
