//! Catalogues: read once, and messages made of them. Of Fluent they use texts, values, selectors
//! with the plural `one`, and messages in messages.
//!
//! English and German share the plural rule of whole numbers, and the crates behind the command are
//! counted: `fluent-syntax` reads the format, and what makes the messages is here instead of
//! `fluent-bundle`, which would bring some ten more.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser::parse_runtime;

use crate::{Argument, Language};

/// Why a message cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    NoMessage(String),
    NoValue {
        message: String,
        value: String,
    },
    /// A message uses a part of the format that is not supported.
    Unsupported(String),
}

/// The files of a language. A page needs none of those for the terminal, and is smaller so.
macro_rules! texts {
    ($language:literal) => {
        &[
            include_str!(concat!("../", $language, "/common.ftl")),
            include_str!(concat!("../", $language, "/rules.ftl")),
            include_str!(concat!("../", $language, "/illegal.ftl")),
            include_str!(concat!("../", $language, "/play.ftl")),
            include_str!(concat!("../", $language, "/review.ftl")),
            include_str!(concat!("../", $language, "/engine.ftl")),
            #[cfg(not(target_family = "wasm"))]
            include_str!(concat!("../", $language, "/advise.ftl")),
            #[cfg(not(target_family = "wasm"))]
            include_str!(concat!("../", $language, "/terminal.ftl")),
            include_str!(concat!("../", $language, "/club.ftl")),
        ]
    };
}

fn texts(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => texts!("en"),
        Language::German | Language::Marked => texts!("de"),
    }
}

/// The messages of a language.
pub struct Catalogue(BTreeMap<&'static str, Pattern<&'static str>>);

/// The catalogue of a language.
pub fn of(language: Language) -> &'static Catalogue {
    static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
    static GERMAN: OnceLock<Catalogue> = OnceLock::new();
    let place = match language {
        Language::English => &ENGLISH,
        Language::German | Language::Marked => &GERMAN,
    };
    place.get_or_init(|| Catalogue::read(texts(language)).0)
}

impl Catalogue {
    /// The messages of these texts, and what in them is none.
    fn read(texts: &[&'static str]) -> (Catalogue, Vec<String>) {
        let (mut messages, mut faults) = (BTreeMap::new(), Vec::new());
        for text in texts {
            let resource = parse_runtime(*text).unwrap_or_else(|(resource, errors)| {
                faults.extend(errors.iter().map(ToString::to_string));
                resource
            });
            for entry in resource.body {
                let Entry::Message(message) = entry else {
                    continue;
                };
                let Some(pattern) = message.value else {
                    continue;
                };
                if messages.insert(message.id.name, pattern).is_some() {
                    faults.push(format!("{} is there twice", message.id.name));
                }
            }
        }
        (Catalogue(messages), faults)
    }

    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    pub fn variables(&self, id: &str) -> Vec<&'static str> {
        let mut found = Vec::new();
        if let Some(pattern) = self.0.get(id) {
            self.collect(pattern, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect(&self, pattern: &Pattern<&'static str>, found: &mut Vec<&'static str>) {
        let inline =
            |expression: &InlineExpression<&'static str>, found: &mut Vec<_>| match expression {
                InlineExpression::VariableReference { id } => found.push(id.name),
                InlineExpression::MessageReference { id, .. } => {
                    found.extend(self.variables(id.name));
                }
                _ => {}
            };
        for element in &pattern.elements {
            match element {
                PatternElement::Placeable {
                    expression: Expression::Inline(expression),
                } => inline(expression, found),
                PatternElement::Placeable {
                    expression: Expression::Select { selector, variants },
                } => {
                    inline(selector, found);
                    for variant in variants {
                        self.collect(&variant.value, found);
                    }
                }
                PatternElement::TextElement { .. } => {}
            }
        }
    }

    pub fn format(
        &self,
        id: &str,
        arguments: &[(&str, Argument)],
        marked: bool,
    ) -> Result<String, Fault> {
        let message = Message {
            catalogue: self,
            id,
            arguments,
            marked,
        };
        let pattern = self.0.get(id);
        let mut text = String::new();
        let marks = if marked { ["«", "»"] } else { ["", ""] };
        text += marks[0];
        message.write(
            pattern.ok_or_else(|| Fault::NoMessage(id.to_owned()))?,
            &mut text,
        )?;
        text += marks[1];
        Ok(text)
    }
}

/// A message being made.
struct Message<'a> {
    catalogue: &'a Catalogue,
    id: &'a str,
    arguments: &'a [(&'a str, Argument)],
    marked: bool,
}

impl Message<'_> {
    fn write(&self, pattern: &Pattern<&'static str>, text: &mut String) -> Result<(), Fault> {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => *text += value,
                PatternElement::Placeable { expression } => match expression {
                    Expression::Inline(expression) => self.inline(expression, text)?,
                    Expression::Select { selector, variants } => {
                        let InlineExpression::VariableReference { id } = selector else {
                            return Err(Fault::Unsupported(self.id.to_owned()));
                        };
                        let value = self.value(id.name)?;
                        let is = |key: &VariantKey<&str>| match key {
                            VariantKey::Identifier { name } => value.is(name),
                            VariantKey::NumberLiteral { value: number } => value.is(number),
                        };
                        // A number itself comes before its plural.
                        let exact = variants.iter().find(|variant| {
                            matches!(variant.key, VariantKey::NumberLiteral { .. })
                                && is(&variant.key)
                        });
                        let chosen = exact
                            .or_else(|| variants.iter().find(|variant| is(&variant.key)))
                            .or_else(|| variants.iter().find(|variant| variant.default));
                        let chosen =
                            chosen.ok_or_else(|| Fault::Unsupported(self.id.to_owned()))?;
                        self.write(&chosen.value, text)?;
                    }
                },
            }
        }
        Ok(())
    }

    fn inline(
        &self,
        expression: &InlineExpression<&'static str>,
        text: &mut String,
    ) -> Result<(), Fault> {
        match expression {
            InlineExpression::StringLiteral { value } => *text += value,
            InlineExpression::VariableReference { id } => match self.value(id.name)? {
                Argument::Number(number) => *text += &number.to_string(),
                Argument::Text(value) if self.marked => *text += &format!("»{value}«"),
                Argument::Text(value) => *text += value,
            },
            InlineExpression::MessageReference {
                id,
                attribute: None,
            } => {
                let pattern = self.catalogue.0.get(id.name);
                self.write(
                    pattern.ok_or_else(|| Fault::NoMessage(id.name.to_owned()))?,
                    text,
                )?;
            }
            _ => return Err(Fault::Unsupported(self.id.to_owned())),
        }
        Ok(())
    }

    fn value(&self, name: &str) -> Result<&Argument, Fault> {
        let found = self.arguments.iter().find(|(given, _)| *given == name);
        found.map(|(_, value)| value).ok_or_else(|| Fault::NoValue {
            message: self.id.to_owned(),
            value: name.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_hold_messages_and_nothing_else() {
        for language in [Language::English, Language::German] {
            let (_, faults) = Catalogue::read(texts(language));
            assert!(faults.is_empty(), "{language:?}: {faults:#?}");
        }
    }

    #[test]
    fn values_choose_variants() {
        let text =
            "said = { $n ->\n    [0] none\n    [one] a tile\n   *[other] { $n } tiles\n }.\n";
        let (catalogue, faults) = Catalogue::read(&[text]);
        assert!(faults.is_empty(), "{faults:?}");
        for (number, expected) in [(0, "none."), (1, "a tile."), (2, "2 tiles.")] {
            let said = catalogue.format("said", &[("n", Argument::from(number))], false);
            assert_eq!(said.as_deref(), Ok(expected));
        }
        assert!(matches!(
            catalogue.format("said", &[], false),
            Err(Fault::NoValue { .. })
        ));
    }
}
