//! What the solver says of a position and its turns.

use std::sync::Arc;

use rummilab_bot_api::View;
use rummilab_core::{Position, TileCounts};
use rummilab_solver::{
    Goal, ListLimits, SolveError, Solver, Weights, best_known, fewest_openings, unless_given_up,
};

use crate::standoff::{KeptAutomaton, NoAnswer, PartitionQueries};

/// Plays of fewest tiles, and openings of fewest tiles, that are listed at most.
const FEWEST: usize = 6;

/// Work for a list of plays, in states of the search.
const LIST_WORK: u64 = 1 << 13;

/// If more tiles than these cannot be laid, hardly any draw lets the whole rack go, and the solver
/// is not asked which does.
const MOST_STUCK: usize = 2;

/// A position, and what answers questions about it.
pub(super) struct Asked<'a, 'b> {
    pub(super) view: &'a View<'b>,
    pub(super) position: Position,
    pub(super) table: TileCounts,
    pub(super) unseen: TileCounts,
    pub(super) automaton: &'a KeptAutomaton,
    pub(super) solver: &'a mut dyn Solver,
}

impl Asked<'_, '_> {
    pub(super) fn most_tiles(&mut self, position: &Position) -> Result<TileCounts, SolveError> {
        let best = best_known(self.solver, self.view.rules, position, &Goal::Tiles)?;
        Ok(best.map_or(TileCounts::EMPTY, |best| best.played))
    }

    fn queries(&mut self) -> PartitionQueries<'_> {
        PartitionQueries::new(self.view.rules, self.solver, u64::MAX).with(self.automaton)
    }

    /// Whether these tiles can lie in sets; no, if the solver gives up.
    fn lies(&mut self, tiles: &TileCounts) -> Result<bool, SolveError> {
        unless_exhausted(self.queries().can_partition(tiles))
    }

    /// Those of these kinds of which one more tile can lie in sets with `tiles`.
    pub(super) fn one_more(
        &mut self,
        tiles: &TileCounts,
        kinds: &TileCounts,
    ) -> Result<TileCounts, SolveError> {
        unless_exhausted(self.queries().one_more(tiles, kinds))
    }

    /// Whether all racks are known.
    fn knows_racks(&self) -> bool {
        self.view.players() == 2 && self.view.pool_len == 0
    }

    /// The turns to choose from: drawing or passing, plays of most tiles, each tile that fits.
    pub(super) fn turns(
        &mut self,
        best: TileCounts,
        fits: &TileCounts,
    ) -> Result<Vec<TileCounts>, SolveError> {
        let view = self.view;
        let mut plays = Vec::new();
        if !best.is_empty() {
            plays = self.best_plays(best)?;
        }
        if !plays.is_empty() && view.has_opened() {
            let best = plays.len();
            let singles = view
                .rack
                .kinds()
                .map(|(tile, _)| TileCounts::from_iter([tile]));
            plays.extend(singles.filter(|single| count_in(single, fits) > 0));
            if plays.len() == best {
                plays.extend(self.fewest()?);
            }
        } else if !plays.is_empty() {
            for rack in [view.rack.without_jokers(), view.rack] {
                let openings = fewest_openings(view.rules, &rack).into_iter();
                plays.extend(openings.take(FEWEST).map(|(tiles, _)| tiles));
            }
        }
        let mut turns = Vec::with_capacity(plays.len() + 1);
        let must = view.rules.must_lay(view.pool_len, view.has_opened());
        if plays.is_empty() || !must {
            turns.push(TileCounts::EMPTY);
        }
        for play in plays {
            if !turns.contains(&play) {
                turns.push(play);
            }
        }
        Ok(turns)
    }

    /// The plays of most tiles with and without jokers; in an opening also of most points.
    fn best_plays(&mut self, best: TileCounts) -> Result<Vec<TileCounts>, SolveError> {
        let mut plays = vec![best];
        let bare = Position {
            rack: self.view.rack.without_jokers(),
            ..self.position.clone()
        };
        if bare.rack != self.view.rack {
            plays.push(self.most_tiles(&bare)?);
        }
        if !self.view.has_opened() {
            for position in [&self.position, &bare] {
                let dearest = best_known(self.solver, self.view.rules, position, &Goal::Value)?;
                plays.extend(dearest.map(|dearest| dearest.played));
            }
        }
        plays.retain(|play| !play.is_empty());
        Ok(plays)
    }

    /// Plays of fewest tiles.
    fn fewest(&mut self) -> Result<Vec<TileCounts>, SolveError> {
        let limits = ListLimits {
            most: FEWEST,
            work: LIST_WORK,
        };
        let goal = Goal::Weighted(Arc::new(Weights::all(-1)));
        let found = self
            .solver
            .plays(self.view.rules, &self.position, &goal, limits);
        let plays = unless_given_up(found)?.map(|found| found.plays);
        let plays = plays.unwrap_or_default().into_iter();
        Ok(plays.map(|play| play.tiles).collect())
    }
}

fn unless_exhausted<T: Default>(found: Result<T, NoAnswer>) -> Result<T, SolveError> {
    match found {
        Err(NoAnswer::BudgetExhausted) => Ok(T::default()),
        Err(NoAnswer::Solver(error)) => Err(error),
        Ok(found) => Ok(found),
    }
}

/// What the solver says of a position.
pub(super) struct Known {
    /// The play that lays most tiles.
    pub(super) best: TileCounts,
    /// The same for a player who has opened.
    as_opened: TileCounts,
    /// Tiles that this play leaves.
    pub(super) stuck: usize,
    pub(super) outs: TileCounts,
    pub(super) frees: TileCounts,
    /// Whether all racks are known.
    pub(super) racks: bool,
    pub(super) other_goes_out: bool,
}

impl Known {
    pub(super) fn of(asked: &mut Asked<'_, '_>, best: TileCounts) -> Result<Known, SolveError> {
        let (view, table, unseen) = (asked.view, asked.table, asked.unseen);
        let mut as_opened = best;
        if !view.has_opened() {
            let opened = Position {
                opened: true,
                ..asked.position.clone()
            };
            as_opened = asked.most_tiles(&opened)?;
        }
        let mut known = Known {
            best,
            as_opened,
            stuck: view.rack.len().saturating_sub(as_opened.len()),
            outs: TileCounts::EMPTY,
            frees: TileCounts::EMPTY,
            racks: asked.knows_racks(),
            other_goes_out: false,
        };
        let mine = table.checked_add(&view.rack);
        let near = view.has_opened() && known.stuck <= MOST_STUCK;
        if let Some(mine) = mine.filter(|_| known.racks || near) {
            known.outs = asked.one_more(&mine, &unseen)?;
        }
        let next = view.seat.clockwise(1, view.players());
        let theirs = table.checked_add(&unseen);
        if let Some(theirs) = theirs.filter(|_| known.racks && view.opened[next]) {
            known.frees = asked.one_more(&theirs, &view.rack)?;
            known.other_goes_out = asked.lies(&theirs)?;
        }
        Ok(known)
    }

    /// The facts of a turn, without the tiles that it lays.
    pub(super) fn of_turn(
        &self,
        asked: &mut Asked<'_, '_>,
        laid: &TileCounts,
    ) -> Result<[u8; 9], SolveError> {
        let view = asked.view;
        let left = view.rack.saturating_sub(laid);
        let table = asked.table.checked_add(laid).unwrap_or(asked.table);
        let mut left_stuck = self.stuck;
        if !self.as_opened.contains(laid) {
            let after = Position {
                table,
                rack: left,
                opened: true,
                ..Position::default()
            };
            left_stuck = left.len().saturating_sub(asked.most_tiles(&after)?.len());
        }
        let next = view.seat.clockwise(1, view.players());
        let lets_out = match laid.kinds().next() {
            _ if !self.racks || !view.opened[next] || left.is_empty() => false,
            None => self.other_goes_out,
            Some((tile, _)) if laid.len() == 1 => self.frees.count(tile) > 0,
            Some(_) => match table.checked_add(&asked.unseen) {
                Some(all) => asked.lies(&all)?,
                None => false,
            },
        };
        Ok([
            u8::from(laid.is_empty()),
            u8::from(left.is_empty()),
            byte(laid.len()),
            byte(laid.face_sum() as usize),
            laid.jokers(),
            byte(left.len()),
            byte(left_stuck),
            u8::from(lets_out),
            u8::from(!view.has_opened() && !laid.is_empty()),
        ])
    }
}

/// Number of these tiles that are of one of the kinds.
pub(super) fn count_in(tiles: &TileCounts, kinds: &TileCounts) -> usize {
    let among = tiles.kinds().filter(|(tile, _)| kinds.count(*tile) > 0);
    among.map(|(_, count)| usize::from(count)).sum()
}

pub(super) fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
