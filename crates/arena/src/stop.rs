//! Checked stop rules of plans.

use rummilab_core::RuleSet;

use crate::error::PlanFault;
use crate::spec::{PlanSpec, SprtSpec, SprtUnit, StopSpec};

/// Fewest deals in the plan of a run with a stop rule: nothing is decided earlier.
pub const FEWEST_DEALS: u64 = 50;

/// The figure whose difference a stop rule watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopMetric {
    Score,
    /// Wins per game, ties split.
    Wins,
}

impl StopMetric {
    /// The word for it in plans.
    pub const fn word(self) -> &'static str {
        match self {
            StopMetric::Score => "score",
            StopMetric::Wins => "wins",
        }
    }
}

/// When a run ends before all its deals are played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// The figure that is watched.
    pub metric: StopMetric,
    pub rule: StopCondition,
}

/// A stop rule; widths and differences are in the unit of the metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StopCondition {
    /// When the live intervals of the differences of all pairs are at most this wide.
    UntilWidth(f64),
    /// When a sequential test of the two bots has decided between two differences.
    Sprt(SprtSpec),
}

impl Stop {
    /// The stop rule as written in a plan.
    pub(crate) fn spec(&self) -> StopSpec {
        let (until_width, sprt) = match self.rule {
            StopCondition::UntilWidth(width) => (Some(width), None),
            StopCondition::Sprt(test) => (None, Some(test)),
        };
        StopSpec {
            metric: Some(self.metric.word().to_owned()),
            until_width,
            sprt,
        }
    }
}

/// Checks the stop rule of a plan, if there is one. Returns nothing if the rules are faulty,
/// because the default metric depends on them.
pub(crate) fn check_stop(
    spec: &PlanSpec,
    rules: Option<&RuleSet>,
    faults: &mut Vec<PlanFault>,
) -> Option<Stop> {
    let stop = spec.stop.as_ref()?;
    let before = faults.len();
    if spec.format == "club" {
        faults.push(PlanFault::NotFor(
            "stop",
            "club",
            ", whose rounds depend on each other",
        ));
    } else if spec.deals < FEWEST_DEALS {
        faults.push(PlanFault::Range(
            "deals",
            spec.deals,
            format!("at least {FEWEST_DEALS} with a stop rule, which decides nothing before"),
        ));
    }
    let of_unit = stop.sprt.and_then(|test| test.unit).map(SprtUnit::metric);
    let metric = match stop.metric.as_deref().or(of_unit.map(StopMetric::word)) {
        None => rules.map(|rules| {
            if rules.has_scores() {
                StopMetric::Score
            } else {
                StopMetric::Wins
            }
        }),
        Some("score") if rules.is_some_and(|rules| !rules.has_scores()) => {
            faults.push(PlanFault::Stop(
                "these rules have no scores; expected metric `wins`",
            ));
            None
        }
        Some("score") => Some(StopMetric::Score),
        Some("wins") => Some(StopMetric::Wins),
        Some(found) => {
            faults.push(PlanFault::Word(
                "stop",
                found.to_owned(),
                "metric score or wins",
            ));
            None
        }
    };
    let rule = match (stop.until_width, stop.sprt) {
        (Some(width), None) => check_width(width),
        (None, Some(test)) => check_sprt(test, spec),
        (Some(_), Some(_)) => Err("expected until_width or sprt, not both"),
        (None, None) => Err("expected until_width or sprt"),
    };
    if let (Some(metric), Some(of_unit)) = (metric, of_unit)
        && metric != of_unit
    {
        faults.push(PlanFault::Stop(
            "the unit of sprt is not that of the metric; expected points for score, and wins, elo \
             or nelo for wins",
        ));
    }
    let rule = rule
        .map_err(|what| faults.push(PlanFault::Stop(what)))
        .ok()?;
    (faults.len() == before).then_some(Stop {
        metric: metric?,
        rule,
    })
}

fn check_width(width: f64) -> Result<StopCondition, &'static str> {
    if width > 0.0 && width.is_finite() {
        Ok(StopCondition::UntilWidth(width))
    } else {
        Err("expected an until_width above 0")
    }
}

fn check_sprt(test: SprtSpec, spec: &PlanSpec) -> Result<StopCondition, &'static str> {
    if spec.bots.len() != 2 {
        return Err("sprt compares two bots; expected two in the list");
    }
    let finite = test.mu0.is_finite() && test.mu1.is_finite();
    if !finite || test.mu0 == test.mu1 {
        return Err("sprt needs two different numbers mu0 and mu1");
    }
    let possible = |error: f64| error > 0.0 && error < 0.5;
    if !possible(test.alpha) || !possible(test.beta) {
        return Err("expected an alpha and a beta of sprt between 0 and 0.5");
    }
    let unit = match test.unit {
        Some(SprtUnit::Elo | SprtUnit::Nelo) if spec.players != 2 => {
            return Err("elo is of games between two players; expected the unit wins");
        }
        // That of the figure needs no word.
        Some(SprtUnit::Points | SprtUnit::Wins) => None,
        unit => unit,
    };
    Ok(StopCondition::Sprt(SprtSpec { unit, ..test }))
}

impl SprtUnit {
    /// The figure that has this unit.
    const fn metric(self) -> StopMetric {
        match self {
            SprtUnit::Points => StopMetric::Score,
            SprtUnit::Wins | SprtUnit::Elo | SprtUnit::Nelo => StopMetric::Wins,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::plan::Plan;

    fn plan(stop: &str) -> Result<Plan, String> {
        let text = format!("bots = [\"a\", \"b\"]\ndeals = 60\n[stop]\n{stop}\n");
        Plan::from_toml(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_plan_with_a_stop_rule_comes_back() {
        for stop in [
            "until_width = 2.5",
            "sprt = { mu0 = 0.0, mu1 = -3.5 }",
            "metric = \"wins\"\nuntil_width = 0.125",
            "sprt = { mu0 = 0.0, mu1 = 5.0, unit = \"nelo\", alpha = 0.01, beta = 0.1 }",
        ] {
            let plan = plan(stop).unwrap();
            assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
            assert!(plan.to_toml().contains("metric ="));
        }
        // Writing the default metric does not change the plan.
        let said = plan("metric = \"score\"\nuntil_width = 2").unwrap();
        let unsaid = plan("until_width = 2.0").unwrap();
        assert_eq!(said.plan_hash(), unsaid.plan_hash());
        // Nor does the usual of a test, with which plans were written before it could be said.
        let said = "sprt = { mu0 = 0.0, mu1 = 3.0, unit = \"points\", alpha = 0.05, beta = 0.05 }";
        let (said, unsaid) = (
            plan(said).unwrap(),
            plan("sprt = { mu0 = 0, mu1 = 3 }").unwrap(),
        );
        assert_eq!(said.plan_hash(), unsaid.plan_hash());
        assert!(
            said.to_toml()
                .contains("[stop.sprt]\nmu0 = 0.0\nmu1 = 3.0\n\n")
        );
    }

    #[test]
    fn a_plan_without_one_is_what_it_was() {
        let plan = Plan::from_toml("bots = [\"a\", \"b\"]").unwrap();
        assert!(plan.stop().is_none() && !plan.to_toml().contains("stop"));
    }

    #[test]
    fn wrong_stop_rules_are_refused_by_name() {
        for (stop, part) in [
            ("", "until_width or sprt"),
            ("until_width = 0.0", "above 0"),
            ("until_width = nan", "above 0"),
            (
                "until_width = 1.0\nsprt = { mu0 = 0.0, mu1 = 1.0 }",
                "not both",
            ),
            ("sprt = { mu0 = 1.0, mu1 = 1.0 }", "two different"),
            ("metric = \"luck\"\nuntil_width = 1.0", "score or wins"),
            (
                "metric = \"score\"\nuntil_width = 1.0\n[rules]\nbase = \"house\"",
                "no scores",
            ),
            ("width = 1.0", "unknown field"),
            (
                "sprt = { mu0 = 0.0, mu1 = 1.0, alpha = 0.5 }",
                "between 0 and 0.5",
            ),
            (
                "sprt = { mu0 = 0.0, mu1 = 1.0, unit = \"luck\" }",
                "unknown variant",
            ),
            (
                "metric = \"score\"\nsprt = { mu0 = 0.0, mu1 = 5.0, unit = \"elo\" }",
                "not that of the metric",
            ),
        ] {
            let error = plan(stop).unwrap_err();
            assert!(error.contains(part), "{stop}: {error}");
        }
        let fails = |text: &str, part: &str| {
            let error = Plan::from_toml(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        };
        let rule = "\n[stop]\nsprt = { mu0 = 0.0, mu1 = 1.0 }";
        let three = format!("bots = [\"a\", \"b\", \"c\"]{rule}");
        fails(&three, "two in the list");
        let elo = "sprt = { mu0 = 0.0, mu1 = 5.0, unit = \"elo\" }";
        let four = format!("bots = [\"a\", \"b\"]\nplayers = 4\n[stop]\n{elo}");
        fails(&four, "between two players");
        let few = format!("bots = [\"a\", \"b\"]\ndeals = 49{rule}");
        fails(&few, "at least 50");
        let club = format!("bots = [\"a\", \"b\", \"c\"]\nplayers = 3\nformat = \"club\"{rule}");
        fails(&club, "not for format club");
    }
}
