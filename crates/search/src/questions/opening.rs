//! Openings: own sets that reach the threshold, beside the table or with its tiles.

use std::collections::BTreeSet;

use rummilab_core::{Position, RuleSet, Set, Stacks, TileCounts};
use rummilab_solver::catalogue::Catalogue;
use rummilab_solver::{Answer, Arrangement, Score, SolveError};

use crate::grammar::{Jokers, OwnGroups, Task};
use crate::questions::{
    RunGrammar, SearchSolver, TurnQuery, Worth, played_tiles, stacks_kept, task_of,
};
use crate::sweep::Totals;

/// Every choice of disjoint sets from these tiles that reaches the threshold, and would not without
/// any one of them. Choices with the same tiles are listed once.
fn own_openings(rules: &RuleSet, rack: &TileCounts, work: u64) -> OwnOpenings {
    let catalogue = Catalogue::of_tiles(rules, rack);
    let sets = catalogue.sets().iter().map(|set| (set.tiles, set.value));
    let mut sets: Vec<(TileCounts, u32)> = sets.collect();
    // The dearest first, so that a choice is finished by its cheapest set.
    sets.sort_by_key(|(tiles, value)| (std::cmp::Reverse(*value), *tiles));
    let mut choices = OpeningSearch {
        sets: &sets,
        needed: u32::from(rules.opening_min),
        chosen: Vec::new(),
        seen: BTreeSet::new(),
        found: Vec::new(),
        left: work,
    };
    choices.go_on(*rack, 0, 0);
    OwnOpenings {
        all: choices.left > 0,
        work: work - choices.left,
        choices: choices.found,
    }
}

/// Choices of own sets that reach the threshold.
struct OwnOpenings {
    choices: Vec<Vec<TileCounts>>,
    all: bool,
    /// The work that it took, in states.
    work: u64,
}

/// The states that a kept choice counts as: its memory is that of as many.
const FOUND: u64 = 4;

struct OpeningSearch<'a> {
    sets: &'a [(TileCounts, u32)],
    needed: u32,
    chosen: Vec<TileCounts>,
    seen: BTreeSet<TileCounts>,
    found: Vec<Vec<TileCounts>>,
    /// Sets that may still be looked at.
    left: u64,
}

impl OpeningSearch<'_> {
    /// Extends the choice by the sets from number `from` on.
    fn go_on(&mut self, left: TileCounts, value: u32, from: usize) {
        if value >= self.needed {
            if self.seen.insert(left) {
                self.left = self.left.saturating_sub(FOUND);
                self.found.push(self.chosen.clone());
            }
            return;
        }
        for (i, (tiles, more)) in self.sets.iter().enumerate().skip(from) {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                return;
            }
            if let Some(rest) = left.checked_sub(tiles) {
                self.chosen.push(*tiles);
                self.go_on(rest, value + more, i);
                self.chosen.pop();
            }
        }
    }
}

impl SearchSolver {
    /// The own sets of largest total value that may lie beside a table with these stacks.
    pub(super) fn largest_opening(
        &mut self,
        rules: &RuleSet,
        rack: &TileCounts,
        stacks: &Stacks,
    ) -> Vec<Set> {
        let position = Position {
            stacks: stacks.beside(),
            ..own_tiles(rules, rack)
        };
        let sets = self.largest_own_sets(rules, &position, None);
        if !rules.has_group_owners() || stacks_kept(rules, &position, &sets) {
            return sets;
        }
        let mut own = OwnGroups::new(rules, &position, Jokers::among(&position.rack));
        self.largest_own_sets(rules, &position, Some(&mut own))
    }

    fn largest_own_sets(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        own: Option<&mut OwnGroups>,
    ) -> Vec<Set> {
        let worth = Worth::each(1);
        let task = Task {
            joker_worth: worth.jokers,
            point_worth: 1 << 12,
            all_group_jokers: true,
            ..task_of(rules, position, &worth, &TileCounts::EMPTY)
        };
        let totals = Totals {
            of: &|end| Some(end.worth),
            above_worth: None,
            better_than: None,
            worthless: None,
        };
        let best = self.best(rules, &task, RunGrammar::ForPoints, totals, own, None);
        best.and_then(|best| best.sets).unwrap_or_default()
    }

    /// The points of the own sets of largest total value, however many groups they are. They count
    /// towards the threshold of an opening that may use the table.
    pub(super) fn own_sets(&mut self, rules: &RuleSet, rack: &TileCounts) -> u32 {
        points(rules, &self.threshold_sets(rules, rack))
    }

    /// The own sets that count towards the threshold if the table may be used: they need not lie
    /// on the new table, so no limit on groups concerns them.
    fn threshold_sets(&mut self, rules: &RuleSet, rack: &TileCounts) -> Vec<Set> {
        self.largest_own_sets(rules, &own_tiles(rules, rack), None)
    }

    /// The best own sets that reach the threshold; empty if none do.
    fn best_opening_beside(
        &mut self,
        question: TurnQuery<'_>,
        own: Option<&mut OwnGroups>,
    ) -> Vec<Set> {
        let (rules, position, goal) = question.parts();
        let rack = own_tiles(rules, &position.rack);
        let worth = Worth::of(goal);
        let task = Task {
            joker_worth: worth.jokers,
            points_cap: rules.opening_min,
            all_group_jokers: true,
            ..task_of(rules, &rack, &worth, &TileCounts::EMPTY)
        };
        let needed = rules.opening_min;
        let totals = Totals {
            of: &|end| (end.points >= needed).then_some(end.worth),
            above_worth: Some(0),
            better_than: None,
            worthless: None,
        };
        let best = self.best(rules, &task, RunGrammar::ForPoints, totals, own, None);
        best.and_then(|best| best.sets).unwrap_or_default()
    }

    /// The best opening if own sets lie beside the table.
    pub(super) fn open_beside(&mut self, question: TurnQuery<'_>) -> Result<Answer, SolveError> {
        let (rules, position, _) = question.parts();
        let mut sets = self.best_opening_beside(question, None);
        if rules.has_group_owners() {
            let alone = Position {
                stacks: position.stacks.beside(),
                ..own_tiles(rules, &position.rack)
            };
            if !stacks_kept(rules, &alone, &sets) {
                let jokers = Jokers::among(&alone.rack);
                let mut own = OwnGroups::new(rules, &alone, jokers);
                sets = self.best_opening_beside(question, Some(&mut own));
            }
        }
        self.not_worse_than_nothing(question, Arrangement::from(sets))
    }

    /// The best opening if the table may be used, once own sets reach the threshold.
    pub(super) fn open_with_table(
        &mut self,
        question: TurnQuery<'_>,
    ) -> Result<Answer, SolveError> {
        let (rules, position, goal) = question.parts();
        let rack = own_tiles(rules, &position.rack).rack;
        let held = Position {
            rack,
            ..position.clone()
        };
        let free = question.at(&held);
        // Laying nothing leaves the table as it is, whatever it is.
        let nothing = Arrangement::default;
        if self.own_sets(rules, &rack) < u32::from(rules.opening_min) {
            return self.checked(question, nothing());
        }
        let Some(best) = self.best_table(free, &TileCounts::EMPTY) else {
            return self.checked(question, nothing());
        };
        let played = played_tiles(&best, position);
        let witness = self.threshold_sets(rules, &played);
        if played.is_empty() {
            return self.checked(question, nothing());
        }
        if points(rules, &witness) >= u32::from(rules.opening_min) {
            let arrangement = Arrangement {
                sets: best,
                opening: witness,
            };
            return self.checked(question, arrangement);
        }
        let bound = goal.score(&played, 0);
        let mut found: Option<(Score, Arrangement)> = None;
        let openings = own_openings(rules, &rack, self.sweeps.left());
        self.sweeps.spend(openings.work);
        self.gave_up |= !openings.all;
        for opening in openings.choices {
            if self.sweeps.left() == 0 {
                self.gave_up = true;
                break;
            }
            let tiles: TileCounts = opening.iter().flat_map(TileCounts::tiles).collect();
            let Some(sets) = self.best_table(free, &tiles) else {
                continue;
            };
            let score = goal.score(&played_tiles(&sets, position), 0);
            if found.as_ref().is_none_or(|(known, _)| score > *known) {
                let opening = opening.iter().map(|set| set.tiles().collect()).collect();
                found = Some((score, Arrangement { sets, opening }));
            }
            if score == bound {
                break;
            }
        }
        let arrangement = found.map_or_else(nothing, |(_, arrangement)| arrangement);
        self.not_worse_than_nothing(question, arrangement)
    }

    /// A goal that would rather keep every tile lays nothing.
    fn not_worse_than_nothing(
        &mut self,
        question: TurnQuery<'_>,
        arrangement: Arrangement,
    ) -> Result<Answer, SolveError> {
        let goal = question.goal;
        let answer = self.checked(question, arrangement)?;
        let nothing = goal.score(&TileCounts::EMPTY, 0);
        match answer.verified() {
            Some(best) if best.score < nothing => self.checked(question, Arrangement::default()),
            _ => Ok(answer),
        }
    }
}

/// A player with nothing but these tiles, without jokers if an opening may not use them.
fn own_tiles(rules: &RuleSet, rack: &TileCounts) -> Position {
    Position {
        rack: if rules.opening_jokers {
            *rack
        } else {
            rack.without_jokers()
        },
        ..Position::default()
    }
}

/// The points of these sets in an opening.
fn points(rules: &RuleSet, sets: &[Set]) -> u32 {
    let values = sets
        .iter()
        .filter_map(|set| rules.judge(set.tiles()).best());
    values.map(u32::from).sum()
}
