//! Shards, `merge` and `status`, end to end through the binary: any split of a run becomes the run
//! again, byte for byte, and nothing that was finished is lost.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use rummilab::core::Seat;
use rummilab::record::{Block, Reader, Writer};
use serde_json::Value;

use crate::common::{Folder, Said, blocks, bytes, each, fails, json_lines, says};

/// Tournaments of every format, small.
const FORMATS: [(&str, &str); 6] = [
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
        "--bots greedy,value,single,hold,random,random --format club --players 3 --rounds 3 \
         --final --rules tournament",
    ),
    (
        "challenge",
        "--bots greedy,random,single --format challenge --players 3 --deals 3",
    ),
    (
        "six seats",
        "--bots greedy,random,single --players 6 --deals 4 --rules six",
    ),
];

/// Runs `merge` of these folders into another one.
fn merge(folder: &Folder, parts: &[&str], out: &str) -> Said {
    folder.run(&[&["merge", "--out", out], parts].concat())
}

#[track_caller]
fn merged(folder: &Folder, parts: &[&str], out: &str) {
    let (code, text, err) = merge(folder, parts, out);
    assert_eq!(code, 0, "{text}{err}");
}

fn status(folder: &Folder, run: &str) -> (i32, Value) {
    let (code, text, err) = folder.run(&["status", run, "--json"]);
    let mut said = json_lines(&text);
    assert_eq!(said.len(), 1, "{err}");
    (code, said.remove(0))
}

/// Checks that two runs have the same bytes.
#[track_caller]
fn same(folder: &Folder, one: &str, other: &str) {
    assert!(
        bytes(&folder.at(one)) == bytes(&folder.at(other)),
        "{one} and {other}"
    );
}

fn games(run: &str) -> String {
    format!("{run}/games.bin")
}

fn names(folder: &Folder, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.at(name)).expect("there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("there").file_name();
    let names = entries.map(|entry| name(entry).to_string_lossy().into());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// A record with some blocks of another record, unchanged or modified.
fn part_of(folder: &Folder, whole: &str, out: &str, mut keep: impl FnMut(&mut Block) -> bool) {
    let reader = Reader::open(&folder.at(&games(whole))).expect("a record");
    fs::create_dir_all(folder.at(out)).expect("writable");
    let mut writer = Writer::create(&folder.at(&games(out)), reader.header()).expect("new");
    for block in reader {
        let mut block = block.expect("sound");
        if keep(&mut block) {
            writer.append(&block).expect("writable");
        }
    }
}

/// How many turns of each bot and phase have times.
fn timed(folder: &Folder, run: &str) -> Vec<[Value; 3]> {
    let rows = json_lines(&folder.told(&["analyse", "time", run, "--json"]));
    let row = |row: &Value| ["bot", "phase", "turns"].map(|field| row[field].clone());
    let mut rows: Vec<[Value; 3]> = rows.iter().map(row).collect();
    rows.sort_by_key(|row| format!("{row:?}"));
    rows
}

#[test]
fn shards_of_every_format_merge_to_the_run() {
    for (format, args) in FORMATS {
        let folder = Folder::new();
        folder.play("whole", args);
        let shards = 3;
        let home = format!("in {shards}");
        let place = |shard: u64| format!("{home}/part {shard}");
        // Numbered from one, the last one first; each folder has only its own blocks.
        for shard in (1..=shards).rev() {
            let said = folder.play(&place(shard), &format!("{args} --shard {shard}/{shards}"));
            assert!(said.starts_with("shard "), "{said}");
            says(&said, &["rummilab merge"]);
            assert!(!folder.at(&place(shard)).join("summary.json").exists());
            folder.told(&["verify", &place(shard)]);
        }
        let parts: Vec<String> = (1..=shards).map(place).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        merged(&folder, &parts, "once");
        same(&folder, "once", "whole");
        let turns = timed(&folder, "whole");
        assert!(turns == timed(&folder, "once"), "{format}");
        // In another order, with copies and with the result among them, in two steps, and once
        // more.
        let mut backwards: Vec<&str> = parts.iter().rev().copied().collect();
        backwards.extend(["whole", "once", parts[0]]);
        for parts in [&backwards[..], &["once"]] {
            merged(&folder, parts, "again");
            same(&folder, "again", "whole");
            assert!(turns == timed(&folder, "again"), "{format}");
        }
        // The folder that holds them, merged into itself.
        merged(&folder, &[&home], &home);
        same(&folder, &home, "whole");
        assert!(turns == timed(&folder, &home), "{format}");
        assert_eq!(status(&folder, &home).1["complete"], true, "{format}");
    }
}

/// Fixed pseudo-random numbers.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// Any split of a record, by remainder or not, with blocks in several parts or in none.
#[test]
fn any_split_merges_and_what_is_missing_is_played() {
    let mut draw = numbers(7);
    for (_, args) in FORMATS {
        let folder = Folder::new();
        folder.play("whole", args);
        for case in 0..4 {
            let (home, out) = (format!("{case}"), format!("{case}-out"));
            let parts = 1 + draw(5);
            let home_of: Vec<u64> = (0..40).map(|_| draw(parts)).collect();
            let lost: Vec<bool> = (0..40).map(|_| case % 2 == 1 && draw(3) == 0).collect();
            let twice: Vec<bool> = (0..40).map(|_| draw(4) == 0).collect();
            let kept = |part: u64, block: u64| {
                let at = block as usize;
                !lost[at] && (home_of[at] == part || twice[at])
            };
            for part in 0..parts {
                let place = format!("{home}/{part}");
                part_of(&folder, "whole", &place, |block| kept(part, block.block));
            }
            let blocks = blocks(&folder.at("whole")).len();
            let missing = lost[..blocks].iter().filter(|lost| **lost).count();
            let (code, text, err) = merge(&folder, &[&home], &out);
            assert_eq!(code, i32::from(missing > 0), "{text}{err}");
            if missing > 0 {
                says(&text, &[&format!("missing: {missing} block")]);
                assert_eq!(names(&folder, &out), ["games.bin", "plan.toml"]);
                let (code, said) = status(&folder, &out);
                assert_eq!((code, said["missing"].as_u64()), (0, Some(missing as u64)));
                folder.told(&["verify", &out]);
                // The command of the run fills the gaps.
                folder.play(&out, args);
                assert!(!folder.at(&out).join("games.fill").exists());
            }
            same(&folder, &out, "whole");
        }
    }
}

#[test]
fn a_folder_takes_several_shards_and_the_rest() {
    for (_, args) in FORMATS {
        let folder = Folder::new();
        folder.play("whole", args);
        for shard in ["1/3", "0/3", "1/3"] {
            folder.play("out", &format!("{args} --shard {shard}"));
        }
        assert_eq!(status(&folder, "out").1["complete"], false);
        folder.play("out", &format!("{args} --shard 2/3"));
        same(&folder, "out", "whole");
    }
}

#[test]
fn different_runs_and_contradictions_are_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let bots = "--bots greedy,random --deals 3";
    folder.play("one", bots);
    folder.play("other", &format!("{bots} --seed 2"));
    let parts = ["different runs", "seed", "one/games.bin", "other/games.bin"];
    folder.refused("merge one other --out out", &parts);
    folder.refused("status one other", &["different runs"]);
    let before = bytes(&folder.at("other"));
    folder.refused("merge one --out other", &["another plan", "seed"]);
    assert!(bytes(&folder.at("other")) == before);

    part_of(&folder, "one", "forged", |block| {
        block.games[0].seats[Seat(0)].score += i32::from(block.block == 1);
        true
    });
    let parts = ["block 1 of", "forged/games.bin", "one/games.bin"];
    // An existing result stays unchanged.
    let before = bytes(&folder.at("one"));
    for contradiction in [
        "merge one forged --out out",
        "status one forged",
        "merge forged --out one",
    ] {
        fails(&folder.run(contradiction), 1, &parts);
    }
    assert!(bytes(&folder.at("one")) == before);

    fs::create_dir(folder.at("home")).expect("writable");
    folder.write("home/letter.txt", "dear");
    let cases = r#"
        merge one --out home => letter.txt
        merge home --out out => no games.bin
        merge nowhere --out out => nowhere
        merge one => --out
    "#;
    each(cases, |args, parts| folder.refused(args, parts));
    assert_eq!(names(&folder, "home"), ["letter.txt"]);
    assert_eq!(names(&folder, "out"), [""; 0]);
}

#[test]
fn a_damaged_frame_costs_one_block_and_is_told() {
    let folder = Folder::new();
    let args = FORMATS[0].1;
    folder.play("whole", args);
    folder.play("hurt", args);
    let mut hurt = folder.read("hurt/games.bin");
    let middle = hurt.len() / 2;
    hurt[middle] ^= 4;
    folder.write("hurt/games.bin", &hurt);
    let again = format!("tournament --out hurt {args}");
    folder.refused(
        &again,
        &["damaged", "nothing was changed", "rummilab merge"],
    );
    let (code, said) = status(&folder, "hurt");
    assert_eq!((code, &said["damaged"]), (1, &true.into()));
    assert_eq!((&said["done"], &said["missing"]), (&11.into(), &1.into()));
    let next = said["next"][0].as_str().expect("a command");
    assert!(next.starts_with("rummilab merge"), "{next}");
    let (code, text, _) = folder.run("status hurt");
    assert_eq!(code, 1);
    says(&text, &["damaged: ", "missing: 1 block: "]);
    let (code, text, err) = merge(&folder, &["hurt"], "saved");
    assert_eq!(code, 1, "{text}");
    says(&err, &["warning", "from byte"]);
    assert!(folder.read("hurt/games.bin") == hurt, "it stays as it was");
    // Merging into the damaged folder itself is refused.
    folder.refused("merge whole --out hurt", &["damaged"]);
    folder.told("run saved/plan.toml --out saved");
    same(&folder, "saved", "whole");
    // A sound copy of the block also repairs it.
    folder.play("part", &format!("{args} --shard 1/2"));
    folder.play("other", &format!("{args} --shard 2/2"));
    merged(&folder, &["hurt", "part", "other"], "healed");
    same(&folder, "healed", "whole");
}

/// One rule for all commands: a foreign file is bad input, damage in one of our files is a failed
/// check.
#[test]
fn foreign_files_and_damaged_headers() {
    let folder = Folder::new();
    folder.play("whole", "--bots greedy,random --deals 3");
    let good = folder.read("whole/games.bin");
    let spoil = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        folder.write("whole/games.bin", bytes);
        ["status", "verify"].map(|command| folder.run(&[command, "whole"]).0)
    };
    let merge_fails = |part: &str| folder.refused("merge whole --out out", &[part]);
    assert_eq!(spoil(&|_| {}), [0, 0]);
    assert_eq!(
        spoil(&|bytes| *bytes = b"a letter to somebody".to_vec()),
        [2, 2]
    );
    merge_fails("not a file of recorded games");
    assert_eq!(spoil(&|bytes| bytes[8] = 99), [2, 2]);
    merge_fails("newer program");
    let middle = good.len() - 200;
    assert_eq!(spoil(&|bytes| bytes[middle / 2] ^= 1), [1, 1]);
    // Beside another record with a header, a missing header is ordinary damage.
    fs::create_dir(folder.at("shard")).expect("writable");
    folder.write("shard/games.bin", &good);
    assert_eq!(spoil(&|bytes| bytes[70] ^= 1)[1], 1);
    assert_eq!(folder.run("status whole shard").0, 1);
    let (code, _, err) = merge(&folder, &["whole", "shard"], "out");
    assert_eq!(code, 0, "{err}");
    says(&err, &["damaged"]);
    assert!(folder.read("out/games.bin") == good);
}

/// The header of one shard is damaged in every way. The run is merged completely, with the header
/// of another shard or that of the plan.
#[test]
fn a_damaged_header_does_not_cost_the_record() {
    let folder = Folder::new();
    let args = FORMATS[0].1;
    folder.play("whole", args);
    for (shard, out) in [("1/2", "first"), ("2/2", "second")] {
        folder.play(out, &format!("{args} --shard {shard}"));
    }
    let good = folder.read("second/games.bin");
    let spoil = |range: std::ops::Range<usize>| {
        let mut bytes = good.clone();
        bytes[range].iter_mut().for_each(|byte| *byte ^= 0xff);
        folder.write("second/games.bin", &bytes);
    };
    // The magic bytes, the length, the checksum, the plan, the whole beginning.
    for range in [0..1, 12..13, 20..52, 100..101, 0..512] {
        spoil(range.clone());
        let (code, said) = status(&folder, "second");
        assert_eq!((code, &said["damaged"]), (1, &true.into()), "{range:?}");
        let out = format!("out-{}-{}", range.start, range.end);
        let (code, _, err) = merge(&folder, &["second", "first"], &out);
        assert_eq!(code, 0, "{range:?}: {err}");
        says(&err, &["read with the header of"]);
        same(&folder, &out, "whole");
    }
    // Alone, with its plan, it gives its half of the blocks.
    let (code, said, err) = merge(&folder, &["second"], "alone");
    assert_eq!(code, 1, "{err}");
    says(&said, &["missing: 6 blocks"]);
    says(&err, &["plan.toml"]);
    merged(&folder, &["alone", "first"], "both");
    same(&folder, "both", "whole");
    // Games of other deals do not belong to this run, whatever lies beside them.
    spoil(20..52);
    let seed = args.replace("--seed 3", "--seed 99");
    folder.play("other", &format!("{seed} --shard 1/2"));
    let (code, said, err) = merge(&folder, &["other", "second/games.bin"], "taken");
    assert_eq!(code, 1, "{said}{err}");
    assert!(!err.contains("read with the header"), "{err}");
    assert_eq!(blocks(&folder.at("taken")), blocks(&folder.at("other")));
}

#[test]
fn a_half_written_shard_is_told_and_goes_on() {
    let folder = Folder::new();
    let args = FORMATS[0].1;
    folder.play("whole", args);
    let places = ["shard-0-of-3", "shard-1-of-3", "shard-2-of-3"];
    for (shard, place) in places.iter().enumerate() {
        folder.play(place, &format!("{args} --shard {shard}/3"));
    }
    let games = folder.read("shard-1-of-3/games.bin");
    folder.write("shard-1-of-3/games.bin", &games[..games.len() - 7]);
    let (code, said) = status(&folder, places[1]);
    assert_eq!((code, &said["done"]), (0, &3.into()));
    let record = &said["records"][0];
    assert_eq!(
        (&record["torn"], &record["shard"]),
        (&true.into(), &"1/3".into())
    );
    let (code, text, err) = merge(&folder, &places, "out");
    assert_eq!(code, 1, "{text}");
    says(&text, &["missing: 1 block: 10"]);
    says(&err, &["cut off"]);
    // The command that `status` proposes is the one that continues.
    let next = said["next"][0].as_str().expect("a command");
    folder.told(next.strip_prefix("rummilab ").expect("a command"));
    merged(&folder, &places, "out");
    same(&folder, "out", "whole");
}

#[test]
fn a_folder_in_use_is_a_matter_of_waiting() {
    let folder = Folder::new();
    let args = "--bots greedy,random --deals 2";
    folder.play("out", args);
    let held = File::open(folder.at("out/games.bin")).expect("there");
    held.lock().expect("free");
    let again = format!("tournament --out out {args}");
    for command in [&again, "merge out --out out"] {
        fails(&folder.run(command), 75, &["another program is writing"]);
    }
    assert_eq!(status(&folder, "out").0, 0);
    drop(held);
    folder.told(&again);
}

/// A shard of a club tournament takes the results of other tables from the folders beside its own:
/// it accepts a forged result there, and without that folder it computes the true one.
#[test]
fn a_shard_of_a_club_tournament_knows_the_tables_beside_it() {
    let folder = Folder::new();
    let args = FORMATS[3].1;
    folder.play("whole", args);
    part_of(&folder, "whole", "home/forged", |block| {
        for game in &mut block.games {
            // The last player becomes the winner, and the winner the last.
            for seat in &mut game.seats {
                (seat.place, seat.score) = (4 - seat.place, -seat.score);
            }
        }
        block.block == 0
    });
    let mut truth = blocks(&folder.at("whole"));
    truth.retain(|block| block.block % 2 == 1);
    let [misled, alone] = ["home/misled", "alone/shard"].map(|shard| {
        folder.play(shard, &format!("{args} --shard 1/2"));
        blocks(&folder.at(shard))
    });
    assert!(misled.len() == truth.len() && misled[0] == truth[0] && misled != truth);
    assert!(alone == truth);
}

/// If its blocks do not yet identify the shard of a folder, the note in the folder does.
#[test]
fn a_shard_that_has_hardly_begun_is_known() {
    let folder = Folder::new();
    folder.play("out", "--bots greedy,random --deals 9 --shard 2/3");
    let games = folder.read("out/games.bin");
    for blocks in 0..2 {
        let mut reader = Reader::new(games.as_slice()).expect("a record");
        reader.by_ref().take(blocks).for_each(drop);
        folder.write("out/games.bin", &games[..reader.offset() as usize]);
        let (code, said) = status(&folder, "out");
        assert_eq!((code, &said["records"][0]["shard"]), (0, &"2/3".into()));
        says(
            said["next"][0].as_str().expect("a command"),
            &["--shard 2/3"],
        );
    }
}

/// More records than may be open at once.
#[test]
fn hundreds_of_shards() {
    let folder = Folder::new();
    folder.play("whole", FORMATS[0].1);
    for part in 0..450 {
        let mine = |block: &mut Block| part % 12 == block.block;
        part_of(&folder, "whole", &format!("home/{part}"), mine);
    }
    merged(&folder, &["home"], "out");
    same(&folder, "out", "whole");
    let all = [
        "blocks.csv",
        "games.bin",
        "games.csv",
        "plan.toml",
        "summary.json",
    ];
    assert_eq!(names(&folder, "out"), all);
}

/// `kubectl wait --for=condition=complete` once waited for ever for a job that had failed.
#[test]
fn the_run_on_kubernetes_ends_when_a_job_fails() {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../contrib/kubernetes/run.sh"
    );
    // A stand-in for kubectl: a job is in none of these conditions at the first look.
    let kubectl = "#!/bin/sh\necho \"$@\" >> \"$LOG\"\n\
        [ \"$1\" = get ] || exit 0\n\
        if [ -e \"$LOG.$3\" ]; then [ \"$3\" = \"$FAILS\" ] && echo 'Failed ' || echo 'Complete '; fi\n\
        : > \"$LOG.$3\"\n";
    let ends = |fails: &str| {
        let folder = Folder::new();
        folder.write("kubectl", kubectl);
        let program = folder.at("kubectl");
        fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("it is ours");
        let path = std::env::var("PATH").expect("a path");
        let ran = Command::new(script)
            .env("PATH", format!("{}:{path}", folder.path().display()))
            .env("LOG", folder.at("log"))
            .env("FAILS", fails)
            .env("POLL_SECONDS", "0")
            .output();
        let code = ran.expect("a shell").status.code();
        (code, folder.text("log").matches("apply").count())
    };
    assert_eq!(ends("none"), (Some(0), 2));
    assert_eq!(ends("rummilab-run"), (Some(1), 1));
    assert_eq!(ends("rummilab-merge"), (Some(1), 2));
}
