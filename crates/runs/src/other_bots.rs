//! Runs of other bots under the same conditions, as one run: its plan, and their records with the
//! block numbers of that plan.

use std::path::{Path, PathBuf};

use rummilab_arena::{Plan, Translation};
use rummilab_record::{Block, Difference, Header, Program, Scan, Writer};

use crate::error::RunsError;
use crate::planned::header_of;
use crate::programs::ChangedBots;
use crate::status::plan_of;
use crate::union::{Pattern, RecordFile, Union, beside, cannot_write, read_header, read_union};
use crate::whole_file::PartFile;

/// Some runs as one.
pub(crate) struct United {
    pub(crate) header: Header,
    pub(crate) plan: Plan,
    runs: Vec<Run>,
    translations: Vec<Translation>,
}

/// A run with its records.
struct Run {
    files: Vec<PathBuf>,
    header: Header,
    plan: Plan,
}

/// The runs of these records as one; `None` if they are of one run.
///
/// # Errors
/// [`RunsError::DifferentRuns`] if their conditions differ, [`RunsError::ChangedBot`] if a program
/// was changed between them and that is not accepted.
pub(crate) fn united(files: &[PathBuf], changes: ChangedBots) -> Result<Option<United>, RunsError> {
    let mut runs = runs_of(files, changes)?;
    runs.sort_by(|a, b| a.header.plan_hash.cmp(&b.header.plan_hash));
    let [first, others @ ..] = &runs[..] else {
        return Ok(None);
    };
    if others.is_empty() {
        return Ok(None);
    }
    for other in others {
        let conditions = (first.plan.conditions(), other.plan.conditions());
        let difference = match &conditions {
            (Some(of_first), Some(of_other)) => difference((first, of_first), (other, of_other)),
            _ => Difference::of(&first.header, &other.header),
        };
        if let Some(difference) = difference {
            let place = |run: &Run| run.files[0].clone();
            return Err(RunsError::DifferentRuns(
                place(first),
                place(other),
                difference,
            ));
        }
    }
    let plans: Vec<Plan> = runs.iter().map(|run| run.plan.clone()).collect();
    let whole =
        Plan::union(&plans).map_err(|cause| RunsError::HeaderPlan(runs[0].files[0].clone(), cause));
    let (plan, translations) = whole?;
    let plan = plan.with_programs(&programs(&runs, changes)?);
    let mut header = header_of(&plan);
    header.build.clone_from(&runs[0].header.build);
    for bot in &mut header.bots {
        let mut known = runs.iter().flat_map(|run| &run.header.bots);
        let known = known.find(|known| known.canonical == bot.canonical);
        bot.version = known.and_then(|known| known.version);
    }
    Ok(Some(United {
        header,
        plan,
        runs,
        translations,
    }))
}

/// The runs of these records, each once.
fn runs_of(files: &[PathBuf], changes: ChangedBots) -> Result<Vec<Run>, RunsError> {
    let hash = |file: &PathBuf| {
        Scan::open(file)
            .ok()
            .map(|scan| scan.header().plan_hash.clone())
    };
    let hashes: Vec<Option<String>> = files.iter().map(hash).collect();
    // A record with an unreadable header belongs to the first, or to none.
    let first = hashes.iter().flatten().next().cloned();
    let mut groups: Vec<(Option<String>, Vec<PathBuf>)> = Vec::new();
    for (file, hash) in files.iter().zip(hashes) {
        let hash = hash.or_else(|| first.clone());
        match groups.iter_mut().find(|(known, _)| *known == hash) {
            Some((_, group)) => group.push(file.clone()),
            None => groups.push((hash, vec![file.clone()])),
        }
    }
    let run = |files: Vec<PathBuf>| {
        let (file, header) = read_header(&files, changes)?;
        let plan = plan_of(&header, &file)?;
        Ok(Run {
            files,
            header,
            plan,
        })
    };
    groups.into_iter().map(|(_, files)| run(files)).collect()
}

/// The first difference between two runs that keeps them from being one.
fn difference((a, of_a): (&Run, &String), (b, of_b): (&Run, &String)) -> Option<Difference> {
    let (x, y) = (&a.header, &b.header);
    let other_version = || {
        let mut bots = x.bots.iter();
        bots.find_map(|bot| {
            let mut others = y.bots.iter();
            let same = others.find(|other| other.canonical == bot.canonical)?;
            (same.version != bot.version).then(|| Difference::Version {
                bot: bot.label.clone(),
                found: bot.version,
                wanted: same.version,
            })
        })
    };
    let found = [
        (Difference::Rules, x.rules == y.rules),
        (Difference::Players, x.players == y.players),
        (Difference::Seed, x.seed == y.seed),
        (Difference::Salt, x.salt == y.salt),
        (
            Difference::Plan {
                found: of_a.clone(),
                wanted: of_b.clone(),
            },
            of_a == of_b,
        ),
        (Difference::Build, x.build == y.build),
    ];
    let mut found = found.into_iter().filter(|(_, same)| !same);
    found.next().map(|(field, _)| field).or_else(other_version)
}

/// The programs of all runs. Those of one bot must be the same, unless changes are accepted.
fn programs(runs: &[Run], changes: ChangedBots) -> Result<Vec<Program>, RunsError> {
    let mut all: Vec<Program> = Vec::new();
    for run in runs {
        for program in run.plan.programs() {
            if all.contains(&program) {
                continue;
            }
            let before = all.iter().find(|known| known.bot == program.bot);
            if let (Some(before), ChangedBots::Refuse) = (before, changes) {
                return Err(RunsError::ChangedBot {
                    place: run.files[0].clone(),
                    bot: program.bot.clone(),
                    before: Some(Box::new(before.clone())),
                    now: Box::new(program),
                });
            }
            all.push(program);
        }
    }
    all.sort();
    Ok(all)
}

impl United {
    /// Writes the records of each run beside the file `games`, with the block numbers of the whole.
    /// `own` are records of the whole itself.
    pub(crate) fn write_parts(&self, games: &Path, own: Vec<PathBuf>) -> Result<Parts, RunsError> {
        let mut parts = Parts::of(own);
        for (number, (run, translation)) in self.runs.iter().zip(&self.translations).enumerate() {
            if run.header.plan_hash == self.header.plan_hash {
                parts.files.extend(run.files.iter().cloned());
                continue;
            }
            let part = PartFile::beside(&beside(games, &format!("run-{number}")));
            parts
                .sources
                .extend(self.translate(run, translation, &part)?);
            parts.translated.push(part);
        }
        Ok(parts)
    }

    fn translate(
        &self,
        run: &Run,
        translation: &Translation,
        part: &PartFile,
    ) -> Result<Vec<RecordFile>, RunsError> {
        let cannot = |cause| cannot_write(part.path(), cause);
        let mut writer = part
            .open(|path| Writer::create(path, &self.header))
            .map_err(cannot)?;
        let mut deal: Vec<Block> = Vec::new();
        let mut write = |blocks: &mut Vec<Block>| {
            blocks.sort_by_key(|block| block.block);
            let written = blocks.iter().try_for_each(|block| writer.append(block));
            blocks.clear();
            written.map_err(cannot)
        };
        let mut last = None;
        let union = read_union(&run.files, |block| {
            let number = Some(translation.deal(block.block));
            if last != number {
                write(&mut deal)?;
                last = number;
            }
            let block_number = block.block;
            let there = translation.block(block.clone());
            let missing = || RunsError::NotTheGames(run.files[0].clone(), block_number);
            deal.push(there.ok_or_else(missing)?);
            Ok(())
        })?;
        write(&mut deal)?;
        writer.sync().map_err(cannot)?;
        // Their numbers say nothing of the whole.
        let plain = |source| RecordFile {
            pattern: Pattern::default(),
            ..source
        };
        Ok(union.sources.into_iter().map(plain).collect())
    }
}

/// The files of a merge: records as they are, and translated ones that vanish after it.
#[derive(Default)]
pub(crate) struct Parts {
    files: Vec<PathBuf>,
    translated: Vec<PartFile>,
    /// The records that were translated.
    sources: Vec<RecordFile>,
}

impl Parts {
    /// Records as they are.
    pub(crate) fn of(files: Vec<PathBuf>) -> Parts {
        Parts {
            files,
            ..Parts::default()
        }
    }

    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let translated = self.translated.iter().map(|part| part.path().to_owned());
        self.files.iter().cloned().chain(translated).collect()
    }

    /// If records were translated, names the whole in the place of all, and those with damage.
    pub(crate) fn name_sources(self, union: &mut Union, whole: &Path, blocks: u64) {
        if self.translated.is_empty() {
            return;
        }
        union.sources.truncate(self.files.len());
        union.sources.extend(self.sources);
        union.sources.retain(|source| !source.damage.is_empty());
        union.sources.insert(
            0,
            RecordFile {
                file: whole.to_owned(),
                blocks,
                ..RecordFile::default()
            },
        );
    }
}
