//! Unites ladders. Everything is compared before anything is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rummilab_record::read_plain;

use super::{BOTS, Ladder, pair_records};
use crate::error::{NoLadder, RunsError};
use crate::files::{LADDER, PAIRS};
use crate::folder::make_folder;
use crate::merge::merge_with;
use crate::pool::Pool;
use crate::programs::ChangedBots;
use crate::union::check_union;
use crate::whole_file::write_whole;

/// Unites the bots and pairs of ladders of the same conditions in the folder `out`, which is new,
/// or the first of them. What two ladders both have must be the same.
///
/// # Errors
/// [`NoLadder`], [`RunsError::NotPooled`] and [`RunsError::OtherGames`] name what differs; then
/// nothing was written.
pub fn merge_ladders(
    ladders: &[Ladder],
    out: &Path,
    changes: ChangedBots,
) -> Result<(), RunsError> {
    let Some((first, others)) = ladders.split_first() else {
        return Ok(());
    };
    for other in others {
        same_conditions(first, other)?;
    }
    let own = first.folder == out;
    if !own && fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(NoLadder::OutTaken(out.to_owned()).into());
    }
    let bots = bot_files(ladders)?;
    let pairs = pairs_of(ladders, changes)?;
    for records in pairs.values() {
        check_union(records, changes)?;
    }
    make_folder(&out.join(BOTS))?;
    make_folder(&out.join(PAIRS))?;
    let conditions = first.folder.join(LADDER);
    let text = read_plain(&conditions).map_err(|cause| RunsError::Read(conditions, cause))?;
    for (name, bytes) in &bots {
        write_whole(&out.join(BOTS).join(name), bytes)?;
    }
    for (name, records) in &pairs {
        merge_with(records, &out.join(PAIRS).join(name), changes)?;
    }
    // Last, so that a folder with this file is a whole ladder.
    write_whole(&out.join(LADDER), &text)?;
    Ok(())
}

fn same_conditions(first: &Ladder, other: &Ladder) -> Result<(), NoLadder> {
    let table = |ladder: &Ladder| toml::Table::try_from(&ladder.conditions).unwrap_or_default();
    let (ours, theirs) = (table(first), table(other));
    let mut fields = ours.keys().chain(theirs.keys());
    match fields.find(|field| ours.get(*field) != theirs.get(*field)) {
        None => Ok(()),
        Some(field) => Err(NoLadder::Conditions(
            first.folder.join(LADDER),
            other.folder.join(LADDER),
            field.clone(),
        )),
    }
}

/// The files of all folders of bots, by name: also the programs beside them.
fn bot_files(ladders: &[Ladder]) -> Result<BTreeMap<String, Vec<u8>>, RunsError> {
    let mut files: BTreeMap<String, (PathBuf, Vec<u8>)> = BTreeMap::new();
    for ladder in ladders {
        let folder = ladder.folder.join(BOTS);
        let unreadable = |cause| RunsError::Read(folder.clone(), cause);
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = path.file_name().map(|name| name.to_string_lossy());
            let name = name.filter(|_| path.is_file()).map(String::from);
            let Some(name) = name else {
                continue;
            };
            let bytes = read_plain(&path).map_err(unreadable)?;
            match files.get(&name) {
                Some((known, same)) if *same != bytes => {
                    return Err(NoLadder::OtherFile(known.clone(), path).into());
                }
                _ => drop(files.insert(name, (path, bytes))),
            }
        }
    }
    let mut names: BTreeMap<&str, PathBuf> = BTreeMap::new();
    for (ladder, bot) in ladders
        .iter()
        .flat_map(|l| l.bots.iter().map(move |b| (l, b)))
    {
        let file = ladder.folder.join(BOTS).join(&bot.file);
        let known = names.entry(&bot.name).or_insert_with(|| file.clone());
        if known.file_name() != file.file_name() {
            return Err(NoLadder::SameName(bot.name.clone(), known.clone(), file).into());
        }
    }
    Ok(files
        .into_iter()
        .map(|(name, (_, bytes))| (name, bytes))
        .collect())
}

/// The records of each pair by the name of its folder, once all were read together.
fn pairs_of(
    ladders: &[Ladder],
    changes: ChangedBots,
) -> Result<BTreeMap<String, Vec<PathBuf>>, RunsError> {
    let mut pool = Pool::default();
    let mut pairs: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for ladder in ladders {
        // Each is sound by itself, with the changes that it has accepted.
        ladder.games()?;
        for record in pair_records(&ladder.folder)?.unwrap_or_default() {
            pool.add(&record, changes, |_| Ok(()))?;
            let name = record.parent().and_then(Path::file_name);
            let name = name.unwrap_or_default().to_string_lossy().into_owned();
            pairs.entry(name).or_default().push(record);
        }
    }
    Ok(pairs)
}
