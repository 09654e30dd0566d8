//! Steps a second of a random policy over the legal actions, on one core: many games at once
//! against a bot.
//!
//! ```text
//! cargo run --release -p rummilab-env --example random_policy -- [BOT] [STEPS] [RULES]
//! ```

#![allow(clippy::print_stdout, reason = "it tells what it measured")]

use std::error::Error;
use std::time::Instant;

use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::{RuleSet, Seat};
use rummilab_env::{Environment, Opponent, Seats, SharedSolver};
use rummilab_search::SearchSolver;

/// Games stepped in turn, as a learner would.
const GAMES: u64 = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let bot = args.next().unwrap_or_else(|| "greedy".to_owned());
    let steps: u64 = args.next().map_or(Ok(100_000), |text| text.parse())?;
    let rules = args.next().unwrap_or_else(|| "original".to_owned());
    let rules = RuleSet::named(&rules, &[] as &[&str])?;
    let spec: BotSpec = bot.parse()?;

    let mut games = Vec::new();
    let solver = SharedSolver::new(Box::new(SearchSolver::new()));
    for _ in 0..GAMES {
        let environment = Environment::new(&rules, 2, 0, solver.boxed())?.with_any_table();
        let opponent = Opponent {
            name: spec.to_string(),
            bot: spec.make_with(solver.boxed()),
        };
        games.push(Seats::new(environment, vec![opponent])?);
    }

    let mut stream = Stream::new(Key::sample(1, "random policy", 0));
    let (mut taken, mut ended, mut deal, mut hash) = (0_u64, 0_u64, 0, 0_u64);
    let mut seen = Vec::new();
    let begin = Instant::now();
    while taken < steps {
        for game in &mut games {
            if game.environment().to_move().is_none() {
                ended += u64::from(deal >= GAMES);
                game.reset(1, deal, Seat((deal % 2) as usize))?;
                deal += 1;
            }
            seen.clear();
            let seat = game.seat();
            game.environment().observe(seat, &mut seen);
            let legal = game.environment().legal()?;
            let legal: Vec<usize> = (0..legal.len()).filter(|at| legal[*at]).collect();
            let Some(action) = stream.pick(&legal) else {
                continue;
            };
            hash = hash.wrapping_mul(31).wrapping_add(*action as u64);
            game.step(*action)?;
            taken += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{taken} steps, {ended} games in {seconds:.2} s: {:.0} steps a second (actions \
         {hash:016x})",
        taken as f64 / seconds
    );
    Ok(())
}
