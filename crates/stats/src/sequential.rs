//! The course of a run with a stop rule: what it tests, where it stands, and what it decided.

use std::fmt::Write;

use serde::Serialize;

use crate::blocks::{BlockMeans, ENOUGH_BLOCKS};
use crate::interval::Interval;
use crate::metric::Metric;
use crate::rounding::fixed;
use crate::sprt::{Sprt, SprtUnit, SprtVerdict, elo_of};

/// The course of a run with a stop rule, under `"sequential"` in `summary.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sequential {
    pub rule: &'static str,
    /// `sprt`: the two bots; differences are of the first minus the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<[String; 2]>,
    /// The figure of the differences.
    pub metric: Metric,
    /// `until-width`: the requested width, in the unit of the figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// `until-width`: width of the widest live interval; null while one does not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub widest: Option<Option<f64>>,
    /// `sprt`: the bounds are differences in this unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<SprtUnit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mu0: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mu1: Option<f64>,
    /// `sprt`: the probability of deciding for `mu1` where `mu0` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// `sprt`: the probability of deciding for `mu0` where `mu1` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// `sprt`: the log likelihood ratio; null while blocks do not vary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr: Option<Option<f64>>,
    /// `sprt`: the ratio at or below which `mu0` is accepted, and the one at or above which `mu1`
    /// is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<[f64; 2]>,
    /// `sprt`: `mu0` or `mu1`; null if the planned deals did not decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Option<&'static str>>,
    /// `sprt` of wins between two players: the difference in Elo.
    #[serde(flatten)]
    pub elo: Option<EloDifference>,
    /// The number of blocks after which the rule ended the run; null if all planned deals were
    /// played.
    pub stopped_after: Option<u64>,
    pub planned_blocks: u64,
}

/// A difference of wins in Elo, with intervals that hold at every look.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EloDifference {
    /// Logistic Elo.
    pub elo: f64,
    /// Its interval; null if it reaches to a win rate of 0 or 1.
    pub elo_ci: Option<Interval>,
    /// Normalised Elo.
    pub nelo: f64,
    pub nelo_ci: Option<Interval>,
}

impl EloDifference {
    /// The Elo of a difference of wins with its interval; `None` if it is not finite.
    pub(crate) fn of(wins: f64, live: Interval, nelo_per_win: f64) -> Option<EloDifference> {
        let elo = elo_of(wins);
        let ends =
            |scale: &dyn Fn(f64) -> f64| Interval::new(scale(live.low()), scale(live.high()));
        elo.is_finite().then(|| EloDifference {
            elo,
            elo_ci: ends(&elo_of),
            nelo: wins * nelo_per_win,
            nelo_ci: ends(&|wins| wins * nelo_per_win),
        })
    }
}

impl Sequential {
    /// The course of a rule that is not named yet.
    pub(crate) fn new(metric: Metric, stopped_after: Option<u64>, planned: u64) -> Sequential {
        Sequential {
            rule: "",
            bots: None,
            metric,
            width: None,
            widest: None,
            unit: None,
            mu0: None,
            mu1: None,
            alpha: None,
            beta: None,
            llr: None,
            thresholds: None,
            decision: None,
            elo: None,
            stopped_after,
            planned_blocks: planned,
        }
    }

    /// The course of a test whose difference has these blocks.
    pub(crate) fn of_test(
        self,
        test: Sprt,
        means: Option<&BlockMeans>,
        verdict: Option<SprtVerdict>,
    ) -> Sequential {
        let decision = verdict.map(|verdict| match verdict {
            SprtVerdict::Mu0 => "mu0",
            SprtVerdict::Mu1 => "mu1",
        });
        Sequential {
            rule: "sprt",
            unit: Some(test.unit),
            mu0: Some(test.mu0),
            mu1: Some(test.mu1),
            alpha: Some(test.alpha),
            beta: Some(test.beta),
            llr: Some(means.and_then(|means| test.log_likelihood_ratio(means))),
            thresholds: Some(test.thresholds()),
            decision: Some(decision),
            ..self
        }
    }

    /// What is tested, where it stands, and what was decided when, in sentences.
    pub fn in_words(&self) -> String {
        let end = match self.stopped_after {
            Some(blocks) => format!(
                "stopped after {blocks} of {} planned blocks",
                self.planned_blocks
            ),
            None => "not decided by the planned end".to_owned(),
        };
        match (self.width, self.mu0.zip(self.mu1)) {
            (Some(width), _) => format!(
                "Sequential ({}), until the live interval is at most {width} wide; it is {}; \
                 {end}.",
                self.rule,
                number(self.widest.flatten())
            ),
            (None, Some(bounds)) => self.test_in_words(bounds, &end),
            (None, None) => format!("Sequential ({}); {end}.", self.rule),
        }
    }

    fn test_in_words(&self, (mu0, mu1): (f64, f64), end: &str) -> String {
        let order = match &self.bots {
            Some([first, second]) => format!("{first} minus {second}"),
            None => "first bot minus second".to_owned(),
        };
        let unit = match (self.unit.unwrap_or_default(), self.metric) {
            (SprtUnit::Elo, _) => "logistic Elo",
            (SprtUnit::Nelo, _) => "normalised Elo",
            (SprtUnit::Figure, Metric::Score) => "points a game",
            (SprtUnit::Figure, Metric::Wins) => "wins a game, from -1 to 1",
        };
        let errors = |error: Option<f64>| error.unwrap_or_default();
        let [lower, upper] = self.thresholds.unwrap_or_default();
        let decided = match self.decision.flatten() {
            Some("mu0") => format!("rather mu0 = {mu0}"),
            Some(_) => format!("rather mu1 = {mu1}"),
            None => "open".to_owned(),
        };
        let mut text = format!(
            "Sequential ({}): {order}, in {unit}: mu0 = {mu0} or mu1 = {mu1}; alpha {}, beta {}. \
             The log likelihood ratio is {}; mu0 is accepted at {} or less, mu1 at {} or more, \
             nothing before {ENOUGH_BLOCKS} blocks. Decision: {decided}; {end}.",
            self.rule,
            errors(self.alpha),
            errors(self.beta),
            number(self.llr.flatten()),
            fixed(lower, 2),
            fixed(upper, 2),
        );
        if let Some(elo) = &self.elo {
            let with = |value: f64, interval: Option<Interval>| {
                let ends = interval
                    .map(|ends| format!(" [{}, {}]", fixed(ends.low(), 1), fixed(ends.high(), 1)));
                fixed(value, 1) + &ends.unwrap_or_default()
            };
            let _ = write!(
                text,
                " Elo: logistic {}, normalised {}.",
                with(elo.elo, elo.elo_ci),
                with(elo.nelo, elo.nelo_ci)
            );
        }
        text
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| fixed(value, 2))
}
