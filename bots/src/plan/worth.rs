//! What an empty pool is worth before anybody has moved there: the mean result of races between
//! players who have just looked for their stoppers.

use rummilab_chance::{Key, Stream};
use rummilab_core::{PerRules, RuleSet, TileCounts};
use rummilab_solver::Solver;

use super::duel::{Duel, Move};
use super::race::race_on;
use super::stopper::smallest;
use crate::roster::PartitionAutomaton;
use crate::standoff::{NoAnswer, PartitionQueries, larger_plays, one_by_one};

/// Most questions about one position, the search and the races together. Reaching it leaves the
/// position without an answer.
const QUESTIONS: u64 = 1_000_000;
/// What a player wins who goes out next: as much as a race with all spare turns left.
const OUT: f64 = 1.5;
/// A lead of this many spare tiles counts as a won race where no race can be run, and a lead half
/// as large again as one with all spare turns left.
const LEAD: f64 = 8.0;

/// Work for judging one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorthEffort {
    /// Questions for the stoppers of each player.
    pub search: u64,
    pub races: usize,
}

/// Judges positions of two players with an empty pool, both of whom have opened.
#[derive(Debug, Default)]
pub struct Worth {
    /// The automaton for the rules of the last position, if it handles them.
    automaton: PerRules<Option<PartitionAutomaton>>,
}

impl Worth {
    /// The worth to the player to move, from -1.5 to 1.5. The rack of that player comes first.
    ///
    /// # Errors
    /// [`NoAnswer::BudgetExhausted`] if the questions run out before a race. In a race, the lead
    /// decides.
    pub fn of(
        &mut self,
        (rules, table): (&RuleSet, TileCounts),
        racks: [TileCounts; 2],
        solver: &mut dyn Solver,
        effort: WorthEffort,
        stream: &mut Stream,
    ) -> Result<f64, NoAnswer> {
        let automaton = self.automaton.of(rules, PartitionAutomaton::new).as_mut();
        let duel = Duel {
            to_move: 0,
            racks,
            table,
            passes: 0,
        };
        let mut queries = PartitionQueries::new(rules, solver, QUESTIONS).with(automaton);
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
    // Who is not stopped goes out: the player to move now, the other on the next turn, unless a
    // play of the player to move spoils that. Then both are stopped, and the other is to move.
    if !queries.stops(other)? {
        return Ok(OUT);
    }
    if queries.stops(own)? {
        return raced(duel, queries, effort, stream);
    }
    match spoiler(duel, queries)? {
        Some(laid) => Ok(-raced(
            &duel.after(Move::Lay(laid)),
            queries,
            effort,
            stream,
        )?),
        None => Ok(-OUT),
    }
}

/// A small play after which the other cannot go out, though the rack as it is stops nobody: the
/// cheapest tile that does it, or a larger play where no tile does. `None` if none is found.
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
fn raced(
    duel: &Duel,
    queries: &mut PartitionQueries<'_>,
    effort: WorthEffort,
    stream: &mut Stream,
) -> Result<f64, NoAnswer> {
    let (own, other) = (duel.racks[duel.to_move], duel.racks[1 - duel.to_move]);
    let found = smallest(queries, &own, effort.search, stream)?;
    let theirs = smallest(queries, &other, effort.search, stream)?;
    let spare = |rack: &TileCounts, found: &[TileCounts]| {
        rack.len() as f64 - found.first().map_or(0, TileCounts::len) as f64
    };
    let lead = spare(&own, &found) - spare(&other, &theirs);
    let seed = stream.next_u64();
    let mut sum = 0.0;
    for number in 0..effort.races {
        let mut luck = Stream::new(Key::sample(seed, "race", number as u64));
        match race_on(duel, [&found, &theirs], queries, &mut luck) {
            Ok(won) => sum += won,
            // No race is run with a joker on the table, or where the questions ran out.
            Err(NoAnswer::BudgetExhausted) => return Ok((lead / LEAD).clamp(-OUT, OUT)),
            Err(halt) => return Err(halt),
        }
    }
    Ok(sum / effort.races.max(1) as f64)
}
