//! What rummilab says to people: catalogues of messages in English and German, and one door to
//! them.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! The catalogues, `en/*.ftl` and `de/*.ftl`, are in the format of [Fluent]. A message is a whole
//! sentence with places for its values; its variants depend on numbers and words.
//!
//! ```
//! use rummilab_words::{Language, say};
//!
//! let german = Language::of("de_DE.UTF-8");
//! assert_eq!(say!(german, "tiles", count = 1_u8), "1 Stein");
//! assert_eq!(say!(Language::English, "tiles", count = 2_u8), "2 tiles");
//! ```
//!
//! [Fluent]: https://projectfluent.org
#![allow(missing_docs, reason = "names that need no comment have none")]

mod argument;
mod catalogue;
mod illegal;
mod lists;
mod notation;
mod rule_faults;
mod rules;
mod steps;

use std::fmt;
use std::str::FromStr;

pub use argument::Argument;
pub use catalogue::Fault;
pub use illegal::{explained, explained_set};
pub use lists::{colour, joker, joker_key, letters, list, standing};
pub use rule_faults::possible_values;
pub use rules::{Sentence, about_rules, meaning, rule_sentences};
pub use steps::step;

/// A language in which sentences are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Language {
    #[default]
    English,
    German,
    /// German in which every message stands between `«` and `»`, and its texts between `»` and
    /// `«`: a test finds what comes from no catalogue.
    Marked,
}

/// A text that names no language with a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLanguage(pub String);

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no language; expected en or de", self.0)
    }
}

impl std::error::Error for UnknownLanguage {}

/// A language by its tag: `en`, `de`.
impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Language, UnknownLanguage> {
        match tag {
            "en" => Ok(Language::English),
            "de" => Ok(Language::German),
            "x-marked" => Ok(Language::Marked),
            _ => Err(UnknownLanguage(tag.to_owned())),
        }
    }
}

impl Language {
    /// The language of a locale such as `de_DE.UTF-8` or `de-AT`; English for all that have no
    /// catalogue.
    pub fn of(locale: &str) -> Language {
        let known = locale.parse().ok();
        let tag = || locale.split(['_', '-', '.', '@']).next();
        let of_tag = || tag()?.to_ascii_lowercase().parse().ok();
        known.or_else(of_tag).unwrap_or_default()
    }

    /// The message of this id. A message that cannot be made is told by its id.
    pub fn say(self, id: &str, arguments: &[(&str, Argument)]) -> String {
        let said = self.try_to_say(id, arguments);
        debug_assert!(said.is_ok(), "{said:?}");
        said.unwrap_or_else(|_| id.to_owned())
    }

    /// The same.
    ///
    /// # Errors
    /// If there is no such message, or it has a value that is not given.
    pub fn try_to_say(self, id: &str, arguments: &[(&str, Argument)]) -> Result<String, Fault> {
        catalogue::of(self).format(id, arguments, self == Language::Marked)
    }

    /// The ids of all messages.
    pub fn ids(self) -> impl Iterator<Item = &'static str> {
        catalogue::of(self).ids()
    }

    /// The names of the values of a message.
    pub fn variables(self, id: &str) -> Vec<&'static str> {
        catalogue::of(self).variables(id)
    }

    /// A number with this many decimals.
    pub fn decimal(self, number: f64, decimals: usize) -> String {
        self.decimals(&format!("{number:.decimals$}"))
    }

    /// A number that is written with a decimal point.
    pub fn decimals(self, number: &str) -> String {
        match self {
            Language::English => number.to_owned(),
            Language::German | Language::Marked => number.replace('.', ","),
        }
    }
}

/// The part of a text in [`Language::Marked`] that comes from no catalogue, with a blank for each
/// mark.
pub fn outside_marks(text: &str) -> String {
    let mut inside = false;
    let outside = text.chars().filter_map(|letter| match letter {
        '«' | '»' => {
            inside = letter == '«';
            Some(' ')
        }
        _ => (!inside).then_some(letter),
    });
    outside.collect()
}

/// What can be told to people.
pub trait Say {
    /// The text in a language.
    fn say(&self, language: Language) -> String;
}

/// A message by its id, with values by their names.
#[macro_export]
macro_rules! say {
    ($language:expr, $id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $language.say($id, &[$((stringify!($name), $crate::Argument::from($value))),*])
    };
}

/// Makes English the text (`Display`) of types that [`Say`] something.
#[macro_export]
macro_rules! english_by_default {
    ($($told:ty),+ $(,)?) => {$(
        impl std::fmt::Display for $told {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::Say::say(self, $crate::Language::English))
            }
        }
    )+};
}
