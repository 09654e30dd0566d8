//! The bots of a ladder: a file for each.

use std::cmp::Ordering;
use std::fs;
use std::path::Path;

use rummilab_record::read_plain_text;

use rummilab_arena::PlanSpec;
use rummilab_core::line_and_column;
use serde::Deserialize;

use super::AGAINST;
use crate::bot_name::NamedBot;
use crate::error::{NoLadder, RunsError};
use crate::in_memory::checked;

/// A bot of a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderBot {
    /// Its name, with its version if it has one: `mine@2`.
    pub name: String,
    /// What plays: its canonical name, such as `hold:h=3`.
    pub canonical: String,
    /// The name before what plays, as in plans: `mine@2=cmd:python3 mine.py`.
    pub(super) named: String,
    /// A remark of its author.
    pub note: Option<String>,
    /// Name of its file in the folder `bots`.
    pub(super) file: String,
}

/// A file of a bot as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BotFile {
    bot: String,
    version: Option<String>,
    note: Option<String>,
}

/// A name without the version, and the version.
fn family(name: &str) -> (&str, Option<&str>) {
    match name.split_once('@') {
        Some((family, version)) => (family, Some(version)),
        None => (name, None),
    }
}

/// The order of two bots by name, and of one name by version: none first, then numbers by value,
/// so that 9 comes before 10.
pub fn version_order(a: &str, b: &str) -> Ordering {
    let pieces = |version: &str| -> Vec<(Option<u64>, String)> {
        let each = version.split(['.', '-', '_']);
        each.map(|piece| (piece.parse().ok(), piece.to_owned()))
            .collect()
    };
    let key = |name: &str| {
        let (family, version) = family(name);
        (family.to_owned(), version.map(pieces))
    };
    key(a).cmp(&key(b))
}

/// The bots of a folder, by name.
pub(super) fn read_bots(folder: &Path, conditions: &PlanSpec) -> Result<Vec<LadderBot>, RunsError> {
    let unreadable = |cause| RunsError::Read(folder.to_owned(), cause);
    let mut bots = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|end| end == "toml") {
            bots.push(read_bot(&path, conditions)?);
        }
    }
    bots.sort_by(|a, b| version_order(&a.name, &b.name).then_with(|| a.file.cmp(&b.file)));
    for both in bots.windows(2) {
        if both[0].name == both[1].name {
            let [a, b] = [&both[0], &both[1]].map(|bot| folder.join(&bot.file));
            return Err(NoLadder::SameName(both[0].name.clone(), a, b).into());
        }
    }
    if bots.len() < 2 {
        return Err(NoLadder::TooFew(folder.to_owned(), bots.len()).into());
    }
    Ok(bots)
}

fn read_bot(path: &Path, conditions: &PlanSpec) -> Result<LadderBot, RunsError> {
    let refused = |why: String| NoLadder::BotFile(path.display().to_string(), why);
    let text = read_plain_text(path).map_err(|cause| RunsError::Read(path.to_owned(), cause))?;
    let BotFile { bot, version, note } = toml::from_str(&text).map_err(|error| {
        let (line, column) = line_and_column(&text, &error.span().unwrap_or_default());
        let place = format!("{}:{line}:{column}", path.display());
        NoLadder::BotFile(place, error.message().trim_end().to_owned())
    })?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    let stem = stem.unwrap_or_default().into_owned();
    let name = match (family(&stem), version) {
        ((_, None), Some(version)) => format!("{stem}@{version}"),
        ((_, Some(of_file)), Some(version)) if of_file != version => {
            let why = format!("its version is {version}, and its name says {of_file}");
            return Err(refused(why).into());
        }
        _ => stem,
    };
    if name.contains(AGAINST) || name.ends_with('-') || name.matches('@').count() > 1 {
        let why = format!("a name has no `{AGAINST}`, no `-` at its end, and one `@` at most");
        return Err(refused(why).into());
    }
    let named: NamedBot = format!("{name}={bot}")
        .parse()
        .map_err(|error: crate::error::BotNameError| refused(error.to_string()))?;
    let alone = PlanSpec {
        bots: vec![named.to_string()],
        clock: None,
        anchor: None,
        ..conditions.clone()
    };
    // Rules and numbers were checked with the conditions; what is left is the name.
    checked(&alone).map_err(|error| refused(error.to_string()))?;
    let file = path.file_name().map(|file| file.to_string_lossy());
    Ok(LadderBot {
        canonical: named.bot.to_string(),
        named: named.to_string(),
        name,
        note,
        file: file.unwrap_or_default().into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_numbers() {
        let mut names = ["a@10", "b", "a@9", "a", "a@9.2", "a@9.beta", "a-b@1"];
        names.sort_by(|a, b| version_order(a, b));
        let expected = ["a", "a@9", "a@9.beta", "a@9.2", "a@10", "a-b@1", "b"];
        assert_eq!(names, expected);
    }
}
