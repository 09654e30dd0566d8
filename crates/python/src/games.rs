//! `Games`: many games against bots, each with one seat for the caller, stepped together.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rummilab::SolverSpec;
use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::env::{Environment, Opponent, Seats, SharedSolver};

use crate::errors::Fault;
use crate::game::{at_least_one, candidate_fields_of, fields_of, mask_of};
use crate::rules::PyRules;

/// Many games that are stepped together. The step after the end of a game begins the next one.
#[pyclass(name = "Games", module = "rummilab", frozen)]
pub struct PyGames {
    /// The rules.
    #[pyo3(get)]
    rules: Py<PyRules>,
    /// The caller's seat. With `None` the seat changes with each deal: seed plus deal, modulo
    /// players.
    seat: Option<usize>,
    all: Mutex<All>,
}

struct All {
    games: Vec<Seats>,
    /// If given, actions are rows of candidates, and this is their largest number of plays.
    candidates: Option<usize>,
    /// For each environment, the number of games that have begun.
    begun: Vec<u64>,
    seed: u64,
}

/// Names and lengths of the parts of a row.
type Fields = Vec<(&'static str, usize)>;

/// The result of a step: observations, masks, rewards (float32), and 1 for each finished game; then
/// the rows of candidates, and 1 for each game with plays that have no row.
type Stepped<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

impl All {
    fn begin(&mut self, at: usize, seat: Option<usize>) -> Result<(), Fault> {
        let deal = self.begun[at] * self.games.len() as u64 + at as u64;
        self.begun[at] += 1;
        let players = self.games[at].environment().players();
        let seat = seat.unwrap_or((self.seed.wrapping_add(deal) % players as u64) as usize);
        Ok(self.games[at].reset(self.seed, deal, Seat(seat))?)
    }

    /// Steps a game, or begins its next one.
    fn step(&mut self, at: usize, action: i64, seat: Option<usize>) -> Result<(), Fault> {
        let game = &mut self.games[at];
        if game.environment().to_move().is_none() {
            return self.begin(at, seat);
        }
        let action = usize::try_from(action).unwrap_or(usize::MAX);
        let stepped = match self.candidates {
            Some(most) => game.take_candidate(action, most),
            None => game.step(action),
        };
        stepped.map_err(|error| Fault::input(format!("game {at}: {error}")))
    }

    fn observations(&mut self) -> Result<Observations, Fault> {
        let mut found = Observations::default();
        for game in &mut self.games {
            let seat = game.seat();
            let environment = game.environment();
            environment.observe(seat, &mut found.seen);
            let ended = environment.to_move().is_none();
            let (mut legal, idle) = match self.candidates {
                Some(most) => {
                    let rows = environment.candidate_rows(most)?;
                    found.rows.extend(rows.features);
                    found.more.push(u8::from(rows.more));
                    (rows.legal, 0)
                }
                None => (environment.legal()?, environment.actions() - 1),
            };
            // The next action begins a game: some action must be there to choose.
            legal[idle] |= ended;
            found.masks.extend(mask_of(&legal));
            found
                .rewards
                .extend((environment.rewards()[seat] as f32).to_ne_bytes());
            found.over.push(u8::from(ended));
        }
        Ok(found)
    }
}

/// The result of a step as bytes for Python.
#[derive(Default)]
struct Observations {
    seen: Vec<u8>,
    masks: Vec<u8>,
    /// As float32.
    rewards: Vec<u8>,
    over: Vec<u8>,
    rows: Vec<u8>,
    more: Vec<u8>,
}

impl PyGames {
    /// Applies `change` to all games without Python's lock, and returns their state.
    fn change<'py>(
        &self,
        py: Python<'py>,
        change: impl FnOnce(&mut All) -> Result<(), Fault> + Send,
    ) -> Result<Stepped<'py>, Fault> {
        let found = py.detach(|| {
            let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
            change(&mut all)?;
            all.observations()
        })?;
        let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
        Ok((
            bytes(&found.seen),
            bytes(&found.masks),
            bytes(&found.rewards),
            bytes(&found.over),
            bytes(&found.rows),
            bytes(&found.more),
        ))
    }
}

#[pymethods]
impl PyGames {
    #[new]
    fn new(
        py: Python<'_>,
        rules: Py<PyRules>,
        opponents: Vec<String>,
        count: usize,
        seat: Option<usize>,
        candidates: Option<usize>,
    ) -> Result<PyGames, Fault> {
        let known = &rules.bind(py).get().rules;
        let players = opponents.len() + 1;
        if let Some(seat) = seat.filter(|seat| *seat >= players) {
            return Err(Fault::input(format!(
                "there is no seat {seat}; seats are 0 to {}",
                players - 1
            )));
        }
        candidates.map_or(Ok(0), at_least_one)?;
        let specs = opponents.iter().map(|name| name.parse::<BotSpec>());
        let specs: Vec<BotSpec> = specs.collect::<Result<_, _>>().map_err(Fault::input)?;
        let solver = SharedSolver::new(SolverSpec::default().make());
        let game = |_| {
            let environment = Environment::new(known, players, 0, solver.boxed())?;
            let opponents = specs.iter().map(|spec| Opponent {
                name: spec.to_string(),
                bot: spec.make_with(solver.boxed()),
            });
            Ok(Seats::new(environment, opponents.collect())?)
        };
        let games: Vec<Seats> = (0..count).map(game).collect::<Result<_, Fault>>()?;
        let all = All {
            begun: vec![0; games.len()],
            games,
            candidates,
            seed: 0,
        };
        Ok(PyGames {
            rules,
            seat,
            all: Mutex::new(all),
        })
    }

    /// The number of actions, the fields of an observation, and those of a candidate.
    fn shape(&self) -> (usize, Fields, Fields) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let candidates = all.candidates;
        let first = all.games.first_mut();
        first.map_or((0, Vec::new(), Vec::new()), |game| {
            let environment = game.environment();
            let actions = candidates.map_or(environment.actions(), |most| most + 1);
            let fields = fields_of(environment);
            (actions, fields, candidate_fields_of(environment))
        })
    }

    /// Begins a new game in every place.
    fn reset<'py>(&self, py: Python<'py>, seed: u64) -> Result<Stepped<'py>, Fault> {
        self.change(py, |all| {
            all.seed = seed;
            all.begun.fill(0);
            (0..all.games.len()).try_for_each(|at| all.begin(at, self.seat))
        })
    }

    /// Takes one action, an int64, in each game.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8]) -> Result<Stepped<'py>, Fault> {
        let (actions, _) = actions.as_chunks::<8>();
        self.change(py, |all| {
            if actions.len() != all.games.len() {
                let message = format!("{} actions for {} games", actions.len(), all.games.len());
                return Err(Fault::input(message));
            }
            let mut steps = actions.iter().enumerate();
            steps.try_for_each(|(at, action)| all.step(at, i64::from_ne_bytes(*action), self.seat))
        })
    }

    /// The tiles laid so far, the table and the caller's rack of a game.
    fn state(&self, at: usize) -> Result<(String, String, String), Fault> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let game = all.games.get_mut(at);
        let game = game.ok_or_else(|| Fault::input(format!("there is no game {at}")))?;
        let seat = game.seat();
        let environment = game.environment();
        let rack = environment.rack(seat).saturating_sub(&environment.laid());
        Ok((
            environment.laid().to_string(),
            environment.table().to_string(),
            rack.to_string(),
        ))
    }
}
