//! An introduction to the rules for new players: the goal, the sets, the opening.

use rummilab_core::{Colour, JokerKind, JokerTake, Limit, Rearrange, RuleSet, Tile, Wrap};

/// The goal and the rules of sets, a sentence or two a line.
pub fn primer(rules: &RuleSet) -> Vec<String> {
    let mut lines = vec![
        "Goal: be the first to lay every tile of your rack.".to_owned(),
        runs(rules),
        groups(rules),
    ];
    lines.extend(jokers(rules));
    lines.push(opening(rules));
    lines.push(if rules.draw_first {
        "Every turn begins with a draw; then lay, or pass.".to_owned()
    } else {
        "A turn: lay at least one tile, or draw one.".to_owned()
    });
    lines
}

/// Number tiles as text, such as `R3 R4 R5`.
fn tiles(of: impl IntoIterator<Item = (Colour, u8)>) -> String {
    let tiles = of.into_iter();
    let tiles = tiles.filter_map(|(colour, value)| Tile::number(colour, value));
    let texts: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
    texts.join(" ")
}

fn runs(rules: &RuleSet) -> String {
    let first = rules.colours()[0];
    let largest = rules.values;
    let mut text = format!(
        "Run: 3 or more values in a row, one colour ({})",
        tiles([1, 2, 3].map(|value| (first, value)))
    );
    let past = tiles([(first, largest - 1), (first, largest), (first, 1)]);
    match rules.wrap {
        Wrap::Never => {}
        Wrap::End => text += &format!(", also with 1 at the end ({past})"),
        Wrap::Round => text += &format!(", also past {largest} ({past})"),
    }
    if rules.step2 {
        text += &format!(
            ", also in steps of two ({})",
            tiles([1, 3, 5].map(|v| (first, v)))
        );
    }
    text + "."
}

fn groups(rules: &RuleSet) -> String {
    let largest = rules.largest_group();
    let sizes = match largest {
        ..=3 => "3".to_owned(),
        4 => "3 or 4".to_owned(),
        _ => format!("3 to {largest}"),
    };
    let value = rules.values.min(7);
    let three = rules.colours().iter().take(3);
    let text = format!(
        "Group: one value in {sizes} different colours ({}).",
        tiles(three.map(|colour| (*colour, value)))
    );
    match rules.group_cap_per_player {
        Limit(Some(most)) => format!("{text} The player who lays one owns it: {most} at most."),
        Limit(None) => text,
    }
}

/// A line about the jokers, if there are any.
fn jokers(rules: &RuleSet) -> Option<String> {
    let kinds: Vec<JokerKind> = rules.kinds().filter_map(Tile::joker_kind).collect();
    if let [JokerKind::Classic] = kinds[..] {
        let text = format!("A joker ({}) stands for any tile.", Tile::JOKER);
        return Some(
            std::iter::once(text)
                .chain(taking_back(rules))
                .collect::<Vec<_>>()
                .join(" "),
        );
    }
    let stands_for = |kind: &JokerKind| match kind {
        JokerKind::Classic => "any tile",
        JokerKind::Double => "two values in a row or two colours",
        JokerKind::ColourChange => "a value where a run changes colour",
        JokerKind::Mirror => "the middle of a mirrored set",
    };
    let kinds: Vec<String> = kinds
        .iter()
        .map(|kind| format!("{} {}", Tile::joker(*kind), stands_for(kind)))
        .collect();
    (!kinds.is_empty()).then(|| format!("Jokers stand for: {}.", kinds.join("; ")))
}

/// How a joker of the table may be taken back, where it is not like any other tile.
fn taking_back(rules: &RuleSet) -> Vec<String> {
    const FIELDS: [&str; 4] = ["joker_take", "joker_paid_by", "joker_group3", "joker_reuse"];
    if rules.sets_are_free() {
        return Vec::new();
    }
    if rules.joker_take == JokerTake::Free {
        return vec!["A joker of the table stays in its place.".to_owned()];
    }
    let said = rules.sentences().into_iter();
    let said = said.filter(|said| FIELDS.contains(&said.key));
    said.map(|said| said.text).collect()
}

fn opening(rules: &RuleSet) -> String {
    let use_of_table = match rules.rearrange {
        Rearrange::Free => "all sets on the table may be added to and rearranged",
        Rearrange::Extend => "all sets on the table may be added to, but never taken apart",
    };
    match rules.opening_min {
        0 => format!("From the first turn {use_of_table}."),
        points => format!(
            "Opening: sets from your rack alone, worth {points} points together. After it \
             {use_of_table}."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The former text was that of free jokers under every rule.
    #[test]
    fn jokers_that_keep_their_places_are_told() {
        let original = RuleSet::preset("original").expect("a preset");
        let told = |rule: &str| {
            let rules = original.with_options(&[format!("joker_rule={rule}")]);
            jokers(&rules.expect("rules")).expect("a line")
        };
        assert_eq!(told("free"), "A joker (J) stands for any tile.");
        let beginners = RuleSet::preset("beginners").expect("a preset");
        let stays = jokers(&beginners).expect("a line");
        assert!(stays.ends_with("stays in its place."), "{stays}");
        assert!(opening(&beginners).ends_with("never taken apart."));
        let texts = ["any", "old", "two", "both"].map(told);
        for text in &texts {
            assert!(text.contains("takes its place"), "{text}");
            assert_eq!(texts.iter().filter(|other| *other == text).count(), 1);
        }
    }
}
