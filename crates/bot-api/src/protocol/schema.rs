//! The JSON Schema of the protocol, generated from the message types.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::messages::{Ask, BotReply};

/// A line of the protocol, in either direction.
#[derive(JsonSchema)]
#[schemars(untagged, title = "rummilab bot protocol, version 1: one line")]
#[expect(dead_code, reason = "only its schema is used")]
enum Line {
    /// A request.
    Ask(Box<Ask>),
    /// An answer.
    Answer(Box<BotReply>),
}

/// [`SCHEMA`](super::SCHEMA), made from the message types.
pub fn schema() -> serde_json::Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    generator.into_root_schema_for::<Line>().to_value()
}
