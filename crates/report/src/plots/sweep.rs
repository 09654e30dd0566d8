//! A figure of a sweep: its mean and interval over the values of the first axis, a panel for each
//! combination of the others.

use rummilab_stats::{SweepAxis, SweepFigure, SweepResults, SweepRow};

use super::{Area, CaptionedPlot, MOST, NAME, WIDTH, x_axis, y_axis};
use crate::frames::clean;
use crate::scale::{Ticks, widened};
use crate::svg::{Anchor, Svg, shortened};
use crate::words::{POINTS_OF_WINS, capital, larger, signed};

const HEIGHT: f64 = 210.0;

/// The plot of a figure; `None` if no cell has it. `number` keeps the ids of drawings apart.
pub fn sweep(results: &SweepResults, of: &SweepFigure, number: usize) -> Option<CaptionedPlot> {
    let rows = results.rows.iter().filter(|row| row.of == *of);
    let rows: Vec<&SweepRow> = rows.filter(|row| row.value.is_some()).collect();
    let axis = results.axes.first().filter(|_| !rows.is_empty())?;
    let others = |row: &SweepRow| results.cells[row.cell].values[1..].to_vec();
    let mut panels: Vec<Vec<String>> = Vec::new();
    for row in &rows {
        if !panels.contains(&others(row)) {
            panels.push(others(row));
        }
    }
    let unit = if of.is_rate() {
        POINTS_OF_WINS
    } else {
        "points a game"
    };
    let drawing = Drawing {
        results,
        axis,
        rows: &rows,
        unit,
        times: of.times(),
    };
    let drawn = panels.iter().take(MOST).enumerate();
    Some(CaptionedPlot {
        heading: format!("{}: {}", clean(&of.who()), of.words()),
        caption: format!(
            "{} by {}, with the 95 % interval of each cell{}.",
            capital(unit),
            clean(&axis.key),
            if panels.len() > 1 {
                ", all panels on the same axes"
            } else {
                ""
            }
        ),
        svgs: drawn
            .map(|(panel, others)| drawing.panel(&format!("sweep-{number}-{panel}"), others))
            .collect(),
    })
}

/// What the panels share.
struct Drawing<'a> {
    results: &'a SweepResults,
    axis: &'a SweepAxis,
    rows: &'a [&'a SweepRow],
    unit: &'a str,
    /// From figures to the unit of the axis.
    times: f64,
}

impl Drawing<'_> {
    fn panel(&self, id: &str, others: &[String]) -> String {
        let area = Area::of(52.0..WIDTH - 14.0, 30.0..HEIGHT - 42.0);
        let (low, high) = self.range();
        let y = area.y(low, high);
        // Values that are no numbers stand side by side.
        let places = self.axis.numbers();
        let places =
            places.unwrap_or_else(|| (0..self.axis.values.len()).map(|x| x as f64).collect());
        let (first, last) = widened(
            places.iter().copied().fold(f64::INFINITY, f64::min),
            places.iter().copied().fold(f64::NEG_INFINITY, larger),
        );
        let air = (last - first) * 0.06;
        let x = area.x(first - air, last + air);
        let keys = self.results.axes[1..].iter().zip(others);
        let name: Vec<String> = keys
            .map(|(axis, value)| format!("{}={value}", axis.key))
            .collect();
        let name = clean(&name.join(", "));
        let of_panel = |row: &&&SweepRow| self.results.cells[row.cell].values[1..] == *others;
        let points: Vec<(&String, f64, &SweepRow)> = self
            .rows
            .iter()
            .filter(of_panel)
            .filter_map(|row| {
                let value = &self.results.cells[row.cell].values[0];
                let at = self.axis.values.iter().position(|known| known == value)?;
                Some((value, places[at], *row))
            })
            .collect();
        let told = points.iter().map(|(value, _, row)| {
            let (value, mean) = (clean(value), row.value.unwrap_or_default());
            format!("{value}: {} {}.", signed(mean * self.times, 1), self.unit)
        });
        let told: Vec<String> = told.collect();
        let title = format!("{} by {}", capital(self.unit), clean(&self.axis.key));
        let mut svg = Svg::new(id, WIDTH, HEIGHT, &title, &told.join(" "));
        svg.text((8.0, 16.0), Anchor::Start, "name", &shortened(&name, NAME));
        y_axis(&mut svg, area, y, &Ticks::new(low, high, 4, false), "");
        let key = clean(&self.axis.key);
        if self.axis.numbers().is_some() {
            let ticks = Ticks::new(first, last, 5, first.fract() == 0.0 && last.fract() == 0.0);
            x_axis(&mut svg, area, x, &ticks, false, &key);
        } else {
            let none = Ticks {
                values: Vec::new(),
                step: 1.0,
                decimals: 0,
            };
            x_axis(&mut svg, area, x, &none, false, &key);
            for (value, place, _) in &points {
                let at = (x.at(*place), area.bottom + 16.0);
                svg.text(at, Anchor::Middle, "tick", &shortened(&clean(value), 12));
            }
        }
        if y.holds(0.0) {
            svg.line((area.left, y.at(0.0)), (area.right, y.at(0.0)), "zero");
        }
        let place = |at: f64, value: f64| (x.at(at), y.at(value * self.times));
        let means = points
            .iter()
            .map(|(_, at, row)| place(*at, row.value.unwrap_or_default()));
        let mut line: Vec<(f64, f64)> = means.collect();
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        svg.polyline(&line, "series");
        for (_, at, row) in &points {
            if let Some(ends) = row.ci {
                svg.line(place(*at, ends.low()), place(*at, ends.high()), "error");
            }
        }
        line.iter()
            .for_each(|point| svg.circle(*point, 4.5, "mark"));
        svg.finish()
    }

    /// A range that holds all intervals, with a margin.
    fn range(&self) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for row in self.rows {
            let mean = row.value.unwrap_or_default();
            let ends = row
                .ci
                .map_or((mean, mean), |ends| (ends.low(), ends.high()));
            low = low.min(ends.0 * self.times);
            high = larger(high, ends.1 * self.times);
        }
        let (low, high) = widened(low, high);
        let air = (high - low) * 0.06;
        (low - air, high + air)
    }
}
