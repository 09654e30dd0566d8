//! `Games`: many games against bots, each with one seat for the caller, stepped together.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rummilab::SolverSpec;
use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::env::{Environment, Opponent, Seats, SharedSolver};

use crate::errors::Fault;
use crate::game::{candidate_fields_of, fields_of, mask_of};
use crate::number::{MOST_GAMES, MOST_PLAYS, MOST_ROWS, Whole};
use crate::pickle::{Remade, remade};
use crate::played::Refused;
use crate::rules::PyRules;

/// Many games that are stepped together. The step after the end of a game begins the next one.
#[pyclass(name = "Games", module = "rummilab", frozen)]
pub struct PyGames {
    /// The rules.
    #[pyo3(get)]
    rules: Py<PyRules>,
    opponents: Vec<String>,
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
    /// For each environment, the actions of the game, so that a pickle can play it again.
    actions: Vec<Vec<usize>>,
    seed: u64,
}

/// Where all games stand: the seed, and for each environment the number of games that have begun
/// and the actions of the last one.
type Standing = (u64, Vec<u64>, Vec<Vec<usize>>);

/// Names and lengths of the parts of a row.
type Fields = Vec<(&'static str, usize)>;

/// The result of a step, which arrays share: observations, masks, rewards (float64), and 1 for each
/// finished game; then the rows of candidates, and 1 for each game with plays that have no row.
type Stepped<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

impl All {
    fn begin(&mut self, at: usize, seat: Option<usize>) -> Result<(), Refused> {
        let deal = self.begun[at] * self.games.len() as u64 + at as u64;
        self.begun[at] += 1;
        self.actions[at].clear();
        let players = self.games[at].environment().players();
        let seat = seat.unwrap_or((self.seed.wrapping_add(deal) % players as u64) as usize);
        Ok(self.games[at].reset(self.seed, deal, Seat(seat))?)
    }

    /// Steps a game, or begins its next one.
    fn step(&mut self, at: usize, action: i64, seat: Option<usize>) -> Result<(), Refused> {
        let game = &mut self.games[at];
        if self.begun[at] == 0 {
            return Err(Refused::Input(
                "no game has begun; call `reset` first".to_owned(),
            ));
        }
        if game.environment().to_move().is_none() {
            return self.begin(at, seat);
        }
        let last = self.candidates.unwrap_or(game.environment().actions() - 1);
        let known = usize::try_from(action)
            .ok()
            .filter(|action| *action <= last);
        let Some(action) = known else {
            let why = format!("game {at}: action is {action}; expected 0 to {last}");
            return Err(Refused::Input(why));
        };
        let stepped = match self.candidates {
            Some(most) => game.take_candidate(action, most),
            None => game.step(action),
        };
        stepped.map_err(|error| Refused::Input(format!("game {at}: {error}")))?;
        self.actions[at].push(action);
        Ok(())
    }

    fn observations(&mut self) -> Result<Observations, Refused> {
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
                .extend(environment.rewards()[seat].to_ne_bytes());
            found.over.push(u8::from(ended));
        }
        Ok(found)
    }
}

/// The result of a step as bytes for Python, which may write to them.
#[derive(Default)]
struct Observations {
    seen: Vec<u8>,
    masks: Vec<u8>,
    /// As float64.
    rewards: Vec<u8>,
    over: Vec<u8>,
    rows: Vec<u8>,
    more: Vec<u8>,
}

impl PyGames {
    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies `change` to all games without Python's lock, and returns their state.
    fn change<'py>(
        &self,
        py: Python<'py>,
        change: impl FnOnce(&mut All) -> Result<(), Refused> + Send,
    ) -> Result<Stepped<'py>, Fault> {
        let found = py.detach(|| {
            let mut all = self.lock();
            change(&mut all)?;
            all.observations()
        })?;
        let bytes = |bytes: &[u8]| PyByteArray::new(py, bytes);
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
        rules: Py<PyRules>,
        opponents: Vec<String>,
        count: Whole,
        seat: Option<Whole>,
        candidates: Option<Whole>,
    ) -> Result<PyGames, Fault> {
        let known = &rules.get().rules;
        let count = count.within("num_envs", 1..=MOST_GAMES)?;
        let players = opponents.len() + 1;
        let seat = seat.map(|seat| seat.seat(players)).transpose()?;
        // Every game has a row for each candidate and one more.
        let most = MOST_PLAYS.min(MOST_ROWS / count - 1);
        let candidates = candidates.map(|number| number.within("candidates", 1..=most));
        let candidates = candidates.transpose()?;
        let specs = opponents.iter().map(|name| name.parse::<BotSpec>());
        let specs: Vec<BotSpec> = specs.collect::<Result<_, _>>().map_err(Fault::input)?;
        let solver = SharedSolver::new(SolverSpec::default().make());
        let game = |_| {
            let environment = Environment::new(known, players, 0, solver.boxed())?;
            // Nobody looks at the tables of many games.
            let environment = if count > 1 {
                environment.with_any_table()
            } else {
                environment
            };
            let opponents = specs.iter().map(|spec| Opponent {
                name: spec.to_string(),
                bot: spec.make_with(solver.boxed()),
            });
            Ok(Seats::new(environment, opponents.collect())?)
        };
        let games: Vec<Seats> = (0..count).map(game).collect::<Result<_, Fault>>()?;
        let all = All {
            begun: vec![0; games.len()],
            actions: vec![Vec::new(); games.len()],
            games,
            candidates,
            seed: 0,
        };
        Ok(PyGames {
            rules,
            opponents,
            seat,
            all: Mutex::new(all),
        })
    }

    /// The number of actions, the fields of an observation, and those of a candidate.
    fn shape(&self) -> (usize, Fields, Fields) {
        let mut all = self.lock();
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
    fn reset<'py>(&self, py: Python<'py>, seed: Whole) -> Result<Stepped<'py>, Fault> {
        let seed = seed.seed("seed")?;
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
                return Err(Refused::Input(message));
            }
            let mut steps = actions.iter().enumerate();
            steps.try_for_each(|(at, action)| all.step(at, i64::from_ne_bytes(*action), self.seat))
        })
    }

    /// The tiles laid so far, the table and the caller's rack of a game.
    fn state(&self, at: Whole) -> Result<(String, String, String), Fault> {
        let mut all = self.lock();
        let at = at.within("game", 0..=all.games.len() - 1)?;
        let game = &mut all.games[at];
        let seat = game.seat();
        let environment = game.environment();
        let rack = environment.rack(seat).saturating_sub(&environment.laid());
        Ok((
            environment.laid().to_string(),
            environment.table().to_string(),
            rack.to_string(),
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        let all = self.lock();
        let standing = (all.seed, all.begun.clone(), all.actions.clone());
        let state = (
            self.rules.clone_ref(py),
            self.opponents.clone(),
            all.games.len(),
            self.seat,
            all.candidates,
            standing,
        );
        remade(py, "games_played", state)
    }
}

/// Games that stand so: each is played again, and its bots think again.
#[pyfunction]
pub fn games_played(
    py: Python<'_>,
    rules: Py<PyRules>,
    opponents: Vec<String>,
    count: Whole,
    seat: Option<Whole>,
    candidates: Option<Whole>,
    standing: Standing,
) -> Result<PyGames, Fault> {
    let games = PyGames::new(rules, opponents, count, seat, candidates)?;
    let (seed, begun, actions) = standing;
    py.detach(|| {
        let mut all = games.lock();
        all.seed = seed;
        for (at, (begun, actions)) in begun.into_iter().zip(actions).enumerate() {
            if begun > 0 && at < all.games.len() {
                all.begun[at] = begun - 1;
                all.begin(at, games.seat)?;
                for action in actions {
                    all.step(at, action as i64, games.seat)?;
                }
            }
        }
        Ok::<(), Refused>(())
    })?;
    Ok(games)
}
