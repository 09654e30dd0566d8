//! The results of a question as a Markdown table.

use std::fmt::Write;

use super::rows::{Estimate, Run};

/// All runs of a folder that have results.
pub fn table(runs: &[Run]) -> String {
    let made = paragraph(
        "Made from `results/*.json` by `RUMMILAB_UPDATE=1 cargo test -p rummilab-cli --test \
         experiments`. Intervals of 95 %.",
    );
    let mut text = format!("# Results\n\n{made}\n");
    for run in runs.iter().filter(|run| run.summary.is_some()) {
        let about = format!(
            "`{}.toml`, rules `{}`, seed {}. {}.",
            run.name,
            run.plan.rules().name,
            run.plan.seed().master,
            run.about.trim_end_matches('.')
        );
        write!(text, "\n{}\n\n", paragraph(&about)).expect("a string takes text");
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

/// The text in lines of at most 100 columns.
pub fn paragraph(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if line.chars().count() + 1 + word.chars().count() > 100 {
            lines.push(word.to_owned());
        } else if line.is_empty() {
            *line += word;
        } else {
            *line += " ";
            *line += word;
        }
    }
    lines.join("\n")
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
