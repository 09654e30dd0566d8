//! Brute force: every sub-multiset of the rack, every partition into legal sets. Refuses positions that are not small.

use std::collections::BTreeMap;
use std::sync::Arc;

use rummilab_core::{Position, RuleSet, Set, Table, Tile, TileCounts};

use super::random::Below;
use crate::changes::fewest_changes;
use crate::goal::{Goal, Score, Weights};
use crate::{Answer, Solver};

/// A legal set with its best value in points.
#[derive(Debug, Clone)]
pub struct Entry {
    tiles: TileCounts,
    value: u32,
}

/// Every legal set of a rule set, found by judging every multiset of up to as many tiles as the longest set has.
pub fn catalogue(rules: &RuleSet) -> Vec<Entry> {
    let kinds: Vec<Tile> = rules.kinds().collect();
    let longest = rules.longest_run().max(rules.largest_group());
    let mut entries = Vec::new();
    extend(rules, &kinds, longest, &mut Vec::new(), &mut entries);
    entries
}

fn extend(
    rules: &RuleSet,
    kinds: &[Tile],
    longest: usize,
    tiles: &mut Vec<Tile>,
    entries: &mut Vec<Entry>,
) {
    if let Some(value) = rules.judge(tiles).best() {
        let tiles = tiles.iter().copied().collect();
        entries.push(Entry {
            tiles,
            value: u32::from(value),
        });
    }
    if tiles.len() == longest {
        return;
    }
    for (i, tile) in kinds.iter().enumerate() {
        let copies = tiles.iter().filter(|t| *t == tile).count();
        if copies < usize::from(rules.copies_of(*tile)) {
            tiles.push(*tile);
            extend(rules, &kinds[i..], longest, tiles, entries);
            tiles.pop();
        }
    }
}

/// Partitions of multisets into the sets of a catalogue, with memory.
struct Partitions<'a> {
    catalogue: &'a [Entry],
    /// Worth of each set beyond being legal, by index into the catalogue.
    known: BTreeMap<TileCounts, Option<u32>>,
}

impl Partitions<'_> {
    /// The largest total of set values over all partitions; `None` if there is none.
    fn best_value(&mut self, tiles: TileCounts) -> Option<u32> {
        let Some((first, _)) = tiles.kinds().next() else {
            return Some(0);
        };
        if let Some(known) = self.known.get(&tiles) {
            return *known;
        }
        let mut best = None;
        for entry in self
            .catalogue
            .iter()
            .filter(|entry| entry.tiles.count(first) > 0)
        {
            if let Some(rest) = tiles.checked_sub(&entry.tiles) {
                best = best.max(self.best_value(rest).map(|value| value + entry.value));
            }
        }
        self.known.insert(tiles, best);
        best
    }

    /// The most sets of `old` (sorted, with repetition) that a partition of these tiles can hold.
    fn most_untouched(&mut self, tiles: TileCounts, old: &[TileCounts]) -> Option<usize> {
        let Some((first, rest)) = old.split_first() else {
            return self.best_value(tiles).map(|_| 0);
        };
        let kept = tiles
            .checked_sub(first)
            .and_then(|left| self.most_untouched(left, rest))
            .map(|n| n + 1);
        kept.max(self.most_untouched(tiles, rest))
    }
}

/// Every sub-multiset of a rack.
fn subsets(rack: &TileCounts) -> Vec<TileCounts> {
    let mut subsets = vec![TileCounts::EMPTY];
    for (tile, count) in rack.kinds() {
        let mut more = Vec::new();
        for subset in &subsets {
            let mut with = *subset;
            for _ in 0..count {
                assert!(
                    with.insert(tile),
                    "a part of a rack is no larger than the rack"
                );
                more.push(with);
            }
        }
        subsets.extend(more);
    }
    subsets
}

/// Asks a solver every question about a position and compares with brute force.
///
/// # Panics
/// If the solver is wrong.
pub fn check(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    catalogue: &[Entry],
    table: &Table,
    position: &Position,
    below: Below<'_>,
) {
    let mut weights = Weights::all(0);
    for tile in rules.kinds() {
        weights.set(tile, below(13) as i32 - 4);
    }
    let mut partitions = Partitions {
        catalogue,
        known: BTreeMap::new(),
    };
    for goal in [
        Goal::Tiles,
        Goal::Value,
        Goal::Weighted(Arc::new(weights)),
        Goal::OpeningValue,
    ] {
        check_goal(solver, rules, &mut partitions, table, position, &goal);
    }
}

fn check_goal(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    partitions: &mut Partitions<'_>,
    table: &Table,
    position: &Position,
    goal: &Goal,
) {
    let plays = plays(rules, partitions, position, goal);
    let expected = plays
        .iter()
        .map(|(_, score)| *score)
        .max()
        .expect("laying nothing is always possible");
    let context = || {
        format!(
            "{}: table {table}, rack {}, opened {}, {goal}",
            solver_rules(rules),
            position.rack,
            position.opened
        )
    };
    let answer = solver
        .solve(rules, position, goal)
        .unwrap_or_else(|error| panic!("{}: {error}", context()));
    let Answer::Optimal(best) = answer else {
        panic!("{}: {answer:?}", context())
    };
    assert_eq!(best.score, expected, "{}: {:?}", context(), best.sets());

    if *goal == Goal::OpeningValue {
        return;
    }
    let goes_out = solver.go_out(rules, position).expect("supported").is_some();
    let whole = plays
        .iter()
        .any(|(played, _)| !played.is_empty() && *played == position.rack);
    assert_eq!(goes_out, whole, "go out, {}", context());

    if position.opened && !best.played.is_empty() {
        let old: Vec<TileCounts> = table.sorted_sets().iter().map(counts_of).collect();
        let optimal = plays.iter().filter(|(_, score)| *score == expected);
        let untouched = optimal
            .filter_map(|(played, _)| {
                partitions.most_untouched(position.table.checked_add(played)?, &old)
            })
            .max();
        let found =
            fewest_changes(solver, rules, table, position, goal, best, 10_000).expect("supported");
        assert!(found.proven, "{}", context());
        assert_eq!(
            Some(found.untouched),
            untouched,
            "{}: {}",
            context(),
            found.table
        );
        let turn = rules.judge_turn(table, &position.rack, &found.table, true);
        assert_eq!(
            turn.map(|turn| turn.played),
            Ok(found.play.played),
            "{}",
            context()
        );
    }
}

fn counts_of(set: &Set) -> TileCounts {
    set.tiles().iter().copied().collect()
}

fn solver_rules(rules: &RuleSet) -> String {
    let letters: String = rules.colours().iter().map(ToString::to_string).collect();
    format!(
        "colours {letters} values {} copies {} jokers {} in a set {} longest run {} largest group {}",
        rules.values,
        rules.copies,
        rules.jokers.classic,
        rules.most_jokers_in_set(),
        rules.longest_run(),
        rules.largest_group(),
    )
}

/// Every legal play with its score; laying nothing is one of them.
fn plays(
    rules: &RuleSet,
    partitions: &mut Partitions<'_>,
    position: &Position,
    goal: &Goal,
) -> Vec<(TileCounts, Score)> {
    let beside = !position.opened || *goal == Goal::OpeningValue;
    let table = if beside {
        TileCounts::EMPTY
    } else {
        position.table
    };
    let legal = |played: TileCounts| {
        let value = partitions.best_value(table.checked_add(&played)?)?;
        let threshold = if beside && *goal != Goal::OpeningValue {
            u32::from(rules.opening_min)
        } else {
            0
        };
        let jokers_allowed = !beside || rules.opening_jokers || played.jokers() == 0;
        let allowed = jokers_allowed && (played.is_empty() || value >= threshold);
        allowed.then(|| (played, goal.score(&played, value)))
    };
    subsets(&position.rack)
        .into_iter()
        .filter_map(legal)
        .collect()
}
