//! Tiles as page elements: number or emblem, with mark and letter of the colour below, so that
//! colour alone is never needed. The page's script draws the same elements.

use rummilab_core::{JokerKind, RuleSet, Tile};

/// The element of a tile.
pub fn tile(tile: Tile) -> String {
    marked_tile(tile, "")
}

/// The element of a tile with an additional class: `laid` or `new`.
pub fn marked_tile(tile: Tile, mark: &str) -> String {
    let space = if mark.is_empty() { "" } else { " " };
    match (tile.colour(), tile.value(), tile.joker_kind()) {
        (Some(colour), Some(value), _) => {
            let letter = colour.letter();
            format!(
                r#"<span class="t c{letter}{space}{mark}"><b>{value}</b><i>{letter}</i></span>"#
            )
        }
        (_, _, kind) => {
            let letter = kind.unwrap_or(JokerKind::Classic).letter();
            format!(r#"<span class="t j j{letter}{space}{mark}"><b></b><i>{letter}</i></span>"#)
        }
    }
}

/// A tile and its name, for each colour and each joker of the rules.
pub fn legend(rules: &RuleSet) -> Vec<(String, &'static str)> {
    let colours = rules.colours().iter().filter_map(|colour| {
        let seven = Tile::number(*colour, rules.values.min(7))?;
        Some((tile(seven), colour.word()))
    });
    let jokers = JokerKind::ALL
        .into_iter()
        .filter(|kind| rules.jokers.of(*kind) > 0)
        .map(|kind| (tile(Tile::joker(kind)), kind.words()));
    colours.chain(jokers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_every_system_looks_different() {
        for name in ["original", "tournament", "twist", "house"] {
            let rules = RuleSet::preset(name).unwrap();
            let mut all: Vec<String> = rules.kinds().map(tile).collect();
            let kinds = all.len();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), kinds, "{name}");
            assert!(
                all.iter()
                    .all(|tile| roxmltree::Document::parse(tile).is_ok())
            );
        }
        assert_eq!(legend(&RuleSet::preset("house").unwrap()).len(), 7);
        assert_eq!(legend(&RuleSet::preset("twist").unwrap()).len(), 8);
    }
}
