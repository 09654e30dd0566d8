//! Overhead of the protocol for each move: asks bots that do not think, in Rust and in Python, and
//! prints the spread of the times. Build both examples first:
//! `cargo build --release -p rummilab-bot-api --examples`.
#![allow(clippy::print_stdout, reason = "its table goes there")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rummilab_bot_api::Bot;
use rummilab_bot_api::external::{External, TimeControl};
use rummilab_bot_api::protocol::{GameFromMessages, State};
use rummilab_chance::{Key, Stream};
use rummilab_core::{RuleSet, Seat};

/// A turn late in a game, with 61 tiles on the table.
const STATE: &str = r#"{"rack":"R1 R4 R9 B2 B6 B11 K3 K8 K13 O7 O8 O12 J",
"table":["R3 R4 R5 R6","R7 B7 K7 O7","B1 B2 B3 B4 B5","K4 K5 K6","O1 O2 O3 O4 O5 O6",
"R10 R11 R12 R13","B8 B9 B10","K9 K10 K11 K12","R8 B8 K8","O9 O10 O11","R13 B13 O13",
"R1 B1 K1","R2 K2 O2","B11 K11 O11 R11","B5 K5 O5","R6 B6 O6","J K12 O12"],"opened":[true,true,
true],"rack_sizes":[13,7,4],"pool":20}"#;

const PYTHON: &str = r#"python3 -c '
import sys
A = {"move": "\"action\":\"draw\"", "hello": "\"protocol\":1,\"name\":\"echo\""}
for line in sys.stdin:
    id, kind = line[6:].split(",", 1)[0], line.split("\"type\":\"", 1)[1].split("\"", 1)[0]
    if kind == "quit": break
    said = "ready" if kind == "newgame" else kind
    rest = "," + A[kind] if kind in A else ""
    print("{\"id\":" + id + ",\"type\":\"" + said + "\"" + rest + "}", flush=True)
'"#;

const MOVES: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let own = std::env::current_exe()?.with_file_name("echo_bot");
    println!("{MOVES} moves each, microseconds a move");
    println!("bot      median    mean     p95     p99     max");
    for (name, command) in [
        ("Rust", format!("'{}'", own.display())),
        ("Python", PYTHON.to_owned()),
    ] {
        let mut times = measure(&command)?;
        times.sort_unstable();
        let at = |part: f64| micros(times[((times.len() - 1) as f64 * part) as usize]);
        let mean = micros(times.iter().sum()) / times.len() as f64;
        println!(
            "{name:<7}{:8.1}{mean:8.1}{:8.1}{:8.1}{:8.1}",
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0)
        );
    }
    Ok(())
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn measure(command: &str) -> Result<Vec<Duration>, Box<dyn Error>> {
    let external = Arc::new(External::new(command, TimeControl::default(), None)?);
    let mut bot = external.bot();
    let rules = RuleSet::preset("original").ok_or("it ships")?;
    let mut seen = GameFromMessages::new(rules, 3, Seat(0))?;
    let state: State = serde_json::from_str(STATE)?;
    seen.tell(&state, &[])?;
    let (view, mut stream) = (seen.view(), Stream::new(Key::sample(1, "overhead", 0)));
    bot.new_game(Seat(0));
    // The first move starts the process.
    bot.act(&view, &mut stream)?;
    let mut times = Vec::with_capacity(MOVES);
    for _ in 0..MOVES {
        let start = Instant::now();
        bot.act(&view, &mut stream)?;
        times.push(start.elapsed());
    }
    Ok(times)
}
