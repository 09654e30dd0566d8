//! The flags of `tournament` that end a run early. The plan checks their values.

use rummilab::arena::{SprtSpec, StopSpec};

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
    /// Stop when a sequential test of two bots has decided whether their difference is rather mu0
    /// or mu1; it errs in one of twenty runs, either way
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
    let sprt = stop
        .sprt
        .map(|SprtSpec { mu0, mu1 }| format!("--sprt mu0={mu0},mu1={mu1}"));
    let metric = stop.metric.as_ref().map(|word| format!("--metric {word}"));
    [width, sprt, metric].into_iter().flatten().collect()
}

/// Parses `mu0=A,mu1=B`, in either order.
fn sprt(text: &str) -> Result<SprtSpec, String> {
    let expected = || "expected mu0=NUMBER,mu1=NUMBER, such as mu0=0,mu1=3".to_owned();
    let (mut mu0, mut mu1) = (None, None);
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(expected)?;
        let value: f64 = value.trim().parse().map_err(|_| expected())?;
        let slot = match name.trim() {
            "mu0" => &mut mu0,
            "mu1" => &mut mu1,
            _ => return Err(expected()),
        };
        if slot.replace(value).is_some() {
            return Err(expected());
        }
    }
    let (mu0, mu1) = mu0.zip(mu1).ok_or_else(expected)?;
    Ok(SprtSpec { mu0, mu1 })
}
