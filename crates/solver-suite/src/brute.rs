//! Brute force: every sub-multiset of the rack, every partition into legal sets, every choice of
//! group owners.

use std::collections::BTreeMap;
use std::sync::Arc;

use rummilab_core::{OpeningTableAccess, Position, RuleSet, Set, Stacks, Table, Tile, TileCounts};

use rummilab_solver::plays::in_order;
use rummilab_solver::random::Below;
use rummilab_solver::{
    Answer, Goal, ListLimits, Omitted, Play, Score, SolveError, Solver, Weights, fewest_changes,
};

/// Whether a solver may give up. If runs go round and jokers are special, there may be too many
/// ways across the boundary. The plays and bounds that it then gives must still hold; its answers
/// about draws are not checked.
pub fn may_give_up(rules: &RuleSet) -> bool {
    rules.wrap.has_next() && rules.has_special_jokers()
}

/// A legal set with its best value in points.
#[derive(Debug, Clone)]
pub struct BestSet {
    pub tiles: TileCounts,
    pub value: u32,
}

/// Every legal set of a rule set, found by judging every multiset up to the size of the longest
/// set.
pub fn catalogue(rules: &RuleSet) -> Vec<BestSet> {
    let longest = if rules.has_special_jokers() || rules.wrap.has_next() {
        rules.tile_count()
    } else {
        rules.longest_run().max(rules.largest_group())
    };
    every_set(rules, longest)
}

/// Every legal set of up to `longest` tiles.
pub fn every_set(rules: &RuleSet, longest: usize) -> Vec<BestSet> {
    let kinds: Vec<Tile> = rules.kinds().collect();
    let mut entries = Vec::new();
    extend(rules, &kinds, longest, &mut Vec::new(), &mut entries);
    entries
}

fn extend(
    rules: &RuleSet,
    kinds: &[Tile],
    longest: usize,
    tiles: &mut Vec<Tile>,
    entries: &mut Vec<BestSet>,
) {
    if let Some(value) = rules.judge(tiles).best() {
        let tiles = tiles.iter().copied().collect();
        entries.push(BestSet {
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

/// Memoised partitions of multisets into the sets of a catalogue.
pub struct Partitions<'a> {
    rules: &'a RuleSet,
    /// The sets that the available tiles can form.
    catalogue: Vec<&'a BestSet>,
    /// The best value of each multiset; `None` if it has no partition.
    known: BTreeMap<TileCounts, Option<u32>>,
}

impl<'a> Partitions<'a> {
    fn of(rules: &'a RuleSet, catalogue: &'a [BestSet], position: &Position) -> Partitions<'a> {
        let all = position.table.checked_add(&position.rack);
        let all = all.expect("a position holds no tile too often");
        let possible = catalogue.iter();
        let possible = possible.filter(|entry| all.contains(&entry.tiles));
        Partitions::new(rules, possible.collect())
    }

    pub fn new(rules: &'a RuleSet, catalogue: Vec<&'a BestSet>) -> Partitions<'a> {
        Partitions {
            rules,
            catalogue,
            known: BTreeMap::new(),
        }
    }

    /// The sets that can hold the first tile of a multiset, each with the remaining tiles.
    fn first_sets(&self, tiles: TileCounts) -> Vec<(&'a BestSet, TileCounts)> {
        let Some((first, _)) = tiles.kinds().next() else {
            return Vec::new();
        };
        let sets = self.catalogue.iter();
        let sets = sets.filter(|entry| entry.tiles.count(first) > 0);
        sets.filter_map(|entry| Some((*entry, tiles.checked_sub(&entry.tiles)?)))
            .collect()
    }

    /// The largest total of set values over all partitions; `None` if there is none.
    pub fn best_value(&mut self, tiles: TileCounts) -> Option<u32> {
        if tiles.is_empty() {
            return Some(0);
        }
        if let Some(known) = self.known.get(&tiles) {
            return *known;
        }
        let mut best = None;
        for (entry, rest) in self.first_sets(tiles) {
            best = best.max(self.best_value(rest).map(|value| value + entry.value));
        }
        self.known.insert(tiles, best);
        best
    }

    /// The largest total value of disjoint sets among these tiles.
    fn best_part(&mut self, tiles: &TileCounts) -> u32 {
        let parts = subsets(tiles).into_iter();
        let values = parts.filter_map(|part| self.best_value(part));
        values.max().unwrap_or(0)
    }

    /// Whether some partition of these tiles obeys the rules of the group stacks.
    fn can_lie(&mut self, tiles: TileCounts, stacks: &Stacks) -> bool {
        self.best_value(tiles).is_some()
            && (!self.rules.has_group_owners() || self.can_go_on(tiles, stacks, &mut Vec::new()))
    }

    fn can_go_on(&mut self, tiles: TileCounts, stacks: &Stacks, sets: &mut Vec<Set>) -> bool {
        if tiles.is_empty() {
            return self.rules.place_groups(stacks, sets).is_some();
        }
        for (entry, rest) in self.first_sets(tiles) {
            if self.best_value(rest).is_some() {
                sets.push(Set::new(entry.tiles.tiles()));
                if self.can_go_on(rest, stacks, sets) {
                    return true;
                }
                sets.pop();
            }
        }
        false
    }

    /// The most old sets, from this one on, that can stay unchanged in addition to those kept
    /// already, if the remaining tiles can lie.
    fn most_untouched(
        &mut self,
        tiles: TileCounts,
        old: &[TileCounts],
        next: usize,
        kept: &mut Vec<usize>,
        stacks: &Stacks,
    ) -> Option<usize> {
        let Some(set) = old.get(next) else {
            let stacks = stacks.without_sets(kept)?;
            return self.can_lie(tiles, &stacks).then_some(kept.len());
        };
        let mut most = None;
        if let Some(left) = tiles.checked_sub(set) {
            kept.push(next);
            most = self.most_untouched(left, old, next + 1, kept, stacks);
            kept.pop();
        }
        most.max(self.most_untouched(tiles, old, next + 1, kept, stacks))
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

/// Asks a solver every question about a position and compares with brute force. Returns whether it
/// never gave up.
///
/// # Panics
/// If the solver is wrong.
pub fn check(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    catalogue: &[BestSet],
    table: &Table,
    position: &Position,
    below: Below<'_>,
) -> bool {
    let mut weights = Weights::all(0);
    for tile in rules.kinds() {
        weights.set(tile, below(13) as i32 - 4);
    }
    let mut partitions = Partitions::of(rules, catalogue, position);
    let mut proven = true;
    for goal in [
        Goal::Tiles,
        Goal::Value,
        Goal::Weighted(Arc::new(weights)),
        Goal::OpeningValue,
    ] {
        proven &= check_goal(solver, rules, &mut partitions, table, position, &goal);
    }
    proven
}

/// Asks a solver about all plays of a position, about the best few, and about draws, for one of the
/// goals, and compares with brute force. Returns whether it never gave up.
///
/// # Panics
/// If the solver is wrong.
pub fn check_lists(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    catalogue: &[BestSet],
    position: &Position,
    below: Below<'_>,
) -> bool {
    let mut proven = true;
    let mut weights = Weights::all(0);
    for tile in rules.kinds() {
        weights.set(tile, below(9) as i32 - 2);
    }
    let goal = match below(3) {
        0 => Goal::Tiles,
        1 => Goal::Value,
        _ => Goal::Weighted(Arc::new(weights)),
    };
    let context = format!(
        "{}: table {}, rack {}, opened {}, {goal}, {:?}",
        solver_rules(rules),
        position.table,
        position.rack,
        position.opened,
        position.stacks
    );
    let mut partitions = Partitions::of(rules, catalogue, position);
    let mut expected: Vec<Play> = plays(rules, &mut partitions, position, &goal)
        .into_iter()
        .filter(|(tiles, _)| !tiles.is_empty())
        .map(|(tiles, score)| Play { tiles, score })
        .collect();
    expected.sort_unstable_by(|a, b| in_order(rules, a, b));
    let few = below(4) as usize;
    for most in [usize::MAX, few] {
        let list = solver
            .plays(rules, position, &goal, ListLimits::best(most))
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        if list.rest == Omitted::Unknown && may_give_up(rules) {
            let all = list.plays.iter().all(|play| expected.contains(play));
            assert!(all, "{context}: {:?}", list.plays);
            proven = false;
            continue;
        }
        let len = most.min(expected.len());
        assert_eq!(list.plays, expected[..len], "the first {most}, {context}");
        let rest = if len < expected.len() {
            Omitted::Later
        } else {
            Omitted::Nothing
        };
        assert_eq!(list.rest, rest, "the first {most}, {context}");
    }

    // Draws of up to three kinds, each as a position of its own.
    let held = position.table.checked_add(&position.rack);
    let held = held.expect("a position holds no tile too often");
    let mut left: Vec<Tile> = rules
        .kinds()
        .filter(|tile| held.count(*tile) < rules.copies_of(*tile))
        .collect();
    let mut unseen = TileCounts::EMPTY;
    for _ in 0..left.len().min(3) {
        let tile = left.swap_remove(below(left.len() as u64) as usize);
        assert!(unseen.insert(tile), "one of each kind");
    }
    let answer = solver
        .after_draw(rules, position, &goal, &unseen)
        .unwrap_or_else(|error| panic!("{context}: {error}"));
    if !answer.proven && may_give_up(rules) {
        return false;
    }
    let kinds: Vec<Tile> = answer.draws.iter().map(|draw| draw.tile).collect();
    assert_eq!(kinds, unseen.tiles().collect::<Vec<_>>(), "{context}");
    for draw in &answer.draws {
        let mut with = position.clone();
        assert!(with.rack.insert(draw.tile), "there is room for one more");
        let mut partitions = Partitions::of(rules, catalogue, &with);
        let plays = plays(rules, &mut partitions, &with, &goal);
        let best = plays.iter().map(|(_, score)| *score).max();
        let found = draw.best.as_ref().map(|best| best.score);
        assert_eq!(found, best, "{} drawn, {context}", draw.tile);
        let whole = plays.iter().any(|(played, _)| *played == with.rack);
        assert_eq!(draw.goes_out, whole, "{} drawn, {context}", draw.tile);
    }
    proven
}

fn check_goal(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    partitions: &mut Partitions<'_>,
    table: &Table,
    position: &Position,
    goal: &Goal,
) -> bool {
    let plays = plays(rules, partitions, position, goal);
    let expected = plays
        .iter()
        .map(|(_, score)| *score)
        .max()
        .expect("laying nothing is always possible");
    let context = || {
        format!(
            "{}: table {table}, rack {}, opened {}, {goal}{}",
            solver_rules(rules),
            position.rack,
            position.opened,
            owners(table, position)
        )
    };
    let answer = solver
        .solve(rules, position, goal)
        .unwrap_or_else(|error| panic!("{}: {error}", context()));
    let best = match answer {
        Answer::Optimal(best) => best,
        Answer::Feasible { best, bound, .. } if may_give_up(rules) => {
            let holds = best.score <= expected && expected.main() <= bound;
            assert!(holds, "{}: {best:?}, {bound}", context());
            return false;
        }
        other => panic!("{}: {other:?}", context()),
    };
    assert_eq!(best.score, expected, "{}: {:?}", context(), best.sets());

    if *goal == Goal::OpeningValue {
        return true;
    }
    let whole = plays
        .iter()
        .any(|(played, _)| !played.is_empty() && *played == position.rack);
    let proven = match solver.go_out(rules, position) {
        Err(SolveError::GaveUp { .. }) if may_give_up(rules) => false,
        play => {
            let goes_out = play.expect("supported").is_some();
            assert_eq!(goes_out, whole, "go out, {}", context());
            true
        }
    };

    if !best.is_beside() && !best.played.is_empty() {
        let old: Vec<TileCounts> = table.sets().iter().map(counts_of).collect();
        let optimal = plays.iter().filter(|(_, score)| *score == expected);
        let untouched = optimal
            .filter_map(|(played, _)| {
                let tiles = position.table.checked_add(played)?;
                partitions.most_untouched(tiles, &old, 0, &mut Vec::new(), &position.stacks)
            })
            .max();
        let found =
            fewest_changes(solver, rules, table, position, goal, best, 10_000).expect("supported");
        if !found.proven && may_give_up(rules) {
            return false;
        }
        assert!(found.proven, "{}", context());
        assert_eq!(
            Some(found.untouched),
            untouched,
            "{}: {}",
            context(),
            found.table
        );
        // The checker handles stacks and openings from the table; this call knows no seat.
        if position.opened && !rules.has_group_owners() {
            let turn = rules.judge_turn(table, &position.rack, &found.table, true);
            let played = turn.map(|turn| turn.played);
            assert_eq!(played, Ok(found.play.played), "{}", context());
        }
    }
    proven
}

fn owners(table: &Table, position: &Position) -> String {
    let own: Vec<usize> = position
        .stacks
        .groups
        .iter()
        .filter(|g| g.own)
        .map(|g| g.set)
        .collect();
    match table.owners() {
        Some(owners) if !owners.is_empty() => {
            format!(
                ", owners {owners:?}, own {own:?}, most {:?}",
                position.stacks.most_own
            )
        }
        _ => String::new(),
    }
}

fn counts_of(set: &Set) -> TileCounts {
    set.tiles().iter().copied().collect()
}

/// The options that differ from those of the original game.
fn solver_rules(rules: &RuleSet) -> String {
    let original = crate::rules("original", "");
    let (values, originals) = (rules.values(), original.values());
    let different = values.into_iter().zip(originals).filter(|(a, b)| a != b);
    let options = different.map(|((field, value), _)| format!("{}={value}", field.key));
    options.collect::<Vec<_>>().join(" ")
}

/// Every legal play with its score, including the play that lays nothing.
fn plays(
    rules: &RuleSet,
    partitions: &mut Partitions<'_>,
    position: &Position,
    goal: &Goal,
) -> Vec<(TileCounts, Score)> {
    let opening = !position.opened || *goal == Goal::OpeningValue;
    let uses_table = !opening
        || (*goal != Goal::OpeningValue
            && rules.opening_table_access == OpeningTableAccess::AfterThreshold);
    let legal = |played: TileCounts| {
        if opening && (played.is_empty() || (played.jokers() > 0 && !rules.opening_jokers)) {
            return played.is_empty().then(|| (played, goal.score(&played, 0)));
        }
        let mut own = 0;
        if opening {
            own = if uses_table {
                partitions.best_part(&played)
            } else {
                partitions.best_value(played)?
            };
            if *goal != Goal::OpeningValue && own < u32::from(rules.opening_min) {
                return None;
            }
        }
        let lies = if uses_table {
            partitions.can_lie(position.table.checked_add(&played)?, &position.stacks)
        } else {
            let old = position.stacks.groups.iter().map(|group| group.set);
            let stacks = position.stacks.without_sets(&old.collect::<Vec<_>>());
            stacks.is_some_and(|stacks| partitions.can_lie(played, &stacks))
        };
        lies.then(|| (played, goal.score(&played, own)))
    };
    subsets(&position.rack)
        .into_iter()
        .filter_map(legal)
        .collect()
}
