//! The leader's differences to the others as blocks are added, and ratings as a ladder grows: small
//! multiples on the same axes.

use super::{Area, CaptionedPlot, NAME, WIDTH, x_axis, y_axis};
use crate::differences::{Differences, Look};
use crate::scale::{Scale, Ticks, widened};
use crate::svg::{Anchor, Svg, shortened};
use crate::words::{POINTS_OF_WINS, capital, larger, plural, signed};

/// Looks before this share of the blocks do not determine the height of the plot, because the first
/// intervals are very wide.
const SETTLED: f64 = 0.1;
/// Neither do looks before this number of blocks, if there are twice as many.
const FEW: f64 = 10.0;
const HEIGHT: f64 = 190.0;

/// One panel: a bot, and a figure of it with its interval at each look, such as the leader's
/// difference.
pub type Panel<'a> = (&'a str, Vec<Look>);

/// The figure that panels show.
struct Shown<'a> {
    /// The beginning of the ids of the drawings.
    id: &'a str,
    name: &'a str,
    /// The title of a panel before the name of its bot.
    title: &'a str,
    unit: &'a str,
    decimals: usize,
    /// From values to the unit.
    scaled: f64,
    /// What the looks count.
    looks: &'a str,
}

/// The differences of `leader` to each of the others, in this order, at the looks of `differences`.
/// `None` if no pair has two looks.
pub fn growth(
    leader: &str,
    panels: &[Panel<'_>],
    differences: &Differences,
) -> Option<CaptionedPlot> {
    let in_points = differences.in_points();
    let scaled = if in_points { 1.0 } else { 100.0 };
    let unit = if in_points {
        "points a game"
    } else {
        POINTS_OF_WINS
    };
    let panels = with_course(panels);
    Some(CaptionedPlot {
        svgs: drawn(
            &panels,
            &Shown {
                id: "growth",
                name: "difference",
                title: "Difference to",
                unit,
                decimals: 1,
                scaled,
                looks: "block",
            },
        )?,
        heading: match &panels[..] {
            [(name, _)] => format!("{leader} minus {name}"),
            _ => format!("{leader} minus each other bot"),
        },
        caption: format!(
            "{} as blocks are added, with {}, all panels on the same axes; above 0 is good for \
             {leader}.",
            capital(unit),
            if differences.hold_at_every_look() {
                "the 95 % interval that holds at every look"
            } else {
                "the 95 % interval of each look"
            },
        ),
    })
}

/// The ratings of bots after each change of a ladder, over the games of the ladder; a mark for a
/// bot with a single one. `None` if no bot has two.
pub fn rating_history(panels: &[Panel<'_>]) -> Option<CaptionedPlot> {
    if with_course(panels).is_empty() {
        return None;
    }
    let rated = panels.iter().filter(|(_, looks)| !looks.is_empty());
    Some(CaptionedPlot {
        heading: "Ratings as the ladder grew".to_owned(),
        caption: "Points above the anchor after each change, with the 95 % interval of each, over \
            the games of the whole ladder; all panels on the same axes."
            .to_owned(),
        svgs: drawn(
            &rated.collect::<Vec<_>>(),
            &Shown {
                id: "history",
                name: "rating",
                title: "Rating of",
                unit: "points",
                decimals: 0,
                scaled: 1.0,
                looks: "game",
            },
        )?,
    })
}

fn with_course<'a>(panels: &'a [Panel<'a>]) -> Vec<&'a Panel<'a>> {
    panels.iter().filter(|(_, looks)| looks.len() > 1).collect()
}

fn drawn(panels: &[&Panel<'_>], shown: &Shown<'_>) -> Option<Vec<String>> {
    let blocks = panels.iter().filter_map(|(_, looks)| looks.last());
    let blocks = blocks.map(|look| look.blocks).max()?;
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for (_, looks) in panels {
        let (below, above) = range(looks, shown.scaled);
        (low, high) = (low.min(below), larger(high, above));
    }
    let axes = Axes {
        area: Area::of(48.0..WIDTH - 10.0, 44.0..HEIGHT - 42.0),
        low,
        high,
        blocks: blocks as f64,
        shown,
    };
    let each = panels.iter().enumerate();
    let each = each.map(|(number, (name, looks))| axes.panel(number, name, looks));
    Some(each.collect())
}

/// The axes common to all panels.
struct Axes<'a> {
    area: Area,
    low: f64,
    high: f64,
    blocks: f64,
    shown: &'a Shown<'a>,
}

impl Axes<'_> {
    fn panel(&self, number: usize, name: &str, looks: &[Look]) -> String {
        let shown = self.shown;
        let (area, y, x) = (self.area, self.y(), self.area.x(0.0, self.blocks));
        let now = looks.last().map(|look| self.told(look)).unwrap_or_default();
        let blocks = looks.last().map_or(0, |look| look.blocks);
        let desc = format!(
            "After {} the {} is {now} {}.",
            plural(blocks, shown.looks),
            shown.name,
            shown.unit
        );
        let id = format!("{}-{number}", shown.id);
        let title = format!("{} {name}", shown.title);
        let mut svg = Svg::new(&id, WIDTH, HEIGHT, &title, &desc);
        svg.text((8.0, 14.0), Anchor::Start, "name", &shortened(name, NAME));
        y_axis(
            &mut svg,
            area,
            y,
            &Ticks::new(self.low, self.high, 4, false),
            "",
        );
        let ticks = Ticks::new(0.0, self.blocks, 3, true);
        x_axis(
            &mut svg,
            area,
            x,
            &ticks,
            false,
            &format!("{}s", shown.looks),
        );
        let place = |blocks: u64, value: f64| (x.at(blocks as f64), y.at(value * shown.scaled));
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
            svg.polygon(&band, "band");
            svg.polyline(&line, "series");
            if let ([_], [upper, lower]) = (&line[..], &band[..]) {
                svg.line(*upper, *lower, "error");
            }
        });
        let zero = y.within(0.0);
        svg.line((area.left, zero), (area.right, zero), "zero");
        if let Some(end) = line.last() {
            svg.circle(*end, 4.0, "mark");
        }
        svg.text((8.0, 32.0), Anchor::Start, "hint", &now);
        svg.finish()
    }

    fn y(&self) -> Scale {
        self.area.y(self.low, self.high)
    }

    fn told(&self, look: &Look) -> String {
        let end = |value: f64| signed(value * self.shown.scaled, self.shown.decimals);
        let ends = look.interval;
        let ends = ends.map(|ends| format!(" [{}, {}]", end(ends.low()), end(ends.high())));
        end(look.mean) + &ends.unwrap_or_default()
    }
}

/// A range that holds zero and the intervals of the settled looks, with a margin.
fn range(looks: &[Look], scaled: f64) -> (f64, f64) {
    let blocks = looks.last().map_or(0.0, |look| look.blocks as f64);
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

    use super::super::{DIGIT, count};
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

    /// Differences in points, or in wins.
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
        let panels = [("b", looks.clone()), ("c", looks.clone())];
        let figure = growth("a", &panels, &differences(true)).unwrap();
        let live = differences(true).at_every_look(Some(50));
        let held = growth("a", &panels, &live).unwrap();
        assert!(held.caption.contains("holds at every look"));
        assert!(figure.caption.contains("interval of each look"));
        assert_eq!(figure.svgs.len(), 2);
        let doc = roxmltree::Document::parse(&figure.svgs[1]).unwrap();
        let points = |class: &str| {
            let mut nodes = doc.descendants();
            let node = nodes.find(|n| n.attribute("class") == Some(class)).unwrap();
            node.attribute("points").unwrap().split(' ').count()
        };
        assert_eq!((points("series"), points("band")), (3, 4));
        let desc = "After 40 blocks the difference is +3.0 [+1.0, +5.0] points a game.";
        assert!(figure.svgs[0].contains(desc), "{}", figure.svgs[0]);
        // The look after one block is not in the settled part and does not make the plot higher.
        assert!(range(&looks, 1.0).1 < 11.0);
    }

    #[test]
    fn one_look_is_no_curve_and_a_flat_line_is_one() {
        let one = looks(&[(1, 0.0, None)]);
        let alike = looks(&[
            (1, 0.0, None),
            (2, 0.0, Some((0.0, 0.0))),
            (3, 0.0, Some((0.0, 0.0))),
        ]);
        assert!(growth("a", &[("b", one.clone())], &differences(true)).is_none());
        assert!(growth("a", &[], &differences(false)).is_none());
        let panels = [("b", one), ("a#2", alike)];
        let figure = growth("a#1", &panels, &differences(false)).unwrap();
        assert_eq!(
            (figure.svgs.len(), count(&figure.svgs[0], "series")),
            (1, 1)
        );
        assert!(!figure.svgs[0].contains("NaN"));
        assert!(figure.svgs[0].contains("0.0 [0.0, 0.0] percentage points"));
        // A ladder has a panel for every bot with a rating, if one has a course.
        assert!(rating_history(&panels[..1]).is_none());
        assert_eq!(rating_history(&panels).unwrap().svgs.len(), 2);
    }

    #[test]
    fn numbers_at_the_end_of_the_axis_are_inside_the_drawing() {
        let looks = looks(&[(24, 5.0, Some((1.0, 9.0))), (800, 5.0, None)]);
        let figure = rating_history(&[("b", looks)]).unwrap();
        let doc = roxmltree::Document::parse(&figure.svgs[0]).unwrap();
        let last = doc.descendants().find(|n| n.text() == Some("800"));
        let x = last.and_then(|n| n.parent_element()?.attribute("x").or(n.attribute("x")));
        let x: f64 = x.expect("a place").parse().expect("a number");
        assert!(x + 1.5 * DIGIT <= WIDTH, "{x}");
    }
}
