//! A plan file: read and checked with every fault at once, each with its place. Refuses to know what a plan means; that
//! is the arena's job.

use std::ops::Range;

use miette::NamedSource;
use rummilab_arena::{Plan, PlanError, PlanFault, PlanSpec};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

use crate::bot_arg::BotArg;
use crate::error::{Error, FaultAt, line_and_column};

/// Reads the text of the file of this name.
pub fn read(name: &str, text: &str) -> Result<PlanSpec, Error> {
    let mut table = DeTable::parse(text).map_err(|error| {
        let message = format!("not a TOML file: {}", error.message().trim_end());
        faults(name, text, vec![(message, error.span())])
    })?;
    let mut found = Vec::new();
    loop {
        let error = match PlanSpec::deserialize(Deserializer::from(table.clone())) {
            Ok(spec) if found.is_empty() => return Ok(spec),
            Ok(_) => return Err(faults(name, text, found)),
            Err(error) => error,
        };
        // Without the field that it is about the others are read.
        let key = error.span().and_then(|span| field_at(&table, &span));
        // A name of Rust's says nothing to whoever writes a plan.
        let message = error
            .message()
            .replace("expected u64", "expected a whole number");
        found.push((message, error.span()));
        let Some(key) = key else {
            return Err(faults(name, text, found));
        };
        table.get_mut().remove(key.as_str());
    }
}

/// Checks the values of a plan that was read from this text.
pub fn check(name: &str, text: &str, spec: &PlanSpec) -> Result<(), Error> {
    let mut found = Vec::new();
    let place = |field: &str| {
        let table = DeTable::parse(text).ok()?;
        Some(table.get_ref().get(field)?.span())
    };
    for (i, bot) in spec.bots.iter().enumerate() {
        if let Err(error) = bot.parse::<BotArg>() {
            found.push((format!("`bots`: {error}"), bot_place(text, i)));
        }
    }
    match Plan::new(spec) {
        Err(PlanError::Faults(all)) => {
            found.extend(
                all.iter()
                    .map(|fault| (fault.to_string(), place(field(fault)))),
            );
        }
        Err(error) => found.push((error.to_string(), None)),
        Ok(_) => {}
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(faults(name, text, found)),
    }
}

/// The field that a fault is about.
fn field(fault: &PlanFault) -> &'static str {
    match fault {
        PlanFault::Range { field, .. }
        | PlanFault::Word { field, .. }
        | PlanFault::NotFor { field, .. } => field,
        PlanFault::NoBots
        | PlanFault::TooManyBots(_)
        | PlanFault::Nameless(_)
        | PlanFault::NotOneEach { .. }
        | PlanFault::TooFewForTable { .. } => "bots",
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

/// Every fault with its place, in the order in which they are written.
fn faults(name: &str, text: &str, mut found: Vec<(String, Option<Range<usize>>)>) -> Error {
    found.sort_by_key(|(_, span)| span.as_ref().map_or(usize::MAX, |span| span.start));
    let fault = |(message, span): (String, Option<Range<usize>>)| {
        let place = span.as_ref().map(|span| {
            let (line, column) = line_and_column(text, span);
            format!("{name}:{line}:{column}: ")
        });
        FaultAt {
            place: place.unwrap_or_default(),
            message,
            source_text: span
                .is_some()
                .then(|| NamedSource::new(name, text.to_owned())),
            span: span.map(Into::into),
        }
    };
    Error::Plan {
        name: name.to_owned(),
        faults: found.into_iter().map(fault).collect(),
    }
}
