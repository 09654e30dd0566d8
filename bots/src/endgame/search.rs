//! Alpha-beta over the tiles that can be laid.

use rummilab_core::{RuleSet, Seat, TileCounts};
use rummilab_solver::plays::Omitted;
use rummilab_solver::{Goal, ListLimits, SolveError, Solver};
use rustc_hash::FxHashMap;

use super::state::State;

/// The most solver work for a list of plays, so that a rack that is far too large costs little.
const LIST: ListLimits = ListLimits {
    most: 4096,
    work: 1 << 14,
};

/// How many plays of a list count as one question.
const PLAYS_A_QUESTION: u64 = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The tiles to lay; none for a pass.
    pub laid: TileCounts,
    /// The worth of the game to the seat to move: a million for a win, minus a million for a loss,
    /// plus the difference of the points.
    pub worth: i64,
}

/// Bounds on the worth of a position to the seat to move.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    low: i64,
    high: i64,
}

/// Solves endgames under one rule set.
pub struct Endgame<'a> {
    rules: &'a RuleSet,
    /// The seat that began the game: the last tie-break of some rules.
    starter: Seat,
    solver: &'a mut Box<dyn Solver>,
    work: u64,
    known: FxHashMap<State, Bounds>,
    moves: FxHashMap<State, Vec<TileCounts>>,
}

const ENDLESS: i64 = i64::MAX / 2;

impl<'a> Endgame<'a> {
    /// A search that may ask the solver for `work` lists of plays; a long list counts as several.
    pub fn new(
        rules: &'a RuleSet,
        starter: Seat,
        solver: &'a mut Box<dyn Solver>,
        work: u64,
    ) -> Endgame<'a> {
        Endgame {
            rules,
            starter,
            solver,
            work,
            known: FxHashMap::default(),
            moves: FxHashMap::default(),
        }
    }

    /// The best turn; `None` if the work ran out.
    pub fn best(&mut self, state: &State) -> Result<Option<Choice>, SolveError> {
        let Some(moves) = self.moves(state)? else {
            return Ok(None);
        };
        let mut best: Option<Choice> = None;
        for laid in moves {
            let low = best.map_or(-ENDLESS, |best| best.worth);
            let Some(worth) = self.after(state, &laid, low, ENDLESS)? else {
                return Ok(None);
            };
            if best.is_none() || worth > low {
                best = Some(Choice { laid, worth });
            }
        }
        Ok(best)
    }

    /// The worth of a turn that lays these tiles, or none, to the seat that makes it; `None` if the
    /// work ran out.
    pub fn worth_after(
        &mut self,
        state: &State,
        laid: &TileCounts,
    ) -> Result<Option<i64>, SolveError> {
        self.after(state, laid, -ENDLESS, ENDLESS)
    }

    /// The legal turns: plays with the most tiles first, then laying nothing where a pass is legal.
    fn moves(&mut self, state: &State) -> Result<Option<Vec<TileCounts>>, SolveError> {
        if self.solver.stopped() {
            return Ok(None);
        }
        if let Some(moves) = self.moves.get(state) {
            return Ok(Some(moves.clone()));
        }
        let position = state.position(self.rules);
        if self.work == 0 {
            return Ok(None);
        }
        let listed = self
            .solver
            .plays(self.rules, &position, &Goal::Tiles, LIST)?;
        if listed.rest != Omitted::Nothing {
            return Ok(None);
        }
        let cost = 1 + listed.plays.len() as u64 / PLAYS_A_QUESTION;
        self.work = self.work.saturating_sub(cost);
        let mut moves: Vec<TileCounts> = listed.plays.iter().map(|play| play.tiles).collect();
        moves.sort_by_key(|laid| (std::cmp::Reverse(laid.len()), *laid));
        if moves.is_empty() || !self.rules.must_play_when_empty.binds(position.opened) {
            moves.push(TileCounts::EMPTY);
        }
        self.moves.insert(*state, moves.clone());
        Ok(Some(moves))
    }

    /// The worth of a turn to the seat that makes it, exact if it lies between `low` and `high`.
    fn after(
        &mut self,
        state: &State,
        laid: &TileCounts,
        low: i64,
        high: i64,
    ) -> Result<Option<i64>, SolveError> {
        let (next, ended) = state.after(laid);
        if let Some(ending) = ended {
            let worth = next.worth(self.rules, ending, self.starter, self.solver);
            return Ok(Some(if state.to_move == Seat(0) {
                worth
            } else {
                -worth
            }));
        }
        Ok(self.worth(&next, -high, -low)?.map(|worth| -worth))
    }

    /// The worth of a position to the seat to move, exact if it lies between `low` and `high`.
    fn worth(
        &mut self,
        state: &State,
        mut low: i64,
        mut high: i64,
    ) -> Result<Option<i64>, SolveError> {
        let mut known = self.known.get(state).copied().unwrap_or(Bounds {
            low: -ENDLESS,
            high: ENDLESS,
        });
        if known.low >= high || known.low == known.high {
            return Ok(Some(known.low));
        }
        if known.high <= low {
            return Ok(Some(known.high));
        }
        low = low.max(known.low);
        high = high.min(known.high);
        let Some(moves) = self.moves(state)? else {
            return Ok(None);
        };
        let mut best = -ENDLESS;
        for laid in moves {
            let Some(worth) = self.after(state, &laid, low.max(best), high)? else {
                return Ok(None);
            };
            best = best.max(worth);
            if best >= high {
                break;
            }
        }
        if best > low {
            known.low = known.low.max(best);
        }
        if best < high {
            known.high = known.high.min(best);
        }
        self.known.insert(*state, known);
        Ok(Some(best))
    }
}
