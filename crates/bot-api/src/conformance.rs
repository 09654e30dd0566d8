//! Conformance checks of the bot protocol: conversations with a program, and findings that say what
//! to fix. The arena checks how the program plays whole games.

use std::time::Duration;

use rummilab_core::RuleSet;
use serde::Serialize;
use serde_json::{Value, json};

use crate::BotFault;
use crate::external::{Conversation, External};
use crate::protocol::{Ask, NewGame, Reply, Request, State, VERSION, action_from};

/// Time that the bot has for requests without a clock in a game.
const PATIENCE: Duration = Duration::from_secs(10);
/// Length of the long test line, in bytes.
const LONG: usize = 900_000;

/// The finding of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was checked.
    pub check: String,
    /// Whether the check passed; `None` if there was nothing to check.
    pub ok: Option<bool>,
    /// What was found, or what is wrong.
    pub detail: String,
}

impl Finding {
    /// A finding from the result of a check.
    pub fn new(check: impl Into<String>, found: Result<String, String>) -> Finding {
        Finding {
            check: check.into(),
            ok: Some(found.is_ok()),
            detail: found.unwrap_or_else(|wrong| wrong),
        }
    }
}

/// How a program introduces itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduction {
    /// Its name and author, in words.
    pub who: String,
    /// The rule systems that it claims to play; `None` for any.
    pub plays: Option<Vec<String>>,
}

/// Conversations that check a program. Each returns what was found, or what is wrong.
///
/// ```
/// use rummilab_bot_api::conformance::{Conformance, Finding};
/// use rummilab_bot_api::external::{External, TimeControl};
///
/// // This program ends at once, whatever it is asked.
/// let external = External::new("true", TimeControl::NONE, None).unwrap();
/// let started = Conformance::new(&external).starts();
/// let finding = Finding::new("starts", started.map(|bot| bot.who));
/// assert_eq!(finding.ok, Some(false));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Conformance<'a> {
    external: &'a External,
}

/// A conversation about a game that has just begun.
struct BegunGame {
    conversation: Conversation,
    first_move: Value,
}

impl<'a> Conformance<'a> {
    /// Checks of this program.
    pub fn new(external: &'a External) -> Conformance<'a> {
        Conformance { external }
    }

    fn start(&self) -> Result<Conversation, String> {
        self.external.start().map_err(|fault| fault.to_string())
    }

    /// Checks that the program starts and introduces itself.
    ///
    /// # Errors
    /// What is wrong.
    pub fn starts(&self) -> Result<Introduction, String> {
        let conversation = self.start()?;
        let hello = conversation.hello().clone();
        conversation.end();
        let version = hello.version.map_or(String::new(), |v| format!(" {v}"));
        let plays = hello.rules.as_ref();
        let plays = plays.map_or("any rules".to_owned(), |rules| rules.join(", "));
        Ok(Introduction {
            who: format!("{}{version}, protocol {VERSION}, plays {plays}", hello.name),
            plays: hello.rules,
        })
    }

    /// Checks that the program picks our version if a future version is offered as well.
    ///
    /// # Errors
    /// What is wrong.
    pub fn version(&self) -> Result<String, String> {
        let offered = self.external.start_offering(&[VERSION, VERSION + 98]);
        let conversation = offered.map_err(|fault| fault.to_string())?;
        conversation.end();
        Ok(format!("picks {VERSION} of {VERSION} and {}", VERSION + 98))
    }

    fn begin(
        &self,
        rules: &RuleSet,
        first: &State,
        change: impl Fn(&mut Value),
    ) -> Result<BegunGame, String> {
        let mut conversation = self.start()?;
        let mut new_game = new_game(rules);
        change(&mut new_game);
        match ask(&mut conversation, new_game)? {
            Reply::Ready => {}
            other => return Err(format!("it answered {other:?} to newgame")),
        }
        let mut first_move = message(Request::Move {
            state: Box::new(first.clone()),
            events: Vec::new(),
            bank_ms: None,
            hidden: None,
        });
        change(&mut first_move);
        Ok(BegunGame {
            conversation,
            first_move,
        })
    }

    /// Checks that the program ignores fields that a later version may add.
    ///
    /// # Errors
    /// What is wrong.
    pub fn unknown_fields(&self, rules: &RuleSet, first: &State) -> Result<String, String> {
        let later = |message: &mut Value| {
            message["from_the_future"] = json!({"list": [1, null, "R3"], "flag": true});
            // The rules stay as they are: an unknown rule must be refused, never ignored.
            if message["state"].is_object() {
                message["state"]["from_the_future"] = json!([[], {}]);
            }
        };
        let mut begun = self.begin(rules, first, later)?;
        moves(&mut begun, rules)?;
        begun.conversation.end();
        Ok("are passed over".to_owned())
    }

    /// Checks that the program answers an unknown request with an error and continues the game.
    ///
    /// # Errors
    /// What is wrong.
    pub fn unknown_request(&self, rules: &RuleSet, first: &State) -> Result<String, String> {
        let mut begun = self.begin(rules, first, |_| {})?;
        let future = json!({"type": "fromthefuture", "list": [1]});
        match ask(&mut begun.conversation, future)? {
            Reply::Error { .. } => {}
            other => {
                return Err(format!(
                    "it answered {other:?} to a request that does not exist; expected an error"
                ));
            }
        }
        moves(&mut begun, rules)?;
        begun.conversation.end();
        Ok("is answered by an error, and the game goes on".to_owned())
    }

    /// Checks that the program continues after a refused `solve`.
    ///
    /// # Errors
    /// What is wrong.
    pub fn refused_solve(&self, rules: &RuleSet, first: &State) -> Result<String, String> {
        let mut begun = self.begin(rules, first, |_| {})?;
        begun.conversation.close_desk();
        moves(&mut begun, rules)?;
        let solves = begun.conversation.solves();
        begun.conversation.end();
        Ok(match solves {
            0 => "it does not ask the solver".to_owned(),
            _ => "it moves where the solver does not answer, too".to_owned(),
        })
    }

    /// Checks that the program reads a line of about a megabyte.
    ///
    /// # Errors
    /// What is wrong.
    pub fn long_line(&self, rules: &RuleSet, first: &State) -> Result<String, String> {
        let padding = "x".repeat(LONG);
        let mut begun = self.begin(rules, first, |message| message["padding"] = json!(padding))?;
        moves(&mut begun, rules)?;
        begun.conversation.end();
        Ok(format!("of {LONG} bytes is read"))
    }

    /// Checks that the program ends after `quit`.
    ///
    /// # Errors
    /// What is wrong.
    pub fn quits(&self) -> Result<String, String> {
        let conversation = self.start()?;
        if conversation.end() {
            Ok("it ends by itself".to_owned())
        } else {
            Err("it had to be ended by force half a second after `quit`".to_owned())
        }
    }

    /// Checks that the program ends when its input ends.
    ///
    /// # Errors
    /// What is wrong.
    pub fn ends_with_input(&self) -> Result<String, String> {
        let conversation = self.start()?;
        if conversation.close() {
            Ok("it ends by itself".to_owned())
        } else {
            Err("it had to be ended by force half a second after its input ended".to_owned())
        }
    }
}

/// A new game, as a message without its id.
fn new_game(rules: &RuleSet) -> Value {
    message(Request::NewGame(NewGame::first(rules, 2)))
}

/// Asks for the first move of a game and checks that the answer is an action.
fn moves(begun: &mut BegunGame, rules: &RuleSet) -> Result<(), String> {
    match ask(&mut begun.conversation, begun.first_move.clone())? {
        Reply::Move { action } => action_from(&action, rules)
            .map(|_| ())
            .map_err(|error| error.to_string()),
        other => Err(format!("it answered {other:?} to move")),
    }
}

/// A request without its id.
fn message(request: Request) -> Value {
    serde_json::to_value(Ask { id: 0, request }).unwrap_or_default()
}

fn ask(conversation: &mut Conversation, mut message: Value) -> Result<Reply, String> {
    message["id"] = json!(conversation.next_id());
    let answer = conversation.ask_raw(&message.to_string(), PATIENCE);
    answer
        .map(|(reply, _)| reply)
        .map_err(|fault: BotFault| fault.to_string())
}
