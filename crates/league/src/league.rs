//! A league: strengths, the pay-off matrix, its Nash mixture and each bot's worst opponent.
//!
//! With two players a league is a matrix game: each side picks a bot, and wins what its bot's win
//! rate lies above one half. Between equal sides the game is worth nothing, so a Nash mixture is a
//! way to pick bots that no bot beats on average. Where there are several, the one in their midst
//! is told, and how far they reach. The matrix is an estimate, and which bots are in its mixture
//! can hang on little: the mixture of matrices that are resampled over blocks shows by how much.
//! Their spread is no confidence interval, because a mixture does not follow its matrix smoothly.
//!
//! With three or four players there are strengths and win rates only. Such a game is not one of two
//! sides whose interests are opposed: it may have several equilibria of different worth, and to
//! play one's part of one of them promises nothing if others play theirs of another.

use rummilab_chance::{Key, Stream};
use rummilab_stats::{Interval, LEVEL, Summary, rate_interval};
use serde::{Deserialize, Serialize};

use crate::game::{GameError, MatrixGame};
use crate::nash::{centre, equilibrium, weights};
use crate::tally::LeagueTally;

/// Weights below this are rounding: an equilibrium may lose 1e-9, which close games turn into
/// weights of some 1e-7.
const IN_MIXTURE: f64 = 1e-5;
/// What the stream of the resamples is called.
const PURPOSE: &str = "league";

/// A league, as `league.json` holds it. Shares are from 0 to 1; intervals have the level `level`
/// and are taken over blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct League {
    /// Hash of the plan.
    pub plan_hash: String,
    /// Master seed.
    pub seed: u64,
    /// Name of the rule system.
    pub rules: String,
    /// Seats in a game.
    pub players: usize,
    /// Blocks.
    pub blocks: u64,
    /// Games.
    pub games: u64,
    /// Level of the intervals.
    pub level: f64,
    /// The bot that ratings are counted from.
    pub anchor: Option<String>,
    /// One row per bot, in the order of the plan.
    pub bots: Vec<Entry>,
    /// Wins of the bot of the row against that of the column, both in the order of the plan; null
    /// with more than two players.
    pub payoffs: Option<Vec<Vec<PairResult>>>,
    /// The Nash mixture; null with more than two players.
    pub nash: Option<Nash>,
}

/// One bot of a league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its label.
    pub bot: String,
    /// Games it sat in.
    pub games: u64,
    /// Wins per seat taken, ties split.
    pub win_rate: Option<f64>,
    /// Interval of it.
    pub win_rate_ci: Option<Interval>,
    /// Mean game points per seat taken; null where games have no scores.
    pub mean_score: Option<f64>,
    /// Plackett-Luce rating in points above the anchor.
    pub rating: Option<f64>,
    /// Interval of the rating; null for the anchor.
    pub rating_ci: Option<Interval>,
    /// Its worst opponent; null with more than two players.
    pub worst: Option<Worst>,
}

/// The opponent in the league that beats a bot most often: a best response among these bots, and so
/// a lower bound of how far it can be exploited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// The opponent.
    pub against: String,
    /// Wins of the opponent. The largest of several estimates, so rather too large.
    pub wins: f64,
    /// What the wins of some opponent lie above one half at least, with the level of the league:
    /// the largest lower end of intervals that hold for all opponents together (Bonferroni); where
    /// all blocks were alike, from their number alone. Zero where nobody is known to win more than
    /// half.
    pub at_least: f64,
}

/// One pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// Wins of the row, ties split; one half for a bot against itself, which is not played.
    pub wins: f64,
    /// Interval of it; null where all blocks are alike.
    pub ci: Option<Interval>,
}

/// A mixture of bots that no bot of the league beats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nash {
    /// By how much the best bot of the league beats the mixture, recounted: zero but for rounding.
    pub gap: f64,
    /// How many matrices were resampled.
    pub resamples: u64,
    /// One row per bot, in the order of the plan.
    pub weights: Vec<Weight>,
}

/// What one bot has to do with the mixture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weight {
    /// The bot.
    pub bot: String,
    /// How often the mixture picks it.
    pub weight: f64,
    /// The least and the most that it weighs in any mixture that nobody beats.
    pub all: [f64; 2],
    /// Its wins against the mixture, at most one half.
    pub against_mixture: f64,
    /// In what share of the resampled matrices the mixture picks it at all.
    pub in_resamples: f64,
    /// 2.5 and 97.5 % quantiles of its weight over the resampled matrices.
    pub resampled: [f64; 2],
}

/// Why there is no league.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LeagueError {
    /// A single bot.
    #[error("nobody met anybody; expected a round robin of at least two bots")]
    TooFew,
    /// Two bots did not meet.
    #[error(
        "`{0}` and `{1}` never met; expected a round robin, in which every bot meets every other"
    )]
    NeverMet(String, String),
    /// Lists of different lengths.
    #[error("its matrix or its mixture is not that of its {0} bots")]
    NotSquare(usize),
    /// No answer about the matrix.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl League {
    /// The league of a run whose numbers are in `summary` and, with two players, whose blocks are
    /// all in `tally`.
    ///
    /// # Errors
    /// With fewer than two bots; with two players if some pair never met.
    pub fn new(
        summary: &Summary,
        tally: &LeagueTally,
        resamples: u64,
    ) -> Result<League, LeagueError> {
        if summary.bots.len() < 2 || summary.pairs.is_empty() {
            return Err(LeagueError::TooFew);
        }
        let names: Vec<&str> = summary.bots.iter().map(|bot| bot.bot.as_str()).collect();
        let of_two = summary.players == 2;
        let payoffs = of_two.then(|| payoffs(&names, tally)).transpose()?;
        let nash = payoffs.as_ref().map(|payoffs| {
            let mut stream = Stream::new(Key::sample(summary.seed, PURPOSE, 0));
            nash(&names, payoffs, tally, resamples, &mut stream)
        });
        let entry = |(number, bot): (usize, &rummilab_stats::summary::BotSummary)| Entry {
            bot: bot.bot.clone(),
            games: bot.games,
            win_rate: bot.results.win_rate,
            win_rate_ci: bot.results.win_rate_ci,
            mean_score: bot.results.mean_score,
            rating: bot.rating,
            rating_ci: bot.rating_ci,
            worst: payoffs
                .as_ref()
                .and_then(|payoffs| worst(number, &names, payoffs, tally)),
        };
        Ok(League {
            plan_hash: summary.plan_hash.clone(),
            seed: summary.seed,
            rules: summary.rules.clone(),
            players: summary.players,
            blocks: summary.blocks,
            games: summary.games,
            level: summary.level,
            anchor: summary.anchor.clone(),
            bots: summary.bots.iter().enumerate().map(entry).collect(),
            nash: nash.transpose()?,
            payoffs,
        })
    }
}

impl League {
    /// Whether lists and matrix have as many rows and columns as there are bots, which a file need
    /// not have.
    ///
    /// # Errors
    /// If they have not.
    pub fn check(&self) -> Result<(), LeagueError> {
        let bots = self.bots.len();
        let square = |payoffs: &Vec<Vec<PairResult>>| {
            payoffs.len() == bots && payoffs.iter().all(|row| row.len() == bots)
        };
        let whole = self.payoffs.as_ref().is_none_or(square)
            && self
                .nash
                .as_ref()
                .is_none_or(|nash| nash.weights.len() == bots);
        if whole {
            Ok(())
        } else {
            Err(LeagueError::NotSquare(bots))
        }
    }
}

/// The matrix of win rates.
fn payoffs(names: &[&str], tally: &LeagueTally) -> Result<Vec<Vec<PairResult>>, LeagueError> {
    let even = PairResult {
        wins: 0.5,
        ci: None,
    };
    let mut cells = vec![vec![even; names.len()]; names.len()];
    for a in 0..names.len() {
        for b in a + 1..names.len() {
            let met = tally.pair(a, b).and_then(|pair| {
                let wins = pair.means.mean()?;
                Some((wins, rate_interval(&pair.means, LEVEL)))
            });
            let (wins, ci) =
                met.ok_or_else(|| LeagueError::NeverMet(names[a].to_owned(), names[b].to_owned()))?;
            let turned = ci.and_then(|ci| Interval::new(1.0 - ci.high(), 1.0 - ci.low()));
            cells[a][b] = PairResult { wins, ci };
            cells[b][a] = PairResult {
                wins: 1.0 - wins,
                ci: turned,
            };
        }
    }
    Ok(cells)
}

/// The opponent that beats a bot most often; the first of several. A bot that nobody beats has its
/// worst opponent too.
fn worst(
    bot: usize,
    names: &[&str],
    payoffs: &[Vec<PairResult>],
    tally: &LeagueTally,
) -> Option<Worst> {
    let others = (0..names.len()).filter(|other| *other != bot);
    let against = others.clone().min_by(|a, b| {
        let wins = |other: &usize| payoffs[bot][*other].wins;
        wins(a).total_cmp(&wins(b))
    })?;
    let level = 1.0 - (1.0 - LEVEL) / (names.len() - 1) as f64;
    let surely = |other: usize| {
        let pair = tally.pair(bot.min(other), bot.max(other))?;
        let lost = match rate_interval(&pair.means, level) {
            Some(ci) if bot < other => 1.0 - ci.high(),
            Some(ci) => ci.low(),
            None => (1.0 - payoffs[bot][other].wins) * alike(pair.means.blocks(), level),
        };
        Some(lost - 0.5)
    };
    Some(Worst {
        against: names[against].to_owned(),
        wins: 1.0 - payoffs[bot][against].wins,
        at_least: others.filter_map(surely).fold(0.0, f64::max),
    })
}

/// The least chance that a block is like all the others, if so many were alike: the lower end of
/// the exact interval of a share of which every case was seen (Clopper and Pearson, Biometrika 26,
/// 1934).
fn alike(blocks: u64, level: f64) -> f64 {
    ((1.0 - level) / 2.0).powf(1.0 / blocks as f64)
}

fn nash(
    names: &[&str],
    payoffs: &[Vec<PairResult>],
    tally: &LeagueTally,
    resamples: u64,
    stream: &mut Stream,
) -> Result<Nash, GameError> {
    let edges: Vec<Vec<f64>> = payoffs
        .iter()
        .map(|row| row.iter().map(|cell| cell.wins - 0.5).collect())
        .collect();
    let game = MatrixGame::new(&edges)?;
    let found = weights(&game, &equilibrium(&game)?)?;
    let mut again: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for _ in 0..resamples {
        let game = MatrixGame::new(&tally.resampled(names.len(), stream))?;
        let (mixture, _) = centre(&game, &equilibrium(&game)?)?;
        for (all, weight) in again.iter_mut().zip(mixture) {
            all.push(weight);
        }
    }
    let against = game.of_columns(&found.centre);
    let row = |bot: usize| {
        let all = &mut again[bot].clone();
        all.sort_unstable_by(f64::total_cmp);
        let picked = all.iter().filter(|weight| **weight > IN_MIXTURE).count();
        Weight {
            bot: names[bot].to_owned(),
            weight: found.centre[bot],
            all: [found.least[bot], found.most[bot]],
            against_mixture: against[bot] + 0.5,
            in_resamples: picked as f64 / (all.len() as f64).max(1.0),
            resampled: [quantile(all, 0.025), quantile(all, 0.975)],
        }
    };
    Ok(Nash {
        gap: against.iter().copied().fold(0.0, f64::max),
        resamples,
        weights: (0..names.len()).map(row).collect(),
    })
}

/// The inverse of the empirical distribution; zero of nothing.
fn quantile(sorted: &[f64], level: f64) -> f64 {
    let at = (level * sorted.len() as f64).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or(0.0)
}
