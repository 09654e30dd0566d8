//! Translates what a plan says about looking and stopping into the types of `rummilab_stats`.

use rummilab_arena::{Plan, StopCondition, StopMetric};
use rummilab_stats::{Metric, Monitor, Sprt, StopRule, Watch};

/// What to watch in a run of this plan, which must not be a club tournament.
pub fn watch(plan: &Plan) -> Watch {
    let scores = plan.rules().has_scores();
    let by_score = plan
        .stop()
        .map_or(scores, |stop| stop.metric == StopMetric::Score);
    Watch {
        metric: if by_score {
            Metric::Score
        } else {
            Metric::Wins
        },
        rule: plan.stop().map(|stop| match stop.rule {
            StopCondition::UntilWidth(width) => StopRule::UntilWidth(width),
            StopCondition::Sprt(test) => StopRule::Sprt(Sprt {
                mu0: test.mu0,
                mu1: test.mu1,
            }),
        }),
        deals: plan.schedule().deals,
        matchups: plan.schedule().matchups.len() as u64,
    }
}

/// The monitor for a run of this plan; `None` for a club tournament, whose blocks depend on each
/// other.
pub fn monitor(plan: &Plan) -> Option<Monitor> {
    plan.club().is_none().then(|| Monitor::new(watch(plan)))
}
