//! Runs that are killed, interrupted or out of disk space: the same command resumes and ends with
//! the bytes of an undisturbed run. The time of a signal decides where a run stops, never whether a
//! test passes. `RUMMILAB_TIER=long` kills more often.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rummilab::record::{Block, Reader};
use rummilab_solver_suite::long_tier;

use crate::common::{Folder, bytes, plain, says, words};
#[cfg(target_os = "linux")]
use crate::programs::{misbehaving, noted, runs};

/// Enough blocks to be hit while playing.
const MATCH: &str = "--bots greedy,hold,single --deals 24 --seed 5";
const CLUB: &str = "--bots greedy,value,single,hold,random,random,greedy,hold --format club \
    --rounds 4 --final --rules tournament";

fn rummilab(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"));
    command
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

fn tournament(out: &Path, args: &str) -> Command {
    rummilab(&[&["tournament", "--out", plain(out)], &words(args)[..]].concat())
}

fn merge(parts: &[PathBuf], out: &Path) -> Command {
    let mut command = rummilab(&["merge", "--out", plain(out)]);
    command.args(parts);
    command
}

#[track_caller]
fn succeeds(mut command: Command) {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", said(&output));
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Fixed pseudo-random numbers below `below`.
struct Draws(u64);

impl Draws {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// Repeats the command, killing it (SIGKILL) each time after a random and growing while, until it
/// ends by itself. Returns the number of kills.
fn kill_until_done(draws: &mut Draws, most: u64, again: &dyn Fn() -> Command) -> u64 {
    for round in 0.. {
        let mut child = again().spawn().expect("it starts");
        let patience = 20 + draws.below(most) + 12 * round;
        if let Some(status) = ended_within(&mut child, Duration::from_millis(patience)) {
            let output = child.wait_with_output().expect("it ended");
            assert!(status.success(), "{}", said(&output));
            return round;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it is dead");
    }
    unreachable!()
}

fn ended_within(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let step = Duration::from_millis(2);
    let mut waited = Duration::ZERO;
    while waited < patience {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return Some(status);
        }
        sleep(step);
        waited += step;
    }
    None
}

/// A run, a shard, a run that fills gaps, and a merge, all killed repeatedly.
#[test]
fn killed_at_any_moment_it_ends_with_the_same_bytes() {
    let folder = Folder::new();
    let at = |name: &str| folder.at(name);
    let mut draws = Draws(11);
    let mut kills = 0;
    for (format, args) in [("match", MATCH), ("club", CLUB)] {
        let whole = at(&format!("{format}-whole"));
        succeeds(tournament(&whole, args));
        let undisturbed = bytes(&whole);
        for case in 0..if long_tier() { 4 } else { 1 } {
            let name = |what: &str| at(&format!("{format}-{case}-{what}"));
            let out = name("out");
            kills += kill_until_done(&mut draws, 250, &|| tournament(&out, args));
            assert!(bytes(&out) == undisturbed, "{format}, case {case}");

            let shards: Vec<PathBuf> = (0..3)
                .map(|shard| name(&format!("shard-{shard}")))
                .collect();
            for (index, shard) in shards.iter().enumerate() {
                let part = format!("{args} --shard {index}/3");
                kills += kill_until_done(&mut draws, 150, &|| tournament(shard, &part));
            }
            let merged = name("merged");
            kills += kill_until_done(&mut draws, 30, &|| merge(&shards, &merged));
            assert!(
                bytes(&merged) == undisturbed,
                "{format}, case {case}, merged"
            );

            // Two shards of three, and the rest played between them.
            let filled = name("filled");
            let gaps = merge(&shards[1..], &filled).status().expect("it runs");
            assert_eq!(gaps.code(), Some(1));
            kills += kill_until_done(&mut draws, 150, &|| tournament(&filled, args));
            assert!(
                bytes(&filled) == undisturbed,
                "{format}, case {case}, filled"
            );
        }
    }
    assert!(kills > 0, "nothing was ever killed");
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(kill.expect("there is a kill").success());
}

/// Waits until some blocks are on the disk, or the process has ended.
fn wait_for_blocks(out: &Path, child: &mut Child) {
    let blocks = || {
        Reader::open(&out.join("games.bin"))
            .map_or(0, |reader| reader.map_while(Result::ok).count())
    };
    while blocks() < 2 && child.try_wait().expect("it is ours").is_none() {
        sleep(Duration::from_millis(5));
    }
}

/// Too long for a test: it ends only on request.
const ENDLESS: &str = "--bots greedy,hold --deals 1000000";

#[test]
fn asked_to_stop_it_says_how_far_it_came_and_how_to_go_on() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let folder = Folder::new();
        let out = folder.at("out");
        let mut child = tournament(&out, ENDLESS).spawn().expect("it starts");
        wait_for_blocks(&out, &mut child);
        signal(&child, name);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(75), "{name}: {}", said(&output));
        let told = said(&output);
        says(&told, &["interrupted after", "the same command"]);
        // The message agrees with the complete blocks on the disk.
        let blocks = Reader::open(&out.join("games.bin")).expect("a record");
        let blocks: Result<Vec<Block>, _> = blocks.collect();
        let count = blocks.expect("sound").len();
        says(&told, &[&format!("after {count} of 1000000 blocks")]);
    }
}

/// A sweep goes on in the cell where it was.
#[test]
fn a_sweep_that_is_killed_or_interrupted_ends_with_the_same_bytes() {
    let folder = Folder::new();
    let at = |name: &str| folder.at(name);
    let args = "--bots greedy,single --deals 8 --sweep greedy.delay=0,2 --sweep players=2,3";
    succeeds(tournament(&at("whole"), args));
    let out = at("out");
    kill_until_done(&mut Draws(5), 150, &|| tournament(&out, args));
    for file in ["sweep.toml", "sweep.csv", "sweep.json"] {
        assert!(folder.read(&format!("out/{file}")) == folder.read(&format!("whole/{file}")));
    }
    assert_eq!(parts(&out), Vec::<PathBuf>::new());
    let sweep = format!("{ENDLESS} --sweep hold.h=0,1");
    let mut child = tournament(&at("endless"), &sweep)
        .spawn()
        .expect("it starts");
    wait_for_blocks(&at("endless/cells/hold.h=0"), &mut child);
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(75), "{}", said(&output));
    says(
        said(&output),
        &["of 2000000 blocks; the same command goes on"],
    );
}

/// An interrupted ladder keeps its games and rates nothing, so that it ends as if undisturbed.
#[test]
fn an_interrupted_ladder_says_how_to_go_on() {
    let folder = Folder::new();
    crate::ladder::ladder(&folder, "all", "deals = 1000000\n", "greedy; hold");
    let mut child = rummilab(&["ladder", plain(&folder.at("all"))]);
    let mut child = child.spawn().expect("it starts");
    wait_for_blocks(&folder.at("all/pairs/greedy--hold"), &mut child);
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    let told = said(&output);
    assert_eq!(output.status.code(), Some(75), "{told}");
    says(
        &told,
        &[
            "interrupted after",
            "the same command",
            "pairs/greedy--hold",
        ],
    );
    assert!(!folder.at("all/history.csv").exists());
}

/// A turn of minutes does not delay an interruption, because built-in bots check the flag too. The
/// first bot asks the solver all the time, the second plays games on, mostly without questions.
#[test]
fn a_bot_in_a_long_think_does_not_keep_an_interrupted_match() {
    let check = |args: &str, name: &str| {
        let folder = Folder::new();
        let mut child = tournament(&folder.at("out"), args);
        let child = child.spawn().expect("it starts");
        sleep(Duration::from_secs(1));
        signal(&child, name);
        let output = child.wait_with_output().expect("it ends");
        let told = said(&output);
        assert_eq!(output.status.code(), Some(75), "{args}: {told}");
        // After 10 s it would have reported that the turn was given up.
        says(&told, &["interrupted after"]);
    };
    check(
        "--bots rollout:base=greedy,rollouts=1000000,work=1000000000,greedy --deals 100",
        "-TERM",
    );
    check(
        "--bots rollout:rollouts=1000000,work=1000000000,hold --deals 100",
        "-INT",
    );
}

#[test]
fn asked_twice_it_stops_at_once_and_loses_nothing_that_was_written() {
    let folder = Folder::new();
    let at = |name: &str| folder.at(name);
    let (whole, out) = (at("whole"), at("out"));
    succeeds(tournament(&whole, MATCH));
    for _ in 0..3 {
        let _ = fs::remove_dir_all(&out);
        let mut child = tournament(&out, MATCH).spawn().expect("it starts");
        wait_for_blocks(&out, &mut child);
        signal(&child, "-INT");
        // It may have ended after the first signal.
        let _ = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
        let output = child.wait_with_output().expect("it ends");
        let code = output.status.code();
        assert!(
            code == Some(75) || code == Some(0),
            "{code:?}: {}",
            said(&output)
        );
        succeeds(tournament(&out, MATCH));
        assert!(bytes(&out) == bytes(&whole));
    }
}

/// The command with a limit on the file size, in blocks of 512 bytes: for a program this looks like
/// a full disk.
fn with_room(blocks: u64, command: &Command) -> Command {
    let mut limited = Command::new("sh");
    // A program that ignores the signal gets an error, as from a full disk.
    let script = format!("ulimit -f {blocks}; trap '' XFSZ; exec \"$0\" \"$@\"");
    limited
        .args(["-c", &script])
        .arg(command.get_program())
        .args(command.get_args());
    limited
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    limited
}

#[test]
fn a_full_disk_is_told_and_costs_no_finished_block() {
    let folder = Folder::new();
    let at = |name: &str| folder.at(name);
    let (whole, out, merged) = (at("whole"), at("out"), at("merged"));
    succeeds(tournament(&whole, MATCH));
    let size = fs::metadata(whole.join("games.bin")).expect("there").len();
    let csv = fs::metadata(whole.join("games.csv")).expect("there").len();
    // Room for half the games, then for the games but not for their table (or vice versa).
    let mut last = 0;
    for room in [1, size / 2, size.min(csv) + 512] {
        let output = with_room(room / 512, &tournament(&out, MATCH))
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let told = said(&output);
        says(&told, &["cannot write", "the same command goes on"]);
        let blocks = Reader::open(&out.join("games.bin"));
        let blocks = blocks.map_or(0, |reader| reader.map_while(Result::ok).count());
        assert!(blocks >= last, "{blocks} blocks after {last}");
        last = blocks;
        assert!(!out.join("summary.json").exists());
        assert_eq!(
            parts(&out),
            Vec::<PathBuf>::new(),
            "half a file is left over"
        );
    }
    assert!(last > 0);
    succeeds(tournament(&out, MATCH));
    assert!(bytes(&out) == bytes(&whole));

    let output = with_room(size / 1024, &merge(std::slice::from_ref(&whole), &merged)).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("cannot write"), "{}", said(&output));
    assert_eq!(
        fs::read_dir(&merged).expect("there").count(),
        0,
        "half a file is left over"
    );
    succeeds(merge(std::slice::from_ref(&whole), &merged));
    assert!(bytes(&merged) == bytes(&whole));
}

/// Half-written files in a folder.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    let paths = files.map(walkdir::DirEntry::into_path);
    paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "part"))
        .collect()
}

/// A tournament against a program that hangs in this way; waits until it does.
#[cfg(target_os = "linux")]
fn hanging(mode: &str, folder: &Path) -> Child {
    let bot = misbehaving(mode, folder);
    let mut command = tournament(&folder.join("out"), "--bots greedy --clock none");
    let mut child = command.args(["--bot", &bot]).spawn().expect("it starts");
    while noted(folder).is_empty() && child.try_wait().expect("it is ours").is_none() {
        sleep(Duration::from_millis(5));
    }
    child
}

/// Waits for the end of the processes that a bot noted, which otherwise sleep for a quarter of an
/// hour.
#[cfg(target_os = "linux")]
fn wait_until_gone(folder: &Path) {
    let pids = noted(folder);
    assert!(!pids.is_empty());
    let begin = Instant::now();
    while pids.iter().any(|pid| runs(pid)) {
        assert!(begin.elapsed() < Duration::from_secs(300), "{pids:?}");
        sleep(Duration::from_millis(5));
    }
}

/// The first signal prints a message and ends hanging programs. Without a signal a program may hang
/// for ten minutes.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_hangs_does_not_keep_an_interrupted_match() {
    for (mode, plays) in [("children", true), ("hang-start", false)] {
        let folder = Folder::new();
        let child = hanging(mode, folder.path());
        let begin = Instant::now();
        signal(&child, "-INT");
        let output = child.wait_with_output().expect("it ends");
        let told = said(&output);
        assert_eq!(output.status.code(), Some(75), "{mode}: {told}");
        assert!(begin.elapsed() < Duration::from_secs(300), "{mode}");
        assert!(
            told.contains("for 10 s at most; a second signal ends the program at once"),
            "{mode}: {told}"
        );
        assert!(told.contains("interrupted after 0 of"), "{mode}: {told}");
        // Ending the program is not its fault: no game is recorded, and nothing new is started.
        let out = folder.path().join("out");
        assert_eq!(out.exists(), plays, "{mode}");
        let blocks = Reader::open(&out.join("games.bin")).map_or(0, Iterator::count);
        assert_eq!(blocks, 0, "{mode}");
        assert_eq!(parts(folder.path()), Vec::<PathBuf>::new());
        wait_until_gone(folder.path());
    }
}

/// The message said that the game goes on, though it was over.
#[test]
fn a_review_in_play_that_is_interrupted_says_how_to_review() {
    let args = words("play --plain --level easy --seed 5 --out g");
    let all = "b\ne\nd\n".repeat(600);
    let lines = |count: usize| all.lines().take(count).collect::<Vec<_>>().join("\n");
    let run = |folder: &Folder, input: &str| {
        let mut command = rummilab(&args);
        command.current_dir(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        // It may end before it has read everything.
        drop(stdin.write_all(input.as_bytes()));
        child
    };
    let other = Folder::new();
    let whole = run(&other, &lines(1200));
    let shown = whole.wait_with_output().expect("it ends").stdout;
    let shown = String::from_utf8_lossy(&shown);
    let turns = shown.lines().filter(|line| line.starts_with("> ")).count() - 1;
    let folder = Folder::new();
    let input = format!("{}\nreview\n", lines(turns));
    let mut child = run(&folder, &input);
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut told = String::new();
    while !told.contains("Playing the game's turns out") {
        assert_ne!(stdout.read_line(&mut told).expect("it speaks"), 0, "{told}");
    }
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(75), "{}", said(&output));
    let told = said(&output);
    assert!(
        told.contains("The review is not done; the game is kept"),
        "{told}"
    );
    assert!(told.contains("rummilab analyse review g"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_signal_ends_a_program_that_hangs_at_once() {
    let folder = Folder::new();
    let mut child = hanging("children", folder.path());
    signal(&child, "-TERM");
    let mut told = String::new();
    let stderr = child.stderr.take().expect("it is piped");
    let mut lines = BufReader::new(stderr);
    // Two signals at once count as one, so the second waits for the message on the first; other
    // messages may come before it.
    while !told.contains("a second signal ends") {
        assert_ne!(lines.read_line(&mut told).expect("it speaks"), 0, "{told}");
    }
    signal(&child, "-TERM");
    lines.read_to_string(&mut told).expect("it ends");
    assert_eq!(child.wait().expect("it ends").code(), Some(75), "{told}");
    assert!(told.contains("interrupted again, ended at once"), "{told}");
    Reader::open(&folder.path().join("out/games.bin")).expect("the record is whole");
    assert_eq!(parts(folder.path()), Vec::<PathBuf>::new());
    wait_until_gone(folder.path());
}

/// The harness is killed, so it can do nothing itself. Its guard ends the hanging bot and the bot's
/// child.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_hangs_does_not_outlive_a_harness_that_is_killed() {
    let folder = Folder::new();
    let mut child = hanging("children", folder.path());
    child.kill().expect("it can be killed");
    child.wait().expect("it is dead");
    wait_until_gone(folder.path());
}
