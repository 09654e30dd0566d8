//! The results of a question as a Markdown table.

use std::fmt::Write;

use super::rows::{Estimate, Run};

/// All runs of a folder that have results.
pub fn table(runs: &[Run]) -> String {
    let mut text = String::from(
        "# Results\n\nMade from `results/*.json` by `RUMMILAB_UPDATE=1 cargo test -p rummilab-cli \
         --test experiments`; intervals of 95 %.\n",
    );
    for run in runs.iter().filter(|run| run.summary.is_some()) {
        write!(
            text,
            "\n`{}.toml`: {}; rules `{}`, seed {}.\n\n",
            run.name,
            run.about,
            run.plan.rules().name,
            run.plan.seed().master
        )
        .expect("a string takes text");
        text += "| bot | against | games | wins, % | points a game |\n|---|---|---|---|---|\n";
        for row in run.rows() {
            let wins = written(&row.wins, 100.0, "");
            let points = row
                .points
                .map_or("-".to_owned(), |points| written(&points, 1.0, "+"));
            writeln!(
                text,
                "| `{}` | {} | {} | {wins} | {points} |",
                row.who, row.against, row.games
            )
            .expect("a string takes text");
        }
    }
    text
}

fn written(estimate: &Estimate, scale: f64, plus: &str) -> String {
    let one = |number: f64| {
        if plus.is_empty() {
            format!("{:.1}", number * scale)
        } else {
            format!("{:+.1}", number * scale)
        }
    };
    let interval = estimate
        .interval
        .map(|[low, high]| format!(" [{}, {}]", one(low), one(high)));
    one(estimate.value) + &interval.unwrap_or_default()
}
