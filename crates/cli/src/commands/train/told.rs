//! A training as text.

use std::fmt::Write;
use std::path::Path;

use rummilab::play::count;
use rummilab::runs::Report;
use rummilab::value::{FEATURES, Loss, ValueModel};

use super::shown;
use crate::tables::{drawn, new_table, right, to_copy, wrapped, written};

/// Losses, calibration, weights, and the command.
pub fn text(model: &ValueModel, report: &Report, out: Option<&Path>) -> String {
    written(|text| write_all(text, model, report, out))
}

fn write_all(
    text: &mut String,
    model: &ValueModel,
    report: &Report,
    out: Option<&Path>,
) -> std::fmt::Result {
    let (made, held) = (&model.provenance, &model.held_out);
    let head = format!(
        "{}, {} players: {} of {} to learn from (Newton's method: {}), {} of {} held out",
        model.rules,
        model.players,
        count(made.samples, "turn"),
        count(made.games, "game"),
        count(report.steps, "step"),
        count(held.samples, "turn"),
        count(held.blocks, "deal")
    );
    writeln!(text, "{}\n", wrapped(&head))?;
    let mut losses = new_table(vec!["on deals held out", "log loss", "squared error"]);
    for (name, log, square) in [
        ("model", held.log_loss, held.brier),
        ("sizes of racks", report.racks, report.racks_brier),
        ("constant", report.constant, report.constant_brier),
    ] {
        losses.add_row(vec![name.to_owned(), loss(log), loss(square)]);
    }
    writeln!(text, "{}\n", drawn(&losses))?;
    let gain = format!(
        "Log loss gained over sizes of racks {}, over a constant {}; intervals of 95 % over deals.",
        loss(held.gain_over_racks),
        loss(held.gain_over_constant)
    );
    writeln!(text, "{}\n", wrapped(&gain))?;
    let mut bins = new_table(vec!["said, %", "happened, %", "turns"]);
    for bin in &report.bins {
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        bins.add_row(vec![
            percent(bin.predicted),
            percent(bin.observed),
            bin.samples.to_string(),
        ]);
    }
    right(&mut bins, ..3);
    writeln!(text, "{}\n", drawn(&bins))?;
    let mut weights = new_table(vec!["weight", "mean", "spread", "feature", ""]);
    let mut terms: Vec<_> = model.terms.iter().zip(FEATURES).collect();
    terms.sort_by(|(a, _), (b, _)| b.weight.abs().total_cmp(&a.weight.abs()));
    for (term, feature) in terms {
        weights.add_row(vec![
            format!("{:+.3}", term.weight),
            format!("{:.2}", term.mean),
            format!("{:.2}", term.scale),
            feature.name.to_owned(),
            feature.about.to_owned(),
        ]);
    }
    right(&mut weights, ..3);
    writeln!(text, "{}\n", drawn(&weights))?;
    let legend =
        "A weight is the change of the log-odds to win by one spread (standard deviation).";
    writeln!(text, "{}", wrapped(legend))?;
    writeln!(text, "File:   {}", shown(out))?;
    let command = format!("{}    # {}", made.command, made.program);
    writeln!(text, "{}", to_copy("Again:  ", &command))
}

fn loss((mean, interval): Loss) -> String {
    match interval {
        Some([low, high]) => format!("{mean:.4} [{low:.4}, {high:.4}]"),
        None => format!("{mean:.4}"),
    }
}
