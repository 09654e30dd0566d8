//! What may be laid on a turn, tile by tile. The answer is exact: from the list of all plays, or
//! from the solver where that list would be too long.

use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};
use rummilab_solver::{Goal, ListLimits, Omitted, SolveError, Solver, Weights, go_out_on};

/// The longest list of plays that is kept. With more plays the solver is asked about each tile.
/// Tuned on random play: half and twice as many are slower.
const MOST_LISTED: usize = 2048;

/// The most work for the list, in states of the search. Most lists take some hundred states. One in
/// a hundred takes a thousand times that, and then asking about each tile is quicker.
const LIST_WORK: u64 = 1 << 14;

/// The choices of one turn.
#[derive(Debug, Clone)]
pub(crate) struct Choices {
    pub position: Position,
    /// The tiles laid so far.
    pub laid: TileCounts,
    /// Every play that lays at least the tiles in `laid`; `None` if there were too many.
    list: Option<Vec<TileCounts>>,
    /// What may come next, computed when it is first asked for.
    next: Option<Next>,
}

/// What may come next on a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Next {
    /// Each kind that may be laid, once.
    pub kinds: TileCounts,
    /// Whether the play may end here.
    pub done: bool,
}

/// Whole plays to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// The tiles of each, the best first.
    pub plays: Vec<TileCounts>,
    /// Whether there are others.
    pub more: bool,
}

impl Choices {
    /// The choices at the beginning of a turn.
    pub fn new(
        rules: &RuleSet,
        position: Position,
        solver: &mut dyn Solver,
    ) -> Result<Choices, SolveError> {
        let limits = ListLimits {
            most: MOST_LISTED,
            work: LIST_WORK,
        };
        let found = solver.plays(rules, &position, &Goal::Tiles, limits)?;
        let all = found.plays.iter().map(|play| play.tiles);
        Ok(Choices {
            position,
            laid: TileCounts::EMPTY,
            list: (found.rest == Omitted::Nothing).then(|| all.collect()),
            next: None,
        })
    }

    /// What may come next. `table` is the table of the position as sets.
    pub fn next(
        &mut self,
        rules: &RuleSet,
        table: &Table,
        solver: &mut dyn Solver,
    ) -> Result<Next, SolveError> {
        if let Some(next) = self.next {
            return Ok(next);
        }
        let next = match &self.list {
            Some(plays) => next_of(plays, &self.laid),
            None => self.asked(rules, table, solver)?,
        };
        self.next = Some(next);
        Ok(next)
    }

    /// Lays a tile, which must be among those that may come next.
    pub fn lay(&mut self, tile: Tile) {
        let _ = self.laid.insert(tile);
        self.next = None;
        if let Some(plays) = &mut self.list {
            plays.retain(|play| play.count(tile) >= self.laid.count(tile));
        }
    }

    /// The best `most` plays.
    pub fn candidates(
        &self,
        rules: &RuleSet,
        solver: &mut dyn Solver,
        most: usize,
    ) -> Result<Candidates, SolveError> {
        if let Some(plays) = &self.list {
            return Ok(Candidates {
                plays: plays.iter().take(most).copied().collect(),
                more: plays.len() > most,
            });
        }
        let found = solver.plays(rules, &self.position, &Goal::Tiles, ListLimits::best(most))?;
        Ok(Candidates {
            plays: found.plays.iter().map(|play| play.tiles).collect(),
            more: found.rest != Omitted::Nothing,
        })
    }

    fn asked(
        &self,
        rules: &RuleSet,
        table: &Table,
        solver: &mut dyn Solver,
    ) -> Result<Next, SolveError> {
        let mut next = Next::default();
        for (tile, _) in self.position.rack.saturating_sub(&self.laid).kinds() {
            let mut wanted = self.laid;
            let _ = wanted.insert(tile);
            if can_lay_at_least(rules, &self.position, &wanted, solver)? {
                let _ = next.kinds.insert(tile);
            }
        }
        if !self.laid.is_empty() {
            let exactly = Position {
                rack: self.laid,
                ..self.position.clone()
            };
            next.done = go_out_on(solver, rules, table, &exactly)?.is_some();
        }
        Ok(next)
    }
}

fn next_of(plays: &[TileCounts], laid: &TileCounts) -> Next {
    let mut next = Next::default();
    for play in plays {
        let rest = play.saturating_sub(laid);
        next.done |= rest.is_empty();
        for (tile, _) in rest.saturating_sub(&next.kinds).kinds() {
            if next.kinds.count(tile) == 0 {
                let _ = next.kinds.insert(tile);
            }
        }
    }
    next
}

/// Whether some legal play lays at least these tiles of the rack.
fn can_lay_at_least(
    rules: &RuleSet,
    position: &Position,
    wanted: &TileCounts,
    solver: &mut dyn Solver,
) -> Result<bool, SolveError> {
    let mut weights = Weights::all(0);
    for (tile, _) in wanted.kinds() {
        weights.set(tile, 1);
    }
    let goal = Goal::Weighted(Arc::new(weights));
    let mut most = |rack: &TileCounts| {
        let of_rack = Position {
            rack: *rack,
            ..position.clone()
        };
        let best = solver.solve(rules, &of_rack, &goal)?.into_verified();
        Ok::<_, SolveError>(best.map_or(TileCounts::EMPTY, |best| best.played))
    };
    // Weights do not control how many tiles of a kind are laid. So ask about one rack for each
    // number of copies, all of which must go.
    let mut racks = vec![position.rack];
    if most(&position.rack)?.contains(wanted) {
        return Ok(true);
    }
    for (tile, count) in wanted.kinds() {
        let held = position.rack.count(tile);
        let fewer = |rack: &TileCounts| {
            let mut rack = *rack;
            (count..=held)
                .rev()
                .map(move |copies| {
                    while rack.count(tile) > copies {
                        let _ = rack.remove(tile);
                    }
                    rack
                })
                .collect::<Vec<_>>()
        };
        racks = racks.iter().flat_map(fewer).collect();
    }
    for rack in &racks {
        if most(rack)?.contains(wanted) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_core::notation::{parse_table, parse_tiles};
    use rummilab_search::SearchSolver;

    use super::*;

    /// Both ways give the same, whatever is laid.
    #[test]
    fn asking_the_solver_says_what_the_list_says() {
        let rules = RuleSet::preset("original").unwrap();
        for (table, rack, opened) in [
            ("R3 R4 R5 ; K7 B7 O7", "R6 R6 R7 J R2 K8 K9 B1", true),
            ("R3 R4 R5 R6 R7", "R4 R5 R6 O1 O2 O3 O4 J", true),
            ("", "R10 B10 K10 O10 R10 R11 R12 R13 K10", false),
            ("K1 K2 K3", "R10 B10 K10 R11 R12 K4 J", false),
            ("B9 O9 R9", "K9 K9 B9", true),
        ] {
            let table = parse_table(table, &rules).unwrap();
            let rack = parse_tiles(rack, &rules).unwrap().into_iter().collect();
            let position = rules.position(&table, rack, opened, None);
            let mut solver = SearchSolver::new();
            let listed = Choices::new(&rules, position, &mut solver).unwrap();
            check(&rules, &table, &listed, &mut solver);
        }
    }

    fn check(rules: &RuleSet, table: &Table, listed: &Choices, solver: &mut dyn Solver) {
        let next = listed.clone().next(rules, table, solver).unwrap();
        let mut asked = Choices {
            list: None,
            next: None,
            ..listed.clone()
        };
        let laid = listed.laid;
        assert_eq!(asked.next(rules, table, solver).unwrap(), next, "{laid}");
        for (tile, _) in next.kinds.kinds() {
            let mut further = listed.clone();
            further.lay(tile);
            check(rules, table, &further, solver);
        }
    }
}
