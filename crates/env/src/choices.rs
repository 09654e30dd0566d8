//! The exact choices of a turn that is built tile by tile.
//!
//! If the player has opened and groups have no owners, the tiles laid so far count as tiles of the
//! table, and the turn continues from there. A few best plays then show which kinds can be laid
//! ([`layable`]). Otherwise the choices are read off the list of all plays. If that list would be
//! too long, the solver is asked about each kind.

use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};
use rummilab_solver::{
    Answer, Goal, ListLimits, Omitted, Plays, SolveError, Solver, Weights, best_known, go_out_on,
    lay_in_one_set, unless_given_up,
};

/// The longest list of plays that is kept. With more plays the solver is asked about each tile.
/// Tuned on random play: half and twice as many are slower.
const MOST_LISTED: usize = 2048;

/// The most work for the list, in states of the search. Most lists take some hundred states. One in
/// a hundred takes a thousand times as many; then asking about each tile is quicker.
const LIST_WORK: u64 = 1 << 14;

/// The choices of one turn.
#[derive(Debug, Clone)]
pub(crate) struct Choices {
    pub position: Position,
    /// The tiles laid so far.
    pub laid: TileCounts,
    /// The method that finds next tiles.
    way: Way,
    /// The choices of the next action, computed on demand.
    next: Option<Next>,
    /// The table with exactly the tiles laid so far, if some were laid and one was found.
    end: Option<Table>,
    /// The best plays, computed on demand, with the number asked for.
    best: Option<(usize, Candidates)>,
}

/// The method that finds next tiles.
#[derive(Debug, Clone)]
enum Way {
    /// Treats laid tiles as table tiles. `kinds`: candidates carried over from the previous step.
    /// `plays`: some plays that extend the laid tiles; kinds in them need no query.
    OnTable {
        kinds: TileCounts,
        plays: Vec<KnownPlay>,
    },
    /// Uses the list of every play that lays at least the tiles laid so far.
    Listed(Vec<TileCounts>),
    /// Asks about each kind, because there are too many plays for a list.
    Asked,
    /// Lists the plays as soon as a tile may be laid; for whole plays a few of the best will do.
    Unlisted,
}

/// A play that the solver has found: its tiles, and the table after it.
#[derive(Debug, Clone)]
struct KnownPlay {
    tiles: TileCounts,
    table: Table,
}

/// The choices of the next action of a turn.
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
    pub more: bool,
}

impl Choices {
    /// The choices at the beginning of a turn.
    pub fn new(rules: &RuleSet, position: Position) -> Choices {
        let way = if position.opened && !rules.has_group_owners() {
            Way::OnTable {
                kinds: position.rack,
                plays: Vec::new(),
            }
        } else {
            Way::Unlisted
        };
        Choices {
            position,
            laid: TileCounts::EMPTY,
            way,
            next: None,
            end: None,
            best: None,
        }
    }

    /// Lists the plays, if that was not done yet.
    fn list(&mut self, rules: &RuleSet, solver: &mut dyn Solver) -> Result<(), SolveError> {
        if !matches!(self.way, Way::Unlisted) {
            return Ok(());
        }
        let limits = ListLimits {
            most: MOST_LISTED,
            work: LIST_WORK,
        };
        let found = solver.plays(rules, &self.position, &Goal::Tiles, limits)?;
        self.way = match found.rest {
            Omitted::Nothing => Way::Listed(tiles_of(&found)),
            _ => Way::Asked,
        };
        Ok(())
    }

    /// The choices of the next action. `table` is the table of the position as sets.
    pub fn next(
        &mut self,
        rules: &RuleSet,
        table: &Table,
        solver: &mut dyn Solver,
    ) -> Result<Next, SolveError> {
        if let Some(next) = self.next {
            return Ok(next);
        }
        self.list(rules, solver)?;
        if !matches!(self.way, Way::Listed(_)) {
            self.end = self.exactly(rules, table, solver)?;
        }
        let done = self.end.is_some();
        let (position, laid) = (self.as_laid(), self.laid);
        let next = match &mut self.way {
            Way::OnTable { kinds, plays } => {
                let kinds = layable(rules, table, &position, &laid, (kinds, plays), solver)?;
                Next { kinds, done }
            }
            Way::Listed(plays) => next_of(plays, &self.laid),
            Way::Asked | Way::Unlisted => Next {
                kinds: self.asked(rules, solver)?,
                done,
            },
        };
        self.next = Some(next);
        Ok(next)
    }

    /// The known play of exactly the tiles laid so far.
    fn known(&self) -> Option<&KnownPlay> {
        let Way::OnTable { plays, .. } = &self.way else {
            return None;
        };
        plays.iter().find(|play| play.tiles == self.laid)
    }

    /// Lays a tile, which must be among those that may come next.
    pub fn lay(&mut self, rules: &RuleSet, tile: Tile) {
        debug_assert!(!matches!(self.way, Way::Unlisted), "`next` lists them");
        let before = self.end.take().map(|table| {
            let mut one = self.as_laid();
            one.rack = TileCounts::EMPTY;
            let _ = one.rack.insert(tile);
            (table, one)
        });
        let _ = self.laid.insert(tile);
        let last = self.next.take();
        self.best = None;
        match &mut self.way {
            Way::OnTable { kinds, plays } => {
                *kinds = last.map_or(*kinds, |last| last.kinds);
                plays.retain(|play| play.tiles.count(tile) >= self.laid.count(tile));
                // Often it fits a set as it lies.
                if self.known().is_none() {
                    self.end = before.and_then(|(table, one)| lay_in_one_set(rules, &table, &one));
                }
            }
            Way::Listed(plays) => {
                plays.retain(|play| play.count(tile) >= self.laid.count(tile));
            }
            Way::Asked | Way::Unlisted => {}
        }
    }

    /// The position with the tiles laid so far on the table.
    fn as_laid(&self) -> Position {
        let table = self.position.table.checked_add(&self.laid);
        Position {
            table: table.unwrap_or(self.position.table),
            rack: self.position.rack.saturating_sub(&self.laid),
            ..self.position.clone()
        }
    }

    /// The best `most` plays that lay at least the tiles laid so far.
    pub fn candidates(
        &mut self,
        rules: &RuleSet,
        table: &Table,
        solver: &mut dyn Solver,
        most: usize,
    ) -> Result<&Candidates, SolveError> {
        let known = self.best.take().filter(|(of, _)| *of == most);
        let best = match known {
            Some((_, best)) => best,
            None => self.best_plays(rules, table, solver, most)?,
        };
        Ok(&self.best.insert((most, best)).1)
    }

    fn best_plays(
        &self,
        rules: &RuleSet,
        table: &Table,
        solver: &mut dyn Solver,
        most: usize,
    ) -> Result<Candidates, SolveError> {
        let (mut plays, more) = match &self.way {
            Way::Listed(plays) => (plays.clone(), false),
            Way::OnTable { .. } => {
                let position = self.as_laid();
                let limits = ListLimits::best(most);
                let found = solver.plays(rules, &position, &Goal::Tiles, limits)?;
                let with_laid = |play: TileCounts| play.checked_add(&self.laid).unwrap_or(play);
                let mut plays: Vec<_> = tiles_of(&found).into_iter().map(with_laid).collect();
                if self.end.is_some() || self.exactly(rules, table, solver)?.is_some() {
                    plays.push(self.laid);
                }
                (plays, found.rest != Omitted::Nothing)
            }
            Way::Asked | Way::Unlisted => {
                let limits = ListLimits::best(most);
                let found = solver.plays(rules, &self.position, &Goal::Tiles, limits)?;
                let mut plays = tiles_of(&found);
                plays.retain(|play| play.contains(&self.laid));
                (plays, found.rest != Omitted::Nothing)
            }
        };
        let more = more || plays.len() > most;
        plays.truncate(most);
        Ok(Candidates { plays, more })
    }

    /// A table after a play that ends here, if it may. Its sets may follow from the rest of the
    /// rack.
    pub fn exactly(
        &self,
        rules: &RuleSet,
        table: &Table,
        solver: &mut dyn Solver,
    ) -> Result<Option<Table>, SolveError> {
        if self.laid.is_empty() || self.end.is_some() {
            return Ok(self.end.clone());
        }
        if let Some(known) = self.known() {
            return Ok(Some(known.table.clone()));
        }
        let exactly = Position {
            rack: self.laid,
            ..self.position.clone()
        };
        table_with(rules, table, &exactly, solver)
    }

    /// The kinds, once each, that may come next.
    fn asked(&self, rules: &RuleSet, solver: &mut dyn Solver) -> Result<TileCounts, SolveError> {
        let mut able = TileCounts::EMPTY;
        for (tile, _) in self.position.rack.saturating_sub(&self.laid).kinds() {
            let mut wanted = self.laid;
            let _ = wanted.insert(tile);
            if can_lay_at_least(rules, &self.position, &wanted, solver)? {
                let _ = able.insert(tile);
            }
        }
        Ok(able)
    }
}

/// A table on which the whole rack of a position lies too; `None` if there is none.
pub(crate) fn table_with(
    rules: &RuleSet,
    before: &Table,
    position: &Position,
    solver: &mut dyn Solver,
) -> Result<Option<Table>, SolveError> {
    if let Some(table) = lay_in_one_set(rules, before, position) {
        return Ok(Some(table));
    }
    let play = go_out_on(solver, rules, before, position)?;
    Ok(play.map(|play| play.table(before)))
}

fn tiles_of(plays: &Plays) -> Vec<TileCounts> {
    plays.plays.iter().map(|play| play.tiles).collect()
}

/// The kinds among these, once each, that some play lays on top of the tiles laid so far. They are
/// the kinds of the known plays, then of a play that lays the most tiles of the other kinds, until
/// such a play lays none. The plays found are added to the known ones.
fn layable(
    rules: &RuleSet,
    table: &Table,
    as_laid: &Position,
    laid: &TileCounts,
    (kinds, known): (&TileCounts, &mut Vec<KnownPlay>),
    solver: &mut dyn Solver,
) -> Result<TileCounts, SolveError> {
    let mut able = TileCounts::EMPTY;
    let mut open: Vec<Tile> = kinds.kinds().map(|(tile, _)| tile).collect();
    open.retain(|tile| as_laid.rack.count(*tile) > 0);
    let mut strike = |open: &mut Vec<Tile>, play: &TileCounts| {
        let before = open.len();
        open.retain(|tile| {
            let lays = play.count(*tile) > laid.count(*tile);
            if lays {
                let _ = able.insert(*tile);
            }
            !lays
        });
        open.len() < before
    };
    let all = open.len();
    for play in known.iter() {
        strike(&mut open, &play.tiles);
    }
    while !open.is_empty() {
        let goal = if open.len() == all {
            Goal::Tiles
        } else {
            let mut weights = Weights::all(0);
            open.iter().for_each(|tile| weights.set(*tile, 1));
            Goal::Weighted(Arc::new(weights))
        };
        let best = unless_given_up(solver.solve_laying(rules, as_laid, &goal, None))?;
        let Some(best) = best.and_then(Answer::into_verified) else {
            break;
        };
        let tiles = best.played.checked_add(laid).unwrap_or(best.played);
        if !strike(&mut open, &tiles) {
            break;
        }
        let table = best.table(table);
        known.push(KnownPlay { tiles, table });
    }
    Ok(able)
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
        let best = best_known(solver, rules, &of_rack, &goal)?;
        Ok::<_, SolveError>(best.map_or(TileCounts::EMPTY, |best| best.played))
    };
    // Weights cannot require a number of tiles of a kind. So ask about one rack for each number of
    // copies, and require the whole rack to go.
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

    use std::collections::BTreeSet;

    use rummilab_chance::{Key, Stream};
    use rummilab_core::notation::{parse_counts, parse_table};
    use rummilab_search::SearchSolver;

    use super::*;
    use crate::Environment;

    /// All methods give the same choices, whatever has been laid.
    #[test]
    fn every_way_says_what_the_list_says() {
        let rules = RuleSet::preset("original").unwrap();
        for (table, rack, opened) in [
            ("R3 R4 R5 ; K7 B7 O7", "R6 R6 R7 J R2 K8 K9 B1", true),
            ("R3 R4 R5 R6 R7", "R4 R5 R6 O1 O2 O3 O4 J", true),
            (
                "R3 R4 R5 R6 J ; B9 O9 R9",
                "R4 R5 R6 O1 O2 O3 R2 R2 B1",
                true,
            ),
            ("", "R10 B10 K10 O10 R10 R11 R12 R13 K10", false),
            ("K1 K2 K3", "R10 B10 K10 R11 R12 K4 J", false),
            ("B9 O9 R9", "K9 K9 B9", true),
        ] {
            let table = parse_table(table, &rules).unwrap();
            let rack = parse_counts(rack, &rules).unwrap();
            let position = rules.position(&table, rack, opened, None);
            let choices = check_all(&rules, &table, position, usize::MAX).unwrap();
            assert_eq!(matches!(choices.way, Way::OnTable { .. }), opened);
        }
    }

    /// The same in games of random actions, under rules with other sets, jokers and limits.
    #[test]
    fn every_way_says_what_the_list_says_in_games() {
        let cases: [(&str, &[&str]); 7] = [
            ("original", &[]),
            ("original", &["joker_rule=old"]),
            ("original", &["wrap=true", "max_run_len=5"]),
            ("tournament", &[]),
            ("twist", &["opening_min=0"]),
            ("house", &["opening_min=0"]),
            ("house", &["opening_min=0", "group_cap_per_player=none"]),
        ];
        for (seed, (name, options)) in (0..).zip(cases) {
            let rules = RuleSet::named(name, options).unwrap();
            let solver = || Box::new(SearchSolver::new());
            let mut game = Environment::new(&rules, 2, seed, solver()).unwrap();
            let mut stream = Stream::new(Key::sample(seed, "test", 0));
            let mut checked = 0;
            while let (Some(seat), true) = (game.to_move(), checked < 12) {
                let position = game.view(seat).position();
                if game.laid().is_empty() && position.opened {
                    let table = game.table().clone();
                    checked += usize::from(check_all(&rules, &table, position, 10).is_some());
                }
                let legal = game.legal().unwrap();
                let able: Vec<usize> = (0..legal.len()).filter(|at| legal[*at]).collect();
                game.step(able[stream.index(able.len()).unwrap()]).unwrap();
            }
            assert!(checked > 3, "{name} {options:?}: {checked}");
        }
    }

    /// Checks a position and what follows each play; `None` if it has more than `most` plays.
    fn check_all(
        rules: &RuleSet,
        table: &Table,
        position: Position,
        most: usize,
    ) -> Option<Choices> {
        let mut solver = SearchSolver::new();
        let limits = ListLimits::best(most);
        let all = solver
            .plays(rules, &position, &Goal::Tiles, limits)
            .unwrap();
        if all.rest != Omitted::Nothing {
            return None;
        }
        let choices = Choices::new(rules, position);
        let of = |way| Choices {
            way,
            ..choices.clone()
        };
        let listed = of(Way::Listed(tiles_of(&all)));
        let others = [choices.clone(), of(Way::Asked)];
        let seen = &mut BTreeSet::new();
        check(rules, table, &listed, &others, seen, &mut solver);
        Some(choices)
    }

    fn check(
        rules: &RuleSet,
        table: &Table,
        listed: &Choices,
        others: &[Choices],
        seen: &mut BTreeSet<TileCounts>,
        solver: &mut dyn Solver,
    ) {
        let laid = listed.laid;
        if !seen.insert(laid) {
            return;
        }
        let next = listed.clone().next(rules, table, solver).unwrap();
        let mut all = listed.best_plays(rules, table, solver, 1000).unwrap();
        all.plays.sort_unstable();
        let others: Vec<Choices> = others
            .iter()
            .map(|other| {
                let mut other = other.clone();
                assert_eq!(other.next(rules, table, solver).unwrap(), next, "{laid}");
                let mut plays = other.best_plays(rules, table, solver, 1000).unwrap();
                plays.plays.sort_unstable();
                assert_eq!(plays, all, "{laid}");
                other
            })
            .collect();
        for (tile, _) in next.kinds.kinds() {
            let further = |choices: &Choices| {
                let mut choices = choices.clone();
                choices.lay(rules, tile);
                choices
            };
            let others: Vec<Choices> = others.iter().map(further).collect();
            check(rules, table, &further(listed), &others, seen, solver);
        }
    }
}
