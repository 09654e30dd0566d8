//! Where a run stands: what its folders hold together, what is missing or damaged, and how to go on. Refuses to change
//! anything.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use rummilab_arena::{Blocks, Plan, Rest, Span};
use serde::Serialize;

use crate::error::Error;
use crate::players::has_person;
use crate::rules_arg::quoted;
use crate::run_folder::{GAMES, PLAN, SHARD, SUMMARY};
use crate::shard::{Shard, ShardArg};
use crate::union::{Source, Union, read_header, read_union, records_of};

/// Most stretches of missing blocks in the text, and in JSON.
const MOST_TOLD: (usize, usize) = (8, 1000);
/// Most commands that are proposed.
const MOST_COMMANDS: usize = 20;

/// The state of a run.
pub struct State {
    plan: Plan,
    union: Union,
    found: u64,
    missing: Blocks,
    /// What was given, for the commands that are proposed.
    places: Vec<PathBuf>,
}

/// Blocks at one distance: first, last, distance.
type Stretch = (u64, u64, u64);

/// The state as JSON.
#[derive(Serialize)]
pub struct StateJson {
    plan_hash: String,
    build: String,
    rules: String,
    players: usize,
    seed: u64,
    /// Blocks of the plan.
    blocks: u64,
    /// Blocks that are there.
    done: u64,
    /// Blocks that are not.
    missing: u64,
    /// The first thousand stretches of missing blocks: first, last, distance.
    missing_blocks: Vec<Stretch>,
    complete: bool,
    /// Whether something is wrong that playing on does not mend.
    damaged: bool,
    records: Vec<SourceJson>,
    /// Commands that go on from here.
    next: Vec<String>,
}

#[derive(Serialize)]
struct SourceJson {
    file: String,
    shard: Option<String>,
    blocks: u64,
    /// Blocks of the shard, or of the plan.
    of: u64,
    torn: bool,
    damage: Vec<DamageJson>,
}

#[derive(Serialize)]
struct DamageJson {
    offset: u64,
    bytes: u64,
    what: String,
}

impl State {
    /// Reads all records in these places.
    pub fn of(places: &[PathBuf]) -> Result<State, Error> {
        let files = records_of(places)?;
        let plan = plan_of(&files)?;
        let mut rest = Rest::of(Span::all(&plan));
        let union = read_union(&files, |block| {
            rest.found(block.block);
            Ok(())
        })?;
        Ok(State::new(plan, union, &rest, places))
    }

    /// The state after `union` was read, and `rest` told its blocks.
    pub fn new(plan: Plan, union: Union, rest: &Rest, places: &[PathBuf]) -> State {
        State {
            plan,
            union,
            found: rest.count_found(),
            missing: rest.missing(),
            places: places.to_vec(),
        }
    }

    /// Whether every block is there.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// Whether something is wrong that playing on does not mend.
    pub fn is_damaged(&self) -> bool {
        self.union.sources.iter().any(Source::is_damaged)
    }

    /// The records and what was found in them.
    pub fn sources(&self) -> &[Source] {
        &self.union.sources
    }

    /// As JSON.
    pub fn json(&self) -> StateJson {
        let header = &self.union.header;
        let mut missing_blocks = stretches(&self.missing);
        missing_blocks.truncate(MOST_TOLD.1);
        StateJson {
            plan_hash: header.plan_hash.clone(),
            build: header.build.clone(),
            rules: header.rules.name.clone(),
            players: header.players,
            seed: header.seed,
            blocks: self.plan.blocks(),
            done: self.found,
            missing: self.missing.len(),
            missing_blocks,
            complete: self.is_complete(),
            damaged: self.is_damaged(),
            records: self
                .sources()
                .iter()
                .map(|source| self.source_json(source))
                .collect(),
            next: self.next(),
        }
    }

    fn source_json(&self, source: &Source) -> SourceJson {
        let shard = shard_of(source);
        let damage = source.damage.iter().filter(|damage| !damage.torn);
        SourceJson {
            file: source.file.display().to_string(),
            shard: shard.map(|shard| shard.to_string()),
            blocks: source.blocks,
            of: Shard::span(shard, &self.plan).len(),
            torn: source.damage.iter().any(|damage| damage.torn),
            damage: damage
                .map(|damage| DamageJson {
                    offset: damage.offset,
                    bytes: damage.bytes,
                    what: damage.what.clone(),
                })
                .collect(),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let header = &self.union.header;
        let (found, blocks) = (self.found, self.plan.blocks());
        let mut text = format!(
            "{}, {} players, seed {}, {}: {found} of {blocks} blocks\nplan {}\n\n",
            header.rules.name, header.players, header.seed, header.build, header.plan_hash
        );
        for source in self.sources() {
            let _ = writeln!(text, "  {}", self.source_text(source));
            for damage in &source.damage {
                let _ = writeln!(
                    text,
                    "    {}: {damage}",
                    if damage.torn { "cut off" } else { "damaged" }
                );
            }
        }
        text.push('\n');
        let next = self.next();
        if self.is_complete() {
            text += "every block is there\n";
        } else {
            let _ = writeln!(text, "missing: {}", self.missing_text());
        }
        if !next.is_empty() {
            text += "to go on:\n";
        }
        for command in next {
            let _ = writeln!(text, "  {command}");
        }
        text
    }

    fn source_text(&self, source: &Source) -> String {
        let name = source.file.display();
        match shard_of(source) {
            Some(shard) => {
                let of = Shard::span(Some(shard), &self.plan).len();
                format!("{name}: shard {shard}, {} of {of} blocks", source.blocks)
            }
            None => format!("{name}: {} blocks", source.blocks),
        }
    }

    /// The missing blocks in words.
    pub fn missing_text(&self) -> String {
        let all = stretches(&self.missing);
        let words = all.iter().take(MOST_TOLD.0).map(|stretch| match *stretch {
            (first, last, _) if first == last => format!("{first}"),
            (first, last, 1) => format!("{first} to {last}"),
            (first, last, step) => format!("{first} to {last} in steps of {step}"),
        });
        let mut text = words.collect::<Vec<_>>().join(", ");
        if all.len() > MOST_TOLD.0 {
            let _ = write!(text, ", and {} more stretches", all.len() - MOST_TOLD.0);
        }
        let count = self.missing.len();
        let blocks = if count == 1 { "block" } else { "blocks" };
        format!("{count} {blocks}: {text}")
    }

    /// What is printed when a shard is done.
    pub fn shard_text(&self, shard: Shard, blocks: u64, folder: &Path) -> String {
        format!(
            "shard {shard}: all of its {blocks} blocks are in {}\nwhen all shards are done:  rummilab merge FOLDER… --out DIR",
            folder.display()
        )
    }

    /// Commands that go on from here.
    fn next(&self) -> Vec<String> {
        let run = |folder: &Path, more: &str| {
            let plan = folder.join(PLAN).display().to_string();
            let out = folder.display().to_string();
            if has_person(&self.plan) {
                return format!("rummilab play --out {}", quoted(&out));
            }
            format!(
                "rummilab run {}{more} --out {}",
                quoted(&plan),
                quoted(&out)
            )
        };
        let merge = |out: &str| {
            let places = self
                .places
                .iter()
                .map(|place| quoted(&place.display().to_string()));
            format!(
                "rummilab merge {} --out {out}",
                places.collect::<Vec<_>>().join(" ")
            )
        };
        if self.is_damaged() {
            return match self.is_complete() {
                true => vec![merge("NEW")],
                false => vec![
                    merge("NEW"),
                    "rummilab run NEW/plan.toml --out NEW".to_owned(),
                ],
            };
        }
        match (self.sources(), self.is_complete()) {
            ([one], true) => {
                let folder = folder_of(one);
                let whole = folder.join(SUMMARY).is_file() && one.file.ends_with(GAMES);
                if whole {
                    Vec::new()
                } else {
                    vec![run(&folder, "")]
                }
            }
            (sources, true) if sources.iter().any(|one| one.blocks == self.plan.blocks()) => {
                Vec::new()
            }
            (_, true) => vec![merge("DIR")],
            (sources, false) => {
                let mut commands = self.unfinished(sources, &run);
                if sources.len() > 1 || commands.is_empty() {
                    commands.truncate(MOST_COMMANDS);
                    commands.push(merge("DIR"));
                }
                commands
            }
        }
    }

    /// Commands that play what is missing: the shards that are not done or not there, or the only folder there is.
    fn unfinished(&self, sources: &[Source], run: &impl Fn(&Path, &str) -> String) -> Vec<String> {
        let shards: Option<Vec<Shard>> = sources.iter().map(shard_of).collect();
        let Some(shards) =
            shards.filter(|shards| shards.iter().all(|one| one.of() == shards[0].of()))
        else {
            return match sources {
                [one] => vec![run(&folder_of(one), "")],
                _ => Vec::new(),
            };
        };
        let pairs = sources.iter().zip(&shards);
        let open = pairs
            .filter(|(source, shard)| source.blocks < Shard::span(Some(**shard), &self.plan).len());
        let mut commands: Vec<String> = open
            .map(|(source, shard)| run(&folder_of(source), &format!(" --shard {shard}")))
            .collect();
        if !commands.is_empty() {
            return commands;
        }
        // What is given is done: the others are.
        let absent = (0..shards[0].of()).map(|index| Shard::new(index, shards[0].of()));
        let absent = absent
            .filter(|shard| !shards.contains(shard))
            .take(MOST_COMMANDS);
        let first = folder_of(&sources[0]);
        let plan = first.join(PLAN).display().to_string();
        commands.extend(absent.map(|shard| {
            let out = first.parent().unwrap_or(Path::new("")).join(shard.folder());
            let out = quoted(&out.display().to_string());
            format!("rummilab run {} --shard {shard} --out {out}", quoted(&plan))
        }));
        commands
    }
}

/// The plan of the first record that has a header.
pub fn plan_of(files: &[PathBuf]) -> Result<Plan, Error> {
    let header = read_header(files)?;
    Plan::from_toml(&header.plan).map_err(|error| {
        Error::Input(format!(
            "the plan in the header of the record cannot be read: {error}"
        ))
    })
}

/// Which shard a record seems to be: by its blocks, or where these are too few by what its folder says.
fn shard_of(source: &Source) -> Option<Shard> {
    match source.pattern.regular() {
        Some((first, step)) => (step > 1 && first < step).then(|| Shard::new(first, step)),
        None if source.blocks <= 1 => {
            let noted = std::fs::read_to_string(folder_of(source).join(SHARD)).ok()?;
            match noted.trim().parse() {
                Ok(ShardArg::Given(shard)) => Some(shard),
                _ => None,
            }
        }
        None => None,
    }
}

fn folder_of(source: &Source) -> PathBuf {
    let folder = source.file.parent().unwrap_or(Path::new(""));
    match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_owned(),
    }
}

/// Blocks as few stretches: single ones at one distance are one.
fn stretches(blocks: &Blocks) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = Vec::new();
    for span in blocks.spans() {
        let (Some(first), Some(last)) = (span.first(), span.last()) else {
            continue;
        };
        let single = first == last;
        match all.last_mut() {
            Some(before) if single && before.0 == before.1 => {
                *before = (before.0, first, first - before.0);
            }
            Some(before) if single && before.2 > 1 && first - before.1 == before.2 => {
                before.1 = first;
            }
            _ => all.push((first, last, if single { 1 } else { span.step() })),
        }
    }
    // Two single blocks have always one distance; say them one by one.
    all.into_iter()
        .flat_map(
            |(first, last, step)| match step > 1 && last - first == step {
                true => vec![(first, first, 1), (last, last, 1)],
                false => vec![(first, last, step)],
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_blocks_are_told_as_few_stretches() {
        let told = |numbers: &[u64]| stretches(&numbers.iter().copied().collect());
        assert_eq!(told(&[]), []);
        assert_eq!(told(&[4]), [(4, 4, 1)]);
        assert_eq!(told(&[4, 9]), [(4, 4, 1), (9, 9, 1)]);
        assert_eq!(told(&[1, 4, 7, 10, 40]), [(1, 10, 3), (40, 40, 1)]);
    }
}
