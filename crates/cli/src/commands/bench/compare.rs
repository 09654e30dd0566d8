//! `bench compare`: the times and answers of two benches on the same corpus, paired by position.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rummilab::core::count;
use rummilab::stats::TimeRatio;
use serde::Serialize;

use super::folder::{Bench, RowFacts};
use crate::error::{Error, Exit, warn};
use crate::output::print_answer;
use crate::tables::{drawn, new_table, right, with_ends, wrapped};

/// Most positions that are named for a solver.
const NAMED: usize = 10;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of the first bench, such as that of the version before
    #[arg(value_name = "A", value_hint = clap::ValueHint::DirPath)]
    before: PathBuf,
    /// Folder of the second bench, on the same corpus
    #[arg(value_name = "B", value_hint = clap::ValueHint::DirPath)]
    after: PathBuf,
    /// Exit with 1 if B surely takes more than this many times as long: if the whole interval of
    /// the ratio lies above
    #[arg(long, value_name = "RATIO", value_parser = ratio)]
    fail_above: Option<f64>,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bench --positions data/positions/hold.jsonl --every 10 \\
    --solvers search --out bench/before
  rummilab bench --positions data/positions/hold.jsonl --every 10 \\
    --solvers search --out bench/after
  rummilab bench compare bench/before bench/after --fail-above 3

Positions are paired by their line in the corpus, and solvers by their name; if both benches have
one solver, these are compared. The ratio is the geometric mean of B over A, over the positions that
both answered, with its interval of 95 % over positions. The other ratios are quantiles; --json has
the smallest and the largest too. The interval knows of positions, not of the machine: measure both
on the same one, with nothing else running.

An answer is worse if its outcome comes later in this list: optimal, unproven, refused, timeout,
memory, crash, wrong, illegal. It differs if both are optimal and lay unequal numbers of tiles, or
unequal values where value or opening is asked. Lists of plays are not compared.

Exit code 1 if an answer of B is worse or differs, or by --fail-above; 2 if the benches have
different corpora, rules or objectives.";

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text
        .parse()
        .ok()
        .filter(|ratio: &f64| ratio.is_finite() && *ratio > 0.0);
    ratio.ok_or_else(|| "expected a ratio, such as 1.1".to_owned())
}

/// Outcomes from best to worst.
const OUTCOMES: [&str; 8] = [
    "optimal", "unproven", "refused", "timeout", "memory", "crash", "wrong", "illegal",
];

/// Two solvers compared.
#[derive(Debug, Serialize)]
struct Change {
    /// Its names in both benches.
    solvers: [String; 2],
    /// Positions that both were asked.
    positions: usize,
    /// Positions that both answered.
    answered: usize,
    /// B over A; null if there is no position that both answered.
    ratio: Option<f64>,
    ci: Option<[f64; 2]>,
    /// The smallest ratio, that of 10 %, the median, that of 90 %, and the largest.
    quantiles: Option<[f64; 5]>,
    /// Positions that only A, and only B, proves.
    only: [usize; 2],
    /// Positions with another result.
    differs: usize,
    worse: usize,
    /// Whether the interval lies above the limit.
    slower: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let (before, after) = (Bench::read(&args.before)?, Bench::read(&args.after)?);
    before.check_same_questions(&after)?;
    if before.facts.machine != after.facts.machine {
        warn("the times come from different machines");
    }
    let changes: Vec<Change> = pairs(&before, &after)?
        .into_iter()
        .map(|names| Change::of(&before, &after, names, args.fail_above))
        .collect();
    if changes.iter().all(|change| change.positions == 0) {
        return Err(Error::Input("they have no position in common".to_owned()));
    }
    print_answer(args.json, &changes, || text(&changes))?;
    let sound = |change: &Change| change.worse == 0 && change.differs == 0 && !change.slower;
    Ok(Exit::of(changes.iter().all(sound)))
}

/// The names of the solvers that are compared.
fn pairs(before: &Bench, after: &Bench) -> Result<Vec<[String; 2]>, Error> {
    let names = |bench: &Bench| -> Vec<String> {
        let solvers = bench.facts.solvers.iter();
        solvers.map(|solver| solver.times.name.clone()).collect()
    };
    let (first, second) = (names(before), names(after));
    if let ([one], [other]) = (&first[..], &second[..]) {
        return Ok(vec![[one.clone(), other.clone()]]);
    }
    let common: Vec<[String; 2]> = first
        .iter()
        .filter(|name| second.contains(name))
        .map(|name| [name.clone(), name.clone()])
        .collect();
    if common.is_empty() {
        return Err(Error::Input(format!(
            "no solver is in both benches: {} and {}",
            first.join(", "),
            second.join(", ")
        )));
    }
    Ok(common)
}

impl Change {
    fn of(before: &Bench, after: &Bench, names: [String; 2], limit: Option<f64>) -> Change {
        let rows = |bench: &'_ Bench, name: &str| -> BTreeMap<usize, RowFacts> {
            let facts = bench.rows.iter().map(|row| &row.facts);
            let facts = facts.filter(|row| row.solver == name);
            facts.map(|row| (row.line, row.clone())).collect()
        };
        let (first, second) = (rows(before, &names[0]), rows(after, &names[1]));
        let both: Vec<(&RowFacts, &RowFacts)> = first
            .values()
            .filter_map(|a| Some((a, second.get(&a.line)?)))
            .collect();
        let answered = |row: &RowFacts| rank(row) < 2;
        let times = both.iter().filter(|(a, b)| answered(a) && answered(b));
        let times: Vec<(f64, f64)> = times
            .filter_map(|(a, b)| a.time_us.zip(b.time_us))
            .collect();
        let ratio = TimeRatio::of(&times);
        let interval = ratio.as_ref().and_then(|ratio| ratio.interval);
        let is_worse = |a: &RowFacts, b: &RowFacts| rank(b) > rank(a);
        let is_other =
            |a: &RowFacts, b: &RowFacts| rank(a) == 0 && rank(b) == 0 && main(a) != main(b);
        for (a, b) in both
            .iter()
            .filter(|(a, b)| is_worse(a, b) || is_other(a, b))
            .take(NAMED)
        {
            tell(&names, a, b);
        }
        let many = |is: &dyn Fn(&RowFacts, &RowFacts) -> bool| {
            both.iter().filter(|(a, b)| is(a, b)).count()
        };
        let shares = [0.0, 0.1, 0.5, 0.9, 1.0];
        Change {
            positions: both.len(),
            answered: times.len(),
            ratio: ratio.as_ref().map(|ratio| ratio.ratio),
            ci: interval.map(<[f64; 2]>::from),
            quantiles: ratio.map(|ratio| shares.map(|share| ratio.quantile(share))),
            only: [
                many(&|a, b| rank(a) == 0 && rank(b) > 0),
                many(&|a, b| rank(a) > 0 && rank(b) == 0),
            ],
            differs: many(&is_other),
            worse: many(&is_worse),
            slower: limit
                .zip(interval)
                .is_some_and(|(limit, ends)| ends.low() > limit),
            solvers: names,
        }
    }

    fn name(&self) -> String {
        let [one, other] = &self.solvers;
        if one == other {
            one.clone()
        } else {
            format!("{one}, {other}")
        }
    }
}

/// The place of an outcome in [`OUTCOMES`].
fn rank(row: &RowFacts) -> usize {
    let place = OUTCOMES.iter().position(|outcome| *outcome == row.outcome);
    place.unwrap_or(OUTCOMES.len())
}

/// What a play reaches in the main goal, by which solvers must agree.
fn main(row: &RowFacts) -> Option<i64> {
    match row.objective.as_str() {
        "value" | "opening" => row.value,
        _ => row.tiles.map(|tiles| tiles as i64),
    }
}

fn tell(names: &[String; 2], before: &RowFacts, after: &RowFacts) {
    let said = |row: &RowFacts| {
        let play = row.tiles.zip(row.value);
        let play = play.map(|(tiles, value)| format!(" ({tiles} tiles, value {value})"));
        format!("{}{}", row.outcome, play.unwrap_or_default())
    };
    let id = before.id.as_ref().map(|id| format!(", {id}"));
    warn(&format!(
        "{} on line {}{}: {} before, {} after",
        names[1],
        before.line,
        id.unwrap_or_default(),
        said(before),
        said(after)
    ));
}

fn text(changes: &[Change]) -> String {
    let written = |ratio: f64| format!("{ratio:.3}");
    let mut table = new_table([
        "solver", "B over A", "10 %", "median", "90 %", "answered", "only A", "only B", "differ",
        "worse",
    ]);
    right(&mut table, 1..);
    for change in changes {
        let ends = change.ci.and_then(|ends| ends.try_into().ok());
        let mut row = vec![change.name(), with_ends(change.ratio, ends, written)];
        let quantile = |at: usize| {
            change
                .quantiles
                .map_or("-".to_owned(), |all| written(all[at]))
        };
        row.extend([1, 2, 3].map(quantile));
        row.push(format!("{} of {}", change.answered, change.positions));
        let counts = [change.only[0], change.only[1], change.differs, change.worse];
        row.extend(counts.map(|count| count.to_string()));
        table.add_row(row);
    }
    let mut lines = vec![drawn(&table), String::new()];
    for change in changes {
        let verdict = match change.ci {
            Some(_) if change.slower => "slower than allowed",
            Some([low, _]) if low > 1.0 => "B takes longer",
            Some([_, high]) if high < 1.0 => "B takes less time",
            _ => "no difference in time is shown",
        };
        let faults = change.worse + change.differs;
        let faults = (faults > 0).then(|| format!("; {}", count(faults, "worse or other answer")));
        lines.push(wrapped(&format!(
            "{}: {verdict}{}",
            change.name(),
            faults.unwrap_or_default()
        )));
    }
    lines.join("\n")
}
