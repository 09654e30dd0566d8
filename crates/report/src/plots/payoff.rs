//! The pay-off matrix: coloured and numbered differences of all pairs.

use std::collections::BTreeMap;

use super::CaptionedPlot;
use crate::svg::{Anchor, Svg, shortened};
use crate::words::{capital, larger, plural, signed};

/// Most characters of a name beside the matrix.
const NAME: usize = 18;
const CELL: (f64, f64) = (56.0, 28.0);

/// A row and a column for each bot, in this order. `differences` are row minus column, for pairs
/// that met. `None` for fewer than three bots.
pub fn payoff(
    names: &[&str],
    differences: &BTreeMap<(usize, usize), f64>,
    in_points: bool,
) -> Option<CaptionedPlot> {
    if names.len() < 3 || differences.is_empty() {
        return None;
    }
    let unit = if in_points {
        "points a game"
    } else {
        "percentage points of wins"
    };
    let longest = names
        .iter()
        .map(|name| name.chars().count().min(NAME))
        .max()?;
    let left = 14.0 + longest as f64 * 8.8;
    let size = names.len() as f64;
    let (width, height) = (left + CELL.0 * size + 4.0, 26.0 + CELL.1 * size + 4.0);
    let shown = differences
        .iter()
        .filter(|((a, b), _)| *a < names.len() && *b < names.len());
    let most = shown.map(|(_, value)| value.abs()).fold(0.0, larger);
    let desc = format!(
        "Row minus column, {unit}, for {}. Rows and columns are in the order of the table.",
        plural(names.len(), "bot")
    );
    let mut svg = Svg::new("payoff", width, height, "Who beats whom", &desc);
    for (row, name) in names.iter().enumerate() {
        let (x, y) = (left + CELL.0 * row as f64, 24.0 + CELL.1 * row as f64);
        svg.text(
            (x + CELL.0 / 2.0, 16.0),
            Anchor::Middle,
            "tick",
            &(row + 1).to_string(),
        );
        let name = shortened(name, NAME);
        svg.text((left - 8.0, y + 18.0), Anchor::End, "name", &name);
        for column in 0..names.len() {
            let at = (left + CELL.0 * column as f64 + 1.0, y + 1.0);
            let size = (CELL.0 - 2.0, CELL.1 - 2.0);
            let middle = (at.0 + size.0 / 2.0, y + 18.0);
            match differences.get(&(row, column)) {
                Some(value) => {
                    let class = if *value < 0.0 {
                        "cell minus"
                    } else {
                        "cell plus"
                    };
                    let strength = if most > 0.0 { value.abs() / most } else { 0.0 };
                    svg.rect_with(at, size, class, Some(0.04 + 0.5 * strength));
                    svg.text(middle, Anchor::Middle, "value", &signed(*value, 1));
                }
                None => {
                    svg.rect_with(at, size, "cell empty", None);
                    if row != column {
                        svg.text(middle, Anchor::Middle, "tick", "·");
                    }
                }
            }
        }
    }
    Some(CaptionedPlot {
        heading: "Differences of all pairs".to_owned(),
        caption: format!(
            "{}, row minus column: + is good for the row. A dot: they have not met.",
            capital(unit)
        ),
        svgs: vec![svg.finish()],
    })
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::*;

    #[test]
    fn numbers_stand_in_their_cells_and_signs_have_classes() {
        let differences = BTreeMap::from([((0, 1), 12.5), ((1, 0), -12.5)]);
        let figure = payoff(&["a", "b", "c"], &differences, true).unwrap();
        let count = |class| count(&figure.svgs[0], class);
        assert_eq!(
            (count("cell plus"), count("cell minus"), count("cell empty")),
            (1, 1, 7)
        );
        assert!(figure.svgs[0].contains(">+12.5<") && figure.svgs[0].contains(">−12.5<"));
        assert!(payoff(&["a", "b"], &differences, true).is_none());
    }
}
