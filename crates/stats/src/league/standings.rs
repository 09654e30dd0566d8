//! A league: strengths, the pay-off matrix, its Nash mixture, and the worst opponent of each bot.
//!
//! With two players a league is a matrix game. Each side picks a bot, and its payoff is the bot's
//! win rate minus one half. The game is symmetric, so its value is zero, and no bot beats a Nash
//! mixture on average. If there are several mixtures, the league reports their centroid and the
//! range of each weight. The matrix is an estimate, and small errors can change which bots are in
//! its mixture. Mixtures of matrices resampled over blocks show by how much. Their spread is no
//! confidence interval, because a mixture is not a smooth function of its matrix.
//!
//! With more players there are only strengths and win rates. Such a game is not one
//! between two opposed sides. It may have several equilibria of different value. Playing one's part
//! of one equilibrium guarantees nothing if others play their parts of another.

use crate::{Interval, LEVEL, Summary, rate_interval};
use rummilab_chance::{Key, Stream};
use serde::{Deserialize, Serialize};

use super::game::{GameError, MatrixGame};
use super::nash::{centre, equilibrium, weights};
use super::tally::LeagueTally;

/// Weights below this are rounding: an equilibrium may lose 1e-9, which in close games gives
/// weights of some 1e-7.
const IN_MIXTURE: f64 = 1e-5;
/// The name of the random stream of the resamples.
const PURPOSE: &str = "league";

/// A league, as `league.json` holds it. Shares are from 0 to 1; intervals have the level `level`
/// and are taken over blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct League {
    pub plan_hash: String,
    pub seed: u64,
    /// Name of the rule system.
    pub rules: String,
    pub players: usize,
    pub blocks: u64,
    pub games: u64,
    pub level: f64,
    /// The bot relative to which ratings are given.
    pub anchor: Option<String>,
    /// One row per bot, in the order of the plan.
    pub bots: Vec<Entry>,
    /// The win rate of the row's bot against the column's bot, both in the order of the plan; null
    /// with more than two players, and where some pair never met.
    pub payoffs: Option<Vec<Vec<PairResult>>>,
    /// The Nash mixture; null where there is no matrix.
    pub nash: Option<Nash>,
    /// Whether a block holds all games of a deal, as where several runs are counted together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_deal: bool,
}

/// One bot of a league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub bot: String,
    pub games: u64,
    /// Wins per seat taken, ties split.
    pub win_rate: Option<f64>,
    /// Interval of the win rate.
    pub win_rate_ci: Option<Interval>,
    /// Mean game points per seat taken; null where games have no scores.
    pub mean_score: Option<f64>,
    /// Plackett-Luce rating in points above the anchor.
    pub rating: Option<f64>,
    /// Interval of the rating; null for the anchor.
    pub rating_ci: Option<Interval>,
    /// Its worst opponent; null where there is no matrix.
    pub worst: Option<Worst>,
}

/// The opponent in the league that beats a bot most often. It is a best response among these bots,
/// so its win rate is a lower bound on how far the bot can be exploited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    pub against: String,
    /// The opponent's win rate. It is the largest of several estimates, so it is biased upwards.
    pub wins: f64,
    /// A lower bound, with the level of the league, on the largest excess of any opponent's win
    /// rate over one half. It is the largest lower end of intervals that hold for all opponents
    /// together (Bonferroni). If all blocks were alike, it follows from their number alone. Zero if
    /// no opponent is known to win more than half.
    pub at_least: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// Win rate of the row, ties split; one half for a bot against itself, which is not played.
    pub wins: f64,
    /// Interval of the win rate; null if all blocks are alike.
    pub ci: Option<Interval>,
}

/// A mixture of bots that no bot of the league beats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nash {
    /// How much the best bot of the league wins against the mixture, recomputed: zero but for
    /// rounding.
    pub gap: f64,
    /// The number of resampled matrices.
    pub resamples: u64,
    /// One row per bot, in the order of the plan.
    pub weights: Vec<Weight>,
}

/// One bot's weight in the mixture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weight {
    pub bot: String,
    /// The probability with which the mixture picks it.
    pub weight: f64,
    /// Its least and its largest weight in any Nash mixture.
    pub all: [f64; 2],
    /// Its win rate against the mixture, at most one half.
    pub against_mixture: f64,
    /// The share of resampled matrices whose mixture gives it any weight.
    pub in_resamples: f64,
    /// 2.5 and 97.5 % quantiles of its weight over the resampled matrices.
    pub resampled: [f64; 2],
}

/// Why there is no league.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LeagueError {
    /// There are fewer than two bots.
    #[error("nobody met anybody; expected a round robin of at least two bots")]
    TooFew,
    #[error(
        "`{0}` and `{1}` never met; expected a round robin, in which every bot meets every other"
    )]
    NeverMet(String, String),
    /// The lists have different lengths.
    #[error("its matrix or its mixture is not that of its {0} bots")]
    NotSquare(usize),
    /// The matrix game has no answer.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl League {
    /// The league of a run. `summary` holds its numbers; with two players `tally` holds all its
    /// blocks.
    ///
    /// # Errors
    /// With fewer than two bots; with two players if some pair never met.
    pub fn new(
        summary: &Summary,
        tally: &LeagueTally,
        resamples: u64,
    ) -> Result<League, LeagueError> {
        League::made(summary, tally, resamples, summary.players == 2)
    }

    /// The same, of bots that need not all have met: then without matrix and mixture.
    ///
    /// # Errors
    /// With fewer than two bots.
    pub fn of_any(
        summary: &Summary,
        tally: &LeagueTally,
        resamples: u64,
    ) -> Result<League, LeagueError> {
        match League::new(summary, tally, resamples) {
            Err(LeagueError::NeverMet(..)) => League::made(summary, tally, resamples, false),
            made => made,
        }
    }

    fn made(
        summary: &Summary,
        tally: &LeagueTally,
        resamples: u64,
        with_matrix: bool,
    ) -> Result<League, LeagueError> {
        if summary.bots.len() < 2 || summary.pairs.is_empty() {
            return Err(LeagueError::TooFew);
        }
        let names: Vec<&str> = summary.bots.iter().map(|bot| bot.bot.as_str()).collect();
        let payoffs = with_matrix.then(|| payoffs(&names, tally)).transpose()?;
        let nash = payoffs.as_ref().map(|payoffs| {
            let mut stream = Stream::new(Key::sample(summary.seed, PURPOSE, 0));
            nash(&names, payoffs, tally, resamples, &mut stream)
        });
        let entry = |(number, bot): (usize, &crate::summary::BotSummary)| Entry {
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
            by_deal: false,
        })
    }
}

impl League {
    /// Checks that lists and matrix have one row and column for each bot, which a file may violate.
    ///
    /// # Errors
    /// If they do not.
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

/// The opponent that beats a bot most often; the first of several. A bot that nobody beats has a
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

/// A lower bound on the probability of such a block, given that this many blocks were all alike:
/// the lower end of the exact interval of a share when every case was a success (Clopper and
/// Pearson, Biometrika 26, 1934).
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

/// A quantile of the empirical distribution; zero if there are no values.
fn quantile(sorted: &[f64], level: f64) -> f64 {
    let at = (level * sorted.len() as f64).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or(0.0)
}
