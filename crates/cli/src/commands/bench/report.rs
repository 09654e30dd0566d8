//! `bench report`: one bench, or several on the same corpus, as tables or as a page with plots.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::ValueEnum;
use rummilab::core::count;
use rummilab::engine::{TimeFigures, Times, speed_ups};
use rummilab::report::{PlainTable, READING, SolverTimes, bench_page};
use rummilab::runs::replace_whole;

use super::folder::{Bench, Row, RowFacts};
use super::table::{latex, markdown, micros, solvers_table, text_of_table};
use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::tables::wrapped;

/// Most rows of a break-down for each solver.
const GROUPS: usize = 8;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of `bench --out`, on the same corpus
    #[arg(value_name = "DIR", required = true, value_hint = clap::ValueHint::DirPath)]
    dirs: Vec<PathBuf>,
    /// Write into this file instead of printing
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// In which form; html for a file that ends in .html, else text
    #[arg(long, value_enum)]
    format: Option<Format>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// Tables in Markdown
    Markdown,
    /// Each table as a `tabular`
    Latex,
    /// One page with the plots too, which needs no other file
    Html,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bench --positions data/positions/hold.jsonl --every 10 \\
    --solvers search --out bench/search
  rummilab bench --positions data/positions/hold.jsonl --every 10 \\
    --solvers ilp --out bench/ilp
  rummilab bench report bench/search
  rummilab bench report bench/search bench/ilp --out bench/both.html
  rummilab bench report bench/search bench/ilp --format markdown

The page has a plot of the questions answered within a time, and one of each pair of solvers,
question by question. Tables follow by rack, table, sets, jokers, opening, rule system, grade for
people and states of the search, where the positions differ in them. A solver that several folders
have is called by its folder too.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let benches: Result<Vec<Bench>, Error> = args.dirs.iter().map(|dir| Bench::read(dir)).collect();
    let report = Report::of(benches?)?;
    let named_html = |path: &PathBuf| path.extension().is_some_and(|end| end == "html");
    let format = args.format.unwrap_or(match &args.out {
        Some(path) if named_html(path) => Format::Html,
        _ => Format::Text,
    });
    let text = report.written(format)?;
    match &args.out {
        None => Out::new().text(&text)?,
        Some(path) => {
            replace_whole(path, text.as_bytes())?;
            let done = format!("{}: {} kB", path.display(), text.len().div_ceil(1000));
            Out::new().text(&wrapped(&done))?;
        }
    }
    Ok(Exit::Done)
}

/// Several benches together.
struct Report {
    benches: Vec<Bench>,
    /// For each solver: its name on the page, its times over all its questions, and its rows.
    solvers: Vec<(Times, Vec<Row>)>,
    /// The lines of the corpus that somebody was asked.
    lines: Vec<usize>,
}

impl Report {
    fn of(benches: Vec<Bench>) -> Result<Report, Error> {
        let mut names = BTreeSet::new();
        let mut twice = BTreeSet::new();
        for bench in &benches {
            benches[0].check_same_questions(bench)?;
            let solvers = bench
                .facts
                .solvers
                .iter()
                .map(|solver| solver.times.name.clone());
            twice.extend(solvers.filter(|name| !names.insert(name.clone())));
            if bench.facts.machine != benches[0].facts.machine {
                warn("the times come from different machines");
            }
        }
        let mut solvers = Vec::new();
        for bench in &benches {
            for solver in &bench.facts.solvers {
                let mut times = solver.times.clone();
                let rows = bench
                    .rows
                    .iter()
                    .filter(|row| row.facts.solver == times.name);
                let rows: Vec<Row> = rows.cloned().collect();
                if twice.contains(&times.name) {
                    times.name = format!("{} ({})", times.name, bench.path.display());
                }
                solvers.push((times, rows));
            }
        }
        let lines = solvers
            .iter()
            .flat_map(|(_, rows)| rows.iter().map(|row| row.facts.line));
        let lines: BTreeSet<usize> = lines.collect();
        let mut report = Report {
            benches,
            solvers,
            lines: lines.into_iter().collect(),
        };
        report.set_speed_ups();
        Ok(report)
    }

    /// The time of each line; `None` where the solver has none.
    fn times(&self, rows: &[Row]) -> Vec<Option<f64>> {
        self.by_line(rows, |row| row.time_us)
            .into_iter()
            .map(Option::flatten)
            .collect()
    }

    /// A value of each line that the solver was asked.
    fn by_line<T>(&self, rows: &[Row], value: impl Fn(&RowFacts) -> T) -> Vec<Option<T>> {
        let mut rows = rows.iter().map(|row| &row.facts).peekable();
        let at = |line: &usize| rows.next_if(|row| row.line == *line).map(&value);
        self.lines.iter().map(at).collect()
    }

    /// Speed-ups over the questions of all folders, as `bench` counts them.
    fn set_speed_ups(&mut self) {
        let times: Vec<Vec<Option<f64>>> = self
            .solvers
            .iter()
            .map(|(_, rows)| self.times(rows))
            .collect();
        let ratios = speed_ups(&times);
        for ((solver, _), ratio) in self.solvers.iter_mut().zip(ratios) {
            solver.speed_up = ratio;
        }
    }

    fn written(&self, format: Format) -> Result<String, Error> {
        let all: Vec<Times> = self
            .solvers
            .iter()
            .map(|(times, _)| times.clone())
            .collect();
        let solvers = solvers_table(&all, self.lines.len());
        let parts = self.breakdowns();
        let tables = || std::iter::once(&solvers).chain(&parts);
        let join =
            |write: fn(&PlainTable) -> String| tables().map(write).collect::<Vec<_>>().join("\n");
        let facts = &self.benches[0].facts;
        Ok(match format {
            Format::Html => {
                let each = self.solvers.iter().map(|(solver, rows)| SolverTimes {
                    name: solver.name.clone(),
                    times: self.times(rows),
                    is_proven: {
                        let proven = self.by_line(rows, |row| row.outcome == "optimal");
                        proven
                            .into_iter()
                            .map(|proven| proven == Some(true))
                            .collect()
                    },
                });
                let each: Vec<SolverTimes> = each.collect();
                let page = bench_page(
                    &facts.corpus.name,
                    &self.scope(),
                    &solvers,
                    &parts,
                    &each,
                    &self.recipe(),
                );
                page.map_err(Error::cause)?
            }
            Format::Markdown => format!("## {}\n\n{}", self.scope(), join(markdown)),
            Format::Latex => format!("% {}\n{}", self.scope(), join(latex)),
            Format::Text => {
                let text =
                    |table: &PlainTable| format!("{}\n{}\n", table.caption, text_of_table(table));
                format!(
                    "{}\n\n{}\n{}",
                    wrapped(&self.scope()),
                    join(text),
                    wrapped(READING)
                )
            }
        })
    }

    /// What was asked, in a sentence.
    fn scope(&self) -> String {
        let facts = &self.benches[0].facts;
        let stopped = if self.benches.iter().all(|bench| bench.facts.complete) {
            ""
        } else {
            "; it was interrupted"
        };
        format!(
            "Bench of {}: {} of {}, objective {}, {}{stopped}.",
            facts.corpus.name,
            self.lines.len(),
            count(facts.corpus.positions, "position"),
            facts.objective,
            count(self.solvers.len(), "solver")
        )
    }

    /// How the results were made.
    fn recipe(&self) -> Vec<(String, String)> {
        let mut recipe = Vec::new();
        for bench in &self.benches {
            let (facts, machine) = (&bench.facts, &bench.facts.machine);
            let mut add = |term: &str, value: String| recipe.push((term.to_owned(), value));
            add("Command", facts.command.clone());
            add("rummilab", facts.rummilab.clone());
            for solver in &facts.solvers {
                let said = solver.times.program.clone();
                if let Some(command) = &solver.command {
                    let said = said.map(|said| format!(", says it is {said}"));
                    add(
                        &solver.times.name,
                        format!("{command}{}", said.unwrap_or_default()),
                    );
                }
            }
            add(
                "Machine",
                format!(
                    "{}, {} threads, {}",
                    machine.cpu.as_deref().unwrap_or("unknown processor"),
                    machine.cores,
                    machine.system
                ),
            );
            add(
                "Corpus",
                format!("{}, BLAKE3 {}", facts.corpus.name, facts.corpus.blake3),
            );
        }
        recipe
    }

    /// The tables by position, where positions differ.
    fn breakdowns(&self) -> Vec<PlainTable> {
        let number = |of: fn(&RowFacts) -> Option<usize>| self.by_number(of);
        let sides: [(&'static str, Vec<(String, Grouping<'_>)>); 8] = [
            ("rack", number(|row| Some(row.rack))),
            ("table", number(|row| Some(row.table))),
            ("sets", number(|row| row.sets)),
            ("jokers", number(|row| Some(usize::from(row.jokers)))),
            (
                "opened",
                self.by_word(|row| if row.opened { "yes" } else { "no" }.to_owned()),
            ),
            ("rules", self.by_word(|row| row.rules.clone())),
            ("grade", number(|row| row.grade)),
            ("states", self.by_states()),
        ];
        let tables = sides.into_iter().filter(|(_, groups)| groups.len() > 1);
        tables
            .map(|(head, groups)| self.breakdown(head, groups))
            .collect()
    }

    fn facts(&self) -> impl Iterator<Item = &RowFacts> {
        self.solvers
            .iter()
            .flat_map(|(_, rows)| rows.iter().map(|row| &row.facts))
    }

    /// Groups of numbers, in steps that make few of them.
    fn by_number(&self, of: fn(&RowFacts) -> Option<usize>) -> Vec<(String, Grouping<'_>)> {
        let all: BTreeSet<usize> = self.facts().filter_map(of).collect();
        let steps = [1, 2, 5, 10, 20, 50, 100, 200];
        let groups = |step: usize| -> BTreeSet<usize> { all.iter().map(|it| it / step).collect() };
        let few = steps.into_iter().find(|step| groups(*step).len() <= GROUPS);
        let step = few.unwrap_or(500);
        let group = |low: usize| -> (String, Grouping<'_>) {
            let name = match step {
                1 => low.to_string(),
                _ => {
                    let first = low * step;
                    format!("{first}–{}", first.saturating_add(step - 1))
                }
            };
            (
                name,
                Box::new(move |row| of(row).is_some_and(|it| it / step == low)),
            )
        };
        groups(step).into_iter().map(group).collect()
    }

    /// Groups by the powers of ten of the states.
    fn by_states(&self) -> Vec<(String, Grouping<'_>)> {
        let power = |row: &RowFacts| row.states.map(u64::checked_ilog10);
        let all: BTreeSet<Option<u32>> = self.facts().filter_map(power).collect();
        let group = |of: Option<u32>| -> (String, Grouping<'_>) {
            let name = of.map(|of| {
                let low = 10u64.pow(of);
                format!("{low}–{}", low.saturating_mul(10) - 1)
            });
            let is_in = move |row: &RowFacts| power(row) == Some(of);
            (name.unwrap_or_else(|| "0".to_owned()), Box::new(is_in))
        };
        all.into_iter().map(group).collect()
    }

    fn by_word<'a>(&'a self, of: fn(&RowFacts) -> String) -> Vec<(String, Grouping<'a>)> {
        let all: BTreeSet<String> = self.facts().map(of).collect();
        let group = |name: String| -> (String, Grouping<'a>) {
            (name.clone(), Box::new(move |row| of(row) == name))
        };
        all.into_iter().map(group).collect()
    }

    fn breakdown(&self, head: &'static str, groups: Vec<(String, Grouping<'_>)>) -> PlainTable {
        let mut rows = Vec::new();
        for (name, is_in) in groups {
            for (solver, all) in &self.solvers {
                let part: Vec<&RowFacts> = all
                    .iter()
                    .map(|row| &row.facts)
                    .filter(|row| is_in(row))
                    .collect();
                let proven = part.iter().filter(|row| row.outcome == "optimal").count();
                let times: Vec<f64> = part.iter().filter_map(|row| row.time_us).collect();
                let figures = TimeFigures::of(&times);
                let of = |figure: fn(TimeFigures) -> f64| micros(figures.map(figure));
                rows.push(vec![
                    name.clone(),
                    solver.name.clone(),
                    part.len().to_string(),
                    proven.to_string(),
                    of(|figures| figures.median),
                    of(|figures| figures.mean),
                    of(|figures| figures.p95),
                    of(|figures| figures.max),
                ]);
            }
        }
        PlainTable {
            caption: format!("By {head}{}", unit(head)),
            columns: vec![
                head,
                "solver",
                "questions",
                "optimal",
                "median µs",
                "mean µs",
                "p95 µs",
                "max µs",
            ],
            words: 2,
            rows,
        }
    }
}

/// Whether a row belongs to a group.
type Grouping<'a> = Box<dyn Fn(&RowFacts) -> bool + 'a>;

fn unit(head: &str) -> &'static str {
    match head {
        "rack" | "table" => ", in tiles",
        "sets" | "jokers" => ", their number",
        "opened" => ": whether the player had opened",
        "grade" => ": steps that explain the best play, 5 for more",
        "states" => " of the search",
        _ => "",
    }
}
