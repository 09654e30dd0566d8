//! Times solvers of this crate and the search on positions of self-play:
//! `… --example models -- greedy 40 ilp` plays 40 deals with 2, 3 and 4 seats each. The games are
//! not kept; different answers are an error.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::time::Instant;

use rummilab_arena::{Draws, deal};
use rummilab_bot_api::{PublicTurn, View};
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::{CouldPlay, Game, Position, RuleSet, Seat};
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Score, Solver};

/// The positions of every opened turn of one game.
fn positions_of(rules: &RuleSet, bot: &BotSpec, players: usize, block: u64) -> Vec<Position> {
    let (deal, _) = deal(rules, players, Draws::PerSeat, 11, block).expect("enough tiles");
    let mut bots: Vec<_> = (0..players).map(|_| bot.make()).collect();
    let mut streams: Vec<_> = (0..players)
        .map(|seat| Stream::new(Key::bot(11, &bot.to_string(), seat, block)))
        .collect();
    let mut game = Game::new(rules, &deal, Seat(0)).expect("a legal deal");
    let mut judge: Box<dyn Solver> = Box::new(SearchSolver::new());
    let mut history: Vec<PublicTurn> = Vec::new();
    let mut positions = Vec::new();
    while let Some(seat) = game.to_move() {
        let view = View::of(&game, seat, &history);
        if view.has_opened() {
            positions.push(view.position());
        }
        let action = bots[seat.index()]
            .act(&view, &mut streams[seat.index()])
            .expect("a sound bot");
        let judge: &mut dyn CouldPlay = &mut judge;
        let event = game.act(&action, judge).expect("a legal play");
        history.push(PublicTurn::of(&event));
    }
    positions
}

/// Prints percentiles in microseconds; returns the scores.
fn time(
    name: &str,
    solver: &mut dyn Solver,
    rules: &RuleSet,
    positions: &[Position],
) -> Vec<Score> {
    let mut micros = Vec::new();
    let mut scores = Vec::new();
    let mut nodes = 0;
    for position in positions {
        let start = Instant::now();
        let answer = solver
            .solve(rules, position, &Goal::Tiles)
            .expect("supported");
        micros.push(start.elapsed().as_secs_f64() * 1e6);
        nodes += solver.nodes();
        scores.push(answer.into_verified().expect("a legal table").score);
    }
    micros.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| micros[((micros.len() - 1) as f64 * share) as usize];
    let mean = micros.iter().sum::<f64>() / micros.len() as f64;
    println!(
        "{name:<28} mean {mean:8.0}  median {:8.0}  p95 {:8.0}  p99 {:8.0}  max {:8.0}  nodes \
         {:6.2}",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0),
        nodes as f64 / positions.len() as f64
    );
    scores
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let bot = arguments.next().unwrap_or_else(|| "greedy".to_owned());
    let deals = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(10);
    let solvers: Vec<String> = arguments.collect();
    let bot: BotSpec = bot.parse().expect("a bot");
    let rules = RuleSet::preset("original").expect("a preset");
    let positions: Vec<Position> = (2..=4)
        .flat_map(|players| (0..deals).map(move |block| (players, block)))
        .flat_map(|(players, block)| positions_of(&rules, &bot, players, block))
        .collect();
    let racks: usize = positions.iter().map(|position| position.rack.len()).sum();
    println!(
        "{} positions of {bot}, racks of {:.1} in the mean; microseconds",
        positions.len(),
        racks as f64 / positions.len() as f64
    );
    let expected = time("search", &mut SearchSolver::new(), &rules, &positions);
    for name in &solvers {
        let mut solver = IlpSolver::parse(name).expect("a solver");
        let scores = time(name, &mut solver, &rules, &positions);
        let differ = scores.iter().zip(&expected).filter(|(a, b)| a != b);
        assert_eq!(differ.count(), 0, "{name} disagrees with the search");
    }
}
