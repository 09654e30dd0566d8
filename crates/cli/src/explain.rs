//! Why a set is not legal, in words. Refuses to decide: that is the referee's job, this only finds the reason.

use rummilab_core::{Illegal, JokerKind, RuleSet, Set, Tile};

/// Why these tiles are no legal set; `as_laid` if their order counts.
pub fn why_not_a_set(rules: &RuleSet, set: &Set, as_laid: bool) -> String {
    let tiles = set.tiles();
    if let (true, Some(legal)) = (as_laid, rules.lay_out(tiles)) {
        return format!("`{set}` is legal only in another order, such as `{legal}`");
    }
    format!("`{set}` {}", reason(rules, tiles))
}

/// Why a turn is not legal.
pub fn why_illegal(rules: &RuleSet, illegal: &Illegal) -> String {
    match illegal {
        Illegal::NotASet(set) => why_not_a_set(rules, set, false),
        Illegal::TileNotOwned(tile) => {
            format!("{tile} is on the new table, but neither on the old one nor among those played")
        }
        _ => illegal.to_string(),
    }
}

fn reason(rules: &RuleSet, tiles: &[Tile]) -> String {
    let len = tiles.len();
    let numbers: Vec<Tile> = tiles
        .iter()
        .copied()
        .filter(|tile| !tile.is_joker())
        .collect();
    let most_jokers = usize::from(rules.most_jokers_in_set());
    if len < 3 {
        return format!("has too few tiles: {len}; a set has at least 3");
    }
    let Some(first) = numbers.first() else {
        return "has no number tile; a set has at least one".to_owned();
    };
    if len - numbers.len() > most_jokers {
        return format!("has too many jokers; a set has at most {most_jokers}");
    }
    if tiles.iter().any(|tile| *tile > Tile::JOKER) {
        return not_with_special_jokers(rules, tiles, &numbers);
    }
    if numbers.iter().all(|tile| tile.value() == first.value()) {
        return not_a_group(rules, &numbers, len);
    }
    if numbers.iter().all(|tile| tile.colour() == first.colour()) {
        return not_a_run(rules, &numbers, len);
    }
    "is neither a group (one value, different colours) nor a run (one colour, values in a row)"
        .to_owned()
}

fn not_a_group(rules: &RuleSet, numbers: &[Tile], len: usize) -> String {
    let largest = rules.largest_group();
    let twice = first_pair(numbers.iter().map(|tile| tile.colour()));
    match twice.flatten() {
        Some(colour) => {
            format!("has two tiles of colour {colour}; the colours of a group differ")
        }
        None => format!("has too many tiles: {len}; a group has at most {largest}"),
    }
}

/// Of sets that hold a double, colour-change or mirror joker (RULES.md B4).
fn not_with_special_jokers(rules: &RuleSet, tiles: &[Tile], numbers: &[Tile]) -> String {
    let count = |kind| {
        let is = |tile: &&Tile| tile.joker_kind() == Some(kind);
        tiles.iter().filter(is).count()
    };
    let (double, change) = (count(JokerKind::Double), count(JokerKind::ColourChange));
    match count(JokerKind::Mirror) {
        0 => {}
        1 => {
            return "is no mirror set: both sides of M show the same group or run from the outside in, and there is room for M"
                .to_owned();
        }
        n => return format!("has {n} mirror jokers; a set has at most one"),
    }
    let one_value = numbers
        .windows(2)
        .all(|pair| pair[0].value() == pair[1].value());
    if one_value && numbers.len() > 1 {
        if change > 0 {
            return "is no run; a colour-change joker belongs in runs alone".to_owned();
        }
        let twice = first_pair(numbers.iter().map(|tile| tile.colour()));
        if let Some(Some(colour)) = twice {
            return format!("has two tiles of colour {colour}; the colours of a group differ");
        }
        let (slots, largest) = (tiles.len() + double, rules.largest_group());
        return format!(
            "stands for a group of {slots}, D being two tiles; a group has at most {largest}"
        );
    }
    if change > 0 {
        return "is no run: C takes a value of its own, and the colour changes there and nowhere else"
            .to_owned();
    }
    "is neither a group nor a run: D stands for two values in a row, or for two colours of a group"
        .to_owned()
}

fn not_a_run(rules: &RuleSet, numbers: &[Tile], len: usize) -> String {
    let longest = rules.longest_run();
    if len > longest {
        return format!("has too many tiles: {len}; a run has at most {longest}");
    }
    let twice = first_pair(numbers.iter().map(|tile| tile.value()));
    match twice.flatten() {
        Some(value) if !rules.wrap => {
            format!("has the value {value} twice; the values of a run are in a row")
        }
        _ => "has a gap; the values of a run are in a row".to_owned(),
    }
}

/// The first item that was there before.
fn first_pair<T: PartialEq + Clone>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut seen: Vec<T> = Vec::new();
    for item in items {
        if seen.contains(&item) {
            return Some(item);
        }
        seen.push(item);
    }
    None
}

#[cfg(test)]
mod tests {
    use rummilab_core::notation::parse_tiles;

    use super::*;

    #[track_caller]
    fn check(text: &str, as_laid: bool, expected: &str) {
        check_with("original", text, as_laid, expected);
    }

    #[track_caller]
    fn check_with(rules: &str, text: &str, as_laid: bool, expected: &str) {
        let rules = RuleSet::preset(rules).unwrap();
        let set = Set::new(parse_tiles(text, &rules).unwrap());
        let why = why_not_a_set(&rules, &set, as_laid);
        assert!(why.contains(expected), "{why}");
    }

    #[test]
    fn every_reason_is_found() {
        check("R3 R4", false, "too few tiles: 2");
        check("J J J", false, "no number tile");
        check("R1 J J J", false, "too many jokers; a set has at most 2");
        check("R7 R7 B7", false, "two tiles of colour R");
        check("R7 B7 K7 O7 J", false, "too many tiles: 5; a group");
        check("R1 R2 R4", false, "a gap");
        check("R1 R2 R2", false, "value 2 twice");
        check("R1 R2 B3", false, "neither a group");
        check("R3 R1 R2", true, "another order, such as `R1 R2 R3`");
    }
    #[test]
    fn special_jokers_have_reasons_of_their_own() {
        check_with("twist", "P5 M B5", false, "is no mirror set");
        check_with("twist", "P8 M P8 M P8", false, "has 2 mirror jokers");
        check_with("twist", "P8 B8 C", false, "belongs in runs alone");
        check_with(
            "twist",
            "B3 P3 K3 D",
            false,
            "a group of 5, D being two tiles",
        );
        check_with("twist", "B3 B3 D", false, "two tiles of colour B");
        check_with(
            "twist",
            "P6 P7 C B8 B9",
            false,
            "C takes a value of its own",
        );
        check_with(
            "twist",
            "P2 P9 D",
            false,
            "D stands for two values in a row",
        );
        check_with("twist", "J J D", false, "no number tile");
        check_with("twist", "B2 B5 D", true, "another order, such as `B2 D B5`");
        check_with(
            "house",
            "R10 J J",
            false,
            "too many jokers; a set has at most 1",
        );
    }
}
