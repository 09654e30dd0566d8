//! Equilibria of small decks, and what bots give away there (experiments/small-decks).
//!
//! `cargo run --release -p rummilab --example small_decks -- DECK.toml 500 greedy hold champion`
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::runs::SmallDeck;

type Failure = Box<dyn Error + Send + Sync>;

/// The most nodes of a graph: some 2 GB.
const MOST_NODES: usize = 20_000_000;
/// Of the bots' random numbers.
const SEED: u64 = 2026;

fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let path = words
        .next()
        .ok_or("usage: small_decks DECK.toml ITERATIONS BOT…")?;
    let iterations: u32 = words.next().ok_or("how many iterations?")?.parse()?;
    let bots: Vec<BotSpec> = words.map(|word| word.parse()).collect::<Result<_, _>>()?;
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    let deck = SmallDeck::from_toml(&text)?;
    let solved = deck.solve(iterations, MOST_NODES)?;
    let [low, high] = solved.exploitability.bounds();
    let value = f64::midpoint(low, high);
    println!("deck,nodes,information_sets,iterations,value_low,value_high,first_seat_wins");
    println!(
        "{path},{},{},{iterations},{low:.6},{high:.6},{:.6}",
        solved.nodes,
        solved.info_sets,
        (1.0 + value) / 2.0
    );
    println!("bot,first_seat_worst,second_seat_worst,gap,gap_in_wins,nodes,asked");
    for bot in bots {
        let [first, second] =
            [Seat(0), Seat(1)].map(|seat| deck.worst_case(&bot, seat, SEED, MOST_NODES));
        let (first, second) = (first?, second?);
        // What it gives away in the mean of both seats: the value of the game drops out.
        let gap = -(first.value + second.value) / 2.0;
        println!(
            "\"{bot}\",{:.6},{:.6},{gap:.6},{:.6},{},{}",
            first.value,
            second.value,
            gap / 2.0,
            first.work.nodes + second.work.nodes,
            first.work.asked + second.work.asked
        );
    }
    Ok(())
}
