//! Which of several candidates is best, from few noisy games: sequential halving, and a guard. The
//! first candidate is the base.
//!
//! Rounds get equal shares of the games, and after each the better half stays (Karnin, Koren and
//! Somekh, ICML 2013). The base always stays, because the others are compared with it. All meet the
//! same worlds, numbered from 0, so a difference is one of pairs.

use rummilab_playout::PairedMean;

/// What every candidate won, by world.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    /// The values of a candidate in worlds 0, 1, …: as many as it has played.
    pub values: Vec<Vec<f64>>,
    /// The candidates still in the race, the base first, then the best first.
    pub left: Vec<usize>,
}

/// Races `candidates`, the base being 0, with so many games in all. `play` tells what a candidate
/// wins in a world, or `None` where there is no more work: then the race ends with the worlds that
/// all who are left have played. A round whose share is less than a game for each drops the later
/// candidates untried, so the list should begin with the likeliest.
///
/// # Errors
/// What `play` says.
pub fn race<E>(
    candidates: usize,
    games: usize,
    mut play: impl FnMut(usize, usize) -> Result<Option<f64>, E>,
) -> Result<Race, E> {
    let mut race = Race {
        values: vec![Vec::new(); candidates],
        left: (0..candidates).collect(),
    };
    // Halving the challengers leaves one of them before the last round.
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
    /// Puts the best challengers first; the earlier of equal ones.
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
