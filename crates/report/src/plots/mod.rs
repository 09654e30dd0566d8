//! The plots of the page, one function each, and their common axes. Every plot except the matrix is
//! [`WIDTH`] wide, so that its text is readable on a phone. Bots are identified by position and
//! name, never by colour: each has its own row or panel.

mod forest;
mod growth;
mod openings;
mod payoff;
mod scores;
mod seats;
mod sweep;
mod times;
mod turns;

pub use forest::forest;
pub use growth::{Panel, growth, rating_history};
pub use openings::openings;
pub use payoff::payoff;
pub use scores::{ScoreMeasure, scores};
pub use seats::seats;
pub use sweep::sweep;
pub use times::{cactus, scatter};
pub use turns::turns;

use std::ops::Range;

use rummilab_stats::Counts;

use crate::scale::{Scale, Ticks};
use crate::svg::{Anchor, Svg, shortened};
use crate::words::decimal;

const WIDTH: f64 = 340.0;
/// Width of a digit below an axis, in the widest of the usual fonts.
const DIGIT: f64 = 8.0;
/// Most bots of a plot.
pub const MOST: usize = 16;
/// Most characters of a name with a line of its own, in the widest of the usual fonts.
const NAME: usize = 36;
/// The same for a name with a number to its right.
const SHORT_NAME: usize = 20;
/// Height of the row of one bot: its name, and the drawing below.
const ROW: f64 = 62.0;

/// A plot with its words.
#[derive(Debug, Clone)]
pub struct CaptionedPlot {
    pub heading: String,
    pub caption: String,
    /// One drawing, or small multiples of one.
    pub svgs: Vec<String>,
}

/// The part of a drawing that holds the data.
#[derive(Debug, Clone, Copy)]
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn of(across: Range<f64>, down: Range<f64>) -> Area {
        Area {
            left: across.start,
            right: across.end,
            top: down.start,
            bottom: down.end,
        }
    }

    fn at(&self) -> (f64, f64) {
        (self.left, self.top)
    }

    fn size(&self) -> (f64, f64) {
        (self.right - self.left, self.bottom - self.top)
    }

    fn x(&self, low: f64, high: f64) -> Scale {
        Scale::new(low, high, self.left, self.right)
    }

    fn y(&self, low: f64, high: f64) -> Scale {
        Scale::new(low, high, self.bottom, self.top)
    }
}

/// Draws numbers below the area; with `lines`, also a fine line up from each.
fn x_axis(svg: &mut Svg, area: Area, scale: Scale, ticks: &Ticks, lines: bool, label: &str) {
    for value in ticks.values.iter().filter(|value| scale.holds(**value)) {
        let x = scale.at(*value);
        let from = if lines { area.top } else { area.bottom };
        svg.line((x, from), (x, area.bottom + 4.0), "grid");
        let text = decimal(*value, ticks.decimals);
        // A number at the end of the axis stays inside the drawing.
        let half = DIGIT * text.chars().count() as f64 / 2.0;
        let at = x.clamp(half, WIDTH - half);
        svg.text((at, area.bottom + 16.0), Anchor::Middle, "tick", &text);
    }
    svg.line((area.left, area.bottom), (area.right, area.bottom), "axis");
    let middle = (area.left + area.right) / 2.0;
    svg.text((middle, area.bottom + 32.0), Anchor::Middle, "label", label);
}

/// Draws numbers to the left of the area, with a fine line across from each.
fn y_axis(svg: &mut Svg, area: Area, scale: Scale, ticks: &Ticks, unit: &str) {
    for value in ticks.values.iter().filter(|value| scale.holds(**value)) {
        let y = scale.at(*value);
        svg.line((area.left, y), (area.right, y), "grid");
        let text = format!("{}{unit}", decimal(*value, ticks.decimals));
        svg.text((area.left - 5.0, y + 4.0), Anchor::End, "tick", &text);
    }
}

/// Draws the name of a row, and a number in words to its right.
fn row_head(svg: &mut Svg, area: Area, y: f64, name: &str, number: &str) {
    let name = shortened(name, SHORT_NAME);
    svg.text((area.left, y), Anchor::Start, "name halo", &name);
    svg.text((area.right, y), Anchor::End, "hint halo", number);
}

/// Number of elements of a drawing with this class.
#[cfg(test)]
fn count(svg: &str, class: &str) -> usize {
    let doc = roxmltree::Document::parse(svg).expect("it is well formed");
    let nodes = doc.descendants();
    nodes
        .filter(|n| n.attribute("class") == Some(class))
        .count()
}

/// The share of the games in each bin.
fn shares(counts: &Counts, first: i64, last: i64, bin: impl Fn(i64) -> i64) -> Vec<f64> {
    let mut bins = vec![0_u64; (last - first + 1) as usize];
    for (value, count) in counts.iter() {
        bins[(bin(value) - first) as usize] += count;
    }
    let share = |count: u64| count as f64 / counts.total() as f64;
    bins.into_iter().map(share).collect()
}
