//! `--lang`, and the language of the terminal.

use std::env::var;

use rummilab::words::Language;

/// The argument of every command that speaks several languages.
#[derive(Debug, Clone, clap::Args)]
pub struct LanguageArg {
    /// Language of what is printed: en or de; that of LC_ALL, LC_MESSAGES or LANG unless given.
    /// JSON is always in English
    #[arg(long, value_name = "en|de")]
    lang: Option<Language>,
}

impl LanguageArg {
    /// The language given, or that of the terminal.
    pub fn language(&self) -> Language {
        let locales = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        let mut locales = locales.filter_map(|name| var(name).ok());
        let locale = locales.find(|locale| !locale.is_empty());
        let of_terminal = || locale.map_or(Language::English, |locale| Language::of(&locale));
        self.lang.unwrap_or_else(of_terminal)
    }
}
