//! The figures of a sweep, from the records of its cells. These are read side by side, deal by
//! deal: once for the means, once for the errors.

use std::iter::{self, Peekable};

use rummilab_arena::{Plan, labels};
use rummilab_record::{Block, Header};
use rummilab_stats::{
    CellSum, ContrastErrors, ContrastMeans, LEVEL, Measure, Metric, Summary, SummaryBuilder,
    SweepAxis, SweepCell, SweepEffect, SweepFigure, SweepResults, SweepRow, holm, slope_weights,
};

use super::folder::SweepFolder;
use super::{CellPlan, Sweep, SweepError};
use crate::error::RunsError;
use crate::files::{CELLS, GAMES};
use crate::folder::{read_blocks, summary_builder, until_torn};
use crate::planned::header_of;

/// The bytes of `sweep.json`: one line.
pub fn json_bytes(results: &SweepResults) -> Vec<u8> {
    let mut line = serde_json::to_vec(results).expect("numbers and texts are always JSON");
    line.push(b'\n');
    line
}

/// The bytes of `sweep.csv`.
pub fn csv_bytes(results: &SweepResults) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for line in results.csv_lines() {
        table.write_record(line).expect("lines of equal length");
    }
    table.into_inner().expect("memory does not fail")
}

/// The record of a cell.
struct CellRecord<'a> {
    plan: &'a Plan,
    header: Header,
    blocks: Peekable<Box<dyn Iterator<Item = Result<Block, RunsError>>>>,
}

impl CellRecord<'_> {
    /// The number of the next deal; 0 for a block that cannot be read, which so comes first.
    fn next_deal(&mut self) -> Option<u64> {
        let block = self.blocks.peek()?.as_ref();
        Some(block.map_or(0, |block| self.plan.deal_id(block.block, 0).of()))
    }
}

/// The records of all cells; without games those of cells that have not begun.
fn records(folder: &SweepFolder) -> Result<Vec<CellRecord<'_>>, RunsError> {
    let mut records = Vec::new();
    for cell in folder.sweep().cells() {
        let CellPlan { plan, .. } = cell;
        let games = folder.of_cell(cell).join(GAMES);
        if !games.exists() {
            records.push(CellRecord {
                plan,
                header: header_of(plan),
                blocks: (Box::new(iter::empty()) as Box<dyn Iterator<Item = _>>).peekable(),
            });
            continue;
        }
        let (header, blocks) = read_blocks(&games)?;
        if header.plan_hash != plan.plan_hash() {
            return Err(SweepError::Foreign(games).into());
        }
        let blocks: Box<dyn Iterator<Item = _>> = Box::new(until_torn(blocks));
        records.push(CellRecord {
            plan,
            header,
            blocks: blocks.peekable(),
        });
    }
    Ok(records)
}

/// Passes the blocks of each deal to `each`, with the cell of each block. Deals of one number have
/// the same random numbers in all cells, even if their tiles differ.
fn by_deal(
    mut cells: Vec<CellRecord<'_>>,
    mut each: impl FnMut(&[(usize, Block)]),
) -> Result<(), RunsError> {
    loop {
        let Some(deal) = cells.iter_mut().filter_map(CellRecord::next_deal).min() else {
            return Ok(());
        };
        let mut blocks = Vec::new();
        for (number, cell) in cells.iter_mut().enumerate() {
            while cell.next_deal() == Some(deal)
                && let Some(block) = cell.blocks.next()
            {
                blocks.push((number, block?));
            }
        }
        each(&blocks);
    }
}

/// A figure that is measured, and an effect of an axis on it.
struct Tally {
    figure: usize,
    axis: String,
    /// Two values of an axis that is not of numbers.
    between: Option<[String; 2]>,
    means: ContrastMeans,
}

/// The figures of the cells so far. There are effects only if all cells are done.
pub(super) fn results(folder: &SweepFolder) -> Result<SweepResults, RunsError> {
    let sweep = folder.sweep();
    let first = records(folder)?;
    let builder = |record: &CellRecord<'_>| summary_builder(&record.header, Some(record.plan));
    let mut builders: Vec<SummaryBuilder> = first.iter().map(builder).collect();
    let measured = measured(sweep, &names(sweep, &first));
    let mut tallies: Vec<Tally> = Vec::new();
    for figure in 0..measured.len() {
        for at in 0..sweep.axes.len() {
            tallies.extend(
                effects(sweep, at)
                    .into_iter()
                    .map(|(between, weights)| Tally {
                        figure,
                        axis: sweep.axes[at].key.clone(),
                        between,
                        means: ContrastMeans::new(weights),
                    }),
            );
        }
    }
    // The values of a deal, by figure.
    let sums = |deal: &[(usize, Block)]| -> Vec<Vec<CellSum>> {
        let of = |(_, measure): &(SweepFigure, Measure)| {
            let sum = |(cell, block): &(usize, Block)| {
                let (sum, n) = measure.sum(sweep.cells[*cell].plan.rules(), block);
                (*cell, sum, n)
            };
            deal.iter().map(sum).collect()
        };
        measured.iter().map(of).collect()
    };
    by_deal(first, |deal| {
        deal.iter()
            .for_each(|(cell, block)| builders[*cell].push(block));
        let sums = sums(deal);
        tallies
            .iter_mut()
            .for_each(|one| one.means.push(&sums[one.figure]));
    })?;
    let summaries: Vec<Summary> = builders.iter().map(SummaryBuilder::summary).collect();
    let cells = sweep.cells.iter().zip(&summaries);
    if cells
        .clone()
        .any(|(cell, summary)| summary.blocks < cell.plan.blocks())
    {
        tallies.clear();
    }
    let second = |one: &Tally| one.means.clone().finish();
    let mut errors: Vec<Option<ContrastErrors>> = tallies.iter().map(second).collect();
    by_deal(records(folder)?, |deal| {
        let sums = sums(deal);
        for (one, errors) in tallies.iter().zip(&mut errors) {
            errors
                .iter_mut()
                .for_each(|errors| errors.push(&sums[one.figure]));
        }
    })?;
    let seed = sweep.base.seed;
    let mut effects = Vec::new();
    for (one, errors) in tallies.into_iter().zip(errors) {
        let Some(mut contrast) = errors.map(|errors| errors.estimate(seed)) else {
            continue;
        };
        let of = measured[one.figure].0.clone();
        if one.between.is_some() && of.is_rate() {
            contrast.ci = contrast.ci.and_then(|ci| ci.clipped(-1.0, 1.0));
        }
        effects.push(SweepEffect {
            axis: one.axis,
            between: one.between,
            of,
            contrast,
            p_holm: None,
        });
    }
    for family in effects.chunk_by_mut(|a, b| (&a.axis, &a.of) == (&b.axis, &b.of)) {
        let p: Vec<Option<f64>> = family.iter().map(|one| one.contrast.p_value).collect();
        let corrected = family.iter_mut().zip(holm(&p));
        corrected.for_each(|(one, p)| one.p_holm = p);
    }
    let rows = summaries.iter().enumerate();
    let rows = rows.flat_map(|(cell, summary)| rows_of(cell, summary, &measured));
    Ok(SweepResults {
        question: sweep.base.question.clone(),
        prediction: sweep.base.prediction.clone(),
        rules: sweep.rules.title(),
        seed,
        level: LEVEL,
        axes: sweep.axes.clone(),
        rows: rows.collect(),
        cells: cells.map(of_cell).collect(),
        effects,
    })
}

fn of_cell((cell, summary): (&CellPlan, &Summary)) -> SweepCell {
    SweepCell {
        folder: format!("{CELLS}/{}", cell.name),
        values: cell.values.clone(),
        plan_hash: summary.plan_hash.clone(),
        players: summary.players,
        blocks: summary.blocks,
        games: summary.games,
    }
}

/// The names of the bots: those that they have in all cells, such as a program by its own, or those
/// without what is swept.
fn names(sweep: &Sweep, cells: &[CellRecord<'_>]) -> Vec<String> {
    let name = |(bot, name): (usize, String)| {
        let mut labels = cells.iter().map(|cell| &cell.header.bots[bot].label);
        let first = labels
            .next()
            .filter(|first| labels.all(|label| label == *first));
        first.cloned().unwrap_or(name)
    };
    let of_plan = labels(&sweep.base.bots).into_iter();
    of_plan.enumerate().map(name).collect()
}

/// The figures of each bot, and of two bots the difference; scores where any rules have them.
fn measured(sweep: &Sweep, names: &[String]) -> Vec<(SweepFigure, Measure)> {
    let figure = |bot: usize, against: Option<usize>, figure| SweepFigure {
        bot: names[bot].clone(),
        against: against.map(|bot| names[bot].clone()),
        figure,
    };
    let mut all = Vec::new();
    for bot in 0..names.len() {
        all.push((
            figure(bot, None, "win_rate"),
            Measure::Bot(bot, Metric::Wins),
        ));
        all.push((figure(bot, None, "score"), Measure::Bot(bot, Metric::Score)));
    }
    if names.len() == 2 {
        for (name, metric) in [
            ("win_difference", Metric::Wins),
            ("score_difference", Metric::Score),
        ] {
            all.push((figure(0, Some(1), name), Measure::Pair(0, 1, metric)));
        }
    }
    let scores = sweep
        .cells
        .iter()
        .any(|cell| cell.plan.rules().has_scores());
    all.retain(|(figure, _)| scores || figure.is_rate());
    all
}

/// The figures of a cell, as its summary has them.
fn rows_of(cell: usize, summary: &Summary, measured: &[(SweepFigure, Measure)]) -> Vec<SweepRow> {
    let row = |(of, measure): &(SweepFigure, Measure)| {
        let pair = summary.pairs.first();
        let (value, ci, bound) = match *measure {
            Measure::Bot(bot, metric) => {
                let of = &summary.bots[bot].results;
                match metric {
                    Metric::Wins => (of.win_rate, of.win_rate_ci, of.win_rate_bound),
                    Metric::Score => (of.mean_score, of.mean_score_ci, None),
                }
            }
            Measure::Pair(_, _, Metric::Wins) => pair.map_or((None, None, None), |pair| {
                (pair.win_difference, pair.win_difference_ci, None)
            }),
            Measure::Pair(_, _, Metric::Score) => pair.map_or((None, None, None), |pair| {
                (pair.score_difference, pair.score_difference_ci, None)
            }),
        };
        let of = of.clone();
        SweepRow {
            cell,
            of,
            value,
            ci,
            bound,
        }
    };
    measured.iter().map(row).collect()
}

/// Two values of an axis, or `None` for the slope over all, with the weights of the cells.
type AxisEffect = (Option<[String; 2]>, Vec<f64>);

/// The effects of an axis: the slope over its values, or each value against the first.
fn effects(sweep: &Sweep, at: usize) -> Vec<AxisEffect> {
    let values: Vec<&String> = sweep.cells.iter().map(|cell| &cell.values[at]).collect();
    let SweepAxis {
        values: of_axis, ..
    } = &sweep.axes[at];
    if sweep.axes[at].numbers().is_some() {
        let numbers = values.iter().filter_map(|value| value.parse().ok());
        let weights = slope_weights(&numbers.collect::<Vec<f64>>());
        return weights.map(|weights| (None, weights)).into_iter().collect();
    }
    let share = of_axis.len() as f64 / values.len() as f64;
    let difference = |other: &String| {
        let weight = |value: &&String| match *value {
            value if *value == of_axis[0] => -share,
            value if value == other => share,
            _ => 0.0,
        };
        let between = [of_axis[0].clone(), other.clone()];
        (Some(between), values.iter().map(weight).collect())
    };
    of_axis[1..].iter().map(difference).collect()
}
