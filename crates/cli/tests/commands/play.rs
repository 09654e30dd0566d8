//! `rummilab play --plain`: whole games fed through standard input, what is left on the disk, and that nothing loses a game.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::common::{Said, fails, run_in};

/// Commands of somebody who lays the best turn where there is one and draws where there is none; enough for any game.
fn script() -> String {
    "b\ne\nd\n".repeat(600)
}

/// Plays with these arguments and this input.
fn play(folder: &Path, args: &[&str], input: &str) -> Said {
    let args: Vec<&str> = ["play", "--plain"].iter().chain(args).copied().collect();
    run_in(folder, &args, input)
}

/// Asserts that a command succeeds and says all of this.
#[track_caller]
fn says(folder: &Path, args: &[&str], expected: &[&str]) {
    let (code, out, err) = run_in(folder, args, "");
    assert_eq!(code, 0, "{args:?}: {out}{err}");
    for part in expected {
        assert!(out.contains(part), "{part:?} is not in:\n{out}");
    }
}

/// Asserts that the folder holds the whole record of a person's game.
#[track_caller]
fn is_recorded(folder: &Path, game: &str) {
    says(
        folder,
        &["verify", game, "--replay-bots"],
        &["1 games in 1 blocks are sound"],
    );
    says(folder, &["replay", game], &["(person)"]);
    says(folder, &["status", game], &["1 of 1 blocks"]);
    let (code, _, err) = run_in(folder, &["report", game], "");
    assert_eq!(code, 0, "{err}");
    let page = fs::read_to_string(folder.join(game).join("report.html")).unwrap();
    assert!(page.contains("person"));
    assert!(!folder.join(game).join("game.json").exists());
}

#[test]
fn a_whole_game_at_every_level_is_recorded() {
    let dir = tempdir().unwrap();
    for level in ["easy", "medium", "hard", "strong", "champion"] {
        let args = ["--level", level, "--seed", "5", "--out", level];
        let (code, out, err) = play(dir.path(), &args, &script());
        assert_eq!(code, 0, "{level}: {err}");
        assert!(
            out.contains("you are seat 0") || out.contains("You are seat 0"),
            "{out}"
        );
        assert!(out.contains("You: place "), "{out}");
        assert!(out.contains("The game is recorded in"), "{out}");
        is_recorded(dir.path(), level);
    }
}

#[test]
fn every_rule_system_and_number_of_seats() {
    let dir = tempdir().unwrap();
    for (rules, players, seat) in [
        ("tournament", "3", "1"),
        ("twist", "2", "1"),
        ("house", "4", "0"),
    ] {
        let args = [
            "--rules",
            rules,
            "--players",
            players,
            "--seat",
            seat,
            "--bot",
            "greedy",
            "--seed",
            "2",
            "--out",
            rules,
        ];
        let (code, out, err) = play(dir.path(), &args, &script());
        assert_eq!(code, 0, "{rules}: {err}");
        assert!(out.contains(&format!("You are seat {seat}")), "{out}");
        is_recorded(dir.path(), rules);
    }
}

/// A game played in pieces, each ended in another way, is the game played in one go.
#[test]
fn a_game_in_pieces_is_the_same_game() {
    let dir = tempdir().unwrap();
    let seed = ["--seed", "5", "--bot", "random"];
    let (code, _, err) = play(
        dir.path(),
        &[&seed[..], &["--out", "whole"]].concat(),
        &script(),
    );
    assert_eq!(code, 0, "{err}");
    let pieces = [&seed[..], &["--out", "pieces"]].concat();
    let all = script();
    let lines: Vec<&str> = all.lines().collect();
    let mut from = 0;
    for (at, length) in [3, 1, 7, 2, 20, 4].into_iter().enumerate() {
        let mut piece = lines[from..from + length].join("\n") + "\n";
        from += length;
        let quit = at % 2 == 0;
        if quit {
            piece += "quit\n";
        }
        let (code, out, err) = play(dir.path(), &pieces, &piece);
        match quit {
            true => {
                assert_eq!(code, 0, "{err}");
                assert!(out.contains("The game is saved. To go on:  rummilab play --out pieces"));
            }
            // The input has ended: to be resumed.
            false => {
                assert_eq!(code, 75);
                assert!(err.contains("interrupted; the game is saved"), "{err}");
            }
        }
        assert!(dir.path().join("pieces/game.json").exists());
    }
    // Without arguments but the folder the same game goes on.
    let rest = lines[from..].join("\n");
    let (code, out, err) = play(dir.path(), &["--out", "pieces"], &rest);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("The game goes on after"), "{out}");
    for file in ["games.bin", "games.csv", "summary.json", "plan.toml"] {
        let read = |folder: &str| fs::read(dir.path().join(folder).join(file)).unwrap();
        assert!(read("whole") == read("pieces"), "{file}");
    }
}

#[test]
fn without_a_folder_the_game_that_is_not_over_goes_on() {
    let dir = tempdir().unwrap();
    let first = |out: &str| out.lines().next().unwrap_or_default().to_owned();
    let (code, out, _) = play(dir.path(), &[], "d\nq\n");
    assert_eq!(code, 0);
    let begun = first(&out);
    assert!(!begun.contains("goes on"), "{begun}");
    let (_, out, _) = play(dir.path(), &[], "q\n");
    assert!(
        first(&out).contains("The game goes on after 2 turns"),
        "{out}"
    );
    let seed = begun
        .split("seed ")
        .nth(1)
        .unwrap()
        .split('.')
        .next()
        .unwrap();
    assert!(first(&out).contains(&format!("seed {seed}.")));
    // Other settings are another game; --new begins one too.
    let (_, out, _) = play(dir.path(), &["--level", "easy"], "q\n");
    assert!(!first(&out).contains("goes on"), "{out}");
    let (_, out, _) = play(dir.path(), &["--level", "medium"], "q\n");
    assert!(first(&out).contains("goes on"), "{out}");
    let (_, out, _) = play(dir.path(), &["--new", "--seed", "1"], "q\n");
    assert!(!first(&out).contains("goes on"), "{out}");
    assert_eq!(
        fs::read_dir(dir.path().join("runs/play")).unwrap().count(),
        3
    );
}

#[test]
fn a_turn_that_was_begun_survives() {
    let dir = tempdir().unwrap();
    let args = ["--seed", "1", "--out", "g"];
    let (_, out, _) = play(dir.path(), &args, "");
    let rack = out
        .lines()
        .find(|line| line.starts_with("Rack"))
        .unwrap()
        .to_owned();
    let tile = rack.split(": ").nth(1).unwrap().split(' ').next().unwrap();
    let (code, _, _) = play(dir.path(), &args, &format!("{tile} > new\n"));
    assert_eq!(code, 75);
    let (_, out, _) = play(dir.path(), &args, "e\nundo\nq\n");
    assert!(
        out.contains(&format!("Laid on this turn: {tile}.")),
        "{out}"
    );
    assert!(
        out.contains("Set 1 `") && out.contains("has too few tiles: 1"),
        "{out}"
    );
    assert!(
        out.lines().filter(|line| *line == rack).count() >= 1,
        "{out}"
    );
}

#[test]
fn what_is_typed_wrongly_is_answered_and_the_game_goes_on() {
    let dir = tempdir().unwrap();
    let wrong = "hallo\n\nR99\njoin 1\nend\nhelp\nlog\ntable\nsort\nh\nh\nu\nback\nq\n";
    let (code, out, err) = play(dir.path(), &["--seed", "1"], wrong);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in [
        "`hallo` is not a tile",
        "Nothing was typed",
        "`R99`",
        "Joining takes two sets",
        "You have laid nothing",
        "R7 from 3 > 5",
        "The rack is sorted by value.",
        "There is nothing to undo",
        "may go back",
        "The game is saved.",
    ] {
        assert!(out.contains(part), "{part:?} is not in:\n{out}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    let dir = tempdir().unwrap();
    let check = |args: &[&str], expected: &[&str]| fails(&play(dir.path(), args, ""), 2, expected);
    check(&["--level", "divine"], &["easy", "champion"]);
    check(&["--bot", "gredy"], &["did you mean `greedy`"]);
    check(&["--bot", "person"], &["there is no bot `person`"]);
    check(
        &["--seat", "2"],
        &["--seat 2: expected 0 to 1 with 2 players"],
    );
    check(
        &["--bot", "greedy", "--bot", "hold"],
        &["2 bots are given for 1 seats"],
    );
    check(&["--players", "5"], &["4"]);
    check(&["--rules", "house2"], &["did you mean `house`"]);
    // Without --plain it needs a terminal.
    fails(&run_in(dir.path(), &["play"], ""), 2, &["--plain"]);
    assert!(!dir.path().join("runs").exists());
}

#[test]
fn folders_of_other_things_are_left_alone() {
    let dir = tempdir().unwrap();
    let args = ["--seed", "1", "--out", "g"];
    assert_eq!(play(dir.path(), &args, "d\n").0, 75);
    let saved = dir.path().join("g/game.json");
    let before = fs::read(&saved).unwrap();
    let other = ["--seed", "2", "--out", "g"];
    fails(&play(dir.path(), &other, ""), 2, &["another plan"]);
    assert_eq!(fs::read(&saved).unwrap(), before);
    // A saved game that is damaged is not overwritten either.
    fs::write(&saved, "{").unwrap();
    fails(
        &play(dir.path(), &args, ""),
        2,
        &["the saved game cannot be read"],
    );
    assert_eq!(fs::read(&saved).unwrap(), b"{");
    fs::write(&saved, &before).unwrap();
    assert_eq!(play(dir.path(), &args, &script()).0, 0);
    fails(&play(dir.path(), &args, ""), 2, &["is over"]);
    // The unfinished game of a person is not for `run`, and `status` knows it.
    assert_eq!(
        play(dir.path(), &["--seed", "3", "--out", "h"], "d\n").0,
        75
    );
    says(dir.path(), &["status", "h"], &["rummilab play --out h"]);
}
