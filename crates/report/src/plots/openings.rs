//! The opening curve: what share of the seats has opened by each own turn (Kaplan-Meier).

use rummilab_stats::OpeningTimes;

use super::{Area, CaptionedPlot, WIDTH, legend, legend_height, x_axis, y_axis};
use crate::scale::Ticks;
use crate::svg::{SERIES, Svg};
use crate::words::percent;

/// The curves end where so few seats are left that they say little: when this share of those of all bots is at risk.
const TAIL: f64 = 0.005;

/// A step curve for each bot, in the order given; `None` where nobody sat.
pub fn openings(bots: &[(&str, &OpeningTimes)]) -> Option<CaptionedPlot> {
    let curves = bots
        .iter()
        .map(|(name, times)| (*name, *times, times.curve()));
    let curves: Vec<_> = curves
        .filter(|(_, _, curve)| !curve.is_empty())
        .take(SERIES)
        .collect();
    let last = curves.iter().map(|(_, _, curve)| {
        let seats = curve.first().map_or(0, |step| step.at_risk) as f64;
        let mut long = curve
            .iter()
            .filter(|step| step.at_risk as f64 >= seats * TAIL);
        long.next_back().map_or(1, |step| step.turn)
    });
    let last = f64::from(last.max()?.max(2));
    let names: Vec<&str> = curves.iter().map(|(name, _, _)| *name).collect();
    let below = legend_height(&names);
    let told = curves.iter().map(|(name, times, _)| {
        let by = |turn| percent(times.open_by(turn));
        format!(
            "{name}: {} % by turn 1, {} % by turn 5, {} % by turn 10.",
            by(1),
            by(5),
            by(10)
        )
    });
    let told: Vec<String> = told.collect();
    let height = 246.0 + below;
    let mut svg = Svg::new("openings", WIDTH, height, "Opening curve", &told.join(" "));
    let area = Area::of(48.0..388.0, 10.0..202.0);
    let y = area.y(0.0, 100.0);
    y_axis(&mut svg, area, y, &Ticks::new(0.0, 100.0, 5, true), " %");
    let x = area.x(0.0, last);
    x_axis(
        &mut svg,
        area,
        x,
        &Ticks::new(0.0, last, 8, true),
        false,
        "own turn",
    );
    svg.clipped(
        area.at(),
        (area.right - area.left, area.bottom - area.top + 1.0),
        |svg| {
            for (series, (_, _, curve)) in curves.iter().enumerate() {
                let mut points = vec![(x.at(0.0), y.at(0.0))];
                let mut open = 0.0;
                for step in curve {
                    let at = x.at(f64::from(step.turn));
                    points.push((at, y.at(open)));
                    open = (1.0 - step.unopened) * 100.0;
                    points.push((at, y.at(open)));
                }
                svg.polyline(&points, &format!("series s{series}"));
            }
        },
    );
    for (series, (_, _, curve)) in curves.iter().enumerate() {
        // Marks at turns of their own for each series, so that they do not cover each other.
        let marked = curve
            .iter()
            .skip(series)
            .step_by(SERIES.max(curve.len() / 8));
        for step in marked.filter(|step| x.holds(f64::from(step.turn))) {
            svg.mark(
                series,
                (
                    x.at(f64::from(step.turn)),
                    y.at((1.0 - step.unopened) * 100.0),
                ),
                3.5,
            );
        }
    }
    legend(&mut svg, 242.0, &names);
    Some(CaptionedPlot {
        heading: "Opening curve".to_owned(),
        caption: "Share of the seats that have opened by an own turn (Kaplan-Meier: games that end first count as long as they lasted).".to_owned(),
        svg: svg.finish(),
        wide: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_steps_at_every_turn() {
        let mut times = OpeningTimes::new();
        [1, 1, 3].into_iter().for_each(|turn| times.opened(turn));
        times.censored(2);
        let figure = openings(&[("a", &times), ("nobody", &OpeningTimes::new())]).unwrap();
        let doc = roxmltree::Document::parse(&figure.svg).unwrap();
        let lines: Vec<_> = doc
            .descendants()
            .filter(|n| n.has_tag_name("polyline"))
            .collect();
        assert_eq!(lines.len(), 1);
        // The start, and two points for each of the turns 1, 2 and 3; the curve ends at 100 %.
        let points: Vec<&str> = lines[0].attribute("points").unwrap().split(' ').collect();
        assert_eq!((points.len(), points[6]), (7, "388,10"));
        assert!(figure.svg.contains("50.0 % by turn 1, 100.0 % by turn 5"));
        assert!(openings(&[]).is_none());
    }
}
