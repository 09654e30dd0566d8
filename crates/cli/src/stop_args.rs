//! The flags of `tournament` that end a run early. The plan checks their values.

use std::collections::BTreeMap;

use rummilab::arena::{SprtSpec, SprtUnit, StopSpec};

/// When a run ends before its deals are played.
#[derive(Debug, clap::Args)]
#[command(
    next_help_heading = "Stopping (--deals is then the most; nothing stops before 50 blocks)"
)]
pub struct StopArgs {
    /// Stop when the live interval of the difference is at most this wide, in points a game (or in
    /// wins, from 0 to 2)
    #[arg(long, value_name = "WIDTH", conflicts_with = "sprt")]
    until_width: Option<f64>,
    /// Stop when a sequential test of two bots has decided whether their difference, first minus
    /// second, is rather mu0 or mu1. More after commas: unit=points, wins, elo or nelo (normalised
    /// Elo) for both bounds, alpha=0.05 for the share of runs that may err towards mu1, beta=0.05
    /// towards mu0
    #[arg(long, value_name = "mu0=A,mu1=B", value_parser = sprt)]
    sprt: Option<SprtSpec>,
    /// The figure that the stop rule looks at; the score unless given, where the rules have one
    #[arg(long, value_parser = ["score", "wins"])]
    metric: Option<String>,
}

impl StopArgs {
    /// The stop rule for a plan.
    pub fn spec(&self) -> Option<StopSpec> {
        let any = self.until_width.is_some() || self.sprt.is_some() || self.metric.is_some();
        any.then(|| StopSpec {
            metric: self.metric.clone(),
            until_width: self.until_width,
            sprt: self.sprt,
        })
    }
}

/// The flags for this stop rule.
pub fn stop_words(stop: &StopSpec) -> Vec<String> {
    let width = stop
        .until_width
        .map(|width| format!("--until-width {width}"));
    let sprt = stop.sprt.map(|test| format!("--sprt {}", sprt_words(test)));
    let metric = stop.metric.as_ref().map(|word| format!("--metric {word}"));
    [width, sprt, metric].into_iter().flatten().collect()
}

/// A test as it is typed, without what is usual.
fn sprt_words(test: SprtSpec) -> String {
    let usual = SprtSpec::new(test.mu0, test.mu1);
    let mut words = format!("mu0={},mu1={}", test.mu0, test.mu1);
    if let Some((word, _)) = UNITS.iter().find(|(_, unit)| Some(*unit) == test.unit) {
        words += &format!(",unit={word}");
    }
    for (name, error, usual) in [
        ("alpha", test.alpha, usual.alpha),
        ("beta", test.beta, usual.beta),
    ] {
        if error != usual {
            words += &format!(",{name}={error}");
        }
    }
    words
}

/// The units of the bounds, by their names.
const UNITS: [(&str, SprtUnit); 4] = [
    ("points", SprtUnit::Points),
    ("wins", SprtUnit::Wins),
    ("elo", SprtUnit::Elo),
    ("nelo", SprtUnit::Nelo),
];

/// Parses `mu0=A,mu1=B` and what may follow, in any order.
fn sprt(text: &str) -> Result<SprtSpec, String> {
    let expected = || {
        "expected mu0=NUMBER,mu1=NUMBER, such as mu0=0,mu1=3, and perhaps unit=points, wins, elo \
         or nelo, alpha=NUMBER, beta=NUMBER"
            .to_owned()
    };
    let mut parts: BTreeMap<&str, &str> = BTreeMap::new();
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(expected)?;
        if parts.insert(name.trim(), value.trim()).is_some() {
            return Err(expected());
        }
    }
    let mut number = |name: &str| {
        let value = parts.remove(name);
        let value = value.map(str::parse::<f64>).transpose();
        value.map_err(|_| expected())
    };
    let (mu0, mu1) = number("mu0")?.zip(number("mu1")?).ok_or_else(expected)?;
    let usual = SprtSpec::new(mu0, mu1);
    let (alpha, beta) = (number("alpha")?, number("beta")?);
    let unit = parts.remove("unit").map(|word| {
        let known = UNITS.iter().find(|(name, _)| *name == word);
        known.map(|(_, unit)| *unit).ok_or_else(expected)
    });
    if !parts.is_empty() {
        return Err(expected());
    }
    Ok(SprtSpec {
        unit: unit.transpose()?,
        alpha: alpha.unwrap_or(usual.alpha),
        beta: beta.unwrap_or(usual.beta),
        ..usual
    })
}
