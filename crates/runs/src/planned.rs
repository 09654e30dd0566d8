//! What a plan means to record and statistics: the header, the deals of its blocks, and what is
//! watched in its run.

use rummilab_arena::{HarnessError, Plan, SprtUnit, StopCondition, StopMetric};
use rummilab_record::{Block, DealRecord, Header};
use rummilab_stats::{Metric, Monitor, Sprt, SprtUnit as Unit, StopRule, Watch};

use crate::bot_name::behaviour_version;

/// Name and version of the program that go into every record.
pub const BUILD: &str = concat!("rummilab ", env!("CARGO_PKG_VERSION"));

/// The header of the record of a plan when this program plays it, with the versions of its bots.
pub fn header_of(plan: &Plan) -> Header {
    let mut header = plan.header(BUILD);
    for bot in &mut header.bots {
        bot.version = behaviour_version(&bot.canonical);
    }
    header
}

/// The deals that a block of this plan must hold. A person may have had new tiles dealt; then the
/// block says how often, and each time the first rack must have had the pairs.
///
/// # Errors
/// If they cannot be dealt.
pub(crate) fn planned_deals(plan: &Plan, block: &Block) -> Result<Vec<DealRecord>, HarnessError> {
    if let [recorded] = &block.deals[..]
        && recorded.attempt > 0
        && let Ok((_, deal)) = plan.person_deal(recorded.attempt)
    {
        return Ok(vec![deal]);
    }
    let record = |(deal, attempt)| DealRecord { attempt, deal };
    Ok(plan.deals(block.block)?.into_iter().map(record).collect())
}

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
                unit: match test.unit {
                    Some(SprtUnit::Elo) => Unit::Elo,
                    Some(SprtUnit::Nelo) => Unit::Nelo,
                    Some(SprtUnit::Points | SprtUnit::Wins) | None => Unit::Figure,
                },
                alpha: test.alpha,
                beta: test.beta,
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
