//! `analyse export`: its memory does not grow with the run.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::common::Folder;

/// Number of rows, and the peak memory until the last of them, in kB.
fn exported(folder: &Folder, run: &str) -> (usize, u64) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .env("LC_ALL", "C")
        .current_dir(folder.path())
        .args(["analyse", "export", run, "--csv"])
        .env("RAYON_NUM_THREADS", "2")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut out = child.stdout.take().unwrap();
    let (mut piece, mut rows, mut most) = (vec![0; 1 << 16], 0, 0);
    loop {
        let read = out.read(&mut piece).unwrap();
        if read == 0 {
            break;
        }
        rows += piece[..read].iter().filter(|byte| **byte == b'\n').count();
        // After the program has ended, there is no such line.
        let told = fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let held = line.and_then(|line| line.trim().strip_suffix(" kB"));
        most = held.map_or(most, |held| held.parse().unwrap());
    }
    assert!(child.wait().unwrap().success());
    (rows - 1, most)
}

#[test]
fn a_long_run_is_exported_in_the_memory_of_a_short_one() {
    let folder = Folder::new();
    folder.play("short", "--bots greedy,greedy --deals 40 --seed 3");
    folder.play("long", "--bots greedy,greedy --deals 600 --seed 3");
    let (rows, held) = exported(&folder, "short");
    let (more_rows, more_held) = exported(&folder, "long");
    assert!(rows > 1_000 && more_rows > 10 * rows, "{rows} {more_rows}");
    // The rows alone are some 20 MB.
    assert!(
        more_held < held + 8_000,
        "{held} kB for {rows} rows, {more_held} kB for {more_rows}"
    );
}
