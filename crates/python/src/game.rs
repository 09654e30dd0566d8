//! `Game`: a game whose seats are all stepped by the caller.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use rummilab::SolverSpec;
use rummilab::core::Seat;
use rummilab::drawing::draw_table;
use rummilab::env::Environment;

use crate::errors::Fault;
use crate::number::{MOST_PLAYS, Whole};
use crate::pickle::{Remade, remade};
use crate::played::{Begun, LAY, Played, Step};
use crate::position::{TableArg, sets_of};
use crate::rules::{PyRules, array, rows_of};
use crate::typed::{Counts, CountsLike, Ending as EndingWord};

/// A game whose seats are all stepped by the caller; see `rummilab.gymnasium` for the actions.
/// `players` is 2, `seed` 1 and `deal` 0 by default. A pickle of a game holds its steps, and
/// reading it takes them again.
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
    played: Mutex<Played>,
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

/// A mask as bytes.
pub fn mask_of(legal: &[bool]) -> Vec<u8> {
    legal.iter().map(|legal| u8::from(*legal)).collect()
}

impl PyGame {
    fn new_of(rules: Py<PyRules>, played: Played) -> PyGame {
        let played = Mutex::new(played);
        PyGame { rules, played }
    }

    fn lock(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, seat: Whole) -> Result<Seat, Fault> {
        seat.seat(self.lock().environment.players()).map(Seat)
    }

    fn action(&self, action: Whole) -> Result<usize, Fault> {
        let most = self.lock().environment.actions() - 1;
        action.within("action", 0..=most)
    }

    fn kind(&self, kind: Whole) -> Result<usize, Fault> {
        kind.within("kind", 0..=self.rules.get().rules.kinds().count() - 1)
    }

    /// Takes a step without Python's lock.
    fn take(&self, py: Python<'_>, name: &str, numbers: Vec<usize>) -> Result<(), Fault> {
        let rules = &self.rules.get().rules;
        Ok(py.detach(|| self.lock().take(rules, (name.to_owned(), numbers)))?)
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules, players = Whole(2), seed = Whole(1), deal = Whole(0)))]
    fn new(rules: Py<PyRules>, players: Whole, seed: Whole, deal: Whole) -> Result<PyGame, Fault> {
        let known = rules.get();
        let players = players.within("players", 2..=known.rules.max_players())?;
        let dealt = (seed.seed("seed")?, deal.seed("deal")?);
        let played = Played::begin(known, players, (None, Some(dealt)))?;
        Ok(PyGame::new_of(rules, played))
    }

    /// A game that begins with these racks, given as counts, seat 0 first. The other tiles are the
    /// pool. `draws_next` chooses the next tile drawn. Where turns begin with a draw, each turn
    /// waits for `begin_with`.
    #[staticmethod]
    fn of_racks(rules: Py<PyRules>, racks: Vec<CountsLike<'_>>) -> Result<PyGame, Fault> {
        let known = rules.get();
        let racks = racks.iter().map(|rack| known.multiset(rack));
        let racks = racks.map(|rack| Ok(known.counts_of(&rack?)));
        let racks = racks.collect::<Result<Vec<Vec<u8>>, Fault>>()?;
        let played = Played::begin(known, racks.len(), (Some(racks), None))?;
        Ok(PyGame::new_of(rules, played))
    }

    /// An independent copy of the game.
    fn copy(&self, py: Python<'_>) -> PyGame {
        let played = self.lock();
        let copy = Played {
            environment: played.environment.fork(SolverSpec::default().make()),
            begun: played.begun.clone(),
            steps: played.steps.clone(),
        };
        PyGame::new_of(self.rules.clone_ref(py), copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyGame {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        let played = self.lock();
        let (players, begun) = (played.environment.players(), played.begun.clone());
        let state = (
            self.rules.clone_ref(py),
            players,
            begun,
            played.steps.clone(),
        );
        remade(py, "game_played", state)
    }

    /// The tiles of the pool as counts: uint8 of shape (kinds,).
    #[getter]
    fn pool<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let pool = self.lock().environment.pool();
        Ok(array(py, &self.rules.get().counts_of(&pool))?)
    }

    /// Makes a tile of this kind, an index into `Rules.kinds`, the next one drawn.
    fn draws_next(&self, py: Python<'_>, kind: Whole) -> Result<(), Fault> {
        self.take(py, "next", vec![self.kind(kind)?])
    }

    /// The tiles that the turn may begin with, as counts: uint8 of shape (kinds,). All are 0 unless
    /// the turn waits for `begin_with`. A tile that may go back for another always goes back, so it
    /// is not counted.
    #[getter]
    fn first_draws<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let tiles = self.lock().environment.first_draws();
        Ok(array(py, &self.rules.get().counts_of(&tiles))?)
    }

    /// Begins the turn by drawing a tile of this kind, one of `first_draws`.
    fn begin_with(&self, py: Python<'_>, kind: Whole) -> Result<(), Fault> {
        self.take(py, "begin", vec![self.kind(kind)?])
    }

    /// Deals a new game. The same seed (1 by default) and number of the deal (0) give the same
    /// tiles.
    #[pyo3(signature = (seed = Whole(1), deal = Whole(0)))]
    fn reset(&self, seed: Whole, deal: Whole) -> Result<(), Fault> {
        let dealt = (seed.seed("seed")?, deal.seed("deal")?);
        let mut played = self.lock();
        played.environment.reset(dealt.0, dealt.1)?;
        played.begun.1 = Some(dealt);
        played.steps.clear();
        Ok(())
    }

    /// Number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.lock().environment.players()
    }

    /// Number of actions: one for each kind of tile, one that ends a play, and one that draws or
    /// passes.
    #[getter]
    fn actions(&self) -> usize {
        self.lock().environment.actions()
    }

    /// The parts of an observation: names and lengths.
    #[getter]
    fn fields(&self) -> Vec<(&'static str, usize)> {
        fields_of(&self.lock().environment)
    }

    /// The seat to move; None once the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.lock().environment.to_move().map(Seat::index)
    }

    /// The table at the beginning of the turn, one string per set.
    #[getter]
    fn table(&self) -> Vec<String> {
        sets_of(self.lock().environment.table())
    }

    /// The tiles laid so far on this turn.
    #[getter]
    fn laid(&self) -> String {
        self.lock().environment.laid().to_string()
    }

    /// The rack of a seat.
    fn rack(&self, seat: Whole) -> Result<String, Fault> {
        let seat = self.seat(seat)?;
        Ok(self.lock().environment.rack(seat).to_string())
    }

    /// What an action does: a tile, `done`, `draw` or `pass`.
    fn action_name(&self, action: Whole) -> Result<String, Fault> {
        let action = self.action(action)?;
        Ok(self.lock().environment.action_name(action))
    }

    /// A mask of the legal actions, 1 if legal: uint8 of shape (actions,).
    fn legal<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let legal = py.detach(|| self.lock().environment.legal())?;
        Ok(array(py, &mask_of(&legal))?)
    }

    /// The observation of a seat: uint8, laid out as `fields` says.
    fn observe<'py>(&self, py: Python<'py>, seat: Whole) -> Result<Counts<'py>, Fault> {
        let seat = self.seat(seat)?;
        let mut bytes = Vec::new();
        self.lock().environment.observe(seat, &mut bytes);
        Ok(array(py, &bytes)?)
    }

    /// Takes an action.
    fn step(&self, py: Python<'_>, action: Whole) -> Result<(), Fault> {
        self.take(py, "act", vec![self.action(action)?])
    }

    /// Lays these tiles, given as counts, and ends the turn.
    fn play(&self, py: Python<'_>, counts: CountsLike<'_>) -> Result<(), Fault> {
        let rules = self.rules.get();
        let counts = rules.counts_of(&rules.multiset(&counts)?);
        self.take(py, "play", counts.into_iter().map(usize::from).collect())
    }

    /// Ends the turn with this table, old sets included, as one string or one string per set.
    fn lay(&self, py: Python<'_>, table: TableArg) -> Result<(), Fault> {
        let text = match table {
            TableArg::Line(line) => line,
            TableArg::Sets(sets) => sets.join(" ; "),
        };
        self.take(py, &format!("{LAY}{text}"), Vec::new())
    }

    /// The tiles that a bot of the roster lays on this turn, as counts; all 0 if it draws or
    /// passes. It has what the seat to move has seen. `seed` (1 by default) is for bots that play
    /// at random.
    #[pyo3(signature = (bot, seed = Whole(1)))]
    fn ask<'py>(&self, py: Python<'py>, bot: &str, seed: Whole) -> Result<Counts<'py>, Fault> {
        let seed = seed.seed("seed")?;
        let laid = py.detach(|| self.lock().ask(bot, seed));
        Ok(array(py, &self.rules.get().counts_of(&laid?))?)
    }

    /// At most `most` plays, best first, that include the tiles laid so far: counts of shape
    /// (plays, kinds). The second value says whether there are more.
    fn candidates<'py>(&self, py: Python<'py>, most: Whole) -> Result<(Counts<'py>, bool), Fault> {
        let most = most.within("most", 0..=MOST_PLAYS)?;
        let found = py.detach(|| self.lock().environment.candidates(most).cloned())?;
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
        candidate_fields_of(&self.lock().environment)
    }

    /// Whole turns to choose from: drawing or passing, and at most `most` plays, best first.
    /// Returns three values: rows of features, uint8 of shape (most + 1, features), laid out as
    /// `candidate_fields` says; a mask of the rows that may be chosen; and whether there are plays
    /// without a row.
    fn candidate_rows<'py>(
        &self,
        py: Python<'py>,
        most: Whole,
    ) -> Result<(Counts<'py>, Counts<'py>, bool), Fault> {
        let most = most.within("most", 1..=MOST_PLAYS)?;
        let found = py.detach(|| self.lock().environment.candidate_rows(most))?;
        let width = found.features.len() / (most + 1);
        let rows = rows_of(py, &found.features, (most + 1, width))?;
        Ok((rows, array(py, &mask_of(&found.legal))?, found.more))
    }

    /// Plays the turn in this row of `candidate_rows(most)`.
    fn take_candidate(&self, py: Python<'_>, row: Whole, most: Whole) -> Result<(), Fault> {
        let most = most.within("most", 1..=MOST_PLAYS)?;
        self.take(py, "row", vec![row.within("row", 0..=most)?, most])
    }

    /// The sets of the table as counts of shape (sets, kinds).
    fn partition<'py>(&self, py: Python<'py>) -> Result<Counts<'py>, Fault> {
        let rules = self.rules.get();
        let sets = self.lock().environment.table().sets().to_vec();
        let counts =
            |set: &rummilab::core::Set| rules.counts_of(&set.tiles().iter().copied().collect());
        let rows: Vec<u8> = sets.iter().flat_map(counts).collect();
        let kinds = rules.rules.kinds().count();
        Ok(rows_of(py, &rows, (sets.len(), kinds))?)
    }

    /// The reward of each seat: 1 for a sole winner, -1 divided among the losers, and 0 before the
    /// end.
    fn rewards(&self) -> Vec<f64> {
        self.lock().environment.rewards().iter().copied().collect()
    }

    /// The kind of ending (`out`, `empty`), and the places (from 1) and scores by seat; None before
    /// the end.
    #[getter]
    fn result(&self) -> Option<(EndingWord, Vec<u32>, Vec<i32>)> {
        let played = self.lock();
        let (ending, results) = played.environment.results()?;
        let places = results.iter().map(|result| u32::from(result.place));
        let scores = results.iter().map(|result| result.score);
        Some((ending.into(), places.collect(), scores.collect()))
    }

    /// The table and the rack of a seat as an SVG; by default of the seat to move.
    #[pyo3(signature = (seat = None))]
    fn svg(&self, seat: Option<Whole>) -> Result<String, Fault> {
        let seat = match seat {
            Some(seat) => self.seat(seat)?.index(),
            None => self.to_move().unwrap_or(0),
        };
        let played = self.lock();
        let view = played.environment.view(Seat(seat));
        let remark = format!("{} tiles in the pool.", view.pool_len);
        Ok(draw_table(
            (&format!("Seat {seat}"), &remark),
            Some(view.table),
            &view.rack,
        ))
    }

    fn __repr__(&self) -> String {
        let environment = &self.lock().environment;
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

/// A game that began so and had these steps.
#[pyfunction]
pub fn game_played(
    rules: Py<PyRules>,
    players: usize,
    begun: Begun,
    steps: Vec<Step>,
) -> Result<PyGame, Fault> {
    let mut played = Played::begin(rules.get(), players, begun)?;
    let known = &rules.get().rules;
    steps
        .into_iter()
        .try_for_each(|step| played.take(known, step))?;
    Ok(PyGame::new_of(rules, played))
}
