//! A person's game through requests: new games, resumed games, moves, saving.

use rummilab_arena::{PersonError, Plan, PlanSpec, RulesEntry};
use rummilab_core::{Table, Tile};
use rummilab_play::{
    ActionError, Command, MoveTarget, Pick, Puzzle, Session, Setting, Target, asking_rules, level,
    refusal_text, sentence,
};
use rummilab_record::{Header, PERSON, Unfinished, Writer};
use rummilab_solver::Solver;
use rummilab_words::{Language, Say, explained};
use serde::{Deserialize, Serialize};

use super::Parts;
use super::error::RequestError;
use super::state::GameState;
use crate::Question;
use crate::line_rules::{no_rule_files, read_rules};

/// A game between a person and bots, or an exercise.
pub enum PlayedGame {
    Game(Box<Session>),
    /// An exercise, and its judge.
    Puzzle(Box<Puzzle>, Box<dyn Solver>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    rules: String,
    #[serde(default)]
    options: Vec<String>,
    /// The level of each bot, or of each seat if some are `person`.
    pub(super) levels: Vec<String>,
    #[serde(default)]
    seat: usize,
    /// The names of the people at this device, where there are several.
    #[serde(default)]
    names: Vec<String>,
    seed: u64,
}

/// The level of a seat that is no bot's, where several people share a device.
const PERSON_LEVEL: &str = "person";

/// A saved game, as returned by [`PlayedGame::saved`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    plan: String,
    /// The game, as a line of JSON.
    saved: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

#[derive(Serialize)]
pub struct BestTurn {
    /// The tiles laid; empty if none can be laid.
    played: String,
    steps: Vec<TurnStep>,
}

#[derive(Serialize)]
struct TurnStep {
    /// A sentence without a full stop.
    text: String,
    /// The sets after this step, complete or not.
    table: Vec<String>,
}

/// The record of a game.
#[derive(Serialize)]
pub struct RecordFile {
    bytes: Vec<u8>,
}

/// A tile to move: `{"rack":"R6"}` or `{"set":0,"at":2}`.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum PickedTile {
    Rack { rack: TileText },
    Table { set: usize, at: usize },
}

/// A tile in the notation.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub struct TileText(Tile);

impl TryFrom<String> for TileText {
    type Error = String;

    fn try_from(text: String) -> Result<TileText, String> {
        let tile = text.parse::<Tile>();
        tile.map(TileText).map_err(|error| error.to_string())
    }
}

/// A destination: the index of a set, from 0, or a word.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    Set(usize),
    Other(OtherPlace),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OtherPlace {
    New,
    Rack,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    pub game: u64,
    tiles: Vec<PickedTile>,
    to: Place,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitsRequest {
    pub game: u64,
    pub tiles: Vec<PickedTile>,
}

/// A command as people type it in the terminal: `undo`, `end`, `R6 > 2`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    pub game: u64,
    pub command: String,
}

/// The plan of one game against bots of these levels. With a person, the person's seat stays free,
/// and the person may have new tiles dealt. Several people have none dealt.
pub fn plan_of(request: &NewGame, person: bool) -> Result<Plan, RequestError> {
    let mut rules = read_rules(&request.rules, &request.options, no_rule_files)?;
    let several = request.levels.iter().any(|level| level == PERSON_LEVEL);
    if person && !several {
        rules = asking_rules(&rules, &request.options);
    }
    let mut bots = Vec::new();
    for name in &request.levels {
        if person && name == PERSON_LEVEL {
            bots.push(PERSON.to_owned());
            continue;
        }
        let found = level(name).ok_or_else(|| RequestError::NoLevel(name.clone()))?;
        bots.push(found.bot.to_owned());
    }
    if person && !several {
        bots.insert(request.seat.min(bots.len()), PERSON.to_owned());
    }
    Ok(Plan::new(&PlanSpec {
        players: bots.len() as u64,
        bots,
        deals: 1,
        seed: request.seed,
        format: "seats".to_owned(),
        rules: RulesEntry::from(&rules),
        ..PlanSpec::default()
    })?)
}

impl PlayedGame {
    pub fn new(request: &NewGame, parts: &Parts) -> Result<PlayedGame, RequestError> {
        let setting = Setting::shared(plan_of(request, true)?)?;
        PlayedGame::begin(setting.with_names(request.names.clone()), parts)
    }

    /// The same game with new tiles, which the person demanded for the pairs on the first rack.
    pub fn redealt(&self, parts: &Parts) -> Result<PlayedGame, RequestError> {
        let PlayedGame::Game(session) = self else {
            return Err(RequestError::NoGameHere);
        };
        if !session.may_redeal() {
            return Err(PersonError::NoRedeal.into());
        }
        let setting = session.setting();
        let setting = Setting::redealt(setting.plan().clone(), setting.redeals() + 1)?;
        PlayedGame::begin(setting, parts)
    }

    fn begin(setting: Setting, parts: &Parts) -> Result<PlayedGame, RequestError> {
        let session = Session::new(setting, &*parts.players, (parts.solver)())?;
        Ok(PlayedGame::Game(Box::new(session.without_seat_numbers())))
    }

    pub fn resume(request: &SavedGame, parts: &Parts) -> Result<PlayedGame, RequestError> {
        let plan = Plan::from_toml(&request.plan)?;
        let saved = Unfinished::from_line(&request.saved)?;
        PlayedGame::continued(plan, &saved, &request.names, parts)
    }

    /// A game that continues from a turn of it.
    pub fn go_on(
        plan: Plan,
        saved: &Unfinished,
        parts: &Parts,
    ) -> Result<PlayedGame, RequestError> {
        PlayedGame::continued(plan, saved, &[], parts)
    }

    fn continued(
        plan: Plan,
        saved: &Unfinished,
        names: &[String],
        parts: &Parts,
    ) -> Result<PlayedGame, RequestError> {
        let setting = Setting::of_saved(plan, saved)?.with_names(names.to_vec());
        let session = Session::resume(setting, &*parts.players, (parts.solver)(), saved)?;
        Ok(PlayedGame::Game(Box::new(session.without_seat_numbers())))
    }

    /// Chooses the language of its sentences.
    pub fn speak(&mut self, language: Language) {
        match self {
            PlayedGame::Game(session) => session.speak(language),
            PlayedGame::Puzzle(puzzle, _) => puzzle.speak(language),
        }
    }

    fn language(&self) -> Language {
        match self {
            PlayedGame::Game(session) => session.language(),
            PlayedGame::Puzzle(puzzle, _) => puzzle.language(),
        }
    }

    pub fn puzzle(
        question: Question,
        target: Target,
        parts: &Parts,
    ) -> Result<PlayedGame, RequestError> {
        let mut solver = (parts.solver)();
        let puzzle = Puzzle::new(
            question.rules,
            question.before.unwrap_or_default(),
            question.position.rack,
            question.position.opened,
            target,
            &mut solver,
        );
        Ok(PlayedGame::Puzzle(Box::new(puzzle?), solver))
    }

    /// Its state; `said` is what just happened.
    pub fn state(&mut self, number: u64, said: Option<String>) -> GameState {
        match self {
            PlayedGame::Game(session) => GameState::of(session, number, said),
            PlayedGame::Puzzle(puzzle, solver) => {
                GameState::of_puzzle(puzzle, number, said, solver)
            }
        }
    }

    /// Plays the turn of the bot to move; returns what it did, as a sentence.
    pub fn bot_turn(&mut self) -> Result<Option<String>, RequestError> {
        let said = self.session()?.bot_turn()?;
        Ok(said.map(|said| sentence(&said)))
    }

    pub fn shift(&mut self, request: &MoveRequest) -> Result<(), RequestError> {
        let to = match request.to {
            Place::Set(set) => MoveTarget::Set(set),
            Place::Other(OtherPlace::New) => MoveTarget::New,
            Place::Other(OtherPlace::Rack) => MoveTarget::Rack,
        };
        let picks = picks(&request.tiles);
        match self {
            PlayedGame::Game(session) => {
                let moved = session.shift(&picks, to);
                moved.map_err(|refusal| RequestError::Refused(refusal_text(session, &refusal)))
            }
            PlayedGame::Puzzle(puzzle, _) => {
                let moved = puzzle.shift(&picks, to);
                moved.map_err(|why| RequestError::Refused(why.say(puzzle.language())))
            }
        }
    }

    /// The places where these tiles would be legal.
    pub fn fits(&self, tiles: &[PickedTile]) -> Vec<Place> {
        let picks = picks(tiles);
        let fits = match self {
            PlayedGame::Game(session) => session.draft().fits(session.rules(), &picks),
            PlayedGame::Puzzle(puzzle, _) => puzzle.draft().fits(puzzle.rules(), &picks),
        };
        let place = |target| match target {
            MoveTarget::Set(set) => Place::Set(set),
            MoveTarget::New => Place::Other(OtherPlace::New),
            MoveTarget::Rack => Place::Other(OtherPlace::Rack),
        };
        fits.into_iter().map(place).collect()
    }

    pub fn command(&mut self, text: &str) -> Result<String, RequestError> {
        match self {
            PlayedGame::Game(session) => {
                let command = Command::parse(text, session.rules())?;
                let done = session.command(&command);
                done.map_err(|refusal| RequestError::Refused(refusal_text(session, &refusal)))
            }
            PlayedGame::Puzzle(puzzle, solver) => {
                let nothing = |()| String::new();
                let done = match Command::parse(text, puzzle.rules())? {
                    Command::Undo => puzzle.undo().map(nothing),
                    Command::Redo => puzzle.redo().map(nothing),
                    Command::Reset => puzzle.reset().map(nothing),
                    Command::Sort => {
                        puzzle.sort();
                        Ok(String::new())
                    }
                    Command::Hint => Ok(puzzle.hint()),
                    Command::Best => puzzle.show_best(),
                    Command::End => puzzle.end(solver),
                    Command::Draw => puzzle.wait(),
                    _ => return Err(RequestError::NoGameHere),
                };
                done.map_err(|refusal| match refusal {
                    ActionError::Illegal(illegal) => {
                        let why = explained(puzzle.language(), &illegal, puzzle.rules());
                        RequestError::Refused(why)
                    }
                    other => RequestError::Refused(other.say(puzzle.language())),
                })
            }
        }
    }

    /// The best turn as steps.
    pub fn steps(&mut self) -> Result<BestTurn, RequestError> {
        let advice = match self {
            PlayedGame::Game(session) => {
                let best = session.best_turn();
                best.map_err(|refusal| RequestError::Refused(refusal_text(session, &refusal)))?
            }
            PlayedGame::Puzzle(puzzle, _) => puzzle.advice().clone(),
        };
        let sets = |table: &Table| table.sets().iter().map(ToString::to_string).collect();
        let steps = advice.told_steps(self.language());
        let steps = steps.into_iter().zip(&advice.frames);
        Ok(BestTurn {
            played: advice.played.to_string(),
            steps: steps
                .map(|(text, table)| TurnStep {
                    text,
                    table: sets(table),
                })
                .collect(),
        })
    }

    pub fn saved(&self) -> Result<SavedGame, RequestError> {
        match self {
            PlayedGame::Game(session) => Ok(SavedGame {
                plan: session.setting().plan().to_toml(),
                saved: session.saved().to_line(),
                names: session.setting().names().to_vec(),
            }),
            PlayedGame::Puzzle(..) => Err(RequestError::NoGameHere),
        }
    }

    /// The record of a finished game.
    pub fn record(&mut self, header: fn(&Plan) -> Header) -> Result<RecordFile, RequestError> {
        let session = self.session()?;
        let block = session.block().ok_or(RequestError::NotOver)?;
        let written = Writer::new(Vec::new(), &header(session.setting().plan()));
        let written = written.and_then(|mut writer| {
            writer.append(&block)?;
            Ok(writer.into_inner())
        });
        let bytes = written.map_err(|error| RequestError::Json(error.to_string()))?;
        Ok(RecordFile { bytes })
    }

    fn session(&mut self) -> Result<&mut Session, RequestError> {
        match self {
            PlayedGame::Game(session) => Ok(session),
            PlayedGame::Puzzle(..) => Err(RequestError::NoGameHere),
        }
    }
}

fn picks(tiles: &[PickedTile]) -> Vec<Pick> {
    let pick = |tile: &PickedTile| match *tile {
        PickedTile::Rack { rack } => Pick::Rack(rack.0),
        PickedTile::Table { set, at } => Pick::Table { set, at },
    };
    tiles.iter().map(pick).collect()
}
