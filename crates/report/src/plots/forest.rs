//! The differences of two runs: a panel for each figure, with a row and its interval for each bot.

use rummilab_stats::ComparedFigure;

use super::{Area, CaptionedPlot, MOST, WIDTH, row_head, x_axis};
use crate::scale::{Ticks, widened};
use crate::svg::Svg;
use crate::words::{larger, signed};

/// Height of the row of a bot.
const ROW: f64 = 40.0;

/// A panel for each figure, in the order of the rows; `None` without rows.
pub fn forest(rows: &[ComparedFigure]) -> Option<CaptionedPlot> {
    let mut panels: Vec<Vec<&ComparedFigure>> = Vec::new();
    for row in rows {
        match panels.last_mut() {
            Some(panel) if panel[0].figure == row.figure => panel.push(row),
            _ => panels.push(vec![row]),
        }
    }
    panels.first()?;
    Some(CaptionedPlot {
        heading: "Differences and their intervals".to_owned(),
        caption: "First run less second, a panel for each figure. The line is the 95 % interval, \
            the mark the difference. \
                  Where the line crosses the dotted one, no difference is told from luck."
            .to_owned(),
        svgs: panels.iter().map(|panel| drawn(panel)).collect(),
    })
}

fn drawn(panel: &[&ComparedFigure]) -> String {
    let rows = &panel[..panel.len().min(MOST)];
    let (times, digits) = if panel[0].rate { (100.0, 1) } else { (1.0, 2) };
    let ends = |row: &ComparedFigure| match row.ci {
        Some(ci) => (ci.low() * times, ci.high() * times),
        None => (row.difference * times, row.difference * times),
    };
    let low = rows.iter().map(|row| ends(row).0).fold(0.0, f64::min);
    let high = rows.iter().map(|row| ends(row).1).fold(0.0, larger);
    let (low, high) = widened(low, high);
    let name = panel[0].figure.replace('_', " ");
    let unit = if panel[0].rate { ", %" } else { "" };
    let height = 8.0 + ROW * rows.len() as f64 + 42.0;
    let told = rows.iter().map(|row| {
        let (low, high) = ends(row);
        let difference = signed(row.difference * times, digits);
        format!(
            "{}: {difference}, {} to {}.",
            label(row),
            signed(low, digits),
            signed(high, digits)
        )
    });
    let told: Vec<String> = told.collect();
    let id = format!("difference-{}", panel[0].figure);
    let mut svg = Svg::new(&id, WIDTH, height, &name, &told.join(" "));
    let area = Area::of(16.0..WIDTH - 16.0, 8.0..height - 42.0);
    let x = area.x(low, high);
    let ticks = Ticks::new(low, high, 4, false);
    x_axis(&mut svg, area, x, &ticks, true, &format!("{name}{unit}"));
    svg.line((x.at(0.0), area.top), (x.at(0.0), area.bottom), "zero");
    for (number, row) in rows.iter().enumerate() {
        let top = area.top + ROW * number as f64;
        let difference = signed(row.difference * times, digits);
        row_head(&mut svg, area, top + 14.0, &label(row), &difference);
        let ((low, high), y) = (ends(row), top + 27.0);
        svg.line((x.at(low), y), (x.at(high), y), "error");
        svg.circle((x.at(row.difference * times), y), 4.5, "mark");
    }
    svg.finish()
}

/// The label of the bot; both labels if the runs use different ones.
fn label(row: &ComparedFigure) -> String {
    if row.a == row.b {
        row.a.clone()
    } else {
        format!("{} / {}", row.a, row.b)
    }
}

#[cfg(test)]
mod tests {
    use rummilab_stats::Interval;

    use super::super::count;
    use super::*;

    #[test]
    fn every_row_has_a_mark_in_the_panel_of_its_figure() {
        let row = |figure, bot: &str, difference: f64| ComparedFigure {
            a: bot.to_owned(),
            b: bot.to_owned(),
            figure,
            rate: figure == "win_rate",
            paired: true,
            blocks: [9, 9],
            mean_a: difference,
            mean_b: 0.0,
            difference,
            se: None,
            ci: (difference > 0.0).then(|| {
                let ci = Interval::new(difference - 0.1, difference + 0.1);
                ci.unwrap()
            }),
            p_value: None,
            p_holm: None,
            implied: false,
        };
        assert!(forest(&[]).is_none());
        let rows = [
            row("win_rate", "greedy", 0.3),
            row("win_rate", "hold", -0.3),
            row("score", "greedy", 4.0),
        ];
        let plot = forest(&rows).unwrap();
        let marks: Vec<usize> = plot.svgs.iter().map(|svg| count(svg, "mark")).collect();
        assert_eq!(marks, [2, 1]);
        assert!(plot.svgs[0].contains("greedy: +30.0, +20.0 to +40.0."));
    }
}
