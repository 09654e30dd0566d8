//! The opening curve: the share of seats that have opened by each own turn (Kaplan-Meier).

use rummilab_stats::OpeningTimes;

use super::{Area, CaptionedPlot, ROW, WIDTH, row_head, x_axis};
use crate::scale::Ticks;
use crate::svg::Svg;
use crate::words::percent;

/// The curves end when only this share of all seats is at risk, because few seats say little.
const TAIL: f64 = 0.005;

/// A row with a step curve for each bot, in this order; `None` without seats.
pub fn openings(bots: &[(&str, &OpeningTimes)]) -> Option<CaptionedPlot> {
    let curves = bots
        .iter()
        .map(|(name, times)| (*name, *times, times.curve()));
    let curves: Vec<_> = curves.filter(|(_, _, curve)| !curve.is_empty()).collect();
    let last = curves.iter().map(|(_, _, curve)| {
        let seats = curve.first().map_or(0, |step| step.at_risk) as f64;
        let mut long = curve
            .iter()
            .filter(|step| step.at_risk as f64 >= seats * TAIL);
        long.next_back().map_or(1, |step| step.turn)
    });
    let last = f64::from(last.max()?.max(2));
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
    let height = 8.0 + ROW * curves.len() as f64 + 42.0;
    let mut svg = Svg::new("openings", WIDTH, height, "Opening curve", &told.join(" "));
    let area = Area::of(8.0..WIDTH - 8.0, 8.0..height - 42.0);
    let x = area.x(0.0, last);
    let ticks = Ticks::new(0.0, last, 6, true);
    x_axis(&mut svg, area, x, &ticks, true, "own turn");
    for (row, (name, times, curve)) in curves.iter().enumerate() {
        let top = area.top + ROW * row as f64;
        let band = Area::of(area.left..area.right, top + 20.0..top + ROW - 8.0);
        let y = band.y(0.0, 1.0);
        for level in [0.0, 1.0] {
            let at = y.at(level);
            svg.line((band.left, at), (band.right, at), "grid");
        }
        let mut points = vec![(x.at(0.0), y.at(0.0))];
        let mut open = 0.0;
        for step in curve.iter().filter(|step| x.holds(f64::from(step.turn))) {
            let at = x.at(f64::from(step.turn));
            points.push((at, y.at(open)));
            open = 1.0 - step.unopened;
            points.push((at, y.at(open)));
        }
        points.push((band.right, y.at(open)));
        svg.polyline(&points, "series");
        points.push((band.right, y.at(0.0)));
        svg.polygon(&points, "band");
        let by_five = format!("{} % by turn 5", percent(times.open_by(5)));
        row_head(&mut svg, band, top + 13.0, name, &by_five);
    }
    Some(CaptionedPlot {
        heading: "Opening curve".to_owned(),
        caption: "Share of the seats that have opened by an own turn, each row from 0 to 100 % \
            (Kaplan-Meier: games that end first count as long as they lasted)."
            .to_owned(),
        svgs: vec![svg.finish()],
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
        let doc = roxmltree::Document::parse(&figure.svgs[0]).unwrap();
        let lines: Vec<_> = doc
            .descendants()
            .filter(|n| n.has_tag_name("polyline"))
            .collect();
        assert_eq!(lines.len(), 1);
        // The start, two points for each of the turns 1, 2 and 3, and the end of the axis; the
        // curve ends at 100 %.
        let points: Vec<&str> = lines[0].attribute("points").unwrap().split(' ').collect();
        assert_eq!((points.len(), points[6]), (8, "332,28"));
        assert!(figure.svgs[0].contains("50.0 % by turn 1, 100.0 % by turn 5"));
        assert!(openings(&[]).is_none());
    }
}
