//! The notation of bots: `name` or `name:key=value[,key=value…]`, read into a checked [`BotSpec`]
//! and written back in its one canonical form. Names and parameters are those of the
//! [roster](crate::roster); errors say what was expected.

use std::fmt;
use std::str::FromStr;

use rummilab_bot_api::Bot;
use rummilab_core::{RuleSet, Sight, nearest};
use rummilab_solver::Solver;

use crate::bounded::{Bounded, turn_work};
use crate::entry::Settings;
pub use crate::entry::{Entry, Param, ParamKind};
use crate::roster::ROSTER;
use crate::shared::Shared;
use crate::solvers::{second, solver};

/// A bot with its settings: `name` or `name:key=value[,key=value…]`. Displayed in canonical form:
/// keys in roster order, defaults left out.
///
/// ```
/// use rummilab_bots::BotSpec;
///
/// let spec: BotSpec = "hold:empty=keep,h=3".parse().unwrap();
/// assert_eq!(spec.to_string(), "hold:h=3,empty=keep");
/// assert_eq!("hold:h=1".parse::<BotSpec>().unwrap().to_string(), "hold");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotSpec {
    entry: usize,
    /// One text per parameter, checked.
    values: Vec<String>,
}

impl BotSpec {
    /// The bot's entry in the list.
    pub fn entry(&self) -> &'static Entry {
        &ROSTER[self.entry]
    }

    /// Its settings, one text per parameter of the entry, defaults written out.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// The work that a turn of the bot may take under these rules: a question to its solver counts
    /// one, and one more for every 50 nodes of the answer. The last question may go beyond it.
    pub fn turn_work(&self, rules: &RuleSet) -> u64 {
        let solver = Shared::new(solver());
        turn_work((self.entry().work)(&self.settings(&solver)), rules)
    }

    /// Makes the bot, with the solvers of the roster.
    pub fn make(&self) -> Box<dyn Bot> {
        self.make_of(match second() {
            Some(second) => Shared::with_second(solver(), second),
            None => Shared::new(solver()),
        })
    }

    /// Makes the bot with this solver, which all its parts ask.
    pub fn make_with(&self, solver: Box<dyn Solver>) -> Box<dyn Bot> {
        self.make_of(Shared::new(solver))
    }

    fn make_of(&self, solver: Shared) -> Box<dyn Bot> {
        let settings = self.settings(&solver);
        let bot = (self.entry().make)(&settings);
        let work = (self.entry().work)(&settings);
        Box::new(Bounded::new(bot, solver, work))
    }

    fn settings<'a>(&'a self, solver: &'a Shared) -> Settings<'a> {
        Settings {
            params: self.entry().params,
            values: &self.values,
            solver,
        }
    }

    /// Reads a list of bots separated by commas. A piece that contains `=` and no `:` belongs to
    /// the bot before it.
    ///
    /// ```
    /// use rummilab_bots::BotSpec;
    ///
    /// let bots = BotSpec::parse_list("greedy,hold:h=3,empty=keep,single").unwrap();
    /// let names: Vec<String> = bots.iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["greedy", "hold:h=3,empty=keep", "single"]);
    /// ```
    pub fn parse_list(list: &str) -> Result<Vec<BotSpec>, RosterError> {
        let specs = BotSpec::split_list(list);
        specs.iter().map(|spec| spec.parse()).collect()
    }

    /// The bots of a list as they were written.
    pub fn split_list(list: &str) -> Vec<String> {
        let mut specs: Vec<String> = Vec::new();
        for piece in list.split(',') {
            match specs.last_mut() {
                Some(last) if piece.contains('=') && !piece.contains(':') => {
                    last.push(if last.contains(':') { ',' } else { ':' });
                    last.push_str(piece);
                }
                _ => specs.push(piece.to_owned()),
            }
        }
        specs
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().name)?;
        let mut separator = ':';
        for (param, value) in self.entry().params.iter().zip(&self.values) {
            if *value != param.kind.default_text() {
                write!(f, "{separator}{}={value}", param.key)?;
                separator = ',';
            }
        }
        Ok(())
    }
}

/// A hint on how to write a program, for people who wrote a command instead.
fn program_hint(name: &str) -> &'static str {
    if name.contains([' ', '/', '.']) {
        " (a program is written `cmd:` and its command)"
    } else {
        ""
    }
}

/// An unknown bot, or settings that the bot does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// No bot has this name.
    #[error("there is no bot `{name}`{}; the bots are \
        {known}{}", program_hint(.name), hint(.nearest))]
    UnknownBot {
        name: String,
        /// The closest name, if one is close.
        nearest: Option<&'static str>,
        known: String,
    },
    /// The bot has no such parameter.
    #[error("the bot `{bot}` has no parameter `{key}`; it has \
        {known}{elsewhere}{}", hint(.nearest))]
    UnknownParam {
        bot: &'static str,
        key: String,
        /// The closest key, if one is close.
        nearest: Option<&'static str>,
        known: String,
        /// `; … has it`, with other bots that have this key, or empty.
        elsewhere: String,
    },
    /// A value that the parameter does not take.
    #[error("`{key}` of the bot `{bot}` is `{value}`; expected {expected}")]
    BadValue {
        bot: &'static str,
        key: &'static str,
        value: String,
        /// The values that it takes.
        expected: String,
    },
    /// A setting that is not `key=value`, or a key that appears twice.
    #[error("`{1}` in `{0}`: expected key=value, each key once")]
    BadSetting(String, String),
}

fn hint(nearest: &Option<&'static str>) -> String {
    nearest
        .map(|name| format!("; did you mean `{name}`?"))
        .unwrap_or_default()
}

impl FromStr for BotSpec {
    type Err = RosterError;

    fn from_str(spec: &str) -> Result<BotSpec, RosterError> {
        let (name, settings) = spec
            .split_once(':')
            .map_or((spec, None), |(name, rest)| (name, Some(rest)));
        let (name, names) = (name.trim(), || {
            let players = ROSTER.iter().filter(|entry| !entry.for_tests);
            players.map(|entry| entry.name)
        });
        let entry = ROSTER
            .iter()
            .position(|entry| entry.name == name)
            .ok_or_else(|| RosterError::UnknownBot {
                name: name.to_owned(),
                nearest: nearest(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            })?;
        let params = ROSTER[entry].params;
        let mut given: Vec<Option<String>> = vec![None; params.len()];
        for setting in settings.iter().flat_map(|settings| settings.split(',')) {
            let bad = || RosterError::BadSetting(spec.to_owned(), setting.to_owned());
            let (key, value) = setting.split_once('=').ok_or_else(bad)?;
            let (key, value) = (key.trim(), value.trim());
            let at = params.iter().position(|param| param.key == key);
            let at = at.ok_or_else(|| unknown_param(&ROSTER[entry], key))?;
            if given[at].is_some() {
                return Err(bad());
            }
            given[at] = Some(checked_value(ROSTER[entry].name, &params[at], value)?);
        }
        let values = given
            .into_iter()
            .zip(params)
            .map(|(value, param)| value.unwrap_or(param.kind.default_text()));
        Ok(BotSpec {
            entry,
            values: values.collect(),
        })
    }
}

fn unknown_param(entry: &'static Entry, key: &str) -> RosterError {
    let keys: Vec<&str> = entry.params.iter().map(|param| param.key).collect();
    RosterError::UnknownParam {
        bot: entry.name,
        key: key.to_owned(),
        nearest: nearest(key, entry.params.iter().map(|param| param.key)),
        known: if keys.is_empty() {
            "none".to_owned()
        } else {
            keys.join(", ")
        },
        elsewhere: bots_with(key),
    }
}

/// Most bots that a message names.
const MOST_BOTS: usize = 3;

/// `; … has it`, with the first bots that have this parameter, or empty.
fn bots_with(key: &str) -> String {
    let has_it = |entry: &&Entry| entry.params.iter().any(|param| param.key == key);
    let players = ROSTER.iter().filter(|entry| !entry.for_tests);
    let bots = players.filter(has_it).take(MOST_BOTS);
    let bots: Vec<String> = bots.map(|entry| format!("`{}`", entry.name)).collect();
    match bots.as_slice() {
        [] => String::new(),
        [one] if key == Sight::KEY => format!("; {one} has it; so has any program"),
        [one] => format!("; {one} has it"),
        [first @ .., last] => format!("; {} and {last} have it", first.join(", ")),
    }
}

fn checked_value(bot: &'static str, param: &Param, value: &str) -> Result<String, RosterError> {
    let bad = || RosterError::BadValue {
        bot,
        key: param.key,
        value: value.to_owned(),
        expected: param.kind.to_string(),
    };
    match param.kind {
        ParamKind::Number { min, max, .. } => {
            let number: i32 = value.parse().map_err(|_| bad())?;
            (min..=max)
                .contains(&number)
                .then(|| number.to_string())
                .ok_or_else(bad)
        }
        ParamKind::Choice(words) => words
            .contains(&value)
            .then(|| value.to_owned())
            .ok_or_else(bad),
        ParamKind::Sight => {
            let sight: Sight = value.parse().map_err(|_| bad())?;
            Ok(sight.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_names_come_back() {
        for text in [
            "greedy",
            "hold:h=3",
            "hold:h=3,empty=keep",
            "champion",
            "champion:budget=fast",
            "hold-joker:late=2",
            "greedy:delay=3,until=opponent",
            "hold:empty=solve,work=50",
            "hold:h=2,empty=keep,leave=1,minplay=4,delay=2,openjoker=3",
            "keep:most=2,spare=group,sure=yes,late=0",
            "dump:from=11",
            "human:r=1",
            "value:joker=50",
            "single",
            "rollout:base=champion,rollouts=0,plans=all",
            "random",
            "faulty:kind=timeout,every=3",
        ] {
            assert_eq!(text.parse::<BotSpec>().unwrap().to_string(), text);
        }
        assert_eq!(
            "hold:h=01,empty=dump"
                .parse::<BotSpec>()
                .unwrap()
                .to_string(),
            "hold"
        );
    }

    #[test]
    fn errors_say_what_was_expected() {
        let check = |spec: &str, part: &str| {
            let error = spec.parse::<BotSpec>().unwrap_err().to_string();
            assert!(error.contains(part), "{spec}: {error}");
        };
        check("gredy", "did you mean `greedy`");
        check("xyzzyx", "the bots are greedy, value");
        check("", "the bots are");
        check("hold:g=1", "it has h, empty");
        check("hold:h=x", "expected 0 to 100");
        check("hold:h=101", "expected 0 to 100");
        check("hold:empty=hoard", "expected dump or keep or solve");
        check("hold:h", "expected key=value");
        check("hold:", "expected key=value");
        check("hold:h=1,h=2", "each key once");
        check("greedy:h=1", "it has delay, until, openjoker");
        check("random:h=1", "it has none; `hold`");
        check("champion:rollouts=2", "; `rollout` has it");
        let error = "hold:nonsense=1"
            .parse::<BotSpec>()
            .unwrap_err()
            .to_string();
        assert!(
            !error.contains("has it") && !error.contains("have it"),
            "{error}"
        );
    }

    #[test]
    fn every_bot_has_a_doc_line_and_defaults_that_parse() {
        for entry in ROSTER {
            assert!(!entry.about.is_empty());
            assert_eq!(
                entry.name.parse::<BotSpec>().unwrap().to_string(),
                entry.name
            );
        }
    }
}
