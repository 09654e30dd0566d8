//! Requests of a page: games between a person and bots, questions about positions, recorded games.
//! The answers hold all that a page shows, so a page needs no rules. `crates/web/ENGINE.md`
//! describes every request.

mod about;
mod bounds;
mod bytes;
mod club;
mod error;
mod game;
mod jobs;
mod records;
mod refusals;
mod review;
mod rules;
mod state;
mod work;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rummilab_arena::{Clock, Plan, Players, StopFlag};
use rummilab_core::RuleSet;
use rummilab_core::notation::parse_table;
use rummilab_play::Target;
use rummilab_record::Header;
use rummilab_solver::{Goal, Solver};
use rummilab_words::{Language, Say};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub use bounds::{BOUNDS, Bound};
pub use error::RequestError;
pub use jobs::{IDLE, MOST_JOBS};

use crate::line::{Id, fields_of, id_of, json_line};
use crate::line_rules::{LineRules, no_rule_files};
use crate::position_line::read_position;
use crate::requests::game::PlayedGame;
use crate::requests::jobs::Jobs;
use crate::requests::records::OpenRecord;
use crate::requests::review::RunningReview;
use crate::requests::work::Step;
use crate::solve::{LineQuestion, MOST_PLAYS, SolveLines};

/// Most games that are kept; a new one replaces that which nobody has asked for for longest.
const MOST_GAMES: usize = 64;

/// Most solvers that are kept for the next questions.
const MOST_SOLVERS: usize = 2;

/// The exercises that ship, one a line; `data/SOURCE.md` describes their origin.
const PUZZLES: &str = include_str!("../../puzzles.jsonl");

/// What an engine needs from its program.
pub struct Parts {
    pub players: Box<dyn Players + Send>,
    pub solver: fn() -> Box<dyn Solver>,
    /// The header of the record of a plan, with the versions of its bots.
    pub header: fn(&Plan) -> Header,
    /// The clock for timing solvers and jobs.
    pub clock: Clock,
    /// Does a task on a thread of its own; returns whether there is one. Without threads a job is
    /// worked on while somebody asks for it.
    pub spawn: fn(Box<dyn FnOnce() + Send>) -> bool,
    /// Deals of a review that a job plays out between two looks whether it was cancelled.
    pub deals_at_once: usize,
}

/// Answers requests, each a JSON object, with JSON objects. Several threads may ask at the same
/// time: only requests about one game wait for each other.
pub struct Engine(Arc<Shared>);

/// What requests and jobs share. No lock but that of a game, or of a review, is held while anything
/// is worked out.
struct Shared {
    parts: Parts,
    solvers: Mutex<Vec<Box<dyn Solver>>>,
    rules: LineRules,
    /// The only rules that are offered; `None` for all that ship.
    given: Option<RuleSet>,
    games: Mutex<Games>,
    record: Mutex<Option<Arc<OpenRecord>>>,
    review: Mutex<Option<Arc<RunningReview>>>,
    jobs: Mutex<Jobs>,
}

#[derive(Default)]
struct Games {
    last: u64,
    /// The number of times that any game was asked for.
    asked: u64,
    /// The games, each with that number when it was asked for last.
    kept: BTreeMap<u64, (u64, Arc<Mutex<PlayedGame>>)>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("games", &locked(&self.0.games).kept.keys())
            .finish_non_exhaustive()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        locked(&self.0.jobs).end();
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
    /// The locale of the language in which sentences come; English unless given.
    language: Option<String>,
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
    /// The table after the turn to find instead; the same table means to wait.
    better: Option<&'a str>,
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
        Engine(Arc::new(Shared {
            parts,
            solvers: Mutex::default(),
            rules: rules.expect("a preset"),
            given: None,
            games: Mutex::default(),
            record: Mutex::default(),
            review: Mutex::default(),
            jobs: Mutex::default(),
        }))
    }

    /// The same engine, which offers these rules alone.
    ///
    /// # Panics
    /// If a job is at work.
    #[must_use]
    pub fn with_rules(mut self, rules: RuleSet) -> Engine {
        let shared = Arc::get_mut(&mut self.0);
        shared.expect("a new engine").given = Some(rules);
        self
    }

    /// The answer to a request, ending with a line break: `{"id":…,"answer":…}` or
    /// `{"id":…,"error":"…"}`. After an error the state is unchanged.
    pub fn answer(&self, request: &str) -> String {
        self.answer_unless(&StopFlag::default(), request)
    }

    /// The same, but soon after `stop` is set a game that is watched, or a review, ends with an
    /// error.
    pub fn answer_unless(&self, stop: &StopFlag, request: &str) -> String {
        let id = id_of(request).unwrap_or_default();
        let request = fields_of::<Request<'_>>(request);
        let locale = request
            .as_ref()
            .ok()
            .and_then(|asked| asked.language.as_deref());
        let language = locale.map_or(Language::English, Language::of);
        match request
            .map_err(RequestError::from)
            .and_then(|asked| self.answered(&asked, language, stop))
        {
            Ok(answer) => json_line(&Answer { id: &id, answer }),
            Err(error) => json_line(&Refused {
                id: &id,
                error: error.say(language),
            }),
        }
    }

    fn answered(
        &self,
        Request { ask, with, .. }: &Request<'_>,
        language: Language,
        stop: &StopFlag,
    ) -> Result<Box<RawValue>, RequestError> {
        let with = with.map_or("{}", RawValue::get);
        match ask.as_str() {
            "start" => json(&self.0.start(&fields_of(with)?, language)?),
            _ => self.0.asked(ask, with, language, stop),
        }
    }
}

impl Shared {
    fn asked(
        &self,
        ask: &str,
        with: &str,
        language: Language,
        stop: &StopFlag,
    ) -> Result<Box<RawValue>, RequestError> {
        let complete = bounds::check(ask, with)?;
        let answer = self.within_bounds(ask, with, language, stop)?;
        debug_assert!(complete, "a number of `{ask}` has no range: {with}");
        Ok(answer)
    }

    fn within_bounds(
        &self,
        ask: &str,
        with: &str,
        language: Language,
        stop: &StopFlag,
    ) -> Result<Box<RawValue>, RequestError> {
        match ask {
            "about" => json(&about::about(language, self.given.as_ref())),
            "rules" => json(&rules::shown(language, &fields_of(with)?)?),
            "typed" => json(&rules::typed(language, &fields_of(with)?)?),
            "solve" => self.solve(with, language),
            "club" => json(&club::club(fields_of(with)?, language)?),
            "club-season" => json(&club::ranked_season(&fields_of(with)?, language)?),
            "job" => json(&self.job(&fields_of(with)?, language)?),
            "cancel" => json(&self.cancel(&fields_of(with)?)),
            "new" => self.keep(language, PlayedGame::new(&fields_of(with)?, &self.parts)?),
            "resume" => self.keep(
                language,
                PlayedGame::resume(&fields_of(with)?, &self.parts)?,
            ),
            "close" => {
                let OfGame { game } = fields_of(with)?;
                let there = locked(&self.games).kept.remove(&game).is_some();
                json(&there)
            }
            "open" => {
                let record = OpenRecord::read(&fields_of(with)?)?;
                let list = json(&record.list())?;
                *locked(&self.record) = Some(Arc::new(record));
                Ok(list)
            }
            "watch" => {
                let mut work = self.work(ask, with, language, stop)?;
                loop {
                    match work.step(self, language, stop)? {
                        Step::More(rest, _) => work = rest,
                        Step::Done(answer) => return Ok(answer),
                    }
                }
            }
            "replay" => {
                let record = locked(&self.record).clone().ok_or(RequestError::NoRecord)?;
                let mut judge = self.parts.players.judge();
                json(&record.replay(&fields_of(with)?, judge.as_mut())?)
            }
            "review" => {
                let review = self.review_of(&fields_of(with)?)?;
                review.examine(&self.parts, stop)?;
                let state = json(&review.state(language))?;
                *locked(&self.review) = Some(Arc::new(review));
                Ok(state)
            }
            "review-on" => {
                let review = self.reviewed()?;
                review.further(&fields_of(with)?, &self.parts, stop)?;
                json(&review.state(language))
            }
            "try" => {
                let review = self.reviewed()?;
                self.keep(language, review.try_turn(&fields_of(with)?, &self.parts)?)
            }
            "puzzles" => {
                let lines: Vec<&str> = PUZZLES.lines().collect();
                raw(format!("[{}]", lines.join(",")))
            }
            "puzzle" => {
                let request: PuzzleRequest<'_> = fields_of(with)?;
                let position = request.position.get();
                let position = read_position(position, &mut self.rules.clone(), Goal::Tiles)?;
                let question = position.question;
                let target = match (request.better, request.tiles) {
                    (Some(table), _) => Target::Better(parse_table(table, &question.rules)?),
                    (None, Some(tiles)) => Target::Tiles(tiles),
                    (None, None) => Target::Most,
                };
                let game = PlayedGame::puzzle(question, target, &self.parts)?;
                self.keep(language, game)
            }
            "state" | "bot" | "save" | "record" | "steps" | "redeal" => {
                let OfGame { game } = fields_of(with)?;
                let played = self.game(game)?;
                let mut played = locked(&played);
                played.speak(language);
                match ask {
                    "state" => json(&played.state(game, None)),
                    "bot" => {
                        let said = played.bot_turn()?;
                        json(&played.state(game, said))
                    }
                    "save" => json(&played.saved()?),
                    "steps" => json(&played.steps()?),
                    "redeal" => {
                        *played = played.redealt(&self.parts)?;
                        played.speak(language);
                        json(&played.state(game, None))
                    }
                    _ => json(&played.record(self.parts.header)?),
                }
            }
            "move" => {
                let moved: game::MoveRequest = fields_of(with)?;
                let played = self.game(moved.game)?;
                let mut played = locked(&played);
                played.speak(language);
                played.shift(&moved)?;
                json(&played.state(moved.game, None))
            }
            "fits" => {
                let picked: game::FitsRequest = fields_of(with)?;
                let played = self.game(picked.game)?;
                json(&locked(&played).fits(&picked.tiles))
            }
            "command" => {
                let typed: game::CommandRequest = fields_of(with)?;
                let played = self.game(typed.game)?;
                let mut played = locked(&played);
                played.speak(language);
                let said = played.command(&typed.command)?;
                json(&played.state(typed.game, Some(said)))
            }
            _ => Err(RequestError::NoSuchRequest(ask.to_owned())),
        }
    }

    fn game(&self, number: u64) -> Result<Arc<Mutex<PlayedGame>>, RequestError> {
        let mut games = locked(&self.games);
        games.asked += 1;
        let now = games.asked;
        let found = games.kept.get_mut(&number);
        let (asked, game) = found.ok_or(RequestError::NoGame(number))?;
        *asked = now;
        Ok(Arc::clone(game))
    }

    fn reviewed(&self) -> Result<Arc<RunningReview>, RequestError> {
        locked(&self.review).clone().ok_or(RequestError::NoReview)
    }

    fn keep(
        &self,
        language: Language,
        mut game: PlayedGame,
    ) -> Result<Box<RawValue>, RequestError> {
        game.speak(language);
        let number = {
            let mut games = locked(&self.games);
            games.last += 1;
            games.last
        };
        let state = json(&game.state(number, None))?;
        let mut games = locked(&self.games);
        if games.kept.len() == MOST_GAMES {
            let ages = games
                .kept
                .iter()
                .map(|(number, (asked, _))| (*asked, *number));
            let oldest = ages.min().map(|(_, number)| number);
            oldest.map(|number| games.kept.remove(&number));
        }
        games.asked += 1;
        let asked = (games.asked, Arc::new(Mutex::new(game)));
        games.kept.insert(number, asked);
        Ok(state)
    }

    fn solve(&self, with: &str, language: Language) -> Result<Box<RawValue>, RequestError> {
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
        let mut lines = lines.with_clock(self.parts.clock).speaking(language);
        let line = request.position.get().as_bytes();
        let kept = locked(&self.solvers).pop();
        let mut solver = kept.unwrap_or_else(self.parts.solver);
        let answer = lines.answer(solver.as_mut(), line);
        let mut solvers = locked(&self.solvers);
        if solvers.len() < MOST_SOLVERS {
            solvers.push(solver);
        }
        drop(solvers);
        let answer = answer.map_err(|refusal| refusal.error)?;
        raw(answer.trim_end().to_owned())
    }
}

/// What a lock guards. After a panic it is unchanged or refuses further requests.
fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn json(answer: &impl Serialize) -> Result<Box<RawValue>, RequestError> {
    raw(json_line(answer).trim_end().to_owned())
}

fn raw(text: String) -> Result<Box<RawValue>, RequestError> {
    RawValue::from_string(text).map_err(|error| RequestError::Json(error.to_string()))
}
