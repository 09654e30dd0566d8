//! The rules in sentences that one can read aloud: one for each field, made from its value.

use rummilab_core::{FieldInfo, JokerCounts, JokerKind, JokerPoints, RuleSpec, UnopenedPenalty};

use crate::lists::{colour, joker_key, list};
use crate::{Argument, Language, say};

/// What one field of a rule system says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The key of the field.
    pub key: &'static str,
    /// The heading under which it is read.
    pub heading: String,
    /// A sentence, or two short ones. Another value of the field gives another text.
    pub text: String,
}

/// Messages of headings, each with the fields under it, in an order in which one can read them
/// aloud.
const PARTS: [(&str, &[&str]); 10] = [
    (
        "heading-game",
        &["name", "about", "colours", "values", "copies", "jokers"],
    ),
    (
        "heading-deal",
        &[
            "hand",
            "jokers_dealt_each",
            "redeal_pairs",
            "redeal",
            "open_hands",
        ],
    ),
    (
        "heading-opening",
        &["opening_min", "opening_table_access", "opening_jokers"],
    ),
    (
        "heading-turn",
        &[
            "draw_first",
            "dup_redraw",
            "must_play",
            "draw_until_able",
            "rearrange_then_draw",
        ],
    ),
    (
        "heading-sets",
        &[
            "group_max",
            "max_run_len",
            "wrap",
            "step2",
            "max_jokers_per_set",
        ],
    ),
    (
        "heading-special-jokers",
        &[
            "mirror_value",
            "mirror_valley",
            "mirror_min_half",
            "max_cc_per_run",
            "cc_adjacent",
            "cc_at_low_end",
        ],
    ),
    (
        "heading-table",
        &[
            "rearrange",
            "joker_take",
            "joker_paid_by",
            "joker_group3",
            "joker_reuse",
            "group_cap_per_player",
            "group_access",
        ],
    ),
    (
        "heading-penalties",
        &[
            "turn_seconds",
            "timeout_claim",
            "timeout_keeps_legal_part",
            "timeout_penalty",
            "invalid_penalty",
        ],
    ),
    (
        "heading-end",
        &["empty_pool_procedure", "must_play_when_empty", "stalemate"],
    ),
    (
        "heading-scores",
        &[
            "empty_pool_score",
            "rack_penalty",
            "unopened_penalty",
            "unopened_rank_value",
            "match_order",
            "tie_first_points",
        ],
    ),
];

/// What every field says, under a few headings, in an order in which one can read it aloud.
///
/// ```
/// use rummilab_core::RuleSpec;
/// use rummilab_words::{Language, rule_sentences};
///
/// let original = RuleSpec::preset("original").unwrap();
/// let sentences = rule_sentences(Language::German, &original);
/// let hand = sentences.iter().find(|said| said.key == "hand").unwrap();
/// assert_eq!(hand.heading, "Verteilen");
/// assert_eq!(hand.text, "Jeder beginnt mit 14 Steinen.");
/// ```
pub fn rule_sentences(language: Language, spec: &RuleSpec) -> Vec<Sentence> {
    let values = values(language, spec);
    let values: Vec<(&str, Argument)> = values
        .iter()
        .map(|(name, value)| (*name, value.clone()))
        .collect();
    let parts = PARTS.iter().flat_map(|(heading, keys)| {
        let heading = language.say(heading, &[]);
        keys.iter().map(move |key| (*key, heading.clone()))
    });
    parts
        .map(|(key, heading)| Sentence {
            key,
            heading,
            text: language.say(&format!("rule-{key}"), &values),
        })
        .collect()
}

/// The value of every field as messages use it, by the key of the field.
fn values(language: Language, spec: &RuleSpec) -> Vec<(&'static str, Argument)> {
    let written = spec.values();
    let mut values: Vec<(&'static str, Argument)> = written
        .iter()
        .map(|(field, value)| (field.key, plain(value)))
        .collect();
    let mut set = |key: &'static str, value: Argument| {
        values.retain(|(known, _)| *known != key);
        values.push((key, value));
    };
    let colours = spec.colours.0.iter().map(|of| colour(language, *of));
    let colours: Vec<String> = colours.collect();
    set("name", spec.name.as_str().into());
    set("about", about_rules(language, spec).into());
    set("colour_count", colours.len().into());
    set("colours", list(language, &colours).into());
    set("joker_count", spec.jokers.total().into());
    set("jokers", jokers(language, spec.jokers).into());
    let (differs, points) = left_over(language, spec.rack_penalty);
    set("rack_penalty_differs", differs.into());
    set("rack_penalty", points);
    let (penalty, could_not, could) = match spec.unopened_penalty {
        UnopenedPenalty::Off => ("off", 0, 0),
        UnopenedPenalty::Flat { could_not, could } => ("flat", could_not, could),
    };
    set("unopened_penalty", penalty.into());
    set("could_not_open", could_not.into());
    set("could_open", could.into());
    values
}

/// A value as it stands in a file, as a number or a word.
fn plain(written: &str) -> Argument {
    match written.parse::<i64>() {
        Ok(number) => Argument::Number(number),
        Err(_) => Argument::from(written.trim_matches('"')),
    }
}

fn jokers(language: Language, jokers: JokerCounts) -> String {
    let kinds = JokerKind::ALL.iter().filter(|kind| jokers.of(**kind) > 0);
    let each: Vec<String> = kinds
        .map(|kind| {
            say!(
                language,
                "jokers-of-a-kind",
                kind = joker_key(*kind),
                count = jokers.of(*kind)
            )
        })
        .collect();
    list(language, &each)
}

/// Whether kinds of jokers differ in points, and the points: of each kind, or one number.
fn left_over(language: Language, points: JokerPoints) -> (bool, Argument) {
    let [first, rest @ ..] = points.by_kind();
    if rest.iter().all(|other| *other == first) {
        return (false, first.into());
    }
    let of = |kind: &JokerKind| {
        say!(
            language,
            "points-of-a-joker",
            kind = joker_key(*kind),
            points = points.of(*kind)
        )
    };
    let each: Vec<String> = JokerKind::ALL.iter().map(of).collect();
    (true, list(language, &each).into())
}

/// The line about a rule system: of one that ships in this language, else as it was written.
pub fn about_rules(language: Language, spec: &RuleSpec) -> String {
    let id = format!("about-{}", spec.name);
    match Language::English.try_to_say(&id, &[]) {
        Ok(shipped) if shipped == spec.about => language.say(&id, &[]),
        _ => spec.about.clone(),
    }
}

/// What a field means.
pub fn meaning(language: Language, field: &FieldInfo) -> String {
    language.say(&format!("field-{}", field.key), &[])
}
