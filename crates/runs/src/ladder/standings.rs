//! The ratings of a ladder: Plackett-Luce over all games, with errors over deals.

use rummilab_core::RuleSet;
use rummilab_record::Program;
use rummilab_stats::faults::FaultList;
use rummilab_stats::summary::{BotSummary, PairSummary, Summary};
use rummilab_stats::{Interval, SummaryBuilder};
use serde::Serialize;

use super::Ladder;
use crate::error::RunsError;
use crate::planned::header_of;

/// The state of a ladder, as in `ladder.json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LadderStandings {
    /// The last step of `history.csv`.
    pub step: u64,
    /// Title of the rule system.
    pub rules: String,
    pub players: usize,
    pub seed: u64,
    /// Deals of each pair.
    pub deals: u64,
    /// Level of every interval.
    pub level: f64,
    /// The bot whose rating is zero.
    pub anchor: String,
    pub games: u64,
    /// Pairs of the bots that play, all of whose deals are played.
    pub pairs_played: usize,
    /// Pairs of the bots that play.
    pub pairs: usize,
    /// One row per bot, the highest rating first.
    pub bots: Vec<Standing>,
    /// One row per pair of bots that met.
    pub meetings: Vec<PairSummary>,
}

/// A bot of a ladder. Figures are null where it has no games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    pub bot: String,
    /// What plays: its canonical name.
    pub plays: String,
    /// The version of its behaviour; null for programs.
    pub version: Option<u32>,
    /// The programs that played as it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<Program>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether it has no file, so that it plays no more.
    pub retired: bool,
    pub games: u64,
    /// Wins per seat taken, ties split.
    pub win_rate: Option<f64>,
    pub win_rate_ci: Option<Interval>,
    /// Points above the anchor; 100 points are a probability of 64 % between two. Null without a
    /// chain of games to the anchor.
    pub rating: Option<f64>,
    /// Null for the anchor, and where all deals say the same: also for a bot that won all or none
    /// of the games of each pair.
    pub rating_ci: Option<Interval>,
}

/// A ladder with its figures.
pub struct RatedLadder {
    pub standings: LadderStandings,
    /// The figures of all games. Those of turns are none, because turns are not read.
    pub summary: Summary,
    pub rules: RuleSet,
    /// The places of the bots in the summary, the highest rating first.
    pub order: Vec<usize>,
    builder: SummaryBuilder,
}

impl RatedLadder {
    /// The faults of all games.
    pub fn faults(&self) -> &FaultList {
        self.builder.faults()
    }

    /// The rating of the first bot less that of the second, with its interval; `None` for unknown
    /// names. There is no interval where all deals say the same. It is widened for a bot that has
    /// won all or none of the games of each pair.
    pub fn difference(&self, bot: &str, other: &str) -> Option<(f64, Option<Interval>)> {
        let place = |name: &str| self.summary.bots.iter().position(|bot| bot.bot == name);
        let (points, ends) = self.builder.rating_difference(place(bot)?, place(other)?)?;
        let places = [place(bot)?, place(other)?].into_iter();
        let one_sided = places.filter(|bot| self.builder.is_one_sided(*bot));
        let one_sided = one_sided.count();
        if one_sided == 0 {
            return Some((points, ends));
        }
        let half = ends.map_or(0.0, |ends| ends.width() / 2.0);
        let half = half.hypot(HALF_OF_ONE_SIDED * (one_sided as f64).sqrt());
        Some((points, Interval::new(points - half, points + half)))
    }
}

/// Half the interval of the rating of a bot that has won all or none of its games, in points. With
/// its half game against the anchor the information n·p·(1-p) is about one half, so the error is
/// √2 of 174 points.
const HALF_OF_ONE_SIDED: f64 = 482.0;

impl Ladder {
    /// The ratings of the games that are there.
    ///
    /// # Errors
    /// If a record cannot be read, or belongs to another ladder.
    pub fn rated(&self) -> Result<RatedLadder, RunsError> {
        let games = self.games()?;
        let header = games.pool.header().unwrap_or_else(|| header_of(&self.plan));
        let builder = games.pool.figures(&header, self.plan.anchor());
        let summary = builder.summary();
        let rating = |bot: usize| summary.bots[bot].rating.unwrap_or(f64::NEG_INFINITY);
        let mut order: Vec<usize> = (0..summary.bots.len()).collect();
        order.sort_by(|a, b| rating(*b).total_cmp(&rating(*a)));
        let row = |bot: &usize| {
            let (figures, entry) = (&summary.bots[*bot], &header.bots[*bot]);
            let known = self.bots.iter().find(|one| one.name == entry.label);
            let BotSummary { bot, results, .. } = figures;
            Standing {
                bot: bot.clone(),
                plays: entry.canonical.clone(),
                version: entry.version,
                programs: entry.programs.clone(),
                note: known.and_then(|known| known.note.clone()),
                retired: known.is_none(),
                games: figures.games,
                win_rate: results.win_rate,
                win_rate_ci: results.win_rate_ci,
                rating: figures.rating,
                rating_ci: figures.rating_ci,
            }
        };
        let pairs = self.pairs();
        let played = pairs.iter().filter(|pair| self.is_played(**pair, &games));
        let standings = LadderStandings {
            step: 0,
            rules: summary.rules.clone(),
            players: summary.players,
            seed: summary.seed,
            deals: self.conditions.deals,
            level: summary.level,
            anchor: header.bots[self.plan.anchor()].label.clone(),
            games: summary.games,
            pairs_played: played.count(),
            pairs: pairs.len(),
            bots: order.iter().map(row).collect(),
            meetings: summary.pairs.clone(),
        };
        Ok(RatedLadder {
            standings,
            rules: header.rules,
            summary,
            order,
            builder,
        })
    }
}
