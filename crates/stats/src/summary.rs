//! The figures of a run, as in `summary.json`. A figure that the evidence does not determine is
//! null. All intervals have the level `level` and are taken over blocks, never over games.
//!
//! Fields ending in `_ci` hold for the number of blocks that was planned. In a run with a stop
//! rule, results chose that number. There they hold at every look instead, are wider, and exist
//! from 50 blocks on; the field `sequential` is present exactly then. Fields ending in `_live` hold
//! at every look in every run. A club tournament has no intervals, because its blocks depend on
//! each other.

use rummilab_core::{Seat, Sight};
use rummilab_record::FaultKind;
use serde::Serialize;

use crate::club::ClubSummary;
use crate::faults::NamedFault;
use crate::interval::Interval;
use crate::kaplan_meier::CurvePoint;
use crate::metric::Metric;
use crate::sequential::Sequential;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub plan_hash: String,
    pub seed: u64,
    /// Title of the rule system: its name, and what differs from the one that ships under it.
    pub rules: String,
    pub players: usize,
    /// Blocks: deals times match-ups. In a club tournament: rounds of one table, including the
    /// final.
    pub blocks: u64,
    pub games: u64,
    /// Whether the same plan gives these results again. `false` if programs played, whose timing
    /// cannot be repeated, or a caller's own bots, whose code others do not have; absent otherwise.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
    /// Level of every interval, such as 0.95.
    pub level: f64,
    /// The figure of p-values and stars: `score`, or `wins` if the rules have no scores or the plan
    /// says so.
    pub metric: Metric,
    /// The course of the stop rule of the plan; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequential: Option<Sequential>,
    /// The bot whose rating is zero, by default the first of the plan; null if there are no
    /// ratings.
    pub anchor: Option<String>,
    /// Bots that beat each other in a cycle, each the next and the last the first. All these
    /// differences are significant after Holm's correction. A shortest cycle if there are several;
    /// null if there is none.
    pub cycle: Option<Vec<String>>,
    /// One row for each bot, in the order of the plan.
    pub bots: Vec<BotSummary>,
    /// One row for each pair of bots that met, in the order of the plan.
    pub pairs: Vec<PairSummary>,
    /// In a run whose first bot met each of the others: these with each other. Absent in others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub challengers: Vec<ChallengerSummary>,
    /// Results by seat, over all bots.
    pub seats: Vec<SeatSummary>,
    pub game: GameSummary,
    /// The first five faults of bots and endless games; absent without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<NamedFault>,
    /// The result list of a club tournament; absent in other formats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub club: Option<ClubSummary>,
}

impl Summary {
    /// The row of the bot with this name, as in [`BotSummary::bot`].
    pub fn bot(&self, name: &str) -> Option<&BotSummary> {
        self.bots.iter().find(|row| row.bot == name)
    }

    /// A sentence for each bot that was shown hidden tiles.
    pub fn seeing(&self) -> Vec<String> {
        let seeing = self.bots.iter().filter_map(|bot| {
            let sight: Sight = bot.sees.as_ref()?.parse().ok()?;
            Some(format!("{} sees hidden tiles: {}.", bot.bot, sight.words()))
        });
        seeing.collect()
    }

    /// The results of seats and bots, and of the bots by seat.
    fn all_results(&mut self) -> impl Iterator<Item = &mut Results> {
        let seats = self.seats.iter_mut().map(|seat| &mut seat.results);
        let bots = self.bots.iter_mut().flat_map(|bot| {
            let by_seat = bot.by_seat.iter_mut().map(|seat| &mut seat.results);
            by_seat.chain([&mut bot.results])
        });
        seats.chain(bots)
    }

    /// Removes all intervals and figures of the spread of blocks.
    pub(crate) fn without_intervals(mut self) -> Summary {
        for results in self.all_results() {
            results.win_rate_ci = None;
            results.win_rate_bound = None;
            results.mean_score_ci = None;
        }
        for bot in &mut self.bots {
            bot.rating_error = None;
            bot.rating_ci = None;
        }
        self.cycle = None;
        for pair in &mut self.pairs {
            pair.win_rate_ci = None;
            pair.win_rate_bound = None;
            pair.win_difference_ci = None;
            pair.win_difference_live = None;
            pair.score_difference_ci = None;
            pair.score_difference_live = None;
            pair.p_value = None;
            pair.p_holm = None;
            pair.stars = String::new();
            pair.variance_ratio_wins = None;
            pair.variance_ratio_score = None;
        }
        self
    }

    /// Removes all figures of scores if the rules have none.
    pub(crate) fn without_scores(mut self) -> Summary {
        for results in self.all_results() {
            results.mean_score = None;
            results.mean_score_ci = None;
        }
        for bot in &mut self.bots {
            bot.score_quantiles = None;
            bot.scores = None;
        }
        for pair in &mut self.challengers {
            pair.score_difference = None;
            pair.score_difference_ci = None;
            pair.variance_ratio_score = None;
        }
        for pair in &mut self.pairs {
            pair.score_difference = None;
            pair.score_difference_ci = None;
            pair.score_difference_live = None;
            pair.variance_ratio_score = None;
        }
        self
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// Wins per seat taken, ties split, from 0 to 1.
    pub win_rate: Option<f64>,
    pub win_rate_ci: Option<Interval>,
    /// For a rate of 0 or 1: the exact one-sided bound over blocks, which holds with 97.5 %. Absent
    /// with a stop rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate_bound: Option<f64>,
    /// Mean game points per seat taken; null if games have no scores.
    pub mean_score: Option<f64>,
    pub mean_score_ci: Option<Interval>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BotSummary {
    pub bot: String,
    /// The hidden tiles that it was shown, such as `racks+pool1`; absent for all other bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sees: Option<String>,
    pub games: u64,
    /// Seats that it took in them; more than games if it plays against itself.
    pub seats: u64,
    /// Wins; a shared win counts as its share.
    pub wins: f64,
    #[serde(flatten)]
    pub results: Results,
    /// 5, 25, 50, 75 and 95 % quantiles of the game points, and their extremes.
    pub score_quantiles: Option<Quantiles>,
    /// The distribution of the game points: each value and its frequency, ascending. The share of
    /// values up to x is the empirical distribution function at x.
    pub scores: Option<Vec<(i64, u64)>>,
    /// Plackett-Luce rating in points above the anchor, 400·log10 of the ratio of strengths; null
    /// with a single bot, and without a chain of games to the anchor.
    pub rating: Option<f64>,
    /// Its standard error, by a bootstrap over deals; null with a single deal, and for a bot that
    /// won all or none of the games of each pair.
    pub rating_error: Option<f64>,
    /// Normal interval of the rating; null for the anchor.
    pub rating_ci: Option<Interval>,
    /// Mean placement points; null for two players.
    pub mean_placement: Option<f64>,
    /// Tiles left per lost game.
    pub mean_tiles_left: Option<f64>,
    /// Points left per lost game.
    pub mean_points_left: Option<f64>,
    /// Share of its wins from games in which it went out; the others are wins with an empty pool or
    /// by a fault.
    pub wins_going_out: Option<f64>,
    /// Share of its turns that draw.
    pub draw_share: Option<f64>,
    /// Rack tiles that it lays per play.
    pub tiles_per_play: Option<f64>,
    /// Figures from a replay of the first blocks with a solver.
    pub replayed: Replayed,
    /// Probability of having opened by own turn 1, 3, 5 and 10 (Kaplan-Meier).
    pub opened_by: OpenedBy,
    /// The Kaplan-Meier curve: a step for each own turn on which a seat opened or was last seen
    /// unopened.
    pub opening_curve: Vec<CurvePoint>,
    /// Share of its seats that never opened.
    pub never_opened: Option<f64>,
    /// Faults of the bot, by kind.
    pub faults: FaultCounts,
    /// Win rate and score by seat.
    pub by_seat: Vec<SeatSummary>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatSummary {
    /// The seat, from 0; seat 0 starts, except in club games.
    pub seat: Seat,
    pub games: u64,
    #[serde(flatten)]
    pub results: Results,
}

/// Two bots that met. Differences are first minus second, per game in which both sat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairSummary {
    pub a: String,
    pub b: String,
    /// Deals on which they met: blocks, but for games of three and more, where they may meet in
    /// several blocks of one deal.
    pub blocks: u64,
    /// Games in which they met.
    pub games: u64,
    /// Wins of the first per seat it took, ties split.
    pub win_rate: Option<f64>,
    pub win_rate_ci: Option<Interval>,
    /// For a rate of 0 or 1: the exact one-sided bound over blocks, which holds with 97.5 %. Absent
    /// with a stop rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate_bound: Option<f64>,
    /// Difference of the win rates per seat, from -1 to 1.
    pub win_difference: Option<f64>,
    /// Its interval: Wilson's for (1 + difference)/2, stretched, so that it stays between -1 and 1.
    pub win_difference_ci: Option<Interval>,
    /// Its interval at every look; null below 50 blocks.
    pub win_difference_live: Option<Interval>,
    /// Difference of the game points per seat.
    pub score_difference: Option<f64>,
    pub score_difference_ci: Option<Interval>,
    /// Its interval at every look; null below 50 blocks.
    pub score_difference_live: Option<Interval>,
    /// Two-sided p-value of a zero difference of the metric: Student's t over blocks, below 50
    /// blocks a bootstrap. In a run with a stop rule it holds at every look.
    pub p_value: Option<f64>,
    /// The same after Holm's correction for all pairs of the run.
    pub p_holm: Option<f64>,
    /// By the corrected p-value: `*` below 0.05, `**` below 0.01, `***` below 0.001, else empty.
    pub stars: String,
    /// The factor of independent games that would give the same error of the win difference.
    pub variance_ratio_wins: Option<f64>,
    /// The same for the score difference.
    pub variance_ratio_score: Option<f64>,
}

/// Two bots that met the same baseline on the same deals. Differences are first minus second, of
/// their results against it per seat that each took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChallengerSummary {
    pub a: String,
    pub b: String,
    /// Deals on which both played.
    pub deals: u64,
    /// Difference of the win rates, from -1 to 1.
    pub win_difference: Option<f64>,
    pub win_difference_ci: Option<Interval>,
    /// Difference of the game points.
    pub score_difference: Option<f64>,
    pub score_difference_ci: Option<Interval>,
    /// Two-sided p-value of a zero difference of the metric, over deals, as in
    /// [`PairSummary::p_value`].
    pub p_value: Option<f64>,
    /// The same after Holm's correction for all pairs of challengers.
    pub p_holm: Option<f64>,
    /// By the corrected p-value, as in [`PairSummary::stars`].
    pub stars: String,
    /// How many times as many deals give the same error of the win difference if the two play
    /// different ones.
    pub variance_ratio_wins: Option<f64>,
    /// The same for the score difference.
    pub variance_ratio_score: Option<f64>,
}

/// Quantiles of whole numbers (inverse of the empirical distribution).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it all")]
pub struct Quantiles {
    pub min: i64,
    pub q05: i64,
    pub q25: i64,
    pub median: i64,
    pub q75: i64,
    pub q95: i64,
    pub max: i64,
}

/// Probability of having opened by an own turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenedBy {
    /// By the first own turn.
    #[serde(rename = "1")]
    pub first: Option<f64>,
    #[serde(rename = "3")]
    pub third: Option<f64>,
    #[serde(rename = "5")]
    pub fifth: Option<f64>,
    #[serde(rename = "10")]
    pub tenth: Option<f64>,
}

/// Figures that need a replay with a solver, over the first blocks of a run. All null if nothing
/// was replayed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replayed {
    pub games: u64,
    /// Share of the turns that draw although a tile could have been laid.
    pub draws_by_choice: Option<f64>,
    /// Share of the turns that draw because nothing could be laid (before the opening: no opening).
    pub draws_forced: Option<f64>,
    /// Jokers on the rack at the end of a lost game, per seat.
    pub jokers_left: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the kinds are those of the record")]
pub struct FaultCounts {
    pub illegal: u64,
    pub timeout: u64,
    pub crash: u64,
    pub protocol: u64,
}

impl FaultCounts {
    /// The number of faults of each kind, by its name.
    pub fn by_kind(&self) -> [(&'static str, u64); 4] {
        FaultKind::ALL.map(|kind| {
            let count = match kind {
                FaultKind::Illegal => self.illegal,
                FaultKind::Timeout => self.timeout,
                FaultKind::Crash => self.crash,
                FaultKind::Protocol => self.protocol,
            };
            (kind.word(), count)
        })
    }

    pub fn total(&self) -> u64 {
        self.illegal + self.timeout + self.crash + self.protocol
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameSummary {
    /// Turns of all seats per game.
    pub mean_turns: Option<f64>,
    /// Standard deviation over games. It is not an error of the mean, because games of a block are
    /// dependent.
    pub sd_turns: Option<f64>,
    pub turns: Option<Quantiles>,
    /// Share of the turns that draw.
    pub draw_share: Option<f64>,
    /// Figures from a replay of the first blocks with a solver.
    pub replayed: Replayed,
    /// Rack tiles laid per play.
    pub tiles_per_play: Option<f64>,
    /// Share of the games that the empty-pool procedure ended with nobody out.
    pub empty_pool_share: Option<f64>,
    /// Share of the games whose pool was empty at the end, however they ended.
    pub pool_empty_at_end: Option<f64>,
    /// Share of the games that a fault ended.
    pub fault_share: Option<f64>,
    /// Number of games that the limit of turns ended.
    #[serde(skip)]
    pub endless: u64,
    /// Their share of the games; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless_share: Option<f64>,
    /// Probability of having opened by own turn 1, 3, 5 and 10, over all seats (Kaplan-Meier).
    pub opened_by: OpenedBy,
    /// The Kaplan-Meier curve over all seats.
    pub opening_curve: Vec<CurvePoint>,
    /// Share of the seats that never opened.
    pub never_opened: Option<f64>,
    /// Win share of the seat that opened first.
    pub first_to_open_wins: Option<f64>,
    /// Tiles left per losing seat.
    pub loser_tiles: Option<f64>,
    /// Points left per losing seat.
    pub loser_points: Option<f64>,
    /// Tiles left in the pool.
    pub mean_pool_left: Option<f64>,
    /// Tiles on the table at the end.
    pub mean_table_left: Option<f64>,
}
