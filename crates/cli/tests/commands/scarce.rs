//! What a machine or a folder may lack: permission to write, descriptors, and plain files where a
//! pipe lies. Nothing waits for ever, and no bot loses a game for it.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

use crate::common::{Folder, says};

const MATCH: &str = "tournament --bots hold,greedy --deals 3 --seed 1 --out run";

/// Far more than any of these commands takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A user without rights, for tests that root runs.
const NOBODY: u32 = 65_534;

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("it is ours");
}

/// Runs this program in this folder as somebody who has no more rights than its modes give. `None`
/// where that cannot be.
fn as_anybody(program: &Path, folder: &Path, args: &str) -> Option<Output> {
    let mut command = Command::new(program);
    command.current_dir(folder).args(args.split_whitespace());
    if fs::metadata(folder).expect("it is there").uid() == 0 {
        command.uid(NOBODY);
    }
    let ran = command.output();
    ran.ok()
}

/// Once it said "cannot write", though nothing was missing.
#[test]
fn a_finished_run_in_a_read_only_folder_is_told() {
    let folder = Folder::new();
    let told = folder.told(MATCH);
    let program = folder.at("rummilab");
    fs::copy(cargo_bin!("rummilab"), &program).expect("it fits");
    let run = folder.at("run");
    for file in fs::read_dir(&run).expect("a folder") {
        allow(&file.expect("a file").path(), 0o444);
    }
    allow(folder.path(), 0o755);
    allow(&program, 0o755);
    allow(&run, 0o555);
    let again = as_anybody(&program, folder.path(), MATCH);
    let more = MATCH.replace("--deals 3", "--deals 4");
    let more = as_anybody(&program, folder.path(), &more);
    allow(&run, 0o755);
    let (Some(again), Some(more)) = (again, more) else {
        return;
    };
    let out = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success(), "{again:?}");
    let table = |text: &str| text[text.find("win rate").expect("a table")..].to_owned();
    assert_eq!(table(&out), table(&told));
    assert_eq!(more.status.code(), Some(2), "{more:?}");
    says(String::from_utf8_lossy(&more.stderr), &["cannot write"]);
}

/// A pipe of that name once made every command wait for somebody who writes into it.
#[test]
fn a_pipe_in_the_place_of_a_file_of_a_run_is_no_file() {
    let folder = Folder::new();
    folder.told(MATCH);
    let files = [
        "games.csv",
        "plan.toml",
        "summary.json",
        "timings.csv",
        "games.bin",
    ];
    for name in files {
        let file = folder.at(&format!("run/{name}"));
        fs::remove_file(&file).expect("it is there");
        let made = Command::new("mkfifo").arg(&file).status();
        assert!(made.expect("mkfifo runs").success(), "{name}");
        for command in [
            "verify run",
            "report run",
            "replay run --turn 1",
            "status run",
        ] {
            let mut asked = assert_cmd::Command::new(cargo_bin!("rummilab"));
            asked.current_dir(folder.path()).timeout(PATIENCE);
            let said = asked.args(command.split_whitespace()).output();
            let code = said.expect("it runs").status.code();
            // The record is needed by all; other files by who checks them.
            let expected: &[i32] = match (name, command) {
                ("games.bin", _) => &[2],
                ("timings.csv", "verify run") => &[0, 1],
                (_, "verify run") => &[1],
                _ => &[0],
            };
            let code = code.unwrap_or_else(|| panic!("{name}, {command}: it waits"));
            assert!(expected.contains(&code), "{name}, {command}: {code}");
        }
        if name != "games.bin" {
            fs::remove_file(&file).expect("it is there");
            folder.told(MATCH);
        }
    }
}

/// A bot that could not be started for want of descriptors once lost its games.
#[test]
fn a_bot_loses_no_game_for_want_of_descriptors() {
    let folder = Folder::new();
    let rummilab = cargo_bin!("rummilab").display().to_string();
    let limited = |limit: u32| {
        let line = format!(
            "ulimit -n {limit}; exec '{rummilab}' tournament --bot greedy \
             --bot \"cmd:'{rummilab}' serve --bot greedy\" --deals 4 --threads 2 --out {limit}"
        );
        let ran = Command::new("sh")
            .args(["-c", &line])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output();
        ran.expect("a shell")
    };
    let mut refused = 0;
    for limit in 8..24 {
        let said = limited(limit);
        let told = String::from_utf8_lossy(&said.stderr);
        match said.status.code() {
            Some(0) => {}
            Some(2) => {
                refused += 1;
                says(&told, &["Too many open files"]);
            }
            code => panic!("{limit}: {code:?}: {told}"),
        }
    }
    assert!(refused > 0, "no limit was too small");
}

/// What the command says of the lines of an input that stays open.
fn said_of(args: &[&str], lines: &str) -> String {
    let mut command = Command::new(cargo_bin!("rummilab"));
    let pipes = command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.args(args).spawn().expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("a child");
            panic!("{args:?}: it waits for the end of its input");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let mut said = String::new();
    let stderr = child.stderr.take();
    let read = stderr.expect("a pipe").read_to_string(&mut said);
    read.expect("UTF-8");
    said
}

/// All of the file was once read before its first line was looked at, into six times its size.
#[test]
fn score_reads_line_by_line() {
    let positions = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/benchmark/positions.jsonl"
    );
    let score = ["score", "--positions"];
    let said = said_of(&[&score[..], &[positions, "-"]].concat(), "{}\n");
    says(said, &["standard input:1"]);
    let lines = fs::read_to_string(positions).expect("positions");
    let line = lines.lines().next().expect("a line");
    let twice = format!("{line}\n{line}\n");
    let said = said_of(&[&score[..], &["-", "/dev/null"]].concat(), &twice);
    says(said, &["standard input:2"]);
}
