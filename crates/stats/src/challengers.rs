//! Compares bots that never met but met the same baseline on the same deals, as in a gauntlet or a
//! challenge.

use std::collections::BTreeMap;

use rummilab_record::GameRecord;

use crate::blocks::BlockMeans;
use crate::inference::Inference;
use crate::metric::Metric;
use crate::multiple::{holm, stars};
use crate::outcomes::mean_outcome;
use crate::summary::ChallengerSummary;

/// A figure of two challengers, deal by deal.
#[derive(Clone, Debug, Default)]
struct PairedFigure {
    first: BlockMeans,
    second: BlockMeans,
    difference: BlockMeans,
}

impl PairedFigure {
    fn push(&mut self, first: f64, second: f64) {
        self.first.push(&[first]);
        self.second.push(&[second]);
        self.difference.push(&[first - second]);
    }

    /// How many times as many deals give the same error if the two play different ones:
    /// `(Var(first) + Var(second)) / Var(first - second)`. `None` if the difference never varies.
    fn variance_ratio(&self) -> Option<f64> {
        let apart = self.first.variance_of_mean()? + self.second.variance_of_mean()?;
        let paired = self.difference.variance_of_mean()?;
        (paired > 0.0).then(|| apart / paired)
    }
}

/// The challengers of a run, each with each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Challengers {
    /// Wins and scores of two challengers, first < second.
    pairs: BTreeMap<(usize, usize), [PairedFigure; 2]>,
}

impl Challengers {
    /// Adds the games of one deal, by bot. They compare nobody unless one bot, the baseline, sits
    /// in all of them, and each of the others meets it alone or beside copies.
    pub(crate) fn push(&mut self, by_bot: &BTreeMap<usize, Vec<&GameRecord>>) {
        let games: usize = by_bot.values().map(Vec::len).sum();
        let mut baselines = by_bot.iter().filter(|(_, own)| 2 * own.len() == games);
        let (Some((baseline, _)), None) = (baselines.next(), baselines.next()) else {
            return;
        };
        let others = by_bot.iter().filter(|(bot, _)| *bot != baseline);
        let results = others.filter_map(|(bot, games)| {
            let games = games.iter().copied();
            Some((*bot, mean_outcome(games, *bot)?))
        });
        let results: Vec<_> = results.collect();
        for (place, (a, first)) in results.iter().enumerate() {
            for (b, second) in &results[place + 1..] {
                let [wins, scores] = self.pairs.entry((*a, *b)).or_default();
                wins.push(first.0, second.0);
                scores.push(first.1, second.1);
            }
        }
    }

    /// The rows, with p-values of the metric corrected for each other.
    pub(crate) fn summary(
        &self,
        label: impl Fn(usize) -> String,
        inference: Inference,
        metric: Metric,
    ) -> Vec<ChallengerSummary> {
        let row = |((a, b), [wins, scores]): (&(usize, usize), &[PairedFigure; 2])| {
            let (score_ci, score_p) = inference.mean_and_p(&scores.difference);
            ChallengerSummary {
                a: label(*a),
                b: label(*b),
                deals: wins.difference.blocks(),
                win_difference: wins.difference.mean(),
                win_difference_ci: inference.rate_difference(&wins.difference),
                score_difference: scores.difference.mean(),
                score_difference_ci: score_ci,
                p_value: match metric {
                    Metric::Score => score_p,
                    Metric::Wins => inference.p(&wins.difference),
                },
                p_holm: None,
                stars: String::new(),
                variance_ratio_wins: wins.variance_ratio(),
                variance_ratio_score: scores.variance_ratio(),
            }
        };
        let mut rows: Vec<ChallengerSummary> = self.pairs.iter().map(row).collect();
        let raw: Vec<Option<f64>> = rows.iter().map(|row| row.p_value).collect();
        for (row, corrected) in rows.iter_mut().zip(holm(&raw)) {
            row.p_holm = corrected;
            row.stars = stars(corrected).to_owned();
        }
        rows
    }
}
