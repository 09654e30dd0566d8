//! Matches through the public door: every way of playing one gives the same bytes. Also its endings
//! and the refusals.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use rummilab_arena::{PlanSpec, StopSpec};
use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_bots::roster::ROSTER;
use rummilab_chance::Stream;
use rummilab_core::Action;
use rummilab_record::{Difference, Writer};
use rummilab_runs::{
    Failure, GAMES, Match, MatchEnding, MatchEvent, NextStep, PlanFileProblem, RunStatus,
    RunsError, SUMMARY, Shard, StopFlag, check_plan, merge, read_blocks, read_plan, verify,
};
use rummilab_solver_suite::{long_tier, rules};

const DEALS: u64 = 16;
const FILES: [&str; 5] = ["plan.toml", GAMES, "games.csv", "blocks.csv", SUMMARY];

fn game<'a>() -> Match<'a> {
    Match::new(["single", "random"]).deals(DEALS).seed(3)
}

fn bytes(folder: &Path) -> [Vec<u8>; 5] {
    FILES.map(|name| fs::read(folder.join(name)).unwrap())
}

/// Three shards of [`game`] in neighbouring folders.
fn shards(place: &Path) -> [PathBuf; 3] {
    [0, 1, 2].map(|number| {
        let folder = place.join(format!("shard-{number}-of-3"));
        let shard = game().shard(Shard::new(number, 3)).folder(&folder);
        let outcome = shard.play().unwrap();
        assert_eq!(outcome.ending, MatchEnding::ShardDone);
        assert!(!outcome.is_complete() && !outcome.status.as_ref().unwrap().is_complete());
        folder
    })
}

#[test]
fn however_a_match_is_played_it_is_the_same() {
    let place = tempfile::tempdir().unwrap();
    let [whole, broken, merged] = ["whole", "broken", "merged"].map(|name| place.path().join(name));
    let in_memory = game().play().unwrap();
    let two = NonZeroUsize::new(2).unwrap();
    let in_folder = game().folder(&whole).threads(two).play().unwrap();
    assert_eq!(in_folder.ending, MatchEnding::Finished);
    assert_eq!(in_folder.summary().unwrap(), in_memory.summary().unwrap());

    let (stop, mut seen) = (StopFlag::default(), 0);
    let interrupted = game().folder(&broken).interrupt(&stop).observe(|event| {
        seen += u64::from(matches!(event, MatchEvent::Block(_)));
        stop.store(seen >= 2, Ordering::Relaxed);
    });
    let first = interrupted.threads(NonZeroUsize::MIN).play().unwrap();
    assert_eq!(first.ending, MatchEnding::Interrupted);
    assert!((2..DEALS).contains(&first.done) && !first.is_complete());
    let mut found = None;
    let resumed = game().folder(&broken).observe(|event| {
        if let MatchEvent::Opened(opened) = event {
            found = Some(opened.found);
        }
    });
    assert_eq!(resumed.play().unwrap().done, DEALS);
    assert_eq!(found, Some(first.done));

    let shards = shards(place.path());
    let half = merge(&shards[..2], &merged).unwrap();
    assert!(half.summary.is_none() && half.status.missing() == DEALS / 3);
    assert!(half.status.next().contains(&NextStep::Merge));
    let all = merge(&shards[2..], &merged).unwrap();
    assert_eq!(all.summary.as_ref(), Some(in_memory.summary().unwrap()));
    for folder in [&broken, &merged] {
        assert_eq!(bytes(folder), bytes(&whole), "{}", folder.display());
    }
    assert!(verify(&merged, true).unwrap().is_sound());
    assert_eq!(RunStatus::of(&[merged]).unwrap().next(), []);
}

#[test]
fn a_stop_rule_ends_a_match() {
    let spec = PlanSpec {
        bots: vec!["single".to_owned(), "random".to_owned()],
        deals: 500,
        stop: Some(StopSpec {
            metric: None,
            until_width: Some(1e6),
            sprt: None,
        }),
        ..PlanSpec::default()
    };
    let place = tempfile::tempdir().unwrap();
    let in_memory = Match::of(spec.clone()).play().unwrap();
    assert_eq!(in_memory.ending, MatchEnding::StoppedByRule);
    assert!(in_memory.done < 500 && in_memory.done == in_memory.summary().unwrap().blocks);
    for _ in 0..2 {
        let in_folder = Match::of(spec.clone()).folder(place.path()).play().unwrap();
        assert_eq!(in_folder.ending, MatchEnding::StoppedByRule);
        assert_eq!(in_folder.done, in_memory.done);
        assert_eq!(in_folder.summary().unwrap(), in_memory.summary().unwrap());
    }
    // Two shards that know of each other: the second sees where the run ends.
    let shards = tempfile::tempdir().unwrap();
    let place_of = |index: u64| shards.path().join(index.to_string());
    let mut done = 0;
    for index in [0, 1] {
        let shard = Match::of(spec.clone()).shard(Shard::new(index, 2));
        let outcome = shard.folder(place_of(index)).play().unwrap();
        assert_eq!(outcome.ending, MatchEnding::ShardDone);
        done += outcome.done;
    }
    assert!(done < 500, "{done}");
    let merged = place.path().join("merged");
    let whole = merge(&[place_of(1), place_of(0)], &merged).unwrap();
    assert_eq!(whole.status.end(), Some(in_memory.done));
    assert_eq!(whole.summary.unwrap(), *in_memory.summary().unwrap());
    for file in ["games.bin", "summary.json", "games.csv"] {
        let read = |place: &Path| fs::read(place.join(file)).unwrap();
        assert!(read(&merged) == read(place.path()), "{file}");
    }
}

/// A bot that cannot play.
struct Lost;

impl Bot for Lost {
    fn act(&mut self, _: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        Err(BotFault::Protocol("lost".to_owned()))
    }
}

#[test]
fn a_fault_of_a_bot_is_its_defeat_and_one_of_ours_is_an_error() {
    let lost = Match::new(["lost", "random"]).deals(3);
    let outcome = lost.bot("lost", || Box::new(Lost)).play().unwrap();
    let lost = &outcome.summary().unwrap().bots[0];
    assert_eq!(lost.results.win_rate, Some(0.0));
    assert_eq!(lost.faults.total(), outcome.summary().unwrap().games);

    let broken = Match::new(["broken", "random"]).deals(3);
    let fault = broken.bot("broken", || panic!("as it should")).play();
    let fault = fault.unwrap_err();
    assert!(matches!(fault, RunsError::Harness(..)), "{fault}");
}

#[test]
fn what_cannot_be_played_is_refused_by_kind_and_leaves_no_trace() {
    let place = tempfile::tempdir().unwrap();
    let refused =
        |game: Match<'_>, name: &str| game.folder(place.path().join(name)).play().unwrap_err();
    let nobody = refused(Match::new(["nobody"]), "a");
    assert!(matches!(nobody, RunsError::Bot(_)), "{nobody}");
    let crowd = refused(game().players(7), "a");
    assert!(matches!(crowd, RunsError::Plan(_)), "{crowd}");
    let program = refused(Match::new(["cmd:/no/such/program", "random"]), "a");
    assert!(matches!(program, RunsError::Probe(..)), "{program}");
    assert!(!place.path().join("a").exists());
    let shard = game().shard(Shard::new(0, 2)).play();
    assert!(matches!(shard, Err(RunsError::ShardInMemory)));
    let path = place.path().join("b");
    game().folder(&path).play().unwrap();
    let before = bytes(&path);
    let other = refused(game().seed(4), "b");
    assert!(
        matches!(other, RunsError::OtherRun(_, Difference::Seed)),
        "{other}"
    );
    assert_eq!(bytes(&path), before);
    let foreign = place.path().join("c");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("notes.txt"), "mine").unwrap();
    assert!(matches!(refused(game(), "c"), RunsError::NotARun(..)));
}

/// Another version of this program may play differently. So this one does not add to its records,
/// but reads, verifies and merges them.
#[test]
fn records_of_other_versions_are_read_and_not_continued() {
    let place = tempfile::tempdir().unwrap();
    let halves = shards(place.path());
    for half in &halves {
        let (mut header, blocks) = read_blocks(&half.join(GAMES)).unwrap();
        header.build = "rummilab 0.0.1".to_owned();
        let mut writer = Writer::new(Vec::new(), &header).unwrap();
        for block in blocks {
            writer.append(&block.unwrap()).unwrap();
        }
        fs::write(half.join(GAMES), writer.into_inner()).unwrap();
    }
    let resumed = game().shard(Shard::new(0, 3)).folder(&halves[0]).play();
    assert!(matches!(
        resumed,
        Err(RunsError::OtherRun(_, Difference::Build))
    ));
    let merged = place.path().join("merged");
    assert!(merge(&halves, &merged).unwrap().summary.is_some());
    let found = verify(&merged, true).unwrap();
    assert_eq!(found.build.as_deref(), Some("rummilab 0.0.1"));
    assert!(found.is_sound(), "{:?}", found.failures);
    fs::write(merged.join("games.csv"), "block\n").unwrap();
    let found = verify(&merged, false).unwrap();
    assert!(matches!(found.failures[..], [Failure::File("games.csv")]));
}

#[test]
fn faults_of_a_plan_file_have_their_places() {
    let text = "bots = [\"greedy\", \"gredy\"]\nplayers = 7\ndeals = 3\n";
    let spec = read_plan("x.toml", text).unwrap();
    let error = check_plan("x.toml", text, &spec).unwrap_err();
    let place = |at: usize| &text[error.faults[at].span.clone().unwrap()];
    assert_eq!((place(0), place(1)), ("\"gredy\"", "7"));
    assert!(matches!(error.faults[0].problem, PlanFileProblem::Bot(_)));
    assert!(matches!(error.faults[1].problem, PlanFileProblem::Plan(_)));

    let text = "bots = 3\ndeal = 3\nseed = true\n";
    let error = read_plan("x.toml", text).unwrap_err();
    assert_eq!(error.faults.len(), 3, "{error}");
    let error = read_plan("x.toml", "bots = [").unwrap_err();
    assert!(matches!(
        error.faults[0].problem,
        PlanFileProblem::Syntax(_)
    ));
}

/// A bot that draws or passes.
struct Idle;

impl Bot for Idle {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        Ok(view.idle())
    }
}

/// A record holds only the name of such a bot.
#[test]
fn a_bot_of_the_callers_own_is_verified_and_not_asked_again() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("own");
    let own = |name: &str| {
        Match::new([name, "random"])
            .deals(2)
            .bot(name, || Box::new(Idle))
    };
    let outcome = own("idle").folder(&folder).play().unwrap();
    assert_eq!(
        outcome.summary().unwrap().bots[0].results.win_rate,
        Some(0.0)
    );
    assert!(
        !outcome.summary().unwrap().reproducible
            && game().play().unwrap().summary().unwrap().reproducible
    );
    let found = verify(&folder, true).unwrap();
    assert!(
        found.is_sound() && found.with_programs == found.blocks,
        "{found:?}"
    );
    for taken in ["greedy", "hold:h=3", "cmd:python3 x.py"] {
        let refused = own(taken).play();
        assert!(matches!(refused, Err(RunsError::NameTaken(_))), "{taken}");
    }
}

#[test]
fn a_match_that_is_interrupted_before_it_begins_leaves_no_folder() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("none");
    let stop = StopFlag::new(true.into());
    let outcome = game().folder(&folder).interrupt(&stop).play().unwrap();
    assert_eq!(
        (outcome.ending, outcome.done),
        (MatchEnding::Interrupted, 0)
    );
    assert_eq!(outcome.blocks, DEALS);
    assert!(!folder.exists());
}

/// A player who opens late has many sets, more than a stack may hold. Built-in bots once broke the
/// cap of six groups then and lost by a fault.
#[test]
fn no_bot_faults_where_openings_come_late() {
    let late = "greedy:delay=30";
    let bots = ROSTER.iter().filter(|entry| !entry.for_tests);
    let bots: Vec<&str> = bots.map(|entry| entry.name).collect();
    // Less work for bots that count it. Racks full of special jokers take all bots long.
    let quick = |bot: &str| match bot {
        "champion" => "champion:budget=fast".to_owned(),
        "rollout" => "rollout:rollouts=2,work=200,particles=2".to_owned(),
        bot => bot.to_owned(),
    };
    for (system, threshold) in [
        ("original", 90),
        ("tournament", 90),
        ("house", 120),
        ("twist", 60),
    ] {
        let rules = rules(system, &format!("opening_min={threshold}"));
        let few = system == "twist" && !long_tier();
        for bot in bots.iter().take(if few { 2 } else { bots.len() }) {
            let game = Match::new([quick(bot), late.to_owned()]).rules(&rules);
            let outcome = game.deals(1).seed(2).play().unwrap();
            for result in &outcome.summary().unwrap().bots {
                assert_eq!(result.faults.total(), 0, "{system}, {bot}: {}", result.bot);
            }
        }
    }
}
