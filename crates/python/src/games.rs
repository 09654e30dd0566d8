//! `Games`: many games against bots, each with one seat for the caller, stepped together.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rummilab::SolverSpec;
use rummilab::bots::BotSpec;
use rummilab::core::Seat;
use rummilab::env::{EnvError, Environment, Opponent, Seats, SharedSolver};

use crate::errors::Fault;
use crate::game::{candidate_fields_of, fields_of, mask_of};
use crate::number::{MOST_GAMES, MOST_PLAYS, MOST_ROWS, MOST_THREADS, Whole};
use crate::pickle::{Remade, remade};
use crate::played::Refused;
use crate::rules::PyRules;

/// The fewest games of a thread, unless the caller says otherwise: threads begin anew with each
/// step.
const GAMES_OF_THREAD: usize = 8;

/// Many games that are stepped together. The step after the end of a game begins the next one.
#[pyclass(name = "Games", module = "rummilab", frozen)]
pub struct PyGames {
    /// The rules.
    #[pyo3(get)]
    rules: Py<PyRules>,
    opponents: Vec<String>,
    all: Mutex<All>,
}

struct All {
    games: Vec<Playing>,
    /// One for each thread.
    solver: SharedSolver,
    /// The number of threads asked for, if any.
    threads: Option<usize>,
    common: Common,
}

/// What all games have in common.
struct Common {
    /// If given, actions are rows of candidates, and this is their largest number of plays.
    candidates: Option<usize>,
    /// The caller's seat, if it is the same in every deal.
    seat: Option<usize>,
    seed: u64,
    /// The number of games.
    games: u64,
}

/// One of the games that are stepped together.
struct Playing {
    seats: Seats,
    /// Its number among all.
    number: u64,
    /// The number of games that have begun in this place.
    begun: u64,
    /// The actions of the game, so that a pickle can play it again.
    actions: Vec<usize>,
    shown: Shown,
}

/// What the caller sees of a game.
#[derive(Default)]
struct Shown {
    seen: Vec<u8>,
    mask: Vec<u8>,
    reward: f64,
    over: bool,
    rows: Vec<u8>,
    /// With candidates: whether there are plays without a row.
    more: Option<bool>,
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

impl Playing {
    /// Begins the next game in this place.
    fn begin(&mut self, common: &Common) -> Result<(), EnvError> {
        self.shown = Shown::default();
        let deal = self.begun * common.games + self.number;
        self.begun += 1;
        self.actions.clear();
        let players = self.seats.environment().players();
        let seat = common.seat;
        let seat = seat.unwrap_or((common.seed.wrapping_add(deal) % players as u64) as usize);
        self.seats.reset(common.seed, deal, Seat(seat))
    }

    /// Whether the action may be taken. Where the game is over, any may.
    fn check(&mut self, action: i64) -> Result<(), Refused> {
        let mask = &self.shown.mask;
        if mask.is_empty() {
            let why = "no game has begun; call `reset` first";
            return Err(Refused::Input(why.to_owned()));
        }
        if self.seats.environment().to_move().is_none() {
            return Ok(());
        }
        let known = usize::try_from(action).ok();
        let error = match known.and_then(|action| Some((action, mask.get(action)?))) {
            Some((_, 1)) => return Ok(()),
            None => format!("action is {action}; expected 0 to {}", mask.len() - 1),
            Some((row, _)) if self.shown.more.is_some() => EnvError::NoRow(row).to_string(),
            Some((action, _)) => {
                let name = self.seats.environment().action_name(action);
                EnvError::NotLegal { action, name }.to_string()
            }
        };
        Err(Refused::Input(format!("game {}: {error}", self.number)))
    }

    /// Takes an action, or begins the next game if this one is over.
    fn step(&mut self, action: usize, common: &Common) -> Result<(), EnvError> {
        if self.seats.environment().to_move().is_none() {
            return self.begin(common);
        }
        self.shown.mask.clear();
        match common.candidates {
            Some(most) => self.seats.take_candidate(action, most)?,
            None => self.seats.step(action)?,
        }
        self.actions.push(action);
        Ok(())
    }

    /// Looks at the game as it is now.
    fn show(&mut self, candidates: Option<usize>) -> Result<(), EnvError> {
        let (seat, shown) = (self.seats.seat(), &mut self.shown);
        let environment = self.seats.environment();
        shown.seen.clear();
        environment.observe(seat, &mut shown.seen);
        shown.over = environment.to_move().is_none();
        shown.reward = environment.rewards()[seat];
        let (mut legal, idle) = match candidates {
            Some(most) => {
                let rows = environment.candidate_rows(most)?;
                (shown.rows, shown.more) = (rows.features, Some(rows.more));
                (rows.legal, 0)
            }
            None => (environment.legal()?, environment.actions() - 1),
        };
        // The next action begins a game: some action must be there to choose.
        legal[idle] |= shown.over;
        shown.mask.clear();
        shown.mask.extend(mask_of(&legal));
        Ok(())
    }
}

impl All {
    /// Does this with every game, on all threads. Of several errors, that of the first game counts.
    fn each(
        &mut self,
        what: impl Fn(&mut Playing, &Common) -> Result<(), EnvError> + Sync,
    ) -> Result<(), Refused> {
        let (common, failed) = (&self.common, Mutex::new(BTreeMap::new()));
        self.solver.for_each(self.games.iter_mut(), |game| {
            if let Err(error) = what(game, common) {
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.insert(game.number, error);
            }
        });
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let first = failed.into_values().next();
        first.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Begins a new game in every place, under this seed.
    fn begin(&mut self, seed: u64) -> Result<(), Refused> {
        self.common.seed = seed;
        self.each(|game, common| {
            game.begun = 0;
            game.begin(common)?;
            game.show(common.candidates)
        })
    }

    /// Takes an action in every game. Nothing changes if one of them is not legal.
    fn step(&mut self, actions: &[i64]) -> Result<(), Refused> {
        let mut given = self.games.iter_mut().zip(actions);
        given.try_for_each(|(game, action)| game.check(*action))?;
        self.each(|game, common| {
            // Negative only where the game is over, and then it is ignored.
            let action = actions[game.number as usize].unsigned_abs() as usize;
            game.step(action, common)?;
            game.show(common.candidates)
        })
    }

    fn observations(&self) -> Observations {
        let mut all = Observations::default();
        for Playing { shown, .. } in &self.games {
            all.seen.extend(&shown.seen);
            all.masks.extend(&shown.mask);
            all.rewards.extend(shown.reward.to_ne_bytes());
            all.over.push(u8::from(shown.over));
            all.rows.extend(&shown.rows);
            all.more.extend(shown.more.map(u8::from));
        }
        all
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
            Ok::<_, Refused>(all.observations())
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
        threads: Option<Whole>,
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
        let threads = threads.map(|number| number.within("threads", 1..=MOST_THREADS));
        let asked = threads.transpose()?;
        let threads = asked.unwrap_or_else(|| {
            let cores = available_parallelism().map_or(1, NonZeroUsize::get);
            cores.min(count / GAMES_OF_THREAD)
        });
        let make = || SolverSpec::default().make();
        let solver = SharedSolver::for_threads(threads.min(count), make);
        let game = |number| {
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
            Ok::<_, Fault>(Playing {
                seats: Seats::new(environment, opponents.collect())?,
                number,
                begun: 0,
                actions: Vec::new(),
                shown: Shown::default(),
            })
        };
        let games = (0..count as u64).map(game).collect::<Result<_, _>>()?;
        let common = Common {
            candidates,
            seat,
            seed: 0,
            games: count as u64,
        };
        Ok(PyGames {
            rules,
            opponents,
            all: Mutex::new(All {
                games,
                solver,
                threads: asked,
                common,
            }),
        })
    }

    /// The number of actions, the fields of an observation, and those of a candidate.
    fn shape(&self) -> (usize, Fields, Fields) {
        let mut all = self.lock();
        let candidates = all.common.candidates;
        let first = all.games.first_mut();
        first.map_or((0, Vec::new(), Vec::new()), |game| {
            let environment = game.seats.environment();
            let actions = candidates.map_or(environment.actions(), |most| most + 1);
            let fields = fields_of(environment);
            (actions, fields, candidate_fields_of(environment))
        })
    }

    /// Begins a new game in every place.
    fn reset<'py>(&self, py: Python<'py>, seed: Whole) -> Result<Stepped<'py>, Fault> {
        let seed = seed.seed("seed")?;
        self.change(py, |all| all.begin(seed))
    }

    /// Takes one action, an int64, in each game.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8]) -> Result<Stepped<'py>, Fault> {
        let (actions, _) = actions.as_chunks::<8>();
        let actions: Vec<i64> = actions
            .iter()
            .map(|action| i64::from_ne_bytes(*action))
            .collect();
        self.change(py, |all| {
            if actions.len() != all.games.len() {
                let message = format!("{} actions for {} games", actions.len(), all.games.len());
                return Err(Refused::Input(message));
            }
            all.step(&actions)
        })
    }

    /// The tiles laid so far, the table and the caller's rack of a game.
    fn state(&self, at: Whole) -> Result<(String, String, String), Fault> {
        let mut all = self.lock();
        let at = at.within("game", 0..=all.games.len() - 1)?;
        let game = &mut all.games[at].seats;
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
        // Python is asked only once the games are no longer locked.
        let all = self.lock();
        let games = all.games.iter();
        let (begun, actions) = games.map(|game| (game.begun, game.actions.clone())).unzip();
        let standing: Standing = (all.common.seed, begun, actions);
        let state = (
            self.rules.clone_ref(py),
            self.opponents.clone(),
            all.games.len(),
            all.common.seat,
            all.common.candidates,
            all.threads,
            standing,
        );
        drop(all);
        remade(py, "games_played", state)
    }
}

/// Games that stand so: each is played again, and its bots think again.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "what a pickle of the class holds"
)]
pub fn games_played(
    py: Python<'_>,
    rules: Py<PyRules>,
    opponents: Vec<String>,
    count: Whole,
    seat: Option<Whole>,
    candidates: Option<Whole>,
    threads: Option<Whole>,
    standing: Standing,
) -> Result<PyGames, Fault> {
    let games = PyGames::new(rules, opponents, count, seat, candidates, threads)?;
    let (seed, begun, actions) = standing;
    py.detach(|| {
        let mut all = games.lock();
        all.common.seed = seed;
        all.each(|game, common| {
            let place = game.number as usize;
            let (Some(begun), Some(actions)) = (begun.get(place), actions.get(place)) else {
                return Ok(());
            };
            let Some(before) = begun.checked_sub(1) else {
                return Ok(());
            };
            game.begun = before;
            game.begin(common)?;
            actions
                .iter()
                .try_for_each(|action| game.step(*action, common))?;
            game.show(common.candidates)
        })
    })?;
    Ok(games)
}
