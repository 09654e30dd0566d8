//! `web`: the page in the browser, with this program as its engine.

use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use rummilab::SolverSpec;
use rummilab::engine::{Engine, Parts, system_clock};
use rummilab::runs::{Roster, header_of};

use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::page_server::PageServer;
use crate::rules_arg::RulesArgs;

/// Open the page in a browser: play, solve, watch
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Port of the loopback address; 8372 unless given, or a free one if that is taken
    #[arg(long)]
    port: Option<u16>,
    /// Only print the address
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab web
  rummilab web --port 8080 --no-open
  rummilab web --rules mine.toml --option jokers=4

With rules of your own the page offers these alone, to play, to solve and to watch. Its view Rules
shows them and changes them.

Only this machine can reach the page, at an address that nobody can guess. Ctrl-C ends it. The
browser keeps the games that you play. `rummilab replay` reads a record that you save there.";

/// Always the same port, because browsers store the game by host and port.
const PORT: u16 = 8372;

/// Deals of a review that are played out at once: some for each thread.
const DEALS_AT_ONCE: usize = 8;

/// Runs the command: serves the page until the program ends.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let rules = args.rules.are_given().then(|| args.rules.read());
    let rules = rules.transpose()?;
    let port = args.port.unwrap_or(PORT);
    let server = match args.port {
        Some(_) => PageServer::bind(port),
        None => PageServer::bind(port).or_else(|_| PageServer::bind(0)),
    };
    let server = server.map_err(|error| Error::about(format!("port {port}"), error))?;
    let address = server.address();
    Out::new().text(&address)?;
    if !args.no_open {
        // Who else uses this machine may read the arguments of a program.
        open(server.address_for_once().map_err(Error::cause)?);
    }
    let mut engine = Engine::new(Parts {
        players: Box::new(Roster::new()),
        solver: || SolverSpec::default().make(),
        header: header_of,
        clock: system_clock,
        spawn: |task| thread::Builder::new().spawn(task).is_ok(),
        deals_at_once: DEALS_AT_ONCE,
    });
    if let Some(rules) = rules {
        engine = engine.with_rules(rules);
    }
    server.run(engine)
}

/// Opens an address in the system's browser, and says if that failed.
fn open(address: String) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    thread::spawn(move || {
        // The explorer of Windows ends with 1 where it opened the page, too.
        let opened = |ended: ExitStatus| ended.success() || program == "explorer";
        if !command.status().is_ok_and(opened) {
            warn(&format!(
                "{program} opened no browser; open the address above"
            ));
        }
    });
}
