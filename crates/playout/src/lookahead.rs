//! Lookahead: the usual turn of a list, unless another one is clearly better in games that are
//! played on from common deals of the hidden tiles. All turns meet the same deals, so differences
//! are paired.
//!
//! The games are spent by sequential halving: rounds get equal shares of them, and the better half
//! of the other turns stays after each (Karnin, Koren and Somekh, ICML 2013). The usual turn always
//! stays, because the others are compared with it.

use rummilab_bot_api::{BotFault, View};
use rummilab_chance::{Key, Seed, Stream};
use rummilab_core::{BySeat, Game};

use crate::belief::Posterior;
use crate::paired::PairedMean;
use crate::snapshot::snapshot_of;

/// A decision whose turns are compared.
#[derive(Debug, Clone, Copy)]
pub struct Lookahead<'a, 'r> {
    pub view: &'a View<'r>,
    /// What the hidden tiles are drawn from.
    pub belief: &'a Posterior,
    /// With the seed it names the random numbers of the deals.
    pub purpose: &'a str,
    pub seed: Seed,
}

/// How many games are spent on a decision, and what another turn needs to replace the usual one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Selection {
    /// Games of all turns together.
    pub games: usize,
    /// Standard errors of the paired difference by which it must be better.
    pub errors: f64,
    /// Deals on which both must have been tried, at least one.
    pub deals: usize,
}

/// The game as it may stand.
#[derive(Debug, Clone)]
pub struct Deal {
    pub number: u64,
    pub game: Game,
    /// The policy of each seat by the belief.
    pub policies: BySeat<usize>,
}

impl Lookahead<'_, '_> {
    /// Tries these turns on a deal; `None` if `play` has no work left for one of them.
    ///
    /// # Errors
    /// A view whose tiles do not add up, and any error of `play`.
    pub fn on_deal<T>(
        &self,
        number: u64,
        turns: impl IntoIterator<Item = usize>,
        mut play: impl FnMut(usize, Deal) -> Result<Option<T>, BotFault>,
    ) -> Result<Option<Vec<T>>, BotFault> {
        let mut stream = Stream::new(Key::sample(self.seed, self.purpose, number));
        let (hidden, policies) = self.belief.draw(&mut stream);
        let game = Game::resume(self.view.rules, &snapshot_of(self.view, &hidden));
        let game = game.map_err(|why| BotFault::Crash(why.to_string()))?;
        let deal = Deal {
            number,
            game,
            policies,
        };
        let turns = turns.into_iter();
        turns.map(|turn| play(turn, deal.clone())).collect()
    }

    /// The turn to take of a list of this length, by its place; the usual one is the first. `play`
    /// says what a turn is worth on a deal.
    ///
    /// # Errors
    /// Those of [`Lookahead::on_deal`].
    pub fn best(
        &self,
        turns: usize,
        selection: Selection,
        mut play: impl FnMut(usize, Deal) -> Result<Option<f64>, BotFault>,
    ) -> Result<usize, BotFault> {
        let race = race(turns, selection.games, |turns, number| {
            self.on_deal(number, turns.iter().copied(), &mut play)
        })?;
        Ok(race.clear_winner(selection))
    }
}

/// What every turn was worth, by deal.
#[derive(Debug, Clone, PartialEq)]
struct Race {
    /// For each turn its worth on deals 0, 1, …: as many as it was tried on.
    values: Vec<Vec<f64>>,
    /// The turns still in the race, the usual one first, then the best first.
    left: Vec<usize>,
}

/// Races this many turns with this many games in all. `play` tries turns on a deal; where it
/// returns `None`, no work is left and the race ends. A round whose share is less than one game
/// each drops the later turns untried, so the list should begin with the likeliest.
fn race<E>(
    turns: usize,
    games: usize,
    mut play: impl FnMut(&[usize], u64) -> Result<Option<Vec<f64>>, E>,
) -> Result<Race, E> {
    let mut race = Race {
        values: vec![Vec::new(); turns],
        left: (0..turns).collect(),
    };
    // Halving the challengers leaves a single one before the last round.
    let challengers = turns.saturating_sub(1);
    let rounds = 1 + challengers.next_power_of_two().ilog2() as usize;
    let mut deals = 0;
    let mut played = 0;
    for round in 0..rounds {
        let share = games.saturating_sub(played) / (rounds - round);
        let more = share / race.left.len().max(1);
        for deal in deals..deals + more {
            let Some(values) = play(&race.left, deal as u64)? else {
                race.rank();
                return Ok(race);
            };
            for (turn, value) in race.left.iter().zip(values) {
                race.values[*turn].push(value);
            }
        }
        deals += more;
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
        let mean = |turn: &usize| {
            let values = &self.values[*turn];
            values.iter().sum::<f64>() / values.len().max(1) as f64
        };
        if let Some((_, challengers)) = self.left.split_first_mut() {
            challengers.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        }
    }

    /// The best challenger if it is clearly better than the usual turn, otherwise that one, 0.
    fn clear_winner(&self, selection: Selection) -> usize {
        let (Some(usual), Some(best)) = (self.values.first(), self.left.get(1)) else {
            return 0;
        };
        let pairs = usual.iter().zip(&self.values[*best]);
        let better: PairedMean = pairs.map(|(usual, other)| other - usual).collect();
        let enough = better.pairs() as usize >= selection.deals.max(1);
        let mean = better.mean();
        if enough && mean > 0.0 && mean > selection.errors * better.error() {
            *best
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::convert::Infallible;

    use super::*;

    /// Turn t is worth `value(t, deal)`.
    fn raced(turns: usize, games: usize, value: impl Fn(usize, u64) -> f64) -> Race {
        let played = race(turns, games, |turns, deal| {
            let values = turns.iter().map(|turn| value(*turn, deal));
            Ok::<_, Infallible>(Some(values.collect()))
        });
        played.unwrap()
    }

    fn winner(race: &Race, errors: f64, deals: usize) -> usize {
        let games = 0;
        race.clear_winner(Selection {
            games,
            errors,
            deals,
        })
    }

    #[test]
    fn the_race_keeps_the_usual_turn_and_the_best_and_its_budget() {
        for turns in 1..9 {
            for games in [0, 1, 7, 64, 200] {
                let race = raced(turns, games, |t, d| {
                    ((t as u64 * 7 + d * 3) % 10) as f64 / 10.0
                });
                let played: usize = race.values.iter().map(Vec::len).sum();
                assert!(played <= games, "{turns} turns, {games} games: {played}");
                assert_eq!(race.left[0], 0);
                assert!(race.left.len() <= 2);
                let longest = race.values.iter().map(Vec::len).max().unwrap();
                for left in race.left {
                    assert_eq!(race.values[left].len(), longest);
                }
            }
        }
        // The third is best on every deal.
        let race = raced(6, 120, |t, d| match t {
            3 => 1.0,
            _ => ((t as u64 + d) % 2) as f64,
        });
        assert_eq!(race.left, [0, 3]);
        let games = race.values[3].len();
        assert!(games >= 20, "the best gets most of the games: {games}");
        assert_eq!(winner(&race, 2.0, 6), 3);
    }

    #[test]
    fn the_usual_turn_is_left_only_for_what_is_clearly_better() {
        let even = raced(2, 200, |t, d| ((t as u64 + d) % 2) as f64);
        assert_eq!(winner(&even, 1.0, 6), 0);
        let worse = raced(2, 200, |t, _| 1.0 - t as f64);
        assert_eq!(winner(&worse, 0.0, 6), 0);
        let better = raced(2, 200, |t, d| f64::from(u8::from(t == 1 || d % 4 == 0)));
        assert_eq!(winner(&better, 3.0, 6), 1);
        assert_eq!(winner(&better, 1000.0, 6), 0);
        assert_eq!(winner(&better, 3.0, 101), 0, "too few deals");
        // Two wins in two games prove nothing.
        let two = raced(2, 4, |t, _| t as f64);
        assert_eq!(winner(&two, 2.0, 1), 0);
        assert_eq!(winner(&raced(1, 50, |_, _| 1.0), 0.0, 1), 0);
    }

    #[test]
    fn a_race_that_runs_out_of_work_compares_what_all_have_played() {
        let mut left = 17;
        let race = race(4, 1000, |turns, _| {
            let tried = turns.iter().map(|turn| {
                left -= 1;
                (left >= 0).then_some(*turn as f64)
            });
            Ok::<_, Infallible>(tried.collect())
        });
        let lengths: Vec<usize> = race.unwrap().values.iter().map(Vec::len).collect();
        assert_eq!(lengths, [4; 4]);
    }
}
