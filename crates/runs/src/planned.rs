//! What the record of a plan must hold: its header, and the deals of its blocks.

use rummilab_arena::{HarnessError, Plan};
use rummilab_record::{Block, DealRecord, Header};

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
