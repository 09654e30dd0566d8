//! A game with its steps: what `Game` plays, and what a pickle plays again.

use std::fmt::Display;
use std::iter::repeat_n;

use rummilab::SolverSpec;
use rummilab::arena::Players;
use rummilab::chance::{Key, Seed, Stream};
use rummilab::core::{Action, RuleSet, Table, TileCounts};
use rummilab::engine::TableText;
use rummilab::env::{EnvError, Environment};
use rummilab::runs::Roster;

use crate::errors::{Fault, Kind};
use crate::rules::{FIELDS, PyRules};

impl From<EnvError> for Fault {
    fn from(error: EnvError) -> Fault {
        match error {
            EnvError::Unsupported(error) => Fault::new(Kind::Unsupported, error),
            EnvError::Solve(error) => error.into(),
            EnvError::Deal(error) => Fault::run(error),
            error => Fault::input(error),
        }
    }
}

/// Why a game did not take a step. It becomes an exception once the game is no longer locked,
/// because that takes Python's lock, whose holder may wait for the game.
pub enum Refused {
    Environment(EnvError),
    Input(String),
}

impl From<EnvError> for Refused {
    fn from(error: EnvError) -> Refused {
        Refused::Environment(error)
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        match refused {
            Refused::Environment(error) => error.into(),
            Refused::Input(why) => Fault::input(why),
        }
    }
}

/// A game with what led to its state, so that a pickle can play it again.
pub struct Played {
    pub environment: Environment,
    pub begun: Begun,
    pub steps: Vec<Step>,
}

/// The beginning of a game: the racks as counts if they were given, and seed and number of the deal
/// if the tiles were dealt, which may have been later.
pub type Begun = (Option<Vec<Vec<u8>>>, Option<(u64, u64)>);

/// A step of a game: its name and its numbers. A step that lays a whole table has it behind [`LAY`]
/// in its name.
pub type Step = (String, Vec<usize>);

/// What the name of a step begins with that lays a whole table.
pub const LAY: &str = "lay ";

impl Played {
    /// The game that begins so.
    pub fn begin(rules: &PyRules, players: usize, begun: Begun) -> Result<Played, Fault> {
        let solver = SolverSpec::default().make();
        let known = &rules.rules;
        let mut environment = match &begun.0 {
            None => Environment::new(known, players, 0, solver)?,
            Some(racks) => {
                let racks = racks.iter().map(|rack| rules.multiset_of(rack));
                let racks = racks.collect::<Result<Vec<TileCounts>, Fault>>()?;
                Environment::with_racks(known, racks.into_iter().collect(), solver)?
            }
        };
        if let Some((seed, deal)) = begun.1 {
            environment.reset(seed, deal)?;
        }
        Ok(Played {
            environment,
            begun,
            steps: Vec::new(),
        })
    }

    /// Takes a step. On an error nothing has changed.
    pub fn take(&mut self, rules: &RuleSet, step: Step) -> Result<(), Refused> {
        let game = &mut self.environment;
        let kind = |at: usize| rules.kinds().nth(at);
        if let Some(text) = step.0.strip_prefix(LAY) {
            let text = TableText::Line(text.to_owned());
            let table = FIELDS.table("table", &text, rules);
            let table = table.map_err(|error| Refused::Input(error.to_string()))?;
            game.to_move().ok_or(EnvError::Over)?;
            game.act(&Action::Play(table))?;
            self.steps.push(step);
            return Ok(());
        }
        match (step.0.as_str(), step.1.as_slice()) {
            ("act", [action]) => game.step(*action)?,
            ("row", [row, most]) => game.take_candidate(*row, *most)?,
            ("play", counts) => {
                let each = rules.kinds().zip(counts);
                let tiles = each.flat_map(|(tile, count)| repeat_n(tile, *count));
                game.play(tiles.collect())?;
            }
            ("next", [at]) if kind(*at).is_some_and(|tile| game.draws_next(tile)) => {}
            ("begin", [at]) if kind(*at).is_some_and(|tile| game.begin_with(tile)) => {}
            ("next", [at]) => {
                let why = format!("kind {at} cannot be drawn next: the pool has none of it");
                return Err(Refused::Input(why));
            }
            ("begin", [at]) => {
                return Err(Refused::Input(format!(
                    "the turn cannot begin with kind {at}; `first_draws` says with which it can"
                )));
            }
            (name, _) => return Err(Refused::Input(format!("`{name}` is no step of a game"))),
        }
        self.steps.push(step);
        Ok(())
    }

    /// The tiles that a bot of the roster lays on this turn.
    pub fn ask(&self, name: &str, seed: u64) -> Result<TileCounts, Refused> {
        let refused = |error: &dyn Display| Refused::Input(error.to_string());
        let game = &self.environment;
        let seat = game.to_move().ok_or(EnvError::Over)?;
        let mut bot = Roster::new().bot(name).map_err(|error| refused(&error))?;
        let key = Key::sample(Seed::from(seed), &format!("ask {}", self.steps.len()), 0);
        bot.new_game(seat);
        let action = bot.act(&game.view(seat), &mut Stream::new(key));
        let Action::Play(after) = action.map_err(|fault| refused(&fault))? else {
            return Ok(TileCounts::EMPTY);
        };
        let counts = |table: &Table| table.counts().unwrap_or(TileCounts::EMPTY);
        Ok(counts(&after).saturating_sub(&counts(game.table())))
    }
}
