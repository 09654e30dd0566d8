//! The lengths of games.

use rummilab_stats::Counts;

use super::{Area, CaptionedPlot, WIDTH, shares, x_axis, y_axis};
use crate::scale::Ticks;
use crate::svg::{Anchor, Svg};
use crate::words::{larger, number, plural};

/// A histogram of the turns of games; `None` without games.
pub fn turns(counts: &Counts) -> Option<CaptionedPlot> {
    let (low, high, median) = (counts.min()?, counts.max()?, counts.median()?);
    let step = Ticks::new(low as f64, high as f64, 30, true).step as i64;
    let (first, last) = (low.div_euclid(step), high.div_euclid(step));
    let bins = shares(counts, first, last, |value| value.div_euclid(step));
    let highest = bins.iter().map(|share| share * 100.0).fold(0.0, larger);
    let desc = format!(
        "{}: mean {} turns, median {median}, from {low} to {high}.",
        plural(counts.total(), "game"),
        number(counts.mean(), 1)
    );
    let mut svg = Svg::new("turns", WIDTH, 230.0, "Turns per game", &desc);
    let area = Area::of(48.0..WIDTH - 8.0, 18.0..188.0);
    let y = area.y(0.0, highest * 1.05);
    y_axis(
        &mut svg,
        area,
        y,
        &Ticks::new(0.0, highest * 1.05, 4, false),
        " %",
    );
    let ends = ((first * step) as f64, ((last + 1) * step) as f64);
    let x = area.x(ends.0, ends.1);
    x_axis(
        &mut svg,
        area,
        x,
        &Ticks::new(ends.0, ends.1, 5, true),
        false,
        "turns of all seats",
    );
    for (index, share) in bins.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        let left = x.at(((first + index as i64) * step) as f64);
        let right = x.at(((first + index as i64 + 1) * step) as f64);
        let top = y.at(share * 100.0);
        let width = larger(right - left - 0.8, 0.4);
        svg.rect((left, top), (width, area.bottom - top), "bar");
    }
    let middle = x.at(median as f64 + 0.5);
    svg.line((middle, area.top - 4.0), (middle, area.bottom), "zero");
    svg.text(
        (middle + 5.0, area.top + 2.0),
        Anchor::Start,
        "hint halo",
        &format!("median {median}"),
    );
    let caption = match step {
        1 => format!("Share of the games by their length. {desc}"),
        _ => format!("Share of the games by their length, in steps of {step}. {desc}"),
    };
    Some(CaptionedPlot {
        heading: "Turns per game".to_owned(),
        caption,
        svgs: vec![svg.finish()],
    })
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::*;

    #[test]
    fn bars_for_lengths_that_occur() {
        let counts: Counts = [10, 10, 12, 20].into_iter().collect();
        let figure = turns(&counts).unwrap();
        assert_eq!(count(&figure.svgs[0], "bar"), 3);
        let told = "4 games: mean 13.0 turns, median 10, from 10 to 20.";
        assert!(figure.caption.ends_with(told));
        assert!(turns(&Counts::new()).is_none());
        assert!(turns(&[7].into_iter().collect()).is_some());
    }
}
