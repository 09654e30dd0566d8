//! The value of a position in which the pool has just run empty: the mean result of random
//! playouts (races), after a search for the stoppers of both players.

use rummilab_chance::{Key, Stream};
use rummilab_core::{RuleSet, TileCounts};
use rummilab_solver::Solver;

use super::duel::{Duel, Move};
use super::race::race_on;
use super::stopper::smallest;
use crate::standoff::{KeptAutomaton, NoAnswer, PartitionQueries, larger_plays, one_by_one};

/// The question budget for one position, the search for stoppers and the races together.
const QUESTIONS: u64 = 1_000_000;
/// The value of going out next: that of a race won with all spare turns left.
const OUT: f64 = 1.5;
/// If no race can be run, a lead of this many spare tiles has the value 1. The value is linear in
/// the lead, up to [`OUT`].
const LEAD: f64 = 8.0;

/// The work to evaluate one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorthEffort {
    /// Questions to search each rack for stoppers.
    pub search: u64,
    pub races: usize,
}

/// Evaluates two-player positions with an empty pool in which both players have opened.
#[derive(Debug, Default)]
pub struct Worth {
    /// The automaton for the rules of the last position, if it handles them.
    automaton: KeptAutomaton,
}

impl Worth {
    /// The value for the player to move, from -1.5 to 1.5. The rack of that player comes first.
    ///
    /// # Errors
    /// [`NoAnswer::BudgetExhausted`] if the questions run out before the races. If they run out in
    /// a race, the lead in spare tiles decides.
    pub fn of(
        &mut self,
        (rules, table): (&RuleSet, TileCounts),
        racks: [TileCounts; 2],
        solver: &mut dyn Solver,
        effort: WorthEffort,
        stream: &mut Stream,
    ) -> Result<f64, NoAnswer> {
        let duel = Duel {
            to_move: 0,
            racks,
            table,
            passes: 0,
        };
        let queries = PartitionQueries::new(rules, solver, QUESTIONS);
        let mut queries = queries.with(self.automaton.of(rules));
        worth(&duel, &mut queries, effort, stream)
    }
}

fn worth(
    duel: &Duel,
    queries: &mut PartitionQueries<'_>,
    effort: WorthEffort,
    stream: &mut Stream,
) -> Result<f64, NoAnswer> {
    let [own, other] = &duel.racks;
    // A player who is not stopped goes out: the player to move at once, the other on the next turn,
    // unless a spoiler stops that. After it both are stopped, and the other is to move.
    if !queries.stops(other)? {
        return Ok(OUT);
    }
    if queries.stops(own)? {
        return mean_race(duel, queries, effort, stream);
    }
    match spoiler(duel, queries)? {
        Some(laid) => Ok(-mean_race(
            &duel.after(Move::Lay(laid)),
            queries,
            effort,
            stream,
        )?),
        None => Ok(-OUT),
    }
}

/// A small play after which the other cannot go out, for a rack without a stopper: the cheapest
/// such tile, or else a larger play. `None` if none is found.
fn spoiler(
    duel: &Duel,
    queries: &mut PartitionQueries<'_>,
) -> Result<Option<TileCounts>, NoAnswer> {
    let rack = duel.racks[duel.to_move];
    let alone = queries.one_more(&duel.table, &rack)?;
    for laid in one_by_one(&alone) {
        if duel.stops(queries, &laid)? {
            return Ok(Some(laid));
        }
    }
    for laid in larger_plays(queries, &duel.table, &rack, &alone)? {
        if duel.stops(queries, &laid)? {
            return Ok(Some(laid));
        }
    }
    Ok(None)
}

/// The mean result of races between players who both hold a stopper, for the player to move.
fn mean_race(
    duel: &Duel,
    queries: &mut PartitionQueries<'_>,
    effort: WorthEffort,
    stream: &mut Stream,
) -> Result<f64, NoAnswer> {
    let (own, other) = (duel.racks[duel.to_move], duel.racks[1 - duel.to_move]);
    let own_stoppers = smallest(queries, &own, effort.search, stream)?;
    let their_stoppers = smallest(queries, &other, effort.search, stream)?;
    let spare = |rack: &TileCounts, stoppers: &[TileCounts]| {
        rack.len() as f64 - stoppers.first().map_or(0, TileCounts::len) as f64
    };
    let lead = spare(&own, &own_stoppers) - spare(&other, &their_stoppers);
    let seed = stream.next_u64();
    let mut sum = 0.0;
    for number in 0..effort.races {
        let mut luck = Stream::new(Key::sample(seed, "race", number as u64));
        let stoppers = [own_stoppers.as_slice(), their_stoppers.as_slice()];
        match race_on(duel, stoppers, queries, &mut luck) {
            Ok(won) => sum += won,
            // No race can be run with a joker on the table, or without questions left.
            Err(NoAnswer::BudgetExhausted) => return Ok((lead / LEAD).clamp(-OUT, OUT)),
            Err(halt) => return Err(halt),
        }
    }
    Ok(sum / effort.races.max(1) as f64)
}
