//! `SelfPlay`: many games whose seats the caller plays by whole turns, stepped together.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use rummilab::bot_api::View;
use rummilab::bots::solvers;
use rummilab::bots::{Facts, TurnFacts};
use rummilab::core::{Action, TileCounts};
use rummilab::env::{EnvError, Environment, SharedSolver};
use rummilab::solver::Solver;

use crate::errors::Fault;
use crate::number::{MOST_GAMES, Whole};
use crate::played::Refused;
use crate::rules::{PyRules, rows_of};
use crate::typed::Counts;

/// Names and lengths of the parts of a row.
pub type Fields = Vec<(&'static str, usize)>;

/// Games in which a turn can be chosen: their numbers, the seats to move, facts of the positions
/// (games, fields), the number of turns of each, and facts of all these turns (turns, fields).
type Choices<'py> = (Vec<usize>, Vec<usize>, Counts<'py>, Vec<usize>, Counts<'py>);

/// Games of consecutive deals that the caller plays in all seats, by whole turns. Where only one
/// turn is legal it is taken at once.
///
/// >>> import rummilab
/// >>> from rummilab._native import SelfPlay
/// >>> games = SelfPlay(rummilab.Rules(), count=2)
/// >>> games.deal(seed=1, first=0)
/// >>> while (choices := games.choices())[0]:
/// ...     games.take([0 for game in choices[0]])
/// >>> [sum(rewards) for rewards in games.rewards()]
/// [0.0, 0.0]
#[pyclass(name = "SelfPlay", module = "rummilab", frozen)]
pub struct PySelfPlay {
    all: Mutex<All>,
}

struct All {
    games: Vec<Played>,
    facts: Facts,
    solver: Box<dyn Solver>,
}

/// A game, and the turns that can be chosen: more than one until the end.
struct Played {
    environment: Environment,
    found: TurnFacts,
}

impl All {
    /// Takes this turn in a game, then each that is the only one, and finds the next choice.
    fn take(&mut self, at: usize, mut turn: Option<TileCounts>) -> Result<(), Refused> {
        let Played { environment, found } = &mut self.games[at];
        loop {
            if let (Some(laid), Some(seat)) = (turn, environment.to_move()) {
                let action = action_of(&environment.view(seat), laid, self.solver.as_mut())?;
                environment.act(&action)?;
            }
            let Some(seat) = environment.to_move() else {
                *found = TurnFacts::default();
                return Ok(());
            };
            let view = environment.view(seat);
            let facts = self.facts.of(&view, self.solver.as_mut());
            *found = facts.map_err(EnvError::from)?;
            match found.turns.as_slice() {
                [only] => turn = Some(*only),
                _ => return Ok(()),
            }
        }
    }
}

/// The action that lays these tiles, as the solver first finds it; without tiles, a draw or pass.
fn action_of(
    view: &View<'_>,
    laid: TileCounts,
    solver: &mut dyn Solver,
) -> Result<Action, EnvError> {
    if laid.is_empty() {
        return Ok(view.idle());
    }
    let table = Facts::table_after(view, &laid, solver)?;
    Ok(table.map_or(view.idle(), Action::Play))
}

impl PySelfPlay {
    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PySelfPlay {
    #[new]
    #[pyo3(signature = (rules, players = Whole(2), count = Whole(1)))]
    fn new(rules: Py<PyRules>, players: Whole, count: Whole) -> Result<PySelfPlay, Fault> {
        let known = &rules.get().rules;
        let players = players.within("players", 2..=known.max_players())?;
        let count = count.within("count", 1..=MOST_GAMES)?;
        let solver = SharedSolver::new(solvers::solver());
        let game = |_| {
            let environment = Environment::new(known, players, 0, solver.boxed())?;
            let found = TurnFacts::default();
            Ok::<_, Fault>(Played { environment, found })
        };
        let all = All {
            games: (0..count).map(game).collect::<Result<_, _>>()?,
            facts: Facts::new(known),
            solver: solver.boxed(),
        };
        Ok(PySelfPlay {
            all: Mutex::new(all),
        })
    }

    /// Begins all games anew: those of this seed, from this deal on.
    fn deal(&self, py: Python<'_>, seed: Whole, first: Whole) -> Result<(), Fault> {
        let (seed, first) = (seed.seed("seed")?, first.seed("first")?);
        Ok(py.detach(|| {
            let mut all = self.lock();
            (0..all.games.len()).try_for_each(|at| {
                let deal = first.wrapping_add(at as u64);
                all.games[at].environment.reset(seed, deal)?;
                all.take(at, None)
            })
        })?)
    }

    /// The fields of a position, and of a turn.
    fn fields(&self) -> (Fields, Fields) {
        let facts = &self.lock().facts;
        (facts.state_fields(), facts.turn_fields())
    }

    /// The games in which a turn can be chosen: their numbers, the seats to move, facts of the
    /// positions, the number of turns of each, and facts of all these turns, one after the other.
    fn choices<'py>(&self, py: Python<'py>) -> Result<Choices<'py>, Fault> {
        let all = self.lock();
        let (mut games, mut seats, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        let (mut states, mut rows) = (Vec::new(), Vec::new());
        for (at, game) in all.games.iter().enumerate() {
            if let Some(seat) = game.environment.to_move() {
                games.push(at);
                seats.push(seat.index());
                turns.push(game.found.turns.len());
                states.extend_from_slice(&game.found.state);
                rows.extend_from_slice(&game.found.rows);
            }
        }
        let all_turns: usize = turns.iter().sum();
        let width = |bytes: &Vec<u8>, rows: usize| bytes.len() / rows.max(1);
        let state_width = width(&states, games.len());
        let states = rows_of(py, &states, (games.len(), state_width))?;
        let row_width = width(&rows, all_turns);
        let rows = rows_of(py, &rows, (all_turns, row_width))?;
        Ok((games, seats, states, turns, rows))
    }

    /// Takes a turn in each game of `choices`, by its number in the game's turns.
    fn take(&self, py: Python<'_>, chosen: Vec<usize>) -> Result<(), Fault> {
        Ok(py.detach(|| {
            let mut all = self.lock();
            let going = |at: &usize| !all.games[*at].found.turns.is_empty();
            let going: Vec<usize> = (0..all.games.len()).filter(going).collect();
            if going.len() != chosen.len() {
                let message = format!("{} turns for {} games", chosen.len(), going.len());
                return Err(Refused::Input(message));
            }
            for (at, chosen) in going.into_iter().zip(chosen) {
                let Some(turn) = all.games[at].found.turns.get(chosen).copied() else {
                    return Err(Refused::Input(format!("there is no turn {chosen}")));
                };
                all.take(at, Some(turn))?;
            }
            Ok(())
        })?)
    }

    /// The rewards of the seats in each game: 1 for the only winner, and 0 before the end.
    fn rewards(&self) -> Vec<Vec<f64>> {
        let rewards = |game: &Played| game.environment.rewards().iter().copied().collect();
        self.lock().games.iter().map(rewards).collect()
    }
}
