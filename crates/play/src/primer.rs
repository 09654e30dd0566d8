//! An introduction to the rules for new players: the goal, the sets, the opening.

use rummilab_core::{Colour, JokerKind, JokerTake, Limit, Rearrange, RuleSet, Tile, Wrap};
use rummilab_words::{Argument, Language, rule_sentences, say};

/// The goal and the rules of sets, a sentence or two a line.
pub fn primer(language: Language, rules: &RuleSet) -> Vec<String> {
    let mut lines = vec![
        say!(language, "primer-goal"),
        runs(language, rules),
        groups(language, rules),
    ];
    lines.extend(jokers(language, rules));
    lines.push(opening(language, rules));
    lines.push(say!(language, "primer-turn", draw_first = rules.draw_first));
    lines
}

/// Number tiles as text, such as `R3 R4 R5`.
fn tiles(of: impl IntoIterator<Item = (Colour, u8)>) -> String {
    let tiles = of.into_iter();
    let tiles = tiles.filter_map(|(colour, value)| Tile::number(colour, value));
    let texts: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
    texts.join(" ")
}

fn runs(language: Language, rules: &RuleSet) -> String {
    let first = rules.colours()[0];
    let largest = rules.values;
    let wrap = match rules.wrap {
        Wrap::Never => "never",
        Wrap::End => "end",
        Wrap::Round => "round",
    };
    say!(
        language,
        "primer-runs",
        tiles = tiles([1, 2, 3].map(|value| (first, value))),
        wrap = wrap,
        largest = largest,
        past = tiles([(first, largest - 1), (first, largest), (first, 1)]),
        steps = rules.step2,
        in_twos = tiles([1, 3, 5].map(|value| (first, value)))
    )
}

fn groups(language: Language, rules: &RuleSet) -> String {
    let value = rules.values.min(7);
    let three = rules.colours().iter().take(3);
    let Limit(cap) = rules.group_cap_per_player;
    say!(
        language,
        "primer-groups",
        largest = rules.largest_group().max(3),
        tiles = tiles(three.map(|colour| (*colour, value))),
        cap = cap.map_or(Argument::from("none"), Argument::from)
    )
}

/// A line about the jokers, if there are any.
fn jokers(language: Language, rules: &RuleSet) -> Option<String> {
    let kinds: Vec<JokerKind> = rules.kinds().filter_map(Tile::joker_kind).collect();
    if let [JokerKind::Classic] = kinds[..] {
        let text = say!(language, "primer-joker", joker = Tile::JOKER);
        let lines = std::iter::once(text).chain(taking_back(language, rules));
        return Some(lines.collect::<Vec<_>>().join(" "));
    }
    let stands_for = |kind: &JokerKind| {
        say!(
            language,
            "primer-joker-of-kind",
            joker = Tile::joker(*kind),
            kind = rummilab_words::joker_key(*kind)
        )
    };
    let each: Vec<String> = kinds.iter().map(stands_for).collect();
    (!each.is_empty()).then(|| say!(language, "primer-jokers", each = each.join("; ")))
}

/// How a joker of the table may be taken back, where it is not like any other tile.
fn taking_back(language: Language, rules: &RuleSet) -> Vec<String> {
    const FIELDS: [&str; 4] = ["joker_take", "joker_paid_by", "joker_group3", "joker_reuse"];
    if rules.sets_are_free() {
        return Vec::new();
    }
    if rules.joker_take == JokerTake::Free {
        return vec![say!(language, "primer-joker-stays")];
    }
    let said = rule_sentences(language, rules.spec()).into_iter();
    let said = said.filter(|said| FIELDS.contains(&said.key));
    said.map(|said| said.text).collect()
}

fn opening(language: Language, rules: &RuleSet) -> String {
    say!(
        language,
        "primer-opening",
        points = rules.opening_min,
        extend = rules.rearrange == Rearrange::Extend
    )
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
            jokers(Language::English, &rules.expect("rules")).expect("a line")
        };
        assert_eq!(told("free"), "A joker (J) stands for any tile.");
        let beginners = RuleSet::preset("beginners").expect("a preset");
        let stays = jokers(Language::English, &beginners).expect("a line");
        assert!(stays.ends_with("stays in its place."), "{stays}");
        assert!(opening(Language::English, &beginners).ends_with("never taken apart."));
        let texts = ["any", "old", "two", "both"].map(told);
        for text in &texts {
            assert!(text.contains("takes its place"), "{text}");
            assert_eq!(texts.iter().filter(|other| *other == text).count(), 1);
        }
    }
}
