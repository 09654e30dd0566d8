//! Shards, `merge` and `status`, end to end through the binary: any split of a run becomes the run again, byte for byte,
//! and nothing that was finished is lost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use rummilab::core::Seat;
use rummilab::record::{Block, Reader, Writer};
use serde_json::Value;

use crate::common::{Folder, Said, bytes, fails, plain, play, refused, run, says, told, words};

/// Tournaments of every format, small.
const FORMATS: [(&str, &str); 5] = [
    (
        "round robin",
        "--bots greedy,random,single --deals 4 --seed 3",
    ),
    (
        "four seats",
        "--bots greedy,random --players 4 --deals 7 --rules tournament",
    ),
    (
        "gauntlet",
        "--bots greedy,random,single,value --format gauntlet --deals 3",
    ),
    (
        "club",
        "--bots greedy,value,single,hold,random,random --format club --players 3 --rounds 3 --final --rules tournament",
    ),
    (
        "challenge",
        "--bots greedy,random,single --format challenge --players 3 --deals 3",
    ),
];

/// `merge` of these folders, and its exit code.
fn merge(parts: &[&Path], out: &Path) -> Said {
    let parts: Vec<&str> = parts.iter().map(|part| plain(part)).collect();
    run(&[&["merge"], &parts[..], &["--out", plain(out)]].concat())
}

#[track_caller]
fn merged(parts: &[&Path], out: &Path) {
    let (code, text, err) = merge(parts, out);
    assert_eq!(code, 0, "{text}{err}");
}

fn status(folder: &Path) -> (i32, Value) {
    let (code, text, err) = run(&["status", plain(folder), "--json"]);
    assert_eq!(text.lines().count(), 1, "{err}");
    (code, serde_json::from_str(&text).expect("JSON"))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("there").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into())
        .collect();
    names.sort();
    names
}

/// A record of some blocks of another record.
fn part_of(whole: &Path, out: &Path, keep: impl Fn(u64) -> bool) {
    let reader = Reader::open(&whole.join("games.bin")).expect("a record");
    fs::create_dir_all(out).expect("writable");
    let mut writer = Writer::create(&out.join("games.bin"), reader.header()).expect("new");
    for block in reader {
        let block: Block = block.expect("sound");
        if keep(block.block) {
            writer.append(&block).expect("writable");
        }
    }
}

#[test]
fn shards_of_every_format_merge_to_the_run() {
    let folder = Folder::new();
    for (format, args) in FORMATS {
        let args = &words(args)[..];
        let whole = folder.at(&format!("{format}-whole"));
        play(&whole, args);
        for shards in [2, 5] {
            let home = folder.at(&format!("{format}-{shards}"));
            let place = |shard: u64| home.join(format!("part {shard}"));
            // Counted from one, the last one first, and each folder with its own blocks only.
            for shard in (1..=shards).rev() {
                let name = format!("{shard}/{shards}");
                let said = play(&place(shard), &[args, &["--shard", &name]].concat());
                assert!(
                    said.starts_with("shard ") && said.contains("rummilab merge"),
                    "{said}"
                );
                assert!(!place(shard).join("summary.json").exists());
                let (code, out, _) = run(&["verify", plain(&place(shard))]);
                assert_eq!(code, 0, "{format}: {out}");
            }
            let parts: Vec<PathBuf> = (1..=shards).map(place).collect();
            let parts: Vec<&Path> = parts.iter().map(PathBuf::as_path).collect();
            let (once, again) = (folder.at("once"), folder.at("again"));
            merged(&parts, &once);
            assert!(bytes(&once) == bytes(&whole), "{format}, {shards} shards");
            // In another order, with copies and with the result among them, in two steps, and once more.
            let mut backwards: Vec<&Path> = parts.iter().rev().copied().collect();
            backwards.extend([&whole, &once, parts[0]]);
            merged(&backwards, &again);
            assert!(
                bytes(&again) == bytes(&whole),
                "{format}, {shards} shards again"
            );
            merged(&[&once], &again);
            assert!(bytes(&again) == bytes(&whole));
            // The folder that holds them, merged into itself.
            merged(&[&home], &home);
            assert!(bytes(&home) == bytes(&whole));
            assert_eq!(status(&home).1["complete"], true);
            fs::remove_dir_all(once).expect("there");
            fs::remove_dir_all(again).expect("there");
        }
    }
}

/// Numbers that look random and are always the same.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// Any split of a record, whether by remainder or not, with blocks in several parts or in none.
#[test]
fn any_split_merges_and_what_is_missing_is_played() {
    let folder = Folder::new();
    let mut draw = numbers(7);
    for (format, args) in FORMATS {
        let args = &words(args)[..];
        let whole = folder.at(&format!("{format}-whole"));
        play(&whole, args);
        for case in 0..4 {
            let home = folder.at(&format!("{format}-{case}"));
            let parts = 1 + draw(5);
            let home_of: Vec<u64> = (0..40).map(|_| draw(parts)).collect();
            let lost: Vec<bool> = (0..40).map(|_| case % 2 == 1 && draw(3) == 0).collect();
            let twice: Vec<bool> = (0..40).map(|_| draw(4) == 0).collect();
            let kept = |part: u64, block: u64| {
                let at = block as usize;
                !lost[at] && (home_of[at] == part || twice[at])
            };
            for part in 0..parts {
                part_of(&whole, &home.join(format!("{part}")), |block| {
                    kept(part, block)
                });
            }
            let blocks = Reader::open(&whole.join("games.bin"))
                .expect("a record")
                .count();
            let missing = lost[..blocks].iter().filter(|lost| **lost).count();
            let out = folder.at(&format!("{format}-{case}-out"));
            let (code, text, err) = merge(&[&home], &out);
            assert_eq!(code, i32::from(missing > 0), "{text}{err}");
            if missing > 0 {
                says(&text, &[&format!("missing: {missing} block")]);
                assert_eq!(names(&out), ["games.bin", "plan.toml"]);
                let (code, said) = status(&out);
                assert_eq!((code, said["missing"].as_u64()), (0, Some(missing as u64)));
                assert_eq!(run(&["verify", plain(&out)]).0, 0);
                // The command of the run fills the gaps.
                play(&out, args);
                assert!(!out.join("games.fill").exists());
            }
            assert!(bytes(&out) == bytes(&whole), "{format}, case {case}");
        }
    }
}

#[test]
fn a_folder_takes_several_shards_and_the_rest() {
    let folder = Folder::new();
    for (format, args) in FORMATS {
        let args = &words(args)[..];
        let (whole, out) = (folder.at(&format!("{format}-whole")), folder.at(format));
        play(&whole, args);
        for shard in ["1/3", "0/3", "1/3"] {
            play(&out, &[args, &["--shard", shard]].concat());
        }
        assert_eq!(status(&out).1["complete"], false);
        play(&out, &[args, &["--shard", "2/3"]].concat());
        assert!(bytes(&out) == bytes(&whole), "{format}");
    }
}

#[test]
fn the_environment_names_the_shard() {
    let folder = Folder::new();
    let args = &words(FORMATS[0].1)[..];
    let whole = folder.at("whole");
    play(&whole, args);
    for task in ["3", "4", "5"] {
        let environment = [
            ("SLURM_ARRAY_TASK_ID", task),
            ("SLURM_ARRAY_TASK_MIN", "3"),
            ("SLURM_ARRAY_TASK_MAX", "5"),
            ("SLURM_ARRAY_TASK_STEP", "1"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ];
        // Without --out every shard has a folder of its own beside the others.
        Command::cargo_bin("rummilab")
            .expect("the binary is built")
            .current_dir(folder.0.path())
            .envs(environment)
            .args([&["tournament", "--shard", "auto"], args].concat())
            .assert()
            .success();
    }
    let runs = folder.at("runs");
    let home = runs.join(&names(&runs)[0]);
    assert_eq!(
        names(&home),
        ["shard-0-of-3", "shard-1-of-3", "shard-2-of-3"]
    );
    merged(&[&home], &home);
    assert!(bytes(&home) == bytes(&whole));

    let out = folder.at("out");
    let with = |shard: &str, parts: &[&str]| {
        let args = [
            &["tournament", "--out", plain(&out), "--shard", shard],
            args,
        ]
        .concat();
        refused(&args, parts);
        assert!(!out.exists());
    };
    with("auto", &["no job of an array", "SLURM_ARRAY_TASK_ID"]);
    with("4/3", &["expected K/N"]);
    with("1", &["expected K/N"]);
}

#[test]
fn different_runs_and_contradictions_are_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let (one, other, out) = (folder.at("one"), folder.at("other"), folder.at("out"));
    let bots = ["--bots", "greedy,random", "--deals", "3"];
    play(&one, &bots);
    play(&other, &[&bots[..], &["--seed", "2"]].concat());
    fails(
        &merge(&[&one, &other], &out),
        2,
        &["different runs", "seed", "one/games.bin", "other/games.bin"],
    );
    refused(&["status", plain(&one), plain(&other)], &["different runs"]);
    assert!(names(&out).is_empty());
    let before = bytes(&other);
    fails(&merge(&[&one], &other), 2, &["another plan", "seed"]);
    assert!(bytes(&other) == before);

    let forged = folder.at("forged");
    fs::create_dir(&forged).expect("writable");
    let reader = Reader::open(&one.join("games.bin")).expect("a record");
    let mut writer = Writer::create(&forged.join("games.bin"), reader.header()).expect("new");
    for block in reader {
        let mut block = block.expect("sound");
        block.games[0].seats[Seat(0)].score += i32::from(block.block == 1);
        writer.append(&block).expect("writable");
    }
    drop(writer);
    let parts = ["block 1 of", "forged/games.bin", "one/games.bin"];
    fails(&merge(&[&one, &forged], &out), 1, &parts);
    fails(&run(&["status", plain(&one), plain(&forged)]), 1, &parts);
    assert!(names(&out).is_empty());
    // A result that is there already stays as it is.
    let before = bytes(&one);
    fails(&merge(&[&forged], &one), 1, &parts);
    assert!(bytes(&one) == before);

    let home = folder.at("home");
    fs::create_dir(&home).expect("writable");
    fs::write(home.join("letter.txt"), "dear").expect("writable");
    fails(&merge(&[&one], &home), 2, &["letter.txt"]);
    fails(&merge(&[&home], &out), 2, &["no games.bin"]);
    fails(&merge(&[&folder.at("nowhere")], &out), 2, &["nowhere"]);
    refused(&["merge", plain(&one)], &["--out"]);
    assert_eq!(names(&home), ["letter.txt"]);
}

#[test]
fn a_damaged_frame_costs_one_block_and_is_told() {
    let folder = Folder::new();
    let args = &words(FORMATS[0].1)[..];
    let (whole, hurt, saved) = (folder.at("whole"), folder.at("hurt"), folder.at("saved"));
    play(&whole, args);
    play(&hurt, args);
    let mut games = fs::read(hurt.join("games.bin")).expect("there");
    let middle = games.len() / 2;
    games[middle] ^= 4;
    fs::write(hurt.join("games.bin"), &games).expect("writable");
    refused(
        &[&["tournament", "--out", plain(&hurt)], args].concat(),
        &["damaged", "nothing was changed", "rummilab merge"],
    );
    let (code, said) = status(&hurt);
    assert_eq!(
        (code, &said["damaged"], &said["done"]),
        (1, &true.into(), &11.into())
    );
    assert_eq!(said["missing"], 1);
    assert!(
        said["next"][0]
            .as_str()
            .is_some_and(|next| next.starts_with("rummilab merge"))
    );
    let (code, text, _) = run(&["status", plain(&hurt)]);
    assert_eq!(code, 1);
    says(&text, &["damaged: ", "missing: 1 block: "]);
    let (code, text, err) = merge(&[&hurt], &saved);
    assert_eq!(code, 1, "{text}");
    says(&err, &["warning", "from byte"]);
    assert!(
        fs::read(hurt.join("games.bin")).expect("there") == games,
        "it stays as it was"
    );
    // Into the damaged folder itself nothing is merged.
    fails(&merge(&[&whole], &hurt), 2, &["damaged"]);
    let plan = saved.join("plan.toml");
    told(&["run", plain(&plan), "--out", plain(&saved)]);
    assert!(bytes(&saved) == bytes(&whole));
    // A sound copy of the block heals it too.
    let (part, healed) = (folder.at("part"), folder.at("healed"));
    play(&part, &[args, &["--shard", "1/2"]].concat());
    let other = folder.at("other");
    play(&other, &[args, &["--shard", "2/2"]].concat());
    merged(&[&hurt, &part, &other], &healed);
    assert!(bytes(&healed) == bytes(&whole));
}

/// One rule for all commands: a file of somebody else is bad input, damage in one of ours is a check that failed.
#[test]
fn foreign_files_and_damaged_headers() {
    let folder = Folder::new();
    let (whole, out) = (folder.at("whole"), folder.at("out"));
    play(&whole, "--bots greedy,random --deals 3");
    let good = fs::read(whole.join("games.bin")).expect("there");
    let spoil = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(whole.join("games.bin"), bytes).expect("writable");
        ["status", "verify"].map(|command| run(&[command, plain(&whole)]).0)
    };
    assert_eq!(spoil(&|_| {}), [0, 0]);
    assert_eq!(
        spoil(&|bytes| *bytes = b"a letter to somebody".to_vec()),
        [2, 2]
    );
    fails(
        &merge(&[&whole], &out),
        2,
        &["not a file of recorded games"],
    );
    assert_eq!(spoil(&|bytes| bytes[8] = 99), [2, 2]);
    fails(&merge(&[&whole], &out), 2, &["newer program"]);
    let middle = good.len() - 200;
    assert_eq!(spoil(&|bytes| bytes[middle / 2] ^= 1), [1, 1]);
    // Beside another record that has one, a header that is gone is damage like any other.
    let shard = folder.at("shard");
    part_of_bytes(&good, &shard);
    assert_eq!(spoil(&|bytes| bytes[70] ^= 1)[1], 1);
    let (code, _, _) = run(&["status", plain(&whole), plain(&shard)]);
    assert_eq!(code, 1);
    let (code, _, err) = merge(&[&whole, &shard], &out);
    assert_eq!(code, 0, "{err}");
    says(&err, &["damaged"]);
    assert!(fs::read(out.join("games.bin")).expect("there") == good);
}

fn part_of_bytes(games: &[u8], out: &Path) {
    fs::create_dir_all(out).expect("writable");
    fs::write(out.join("games.bin"), games).expect("writable");
}

#[test]
fn a_half_written_shard_is_told_and_goes_on() {
    let folder = Folder::new();
    let args = &words(FORMATS[0].1)[..];
    let (whole, out) = (folder.at("whole"), folder.at("out"));
    play(&whole, args);
    let shards = ["0/3", "1/3", "2/3"].map(|shard| {
        let place = folder.at(&format!("shard-{}", shard.replace('/', "-of-")));
        play(&place, &[args, &["--shard", shard]].concat());
        place
    });
    let games = shards[1].join("games.bin");
    let file = File::options().write(true).open(&games).expect("there");
    file.set_len(fs::metadata(&games).expect("there").len() - 7)
        .expect("writable");
    let (code, said) = status(&shards[1]);
    assert_eq!(code, 0);
    assert_eq!(
        (&said["records"][0]["torn"], &said["done"]),
        (&true.into(), &3.into())
    );
    assert_eq!(said["records"][0]["shard"], "1/3");
    let places: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
    let (code, text, err) = merge(&places, &out);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("missing: 1 block: 10") && err.contains("cut off"),
        "{text}{err}"
    );
    // The command that status proposes is the one that goes on.
    let next = said["next"][0].as_str().expect("a command").to_owned();
    let words: Vec<&str> = next.split(' ').collect();
    assert_eq!(words[0], "rummilab");
    assert_eq!(run(&words[1..]).0, 0, "{next}");
    merged(&places, &out);
    assert!(bytes(&out) == bytes(&whole));
}

#[test]
fn a_folder_in_use_is_a_matter_of_waiting() {
    let folder = Folder::new();
    let out = folder.at("out");
    let args = ["--bots", "greedy,random", "--deals", "2"];
    play(&out, &args);
    let held = File::open(out.join("games.bin")).expect("there");
    held.lock().expect("free");
    let again = [&["tournament", "--out", plain(&out)], &args[..]].concat();
    fails(&run(&again), 75, &["another program is writing"]);
    fails(&merge(&[&out], &out), 75, &["another program is writing"]);
    assert_eq!(status(&out).0, 0);
    drop(held);
    assert_eq!(run(&again).0, 0);
}

/// A shard of a club tournament takes the tables of the others from the folders beside its own: it believes a forged result
/// there, and without that folder it finds the true one.
#[test]
fn a_shard_of_a_club_tournament_knows_the_tables_beside_it() {
    let folder = Folder::new();
    let args = &words(FORMATS[3].1)[..];
    let (whole, home) = (folder.at("whole"), folder.at("home"));
    play(&whole, args);
    let blocks = |place: &Path| -> Vec<Block> {
        let reader = Reader::open(&place.join("games.bin")).expect("a record");
        reader.collect::<Result<_, _>>().expect("sound")
    };
    let forged = home.join("forged");
    fs::create_dir_all(&forged).expect("writable");
    let header = Reader::open(&whole.join("games.bin"))
        .expect("a record")
        .header()
        .clone();
    let mut writer = Writer::create(&forged.join("games.bin"), &header).expect("new");
    let mut block = blocks(&whole).swap_remove(0);
    for game in &mut block.games {
        // Whoever was last has won, and the winner is last.
        for seat in &mut game.seats {
            (seat.place, seat.score) = (4 - seat.place, -seat.score);
        }
    }
    writer.append(&block).expect("writable");
    drop(writer);
    let mine = |block: &Block| block.block % 2 == 1;
    let truth: Vec<Block> = blocks(&whole).into_iter().filter(mine).collect();
    let shard = [args, &["--shard", "1/2"]].concat();
    play(&home.join("misled"), &shard);
    let misled = blocks(&home.join("misled"));
    assert!(misled.len() == truth.len() && misled[0] == truth[0] && misled != truth);
    play(&folder.at("alone").join("shard"), &shard);
    assert!(blocks(&folder.at("alone").join("shard")) == truth);
}

/// Where its blocks cannot tell yet which shard a folder is, the note in it does.
#[test]
fn a_shard_that_has_hardly_begun_is_known() {
    let folder = Folder::new();
    let out = folder.at("out");
    let args = ["--bots", "greedy,random", "--deals", "9", "--shard", "2/3"];
    play(&out, &args);
    let games = fs::read(out.join("games.bin")).expect("there");
    for blocks in 0..2 {
        let mut reader = Reader::new(games.as_slice()).expect("a record");
        reader.by_ref().take(blocks).for_each(drop);
        let length = reader.offset() as usize;
        fs::write(out.join("games.bin"), &games[..length]).expect("writable");
        let (code, said) = status(&out);
        assert_eq!((code, &said["records"][0]["shard"]), (0, &"2/3".into()));
        let next = said["next"][0].as_str().expect("a command");
        says(&next, &["--shard 2/3"]);
    }
}

/// More records than are opened at once.
#[test]
fn hundreds_of_shards() {
    let folder = Folder::new();
    let (whole, home) = (folder.at("whole"), folder.at("home"));
    play(&whole, &words(FORMATS[0].1));
    for part in 0..450 {
        let mine = |block| part % 12 == block;
        part_of(&whole, &home.join(format!("{part}")), mine);
    }
    let out = folder.at("out");
    merged(&[&home], &out);
    assert!(bytes(&out) == bytes(&whole));
    assert_eq!(
        names(&out),
        [
            "blocks.csv",
            "games.bin",
            "games.csv",
            "plan.toml",
            "summary.json"
        ]
    );
}
