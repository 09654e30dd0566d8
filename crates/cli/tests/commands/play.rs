//! `rummilab play --plain`: whole games through standard input, the files on the disk, and no lost
//! games.

#![allow(clippy::unwrap_used)]

use rummilab::play::{LEVELS, Level};

use crate::common::{Folder, Said, blocks, fails, run_in, says};
use crate::programs::{me, misbehaving};

/// The commands of a person who lays the best turn if there is one and otherwise draws; enough for
/// any game.
fn script() -> String {
    "b\ne\nd\n".repeat(600)
}

/// Plays with these arguments and this input.
fn play(folder: &Folder, args: &str, input: &str) -> Said {
    run_in(folder.path(), &format!("play --plain {args}"), input)
}

/// Plays on until it ends without an error; returns the output.
#[track_caller]
fn plays(folder: &Folder, args: &str, input: &str) -> String {
    let (code, out, err) = play(folder, args, input);
    assert_eq!(code, 0, "{args}: {err}");
    out
}

/// Asserts that the folder holds the whole record of a person's game.
#[track_caller]
fn is_recorded(folder: &Folder, game: &str) {
    let verified = folder.told(&format!("verify {game} --replay-bots"));
    says(verified, &["1 game in 1 block is sound"]);
    says(folder.told(&["replay", game]), &["(person)"]);
    says(folder.told(&["status", game]), &["1 of 1 block"]);
    folder.told(&["report", game]);
    says(folder.text(&format!("{game}/report.html")), &["person"]);
    assert!(!folder.at(game).join("game.json").exists());
}

#[test]
fn a_whole_game_at_every_level_is_recorded() {
    let folder = Folder::new();
    for Level { name: level, .. } in LEVELS {
        let args = format!("--level {level} --seed 5 --out {level}");
        let out = plays(&folder, &args, &script());
        says(
            &out,
            &["ou are player 1", "You: place ", "The game is recorded in"],
        );
        is_recorded(&folder, level);
    }
}

#[test]
fn every_rule_system_and_number_of_seats() {
    let folder = Folder::new();
    for (rules, players, seat) in [("tournament", 3, 1), ("twist", 2, 1), ("house", 4, 0)] {
        let args = format!("--rules {rules} --players {players} --seat {seat} --out {rules}");
        let out = plays(&folder, &format!("{args} --bot greedy --seed 2"), &script());
        says(&out, &[&format!("You are player {}", seat + 1)]);
        is_recorded(&folder, rules);
    }
}

/// docs/rules.md#redeal-on-pairs: seed 1 deals three pairs to seat 0, seed 23 too. The person is
/// asked before the first turn; the record says how often all was dealt anew.
#[test]
fn a_person_with_three_pairs_may_have_new_tiles_dealt() {
    let folder = Folder::new();
    let rack = |out: &str| {
        let racks = out
            .lines()
            .filter(|line| line.starts_with("Rack, 14 tiles"));
        racks.map(str::to_owned).collect::<Vec<_>>()
    };
    let args = "--level easy --seed 1 --out";
    let out = plays(
        &folder,
        &format!("{args} dealt"),
        &format!("redeal\n{}", script()),
    );
    says(
        &out,
        &["these pairs: R3 R3, K3 K3, O7 O7.", "type `redeal`"],
    );
    let racks = rack(&out);
    assert_ne!(racks[0], racks[1]);
    assert_eq!(out.matches("these pairs").count(), 1);
    is_recorded(&folder, "dealt");
    let record = folder.text("dealt/plan.toml");
    says(&record, &["redeal = \"ask\""]);

    // Whoever plays on keeps the rack, and the question does not come back.
    let out = plays(&folder, &format!("{args} kept"), &script());
    assert_eq!(out.matches("these pairs").count(), 1);
    is_recorded(&folder, "kept");
    let (_, again, _) = play(&folder, &format!("{args} saved"), "redeal\nq\n");
    let (_, on, _) = play(&folder, &format!("{args} saved"), "q\n");
    assert_eq!(rack(&again).last(), rack(&on).last());

    // Bots that begin wait for the answer.
    let seat = "--level easy --seed 2 --seat 1 --option redeal_pairs=1 --out";
    let out = plays(
        &folder,
        &format!("{seat} second"),
        &format!("no\n{}", script()),
    );
    let question = out.find("these pairs").unwrap();
    assert!(question < out.find("You are player 2").unwrap());
    is_recorded(&folder, "second");

    let never = "--option redeal=never --out never";
    let out = plays(
        &folder,
        &format!("--level easy --seed 1 {never}"),
        &script(),
    );
    assert!(!out.contains("these pairs"));
}

/// Plays against this program, with this input, into this folder.
fn against(folder: &Folder, bot: &str, game: &str, input: &str) -> Said {
    let args = [
        "play", "--plain", "--seed", "5", "--bot", bot, "--out", game,
    ];
    run_in(folder.path(), &args, input)
}

/// A program is a player like any other, also after a break.
#[test]
fn a_program_plays_the_game_of_the_bot_it_serves() {
    let folder = Folder::new();
    let program = format!("cmd:{} serve --bot greedy", me());
    let (code, out, err) = against(&folder, &program, "program", "b\ne\nd\nb\ne\nd\nq\n");
    assert_eq!(code, 0, "{err}");
    says(&out, &[&format!("against {program}")]);
    let (code, _, err) = run_in(folder.path(), "play --plain --out program", script());
    assert_eq!(code, 0, "{err}");
    is_recorded(&folder, "program");
    assert_eq!(folder.json("program/summary.json")["reproducible"], false);
    plays(&folder, "--seed 5 --bot greedy --out built-in", &script());
    assert_eq!(
        blocks(&folder.at("program")),
        blocks(&folder.at("built-in"))
    );
}

#[test]
fn a_program_that_breaks_off_the_game_is_named_and_loses() {
    let folder = Folder::new();
    for (mode, kind, said) in [
        ("crash", "crash", "last words: out of ideas"),
        ("lie", "illegal", ""),
        ("no-tile", "protocol", "`X99` is not a tile"),
    ] {
        let bot = misbehaving(mode, folder.path());
        let (code, out, err) = against(&folder, &bot, mode, &script());
        assert_eq!(code, 0, "{err}");
        let told = format!("{bot} breaks off the game ({kind}): ");
        says(&out, &[&told, said, "You win!"]);
        let faults = &folder.json(&format!("{mode}/summary.json"))["bots"][1]["faults"];
        assert_eq!(faults[kind], 1, "{faults}");
    }
    let bot = "cmd:no-such-program-here";
    let said = against(&folder, bot, "none", "");
    fails(&said, 2, &["cannot play", "no-such-program-here"]);
    assert!(!folder.at("none").exists());
}

/// A game played in parts, each left in another way, equals the game played at once.
#[test]
fn a_game_in_pieces_is_the_same_game() {
    let folder = Folder::new();
    plays(&folder, "--seed 5 --bot random --out whole", &script());
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
        let (code, out, err) = play(&folder, "--seed 5 --bot random --out pieces", &piece);
        // If the input has ended, the game can be resumed.
        assert_eq!(code, if quit { 0 } else { 75 }, "{err}");
        if quit {
            says(
                &out,
                &["The game is saved. To go on:  rummilab play --out pieces"],
            );
        } else {
            says(&err, &["interrupted; the game is saved"]);
        }
        assert!(folder.at("pieces/game.json").exists());
    }
    // With only the folder given, the same game is resumed.
    let out = plays(&folder, "--out pieces", &lines[from..].join("\n"));
    says(&out, &["The game goes on after"]);
    for file in ["games.bin", "games.csv", "summary.json", "plan.toml"] {
        let read = |run: &str| folder.read(&format!("{run}/{file}"));
        assert!(read("whole") == read("pieces"), "{file}");
    }
}

#[test]
fn a_game_begins_with_its_rules_and_ends_with_another() {
    let folder = Folder::new();
    // The first line after the end is not a command of the game.
    let out = plays(&folder, "--level easy --seed 5", &script());
    let parts = [
        "Goal: be the first",
        "Run: 3 or more",
        "`help` for all commands",
        "just drawn: ",
        " (new)",
        " added)",
        "Type `again` for another game",
    ];
    says(&out, &parts);
    // The game prompts once for each line, and once more at its end.
    let asked = out.lines().filter(|line| line.starts_with("> ")).count() - 1;
    let all = script();
    let lines: Vec<&str> = all.lines().take(asked).collect();
    let again = format!("{}\nagain\ns\nq\n", lines.join("\n"));
    let other = Folder::new();
    let out = plays(&other, "--level easy --seed 5", &again);
    says(
        &out,
        &[
            "The game is recorded in",
            "seed 6. You are",
            "is sorted by value",
        ],
    );
    // The order of the rack is kept, too.
    let rack = |out: &str| {
        out.lines()
            .rfind(|line| line.starts_with("Rack"))
            .map(str::to_owned)
    };
    let resumed = plays(&other, "", "q\n");
    says(&resumed, &["seed 6. You are"]);
    assert_eq!(rack(&resumed), rack(&out));
}

/// After a review the program ended, and never said where every turn is shown.
#[test]
fn a_review_says_what_its_words_mean_and_another_game_follows() {
    let small = "--option colours=RBK --option values=5 --option copies=1 --option hand=6 --option \
                 opening_min=6 --option jokers=1";
    let args = format!("--level easy --seed 5 {small}");
    let first = plays(&Folder::new(), &args, &script());
    let asked = first.lines().filter(|line| line.starts_with("> ")).count() - 1;
    let all = script();
    let lines: Vec<&str> = all.lines().take(asked).collect();
    let folder = Folder::new();
    let input = format!("{}\nreview\nagain\nq\n", lines.join("\n"));
    let out = plays(&folder, &args, &input);
    let parts = [
        " turns: ",
        "; by the measure of the champion",
        "The measure is the champion (champion:budget=quick)",
        "A turn is best if",
        "It is unclear if",
        "rummilab analyse review runs/play/",
        "seed 6. You are",
    ];
    says(&out, &parts);
}
