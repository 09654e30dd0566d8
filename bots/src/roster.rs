//! The one list of all bots: names, parameters, how each is made. A new bot is one file and one line here. Refuses
//! unknown names and parameters with what was expected.

use std::fmt;
use std::str::FromStr;

use rummilab_bot_api::Bot;
use rummilab_core::distance;
use rummilab_search::SearchSolver;

use crate::champion::{ChampionSettings, FirstPlay};
use crate::hold::{EmptyPoolPolicy, HoldSettings};
use crate::human::MOST_SETS;
use crate::model::{Breadth, Model};
use crate::player::Player;
use crate::rollout::{Base, Rollout, RolloutSettings};
use crate::standoff::Effort;
use crate::worlds::{Guess, MOST_POOL, Others};
use crate::{
    Champion, Dump, Fault, Faulty, Greedy, Hold, HoldJoker, Human, Keep, Opening, Random, Single,
    Spare, Value,
};

/// A parameter of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    /// The key before `=`.
    pub key: &'static str,
    /// What may follow it.
    pub kind: ParamKind,
    /// One line.
    pub about: &'static str,
}

/// What a parameter takes, and its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamKind {
    /// A whole number.
    Number {
        /// Used where none is given.
        default: i32,
        /// The smallest.
        min: i32,
        /// The largest.
        max: i32,
    },
    /// One of some words; the first is the default.
    Choice(&'static [&'static str]),
}

impl ParamKind {
    /// The default as it is written.
    pub fn default_text(self) -> String {
        match self {
            ParamKind::Number { default, .. } => default.to_string(),
            ParamKind::Choice(words) => words.first().copied().unwrap_or_default().to_owned(),
        }
    }
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamKind::Number { min, max, .. } => write!(f, "{min} to {max}"),
            ParamKind::Choice(words) => f.write_str(&words.join(" or ")),
        }
    }
}

/// A bot of the list.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// Its parameters, in canonical order.
    pub params: &'static [Param],
    /// Whether it is no player but a help for tests, left out of lists unless asked for.
    pub for_tests: bool,
    make: fn(&Settings<'_>) -> Box<dyn Bot>,
}

/// The values of a bot's parameters.
struct Settings<'a>(&'a BotSpec);

impl Settings<'_> {
    fn text(&self, key: &str) -> &str {
        let at = self
            .0
            .entry()
            .params
            .iter()
            .position(|param| param.key == key);
        at.map_or("", |at| self.0.values[at].as_str())
    }

    fn number(&self, key: &str) -> i32 {
        self.text(key).parse().unwrap_or_default()
    }

    /// A number that is never negative.
    fn count(&self, key: &str) -> usize {
        self.number(key).unsigned_abs() as usize
    }

    /// What [`DELAY`], [`UNTIL`] and [`OPEN_JOKER`] say.
    fn opening(&self) -> Opening {
        Opening {
            delay: self.count(DELAY.key),
            until_opponent: self.text(UNTIL.key) == "opponent",
            joker_from: self.count(OPEN_JOKER.key),
        }
    }

    /// What [`OTHERS`], [`UNKNOWN`] and [`WORLDS`] say.
    fn guess(&self) -> Guess {
        Guess {
            others: match self.text(OTHERS.key) {
                "paranoid" => Some(Others::Paranoid),
                "maxn" => Some(Others::MaxN),
                _ => None,
            },
            worlds: self.count(WORLDS.key),
            unknown: self.count(UNKNOWN.key),
        }
    }
}

fn player() -> Player {
    Player::new(Box::new(SearchSolver::new()))
}

const LATE: &str = "plays like greedy once an opponent has at most so many tiles";

const fn number(key: &'static str, default: i32, min: i32, max: i32, about: &'static str) -> Param {
    let kind = ParamKind::Number { default, min, max };
    Param { key, kind, about }
}

const DELAY: Param = number(
    "delay",
    0,
    0,
    1000,
    "does not open on its first so many turns",
);
const UNTIL: Param = Param {
    key: "until",
    kind: ParamKind::Choice(&["turn", "opponent"]),
    about: "what ends the delay: its turns alone, or an opponent's opening too",
};
const OPEN_JOKER: Param = number(
    "openjoker",
    0,
    0,
    1000,
    "0: opens with jokers as they come; else without one where it can, with one from this own turn on",
);

const OTHERS: Param = Param {
    key: "others",
    kind: ParamKind::Choice(&["none", "paranoid", "maxn"]),
    about: "3-4 players: solves such ends too, taking all others to play against it, or each for itself",
};
const UNKNOWN: Param = number(
    "unknown",
    0,
    0,
    MOST_POOL as i32,
    "solves from so many tiles left in the pool on, averaging over where hidden tiles lie",
);
const WORLDS: Param = number(
    "worlds",
    16,
    1,
    100_000,
    "averages over all ways to deal hidden tiles where they are so few, else over so many at random",
);

/// Every bot.
pub const ROSTER: &[Entry] = &[
    Entry {
        name: "greedy",
        about: "largest opening as soon as possible, then most tiles, then value",
        params: &[DELAY, UNTIL, OPEN_JOKER],
        for_tests: false,
        make: |s| Box::new(Greedy::new(player(), s.opening())),
    },
    Entry {
        name: "value",
        about: "like greedy, but lays most points",
        params: &[Param {
            key: "joker",
            kind: ParamKind::Number {
                default: 30,
                min: 0,
                max: 1000,
            },
            about: "points that a joker laid counts",
        }],
        for_tests: false,
        make: |s| Box::new(Value::new(player(), s.number("joker"))),
    },
    Entry {
        name: "hold",
        about: "opens, then lays nothing until the whole rack goes in one turn",
        params: &[
            Param {
                key: "h",
                kind: ParamKind::Number {
                    default: 1,
                    min: 0,
                    max: 100,
                },
                about: LATE,
            },
            Param {
                key: "empty",
                kind: ParamKind::Choice(&["dump", "keep", "solve"]),
                about: "with an empty pool: play like greedy, go on holding, or solve the game of two, else hold",
            },
            number(
                "leave",
                0,
                0,
                100,
                "also lays most tiles when at most so many would stay; 0: never",
            ),
            number(
                "minplay",
                0,
                0,
                100,
                "also lays most tiles when they are at least so many; 0: never",
            ),
            DELAY,
            UNTIL,
            OPEN_JOKER,
            number(
                "work",
                1000,
                0,
                1_000_000_000,
                "questions to the solver that solving may take, each turn",
            ),
            OTHERS,
            UNKNOWN,
            WORLDS,
        ],
        for_tests: false,
        make: |s| {
            let empty = match s.text("empty") {
                "keep" => EmptyPoolPolicy::Keep,
                "solve" => EmptyPoolPolicy::Solve(s.count("work") as u64),
                _ => EmptyPoolPolicy::Dump,
            };
            let settings = HoldSettings {
                h: s.count("h"),
                empty,
                leave: s.count("leave"),
                minplay: s.count("minplay"),
                guess: s.guess(),
            };
            Box::new(Hold::new(player(), settings, s.opening()))
        },
    },
    Entry {
        name: "champion",
        about: "the strongest: standoff with settings that were measured (experiments/champion)",
        params: &[Param {
            key: "budget",
            kind: ParamKind::Choice(&["normal", "fast"]),
            about: "work a turn with an empty pool; against a holder about 50 ms a turn in the mean, or 1 to 2 ms",
        }],
        for_tests: false,
        make: |s| {
            let settings = match s.text("budget") {
                "fast" => ChampionSettings::FAST,
                _ => ChampionSettings::NORMAL,
            };
            Box::new(Champion::new(player(), settings))
        },
    },
    Entry {
        name: "standoff",
        about: "like hold:h=0, but with an empty pool keeps what stops the opponent, and opens with few tiles",
        params: &[
            number(
                "work",
                2000,
                0,
                1_000_000_000,
                "questions to the solver a turn with an empty pool; 0: plays like greedy then",
            ),
            number(
                "stoppers",
                8,
                0,
                1000,
                "searches for the fewest tiles that stop the opponent; 0: looks at the opponent's next turn only",
            ),
            number(
                "compared",
                8,
                0,
                1000,
                "equal plays compared by the single tiles that can be laid after them",
            ),
            number(
                "exact",
                500,
                0,
                1_000_000_000,
                "lists of plays that solving the game of two may take, each turn",
            ),
            number(
                "tiles",
                16,
                0,
                1000,
                "solves it once all racks together have at most so many tiles",
            ),
            Param {
                key: "open",
                kind: ParamKind::Choice(&["few", "most"]),
                about: "opens with the fewest tiles, or the most value",
            },
            OTHERS,
            UNKNOWN,
            WORLDS,
        ],
        for_tests: false,
        make: |s| {
            let settings = ChampionSettings {
                first: match s.text("open") {
                    "most" => FirstPlay::Most,
                    _ => FirstPlay::Few,
                },
                effort: Effort {
                    work: s.count("work") as u64,
                    stoppers: s.count("stoppers"),
                    compared: s.count("compared"),
                },
                exact: s.count("exact") as u64,
                exact_tiles: s.count("tiles"),
                guess: s.guess(),
            };
            Box::new(Champion::new(player(), settings))
        },
    },
    Entry {
        name: "model",
        about: "does what a learnt model of the win says is best; plays like hold where nobody trained one",
        params: &[
            number(
                "few",
                4,
                0,
                1000,
                "plays of the fewest tiles that it compares",
            ),
            number(
                "most",
                2,
                0,
                1000,
                "plays of the most tiles that it compares",
            ),
        ],
        for_tests: false,
        make: |s| {
            let breadth = Breadth {
                few: s.count("few"),
                most: s.count("most"),
            };
            Box::new(Model::new(player(), player(), breadth, None))
        },
    },
    Entry {
        name: "hold-joker",
        about: "like greedy, but keeps jokers on the rack until they let it out",
        params: &[number("late", 0, 0, 100, LATE), DELAY, UNTIL, OPEN_JOKER],
        for_tests: false,
        make: |s| Box::new(HoldJoker::new(player(), s.count("late"), s.opening())),
    },
    Entry {
        name: "keep",
        about: "like greedy, but keeps tiles back whose sets stand without them, for a turn with nothing else",
        params: &[
            number("most", 1, 1, 20, "keeps at most so many tiles"),
            Param {
                key: "spare",
                kind: ParamKind::Choice(&["any", "group", "run"]),
                about: "which: any, only of a group, only at the end of a run",
            },
            Param {
                key: "sure",
                kind: ParamKind::Choice(&["no", "yes"]),
                about: "only tiles whose other copies all lie on the table or its rack",
            },
            number("late", 3, 0, 100, LATE),
        ],
        for_tests: false,
        make: |s| {
            let spare = match s.text("spare") {
                "group" => Spare::OfGroup,
                "run" => Spare::AtRunEnd,
                _ => Spare::Any,
            };
            let sure = s.text("sure") == "yes";
            let (most, late) = (s.count("most"), s.count("late"));
            Box::new(Keep::new(player(), most, spare, sure, late))
        },
    },
    Entry {
        name: "dump",
        about: "like greedy, but lays most high tiles first",
        params: &[number("from", 10, 1, 15, "the smallest high value")],
        for_tests: false,
        make: |s| Box::new(Dump::new(player(), s.count("from") as u8)),
    },
    Entry {
        name: "human",
        about: "like greedy, but changes only a few sets of the table at a time",
        params: &[
            number(
                "r",
                2,
                0,
                MOST_SETS as i32,
                "sets that a rearrangement may change",
            ),
            number("moves", 1, 1, 20, "rearrangements a turn"),
        ],
        for_tests: false,
        make: |s| Box::new(Human::new(player(), s.count("r"), s.count("moves"))),
    },
    Entry {
        name: "single",
        about: "lays the most valuable single tile that fits, one a turn",
        params: &[Param {
            key: "late",
            kind: ParamKind::Number {
                default: 4,
                min: 0,
                max: 100,
            },
            about: LATE,
        }],
        for_tests: false,
        make: |s| Box::new(Single::new(player(), s.number("late") as usize)),
    },
    Entry {
        name: "rollout",
        about: "its base, unless games played on in the head say that another turn is clearly better",
        params: &[
            Param {
                key: "base",
                kind: ParamKind::Choice(&["hold", "greedy", "champion"]),
                about: "hold:h=0, greedy, or champion:budget=fast",
            },
            number(
                "rollouts",
                64,
                0,
                1_000_000,
                "games played on a turn; 0: plays exactly as its base",
            ),
            number(
                "work",
                20_000,
                0,
                1_000_000_000,
                "questions to the solver a turn, hard ones counting more, after which no further game begins",
            ),
            number(
                "plays",
                4,
                0,
                1000,
                "plays tried besides the base's turn and a draw",
            ),
            Param {
                key: "plans",
                kind: ParamKind::Choice(&["own", "all"]),
                about: "goes on as its base, or tries too to do as greedy, hold and hold-joker do from now on",
            },
            number(
                "pool",
                1000,
                0,
                1000,
                "thinks only while the pool holds at most so many tiles",
            ),
            number(
                "particles",
                16,
                0,
                1_000_000,
                "racks kept for every policy that an opponent may have; 0: racks as chance makes them",
            ),
            number(
                "depth",
                0,
                0,
                1000,
                "turns played on before a game is judged as it stands; 0: to its end",
            ),
            number(
                "clear",
                20,
                0,
                1000,
                "tenths of a standard error by which another turn must be better",
            ),
        ],
        for_tests: false,
        make: |s| {
            let settings = RolloutSettings {
                base: match s.text("base") {
                    "greedy" => Base::Greedy,
                    "champion" => Base::Champion,
                    _ => Base::Hold,
                },
                rollouts: s.count("rollouts"),
                work: s.count("work") as u64,
                plays: s.count("plays"),
                all: s.text("plans") == "all",
                pool: s.count("pool"),
                particles: s.count("particles"),
                depth: s.count("depth"),
                clear: f64::from(s.number("clear")) / 10.0,
            };
            Box::new(Rollout::new(Box::new(SearchSolver::new()), settings))
        },
    },
    Entry {
        name: "random",
        about: "a random legal play or a draw, each half the time",
        params: &[],
        for_tests: false,
        make: |_| Box::new(Random(player())),
    },
    Entry {
        name: "faulty",
        about: "for tests: plays like greedy, but does something wrong every so often",
        params: &[
            Param {
                key: "kind",
                kind: ParamKind::Choice(&["illegal", "timeout", "crash", "protocol"]),
                about: "what it does wrong",
            },
            Param {
                key: "every",
                kind: ParamKind::Number {
                    default: 5,
                    min: 1,
                    max: 1000,
                },
                about: "on every turn of its own in a game whose number this divides",
            },
        ],
        for_tests: true,
        make: |s| {
            let fault = match s.text("kind") {
                "timeout" => Fault::Timeout,
                "crash" => Fault::Crash,
                "protocol" => Fault::Protocol,
                _ => Fault::Illegal,
            };
            let every = s.number("every").unsigned_abs();
            Box::new(Faulty::new(player(), fault, every))
        },
    },
];

/// A bot with its settings: `name` or `name:key=value[,key=value…]`. Displayed in canonical form: keys in roster order,
/// defaults left out.
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

    /// Makes the bot.
    pub fn make(&self) -> Box<dyn Bot> {
        (self.entry().make)(&Settings(self))
    }

    /// Reads a list of bots separated by commas. A piece that contains `=` and no `:` belongs to the bot before it.
    ///
    /// ```
    /// use rummilab_bots::BotSpec;
    ///
    /// let bots = BotSpec::parse_list("greedy,hold:h=3,empty=keep,single").unwrap();
    /// assert_eq!(bots.iter().map(ToString::to_string).collect::<Vec<_>>(), ["greedy", "hold:h=3,empty=keep", "single"]);
    /// ```
    pub fn parse_list(list: &str) -> Result<Vec<BotSpec>, RosterError> {
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
        specs.iter().map(|spec| spec.parse()).collect()
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

/// A bot that is not in the list, or settings it does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// No bot has this name.
    #[error("there is no bot `{name}`{}; the bots are {known}", hint(.nearest))]
    UnknownBot {
        /// What was written.
        name: String,
        /// The closest name, if one is close.
        nearest: Option<&'static str>,
        /// All names.
        known: String,
    },
    /// The bot has no such parameter.
    #[error("the bot `{bot}` has no parameter `{key}`{}; it has {known}", hint(.nearest))]
    UnknownParam {
        /// The bot.
        bot: &'static str,
        /// What was written.
        key: String,
        /// The closest key, if one is close.
        nearest: Option<&'static str>,
        /// All keys, or `none`.
        known: String,
    },
    /// A value that the parameter does not take.
    #[error("`{key}` of the bot `{bot}` is `{value}`; expected {expected}")]
    BadValue {
        /// The bot.
        bot: &'static str,
        /// The parameter.
        key: &'static str,
        /// What was written.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// A setting that is no `key=value`, or a key that comes twice.
    #[error("`{setting}` in `{spec}`: expected key=value, each key once")]
    BadSetting {
        /// The whole bot.
        spec: String,
        /// The piece.
        setting: String,
    },
}

fn hint(nearest: &Option<&'static str>) -> String {
    nearest
        .map(|name| format!(", did you mean `{name}`?"))
        .unwrap_or_default()
}

fn nearest(word: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    known
        .min_by_key(|name| distance(name, word))
        .filter(|name| distance(name, word) <= 1 + word.len() / 3)
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
            let bad = || RosterError::BadSetting {
                spec: spec.to_owned(),
                setting: setting.to_owned(),
            };
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
            "standoff:work=300,stoppers=2,compared=0,exact=9,tiles=12,open=most",
            "model:few=2,most=1",
            "hold-joker:late=2",
            "greedy:delay=3,until=opponent",
            "hold:empty=solve,work=50",
            "hold:h=2,empty=keep,leave=1,minplay=4,delay=2,openjoker=3",
            "keep:most=2,spare=group,sure=yes,late=0",
            "dump:from=11",
            "human:r=1,moves=3",
            "value:joker=50",
            "single",
            "rollout:base=champion,rollouts=0,plans=all,clear=25",
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
        check("random:h=1", "it has none");
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
