//! The salt of a match: drawn if a random one is asked for, kept by the folder, shared by all
//! shards.

use std::path::Path;

use rummilab_arena::{Plan, PlanSpec};
use rummilab_chance::Salt;
use rummilab_record::{Reader, read_plain_text};

use crate::error::RunsError;
use crate::files::{GAMES, PLAN, SHARD};
use crate::union::records_at;

/// The `salt` of a plan that asks for a random one.
pub(crate) const RANDOM: &str = "random";

/// Replaces a request for a random salt by a drawn one.
pub(crate) fn draw_salt(spec: &mut PlanSpec) -> Result<(), RunsError> {
    if spec.salt.as_deref() == Some(RANDOM) {
        let salt = Salt::random().map_err(RunsError::NoRandomSalt)?;
        spec.salt = Some(salt.to_string());
    }
    Ok(())
}

/// The salt with which to play `plan` in `folder`. `asked` is the user's request; `plan` already
/// holds the salt that results from it. A folder keeps its salt. If the request names another one,
/// that is returned, and opening the record fails.
///
/// # Errors
/// [`RunsError::ShardSalt`] for a new shard without an explicit salt, if its own would be random or
/// another shard has one.
pub(crate) fn salt_in(
    folder: &Path,
    plan: &Plan,
    asked: Option<&str>,
    is_shard: bool,
) -> Result<Option<Salt>, RunsError> {
    let requested = plan.seed().salt;
    if let Some(kept) = kept_salt(folder, plan) {
        let accepts_kept = asked.is_none() || (asked == Some(RANDOM) && kept.is_some());
        return Ok(if accepts_kept { kept } else { requested });
    }
    if is_shard && (asked.is_none() || asked == Some(RANDOM)) {
        let shared = salt_beside(folder, plan);
        if let Some(salt) = shared.or(requested) {
            let beside = shared.is_some();
            return Err(RunsError::ShardSalt { salt, beside });
        }
    }
    Ok(requested)
}

/// The salt of this plan's games in a folder. Outer `None`: there are no such games. Inner `None`:
/// they have no salt.
fn kept_salt(folder: &Path, plan: &Plan) -> Option<Option<Salt>> {
    let recorded = salt_of_record(&folder.join(GAMES), plan);
    recorded.or_else(|| {
        // If the header is unreadable, the plan as played, in the same folder, has the salt.
        let text = read_plain_text(folder.join(PLAN)).ok()?;
        let resolved = Plan::from_toml(&text).ok()?;
        let salt = resolved
            .seed()
            .salt
            .filter(|_| resolved.plan_hash() == plan.plan_hash());
        salt.map(Some)
    })
}

/// The salt of this plan's games in the parent of `folder`: of a merge, or of another shard there.
fn salt_beside(folder: &Path, plan: &Plan) -> Option<Salt> {
    let parent = std::path::absolute(folder).ok()?;
    let parent = parent.parent()?;
    let records = records_at(parent).unwrap_or_default().into_iter();
    let mut shards = records.filter(|file| {
        let home = file.parent().unwrap_or(Path::new(""));
        home == parent || home.join(SHARD).is_file()
    });
    shards.find_map(|file| salt_of_record(&file, plan).flatten())
}

fn salt_of_record(games: &Path, plan: &Plan) -> Option<Option<Salt>> {
    let reader = Reader::open(games).ok()?;
    let header = reader.header();
    let same = header.plan_hash == plan.plan_hash();
    same.then(|| header.salt.as_deref().and_then(|salt| salt.parse().ok()))
}
