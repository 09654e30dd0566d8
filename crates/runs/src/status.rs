//! The state of a run: what its folders hold together, what is missing or damaged, and the next
//! steps. Only reads.

use std::path::{Path, PathBuf};

use rummilab_arena::{Blocks, MissingBlocks, Plan, Span};
use rummilab_record::{BotEntry, Damage, Header, Program, read_plain_text};
use rummilab_stats::faults::{FaultList, NamedFault};
use serde::Serialize;

use crate::error::RunsError;
use crate::files::{GAMES, PLAN, SHARD, SUMMARY};
use crate::joint_stop::JointStop;
use crate::planned::monitor;
use crate::programs::ChangedBots;
use crate::shard::{Shard, ShardArg};
use crate::sibling_results::SiblingResults;
use crate::union::{RecordFile, Union, decided_end, read_header, read_union_below, records_of};

/// Most stretches of missing blocks in JSON.
const MOST_STRETCHES: usize = 1000;
/// Most steps that are proposed.
const MOST_STEPS: usize = 20;

/// The state of a run.
#[derive(Debug, Clone)]
pub struct RunStatus {
    plan: Plan,
    /// The number of blocks after which the stop rule ended the run.
    end: Option<u64>,
    /// The folder of the shards that found that end together; `None` if these records tell it.
    beside: Option<PathBuf>,
    union: Union,
    done: u64,
    missing: Blocks,
}

/// An arithmetic progression of block numbers: first, last, step.
pub type Stretch = (u64, u64, u64);

/// A step that brings a run forward.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// Play what is missing in this folder, for this shard if given.
    Play {
        /// A folder with the plan: that of the run or of another shard.
        plan_in: PathBuf,
        shard: Option<Shard>,
        /// The folder to play in.
        folder: PathBuf,
    },
    /// Merge the records into a folder.
    Merge,
    /// Merge the records of the folders in this one.
    MergeAll(PathBuf),
    /// Merge the sound blocks into a new folder.
    Save,
    /// Then play what is missing in that new folder.
    PlaySaved,
}

#[derive(Debug, Clone, Serialize)]
pub struct StatusJson {
    plan_hash: String,
    build: String,
    rules: String,
    players: usize,
    seed: u64,
    salt: Option<String>,
    bots: Vec<BotEntry>,
    /// The programs among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    programs: Vec<Program>,
    blocks: u64,
    done: u64,
    missing: u64,
    /// The first thousand stretches of missing blocks: first, last, step.
    missing_blocks: Vec<Stretch>,
    complete: bool,
    /// Whether a fault remains that more playing does not repair.
    damaged: bool,
    records: Vec<SourceJson>,
    /// The first five faults of bots and endless games.
    faults: Vec<NamedFault>,
    /// The next steps, in the words of the caller.
    next: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
struct SourceJson {
    file: String,
    shard: Option<String>,
    blocks: u64,
    /// Blocks of the shard, or of the plan.
    of: u64,
    /// Further blocks, which the stop rule leaves out of the run.
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u64,
    torn: bool,
    damage: Vec<Damage>,
}

impl RunStatus {
    /// Reads all records in these places.
    ///
    /// # Errors
    /// If there are none, or they belong to different runs or contradict each other.
    pub fn of(places: &[PathBuf]) -> Result<RunStatus, RunsError> {
        let files = records_of(places)?;
        let (file, header) = read_header(&files, ChangedBots::Refuse)?;
        let plan = plan_of(&header, &file)?;
        let mut end = decided_end(&files, &plan, ChangedBots::Refuse)?;
        let mut beside = None;
        if end.is_none() {
            end = end_beside(&files[0], &header, &plan);
            beside = end.map(|_| parent_of(&folder_of(&files[0])));
        }
        let mut missing = MissingBlocks::of(planned(&plan, end));
        let union = read_union_below(&files, end, |block| {
            missing.found(block.block);
            Ok(())
        })?;
        Ok(RunStatus {
            beside,
            ..RunStatus::new(plan, end, union, &missing)
        })
    }

    /// The state of the run with these records and missing blocks.
    pub(crate) fn new(
        plan: Plan,
        end: Option<u64>,
        union: Union,
        missing: &MissingBlocks,
    ) -> RunStatus {
        RunStatus {
            plan,
            end,
            beside: None,
            union,
            done: missing.count_found(),
            missing: missing.missing(),
        }
    }

    /// The plan of the run.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The common header of all records.
    pub fn header(&self) -> &Header {
        &self.union.header
    }

    /// Number of blocks of the run: those of the plan, or those up to the end by its stop rule.
    pub fn blocks(&self) -> u64 {
        planned(&self.plan, self.end).len()
    }

    /// The number of blocks after which the stop rule ended the run; `None` if it has not.
    pub fn end(&self) -> Option<u64> {
        self.end
    }

    /// Whether the shards in the folders beside these records have the blocks that are missing.
    pub fn is_complete_beside(&self) -> bool {
        self.beside.is_some()
    }

    pub fn done(&self) -> u64 {
        self.done
    }

    pub fn missing(&self) -> u64 {
        self.missing.len()
    }

    /// The missing blocks, in few stretches.
    pub fn missing_stretches(&self) -> Vec<Stretch> {
        stretches(&self.missing)
    }

    /// Whether every block is present.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// Whether a fault remains that more playing does not repair.
    pub fn is_damaged(&self) -> bool {
        self.union.sources.iter().any(RecordFile::is_damaged)
    }

    /// The faults of the recorded games.
    pub fn faults(&self) -> &FaultList {
        &self.union.faults
    }

    /// The records with their contents and damage.
    pub fn sources(&self) -> &[RecordFile] {
        &self.union.sources
    }

    /// The state as JSON. `next` are the [next steps](RunStatus::next), in the words of the caller.
    pub fn json(&self, next: Vec<String>) -> StatusJson {
        let header = &self.union.header;
        let mut missing_blocks = self.missing_stretches();
        missing_blocks.truncate(MOST_STRETCHES);
        StatusJson {
            plan_hash: header.plan_hash.clone(),
            build: header.build.clone(),
            rules: header.rules.title(),
            players: header.players,
            seed: header.seed,
            salt: header.salt.clone(),
            bots: header.bots.clone(),
            programs: self.plan.programs(),
            blocks: self.blocks(),
            done: self.done,
            missing: self.missing.len(),
            missing_blocks,
            complete: self.is_complete(),
            damaged: self.is_damaged(),
            records: self
                .sources()
                .iter()
                .map(|source| self.source_json(source))
                .collect(),
            faults: self.faults().named.clone(),
            next,
        }
    }

    fn source_json(&self, source: &RecordFile) -> SourceJson {
        let shard = source.shard();
        let damage = source.damage.iter().filter(|damage| !damage.torn);
        SourceJson {
            file: source.file.display().to_string(),
            shard: shard.map(|shard| shard.to_string()),
            blocks: source.blocks,
            of: self.blocks_of(shard),
            left_out: source.left_out,
            torn: source.damage.iter().any(|damage| damage.torn),
            damage: damage.cloned().collect(),
        }
    }

    /// Number of blocks of a shard; of the whole plan without one.
    pub fn blocks_of(&self, shard: Option<Shard>) -> u64 {
        let span = Shard::span(shard, &self.plan);
        self.end.map_or(span, |end| span.below(end)).len()
    }

    /// The next steps; none if all is done.
    pub fn next(&self) -> Vec<NextStep> {
        if self.is_damaged() {
            return if self.is_complete() {
                vec![NextStep::Save]
            } else {
                vec![NextStep::Save, NextStep::PlaySaved]
            };
        }
        if let Some(beside) = &self.beside {
            return vec![NextStep::MergeAll(beside.clone())];
        }
        match (self.sources(), self.is_complete()) {
            ([one], true) => {
                let folder = one.folder();
                if folder.join(SUMMARY).is_file() && one.file.ends_with(GAMES) {
                    Vec::new()
                } else {
                    vec![NextStep::play_on(folder, None)]
                }
            }
            (sources, true) if sources.iter().any(|one| one.blocks == self.blocks()) => Vec::new(),
            (_, true) => vec![NextStep::Merge],
            (sources, false) => {
                let mut steps = self.unfinished(sources);
                if sources.len() > 1 || steps.is_empty() {
                    steps.truncate(MOST_STEPS);
                    steps.push(NextStep::Merge);
                }
                steps
            }
        }
    }

    /// Steps that play what is missing: the unfinished and absent shards, or the only folder.
    fn unfinished(&self, sources: &[RecordFile]) -> Vec<NextStep> {
        let shards: Option<Vec<Shard>> = sources.iter().map(RecordFile::shard).collect();
        let Some(shards) =
            shards.filter(|shards| shards.iter().all(|one| one.of() == shards[0].of()))
        else {
            return match sources {
                [one] => vec![NextStep::play_on(one.folder(), None)],
                _ => Vec::new(),
            };
        };
        let pairs = sources.iter().zip(&shards);
        let open = pairs.filter(|(source, shard)| source.blocks < self.blocks_of(Some(**shard)));
        let steps: Vec<NextStep> = open
            .map(|(source, shard)| NextStep::Play {
                plan_in: self.plan_folder(source),
                shard: Some(*shard),
                folder: source.folder(),
            })
            .collect();
        if !steps.is_empty() {
            return steps;
        }
        // The given shards are done; the others are missing.
        let absent = (0..shards[0].of()).map(|index| Shard::new(index, shards[0].of()));
        let absent = absent.filter(|shard| !shards.contains(shard));
        let first = sources[0].folder();
        let plan_in = self.plan_folder(&sources[0]);
        let step = |shard: Shard| NextStep::Play {
            plan_in: plan_in.clone(),
            shard: Some(shard),
            folder: first.parent().unwrap_or(Path::new("")).join(shard.folder()),
        };
        absent.take(MOST_STEPS).map(step).collect()
    }
}

impl RunStatus {
    /// A folder with the plan of the run: that of the record, unless it has fewer deals.
    fn plan_folder(&self, source: &RecordFile) -> PathBuf {
        let own = source.folder();
        let others = self.sources().iter().map(RecordFile::folder);
        let whole = |folder: &PathBuf| {
            let text = read_plain_text(folder.join(PLAN));
            text.is_ok_and(|text| text == self.union.header.plan)
        };
        let mut folders = std::iter::once(own.clone()).chain(others);
        folders.find(whole).unwrap_or(own)
    }
}

impl NextStep {
    /// Resumes in a folder that holds the plan.
    fn play_on(folder: PathBuf, shard: Option<Shard>) -> NextStep {
        NextStep::Play {
            plan_in: folder.clone(),
            shard,
            folder,
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The end that a shard finds with the records beside its folder, as when it is played.
fn end_beside(games: &Path, header: &Header, plan: &Plan) -> Option<u64> {
    let folder = folder_of(games);
    let monitor = monitor(plan).filter(|_| plan.stop().is_some())?;
    if !folder.join(SHARD).is_file() {
        return None;
    }
    let beside = SiblingResults::new(&folder, Some(header.clone()));
    let mut stop = JointStop::new(monitor, beside);
    stop.is_over();
    stop.monitor().stopped_after()
}

/// The blocks of a run that its stop rule ended after `end` blocks, if it did.
pub(crate) fn planned(plan: &Plan, end: Option<u64>) -> Span {
    let all = Span::all(plan);
    end.map_or(all, |end| all.below(end))
}

/// The plan in a header of this file.
pub(crate) fn plan_of(header: &Header, file: &Path) -> Result<Plan, RunsError> {
    let plan = Plan::from_toml(&header.plan);
    plan.map_err(|source| RunsError::HeaderPlan(file.to_owned(), source))
}

impl RecordFile {
    /// The shard of the record: by the progression of its block numbers or, if it has at most one
    /// block, by the file in its folder that names the shard.
    pub fn shard(&self) -> Option<Shard> {
        match self.pattern.regular() {
            Some((first, step)) => (step > 1 && first < step).then(|| Shard::new(first, step)),
            None if self.blocks <= 1 => {
                let noted = read_plain_text(self.folder().join(SHARD)).ok()?;
                match noted.trim().parse() {
                    Ok(ShardArg::Given(shard)) => Some(shard),
                    _ => None,
                }
            }
            None => None,
        }
    }

    /// The folder of the file.
    fn folder(&self) -> PathBuf {
        folder_of(&self.file)
    }
}

fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        folder.to_owned()
    }
}

/// The folder of a folder.
fn parent_of(folder: &Path) -> PathBuf {
    match folder.file_name() {
        Some(_) => folder_of(folder),
        None if folder == Path::new(".") => PathBuf::from(".."),
        None => folder.join(".."),
    }
}

/// Groups blocks into few stretches.
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
    // Any two blocks are a progression: list them one by one.
    all.into_iter()
        .flat_map(|(first, last, step)| {
            if step > 1 && last - first == step {
                vec![(first, first, 1), (last, last, 1)]
            } else {
                vec![(first, last, step)]
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_blocks_are_grouped_into_few_stretches() {
        let found = |numbers: &[u64]| stretches(&numbers.iter().copied().collect());
        assert_eq!(found(&[]), []);
        assert_eq!(found(&[4]), [(4, 4, 1)]);
        assert_eq!(found(&[4, 9]), [(4, 4, 1), (9, 9, 1)]);
        assert_eq!(found(&[1, 4, 7, 10, 40]), [(1, 10, 3), (40, 40, 1)]);
    }
}
