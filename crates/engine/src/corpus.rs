//! Positions of recorded games as a corpus: each is a line for `solve --batch`, with answers on
//! which several solvers agree.

use rummilab_core::{CouldPlay, Position, RuleSet, Seat, Set, Table, TileCounts};
use rummilab_record::{Block, Replay, ReplayError};
use rummilab_solver::random::dense_position;
use rummilab_solver::{Answer, Goal, SolveError, Solver, best_known};
use serde::Serialize;

use crate::position_line::Certified;

/// A position of a recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorpusPosition {
    /// Its block, game and turn.
    pub id: String,
    pub table: Table,
    /// The position for the solver.
    pub position: Position,
    pub seat: Seat,
    /// Whether the pool is empty and everybody has opened, so that nothing is hidden from two
    /// players.
    pub is_end: bool,
}

/// A position as a line of `solve --batch`.
#[derive(Debug, Clone, Serialize)]
pub struct CorpusLine<'a> {
    id: &'a str,
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<&'a serde_json::Value>,
    table: Vec<String>,
    rack: String,
    opened: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    owners: Option<&'a [Option<u8>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<usize>,
    /// Answers on which solvers agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<Certified>,
}

/// Why a position has no certified answers.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// Two solvers gave different answers.
    #[error("the solvers disagree ({said:?} of {solver}, {before:?} before)")]
    Disagreement {
        /// The name of the second solver.
        solver: String,
        said: Certified,
        before: Certified,
    },
    /// A solver did not prove its answer.
    #[error("{solver} says {answer}")]
    Unproven {
        /// The name of the solver.
        solver: String,
        answer: String,
    },
    /// The list of solvers is empty.
    #[error("no solver was named")]
    NoSolver,
    /// A solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl CorpusPosition {
    /// Every position of a game in which a seat had to decide, in order.
    ///
    /// # Errors
    /// If the replay of the game fails.
    pub fn of_game(
        rules: &RuleSet,
        block: &Block,
        game: usize,
        judge: &mut dyn CouldPlay,
    ) -> Result<Vec<CorpusPosition>, ReplayError> {
        let mut positions = Vec::new();
        let mut replay = Replay::new(rules, block, game)?;
        for turn in 0.. {
            let Some(state) = replay.deciding().transpose()? else {
                break;
            };
            let Some(seat) = state.to_move() else {
                break;
            };
            positions.push(CorpusPosition {
                id: format!("b{}g{game}t{turn}", block.block),
                table: state.table().clone(),
                position: state.position(seat),
                seat,
                is_end: state.pool_len() == 0
                    && (0..state.players()).all(|seat| state.opened(Seat(seat))),
            });
            match replay.step(judge) {
                None => break,
                Some(step) => step?,
            };
        }
        Ok(positions)
    }

    /// The name of its deal: the part of `id` before the game.
    pub fn deal(&self) -> &str {
        self.id.split('g').next().unwrap_or_default()
    }

    /// Its block, game and turn as numbers, for sorting.
    pub(crate) fn order(&self) -> Vec<u64> {
        let numbers = self.id.split(|c: char| !c.is_ascii_digit());
        numbers.filter_map(|number| number.parse().ok()).collect()
    }

    /// The position as a line, for rules with this name and these `options`.
    pub fn line<'a>(
        &'a self,
        rules: &RuleSet,
        name: &'a str,
        options: Option<&'a serde_json::Value>,
    ) -> CorpusLine<'a> {
        let owned = rules.has_group_owners();
        CorpusLine {
            id: &self.id,
            rules: name,
            options,
            table: self.table.sets().iter().map(ToString::to_string).collect(),
            rack: self.position.rack.to_string(),
            opened: self.position.opened,
            owners: self.table.owners().filter(|_| owned),
            me: owned.then_some(self.seat.index()),
            certified: None,
        }
    }

    /// Whether the best play lays more tiles than own sets and single tiles added by hand.
    ///
    /// # Errors
    /// If the solver has no answer.
    pub fn beats_hand(&self, rules: &RuleSet, solver: &mut dyn Solver) -> Result<bool, SolveError> {
        let best = best_known(solver, rules, &self.position, &Goal::Tiles)?;
        let by_hand = self.laid_by_hand(rules, solver);
        Ok(best.is_some_and(|best| best.tiles > by_hand.unwrap_or(usize::MAX)))
    }

    /// Number of tiles laid by hand: first the best own sets, then single tiles added to sets as
    /// long as one fits.
    ///
    /// # Errors
    /// If the solver has no answer.
    pub fn laid_by_hand(
        &self,
        rules: &RuleSet,
        solver: &mut dyn Solver,
    ) -> Result<usize, SolveError> {
        let alone = Position {
            table: TileCounts::EMPTY,
            rack: self.position.rack,
            opened: true,
            ..Position::default()
        };
        let own = best_known(solver, rules, &alone, &Goal::Tiles)?;
        let mut left = self.position.rack;
        let mut sets: Vec<Set> = self.table.sets().to_vec();
        if let Some(own) = &own {
            left = left.checked_sub(&own.played).unwrap_or(left);
            sets.extend(own.sets().iter().cloned());
        }
        let attach = |sets: &mut Vec<Set>, left: &mut TileCounts| {
            for (tile, _) in left.kinds() {
                for set in sets.iter_mut() {
                    let longer: Set = set.tiles().iter().copied().chain([tile]).collect();
                    if rules.judge(longer.tiles()).is_legal() && left.remove(tile) {
                        *set = longer;
                        return true;
                    }
                }
            }
            false
        };
        while attach(&mut sets, &mut left) {}
        Ok(self.position.rack.len() - left.len())
    }

    /// A crowded random position that does not come from a game.
    pub fn dense(rules: &RuleSet, number: usize, below: &mut dyn FnMut(u64) -> u64) -> Self {
        let (table, position, seat) = dense_position(rules, below);
        CorpusPosition {
            id: format!("d{number}"),
            table,
            position,
            seat,
            is_end: false,
        }
    }

    /// The answers on which all these solvers agree.
    ///
    /// # Errors
    /// If they disagree, or one has no proven answer.
    pub fn certify(
        &self,
        rules: &RuleSet,
        solvers: &mut [Box<dyn Solver>],
    ) -> Result<Certified, CertifyError> {
        self.agreed(rules, solvers, false)?
            .ok_or(CertifyError::NoSolver)
    }

    /// The answers on which all solvers with a proof agree; `None` if none has one.
    ///
    /// # Errors
    /// If they disagree, or one refuses.
    pub fn certify_proven(
        &self,
        rules: &RuleSet,
        solvers: &mut [Box<dyn Solver>],
    ) -> Result<Option<Certified>, CertifyError> {
        self.agreed(rules, solvers, true)
    }

    fn agreed(
        &self,
        rules: &RuleSet,
        solvers: &mut [Box<dyn Solver>],
        skip_unproven: bool,
    ) -> Result<Option<Certified>, CertifyError> {
        let mut agreed: Option<Certified> = None;
        for solver in solvers {
            let said = match self.said(rules, solver.as_mut()) {
                Err(
                    CertifyError::Unproven { .. } | CertifyError::Solve(SolveError::GaveUp { .. }),
                ) if skip_unproven => {
                    continue;
                }
                said => said?,
            };
            let before = *agreed.get_or_insert(said);
            if before != said {
                return Err(CertifyError::Disagreement {
                    solver: solver.name().to_owned(),
                    said,
                    before,
                });
            }
        }
        Ok(agreed)
    }

    /// The proven answer of a solver.
    fn said(&self, rules: &RuleSet, solver: &mut dyn Solver) -> Result<Certified, CertifyError> {
        let mut best = |goal: Goal| match solver.solve(rules, &self.position, &goal)? {
            Answer::Optimal(best) => Ok((best.tiles, best.value)),
            other => Err(CertifyError::Unproven {
                solver: solver.name().to_owned(),
                answer: format!("{other:?}"),
            }),
        };
        let (tiles, value) = (best(Goal::Tiles)?, best(Goal::Value)?);
        let goes_out = solver.go_out(rules, &self.position)?.is_some();
        Ok(Certified {
            tiles,
            value,
            goes_out,
        })
    }
}
