//! `analyse compare`: the differences of two runs.

use std::path::PathBuf;

use rummilab::report::comparison_page;
use rummilab::runs::{RunComparison, compare, replace_whole};
use rummilab::stats::{ComparedFigure, Figure, fixed};

use super::games::{Figures, chosen, figures};
use crate::error::{Error, Exit, remark};
use crate::output::print_answer;
use crate::run_place::run_place;
use crate::tables::{drawn, new_table, p_text, right, signed, with_ends, wrapped};

/// The differences of two runs, and whether they are luck
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of the first run, or a games file
    #[arg(value_name = "A", value_hint = clap::ValueHint::AnyPath, value_parser = run_place())]
    a: PathBuf,
    /// Folder of the second run
    #[arg(value_name = "B", value_hint = clap::ValueHint::AnyPath, value_parser = run_place())]
    b: PathBuf,
    /// The figures, by name, or all: those of `analyse games`
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = figures)]
    figures: Vec<Figures>,
    /// Write a page too
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    page: Option<PathBuf>,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold:h=1,greedy --deals 50 --out runs/one
  rummilab tournament --bots hold:h=5,greedy --deals 50 --out runs/five
  rummilab analyse compare runs/one runs/five
  rummilab analyse compare runs/one runs/five --figures all --page diff.html
  rummilab analyse compare runs/one runs/five --json

A difference is the first run minus the second. Bots with the same name are compared. If the names
differ and the lists are equally long, bots in the same place are compared. Where both runs dealt
the same tiles to the same seats in every block, blocks are compared one by one, and the luck of the
deals cancels. Intervals are of 95 %, p values are corrected by Holm over the bots of a figure. A
dash stands for what cannot be estimated: there are fewer than two blocks, all differ by the same,
or results may have ended a run.";

/// The figures shown by default.
const USUAL: [Figure; 5] = [
    Figure::WinRate,
    Figure::Score,
    Figure::TilesLeft,
    Figure::OpenedTurn,
    Figure::DrawShare,
];

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let wanted = chosen(&args.figures, &USUAL);
    let found = compare([&args.a, &args.b], &wanted)?;
    if let Some(place) = &args.page {
        let names = [&args.a, &args.b].map(|dir| dir.display().to_string());
        let plans = found.plans.iter().map(|plan| {
            [Some(plan.field.clone()), plan.a.clone(), plan.b.clone()]
                .map(Option::unwrap_or_default)
        });
        let plans: Vec<[String; 3]> = plans.collect();
        let how = [vec![found.how()], found.notes()].concat().join(" ");
        let page = comparison_page(&names, &found.figures, &how, &plans);
        replace_whole(place, page.map_err(Error::cause)?.as_bytes())?;
        remark(&format!("the page is {}", place.display()));
    }
    print_answer(args.json, &found, || wrapped(&text(&found)))?;
    Ok(Exit::Done)
}

fn text(found: &RunComparison) -> String {
    let mut table = new_table(["figure", "bot", "first", "second", "difference", "p"]);
    right(&mut table, 2..);
    for row in &found.figures {
        let (times, digits) = if row.rate { (100.0, 1) } else { (1.0, 2) };
        let plain = |value: f64| fixed(value * times, digits);
        let difference = with_ends(Some(row.difference), row.ci, |d| signed(d * times, digits));
        let p = p_text(row.p_holm);
        let unit = if row.rate { ", %" } else { "" };
        table.add_row([
            row.figure.replace('_', " ") + unit,
            bots(row),
            plain(row.mean_a),
            plain(row.mean_b),
            difference,
            p,
        ]);
    }
    let mut text = format!("{}\n\n{}\n", drawn(&table), found.how());
    for note in found.notes() {
        text += &format!("{note}\n");
    }
    if !found.plans.is_empty() {
        let mut plans = new_table(["of the plan", "first", "second"]);
        for plan in &found.plans {
            let value = |side: &Option<String>| side.clone().unwrap_or_else(|| "-".to_owned());
            plans.add_row([plan.field.clone(), value(&plan.a), value(&plan.b)]);
        }
        text += &format!("\n{}\n", drawn(&plans));
    }
    text
}

fn bots(row: &ComparedFigure) -> String {
    if row.a == row.b {
        row.a.clone()
    } else {
        format!("{} / {}", row.a, row.b)
    }
}
