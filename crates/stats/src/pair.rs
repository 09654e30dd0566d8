//! Collects the meetings of two bots.

use rummilab_record::GameRecord;

use crate::blocks::BlockMeans;
use crate::confidence_sequence::live_interval;
use crate::inference::{Inference, LEVEL};
use crate::metric::Metric;
use crate::outcomes::{Meeting, meetings};
use crate::summary::PairSummary;
use crate::variance_ratio::VarianceRatio;

#[derive(Clone, Debug)]
pub(crate) struct PairTally {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// Wins of `a` per seat that it took.
    wins: BlockMeans,
    win_differences: VarianceRatio,
    score_differences: VarianceRatio,
}

impl PairTally {
    pub(crate) fn new(a: usize, b: usize) -> PairTally {
        PairTally {
            a,
            b,
            wins: BlockMeans::new(),
            win_differences: VarianceRatio::new(),
            score_differences: VarianceRatio::new(),
        }
    }

    /// Adds the games of one deal.
    pub(crate) fn push(&mut self, games: &[&GameRecord]) {
        let meetings = meetings(games.iter().copied(), self.a, self.b);
        if meetings.is_empty() {
            return;
        }
        let values = |value: fn(&Meeting) -> f64| {
            let seat_and_value = |meeting: &Meeting| (meeting.seat, value(meeting));
            meetings.iter().map(seat_and_value).collect::<Vec<_>>()
        };
        let wins: Vec<f64> = meetings.iter().map(|meeting| meeting.wins).collect();
        self.wins.push(&wins);
        self.win_differences.push(&values(|m| m.win_difference));
        self.score_differences.push(&values(|m| m.score_difference));
    }

    /// Whether they met at all.
    pub(crate) fn met(&self) -> bool {
        self.wins.games() > 0
    }

    /// Whether one of them won all games.
    pub(crate) fn is_one_sided(&self) -> bool {
        self.wins
            .mean()
            .is_some_and(|wins| wins == 0.0 || wins == 1.0)
    }

    /// The mean difference of a figure.
    pub(crate) fn difference(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Score => self.score_differences.blocks().mean(),
            Metric::Wins => self.win_differences.blocks().mean(),
        }
    }

    /// The figures, without the corrected p-value. `labels` are those of the bots; `tuned` is the
    /// number of blocks for which live intervals are tuned.
    pub(crate) fn summary(
        &self,
        labels: (String, String),
        inference: Inference,
        metric: Metric,
        tuned: u64,
    ) -> PairSummary {
        let (wins, scores) = (
            self.win_differences.blocks(),
            self.score_differences.blocks(),
        );
        let (score_ci, score_p) = inference.mean_and_p(scores);
        let live = |means: &BlockMeans| live_interval(means, LEVEL, tuned);
        PairSummary {
            a: labels.0,
            b: labels.1,
            blocks: self.wins.blocks(),
            games: self.wins.games(),
            win_rate: self.wins.mean(),
            win_rate_ci: inference.rate(&self.wins),
            win_rate_bound: inference.bound(&self.wins),
            win_difference: wins.mean(),
            win_difference_ci: inference.rate_difference(wins),
            win_difference_live: live(wins).and_then(|live| live.clipped(-1.0, 1.0)),
            score_difference: scores.mean(),
            score_difference_ci: score_ci,
            score_difference_live: live(scores),
            p_value: match metric {
                Metric::Score => score_p,
                Metric::Wins => inference.p(wins),
            },
            p_holm: None,
            stars: String::new(),
            variance_ratio_wins: self.win_differences.ratio(),
            variance_ratio_score: self.score_differences.ratio(),
        }
    }
}
