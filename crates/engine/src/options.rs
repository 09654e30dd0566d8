//! Reads `"options":{…}` of a batch line into the form `key=value` of `--option`. Null and values
//! without a TOML form are errors.

use serde_json::{Map, Value};

use crate::error::LineError;

/// Every option of this JSON object, in the order of its keys. Texts are read as after `--option`,
/// so that `"none"` and `"4"` mean the same there and here.
pub fn options_of(json: &str) -> Result<Vec<String>, LineError> {
    let options: Map<String, Value> =
        serde_json::from_str(json).map_err(|_| LineError::Options(json.to_owned()))?;
    options
        .into_iter()
        .map(|(key, value)| match value {
            Value::String(text) => Ok(format!("{key}={text}")),
            value => match toml::Value::try_from(&value) {
                Ok(toml) => Ok(format!("{key}={toml}")),
                Err(_) => Err(LineError::OptionValue(key, value.to_string())),
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_value_becomes_an_option() {
        let options =
            options_of(r#"{"a":1,"b":true,"c":"none","d":[100,200],"e":{"J":1},"f":"R B","g":-1}"#);
        assert_eq!(
            options.unwrap(),
            [
                "a=1",
                "b=true",
                "c=none",
                "d=[100, 200]",
                "e={ J = 1 }",
                "f=R B",
                "g=-1"
            ]
        );
        for bad in [r#"{"a":null}"#, "[]", "3", r#"{"a":[null]}"#] {
            assert!(options_of(bad).is_err(), "{bad}");
        }
    }
}
