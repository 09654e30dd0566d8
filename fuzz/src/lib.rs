//! Entry points of the fuzz targets. Each takes arbitrary bytes and panics if the program breaks
//! one of two guarantees: it never panics on foreign input, and it writes what it has read
//! unchanged.
//!
//! The targets in `fuzz_targets` call these, and so does `crates/rummilab/tests/fuzz.rs`, which
//! needs no fuzzer.

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use rummilab::arena::{Plan, Players, PlayersError, StopFlag, Worker};
use rummilab::bot_api::external::{ProgramOutput, read_capped};
use rummilab::bot_api::protocol::{
    Ask, BotReply, GameFromMessages, Reply, Request, RulesMessage, State, action_from,
    action_message, rules_from,
};
use rummilab::bot_api::{Bot, BotFault, View};
use rummilab::bots::BotSpec;
use rummilab::chance::Stream;
use rummilab::core::notation::{parse_table, parse_tiles};
use rummilab::core::{Action, CouldPlay, RuleSet, Seat, Tile};
use rummilab::engine::{Engine, Parts};
use rummilab::oracle;
use rummilab::play::AdvisingHost;
use rummilab::record::{
    Block, BlocksCsv, CsvWriter, MAGIC, Reader, Scan, Writer, block_line, from_json_lines,
    header_line, replay, verify_block,
};
use rummilab::report::{Gather, RunFacts, page};
use rummilab::runs::{Roster, header_of, judge};
use rummilab::stats::SummaryBuilder;

/// Reads any bytes.
pub type EntryPoint = fn(&[u8]);

/// The names of the targets and their entry points.
pub const TARGETS: [(&str, EntryPoint); 9] = [
    ("notation", notation),
    ("rules", rules),
    ("plan", plan),
    ("record", record),
    ("report", report),
    ("from_program", from_program),
    ("to_program", to_program),
    ("serve", serve),
    ("engine", engine),
];

const SYSTEMS: [&str; 4] = ["original", "tournament", "twist", "house"];

fn system(byte: u8) -> RuleSet {
    let name = SYSTEMS[usize::from(byte) % SYSTEMS.len()];
    RuleSet::preset(name).expect("a rule system that ships")
}

/// A rule system by the first byte, then tiles of a rack or of a table.
pub fn notation(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let (rules, text) = (system(*first), String::from_utf8_lossy(rest));
    if let Ok(tiles) = parse_tiles(&text, &rules) {
        let written: Vec<String> = tiles.iter().map(Tile::to_string).collect();
        assert_eq!(parse_tiles(&written.join(" "), &rules), Ok(tiles));
    }
    if let Ok(table) = parse_table(&text, &rules) {
        assert_eq!(parse_table(&table.to_string(), &rules).as_ref(), Ok(&table));
        if let Err(why) = rules.check_table(&table) {
            let _ = why.explain(&rules);
        }
    }
}

/// A rule file.
pub fn rules(data: &[u8]) {
    let Ok(rules) = RuleSet::from_toml(&String::from_utf8_lossy(data)) else {
        return;
    };
    let text = toml::to_string(rules.spec()).expect("rules are TOML");
    assert_eq!(RuleSet::from_toml(&text).as_ref(), Ok(&rules));
    assert_eq!(rules_from(&RulesMessage::from(&rules)).as_ref(), Ok(&rules));
    assert_eq!(rules.deck().len(), rules.tile_count());
}

/// A plan file.
pub fn plan(data: &[u8]) {
    if let Ok(plan) = Plan::from_toml(&String::from_utf8_lossy(data)) {
        let again = Plan::from_toml(&plan.to_toml()).expect("a resolved plan is a plan");
        assert_eq!(again, plan);
        assert_eq!(again.plan_hash(), plan.plan_hash());
    }
}

/// Bytes before the payload of a frame: length, its complement, checksum.
const PREFIX: usize = 40;

/// The bytes as a games file with corrected lengths and checksums, so that changes in a payload are
/// reached.
fn mended(data: &[u8]) -> Vec<u8> {
    let start = MAGIC.len() + 4;
    let (head, mut rest) = data.split_at(start.min(data.len()));
    let mut file = head.to_vec();
    while rest.len() > PREFIX {
        let said = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
        let length = said.min(rest.len() - PREFIX);
        let (payload, behind) = rest[PREFIX..].split_at(length);
        file.extend((length as u32).to_le_bytes());
        file.extend((!(length as u32)).to_le_bytes());
        file.extend(blake3::hash(payload).as_bytes());
        file.extend(payload);
        rest = behind;
    }
    file
}

/// A games file, unchanged and with corrected checksums.
pub fn record(data: &[u8]) {
    if let Ok(scan) = Scan::new(Cursor::new(data)) {
        let _ = scan.take_while(Result::is_ok).count();
    }
    let file = mended(data);
    let Ok(reader) = Reader::new(file.as_slice()) else {
        return;
    };
    let (header, start) = (reader.header().clone(), reader.offset() as usize);
    let mut written = Writer::new(Vec::new(), &header).expect("what was read can be written");
    let mut rows = CsvWriter::new(Vec::new()).expect("a row in memory");
    let mut sums = BlocksCsv::new(Vec::new(), &header).expect("a row in memory");
    let mut builder = SummaryBuilder::new(&header);
    let mut judge = judge();
    let mut blocks = Vec::new();
    for block in reader.map_while(Result::ok) {
        written
            .append(&block)
            .expect("what was read can be written");
        for (index, game) in block.games.iter().enumerate() {
            let _ = replay(&header, &block, index, &mut judge);
            let _ = game.faults().count();
        }
        let _ = verify_block(&header, &block, &mut judge);
        rows.write(&header, &block).expect("a row in memory");
        sums.write(&block).expect("a row in memory");
        builder.push_replayed(&block, &mut judge);
        blocks.push(block);
    }
    let _ = builder.summary();
    let written = written.into_inner();
    // The rules of a header may be written differently, with fields left out. Blocks have only one
    // form.
    let again = Reader::new(written.as_slice()).expect("our own bytes");
    assert_eq!(again.header(), &header);
    let same = file[start..].starts_with(&written[again.offset() as usize..]);
    assert!(same, "blocks have the same bytes again");
    let lines: Vec<String> = blocks.iter().map(block_line).collect();
    let text = [&[header_line(&header)], lines.as_slice()]
        .concat()
        .join("\n");
    let reader = from_json_lines(text.as_bytes()).expect("our own header");
    assert_eq!(reader.header(), &header);
    let again: Vec<Block> = reader.map(|block| block.expect("our own line")).collect();
    assert_eq!(again, blocks);
}

/// The page of a games file with corrected checksums.
pub fn report(data: &[u8]) {
    let file = mended(data);
    let Ok(reader) = Reader::new(file.as_slice()) else {
        return;
    };
    let header = reader.header().clone();
    let mut judge = judge();
    let mut gather = Gather::new(&header, SummaryBuilder::new(&header), false, &[]);
    for block in reader.map_while(Result::ok) {
        gather.push(&block, &mut judge);
    }
    let Ok(found) = gather.finish(&mut judge) else {
        return;
    };
    let page = page(&found, &RunFacts::default()).expect("a page");
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    roxmltree::Document::parse_with_options(&page, options).expect("a page is well-formed XML");
}

/// A plan with a game under each rule system between a program and a bot that only draws. Faults do
/// not end a game.
fn game_with_program(system: u8) -> Plan {
    let rules = SYSTEMS[usize::from(system) % SYSTEMS.len()];
    let text = format!(
        "bots = [\"program\", \"drawer\"]\nrules = \"{rules}\"\nformat = \"seats\"\nfaults \
         = \"rules\"\ndeals = 1\nseed = 7"
    );
    Plan::from_toml(&text).expect("a plan")
}

/// Makes a bot that answers with the lines of a program, and one that draws.
struct Programs {
    said: Arc<Mutex<Cursor<Vec<u8>>>>,
}

impl Players for Programs {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        Ok(Box::new(Answers {
            said: (canonical == "program").then(|| Arc::clone(&self.said)),
        }))
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Box::new(judge())
    }
}

/// Answers with the lines of a program while there are any; then it draws or passes.
struct Answers {
    said: Option<Arc<Mutex<Cursor<Vec<u8>>>>>,
}

impl Answers {
    fn next(&self) -> Option<Result<Reply, BotFault>> {
        let mut said = self.said.as_ref()?.lock().ok()?;
        match read_capped(&mut *said) {
            ProgramOutput::Line(line, _) => {
                let answer = serde_json::from_slice::<BotReply>(&line);
                let fault = |error: serde_json::Error| BotFault::Protocol(error.to_string());
                Some(answer.map(|answer| answer.reply).map_err(fault))
            }
            _ => None,
        }
    }
}

impl Bot for Answers {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        match self.next() {
            Some(Ok(Reply::Move { action })) => {
                let read = action_from(&action, view.rules);
                let action = read.map_err(|error| BotFault::Protocol(error.to_string()))?;
                let again = action_from(&action_message(&action), view.rules);
                assert_eq!(again.as_ref(), Ok(&action), "it is written as it was read");
                Ok(action)
            }
            Some(Ok(_)) => Err(BotFault::Protocol("another answer".to_owned())),
            Some(Err(fault)) => Err(fault),
            None => Ok(view.idle()),
        }
    }

    fn put_back(&mut self, _: &View<'_>, _: Tile, _: &mut Stream) -> bool {
        matches!(self.next(), Some(Ok(Reply::PutBack { put_back: true })))
    }
}

/// Messages of a program: the first byte selects a rule system, the lines are its answers in a
/// game. Whatever they are, the game ends, and its record is sound.
pub fn from_program(data: &[u8]) {
    let Some((first, lines)) = data.split_first() else {
        return;
    };
    let plan = game_with_program(*first);
    let said = Arc::new(Mutex::new(Cursor::new(lines.to_vec())));
    let players = Programs { said };
    let played = Worker::new(&plan, &players).play_block(0, &StopFlag::default());
    let block = played.expect("a game").block;
    let checked = verify_block(&plan.header("fuzz"), &block, &mut judge());
    checked.expect("the record is sound");
}

/// Messages to a program, as our own reader sees them: an understood message is written unchanged.
pub fn to_program(data: &[u8]) {
    let mut game: Option<GameFromMessages> = None;
    for line in data.split(|byte| *byte == b'\n') {
        let Ok(ask) = serde_json::from_slice::<Ask>(line) else {
            continue;
        };
        let text = serde_json::to_vec(&ask).expect("a message is JSON");
        assert_eq!(
            serde_json::from_slice::<Ask>(&text).ok().as_ref(),
            Some(&ask)
        );
        let (state, events) = match &ask.request {
            Request::NewGame(new) => {
                let rules = rules_from(&new.rules).ok();
                game =
                    rules.and_then(|r| GameFromMessages::new(r, new.players, Seat(new.seat)).ok());
                continue;
            }
            Request::Move { state, events, .. } | Request::PutBack { state, events, .. } => {
                (state, events)
            }
            Request::Hint { state, events, .. } | Request::GameOver { state, events, .. } => {
                (state, events)
            }
            Request::Hello { .. } | Request::Solve(_) | Request::Quit => continue,
        };
        if let Some(game) = game
            .as_mut()
            .filter(|game| GameFromMessages::clone(game).tell(state, events).is_ok())
        {
            game.tell(state, events).expect("as before");
            let again = State::of(&game.view());
            let mut other = game.clone();
            other.tell(&again, &[]).expect("our own message");
            assert_eq!(State::of(&other.view()), again);
        }
    }
}

/// The whole of `serve`, with advice, for any lines. It ends with its input, and each of its lines
/// is an answer.
pub fn serve(data: &[u8]) {
    let (name, version) = ("fuzz".to_owned(), "0".to_owned());
    let greedy: BotSpec = "greedy".parse().expect("a bot of the roster");
    let mut host = AdvisingHost::new(name, version, || greedy.make(), judge());
    let mut output = Vec::new();
    let _ = rummilab::bot_api::serve(&mut &*data, &mut output, &mut host, oracle);
    for line in output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let answer: BotReply = serde_json::from_slice(line).expect("an answer");
        let panicked =
            matches!(&answer.reply, Reply::Error { message, .. } if message == "the bot panicked");
        assert!(!panicked, "a bot of ours panicked");
    }
}

/// Requests of a page to the engine, one a line. Each has an answer or an error with its id, and a
/// sound request is answered after them.
pub fn engine(data: &[u8]) {
    let engine = Engine::new(Parts {
        players: Box::new(Roster::new()),
        solver: judge,
        header: header_of,
        clock: rummilab::arena::system_clock,
        spawn: |_| false,
        deals_at_once: 1,
    });
    let answered = |line: &str| {
        let answer = engine.answer(line);
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        let one = answer.get("answer").is_some() != answer.get("error").is_some();
        assert!(one, "either an answer or an error: {answer}");
        answer
    };
    for line in String::from_utf8_lossy(data).lines() {
        let asked: Option<serde_json::Value> = serde_json::from_str(line).ok();
        let answer = answered(line);
        if let Some(id) = asked.as_ref().and_then(|asked| asked.get("id")) {
            let same = answer["id"] == *id || answer["id"].is_null();
            assert!(same, "{answer} for {line}");
        }
    }
    let sound = answered(r#"{"id":"last","ask":"about"}"#);
    assert!(
        sound["id"] == "last" && sound["answer"].is_object(),
        "{sound}"
    );
}
