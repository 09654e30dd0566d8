//! Foreign files and unwritable places: large files are not read, `--allow-files` is needed to name
//! files, and errors are accurate.

use std::fs::{self, File};
use std::path::Path;

use crate::common::{Folder, fails, plain, play, run, run_in};

/// A sparse file of this size.
fn of_size(path: &Path, bytes: u64) {
    let file = File::create(path).expect("writable");
    file.set_len(bytes).expect("room for nothing");
}

#[test]
fn a_file_that_is_too_large_is_told_with_its_size_and_the_limit() {
    let folder = Folder::new();
    let check = |name: &str, limit: u64, command: &[&str]| {
        let path = folder.at(name);
        of_size(&path, limit + 1);
        let said = format!("it has {} bytes, and at most {limit} are read", limit + 1);
        let args = [command, &[plain(&path)]].concat();
        fails(&run(&args), 2, &["cannot read", name, &said]);
    };
    check("rules.toml", 1 << 20, &["solve", "--rack", "R1", "--rules"]);
    check("rules.toml", 1 << 20, &["rules"]);
    check("plan.toml", 1 << 24, &["run"]);
    check("positions.jsonl", 1 << 28, &["bench", "--positions"]);
}

/// A file without a size is read only up to the limit.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_not_read_for_ever() {
    let said = run(&["solve", "--rack", "R1", "--rules", "/dev/zero"]);
    fails(&said, 2, &["it has more than 1048576 bytes"]);
}

#[test]
fn lines_name_files_only_if_they_may() {
    let folder = Folder::new();
    let here = folder.path();
    fs::write(
        folder.at("mine.toml"),
        "base = 'original'\nopening_min = 20",
    )
    .expect("writable");
    let solve = r#"{"id":1,"rules":"mine.toml","rack":"R6 R7 R8","opened":false}"#;
    let judge = r#"{"id":1,"rules":"./mine.toml","set":"R6 R7 R8"}"#;
    for (command, line) in [("solve", solve), ("check", judge)] {
        let batch = [command, "--batch", "-"];
        let (code, out, _) = run_in(here, &batch, line);
        assert_eq!(code, 2);
        assert!(
            out.contains("mine.toml: lines name files only with --allow-files"),
            "{out}"
        );
        let (code, out, err) = run_in(here, &[&batch[..], &["--allow-files"]].concat(), line);
        assert_eq!(code, 0, "{out}{err}");
    }
    // The flag of the command line is trusted.
    let line = r#"{"id":1,"rack":"R6 R7 R8","opened":false,"options":{"hand":13}}"#;
    let (code, out, _) = run_in(
        here,
        &["solve", "--batch", "-", "--rules", "mine.toml"],
        line,
    );
    assert_eq!(code, 0, "{out}");
    fs::write(folder.at("some.jsonl"), solve).expect("writable");
    let bench = [
        "bench",
        "--positions",
        "some.jsonl",
        "--solvers",
        "search",
        "--repeat",
        "1",
    ];
    fails(&run_in(here, &bench, ""), 2, &["only with --allow-files"]);
    let (code, _, err) = run_in(here, &[&bench[..], &["--allow-files"]].concat(), "");
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_file_where_a_folder_is_needed_is_told_and_stays() {
    let folder = Folder::new();
    let (run_of, file) = (folder.at("run"), folder.at("letter"));
    play(&run_of, &["--bots", "greedy,single", "--deals", "1"]);
    fs::write(&file, "dear friend").expect("writable");
    let bots = ["--bots", "greedy,single", "--deals", "1"];
    let plan = run_of.join("plan.toml");
    for command in [
        &[&["tournament"], &bots[..]].concat()[..],
        &["run", plain(&plan)],
        &["merge", plain(&run_of)],
        &["league", plain(&run_of)],
    ] {
        let said = run(&[command, &["--out", plain(&file)]].concat());
        fails(&said, 2, &["it is a file; expected a folder"]);
        let below = file.join("results");
        let said = run(&[command, &["--out", plain(&below)]].concat());
        fails(&said, 2, &["cannot make the folder"]);
        assert!(
            !said.2.contains("what was written before stays"),
            "{}",
            said.2
        );
    }
    assert_eq!(fs::read_to_string(&file).expect("there"), "dear friend");
    let said = run(&["report", plain(&run_of), "--out", plain(folder.path())]);
    fails(&said, 2, &["cannot write"]);
}

/// `-o games.bin` cost a record (found by a newcomer).
#[test]
fn a_page_or_picture_takes_the_place_of_no_other_file() {
    let folder = Folder::new();
    for run in ["a", "b"] {
        folder.play(run, "--bots greedy,value --deals 2");
    }
    let (games, table) = (folder.at("a/games.bin"), folder.at("a/games.csv"));
    let cases = [
        (&games, "report a -o a/games.bin"),
        (&table, "analyse compare a b --page a/games.csv"),
    ];
    for (file, command) in cases {
        let before = fs::read(file).expect("a file of the run");
        fails(&folder.run(command), 2, &["cannot write", "another kind"]);
        assert!(fs::read(file).expect("still there") == before, "{command}");
    }
    for _ in 0..2 {
        assert_eq!(
            folder.run("report a -o page.html").0,
            0,
            "a page replaces a page"
        );
        assert_eq!(folder.run("analyse compare a b --page page.html").0, 0);
    }
}
