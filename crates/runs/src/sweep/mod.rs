//! Sweeps: one plan played with several values of a bot's parameter, a rule field or the number of
//! players. Each combination is a cell, an ordinary plan with the same seed; so where deck and
//! players are equal, cells play the same deals.

mod folder;
mod results;

use std::fmt::Write;
use std::path::PathBuf;

use rummilab_arena::{Plan, PlanSpec, RulesEntry, split_name};
use rummilab_core::{NamedRulesError, RuleSet};
use rummilab_stats::SweepAxis;

use crate::bot_name::{is_program, resolve};
use crate::error::RunsError;
use crate::game_match::Match;
use crate::salt::RANDOM;

pub use folder::SweepFolder;

/// Most cells of a sweep: their records are read side by side.
pub const MOST_CELLS: usize = 100;
/// Longest name of the folder of a cell, in bytes.
const LONGEST_NAME: usize = 200;
/// The axis of the number of players.
const PLAYERS: &str = "players";

/// Why a sweep cannot be played, continued or read.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    #[error("`{0}` is no sweep; expected KEY=VALUE,VALUE,… with two values at least")]
    Shape(String),
    #[error("`{0}` cannot be swept; expected players, option.FIELD or BOT.PARAMETER")]
    Key(String),
    #[error("`{0}` is swept twice")]
    Twice(String),
    /// A value that the key cannot have.
    #[error("`{0}`: `{1}` is no value for it")]
    Value(String, String),
    /// The key names no bot of the list: the key, its bot, and the bots of the list.
    #[error("`{0}`: no bot of the list is called `{1}`; there are {2}")]
    Bot(String, String, String),
    #[error("`{0}`: a program has no parameters that can be swept")]
    Program(String),
    /// A swept key with a value of its own.
    #[error("`{0}` is swept, and also set to a value; expected only one of both")]
    SetToo(String),
    #[error("the sweep has {0} cells; expected at most {MOST_CELLS}")]
    TooMany(usize),
    #[error("the cells {0} and {1} are the same plan")]
    Same(String, String),
    #[error("the values of {0} are too long for the name of a folder")]
    TooLong(String),
    /// A kind of plan that cannot be swept.
    #[error("{0}")]
    NotFor(&'static str),
    #[error(transparent)]
    Rules(#[from] NamedRulesError),
    /// A cell is no sound plan.
    #[error("{0}: {1}")]
    Cell(String, #[source] Box<RunsError>),
    /// The folder holds other files: it, and one of them.
    #[error("{path}: it holds `{1}` and no sweep.toml, so it is not the folder of a \
        sweep", path = .0.display())]
    NotASweep(PathBuf, String),
    /// The folder is that of another sweep: it, and what differs.
    #[error("{path}: it holds another sweep ({1}); nothing was changed", path = .0.display())]
    Other(PathBuf, String),
    /// The sweep is not finished: the folder of a cell, its blocks, and those of its plan.
    #[error("{path}: {1} of {2} blocks are there; a sweep has figures when all its cells are \
        done", path = .0.display())]
    Unfinished(PathBuf, u64, u64),
    /// The record of a cell is one of another plan.
    #[error("{path}: its games are not of this cell of the sweep", path = .0.display())]
    Foreign(PathBuf),
}

/// A checked sweep.
#[derive(Debug, Clone)]
pub struct Sweep {
    base: PlanSpec,
    rules: RuleSet,
    axes: Vec<SweepAxis>,
    cells: Vec<CellPlan>,
}

/// The plan of a cell.
#[derive(Debug, Clone)]
pub struct CellPlan {
    /// Its value on each axis.
    pub values: Vec<String>,
    /// The same in a word, such as `hold.h=3,players=2`.
    pub name: String,
    pub spec: PlanSpec,
    pub plan: Plan,
}

/// What a key of an axis means.
enum Swept<'a> {
    Players,
    Option(&'a str),
    Bot(&'a str, &'a str),
}

impl Swept<'_> {
    fn of(key: &str) -> Result<Swept<'_>, SweepError> {
        if key == PLAYERS {
            return Ok(Swept::Players);
        }
        // Names of bots may hold points, parameters do not; fields of the rules may.
        match (key.strip_prefix("option."), key.rsplit_once('.')) {
            (Some(field), _) => Ok(Swept::Option(field)),
            (None, Some((bot, parameter))) => Ok(Swept::Bot(bot, parameter)),
            (None, None) => Err(SweepError::Key(key.to_owned())),
        }
    }
}

/// The axis of an argument `KEY=VALUE,VALUE,…`.
///
/// # Errors
/// [`SweepError::Shape`].
pub fn parse_axis(text: &str) -> Result<SweepAxis, SweepError> {
    let (key, values) = text
        .split_once('=')
        .ok_or_else(|| SweepError::Shape(text.to_owned()))?;
    Ok(SweepAxis {
        key: key.trim().to_owned(),
        values: values
            .split(',')
            .map(|value| value.trim().to_owned())
            .collect(),
    })
}

/// Checks that nobody gave a swept key a value too: not the plan as written, nor these options of
/// the rules `KEY=VALUE`, nor `players`.
///
/// # Errors
/// [`SweepError::SetToo`].
pub fn check_free(
    axes: &[SweepAxis],
    written: &PlanSpec,
    options: &[String],
    players: bool,
) -> Result<(), RunsError> {
    for SweepAxis { key, .. } in axes {
        let set = match Swept::of(key)? {
            Swept::Players => players,
            Swept::Option(field) => {
                let whole = |field: &str| field.split('.').next().unwrap_or("").trim().to_owned();
                let of_plan = match &written.rules {
                    RulesEntry::Table(table) if table.contains_key("base") => {
                        table.contains_key(&whole(field))
                    }
                    _ => false,
                };
                let option =
                    |option: &String| whole(option.split('=').next().unwrap_or("")) == whole(field);
                of_plan || options.iter().any(option)
            }
            Swept::Bot(name, parameter) => {
                let mut bots = written.bots.iter().filter(|bot| called(bot) == name);
                bots.any(|bot| has_parameter(bot, parameter))
            }
        };
        if set {
            return Err(SweepError::SetToo(key.clone()).into());
        }
    }
    Ok(())
}

/// The name by which a sweep means a bot: its own, or that of the roster.
fn called(bot: &str) -> &str {
    let (name, canonical) = split_name(bot);
    name.unwrap_or_else(|| canonical.split(':').next().unwrap_or("").trim())
}

fn has_parameter(bot: &str, parameter: &str) -> bool {
    let settings = split_name(bot)
        .1
        .split_once(':')
        .map_or("", |(_, settings)| settings);
    let mut keys = settings
        .split(',')
        .filter_map(|setting| setting.split_once('='));
    keys.any(|(key, _)| key.trim() == parameter)
}

impl Sweep {
    /// Checks a sweep of this plan and makes its cells: every combination of the values, the last
    /// axis fastest.
    ///
    /// # Errors
    /// [`SweepError`], of every cell too.
    pub fn new(mut base: PlanSpec, axes: Vec<SweepAxis>) -> Result<Sweep, RunsError> {
        let not_for = match (&base.format[..], &base.stop, base.salt.as_deref()) {
            ("club", ..) => Some("a club tournament has no blocks that cells could share"),
            (_, Some(_), _) => Some("a run that its results may stop cannot be swept"),
            (_, _, Some(RANDOM)) => {
                Some("a random salt would be another in each cell; expected 64 hexadecimal digits")
            }
            _ => None,
        };
        if let Some(reason) = not_for {
            return Err(SweepError::NotFor(reason).into());
        }
        check_free(&axes, &base, &[], false)?;
        for (at, axis) in axes.iter().enumerate() {
            let SweepAxis { key, values } = axis;
            if axes[..at].iter().any(|other| other.key == *key) {
                return Err(SweepError::Twice(key.clone()).into());
            }
            if values.len() < 2 {
                return Err(SweepError::Shape(format!("{key}={}", values.join(","))).into());
            }
        }
        let many = axes.iter().map(|axis| axis.values.len());
        let many = many.fold(1_usize, usize::saturating_mul);
        if many > MOST_CELLS {
            return Err(SweepError::TooMany(many).into());
        }
        resolve(&mut base, |_| false)?;
        let rules = with_options(&base.rules, &[])?;
        base.rules = RulesEntry::from(&rules);
        let mut cells: Vec<CellPlan> = Vec::new();
        for number in 0..many {
            let cell = cell(&base, &axes, number)?;
            let hash = cell.plan.plan_hash();
            if let Some(same) = cells.iter().find(|other| other.plan.plan_hash() == hash) {
                return Err(SweepError::Same(same.name.clone(), cell.name).into());
            }
            cells.push(cell);
        }
        Ok(Sweep {
            base,
            rules,
            axes,
            cells,
        })
    }

    /// The plan of all cells, without what is swept.
    pub fn base(&self) -> &PlanSpec {
        &self.base
    }

    /// The rules of that plan.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// What is swept.
    pub fn axes(&self) -> &[SweepAxis] {
        &self.axes
    }

    /// The cells, the last axis fastest.
    pub fn cells(&self) -> &[CellPlan] {
        &self.cells
    }

    /// Blocks of all cells.
    pub fn blocks(&self) -> u64 {
        self.cells.iter().map(|cell| cell.plan.blocks()).sum()
    }

    /// A BLAKE3 hash, 64 hexadecimal digits. It leaves out the values, because a sweep may get more
    /// of them.
    pub fn hash(&self) -> String {
        let base = PlanSpec {
            salt: None,
            question: None,
            prediction: None,
            ..self.base.clone()
        };
        let keys: Vec<&str> = self.axes.iter().map(|axis| axis.key.as_str()).collect();
        let text = format!("{}\n{}", self.text_of(&base), keys.join("\n"));
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }

    /// The resolved sweep: a plan file with every field and the rules in full.
    pub fn to_toml(&self) -> String {
        let mut text = self.text_of(&self.base) + "\n[sweep]\n";
        for SweepAxis { key, values } in &self.axes {
            let value = |value: &String| match value.parse::<i64>() {
                Ok(number) => number.to_string(),
                Err(_) => toml::Value::from(value.as_str()).to_string(),
            };
            let values: Vec<String> = values.iter().map(value).collect();
            let key = toml::Value::from(key.as_str());
            let _ = writeln!(text, "{key} = [{}]", values.join(", "));
        }
        text
    }

    /// The text of a plan, without the number of players if that is swept.
    fn text_of(&self, base: &PlanSpec) -> String {
        let text = toml::to_string(base).expect("texts, numbers and tables of these are TOML");
        if self.axes.iter().all(|axis| axis.key != PLAYERS) {
            return text;
        }
        let (before, after) = text.split_once("\nplayers = ").unwrap_or((&text, ""));
        let after = after.split_once('\n').map_or("", |(_, after)| after);
        format!("{before}\n{after}")
    }
}

/// The rules of a plan, with these options.
fn with_options(rules: &RulesEntry, options: &[String]) -> Result<RuleSet, SweepError> {
    Ok(match rules {
        RulesEntry::Name(name) => RuleSet::named(name, options)?,
        RulesEntry::Table(table) => {
            let name = table.get("name").and_then(toml::Value::as_str);
            RuleSet::from_text(name.unwrap_or("of the plan"), &table.to_string(), options)?
        }
    })
}

/// The cell of this number.
fn cell(base: &PlanSpec, axes: &[SweepAxis], number: usize) -> Result<CellPlan, RunsError> {
    let mut rest = number;
    let mut values: Vec<String> = Vec::new();
    for axis in axes.iter().rev() {
        values.insert(0, axis.values[rest % axis.values.len()].clone());
        rest /= axis.values.len();
    }
    let mut spec = PlanSpec {
        question: None,
        prediction: None,
        ..base.clone()
    };
    let (mut options, mut names) = (Vec::new(), Vec::new());
    for (SweepAxis { key, .. }, value) in axes.iter().zip(&values) {
        let wrong = || SweepError::Value(key.clone(), value.clone());
        names.push(format!("{}={}", in_name(key), in_name(value)));
        match Swept::of(key)? {
            Swept::Players => spec.players = value.parse().map_err(|_| wrong())?,
            Swept::Option(field) => options.push(format!("{field}={value}")),
            Swept::Bot(..) if value.contains(',') || value.is_empty() => return Err(wrong().into()),
            Swept::Bot(name, parameter) => set(&mut spec.bots, key, (name, parameter, value))?,
        }
    }
    let name = names.join(",");
    if name.len() > LONGEST_NAME {
        return Err(SweepError::TooLong(name).into());
    }
    if !options.is_empty() {
        spec.rules = RulesEntry::from(&with_options(&base.rules, &options)?);
    }
    // A bot or its parameter that is not known is told with what is.
    let plan = Match::of(spec.clone()).plan();
    let plan = plan.map_err(|error| SweepError::Cell(name.clone(), Box::new(error)))?;
    Ok(CellPlan {
        values,
        name,
        spec,
        plan,
    })
}

/// Sets a parameter of all bots that are called so.
fn set(
    bots: &mut [String],
    key: &str,
    (name, parameter, value): (&str, &str, &str),
) -> Result<(), SweepError> {
    let known: Vec<String> = bots.iter().map(|bot| called(bot).to_owned()).collect();
    let mut hit = false;
    for bot in bots.iter_mut().filter(|bot| called(bot) == name) {
        let canonical = split_name(bot).1;
        if is_program(canonical) {
            return Err(SweepError::Program(key.to_owned()));
        }
        let separator = if canonical.contains(':') { ',' } else { ':' };
        let _ = write!(bot, "{separator}{parameter}={value}");
        hit = true;
    }
    if hit {
        Ok(())
    } else {
        Err(SweepError::Bot(
            key.to_owned(),
            name.to_owned(),
            known.join(", "),
        ))
    }
}

/// A key or value as part of the name of a folder: other characters than plain ones as `%XX`.
fn in_name(text: &str) -> String {
    let mut name = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte) {
            name.push(byte.into());
        } else {
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name
}
