//! The page's engine as a wasm module that exchanges texts through one buffer.
//! `crates/web/ENGINE.md` explains the texts, and `rummilab::engine` answers them.
//!
//! A page writes a request into the memory at `request(bytes)` and calls `answer()`, which returns
//! the length of the answer in bytes. The answer lies at `buffer()`.

use std::cell::RefCell;
use std::time::Duration;

use rummilab::SolverSpec;
use rummilab::arena::{Plan, Players, PlayersError};
use rummilab::bot_api::Bot;
use rummilab::bots::{BotSpec, learnt};
use rummilab::core::CouldPlay;
use rummilab::engine::{Engine, Parts};
use rummilab::record::Header;
use rummilab::solver::Solver;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time since some fixed moment, in microseconds.
    safe fn now() -> f64;
    /// Loads the weights of the bot `learnt`, and returns how many there are.
    safe fn weights() -> usize;
    /// The weight at this place, from 0.
    safe fn weight(at: usize) -> i32;
}

thread_local! {
    static ENGINE: Engine = {
        learnt::read_weights_by(read_weights);
        Engine::new(Parts {
            players: Box::new(ShippedBots),
            solver,
            header,
            clock,
            // A module in a worker has one thread. Its page asks again and again for a job.
            spawn: |_| false,
            deals_at_once: 1,
        })
    };
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of this length in bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
    });
    buffer()
}

/// Answers the request, and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        let request = String::from_utf8_lossy(buffer);
        let answer = ENGINE.with(|engine| engine.answer(&request));
        *buffer = answer.into_bytes();
        buffer.len()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn buffer() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1e6)
}

fn read_weights() -> Vec<i16> {
    (0..weights()).map(|at| weight(at) as i16).collect()
}

fn solver() -> Box<dyn Solver> {
    SolverSpec::default().make()
}

fn header(plan: &Plan) -> Header {
    let mut header = plan.header(concat!("rummilab ", env!("CARGO_PKG_VERSION")));
    for bot in &mut header.bots {
        let spec = bot.canonical.parse::<BotSpec>().ok();
        bot.version = spec.map(|spec| spec.entry().version);
    }
    header
}

/// The bots shipped with rummilab.
struct ShippedBots;

impl Players for ShippedBots {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        Ok(canonical.parse::<BotSpec>()?.make())
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Box::new(solver())
    }
}
