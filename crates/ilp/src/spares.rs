//! Spare jokers: they are left out of the sets and placed wherever there is room after solving.

use rummilab_core::{RuleSet, Tile, TileCounts};
use rummilab_solver::catalogue::Catalogue;

/// The jokers that a set may do without, in the units in which they can be removed: single ones, or
/// pairs that face each other in a mirror set.
const REMOVABLE: [&[Tile]; 7] = [
    &[Tile::JOKER],
    &[Tile::DOUBLE],
    &[Tile::COLOUR_CHANGE],
    &[Tile::JOKER, Tile::JOKER],
    &[Tile::DOUBLE, Tile::DOUBLE],
    &[Tile::COLOUR_CHANGE, Tile::COLOUR_CHANGE],
    &[Tile::JOKER, Tile::JOKER, Tile::DOUBLE],
];

/// The jokers that can be spare: all except the axes of mirror sets.
pub(crate) const SPARE: [Tile; 3] = [Tile::DOUBLE, Tile::COLOUR_CHANGE, Tile::JOKER];

/// Whether a set of the catalogue needs all its jokers: removing any of them leaves no set.
pub(crate) fn needs_its_jokers(catalogue: &Catalogue, set: &TileCounts) -> bool {
    let without = |jokers: &&[Tile]| {
        let mut rest = *set;
        jokers.iter().all(|joker| rest.remove(*joker)) && holds(catalogue, &rest)
    };
    set.jokers() == 0 || !REMOVABLE.iter().any(without)
}

fn holds(catalogue: &Catalogue, tiles: &TileCounts) -> bool {
    let sets = catalogue.sets();
    sets.binary_search_by(|set| set.tiles.cmp(tiles)).is_ok()
}

/// Puts every spare joker into one of the sets; `false` if no way is found.
pub(crate) fn attach(rules: &RuleSet, sets: &mut [Vec<Tile>], spares: &[Tile]) -> bool {
    let mut tries = 1000;
    attach_rest(rules, sets, spares, 0, &mut tries)
}

/// An equal joker is not placed further left than the one before.
fn attach_rest(
    rules: &RuleSet,
    sets: &mut [Vec<Tile>],
    spares: &[Tile],
    from: usize,
    tries: &mut usize,
) -> bool {
    let Some((joker, rest)) = spares.split_first() else {
        return true;
    };
    for i in from..sets.len() {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        sets[i].push(*joker);
        if rules.judge(&sets[i]).is_legal() {
            let next = if rest.first() == Some(joker) { i } else { 0 };
            if attach_rest(rules, sets, rest, next, tries) {
                return true;
            }
        }
        sets[i].pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use rummilab_core::notation::parse_tiles;

    use super::*;

    #[test]
    fn spare_jokers_find_room_and_sets_keep_the_jokers_they_need() {
        let rules = RuleSet::preset("twist").unwrap();
        let tiles = |text: &str| parse_tiles(text, &rules).unwrap();
        let all: TileCounts = tiles("B2 B3 B4 B5 P5 P5 J J D C M").into_iter().collect();
        let catalogue = Catalogue::of_tiles(&rules, &all);
        let needs = |text: &str| needs_its_jokers(&catalogue, &tiles(text).into_iter().collect());
        for text in [
            "B2 D B5", "B2 J J", "P5 M P5", "B2 B3 C", "P5 J D", "B2 J B4",
        ] {
            assert!(needs(text), "{text}");
        }
        for text in ["B2 B3 B4 D", "B2 B3 J C", "P5 J M J P5", "B2 J D C"] {
            assert!(!needs(text), "{text}");
        }
        let mut sets = vec![tiles("B5 P5 K5 Y5"), tiles("P11 P12 P13")];
        assert!(attach(&rules, &mut sets, &tiles("D C J J")));
        assert_eq!(sets[0].len(), 4);
        let mut full = vec![tiles("B5 P5 K5 Y5")];
        assert!(!attach(&rules, &mut full, &tiles("J")));
        assert_eq!(full, [tiles("B5 P5 K5 Y5")]);
    }
}
