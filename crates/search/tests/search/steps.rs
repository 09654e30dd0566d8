//! Steps of random turns, found by the search. They always check, and none can be left out. If
//! all sequences can be tried, none is shorter.

use std::collections::BTreeSet;

use rummilab_chance::{Key, Stream};
use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver, Step, check_steps, explain, fewest_changes};
use rummilab_solver_suite::{random_position, random_table, rules, small_rule_sets};

/// Turns under each of the small rule sets, and under the original rules.
const SMALL: usize = 400;
const ORIGINAL: usize = 3000;

/// Every assignment of the old tiles to the new sets, tried one by one.
struct Ways {
    /// Every tile with its old set, or the number of old sets if it comes from the rack.
    tiles: Vec<(Tile, usize)>,
    rack: usize,
    need: Vec<Vec<Tile>>,
    to: Vec<usize>,
}

impl Ways {
    fn new(old: &Table, new: &Table, played: &TileCounts) -> Ways {
        let sets = old.sets().iter().enumerate();
        let tiles = sets.flat_map(|(i, set)| set.tiles().iter().map(move |tile| (*tile, i)));
        let rack = old.sets().len();
        Ways {
            tiles: tiles
                .chain(played.tiles().map(|tile| (tile, rack)))
                .collect(),
            rack,
            need: new.sets().iter().map(|set| set.tiles().to_vec()).collect(),
            to: Vec::new(),
        }
    }

    /// The fewest steps if the first `placed` tiles keep their assignment.
    fn fewest(&mut self, placed: usize) -> usize {
        let Some((tile, _)) = self.tiles.get(placed).copied() else {
            return self.steps();
        };
        let mut fewest = usize::MAX;
        for taker in 0..self.need.len() {
            if let Some(i) = self.need[taker].iter().position(|need| *need == tile) {
                self.need[taker].swap_remove(i);
                self.to.push(taker);
                fewest = fewest.min(self.fewest(placed + 1));
                self.to.pop();
                self.need[taker].push(tile);
            }
        }
        fewest
    }

    /// Old sets that come apart, and new sets that are made.
    fn steps(&self) -> usize {
        let old = self.tiles.iter().map(|(_, old)| *old);
        let ways: BTreeSet<(usize, usize)> = old.zip(self.to.iter().copied()).collect();
        let apart = (0..self.rack).filter(|i| ways.iter().filter(|(old, _)| old == i).count() > 1);
        let made = (0..self.need.len()).filter(|i| {
            let mut sources = ways.iter().filter(|(_, new)| new == i);
            sources.clone().count() > 1 || sources.any(|(old, _)| *old == self.rack)
        });
        apart.count() + made.count()
    }
}

/// Explains a turn and checks its steps. Returns how many there are.
fn check(before: &Table, after: &Table, played: &TileCounts) -> usize {
    let place = format!("{before} + {played} -> {after}");
    let steps = explain(before, after, played).unwrap_or_else(|fault| panic!("{place}: {fault}"));
    assert_eq!(
        explain(before, after, played).as_ref(),
        Ok(&steps),
        "{place}"
    );

    // Untouched sets are not needed: the same steps lead from the changed sets to the changed sets.
    let part = |table: &Table, other: &Table| {
        Table::new(table.sets_not_in(other).into_iter().cloned().collect())
    };
    let (old, new) = (part(before, after), part(after, before));
    assert_eq!(check_steps(&old, played, &new, &steps), Ok(()), "{place}");

    for i in 0..steps.len() {
        let mut without = steps.clone();
        without.remove(i);
        let fault = check_steps(before, played, after, &without);
        assert!(fault.is_err(), "{place}: step {i} is idle");
    }
    let parts = |step: &&Step| matches!(step, Step::Take { .. } | Step::Split { .. });
    let apart = steps.iter().filter(parts).count();
    assert!(apart <= old.sets().len(), "{place}: {steps:?}");
    assert!(
        steps.len() - apart <= new.sets().len(),
        "{place}: {steps:?}"
    );
    if new.tiles().count() <= 16 {
        let fewest = Ways::new(&old, &new, played).fewest(0);
        assert_eq!(steps.len(), fewest, "{place}: {steps:?}");
    }
    if old.sets().is_empty() {
        let opens = |step: &Step| matches!(step, Step::Lay { on, .. } if on.is_empty());
        assert!(steps.iter().all(opens), "{place}: {steps:?}");
    }
    steps.len()
}

/// Plays random turns and explains them; returns how many laid a tile, and their steps in all.
fn explain_random_turns(rules: &RuleSet, rack: usize, turns: usize, seed: u64) -> (usize, usize) {
    let mut below = Stream::new(Key::sample(seed, "steps", 0)).into_below();
    let mut solver = SearchSolver::new();
    let (mut laid, mut all) = (0, 0);
    for _ in 0..turns {
        let (before, position) = random_position(rules, rack, &mut below);
        let answer = solver
            .solve(rules, &position, &Goal::Tiles)
            .expect("supported");
        let best = answer.into_verified().expect("the table is one");
        // As first found: many sets change.
        check(&before, &best.table(&before), &best.played);
        let few = fewest_changes(
            &mut solver,
            rules,
            &before,
            &position,
            &Goal::Tiles,
            best,
            200,
        );
        let few = few.expect("supported");
        let steps = check(&before, &few.table, &few.play.played);
        assert_eq!(steps == 0, few.play.played.is_empty());
        if !few.play.played.is_empty() {
            laid += 1;
            all += steps;
        }
    }
    (laid, all)
}

#[test]
fn steps_of_random_turns_check() {
    // The explanation of a turn does not depend on the kinds of joker, and the search takes long on
    // small games full of special ones.
    let rule_sets = small_rule_sets();
    let plain = rule_sets.iter().filter(|rules| !rules.has_special_jokers());
    for (seed, rules) in plain.enumerate() {
        explain_random_turns(rules, 7, SMALL, seed as u64);
    }
    let (laid, steps) = explain_random_turns(&rules("original", ""), 14, ORIGINAL, 1000);
    assert!(laid > ORIGINAL / 3, "{laid} turns laid a tile");
    assert!(steps < 4 * laid, "{steps} steps in {laid} turns");
}

/// Nearly the whole game on the table, and every set laid anew: far more choices than can be tried.
#[test]
fn full_tables_are_explained_too() {
    let mut below = Stream::new(Key::sample(2000, "steps", 0)).into_below();
    let rules = rules("original", "");
    let mut solver = SearchSolver::new();
    for _ in 0..20 {
        let before = random_table(&rules, 30, &mut below);
        let table = before.counts().expect("no tile too often");
        let rest = rules.deck().saturating_sub(&table);
        let position = Position {
            table,
            rack: rest.tiles().step_by(3).collect(),
            opened: true,
            ..Position::default()
        };
        let answer = solver
            .solve(&rules, &position, &Goal::Tiles)
            .expect("supported");
        let best = answer.into_verified().expect("the table is one");
        check(&before, &best.table(&before), &best.played);
    }
}
