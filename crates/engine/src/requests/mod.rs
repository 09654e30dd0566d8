//! Requests of a page: games between a person and bots, questions about positions, recorded games.
//! The answers hold all that a page shows, so a page needs no rules. `crates/web/ENGINE.md`
//! describes every request.

mod about;
mod error;
mod game;
mod records;
mod review;
mod rules;
mod state;

use std::collections::BTreeMap;

use rummilab_arena::{Clock, Plan, Players};
use rummilab_core::RuleSet;
use rummilab_record::Header;
use rummilab_solver::{Goal, Solver};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use error::RequestError;

use crate::line::{Id, fields_of, id_of, json_line};
use crate::line_rules::{LineRules, no_rule_files};
use crate::position_line::read_position;
use crate::requests::game::PlayedGame;
use crate::requests::records::OpenRecord;
use crate::requests::review::{ReviewRequest, RunningReview};
use crate::solve::{LineQuestion, MOST_PLAYS, SolveLines};

/// Most games that are kept; a new one replaces the oldest.
const MOST_GAMES: usize = 8;

/// The exercises that ship, one a line; `data/SOURCE.md` describes their origin.
const PUZZLES: &str = include_str!("../../puzzles.jsonl");

/// What an engine needs from its program.
pub struct Parts {
    pub players: Box<dyn Players + Send>,
    pub solver: fn() -> Box<dyn Solver>,
    /// The header of the record of a plan, with the versions of its bots.
    pub header: fn(&Plan) -> Header,
    /// The clock for timing solvers.
    pub clock: Clock,
}

/// Answers requests, each a JSON object, with JSON objects.
pub struct Engine {
    parts: Parts,
    solver: Box<dyn Solver>,
    rules: LineRules,
    /// The only rules that are offered; `None` for all that ship.
    given: Option<RuleSet>,
    games: BTreeMap<u64, PlayedGame>,
    next_game: u64,
    record: Option<OpenRecord>,
    review: Option<RunningReview>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("games", &self.games.keys())
            .finish_non_exhaustive()
    }
}

/// A request: its id, its name and its argument.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    /// Read separately, so that it is known even if the rest of the request is wrong.
    #[serde(borrow, rename = "id")]
    _id: Option<&'a RawValue>,
    ask: String,
    #[serde(borrow)]
    with: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Answer<'a> {
    id: &'a Id,
    answer: Box<RawValue>,
}

#[derive(Serialize)]
struct Refused<'a> {
    id: &'a Id,
    error: String,
}

/// A question about one position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveRequest<'a> {
    question: SolveQuestion,
    #[serde(default)]
    goal: SolveGoal,
    /// A line of `solve --batch`.
    #[serde(borrow)]
    position: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SolveQuestion {
    Best,
    Plays,
    AfterDraw,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum SolveGoal {
    #[default]
    Tiles,
    Value,
    OpeningValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleRequest<'a> {
    /// A line of `solve --batch`.
    #[serde(borrow)]
    position: &'a RawValue,
    /// Number of tiles to lay; by default the most that can be laid.
    tiles: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfGame {
    game: u64,
}

impl Engine {
    /// An engine without games.
    ///
    /// # Panics
    /// Never: the initial rules ship with the program.
    pub fn new(parts: Parts) -> Engine {
        let rules = LineRules::new("original", &[], no_rule_files);
        Engine {
            solver: (parts.solver)(),
            rules: rules.expect("a preset"),
            given: None,
            parts,
            games: BTreeMap::new(),
            next_game: 1,
            record: None,
            review: None,
        }
    }

    /// The same engine, which offers these rules alone.
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> Engine {
        self.given = Some(rules);
        self
    }

    /// The answer to a request, ending with a line break: `{"id":…,"answer":…}` or
    /// `{"id":…,"error":"…"}`. After an error the state is unchanged.
    pub fn answer(&mut self, request: &str) -> String {
        let id = id_of(request).unwrap_or_default();
        match self.asked(request) {
            Ok(answer) => json_line(&Answer { id: &id, answer }),
            Err(error) => json_line(&Refused {
                id: &id,
                error: error.to_string(),
            }),
        }
    }

    fn asked(&mut self, request: &str) -> Result<Box<RawValue>, RequestError> {
        let Request { ask, with, .. } = fields_of(request)?;
        let with = with.map_or("{}", RawValue::get);
        match ask.as_str() {
            "about" => json(&about::about(self.given.as_ref())),
            "rules" => json(&rules::shown(&fields_of(with)?)?),
            "typed" => json(&rules::typed(&fields_of(with)?)?),
            "solve" => self.solve(with),
            "new" => {
                let game = PlayedGame::new(&fields_of(with)?, &self.parts)?;
                self.keep(game)
            }
            "resume" => {
                let game = PlayedGame::resume(&fields_of(with)?, &self.parts)?;
                self.keep(game)
            }
            "close" => {
                let OfGame { game } = fields_of(with)?;
                let there = self.games.remove(&game).is_some();
                json(&there)
            }
            "open" => {
                let record = OpenRecord::read(&fields_of(with)?)?;
                let list = json(&record.list())?;
                self.record = Some(record);
                Ok(list)
            }
            "watch" => {
                let record = OpenRecord::play(&fields_of(with)?, &self.parts)?;
                let list = json(&record.list())?;
                self.record = Some(record);
                Ok(list)
            }
            "replay" => {
                let record = self.record.as_ref().ok_or(RequestError::NoRecord)?;
                let mut judge = self.parts.players.judge();
                json(&record.replay(&fields_of(with)?, judge.as_mut())?)
            }
            "review" => {
                let request: ReviewRequest = fields_of(with)?;
                let review = if request.again {
                    let last = self.review.as_ref().ok_or(RequestError::NoReview)?;
                    last.again(&request, &self.parts)?
                } else {
                    let record = self.record.as_ref().ok_or(RequestError::NoRecord)?;
                    RunningReview::begin(&request, record, &self.parts)?
                };
                json(&self.review.insert(review).state())
            }
            "review-on" => {
                let review = self.review.as_mut().ok_or(RequestError::NoReview)?;
                review.further(&fields_of(with)?, &self.parts)?;
                json(&review.state())
            }
            "try" => {
                let review = self.review.as_ref().ok_or(RequestError::NoReview)?;
                let game = review.try_turn(&fields_of(with)?, &self.parts)?;
                self.keep(game)
            }
            "puzzles" => {
                let lines: Vec<&str> = PUZZLES.lines().collect();
                raw(format!("[{}]", lines.join(",")))
            }
            "puzzle" => {
                let request: PuzzleRequest<'_> = fields_of(with)?;
                let position = request.position.get();
                let position = read_position(position, &mut self.rules, Goal::Tiles)?;
                let game = PlayedGame::puzzle(position.question, request.tiles, &self.parts)?;
                self.keep(game)
            }
            "state" | "bot" | "save" | "record" | "steps" => {
                let OfGame { game } = fields_of(with)?;
                let header = self.parts.header;
                let played = self.game(game)?;
                match ask.as_str() {
                    "state" => json(&played.state(game, None)),
                    "bot" => {
                        let said = played.bot_turn()?;
                        json(&played.state(game, said))
                    }
                    "save" => json(&played.saved()?),
                    "steps" => json(&played.steps()?),
                    _ => json(&played.record(header)?),
                }
            }
            "redeal" => {
                let OfGame { game } = fields_of(with)?;
                let found = self.games.get(&game).ok_or(RequestError::NoGame(game))?;
                let dealt = found.redealt(&self.parts)?;
                let played = self.game(game)?;
                *played = dealt;
                json(&played.state(game, None))
            }
            "move" => {
                let moved: game::MoveRequest = fields_of(with)?;
                let played = self.game(moved.game)?;
                played.shift(&moved)?;
                json(&played.state(moved.game, None))
            }
            "fits" => {
                let picked: game::FitsRequest = fields_of(with)?;
                let played = self.game(picked.game)?;
                json(&played.fits(&picked.tiles))
            }
            "command" => {
                let typed: game::CommandRequest = fields_of(with)?;
                let played = self.game(typed.game)?;
                let said = played.command(&typed.command)?;
                json(&played.state(typed.game, Some(said)))
            }
            _ => Err(RequestError::NoSuchRequest(ask)),
        }
    }

    fn game(&mut self, number: u64) -> Result<&mut PlayedGame, RequestError> {
        let found = self.games.get_mut(&number);
        found.ok_or(RequestError::NoGame(number))
    }

    fn keep(&mut self, mut game: PlayedGame) -> Result<Box<RawValue>, RequestError> {
        let number = self.next_game;
        let state = json(&game.state(number, None))?;
        self.next_game += 1;
        if self.games.len() == MOST_GAMES {
            self.games.pop_first();
        }
        self.games.insert(number, game);
        Ok(state)
    }

    fn solve(&mut self, with: &str) -> Result<Box<RawValue>, RequestError> {
        let request: SolveRequest<'_> = fields_of(with)?;
        let goal = match request.goal {
            SolveGoal::Tiles => Goal::Tiles,
            SolveGoal::Value => Goal::Value,
            SolveGoal::OpeningValue => Goal::OpeningValue,
        };
        let question = match request.question {
            SolveQuestion::Best => LineQuestion::Best { explain: true },
            SolveQuestion::Plays => LineQuestion::Plays { most: MOST_PLAYS },
            SolveQuestion::AfterDraw => LineQuestion::AfterDraw,
        };
        let lines = SolveLines::new(self.rules.clone(), goal, question);
        let mut lines = lines.with_clock(self.parts.clock);
        let line = request.position.get().as_bytes();
        let answer = lines.answer(self.solver.as_mut(), line);
        let answer = answer.map_err(|refusal| refusal.error)?;
        raw(answer.trim_end().to_owned())
    }
}

fn json(answer: &impl Serialize) -> Result<Box<RawValue>, RequestError> {
    raw(json_line(answer).trim_end().to_owned())
}

fn raw(text: String) -> Result<Box<RawValue>, RequestError> {
    RawValue::from_string(text).map_err(|error| RequestError::Json(error.to_string()))
}
