//! One line of a batch as JSON: its `id`, and errors that say line and column. Refuses unknown and repeated fields, an
//! `id` that is neither text nor number, and whatever is not one object.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::output::json_line;

/// An `id` exactly as it was written, or null where none is known.
pub type Id = Option<Box<RawValue>>;

/// What every line has.
#[derive(Deserialize)]
struct AnyLine<'a> {
    #[serde(borrow, default, deserialize_with = "written")]
    id: Option<&'a RawValue>,
}

/// A field as it was written, null too.
fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The answer to a line that could not be read or must not be answered.
#[derive(Debug, Serialize)]
pub struct Refusal<'a> {
    /// As in the line.
    pub id: &'a Id,
    /// `error` or `unsupported`.
    pub status: &'static str,
    /// What is wrong.
    pub error: String,
}

impl<'a> Refusal<'a> {
    /// Refuses with this error, which lies in the line of this number.
    pub fn new(id: &'a Id, line: Option<u64>, error: &Error) -> Refusal<'a> {
        let status = match error {
            Error::Unsupported(_) => "unsupported",
            _ => "error",
        };
        let place = line
            .map(|line| format!("line {line}: "))
            .unwrap_or_default();
        let error = format!("{place}{}", error.one_line());
        Refusal { id, status, error }
    }

    /// As a line of output.
    pub fn to_line(&self) -> Result<Vec<u8>, Error> {
        json_line(self)
    }
}

/// The text of a line, without a byte order mark.
pub fn text_of(bytes: &[u8]) -> Result<&str, Error> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let column = error.valid_up_to() + 1;
        Error::Input(format!("not UTF-8 from byte {column} on"))
    })
}

/// The `id` of a line. It is found even where the rest of the line is wrong, as long as the line is JSON.
pub fn id_of(text: &str) -> Result<Id, Error> {
    let any = serde_json::from_str(text).ok().filter(|_| is_object(text));
    let Some(AnyLine { id: Some(id) }) = any else {
        return Ok(None);
    };
    match id.get().as_bytes().first() {
        Some(b'"' | b'-' | b'0'..=b'9') => Ok(Some(id.to_owned())),
        _ => Err(Error::Input(format!(
            "`id` is {}; expected a text or a number",
            id.get()
        ))),
    }
}

/// serde would also take a list, field by field.
fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Reads the whole line.
pub fn fields_of<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    if !is_object(text) {
        let start: String = text.trim().chars().take(20).collect();
        return Err(Error::Input(format!(
            "`{start}` is no JSON object; expected one such as {{\"id\":1,…}}"
        )));
    }
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message);
        Error::Input(format!("column {}: {message}", error.column()))
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
