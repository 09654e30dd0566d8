//! Bots that are programs, end to end: the same games as built-in bots, every fault named, no side
//! effects.

mod identity;
mod solves;
mod templates;

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use rummilab::arena::{Plan, PlanSpec, Players, PlayersError, RulesEntry};
use rummilab::bot_api::external::{External, TimeControl};
use rummilab::bot_api::protocol::{
    GameFromMessages, PublicEvent, RulesMessage, State, action_from, action_message,
    events_message, rules_from,
};
use rummilab::bot_api::{Bot, BotFault, StopFlag, View};
use rummilab::bots::BotSpec;
use rummilab::chance::{Key, Stream};
use rummilab::core::{Action, CouldPlay, Seat, Tile};
use rummilab::record::{Block, FaultKind};
use rummilab::runs::{Roster, play_blocks};

use serde_json::Value;

use crate::common::{Folder, blocks, columns, json_lines, says, summary, words};

const RULES: [&str; 4] = ["original", "tournament", "twist", "house"];

/// The program itself, as a word of a command.
pub fn me() -> String {
    format!("'{}'", env!("CARGO_BIN_EXE_rummilab"))
}

/// A bot of the fixtures.
pub fn misbehaving(mode: &str, notes: &Path) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/misbehave.py");
    format!(
        "cmd:python3 '{}' {mode} '{}'",
        script.display(),
        notes.display()
    )
}

/// Arguments of a match: a bot of a command, and more of them in one text.
fn with_bot<'a>(bot: &'a str, more: &'a str) -> Vec<&'a str> {
    [&["--bot", bot], &words(more)[..]].concat()
}

#[test]
fn the_same_bot_plays_the_same_games_through_the_protocol() {
    let folder = Folder::new();
    let serve = format!("cmd:{} serve --bot greedy", me());
    for rules in RULES {
        let common = format!("--rules {rules} --players 3 --deals 1 --seed 5");
        let bots = format!("--bot single --bot hold --clock none {common}");
        let [through, built_in] = ["through", "built-in"].map(|name| format!("{rules}-{name}"));
        folder.play(&through, &with_bot(&serve, &bots));
        folder.play(&built_in, &format!("--bots greedy,single,hold {common}"));
        let [games, built] = [&through, &built_in].map(|name| blocks(&folder.at(name)));
        assert_eq!(games, built, "{rules}");
        let text = folder.told(&format!("verify {through} --replay-bots"));
        says(&text, &["were not asked to play again"]);
        assert_eq!(summary(&folder.at(&through))["reproducible"], false);
        assert_eq!(summary(&folder.at(&built_in)).get("reproducible"), None);
        for command in ["replay", "status", "report"] {
            folder.told(&[command, &through]);
        }
    }
}

/// Every bot is a program with the name of the bot that it serves.
struct Served;

impl Players for Served {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        let command = format!("{} serve --bot {canonical}", me());
        Ok(Box::new(
            Arc::new(External::new(&command, TimeControl::NONE, None)?).bot(),
        ))
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Roster::new().judge()
    }
}

/// Every bot is in the roster, and acts on a view that went through messages and back.
struct Mirrored;

impl Players for Mirrored {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        let bot = canonical.parse::<BotSpec>()?.make();
        Ok(Box::new(Mirror {
            bot,
            seen: None,
            told: 0,
        }))
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Roster::new().judge()
    }
}

struct Mirror {
    bot: Box<dyn Bot>,
    seen: Option<GameFromMessages>,
    told: usize,
}

impl Mirror {
    /// Checks that the view from the messages equals the original.
    fn through(&mut self, view: &View<'_>) {
        let rules: RulesMessage =
            serde_json::from_str(&line(&RulesMessage::from(view.rules))).expect("rules");
        let rules = rules_from(&rules).expect("sound rules");
        assert_eq!(rules, *view.rules);
        let seen = self.seen.get_or_insert_with(|| {
            GameFromMessages::new(rules, view.players(), view.seat).expect("a seat")
        });
        let state: State = serde_json::from_str(&line(&State::of(view))).expect("a state");
        let events = line(&events_message(&view.history[self.told..]));
        let events: Vec<PublicEvent> = serde_json::from_str(&events).expect("events");
        self.told = view.history.len();
        seen.tell(&state, &events).expect("sound");
        assert_eq!(seen.view(), *view);
    }
}

fn line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it is plain data")
}

impl Bot for Mirror {
    fn new_game(&mut self, seat: Seat) {
        (self.seen, self.told) = (None, 0);
        self.bot.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.through(view);
        self.bot.put_back(view, tile, stream)
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        self.through(view);
        let seen = self.seen.as_ref().expect("told");
        let action = self.bot.act(&seen.view(), stream)?;
        let message = action_message(&action);
        assert_eq!(action_from(&message, view.rules).as_ref(), Ok(&action));
        Ok(action)
    }
}

fn games_of(players: &impl Players, rules: &str, bots: &[&str], deals: u64) -> Vec<Block> {
    let plan = Plan::new(&PlanSpec {
        bots: bots.iter().map(ToString::to_string).collect(),
        players: bots.len() as u64,
        deals,
        seed: 9,
        rules: RulesEntry::Name(rules.to_owned()),
        ..PlanSpec::default()
    })
    .expect("a plan");
    let (mut blocks, never) = (Vec::new(), StopFlag::default());
    let keep = |block| blocks.push(block);
    let played = play_blocks(&plan, players, NonZeroUsize::MIN, &never, &mut |_| {}, keep);
    played.expect("it is played");
    blocks
}

/// With the same name a bot has the same random numbers on either side of the pipe.
#[test]
fn the_seed_crosses_the_pipe() {
    for rules in RULES {
        let [served, built_in] = [
            games_of(&Served, rules, &["random", "hold:h=3"], 2),
            games_of(&Roster::new(), rules, &["random", "hold:h=3"], 2),
        ];
        assert_eq!(served, built_in, "{rules}");
    }
}

#[test]
fn views_come_through_messages_unchanged() {
    for rules in RULES {
        // Bots that lay what they can: huge racks of house and twist take the referee's solver
        // long.
        let bots = ["greedy", "hold-joker", "value"];
        let mirrored = games_of(&Mirrored, rules, &bots, 1);
        assert_eq!(
            mirrored,
            games_of(&Roster::new(), rules, &bots, 1),
            "{rules}"
        );
    }
}

/// The faults in the record of a run.
fn faults_in(run: &Path) -> Vec<(FaultKind, String)> {
    let games = blocks(run).into_iter().flat_map(|block| block.games);
    let faults = games.flat_map(|game| {
        let faults = game
            .faults()
            .map(|fault| (fault.kind, fault.detail.clone()));
        faults.collect::<Vec<_>>()
    });
    faults.collect()
}

/// The faults of a fixture in a match against `greedy`.
#[track_caller]
fn faults_of(mode: &str, args: &str) -> (Folder, Vec<(FaultKind, String)>) {
    let folder = Folder::new();
    let faults = faults_with(&folder, mode, args);
    (folder, faults)
}

/// The same, with notes to and from the fixture in this folder.
#[track_caller]
fn faults_with(folder: &Folder, mode: &str, args: &str) -> Vec<(FaultKind, String)> {
    let bot = misbehaving(mode, folder.path());
    let args = format!("--bot greedy --rules tournament --threads 2 --allow-faults {args}");
    folder.play("run", &with_bot(&bot, &args));
    faults_in(&folder.at("run"))
}

/// One deal, two games: each ends with a fault of this kind and this text.
#[track_caller]
fn check(mode: &str, clock: &str, kind: FaultKind, said: &str) {
    let (folder, faults) = faults_of(mode, &format!("--deals 1 --clock {clock}"));
    assert_eq!(faults.len(), 2, "{mode}: {faults:?}");
    for (found, detail) in &faults {
        assert_eq!(*found, kind, "{mode}: {detail}");
        assert!(detail.contains(said), "{mode}: {detail}");
    }
    let bots = summary(&folder.at("run"))["bots"].clone();
    let word = format!("{kind:?}").to_lowercase();
    for (name, count) in bots[0]["faults"].as_object().expect("counts") {
        assert_eq!(*count, if *name == word { 2 } else { 0 }, "{mode}: {name}");
    }
    assert_eq!(bots[1]["faults"]["crash"], 0);
    assert_eq!(bots[1]["win_rate"], 1.0, "{mode}");
}

/// Long enough for anything except sleep.
const PATIENT: &str = "60000";
/// For programs that never answer.
const SHORT: &str = "200+300";

#[test]
fn bots_that_never_answer_are_late() {
    for mode in ["hang", "slow", "half", "flood-stale"] {
        check(mode, SHORT, FaultKind::Timeout, "no answer in time");
    }
}

#[test]
fn bots_that_end_have_crashed() {
    let cases = r#"
        crash => exit status: 3
        crash => last words: out of ideas
        half-crash => a line of 6 bytes unfinished
        error => no idea
    "#;
    for [mode, said] in columns(cases) {
        check(mode, PATIENT, FaultKind::Crash, said);
    }
}

/// Its child keeps the pipe open, so its output does not end with it.
#[test]
fn a_bot_whose_child_holds_the_pipe_has_crashed() {
    check("orphan", PATIENT, FaultKind::Crash, "exit status: 3");
}

#[test]
fn bots_that_talk_nonsense_break_the_protocol() {
    let cases = r#"
        flood => debugging output belongs on standard error
        long => longer than 1 MiB
        wrong-id => it answered request
        wrong-answer => `ready` where `move`
        no-tile => play, set 1: column 9: `X99` is not a tile
    "#;
    for [mode, said] in columns(cases) {
        check(mode, PATIENT, FaultKind::Protocol, said);
    }
}

#[test]
fn bots_that_lie_play_illegally() {
    check("lie", PATIENT, FaultKind::Illegal, "");
}

#[test]
fn what_is_no_fault_is_none() {
    for mode in ["loud", "rude", "deaf-to-nothing"] {
        let (folder, faults) = faults_of(mode, &format!("--deals 1 --clock {PATIENT}"));
        assert_eq!(faults, [], "{mode}");
        let logs = fs::read_dir(folder.at("run/stderr")).expect("it wrote something");
        let size = |log: std::io::Result<fs::DirEntry>| log.and_then(|log| log.metadata());
        let sizes: Vec<u64> = logs.map(|log| size(log).expect("a file").len()).collect();
        assert_eq!(sizes.len(), 1);
        assert!(sizes[0] > 0 && sizes[0] < (1 << 20) + 100, "{sizes:?}");
        assert_eq!(mode == "loud", sizes[0] > 1 << 20);
    }
}

/// Under the rules a late bot is penalised and asked again; its third fault ends the game.
#[test]
fn by_the_rules_the_third_fault_ends_the_game() {
    for (mode, clock, expected) in [
        // A new process counts its moves from zero, so it crashes on its third turn, then twice
        // more.
        ("crash", PATIENT, FaultKind::Crash),
        ("hang", SHORT, FaultKind::Timeout),
    ] {
        let (_folder, faults) =
            faults_of(mode, &format!("--deals 1 --faults rules --clock {clock}"));
        assert_eq!(faults.len(), 6, "{faults:?}");
        assert!(
            faults.iter().all(|(kind, _)| *kind == expected),
            "{faults:?}"
        );
    }
}

#[test]
fn a_bot_that_hangs_when_asked_for_a_tile_is_late() {
    let folder = Folder::new();
    let bot = misbehaving("hang-putback", folder.path());
    let args = format!("--bot greedy --rules house --deals 2 --allow-faults --clock {SHORT}");
    folder.play("run", &with_bot(&bot, &args));
    let faults = faults_in(&folder.at("run"));
    let late = |(kind, _): &(FaultKind, String)| *kind == FaultKind::Timeout;
    assert!(!faults.is_empty() && faults.iter().all(late), "{faults:?}");
}

/// The processes that a bot noted.
pub fn noted(folder: &Path) -> Vec<String> {
    let notes = fs::read_to_string(folder.join("children")).unwrap_or_default();
    notes.lines().map(str::to_owned).collect()
}

/// Whether a process runs.
#[cfg(target_os = "linux")]
pub fn runs(pid: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = state.rsplit(')').next().unwrap_or_default().trim();
    // A zombie without a parent may be listed until it is reaped.
    !(state.is_empty() || state.starts_with('Z'))
}

/// A bot and all processes that it started end with its game.
#[cfg(target_os = "linux")]
#[test]
fn children_of_a_bot_end_with_it() {
    let (folder, faults) = faults_of("children", &format!("--deals 1 --clock {SHORT}"));
    assert_eq!(faults.len(), 2);
    let pids = noted(folder.path());
    assert_eq!(pids.len(), 4);
    for pid in pids {
        assert!(!runs(&pid), "{pid}");
    }
}

/// The games between other bots are those of a match without the faulty bot.
#[test]
fn other_results_are_untouched() {
    let folder = Folder::new();
    let others = |name: &str, third: &str| {
        let args = "--deals 3 --seed 4 --allow-faults --bot greedy --bot hold --bot";
        folder.play(name, &[&words(args)[..], &[third]].concat());
        let mut others = blocks(&folder.at(name));
        others.retain(|block| block.games.iter().all(|game| !game.seating.contains(&2)));
        others
    };
    let expected = others("single", "single");
    assert_eq!(expected.len(), 3);
    for mode in ["crash", "flood", "lie"] {
        let found = others(mode, &misbehaving(mode, folder.path()));
        assert_eq!(found, expected, "{mode}");
    }
}

/// After five failures to start a bot is withdrawn; the tournament ends, with exit code 1.
#[test]
fn a_bot_that_no_longer_starts_is_withdrawn() {
    let folder = Folder::new();
    let bot = misbehaving("once", folder.path());
    let runs = ["1", "2"].map(|threads| {
        let _ = fs::remove_file(folder.at("started"));
        let args = format!("--bot greedy --deals 6 --threads {threads} --out {threads}");
        let (code, text, error) =
            folder.run(&[&["tournament"], &with_bot(&bot, &args)[..]].concat());
        assert_eq!(code, 1, "{text}{error}");
        says(&error, &["was withdrawn", "I told you once"]);
        assert_eq!(
            summary(&folder.at(threads))["bots"][0]["faults"]["crash"],
            12
        );
        folder.read(&format!("{threads}/games.bin"))
    });
    assert_eq!(runs[0], runs[1], "threads do not change a byte");
}

/// `timings.csv` has the solver's nodes of bots that count them, and no number for programs, which
/// do not report them.
#[test]
fn timings_have_the_nodes_of_bots_that_count() {
    let folder = Folder::new();
    // The quotes in the name are those of CSV.
    let serve = format!("cmd:{} serve --bot \"greedy:delay=1\"", me());
    folder.play(
        "run",
        &with_bot(&serve, "--bot hold --clock none --deals 1 --seed 5"),
    );
    let csv = folder.text("run/timings.csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = "bot phase turns mean_nodes mean_us p50_us p99_us longest_us histogram";
    let header: Vec<&str> = words(header);
    assert_eq!(reader.headers().expect("a header"), &header[..]);
    let rows: Result<Vec<_>, _> = reader.records().collect();
    let rows = rows.expect("rows of CSV");
    for bot in ["hold", &serve] {
        let own: Vec<_> = rows.iter().filter(|row| &row[0] == bot).collect();
        assert!(
            (2..=3).contains(&own.len()) && &own[0][1] == "opening",
            "{csv}"
        );
        let counted = |row: &&csv::StringRecord| row[3].parse().is_ok_and(|nodes: f64| nodes > 0.0);
        let counts = own.iter().filter(|row| counted(row)).count();
        assert_eq!(counts, if bot == "hold" { own.len() } else { 0 }, "{csv}");
    }
}

/// A clock of the whole game: the program is told what is left, each move adds to it, and the plan
/// says it. A program that oversteps it loses.
#[test]
fn a_game_clock_runs_down_and_each_move_adds_to_it() {
    let folder = Folder::new();
    let bot = misbehaving("tee", folder.path());
    let clock = "--bot greedy --rules tournament --deals 1 --threads 1 --clock game=3600s,inc=600s";
    folder.play("run", &with_bot(&bot, clock));
    let plan = folder.text("run/plan.toml");
    assert!(
        plan.contains("clock = \"game=3600000,inc=600000\""),
        "{plan}"
    );
    let heard = folder.text("heard");
    let mut moves = 0;
    for message in json_lines(&heard) {
        let bank = message["bank_ms"].as_u64();
        match message["type"].as_str() {
            // The first game only tries the program, without a clock.
            Some("newgame") if bank.is_some() => {
                let told = [&message["move_ms"], &message["inc_ms"]].map(Value::as_u64);
                assert_eq!((told, bank), ([Some(0), Some(600_000)], Some(3_600_000)));
                moves = 0;
            }
            Some("move") => {
                // Its moves take less than a minute each.
                let (full, bank) = (3_600_000 + moves * 600_000, bank.expect("a clock"));
                assert!(bank <= full && bank + moves * 60_000 >= full, "{bank}");
                moves += 1;
            }
            _ => {}
        }
    }
    assert!(moves > 2);
    check(
        "hang",
        "game=1s,inc=0.1s",
        FaultKind::Timeout,
        "no answer in time",
    );
    let wrong = with_bot(&bot, "--bot greedy --clock 60s+0.5s");
    folder.refused(
        &[&["tournament"], &wrong[..]].concat(),
        &["game=60s,inc=0.5s"],
    );
}

/// No message to a bot contains the seed or the key of a deal; only the bot's own key is sent.
#[test]
fn deal_seeds_never_cross_the_pipe() {
    let folder = Folder::new();
    let bot = misbehaving("tee", folder.path());
    let seed = 918_273_645_546_372_819_u64;
    let args = format!("--bot greedy --rules tournament --deals 2 --seed {seed} --threads 1");
    folder.play("run", &with_bot(&bot, &args));
    let heard = folder.text("heard");
    assert!(heard.contains(&Key::bot(seed, &bot, 0, 0).to_string()));
    let plan = folder.read("run/plan.toml");
    let hash = blake3::hash(&plan).to_hex().to_string();
    let mut secrets = vec![seed.to_string(), format!("{seed:x}"), hash];
    for block in 0..2 {
        secrets.push(Key::deal(seed, block, 0).to_string());
        secrets.push(Key::put_back(seed, block, 0, 0).to_string());
    }
    for secret in secrets {
        assert!(!heard.contains(&secret), "{secret}");
    }
}

#[test]
fn programs_play_in_every_format_and_in_shards() {
    let folder = Folder::new();
    let serve = format!("cmd:{} serve --bot value", me());
    let reserve = format!("cmd:{} serve --bot random", me());
    let club = "--format club --rules tournament --rounds 1 --seed 2 --bots \
        greedy,single,hold,hold:h=3 --reserve";
    folder.play("club", &[&with_bot(&serve, club)[..], &[&reserve]].concat());
    assert_eq!(blocks(&folder.at("club")).len(), 2);
    let gauntlet = with_bot(
        &serve,
        "--format gauntlet --bot greedy --bot single --deals 4",
    );
    let text = folder.play("whole", &gauntlet);
    says(&text, &["Again:  rummilab tournament --bot "]);
    for shard in ["1/2", "2/2"] {
        let part = [&gauntlet[..], &["--shard", shard]].concat();
        folder.play(&shard.replace('/', "-"), &part);
    }
    folder.told("merge 1-2 2-2 --out merged");
    // The resolved plan plays the same from a file.
    folder.told("run whole/plan.toml --out again");
    for name in ["games.bin", "games.csv", "summary.json", "plan.toml"] {
        let read = |run: &str| folder.read(&format!("{run}/{name}"));
        assert!(read("merged") == read("whole"), "{name}");
    }
    assert!(folder.read("again/games.bin") == folder.read("whole/games.bin"));
    folder.told("plan whole/plan.toml --pilot 10");
}
