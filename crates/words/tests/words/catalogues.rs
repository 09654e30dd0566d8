//! The catalogues have the same messages, and the sources use all of them and no others.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;
use rummilab_core::{FIELDS, PRESET_NAMES};
use rummilab_words::{Argument, Language, outside_marks};
use walkdir::WalkDir;

const LANGUAGES: [Language; 3] = [Language::English, Language::German, Language::Marked];

/// Sources of crates that say something to people.
const SPEAKERS: [&str; 5] = ["words", "play", "engine", "club", "cli"];

fn sources() -> String {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for speaker in SPEAKERS {
        for file in WalkDir::new(crates.join(speaker).join("src")) {
            let file = file.unwrap();
            if file.path().extension().is_some_and(|end| end == "rs") {
                text += &std::fs::read_to_string(file.path()).unwrap();
            }
        }
    }
    text
}

/// Messages that are found by the name of what they are about.
fn named() -> BTreeSet<String> {
    let fields = FIELDS.iter().flat_map(|field| {
        let key = field.key;
        [format!("rule-{key}"), format!("field-{key}")]
    });
    let systems = PRESET_NAMES.iter().map(|name| format!("about-{name}"));
    fields.chain(systems).collect()
}

#[test]
fn every_language_says_the_same_messages_with_the_same_values() {
    let ids: BTreeSet<&str> = Language::English.ids().collect();
    assert!(ids.len() > 100);
    for language in LANGUAGES {
        assert_eq!(language.ids().collect::<BTreeSet<_>>(), ids, "{language:?}");
        for id in &ids {
            let names = language.variables(id);
            assert_eq!(names, Language::English.variables(id), "{language:?}: {id}");
            for value in [Argument::from(1), Argument::from(2), Argument::from("x")] {
                let values: Vec<(&str, Argument)> =
                    names.iter().map(|name| (*name, value.clone())).collect();
                let said = language.try_to_say(id, &values);
                assert!(
                    said.is_ok_and(|said| !said.is_empty()),
                    "{language:?}: {id}"
                );
            }
        }
    }
}

#[test]
fn the_sources_use_every_message_and_no_other() {
    let sources = sources();
    let ids: BTreeSet<String> = Language::English.ids().map(str::to_owned).collect();
    let said = Regex::new(r#"say!\(\s*[^,;"]+,\s*"([^"]+)""#).unwrap();
    let said: BTreeSet<String> = said
        .captures_iter(&sources)
        .map(|found| found[1].to_owned())
        .chain(named())
        .collect();
    let unknown: Vec<&String> = said.difference(&ids).collect();
    assert!(unknown.is_empty(), "no catalogue has {unknown:?}");
    let silent = ids.difference(&said);
    // A level has the message of its name.
    let level = |id: &str| {
        id.strip_prefix("level-")
            .map(|name| format!("name: \"{name}\""))
    };
    let silent = silent.filter(|id| {
        let named = level(id).unwrap_or_else(|| format!("\"{id}\""));
        !sources.contains(&named)
    });
    let silent: Vec<&String> = silent.collect();
    assert!(silent.is_empty(), "nobody says {silent:?}");
}

#[test]
fn a_locale_chooses_the_language() {
    for (locale, language) in [
        ("de_DE.UTF-8", Language::German),
        ("de-AT", Language::German),
        ("DE", Language::German),
        ("en_GB", Language::English),
        ("C", Language::English),
        ("POSIX", Language::English),
        ("fr_FR.UTF-8", Language::English),
        ("", Language::English),
    ] {
        assert_eq!(Language::of(locale), language, "{locale}");
    }
    assert_eq!(Language::German.decimal(12.34, 1), "12,3");
    assert_eq!(Language::English.decimal(12.34, 1), "12.3");
}

#[test]
fn marks_stand_around_messages_and_not_around_their_texts() {
    let said = Language::Marked.say(
        "list",
        &[
            ("rest", Argument::from("R3")),
            ("last", Argument::from("R4")),
        ],
    );
    assert_eq!(said, "«»R3« und »R4«»");
    assert_eq!(
        outside_marks(&said).split_whitespace().collect::<Vec<_>>(),
        ["R3", "R4"]
    );
}
