//! The rules in sentences: every field is said, and every value of it differently.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rummilab_core::{FIELDS, PRESET_NAMES, RuleError, RuleFault, RuleProblem, RuleSet, RuleSpec};
use rummilab_words::{Language, Say, Sentence, possible_values, rule_sentences};

const LANGUAGES: [Language; 2] = [Language::English, Language::German];

/// Small numbers, some large ones, and the largest.
fn numbers(most: u16) -> Vec<String> {
    let told = |n: &u16| *n < 12 || n.is_multiple_of(25) || *n == most;
    (0..=most).filter(told).map(|n| n.to_string()).collect()
}

/// All values of a field, or some where there are too many. A new field is missing here.
fn values(key: &str) -> Vec<String> {
    let words = |words: &str| -> Vec<String> { words.split(' ').map(str::to_owned).collect() };
    match key {
        "name" | "about" => words("mine yours other"),
        "colours" => words("R B RB BR RBK RBKO RBKOY PBKY WGRBKY"),
        "values" | "copies" | "hand" | "redeal_pairs" | "jokers_dealt_each" | "mirror_min_half"
        | "timeout_penalty" | "invalid_penalty" | "tie_first_points" => numbers(255),
        "opening_min" => numbers(300),
        "max_jokers_per_set"
        | "max_run_len"
        | "group_max"
        | "group_cap_per_player"
        | "max_cc_per_run"
        | "turn_seconds" => {
            let mut all = numbers(255);
            all.push("none".to_owned());
            all
        }
        "jokers" => {
            let mut all = numbers(8);
            all.extend(words("{J=1,D=1} {J=0,D=2} {J=2,C=1,M=4} {J=0,M=1}"));
            all
        }
        "rack_penalty" => {
            let mut all = numbers(255);
            all.extend(words(
                "{J=50,D=30} {J=50,D=30,C=30,M=0} {J=0,M=1} {J=30,C=50}",
            ));
            all
        }
        "unopened_penalty" => words("off [100,200] [0,0] [200,100] [1,2] [100,100]"),
        "draw_first"
        | "draw_until_able"
        | "opening_jokers"
        | "step2"
        | "mirror_valley"
        | "cc_adjacent"
        | "cc_at_low_end"
        | "rearrange_then_draw"
        | "timeout_claim"
        | "timeout_keeps_legal_part"
        | "open_hands" => words("true false"),
        "must_play" | "must_play_when_empty" => words("true false opened"),
        "wrap" => words("true false end"),
        "dup_redraw" => words("never optional"),
        "redeal" => words("never ask always"),
        "opening_table_access" => words("none after_threshold"),
        "group_access" => words("anyone attach_only owner_only"),
        "mirror_value" => words("middle zero"),
        "rearrange" => words("free extend"),
        "joker_take" => words("free replaced"),
        "joker_paid_by" => words("any rack"),
        "joker_group3" => words("one both"),
        "joker_reuse" => words("anywhere new-set new-set-rack"),
        "empty_pool_procedure" => {
            words("until_all_pass one_round_from_drawer one_round_from_next stop")
        }
        "empty_pool_score" => words("relative full own_negative none"),
        "stalemate" => words("lowest_rack fewest_tiles"),
        "unopened_rank_value" => words("flat rack"),
        "match_order" => words("total placement wins"),
        _ => panic!("no values of {key}"),
    }
}

/// One of the values of a field.
fn one_of(pick: &prop::sample::Index, key: &str) -> String {
    let values = values(key);
    pick.get(values.as_slice()).clone()
}

fn with(spec: &RuleSpec, key: &str, value: &str) -> RuleSpec {
    let option = format!("{key}={value}");
    let changed = spec.clone().with_options(&[&option]);
    changed.unwrap_or_else(|error| panic!("{option}: {error}"))
}

/// The sentence of this field.
fn said(language: Language, spec: &RuleSpec, key: &str) -> Sentence {
    let all = rule_sentences(language, spec).into_iter();
    let mut all = all.filter(|one| one.key == key);
    let one = all.next().unwrap_or_else(|| panic!("nothing says {key}"));
    assert_eq!(all.next(), None, "{key} is said twice");
    one
}

#[test]
fn every_value_of_every_field_has_a_sentence_of_its_own() {
    for (language, name) in LANGUAGES
        .into_iter()
        .flat_map(|language| PRESET_NAMES.map(|name| (language, name)))
    {
        let preset = RuleSpec::preset(name).unwrap();
        let sentences = rule_sentences(language, &preset);
        assert_eq!(sentences.len(), FIELDS.len(), "{name}");
        for field in FIELDS {
            let texts = values(field.key).into_iter().map(|value| {
                let text = said(language, &with(&preset, field.key, &value), field.key).text;
                assert!(text.ends_with('.') && text.len() < 300, "{text}");
                text
            });
            let texts: Vec<String> = texts.collect();
            let different: BTreeSet<&String> = texts.iter().collect();
            assert_eq!(different.len(), texts.len(), "{name}: {texts:?}");
        }
    }
}

#[test]
fn sentences_of_a_heading_are_together() {
    for name in PRESET_NAMES {
        let mut headings: Vec<String> = Vec::new();
        for one in rule_sentences(Language::English, &RuleSpec::preset(name).unwrap()) {
            headings.push(one.heading);
        }
        headings.dedup();
        let different: BTreeSet<&String> = headings.iter().collect();
        assert_eq!(different.len(), headings.len(), "{headings:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the other fields are.
    #[test]
    fn a_field_that_differs_is_heard(
        picks in prop::collection::vec(any::<prop::sample::Index>(), FIELDS.len()),
        others in prop::collection::vec(any::<prop::sample::Index>(), FIELDS.len()),
    ) {
        let mut spec = RuleSpec::preset("original").unwrap();
        for (field, pick) in FIELDS.iter().zip(&picks) {
            spec = with(&spec, field.key, &one_of(pick, field.key));
        }
        for (field, other) in FIELDS.iter().zip(&others) {
            let changed = with(&spec, field.key, &one_of(other, field.key));
            for language in LANGUAGES {
                let [one, other] = [&spec, &changed].map(|spec| rule_sentences(language, spec));
                prop_assert_eq!(changed == spec, one == other);
            }
        }
    }
}

/// The faults of rules with this option, alone and beside others that bring further checks.
fn faults(option: &str) -> Vec<RuleFault> {
    let beside: [&[&str]; 4] = [
        &[],
        &["draw_first=true"],
        &["jokers.D=1"],
        &["joker_take=free"],
    ];
    let rules = beside.iter().flat_map(|others| {
        let options: Vec<&str> = others.iter().copied().chain([option]).collect();
        let spec = RuleSpec::preset("original").unwrap();
        match spec.with_options(&options).and_then(RuleSet::new) {
            Err(RuleError::Faults(faults)) => faults,
            _ => Vec::new(),
        }
    });
    rules.collect()
}

#[test]
fn every_fault_of_a_field_and_all_its_values_are_said_in_every_language() {
    let mut found = 0;
    for field in FIELDS {
        let english = possible_values(Language::English, field);
        assert_eq!(english, field.values(), "{}", field.key);
        let german = possible_values(Language::German, field);
        for (english, german) in english.split("; ").zip(german.split("; ")) {
            assert!(
                english != german || english.is_empty(),
                "{}: {german}",
                field.key
            );
        }
        let words = [
            "?",
            "",
            "255",
            "0",
            "99999999999999999999",
            "1.5",
            "[1]",
            "replaced",
            "extend",
            "true",
            "optional",
        ];
        for fault in words
            .iter()
            .flat_map(|word| faults(&format!("{}={word}", field.key)))
        {
            let (english, german) = (fault.say(Language::English), fault.say(Language::German));
            found += 1;
            if !matches!(fault.problem, RuleProblem::Shape { .. }) {
                assert_eq!(english, fault.to_string());
            }
            let ends = [&english, &german].map(|said| said.rsplit("; ").next().unwrap().to_owned());
            assert!(english != german && ends[0] != ends[1], "{german}");
            for word in [
                " or ",
                " to ",
                " expected",
                "such as",
                "where ",
                "so that",
                "one of",
            ] {
                assert!(!german.contains(word), "{german}");
            }
        }
    }
    for option in ["valeus=3", "xyzxyz=3", "values", "base=nothing"] {
        for fault in faults(option) {
            assert_ne!(fault.say(Language::German), fault.to_string());
            assert_eq!(fault.say(Language::English), fault.to_string());
            found += 1;
        }
    }
    assert!(found > 300, "{found}");
}
