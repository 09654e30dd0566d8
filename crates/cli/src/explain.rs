//! Why a set is not legal, in words. Refuses to decide: that is the referee's job, this only finds the reason.

use rummilab_core::{Illegal, RuleSet, Set, Tile};

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
        let rules = RuleSet::preset("original").unwrap();
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
}
