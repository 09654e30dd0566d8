//! The difference of two bots as their blocks grow.

use super::{Area, CaptionedPlot, WIDTH, x_axis, y_axis};
use crate::differences::{Differences, Look};
use crate::scale::{Ticks, widened};
use crate::svg::{Svg, shortened};
use crate::words::{capital, larger, plural, signed};

/// Looks before this share of the blocks do not decide how high the plot is: the first intervals are as wide as a barn.
const SETTLED: f64 = 0.1;
/// Nor do those before so many blocks, if there are twice as many.
const FEW: f64 = 10.0;

/// The difference `a` minus `b` with its interval at each look, which `differences` holds. `number` tells the plots of a page apart; `None` without
/// two looks.
pub fn growth(
    number: usize,
    (a, b): (&str, &str),
    looks: &[Look],
    differences: &Differences,
) -> Option<CaptionedPlot> {
    let in_points = differences.in_points();
    let (first, last) = (looks.first()?, looks.last()?);
    if first.blocks == last.blocks {
        return None;
    }
    let scaled = if in_points { 1.0 } else { 100.0 };
    let unit = if in_points {
        "points a game"
    } else {
        "percentage points of wins"
    };
    let what = format!("{} − {}", shortened(a, 22), shortened(b, 22));
    let now = format!("{} {unit}", signed(last.mean * scaled, 1));
    let interval = last.interval.map(|ends| {
        let (low, high) = (ends.low() * scaled, ends.high() * scaled);
        format!(", 95 % interval {} to {}", signed(low, 1), signed(high, 1))
    });
    let desc = format!(
        "After {} the difference is {now}{}.",
        plural(last.blocks, "block"),
        interval.unwrap_or_default()
    );
    let id = format!("growth-{number}");
    let mut svg = Svg::new(&id, WIDTH, 250.0, &format!("Difference {what}"), &desc);
    let area = Area::of(48.0..388.0, 8.0..206.0);
    let (low, high) = range(looks, last.blocks, scaled);
    let y = area.y(low, high);
    y_axis(&mut svg, area, y, &Ticks::new(low, high, 5, false), "");
    let x = area.x(0.0, last.blocks as f64);
    let ticks = Ticks::new(0.0, last.blocks as f64, 5, true);
    x_axis(&mut svg, area, x, &ticks, false, "blocks");
    let place = |blocks: u64, value: f64| (x.at(blocks as f64), y.at(value * scaled));
    let with_ends = looks
        .iter()
        .filter_map(|look| Some((look.blocks, look.interval?)));
    let upper = with_ends
        .clone()
        .map(|(blocks, ends)| place(blocks, ends.high()));
    let lower = with_ends
        .rev()
        .map(|(blocks, ends)| place(blocks, ends.low()));
    let band: Vec<(f64, f64)> = upper.chain(lower).collect();
    let line: Vec<(f64, f64)> = looks
        .iter()
        .map(|look| place(look.blocks, look.mean))
        .collect();
    svg.clipped(area.at(), area.size(), |svg| {
        svg.polygon(&band, "band s0");
        svg.polyline(&line, "series s0 solid");
    });
    svg.line(
        (area.left, y.within(0.0)),
        (area.right, y.within(0.0)),
        "zero",
    );
    if let Some(end) = line.last() {
        svg.mark(0, *end, 4.0);
    }
    Some(CaptionedPlot {
        heading: format!("Difference {what}"),
        caption: format!(
            "{} as blocks are added, with {}; above 0 {} is ahead. {desc}",
            capital(unit),
            match differences.hold_at_every_look() {
                true => "the interval that holds at every look",
                false => "the interval of each look",
            },
            shortened(a, 26)
        ),
        svg: svg.finish(),
        wide: false,
    })
}

/// Zero and the intervals of the settled looks, with some air.
fn range(looks: &[Look], blocks: u64, scaled: f64) -> (f64, f64) {
    let blocks = blocks as f64;
    let from = larger(blocks * SETTLED, FEW.min(blocks / 2.0));
    let settled = looks.iter().filter(|look| look.blocks as f64 >= from);
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for look in settled {
        let ends = look
            .interval
            .map_or((look.mean, look.mean), |ends| (ends.low(), ends.high()));
        low = low.min(ends.0 * scaled);
        high = larger(high, ends.1 * scaled);
    }
    let (low, high) = widened(low, high);
    let air = (high - low) * 0.06;
    (low - air, high + air)
}

#[cfg(test)]
mod tests {
    use rummilab_core::RuleSet;
    use rummilab_stats::Interval;

    use super::*;

    /// Blocks, difference, and its interval if there is one.
    type Values = (u64, f64, Option<(f64, f64)>);

    fn looks(values: &[Values]) -> Vec<Look> {
        let look = |(blocks, mean, ends): &Values| Look {
            blocks: *blocks,
            mean: *mean,
            interval: ends.and_then(|(low, high)| Interval::new(low, high)),
        };
        values.iter().map(look).collect()
    }

    /// In points, or in wins.
    fn differences(in_points: bool) -> Differences {
        let rules = if in_points { "original" } else { "house" };
        Differences::new(&RuleSet::preset(rules).unwrap(), 1)
    }

    #[test]
    fn the_line_and_the_band_hold_every_look() {
        let looks = looks(&[
            (1, 50.0, None),
            (20, 4.0, Some((-8.0, 9.0))),
            (40, 3.0, Some((1.0, 5.0))),
        ]);
        let figure = growth(0, ("a", "b"), &looks, &differences(true)).unwrap();
        let live = differences(true).at_every_look(Some(50));
        let held = growth(0, ("a", "b"), &looks, &live).unwrap();
        assert!(held.caption.contains("holds at every look"));
        assert!(figure.caption.contains("interval of each look"));
        let doc = roxmltree::Document::parse(&figure.svg).unwrap();
        let points = |class: &str| {
            let node = doc
                .descendants()
                .find(|n| n.attribute("class") == Some(class))
                .unwrap();
            node.attribute("points").unwrap().split(' ').count()
        };
        assert_eq!((points("series s0 solid"), points("band s0")), (3, 4));
        let desc =
            "After 40 blocks the difference is +3.0 points a game, 95 % interval +1.0 to +5.0.";
        assert!(figure.caption.ends_with(desc), "{}", figure.caption);
        // The look after one block, in the settled part of nothing, does not make the plot higher.
        assert!(range(&looks, 40, 1.0).1 < 11.0);
    }

    #[test]
    fn one_look_is_no_curve() {
        assert!(growth(0, ("a", "b"), &looks(&[(1, 0.0, None)]), &differences(true)).is_none());
        assert!(growth(0, ("a", "b"), &[], &differences(false)).is_none());
    }

    #[test]
    fn bots_that_play_alike_have_a_flat_line() {
        let alike = looks(&[
            (1, 0.0, None),
            (2, 0.0, Some((0.0, 0.0))),
            (3, 0.0, Some((0.0, 0.0))),
        ]);
        let figure = growth(0, ("a#1", "a#2"), &alike, &differences(false)).unwrap();
        assert!(!figure.svg.contains("NaN") && figure.caption.contains("0.0 percentage points"));
    }
}
