//! The range of every number of a request, and the one place that checks it. `crates/web/ENGINE.md`
//! has the same table.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::error::RequestError;

/// The range of a number of some requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The names of the requests.
    pub asks: &'static [&'static str],
    /// The field; one in an object of a field as `position.me`. Lists count as their elements.
    pub field: &'static str,
    pub least: u64,
    pub most: u64,
}

/// The largest whole number that every reader of JSON keeps.
const MOST_NAME: u64 = (1 << 53) - 1;

const fn bound(asks: &'static [&'static str], field: &'static str, least: u64, most: u64) -> Bound {
    Bound {
        asks,
        field,
        least,
        most,
    }
}

/// The range of every number of every request.
pub const BOUNDS: &[Bound] = &[
    bound(&["new", "watch"], "seed", 0, u64::MAX),
    bound(&["new", "watch", "review"], "seat", 0, 5),
    bound(
        &["state", "redeal", "move", "command", "fits"],
        "game",
        1,
        MOST_NAME,
    ),
    bound(
        &["bot", "save", "record", "close", "steps"],
        "game",
        1,
        MOST_NAME,
    ),
    bound(&["move", "fits"], "tiles.set", 0, 999),
    bound(&["move", "fits"], "tiles.at", 0, 999),
    bound(&["move"], "to", 0, 999),
    bound(&["open"], "bytes", 0, 255),
    bound(&["replay", "review"], "block", 0, MOST_NAME),
    bound(&["replay", "review"], "game", 0, 65_535),
    bound(&["review"], "work", 0, 2_000_000),
    bound(&["review-on"], "deals", 0, 1000),
    bound(&["try"], "turn", 0, 65_535),
    bound(&["puzzle"], "tiles", 0, 999),
    bound(&["solve", "puzzle"], "position.me", 0, 5),
    bound(&["solve", "puzzle"], "position.owners", 0, 5),
    bound(&["solve", "puzzle"], "position.most", 1, 1000),
    bound(&["solve", "puzzle"], "position.certified.tiles", 0, 65_535),
    bound(&["solve", "puzzle"], "position.certified.value", 0, 65_535),
    bound(&["club"], "do.new.rounds", 1, 100),
    bound(&["club"], "do.new.seats", 3, 4),
    bound(&["club"], "do.new.seed", 0, 4_294_967_295),
    bound(&["club"], "do.enter.round", 1, 101),
    bound(&["club"], "do.enter.table", 1, 999),
    bound(&["club"], "do.enter.game", 1, 4),
    bound(&["club"], "do.check.round", 1, 101),
    bound(&["club"], "do.check.table", 1, 999),
    bound(&["club"], "do.check.game", 1, 4),
    bound(&["club"], "do.sheets.round", 1, 101),
    bound(&["job", "cancel"], "job", 1, MOST_NAME),
    bound(&["job"], "wait", 0, 1000),
];

/// What is checked elsewhere (`start` asks a request, options are rules) or is not read.
const ELSEWHERE: &[&str] = &[
    "with",
    "position.id",
    "position.options",
    "position.difficulty",
    "position.why",
];

/// Refuses a number out of its range in the argument of a request; returns whether all have one.
/// Whatever else is wrong is found by who reads it.
pub fn check(ask: &str, with: &str) -> Result<bool, RequestError> {
    let (fault, complete) = (Cell::new(None), Cell::new(true));
    let walk = Walk {
        ask,
        path: "",
        bound: None,
        fault: &fault,
        complete: &complete,
    };
    let _ = walk.deserialize(&mut serde_json::Deserializer::from_str(with));
    fault.into_inner().map_or(Ok(complete.get()), Err)
}

/// Walks through a value of this field.
struct Walk<'w> {
    ask: &'w str,
    path: &'w str,
    bound: Option<&'static Bound>,
    fault: &'w Cell<Option<RequestError>>,
    /// Whether every number so far has a range.
    complete: &'w Cell<bool>,
}

impl Walk<'_> {
    fn number<E: Error>(&self, number: Option<u64>) -> Result<(), E> {
        let Some(Bound { least, most, .. }) = self.bound else {
            self.complete.set(false);
            return Ok(());
        };
        if number.is_some_and(|number| (least..=most).contains(&&number)) {
            return Ok(());
        }
        let fault = RequestError::OutOfRange(self.path.to_owned(), *least, *most);
        self.fault.set(Some(fault));
        Err(E::custom("a number out of its range"))
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the argument of a request")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.number(Some(number))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.number(None)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.number(None)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Walk { ..self })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(Name(name)) = fields.next_key()? {
            let path = match self.path {
                "" => name.into_owned(),
                above => format!("{above}.{name}"),
            };
            if ELSEWHERE.contains(&path.as_str()) {
                fields.next_value::<IgnoredAny>()?;
                continue;
            }
            let mut of_ask = BOUNDS.iter().filter(|bound| bound.asks.contains(&self.ask));
            fields.next_value_seed(Walk {
                bound: of_ask.find(|bound| bound.field == path),
                path: &path,
                ..self
            })?;
        }
        Ok(())
    }
}

/// A name, borrowed if it is written without escapes.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
