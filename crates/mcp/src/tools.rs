//! The only list of the tools: name, description, schema and function.

use std::any::Any;

use rmcp::handler::server::common::schema_for_type;
use rmcp::model::{JsonObject, Tool};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::ToolError;
use crate::session::Session;

/// The function of a tool.
type Run = Box<dyn Fn(&mut Session, JsonObject) -> Result<Value, ToolError> + Send + Sync>;

/// A tool.
pub struct Entry {
    /// The description for clients.
    pub tool: Tool,
    run: Run,
}

impl Entry {
    /// Calls the function of the tool.
    pub fn call(&self, session: &mut Session, arguments: JsonObject) -> Result<Value, ToolError> {
        (self.run)(session, arguments)
    }
}

/// All tools.
pub fn tools() -> Vec<Entry> {
    vec![
        entry(
            "solve",
            "Solves a Rummikub turn exactly: the most tiles (or points) that can be laid from a \
             rack, and the table \
             afterwards, with the fewest changes. Rearranging the table is taken into account. \
             Also lists all plays, \
             or says what each tile that could be drawn would do.",
            Session::solve,
        ),
        entry(
            "check_turn",
            "Judges a turn by the rules: whether the table after it is legal, and if not, why.",
            Session::check_turn,
        ),
        entry(
            "explain_steps",
            "Explains the best turn of a position in sentences that a person can follow with the \
             tiles in hand, with \
             the table after each.",
            Session::explain_steps,
        ),
        entry(
            "advise",
            "Advises a player at a real table, from what happened so far: the most that can be \
             laid, what a strong \
             player would do and why (holding tiles back often wins more), useful draws, and the \
             chance that the next \
             player goes out.",
            Session::advise,
        ),
        entry(
            "new_game",
            "Begins a game of Rummikub between you and one to three bots, and says what you see. \
             Then call play_turn \
             when it is your turn (stage `person`), and bot_move when it is theirs (stage `bot`).",
            Session::new_game,
        ),
        entry(
            "play_turn",
            "Plays your turn in a game: `lay` with the whole table as it shall be, or `draw`. An \
             illegal turn is \
             refused with the reason and changes nothing.",
            Session::play_turn,
        ),
        entry(
            "bot_move",
            "Plays the turns of the bots until it is your turn or the game is over.",
            Session::bot_move,
        ),
        entry(
            "review",
            "Reviews a game that is over: each turn of a seat with what was best, what it cost in \
             win rate, and a \
             grade; the costliest turns in words. May take minutes.",
            Session::review,
        ),
    ]
}

fn entry<A>(
    name: &'static str,
    about: &'static str,
    run: fn(&mut Session, &A) -> Result<Value, ToolError>,
) -> Entry
where
    A: DeserializeOwned + JsonSchema + Any,
{
    Entry {
        tool: Tool::new(name, about, schema_for_type::<A>()),
        run: Box::new(move |session, arguments| {
            let arguments = serde_json::from_value(Value::Object(arguments));
            run(session, &arguments.map_err(ToolError::Arguments)?)
        }),
    }
}
