//! Rules as a page shows and changes them: every field with its sentence, its value and what it may
//! be; and the tables that are typed under them.

use rummilab_core::{
    FieldInfo, FieldKind, NamedRulesError, PRESET_NAMES, RuleError, RuleFileHead, RuleSet,
    RuleSpec, Set, SetReading, Table, Tile,
};
use rummilab_words::{
    Language, Say, Sentence, meaning, possible_values, rule_sentences, standing as standing_words,
};
use serde::{Deserialize, Serialize};

use super::about::AboutRules;
use super::error::RequestError;
use crate::error::Error;
use crate::line_rules::{no_rule_files, read_rules};
use crate::reading::{TableText, TextSource};

/// Rules to show: a system that ships or the text of a file, with options.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// The name of the system or the file.
    rules: String,
    #[serde(default)]
    options: Vec<String>,
    /// The text of the file.
    toml: Option<String>,
}

/// The answer: the rules, or the faults of options.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ShownRules {
    Sound(Box<SoundRules>),
    Faulty { faults: Vec<ShownFault> },
}

#[derive(Serialize)]
pub struct SoundRules {
    #[serde(flatten)]
    about: AboutRules,
    /// In the order in which they are read aloud.
    fields: Vec<ShownField>,
    /// As a file for `--rules`.
    toml: String,
}

#[derive(Serialize)]
struct ShownField {
    key: &'static str,
    heading: String,
    sentence: String,
    doc: String,
    /// The possible values, in words.
    values: String,
    kind: &'static str,
    /// The words of a choice.
    choices: &'static [&'static str],
    value: String,
    /// The value in the base.
    base: String,
}

#[derive(Serialize)]
pub struct ShownFault {
    field: String,
    message: String,
}

/// The rules, or the faults of the options.
///
/// # Errors
/// If no system has this name; all faults of a file.
pub fn shown(language: Language, request: &RulesRequest) -> Result<ShownRules, RequestError> {
    let RulesRequest {
        rules: name,
        options,
        toml,
    } = request;
    let known = |name: &str| PRESET_NAMES.into_iter().find(|known| *known == name);
    let (rules, base) = match toml {
        Some(text) => {
            let rules = RuleSet::from_text(name, text, options).map_err(Error::from)?;
            let head = RuleFileHead::of(text);
            (rules, head.base.as_deref().and_then(known))
        }
        None => {
            let spec = RuleSpec::preset(name).ok_or_else(|| NamedRulesError::unknown(name));
            let spec = spec.map_err(Error::from)?.with_options(options);
            match spec.and_then(RuleSet::new) {
                Ok(rules) => (rules, known(name)),
                Err(error) => return Ok(faulty(language, error)),
            }
        }
    };
    let about = AboutRules::of(language, &rules, base);
    let toml = about.file();
    Ok(ShownRules::Sound(Box::new(SoundRules {
        fields: RuleSet::preset(about.base())
            .map_or_else(Vec::new, |base| fields(language, &rules, &base)),
        about,
        toml,
    })))
}

fn faulty(language: Language, error: RuleError) -> ShownRules {
    let fault = |field: String, message: String| ShownFault { field, message };
    let faults = match error {
        RuleError::Faults(faults) => faults
            .into_iter()
            .map(|wrong| fault(wrong.field.clone(), wrong.say(language)))
            .collect(),
        RuleError::Syntax { message, .. } => vec![fault(String::new(), message)],
    };
    ShownRules::Faulty { faults }
}

fn fields(language: Language, rules: &RuleSet, base: &RuleSet) -> Vec<ShownField> {
    let values = rules.values().into_iter().zip(base.values());
    let values: Vec<_> = values
        .map(|((field, value), (_, base))| (field, value, base))
        .collect();
    let shown = |said: Sentence| {
        let (field, value, base) = values.iter().find(|(field, ..)| field.key == said.key)?;
        Some(shown_field(language, said, field, value, base))
    };
    rule_sentences(language, rules.spec())
        .into_iter()
        .filter_map(shown)
        .collect()
}

fn shown_field(
    language: Language,
    said: Sentence,
    field: &FieldInfo,
    value: &str,
    base: &str,
) -> ShownField {
    let (kind, choices) = match field.kind {
        FieldKind::YesNo => ("yes-no", &[][..]),
        FieldKind::Choice(words) => ("choice", words),
        FieldKind::Number => ("number", &[][..]),
        FieldKind::Text => ("text", &[][..]),
    };
    ShownField {
        key: said.key,
        heading: said.heading,
        sentence: said.text,
        doc: meaning(language, field),
        values: possible_values(language, field),
        kind,
        choices,
        value: bare(value),
        base: bare(base),
    }
}

/// A value as people type it: texts without quotes.
fn bare(value: &str) -> String {
    let text = value.parse::<toml::Value>();
    text.ok()
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_else(|| value.to_owned())
}

/// A typed position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedRequest {
    rules: String,
    #[serde(default)]
    options: Vec<String>,
    table: String,
    rack: String,
}

/// The tiles that were typed.
#[derive(Serialize)]
pub struct Typed {
    table: Vec<TypedSet>,
    rack: Vec<Tile>,
}

#[derive(Serialize)]
struct TypedSet {
    /// In the notation.
    set: Set,
    tiles: Vec<Tile>,
    /// The word of its reading, if it states one.
    reading: Option<&'static str>,
    ways: Vec<WayToLie>,
}

/// A way in which a set can lie because of its jokers.
#[derive(Serialize)]
pub struct WayToLie {
    set: Set,
    words: String,
    /// Whether it lies so.
    now: bool,
}

/// The tiles of a position as it was typed. The sets need not be legal.
///
/// # Errors
/// If the rules cannot be used, or a token is no tile of them.
pub fn typed(language: Language, request: &TypedRequest) -> Result<Typed, RequestError> {
    let rules = read_rules(&request.rules, &request.options, no_rule_files)?;
    let source = TextSource {
        typed: true,
        ..TextSource::FIELDS
    };
    let table: Table = source.table("table", &TableText::Line(request.table.clone()), &rules)?;
    let rack = source.tiles("rack", &request.rack, &rules)?;
    let set = |set: &Set| TypedSet {
        set: set.clone(),
        tiles: set.tiles().to_vec(),
        reading: set.reading().map(SetReading::word),
        ways: ways(language, &rules, rules.ways_to_lie(set), set),
    };
    Ok(Typed {
        table: table.sets().iter().map(set).collect(),
        rack,
    })
}

/// Ways to lie, with words.
pub fn ways(language: Language, rules: &RuleSet, ways: Vec<Set>, now: &Set) -> Vec<WayToLie> {
    let stands = rules.standing(now);
    let way = |set: Set| {
        let standing = rules.standing(&set);
        WayToLie {
            words: standing
                .as_ref()
                .map_or_else(String::new, |lies| standing_words(language, lies)),
            now: standing == stands,
            set,
        }
    };
    ways.into_iter().map(way).collect()
}
