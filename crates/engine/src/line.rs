//! A line of a batch as JSON: its `id`, and errors with line and column. A line is one object
//! without unknown or repeated fields; its `id` is a text or a number.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::error::{Error, LineError};

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// An `id` exactly as written; null if unknown.
pub type Id = Option<Box<RawValue>>;

/// The field that every line may have.
#[derive(Deserialize)]
struct AnyLine<'a> {
    #[serde(borrow, default, deserialize_with = "written")]
    id: Option<&'a RawValue>,
}

/// A field exactly as written, including null.
pub(crate) fn written<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The sets of a table, each as its tiles.
#[derive(Debug, Default)]
pub struct SetTexts(pub Vec<String>);

impl<'de> Deserialize<'de> for SetTexts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SetTexts, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = SetTexts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"a list of sets such as ["R3 R4 R5","K7 B7 O7"]"#)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, sets: A) -> Result<SetTexts, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(sets)).map(SetTexts)
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// A request that cannot be read or answered.
#[derive(Debug)]
pub struct Refusal {
    /// The `id` of the line.
    pub id: Id,
    pub error: Box<Error>,
}

impl Refusal {
    /// The refusal as a line of JSON, which names the line of the batch if given.
    pub fn to_json(&self, line: Option<u64>) -> String {
        let status = match *self.error {
            Error::Unsupported(_) => "unsupported",
            _ => "error",
        };
        let place = line.map(|line| format!("line {line}: "));
        let error = format!("{}{}", place.unwrap_or_default(), self.error);
        refusal(&self.id, status, &error)
    }
}

/// A refusal as a line of JSON: its status, `error` or `unsupported`, and the reason.
pub fn refusal(id: &Id, status: &str, error: &str) -> String {
    json_line(&RefusalAnswer { id, status, error })
}

#[derive(Serialize)]
struct RefusalAnswer<'a> {
    id: &'a Id,
    status: &'a str,
    error: &'a str,
}

/// Reads and answers a line.
pub fn answer_line(
    line: &[u8],
    answer: impl FnOnce(&Id, &str) -> Result<String, Error>,
) -> Result<String, Refusal> {
    let refused = |id: Id| {
        move |error: Error| Refusal {
            id,
            error: Box::new(error),
        }
    };
    if line.len() > LONGEST_LINE {
        return Err(refused(None)(LineError::TooLong(LONGEST_LINE).into()));
    }
    let text = text_of(line).map_err(|error| refused(None)(error.into()))?;
    let id = id_of(text).map_err(|error| refused(None)(error.into()))?;
    answer(&id, text).map_err(refused(id))
}

/// An answer as a line of compact JSON, ending with a line break.
///
/// # Panics
/// If it contains something without a JSON form; answers are texts, numbers and lists of these.
pub fn json_line(answer: &impl Serialize) -> String {
    let line = serde_json::to_string(answer);
    line.expect("texts, numbers and lists of these are always JSON") + "\n"
}

/// The text of a line, without a byte order mark.
///
/// # Errors
/// If it is not UTF-8.
fn text_of(bytes: &[u8]) -> Result<&str, LineError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| LineError::NotUtf8(error.valid_up_to() + 1))
}

/// The `id` of a line. It is found even if the rest of the line is wrong, provided that the line is
/// JSON.
pub fn id_of(text: &str) -> Result<Id, LineError> {
    let any = serde_json::from_str(text).ok().filter(|_| is_object(text));
    let Some(AnyLine { id: Some(id) }) = any else {
        return Ok(None);
    };
    match id.get().as_bytes().first() {
        Some(b'"' | b'-' | b'0'..=b'9') => Ok(Some(id.to_owned())),
        _ => Err(LineError::Id(id.get().to_owned())),
    }
}

/// Checked because serde would also accept a list of the fields.
fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Reads all fields of the line.
pub fn fields_of<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, LineError> {
    if !is_object(text) {
        let start: String = text.trim().chars().take(20).collect();
        return Err(LineError::NotAnObject(start));
    }
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message);
        LineError::Json(error.column(), message.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_comes_back_as_it_was_written() {
        for id in [
            r#""x""#,
            r#""\u00e9""#,
            "7",
            "-1.50",
            "123456789012345678901234567890",
            "1e400",
        ] {
            let line = format!(r#"{{"a":[1],"id": {id} ,"b":null}}"#);
            let found = id_of(&line).unwrap().unwrap();
            assert_eq!(found.get(), id);
        }
        for id in ["null", "true", "[1]", "{}"] {
            assert!(id_of(&format!(r#"{{"id":{id}}}"#)).is_err(), "{id}");
        }
        for line in ["{}", "", "[1]", "{\"id\":1", "{\"id\":1,\"id\":2}"] {
            assert!(id_of(line).unwrap().is_none(), "{line}");
        }
    }
}
