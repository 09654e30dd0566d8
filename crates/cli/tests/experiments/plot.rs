//! The win rates of a question as an SVG: a dot and its interval for each bot, and a line at the
//! fair share.

use std::fmt::Write;

use super::rows::{Row, Run};

/// Pixels.
const WIDTH: f64 = 760.0;
const LABELS: f64 = 250.0;
const RIGHT: f64 = 30.0;
const LINE: f64 = 20.0;
const HEAD: f64 = 34.0;
const FOOT: f64 = 34.0;

/// Rows with a common axis.
pub struct Chart {
    pub title: String,
    /// The fair share of wins.
    pub fair: f64,
    pub rows: Vec<Row>,
}

/// All runs of a folder that have results, one below the other.
pub fn plot(runs: &[Run]) -> String {
    let runs = runs.iter().filter(|run| run.summary.is_some());
    let charts = runs.map(|run| Chart {
        title: run.about.clone(),
        fair: run.fair(),
        rows: run.rows(),
    });
    drawn(&charts.collect::<Vec<_>>())
}

/// Charts, one below the other.
pub fn drawn(charts: &[Chart]) -> String {
    let mut body = String::new();
    let mut y = 0.0;
    for chart in charts {
        panel(&mut body, chart, y);
        y += HEAD + LINE * chart.rows.len() as f64 + FOOT;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{y}\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// A mapping from a share of wins to a position, over a range that holds all intervals.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    fn of(rows: &[Row], fair: f64) -> Axis {
        let ends = rows.iter().flat_map(|row| {
            let wins = row.wins.value;
            row.wins.interval.unwrap_or([wins, wins])
        });
        let (low, high) = ends
            .chain([fair])
            .fold((1.0_f64, 0.0_f64), |(low, high), x| {
                (low.min(x), high.max(x))
            });
        let steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
        let step = steps.into_iter().find(|step| (high - low) / step <= 7.0);
        let step = step.unwrap_or(0.2);
        Axis {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
        }
    }

    fn x(&self, share: f64) -> f64 {
        let width = (self.high - self.low).max(self.step);
        LABELS + (share - self.low) / width * (WIDTH - LABELS - RIGHT)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(|i| self.low + f64::from(i) * self.step)
    }
}

fn panel(body: &mut String, chart: &Chart, top: f64) {
    let rows = &chart.rows;
    let axis = Axis::of(rows, chart.fair);
    let (first, bottom) = (top + HEAD, top + HEAD + LINE * rows.len() as f64);
    let fair = axis.x(chart.fair);
    let mut line = |text: std::fmt::Arguments<'_>| {
        body.write_fmt(text).expect("a string takes text");
        body.push('\n');
    };
    line(format_args!(
        "<text x=\"10\" y=\"{:.1}\" font-weight=\"bold\">{}</text>",
        top + 18.0,
        escaped(&chart.title)
    ));
    for tick in axis.ticks() {
        let x = axis.x(tick);
        line(format_args!(
            "<path d=\"M{x:.1} {first:.1}V{bottom:.1}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" \
             y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{}</text>",
            bottom + 15.0,
            percent(tick)
        ));
    }
    line(format_args!(
        "<path d=\"M{fair:.1} {first:.1}V{bottom:.1}\" stroke=\"#b00\" stroke-dasharray=\"4 \
         3\"><title>fair share</title></path>"
    ));
    for (i, row) in rows.iter().enumerate() {
        let y = first + LINE * (i as f64 + 0.5);
        line(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LABELS - 12.0,
            y + 4.0,
            escaped(&row.who)
        ));
        let [low, high] = row.wins.interval.unwrap_or([row.wins.value; 2]);
        line(format_args!(
            "<path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"#036\" stroke-width=\"2\"/><circle \
             cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#036\"/>",
            axis.x(low),
            axis.x(high),
            axis.x(row.wins.value)
        ));
    }
}

fn percent(share: f64) -> String {
    let text = format!("{:.1}", share * 100.0);
    format!("{} %", text.trim_end_matches(".0"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
