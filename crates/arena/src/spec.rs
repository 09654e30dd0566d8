//! A plan as written, perhaps with faults. [`Plan::new`](crate::Plan::new) checks ranges and names.

use rummilab_core::RuleSet;
use rummilab_record::Program;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Default limit of match-ups of a run with more than 2 seats.
pub const DEFAULT_MATCHUPS: u64 = 200;

/// Default number of deals of each match-up.
pub const DEFAULT_DEALS: u64 = 100;

/// A plan file. Only `bots` is required.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlanSpec {
    /// The bots in canonical form, as read and checked by the caller's roster. Before a bot may
    /// stand a name of its own ([`split_name`]).
    pub bots: Vec<String>,
    pub players: u64,
    /// Deals of each match-up, at least 1. Club tournaments have rounds instead.
    #[serde(skip_serializing_if = "is_none")]
    pub deals: u64,
    /// Rounds of a club tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// Whether a club tournament ends with a final.
    #[serde(rename = "final", skip_serializing_if = "std::ops::Not::not")]
    pub with_final: bool,
    /// The bot that plays as reserve in a club tournament; by default the last of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<String>,
    /// The master seed; a seed beyond TOML's range of whole numbers is written as text.
    #[serde(serialize_with = "write_seed", deserialize_with = "read_seed")]
    pub seed: u64,
    /// The salt of all random numbers, 64 hexadecimal digits; none by default. It is not part of
    /// the plan hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// `round-robin`, `gauntlet`, `challenge`, `listed`, `seats` or `club`.
    pub format: String,
    /// The match-ups of format `listed`, each with the label of a bot for every seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub listed: Vec<Vec<String>>,
    pub draws: String,
    /// The consequence of a bot fault: `end` or `rules`.
    pub faults: String,
    /// The clock of bots that are programs: `none`, milliseconds such as `1000+10000` (a move, and
    /// more for the game), or `game=60s,inc=0.5s` (a game, and more after each move). Other bots
    /// have no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Largest number of match-ups with more than 2 seats.
    #[serde(skip_serializing_if = "is_none")]
    pub matchups: u64,
    /// The label of the bot whose rating is zero; by default the first of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// What the run is to answer, in words. Like the prediction it stands at the top of the report
    /// and is not part of the plan hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What is expected, written before the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prediction: Option<String>,
    /// The stop rule; none by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopSpec>,
    pub rules: RulesEntry,
    /// The programs among the bots, as they were when the run began. They are not part of the plan
    /// hash.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<Program>,
}

/// The name that stands before a bot, as in `mine=cmd:python3 my.py`, and the bot. A name stands
/// before the first `=` if no `:` comes earlier, so `hold:h=3` has none; nor has a bot of the
/// caller whose settings stand in brackets.
///
/// ```
/// use rummilab_arena::split_name;
///
/// assert_eq!(split_name("mine=hold:h=3"), (Some("mine"), "hold:h=3"));
/// assert_eq!(split_name("hold:h=3"), (None, "hold:h=3"));
/// ```
pub fn split_name(bot: &str) -> (Option<&str>, &str) {
    match bot.split_once('=') {
        Some((name, bot)) if !name.contains([':', '(']) => (Some(name.trim()), bot.trim()),
        _ => (None, bot),
    }
}

/// A stop rule as written. Exactly one of `until_width` and `sprt` is given.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StopSpec {
    /// The figure whose difference is watched, `score` or `wins`; by default the score if the rules
    /// have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// End when the live intervals of the differences of all pairs are at most this wide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_width: Option<f64>,
    /// End when a sequential test of two bots has decided between two differences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSpec>,
}

/// The two differences of a sequential test, first bot minus second, per game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtSpec {
    /// The difference if there is nothing of interest, often 0.
    pub mu0: f64,
    /// The smallest difference of interest.
    pub mu1: f64,
    /// The unit of both; by default that of the figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<SprtUnit>,
    /// The probability of deciding for `mu1` where `mu0` is true.
    #[serde(default = "usual_error", skip_serializing_if = "is_usual")]
    pub alpha: f64,
    /// The probability of deciding for `mu0` where `mu1` is true.
    #[serde(default = "usual_error", skip_serializing_if = "is_usual")]
    pub beta: f64,
}

/// The unit of the bounds of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtUnit {
    /// Points a game.
    Points,
    /// Wins a game, from -1 to 1.
    Wins,
    /// Logistic Elo, of games between two.
    Elo,
    /// Normalised Elo, of games between two.
    Nelo,
}

/// The usual probability of a wrong decision of a sequential test.
const USUAL_ERROR: f64 = 0.05;

fn usual_error() -> f64 {
    USUAL_ERROR
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_usual(error: &f64) -> bool {
    *error == USUAL_ERROR
}

impl SprtSpec {
    /// The test between these differences of the figure, with the usual errors.
    pub const fn new(mu0: f64, mu1: f64) -> SprtSpec {
        SprtSpec {
            mu0,
            mu1,
            unit: None,
            alpha: USUAL_ERROR,
            beta: USUAL_ERROR,
        }
    }
}

/// Rules as written in a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected the name of a rule system, or its fields as a table"
)]
pub enum RulesEntry {
    /// A rule system that ships.
    Name(String),
    /// The fields, with `base` or complete.
    Table(toml::Table),
}

impl From<&RuleSet> for RulesEntry {
    fn from(rules: &RuleSet) -> RulesEntry {
        RulesEntry::Table(toml::Table::try_from(rules.spec()).unwrap_or_default())
    }
}

impl Default for PlanSpec {
    fn default() -> PlanSpec {
        PlanSpec {
            bots: Vec::new(),
            players: 2,
            deals: DEFAULT_DEALS,
            rounds: None,
            with_final: false,
            reserve: None,
            seed: 1,
            salt: None,
            format: "round-robin".to_owned(),
            listed: Vec::new(),
            draws: "per-seat".to_owned(),
            faults: "end".to_owned(),
            clock: None,
            matchups: DEFAULT_MATCHUPS,
            anchor: None,
            question: None,
            prediction: None,
            stop: None,
            rules: RulesEntry::Name("original".to_owned()),
            programs: Vec::new(),
        }
    }
}

impl PlanSpec {
    /// Reads a plan file. By default a club tournament has tables of four.
    ///
    /// # Errors
    /// If it is not TOML, has an unknown field, or a value of the wrong shape.
    pub fn from_toml(text: &str) -> Result<PlanSpec, toml::de::Error> {
        let mut spec: PlanSpec = toml::from_str(text)?;
        let says_players =
            || toml::from_str::<toml::Table>(text).is_ok_and(|t| t.contains_key("players"));
        if spec.format == "club" && !says_players() {
            spec.players = 4;
        }
        Ok(spec)
    }
}

/// Fields that a format does not use are not written.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_none(number: &u64) -> bool {
    *number == 0
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a whole number from 0 to 18446744073709551615"
)]
enum Seed {
    Number(u64),
    Text(String),
}

fn read_seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match Seed::deserialize(deserializer)? {
        Seed::Number(seed) => Ok(seed),
        Seed::Text(text) => text
            .parse()
            .map_err(|_| D::Error::custom(format!("`{text}` is no seed"))),
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn write_seed<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    match i64::try_from(*seed) {
        Ok(seed) => serializer.serialize_i64(seed),
        Err(_) => serializer.collect_str(seed),
    }
}
