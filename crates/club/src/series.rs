//! A series at home: two to six people, several rounds by any rule system, who leads, and how
//! likely each is to be first after the last round.

use std::collections::BTreeSet;

use rummilab_chance::{Key, Stream};
use rummilab_core::placement::placement_points;
use rummilab_core::{BySeat, MAX_PLAYERS, MatchOrder, RuleSet, Seat, SeatResult, line_and_column};
use serde::{Deserialize, Serialize};

use crate::game::{GameFault, results_at};
use crate::people::{PeopleError, check_name};
use crate::racks::RackBounds;

/// Fewer people play no round.
const FEWEST: usize = 2;
/// The most rounds of a series.
const MOST_ROUNDS: usize = 100;
/// Random ways for the series to go on, each with every exchange of the players in a circle.
const FUTURES: usize = 4000;
/// Samples of the recorded rounds, drawn from them again, that give the interval; their futures.
const RESAMPLES: usize = 200;
const FEWER_FUTURES: usize = 500;

/// A series as its file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesFile {
    pub name: String,
    /// A rule system by its name, or its whole TOML.
    pub rules: String,
    /// Fields of the rules with other values, as `key=value`.
    #[serde(default)]
    pub options: Vec<String>,
    /// The planned number of rounds.
    pub rounds: usize,
    pub players: Vec<String>,
    /// The results of each round as people write them, in the order of the players: `- / R5 / 12`.
    #[serde(default)]
    pub results: Vec<String>,
}

/// Why there is no such series.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeriesError {
    #[error("line {0}: {1}")]
    File(usize, String),
    #[error("a series has {FEWEST} to {MAX_PLAYERS} players with different names, not {0}")]
    Players(usize),
    #[error(transparent)]
    Name(#[from] PeopleError),
    #[error("a series has 1 to {MOST_ROUNDS} rounds, at least those that are played, not {0}")]
    Rounds(usize),
    #[error("round {0}: {1}")]
    Round(usize, GameFault),
}

impl SeriesFile {
    /// Reads the text of the file.
    ///
    /// # Errors
    /// The line and what is wrong in it.
    pub fn parse(text: &str) -> Result<SeriesFile, SeriesError> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| line_and_column(text, &span).0);
            SeriesError::File(line.unwrap_or(1), error.message().to_owned())
        })
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        // Strings, numbers and lists can always be written.
        toml::to_string_pretty(self).unwrap_or_default()
    }
}

/// What a player gains in a round: by the first criterion of the rules over several games, then
/// points.
pub type Gain = [i64; 2];

/// A series with its results.
#[derive(Debug, Clone)]
pub struct Series {
    file: SeriesFile,
    rules: RuleSet,
    /// For each round, the result of each player who took part.
    results: Vec<Vec<Option<SeatResult>>>,
}

/// The chance of a player to be first in the end.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FirstChance {
    /// From 0 to 1; players who share the first place share the chance.
    pub chance: f64,
    /// The 95 % interval, from the limited number of recorded rounds.
    pub interval: [f64; 2],
    /// Whether nobody can catch the player any more, whatever happens.
    pub certain: bool,
    /// Whether the player cannot be first any more, whatever happens.
    pub impossible: bool,
}

impl Series {
    /// The series of a file under the rules that it names.
    ///
    /// # Errors
    /// If players, rounds or a result cannot be.
    pub fn new(file: SeriesFile, rules: &RuleSet) -> Result<Series, SeriesError> {
        let players = file.players.len();
        file.players.iter().try_for_each(|name| check_name(name))?;
        let names: BTreeSet<&String> = file.players.iter().collect();
        if names.len() < players || !(FEWEST..=MAX_PLAYERS).contains(&players) {
            return Err(SeriesError::Players(players));
        }
        if !(1..=MOST_ROUNDS).contains(&file.rounds) || file.results.len() > file.rounds {
            return Err(SeriesError::Rounds(file.rounds));
        }
        let order: BySeat<usize> = BySeat::from_fn(players, Seat::index);
        let mut results = Vec::new();
        for (number, text) in file.results.iter().enumerate() {
            let texts: Vec<&str> = text.split('/').collect();
            // The first of the list begins the first round, the next one the second.
            let starter = Seat(number % players);
            let round = results_at(rules, (&order, starter), FEWEST, &texts);
            results.push(round.map_err(|why| SeriesError::Round(number + 1, why))?);
        }
        Ok(Series {
            rules: rules.clone(),
            file,
            results,
        })
    }

    pub fn file(&self) -> &SeriesFile {
        &self.file
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The rounds still to be played.
    pub fn left(&self) -> usize {
        self.file.rounds - self.results.len()
    }

    /// What each player gained in each round; `None` for who took no part.
    pub fn gains(&self) -> Vec<Vec<Option<Gain>>> {
        let rounds = self.results.iter();
        rounds.map(|round| gains_of(&self.rules, round)).collect()
    }

    /// What each player has so far.
    pub fn totals(&self) -> Vec<Gain> {
        let mut totals = vec![[0; 2]; self.file.players.len()];
        for round in self.gains() {
            for (total, gain) in totals.iter_mut().zip(round) {
                *total = sum(*total, gain.unwrap_or_default());
            }
        }
        totals
    }

    /// The rank of each player, from 1; equal totals share one.
    pub fn ranks(&self) -> Vec<usize> {
        let totals = self.totals();
        let better = |own: &Gain| totals.iter().filter(|other| *other > own).count();
        totals.iter().map(|own| better(own) + 1).collect()
    }

    /// The chance of each player to be first after the last round. The rounds to come are drawn
    /// from `recorded` ones of as many players, who are all equally strong. Without any, chances
    /// are known only after the last round: `None` before.
    pub fn chances(&self, recorded: &[Vec<Gain>], seed: u64) -> Option<Vec<FirstChance>> {
        let totals = self.totals();
        if recorded.is_empty() && self.left() > 0 {
            return None;
        }
        let mut stream = Stream::new(Key::sample(seed, "series", 0));
        let futures = Futures {
            left: self.left(),
            totals: &totals,
        };
        let chances = futures.shares(recorded, FUTURES, &mut stream);
        let resampled: Vec<Vec<f64>> = (0..RESAMPLES)
            .map(|_| {
                let again = (0..recorded.len()).filter_map(|_| stream.pick(recorded).cloned());
                let again: Vec<Vec<Gain>> = again.collect();
                futures.shares(&again, FEWER_FUTURES, &mut stream)
            })
            .collect();
        let (most, first) = (self.most_gained(), |gain: &Gain| gain[0]);
        let chance = |at: usize| {
            let mut shares: Vec<f64> = resampled.iter().map(|shares| shares[at]).collect();
            shares.sort_by(f64::total_cmp);
            let others = || (0..totals.len()).filter(|other| *other != at);
            let ahead = |one: usize, other: usize| first(&totals[one]) - first(&totals[other]);
            let over = self.left() == 0;
            FirstChance {
                chance: chances[at],
                interval: [5, 194]
                    .map(|place| shares[place])
                    .map(|end| end.clamp(0.0, 1.0)),
                certain: others().all(|other| ahead(at, other) > most)
                    || over && chances[at] == 1.0,
                impossible: others().any(|other| ahead(other, at) > most)
                    || over && chances[at] == 0.0,
            }
        };
        Some((0..totals.len()).map(chance).collect())
    }

    /// What decides over the rounds.
    pub fn criterion(&self) -> MatchOrder {
        first_criterion(&self.rules, self.file.players.len())
    }

    /// More than this a player cannot gain on another in the rounds left, by the first criterion.
    fn most_gained(&self) -> i64 {
        let bounds = RackBounds::new(&self.rules);
        let flat = bounds.most_flat() * self.file.players.len() as u64;
        // One player wins all that others can lose, and another loses as much.
        let points = 2 * i64::try_from(bounds.most() + flat).unwrap_or(i64::MAX / 4);
        let a_round = match self.criterion() {
            MatchOrder::Total => points,
            MatchOrder::Wins => 1,
            MatchOrder::Placement => i64::from(self.rules.tie_first_points.max(4)),
        };
        a_round.saturating_mul(self.left() as i64)
    }
}

/// What decides over several games of so many players: wins where games have no scores, points
/// where there are no placement points.
fn first_criterion(rules: &RuleSet, players: usize) -> MatchOrder {
    match rules.match_order {
        _ if !rules.has_scores() => MatchOrder::Wins,
        MatchOrder::Placement if players < 3 => MatchOrder::Total,
        order => order,
    }
}

/// What each player gains by these results of a round; `None` for who took no part.
pub fn gains_of(rules: &RuleSet, results: &[Option<SeatResult>]) -> Vec<Option<Gain>> {
    let there: Vec<SeatResult> = results.iter().flatten().copied().collect();
    let placement = placement_points(rules, &there).unwrap_or_default();
    let mut placement = placement.into_iter();
    let mut gain = |result: &SeatResult| {
        let placement = placement.next().unwrap_or(0);
        let first = match first_criterion(rules, results.len()) {
            MatchOrder::Total => i64::from(result.score),
            MatchOrder::Wins => i64::from(result.place == 1),
            MatchOrder::Placement => i64::from(placement),
        };
        [first, i64::from(result.score)]
    };
    results
        .iter()
        .map(|own| own.as_ref().map(&mut gain))
        .collect()
}

fn sum(one: Gain, other: Gain) -> Gain {
    [one[0] + other[0], one[1] + other[1]]
}

/// The rounds to come.
struct Futures<'a> {
    left: usize,
    totals: &'a [Gain],
}

impl Futures<'_> {
    /// Each player's share of the first place over random futures. These do not depend on the
    /// totals, so who has more does not have a smaller share.
    fn shares(&self, recorded: &[Vec<Gain>], futures: usize, stream: &mut Stream) -> Vec<f64> {
        let players = self.totals.len();
        let mut shares = vec![0.0; players];
        let futures = if self.left == 0 { 1 } else { futures };
        for _ in 0..futures {
            let mut gained = vec![[0; 2]; players];
            for _ in 0..self.left {
                let mut round = stream.pick(recorded).cloned().unwrap_or_default();
                stream.shuffle(&mut round);
                for (sum_of, gain) in gained.iter_mut().zip(round) {
                    *sum_of = sum(*sum_of, gain);
                }
            }
            // Every player can have what any other has in this future.
            for _ in 0..players {
                self.share(&gained, &mut shares);
                gained.rotate_left(1);
            }
        }
        let all = (futures * players) as f64;
        shares.iter().map(|share| share / all).collect()
    }

    fn share(&self, gained: &[Gain], shares: &mut [f64]) {
        let ends: Vec<Gain> = self
            .totals
            .iter()
            .zip(gained)
            .map(|(a, b)| sum(*a, *b))
            .collect();
        let Some(best) = ends.iter().max() else {
            return;
        };
        let first = ends.iter().filter(|end| *end == best).count();
        for (share, end) in shares.iter_mut().zip(&ends) {
            if end == best {
                *share += 1.0 / first as f64;
            }
        }
    }
}
