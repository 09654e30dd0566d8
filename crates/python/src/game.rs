//! `Game`: a game whose seats are all stepped by the caller.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyAny;
use rummilab::SolverSpec;
use rummilab::core::{Seat, TileCounts};
use rummilab::drawing::draw_table;
use rummilab::env::{EnvError, Environment};

use crate::errors::{Fault, Kind};
use crate::position::sets_of;
use crate::rules::{PyRules, array, rows_of};
use crate::typed::{Counts, CountsLike, Ending as EndingWord};

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

/// A game whose seats are all stepped by the caller; see `rummilab.gymnasium` for the actions.
///
/// >>> import rummilab
/// >>> game = rummilab.Game(rummilab.Rules(), players=2, seed=1)
/// >>> mask = game.legal()
/// >>> mask.shape, game.action_name(54)
/// ((55,), 'draw')
/// >>> game.step(54)
/// >>> game.to_move
/// 1
#[pyclass(name = "Game", module = "rummilab", frozen)]
pub struct PyGame {
    /// The rules.
    #[pyo3(get)]
    rules: Py<PyRules>,
    environment: Mutex<Environment>,
}

/// The parts of an observation: names and lengths.
pub fn fields_of(environment: &Environment) -> Vec<(&'static str, usize)> {
    let fields = environment.layout().fields();
    fields.map(|field| (field.name, field.len)).to_vec()
}

/// The parts of a candidate's row: names and lengths.
pub fn candidate_fields_of(environment: &Environment) -> Vec<(&'static str, usize)> {
    let fields = environment.layout().candidate_fields();
    fields.map(|field| (field.name, field.len)).to_vec()
}

/// The number of candidates, which is at least one.
pub fn at_least_one(most: usize) -> Result<usize, Fault> {
    match most {
        0 => Err(Fault::input("0 candidates; expected 1 or more")),
        most => Ok(most),
    }
}

/// A mask as bytes.
pub fn mask_of(legal: &[bool]) -> Vec<u8> {
    legal.iter().map(|legal| u8::from(*legal)).collect()
}

impl PyGame {
    fn lock(&self) -> MutexGuard<'_, Environment> {
        self.environment
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, seat: usize) -> Result<Seat, Fault> {
        let players = self.lock().players();
        if seat < players {
            Ok(Seat(seat))
        } else {
            Err(Fault::input(format!(
                "there is no seat {seat}; seats are 0 to {}",
                players - 1
            )))
        }
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules, players = 2, seed = 1, deal = 0))]
    fn new(
        py: Python<'_>,
        rules: Py<PyRules>,
        players: usize,
        seed: u64,
        deal: u64,
    ) -> Result<PyGame, Fault> {
        let known = &rules.bind(py).get().rules;
        let solver = SolverSpec::default().make();
        let mut environment = Environment::new(known, players, seed, solver)?;
        if deal > 0 {
            environment.reset(seed, deal)?;
        }
        Ok(PyGame {
            rules,
            environment: Mutex::new(environment),
        })
    }

    /// A game that begins with these racks, given as counts, seat 0 first. The other tiles are the
    /// pool. `draws_next` chooses the next tile drawn. Where turns begin with a draw, each turn
    /// waits for `begin_with`.
    #[staticmethod]
    fn of_racks(
        py: Python<'_>,
        rules: Py<PyRules>,
        racks: Vec<CountsLike<'_>>,
    ) -> Result<PyGame, Fault> {
        let known = rules.bind(py).get();
        let racks = racks.iter().map(|rack| known.multiset(rack));
        let racks = racks.collect::<Result<Vec<TileCounts>, Fault>>()?;
        let solver = SolverSpec::default().make();
        let environment =
            Environment::with_racks(&known.rules, racks.into_iter().collect(), solver)?;
        Ok(PyGame {
            rules,
            environment: Mutex::new(environment),
        })
    }

    /// An independent copy of the game.
    fn copy(&self, py: Python<'_>) -> PyGame {
        PyGame {
            rules: self.rules.clone_ref(py),
            environment: Mutex::new(self.lock().fork(SolverSpec::default().make())),
        }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.copy(py)
    }

    /// The tiles of the pool as counts: uint8 of shape (kinds,).
    #[getter]
    fn pool<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let pool = self.lock().pool();
        Ok(array(py, &self.rules.get().counts_of(&pool))?)
    }

    /// Makes a tile of this kind, an index into `Rules.kinds`, the next one drawn.
    fn draws_next(&self, kind: usize) -> Result<(), Fault> {
        let tile = self.rules.get().rules.kinds().nth(kind);
        match tile {
            Some(tile) if self.lock().draws_next(tile) => Ok(()),
            _ => Err(Fault::input(format!(
                "kind {kind} cannot be drawn next: the pool has none of it"
            ))),
        }
    }

    /// The tiles that the turn may begin with, as counts: uint8 of shape (kinds,). All are 0 unless
    /// the turn waits for `begin_with`. A tile that may go back for another always goes back, so it
    /// is not counted.
    #[getter]
    fn first_draws<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let tiles = self.lock().first_draws();
        Ok(array(py, &self.rules.get().counts_of(&tiles))?)
    }

    /// Begins the turn by drawing a tile of this kind, one of `first_draws`.
    fn begin_with(&self, kind: usize) -> Result<(), Fault> {
        let tile = self.rules.get().rules.kinds().nth(kind);
        match tile {
            Some(tile) if self.lock().begin_with(tile) => Ok(()),
            _ => Err(Fault::input(format!(
                "the turn cannot begin with kind {kind}; `first_draws` says with which it can"
            ))),
        }
    }

    /// Deals a new game. The same seed and deal number give the same tiles.
    #[pyo3(signature = (seed = 1, deal = 0))]
    fn reset(&self, seed: u64, deal: u64) -> Result<(), Fault> {
        Ok(self.lock().reset(seed, deal)?)
    }

    /// Number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.lock().players()
    }

    /// Number of actions: one for each kind of tile, one that ends a play, and one that draws or
    /// passes.
    #[getter]
    fn actions(&self) -> usize {
        self.lock().actions()
    }

    /// The parts of an observation: names and lengths.
    #[getter]
    fn fields(&self) -> Vec<(&'static str, usize)> {
        fields_of(&self.lock())
    }

    /// The seat to move; None once the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.lock().to_move().map(Seat::index)
    }

    /// The table at the beginning of the turn, one string per set.
    #[getter]
    fn table(&self) -> Vec<String> {
        sets_of(self.lock().table())
    }

    /// The tiles laid so far on this turn.
    #[getter]
    fn laid(&self) -> String {
        self.lock().laid().to_string()
    }

    /// The rack of a seat.
    fn rack(&self, seat: usize) -> Result<String, Fault> {
        let seat = self.seat(seat)?;
        Ok(self.lock().rack(seat).to_string())
    }

    /// What an action does: a tile, `done`, `draw` or `pass`.
    fn action_name(&self, action: usize) -> String {
        self.lock().action_name(action)
    }

    /// A mask of the legal actions, 1 if legal: uint8 of shape (actions,).
    fn legal<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let legal = py.detach(|| self.lock().legal())?;
        Ok(array(py, &mask_of(&legal))?)
    }

    /// The observation of a seat: uint8, laid out as `fields` says.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> Result<Counts<'py>, Fault> {
        let seat = self.seat(seat)?;
        let mut bytes = Vec::new();
        self.lock().observe(seat, &mut bytes);
        Ok(array(py, &bytes)?)
    }

    /// Takes an action.
    fn step(&self, py: Python<'_>, action: usize) -> Result<(), Fault> {
        Ok(py.detach(|| self.lock().step(action))?)
    }

    /// Lays these tiles, given as counts, and ends the turn.
    fn play(&self, py: Python<'_>, counts: CountsLike<'_>) -> Result<(), Fault> {
        let tiles = self.rules.get().multiset(&counts)?;
        Ok(py.detach(|| self.lock().play(tiles))?)
    }

    /// At most `most` plays, best first, that include the tiles laid so far: counts of shape
    /// (plays, kinds). The second value says whether there are more.
    fn candidates<'py>(&self, py: Python<'py>, most: usize) -> Result<(Counts<'py>, bool), Fault> {
        let found = py.detach(|| self.lock().candidates(most).cloned())?;
        let rules = self.rules.get();
        let rows: Vec<u8> = found
            .plays
            .iter()
            .flat_map(|play| rules.counts_of(play))
            .collect();
        let kinds = rules.rules.kinds().count();
        Ok((rows_of(py, &rows, (found.plays.len(), kinds))?, found.more))
    }

    /// The parts of the row of a candidate: names and lengths.
    #[getter]
    fn candidate_fields(&self) -> Vec<(&'static str, usize)> {
        candidate_fields_of(&self.lock())
    }

    /// Whole turns to choose from: drawing or passing, and at most `most` plays, best first.
    /// Returns three values: rows of features, uint8 of shape (most + 1, features), laid out as
    /// `candidate_fields` says; a mask of the rows that may be chosen; and whether there are plays
    /// without a row.
    fn candidate_rows<'py>(
        &self,
        py: Python<'py>,
        most: usize,
    ) -> Result<(Counts<'py>, Counts<'py>, bool), Fault> {
        let most = at_least_one(most)?;
        let found = py.detach(|| self.lock().candidate_rows(most))?;
        let width = found.features.len() / (most + 1);
        let rows = rows_of(py, &found.features, (most + 1, width))?;
        Ok((rows, array(py, &mask_of(&found.legal))?, found.more))
    }

    /// Plays the turn in this row of `candidate_rows(most)`.
    fn take_candidate(&self, py: Python<'_>, row: usize, most: usize) -> Result<(), Fault> {
        let most = at_least_one(most)?;
        Ok(py.detach(|| self.lock().take_candidate(row, most))?)
    }

    /// The sets of the table as counts of shape (sets, kinds).
    fn partition<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let rules = self.rules.get();
        let sets = self.lock().table().sets().to_vec();
        let counts =
            |set: &rummilab::core::Set| rules.counts_of(&set.tiles().iter().copied().collect());
        let rows: Vec<u8> = sets.iter().flat_map(counts).collect();
        let kinds = rules.rules.kinds().count();
        Ok(rows_of(py, &rows, (sets.len(), kinds))?)
    }

    /// The reward of each seat: 1 for a sole winner, -1 divided among the losers, and 0 before the
    /// end.
    fn rewards(&self) -> Vec<f64> {
        self.lock().rewards().iter().copied().collect()
    }

    /// The kind of ending (`out`, `empty`), and the places (from 1) and scores by seat; None before
    /// the end.
    #[getter]
    fn result(&self) -> Option<(EndingWord, Vec<u32>, Vec<i32>)> {
        let environment = self.lock();
        let (ending, results) = environment.results()?;
        let places = results.iter().map(|result| u32::from(result.place));
        let scores = results.iter().map(|result| result.score);
        Some((ending.into(), places.collect(), scores.collect()))
    }

    /// The table and the rack of a seat as an SVG; by default of the seat to move.
    #[pyo3(signature = (seat = None))]
    fn svg(&self, seat: Option<usize>) -> Result<String, Fault> {
        let seat = seat.or_else(|| self.to_move()).unwrap_or(0);
        let place = self.seat(seat)?;
        let environment = self.lock();
        let view = environment.view(place);
        let remark = format!("{} tiles in the pool.", view.pool_len);
        Ok(draw_table(
            (&format!("Seat {seat}"), &remark),
            Some(view.table),
            &view.rack,
        ))
    }

    fn __repr__(&self) -> String {
        let environment = self.lock();
        let pool = environment.pool().len();
        match environment.to_move() {
            Some(seat) => format!("<Game: seat {seat} to move, {pool} tiles in the pool>"),
            None => "<Game: over>".to_owned(),
        }
    }

    fn _repr_html_(&self) -> Result<String, Fault> {
        self.svg(None)
    }
}
