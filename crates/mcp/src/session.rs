//! The state behind the tools: one engine with its games, and the questions to it.

use rummilab::arena::system_clock;
use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::core::notation::parse_tiles;
use rummilab::engine::{CheckLines, Engine, LineRules, Parts, no_rule_files};
use rummilab::play::Adviser;
use rummilab::play::advise::{AdviseSession, Advisers, Notebook};
use rummilab::runs::{Roster, header_of, judge};
use serde_json::{Value, json};

use crate::arguments::{
    Advise, NewGame, OfGame, PlayTurn, Position, Review, Solve, Turn, TurnAction,
};
use crate::error::ToolError;
use crate::game_view::{game_view, sets};

/// The bot that advises.
const ADVISER: &str = "champion";
/// Deals of a review that are played out between two checks of its progress.
const DEALS_AT_ONCE: u64 = 64;

/// The engine and the games of one client.
pub struct Session {
    engine: Engine,
    /// Whether the client no longer wants the answer in hand.
    is_cancelled: Box<dyn Fn() -> bool + Send>,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// A session without games.
    pub fn new() -> Session {
        let engine = Engine::new(Parts {
            players: Box::new(Roster::new()),
            solver: judge,
            header: header_of,
            clock: system_clock,
            spawn: |_| false,
            deals_at_once: DEALS_AT_ONCE as usize,
        });
        Session {
            engine,
            is_cancelled: Box::new(|| false),
        }
    }

    /// Ends the next call early once this says so.
    pub fn stop_if(&mut self, is_cancelled: impl Fn() -> bool + Send + 'static) {
        self.is_cancelled = Box::new(is_cancelled);
    }

    /// The best play, all plays, or the effects of draws.
    pub fn solve(&mut self, solve: &Solve) -> Result<Value, ToolError> {
        let asked = json!({
            "question": solve.question,
            "goal": solve.goal,
            "position": solve.position,
        });
        self.ask("solve", &asked)
    }

    /// The best turn as sentences, each with the table after the step.
    pub fn explain_steps(&mut self, position: &Position) -> Result<Value, ToolError> {
        let asked = json!({"question": "best", "position": position});
        let answer = self.ask("solve", &asked)?;
        let parts = ["status", "tiles", "played", "table", "steps"];
        let shown = parts.iter().filter_map(|key| {
            let value = answer.get(*key)?;
            Some(((*key).to_owned(), value.clone()))
        });
        Ok(Value::Object(shown.collect()))
    }

    /// Whether a turn is legal; if not, the reason.
    pub fn check_turn(&mut self, turn: &Turn) -> Result<Value, ToolError> {
        let rules = LineRules::new("original", &[], no_rule_files);
        let rules = rules.map_err(|why| ToolError::Refused(why.to_string()))?;
        let line = json!(turn).to_string();
        let verdict = CheckLines::new(rules).answer(&mut judge(), line.as_bytes());
        let verdict = verdict.map_err(|refusal| ToolError::Refused(refusal.error.to_string()))?;
        read(&verdict)
    }

    /// Advice for a game at a real table.
    pub fn advise(&mut self, asked: &Advise) -> Result<Value, ToolError> {
        let rules = rummilab::rules(&asked.rules)?;
        let options: Vec<&str> = asked.options.iter().map(String::as_str).collect();
        let rules = rules.with_options(&options);
        let rules = rules.map_err(|why| ToolError::Refused(why.to_string()))?;
        let notebook = Notebook::new(&rules, asked.players, Seat(asked.seat));
        let notebook = notebook.map_err(|why| ToolError::Refused(why.to_string()))?;
        let mut advise = AdviseSession::new(notebook, advisers()?);
        let mut reply = None;
        for (at, line) in asked.lines.iter().enumerate() {
            let answered = advise.enter(line);
            if !answered.ok {
                return Err(ToolError::Line {
                    line: at + 1,
                    text: line.clone(),
                    why: answered.text(),
                });
            }
            reply = Some(answered);
        }
        let reply = reply.unwrap_or_else(|| advise.enter(""));
        serde_json::to_value(&reply).map_err(ToolError::Answer)
    }

    /// A new game against bots.
    pub fn new_game(&mut self, game: &NewGame) -> Result<Value, ToolError> {
        let asked = json!({
            "rules": game.rules,
            "options": game.options,
            "levels": game.levels,
            "seat": game.seat,
            "seed": game.seed,
        });
        Ok(game_view(&self.ask("new", &asked)?))
    }

    /// The model's turn: tiles laid, or a draw. A refused turn leaves the game unchanged.
    pub fn play_turn(&mut self, turn: &PlayTurn) -> Result<Value, ToolError> {
        let state = self.ask("state", &json!({"game": turn.game}))?;
        match state["stage"].as_str() {
            // Whoever begins.
            _ if turn.action == TurnAction::Redeal => {}
            Some("person") => {}
            Some("over") => return Err(ToolError::NotYourTurn("the game is over")),
            _ => return Err(ToolError::NotYourTurn("call bot_move first")),
        }
        let state = match turn.action {
            TurnAction::Redeal => self.ask("redeal", &json!({"game": turn.game}))?,
            TurnAction::Draw => self.command(turn.game, "draw")?,
            TurnAction::PutBack => self.command(turn.game, "back")?,
            TurnAction::Lay => {
                let laid = self.lay(turn, &state);
                if laid.is_err() {
                    let _ = self.command(turn.game, "reset");
                }
                laid?
            }
        };
        Ok(game_view(&state))
    }

    fn lay(&mut self, turn: &PlayTurn, state: &Value) -> Result<Value, ToolError> {
        if let Some(edit) = rewriting(state, &turn.table)? {
            self.command(turn.game, &edit)?;
        }
        self.command(turn.game, "end")
    }

    /// Plays the turns of the bots until the model is to move, or the game is over.
    pub fn bot_move(&mut self, &OfGame { game }: &OfGame) -> Result<Value, ToolError> {
        let mut state = self.ask("state", &json!({"game": game}))?;
        let mut said = Vec::new();
        while state["stage"] == "bot" {
            state = self.ask("bot", &json!({"game": game}))?;
            said.extend(state["said"].as_str().map(str::to_owned));
        }
        let mut view = game_view(&state);
        view["said"] = json!(said);
        Ok(view)
    }

    /// The review of each turn of a finished game.
    pub fn review(&mut self, review: &Review) -> Result<Value, ToolError> {
        let record = self.ask("record", &json!({"game": review.game}))?;
        self.ask("open", &json!({"bytes": record["bytes"]}))?;
        let mut asked = json!({"block": 0, "game": 0});
        if let Some(seat) = review.seat {
            asked["seat"] = json!(seat);
        }
        if let Some(work) = review.work {
            asked["work"] = json!(work);
        }
        let mut state = self.ask("review", &asked)?;
        while state["done"] == false {
            state = self.ask("review-on", &json!({"deals": DEALS_AT_ONCE}))?;
        }
        Ok(json!({
            "headline": state["headline"],
            "explained": state["explained"],
            "remarks": state["remarks"],
            "review": state["review"],
        }))
    }

    fn command(&mut self, game: u64, command: &str) -> Result<Value, ToolError> {
        self.ask("command", &json!({"game": game, "command": command}))
    }

    /// Asks the engine, unless the client has cancelled.
    fn ask(&mut self, what: &str, with: &Value) -> Result<Value, ToolError> {
        if (self.is_cancelled)() {
            return Err(ToolError::Cancelled);
        }
        let request = json!({"ask": what, "with": with}).to_string();
        let mut answer = read(&self.engine.answer(&request))?;
        match answer["error"].take() {
            Value::String(error) => Err(ToolError::Refused(error)),
            _ => Ok(answer["answer"].take()),
        }
    }
}

fn read(answer: &str) -> Result<Value, ToolError> {
    serde_json::from_str(answer).map_err(ToolError::Answer)
}

fn advisers() -> Result<Advisers, ToolError> {
    let bot = ADVISER.parse::<BotSpec>();
    let bot = bot.map_err(|why| ToolError::Refused(why.to_string()))?;
    Ok(Advisers {
        solver: judge(),
        bot: bot.make(),
        adviser: Adviser::new(judge()),
    })
}

/// The command that turns the table of this state into another; `None` if they are equal. Sets on
/// both tables are not touched, so that groups keep their owners.
fn rewriting(state: &Value, after: &[String]) -> Result<Option<String>, ToolError> {
    let rules = rummilab::rules(state["rules"].as_str().unwrap_or("original"))?;
    let parse = |set: usize, text: &String| {
        let tiles = parse_tiles(text, &rules).map_err(|why| ToolError::Set {
            set: set + 1,
            text: text.clone(),
            why,
        })?;
        let mut names: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        names.sort();
        Ok::<_, ToolError>(names)
    };
    let mut new: Vec<Vec<String>> = Vec::new();
    for (at, text) in after.iter().enumerate() {
        new.push(parse(at, text)?);
    }
    let mut gone = Vec::new();
    for (at, text) in sets(state).iter().enumerate() {
        let old = parse(at, text)?;
        match new.iter().position(|set| *set == old) {
            Some(same) => _ = new.swap_remove(same),
            None => gone.push((at + 1).to_string()),
        }
    }
    let sets: Vec<String> = new.iter().map(|set| set.join(" ")).collect();
    let sets = sets.join(" ; ");
    Ok(match (gone.is_empty(), new.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("lay {sets}")),
        (false, _) => Some(format!("{} = {sets}", gone.join(" "))),
    })
}
