//! A plan file: read and checked with every fault at once, each with its place. What a plan means
//! is the arena's job.

use std::ops::Range;

use rummilab_arena::{Plan, PlanError, PlanFault, PlanSpec};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

use crate::bot_name::{BotName, BotNameError};
use crate::salt::RANDOM;

/// Everything that is wrong with a plan file, in the order in which it is written.
#[derive(Debug, thiserror::Error)]
#[error("the plan `{name}` cannot be used: \
    {}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PlanFileError {
    /// The name of the file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Every fault.
    pub faults: Vec<PlanFileFault>,
}

/// One thing that is wrong with a plan file.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct PlanFileFault {
    /// What is wrong.
    pub problem: PlanFileProblem,
    /// Where in the text, in bytes, if it has a place.
    pub span: Option<Range<usize>>,
}

/// What can be wrong with a plan file.
#[derive(Debug, thiserror::Error)]
pub enum PlanFileProblem {
    /// It is no TOML.
    #[error("not a TOML file: {0}")]
    Syntax(String),
    /// A field that is not known, or a value of the wrong shape.
    #[error("{0}")]
    Shape(String),
    /// A bot that does not exist.
    #[error("`bots`: {0}")]
    Bot(#[from] BotNameError),
    /// A value that no plan can have.
    #[error(transparent)]
    Plan(#[from] PlanFault),
}

/// Reads the text of the file of this name.
///
/// # Errors
/// Every field that is not known or has a value of the wrong shape.
pub fn read_plan(name: &str, text: &str) -> Result<PlanSpec, PlanFileError> {
    let mut table = DeTable::parse(text).map_err(|error| {
        let problem = PlanFileProblem::Syntax(error.message().trim_end().to_owned());
        in_order(name, text, vec![fault(problem, error.span())])
    })?;
    let mut found = Vec::new();
    loop {
        let error = match PlanSpec::deserialize(Deserializer::from(table.clone())) {
            Ok(spec) if found.is_empty() => return Ok(spec),
            Ok(_) => return Err(in_order(name, text, found)),
            Err(error) => error,
        };
        // Without the field that it is about the others are read.
        let key = error.span().and_then(|span| field_at(&table, &span));
        // A name of Rust's says nothing to whoever writes a plan.
        let message = error
            .message()
            .replace("expected u64", "expected a whole number");
        found.push(fault(PlanFileProblem::Shape(message), error.span()));
        let Some(key) = key else {
            return Err(in_order(name, text, found));
        };
        table.get_mut().remove(key.as_str());
    }
}

/// Checks the values of a plan that was read from this text.
///
/// # Errors
/// Every value that no plan can have.
pub fn check_plan(name: &str, text: &str, spec: &PlanSpec) -> Result<(), PlanFileError> {
    let mut found = Vec::new();
    let place = |field: &str| {
        let table = DeTable::parse(text).ok()?;
        Some(table.get_ref().get(field)?.span())
    };
    for (i, bot) in spec.bots.iter().enumerate() {
        if let Err(error) = bot.parse::<BotName>() {
            found.push(fault(error, bot_place(text, i)));
        }
    }
    let mut spec = spec.clone();
    if spec.salt.as_deref() == Some(RANDOM) {
        spec.salt = None;
    }
    match Plan::new(&spec) {
        Err(PlanError::Faults(all)) => {
            found.extend(all.into_iter().map(|one| {
                let span = place(field(&one));
                fault(one, span)
            }));
        }
        Err(PlanError::Toml(error)) => {
            let problem = PlanFileProblem::Shape(error.to_string());
            found.push(fault(problem, None));
        }
        Ok(_) => {}
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(in_order(name, text, found)),
    }
}

/// The field that a fault is about.
fn field(fault: &PlanFault) -> &'static str {
    match fault {
        PlanFault::Range(field, ..) | PlanFault::Word(field, ..) | PlanFault::NotFor(field, ..) => {
            field
        }
        PlanFault::NoBots
        | PlanFault::TooManyBots(_)
        | PlanFault::Nameless(_)
        | PlanFault::NotOneEach(..)
        | PlanFault::TooFewForTable(..) => "bots",
        PlanFault::Stop(_) => "stop",
        PlanFault::UnknownRules(_) | PlanFault::Rules(_) | PlanFault::Deal(_) => "rules",
    }
}

/// The field whose key or value this place lies in.
fn field_at(table: &Spanned<DeTable<'_>>, place: &Range<usize>) -> Option<String> {
    let holds = |span: Range<usize>| span.start <= place.start && place.end <= span.end;
    let fields = table.get_ref().iter();
    let mut hit = fields.filter(|(key, value)| holds(key.span()) || holds(value.span()));
    hit.next().map(|(key, _)| key.get_ref().to_string())
}

fn bot_place(text: &str, bot: usize) -> Option<Range<usize>> {
    let table = DeTable::parse(text).ok()?;
    let bots = table.get_ref().get("bots")?;
    let one = bots.get_ref().as_array()?.get(bot)?.span();
    Some(one)
}

fn fault(problem: impl Into<PlanFileProblem>, span: Option<Range<usize>>) -> PlanFileFault {
    let problem = problem.into();
    PlanFileFault { problem, span }
}

/// The faults in the order in which they are written, those without a place at the end.
fn in_order(name: &str, text: &str, mut faults: Vec<PlanFileFault>) -> PlanFileError {
    faults.sort_by_key(|fault| fault.span.as_ref().map_or(usize::MAX, |span| span.start));
    PlanFileError {
        name: name.to_owned(),
        text: text.to_owned(),
        faults,
    }
}
