//! Sequential halving with a guard: picks the best of several candidates from few noisy games. The
//! first candidate is the base.
//!
//! Rounds get equal shares of the games, and the better half stays after each (Karnin, Koren and
//! Somekh, ICML 2013). The base always stays, because the others are compared with it. All
//! candidates meet the same worlds, numbered from 0, so differences are paired.

use rummilab_playout::PairedMean;

/// The results of every candidate, by world.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    /// The results of each candidate in worlds 0, 1, …: as many as it has played.
    pub values: Vec<Vec<f64>>,
    /// The candidates still in the race, the base first, then the best first.
    pub left: Vec<usize>,
}

/// Races `candidates`, of which 0 is the base, with this many games in all. `play` returns a
/// candidate's result in a world, or `None` if no work is left. Then the race ends with the worlds
/// that all remaining candidates have played. A round whose share is less than one game each drops
/// the later candidates untried, so the list should begin with the likeliest.
///
/// # Errors
/// Any error of `play`.
pub fn race<E>(
    candidates: usize,
    games: usize,
    mut play: impl FnMut(usize, usize) -> Result<Option<f64>, E>,
) -> Result<Race, E> {
    let mut race = Race {
        values: vec![Vec::new(); candidates],
        left: (0..candidates).collect(),
    };
    // Halving the challengers leaves a single one before the last round.
    let challengers = candidates.saturating_sub(1);
    let rounds = 1 + challengers.next_power_of_two().ilog2() as usize;
    let mut worlds = 0;
    let mut played = 0;
    for round in 0..rounds {
        let share = games.saturating_sub(played) / (rounds - round);
        let more = share / race.left.len().max(1);
        for world in worlds..worlds + more {
            for at in 0..race.left.len() {
                let candidate = race.left[at];
                match play(candidate, world)? {
                    Some(value) => race.values[candidate].push(value),
                    None => {
                        for values in &mut race.values {
                            values.truncate(world);
                        }
                        race.rank();
                        return Ok(race);
                    }
                }
            }
        }
        worlds += more;
        played += more * race.left.len();
        race.rank();
        let stay = race.left.len().saturating_sub(1).div_ceil(2);
        race.left.truncate(1 + stay);
    }
    Ok(race)
}

impl Race {
    /// Sorts the best challengers first; of equal ones the earlier stays first.
    fn rank(&mut self) {
        let mean = |candidate: &usize| {
            let values = &self.values[*candidate];
            values.iter().sum::<f64>() / values.len().max(1) as f64
        };
        if let Some((_, challengers)) = self.left.split_first_mut() {
            challengers.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        }
    }
}

/// The best challenger, if it is better than the base by more than `clear` standard errors of the
/// paired difference and both played at least `worlds` worlds; otherwise the base, 0.
pub fn clear_winner(race: &Race, clear: f64, worlds: usize) -> usize {
    let (Some(base), Some(best)) = (race.values.first(), race.left.get(1)) else {
        return 0;
    };
    let pairs = base.iter().zip(&race.values[*best]);
    let better: PairedMean = pairs.map(|(base, other)| other - base).collect();
    let enough = better.pairs() as usize >= worlds.max(1);
    let mean = better.mean();
    if enough && mean > 0.0 && mean > clear * better.error() {
        *best
    } else {
        0
    }
}
