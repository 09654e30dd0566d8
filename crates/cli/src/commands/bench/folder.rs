//! The folder of a bench: `bench.json` says what was measured and how, `answers.jsonl` has a line
//! for each position and solver, and `times.csv` the same without the times of single passes.
//!
//! `bench.json` is written last and holds the hash of the answers, so a folder that was not
//! finished is none.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rummilab::engine::{Comparison, Outcome, PositionLine, TimedAnswer, Times};
use rummilab::read_limited;
use rummilab::record::text_cell;
use rummilab::runs::{check_place, make_folder, write_whole};
use serde::{Deserialize, Serialize};

use super::Args;
use super::contestants::Program;
use super::corpus::Corpus;
use crate::error::Error;
use crate::output::json_line;
use crate::rules_arg::quoted;

const BENCH: &str = "bench.json";
const ANSWERS: &str = "answers.jsonl";
const TIMES: &str = "times.csv";
/// The format of these files.
const FORMAT: u32 = 1;
/// Most bytes of a file that is read.
const MOST_BYTES: u64 = 1 << 30;

/// What was measured, and how: `bench.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct BenchFacts {
    format: u32,
    /// The hash of `answers.jsonl`.
    answers_blake3: String,
    pub command: String,
    /// Version and commit of this program.
    pub rummilab: String,
    pub machine: Machine,
    pub corpus: CorpusFacts,
    pub rules: String,
    pub options: Vec<String>,
    pub objective: String,
    pub repeat: u32,
    pub every: u32,
    pub limit_s: f64,
    pub memory_mb: Option<u64>,
    /// Whether it was not interrupted.
    pub complete: bool,
    /// Positions that every solver was asked about.
    pub positions: usize,
    pub disagreements: usize,
    pub solvers: Vec<SolverFacts>,
}

/// Where it was measured.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor, if the system says it.
    pub cpu: Option<String>,
    /// Threads that run at once.
    pub cores: usize,
    pub system: String,
}

/// The positions.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusFacts {
    pub name: String,
    pub blake3: String,
    pub positions: usize,
}

/// A solver and its times over all questions.
#[derive(Debug, Serialize, Deserialize)]
pub struct SolverFacts {
    #[serde(flatten)]
    pub times: Times,
    /// How a program is started.
    pub command: Option<String>,
}

/// A position and the answer of a solver: a line of `answers.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    #[serde(flatten)]
    pub facts: RowFacts,
    /// The wall time of each pass.
    pub passes_us: Vec<f64>,
}

/// A row of `times.csv`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowFacts {
    /// The line of the corpus, from 1.
    pub line: usize,
    pub id: Option<String>,
    /// The name of the rule system.
    pub rules: String,
    /// What differs from it.
    pub options: String,
    /// Tiles on the rack.
    pub rack: usize,
    /// Tiles on the table.
    pub table: usize,
    /// Sets on the table, if they are known.
    pub sets: Option<usize>,
    /// Jokers on rack and table.
    pub jokers: u8,
    pub opened: bool,
    /// What was asked, as `--objective` has it.
    pub objective: String,
    pub solver: String,
    pub outcome: String,
    /// Tiles and value of the play, and what no play exceeds.
    pub tiles: Option<usize>,
    pub value: Option<i64>,
    pub bound: Option<i64>,
    /// The median of the passes.
    pub time_us: Option<f64>,
    /// The mean processor time of a pass.
    pub cpu_us: Option<f64>,
    pub nodes: Option<u64>,
    /// The difficulty that the line gives: the grade for people, the states of the search.
    pub grade: Option<usize>,
    pub states: Option<u64>,
    /// Why it was refused, or how it failed.
    pub why: Option<String>,
}

impl RowFacts {
    /// The same, with texts of others that a spreadsheet does not run.
    fn in_a_spreadsheet(&self) -> RowFacts {
        let cell = |text: &Option<String>| Some(text_cell(text.as_deref()?).into_owned());
        RowFacts {
            id: cell(&self.id),
            why: cell(&self.why),
            ..self.clone()
        }
    }
}

/// A bench as it was read.
pub struct Bench {
    pub path: PathBuf,
    pub facts: BenchFacts,
    pub rows: Vec<Row>,
}

/// Checks that results can be written there, and that nothing else would be lost.
pub fn check_free(dir: &Path, replace: bool) -> Result<(), Error> {
    let refuse = |why: &str| Err(Error::Input(format!("{}: {why}", dir.display())));
    let files = match fs::read_dir(dir) {
        Ok(files) => files,
        Err(_) if !dir.exists() => return Ok(make_folder(dir)?),
        Err(cause) => return Err(Error::Read(dir.display().to_string(), cause)),
    };
    let names: BTreeSet<_> = files.flatten().map(|file| file.file_name()).collect();
    let ours = [BENCH, ANSWERS, TIMES];
    let is_bench = names.contains(OsStr::new(BENCH));
    if !is_bench && names.iter().any(|name| ours.iter().all(|our| name != *our)) {
        return refuse("it holds other files; expected a new folder, or that of a bench");
    }
    if is_bench && !replace {
        return refuse("there is a bench already; --replace takes its place");
    }
    Ok(check_place(&dir.join(BENCH))?)
}

/// Writes the folder.
pub fn write(
    dir: &Path,
    args: &Args,
    corpus: &Corpus,
    comparison: &Comparison,
    complete: bool,
) -> Result<(), Error> {
    let mut answers = Vec::new();
    let mut table = csv::Writer::from_writer(Vec::new());
    for (at, line) in corpus
        .positions
        .iter()
        .enumerate()
        .take(comparison.positions)
    {
        for (solver, all) in comparison.solvers.iter().zip(&comparison.answers) {
            let objective = args.objective.name_for(line);
            let row = Row::of(corpus, at, line, objective, &solver.name, &all[at]);
            answers.extend(json_line(&row)?);
            let written = table.serialize(row.facts.in_a_spreadsheet());
            written.map_err(|cause| Error::Output(cause.into()))?;
        }
    }
    let table = table.into_inner();
    let table = table.map_err(|cause| Error::Output(cause.into_error()))?;
    let command_of = |name: &str| {
        let program = |program: &&Program| program.name == name;
        Some(
            args.contestants
                .programs
                .iter()
                .find(program)?
                .command
                .clone(),
        )
    };
    let solver = |times: &Times| SolverFacts {
        times: times.clone(),
        command: command_of(&times.name),
    };
    let facts = BenchFacts {
        format: FORMAT,
        answers_blake3: blake3::hash(&answers).to_string(),
        command: command_line(),
        rummilab: format!(
            "{}, commit {}",
            env!("CARGO_PKG_VERSION"),
            env!("RUMMILAB_COMMIT")
        ),
        machine: Machine::this(),
        corpus: CorpusFacts {
            name: corpus.name.clone(),
            blake3: corpus.hash.clone(),
            positions: corpus.all,
        },
        rules: args.rules.name().to_owned(),
        options: args.rules.options.clone(),
        objective: args.objective.name(),
        repeat: args.repeat,
        every: args.every,
        limit_s: args.limit.as_secs_f64(),
        memory_mb: args.contestants.memory,
        complete,
        positions: comparison.positions,
        disagreements: comparison.disagreements.len(),
        solvers: comparison.solvers.iter().map(solver).collect(),
    };
    write_whole(&dir.join(ANSWERS), &answers)?;
    write_whole(&dir.join(TIMES), &table)?;
    Ok(write_whole(&dir.join(BENCH), &json_line(&facts)?)?)
}

impl Row {
    fn of(
        corpus: &Corpus,
        at: usize,
        line: &PositionLine,
        objective: String,
        solver: &str,
        answer: &TimedAnswer,
    ) -> Row {
        let (question, position) = (&line.question, &line.question.position);
        let (number, id) = &corpus.places[at];
        let attempts = &answer.attempts;
        let last = attempts
            .iter()
            .rev()
            .find(|attempt| attempt.outcome == answer.outcome);
        let last = last.or(attempts.last());
        let play = last.and_then(|attempt| attempt.play);
        let processor: Vec<f64> = attempts
            .iter()
            .filter_map(|it| it.processor.map(micros))
            .collect();
        let mean = || processor.iter().sum::<f64>() / processor.len() as f64;
        Row {
            facts: RowFacts {
                line: *number,
                id: id.clone(),
                rules: question.rules.name.clone(),
                options: question.rules.changes().join(" "),
                rack: position.rack.len(),
                table: position.table.len(),
                sets: question.before.as_ref().map(|table| table.sets().len()),
                jokers: position.rack.jokers() + position.table.jokers(),
                opened: position.opened,
                objective,
                solver: solver.to_owned(),
                outcome: answer.outcome.word().to_owned(),
                tiles: play.map(|play| play.tiles),
                value: play.map(|play| play.value),
                bound: play.and_then(|play| play.bound),
                time_us: answer.time().map(rounded),
                cpu_us: (!processor.is_empty()).then(|| rounded(mean())),
                nodes: last.and_then(|attempt| attempt.nodes),
                grade: line.difficulty().and_then(|of| of.grade),
                states: line.difficulty().map(|of| of.states),
                why: match &answer.outcome {
                    Outcome::Refused(why) | Outcome::Illegal(why) | Outcome::Crash(why) => {
                        Some(why.clone())
                    }
                    _ => None,
                },
            },
            passes_us: attempts.iter().map(|it| rounded(micros(it.wall))).collect(),
        }
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// To nanoseconds.
fn rounded(micros: f64) -> f64 {
    (micros * 1e3).round() / 1e3
}

/// This command as it was typed.
fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| quoted(&word));
    format!("rummilab {}", words.collect::<Vec<_>>().join(" "))
}

impl Machine {
    fn this() -> Machine {
        let known = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = known
            .lines()
            .find_map(|line| line.strip_prefix("model name"));
        Machine {
            cpu: model.map(|model| model.trim_start_matches([' ', '\t', ':']).to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

impl Bench {
    /// Reads a folder.
    pub fn read(path: &Path) -> Result<Bench, Error> {
        let text = |name: &str| {
            let file = path.join(name);
            let text = read_limited(&file, MOST_BYTES);
            text.map_err(|cause| Error::Read(file.display().to_string(), cause))
        };
        let fault =
            |name: &str, why: String| Error::Input(format!("{}: {why}", path.join(name).display()));
        #[derive(Deserialize)]
        struct AnyFormat {
            format: u32,
        }
        let facts = text(BENCH)?;
        let format: Result<AnyFormat, _> = serde_json::from_str(&facts);
        let AnyFormat { format } = format.map_err(|cause| fault(BENCH, cause.to_string()))?;
        if format != FORMAT {
            let why = format!("it has format {format}; this program reads format {FORMAT}");
            return Err(fault(BENCH, why));
        }
        let facts: Result<BenchFacts, _> = serde_json::from_str(&facts);
        let facts = facts.map_err(|cause| fault(BENCH, cause.to_string()))?;
        let answers = text(ANSWERS)?;
        if blake3::hash(answers.as_bytes()).to_string() != facts.answers_blake3 {
            let why = "it is not the file that bench.json was written for".to_owned();
            return Err(fault(ANSWERS, why));
        }
        let rows: Result<Vec<Row>, _> = answers.lines().map(serde_json::from_str).collect();
        Ok(Bench {
            path: path.to_owned(),
            facts,
            rows: rows.map_err(|cause| fault(ANSWERS, cause.to_string()))?,
        })
    }

    /// Whether both asked the same of the same positions; otherwise what differs.
    pub fn check_same_questions(&self, other: &Bench) -> Result<(), Error> {
        let (a, b) = (&self.facts, &other.facts);
        let hash =
            |facts: &BenchFacts| format!("{} ({:.12})", facts.corpus.name, facts.corpus.blake3);
        let rules = |facts: &BenchFacts| {
            let all = format!("{} {}", facts.rules, facts.options.join(" "));
            all.trim_end().to_owned()
        };
        for (what, same, one, two) in [
            (
                "corpora",
                a.corpus.blake3 == b.corpus.blake3,
                hash(a),
                hash(b),
            ),
            ("rules", rules(a) == rules(b), rules(a), rules(b)),
            (
                "objectives",
                a.objective == b.objective,
                a.objective.clone(),
                b.objective.clone(),
            ),
        ] {
            if !same {
                return Err(Error::Input(format!(
                    "{} and {} have different {what}: {one} and {two}",
                    self.path.display(),
                    other.path.display()
                )));
            }
        }
        Ok(())
    }
}
