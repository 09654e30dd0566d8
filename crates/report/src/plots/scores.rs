//! The distribution of the results of single games: a histogram and quantiles for each bot.

use rummilab_stats::Counts;

use super::{Area, CaptionedPlot, ROW, WIDTH, row_head, shares, x_axis};
use crate::scale::Ticks;
use crate::svg::Svg;
use crate::words::{larger, number, signed_whole};

/// The figure of each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreMeasure {
    Points,
    /// Tiles left on the rack.
    TilesLeft,
}

impl ScoreMeasure {
    /// A value as text; points have a sign.
    fn text(self, value: i64) -> String {
        match self {
            ScoreMeasure::Points => signed_whole(value),
            ScoreMeasure::TilesLeft => value.to_string(),
        }
    }
}

/// A row for each bot, in this order; `None` without games.
pub fn scores(measure: ScoreMeasure, bots: &[(&str, &Counts)]) -> Option<CaptionedPlot> {
    let played = bots.iter().filter(|(_, counts)| counts.total() > 0);
    let bots: Vec<&(&str, &Counts)> = played.collect();
    let low = bots.iter().filter_map(|(_, counts)| counts.min()).min()?;
    let high = bots.iter().filter_map(|(_, counts)| counts.max()).max()?;
    let (heading, label) = match measure {
        ScoreMeasure::Points => ("Score distribution", "points in a game"),
        ScoreMeasure::TilesLeft => ("Tiles left at the end", "tiles on the rack (0: went out)"),
    };
    // The width of bins is the tick step of a fine axis, and bins begin at its multiples.
    let step = Ticks::new(low as f64, high as f64, 24, true).step as i64;
    let bin = |value: i64| value.div_euclid(step);
    let (first, last) = (bin(low), bin(high));
    let shares: Vec<Vec<f64>> = bots
        .iter()
        .map(|(_, counts)| shares(counts, first, last, bin))
        .collect();
    let highest = shares.iter().flatten().copied().fold(0.0, larger);
    let height = 8.0 + ROW * bots.len() as f64 + 42.0;
    let desc: Vec<String> = bots
        .iter()
        .map(|(name, counts)| told(measure, name, counts))
        .collect();
    let mut svg = Svg::new("scores", WIDTH, height, heading, &desc.join(" "));
    let area = Area::of(16.0..WIDTH - 16.0, 8.0..height - 42.0);
    let x = area.x((first * step) as f64, ((last + 1) * step) as f64);
    let ticks = Ticks::new((first * step) as f64, ((last + 1) * step) as f64, 4, true);
    x_axis(&mut svg, area, x, &ticks, true, label);
    for (row, ((name, counts), shares)) in bots.iter().zip(&shares).enumerate() {
        let foot = area.top + ROW * (row as f64 + 1.0) - 14.0;
        for (index, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let left = x.at(((first + index as i64) * step) as f64);
            let right = x.at(((first + index as i64 + 1) * step) as f64);
            let tall = larger(share / highest * (ROW - 30.0), 0.6);
            let width = larger(right - left - 0.6, 0.4);
            svg.rect((left, foot - tall), (width, tall), "bar");
        }
        quantiles(&mut svg, counts, foot + 6.0, |value| {
            x.at(value as f64 + 0.5)
        });
        let median = counts
            .median()
            .map_or_else(String::new, |value| measure.text(value));
        let median = format!("median {median}");
        row_head(&mut svg, area, foot - ROW + 26.0, name, &median);
    }
    Some(CaptionedPlot {
        heading: heading.to_owned(),
        caption: format!(
            "Share of games by {label}, in steps of {step}. Below each: from the 5 % to the 95 % \
             quantile, thick from 25 % to 75 %, the mark is the median."
        ),
        svgs: vec![svg.finish()],
    })
}

fn quantiles(svg: &mut Svg, counts: &Counts, y: f64, at: impl Fn(i64) -> f64) {
    let percent = |percent| counts.quantile(percent, 100).map(&at);
    let ends = [5, 25, 50, 75, 95].map(percent);
    if let [Some(q05), Some(q25), Some(median), Some(q75), Some(q95)] = ends {
        svg.line((q05, y), (q95, y), "whisker");
        svg.line((q25, y), (q75, y), "whisker thick");
        svg.polygon(
            &[
                (median, y - 5.0),
                (median + 5.0, y),
                (median, y + 5.0),
                (median - 5.0, y),
            ],
            "median",
        );
    }
}

fn told(measure: ScoreMeasure, name: &str, counts: &Counts) -> String {
    let at = |percent| {
        let value = counts.quantile(percent, 100);
        value.map_or_else(|| number(None, 0), |value| measure.text(value))
    };
    format!(
        "{name}: median {}, middle half {} to {}.",
        at(50),
        at(25),
        at(75)
    )
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::*;

    #[test]
    fn every_game_is_in_a_bar() {
        let counts: Counts = [-101, -7, -7, 0, 3, 250].into_iter().collect();
        let step = 10;
        let found = shares(&counts, -11, 25, |value: i64| value.div_euclid(step));
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!((found[0], found[10]), (1.0 / 6.0, 2.0 / 6.0));
    }

    #[test]
    fn a_row_for_each_bot_that_played() {
        let some: Counts = (-20..30).collect();
        let bots = [("a", &some), ("nobody", &Counts::new()), ("b", &some)];
        let figure = scores(ScoreMeasure::Points, &bots).unwrap();
        assert_eq!(count(&figure.svgs[0], "median"), 2);
        let told = "a: median +4, middle half −8 to +17.";
        assert!(figure.svgs[0].contains(told), "{}", figure.svgs[0]);
        assert!(scores(ScoreMeasure::Points, &[("nobody", &Counts::new())]).is_none());
        // A single value gives one bar.
        let one: Counts = [0].into_iter().collect();
        assert!(scores(ScoreMeasure::TilesLeft, &[("a", &one)]).is_some());
    }
}
