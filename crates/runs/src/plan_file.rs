//! Plan files: reads and checks them and reports all faults with their places. The arena defines
//! what a plan means.

use std::ops::Range;

use rummilab_arena::{Plan, PlanError, PlanFault, PlanSpec};
use rummilab_stats::SweepAxis;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use crate::bot_name::NamedBot;
use crate::error::BotNameError;
use crate::salt::RANDOM;

/// A plan file as written.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanFile {
    pub plan: PlanSpec,
    /// The axes of its `[sweep]`, in the order of the text; none for a single run.
    pub sweep: Vec<SweepAxis>,
}

/// All faults of a plan file, in the order of the text.
#[derive(Debug, thiserror::Error)]
#[error("the plan `{name}` cannot be used: \
    {}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PlanFileError {
    /// The name of the file.
    pub name: String,
    pub text: String,
    pub faults: Vec<PlanFileFault>,
}

/// One fault of a plan file.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct PlanFileFault {
    pub problem: PlanFileProblem,
    /// Its place in the text, in bytes, if it has one.
    pub span: Option<Range<usize>>,
}

/// The kinds of fault of a plan file.
#[derive(Debug, thiserror::Error)]
pub enum PlanFileProblem {
    /// The text is not TOML.
    #[error("not a TOML file: {0}")]
    Syntax(String),
    /// An unknown field, or a value of the wrong shape.
    #[error("{0}")]
    Shape(String),
    #[error("`bots`: {0}")]
    Bot(#[from] BotNameError),
    /// A value that a plan cannot have.
    #[error(transparent)]
    Plan(#[from] PlanFault),
}

/// Reads the text of the file of this name.
///
/// # Errors
/// Every unknown field and every value of the wrong shape.
pub fn read_plan(name: &str, text: &str) -> Result<PlanFile, PlanFileError> {
    let mut table = DeTable::parse(text).map_err(|error| {
        let problem = PlanFileProblem::Syntax(error.message().trim_end().to_owned());
        in_order(name, text, vec![fault(problem, error.span())])
    })?;
    let mut found = Vec::new();
    let mut sweep = Vec::new();
    if let Some(axes) = table.get_mut().remove("sweep") {
        read_axes("", &axes, text, (&mut sweep, &mut found));
    }
    let twice = sweep.iter().find(|(axis, _)| axis.key == "players");
    if let Some((_, span)) = twice.filter(|_| table.get_ref().contains_key("players")) {
        let problem = "`players` is swept, and also set to a value; expected only one of both";
        found.push(fault(
            PlanFileProblem::Shape(problem.to_owned()),
            Some(span.clone()),
        ));
    }
    sweep.sort_by_key(|(_, span)| span.start);
    loop {
        let error = match PlanSpec::deserialize(Deserializer::from(table.clone())) {
            Ok(plan) if found.is_empty() => {
                let sweep = sweep.into_iter().map(|(axis, _)| axis).collect();
                return Ok(PlanFile { plan, sweep });
            }
            Ok(_) => return Err(in_order(name, text, found)),
            Err(error) => error,
        };
        // Remove the faulty field, so that the others can be read.
        let key = error.span().and_then(|span| field_at(&table, &span));
        // Names of Rust types mean nothing to the author of a plan.
        let message = error
            .message()
            .replace("expected u64", "expected a whole number")
            .replace("`rules`, `programs`", "`rules`, `programs`, `sweep`");
        found.push(fault(PlanFileProblem::Shape(message), error.span()));
        let Some(key) = key else {
            return Err(in_order(name, text, found));
        };
        table.get_mut().remove(key.as_str());
    }
}

/// Reads the conditions of a ladder, which are a plan without bots. An unknown field is told with
/// those that a ladder has.
///
/// # Errors
/// Those of [`read_plan`].
pub fn read_conditions(name: &str, text: &str) -> Result<PlanFile, PlanFileError> {
    read_plan(name, text).map_err(|mut error| {
        for PlanFileFault { problem, .. } in &mut error.faults {
            if let PlanFileProblem::Shape(text) = problem
                && let Some((unknown, _)) = text.split_once(", expected one of `bots`")
            {
                let fields = LADDER_FIELDS.join("`, `");
                *text = format!("{unknown}, expected one of `{fields}`");
            }
        }
        error
    })
}

/// The fields of a plan that are conditions of a ladder.
const LADDER_FIELDS: [&str; 9] = [
    "players", "deals", "seed", "salt", "draws", "faults", "clock", "anchor", "rules",
];

/// Reads the axes below `[sweep]`. A key that is not in quotes, such as `hold.h`, is a table.
fn read_axes(
    key: &str,
    value: &Spanned<DeValue<'_>>,
    text: &str,
    (axes, found): (&mut Vec<(SweepAxis, Range<usize>)>, &mut Vec<PlanFileFault>),
) {
    match value.get_ref() {
        DeValue::Table(table) if !table.is_empty() => {
            for (name, value) in table {
                let name = name.get_ref();
                let key = if key.is_empty() {
                    name.to_string()
                } else {
                    format!("{key}.{name}")
                };
                read_axes(&key, value, text, (axes, found));
            }
        }
        DeValue::Array(values) if !key.is_empty() => {
            let word = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                _ => text.get(value.span()).unwrap_or_default().to_owned(),
            };
            let axis = SweepAxis {
                key: key.to_owned(),
                values: values.iter().map(word).collect(),
            };
            axes.push((axis, value.span()));
        }
        _ => {
            let problem = "`sweep`: expected lists of values, such as \"hold.h\" = [0, 1, 2]";
            found.push(fault(
                PlanFileProblem::Shape(problem.to_owned()),
                Some(value.span()),
            ));
        }
    }
}

/// Checks the values of a plan that was read from this text.
///
/// # Errors
/// Every value that a plan cannot have.
pub fn check_plan(name: &str, text: &str, spec: &PlanSpec) -> Result<(), PlanFileError> {
    let mut found = Vec::new();
    let place = |field: &str| {
        let table = DeTable::parse(text).ok()?;
        Some(table.get_ref().get(field)?.span())
    };
    for (i, bot) in spec.bots.iter().enumerate() {
        if let Err(error) = bot.parse::<NamedBot>() {
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
    if found.is_empty() {
        Ok(())
    } else {
        Err(in_order(name, text, found))
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
        | PlanFault::BotName(_)
        | PlanFault::SameName(_)
        | PlanFault::NotOneEach(..)
        | PlanFault::TooFewForTable(..) => "bots",
        PlanFault::Listed(..) | PlanFault::Idle(_) => "listed",
        PlanFault::Stop(_) => "stop",
        PlanFault::UnknownRules(_) | PlanFault::Rules(_) | PlanFault::Deal(_) => "rules",
    }
}

/// The field whose key or value contains this place.
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

/// The faults in the order of the text, those without a place last.
fn in_order(name: &str, text: &str, mut faults: Vec<PlanFileFault>) -> PlanFileError {
    faults.sort_by_key(|fault| fault.span.as_ref().map_or(usize::MAX, |span| span.start));
    PlanFileError {
        name: name.to_owned(),
        text: text.to_owned(),
        faults,
    }
}
