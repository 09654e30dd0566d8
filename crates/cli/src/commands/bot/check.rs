//! `bot check`: whether a program keeps the bot protocol, step by step, with a verdict that says what to mend. Refuses to
//! judge how well it plays.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rummilab_arena::{Draws, Plan, PlanSpec, RulesEntry, ThinkTime, Worker, deal};
use rummilab_bot_api::external::{Clock, Conversation, External, ProbeError};
use rummilab_bot_api::protocol::{
    Ask, NewGame, Reply, Request, RulesMessage, State, VERSION, action_from,
};
use rummilab_bot_api::{BotFault, View};
use rummilab_core::{Game, PRESET_NAMES, RuleSet, Seat};
use rummilab_record::Block;
use rummilab_runs::{BotName, PROGRAM, Roster, checked, program};
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::{Error, Exit};
use crate::numbers::whole;
use crate::output::Out;
use crate::rules_arg::read_rules;

/// Say whether a program keeps the bot protocol, in every rule system that it plays
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command that starts the bot, with or without `cmd:` before it
    #[arg(value_name = "COMMAND")]
    command: String,
    /// Only this rule system, a name or a TOML file; may be repeated. Unless given, all that ship and that it plays
    #[arg(long, value_name = "NAME|FILE.toml")]
    rules: Vec<String>,
    /// Turns of its own that it plays in each rule system, at least
    #[arg(long, default_value_t = 200, value_parser = whole(1, 1_000_000))]
    turns: u64,
    /// Its clock: milliseconds a move and, after `+`, more for the game; or none
    #[arg(long, value_name = "MS[+MS]|none", default_value_t)]
    clock: Clock,
    /// Seed of the deals
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// One JSON object a check instead of the list
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bot check \"python3 mybot.py\"
  rummilab bot check \"./mybot --fast\" --rules original --turns 1000

Checked are the handshake and its version, unknown fields and unknown requests, long lines, quitting, starting again, and in
every rule system games against our bots with two, three and four seats: no fault, and the same game again for the same
seed, alone and after another game. Exit code 1 if a check failed.";

/// How long the bot may take for what has no clock in a game.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of the long line.
const LONG: usize = 900_000;
/// Faults that are told before a rule system is given up.
const FAULTS_TOLD: usize = 3;
/// Who sits at the table with it, by the number of seats.
const OPPONENTS: [&[&str]; 3] = [
    &["random"],
    &["random", "greedy"],
    &["random", "greedy", "single"],
];

/// What a check found.
#[derive(Debug, Serialize)]
struct Verdict {
    check: String,
    /// `None` where there was nothing to check.
    ok: Option<bool>,
    detail: String,
}

/// Tells verdicts as they come.
struct Told {
    out: Out,
    json: bool,
    failed: u32,
    passed: u32,
}

impl Told {
    fn tell(&mut self, verdict: &Verdict) -> Result<(), Error> {
        match verdict.ok {
            Some(true) => self.passed += 1,
            Some(false) => self.failed += 1,
            None => {}
        }
        if self.json {
            return self.out.record(verdict);
        }
        let word = match verdict.ok {
            Some(true) => "ok     ",
            Some(false) => "FAILED ",
            None => "-      ",
        };
        self.out
            .text(&format!("{word}{}: {}", verdict.check, verdict.detail))
    }

    /// A check that gives what it found, or what is wrong.
    fn check(&mut self, check: &str, found: Result<String, String>) -> Result<bool, Error> {
        let ok = found.is_ok();
        let detail = found.unwrap_or_else(|wrong| wrong);
        self.tell(&Verdict {
            check: check.to_owned(),
            ok: Some(ok),
            detail,
        })?;
        Ok(ok)
    }
}

/// Checks a bot.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let command = program(&args.command).unwrap_or(args.command.trim());
    let bot: BotName = format!("{PROGRAM}{command}").parse()?;
    let external = External::new(command, args.clock, None).map_err(Error::Input)?;
    let subject = Subject {
        name: bot.to_string(),
        external: Arc::new(external),
        args,
    };
    let mut told = Told {
        out: Out::new(),
        json: args.json,
        failed: 0,
        passed: 0,
    };
    let rules = match subject.hello() {
        Err(wrong) => {
            told.check("starts", Err(wrong))?;
            None
        }
        Ok((who, plays)) => {
            told.check("starts", Ok(who))?;
            told.check("version", subject.version())?;
            Some(plays)
        }
    };
    if let Some(plays) = rules {
        let systems = subject.systems(plays.as_deref(), &mut told)?;
        if let Some(first) = systems.first() {
            told.check("unknown fields", subject.unknown_fields(first))?;
            told.check("unknown request", subject.unknown_request(first))?;
            told.check("long line", subject.long_line(first))?;
        }
        told.check("quit", subject.quits())?;
        told.check("end of input", subject.ends_with_input())?;
        for rules in &systems {
            subject.plays(rules, &mut told)?;
        }
        if systems.is_empty() {
            told.check(
                "rules",
                Err("there is no rule system that it plays".to_owned()),
            )?;
        }
    }
    if !args.json {
        told.out.text(&match told.failed {
            0 => format!(
                "{} keeps the protocol: {} checks passed",
                subject.name, told.passed
            ),
            n => format!(
                "{} does not keep the protocol: {n} of the checks failed",
                subject.name
            ),
        })?;
    }
    Ok(match told.failed {
        0 => Exit::Done,
        _ => Exit::CheckFailed,
    })
}

/// The bot that is checked.
struct Subject<'a> {
    name: String,
    external: Arc<External>,
    args: &'a Args,
}

/// A conversation about a game that has just begun.
struct Begun {
    conversation: Conversation,
    first_move: Value,
}

impl Subject<'_> {
    fn start(&self) -> Result<Conversation, String> {
        self.external.start().map_err(|fault| fault.to_string())
    }

    /// Who it is, and the rule systems that it says it plays.
    fn hello(&self) -> Result<(String, Option<Vec<String>>), String> {
        let conversation = self.start()?;
        let hello = conversation.hello().clone();
        conversation.end();
        let version = hello.version.map_or(String::new(), |v| format!(" {v}"));
        let plays = hello.rules.as_ref();
        let plays = plays.map_or("any rules".to_owned(), |rules| rules.join(", "));
        Ok((
            format!("{}{version}, protocol {VERSION}, plays {plays}", hello.name),
            hello.rules,
        ))
    }

    /// Offered a version of the future too, it picks ours.
    fn version(&self) -> Result<String, String> {
        let offered = self.external.start_offering(&[VERSION, VERSION + 98]);
        let conversation = offered.map_err(|fault| fault.to_string())?;
        conversation.end();
        Ok(format!("picks {VERSION} of {VERSION} and {}", VERSION + 98))
    }

    /// The rule systems that it is to play. Those that it does not play are told.
    fn systems(&self, plays: Option<&[String]>, told: &mut Told) -> Result<Vec<RuleSet>, Error> {
        let asked = !self.args.rules.is_empty();
        let names: Vec<String> = match asked {
            true => self.args.rules.clone(),
            false => PRESET_NAMES.iter().map(ToString::to_string).collect(),
        };
        let mut systems = Vec::new();
        for name in names {
            let rules = read_rules(&name, &[])?;
            let refused = match self.external.probe(&rules, 2) {
                Ok(_) => {
                    systems.push(rules);
                    continue;
                }
                Err(error @ ProbeError::Rules { .. }) => error.to_string(),
                Err(error) => {
                    told.check(&format!("{name}: begins a game"), Err(error.to_string()))?;
                    continue;
                }
            };
            let claimed = plays.is_some_and(|plays| plays.contains(&rules.name));
            told.tell(&Verdict {
                check: name,
                ok: (asked || claimed).then_some(false),
                detail: refused,
            })?;
        }
        Ok(systems)
    }

    /// A new game, as a message without its id.
    fn new_game(rules: &RuleSet) -> Value {
        let request = Request::NewGame(NewGame {
            game: 1,
            rules: RulesMessage::from(rules),
            players: 2,
            seat: 0,
            seed: "0".repeat(64),
            move_ms: None,
            bank_ms: None,
        });
        message(request)
    }

    /// The first turn of a deal, as a message without its id.
    fn first_move(&self, rules: &RuleSet) -> Result<Value, String> {
        let dealt = deal(rules, 2, Draws::PerSeat, self.args.seed, 0);
        let (dealt, _) = dealt.map_err(|error| error.to_string())?;
        let mut game = Game::new(rules, &dealt, Seat(0)).map_err(|error| error.to_string())?;
        game.start_turn();
        let state = Box::new(State::of(&View::of(&game, Seat(0), &[])));
        Ok(message(Request::Move {
            state,
            events: Vec::new(),
            bank_ms: None,
        }))
    }

    fn begin(&self, rules: &RuleSet, change: impl Fn(&mut Value)) -> Result<Begun, String> {
        let mut conversation = self.start()?;
        let mut new_game = Subject::new_game(rules);
        change(&mut new_game);
        match ask(&mut conversation, new_game)? {
            Reply::Ready => {}
            other => return Err(format!("it answered {other:?} to newgame")),
        }
        let mut first_move = self.first_move(rules)?;
        change(&mut first_move);
        Ok(Begun {
            conversation,
            first_move,
        })
    }

    /// Asks for the first move of a game, and for an action that is one.
    fn moves(begun: &mut Begun, rules: &RuleSet) -> Result<(), String> {
        match ask(&mut begun.conversation, begun.first_move.clone())? {
            Reply::Move { action } => action_from(&action, rules)
                .map(|_| ())
                .map_err(|error| error.to_string()),
            other => Err(format!("it answered {other:?} to move")),
        }
    }

    /// Fields that a later version may add are passed over.
    fn unknown_fields(&self, rules: &RuleSet) -> Result<String, String> {
        let later = |message: &mut Value| {
            message["from_the_future"] = json!({"list": [1, null, "R3"], "flag": true});
            // Not in the rules: a rule that is not known must be refused, never ignored.
            if message["state"].is_object() {
                message["state"]["from_the_future"] = json!([[], {}]);
            }
        };
        let mut begun = self.begin(rules, later)?;
        Subject::moves(&mut begun, rules)?;
        begun.conversation.end();
        Ok("are passed over".to_owned())
    }

    /// A request that a later version may add is refused by an error, and the game goes on.
    fn unknown_request(&self, rules: &RuleSet) -> Result<String, String> {
        let mut begun = self.begin(rules, |_| {})?;
        let future = json!({"type": "fromthefuture", "list": [1]});
        match ask(&mut begun.conversation, future)? {
            Reply::Error { .. } => {}
            other => {
                return Err(format!(
                    "it answered {other:?} to a request that does not exist; expected an error"
                ));
            }
        }
        Subject::moves(&mut begun, rules)?;
        begun.conversation.end();
        Ok("is answered by an error, and the game goes on".to_owned())
    }

    /// A line may have a megabyte.
    fn long_line(&self, rules: &RuleSet) -> Result<String, String> {
        let padding = "x".repeat(LONG);
        let mut begun = self.begin(rules, |message| message["padding"] = json!(padding))?;
        Subject::moves(&mut begun, rules)?;
        begun.conversation.end();
        Ok(format!("of {LONG} bytes is read"))
    }

    fn quits(&self) -> Result<String, String> {
        let conversation = self.start()?;
        match conversation.end() {
            true => Ok("it ends by itself".to_owned()),
            false => Err("it had to be ended by force half a second after `quit`".to_owned()),
        }
    }

    fn ends_with_input(&self) -> Result<String, String> {
        let conversation = self.start()?;
        match conversation.close() {
            true => Ok("it ends by itself".to_owned()),
            false => {
                Err("it had to be ended by force half a second after its input ended".to_owned())
            }
        }
    }

    /// Games of one rule system.
    fn plays(&self, rules: &RuleSet, told: &mut Told) -> Result<(), Error> {
        let mut games = Games::default();
        'play: for block in 0.. {
            for opponents in OPPONENTS {
                if opponents.len() >= rules.max_players() {
                    continue;
                }
                let plan = self.plan(rules, opponents)?;
                let players = Roster::new().with_programs(&plan, None)?;
                let played = Worker::new(&plan, &players)
                    .play_block(block, &AtomicBool::new(false))
                    .map_err(|error| Error::Input(error.to_string()))?;
                games.add(&played.block, played.times[0]);
                if games.turns >= self.args.turns || games.faults.len() >= FAULTS_TOLD {
                    break 'play;
                }
            }
        }
        let sound = told.check(&format!("{}: plays", rules.name), games.verdict())?;
        if !sound {
            return Ok(());
        }
        let again = self.plays_again(rules)?;
        told.check(&format!("{}: plays the same again", rules.name), again)?;
        Ok(())
    }

    fn plan(&self, rules: &RuleSet, opponents: &[&str]) -> Result<Plan, Error> {
        let seats = opponents.len() + 1;
        let opponents = opponents.iter().map(ToString::to_string);
        let plan = checked(&PlanSpec {
            bots: [self.name.clone()].into_iter().chain(opponents).collect(),
            players: seats as u64,
            seed: self.args.seed,
            clock: Some(self.args.clock.to_string()),
            rules: RulesEntry::from(rules),
            ..PlanSpec::default()
        });
        Ok(plan?)
    }

    /// The same deal and seed, alone and after another game.
    fn plays_again(&self, rules: &RuleSet) -> Result<Result<String, String>, Error> {
        let plan = self.plan(rules, OPPONENTS[0])?;
        let players = Roster::new().with_programs(&plan, None)?;
        let mut games = Vec::new();
        let mut worker = Worker::new(&plan, &players);
        for block in [0, 1, 0] {
            let played = worker.play_block(block, &AtomicBool::new(false));
            games.push(
                played
                    .map_err(|error| Error::Input(error.to_string()))?
                    .block,
            );
        }
        let alone = Worker::new(&plan, &players).play_block(0, &AtomicBool::new(false));
        let alone = alone
            .map_err(|error| Error::Input(error.to_string()))?
            .block;
        Ok(match (alone == games[0], alone == games[2]) {
            (true, true) => Ok("for equal seeds, alone and after another game".to_owned()),
            (false, _) => Err(differs("when it is started again", &alone, &games[0])),
            (true, false) => Err(differs(
                "after another game, so `newgame` did not make it forget",
                &alone,
                &games[2],
            )),
        })
    }
}

fn differs(when: &str, one: &Block, other: &Block) -> String {
    let games = one.games.iter().zip(&other.games);
    let turn = games.enumerate().find_map(|(game, (a, b))| {
        let turn = a.turns.iter().zip(&b.turns).position(|(a, b)| a != b);
        turn.map(|turn| format!(": game {game} goes another way on turn {turn}"))
    });
    format!(
        "with the same seed it plays otherwise {when}{}; draw random numbers from `seed` alone",
        turn.unwrap_or_default()
    )
}

/// A request without its id.
fn message(request: Request) -> Value {
    serde_json::to_value(Ask { id: 0, request }).unwrap_or_default()
}

fn ask(conversation: &mut Conversation, mut message: Value) -> Result<Reply, String> {
    message["id"] = json!(conversation.next_id());
    let answer = conversation.ask_raw(&message.to_string(), PATIENCE);
    answer
        .map(|(reply, _)| reply)
        .map_err(|fault: BotFault| fault.to_string())
}

/// What the games of a rule system were like.
#[derive(Default)]
struct Games {
    games: u64,
    turns: u64,
    /// Games in which it opened.
    opened: u64,
    faults: Vec<String>,
    time: ThinkTime,
}

impl Games {
    /// Counts what the first bot of the plan did.
    fn add(&mut self, block: &Block, time: ThinkTime) {
        self.time.add(time);
        for (number, game) in block.games.iter().enumerate() {
            self.games += 1;
            let players = game.seating.len();
            let own = game
                .seating
                .iter()
                .zip(&game.seats)
                .filter(|(bot, _)| **bot == 0);
            for (_, seat) in own {
                self.turns += u64::from(seat.own_turns);
                self.opened += u64::from(seat.opened_turn.is_some());
            }
            for fault in game.faults().filter(|fault| game.seating[fault.seat] == 0) {
                self.faults.push(format!(
                    "{:?} with {players} seats, deal {}, game {number}, turn {}: {}",
                    fault.kind,
                    block.block,
                    game.turns.len(),
                    fault.detail
                ));
            }
        }
    }

    fn verdict(&self) -> Result<String, String> {
        if !self.faults.is_empty() {
            return Err(self.faults.join("; "));
        }
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let mean = micros(self.time.total) / self.time.turns.max(1) as f64;
        Ok(format!(
            "{} turns in {} games without a fault, opened in {} of them; {mean:.0} µs a turn, longest {:.0}",
            self.turns,
            self.games,
            self.opened,
            micros(self.time.longest)
        ))
    }
}
