//! What a plan says about looking and stopping, in the words of `rummilab_stats`, which decides.

use rummilab_arena::{Metric, Plan, StopRule};
use rummilab_stats as stats;
use rummilab_stats::{Monitor, Sprt, Watch};

/// What to watch in a run of this plan; its schedule must not be that of a club tournament.
pub fn watch(plan: &Plan) -> Watch {
    let metric = plan.stop().map_or_else(
        || match plan.rules().has_scores() {
            true => Metric::Score,
            false => Metric::Wins,
        },
        |stop| stop.metric,
    );
    Watch {
        metric: match metric {
            Metric::Score => stats::Metric::Score,
            Metric::Wins => stats::Metric::Wins,
        },
        rule: plan.stop().map(|stop| match stop.rule {
            StopRule::UntilWidth(width) => stats::StopRule::UntilWidth(width),
            StopRule::Sprt(test) => stats::StopRule::Sprt(Sprt {
                mu0: test.mu0,
                mu1: test.mu1,
            }),
        }),
        deals: plan.schedule().deals(),
        matchups: plan.schedule().matchups().len() as u64,
    }
}

/// What watches a run of this plan; `None` for a club tournament, whose blocks depend on each other.
pub fn monitor(plan: &Plan) -> Option<Monitor> {
    plan.club().is_none().then(|| Monitor::new(watch(plan)))
}
