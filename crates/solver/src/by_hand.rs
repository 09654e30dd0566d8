//! The play that a person sees first: own sets, and rack tiles attached to sets as they lie.
//!
//! It needs no search over tables, so it is available when a solver gives up. It proves nothing
//! about better plays. Attaching needs a table that is given as sets.

use std::cmp::Reverse;

use rummilab_core::{OpeningTableAccess, Position, RuleSet, Set, Table, Tile, TileCounts};

use crate::answer::{Answer, Arrangement, Verified};
use crate::catalogue::{Catalogue, LegalSet, MOST_LAYOUTS};
use crate::goal::{Goal, Score};
use crate::verify::verify;
use crate::{SolveError, Solver};

/// Most jokers in an own set that the search tries. A set with more jokers contains a smaller set,
/// or its tiles form one.
const JOKERS_IN_SET: &str = "max_jokers_per_set=3";

/// The solver's answer for a table given as sets. If the solver gives up without a play or with a
/// worse one, the play by hand replaces it.
///
/// # Errors
/// Those of [`Solver::solve`].
pub fn solve_on(
    solver: &mut (impl Solver + ?Sized),
    rules: &RuleSet,
    before: &Table,
    position: &Position,
    goal: &Goal,
) -> Result<Answer, SolveError> {
    let answer = solver.solve(rules, position, goal);
    let (known, bound, stop) = match &answer {
        Ok(Answer::Feasible { best, bound, stop }) => (Some(best.score), *bound, *stop),
        Err(SolveError::GaveUp { stop, .. }) => (None, i64::MAX, *stop),
        _ => return answer,
    };
    match by_hand(rules, before, position, goal) {
        Some(found) if known < Some(found.score) => {
            let most = goal.most(rules, position);
            Ok(Answer::stopped(found, bound, most, stop))
        }
        _ => answer,
    }
}

/// [`Solver::go_out`] for a table given as sets. If the solver gives up, the play by hand may still
/// lay the whole rack.
///
/// # Errors
/// Those of [`Solver::go_out`].
pub fn go_out_on(
    solver: &mut (impl Solver + ?Sized),
    rules: &RuleSet,
    before: &Table,
    position: &Position,
) -> Result<Option<Verified>, SolveError> {
    match solver.go_out(rules, position) {
        Err(gave_up @ SolveError::GaveUp { .. }) => {
            let found = by_hand(rules, before, position, &Goal::Tiles);
            let whole = found.filter(|found| found.played == position.rack);
            whole.map(Some).ok_or(gave_up)
        }
        answer => answer,
    }
}

/// A legal play found without a search over tables; it may lay nothing. `None` if `before` is not a
/// legal table.
pub fn by_hand(
    rules: &RuleSet,
    before: &Table,
    position: &Position,
    goal: &Goal,
) -> Option<Verified> {
    let nothing = if position.opened && *goal != Goal::OpeningValue {
        Arrangement::from(before.sets().to_vec())
    } else {
        Arrangement::default()
    };
    let nothing = verify(rules, position, goal, nothing).ok()?;
    // Own sets first leaves fewer tiles to attach, and vice versa, so both orders are tried.
    let plays = [true, false].into_iter().filter_map(|sets_first| {
        let mut hand = Hand::new(rules, before, position, goal);
        if sets_first {
            hand.lay_own_sets();
            hand.attach();
        } else {
            hand.attach();
            hand.lay_own_sets();
            hand.attach();
        }
        hand.play().filter(|play| play.score > nothing.score)
    });
    Some(plays.max_by_key(|play| play.score).unwrap_or(nothing))
}

/// A turn under construction.
struct Hand<'a> {
    rules: &'a RuleSet,
    position: &'a Position,
    goal: &'a Goal,
    /// Rack tiles not yet laid.
    rack: TileCounts,
    played: TileCounts,
    /// The sets laid so far, old ones first.
    sets: Vec<Set>,
    /// Number of old sets among them, and whether tiles may be attached to these.
    old: usize,
    uses_table: bool,
    /// Own sets as they were laid.
    own: Vec<Set>,
}

impl<'a> Hand<'a> {
    fn new(rules: &'a RuleSet, before: &Table, position: &'a Position, goal: &'a Goal) -> Hand<'a> {
        let alone = *goal == Goal::OpeningValue;
        let opening = !position.opened || alone;
        let mut rack = position.rack;
        if opening && !rules.opening_jokers {
            rack = rack.without_jokers();
        }
        let after_threshold = rules.opening_table_access == OpeningTableAccess::AfterThreshold;
        let uses_table = !alone && (position.opened || after_threshold);
        Hand {
            rules,
            position,
            goal,
            rack,
            played: TileCounts::EMPTY,
            sets: before.sets().to_vec(),
            old: before.sets().len(),
            uses_table,
            own: Vec::new(),
        }
    }

    /// Lays the best own set as long as one improves the score.
    fn lay_own_sets(&mut self) {
        let few = self.rules.with_options(&[JOKERS_IN_SET]);
        let few = few.ok().filter(|_| self.rules.most_jokers_in_set() > 3);
        let few = few.as_ref().unwrap_or(self.rules);
        let catalogue = Catalogue::of_tiles_within(few, &self.rack, MOST_LAYOUTS);
        let sets = catalogue.iter().flat_map(Catalogue::sets);
        let mut sets: Vec<&LegalSet> = sets.collect();
        sets.sort_by_cached_key(|set| {
            let worth = self.goal.score(&set.tiles, set.value);
            // An opening needs points under any goal.
            let points = if self.position.opened { 0 } else { set.value };
            Reverse((points, worth))
        });
        for set in sets {
            while self.rack.contains(&set.tiles) && self.gains(&set.tiles, set.value) {
                let laid = Set::new(set.tiles.tiles());
                self.sets.push(laid.clone());
                if !self.stacks_kept() {
                    self.sets.pop();
                    break;
                }
                self.own.push(laid);
                self.take(&set.tiles);
            }
        }
    }

    /// Attaches rack tiles to sets as long as that improves the score.
    fn attach(&mut self) {
        let from = if self.uses_table { 0 } else { self.old };
        let mut again = true;
        while again {
            again = false;
            for (tile, _) in self.rack.kinds() {
                again |=
                    self.gains(&TileCounts::from_iter([tile]), 0) && self.attach_one(tile, from);
            }
        }
    }

    fn attach_one(&mut self, tile: Tile, from: usize) -> bool {
        for i in from..self.sets.len() {
            let longer: Set = self.sets[i].tiles().iter().copied().chain([tile]).collect();
            if !self.rules.judge(longer.tiles()).is_legal() {
                continue;
            }
            let shorter = std::mem::replace(&mut self.sets[i], longer);
            if self.stacks_kept() {
                self.take(&TileCounts::from_iter([tile]));
                return true;
            }
            self.sets[i] = shorter;
        }
        false
    }

    /// Whether laying these tiles as well improves the score. Points of a set count for an opening.
    fn gains(&self, tiles: &TileCounts, points: u32) -> bool {
        let more = self.goal.score(tiles, points);
        more > Score([0; 3])
    }

    fn take(&mut self, tiles: &TileCounts) {
        self.rack = self.rack.saturating_sub(tiles);
        self.played = self.played.checked_add(tiles).unwrap_or(self.played);
    }

    fn stacks_kept(&self) -> bool {
        let free = !self.rules.has_group_owners();
        free || self
            .rules
            .place_groups(&self.position.stacks, &self.sets)
            .is_some()
    }

    /// The turn if the checker passes it.
    fn play(mut self) -> Option<Verified> {
        let opening = if !self.position.opened && self.uses_table {
            self.own
        } else {
            Vec::new()
        };
        if !self.uses_table {
            self.sets.drain(..self.old);
        }
        let sets = self.sets;
        verify(
            self.rules,
            self.position,
            self.goal,
            Arrangement { sets, opening },
        )
        .ok()
    }
}
