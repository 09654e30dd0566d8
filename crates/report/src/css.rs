//! Colours and shapes from the page's style sheet, for self-contained drawings. Each value is found
//! by its name in the one file that ships.

const STYLE: &str = include_str!("../templates/report.css");

/// The colour of a variable of the light page, such as `#c01f2b` for `red`; black for an unknown
/// variable.
pub fn colour(variable: &str) -> &'static str {
    let value = after(STYLE, &format!(" --{variable}: ")).and_then(|rest| rest.split(';').next());
    value.unwrap_or("#000000")
}

/// The corners of the `clip-path: polygon(…)` of a selector, in the unit square; `None` if it has
/// none.
pub fn polygon(selector: &str) -> Option<Vec<(f64, f64)>> {
    let rule = after(STYLE, &format!("{selector} {{"))?.split('}').next()?;
    let points = after(rule, "polygon(")?.split(')').next()?;
    let number = |text: &str| -> Option<f64> {
        Some(text.trim_end_matches('%').parse::<f64>().ok()? / 100.0)
    };
    points
        .split(',')
        .map(|point| {
            let (x, y) = point.trim().split_once(' ')?;
            Some((number(x)?, number(y)?))
        })
        .collect()
}

fn after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.split_once(start).map(|(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_has_what_the_drawings_need() {
        assert_eq!(colour("red"), "#c01f2b");
        assert_eq!(colour("tile-edge"), "#cfc7b4");
        let triangle = [(0.5, 0.0), (1.0, 1.0), (0.0, 1.0)];
        assert_eq!(polygon(".cK i::before").unwrap(), triangle);
        for selector in [".cP", ".cO", ".cY", ".cG"] {
            let found = polygon(&format!("{selector} i::before"));
            assert!(found.is_some_and(|points| points.len() > 2), "{selector}");
        }
        assert_eq!(polygon(".cR i::before"), None);
        assert_eq!(polygon(".jJ b").unwrap().len(), 10);
        assert_eq!(polygon(".t.jM b").unwrap().len(), 12);
    }
}
