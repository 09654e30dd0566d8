//! Two runs side by side: the difference of their figures, and what differs between their plans.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::path::Path;

use rummilab_arena::Plan;
use rummilab_core::count;
use rummilab_record::{Block, Header};
use rummilab_stats::{
    ComparedFigure, ComparisonError, Evidence, Figure, FirstReading, MissingFigure,
};
use serde::Serialize;

use crate::error::RunsError;
use crate::folder::{games_file, read_blocks, until_torn};

/// A comparison of two runs.
#[derive(Debug, Clone, Serialize)]
pub struct RunComparison {
    /// Why blocks are not compared one by one; `None` if they are.
    pub unpaired: Option<&'static str>,
    /// What differs between the plans and the programs that played them.
    pub plans: Vec<PlanDifference>,
    /// A row for each figure and bot.
    pub figures: Vec<ComparedFigure>,
    /// Figures without a row, with the reason.
    pub missing: Vec<MissingFigure>,
    /// Blocks of each run that are not compared, because the other run has none of their number.
    pub left_out: [u64; 2],
    /// Whether results may have ended one of the runs, so that there are no intervals.
    pub sequential: bool,
}

/// A field of two plans.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanDifference {
    /// The name of the field, such as `rules.jokers.J`.
    pub field: String,
    /// Its value in the first plan; `None` if it is absent.
    pub a: Option<String>,
    /// Its value in the second plan; `None` if it is absent.
    pub b: Option<String>,
}

impl RunComparison {
    /// The method of the comparison, in a sentence.
    pub fn how(&self) -> String {
        let [a, b] = self.figures.first().map_or([0; 2], |row| row.blocks);
        match self.unpaired {
            None => {
                let how = format!("Compared block by block: {a} blocks of the same deals.");
                how + &self.what_is_left_out()
            }
            Some(why) => format!("Not paired, because {why}: {a} and {b} blocks."),
        }
    }

    fn what_is_left_out(&self) -> String {
        let runs = ["first", "second"].into_iter().zip(self.left_out);
        let left_out = runs.filter(|(_, blocks)| *blocks > 0).map(|(run, blocks)| {
            format!(
                " Left out: {} of the {run} run, whose numbers the other does not have.",
                count(blocks, "block")
            )
        });
        left_out.collect()
    }

    /// What has to be known to read the figures, a sentence or two each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.missing.iter().map(|m| m.words() + ".").collect();
        if self.figures.iter().any(|row| row.implied) {
            notes.push(
                "Where what one of two players loses the other wins, their rows are one \
                 comparison. Holm counts it once."
                    .to_owned(),
            );
        }
        let missing = |row: &ComparedFigure| row.ci.is_none() || row.p_holm.is_none();
        if self.figures.iter().any(missing) {
            notes.push(if self.sequential {
                "No interval and no p: the results of a run may have ended it, and then \
                     its blocks are no fixed number."
                    .to_owned()
            } else {
                "No interval or no p (-): there are fewer than two blocks, or all differ \
                     by the same, so their spread is not known."
                    .to_owned()
            });
        }
        notes
    }
}

/// The kind of evidence of a run's blocks: dependent in a club tournament, sequential with a stop
/// rule, otherwise independent and fixed in number.
pub fn evidence(plan: Option<&Plan>) -> Evidence {
    match plan {
        Some(plan) if plan.club().is_some() => Evidence::Dependent,
        Some(plan) if plan.stop().is_some() => Evidence::Sequential,
        _ => Evidence::Fixed,
    }
}

/// Compares the runs in two folders or games files. Incomplete blocks are left out.
///
/// # Errors
/// [`RunsError::Comparison`] if they cannot be compared; another error if a record cannot be read.
pub fn compare(places: [&Path; 2], figures: &[Figure]) -> Result<RunComparison, RunsError> {
    let headers = [
        read_blocks(&games_file(places[0]))?.0,
        read_blocks(&games_file(places[1]))?.0,
    ];
    let [a, b] = &headers;
    let evidence = [a, b].map(|header| evidence(Plan::from_toml(&header.plan).ok().as_ref()));
    let mut first = FirstReading::new([a, b], evidence, figures)?;
    in_step(places, |blocks| first.push(blocks))?;
    let mut second = first.finish();
    in_step(places, |blocks| second.push(blocks))?;
    let (figures, missing) = (second.rows(), second.missing());
    if figures.is_empty() {
        let reasons: Vec<String> = missing.iter().map(MissingFigure::words).collect();
        return Err(ComparisonError::NoFigures(reasons.join("; ")).into());
    }
    Ok(RunComparison {
        unpaired: second.why_unpaired(),
        plans: differences(a, b),
        figures,
        missing,
        left_out: second.left_out(),
        sequential: second.is_sequential(),
    })
}

/// Reads two records in parallel, matched by block number.
fn in_step(places: [&Path; 2], mut each: impl FnMut([Option<&Block>; 2])) -> Result<(), RunsError> {
    let blocks = |place| read_blocks(&games_file(place));
    let mut a = until_torn(blocks(places[0])?.1).peekable();
    let mut b = until_torn(blocks(places[1])?.1).peekable();
    loop {
        let next = [number(&mut a), number(&mut b)];
        let lowest = next.into_iter().flatten().min();
        // No number left means an error or the end.
        let pair = [
            (next[0] == lowest)
                .then(|| a.next())
                .flatten()
                .transpose()?,
            (next[1] == lowest)
                .then(|| b.next())
                .flatten()
                .transpose()?,
        ];
        if pair.iter().all(Option::is_none) {
            return Ok(());
        }
        each([pair[0].as_ref(), pair[1].as_ref()]);
    }
}

/// The number of the next block.
fn number(blocks: &mut Peekable<impl Iterator<Item = Result<Block, RunsError>>>) -> Option<u64> {
    let next = blocks.peek()?.as_ref().ok()?;
    Some(next.block)
}

fn differences(a: &Header, b: &Header) -> Vec<PlanDifference> {
    let (a, b) = (fields(a), fields(b));
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let of = |field: &String| PlanDifference {
        field: field.clone(),
        a: a.get(field).cloned(),
        b: b.get(field).cloned(),
    };
    names
        .into_iter()
        .map(of)
        .filter(|field| field.a != field.b)
        .collect()
}

/// The fields of a plan by name, with the version of the program and those of the bots.
fn fields(header: &Header) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::from([("program".to_owned(), header.build.clone())]);
    for bot in &header.bots {
        if let Some(version) = bot.version {
            fields.insert(format!("version of {}", bot.label), version.to_string());
        }
    }
    if let Ok(table) = header.plan.parse::<toml::Table>() {
        flatten("", &toml::Value::Table(table), &mut fields);
    }
    fields
}

fn flatten(name: &str, value: &toml::Value, fields: &mut BTreeMap<String, String>) {
    let toml::Value::Table(table) = value else {
        fields.insert(name.to_owned(), value.to_string());
        return;
    };
    for (key, value) in table {
        let name = match name {
            "" => key.clone(),
            name => format!("{name}.{key}"),
        };
        flatten(&name, value, fields);
    }
}
