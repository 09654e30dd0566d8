//! `bot check`: checks step by step whether a program keeps the bot protocol; each verdict says
//! what to fix.

use rummilab::arena::{ConformanceCheck, ConformanceError};
use rummilab::bot_api::conformance::Finding;
use rummilab::bot_api::external::TimeControl;
use rummilab::core::{PRESET_NAMES, count};
use rummilab::oracle;
use rummilab::runs::{BotName, PROGRAM, Roster, check_supported, program};

use crate::error::{Error, Exit};
use crate::numbers::whole;
use crate::output::Out;
use crate::rules_arg::read_rules;
use crate::tables::{hanging, wrapped};
use crate::visible::visible;

/// Say whether a program keeps the bot protocol, in every rule system that it plays
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command that starts the bot, with or without `cmd:` before it
    #[arg(value_name = "COMMAND")]
    command: String,
    /// Only this rule system, a name or a TOML file; may be repeated. Unless given, all shipped
    /// ones that the bot plays
    #[arg(long, value_name = "NAME|FILE.toml")]
    rules: Vec<String>,
    /// Own turns that it plays in each rule system, at least
    #[arg(long, default_value_t = 200, value_parser = whole(1, 1_000_000))]
    turns: u64,
    /// Its clock: milliseconds a move and, after `+`, more for the game; game=60s,inc=0.5s; or none
    #[arg(long, value_name = "CLOCK", default_value_t)]
    clock: TimeControl,
    /// Seed of the deals
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// One JSON object a check instead of the list
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bot new --lang python
  rummilab bot check \"python3 mybot.py\"
  rummilab bot check \"python3 mybot.py\" --rules original --turns 1000

The checks: the handshake and its version, unknown fields and unknown requests, a refused `solve`,
long lines, quitting, and starting again. In every rule system the bot plays games against our bots
with two, three, four and six seats. It must make no fault, and play the same game again for the
same seed, alone and after another game. Exit code 1 if a check failed.";

/// Prints findings as they come.
struct Printer {
    out: Out,
    json: bool,
    failed: u32,
    passed: u32,
}

impl Printer {
    fn print(&mut self, finding: &Finding) -> Result<(), Error> {
        match finding.ok {
            Some(true) => self.passed += 1,
            Some(false) => self.failed += 1,
            None => {}
        }
        if self.json {
            return self.out.record(finding);
        }
        let word = match finding.ok {
            Some(true) => "ok     ",
            Some(false) => "FAILED ",
            None => "-      ",
        };
        let (check, detail) = (visible(&finding.check), visible(&finding.detail));
        self.out
            .text(&hanging(word.len(), &format!("{word}{check}: {detail}")))
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let command = program(&args.command).unwrap_or(args.command.trim());
    let name = format!("{PROGRAM}{command}")
        .parse::<BotName>()?
        .to_string();
    let mut printer = Printer {
        out: Out::new(),
        json: args.json,
        failed: 0,
        passed: 0,
    };
    let check = ConformanceCheck {
        command,
        name: &name,
        clock: args.clock,
        turns: args.turns,
        seed: args.seed,
        must_play_all: !args.rules.is_empty(),
        players: &Roster::new(),
        oracle,
    };
    let names: Vec<&str> = if args.rules.is_empty() {
        PRESET_NAMES.to_vec()
    } else {
        args.rules.iter().map(String::as_str).collect()
    };
    let systems = names.into_iter().map(|name| {
        let rules = read_rules(name, &[])?;
        check_supported(&rules)?;
        Ok((name.to_owned(), rules))
    });
    let checked = check.run(systems, |finding| printer.print(&finding));
    checked.map_err(|error| match error {
        ConformanceError::Caller(error) => error,
        error => Error::cause(error),
    })?;
    if !args.json {
        printer.out.text(&wrapped(&match printer.failed {
            0 => format!(
                "{name} keeps the protocol: {} passed",
                count(printer.passed, "check")
            ),
            n => format!("{name} does not keep the protocol: {n} of the checks failed"),
        }))?;
    }
    Ok(Exit::of(printer.failed == 0))
}
