//! The salt of a match: drawn if a random one is asked for, kept by the folder, shared by all
//! shards.

use std::path::Path;

use rummilab_arena::{Plan, PlanSpec};
use rummilab_chance::Salt;
use rummilab_record::Reader;

use crate::error::RunsError;
use crate::files::{GAMES, PLAN, SHARD};
use crate::union::records_at;

/// The value in a plan that asks for a new salt.
pub(crate) const RANDOM: &str = "random";

/// Draws a salt for a plan that asks for a new one.
pub(crate) fn draw_salt(spec: &mut PlanSpec) -> Result<(), RunsError> {
    if spec.salt.as_deref() == Some(RANDOM) {
        let salt = Salt::random().map_err(RunsError::NoRandomSalt)?;
        spec.salt = Some(salt.to_string());
    }
    Ok(())
}

/// The salt with which this plan is played in a folder. `asked` is what the user asked for; the
/// plan already holds the salt that this gives. A folder keeps its salt. If that differs from an
/// explicit request, opening the record is refused.
///
/// # Errors
/// [`RunsError::ShardSalt`] if the other shards could not have the same salt.
pub(crate) fn salt_in(
    folder: &Path,
    plan: &Plan,
    asked: Option<&str>,
    is_shard: bool,
) -> Result<Option<Salt>, RunsError> {
    let given = plan.seed().salt;
    if let Some(kept) = kept_salt(folder, plan) {
        let goes_on = asked.is_none() || (asked == Some(RANDOM) && kept.is_some());
        return Ok(if goes_on { kept } else { given });
    }
    if is_shard && (asked.is_none() || asked == Some(RANDOM)) {
        let beside = salt_beside(folder, plan);
        if let Some(salt) = beside.or(given) {
            let beside = beside.is_some();
            return Err(RunsError::ShardSalt { salt, beside });
        }
    }
    Ok(given)
}

/// The salt of the games of this plan in a folder, if they have one; the outer `None` means that
/// there are no such games.
fn kept_salt(folder: &Path, plan: &Plan) -> Option<Option<Salt>> {
    let recorded = salt_of_record(&folder.join(GAMES), plan);
    recorded.or_else(|| {
        // If the header is unreadable, the resolved plan beside it has the salt.
        let text = std::fs::read_to_string(folder.join(PLAN)).ok()?;
        let there = Plan::from_toml(&text).ok()?;
        let salt = there
            .seed()
            .salt
            .filter(|_| there.plan_hash() == plan.plan_hash());
        salt.map(Some)
    })
}

/// The salt of another shard of this plan, or of a merge of shards, beside the folder of this
/// shard.
fn salt_beside(folder: &Path, plan: &Plan) -> Option<Salt> {
    let parent = std::path::absolute(folder).ok()?;
    let parent = parent.parent()?;
    let records = records_at(parent).unwrap_or_default().into_iter();
    let mut shards = records.filter(|file| {
        let of = file.parent().unwrap_or(Path::new(""));
        of == parent || of.join(SHARD).is_file()
    });
    shards.find_map(|file| salt_of_record(&file, plan).flatten())
}

fn salt_of_record(games: &Path, plan: &Plan) -> Option<Option<Salt>> {
    let reader = Reader::open(games).ok()?;
    let header = reader.header();
    let same = header.plan_hash == plan.plan_hash();
    same.then(|| header.salt.as_deref().and_then(|salt| salt.parse().ok()))
}
