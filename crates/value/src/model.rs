//! Weights with their features, and the file that holds them. A file of another version or with
//! other features is an error, so that a weight is never applied to a number for which it was not
//! fitted.

use rummilab_core::RuleSet;
use serde::{Deserialize, Serialize};

use crate::after::After;
use crate::features::{FEATURES, Features};
use crate::logistic::{Fit, chance};

/// The version of the file format and of the meaning of the features. A change of either needs a
/// new version.
pub const VERSION: u32 = 1;

/// The format that the file states.
const FORMAT: &str = "rummilab value model";

/// Weights are rounded to this many digits after the point, so that they can be reproduced on a
/// machine whose exponential differs in the last bit.
const DIGITS: f64 = 1e6;

/// A model of the probability to win after a turn: a logistic function of the features.
///
/// Writing and reading preserve the model to the last bit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueModel {
    format: String,
    version: u32,
    /// The name of the unchanged rule system that ships.
    pub rules: String,
    /// Number of seats.
    pub players: usize,
    /// How it was made.
    pub provenance: Provenance,
    /// Its losses on deals that were not used in the fit.
    pub held_out: HeldOut,
    /// The log-odds of a win if every feature is at its mean.
    pub intercept: f64,
    /// A term for each feature, in the order of [`FEATURES`].
    pub terms: Vec<Term>,
}

/// The contribution of a feature to the log-odds: `weight · (value - mean) / scale`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The feature.
    pub feature: String,
    /// The contribution of one standard deviation.
    pub weight: f64,
    /// Its mean in the fit.
    pub mean: f64,
    /// Its standard deviation in the fit.
    pub scale: f64,
}

/// How weights were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The command that reproduces them.
    pub command: String,
    /// The program and its version.
    pub program: String,
    /// The bots that played.
    pub bots: Vec<String>,
    /// The master seed.
    pub seed: u64,
    /// Deals of each match-up and round.
    pub deals: u64,
    /// Number of rounds: from the second on the model of the previous round plays too.
    pub rounds: u64,
    /// Games played.
    pub games: u64,
    /// Number of turns in the fit.
    pub samples: usize,
    /// The ridge penalty.
    pub penalty: f64,
}

/// Losses on blocks that were not used in the fit, each with the 95 % interval of its mean over
/// blocks, if it has one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOut {
    /// Blocks (deals) held out.
    pub blocks: u64,
    /// Number of turns in their games.
    pub samples: usize,
    /// Log loss in nats.
    pub log_loss: Loss,
    /// Squared error.
    pub brier: Loss,
    /// Increase of the log loss if every turn gets the mean outcome.
    pub gain_over_constant: Loss,
    /// Increase of the log loss if only the rack sizes are used.
    pub gain_over_racks: Loss,
}

/// A mean and its interval.
pub type Loss = (f64, Option<[f64; 2]>);

/// Why a file of weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It is not JSON of this form.
    #[error("no file of weights: {0}")]
    Json(#[from] serde_json::Error),
    /// It states another format.
    #[error("the format is `{0}`, expected `{FORMAT}`")]
    Format(String),
    /// It has another version.
    #[error("version {0} of the weights, this program reads version {VERSION}: train again")]
    Version(u64),
    /// Its terms do not match the features of this program.
    #[error("term {0} is of the feature `{1}`, this program has `{2}` there: train again")]
    Feature(usize, String, String),
    /// It holds an unusable number.
    #[error(
        "the term of `{0}` has a number that cannot be used; expected finite ones and a positive \
         scale"
    )]
    Number(String),
}

impl ValueModel {
    /// The model of a fit to the features.
    ///
    /// # Errors
    /// [`ModelError::Feature`] if the fit has other inputs, [`ModelError::Number`] if it failed.
    pub fn new(
        rules: &str,
        players: usize,
        fit: &Fit,
        provenance: Provenance,
        held_out: HeldOut,
    ) -> Result<ValueModel, ModelError> {
        let numbers = fit.weights.iter().zip(&fit.means).zip(&fit.scales);
        let named = FEATURES.iter().map(|feature| feature.name.to_owned());
        let terms = named
            .zip(numbers)
            .map(|(feature, ((weight, mean), scale))| Term {
                feature,
                weight: rounded(*weight),
                mean: rounded(*mean),
                scale: rounded(*scale).max(1.0 / DIGITS),
            });
        let model = ValueModel {
            format: FORMAT.to_owned(),
            version: VERSION,
            rules: rules.to_owned(),
            players,
            provenance,
            held_out,
            intercept: rounded(fit.intercept),
            terms: terms.collect(),
        };
        if fit.weights.len() != FEATURES.len() {
            let (found, expected) = (fit.weights.len(), FEATURES.len());
            return Err(ModelError::Feature(
                found.min(expected),
                format!("{found} terms"),
                format!("{expected} terms"),
            ));
        }
        model.checked()
    }

    /// Reads the model in a file.
    ///
    /// # Errors
    /// See [`ModelError`].
    pub fn from_json(text: &str) -> Result<ValueModel, ModelError> {
        // The version is read first, because other versions may have other fields.
        let head: Head = serde_json::from_str(text)?;
        if head.format != FORMAT {
            return Err(ModelError::Format(head.format));
        }
        if head.version != u64::from(VERSION) {
            return Err(ModelError::Version(head.version));
        }
        serde_json::from_str::<ValueModel>(text)?.checked()
    }

    /// The file, ending with a line break.
    ///
    /// # Errors
    /// [`ModelError::Json`].
    pub fn to_json(&self) -> Result<String, ModelError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    fn checked(self) -> Result<ValueModel, ModelError> {
        let nothing = || "nothing".to_owned();
        for at in 0..self.terms.len().max(FEATURES.len()) {
            let found = self.terms.get(at).map(|term| term.feature.as_str());
            let expected = FEATURES.get(at).map(|feature| feature.name);
            if found != expected {
                return Err(ModelError::Feature(
                    at,
                    found.map_or_else(nothing, str::to_owned),
                    expected.map_or_else(nothing, str::to_owned),
                ));
            }
        }
        let sound = |term: &&Term| {
            let finite = [term.weight, term.mean, term.scale]
                .iter()
                .all(|n| n.is_finite());
            !(finite && term.scale > 0.0)
        };
        if let Some(term) = self.terms.iter().find(sound) {
            return Err(ModelError::Number(term.feature.clone()));
        }
        if !self.intercept.is_finite() {
            return Err(ModelError::Number("intercept".to_owned()));
        }
        Ok(self)
    }

    /// Whether it was fitted for these rules and this number of seats.
    pub fn is_for(&self, rules: &RuleSet, players: usize) -> bool {
        self.players == players
            && self.rules == rules.name
            && RuleSet::preset(&self.rules).is_some_and(|preset| preset == *rules)
    }

    /// The log-odds of a win, by which turns are compared. It has the same bits on every machine.
    pub fn score(&self, features: &Features) -> f64 {
        let terms = self.terms.iter().zip(features.values());
        let added = terms.map(|(term, value)| term.weight * (value - term.mean) / term.scale);
        self.intercept + added.sum::<f64>()
    }

    /// The probability to win after this turn, 0 to 1.
    pub fn chance(&self, after: &After) -> f64 {
        chance(self.score(&Features::of(after)))
    }
}

#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

/// Rounded to [`DIGITS`]; never `-0`.
fn rounded(number: f64) -> f64 {
    (number * DIGITS).round() / DIGITS + 0.0
}
