//! An entry of the roster: the name of a bot, its parameters, and a function that makes it.

use std::fmt;

use rummilab_bot_api::Bot;
use rummilab_core::Sight;

use crate::shared::Shared;

/// A parameter of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    pub key: &'static str,
    /// The values that may follow it.
    pub kind: ParamKind,
    pub about: &'static str,
}

/// The values of a parameter, and its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamKind {
    Number {
        /// Used where none is given.
        default: i32,
        min: i32,
        max: i32,
    },
    /// One of some words; the first is the default.
    Choice(&'static [&'static str]),
    /// The hidden tiles that the bot is shown, a [`Sight`]; nothing by default.
    Sight,
}

impl ParamKind {
    /// The default in written form.
    pub fn default_text(self) -> String {
        match self {
            ParamKind::Number { default, .. } => default.to_string(),
            ParamKind::Choice(words) => words.first().copied().unwrap_or_default().to_owned(),
            ParamKind::Sight => Sight::NOTHING.to_string(),
        }
    }
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamKind::Number { min, max, .. } => write!(f, "{min} to {max}"),
            ParamKind::Choice(words) => f.write_str(&words.join(" or ")),
            ParamKind::Sight => f.write_str(Sight::EXPECTED),
        }
    }
}

/// A bot of the roster.
#[derive(Debug)]
pub struct Entry {
    pub name: &'static str,
    /// The version of its behaviour, from 1: same name and version, same games. Any change of a
    /// decision, at any setting, raises it. That includes changes of another bot or a solver inside
    /// this one.
    pub version: u32,
    pub about: &'static str,
    /// Its parameters, in canonical order.
    pub params: &'static [Param],
    /// Whether it is a test helper rather than a player. Lists leave it out unless asked for it.
    pub for_tests: bool,
    /// The work that a turn may take ([`Shared::work`]) with these settings.
    pub(crate) work: fn(&Settings<'_>) -> u64,
    /// Makes it with these settings.
    pub(crate) make: fn(&Settings<'_>) -> Box<dyn Bot>,
}

/// The parameter values of a bot and the solver from which it is made.
pub(crate) struct Settings<'a> {
    /// The parameters of the bot.
    pub(crate) params: &'static [Param],
    /// One checked text per parameter.
    pub(crate) values: &'a [String],
    /// The solver that all parts of the bot ask.
    pub(crate) solver: &'a Shared,
}

impl Settings<'_> {
    /// The word or number in written form; empty if the bot has no such parameter.
    pub(crate) fn text(&self, key: &str) -> &str {
        let at = self.params.iter().position(|param| param.key == key);
        at.map_or("", |at| self.values[at].as_str())
    }

    pub(crate) fn number(&self, key: &str) -> i32 {
        self.text(key).parse().unwrap_or_default()
    }

    /// A number that is never negative.
    pub(crate) fn count(&self, key: &str) -> usize {
        self.number(key).unsigned_abs() as usize
    }

    /// The work in multiples of the default: the largest ratio of a setting in [`BUDGETS`] to its
    /// default, rounded up; at least 1.
    fn times(&self) -> u64 {
        let ratio = |param: &Param| match param.kind {
            ParamKind::Number { default, .. } if BUDGETS.contains(&param.key) => {
                let default = u64::from(default.unsigned_abs()).max(1);
                (self.count(param.key) as u64).div_ceil(default)
            }
            _ => 1,
        };
        self.params.iter().map(ratio).fold(1, u64::max)
    }
}

/// The settings that count work.
const BUDGETS: [&str; 3] = ["exact", "rollouts", "work"];

/// Work of a turn that asks a question or two, or a few hundred easy ones, in units of
/// [`Shared::work`]. Tuned on the worst turns of two to four players under the four rule systems,
/// which take at most 0.3 s.
const QUICK_TURN: u64 = 4000;
/// Work of a turn of a bot that thinks: at most 2 s. Questions to a partition automaton are not
/// counted; bots limit them themselves.
const LONG_TURN: u64 = 30_000;

/// The work of a bot that does not think for long.
pub(crate) fn quick(settings: &Settings<'_>) -> u64 {
    QUICK_TURN.saturating_mul(settings.times())
}

/// The work of a bot that thinks.
pub(crate) fn long(settings: &Settings<'_>) -> u64 {
    LONG_TURN.saturating_mul(settings.times())
}

/// A parameter that takes whole numbers from `min` to `max`.
pub(crate) const fn number(key: &'static str, default: i32, min: i32, max: i32) -> Param {
    let kind = ParamKind::Number { default, min, max };
    let about = "";
    Param { key, kind, about }
}

/// A parameter that takes one of these words; the first is the default.
pub(crate) const fn choice(key: &'static str, words: &'static [&'static str]) -> Param {
    let kind = ParamKind::Choice(words);
    let about = "";
    Param { key, kind, about }
}

/// The parameter of a bot that can use hidden tiles.
pub(crate) const SEES: Param = Param {
    key: Sight::KEY,
    kind: ParamKind::Sight,
    about: "hidden tiles that it is shown, for experiments",
};

impl Param {
    /// The same with its line of help.
    pub(crate) const fn about(self, about: &'static str) -> Param {
        Param { about, ..self }
    }
}
